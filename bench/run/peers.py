"""Runs the same cases against the same server on loopback with assay, Inspect and promptfoo, one after the other.

usage: peers.py ASSAY SERVER_URL CASES.jsonl CONCURRENCY [--inspect BIN] [--promptfoo BIN]
Prints a Markdown table: time, cases a second, peak memory of the process and its children. A tool that is not
named is left out and said so.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def measure(command, cwd, env):
    """Time and peak memory (MB) of a command, measured in a process of its own."""
    script = (
        "import resource,subprocess,sys,time;b=time.time();"
        "r=subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,stderr=sys.stderr).returncode;"
        "print(time.time()-b,resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss/1024,r)"
    )
    out = subprocess.run([sys.executable, "-c", script, *command], cwd=cwd, env={**os.environ, **env}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if not out.stdout.strip():
        raise SystemExit(out.stderr)
    seconds, memory, code = out.stdout.split()[-3:]
    if code != "0":
        print(f"{command[0]} ended with {code}:\n{out.stderr[-2000:]}", file=sys.stderr)
    return float(seconds), float(memory), int(code)


def assay(args, work):
    (work / "assay.yaml").write_text(f"providers:\n  here:\n    type: compatible\n    base_url: {args.url}/v1\n    concurrency: {args.concurrency}\n")
    return [args.assay, "eval", "cases", str(args.cases), "--model", "here/tester", "--score", "exact", "--concurrency", str(args.concurrency)], {}


def inspect(args, work):
    task = work / "task.py"  # Inspect takes paths below the working directory only
    task.write_text(Path(__file__).with_name("peer_inspect.py").read_text())
    env = {"BENCH_CASES": str(args.cases), "HERE_BASE_URL": args.url + "/v1", "HERE_API_KEY": "none"}
    return [args.inspect, "eval", task.name, "--model", "openai-api/here/tester", "--max-connections", str(args.concurrency), "--max-samples", str(args.concurrency),
            "--display", "none", "--log-dir", str(work / "logs")], env


def promptfoo(args, work):
    tests = []
    for line in open(args.cases):
        case = json.loads(line)
        tests.append(json.dumps({"vars": {"question": case["question"]}, "assert": [{"type": "equals", "value": case["gold"]}]}))
    (work / "tests.jsonl").write_text("\n".join(tests))
    config = {
        "prompts": ["{{question}}"],
        "providers": [{"id": "openai:chat:tester", "config": {"apiBaseUrl": args.url + "/v1", "apiKey": "none"}}],
        "tests": "file://tests.jsonl",
    }
    (work / "promptfooconfig.json").write_text(json.dumps(config))
    env = {"PROMPTFOO_DISABLE_TELEMETRY": "1", "PROMPTFOO_DISABLE_UPDATE": "1", "PROMPTFOO_CONFIG_DIR": str(work / "home"), "PROMPTFOO_DISABLE_REMOTE_GENERATION": "1"}
    return [args.promptfoo, "eval", "-c", "promptfooconfig.json", "-j", str(args.concurrency), "--no-cache", "--no-table", "--no-progress-bar", "-o", "out.json"], env


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("assay")
    parser.add_argument("url")
    parser.add_argument("cases", type=Path)
    parser.add_argument("concurrency", type=int)
    parser.add_argument("--inspect")
    parser.add_argument("--promptfoo")
    args = parser.parse_args()
    args.cases = args.cases.resolve()
    n = sum(1 for _ in open(args.cases))
    print("| tool | cases | seconds | cases/s | memory at most |\n| --- | --- | --- | --- | --- |")
    for name, make in (("assay", assay), ("inspect", inspect), ("promptfoo", promptfoo)):
        if not getattr(args, name):
            print(f"| {name} | not given | | | |")
            continue
        with tempfile.TemporaryDirectory() as work:
            command, env = make(args, Path(work))
            seconds, memory, code = measure(command, work, env)
            note = "" if code in (0, 100) else f" (ended with {code})"
            print(f"| {name}{note} | {n} | {seconds:.1f} | {n / seconds:.0f} | {memory:.0f} MB |", flush=True)


if __name__ == "__main__":
    main()
