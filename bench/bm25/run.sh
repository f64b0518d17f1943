#!/usr/bin/env bash
# Compares the text index with bm25s, tantivy and bleve in one run:
#   bench/bm25/run.sh [DIR] > table.md
# Sets of 1 million sentences, synthetic and varied from real filings (expected in ../shared/data), are made in
# DIR, or in a temporary directory that goes with the script. TEXTS and QUESTIONS shorten a trial. To write the
# expectations of the tests anew:
#   bench/bm25/run.sh expect
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
venv=$(mktemp -d)
trap 'rm -rf "$venv"' EXIT
python=
if python3 -m venv "$venv" >&2 && "$venv/bin/pip" install --quiet --disable-pip-version-check -r bench/bm25/requirements.txt >&2; then
  python=$venv/bin/python
fi
if [[ ${1:-} == expect ]]; then
  "$python" bench/bm25/expect.py index/internal/bm25/testdata/bm25s.json
  exit
fi
dir=${1:-$venv/work}
texts=${TEXTS:-1000000} questions=${QUESTIONS:-300}
mkdir -p "$dir/results"
go build -o "$venv/assay" ./cmd/assay
(cd bench/bm25 && go build -o "$venv/bm25" .)
bm25=$venv/bm25

[[ -e $dir/synthetic/asked ]] || "$bm25" generate "$dir/synthetic" "" $((5 * texts)) "$questions"
sets=synthetic
if [[ -d ../shared/data/filings-10k ]]; then
  sets="synthetic filings"
  if [[ ! -e $dir/filings/asked ]]; then
    (cd "$dir" && "$venv/assay" ingest "$root/../shared/data/edgar-items" "$root/../shared/data/filings-10k" >&2)
    "$bm25" generate "$dir/filings" "$dir/.assay/corpus" "$texts" "$questions"
  fi
fi

# measure SET ENGINE FILE: builds, notes the size on disk, asks.
measure() {
  local out=$dir/results/$1.$2 run=("$bm25")
  [[ $2 != bm25s && $2 != tantivy ]] || run=("$python" "$root/bench/bm25/peers.py")
  "${run[@]}" build "$2" "$dir/$1" "$texts" >"$out.build.json"
  du -sk --apparent-size "$dir/$1/$3" | cut -f1 >"$out.kb"
  GOMAXPROCS=1 NUMBA_NUM_THREADS=1 "${run[@]}" query "$2" "$dir/$1" "$questions" >"$out.query.json"
}

for set in $sets; do
  measure "$set" assay blanks.index
  "$bm25" batch "$dir/$set" >"$dir/results/$set.assay.batch"
  [[ $set == synthetic ]] || measure "$set" assay-raw filings.index
  if [[ -n $python ]]; then
    measure "$set" tantivy tantivy
    measure "$set" bm25s bm25s
  fi
  measure "$set" bleve bleve
done
for n in $((texts / 10)) "$texts" $((5 * texts)); do
  "$bm25" build assay "$dir/synthetic" "$n" >"$dir/results/growth.$n.build.json"
  du -sk --apparent-size "$dir/synthetic/blanks.index" | cut -f1 >"$dir/results/growth.$n.kb"
  GOMAXPROCS=1 "$bm25" query assay "$dir/synthetic" "$questions" >"$dir/results/growth.$n.query.json"
done
"$bm25" table "$dir/results" "$texts"
