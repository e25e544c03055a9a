// Bytes. What the script prints is what CPython 3.11 prints for it.
#include <gtest/gtest.h>

#include "host/script_fixture.h"

namespace nereid::host {
namespace {

TEST(Bytes, AreNumbersThatPrintAsText) {
  ScriptRun run = runText(R"PY(b = b"a\x00\xff'b\n"
print(b, len(b), b[0], b[-1], b[1:3], list(b[:2]))
print(b == b"a\x00\xff'b\n", b < b"b", b"x" + b"y", b"ab" * 2, {b"k": 1}[b"k"])
print("héé".encode(), "h".encode("ascii"), b"h\xc3\xa9".decode("utf-8"), b"\x01\xab".hex())
print(97 in b, b"\xff'" in b, b"'" in b"x", bytes(3), bytes([1, 255]), bytes("ü", "utf-8"), bytes())
print(isinstance(b, bytes), type(b), b"-".join([b"1", b"2"]), b"abc".startswith(b"ab"), b"abc".find(b"c"))
for bad in (lambda: b"a" + "b", lambda: bytes([256]), lambda: b"\xff".decode(), lambda: b"abc"[5], lambda: bytes("x")):
    try: bad()
    except Exception as e: print(type(e).__name__)
print(repr(b'"\''), repr(b"'"), rb"\n", b"a" b"c")
x = b"key"
match x:
    case b"key": print("matched")
)PY");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, R"PY(b"a\x00\xff'b\n" 6 97 10 b'\x00\xff' [97, 0]
True True b'xy' b'abab' 1
b'h\xc3\xa9\xc3\xa9' b'h' hé 01ab
True True False b'\x00\x00\x00' b'\x01\xff' b'\xc3\xbc' b''
True <class 'bytes'> b'1-2' True 2
TypeError
ValueError
UnicodeDecodeError
IndexError
TypeError
b'"\'' b"'" b'\\n' b'ac'
matched
)PY");
}

} // namespace
} // namespace nereid::host
