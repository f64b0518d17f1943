"""Times rouge_score, sacreBLEU, SQuAD's script, difflib and TAT-QA's evaluator on JSON lines of {"gold", "answer"}.

Prints, of each column, the seconds of processor time a pair and the sum of the values, by which the
runs can be compared.
Usage: speed.py FILE
"""
import difflib
import json
import sys
import time

import sacrebleu
from rouge_score import rouge_scorer

from expect import SQUAD, TYPES

sys.path.append("../figure")
import tatqa


def timed(pairs, score):
    start = time.process_time()
    total = sum(score(gold, answer) for gold, answer in pairs)
    return (time.process_time() - start) / len(pairs), total


def main(path):
    pairs = [(row["gold"], row["answer"]) for row in map(json.loads, open(path, encoding="utf-8"))]
    plain = rouge_scorer.RougeScorer(TYPES, use_stemmer=False)
    stemmed = rouge_scorer.RougeScorer(TYPES, use_stemmer=True)
    port = tatqa.evaluator()

    def question(gold):
        return {"answer_type": "span", "answer": [gold], "scale": ""}

    bleu = sacrebleu.BLEU(effective_order=True)
    columns = {
        "exact-normal": SQUAD["compute_exact"],
        "f1": SQUAD["compute_f1"],
        "bleu": lambda g, a: bleu.sentence_score(a, [g]).score,
        "rouge": lambda g, a: sum(s.fmeasure for s in plain.score(g, a).values()),
        "rouge-stem": lambda g, a: sum(s.fmeasure for s in stemmed.score(g, a).values()),
        "ratcliff": lambda g, a: difflib.SequenceMatcher(None, g, a).ratio(),
        "tatqa": lambda g, a: sum(tatqa.measures(port, question(g), [a], "")),
    }
    json.dump({name: timed(pairs, score) for name, score in columns.items()}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
