"""Puts parts of tokenizers together at random, and compares what Go makes of hard texts with the package:
mixed.py MODELS GO COUNT [SEED]
"""
import json
import pathlib
import random
import sys
import tempfile

from tokenizers import Tokenizer

from compare import compare, torture


def normalizer(pick, charsmaps):
    return pick.choice([
        lambda: {"type": "BertNormalizer", "clean_text": pick.random() < 0.5, "handle_chinese_chars": pick.random() < 0.5,
                 "strip_accents": pick.choice([None, True, False]), "lowercase": pick.random() < 0.5},
        lambda: {"type": pick.choice(["NFC", "NFD", "NFKC", "NFKD", "Lowercase", "StripAccents", "Nmt", "ByteLevel"])},
        lambda: {"type": "Strip", "strip_left": pick.random() < 0.5, "strip_right": pick.random() < 0.7},
        lambda: {"type": "Replace", "pattern": pick.choice([{"String": pick.choice([" ", "a", "ss", "é", "\u0301", ".", "``"])}, {"Regex": pick.choice([" {2,}", r"\s+", r"\s", " +", r"\n{2,}"])}]),
                 "content": pick.choice(["", " ", "▁", "xy", "é"])},
        lambda: {"type": "Prepend", "prepend": pick.choice(["▁", " ", "ab", "é"])},
        lambda: {"type": "Precompiled", "precompiled_charsmap": pick.choice(charsmaps)},
    ])()


def cutter(pick, patterns):
    behavior = lambda: pick.choice(["Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"])  # noqa: E731
    return pick.choice([
        lambda: {"type": pick.choice(["BertPreTokenizer", "Whitespace", "WhitespaceSplit"])},
        lambda: {"type": "Digits", "individual_digits": pick.random() < 0.5},
        lambda: {"type": "Punctuation", "behavior": behavior()},
        lambda: {"type": "CharDelimiterSplit", "delimiter": pick.choice("e. ")},
        lambda: {"type": "ByteLevel", "add_prefix_space": pick.random() < 0.5, "trim_offsets": True, "use_regex": pick.random() < 0.6},
        lambda: {"type": "Metaspace", "replacement": pick.choice("▁_"), "prepend_scheme": pick.choice(["always", "first", "never"]), "split": pick.random() < 0.6},
        lambda: {"type": "Split", "pattern": pick.choice([{"String": pick.choice(["e", " ", "of", "é"])}, {"Regex": pick.choice(patterns)}]), "behavior": behavior(), "invert": pick.random() < 0.4},
    ])()


def added(pick, first):
    for i, content in enumerate(pick.sample(["Net", "sales", "é", "Net Income", "<mask>", "12", " a", "§§", "E B"], pick.randint(0, 5))):
        yield {"id": first + i, "content": content, "special": pick.random() < 0.5, **{k: pick.random() < 0.4 for k in ("single_word", "lstrip", "rstrip", "normalized")}}


def processor(pick):
    trims = {"trim_offsets": pick.random() < 0.7, "add_prefix_space": pick.random() < 0.5}
    return pick.choice([None, {"type": "ByteLevel", "use_regex": True, **trims}, {"type": "BertProcessing", "sep": ["x", 3], "cls": ["y", 2]},
                        {"type": "RobertaProcessing", "sep": ["x", 3], "cls": ["y", 2], **trims}])


def main():
    models, go, count = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    pick = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    files = [json.loads(f.read_text()) for f in sorted(models.glob("*/tokenizer.json"))]
    charsmaps = sorted({n["precompiled_charsmap"] for f in files if f["normalizer"] for n in f["normalizer"].get("normalizers", []) if n["type"] == "Precompiled"})
    patterns = sorted({p["pattern"]["Regex"] for f in files if f["pre_tokenizer"] for p in f["pre_tokenizer"].get("pretokenizers", []) if "Regex" in p.get("pattern", {})})
    hard = list(torture())
    with tempfile.TemporaryDirectory() as work:
        for i in range(count):
            model = pick.choice(files)["model"]
            raw = {"version": "1.0", "truncation": None, "padding": None, "added_tokens": list(added(pick, len(model["vocab"]))), "decoder": None, "model": model,
                   "normalizer": {"type": "Sequence", "normalizers": [normalizer(pick, charsmaps) for _ in range(pick.randint(0, 3))]},
                   "pre_tokenizer": {"type": "Sequence", "pretokenizers": [cutter(pick, patterns) for _ in range(pick.randint(0, 3))]},
                   "post_processor": processor(pick)}
            path = pathlib.Path(work) / "tokenizer.json"
            path.write_text(json.dumps(raw))
            try:
                t = Tokenizer.from_file(str(path))
            except BaseException as refused:  # added tokens that become one
                print("refused:", str(refused)[:100], file=sys.stderr)
                continue
            parts = [n["type"] for n in raw["normalizer"]["normalizers"]] + ["|"] + [n["type"] for n in raw["pre_tokenizer"]["pretokenizers"]] + ["|", model["type"]]
            texts = pick.sample(hard[-62000:], 700) + pick.sample(hard, 100) + pick.sample(hard[-2000:-60], 200)
            compare(str(i), " ".join(parts), t, texts, [go, "-model", work], [], show=1)


if __name__ == "__main__":
    main()
