#!/bin/sh
# Starts PGlite (PostgreSQL as WebAssembly) with pgvector and pg_textsearch on loopback.
#
#   pglite.sh start DIR     installs it into DIR by npm, if it is not there; prints the address
#   pglite.sh stop DIR      ends it; its tables are in memory and go with it
#
# The port is 127.0.0.1:PGPORT0, 18432 unless the environment says otherwise. PGlite is one
# session behind several connections, so that one which comes back need not wait for the last to be gone.
set -eu

port=${PGPORT0:-18432}

install() {
    [ -d "$1/node_modules/@electric-sql/pglite-socket" ] && return
    mkdir -p "$1"
    (cd "$1" && npm init -y >/dev/null && npm install --no-audit --no-fund --silent \
        @electric-sql/pglite@0.5.14 @electric-sql/pglite-socket@0.2.17 \
        @electric-sql/pglite-pgvector@0.0.15 @electric-sql/pglite-pg_textsearch@0.0.16) >&2
}

case ${1:-} in
start)
    install "$2"
    cd "$2"
    setsid nohup node --max-old-space-size=3000 node_modules/@electric-sql/pglite-socket/dist/scripts/server.js \
        --db=memory:// --host=127.0.0.1 --port="$port" --max-connections=4 \
        -e @electric-sql/pglite-pgvector:vector,@electric-sql/pglite-pg_textsearch:pg_textsearch >log 2>&1 &
    echo $! >pid
    tries=0
    until grep -q listening log; do
        tries=$((tries + 1))
        if [ "$tries" -gt 120 ] || ! kill -0 "$(cat pid)" 2>/dev/null; then
            tail -n 5 log >&2
            exit 1
        fi
        sleep 0.5
    done
    echo "postgres://postgres:postgres@127.0.0.1:$port/postgres?sslmode=disable"
    ;;
stop)
    [ ! -f "$2/pid" ] || kill "$(cat "$2/pid")" 2>/dev/null || true
    rm -f "$2/pid"
    ;;
*)
    sed -n '2,7p' "$0" >&2
    exit 2
    ;;
esac
