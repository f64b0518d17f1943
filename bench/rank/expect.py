"""Rankings with what trec_eval, ir_measures and ranx make of them, for the tests of measure/rank.

    python -m venv /tmp/rank && /tmp/rank/bin/pip install pytrec-eval-terrier==0.5.11 ir_measures==0.4.3 ranx==0.3.21
    /tmp/rank/bin/python bench/rank/expect.py ../shared/data measure/rank/testdata

Each set is a qrels file, a run without ties, a run with ties, and per run a table of values by query.
What is written are identifiers and numbers: no text of the data.
"""
import csv
import gzip
import io
import json
import math
import pathlib
import random
import re
import sys
from collections import Counter

import ir_measures
import numpy as np
import pytrec_eval
import ranx

CUTS = (1, 3, 5, 10, 30, 100)
TOP = 50

# Our name of a measure by trec_eval's.
TREC = {"map": "map", "ndcg": "ndcg", "recip_rank": "mrr", "Rprec": "rprec", "bpref": "bpref",
        "set_recall": "recall", "set_P": "precision"}
for name, ours in (("map_cut", "map"), ("ndcg_cut", "ndcg"), ("P", "precision"), ("recall", "recall"), ("success", "hit")):
    for k in CUTS:
        TREC[f"{name}_{k}"] = f"{ours}@{k}"


def words(text):
    return re.findall(r"[a-z0-9]+", text.lower())


class Lexical:
    """Documents ranked by the rarity of the words they share with a query."""

    def __init__(self, docs):
        self.docs = {d: Counter(words(t)) for d, t in docs.items()}
        df = Counter(w for c in self.docs.values() for w in c)
        self.idf = {w: math.log(1 + len(docs) / n) for w, n in df.items()}

    def weighted(self, query):
        q = sorted(set(words(query)))  # sums of floats depend on their order
        scored = {d: sum(self.idf[w] * (1 + math.log(c[w])) for w in q if w in c) / math.sqrt(1 + sum(c.values()))
                  for d, c in self.docs.items()}
        return strict(dict(sorted(scored.items(), key=lambda x: (-x[1], x[0]))[:TOP]))

    def counted(self, query):
        q = sorted(set(words(query)))
        scored = {d: float(sum(w in c for w in q)) for d, c in self.docs.items()}
        return dict(sorted(scored.items(), key=lambda x: (-x[1], x[0]))[:TOP])


def strict(scored):
    """The same ranking with scores that differ as 32-bit floats, in which pytrec_eval compares them."""
    out, last = {}, np.float32(np.inf)
    for doc, score in sorted(scored.items(), key=lambda x: (-x[1], x[0])):
        last = min(np.float32(score), np.nextafter(last, np.float32(-np.inf)))
        out[doc] = float(f"{last:.9g}")
    return out


def finsights(data):
    docs = {}
    for name in ("goldp3_v3_trend_bundles.json", "goldp3_v4_cross_company_bundles.json"):
        for bundle in json.loads((data / "finsights" / name).read_text()):
            for s in bundle.get("sentences", []) + bundle.get("company_sentences", []):
                docs[s["sentenceID"]] = s["sentence_text"]
    section = lambda d: d.rsplit("_", 1)[0]
    qrels, queries = {}, {}
    for q in json.loads((data / "finsights" / "p3_gold_test_suite_31q.json").read_text()):
        queries[q["question_id"]] = q["question_text"]
        gold = set(q["evidence_sentence_ids"])
        near = {d: 1 for d in docs if section(d) in map(section, gold)}
        qrels[q["question_id"]] = near | {d: 3 for d in gold}
    return qrels, queries, docs


def kgrag(data):
    pages, chunks = {}, {}
    for path in sorted((data / "kg-rag-10q" / "text").glob("*.txt")):
        for i, page in enumerate(path.read_text(errors="replace").split("\f")):
            doc = f"{path.stem.replace(' ', '_')}_{i}"
            pages[doc], chunks[doc] = page, path.stem
    qrels, queries = {}, {}
    with open(data / "kg-rag-10q" / "qna_data_aapl_amzn_nvda.csv", newline="") as f:
        for i, row in enumerate(csv.DictReader(f)):
            figures = set(re.findall(r"\d[\d,.]{3,}\d", row["Answer"]))
            of = {}
            for doc, page in pages.items():
                if chunks[doc] in row["Answer"]:
                    of[doc] = 1 + min(3, sum(f in page for f in figures))
            if of:
                queries[f"kg{i}"], qrels[f"kg{i}"] = row["Question"], of
    return qrels, queries, pages


def financebench(data):
    pages, names, rows = {}, {}, []
    for line in (data / "financebench" / "financebench_open_source_102.jsonl").read_text().splitlines():
        rows.append(json.loads(line))
        for e in rows[-1]["evidence"]:
            doc = f"{e['doc_name']}_{e['evidence_page_num']}"
            pages[doc], names[doc] = e["evidence_text_full_page"], e["doc_name"]
    qrels, queries = {}, {}
    for q in rows:
        queries[q["financebench_id"]] = q["question"]
        gold = {f"{e['doc_name']}_{e['evidence_page_num']}" for e in q["evidence"]}
        company = q["doc_name"].split("_")[0]
        qrels[q["financebench_id"]] = {d: 2 if d in gold else int(names[d] == q["doc_name"])
                                       for d in pages if d in gold or names[d].startswith(company)}
    return qrels, queries, pages


def seeded():
    """Graded judgments of every kind: unjudged, withdrawn, without relevant ones, queries on one side only."""
    r = random.Random(20261121)
    qrels, free, tied = {}, {}, {}
    for i in range(400):
        q, docs = f"q{i}", [f"d{r.randrange(10**6)}" for _ in range(r.choice((1, 2, 5, 20, 80)))]
        docs = sorted(set(docs))
        top = r.choice((0, 1, 1, 2, 4))
        judged = {d: r.randint(-1, top) for d in docs if r.random() < 0.7}
        judged |= {f"e{j}": r.randint(0, top) for j in range(r.choice((0, 1, 4, 30)))}
        if judged and i % 40 != 7:
            qrels[q] = judged
        if i % 40 != 9:
            free[q] = strict({d: r.gauss(0, 3) for d in docs})
            levels = r.choice((1, 2, 3, 8))
            tied[q] = {d: float(r.randint(-levels, levels)) / 2 for d in docs}
    return qrels, free, tied


def trec_eval(qrels, run, level):
    names = {"map", "ndcg", "recip_rank", "Rprec", "bpref", "set_recall", "set_P"}
    names |= {f"{m}.{','.join(map(str, CUTS))}" for m in ("map_cut", "ndcg_cut", "P", "recall", "success")}
    found = pytrec_eval.RelevanceEvaluator(qrels, names, relevance_level=level).evaluate(run)
    return {q: {TREC[m]: v for m, v in of.items() if m in TREC} for q, of in found.items()}


def others(qrels, run):
    """What trec_eval lacks: MRR@k and judged@k of ir_measures, nDCG with exponential gain of ranx."""
    values = {}
    ms = {f"mrr@{k}": ir_measures.parse_measure(f"RR@{k}") for k in CUTS}
    ms |= {f"judged@{k}": ir_measures.parse_measure(f"Judged@{k}") for k in CUTS}
    ours = {m: name for name, m in ms.items()}
    known = {q: run[q] for q in run if q in qrels}
    # A grade below 0 means not judged to trec_eval, which ir_measures does not know.
    graded = {q: {d: g for d, g in of.items() if g >= 0} for q, of in qrels.items()}
    graded = {q: of for q, of in graded.items() if of}
    for m in ir_measures.iter_calc(list(ms.values()), graded, known):
        values.setdefault(m.query_id, {})[ours[m.measure]] = m.value
    # ranx knows no grades below 0 and no queries without relevant documents.
    judged = {q: {d: g for d, g in of.items() if g > 0} for q, of in qrels.items() if q in run}
    judged = {q: of for q, of in judged.items() if of}
    names = [f"ndcg_burges@{k}" for k in CUTS]
    got = ranx.Run({q: run[q] for q in judged})
    ranx.evaluate(ranx.Qrels(judged), got, names, return_mean=False)
    for name, of in got.scores.items():
        for q, v in of.items():
            values[q][name.replace("ndcg_burges", "ndcg-exp")] = float(v)
    return values


def save(path, text):
    buf = io.BytesIO()
    with gzip.GzipFile(fileobj=buf, mode="wb", mtime=0) as f:
        f.write(text.encode())
    path.write_bytes(buf.getvalue())


def save_values(path, values):
    columns = sorted({m for of in values.values() for m in of})
    lines = ["\t".join(["query"] + columns)]
    for q in sorted(values):
        lines.append("\t".join([q] + [f"{values[q][m]:.13g}" if m in values[q] else "" for m in columns]))
    save(path, "\n".join(lines) + "\n")


def save_set(out, name, qrels, free, tied):
    save(out / f"{name}.qrels.gz", "".join(f"{q} 0 {d} {g}\n" for q in qrels for d, g in sorted(qrels[q].items())))
    for kind, run in (("free", free), ("tied", tied)):
        lines = []
        for q, of in run.items():
            ranked = sorted(sorted(of.items(), reverse=True), key=lambda x: -x[1])
            lines += [f"{q} Q0 {d} {i + 1} {s!r} {kind}\n" for i, (d, s) in enumerate(ranked)]
        random.Random(1).shuffle(lines)
        save(out / f"{name}.{kind}.run.gz", "".join(lines))
    values = trec_eval(qrels, free, 1)
    for q, of in others(qrels, free).items():
        if q in values:  # ir_measures gives zeros to queries that the run lacks
            values[q] |= of
    save_values(out / f"{name}.free.values.gz", values)
    save_values(out / f"{name}.tied.values.gz", trec_eval(qrels, tied, 1))
    save_values(out / f"{name}.level2.values.gz", trec_eval(qrels, tied, 2))
    print(f"{name}: {len(qrels)} judged queries, {len(free)} in the runs, {sum(map(len, free.values()))} hits")


def main():
    data, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    save_set(out, "seeded", *seeded())
    for name, load in (("finsights", finsights), ("kgrag", kgrag), ("financebench", financebench)):
        qrels, queries, docs = load(data)
        by = Lexical(docs)
        # Judgments of documents that were not retrieved count, not those of the whole corpus.
        free = {q: by.weighted(text) for q, text in queries.items()}
        tied = {q: by.counted(text) for q, text in queries.items()}
        save_set(out, name, qrels, free, tied)


main()
