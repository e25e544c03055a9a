# match, whose keywords are ordinary names elsewhere.
match x:
    case 1 | -2 | 3.5 | 1 + 2j | -1 - 2j:
        pass
    case "a" "b" | b"c" | None | True | False:
        pass
    case _ if a:
        pass
    case y if b:
        pass
    case a.b | a.b.c:
        pass
    case (z) if c:
        pass
    case ():
        pass
    case (a,):
        pass
    case a, *b, c:
        pass
    case *_, last:
        pass
    case [a, [b, c], *rest]:
        pass
    case []:
        pass
    case {}:
        pass
    case {"k": v, 1: _, a.b: [c], **rest}:
        pass
    case C():
        pass
    case C(1, a, b=2, c=d.e,):
        pass
    case a.B(x=[C(y=0)]) as z if z > 1:
        pass
    case (1 | 2) as n, (3 as m): pass

match a, b:
    case 1: pass
match *a, b:
    case _: pass
match (a):
    case _: pass
match [a]:
    case _: pass
match -a:
    case _: pass
match not a:
    case _: pass
match match:
    case case: pass
match {"a": 1}:
    case _: pass

match = case = 1
match(x)
match (x, y)
match[x]
match[x]: int = 1
match.case
match - 1
match: int
print(match, case)
case(x)
