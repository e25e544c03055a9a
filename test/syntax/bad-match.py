# match and its cases.

match x
    case 1:
        pass

match x:
    case 1
        pass
    case f(a=1, 2):
        pass
    case {"a" 1}:
        pass
    case a +:
        pass
    y = 1
    case [a, b:
        pass

match x:
y = 1
