#!/bin/sh
# Starts live engines on loopback, runs the tests that need them, and measures them: one Weaviate, a cluster of
# three (a test kills one of its nodes), PGlite with pgvector, Milvus Lite where there is a Python with venv, and
# OpenSearch where there is a JDK and Maven. Engines live in a cache outside the repository, their data in a temporary
# directory that goes with the script.
#
#   run.sh            tests and measures
#   run.sh test       tests only
#   run.sh measure    measures only; RECORDS=50000
set -eu

here=$(cd "$(dirname "$0")" && pwd)
cache=${ASSAY_ENGINES:-${XDG_CACHE_HOME:-$HOME/.cache}/assay/engines}
data=$(mktemp -d)
go=${GO:-go}
what=${1:-all}

stop() {
    "$here/weaviate.sh" stop "$data/one"
    "$here/weaviate.sh" stop "$data/three"
    "$here/pglite.sh" stop "$cache/pglite"
    "$here/opensearch.sh" stop "$data/opensearch"
    "$here/milvus.sh" stop "$data/milvus"
    rm -rf "$data"
}
trap stop EXIT
trap 'exit 1' INT TERM

cd "$here/../.."
one=$("$here/weaviate.sh" start 1 "$data/one")
three=$(PORT0=18180 "$here/weaviate.sh" start 3 "$data/three")
postgres=$("$here/pglite.sh" start "$cache/pglite")
opensearch=
if command -v javac >/dev/null && command -v mvn >/dev/null; then
    opensearch=$("$here/opensearch.sh" start "$data/opensearch")
else
    echo "opensearch: it takes javac and mvn, which are not here: it is left out" >&2
fi

milvus=
if python3 -c 'import sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    milvus=$("$here/milvus.sh" start "$data/milvus")
else
    echo "milvus: it takes python3 of 3.10 or newer with venv, which is not here: it is left out" >&2
fi

if [ "$what" != test ]; then
    "$go" build -o "$data/measure" ./bench/engines
    echo "weaviate, one node"
    "$data/measure" -records "${RECORDS:-50000}" -weaviate "$one"
    echo "weaviate, three nodes, 3 shards, 2 replicas"
    "$data/measure" -records "${RECORDS:-50000}" -weaviate "$three" -shards 3 -replicas 2
    echo "pgvector in PGlite"
    PGVECTOR_URL=$postgres "$data/measure" -records "${RECORDS:-50000}" -pgvector
    if [ -n "$opensearch" ]; then
        echo "opensearch, one node, lucene"
        "$data/measure" -records "${RECORDS:-50000}" -opensearch "$opensearch"
    fi
    if [ -n "$milvus" ]; then
        for kind in HNSW FLAT; do
            echo "milvus lite, $kind"
            "$data/measure" -records "${RECORDS:-50000}" -milvus "$milvus" -index-type "$kind" -ef 256
        done
    fi
fi
if [ "$what" != measure ]; then
    ASSAY_WEAVIATE=$one ASSAY_WEAVIATE_CLUSTER=$three ASSAY_WEAVIATE_VICTIM=$(cat "$data/three/pid-3") ASSAY_PGVECTOR=$postgres \
        ASSAY_OPENSEARCH=$opensearch ASSAY_MILVUS=$milvus "$go" test -count 1 -timeout 60m -p 1 -run Live -v \
        ./index/internal/weaviate ./index/internal/pgvector ./index/internal/opensearch ./index/internal/milvus
fi
