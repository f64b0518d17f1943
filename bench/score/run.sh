#!/usr/bin/env bash
# Writes the expectations of the tests anew, or compares the speed of the scorers with that of the Python
# packages that they equal, in one run:
#   bench/score/run.sh expect
#   bench/score/run.sh [speed] [flags of main.go]
# The packages are installed into a temporary virtual environment that goes with the script; without
# python3 or a package index only the times of Go are printed. Real texts are expected in ../shared/data.
set -euo pipefail
cd "$(dirname "$0")/../.."
what=speed
if [[ ${1:-} == expect || ${1:-} == speed ]]; then
  what=$1
  shift
fi
venv=$(mktemp -d)
trap 'rm -rf "$venv"' EXIT
python=
# Of transformers and explainaboard one file each is read: their dependencies are not needed.
if python3 -m venv "$venv" >&2 &&
  "$venv/bin/pip" install --quiet --disable-pip-version-check -r bench/score/requirements.txt >&2 &&
  "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps transformers==4.57.1 explainaboard==0.12.7 >&2; then
  python=$venv/bin/python
fi
if [[ $what == expect ]]; then
  (cd bench/score && "$python" expect.py ../../../shared/data ../../score/testdata)
  exit
fi
go build -o "$venv/bench-score" ./bench/score
"$venv/bench-score" -python "$python" "$@"
