"""Writes what TAT-QA's evaluator says of its sample prediction, question by question.

The evaluator is explainaboard's port of the published one, put back to what that does: whole numbers
stay whole, F1 is rounded to two digits, computed answers are right or wrong, and a prediction of
nothing or of the number 0 is no answer.
Usage: tatqa.py TATQA_FOLDER OUTPUT
"""
import hashlib
import importlib.util
import itertools
import json
import os
import re
import sys
from importlib.metadata import distribution, version

PORT = "explainaboard/metrics/auxiliary/qa_table_text_hybrid_auxiliary.py"
SCALES = (("hundred", 100), ("thousand", 1000), ("million", 1000000), ("billion", 1000000000), ("percent", 0.01))


def factor(word):
    return next((n for name, n in SCALES if name in word.lower()), 1)


def behind(text):
    found = re.search(r"[\d.]+\s?[a-zA-Z]+", text)
    return factor(found.group(0)) if found else 1


def evaluator():
    path = distribution("explainaboard").locate_file(PORT)
    spec = importlib.util.spec_from_file_location("tatqa_port", path)
    port = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(port)
    port.scale_to_num, port.word_scale_factor = factor, behind
    port.negative_num_factor = lambda text: -1 if re.search(r"\([\d.\s%]+\)", text) else 1
    port.percent_num_factor = lambda text: 0.01 if re.search(r"[\d.\s]+%", text.strip()) else 1
    return port


def measures(port, question, answer, scale):
    if not answer:
        return 0.0, 0.0
    kind, gold, gold_scale = port.extract_gold_answers(question)
    answers = answer if isinstance(answer, list) else [answer]
    forms = port.add_percent_pred(port.get_answer_str(answers, scale), scale, answers)
    values = []
    for form, want in itertools.product(forms, port.get_answer_str(gold, gold_scale)):
        (texts, bags), (wants, want_bags) = port._answer_to_bags(form), port._answer_to_bags(want)
        f1 = port._align_bags(bags, want_bags).mean()
        values.append((float(texts == wants), float(round(f1, 2))))
    exact, f1 = max(values)
    return exact, exact if kind in ("arithmetic", "count") else f1


def main(folder, out):
    port = evaluator()
    names = ("tatqa_dataset_dev.json", "sample_prediction.json")
    raw = [open(os.path.join(folder, name), "rb").read() for name in names]
    contexts, predictions = map(json.loads, raw)
    rows = []
    for context in contexts:
        for question in context["questions"]:
            answer, scale = predictions.get(question["uid"], (None, None))
            rows.append(measures(port, question, answer, scale))
    with open(out, "w", encoding="ascii") as f:
        json.dump({
            "versions": {"explainaboard": version("explainaboard"), "python": sys.version.split()[0]},
            "sha256": [hashlib.sha256(data).hexdigest() for data in raw],
            "em": "".join(str(int(em)) for em, _ in rows),
            "f1": [f1 for _, f1 in rows],
        }, f, separators=(",", ":"))
        f.write("\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
