package provider

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/batch"
)

// batcher is what batches at Anthropic and Google share: where they are, through which wrappers small calls
// go, and how replies that are too large to hold are opened.
type batcher struct {
	*endpoint
	sender call.Sender
	open   func(context.Context, *call.Call) (io.ReadCloser, error)
}

// newBatcher refuses connections to other providers, and those without a network.
func newBatcher(c *Connection, s call.Sender, provider string) (batcher, error) {
	direct, ok := c.Sender.(*call.HTTP)
	if c.Row.Name != provider || !ok {
		return batcher{}, fmt.Errorf("provider %s keeps no batches in the way of %s", c.end.name, provider)
	}
	return batcher{c.end, s, direct.Open}, nil
}

// fetch sends a call that manages batches and reads its reply into a value.
func (b batcher) fetch(ctx context.Context, c *call.Call, failure func(*call.Exchange) *call.Failure, into any) error {
	b.managing(c, func(x *call.Exchange) (call.Result, error) {
		if x.Status != http.StatusOK || json.Unmarshal(x.Body, into) != nil {
			return call.Result{}, failure(x)
		}
		return call.Result{Value: into}, nil
	})
	_, err := b.sender.Send(ctx, c)
	return err
}

func (b batcher) managing(c *call.Call, read func(*call.Exchange) (call.Result, error)) *call.Call {
	c.Provider, c.Operation, c.Read = b.name, call.Manage, read
	return c
}

// stream opens the reply to a call.
func (b batcher) stream(ctx context.Context, c *call.Call, failure func(*call.Exchange) *call.Failure) (io.ReadCloser, error) {
	b.managing(c, func(x *call.Exchange) (call.Result, error) { return call.Result{}, failure(x) })
	return b.open(ctx, c)
}

func (b batcher) bad(format string, args ...any) error {
	return &call.Failure{Kind: call.BadRequest, Provider: b.name, Message: fmt.Sprintf(format, args...)}
}

// clean is a copy of a part of a large reply, without keys: it passes no other place that takes them out.
func (b batcher) clean(text []byte) []byte {
	said := string(text)
	for _, s := range b.secrets() {
		said = s.Redact(said)
	}
	return []byte(said)
}

// torn is the failure of a large reply that cannot be read on.
func (b batcher) torn(ctx context.Context, err error) error {
	var syntax *json.SyntaxError
	f := call.FailureOf(&call.Call{Provider: b.name}, err)
	switch {
	case errors.As(err, &syntax), errors.Is(err, bufio.ErrTooLong):
		f.Kind = call.Malformed
	case f.Kind == call.Unreachable && ctx.Err() == nil:
		f.Kind = call.CutOff
	}
	return f
}

// unique refuses calls that cannot be in one batch: another model, the same call twice, too many.
func (b batcher) unique(calls []*call.Call, most int) error {
	if len(calls) == 0 || len(calls) > most {
		return b.bad("a batch of %d calls: want 1 to %d", len(calls), most)
	}
	seen := make(map[call.Key]bool, len(calls))
	for _, c := range calls {
		if seen[c.Key()] {
			return b.bad("call %s is in the batch twice", c.Key())
		}
		if c.Method != http.MethodPost {
			return b.bad("call %s %s cannot be sent in a batch", c.Method, c.URL)
		}
		seen[c.Key()] = true
	}
	return nil
}

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

// maxBatchPages bounds a listing that never ends.
const maxBatchPages = 100

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
func (b *anthropicBatches) Collect(ctx context.Context, id string, take func(customID string, e *call.Exchange,
	f *call.Failure) error) error {
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
	scan := bufio.NewScanner(body)
	scan.Buffer(make([]byte, 64<<10), call.MaxReplyBytes)
	for n := 1; scan.Scan(); n++ {
		if len(bytes.TrimSpace(scan.Bytes())) == 0 {
			continue
		}
		customID, e, f, err := b.line(scan.Bytes())
		if err != nil {
			return &call.Failure{Kind: call.Malformed, Provider: b.name, Message: fmt.Sprintf("batch %s, line %d: %v", id, n, err)}
		}
		if err := take(customID, e, f); err != nil {
			return err
		}
	}
	if err := scan.Err(); err != nil {
		return b.torn(ctx, err)
	}
	return nil
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
		said, _ := parseError(a.Result.Error)
		e.Body, e.Status = b.clean(a.Result.Error), http.StatusInternalServerError
		if status, known := claudeStatuses[said.Type]; known {
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

// unanswered is the failure of a line that the batch did not come to.
func (b batcher) unanswered(kind call.Kind, word string) *call.Failure {
	return &call.Failure{Kind: kind, Provider: b.name, Code: word, Message: "the batch ended before this call was answered"}
}
