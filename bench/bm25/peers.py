"""Measures bm25s or tantivy as main.go measures assay: peers.py build|query bm25s|tantivy SET LIMIT.

Both are given texts that are cut into terms already, one per line, and split them at blanks. The time to
read the file is in the figures of all.
"""

import json
import os
import resource
import shutil
import sys
import time
from itertools import islice

BEST = 30


def lines(path, limit):
    with open(path, encoding="utf-8") as f:
        for line in islice(f, limit):
            yield line.rstrip("\n")


class Bm25s:
    """bm25s with its numba backend, method lucene."""

    def build(self, folder, texts):
        import bm25s

        # Its own tokenizer, told to split at blanks and to leave all words in.
        tokenizer = bm25s.tokenization.Tokenizer(lower=False, splitter=str.split, stopwords=[], stemmer=None)
        ids = tokenizer.tokenize(list(texts), return_as="tuple", show_progress=False)
        index = bm25s.BM25(method="lucene", k1=1.2, b=0.75, backend="numba")
        index.index(ids, show_progress=False)
        index.save(folder + "/bm25s")

    def open(self, folder):
        import bm25s

        self.index = bm25s.BM25.load(folder + "/bm25s", mmap=False, load_corpus=False)
        self.index.backend = "numba"
        self.index.activate_numba_scorer()

    def ask(self, question):
        rows, scores = self.index.retrieve([question.split()], k=BEST, show_progress=False, n_threads=0)
        return [(int(r), float(s)) for r, s in zip(rows[0], scores[0]) if s > 0]


class Tantivy:
    """tantivy, texts not stored, frequencies kept."""

    def schema(self):
        import tantivy

        schema = tantivy.SchemaBuilder()
        schema.add_text_field("t", stored=False, tokenizer_name="blanks", index_option="freq")
        schema.add_integer_field("row", stored=False, indexed=False, fast=True)
        return schema.build()

    def register(self, index):
        import tantivy

        index.register_tokenizer("blanks", tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build())

    def build(self, folder, texts):
        import tantivy

        path = folder + "/tantivy"
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        index = tantivy.Index(self.schema(), path=path)
        self.register(index)
        writer = index.writer(heap_size=512 << 20)
        for row, text in enumerate(texts):
            writer.add_document(tantivy.Document(t=text, row=row))
        writer.commit()
        writer.wait_merging_threads()

    def open(self, folder):
        import tantivy

        self.index = tantivy.Index.open(folder + "/tantivy")
        self.register(self.index)
        self.index.reload()
        self.schema_ = self.index.schema
        self.searcher = self.index.searcher()

    def ask(self, question):
        import tantivy

        terms = [
            (tantivy.Occur.Should, tantivy.Query.term_query(self.schema_, "t", word, index_option="freq"))
            for word in question.split()
        ]
        hits = self.searcher.search(tantivy.Query.boolean_query(terms), BEST, count=False).hits
        self.last = hits
        return hits

    def rows(self, hits):
        values = self.searcher.fast_field_values("row", [address for _, address in hits])
        return [(int(v), float(s)) for v, (s, _) in zip(values, hits)]


ENGINES = {"bm25s": Bm25s, "tantivy": Tantivy}


def main():
    what, name, folder, limit = sys.argv[1:5]
    engine, limit = ENGINES[name](), int(limit)
    result = {}
    if what == "build":
        began = time.perf_counter()
        engine.build(folder, lines(folder + "/tokens", limit))
        result["seconds"] = time.perf_counter() - began
    else:
        began = time.perf_counter()
        engine.open(folder)
        result["open"] = (time.perf_counter() - began) * 1000
        result.update(times=[], cpus=[], rows=[], scores=[])
        for timed in (False, True):
            for question in lines(folder + "/asked", limit):
                began, cpu = time.perf_counter(), time.process_time()
                hits = engine.ask(question)
                if not timed:
                    continue
                result["times"].append((time.perf_counter() - began) * 1000)
                result["cpus"].append((time.process_time() - cpu) * 1000)
                if name == "tantivy":
                    hits = engine.rows(hits)
                result["rows"].append([r for r, _ in hits])
                result["scores"].append([s for _, s in hits])
    usage = resource.getrusage(resource.RUSAGE_SELF)
    result["peak"] = usage.ru_maxrss << 10
    result["cpu"] = usage.ru_utime + usage.ru_stime
    json.dump(result, sys.stdout)
    print()


main()
