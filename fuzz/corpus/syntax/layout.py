# Line ends, blank space, and continuation; this file begins with a byte order mark.
if a:
    b

    # comment
  # comment with odd indentation
    cd

if e:
	f
	if g:
	    h

i = j + \
  k

if l \
   and m:
    n

o = (
  1,
# comment
2,


3)


def p():
    q


r = [
1,
for_,
]
s = {
    t: u
    for t, u in v
    if w
}
if x: y; z;
\
aa
   
bb = """
  keep
"""   # end
if cc:
        dd
else:
  ee
ff