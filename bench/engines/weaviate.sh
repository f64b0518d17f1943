#!/bin/sh
# Builds Weaviate from its Go module into a cache outside the repository, if it is not there, and starts nodes
# of it on loopback.
#
#   weaviate.sh build           the server's path
#   weaviate.sh start 1 DIR     one node that keeps its data in DIR
#   weaviate.sh start 3 DIR     a cluster of three
#   weaviate.sh stop DIR        ends them; their data stays
#
# start prints the addresses, and DIR/pid-N has the process of each node. The ports are 127.0.0.1:PORT0+…, PORT0
# being 18080 unless the environment says otherwise. Texts are searched by the older of the server's two indexes:
# the newer one of 1.35 loses hits among records that it has not flushed yet (its pull request 11780 repairs that);
# USE_INVERTED_SEARCHABLE=true takes it, as a server does by itself. The first build takes about ten minutes and 3 GB of module
# and build cache.
set -eu

version=v1.35.2
cache=${ASSAY_ENGINES:-${XDG_CACHE_HOME:-$HOME/.cache}/assay/engines}
server=$cache/weaviate-$version/weaviate-server

build() {
    [ -x "$server" ] && return
    GOBIN=$cache/weaviate-$version CGO_ENABLED=0 GOFLAGS= nice -n 10 \
        "${GO:-go}" install -trimpath "github.com/weaviate/weaviate/cmd/weaviate-server@$version" >&2
}

# node N OF DIR starts a node. Nodes on one host need ports of their own for REST, gRPC, gossip, data, raft and
# the calls of raft, and find each other by gossip and by the raft ports of all.
node() {
    n=$1 of=$2 dir=$3 port=$((${PORT0:-18080} + 10 * $1))
    mkdir -p "$dir/data-$n"
    members= first=$((${PORT0:-18080} + 10))
    member=1
    while [ "$member" -le "$of" ]; do
        members=$members${members:+,}node$member:$((${PORT0:-18080} + 10 * member + 4))
        member=$((member + 1))
    done
    join=
    [ "$n" -eq 1 ] || join=127.0.0.1:$((first + 2))
    env AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED=true DISABLE_TELEMETRY=true DEFAULT_VECTORIZER_MODULE=none \
        PERSISTENCE_DATA_PATH="$dir/data-$n" GRPC_PORT=$((port + 1)) GO_PROFILING_DISABLE=true PROMETHEUS_MONITORING_ENABLED=false \
        CLUSTER_HOSTNAME=node$n CLUSTER_IN_LOCALHOST=true CLUSTER_ADVERTISE_ADDR=127.0.0.1 CLUSTER_BIND_ADDR=127.0.0.1 \
        CLUSTER_GOSSIP_BIND_PORT=$((port + 2)) CLUSTER_DATA_BIND_PORT=$((port + 3)) CLUSTER_JOIN=$join \
        RAFT_PORT=$((port + 4)) RAFT_INTERNAL_RPC_PORT=$((port + 5)) RAFT_JOIN="$members" RAFT_BOOTSTRAP_EXPECT="$of" \
        USE_INVERTED_SEARCHABLE="${USE_INVERTED_SEARCHABLE:-false}" GOMEMLIMIT="${MEMORY:-2GiB}" LOG_LEVEL=warning \
        setsid nohup "$server" --host 127.0.0.1 --port "$port" --scheme http >"$dir/log-$n" 2>&1 &
    echo $! >"$dir/pid-$n"
}

# listening waits until something listens at a port: a node that finds nobody to join gives up.
listening() {
    tries=0
    while [ "$tries" -lt 120 ]; do
        code=0
        curl -s -o /dev/null --max-time 1 "http://127.0.0.1:$1/" || code=$?
        [ "$code" -eq 7 ] || return 0
        tries=$((tries + 1))
        sleep 0.5
    done
}

# ready waits for a node, at most three minutes.
ready() {
    port=$((${PORT0:-18080} + 10 * $1)) dir=$2 tries=0
    until curl -fs -o /dev/null "http://127.0.0.1:$port/v1/.well-known/ready"; do
        tries=$((tries + 1))
        if [ "$tries" -gt 360 ] || ! kill -0 "$(cat "$dir/pid-$1")" 2>/dev/null; then
            echo "weaviate: node $1 did not come up:" >&2
            tail -n 5 "$dir/log-$1" >&2
            return 1
        fi
        sleep 0.5
    done
}

case ${1:-} in
build)
    build
    echo "$server"
    ;;
start)
    build
    addresses= i=1
    while [ "$i" -le "$2" ]; do
        node "$i" "$2" "$3"
        [ "$i" -gt 1 ] || listening $((${PORT0:-18080} + 12))
        i=$((i + 1))
    done
    i=1
    while [ "$i" -le "$2" ]; do
        ready "$i" "$3"
        addresses=$addresses${addresses:+,}http://127.0.0.1:$((${PORT0:-18080} + 10 * i))
        i=$((i + 1))
    done
    echo "$addresses"
    ;;
stop)
    for f in "$2"/pid-*; do
        [ -f "$f" ] || continue
        kill "$(cat "$f")" 2>/dev/null || true
        tries=0
        while kill -0 "$(cat "$f")" 2>/dev/null; do
            tries=$((tries + 1))
            [ "$tries" -lt 60 ] || kill -9 "$(cat "$f")" 2>/dev/null || true
            sleep 0.5
        done
        rm -f "$f"
    done
    ;;
*)
    sed -n '2,8p' "$0" >&2
    exit 2
    ;;
esac
