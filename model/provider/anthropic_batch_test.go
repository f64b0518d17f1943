package provider

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/batch"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
)

// batches is what the batches of two providers have in common.
type batches interface {
	Submit(context.Context, []*call.Call) (string, error)
	Status(context.Context, string) (batch.Status, error)
	List(context.Context) ([]batch.Status, error)
	Cancel(context.Context, string) error
	Remove(context.Context, string) error
	Collect(context.Context, string, func(string, *call.Exchange, *call.Failure) error) error
}

type batchCase struct {
	server *fakemodel.Server
	conn   *Connection
	batches
	model string
}

// callsOf prepares n calls to a model.
func callsOf(t *testing.T, conn *Connection, name string, n int) []*call.Call {
	t.Helper()
	var calls []*call.Call
	for i := range n {
		r := ask1(fmt.Sprintf("question %d", i))
		r.Model = name
		c, err := clientOf(conn).Prepare(r)
		if err != nil {
			t.Fatal(err)
		}
		calls = append(calls, c)
	}
	return calls
}

// checkBatch sends six calls, of which three come to nothing in three ways.
func checkBatch(t *testing.T, c batchCase) {
	ctx := context.Background()
	calls := callsOf(t, c.conn, c.model, 6)
	key := func(i int) string { return calls[i].Key().String() }
	c.server.PlanBatches(fakemodel.BatchPlan{Polls: 2, Fates: map[string]fakemodel.Fate{
		key(1): fakemodel.Errored, key(3): fakemodel.Canceled, key(5): fakemodel.Expired}})
	id, err := c.Submit(ctx, calls)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Collect(ctx, id, nil); call.KindOf(err) != call.BadRequest {
		t.Errorf("collected what has not ended: %v", err)
	}
	var status batch.Status
	for n := 0; !status.State.Ended() && n < 50 || n == 0; n++ {
		if status, err = c.Status(ctx, id); err != nil || status.Total != 6 || status.Raw == "" || status.Expires.IsZero() {
			t.Fatalf("status %+v, %v", status, err)
		}
	}
	if status.State != batch.Done || status.Done != 3 || status.Failed != 3 {
		t.Errorf("status %+v", status)
	}
	got := collectAll(t, c, id, calls)
	for i := range calls {
		reply := got[key(i)]
		want := map[int]call.Kind{1: call.ServerFault, 3: call.Cancelled, 5: call.Timeout}[i]
		if want != "" && (reply.failure == nil || reply.failure.Kind != want) || want == "" &&
			(reply.response == nil || reply.response.Text != fmt.Sprint("echo: question ", i)) {
			t.Errorf("line %d: %+v, %v", i, reply.response, reply.failure)
		}
	}
	if all, err := c.List(ctx); err != nil || len(all) != 1 || all[0].ID != id || all[0].State != batch.Done {
		t.Errorf("batches %+v, %v", all, err)
	}
	if err := c.Remove(ctx, id); err != nil {
		t.Error(err)
	}
	if _, err := c.Status(ctx, id); call.KindOf(err) != call.BadRequest {
		t.Errorf("a batch that is gone: %v", err)
	}
	checkRefusedBatches(t, c, calls)
}

func collectAll(t *testing.T, c batchCase, id string, calls []*call.Call) map[string]batchReplied {
	t.Helper()
	byID := map[string]*call.Call{}
	for _, outgoing := range calls {
		byID[outgoing.Key().String()] = outgoing
	}
	got := map[string]batchReplied{}
	err := c.Collect(context.Background(), id, func(customID string, e *call.Exchange, f *call.Failure) error {
		if _, again := got[customID]; again || byID[customID] == nil {
			t.Errorf("line %s is unknown or comes again", customID)
		}
		if f != nil {
			got[customID] = batchReplied{failure: f}
			return nil
		}
		reply, err := call.Reread(byID[customID], e, call.Live)
		if errors.As(err, &f) {
			got[customID] = batchReplied{failure: f}
			return nil
		}
		got[customID] = batchReplied{response: reply.Result.Value.(*model.Response)}
		return nil
	})
	if err != nil || len(got) != len(calls) {
		t.Fatalf("%d lines of %d, %v", len(got), len(calls), err)
	}
	return got
}

func checkRefusedBatches(t *testing.T, c batchCase, calls []*call.Call) {
	ctx := context.Background()
	c.server.PlanBatches(fakemodel.BatchPlan{Polls: 10})
	if id, err := c.Submit(ctx, calls); err != nil || c.Cancel(ctx, id) != nil {
		t.Errorf("cancel %s: %v", id, err)
	}
	for name, wrong := range map[string][]*call.Call{"none": nil, "twice": {calls[0], calls[0]}} {
		if _, err := c.Submit(ctx, wrong); call.KindOf(err) != call.BadRequest {
			t.Errorf("%s: %v", name, err)
		}
	}
	stop := errors.New("enough")
	c.server.PlanBatches(fakemodel.BatchPlan{})
	id, err := c.Submit(ctx, calls)
	if err != nil {
		t.Fatal(err)
	}
	c.Status(ctx, id)
	n := 0
	err = c.Collect(ctx, id, func(string, *call.Exchange, *call.Failure) error { n++; return stop })
	if !errors.Is(err, stop) || n != 1 {
		t.Errorf("%d lines after the first refused one, %v", n, err)
	}
	c.server.Next(fakemodel.Unauthorized)
	_, err = c.Submit(ctx, calls)
	if call.KindOf(err) != call.BadKey {
		t.Errorf("got %v", err)
	}
	noKeyIn(t, fakemodel.Key, err)
}

func TestAnthropicBatch(t *testing.T) {
	for _, version := range []string{"", "2023-06-01"} {
		server, conn := anthropicFake(t, version, fakemodel.Options{})
		b, err := newAnthropicBatches(conn, conn.Sender)
		if err != nil {
			t.Fatal(err)
		}
		checkBatch(t, batchCase{server, conn, b, "claude-haiku-5-5"})
	}
	_, old := anthropicFake(t, "2023-06-01", fakemodel.Options{})
	_, conn := anthropicFake(t, "", fakemodel.Options{})
	b, _ := newAnthropicBatches(conn, conn.Sender)
	if _, err := b.Submit(context.Background(), callsOf(t, old, "claude-opus-5", 1)); call.KindOf(err) != call.BadRequest {
		t.Errorf("a call of another connection: %v", err)
	}
	if _, err := newAnthropicBatches(connectTo(t, Settings{Provider: "gemini"}, "k"), nil); err == nil {
		t.Error("a connection to another provider was taken")
	}
}

func TestAnthropicBatchLines(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		kind call.Kind
		n    int
	}{
		"whole":      {`{"custom_id":"a","result":{"type":"succeeded","message":{}}}` + "\n\n", "", 1},
		"key inside": {`{"custom_id":"a","result":{"type":"succeeded","message":{"text":"` + fakemodel.Key + `"}}}`, "", 1},
		"no id":      {`{"result":{"type":"succeeded","message":{}}}`, call.Malformed, 0},
		"new type":   {`{"custom_id":"a","result":{"type":"eclipsed"}}`, call.Malformed, 0},
		"cut":        {`{"custom_id":"a","result":{"type":"succ`, call.Malformed, 0},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.URL.Path, "/results") {
					fmt.Fprint(w, c.body)
					return
				}
				fmt.Fprint(w, `{"id":"msgbatch_1","processing_status":"ended","results_url":"https://elsewhere.example/steal"}`)
			}))
			defer server.Close()
			conn := connectTo(t, Settings{Provider: "anthropic", BaseURL: server.URL}, fakemodel.Key)
			b, _ := newAnthropicBatches(conn, conn.Sender)
			n := 0
			err := b.Collect(context.Background(), "msgbatch_1", func(_ string, e *call.Exchange, _ *call.Failure) error {
				n++
				if strings.Contains(string(e.Body), fakemodel.Key) {
					t.Error("the key is in a reply")
				}
				return nil
			})
			if call.KindOf(err) != c.kind || n != c.n {
				t.Errorf("%d lines, %v", n, err)
			}
		})
	}
}
