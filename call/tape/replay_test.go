package tape_test

import (
	"bytes"
	"context"
	"net/http"
	"testing"

	"github.com/assayhq/assay/call/tape"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/model"
)

// files is a provider that takes files, and fails with the first.
type files struct{ sent int }

func (f *files) Send(_ context.Context, c *model.Call) (*model.Reply, error) {
	f.sent++
	if f.sent == 1 {
		return nil, &model.Failure{Kind: model.Overload, Provider: c.Provider, Status: 503, Message: "busy", Exchange: &model.Exchange{Status: 503}}
	}
	return model.Reread(c, &model.Exchange{Status: 200, Body: []byte(`{"id":"file-1"}`)}, model.Live)
}

func readFile(e *model.Exchange) (model.Result, error) {
	return model.Result{Value: string(e.Body)}, nil
}

// TestReplayUpload records an upload that is not kept, and replays what came of it.
func TestReplayUpload(t *testing.T) {
	call := func(first byte) *model.Call {
		body := bytes.Repeat([]byte("Net sales rose. "), 3*tape.MaxManageBody/16)
		body[0] = first
		return &model.Call{Provider: "ledgerline", Operation: model.Manage, Method: http.MethodPost, URL: "https://models.example/v1/files", Body: body, Read: readFile}
	}
	dir := t.TempDir()
	store, err := tape.Create(dir, "0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	provider := &files{}
	recording := wrap.Stack(provider, wrap.Options{Record: &wrap.Record{Store: store}})
	for range 2 {
		recording.Send(t.Context(), call('N')) //nolint:errcheck // the first fails
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
	if _, err := replay.Send(t.Context(), call('N')); model.KindOf(err) != model.Overload {
		t.Errorf("first %v", err)
	}
	reply, err := replay.Send(t.Context(), call('N'))
	if err != nil || reply.Result.Value != `{"id":"file-1"}` || reply.Source != model.Replayed {
		t.Errorf("then %+v, %v", reply, err)
	}
	if _, err := replay.Send(t.Context(), call('X')); model.KindOf(err) != model.NotRecorded {
		t.Errorf("a file that differs in one byte: %v", err)
	}
	if provider.sent != 2 {
		t.Errorf("%d were sent", provider.sent)
	}
}
