package fakemodel

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// openaiBatch is a batch on its way: validating, in progress, finalizing, completed; or another end.
type openaiBatch struct {
	id, endpoint, model string
	input               string
	metadata            any
	lines               []openaiLine
	problems            []any // of the input, which make it fail
	pending             int   // polls until the lines are answered
	stall               int   // lines after which it stops; negative if it does not
	status              string
	output, errors      string // files
	keep                time.Duration
	done, failed        int
	usage               Answer
	running             bool                 // its lines are being answered, without the lock
	at                  map[string]time.Time // status → when it was reached
}

// openaiLine is one request of a batch.
type openaiLine struct {
	CustomID string          `json:"custom_id"`
	Method   string          `json:"method"`
	URL      string          `json:"url"`
	Body     json.RawMessage `json:"body"`
}

// Bounds of a batch.
const (
	batchLines  = 50_000
	batchBytes  = 200 << 20
	batchWindow = 24 * time.Hour
)

var batchShape = openaiShape{
	"input_file_id": {kinds: "string"}, "endpoint": {kinds: "string"}, "completion_window": {kinds: "string"},
	"metadata": {kinds: "object null"},
	"output_expires_after": {kinds: "object", fields: openaiShape{"anchor": {kinds: "string"},
		"seconds": {kinds: "integer"}}},
}

func (o *OpenAI) batchRoutes(add func(string, openaiEndpoint)) {
	add("POST /v1/batches", o.createBatch)
	add("GET /v1/batches", o.listBatches)
	add("GET /v1/batches/{id}", o.oneBatch)
	add("POST /v1/batches/{id}/cancel", o.cancelBatch)
}

// FailLines makes the batch lines with these custom ids fail with a server error.
func (o *OpenAI) FailLines(customIDs ...string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, id := range customIDs {
		o.failing[id] = true
	}
}

// StallBatch makes the next batch answer n lines and then stop, until it expires or is cancelled.
func (o *OpenAI) StallBatch(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.stall = n
}

// generators are the endpoints that a batch may call.
func (o *OpenAI) generator(endpoint string) openaiGenerate {
	switch endpoint {
	case "/v1/responses":
		return o.createResponse
	case "/v1/chat/completions":
		return o.createChat
	case "/v1/embeddings":
		return o.createEmbeddings
	}
	return nil
}

func (o *OpenAI) createBatch(_ *http.Request, body []byte) (any, *openaiError) {
	v, err := o.decode(body, batchShape)
	if err == nil {
		err = oaNeed(v, "input_file_id", "endpoint", "completion_window")
	}
	if err == nil {
		err = oaFirst(oaOneOf("completion_window", v["completion_window"], "24h"),
			oaOneOf("endpoint", v["endpoint"], "/v1/responses", "/v1/chat/completions", "/v1/embeddings"),
			oaWithin("output_expires_after.seconds", oaObject(v["output_expires_after"])["seconds"], leastExpirySecond,
				mostExpirySecond),
			oaMetadata(v["metadata"]))
	}
	if err != nil {
		return nil, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	f := o.file(oaString(v["input_file_id"]))
	switch {
	case f == nil:
		return nil, oaRefuse("input_file_id", "invalid_request", "File '%s' not found.", oaQuoted(v["input_file_id"]))
	case f.purpose != "batch":
		return nil, oaRefuse("input_file_id", "invalid_request", "Invalid purpose '%s' for file '%s': expected 'batch'.",
			f.purpose, f.id)
	}
	b := &openaiBatch{id: o.newID("batch_"), endpoint: oaString(v["endpoint"]), input: f.id, metadata: v["metadata"],
		pending: 1, stall: o.stall, status: "validating", at: map[string]time.Time{"validating": o.now()},
		keep: time.Duration(oaInteger(oaObject(v["output_expires_after"])["seconds"])) * time.Second}
	o.stall = -1
	b.read(f.data)
	o.batches = append(o.batches, b)
	return b.json(), nil
}

// read takes the lines of the input, or notes what is wrong with them.
func (b *openaiBatch) read(data []byte) {
	if len(data) > batchBytes {
		b.problem(0, "", "file_too_large", "The input file is larger than 200 MB.")
		return
	}
	seen := map[string]bool{}
	scan := bufio.NewScanner(bytes.NewReader(data))
	scan.Buffer(nil, batchBytes+1)
	for n := 1; scan.Scan(); n++ {
		if len(bytes.TrimSpace(scan.Bytes())) == 0 {
			continue
		}
		var line openaiLine
		if json.Unmarshal(scan.Bytes(), &line) != nil {
			b.problem(n, "", "invalid_json_line", "This line is not parseable as valid JSON.")
			continue
		}
		var asked struct {
			Model string `json:"model"`
		}
		json.Unmarshal(line.Body, &asked) // what is no object has no model
		switch {
		case line.CustomID == "":
			b.problem(n, "custom_id", "missing_required_parameter", "Missing required parameter: 'custom_id'.")
		case seen[line.CustomID]:
			b.problem(n, "custom_id", "duplicate_custom_id", "The custom_id for this request is a duplicate of another request.")
		case line.Method != "POST":
			b.problem(n, "method", "invalid_method", "The method must be POST.")
		case line.URL != b.endpoint:
			b.problem(n, "url", "mismatched_url", "The URL of this request does not match the endpoint of the batch.")
		case b.model != "" && asked.Model != b.model:
			b.problem(n, "body.model", "mismatched_model", "The model of this request does not match the rest of the batch.")
		}
		seen[line.CustomID] = true
		b.model = asked.Model
		b.lines = append(b.lines, line)
	}
	if len(b.lines) == 0 || len(b.lines) > batchLines {
		b.problem(0, "", "invalid_line_count", "A batch holds between 1 and "+strconv.Itoa(batchLines)+" requests.")
	}
}

// batchProblems is how many problems of an input are told.
const batchProblems = 100

func (b *openaiBatch) problem(line int, param, code, message string) {
	if len(b.problems) >= batchProblems {
		return
	}
	var at any
	if line > 0 {
		at = line
	}
	b.problems = append(b.problems, oaMap{"code": code, "message": message, "param": oaNullable(param), "line": at})
}

func (b *openaiBatch) json() oaMap {
	created := b.at["validating"]
	m := oaMap{"id": b.id, "object": "batch", "endpoint": b.endpoint, "input_file_id": b.input, "completion_window": "24h",
		"status": b.status, "created_at": created.Unix(), "expires_at": created.Add(batchWindow).Unix(), "metadata": b.metadata,
		"request_counts": oaMap{"total": len(b.lines), "completed": b.done, "failed": b.failed}}
	if b.status == "failed" {
		m["errors"] = oaMap{"object": "list", "data": b.problems}
	}
	for status, at := range b.at {
		if status != "validating" {
			m[status+"_at"] = at.Unix()
		}
	}
	for name, value := range map[string]string{"model": b.model, "output_file_id": b.output, "error_file_id": b.errors} {
		if value != "" {
			m[name] = value
		}
	}
	if !b.open() && b.status != "failed" {
		m["usage"] = oaMap{"input_tokens": b.usage.InputTokens,
			"input_tokens_details": oaMap{"cached_tokens": b.usage.CachedTokens},
			"output_tokens":        b.usage.OutputTokens, "output_tokens_details": oaMap{"reasoning_tokens": b.usage.ReasoningTokens},
			"total_tokens": b.usage.InputTokens + b.usage.OutputTokens}
	}
	return m
}

// open reports whether a batch is not at its end.
func (b *openaiBatch) open() bool {
	return slices.Contains([]string{"validating", "in_progress", "finalizing", "cancelling"}, b.status)
}

func (o *OpenAI) reach(b *openaiBatch, status string) {
	b.status = status
	b.at[status] = o.now()
}

// oneBatch moves a batch by one step each time that it is asked for.
func (o *OpenAI) oneBatch(r *http.Request, _ []byte) (any, *openaiError) {
	o.mu.Lock()
	defer o.mu.Unlock()
	b := o.batch(r.PathValue("id"))
	if b == nil {
		return nil, noBatch(r.PathValue("id"))
	}
	o.step(b)
	return b.json(), nil
}

func (o *OpenAI) batch(id string) *openaiBatch {
	for _, b := range o.batches {
		if b.id == id {
			return b
		}
	}
	return nil
}

func noBatch(id string) *openaiError { return oaMissing("No batch found with id '%s'.", id) }

// step takes a batch from one status to the next; the caller holds the lock.
func (o *OpenAI) step(b *openaiBatch) {
	if b.running {
		return
	}
	late := o.now().Sub(b.at["validating"]) > batchWindow
	switch b.status {
	case "validating":
		if len(b.problems) > 0 {
			o.reach(b, "failed")
			b.lines = nil
			return
		}
		o.reach(b, "in_progress")
		fallthrough
	case "in_progress":
		switch {
		case b.stall >= 0 && late:
			o.run(b, b.lines[:min(b.stall, len(b.lines))], b.lines[min(b.stall, len(b.lines)):])
			o.reach(b, "expired")
		case b.stall >= 0:
			b.done = min(b.stall, len(b.lines))
		case b.pending > 0:
			b.pending--
		default:
			o.reach(b, "finalizing")
		}
	case "finalizing":
		o.run(b, b.lines, nil)
		o.reach(b, "completed")
	case "cancelling":
		o.run(b, b.lines[:min(max(0, b.stall), len(b.lines))], nil)
		o.reach(b, "cancelled")
	}
}

func (o *OpenAI) cancelBatch(r *http.Request, _ []byte) (any, *openaiError) {
	o.mu.Lock()
	defer o.mu.Unlock()
	b := o.batch(r.PathValue("id"))
	switch {
	case b == nil:
		return nil, noBatch(r.PathValue("id"))
	case !b.open():
		return nil, &openaiError{status: 409, kind: "invalid_request_error",
			message: "Cannot cancel a batch with status '" + b.status + "'."}
	}
	o.reach(b, "cancelling")
	return b.json(), nil
}

func (o *OpenAI) listBatches(r *http.Request, _ []byte) (any, *openaiError) {
	o.mu.Lock()
	defer o.mu.Unlock()
	data := []any{}
	for _, b := range o.batches {
		data = append(data, b.json())
	}
	return oaPage(data, r, "desc")
}

// run answers lines and writes the two files. The output is in another order than the input: clients that
// count on the order are wrong. The lock is given up while models answer.
func (o *OpenAI) run(b *openaiBatch, lines, late []openaiLine) {
	b.running = true
	defer func() { b.running = false }()
	b.done, b.failed = 0, 0
	var output, errors bytes.Buffer
	generate := o.generator(b.endpoint)
	for _, line := range slices.Backward(lines) {
		status, reply := http.StatusInternalServerError, any(nil)
		if o.failing[line.CustomID] {
			reply = (&openaiError{kind: "server_error",
				message: "The server had an error while processing your request."}).body(false)
		} else {
			status, reply = o.runLine(b, line, generate)
		}
		to := &output
		if status != http.StatusOK {
			to = &errors
			b.failed++
		} else {
			b.done++
		}
		writeLine(to, oaMap{"id": o.newID("batch_req_"), "custom_id": line.CustomID, "error": nil,
			"response": oaMap{"status_code": status, "request_id": o.newID("req_"), "body": reply}})
	}
	for _, line := range late {
		b.failed++
		writeLine(&errors, oaMap{"id": o.newID("batch_req_"), "custom_id": line.CustomID, "response": nil, "error": oaMap{
			"code": "batch_expired", "message": "This request could not be executed before the completion window expired."}})
	}
	b.output = o.batchFile(b, "output", output.Bytes())
	b.errors = o.batchFile(b, "error", errors.Bytes())
}

func (o *OpenAI) runLine(b *openaiBatch, line openaiLine, generate openaiGenerate) (int, any) {
	o.mu.Unlock()
	reply, usage, err := generate(line.Body, None)
	o.mu.Lock()
	if err != nil {
		return err.status, err.body(false)
	}
	b.usage.InputTokens += usage.InputTokens
	b.usage.CachedTokens += usage.CachedTokens
	b.usage.OutputTokens += usage.OutputTokens
	b.usage.ReasoningTokens += usage.ReasoningTokens
	return http.StatusOK, reply
}

func writeLine(to *bytes.Buffer, v oaMap) {
	text, err := json.Marshal(v)
	if err != nil {
		text = []byte("{}")
	}
	to.Write(append(text, '\n'))
}

// batchFile keeps the lines as a file, if there are any.
func (o *OpenAI) batchFile(b *openaiBatch, kind string, data []byte) string {
	if len(data) == 0 {
		return ""
	}
	f := &openaiFile{id: o.newID("file-"), name: b.id + "_" + kind + ".jsonl", purpose: "batch_output", data: data,
		created: o.now()}
	if b.keep > 0 {
		f.expires = f.created.Add(b.keep)
	}
	o.files = append(o.files, f)
	return f.id
}
