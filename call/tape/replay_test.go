package tape_test

import (
	"bytes"
	"context"
	"net/http"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/tape"
	"github.com/assayhq/assay/call/wrap"
)

// files is a provider that takes files, and fails with the first.
type files struct{ sent int }

func (f *files) Send(_ context.Context, c *call.Call) (*call.Reply, error) {
	f.sent++
	if f.sent == 1 {
		return nil, &call.Failure{Kind: call.Overload, Provider: c.Provider, Status: 503, Message: "busy", Exchange: &call.Exchange{Status: 503}}
	}
	return call.Reread(c, &call.Exchange{Status: 200, Body: []byte(`{"id":"file-1"}`)}, call.Live)
}

func readFile(e *call.Exchange) (call.Result, error) {
	return call.Result{Value: string(e.Body)}, nil
}

// TestReplayUpload records an upload that is not kept, and replays what came of it.
func TestReplayUpload(t *testing.T) {
	c := func(first byte) *call.Call {
		body := bytes.Repeat([]byte("Net sales rose. "), 3*tape.MaxManageBody/16)
		body[0] = first
		return &call.Call{Provider: "ledgerline", Operation: call.Manage, Method: http.MethodPost, URL: "https://models.example/v1/files", Body: body, Read: readFile}
	}
	dir := t.TempDir()
	store, err := tape.Create(dir, "0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	provider := &files{}
	recording := wrap.Stack(provider, wrap.Options{Record: &wrap.Record{Store: store}})
	for range 2 {
		recording.Send(t.Context(), c('N')) //nolint:errcheck // the first fails
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if store, err = tape.Open(dir); err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if s := store.Stats(); s.Entries != 2 || s.Bytes > 4096 {
		t.Fatalf("%+v", s)
	}
	replay := wrap.Stack(provider, wrap.Options{Replay: &wrap.Replay{Store: store}})
	if _, err := replay.Send(t.Context(), c('N')); call.KindOf(err) != call.Overload {
		t.Errorf("first %v", err)
	}
	reply, err := replay.Send(t.Context(), c('N'))
	if err != nil || reply.Result.Value != `{"id":"file-1"}` || reply.Source != call.Replayed {
		t.Errorf("then %+v, %v", reply, err)
	}
	if _, err := replay.Send(t.Context(), c('X')); call.KindOf(err) != call.NotRecorded {
		t.Errorf("a file that differs in one byte: %v", err)
	}
	if provider.sent != 2 {
		t.Errorf("%d were sent", provider.sent)
	}
}
