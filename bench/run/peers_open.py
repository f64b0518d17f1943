"""Times what a person does with a stored run of many cases, in assay, Inspect and promptfoo.

usage: peers_open.py ASSAY CASES.jsonl WORK [--inspect BIN] [--promptfoo BIN] [--inspect-cases N] [--promptfoo-cases N] [--times 3]

CASES are those of bench/run (writeCases). Each tool first runs them through its own model without a network: assay's
scripted model, Inspect's mockllm (peer_open_task.py), promptfoo's custom JavaScript provider; all give the same answer,
all score by exact match, all keep question, gold, cluster and tags. A tool that is too slow to make the whole run gets
fewer cases, and the table says how many. What WORK already holds is not made again.

Then each reads its own run, in the ways its documentation gives as fast and in the way that reads every case. The tools
take turns within a repetition, so that noise falls on all of them. Time is wall time of the whole process, its start
included (see the rows "start only"); memory is the largest of the process and those it waited for. For promptfoo's view,
that serves the browser, it is the time of the request on a server that is up, and the server's peak.
"""

import argparse
import contextlib
import itertools
import json
import os
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from peers import measure

ANSWER = "The revenue of the year was $12.4 million."
PROVIDER = f"""module.exports = class {{
  id() {{ return 'bench'; }}
  async callApi() {{ return {{ output: {json.dumps(ANSWER)}, tokenUsage: {{ total: 42, prompt: 30, completion: 12 }} }}; }}
}};
"""
READS = {
    "start only": "import inspect_ai.log",
    "`read_eval_log(header_only=True)` and `read_eval_log_sample_summaries`, what its viewer reads":
        "import sys; from inspect_ai.log import *; read_eval_log(sys.argv[1], header_only=True); assert read_eval_log_sample_summaries(sys.argv[1])",
    "`read_eval_log`, every case": "import sys; from inspect_ai.log import *; assert read_eval_log(sys.argv[1]).samples",
}


def made(command, cwd, env, log):
    """Runs what makes a run; a tool may end with another code than 0 because answers are wrong."""
    began = time.time()
    with open(log, "w") as out:
        code = subprocess.run(command, cwd=cwd, env={**os.environ, **env}, stdout=out, stderr=subprocess.STDOUT).returncode
    print(f"{Path(command[0]).name}: made in {time.time() - began:.0f} s (ended with {code})", file=sys.stderr)


def first(cases, n, into):
    """The first n cases in a file of their own; all of them where n is 0."""
    with open(cases) as f:
        lines = list(itertools.islice(f, n or None))
    into.write_text("".join(lines))
    return [json.loads(line) for line in lines]


def assay(args, work):
    cases = first(args.cases, 0, work / "cases.jsonl")
    if not (work / ".assay").exists():
        (work / "assay.yaml").write_text("providers:\n  scripted:\n    script: script.jsonl\n")
        (work / "script.jsonl").write_text(json.dumps({"text": ANSWER}) + "\n")
        made([args.assay, "eval", "cases", "cases.jsonl", "--model", "scripted/any", "--score", "exact", "--concurrency", "256"], work, {}, work / "log")
    commands = {"start only": ["version"], "`runs show latest`": ["runs", "show", "latest"], "`report latest`": ["report", "latest"],
                "`report latest --format csv`, every case": ["report", "latest", "--format", "csv", "-o", "out.csv"]}
    size = sum(p.stat().st_size for p in (work / ".assay").rglob("*") if p.is_file())
    return len(cases), size, {name: run([args.assay, *c], work, {}) for name, c in commands.items()}


def inspect(args, work):
    cases = first(args.cases, args.inspect_cases, work / "cases.jsonl")
    (work / "task.py").write_text(Path(__file__).with_name("peer_open_task.py").read_text())
    if not list(work.glob("logs/*.eval")):
        made([args.inspect, "eval", "task.py", "--max-connections", "64", "--max-samples", "64", "--no-log-realtime", "--display", "none", "--log-dir", "logs"],
             work, {"BENCH_CASES": str(work / "cases.jsonl")}, work / "log")
    path = next(work.glob("logs/*.eval"))
    header = json.loads(subprocess.check_output([args.inspect, "log", "dump", "--header-only", str(path)]))
    if header["status"] != "success" or header["results"]["completed_samples"] != len(cases):
        raise SystemExit(f"Inspect's run is {header['status']}: {header.get('error', {}).get('message')}")
    python = str(Path(args.inspect).with_name("python"))
    rows = {"`inspect log dump --header-only`": run([args.inspect, "log", "dump", "--header-only", str(path)], work, {})}
    rows.update({name: run([python, "-c", code, str(path)], work, {}) for name, code in READS.items()})
    return len(cases), path.stat().st_size, rows


def promptfoo(args, work):
    cases = first(args.cases, args.promptfoo_cases, work / "cases.jsonl")
    home = work / "home"
    env = {"PROMPTFOO_DISABLE_TELEMETRY": "1", "PROMPTFOO_DISABLE_UPDATE": "1", "PROMPTFOO_CONFIG_DIR": str(home), "PROMPTFOO_DISABLE_REMOTE_GENERATION": "1"}
    if not home.exists():
        (work / "provider.js").write_text(PROVIDER)
        (work / "tests.jsonl").write_text("\n".join(json.dumps({
            "vars": {"question": c["question"]}, "metadata": {"id": c["id"], "cluster": c["cluster"], **c["tags"]},
            "assert": [{"type": "equals", "value": c["gold"]}]}) for c in cases))
        (work / "promptfooconfig.json").write_text(json.dumps({"prompts": ["{{question}}"], "providers": ["file://provider.js"], "tests": "file://tests.jsonl"}))
        made([args.promptfoo, "eval", "-c", "promptfooconfig.json", "-j", "64", "--no-cache", "--no-table", "--no-progress-bar", "--no-share"], work, env, work / "log")
    size = sum(p.stat().st_size for p in home.glob("promptfoo.db*"))
    with view(args, work, env) as (url, _):
        found = json.load(urllib.request.urlopen(url + "/api/results"))["data"]
        run_id = found[0]["evalId"]
        total = json.load(urllib.request.urlopen(f"{url}/api/eval/{run_id}/table"))["totalCount"]
    if total != len(cases):
        raise SystemExit(f"promptfoo's run has {total} cases, not {len(cases)}")
    return len(cases), size, {
        "start only": run([args.promptfoo, "--version"], work, env),
        "`show eval ID`": run([args.promptfoo, "show", "eval", run_id], work, env),
        "`export eval ID`, every case": run([args.promptfoo, "export", "eval", run_id, "-o", "out.json"], work, env),
        "`view`: first page of the table": lambda: request(args, work, env, f"/api/eval/{run_id}/table"),
        "`view`: `table?format=json`, every case": lambda: request(args, work, env, f"/api/eval/{run_id}/table?format=json"),
    }


def run(command, cwd, env):
    return lambda: measure(command, cwd, env)


@contextlib.contextmanager
def view(args, work, env):
    """promptfoo's server for the browser, once it answers."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    server = subprocess.Popen([args.promptfoo, "view", "-n", "-p", str(port)], cwd=work, env={**os.environ, **env}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(url + "/health").read()
                break
            time.sleep(0.1)
        yield url, server
    finally:
        server.terminate()
        server.wait()


def request(args, work, env, path):
    """A request to a fresh server: seconds until complete, the server's peak in MB, 0 or the HTTP status that is not 200."""
    with view(args, work, env) as (url, server):
        began, code = time.time(), 0
        try:
            urllib.request.urlopen(url + path).read()
        except urllib.error.HTTPError as e:
            code = e.code
        except OSError:
            code = -1
        seconds, status = time.time() - began, Path(f"/proc/{server.pid}/status")
        peak = [line for line in status.read_text().splitlines() if line.startswith("VmHWM")] if status.exists() else []
        return seconds, int(peak[0].split()[1]) / 1024 if peak else 0.0, code


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("assay")
    parser.add_argument("cases", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("--inspect")
    parser.add_argument("--promptfoo")
    parser.add_argument("--inspect-cases", type=int, default=0)
    parser.add_argument("--promptfoo-cases", type=int, default=0)
    parser.add_argument("--times", type=int, default=3)
    args = parser.parse_args()
    tools, taken = {}, {}
    for name, make in (("assay", assay), ("inspect", inspect), ("promptfoo", promptfoo)):
        if getattr(args, name):
            work = (args.work / name).resolve()
            work.mkdir(parents=True, exist_ok=True)
            tools[name] = make(args, work)
    for _ in range(args.times):
        for turn in itertools.zip_longest(*[[(t, what, do) for what, do in rows.items()] for t, (_, _, rows) in tools.items()]):
            for t, what, do in filter(None, turn):
                taken.setdefault((t, what), []).append(do())
    print("| tool | cases | on disk | what | seconds, best | median | memory at most |\n| --- | --- | --- | --- | --- | --- | --- |")
    for (t, what), results in sorted(taken.items(), key=lambda kv: list(tools).index(kv[0][0])):
        n, size, _ = tools[t]
        seconds, codes = [r[0] for r in results], {r[2] for r in results} - {0}
        note = f" (ended with {codes})" if codes else ""
        print(f"| {t} | {n} | {size / 1e6:.0f} MB | {what}{note} | {min(seconds):.2f} | {statistics.median(seconds):.2f} | {max(r[1] for r in results):.0f} MB |")


if __name__ == "__main__":
    main()
