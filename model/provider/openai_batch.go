package provider

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/batch"
)

// openaiBatches sends calls as batches, at half the price and within a day. A line of a batch is a call's
// body under its key; the reply to it is an exchange that the call's own reader reads.
type openaiBatches struct {
	batcher
	files manager
}

// newOpenAIBatches sends batches over a connection through a sender, which is the connection's own or
// wrappers around it. The files of replies come from the connection directly: they may be large.
func newOpenAIBatches(c *Connection, s call.Sender) (*openaiBatches, error) {
	m, err := newManager(c, s)
	if err != nil {
		return nil, err
	}
	b, err := newBatcher(c, s, "openai")
	return &openaiBatches{b, m}, err
}

// Limits of a batch.
const (
	maxBatchCalls = 50_000
	maxBatchBytes = 200 << 20
	batchKeep     = 30 * 24 * time.Hour // how long OpenAI keeps the files of a batch: the longest it offers
)

type batchLine struct {
	ID     string          `json:"custom_id"`
	Method string          `json:"method"`
	URL    string          `json:"url"`
	Body   json.RawMessage `json:"body"`
}

// input is the file that sends calls as a batch, and the endpoint that all of them go to. Calls that
// cannot be in one batch are refused: others than to one endpoint and model, the same call twice, too many.
func (b *openaiBatches) input(calls []*call.Call) (file []byte, endpoint string, err error) {
	if err := b.unique(calls, maxBatchCalls); err != nil {
		return nil, "", err
	}
	var buf bytes.Buffer
	for _, c := range calls {
		path, ok := strings.CutPrefix(c.URL, b.base)
		switch {
		case !ok:
			return nil, "", b.bad("call %s %s does not go to this provider", c.Method, c.URL)
		case endpoint != "" && endpoint != "/v1"+path || c.Model != calls[0].Model:
			return nil, "", b.bad("the calls of a batch go to one endpoint and model: %s %s is not %s %s",
				path, c.Model, endpoint, calls[0].Model)
		}
		endpoint = "/v1" + path
		line, err := encode(&batchLine{c.Key().String(), c.Method, endpoint, c.Body})
		if err != nil {
			return nil, "", err
		}
		buf.Write(append(line, '\n'))
		if buf.Len() > maxBatchBytes {
			return nil, "", b.bad("the batch is larger than %d MB: send fewer calls at once", maxBatchBytes>>20)
		}
	}
	return buf.Bytes(), endpoint, nil
}

type batchExpiry struct {
	Anchor  string `json:"anchor"`
	Seconds int64  `json:"seconds"`
}

// Submit sends calls as one batch and returns its id. If the batch cannot be made its input is deleted
// again.
func (b *openaiBatches) Submit(ctx context.Context, calls []*call.Call) (id string, err error) {
	input, endpoint, err := b.input(calls)
	if err != nil {
		return "", err
	}
	file, err := b.files.upload(ctx, Upload{Name: "batch.jsonl", Purpose: "batch", Content: input, Expires: batchKeep})
	if err != nil {
		return "", err
	}
	c, err := b.files.postJSON("/batches", struct {
		Input    string      `json:"input_file_id"`
		Endpoint string      `json:"endpoint"`
		Window   string      `json:"completion_window"`
		Expires  batchExpiry `json:"output_expires_after"`
	}{file.ID, endpoint, "24h", batchExpiry{"created_at", int64(batchKeep / time.Second)}})
	if err != nil {
		return "", err
	}
	reply, err := ask[batchReply](ctx, b.files, c)
	if err != nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanup)
		defer cancel()
		if left := b.files.deleteFile(ctx, file.ID); left != nil {
			err = errors.Join(err, fmt.Errorf("delete batch input %s: %w", file.ID, left))
		}
		return "", err
	}
	return reply.ID, nil
}

type batchReply struct {
	ID      string `json:"id"`
	Status  string `json:"status"`
	Input   string `json:"input_file_id"`
	Output  string `json:"output_file_id"`
	Errors  string `json:"error_file_id"`
	Created int64  `json:"created_at"`
	Expires int64  `json:"expires_at"`
	Counts  struct {
		Total     int `json:"total"`
		Completed int `json:"completed"`
		Failed    int `json:"failed"`
	} `json:"request_counts"`
	Problems *struct {
		Data []struct {
			Code    string `json:"code"`
			Message string `json:"message"`
			Line    *int   `json:"line"`
		} `json:"data"`
	} `json:"errors"`
}

// batchStates are OpenAI's words for the states; a word that is not known is taken for a batch under way.
var batchStates = []struct {
	word  string
	state batch.State
}{
	{"validating", batch.Queued},
	{"in_progress", batch.Running},
	{"finalizing", batch.Running},
	{"cancelling", batch.Running},
	{"completed", batch.Done},
	{"failed", batch.Failed},
	{"expired", batch.Expired},
	{"cancelled", batch.Cancelled},
}

func (r *batchReply) status() batch.Status {
	s := batch.Status{ID: r.ID, State: batch.Running, Raw: r.Status, Total: r.Counts.Total, Done: r.Counts.Completed, Failed: r.Counts.Failed,
		Created: moment(r.Created), Expires: moment(r.Expires)}
	for _, w := range batchStates {
		if w.word == r.Status {
			s.State = w.state
		}
	}
	if r.Problems != nil {
		var messages []string
		for _, p := range r.Problems.Data {
			text := cmp.Or(p.Message, p.Code)
			if p.Line != nil {
				text = fmt.Sprintf("line %d: %s", *p.Line, text)
			}
			messages = append(messages, text)
		}
		s.Message = call.Shorten(strings.Join(messages, "; "))
	}
	return s
}

func (b *openaiBatches) batch(ctx context.Context, id string) (*batchReply, error) {
	return ask[batchReply](ctx, b.files, b.files.call(http.MethodGet, batchPath(id), nil))
}

func batchPath(id string) string { return "/batches/" + url.PathEscape(id) }

// Status tells how far a batch is.
func (b *openaiBatches) Status(ctx context.Context, id string) (batch.Status, error) {
	reply, err := b.batch(ctx, id)
	if err != nil {
		return batch.Status{}, err
	}
	return reply.status(), nil
}

// List lists the batches of the key's project, the newest first.
func (b *openaiBatches) List(ctx context.Context) ([]batch.Status, error) {
	replies, err := list(ctx, b.files, "/batches", url.Values{}, func(r *batchReply) string { return r.ID })
	batches := make([]batch.Status, len(replies))
	for i := range replies {
		batches[i] = replies[i].status()
	}
	return batches, err
}

// Cancel stops a batch; what was answered until then can be collected.
func (b *openaiBatches) Cancel(ctx context.Context, id string) error {
	c := b.files.call(http.MethodPost, batchPath(id)+"/cancel", nil)
	_, err := ask[batchReply](ctx, b.files, c)
	return err
}

// Remove deletes the files of a batch; the batch itself stays listed.
func (b *openaiBatches) Remove(ctx context.Context, id string) error {
	reply, err := b.batch(ctx, id)
	if err != nil {
		return err
	}
	var problems []error
	for _, file := range []string{reply.Input, reply.Output, reply.Errors} {
		if file != "" {
			problems = append(problems, b.files.deleteFile(ctx, file))
		}
	}
	return errors.Join(problems...)
}

// Collect gives every line of a batch that has ended to a function, in whatever order they come: the call's
// key with the exchange, or with the failure where there was none (expired, cancelled). Calls without a
// line were not answered. It holds one line at a time. An error of the function ends it.
func (b *openaiBatches) Collect(ctx context.Context, id string, take takeLine) error {
	reply, err := b.batch(ctx, id)
	if err != nil {
		return err
	}
	status := reply.status()
	switch {
	case !status.State.Ended():
		return b.bad("batch %s is %s, %d of %d calls done: wait until it has ended", id, status.Raw, status.Done, status.Total)
	case status.State == batch.Failed:
		return b.bad("batch %s failed: %s", id, cmp.Or(status.Message, "no reason given"))
	}
	for _, file := range []string{reply.Output, reply.Errors} {
		if file == "" {
			continue
		}
		if err := b.lines(ctx, file, take); err != nil {
			return fmt.Errorf("batch %s: %w", id, err)
		}
	}
	return nil
}

// lines reads a file of replies line by line.
func (b *openaiBatches) lines(ctx context.Context, file string, take takeLine) error {
	c := b.files.call(http.MethodGet, "/files/"+url.PathEscape(file)+"/content", nil)
	body, err := b.stream(ctx, c, b.reading("").failure)
	if err != nil {
		return err
	}
	defer body.Close()
	return b.readLines(ctx, body, "file "+file, b.line, take)
}

type batchAnswer struct {
	ID       string `json:"custom_id"`
	Response *struct {
		Status  int             `json:"status_code"`
		Request string          `json:"request_id"`
		Body    json.RawMessage `json:"body"`
	} `json:"response"`
	Error json.RawMessage `json:"error"`
}

// line reads one line of replies. A reply takes precedence over an error: a call that was refused has both an
// HTTP status and a line in the file of errors.
func (b *openaiBatches) line(raw []byte) (string, *call.Exchange, *call.Failure, error) {
	var a batchAnswer
	if err := json.Unmarshal(raw, &a); err != nil {
		return "", nil, nil, err
	}
	if a.ID == "" {
		return "", nil, nil, errors.New("no custom_id")
	}
	if a.Response != nil && a.Response.Status != 0 {
		e := &call.Exchange{Status: a.Response.Status, Header: http.Header{"Content-Type": {"application/json"}},
			Body: b.clean(a.Response.Body)}
		if a.Response.Request != "" {
			e.Header.Set("X-Request-Id", a.Response.Request)
		}
		return a.ID, e, nil, nil
	}
	e, ok := parseError(append(append([]byte(`{"error":`), a.Error...), '}'))
	if !ok {
		return "", nil, nil, errors.New("neither a response nor an error")
	}
	f := b.reading("").failed(&call.Exchange{Status: http.StatusOK}, e)
	f.Provider, f.Status, f.Message = b.name, 0, call.Shorten(string(b.clean([]byte(f.Message))))
	return a.ID, nil, f, nil
}
