package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/batch"
)

// Limits of a batch at Anthropic.
const (
	anthropicBatchCalls = 100_000
	anthropicBatchBytes = 256 << 20
)

// anthropicBatches sends calls as message batches, at half the price and within a day.
type anthropicBatches struct{ batcher }

// newAnthropicBatches sends batches over a connection through a sender, which is the connection's own or
// wrappers around it. Replies come from the connection directly: they may be large.
func newAnthropicBatches(c *Connection, s call.Sender) (*anthropicBatches, error) {
	b, err := newBatcher(c, s, "anthropic")
	return &anthropicBatches{b}, err
}

type claudeBatchLine struct {
	ID     string          `json:"custom_id"`
	Params json.RawMessage `json:"params"`
}

// input is the body that sends calls as a batch. All have one version of the API: the batch has only one.
func (b *anthropicBatches) input(calls []*call.Call) ([]byte, error) {
	if err := b.unique(calls, anthropicBatchCalls); err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	buf.WriteString(`{"requests":[`)
	for i, c := range calls {
		if c.URL != b.base+"/v1/messages" || c.Header.Get("Anthropic-Version") != b.version {
			return nil, b.bad("call %s is not one of this connection: %s, API version %q", c.Key(), c.URL, c.Header.Get("Anthropic-Version"))
		}
		if i > 0 {
			buf.WriteByte(',')
		}
		line, err := encode(&claudeBatchLine{c.Key().String(), c.Body})
		if err != nil {
			return nil, err
		}
		buf.Write(line)
		if buf.Len() > anthropicBatchBytes {
			return nil, b.bad("the batch is larger than %d MB: send fewer calls at once", anthropicBatchBytes>>20)
		}
	}
	buf.WriteString("]}")
	return buf.Bytes(), nil
}

func (b *anthropicBatches) call(method, path string, body []byte) *call.Call {
	c := claudeWire{b.endpoint}.versioned(b.post("/v1/messages/batches"+path, body, nil))
	c.Method = method
	if body == nil {
		c.Header.Del("Content-Type")
	}
	return c
}

func (b *anthropicBatches) failure(x *call.Exchange) *call.Failure {
	return claudeReader{reading: b.reading("")}.failure(x)
}

// Submit sends calls as one batch and returns its id.
func (b *anthropicBatches) Submit(ctx context.Context, calls []*call.Call) (id string, err error) {
	input, err := b.input(calls)
	if err != nil {
		return "", err
	}
	reply, err := b.ask(ctx, b.call(http.MethodPost, "", input))
	return reply.ID, err
}

// claudeBatchReply is a batch. Its counts stand at processing until all of it has ended.
type claudeBatchReply struct {
	ID     string `json:"id"`
	Status string `json:"processing_status"`
	Counts struct {
		Processing int `json:"processing"`
		Succeeded  int `json:"succeeded"`
		Errored    int `json:"errored"`
		Canceled   int `json:"canceled"`
		Expired    int `json:"expired"`
	} `json:"request_counts"`
	Created time.Time `json:"created_at"`
	Expires time.Time `json:"expires_at"`
}

func (b *anthropicBatches) ask(ctx context.Context, c *call.Call) (claudeBatchReply, error) {
	var reply claudeBatchReply
	err := b.fetch(ctx, c, b.failure, &reply)
	if err == nil && reply.ID == "" {
		err = &call.Failure{Kind: call.Malformed, Provider: b.name, Message: "a batch without an id"}
	}
	return reply, err
}

func (r *claudeBatchReply) status() batch.Status {
	n := &r.Counts
	s := batch.Status{
		ID:    r.ID,
		State: batch.Running, Raw: r.Status, Done: n.Succeeded, Failed: n.Errored + n.Canceled + n.Expired,
		Total: n.Processing + n.Succeeded + n.Errored + n.Canceled + n.Expired, Created: r.Created, Expires: r.Expires,
	}
	if r.Status != "ended" {
		return s
	}
	switch s.State = batch.Done; {
	case s.Total > 0 && n.Canceled == s.Total:
		s.State = batch.Cancelled
	case s.Total > 0 && n.Expired == s.Total:
		s.State = batch.Expired
	}
	return s
}

// Status tells how far a batch is.
func (b *anthropicBatches) Status(ctx context.Context, id string) (batch.Status, error) {
	reply, err := b.ask(ctx, b.call(http.MethodGet, "/"+awsEscape(id), nil))
	return reply.status(), err
}

// List lists the batches of the key's workspace, the newest first.
func (b *anthropicBatches) List(ctx context.Context) ([]batch.Status, error) {
	var all []batch.Status
	for after, pages := "", 0; pages < maxBatchPages; pages++ {
		var page struct {
			Data []claudeBatchReply `json:"data"`
			More bool               `json:"has_more"`
			Last string             `json:"last_id"`
		}
		if err := b.fetch(ctx, b.call(http.MethodGet, "?limit=100"+after, nil), b.failure, &page); err != nil {
			return nil, err
		}
		for i := range page.Data {
			all = append(all, page.Data[i].status())
		}
		if !page.More || page.Last == "" {
			break
		}
		after = "&after_id=" + awsEscape(page.Last)
	}
	return all, nil
}

// Cancel stops a batch; what was answered until then can be collected once it has ended.
func (b *anthropicBatches) Cancel(ctx context.Context, id string) error {
	_, err := b.ask(ctx, b.call(http.MethodPost, "/"+awsEscape(id)+"/cancel", nil))
	return err
}

// Remove deletes a batch that has ended, with its replies.
func (b *anthropicBatches) Remove(ctx context.Context, id string) error {
	_, err := b.ask(ctx, b.call(http.MethodDelete, "/"+awsEscape(id), nil))
	return err
}

// Collect gives every line of a batch that has ended to a function, in whatever order they come: the call's
// key with the exchange, or with the failure where there was none (expired, cancelled). It holds one line
// at a time. An error of the function ends it.
func (b *anthropicBatches) Collect(ctx context.Context, id string, take takeLine) error {
	status, err := b.Status(ctx, id)
	if err != nil {
		return err
	}
	if !status.State.Ended() {
		return b.bad("batch %s is %s, %d calls in it: wait until it has ended", id, status.Raw, status.Total)
	}
	// The address that the reply names is not used: it would get the key, wherever it leads.
	body, err := b.stream(ctx, b.call(http.MethodGet, "/"+awsEscape(id)+"/results", nil), b.failure)
	if err != nil {
		return err
	}
	defer body.Close()
	return b.readLines(ctx, body, "batch "+id, b.line, take)
}

// claudeStatuses are the HTTP statuses that go with the types of errors; a line of a batch has none.
var claudeStatuses = map[string]int{
	"invalid_request_error": 400, "authentication_error": 401, "billing_error": 402, "permission_error": 403,
	"not_found_error": 404, "conflict_error": 409, "request_too_large": 413, "rate_limit_error": 429,
	"api_error": 500, "timeout_error": 504, "overloaded_error": 529,
}

// line reads one line of replies.
func (b *anthropicBatches) line(raw []byte) (string, *call.Exchange, *call.Failure, error) {
	var a struct {
		ID     string `json:"custom_id"`
		Result struct {
			Type    string          `json:"type"`
			Message json.RawMessage `json:"message"`
			Error   json.RawMessage `json:"error"`
		} `json:"result"`
	}
	if err := json.Unmarshal(raw, &a); err != nil {
		return "", nil, nil, err
	}
	e := &call.Exchange{Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}}
	switch {
	case a.ID == "":
		return "", nil, nil, errors.New("no custom_id")
	case a.Result.Type == "succeeded" && len(a.Result.Message) > 0:
		e.Body = b.clean(a.Result.Message)
	case a.Result.Type == "errored" && len(a.Result.Error) > 0:
		apiErr, _ := parseError(a.Result.Error)
		e.Body, e.Status = b.clean(a.Result.Error), http.StatusInternalServerError
		if status, known := claudeStatuses[apiErr.Type]; known {
			e.Status = status
		}
	case a.Result.Type == "canceled":
		return a.ID, nil, b.unanswered(call.Cancelled, a.Result.Type), nil
	case a.Result.Type == "expired":
		return a.ID, nil, b.unanswered(call.Timeout, a.Result.Type), nil
	default:
		return "", nil, nil, fmt.Errorf("a result of type %q without a message", a.Result.Type)
	}
	return a.ID, e, nil, nil
}
