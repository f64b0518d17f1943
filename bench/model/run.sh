#!/usr/bin/env bash
# Measures what the wrappers around a provider cost, and prints the tables of docs/measured.md:
# bench/model/run.sh. Servers run in processes of their own on loopback; nothing else is needed.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go test -c -o "$work/wrap.test" ./call/wrap

# table HEADING PATTERN COUNT TIME: a row for each benchmark, with the median of each of its figures.
table() {
  printf '### %s\n\n' "$1"
  (cd call/wrap && "$work/wrap.test" -test.run '^$' -test.bench "$2" -test.benchmem -test.count "$3" -test.benchtime "$4") | awk '
    function median(list,   n, v, i, j, swap) {
      n = split(list, v, " ")
      for (i = 2; i <= n; i++) for (j = i; j > 1 && v[j-1] + 0 > v[j] + 0; j--) { swap = v[j]; v[j] = v[j-1]; v[j-1] = swap }
      return v[int((n + 1) / 2)]
    }
    /^Benchmark/ {
      name = $1; sub(/^Benchmark/, "", name); sub(/-[0-9]+$/, "", name)
      if (!(name in known)) { known[name]; names[++rows] = name }
      for (i = 3; i < NF; i += 2) {
        unit = $(i + 1)
        if (!(unit in seen)) { seen[unit]; units[++columns] = unit }
        cell[name, unit] = cell[name, unit] " " $i
      }
    }
    END {
      if (!rows) { print "no benchmark ran" > "/dev/stderr"; exit 1 }
      head = "| benchmark |"; rule = "| --- |"
      for (i = 1; i <= columns; i++) { head = head " " units[i] " |"; rule = rule " --- |" }
      print head; print rule
      for (r = 1; r <= rows; r++) {
        row = "| " names[r] " |"
        for (i = 1; i <= columns; i++) row = row " " median(cell[names[r], units[i]]) " |"
        print row
      }
      print ""
    }'
}

table "A call through the stack" '^BenchmarkStack$' 5 1s
table "10,000 calls of 200 ms, 500 at once" '^BenchmarkHTTP$' 1 2x
table "10,000 sentences embedded, 8 calls at once" '^BenchmarkEmbed$' 1 3x
