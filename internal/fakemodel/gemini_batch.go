package fakemodel

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// geminiBatch is one batch and how far it is.
type geminiBatch struct {
	id, display string
	model       geminiModel
	lines       []geminiLine
	created     time.Time
	ended       time.Time
	state       string
	polls       int
	plan        BatchPlan
	results     []map[string]any
}

// geminiLine is one request of a batch.
type geminiLine struct {
	Metadata map[string]any  `json:"metadata"`
	Request  json.RawMessage `json:"request"`
}

// name is what the caller calls a line.
func (l geminiLine) name() string {
	s, _ := l.Metadata["key"].(string)
	return s
}

var geminiBatchCheck = protoOf(fields{"batch": protoOf(fields{
	"displayName": anyText, "model": anyText, "priority": anyText, "webhookConfig": objectAny,
	"inputConfig": protoOf(fields{
		"requests": protoOf(fields{"requests": listOf(protoOf(fields{"request": objectAny, "metadata": objectAny}, "request"),
			1, 0)}, "requests"),
	}, "requests"),
}, "inputConfig")}, "batch")

// createBatch answers :batchGenerateContent with the requests in the body.
func (g *gemini) createBatch(w http.ResponseWriter, r *http.Request, m geminiModel) {
	var req struct {
		Batch struct {
			Display string `json:"displayName"`
			Input   struct {
				Requests struct {
					Requests []geminiLine `json:"requests"`
				} `json:"requests"`
			} `json:"inputConfig"`
		} `json:"batch"`
	}
	if !readGemini(w, r, geminiBatchCheck, &req) {
		return
	}
	b := &geminiBatch{id: g.next("batch"), display: req.Batch.Display, model: m, created: time.Now(), state: "PENDING",
		lines: req.Batch.Input.Requests.Requests}
	g.mu.Lock()
	b.plan = g.plan
	g.batches = append(g.batches, b)
	out := b.operation()
	g.mu.Unlock()
	writeJSON(w, http.StatusOK, out)
}

// finish answers the lines.
func (g *gemini) finish(b *geminiBatch) {
	state := "SUCCEEDED"
	if end, ok := geminiFates[b.plan.Batch]; ok {
		state = end.state
	}
	var results []map[string]any
	if state == "SUCCEEDED" {
		for _, l := range b.lines {
			results = append(results, g.result(b, l))
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	b.results, b.state = results, state
}

func (g *gemini) result(b *geminiBatch, l geminiLine) map[string]any {
	out := map[string]any{}
	if l.Metadata != nil {
		out["metadata"] = l.Metadata
	}
	if ended, ok := geminiFates[b.plan.Fates[l.name()]]; ok {
		out["error"] = map[string]any{"code": ended.code, "message": ended.message}
		return out
	}
	req, no := l.generation(b.model)
	if no != "" {
		out["error"] = map[string]any{"code": 3, "message": no}
		return out
	}
	out["response"], _ = g.answer(req, b.model, l.Request, None)
	return out
}

// geminiFates is how a line or a whole batch ends otherwise than well: its code is of gRPC.
var geminiFates = map[Fate]struct {
	code           int
	state, message string
}{
	Errored:  {13, "FAILED", "An internal error has occurred."},
	Canceled: {1, "CANCELLED", "The request was cancelled."},
	Expired:  {4, "EXPIRED", "Deadline expired before operation could complete."},
}

// generation reads the request of a line, or says what is wrong with it.
func (l geminiLine) generation(model geminiModel) (geminiRequest, string) {
	var req geminiRequest
	m, err := decodeBody(l.Request)
	if err != nil {
		return req, err.Error()
	}
	if p := geminiGenerate(nil, m); p != nil {
		return req, strings.TrimSpace(geminiPath(p.at) + " " + p.kind + " " + p.text)
	}
	body, err := json.Marshal(m)
	if err == nil {
		err = json.Unmarshal(body, &req)
	}
	if err != nil {
		return req, err.Error()
	}
	return req, req.refused(model)
}

// operation is a batch as the long-running operation that the API shows it as.
func (b *geminiBatch) operation() map[string]any {
	metadata := map[string]any{
		"@type": "type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch", "name": "batches/" + b.id,
		"model": "models/" + b.model.id, "displayName": b.display, "state": "BATCH_STATE_" + b.state, "batchStats": b.stats(),
		"createTime": stamp(b.created), "updateTime": stamp(b.created),
	}
	out := map[string]any{"name": "batches/" + b.id, "metadata": metadata}
	if b.state == "PENDING" || b.state == "RUNNING" {
		return out
	}
	out["done"], metadata["endTime"] = true, stamp(b.ended)
	for _, end := range geminiFates {
		if end.state == b.state {
			out["error"] = map[string]any{"code": end.code, "message": end.message}
			return out
		}
	}
	output := map[string]any{"inlinedResponses": map[string]any{"inlinedResponses": b.results}}
	metadata["output"] = output
	out["response"] = withFieldsOf(output, "@type",
		"type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatchOutput")
	return out
}

// withFieldsOf is a copy of an object with one more field.
func withFieldsOf(object map[string]any, name string, value any) map[string]any {
	out := map[string]any{name: value}
	maps.Copy(out, object)
	return out
}

// stats counts the lines; the counts are text, as all whole numbers of 64 bits are here.
func (b *geminiBatch) stats() map[string]any {
	all := len(b.lines)
	if b.results == nil {
		return map[string]any{"requestCount": fmt.Sprint(all), "pendingRequestCount": fmt.Sprint(all)}
	}
	failed := 0
	for _, r := range b.results {
		if r["error"] != nil {
			failed++
		}
	}
	return map[string]any{"requestCount": fmt.Sprint(all), "successfulRequestCount": fmt.Sprint(all - failed),
		"failedRequestCount": fmt.Sprint(failed)}
}

// batch finds a batch; it writes the error where there is none. The lock is held where it is found.
func (g *gemini) batch(w http.ResponseWriter, id string) *geminiBatch {
	g.mu.Lock()
	i := slices.IndexFunc(g.batches, func(b *geminiBatch) bool { return b.id == id })
	if i < 0 {
		g.mu.Unlock()
		geminiFail(w, http.StatusNotFound, "NOT_FOUND", "Requested entity was not found.")
		return nil
	}
	return g.batches[i]
}

func (g *gemini) getBatch(w http.ResponseWriter, r *http.Request) {
	b := g.batch(w, r.PathValue("id"))
	if b == nil {
		return
	}
	due := b.ended.IsZero() && b.polls >= b.plan.Polls
	b.polls++
	if due {
		b.ended = time.Now()
	} else if b.state == "PENDING" {
		b.state = "RUNNING"
	}
	g.mu.Unlock()
	if due {
		g.finish(b)
	}
	g.mu.Lock()
	out := b.operation()
	g.mu.Unlock()
	writeJSON(w, http.StatusOK, out)
}

func (g *gemini) listBatches(w http.ResponseWriter, _ *http.Request) {
	g.mu.Lock()
	list := []any{}
	for _, b := range slices.Backward(g.batches) {
		list = append(list, b.operation())
	}
	g.mu.Unlock()
	writeJSON(w, http.StatusOK, map[string]any{"operations": list})
}

func (g *gemini) cancelBatch(w http.ResponseWriter, r *http.Request) {
	id, action, _ := strings.Cut(r.PathValue("id"), ":")
	if action != "cancel" {
		geminiFail(w, http.StatusNotFound, "NOT_FOUND", "Requested entity was not found.")
		return
	}
	b := g.batch(w, id)
	if b == nil {
		return
	}
	if b.ended.IsZero() {
		b.ended, b.state = time.Now(), "CANCELLED"
	}
	g.mu.Unlock()
	writeJSON(w, http.StatusOK, map[string]any{})
}

func (g *gemini) deleteBatch(w http.ResponseWriter, r *http.Request) {
	b := g.batch(w, r.PathValue("id"))
	if b == nil {
		return
	}
	g.batches = slices.DeleteFunc(g.batches, func(x *geminiBatch) bool { return x == b })
	g.mu.Unlock()
	writeJSON(w, http.StatusOK, map[string]any{})
}
