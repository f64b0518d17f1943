package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/linereader"
)

// batcher is what the batches of all providers share: their endpoint, the sender of small calls, and how replies that are
// too large to hold are opened.
type batcher struct {
	*endpoint
	sender call.Sender
	open   func(context.Context, *call.Call) (io.ReadCloser, error)
}

// newBatcher refuses connections to other providers, and those without a network.
func newBatcher(c *Connection, s call.Sender, provider string) (batcher, error) {
	direct, ok := c.Sender.(*call.HTTP)
	if c.Row.Name != provider {
		return batcher{}, fmt.Errorf("provider %s has no batches like those of %s", c.end.name, provider)
	}
	if !ok {
		return batcher{}, fmt.Errorf("provider %s: batches need the network, not %T", c.end.name, c.Sender)
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
	cleaned := string(text)
	for _, s := range b.secrets() {
		cleaned = s.Redact(cleaned)
	}
	return []byte(cleaned)
}

// truncated is the failure of a large reply that cannot be read on.
func (b batcher) truncated(ctx context.Context, err error) error {
	var syntax *json.SyntaxError
	f := call.FailureOf(&call.Call{Provider: b.name}, err)
	switch {
	case errors.As(err, &syntax), errors.Is(err, linereader.ErrTooLong):
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

// maxBatchPages bounds a listing that never ends.
const maxBatchPages = 100

// unanswered is the failure of a line that the batch did not come to.
func (b batcher) unanswered(kind call.Kind, word string) *call.Failure {
	return &call.Failure{Kind: kind, Provider: b.name, Code: word, Message: "the batch ended before this call was answered"}
}

// takeLine gets the key of a call with its exchange, or with the failure where there was none.
type takeLine = func(customID string, e *call.Exchange, f *call.Failure) error

// readLines reads a large reply of JSON lines, one at a time, and gives what each holds to take. The name of the reply
// goes into errors.
func (b batcher) readLines(ctx context.Context, reply io.Reader, name string,
	read func([]byte) (string, *call.Exchange, *call.Failure, error), take takeLine) error {
	lines := linereader.New(reply, call.MaxReplyBytes)
	for {
		raw, err := lines.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return b.truncated(ctx, err)
		case len(bytes.TrimSpace(raw)) == 0:
			continue
		}
		customID, e, f, err := read(raw)
		if err != nil {
			return b.malformedLine(name, lines.Line(), err)
		}
		if err := take(customID, e, f); err != nil {
			return err
		}
	}
}

func (b batcher) malformedLine(name string, line int, err error) error {
	return &call.Failure{Kind: call.Malformed, Provider: b.name, Message: fmt.Sprintf("%s, line %d: %v", name, line, err)}
}
