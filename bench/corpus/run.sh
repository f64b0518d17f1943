#!/usr/bin/env bash
# Measures reading from files to Parquet, the usual way for comparison and, on the same machine in the same run,
# sentence splitters: bench/corpus/run.sh > docs/measured.tmp. Real filings are expected in ../shared/data.
set -euo pipefail
cd "$(dirname "$0")/../.."
venv=$(mktemp -d)
trap 'rm -rf "$venv"' EXIT
python=
if python3 -m venv "$venv" >&2 && "$venv/bin/pip" install --quiet --disable-pip-version-check beautifulsoup4==4.13.4 lxml==5.4.0 >&2; then
  python=$venv/bin/python
fi
go build -o "$venv/corpus" ./corpus/internal/bench
"$venv/corpus" -python "$python" "$@"
echo "### Sentence splitters"
echo
bench/sentences/run.sh
