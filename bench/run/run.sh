#!/usr/bin/env bash
# Measures runs of 10,000 to 500,000 cases, and prints the table of docs/measured.md: bench/run/run.sh.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
CGO_ENABLED=0 go build -o "$work/assay" ./cmd/assay
go build -o "$work/bench" ./bench/run
"$work/bench" -assay "$work/assay" "$@"
