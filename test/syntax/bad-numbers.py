# Numbers that are none.

a = 0x
b = 0b12
c = 0o9
d = 1__0
e = 1_
f = 0777
g = 3rd
h = 1.5.2
i = 1e
j = 0xfg
k = 1_000_.5
l = 08.5
m = 1if x else 2
