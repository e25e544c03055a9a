# Strings and f-strings.

a = "never closed
b = 'neither is this, f(x)
c = f("closed", "open)
d = f"open {x}
e = f"{x"
f = f"{x:>10"
g = f"{}"
h = f"{x!z}"
i = f"{x y}"
j = f"}"
k = "\x1"
l = "\u12"
m = "\U00110000"
n = "\N{BULLET}"
o = b"é"
p = b"a" "b"
q = f"{(x}"
r = f"{x!r:{y}"
s = f"a {lambda x: 1}"
t = "it's", 'it's'
u = """open
to the end
