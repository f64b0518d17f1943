"""Writes the expectations of the tests of lsa: python expect.py ../shared/data encode/lsa/testdata

sample.txt has the sentences of real filings with every word replaced by an invented one, always the same for
the same word, so that nothing can be read and all counts are real. expect.json has what scikit-learn makes of
them: inverse document frequencies, the singular values of the weights, and the first right singular vectors.
"""

import json
import pathlib
import random
import re
import sys

import numpy
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer

SENTENCES, DIMENSIONS, VECTORS = 1200, 64, 8


def sentences(data):
    drawn = random.Random(5)
    found = []
    for line in (data / "edgar-items/edgar_corpus_shaped.jsonl").read_text().splitlines():
        row = json.loads(line)
        for name, text in row.items():
            if name.startswith("section_"):
                found += [s for s in re.split(r"(?<=[.])\s+", text or "") if 40 < len(s) < 400]
    return drawn.sample(found, SENTENCES)


def invented(number):
    letters = ""
    for _ in range(4):
        number, letter = divmod(number, 26)
        letters += chr(ord("a") + letter)
    return "q" + letters


def main(data, to):
    real = [re.findall(r"[a-z]+", s.lower()) for s in sentences(data)]
    words = sorted({w for s in real for w in s})
    random.Random(6).shuffle(words)
    names = {w: invented(i) for i, w in enumerate(words)}
    texts = [" ".join(names[w] for w in s) for s in real]
    (to / "sample.txt").write_text("\n".join(texts) + "\n")
    weigher = TfidfVectorizer(token_pattern=r"[a-z]+", sublinear_tf=True, min_df=3, max_df=0.5)
    weights = weigher.fit_transform(texts)
    # arpack is exact; the randomised algorithm is what is tested.
    svd = TruncatedSVD(DIMENSIONS, algorithm="arpack").fit(weights)
    terms = weigher.get_feature_names_out()
    expected = {
        "terms": list(terms),
        "idf": [round(float(x), 7) for x in weigher.idf_],
        "total": float(weights.multiply(weights).sum()),
        "singular": [round(float(x), 7) for x in svd.singular_values_],
        "vectors": [[round(float(x), 6) for x in v] for v in svd.components_[:VECTORS]],
    }
    (to / "expect.json").write_text(json.dumps(expected, separators=(",", ":")) + "\n")
    print(len(texts), "sentences,", len(terms), "terms, singular values", svd.singular_values_[[0, 1, VECTORS - 1, VECTORS, -1]])


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
