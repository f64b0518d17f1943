"""Compares the ids, words and offsets of the Go tokenizer with the Python package's: compare.py TEXTS TOKENIZERS GO

Prints a row a tokenizer and set of texts: how many agree, and the ratio of speeds, both with one thread, by processor
time, in rounds that take turns.
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import time

os.environ["TOKENIZERS_PARALLELISM"] = "false"
from tokenizers import Tokenizer, models  # noqa: E402


def torture():
    """Every code point between letters, between spaces, and what is known to be hard."""
    for c in range(0x20000):
        if not 0xD800 <= c <= 0xDFFF:
            yield f"Net{chr(c)}s {chr(c)} 12{chr(c)}3"
    for c in range(0x20000, 0x110000, 64):
        yield "".join(f"a{chr(d)}" for d in range(c, c + 64))
    pick = random.Random(7)
    pools = [
        [*range(0x20, 0x7F)], [*range(0x00, 0x20), 0x7F, *range(0x80, 0xA0)], [*range(0xA0, 0x250)], [*range(0x300, 0x370), *range(0x1AB0, 0x1AC0)],
        [*range(0x590, 0x700)], [*range(0x900, 0xDF0)], [*range(0x1100, 0x1200), *range(0xAC00, 0xAC80), *range(0xD7B0, 0xD7FB)],
        [0x200B, 0x200C, 0x200D, 0x200E, 0x2060, 0xFEFF, 0xFFFD, 0xAD, 0x2581, 0x3000, 0xA0, 0x85, 0x2028, 0x1680, 0x180E],
        [*range(0x1F1E6, 0x1F200), *range(0x1F3FB, 0x1F400), *range(0x1F466, 0x1F46A), 0x2764, 0xFE0F, 0x200D, 0xA9, 0x2122, 0x20E3],
        [*range(0x3040, 0x3100), *range(0x4E00, 0x4E40), *range(0xF900, 0xF940), *range(0xFF00, 0xFFA0)],
        [*range(0x1E00, 0x2000)], [*range(0x2000, 0x2200), *range(0x2460, 0x24FF)], [0x0F71, 0x0F72, 0x0F74, 0x0F73, 0x0344, 0x0345, 0x1D15E, 0x1D165, 0x1D16D, 0x2126, 0x212B],
        [ord(c) for c in "ſ'sStTreEvVlLdDmM 's 't\n\r\t  --``''<mask>[MASK]<s></s>§§EBITDA10-KNetIncome"],
    ]
    for _ in range(60000):
        chosen = pick.sample(pools, pick.randint(1, 3))
        yield "".join(chr(pick.choice(pick.choice(chosen))) for _ in range(pick.randint(1, 24)))
    for word in ("<mask>", "[MASK]", "</s>", "<s>", "EBITDA", "10-K", "Net Income", "net income", "§§", "[UNK]", "<unk>", "<|end|>"):
        for before in ("", " ", "  ", "a", "é", "\u00a0", ".", "\n", word):
            for after in ("", " ", "  \t", "b", "é", "\u3000", ".", word + " "):
                yield before + word + after
    for n in (1, 99, 100, 101, 200, 5000):
        yield "a" * n
        yield "é" * n
        yield "x" + "\u0301" * n
        yield "\u0301" * n + "y"
        yield " " * n
        yield "中" * n
        yield " a" * n
        yield "\U0001F468\u200D" * n
    yield from ("", " ", "\n", "\u0301", "\ufffd", "\x00", "\u00ad")


def pairs(lines):
    pick = random.Random(8)
    return [[pick.choice(lines)[:pick.randint(0, 400)], pick.choice(lines)[:pick.randint(0, 400)]] for _ in range(3000)]


def byte_offsets(text):
    at, places = 0, [0]
    for c in text:
        at += len(c.encode())
        places.append(at)
    return places


def expect(tokenizer, texts, special):
    for text in texts:
        try:
            e = tokenizer.encode(*([text] if isinstance(text, str) else text), add_special_tokens=special)
        except BaseException as failure:  # a panic of the library
            yield text, repr(failure)
            continue
        places = [byte_offsets(t) for t in ([text] if isinstance(text, str) else text)]
        offsets = []
        for (a, b), s in zip(e.offsets, e.sequence_ids):
            offsets.append([0, 0] if s is None else [places[s][a], places[s][b]])
        yield text, [e.ids, e.type_ids, [-1 if w is None else w for w in e.word_ids], offsets]


def compare(name, what, tokenizer, texts, go, options, special=True, show=3):
    lines = "\n".join(json.dumps(t) for t in texts)
    out = subprocess.run([*go, *options], input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(out) == len(texts), (len(out), len(texts))
    same, places, refused = 0, 0, 0
    for (text, want), line in zip(expect(tokenizer, texts, special), out):
        if isinstance(want, str):
            refused += 1
            continue
        got = json.loads(line)
        if got[:2] == want[:2]:
            same += 1
        elif show > 0:
            show -= 1
            print("   differs:", json.dumps(text)[:300], "\n     want", want[0][:40], want[1][:40] if got[0] == want[0] else "", "\n     got ", got[0][:40], got[1][:40] if got[0] == want[0] else "", file=sys.stderr)
        if got == want:
            places += 1
        elif got[:2] == want[:2] and show > 0:
            show -= 1
            print("   places:", json.dumps(text)[:200], "\n     want", want[2:], "\n     got ", got[2:], file=sys.stderr)
    n = len(texts) - refused
    print(f"| {name} | {what} | {same:,} / {n:,} | {places:,} / {n:,} |" + (f" {refused} that the package refuses |" if refused else " |"), flush=True)


def speed(name, tokenizer, texts, go, rounds=3):
    lines = "\n".join(json.dumps(t) for t in texts)
    mine, theirs, tokens = [], [], 0
    for _ in range(rounds):
        out = subprocess.run([*go, "-repeat", "2"], input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
        mine.append(min(float(line.split()[0]) for line in out))
        tokens = int(out[-1].split()[2])
        for _ in range(2):
            from_ = time.process_time()
            for text in texts:
                tokenizer.encode_batch_fast([text])
            theirs.append(time.process_time() - from_)
    print(f"| {name} | speed | {tokens / min(mine) / 1e6:.2f} M tokens/s | {min(theirs) / min(mine):.2f} × the package's {tokens / min(theirs) / 1e6:.2f} |", flush=True)


def main():
    lines = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
    root, only = pathlib.Path(sys.argv[2]), sys.argv[4:]
    hard = list(torture())
    twos = pairs(lines)
    print("| tokenizer | texts | ids and types agree | and words and offsets |\n| --- | --- | --- | --- |")
    for directory in sorted(root.iterdir()):
        if not directory.is_dir() or only and directory.name not in only:
            continue
        like = directory / "like"
        source = root / like.read_text() if like.exists() else directory
        t = Tokenizer.from_file(str(source / "tokenizer.json"))
        if (directory / "exact.json").exists():
            t.model = models.Unigram([tuple(x) for x in json.loads((directory / "exact.json").read_text())], unk_id=3)
        t.no_padding()
        t.no_truncation()
        go = [sys.argv[3], "-model", str(directory)]
        compare(directory.name, "sentences", t, lines, go, [])
        compare(directory.name, "hard", t, hard, go, [])
        compare(directory.name, "pairs, bare", t, twos, go, ["-bare"], special=False)
        for i, strategy in enumerate(("longest_first", "only_first", "only_second")):
            t.enable_truncation(64, strategy=strategy)
            compare(directory.name, "pairs, " + strategy, t, twos, go, ["-length", "64", "-strategy", str(i)])
        t.enable_truncation(17)
        compare(directory.name, "cut to 17", t, lines[:20000], go, ["-length", "17"])
        t.no_truncation()
        speed(directory.name, t, lines[:20000], go)


if __name__ == "__main__":
    main()
