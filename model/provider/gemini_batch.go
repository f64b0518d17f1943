package provider

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/batch"
	"github.com/assayhq/assay/internal/linereader"
)

// Limits of a batch at Google that holds its requests itself.
const (
	geminiBatchCalls = 100_000
	geminiBatchBytes = 20 << 20
)

// geminiBatches sends calls as batches, at half the price and within a day.
type geminiBatches struct{ batcher }

// newGeminiBatches sends batches over a connection through a sender, which is the connection's own or
// wrappers around it. Replies come from the connection directly: they may be large.
func newGeminiBatches(c *Connection, s call.Sender) (*geminiBatches, error) {
	b, err := newBatcher(c, s, "gemini")
	return &geminiBatches{b}, err
}

type geminiBatchLine struct {
	Request  json.RawMessage `json:"request"`
	Metadata geminiLineKey   `json:"metadata"`
}

type geminiLineKey struct {
	Key string `json:"key"`
}

// input is the body that sends calls as a batch, and its path. All calls are of one model: the path names it.
func (b *geminiBatches) input(calls []*call.Call) (body []byte, path string, err error) {
	if err := b.unique(calls, geminiBatchCalls); err != nil {
		return nil, "", err
	}
	rest, ours := strings.CutPrefix(calls[0].URL, b.base)
	path, chat := strings.CutSuffix(rest, ":generateContent")
	if !ours || !chat {
		return nil, "", b.bad("call %s does not generate content at this connection: %s", calls[0].Key(), calls[0].URL)
	}
	var buf bytes.Buffer
	fmt.Fprintf(&buf, `{"batch":{"displayName":"assay-%s","inputConfig":{"requests":{"requests":[`, calls[0].Key().String()[:12])
	for i, c := range calls {
		if c.URL != calls[0].URL {
			return nil, "", b.bad("the calls of a batch go to one model: %s is not %s", c.URL, calls[0].URL)
		}
		if i > 0 {
			buf.WriteByte(',')
		}
		line, err := encode(&geminiBatchLine{c.Body, geminiLineKey{c.Key().String()}})
		if err != nil {
			return nil, "", err
		}
		buf.Write(line)
		if buf.Len() > geminiBatchBytes {
			return nil, "", b.bad("the batch is larger than %d MB: send fewer calls at once", geminiBatchBytes>>20)
		}
	}
	buf.WriteString("]}}}}")
	return buf.Bytes(), path + ":batchGenerateContent", nil
}

func (b *geminiBatches) failure(x *call.Exchange) *call.Failure {
	return geminiReader{b.reading("")}.failure(x)
}

// geminiOperation is a batch without its replies.
type geminiOperation struct {
	Name     string       `json:"name"`
	Error    *geminiFault `json:"error"`
	Metadata struct {
		State string `json:"state"`
		Stats struct {
			Total  geminiCount `json:"requestCount"`
			Done   geminiCount `json:"successfulRequestCount"`
			Failed geminiCount `json:"failedRequestCount"`
		} `json:"batchStats"`
		Created time.Time `json:"createTime"`
	} `json:"metadata"`
}

// geminiCount is a number, which Google writes as a string where it may be large.
type geminiCount int

func (n *geminiCount) UnmarshalJSON(text []byte) error {
	value, err := strconv.Atoi(strings.Trim(string(text), `"`))
	*n = geminiCount(value)
	return err
}

// geminiLife is how long Google works on a batch.
const geminiLife = 48 * time.Hour

// geminiStates are the words for the states, after BATCH_STATE_ or JOB_STATE_; a word that is not known is
// taken for a batch under way.
var geminiStates = []struct {
	word  string
	state batch.State
}{
	{"PENDING", batch.Queued},
	{"QUEUED", batch.Queued},
	{"RUNNING", batch.Running},
	{"UPDATING", batch.Running},
	{"PAUSED", batch.Running},
	{"CANCELLING", batch.Running},
	{"SUCCEEDED", batch.Done},
	{"PARTIALLY_SUCCEEDED", batch.Done},
	{"FAILED", batch.Failed},
	{"CANCELLED", batch.Cancelled},
	{"EXPIRED", batch.Expired},
}

func (o *geminiOperation) status() batch.Status {
	m := &o.Metadata
	s := batch.Status{ID: o.Name, State: batch.Running, Raw: m.State, Total: int(m.Stats.Total), Done: int(m.Stats.Done),
		Failed: int(m.Stats.Failed), Created: m.Created}
	_, word, _ := strings.Cut(m.State, "_STATE_")
	for _, w := range geminiStates {
		if w.word == word {
			s.State = w.state
		}
	}
	if o.Error != nil {
		s.Message = call.Shorten(o.Error.Message)
	}
	if !m.Created.IsZero() {
		s.Expires = m.Created.Add(geminiLife)
	}
	return s
}

// geminiBatchFields leaves the replies out of what is asked of a batch: they may be large.
const geminiBatchFields = "name,error,metadata.state,metadata.batchStats,metadata.createTime"

func (b *geminiBatches) path(id, after string) string {
	return "/" + b.version + "/batches/" + awsEscape(strings.TrimPrefix(id, "batches/")) + after
}

func (b *geminiBatches) ask(ctx context.Context, c *call.Call) (geminiOperation, error) {
	var reply geminiOperation
	err := b.fetch(ctx, c, b.failure, &reply)
	if err == nil && reply.Name == "" {
		err = &call.Failure{Kind: call.Malformed, Provider: b.name, Message: "a batch without a name"}
	}
	return reply, err
}

// Submit sends calls as one batch and returns its id.
func (b *geminiBatches) Submit(ctx context.Context, calls []*call.Call) (id string, err error) {
	input, path, err := b.input(calls)
	if err != nil {
		return "", err
	}
	reply, err := b.ask(ctx, b.post(path, input, nil))
	return reply.Name, err
}

// Status tells how far a batch is.
func (b *geminiBatches) Status(ctx context.Context, id string) (batch.Status, error) {
	reply, err := b.ask(ctx, b.get(b.path(id, "?fields="+awsEscape(geminiBatchFields)), nil))
	return reply.status(), err
}

// List lists the batches of the key's project.
func (b *geminiBatches) List(ctx context.Context) ([]batch.Status, error) {
	var all []batch.Status
	for after, pages := "", 0; pages < maxBatchPages; pages++ {
		var page struct {
			Operations []geminiOperation `json:"operations"`
			Next       string            `json:"nextPageToken"`
		}
		if err := b.fetch(ctx, b.get("/"+b.version+"/batches?pageSize=100"+after, nil), b.failure, &page); err != nil {
			return nil, err
		}
		for i := range page.Operations {
			all = append(all, page.Operations[i].status())
		}
		if page.Next == "" {
			break
		}
		after = "&pageToken=" + awsEscape(page.Next)
	}
	return all, nil
}

// Cancel stops a batch. Google keeps no replies of a batch that was stopped.
func (b *geminiBatches) Cancel(ctx context.Context, id string) error {
	var nothing struct{}
	return b.fetch(ctx, b.post(b.path(id, ":cancel"), []byte("{}"), nil), b.failure, &nothing)
}

// Remove deletes a batch, with its replies.
func (b *geminiBatches) Remove(ctx context.Context, id string) error {
	c := b.get(b.path(id, ""), nil)
	c.Method = http.MethodDelete
	var nothing struct{}
	return b.fetch(ctx, c, b.failure, &nothing)
}

// Collect gives every line of a batch that has ended to a function, in whatever order they come: the call's
// key with the exchange, or with the failure where there was none. It holds one line at a time. An error
// of the function ends it.
func (b *geminiBatches) Collect(ctx context.Context, id string, take takeLine) error {
	status, err := b.Status(ctx, id)
	switch {
	case err != nil:
		return err
	case !status.State.Ended():
		return b.bad("batch %s is %s: wait until it has ended", id, status.Raw)
	case status.State != batch.Done: // a batch of any other end has no replies
		return b.bad("batch %s has no replies: %s %s", id, status.Raw, status.Message)
	}
	body, err := b.stream(ctx, b.get(b.path(id, ""), nil), b.failure)
	if err != nil {
		return err
	}
	defer body.Close()
	within := &bounded{Reader: body}
	dec := json.NewDecoder(within)
	if err := seekList(dec, "inlinedResponses"); err != nil {
		if errors.Is(err, io.EOF) {
			return &call.Failure{Kind: call.Malformed, Provider: b.name, Message: "batch " + id + " has no list of replies"}
		}
		return b.truncated(ctx, err)
	}
	for n := 1; dec.More(); n++ {
		within.read = 0
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return b.truncated(ctx, err)
		}
		key, e, f, err := b.line(raw)
		if err != nil {
			return b.malformedLine("batch "+id, n, err)
		}
		if err := take(key, e, f); err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil { // the end of the list: without it the reply was cut off
		return b.truncated(ctx, err)
	}
	return nil
}

// bounded breaks off a reply of which one part is larger than any that is read whole.
type bounded struct {
	io.Reader
	read int // bytes of this part
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.read > call.MaxReplyBytes {
		return 0, linereader.ErrTooLong
	}
	n, err := b.Reader.Read(p)
	b.read += n
	return n, err
}

// seekList reads on to the first list under a name.
func seekList(dec *json.Decoder, name string) error {
	named := false
	for {
		token, err := dec.Token()
		if err != nil {
			return err
		}
		if named && token == json.Delim('[') {
			return nil
		}
		named = token == name
	}
}

// line reads one reply.
func (b *geminiBatches) line(raw []byte) (string, *call.Exchange, *call.Failure, error) {
	var a struct {
		Key      string          `json:"key"`
		Metadata geminiLineKey   `json:"metadata"`
		Response json.RawMessage `json:"response"`
		Error    *geminiFault    `json:"error"`
	}
	if err := json.Unmarshal(raw, &a); err != nil {
		return "", nil, nil, err
	}
	key := cmp.Or(a.Metadata.Key, a.Key)
	e := &call.Exchange{Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}}
	switch {
	case key == "":
		return "", nil, nil, errors.New("no key")
	case a.Error != nil && a.Error.Code == geminiCancelled:
		return key, nil, b.unanswered(call.Cancelled, "CANCELLED"), nil
	case a.Error != nil:
		text, err := encode(map[string]any{"error": a.Error})
		if err != nil {
			return "", nil, nil, err
		}
		e.Body, e.Status = b.clean(text), a.Error.httpStatus()
	case len(a.Response) > 0:
		e.Body = b.clean(a.Response)
	default:
		return "", nil, nil, errors.New("neither a response nor an error")
	}
	return key, e, nil, nil
}

// geminiCancelled is gRPC's code of a call that was stopped.
const geminiCancelled = 1

// httpStatus is the status that goes with an error; a line of a batch has gRPC's code only.
func (g *geminiFault) httpStatus() int {
	switch g.Code {
	case 3, 9, 11:
		return http.StatusBadRequest
	case 4:
		return http.StatusGatewayTimeout
	case 5:
		return http.StatusNotFound
	case 7:
		return http.StatusForbidden
	case 8:
		return http.StatusTooManyRequests
	case 14:
		return http.StatusServiceUnavailable
	case 16:
		return http.StatusUnauthorized
	}
	if g.Code >= 400 && g.Code < 600 {
		return g.Code
	}
	return http.StatusInternalServerError
}
