"""Writes what bm25s scores invented texts: expect.py ../../index/internal/bm25/testdata/bm25s.json

Beside it stand the scores of the formula, written down here once more in plain Python.
"""

import json
import math
import random
import sys

import bm25s

K1, B = 1.2, 0.75


def formula(texts, query):
    n = len(texts)
    average = sum(map(len, texts)) / n
    scores = [0.0] * n
    for term in query:
        df = sum(term in text for text in texts)
        idf = math.log(1 + (n - df + 0.5) / (df + 0.5))
        for row, text in enumerate(texts):
            tf = text.count(term)
            scores[row] += idf * tf / (tf + K1 * (1 - B + B * len(text) / average))
    return scores


def main():
    draw = random.Random(5)
    words = [f"w{i}" for i in range(400)]
    weights = [1 / (i + 1) for i in range(400)]
    texts = [draw.choices(words, weights, k=draw.choice([1, 5, 12, 30, 30, 60, 300])) for _ in range(250)]
    queries = [draw.choices(words, weights, k=draw.randint(1, 8)) for _ in range(40)]
    index = bm25s.BM25(method="lucene", k1=K1, b=B, dtype="float64")
    index.index(texts, show_progress=False)
    known = {word for text in texts for word in text}
    queries = [[word for word in query if word in known] for query in queries]
    out = {
        "made_by": f"bench/bm25/expect.py with bm25s {bm25s.__version__}, method lucene",
        "texts": [" ".join(text) for text in texts],
        "queries": [" ".join(query) for query in queries],
        "bm25s": [[round(float(s), 7) for s in index.get_scores(query)] for query in queries],
        "formula": [[round(s, 7) for s in formula(texts, query)] for query in queries],
    }
    with open(sys.argv[1], "w", encoding="utf-8") as f:
        json.dump(out, f, separators=(",", ":"))
        f.write("\n")


main()
