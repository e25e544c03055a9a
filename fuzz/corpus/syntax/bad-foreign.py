# Habits from other languages, and from Python 2.

if a && b:
    pass
if a || !b:
    pass
i++
i = j--
if a === b:
    pass
c = a ? b : c
d = (x) => x
if a <> b:
    pass
print "hello"
print x
exec "code"
retrun x
improt os
let e = 1
int f = 2
function g(x):
    h = 1
foreach k in range(3):
    l = 1
switch x:
    m = 1
// a comment
n = 017
o = 1.0f
p = 10L
def q(a, (b, c)):
    pass
try:
    pass
except ValueError, r:
    pass
catch s:
    pass
raise ValueError, "t"
u = `v`
w = a if b
new Foo()
