#!/bin/sh
# Starts Milvus Lite on loopback: Milvus's protocol over files of one process.
#
#   milvus.sh build         a Python environment for it in a cache outside the repository
#   milvus.sh start DIR     a server that keeps its data in DIR; prints the address
#   milvus.sh stop DIR      ends it; its data stay
#   milvus.sh test          starts one, runs the live tests against it, and ends it
#
# The port is 127.0.0.1:MILVUSPORT0, 19630 unless the environment says otherwise. It takes python3 of 3.10 or newer
# with venv.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
home=${ASSAY_ENGINES:-${XDG_CACHE_HOME:-$HOME/.cache}/assay/engines}/milvus-lite-3.2.2
port=${MILVUSPORT0:-19630}

build() {
    [ -f "$home/ready" ] && return
    mkdir -p "$home"
    (python3 -m venv "$home" && "$home/bin/pip" install -q --disable-pip-version-check -r "$here/milvus/requirements.txt") >&2
    touch "$home/ready"
}

# open reports whether something listens at the port.
open() { "$home/bin/python" -c "import socket; socket.create_connection(('127.0.0.1', $port), 1)" 2>/dev/null; }

start() {
    build
    mkdir -p "$1"
    if open; then
        echo "milvus: something listens at port $port already: name another by MILVUSPORT0" >&2
        exit 1
    fi
    OMP_NUM_THREADS=${THREADS:-2} setsid nohup "$home/bin/milvus-lite" server --data-dir "$1/data" --host 127.0.0.1 --port "$port" >"$1/log" 2>&1 &
    echo $! >"$1/pid"
    tries=0
    until open; do
        tries=$((tries + 1))
        if [ "$tries" -gt 120 ] || ! kill -0 "$(cat "$1/pid")" 2>/dev/null; then
            echo "milvus: the server did not come up:" >&2
            tail -n 5 "$1/log" >&2
            exit 1
        fi
        sleep 0.5
    done
    echo "http://127.0.0.1:$port"
}

stop() {
    [ -f "$1/pid" ] || return 0
    kill -INT "$(cat "$1/pid")" 2>/dev/null || true # it keeps what it holds when it is interrupted
    tries=0
    while kill -0 "$(cat "$1/pid")" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 60 ] || kill -9 "$(cat "$1/pid")" 2>/dev/null || true
        sleep 0.5
    done
    rm -f "$1/pid"
}

case ${1:-} in
build)
    build
    echo "$home"
    ;;
start)
    start "$2"
    ;;
stop)
    stop "$2"
    ;;
test)
    data=$(mktemp -d)
    trap 'stop "$data"; rm -rf "$data"' EXIT
    trap 'exit 1' INT TERM
    address=$(start "$data")
    cd "$here/../.."
    ASSAY_MILVUS=$address "${GO:-go}" test -count 1 -timeout 30m -run Live -v ./index/internal/milvus
    ;;
*)
    sed -n '2,11p' "$0" >&2
    exit 2
    ;;
esac
