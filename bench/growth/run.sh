#!/usr/bin/env bash
# Measures how a workspace grows: corpora of 0.1, 1 and 5 million sentences, and every command of retrieval on
# them, each as a process of its own. Prints the table of docs/measured.md:
#   bench/growth/run.sh [SIZES...]
# Filings are expected in ../shared/data. The largest size takes 1,700 bytes of disk for a sentence in the
# temporary directory (8.5 GB for 5 million), which go with the script. An index is mapped into memory, so that
# pages of its files count as resident, up to its size; the table tells them from what is not of files.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
data=$PWD/../shared/data
CGO_ENABLED=0 go build -trimpath -o "$work/assay" ./cmd/assay
CGO_ENABLED=0 go build -o "$work/growth" ./bench/growth
(cd "$work" && ./assay ingest "$data/edgar-items" "$data/filings-10k" >/dev/null 2>&1)
"$work/growth" -assay "$work/assay" -corpus "$work/.assay/corpus" -dir "$work" "$@"
