# f-strings, by the rules of Python 3.12.
f"plain", F'plain', f""
f"{a}", f"{a}{b}", f"x{a}y"
f"{{}}", f"{{{a}}}", f"}}{{"
f"{a!r}", f"{a!s:>10}", f"{a!a}"
f"{a:>10}", f"{a:>{b}}", f"{a:{b}.{c}}", f"{a:{b!r}}"
f"{a=}", f"{ a = }", f"{a=!r:>5}", f"{a=:>5}", f"{a + b = }"
f"{a, b}", f"{*a, b}", f"{yield_}", f"{a if b else c}"
f"{(lambda x: x)(1)}", f"{ {a: b} }", f"{x[1:2]}", f"{(a := 1)}"
f"{a['k']}", f"{a["k"]}", f"{f"{f"{1}"}"}"
f'{a:{f"{b}"}}'
f"{a!=b}", f"{a:=5}", f"{a == b}"
rf"\n{a}\d", fr'{a:\d}', Rf"{{\}}"
f"\n{a}\x41", f"\{a}"
f"""{
    a  # a comment
    + b
}
line"""
f"{
    a}"
"a" f"b{c}" "d" f"{e}f" 'g'
f"a" "b"
f"{a:%Y-%m-%d}", f"{a:,}", f"{a:}"
f"{'a' 'b'}"
