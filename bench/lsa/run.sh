#!/usr/bin/env bash
# Prints the table of docs/measured.md about lsa: bench/lsa/run.sh [flags of main.go], or writes the
# expectations of its tests anew: bench/lsa/run.sh expect. scikit-learn is installed into a temporary virtual
# environment that goes with the script; without python3 or a package index only Go is measured. Real filings
# are expected in ../shared/data; CORPUS names a corpus that was made before.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python=
if python3 -m venv "$work/venv" >&2 &&
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check -r bench/lsa/requirements.txt >&2; then
  python=$work/venv/bin/python
fi
if [[ ${1:-} == expect ]]; then
  "$python" bench/lsa/expect.py ../shared/data encode/lsa/testdata
  exit
fi
data=$PWD/../shared/data
if [[ -z ${CORPUS:-} ]]; then
  CGO_ENABLED=0 go build -o "$work/assay" ./cmd/assay
  (cd "$work" && ./assay ingest "$data/edgar-items" "$data/filings-10k" "$data/filings") >&2
  CORPUS=$work/.assay/corpus
fi
CGO_ENABLED=0 go build -o "$work/bench" ./bench/lsa
"$work/bench" -corpus "$CORPUS" -python "$python" -work "$work" "$@"
