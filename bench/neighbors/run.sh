#!/usr/bin/env bash
# Runs phases 1 and 2 on the filings in ../shared/data, and prints the tables of docs/measured.md: bench/neighbors/run.sh.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
CGO_ENABLED=0 go build -o "$work/assay" ./cmd/assay
if [ $# -eq 0 ]; then set -- ../shared/data/edgar-items ../shared/data/filings-10k; fi
python3 bench/neighbors/run.py "$work/assay" "$@"
