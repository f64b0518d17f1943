#!/usr/bin/env bash
# Compares the kernels of vec with what the machine could do, and with faiss and numpy, in one run:
#   bench/vec/run.sh [flags of main.go]
# The packages are installed into a temporary virtual environment that goes with the script; without
# python3 or a package index only Go is timed. A million rows of 384 take 1.5 GB of disk in the temporary
# directory, and 5 GB of memory with the peers' copies.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python=
if python3 -m venv "$work/venv" >&2 &&
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check -r bench/vec/requirements.txt >&2; then
  python=$work/venv/bin/python
fi
go build -o "$work/bench-vec" ./bench/vec
"$work/bench-vec" -python "$python" -script bench/vec/peers.py -dir "$work" "$@"
