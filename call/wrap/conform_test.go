package wrap

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/internal/sendertest"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

const plantedKey = "sk-planted-0123456789abcdef"

// testReply is what the test server says.
type testReply struct {
	Text string `json:"text"`
}

func readTest(e *call.Exchange) (call.Result, error) {
	if e.Status != http.StatusOK {
		return call.Result{}, &call.Failure{Kind: call.BadRequest, Message: string(e.Body), Err: fmt.Errorf("status %d", e.Status)}
	}
	var r testReply
	if err := json.Unmarshal(e.Body, &r); err != nil {
		return call.Result{}, &call.Failure{Kind: call.Malformed, Err: err}
	}
	u := catalog.Usage{Input: 10, Output: 5, Known: catalog.PartAll}
	return call.Result{Value: &model.Response{Text: r.Text, Stop: model.Complete}, Usage: u, Served: "ledger-1-2026-10-01"}, nil
}

// testServer says back the key that it was sent, wherever a provider could.
func testServer(t testing.TB) *httptest.Server {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) //nolint:errcheck // the server sees that a client is gone only once the body is read
		key := r.Header.Get("Authorization")
		w.Header().Set("X-Request-Id", key)
		w.Header().Set("X-Ratelimit-Remaining-Requests", key)
		switch {
		case strings.HasPrefix(r.URL.Path, "/hang"):
			<-r.Context().Done()
		case strings.HasPrefix(r.URL.Path, "/fail"):
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprintf(w, "your key %s may not do that", key)
		default:
			fmt.Fprintf(w, `{"text":"%s said %s"}`, r.URL.Path, key)
		}
	}))
	t.Cleanup(server.Close)
	return server
}

func testSender() *call.HTTP {
	key := call.NewSecret(plantedKey)
	return &call.HTTP{Client: call.NewTransport(), Secrets: func() []call.Secret { return []call.Secret{key} },
		Authorize: func(_ context.Context, r *http.Request, _ []byte) error {
			r.Header.Set("Authorization", "Bearer "+key.Reveal())
			return nil
		}}
}

func testCall(url, path string, n int) *call.Call {
	return &call.Call{Provider: "ledgerline", Operation: call.Chat, Model: "ledger-1", Method: http.MethodPost,
		URL: fmt.Sprintf("%s/%s/%d", url, path, n), Header: http.Header{"Content-Type": {"application/json"}},
		Body: fmt.Appendf(nil, `{"n":%d}`, n), Tokens: 10, MaxOut: 100, Read: readTest}
}

func fullOptions(store Store) Options {
	return Options{Witness: &Witness{}, Cache: &Cache{Store: store, Recorded: true}, Call: time.Minute, Retry: &Retry{Base: time.Millisecond},
		Limit: NewLimit(Limits{}), Budget: &Budget{Price: cent, Cap: 1000 * catalog.Dollar}, Try: time.Minute, Record: &Record{Store: store}}
}

// TestConformance holds every wrapper, and all together, to the rules of a Sender.
func TestConformance(t *testing.T) {
	live, kept := []call.Source{call.Live}, []call.Source{call.Live, call.Cached}
	wrappers := []struct {
		name    string
		sources []call.Source
		around  func(testing.TB, call.Sender) call.Sender
	}{
		{"http alone", live, func(_ testing.TB, s call.Sender) call.Sender { return s }},
		{"cache", kept, func(_ testing.TB, s call.Sender) call.Sender { return (&Cache{Store: &Memory{}}).Around(s) }},
		{"record", live, func(_ testing.TB, s call.Sender) call.Sender { return (&Record{Store: &Memory{}}).Around(s) }},
		{"retry", live, func(_ testing.TB, s call.Sender) call.Sender { return (&Retry{Base: time.Millisecond}).Around(s) }},
		{"limit", live, func(_ testing.TB, s call.Sender) call.Sender { return NewLimit(Limits{Concurrency: 4}).Around(s) }},
		{"budget", live, func(_ testing.TB, s call.Sender) call.Sender {
			return (&Budget{Price: cent, Cap: 10 * catalog.Dollar}).Around(s)
		}},
		{"deadline", live, func(_ testing.TB, s call.Sender) call.Sender { return deadline{After: time.Minute}.Around(s) }},
		{"abandoning deadline", live, func(_ testing.TB, s call.Sender) call.Sender {
			return deadline{After: time.Minute, Abandon: true}.Around(s)
		}},
		{"witness", live, func(_ testing.TB, s call.Sender) call.Sender { return (&Witness{}).Around(s) }},
		{"stack", kept, func(t testing.TB, s call.Sender) call.Sender {
			store := &Memory{}
			return Stack(s, fullOptions(store))
		}},
	}
	for _, w := range wrappers {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			server := testServer(t)
			c := func(path string) func(int) *call.Call {
				return func(n int) *call.Call { return testCall(server.URL, path, n) }
			}
			sendertest.Run(t, sendertest.Subject{
				Open: func(t testing.TB) call.Sender { return w.around(t, testSender()) },
				Call: c("ok"), Fail: c("fail"), Hang: c("hang"), Sources: w.sources, Secret: plantedKey,
			})
		})
	}
	t.Run("replay", func(t *testing.T) {
		server, store := testServer(t), &Memory{}
		record := (&Record{Store: store}).Around(testSender())
		for n := range 10 {
			_, err := record.Send(t.Context(), testCall(server.URL, "ok", n))
			must(t, err)
			if _, err := record.Send(t.Context(), testCall(server.URL, "fail", n)); err == nil {
				t.Fatal("no failure")
			}
		}
		sendertest.Run(t, sendertest.Subject{
			Open:    func(testing.TB) call.Sender { return &Replay{Store: store} },
			Call:    func(n int) *call.Call { return testCall(server.URL, "ok", n) },
			Fail:    func(n int) *call.Call { return testCall(server.URL, "fail", n) },
			Sources: []call.Source{call.Replayed}, Secret: plantedKey,
		})
	})
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
