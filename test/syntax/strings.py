# String literals and their escapes.
"plain", 'plain', """triple""", '''triple'''
"it's", 'say "x"', """one "two" ""three"" """
"\\ \' \" \a \b \f \n \r \t \v"
"\0 \7 \12 \101 \x41 \u00e9 \U0001F600"
"\d \( unknown"
r"\n \x \\", r'\''
b"bytes \x00 \xff \u1234 \101"
rb"\x", bR'\x', Br"\x"
u"text", U'text'
"joined " 'from ' """three"""
b"a" b'b'
"continued \
line"
"""several
lines\
 joined"""
("a"
 "b"
 # between
 "c")
"", '', """"""
"漢字 é 😀"
