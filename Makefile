# One line a target. CI runs "make check".
GO ?= go
STATICCHECK = $(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2
# Inputs a fuzz target: enough to see that each runs. A hunt is "make fuzz FUZZTIME=60s".
FUZZTIME ?= 1000x
export CGO_ENABLED ?= 0

.PHONY: build check format vet lint deadcode test race chaos arm64 contract fuzz golden demo engines bench bench-blind bench-bm25 bench-corpus bench-encode bench-figure bench-growth bench-lsa bench-model bench-neighbors bench-run bench-score bench-sentences bench-token bench-vec kernels

build: ; $(GO) build -trimpath -ldflags="-s -w" -o assay ./cmd/assay
check: format vet lint deadcode race contract fuzz
format: ; @unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "$$unformatted" >&2; exit 1; fi
vet: ; $(GO) vet ./...
lint: ; $(STATICCHECK) ./...
deadcode: ; @.ci/deadcode
test: ; $(GO) test ./...
race: ; CGO_ENABLED=1 $(GO) test -race -timeout 20m ./...
chaos: ; ASSAY_KILLS=50 LEDGER_KILLS=50 $(GO) test ./run ./ledger -run Killed -count 1 -v
arm64: ; @.ci/arm64
contract: ; cd contract && $(GO) vet ./... && $(GO) test ./...
fuzz: ; @./.ci/fuzz $(FUZZTIME)
golden: ; UPDATE_SCRIPTS=1 $(GO) test $$(git grep -lE 'flag\.Bool\("update"' -- '*_test.go' | xargs -n 1 dirname | sort -u | sed 's,^,./,') -update
bench-sentences: ; @bench/sentences/run.sh
bench-vec: ; @bench/vec/run.sh
bench-lsa: ; @bench/lsa/run.sh
bench-bm25: ; @bench/bm25/run.sh
bench-growth: ; @bench/growth/run.sh
bench-encode: ; @bench/encode/run.sh
bench-figure: ; @bench/figure/run.sh
bench-token: ; @bench/token/run.sh
bench-neighbors: ; @bench/neighbors/run.sh
engines: ; @bench/engines/run.sh
kernels: ; $(GO) test ./vec/internal/gen -update
bench-score: ; @bench/score/run.sh
bench-run: ; @bench/run/run.sh
bench-model: ; @bench/model/run.sh
bench-corpus: ; @bench/corpus/run.sh
bench-blind: ; @$(GO) run ./bench/blind
demo: build ; ./assay demo
bench: ; $(GO) test -run '^$$' -bench . -benchmem ./...
