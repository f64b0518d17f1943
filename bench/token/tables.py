"""Asks the Python package about every code point and writes internal/token/unicode.txt: the classes of characters
that its normalizers and pre-tokenizers see. The classes are measured, because the package mixes tables of several
Unicode versions. How clusters break (gc lines) cannot be asked for; it is read from the tables of the crate
unicode-segmentation, whose tables.rs is the second argument.

Usage: tables.py OUT TABLES_RS
"""
import re
import sys

import tokenizers
from tokenizers import Regex, normalizers as N, pre_tokenizers as P

RUNES = [c for c in range(0x110000) if not 0xD800 <= c <= 0xDFFF]


def splits(pre):
    """The code points that a pre-tokenizer sets apart from the letters around them."""
    return lambda c: len(pre.pre_tokenize_str("a" + chr(c) + "a")) > 1


def isolates(pattern):
    pre = P.Split(Regex(pattern), "isolated")
    return lambda c: pre.pre_tokenize_str("\u0001" + chr(c) + "\u0001")[0][0] == "\u0001" if c != 1 else False


def classes():
    clean = N.BertNormalizer(clean_text=True, handle_chinese_chars=False, strip_accents=False, lowercase=False)
    accents = N.BertNormalizer(clean_text=False, handle_chinese_chars=False, strip_accents=True, lowercase=False)
    marks, nfkd, nfd, nfc = N.StripAccents(), N.NFKD(), N.NFD(), N.NFC()
    words = P.Whitespace()
    yield "control", lambda c: clean.normalize_str(chr(c)) == "" and c not in (0, 0xFFFD)
    yield "space", splits(P.WhitespaceSplit())
    yield "accent", lambda c: accents.normalize_str(chr(c)) == ""
    yield "mark", lambda c: marks.normalize_str(chr(c)) == ""
    yield "punctuation", splits(P.Punctuation())
    yield "numeric", splits(P.Digits(individual_digits=True))
    yield "word", lambda c: len(words.pre_tokenize_str("a" + chr(c) + "a")) == 1
    yield "letter", isolates(r"\p{L}")
    yield "number", isolates(r"\p{N}")
    yield "blank", isolates(r"\s")
    second = set()
    for c in RUNES:
        seq = nfd.normalize_str(chr(c))
        if len(seq) > 1 and nfc.normalize_str(chr(c)) == chr(c):
            second.update(map(ord, seq[1:]))

    def known(c):
        if c in second or nfd.normalize_str(chr(c)) != chr(c) or c == 0x345:
            return True
        return nfd.normalize_str("a\u0345" + chr(c)) != "a\u0345" + chr(c)

    yield "normal", known
    yield "compat", lambda c: nfkd.normalize_str(chr(c)) != nfd.normalize_str(chr(c))


def ranges(points):
    out, start, last = [], None, None
    for c in points:
        if start is not None and c == last + 1:
            last = c
            continue
        if start is not None:
            out.append((start, last))
        start = last = c
    if start is not None:
        out.append((start, last))
    return " ".join(f"{a:x}" if a == b else f"{a:x}-{b:x}" for a, b in out)


def lower():
    """Mappings as first-last/step+delta, and those to several characters as c=d.d"""
    low = N.Lowercase()
    single, out = [], []
    for c in RUNES:
        to = low.normalize_str(chr(c))
        if to == chr(c):
            continue
        if len(to) == 1:
            single.append((c, ord(to) - c))
        else:
            out.append(f"{c:x}=" + ".".join(f"{ord(d):x}" for d in to))
    i = 0
    while i < len(single):
        c, delta = single[i]
        step, j = 1, i
        if i + 1 < len(single) and single[i + 1][1] == delta and single[i + 1][0] - c in (1, 2):
            step = single[i + 1][0] - c
            while j + 1 < len(single) and single[j + 1][1] == delta and single[j + 1][0] - single[j][0] == step:
                j += 1
        out.append(f"{c:x}-{single[j][0]:x}/{step}{delta:+d}")
        i = j + 1
    return " ".join(out)


def clusters(path):
    text = open(path, encoding="utf-8").read()
    body = text[text.index("const grapheme_cat_table"):]
    body = body[:body.index("];")]
    found = {}
    for a, b, cat in re.findall(r"'\\u\{([0-9a-f]+)\}',\s*'\\u\{([0-9a-f]+)\}',\s*GC_(\w+)", body):
        found.setdefault(cat, []).append((int(a, 16), int(b, 16)))
    linkers = re.search(r"fn is_incb_linker.*?\{(.*?)\}\n", text, re.S).group(1)
    found["Linker"] = [(int(a, 16),) * 2 for a in re.findall(r"u\{([0-9a-fA-F]+)\}", linkers)]
    for cat in sorted(found):
        yield "gc" + cat, " ".join(f"{a:x}" if a == b else f"{a:x}-{b:x}" for a, b in sorted(found[cat]))


def main():
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        out.write(f"# Written by bench/token/tables.py from tokenizers {tokenizers.__version__}: classes of code points, hexadecimal.\n")
        for name, test in classes():
            out.write(f"{name}: {ranges(c for c in RUNES if test(c))}\n")
        out.write(f"lower: {lower()}\n")
        for name, text in clusters(sys.argv[2]):
            out.write(f"{name}: {text}\n")


if __name__ == "__main__":
    main()
