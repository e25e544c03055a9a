"""Writes src/syntax/normal_form.def: what Unicode's NFKC makes of the characters that names may hold.

    normal_form.py             (takes the tables of Python's own unicodedata)

Python compares names in that form. The tables are numbers, each seven bits a byte, the lowest
first, as base64 (src/syntax/normal_form.cpp reads them): a count and its entries, for

    characters that become one other        first, last, what the first becomes; the rest follow
    characters that become several          character, how many, these
    pairs that are written as one           both, first, second
    combining marks                         first, last, class: the order in which marks stand

Firsts are counted from the entry before, what characters become from themselves (zigzag). Hangul
syllables are left out: they follow a formula.
"""
import base64
import pathlib
import textwrap
import unicodedata

TABLE = pathlib.Path(__file__).resolve().parent.parent / "src" / "syntax" / "normal_form.def"
HANGUL = range(0xAC00, 0xD7A4)
SURROGATES = range(0xD800, 0xE000)


def characters():
    return (code for code in range(0x80, 0x110000) if code not in HANGUL and code not in SURROGATES)


def decomposed():
    """code -> the codes it is made of, all the way down, where a name may hold it."""
    found = {}
    for code in characters():
        text = unicodedata.normalize("NFKD", chr(code))
        if text != chr(code) and ("a" + chr(code)).isidentifier():
            found[code] = [ord(c) for c in text]
    return found


def composed():
    """code -> the two that it is written for."""
    found = {}
    for code in characters():
        parts = unicodedata.decomposition(chr(code))
        is_pair = parts and not parts.startswith("<") and " " in parts
        if is_pair and unicodedata.normalize("NFKC", chr(code)) == chr(code):
            found[code] = [int(part, 16) for part in parts.split()]
    return found


def runs(items, follows):
    result = []
    for item in items:
        if result and follows(result[-1][1], item):
            result[-1][1] = item
        else:
            result.append([item, item])
    return result


def zigzag(number):
    return number * 2 if number >= 0 else -number * 2 - 1


def packed(entries):
    numbers, before = [len(entries)], 0
    for first, *rest in entries:
        numbers += [first - before, *rest]
        before = first
    result = bytearray()
    for number in numbers:
        while number >= 0x80:
            result.append(number & 0x7F | 0x80)
            number >>= 7
        result.append(number)
    return bytes(result)


def main():
    pairs, pieces = composed(), decomposed()
    single = [(code, to[0]) for code, to in pieces.items() if len(to) == 1]
    mapped = runs(single, lambda a, b: b[0] == a[0] + 1 and b[1] == a[1] + 1)
    several = [(code, to) for code, to in pieces.items() if len(to) > 1 and code not in pairs]
    classes = [(code, unicodedata.combining(chr(code))) for code in characters()
               if unicodedata.combining(chr(code))]
    ordered = runs(classes, lambda a, b: b[0] == a[0] + 1 and b[1] == a[1])
    data = packed([(a[0], b[0] - a[0], zigzag(a[1] - a[0])) for a, b in mapped])
    data += packed([(code, len(to), *(zigzag(c - code) for c in to)) for code, to in several])
    data += packed([(whole, zigzag(a - whole), b) for whole, (a, b) in sorted(pairs.items())])
    data += packed([(a[0], b[0] - a[0], a[1]) for a, b in ordered])
    text = base64.b64encode(data).decode()
    lines = [f"// Written by scripts/normal_form.py from Unicode {unicodedata.unidata_version}."]
    lines += [f'"{line}"' for line in textwrap.wrap(text, 98)]
    TABLE.write_text("\n".join(lines) + "\n")


main()
