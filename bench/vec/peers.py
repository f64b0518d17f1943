"""Times faiss and numpy on the rows of a file: one line of JSON.

    python peers.py FILE ROWS DIM QUERIES K TIMES

What they take as processor and threads is the environment's business, and they say what they took.
"""
import json
import os
import sys
import time

import faiss
import numpy


def fastest(times, work):
    now, best = getattr(time, os.environ["CLOCK"]), float("inf")
    for _ in range(times):
        start = now()
        work()
        best = min(best, now() - start)
    return best


def main():
    path, (n, dim, count, k, times) = sys.argv[1], map(int, sys.argv[2:])
    threads = int(os.environ["OMP_NUM_THREADS"])
    rows = numpy.memmap(path, dtype=numpy.float32, mode="r", shape=(n + count, dim))
    queries = numpy.ascontiguousarray(rows[n:])
    index = faiss.IndexFlatIP(dim)
    for start in range(0, n, 50_000):
        index.add(rows[start : min(n, start + 50_000)])
    faiss.omp_set_num_threads(threads)
    if "BLAS_FROM" in os.environ:
        faiss.cvar.distance_compute_blas_threshold = int(os.environ["BLAS_FROM"])
    found = {}
    found["batch"] = fastest(times, lambda: index.search(queries, k))
    found["single"] = fastest(5 * times, lambda: index.search(queries[:1], k))
    _, ids = index.search(queries[:20], k)
    found["ids"] = ids.tolist()
    part = numpy.ascontiguousarray(rows[:20_000])
    scores = numpy.empty((count, len(part)), dtype=numpy.float32)
    took = fastest(4 * times, lambda: numpy.matmul(queries, part.T, out=scores))
    found["sgemm"] = took * n / len(part)
    found["faiss"], found["numpy"] = faiss.__version__, numpy.__version__
    print(json.dumps(found))


main()
