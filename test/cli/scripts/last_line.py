x = 1
print(x)
y = (x +