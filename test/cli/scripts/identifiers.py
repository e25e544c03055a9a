größe = 3
π = 3.14
名前 = "name"


def Ωmega(ñ):
    return ñ + größe


print(π, 名前, Ωmega(1))
