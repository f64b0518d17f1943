"""Writes sentences of the filings in a directory of data, one JSON text a line: texts.py DATA OUT COUNT

Sentences are cut simply; for tokenizers it does not matter where. They come in the order of a fixed shuffle.
"""
import gzip
import html
import json
import pathlib
import random
import re
import sys


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for v in value.values():
            yield from strings(v)
    elif isinstance(value, list):
        for v in value:
            yield from strings(v)


def texts(path):
    data = gzip.open(path).read() if path.suffix == ".gz" else path.read_bytes()
    text = data.decode("utf-8", "replace")
    name = path.name.removesuffix(".gz")
    if name.endswith((".jsonl", ".json")):
        for line in text.splitlines() if name.endswith(".jsonl") else [text]:
            try:
                yield from strings(json.loads(line))
            except ValueError:
                return
    elif name.endswith((".htm", ".html")):
        text = re.sub(r"(?is)<(script|style|ix:header)\b.*?</\1>", " ", text)
        yield html.unescape(re.sub(r"<[^>]{0,4000}>", "\n", text))
    elif name.endswith((".txt", ".md")):
        yield text


def main():
    data, out, count = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    found = {}
    for folder in ("edgar-items", "filings-10k", "equity-research", "filings", "filings-10q"):
        for path in sorted((data / folder).rglob("*")):
            if not path.is_file() or path.name == "README.md":
                continue
            for text in texts(path):
                for line in re.split(r"(?<=[.!?])\s+|\n\s*\n|\n(?=[A-Z(])", text):
                    if 20 <= len(line) <= 2000 and re.search(r"[A-Za-z]{3}", line):
                        found[line if len(found) % 10 == 0 else line.replace("\n", " ")] = True
    lines = sorted(found)
    random.Random(6).shuffle(lines)
    with open(out, "w", encoding="utf-8") as f:
        for line in lines[:count]:
            f.write(json.dumps(line, ensure_ascii=False) + "\n")
    print(f"{min(count, len(lines)):,} of {len(lines):,} sentences", file=sys.stderr)


if __name__ == "__main__":
    main()
