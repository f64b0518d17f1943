#!/usr/bin/env bash
# Compares sentence splitters: bench/sentences/run.sh [flags of main.go]. pysbd is installed into a
# temporary virtual environment that goes with the script; without python3 or a package index its
# rows say "not run".
set -euo pipefail
cd "$(dirname "$0")"
venv=$(mktemp -d)
trap 'rm -rf "$venv"' EXIT
python=
if python3 -m venv "$venv" >&2 && "$venv/bin/pip" install --quiet --disable-pip-version-check pysbd==0.3.4 >&2; then
  python=$venv/bin/python
fi
go run . -python "$python" "$@"
