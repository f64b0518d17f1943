"""Reads {"texts": [...], "by_line": bool} and writes {"seconds": s, "spans": [[[start, end], ...], ...]}.

Offsets are UTF-8 bytes. The seconds are processor time.
"""

import json
import sys
import time

import pysbd


def spans_of(segmenter, text, offset):
    """Yield the byte spans of a text's sentences, whose first byte is at offset.

    pysbd returns pieces of the text in order; its own character spans are wrong where a sentence
    occurs twice, so the pieces are looked for from where the last one ended.
    """
    at, at_bytes = 0, offset
    for piece in segmenter.segment(text):
        piece = piece.strip()
        found = text.find(piece, at) if piece else -1
        if found < 0:
            continue
        start = at_bytes + len(text[at:found].encode())
        end = start + len(piece.encode())
        yield start, end
        at, at_bytes = found + len(piece), end


def main():
    job = json.load(sys.stdin)
    segmenter = pysbd.Segmenter(language="en", clean=False)
    began = time.process_time()
    answer = []
    for text in job["texts"]:
        spans, offset = [], 0
        for line in text.split("\n") if job["by_line"] else [text]:
            spans.extend(spans_of(segmenter, line, offset))
            offset += len(line.encode()) + 1
        answer.append(spans)
    seconds = time.process_time() - began
    json.dump({"seconds": seconds, "spans": answer}, sys.stdout)


main()
