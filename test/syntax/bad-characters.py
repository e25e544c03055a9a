# Characters that Python text does not hold.

a = “quoted”
b = x × y
c = (a，b)
d = a $ b $ c
e = x + 1
f =  1
g = "latin �t�"
h = 1 \ 2
i = ☃
j = π + größe
# k �
l = 1
