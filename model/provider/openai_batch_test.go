package provider

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/batch"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
)

// batchOf prepares n calls of a batch.
func batchOf(t *testing.T, conn *Connection, n int) []*call.Call {
	t.Helper()
	var calls []*call.Call
	for i := range n {
		c, err := clientOf(conn).Prepare(ask1(fmt.Sprintf("question %d", i)))
		if err != nil {
			t.Fatal(err)
		}
		calls = append(calls, c)
	}
	return calls
}

func TestOpenAIBatch(t *testing.T) {
	server, conn := openaiFake(t, fakemodel.Options{})
	b, err := newOpenAIBatches(conn, conn.Sender)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	calls := batchOf(t, conn, 5)
	server.OpenAI().FailLines(calls[2].Key().String())
	id, err := b.Submit(ctx, calls)
	if err != nil {
		t.Fatal(err)
	}
	status, err := b.Status(ctx, id)
	if err != nil || status.State.Ended() || status.Raw == "" || status.Expires.IsZero() {
		t.Errorf("status %+v, %v", status, err)
	}
	if err := b.Collect(ctx, id, nil); call.KindOf(err) != call.BadRequest {
		t.Errorf("collected what has not ended: %v", err)
	}
	for n := 0; !status.State.Ended(); n++ {
		if status, err = b.Status(ctx, id); err != nil || n > 50 {
			t.Fatalf("status %+v, %v", status, err)
		}
	}
	if status.State != batch.Done || status.Total != 5 || status.Done != 4 || status.Failed != 1 {
		t.Errorf("status %+v", status)
	}
	got := collect(t, b, id, calls)
	for i, c := range calls {
		reply, f := got[c.Key().String()], got[c.Key().String()].failure
		switch {
		case i == 2 && f == nil:
			t.Errorf("line 2 did not fail: %+v", reply)
		case i != 2 && (f != nil || reply.response.Text != fmt.Sprintf("echo: question %d", i)):
			t.Errorf("line %d: %+v, %v", i, reply.response, f)
		}
	}
	if all, err := b.List(ctx); err != nil || len(all) != 1 || all[0].ID != id || all[0].State != batch.Done {
		t.Errorf("batches %+v, %v", all, err)
	}
	if err := b.Remove(ctx, id); err != nil {
		t.Error(err)
	}
	if left := server.OpenAI().Leftovers(); len(left) != 0 {
		t.Errorf("left over: %v", left)
	}
}

type batchReplied struct {
	response *model.Response
	failure  *call.Failure
}

// collect reads the replies of a batch with the readers of its calls.
func collect(t *testing.T, b *openaiBatches, id string, calls []*call.Call) map[string]batchReplied {
	t.Helper()
	byID := map[string]*call.Call{}
	for _, c := range calls {
		byID[c.Key().String()] = c
	}
	got := map[string]batchReplied{}
	err := b.Collect(context.Background(), id, func(customID string, e *call.Exchange, f *call.Failure) error {
		if _, again := got[customID]; again || byID[customID] == nil {
			t.Errorf("line %s is unknown or comes again", customID)
		}
		if f == nil {
			reply, err := call.Reread(byID[customID], e, call.Live)
			if err != nil {
				errors.As(err, &f)
			} else {
				got[customID] = batchReplied{response: reply.Result.Value.(*model.Response)}
			}
		}
		if f != nil {
			got[customID] = batchReplied{failure: f}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// A batch that expires keeps what was answered, and says of the rest that time was up.
func TestOpenAIBatchExpires(t *testing.T) {
	for _, cancelled := range []bool{false, true} {
		server, conn := openaiFake(t, fakemodel.Options{})
		b, _ := newOpenAIBatches(conn, conn.Sender)
		ctx := context.Background()
		calls := batchOf(t, conn, 4)
		server.OpenAI().StallBatch(3)
		id, err := b.Submit(ctx, calls)
		if err != nil {
			t.Fatal(err)
		}
		want := batch.Expired
		for range 4 {
			b.Status(ctx, id)
		}
		if cancelled {
			want = batch.Cancelled
			if err := b.Cancel(ctx, id); err != nil {
				t.Fatal(err)
			}
			for range 4 {
				b.Status(ctx, id)
			}
		} else {
			server.OpenAI().Advance(25 * time.Hour)
		}
		status, err := b.Status(ctx, id)
		if err != nil || status.State != want {
			t.Fatalf("status %+v, %v; want %s", status, err, want)
		}
		answered, failed := 0, 0
		for _, r := range collect(t, b, id, calls) {
			if r.failure != nil {
				failed++
				if k := r.failure.Kind; k != call.Timeout && k != call.Cancelled {
					t.Errorf("%s: %v", want, r.failure)
				}
				continue
			}
			answered++
		}
		if answered != 3 || answered+failed > 4 {
			t.Errorf("%s: %d answered, %d failed", want, answered, failed)
		}
	}
}

func TestOpenAIBatchRefuses(t *testing.T) {
	server, conn := openaiFake(t, fakemodel.Options{})
	b, _ := newOpenAIBatches(conn, conn.Sender)
	two := batchOf(t, conn, 2)
	other, err := clientOf(conn).Prepare(&model.Request{Model: "gpt-4.1", Messages: ask1("x").Messages})
	if err != nil {
		t.Fatal(err)
	}
	foreign := *two[0]
	foreign.URL = "https://elsewhere.example/v1/responses"
	get := *two[0]
	get.Method = "GET"
	cases := map[string][]*call.Call{
		"nothing": nil, "twice": {two[0], two[0]}, "models": {two[0], other}, "foreign": {&foreign}, "get": {&get},
		"too many": make([]*call.Call, maxBatchCalls+1),
	}
	for name, calls := range cases {
		if _, err := b.Submit(context.Background(), calls); call.KindOf(err) != call.BadRequest {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := len(server.Calls()); n != 0 {
		t.Errorf("%d calls were made", n)
	}
}

// The input of a batch that cannot be made is removed.
func TestOpenAIinputIsDeleted(t *testing.T) {
	server, conn := openaiFake(t, fakemodel.Options{})
	b, _ := newOpenAIBatches(conn, conn.Sender)
	server.Next(fakemodel.None, fakemodel.ServerError) // the upload passes, the batch does not
	if _, err := b.Submit(context.Background(), batchOf(t, conn, 1)); call.KindOf(err) != call.ServerFault {
		t.Fatalf("got %v", err)
	}
	if left := server.OpenAI().Leftovers(); len(left) != 0 {
		t.Errorf("left over: %v", left)
	}
}

// The bytes of a batch's input follow from its calls.
func TestOpenAIinput(t *testing.T) {
	conn := connectTo(t, Settings{Provider: "openai"}, fakemodel.Key)
	b, _ := newOpenAIBatches(conn, conn.Sender)
	calls := batchOf(t, conn, 2)
	first, endpoint, err := b.input(calls)
	if err != nil || endpoint != "/v1/responses" {
		t.Fatal(endpoint, err)
	}
	second, _, _ := b.input(batchOf(t, conn, 2))
	if !bytes.Equal(first, second) || bytes.Count(first, []byte("\n")) != 2 {
		t.Errorf("inputs differ:\n%s\n%s", first, second)
	}
	checkGolden(t, "openai_batch.jsonl", first)
}

// Lines are read whatever they hold: errors, keys that come back, and lines that are none.
func TestOpenAIBatchLines(t *testing.T) {
	planted := "sk-planted-abcdefgh"
	output := `{"custom_id":"a","response":{"status_code":200,"request_id":"r1","body":{"echo":"` + planted + `"}},"error":null}

{"custom_id":"b","response":{"status_code":429,"body":{"error":{"code":"rate_limit_exceeded"}}},"error":null}
{"custom_id":"c","response":null,"error":{"code":"batch_expired","message":"late ` + planted + `"}}
`
	cut := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/batches/x"):
			io.WriteString(w, `{"id":"x","status":"completed","output_file_id":"o"}`)
		case strings.HasSuffix(r.URL.Path, "/batches/bad"):
			io.WriteString(w, `{"id":"bad","status":"failed","errors":{"data":[{"code":"c","message":"wrong line","line":3}]}}`)
		case strings.HasSuffix(r.URL.Path, "/batches/gone"):
			io.WriteString(w, `{"id":"gone","status":"completed","output_file_id":"gone"}`)
		case strings.HasSuffix(r.URL.Path, "/files/gone/content"):
			w.WriteHeader(http.StatusNotFound)
			io.WriteString(w, `{"error":{"message":"No such File object: gone"}}`)
		case cut:
			w.Header().Set("Content-Length", "100000")
			io.WriteString(w, output)
		default:
			io.WriteString(w, output)
		}
	}))
	t.Cleanup(server.Close)
	conn := connectTo(t, Settings{Provider: "openai", BaseURL: server.URL}, planted)
	b, _ := newOpenAIBatches(conn, conn.Sender)
	ctx := context.Background()
	var lines []string
	take := func(id string, e *call.Exchange, f *call.Failure) error {
		if e != nil {
			lines = append(lines, fmt.Sprintf("%s %d %s", id, e.Status, e.Body))
		} else {
			lines = append(lines, fmt.Sprintf("%s %s %s", id, f.Kind, f.Message))
		}
		return nil
	}
	if err := b.Collect(ctx, "x", take); err != nil {
		t.Fatal(err)
	}
	want := []string{`a 200 {"echo":"[key]"}`, `b 429 {"error":{"code":"rate_limit_exceeded"}}`, `c timeout late [key]`}
	if fmt.Sprint(lines) != fmt.Sprint(want) {
		t.Errorf("got %q, want %q", lines, want)
	}
	if err := b.Collect(ctx, "bad", take); err == nil || !strings.Contains(err.Error(), "line 3: wrong line") {
		t.Errorf("got %v", err)
	}
	if err := b.Collect(ctx, "gone", take); err == nil || !strings.Contains(err.Error(), "No such File") {
		t.Errorf("got %v", err)
	}
	stop := errors.New("stop")
	if err := b.Collect(ctx, "x", func(string, *call.Exchange, *call.Failure) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
	cut = true
	if err := b.Collect(ctx, "x", take); call.KindOf(err) != call.CutOff {
		t.Errorf("a file that breaks off: %v", err)
	}
	cut, output = false, "not json\n"
	if err := b.Collect(ctx, "x", take); call.KindOf(err) != call.Malformed {
		t.Errorf("a line that is none: %v", err)
	}
}
