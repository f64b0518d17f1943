package fakemodel

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"
)

// BatchPlan says how batches go: a test decides how long they take and what becomes of each line.
type BatchPlan struct {
	Polls int             // how many looks at a batch find it unfinished
	Fates map[string]Fate // by custom id or key
	Batch Fate            // of the batch, where it does not simply end; Anthropic gives it to every line not listed
}

// Fate is what becomes of a line of a batch.
type Fate string

// The fates. A line that is not listed is answered.
const (
	Errored  Fate = "errored"
	Canceled Fate = "canceled"
	Expired  Fate = "expired"
)

// planned is a provider that keeps batches.
type planned interface{ setPlan(BatchPlan) }

// PlanBatches sets how the batches of a server go from now on. Servers without batches ignore it.
func (s *Server) PlanBatches(p BatchPlan) {
	if b, ok := s.render.(planned); ok {
		b.setPlan(p)
	}
}

func (a *anthropic) setPlan(p BatchPlan) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.plan = p
}

// claudeBatch is one batch and how far it is.
type claudeBatch struct {
	id       string
	requests []claudeLine
	version  string
	created  time.Time
	canceled time.Time
	ended    time.Time
	polls    int
	plan     BatchPlan
	results  []map[string]any
}

type claudeLine struct {
	ID     string          `json:"custom_id"`
	Params json.RawMessage `json:"params"`
}

// mostClaudeLines is the limit of requests in a batch.
const mostClaudeLines = 100_000

var claudeBatchCheck = objectOf(fields{"requests": listOf(objectOf(fields{
	"custom_id": textOf(1, 64), "params": objectAny,
}, "custom_id", "params"), 1, mostClaudeLines)}, "requests")

func (a *anthropic) createBatch(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var given struct{ Requests []claudeLine }
	m, err := decodeBody(body)
	if err == nil {
		err = json.Unmarshal(body, &given)
	}
	if err != nil {
		a.fail(w, http.StatusBadRequest, "invalid_request_error", "The request body is not valid JSON: "+err.Error())
		return
	}
	if p := claudeBatchCheck(nil, m); p != nil {
		a.fail(w, http.StatusBadRequest, "invalid_request_error", p.message())
		return
	}
	seen := map[string]bool{}
	for i, line := range given.Requests {
		if seen[line.ID] {
			a.fail(w, http.StatusBadRequest, "invalid_request_error",
				fmt.Sprintf("requests.%d.custom_id: %q is not unique in the batch", i, line.ID))
			return
		}
		seen[line.ID] = true
	}
	b := &claudeBatch{id: a.next("msgbatch"), requests: given.Requests, version: r.Header.Get("Anthropic-Version"),
		created: time.Now().UTC()}
	a.mu.Lock()
	b.plan = a.plan
	a.batches = append(a.batches, b)
	out := b.info(a.server.URL)
	a.mu.Unlock()
	a.ok(w, out)
}

// batch finds a batch; it writes the error where there is none. The lock is held where it is found.
func (a *anthropic) batch(w http.ResponseWriter, r *http.Request) *claudeBatch {
	id := r.PathValue("id")
	a.mu.Lock()
	i := slices.IndexFunc(a.batches, func(b *claudeBatch) bool { return b.id == id })
	if i < 0 {
		a.mu.Unlock()
		a.fail(w, http.StatusNotFound, "not_found_error", "Message batch "+id+" not found")
		return nil
	}
	return a.batches[i]
}

func (a *anthropic) getBatch(w http.ResponseWriter, r *http.Request) {
	b := a.batch(w, r)
	if b == nil {
		return
	}
	due := b.ended.IsZero() && b.polls >= b.plan.Polls
	b.polls++
	if due {
		b.ended = time.Now().UTC()
	}
	a.mu.Unlock()
	if due {
		a.finish(b)
	}
	a.mu.Lock()
	out := b.info(a.server.URL)
	a.mu.Unlock()
	a.ok(w, out)
}

// finish answers the lines of a batch. Their results come in another order than they were asked.
func (a *anthropic) finish(b *claudeBatch) {
	var results []map[string]any
	for _, line := range b.requests {
		results = append(results, map[string]any{"custom_id": line.ID, "result": a.result(b, line)})
	}
	slices.Reverse(results)
	if n := len(results); n > 2 {
		results[0], results[n/2] = results[n/2], results[0]
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	b.results = results
}

func (a *anthropic) result(b *claudeBatch, line claudeLine) map[string]any {
	fate := b.plan.Fates[line.ID]
	if fate == "" && b.plan.Batch != "" {
		fate = b.plan.Batch
	}
	if !b.canceled.IsZero() {
		fate = Canceled
	}
	switch fate {
	case Canceled, Expired:
		return map[string]any{"type": string(fate)}
	case Errored:
		return map[string]any{"type": "errored", "error": claudeError("api_error", "Internal server error", a.next("req"))}
	}
	req, model, no := readClaude(line.Params, b.version, claudeRequestCheck)
	if no != nil {
		return map[string]any{"type": "errored", "error": claudeError(no.kind, no.message, a.next("req"))}
	}
	message, _ := a.answer(req, model, line.Params, None)
	message["usage"].(map[string]any)["service_tier"] = "batch"
	return map[string]any{"type": "succeeded", "message": message}
}

// info is a batch as the API gives it. Its counts are zero until all of it has ended.
func (b *claudeBatch) info(url string) map[string]any {
	moment := func(t time.Time) any {
		if t.IsZero() {
			return nil
		}
		return t.Format(time.RFC3339Nano)
	}
	counts := map[string]int{"processing": 0, "succeeded": 0, "errored": 0, "canceled": 0, "expired": 0}
	status, results := "in_progress", any(nil)
	switch {
	case b.results != nil:
		status, results = "ended", url+"/v1/messages/batches/"+b.id+"/results"
		for _, line := range b.results {
			counts[line["result"].(map[string]any)["type"].(string)]++
		}
	case !b.canceled.IsZero():
		status = "canceling"
		counts["processing"] = len(b.requests)
	default:
		counts["processing"] = len(b.requests)
	}
	return map[string]any{
		"id": b.id, "type": "message_batch", "processing_status": status, "request_counts": counts,
		"created_at": moment(b.created), "expires_at": moment(b.created.Add(24 * time.Hour)), "ended_at": moment(b.ended),
		"cancel_initiated_at": moment(b.canceled), "archived_at": nil, "results_url": results,
	}
}

func (a *anthropic) listBatches(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	var all []map[string]any
	for _, b := range slices.Backward(a.batches) {
		all = append(all, b.info(a.server.URL))
	}
	a.mu.Unlock()
	a.page(w, r, all)
}

func (a *anthropic) cancelBatch(w http.ResponseWriter, r *http.Request) {
	b := a.batch(w, r)
	if b == nil {
		return
	}
	if b.ended.IsZero() && b.canceled.IsZero() {
		b.canceled = time.Now().UTC()
	}
	out := b.info(a.server.URL)
	a.mu.Unlock()
	a.ok(w, out)
}

func (a *anthropic) deleteBatch(w http.ResponseWriter, r *http.Request) {
	b := a.batch(w, r)
	if b == nil {
		return
	}
	if b.results == nil {
		a.mu.Unlock()
		a.fail(w, http.StatusBadRequest, "invalid_request_error",
			"Message batch "+b.id+" cannot be deleted while it is processing")
		return
	}
	a.batches = slices.DeleteFunc(a.batches, func(x *claudeBatch) bool { return x == b })
	a.mu.Unlock()
	a.ok(w, map[string]any{"id": b.id, "type": "message_batch_deleted"})
}

// batchResults answers with the results, one per line.
func (a *anthropic) batchResults(w http.ResponseWriter, r *http.Request) {
	b := a.batch(w, r)
	if b == nil {
		return
	}
	results := b.results
	a.mu.Unlock()
	if results == nil {
		a.fail(w, http.StatusNotFound, "not_found_error", "Message batch "+b.id+" has no available results")
		return
	}
	w.Header().Set("Request-Id", a.next("req"))
	w.Header().Set("Content-Type", "application/x-jsonl")
	e := json.NewEncoder(w)
	for _, line := range results {
		e.Encode(line)
	}
}
