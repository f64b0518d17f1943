"""Phases 1 and 2 on real filings, by lsa, BM25 and both: make bench-neighbors.

Ingests the folders that are given, builds an index, runs each phase in each mode, and prints the table of
docs/measured.md. Usage: run.py ASSAY FOLDER... With ENCODER set to the directory of an encoder, and ENCODER_NAME to
what it is called, also by that.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

SHOWN = ["self@1", "hit@1", "hit@5", "hit@10", "mrr@30", "recall@30", "distance.auc"]


def assay(*args):
    began = time.time()
    done = subprocess.run([ASSAY, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"assay {' '.join(args)}: {done.stderr}")
    return done.stdout, time.time() - began


def cell(measure):
    if measure is None or measure["value"] is None:
        return "–"
    text = f"{measure['value']:.3f}"
    if measure["interval"]:
        text += f" ({measure['interval']['low']:.3f} to {measure['interval']['high']:.3f})"
    if measure["n"] != measure["attempted"]:
        text += f", n {measure['n']}"
    return text


ASSAY = os.path.abspath(sys.argv[1])
folders = [os.path.abspath(f) for f in sys.argv[2:]]
ENCODER = os.path.abspath(os.environ["ENCODER"]) if os.environ.get("ENCODER") else None


def build(name, *flags):
    built = json.loads(assay("index", "build", name, *flags, "--json")[0])
    seconds = ", ".join(f"{what} {took:.1f} s" for what, took in sorted(built["seconds"].items()))
    print(f"{name}: {built['records']:,} sentences, {built['embedder']['dimension']} dimensions, {seconds}, {built['bytes'] / 1e6:.0f} MB\n")


runs = {}


def differences(phase, pairs):
    """What one system buys over another, anchor by anchor, in points."""
    print(f"| phase {phase}, in points | regime | hit@5 | mrr@30 | recall@30 |")
    print("| --- | --- | --- | --- | --- |")
    for a, b in pairs:
        said = json.loads(assay("compare", runs[phase, a], runs[phase, b], "--json", "--cases", "1")[0])
        by = {m["name"]: m for m in said["measures"]}
        for regime in ("filtered", "open"):
            cells = []
            for name in ("hit@5", "mrr@30", "recall@30"):
                m = by[f"{name} {regime}"]
                i = m["interval"]
                cells.append(f"{100 * m['difference']:+.1f} ({100 * i['low']:+.1f} to {100 * i['high']:+.1f})" if i else f"{100 * m['difference']:+.1f}")
            print(f"| {a} − {b} | {regime} | " + " | ".join(cells) + " |")
    print()


def table(phase, systems):
    names = SHOWN if phase == 1 else ["coverage", "window"] + SHOWN
    print(f"| phase {phase} | regime | anchors | " + " | ".join(names) + " | seconds |")
    print("| --- " * (len(names) + 4) + "|")
    for shown, index, mode in systems:
        out, took = assay("eval", "neighbors", "--phase", str(phase), "--index", index, "--mode", mode, "--json", "--force")
        found = json.loads(out)
        runs[phase, shown] = found["run"]
        for regime, measures in found["regimes"].items():
            row = " | ".join(cell(measures.get(name)) for name in names)
            print(f"| {shown} | {regime} | {measures['self@1']['attempted']} | {row} | {took:.1f} |")
    print()


with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    assay("ingest", *folders)
    build("main")
    systems = [("lsa", "main", "dense"), ("bm25", "main", "bm25"), ("hybrid of lsa and bm25", "main", "hybrid")]
    if ENCODER:
        name = os.environ.get("ENCODER_NAME", "encoder")
        build("encoder", "--embedder", "encoder:" + ENCODER)
        systems += [(name, "encoder", "dense"), (f"hybrid of {name} and bm25", "encoder", "hybrid")]
    pairs = [("hybrid of lsa and bm25", "bm25"), ("lsa", "bm25")]
    if ENCODER:
        pairs = [(name, "lsa"), (name, "bm25"), (f"hybrid of {name} and bm25", "bm25"), (f"hybrid of {name} and bm25", name)] + pairs
    for phase in (1, 2):
        table(phase, systems)
        differences(phase, pairs)
