def f(x):
	if x:
		return 1
	return 2


print(f(0), f(1))
