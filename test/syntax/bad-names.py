# Keywords where names should be, and names that are missing.

class = 1
def lambda(x):
    pass
def f(x, in):
    pass
a.class = 2
b = c.
d = e.(f)
g(class=1)
import
import a.
import b as
from import c
from d import
from e import (f, g as)
from h import if
def (x):
    pass
global
class:
    pass
x = in y
for while in z:
    pass
