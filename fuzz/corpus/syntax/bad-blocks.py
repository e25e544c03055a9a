# Headers and blocks: colons and indentation.

def first(x)
    return x

if first(1) > 0
    first(2)
elif first(3):
    first(4)

while x = 1:
    first(5)

for i range(10):
    first(i)

for j in range(10) {
    first(j)
}

if first(6) then:
    first(7)

if first(8): first(9)
else if first(10):
    first(11)
else first(12) > 0:
    first(13)

def second():

third = 3
    fourth = 4
fifth = 5

if first(14):
        sixth = 6
    seventh = 7
eighth = 8

else:
    ninth = 9

try:
    tenth = 10
eleventh = 11

@decorator
twelfth = 12

first(15):
    thirteenth = 13

if first(16):
    pass
: fourteenth
:

class Empty:
