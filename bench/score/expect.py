"""Writes the values that rouge_score, sacreBLEU, SQuAD's script and difflib give to pairs of texts.

Of real texts only places, hashes and values are written: a place is [file, pointer, start, end], the
pointer through the JSON (line first, if the file is JSON lines), the offsets bytes of its UTF-8.
Usage: expect.py DATA OUT, with DATA the directory of real texts and OUT that of the test data.
"""
import ast
import collections
import difflib
import glob
import gzip
import hashlib
import importlib.util
import json
import os
import re
import string
import sys
from importlib.metadata import version

import sacrebleu
from rouge_score import rouge_scorer, tokenize
from nltk.stem.porter import PorterStemmer

from invented import PAIRS

TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
PLAIN = rouge_scorer.RougeScorer(TYPES, use_stemmer=False)
STEMMED = rouge_scorer.RougeScorer(TYPES, use_stemmer=True)
COLUMNS = ["exact-normal", "f1", "bleu"] + TYPES + [t + "-stem" for t in TYPES] + ["ratcliff"]


def squad_functions():
    """The functions of SQuAD's script as transformers ships them, without the rest of transformers."""
    root = importlib.util.find_spec("transformers").submodule_search_locations[0]
    path = os.path.join(root, "data", "metrics", "squad_metrics.py")
    wanted = {"normalize_answer", "get_tokens", "compute_exact", "compute_f1"}
    tree = ast.parse(open(path).read())
    tree.body = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name in wanted]
    scope = {"re": re, "string": string, "collections": collections}
    exec(compile(tree, path, "exec"), scope)
    return scope


SQUAD = squad_functions()


def values(golds, answer):
    """Every column: the best of the golds, for BLEU all of them at once."""
    best = lambda f: max(f(g) for g in golds)
    out = [best(lambda g: SQUAD["compute_exact"](g, answer)), best(lambda g: SQUAD["compute_f1"](g, answer)),
           sacrebleu.sentence_bleu(answer, golds).score]
    for scorer in (PLAIN, STEMMED):
        scores = scorer.score_multi(golds, answer)
        out += [scores[t].fmeasure for t in TYPES]
    out.append(best(lambda g: difflib.SequenceMatcher(None, g, answer).ratio()))
    return [round(float(v), 10) for v in out]


class Texts:
    """The files of real texts, read once, and the places in them."""

    def __init__(self, root):
        self.root, self.names, self.loaded = root, [], {}

    def load(self, name):
        if name not in self.loaded:
            raw = open(os.path.join(self.root, name), encoding="utf-8", newline="").read()
            if name.endswith(".jsonl"):
                self.loaded[name] = [json.loads(l) for l in raw.split("\n") if l.strip()]
            elif name.endswith(".json"):
                self.loaded[name] = json.loads(raw)
            else:
                self.loaded[name] = raw
            self.names.append(name)
        return self.loaded[name]

    def place(self, name, *path, start=0, end=None):
        """A place and its text, or None if there is no text there."""
        node = self.load(name)
        for key in path:
            try:
                node = node[key]
            except (IndexError, KeyError, TypeError):
                return None
        if not isinstance(node, str):
            return None
        data = node.encode("utf-8", "surrogatepass")
        cut = data[start:len(data) if end is None else end]
        cut = cut.decode("utf-8", "ignore")
        start = data.find(cut.encode(), start) if cut else start
        stop = start + len(cut.encode())
        pointer = "".join("/" + str(key) for key in path)
        return [self.names.index(name), pointer, start, stop], cut


def pairs(texts):
    """Yields (set, golds, answer), each text with its place."""
    root = texts.root
    listed = lambda pattern: sorted(os.path.relpath(p, root) for p in glob.glob(os.path.join(root, pattern)))
    results = listed("financebench/results/*.jsonl")
    gold_of, answers_of = {}, collections.defaultdict(list)
    for name in results:
        for i, row in enumerate(texts.load(name)):
            gold, answer = texts.place(name, i, "gold_answer"), texts.place(name, i, "model_answer")
            if gold and answer:
                yield "financebench", [gold], answer
                gold_of[row["financebench_id"]] = gold
                answers_of[row["financebench_id"]].append(answer)
    for case in sorted(answers_of):
        answers = answers_of[case]
        for k in range(0, len(answers) - 2, 3):
            yield "several-golds", [gold_of[case], answers[k], answers[k + 1]], answers[k + 2]
    for k, name in enumerate(listed("finqa/model_runs/*.jsonl")):
        gold, answer = [("question", "raw_output"), ("gold_text", "final_answer_text"),
                        ("gold_text", "raw_output"), ("question", "final_answer_text")][k % 4]
        for i in range(len(texts.load(name))):
            g, a = texts.place(name, i, gold), texts.place(name, i, answer)
            if g and a:
                yield "finqa", [g], a
    gold, sample = "tatqa/tatqa_dataset_dev.json", "tatqa/sample_prediction.json"
    for i, context in enumerate(texts.load(gold)):
        for j, question in enumerate(context["questions"]):
            path = (i, "questions", j, "answer") + ((0,) if isinstance(question["answer"], list) else ())
            uid = question["uid"]
            deep = (uid, 0, 0) if isinstance(texts.load(sample).get(uid, [""])[0], list) else (uid, 0)
            g, a = texts.place(gold, *path), texts.place(sample, *deep)
            if g and a:
                yield "tatqa", [g], a
    bundles = "finsights/goldp3_v3_trend_bundles.json"
    for i, bundle in enumerate(texts.load(bundles)):
        for j in range(0, min(6, len(bundle["sentences"]) - 1), 2):
            yield "sentences", [texts.place(bundles, i, "sentences", j, "sentence_text")], \
                texts.place(bundles, i, "sentences", j + 1, "sentence_text")
    for name in listed("equity-research/reports/oai/*.txt"):
        for other in ("perplexity", "xai", "gemini"):
            beside = name.replace("/oai/", "/" + other + "/")
            if os.path.exists(os.path.join(root, beside)):
                yield "reports", [texts.place(name, end=4000)], texts.place(beside, start=1500, end=6500)
    items = listed("edgar-items/items/*.json")
    for name, later in zip(items, items[1:]):
        if name.split("/")[-1].split("_")[0] != later.split("/")[-1].split("_")[0]:
            continue
        for item in ("item_7", "item_1A"):
            g = texts.place(name, item, start=2000, end=12000)
            a = texts.place(later, item, start=2000, end=12000)
            if g and a and len(g[1]) > 5000 and len(a[1]) > 5000:
                yield "filings", [g], a
    for name in items[:12]:
        text = texts.place(name, "item_1", end=300)
        if text:
            nothing = texts.place(name, "item_1", end=0)
            yield "empty", [text], nothing
            yield "empty", [nothing], text


def stems(texts):
    """Yields, for each file of filings, how many different tokens it has and a hash of their stems."""
    stemmer = PorterStemmer()
    for name in [n for n in texts.names if n.startswith("edgar-items/")]:
        words = set()
        for key, text in sorted(texts.load(name).items()):
            if key.startswith("item_") and isinstance(text, str):
                words.update(tokenize.tokenize(text, None))
        lines = "".join(f"{w} {stemmer.stem(w) if len(w) > 3 else w}\n" for w in sorted(words))
        yield {"file": texts.names.index(name), "words": len(words),
               "sha256": hashlib.sha256(lines.encode()).hexdigest()[:16]}


def digest(text):
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def corpus(rows):
    """Corpus BLEU by set, of the texts as they come."""
    sets = collections.defaultdict(list)
    for name, golds, answer in rows:
        if len(golds) == 1 or name == "several-golds":
            sets[name].append(([g[1] for g in golds], answer[1]))
    for name, cases in sorted(sets.items()):
        metric = sacrebleu.BLEU()
        score = metric.corpus_score([a for _, a in cases], [list(r) for r in zip(*[g for g, _ in cases])])
        yield {"set": name, "answers": len(cases), "bleu": round(score.score, 10),
               "signature": str(metric.get_signature())}


def main(data, out):
    texts = Texts(data)
    rows = list(pairs(texts))
    body = []
    for n, (name, golds, answer) in enumerate(rows):
        body.append({"set": name, "gold": [g[0] for g in golds], "answer": answer[0],
                     "sha256": [digest(t[1]) for t in golds + [answer]],
                     "values": values([g[1] for g in golds], answer[1])})
        if n % 500 == 0:
            print(n, "of", len(rows), file=sys.stderr, flush=True)
    versions = {p: version(p) for p in ("rouge-score", "nltk", "sacrebleu", "transformers")}
    versions["python"] = sys.version.split()[0]
    head = {"versions": versions, "columns": COLUMNS, "files": texts.names, "corpus": list(corpus(rows)),
            "stems": list(stems(texts)), "pairs": len(body)}
    os.makedirs(out, exist_ok=True)
    with open(os.path.join(out, "pairs.jsonl.gz"), "wb") as raw:
        with gzip.GzipFile(fileobj=raw, mode="wb", mtime=0, filename="") as f:
            for line in [head] + body:
                f.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
    table = {"versions": versions, "columns": COLUMNS,
             "pairs": [{"gold": g, "answer": a, "values": values(g, a)} for g, a in PAIRS]}
    with open(os.path.join(out, "invented.json"), "w") as f:
        json.dump(table, f, indent=1, ensure_ascii=True)
        f.write("\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
