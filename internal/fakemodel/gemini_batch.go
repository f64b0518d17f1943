package fakemodel

import (
	"bufio"
	"bytes"
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
	fromFile    bool
	created     time.Time
	ended       time.Time
	state       string
	polls       int
	plan        BatchPlan
	results     []map[string]any
	file        string // of the results
}

// geminiLine is one request of a batch: under a key in a file, with metadata in the request itself.
type geminiLine struct {
	Key      string          `json:"key"`
	Metadata map[string]any  `json:"metadata"`
	Request  json.RawMessage `json:"request"`
}

// name is what the caller calls a line.
func (l geminiLine) name() string {
	if l.Key != "" {
		return l.Key
	}
	s, _ := l.Metadata["key"].(string)
	return s
}

var geminiBatchCheck = protoOf(fields{"batch": protoOf(fields{
	"displayName": anyText, "model": anyText, "priority": anyText, "webhookConfig": objectAny,
	"inputConfig": protoOf(fields{
		"fileName": anyText,
		"requests": protoOf(fields{"requests": listOf(protoOf(fields{"request": objectAny, "metadata": objectAny}, "request"),
			1, 0)}, "requests"),
	}),
}, "inputConfig")}, "batch")

// createBatch answers :batchGenerateContent and :asyncBatchEmbedContent.
func (g *gemini) createBatch(w http.ResponseWriter, r *http.Request, m geminiModel) {
	var req struct {
		Batch struct {
			Display string `json:"displayName"`
			Input   struct {
				File     string `json:"fileName"`
				Requests *struct {
					Requests []geminiLine `json:"requests"`
				} `json:"requests"`
			} `json:"inputConfig"`
		} `json:"batch"`
	}
	if !readGemini(w, r, geminiBatchCheck, &req) {
		return
	}
	input := req.Batch.Input
	b := &geminiBatch{id: g.next("batch"), display: req.Batch.Display, model: m, created: time.Now(), state: "PENDING",
		fromFile: input.File != ""}
	switch {
	case (input.File != "") == (input.Requests != nil):
		geminiFail(w, http.StatusBadRequest, "INVALID_ARGUMENT",
			"* BatchGenerateContentRequest.batch.input_config: exactly one of file_name and requests must be set")
		return
	case input.Requests != nil:
		b.lines = input.Requests.Requests
	default:
		f := g.fileNamed(input.File)
		if f == nil {
			geminiFail(w, http.StatusNotFound, "NOT_FOUND", "File "+input.File+" not found.")
			return
		}
		if b.lines = geminiLines(f.data); len(b.lines) == 0 {
			geminiFail(w, http.StatusBadRequest, "INVALID_ARGUMENT",
				"File "+input.File+" has no requests: each line must be an object with key and request.")
			return
		}
	}
	g.mu.Lock()
	b.plan = g.plan
	g.batches = append(g.batches, b)
	out := b.operation()
	g.mu.Unlock()
	writeJSON(w, http.StatusOK, out)
}

// mostLine is the longest line of a file of requests.
const mostLine = 16 << 20

func geminiLines(data []byte) []geminiLine {
	var out []geminiLine
	s := bufio.NewScanner(bytes.NewReader(data))
	s.Buffer(nil, mostLine)
	for s.Scan() {
		var l geminiLine
		if json.Unmarshal(s.Bytes(), &l) == nil && l.Request != nil {
			out = append(out, l)
		}
	}
	return out
}

// finish answers the lines. Those of a file come in another order.
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
	var file string
	if b.fromFile && results != nil {
		slices.Reverse(results)
		file = g.store(jsonLines(results), "responses").name
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	b.results, b.file, b.state = results, file, state
}

func jsonLines(rows []map[string]any) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	for _, row := range rows {
		e.Encode(row)
	}
	return out.Bytes()
}

func (g *gemini) result(b *geminiBatch, l geminiLine) map[string]any {
	out := map[string]any{}
	if l.Metadata != nil {
		out["metadata"] = l.Metadata
	}
	if l.Key != "" {
		out["key"] = l.Key
	}
	if ended, ok := geminiFates[b.plan.Fates[l.name()]]; ok {
		out["error"] = map[string]any{"code": ended.code, "message": ended.message}
		return out
	}
	if b.model.embeds {
		return g.embedLine(b, l, out)
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

func (g *gemini) embedLine(b *geminiBatch, l geminiLine, out map[string]any) map[string]any {
	var e geminiEmbedding
	err := json.Unmarshal(l.Request, &e)
	if err != nil || e.refused(b.model) != "" {
		out["error"] = map[string]any{"code": 3, "message": fmt.Sprint("the request cannot be embedded: ",
			e.refused(b.model))}
		return out
	}
	out["response"] = map[string]any{"embedding": map[string]any{"values": e.vector(b.model)},
		"tokenCount": fmt.Sprint(e.Content.tokens())}
	return out
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
	if b.fromFile {
		output = map[string]any{"responsesFile": b.file}
	}
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
