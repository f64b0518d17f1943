"""Trains and embeds with scikit-learn what bench/lsa trains and embeds: python peer.py TEXTS"""

import sys
import time

import numpy
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer

with open(sys.argv[1], encoding="utf-8") as f:
    texts = [line.rstrip("\n") for line in f]
start = time.time()
weigher = TfidfVectorizer(sublinear_tf=True, min_df=2, max_df=0.5, max_features=65536, dtype=numpy.float32)
weights = weigher.fit_transform(texts)
weighed = time.time()
svd = TruncatedSVD(256, algorithm="randomized", random_state=0)
places = svd.fit_transform(weights)
placed = time.time()
squares = float((svd.singular_values_.astype(float) ** 2).sum() / weights.multiply(weights).sum())
print(f"weights {weighed - start:.1f} s, decomposition and places {placed - weighed:.1f} s, {squares:.3f} of the weights kept")
