"""Writes internal/token/testdata: tiny tokenizers of every kind, trained on sentences that are invented here, and what
the Python package makes of ugly texts: expect.py TESTDATA
"""
import itertools
import json
import os
import pathlib
import random
import shutil
import sys
import tempfile

os.environ["TOKENIZERS_PARALLELISM"] = "false"
from tokenizers import Tokenizer, models  # noqa: E402

import compare  # noqa: E402
from train import Kitchen  # noqa: E402

WHO = ["Tarn Mills", "Orlo & Pike Co.", "the Company", "Quellwater plc", "Bryce-Halden N.V.", "our subsidiary in Møn", "Société Vaugrain"]
DID = ["reported net sales of", "wrote down inventories by", "hasn't recognized", "repaid notes of", "expects (as of year-end) capital outlays near"]
SUM = ["$1,204.5 million", "€ 37,9 million", "12.4% of revenue", "(1,906) thousand", "£3m", "nil", "¥ 880 billion"]
WHEN = ["in fiscal 2031.", "during the third quarter;", "at December 31, 2029 – see Note 7.", "“before” the merger.", "since it's opened…"]

# SentencePiece rules of our own: wide letters, a ligature, a fraction, marks that join, what goes away.
RULES = [("FF21", "41"), ("FF22", "42"), ("FF43", "63"), ("FB01", "66 69"), ("BD", "31 2044 32"), ("65 301", "E9"), ("61 30A", "E5"),
         ("9", "20"), ("A", "20"), ("D", "20"), ("A0", "20"), ("3000", "20"), ("200B", ""), ("AD", ""), ("2026", "2E 2E 2E"), ("958", "915 93C"), ("2122", "54 4D")]

UGLY = [
    "", " ", "\n", "\t \r\n", "a", "Net sales of $1,204.5 million", "  leading and trailing  ", "HASN'T hasn’t Hasn'T it'S we'll I'D don'ſ",
    "naïve café NAÏVE CAFÉ", "cafe\u0301 e\u0301\u0323 e\u0323\u0301 \u0301x", "ﬁnance ½ ™ ①", "Ａ Ｂｃ　３", "中文字符 sales 売上高 매출", "각 각 \u1100\u1161\u11a8 \u1100\u1161\u0301\u11a8",
    "İstanbul ΑΣ ß ẞ ſ ǅ", "\u200b\u200c\u200d\u2060\ufeff soft\u00adhyphen", "\ufffd \ufffda\ufffd", "\x00a\x01b\x7fc\x85d", "מימון שלום", "مبيعات ١٢٣", "👨‍👩‍👧 ❤️ 🇩🇪🇫🇷 👍🏽",
    "🇩🇪🇫🇷🇮", "क्षि क़ नि", "ก็ นำ้", "a\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309\u030a\u030b\u030c\u030d\u030e\u030f\u0310z", "\u0344\u0345\u0f71\u0f72\u0f73", "\U0001d15e \u2126 \u212b",
    "<s> </s> <mask> <pad> [MASK] [SEP]", "a <mask> b<mask>c", "  <mask>  ", "[MASK][MASK] [mask]", "EBITDA xEBITDA EBITDA. EBITDA\u0301", "10-K 10-Ks 10-K  next", "Net Income net income NET INCOME",
    " §§ a§§b §§ ", "``quoted'' ''x``", "a--b -- c---d", "0 1 22 333 4444 55555 ³ ½ ٣ Ⅷ 〇", "a.b,c;d!e?f", "ab\u00a0cd\u2003ef\u3000gh\u1680ij\u180ek", "▁a ▁ ▁▁b", "x   y    z     ", "\n\n a\n\n\nb \n c\r\n\r\nd",
    "word" * 40, "é" * 101, "\u0301" * 40, " " * 33, "of the offer of", "the eel needs cheese", "…–—“”‘’«»", "\u0378\u0380\U000e0001\U0010ffff\ue000", "𝐀𝐁𝐂 𝒳 𝟙", "ﷺ ㌕ ㋿", "ₓ ⁿ x²", "\u05d0\u05b7\u05bc\u05b0", "Ꭰꭰ Ა ა Ꙁ ꙁ Ω ω", "\u1e9b\u0323 \u1e0b\u0323",
]


def invented():
    texts = [" ".join(x) for x in itertools.product(WHO, DID, SUM, WHEN)]
    random.Random(4).shuffle(texts)
    return texts[:600]


def cases(texts):
    pick = random.Random(5)
    for text in texts:
        yield {"text": text}
    for _ in range(12):
        yield {"text": pick.choice(texts), "pair": pick.choice(texts), "length": 0, "strategy": 0, "bare": pick.random() < 0.5}
    for strategy in (0, 1, 2):
        for length in (8, 9, 13):
            a, b = (pick.choice([x for x in texts if len(x) > 12]) for _ in range(2))
            yield {"text": a, "pair": b, "length": length, "strategy": strategy}
    for length in (3, 5, 10):
        yield {"text": pick.choice(texts), "length": length}


def expectation(tokenizer, case):
    tokenizer.no_truncation()
    if case.get("length"):
        tokenizer.enable_truncation(case["length"], strategy=["longest_first", "only_first", "only_second"][case.get("strategy", 0)])
    both = [case["text"], case["pair"]] if "pair" in case else case["text"]
    (_, want), = compare.expect(tokenizer, [both], not case.get("bare"))
    return None if isinstance(want, str) else want


def main():
    out = pathlib.Path(sys.argv[1])
    texts = invented()
    hard = [x for x in compare.torture() if len(x) < 40]
    ugly = UGLY + random.Random(6).sample(hard[-58000:-2000], 12)
    with tempfile.TemporaryDirectory() as work:
        rules = pathlib.Path(work) / "rules.tsv"
        rules.write_text("".join(f"{a}\t{b}\n" for a, b in RULES))
        kitchen = Kitchen(texts, pathlib.Path(work) / "models", 330, normalization_rule_tsv=str(rules))
        for step in (kitchen.cased, kitchen.mpnet, kitchen.parts, kitchen.roberta, kitchen.gpt4, kitchen.bpe, kitchen.unigram):
            step()
        kitchen.vocabulary()
        rows = []
        for directory in sorted((pathlib.Path(work) / "models").iterdir()):
            target = out / directory.name
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(directory, target, ignore=shutil.ignore_patterns("like", "exact.json"))
            like = directory / "like"
            t = Tokenizer.from_file(str((directory.parent / like.read_text() if like.exists() else directory) / "tokenizer.json"))
            if (directory / "exact.json").exists():
                t.model = models.Unigram([tuple(x) for x in json.loads((directory / "exact.json").read_text())], unk_id=3)
            for case in cases(ugly):
                want = expectation(t, case)
                if want is not None:
                    rows.append(json.dumps({"tokenizer": directory.name, **case, "want": want}, separators=(",", ":")))
    (out / "expect.jsonl").write_text("\n".join(rows) + "\n")
    print(f"{len(rows):,} expectations", file=sys.stderr)


if __name__ == "__main__":
    main()
