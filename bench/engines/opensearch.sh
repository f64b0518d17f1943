#!/bin/sh
# Lays out OpenSearch and its k-NN plugin from Maven artifacts in a cache outside the repository, if they are not
# there, and starts one node of it on loopback, without the security plugin. It takes a JDK of 17 or newer and Maven.
#
#   opensearch.sh build         where it lies
#   opensearch.sh start DIR     one node that keeps its data in DIR; prints the address
#   opensearch.sh stop DIR      ends it; its data stay
#
# The port is 127.0.0.1:OSPORT0, 19280 unless the environment says otherwise, and the one 100 above it; the heap is
# HEAP, 768m. The plugin is published without its native libraries: there is Lucene's search for vectors, and no faiss.
set -eu

version=2.19.1
here=$(cd "$(dirname "$0")" && pwd)
home=${ASSAY_ENGINES:-${XDG_CACHE_HOME:-$HOME/.cache}/assay/engines}/opensearch-$version
port=${OSPORT0:-19280}

build() {
    [ -f "$home/classes/Server.class" ] && return
    mkdir -p "$home"
    cp "$here/opensearch/pom.xml" "$here/opensearch/log4j2.properties" "$home"
    (cd "$home" && nice -n 10 mvn -q -B -Dopensearch="$version" package &&
        nice -n 10 javac -proc:none -cp "lib/*:knn/*" -d classes "$here/opensearch/Server.java") >&2
}

case ${1:-} in
build)
    build
    echo "$home"
    ;;
start)
    build
    mkdir -p "$2/config"
    setsid nohup java -Xms256m -Xmx"${HEAP:-768m}" -XX:+UseSerialGC -Dlog4j2.configurationFile="$home/log4j2.properties" \
        -Dlog4j2.disable.jmx=true -cp "$home/classes:$home/lib/*:$home/knn/*" Server "$2" "$port" $((port + 100)) >"$2/log" 2>&1 &
    echo $! >"$2/pid"
    tries=0
    until curl -fs -o /dev/null "http://127.0.0.1:$port/_cluster/health?wait_for_status=yellow&timeout=1s"; do
        tries=$((tries + 1))
        if [ "$tries" -gt 360 ] || ! kill -0 "$(cat "$2/pid")" 2>/dev/null; then
            echo "opensearch: the node did not come up:" >&2
            tail -n 5 "$2/log" >&2
            exit 1
        fi
        sleep 0.5
    done
    echo "http://127.0.0.1:$port"
    ;;
stop)
    [ -f "$2/pid" ] || exit 0
    kill "$(cat "$2/pid")" 2>/dev/null || true
    tries=0
    while kill -0 "$(cat "$2/pid")" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 60 ] || kill -9 "$(cat "$2/pid")" 2>/dev/null || true
        sleep 0.5
    done
    rm -f "$2/pid"
    ;;
*)
    sed -n '2,10p' "$0" >&2
    exit 2
    ;;
esac
