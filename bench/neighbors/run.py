"""Phases 1 and 2 on real filings, by lsa, BM25 and both: make bench-neighbors.

Ingests the folders that are given, builds an index, runs each phase in each mode, and prints the table of
docs/measured.md. Usage: run.py ASSAY FOLDER...
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
with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    assay("ingest", *folders)
    built = json.loads(assay("index", "build", "--json")[0])
    print(f"{built['records']:,} sentences, trained in {built['seconds']['train']:.1f} s, indexed in {built['seconds']['index']:.1f} s, {built['bytes'] / 1e6:.0f} MB\n")
    for phase in (1, 2):
        names = SHOWN if phase == 1 else ["coverage", "window"] + SHOWN
        print(f"| phase {phase} | regime | anchors | " + " | ".join(names) + " | seconds |")
        print("| --- " * (len(names) + 4) + "|")
        for mode in ("dense", "bm25", "hybrid"):
            out, took = assay("eval", "neighbors", "--phase", str(phase), "--mode", mode, "--json", "--force")
            found = json.loads(out)
            for regime, measures in found["regimes"].items():
                row = " | ".join(cell(measures.get(name)) for name in names)
                print(f"| {'lsa' if mode == 'dense' else mode} | {regime} | {measures['self@1']['attempted']} | {row} | {took:.1f} |")
        print()
