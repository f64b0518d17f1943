#!/usr/bin/env bash
# Confronts comparators of figures with right and wrong forms of real golds, and ours with answers that
# people or other tools have judged; or writes the expectations for TAT-QA's evaluator anew:
#   bench/figure/run.sh [-list CLASS]
#   bench/figure/run.sh expect
# The peers are installed into a temporary virtual environment that goes with the script; without python3
# or a package index only our profiles are judged. Real golds and answers are expected in ../shared/data.
set -euo pipefail
cd "$(dirname "$0")/../.."
venv=$(mktemp -d)
trap 'rm -rf "$venv"' EXIT
python=
if [[ ${1:-} != -list ]] && python3 -m venv "$venv" >&2 &&
  "$venv/bin/pip" install --quiet --disable-pip-version-check -r bench/figure/requirements.txt >&2 &&
  "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps -r bench/figure/requirements-nodeps.txt >&2; then
  python=$venv/bin/python
fi
if [[ ${1:-} == expect ]]; then
  "$python" bench/figure/tatqa.py ../shared/data/tatqa score/testdata/tatqa.json
  exit
fi
go build -o "$venv/bench-figure" ./bench/figure
"$venv/bench-figure" -python "$python" "$@"
