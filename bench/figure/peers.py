"""What other tools say of answers, as they come from the package index.

Reads JSON lines of {"gold", "answer"}; prints a list of {"name", "accepted": a 0 or 1 for each line}.
Each tool gets gold and answer as they are printed. autoevals compares numbers, so it gets the last
number of each text, without commas; its score is taken for right from 0.99 on, which is 2 % off.
Usage: peers.py FILE
"""
import functools
import importlib.util
import json
import re
import sys
import warnings
from importlib.metadata import distribution, version

from autoevals.number import NumericDiff
from inspect_ai.scorer._common import match_str
from math_verify import parse, verify

LAST_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def harness(path):
    """A file of lm-evaluation-harness, read without the packages that the rest of it needs."""
    return distribution("lm_eval").locate_file("lm_eval/tasks/" + path)


def inspect_match(gold, answer):
    return match_str(answer, gold, location="end", numeric=True)[1]


def inspect_includes(gold, answer):
    return gold.casefold() in answer.casefold()


def load_jfinqa():
    spec = importlib.util.spec_from_file_location("jfinqa", harness("jfinqa/utils.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return lambda gold, answer: module.process_results({"answer": gold}, [answer])["numerical_match"] == 1


def load_gsm8k():
    """flexible-extract: its last match, then exact match after its regexes to ignore."""
    import yaml

    with open(harness("gsm8k/gsm8k.yaml"), encoding="utf-8") as f:
        task = yaml.safe_load(f)
    flexible = next(f for f in task["filter_list"] if f["name"] == "flexible-extract")["filter"][0]
    pattern = re.compile(flexible["regex_pattern"])
    ignored = task["metric_list"][0]["regexes_to_ignore"]

    def clean(text):
        for regex in ignored:
            text = re.sub(regex, "", text)
        return text.lower()

    def judge(gold, answer):
        found = pattern.findall(answer)
        last = next((m for m in found[-1] if m), "") if found else "[invalid]"
        return clean(last.strip()) == clean(gold)

    return judge


def autoevals(gold, answer):
    numbers = [LAST_NUMBER.findall(text.replace(",", "")) for text in (gold, answer)]
    if not all(numbers):
        return False
    want, got = (float(found[-1]) for found in numbers)
    return NumericDiff().eval(got, want).score >= 0.99


@functools.lru_cache(maxsize=None)
def expression(text):
    return parse(text, parsing_timeout=None)


def math_verify(gold, answer):
    return bool(verify(expression(gold), expression(answer), timeout_seconds=None))


def main(path):
    warnings.filterwarnings("ignore")
    rows = [json.loads(line) for line in open(path, encoding="utf-8")]
    tools = [
        (f"Inspect {version('inspect-ai')} `match(numeric=True)`", inspect_match),
        ("Inspect `includes`", inspect_includes),
        (f"lm-eval {version('lm-eval')} `jfinqa`", load_jfinqa()),
        ("lm-eval `gsm8k` flexible", load_gsm8k()),
        (f"autoevals {version('autoevals')} `NumericDiff`", autoevals),
        (f"math-verify {version('math-verify')}", math_verify),
    ]
    out = []
    for name, judge in tools:
        print(name, file=sys.stderr)
        verdicts = "".join("1" if judge(row["gold"], row["answer"]) else "0" for row in rows)
        out.append({"name": name, "accepted": verdicts})
    json.dump(out, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
