package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model/catalog"
)

// sending is a Sender of a test: what it gets, and what it does with it.
type sending struct {
	do func(context.Context, *call.Call) (any, error)

	mu    sync.Mutex
	calls []*call.Call
}

func (s *sending) Send(ctx context.Context, c *call.Call) (*call.Reply, error) {
	s.mu.Lock()
	s.calls = append(s.calls, c)
	s.mu.Unlock()
	value, err := s.do(ctx, c)
	if err != nil {
		return nil, err
	}
	e := &call.Exchange{Status: http.StatusOK, Body: []byte("as it came")}
	return &call.Reply{Exchange: e, Result: call.Result{Value: value}, Source: call.Live, Tries: 1}, nil
}

func (s *sending) n() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.calls)
}

// clientOf is a client of a provider that offers everything; the body of a call is its request in JSON.
func clientOf(do func(context.Context, *call.Call) (any, error)) (*Client, *sending) {
	s := &sending{do: do}
	body := func(v any) (*call.Call, error) {
		text, err := json.Marshal(v)
		return &call.Call{Method: http.MethodPost, URL: "https://models.example/v1", Body: text}, err
	}
	return &Client{Sender: s, Wire: Wire{Provider: "ledgerline", Protocol: "openai",
		Chat:   func(r *Request) (*call.Call, error) { return body(r) },
		Embed:  func(r *EmbedRequest) (*call.Call, error) { return body(r) },
		Rerank: func(r *RerankRequest) (*call.Call, error) { return body(r) },
		Models: func(after string) (*call.Call, error) { return body(after) },
	}}, s
}

// sent is the request in the body of a call.
func sent[T any](c *call.Call) (r T) {
	if err := json.Unmarshal(c.Body, &r); err != nil {
		panic(err)
	}
	return r
}

// wantFailure checks that an error is a failure of the kind that says all of the texts.
func wantFailure(t *testing.T, err error, kind call.Kind, texts ...string) *call.Failure {
	t.Helper()
	f, ok := err.(*call.Failure)
	if !ok || f.Kind != kind {
		t.Fatalf("got %T of kind %q, want %q: %v", err, call.KindOf(err), kind, err)
	}
	for _, text := range texts {
		if !strings.Contains(f.Error(), text) {
			t.Errorf("%q does not say %q", f, text)
		}
	}
	return f
}

func words(texts ...string) []Message {
	var m []Message
	for i, text := range texts {
		m = append(m, Message{Role: []Role{User, Assistant}[i%2], Text: text})
	}
	return m
}

func TestPrepareRefuses(t *testing.T) {
	tests := []struct {
		name string
		r    Request
		want []string
	}{
		{"no model", Request{Model: " \t", Messages: words("a")}, []string{"no model is named", "--model PROVIDER/ID"}},
		{"no message", Request{Model: "m"}, []string{`ledgerline "m"`, "no message"}},
		{"the model's turn last", Request{Model: "m", Messages: words("a", "b")}, []string{"the last turn is not the user's"}},
		{"tokens below zero", Request{Model: "m", Messages: words("a"), MaxTokens: -1}, []string{"max tokens is -1"}},
		{"an empty turn", Request{Model: "m", Messages: words("a", "", "c")}, []string{"turn 2 is empty"}},
		{"a role that is none", Request{Model: "m", Messages: []Message{{Role: "system", Text: "a"},
			{Role: User, Text: "b"}}}, []string{`turn 1 is of role "system"`, "system prompt"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, s := clientOf(nil)
			_, err := c.Ask(t.Context(), &test.r)
			wantFailure(t, err, call.BadRequest, test.want...)
			if s.n() != 0 {
				t.Error("it was sent")
			}
		})
	}
	t.Run("documents alone", func(t *testing.T) {
		c, _ := clientOf(nil)
		r := Request{Model: "m", Messages: []Message{{Role: User, Documents: []Document{{Text: "Net sales rose."}}}}}
		if _, err := c.Prepare(&r); err != nil {
			t.Error(err)
		}
	})
}

// TestUnofferedOperationsAreRefused asks a provider for what it does not do, and for what its wire refuses.
func TestUnofferedOperationsAreRefused(t *testing.T) {
	shared := &call.Failure{Kind: call.Unsupported, Message: "no such parameter"}
	refusing, _ := clientOf(nil)
	refusing.Chat = func(*Request) (*call.Call, error) { return nil, fmt.Errorf("chat: %w", shared) }
	refusing.Wire.Embed = func(*EmbedRequest) (*call.Call, error) { return nil, errors.New("no such purpose") }
	refusing.Rerank = func(*RerankRequest) (*call.Call, error) { return nil, shared }
	refusing.Models = func(string) (*call.Call, error) { return nil, shared }
	tests := []struct {
		name         string
		on           *Client
		kind         call.Kind
		chat, vector []string
	}{
		{"nothing offered", &Client{Wire: Wire{Provider: "ledgerline"}}, call.BadRequest,
			[]string{"does not answer prompts", "assay models ls"}, []string{"does not embed texts", "assay models ls"}},
		{"refused by the wire", refusing, "", []string{`ledgerline "m"`, "no such parameter"}, []string{`ledgerline "m"`, "no such purpose"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			kinds := []call.Kind{call.Unsupported, call.BadRequest, call.Unsupported, call.Unsupported}
			if test.kind != "" {
				kinds = slices.Repeat([]call.Kind{test.kind}, 4)
			}
			_, err := test.on.Ask(t.Context(), &Request{Model: "m", Messages: words("a")})
			wantFailure(t, err, kinds[0], test.chat...)
			_, err = test.on.Embed(t.Context(), &EmbedRequest{Model: "m", Texts: []string{"a"}})
			wantFailure(t, err, kinds[1], test.vector...)
			_, err = test.on.Rank(t.Context(), &RerankRequest{Model: "m", Documents: []string{"a"}})
			wantFailure(t, err, kinds[2], "ledgerline")
			_, err = test.on.List(t.Context())
			wantFailure(t, err, kinds[3], "ledgerline")
		})
	}
	if shared.Provider != "" {
		t.Error("a failure that belongs to the wire was changed")
	}
}

func TestPrepare(t *testing.T) {
	c, _ := clientOf(nil)
	r := &Request{Model: "m", System: strings.Repeat("s", 40), Repeat: 3, Tier: "flex",
		Messages: []Message{{Role: User, Text: strings.Repeat("t", 20), Documents: []Document{{Text: strings.Repeat("d", 40)}}}}}
	outgoing, err := c.Prepare(r)
	if err != nil {
		t.Fatal(err)
	}
	if outgoing.Provider != "ledgerline" || outgoing.Protocol != "openai" || outgoing.Operation != call.Chat ||
		outgoing.Model != "m" || outgoing.Repeat != 3 || outgoing.Tier != "" || outgoing.Request != r {
		t.Errorf("%+v", outgoing)
	}
	if outgoing.Tokens != 100/bytesPerToken+1 {
		t.Errorf("%d tokens are estimated for 100 bytes", outgoing.Tokens)
	}
	c.Chat = func(*Request) (*call.Call, error) { return &call.Call{Tokens: 7, Tier: "flex"}, nil }
	if outgoing, err = c.Prepare(r); err != nil || outgoing.Tokens != 7 || outgoing.Tier != "flex" {
		t.Errorf("what the wire says became %d tokens and tier %q: %v", outgoing.Tokens, outgoing.Tier, err)
	}
}

// TestAskShared has two callers share one reply, as equal calls at once do.
func TestAskShared(t *testing.T) {
	shared := &Response{Text: "so it is", Stop: Complete, Served: "m-2026", Citations: []Citation{{Source: "10-K"}},
		Searches: []Search{{Queries: []string{"sales"}}}}
	c, _ := clientOf(func(context.Context, *call.Call) (any, error) { return shared, nil })
	ask := func(repeat int) *Response {
		got, err := c.Ask(t.Context(), &Request{Model: "m", Messages: words("a"), Repeat: repeat})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	one, two := ask(0), ask(1)
	one.Text, one.Citations[0].Source, one.Searches[0].Queries = "changed", "changed", nil
	if two.Text != "so it is" || two.Citations[0].Source != "10-K" || len(two.Searches[0].Queries) != 1 || two.Served != "m-2026" {
		t.Errorf("what one caller did is seen by the other: %+v", two)
	}
	if shared.Asked != "" || shared.Citations[0].Source != "10-K" {
		t.Errorf("the shared reply was changed: %+v", shared)
	}
	if one.Key == two.Key || one.Key.IsZero() || two.Asked != "m" || two.Source != call.Live || two.Tries != 1 {
		t.Errorf("%+v", two)
	}
}

func TestAskMisread(t *testing.T) {
	c, _ := clientOf(func(context.Context, *call.Call) (any, error) { return &Ranking{}, nil })
	if _, err := c.Ask(t.Context(), &Request{Model: "m", Messages: words("a")}); err == nil ||
		!strings.Contains(err.Error(), "*model.Ranking") {
		t.Errorf("got %v", err)
	}
	if _, err := c.List(t.Context()); err == nil || !strings.Contains(err.Error(), "*model.Ranking") {
		t.Errorf("got %v", err)
	}
}

// TestAskFails hands a sender's failure on as it is.
func TestAskFails(t *testing.T) {
	busy := &call.Failure{Kind: call.Overload, Message: "busy"}
	c, _ := clientOf(func(context.Context, *call.Call) (any, error) { return nil, busy })
	_, ask := c.Ask(t.Context(), &Request{Model: "m", Messages: words("a")})
	_, list := c.List(t.Context())
	_, rank := c.Rank(t.Context(), &RerankRequest{Model: "m", Documents: []string{"a"}})
	for _, err := range []error{ask, list, rank} {
		if err != busy {
			t.Errorf("got %v", err)
		}
	}
}

func TestRank(t *testing.T) {
	parts := func(most int) (*Client, *sending) {
		c, s := clientOf(func(_ context.Context, c *call.Call) (any, error) {
			r := &Ranking{Served: "r-2026", Usage: catalog.Usage{Searches: 1, Known: catalog.PartSearches | catalog.PartInput}}
			for _, d := range sent[RerankRequest](c).Documents {
				score, err := strconv.ParseFloat(d, 64)
				if err != nil {
					return nil, err
				}
				r.Scores = append(r.Scores, score)
			}
			return r, nil
		})
		c.RerankTexts = most
		return c, s
	}
	for _, test := range []struct{ documents, most, calls int }{{0, 3, 0}, {1, 3, 1}, {3, 3, 1}, {7, 3, 3}, {7, 0, 1}} {
		t.Run(fmt.Sprintf("%d by %d", test.documents, test.most), func(t *testing.T) {
			c, s := parts(test.most)
			r := &RerankRequest{Model: "m", Query: "sales"}
			var want []float64
			for i := range test.documents {
				r.Documents, want = append(r.Documents, strconv.Itoa(i)), append(want, float64(i))
			}
			got, err := c.Rank(t.Context(), r)
			if err != nil || !slices.Equal(got.Scores, want) || s.n() != test.calls {
				t.Fatalf("%v after %d calls, %v", got, s.n(), err)
			}
			known := catalog.PartAll
			if test.calls > 0 {
				known = catalog.PartSearches | catalog.PartInput
			}
			if got.Usage != (catalog.Usage{Searches: int64(test.calls), Known: known}) {
				t.Errorf("usage %+v", got.Usage)
			}
			for _, outgoing := range s.calls {
				if outgoing.Operation != call.Rerank || outgoing.Model != "m" || outgoing.Tokens == 0 ||
					sent[RerankRequest](outgoing).Query != "sales" || got.Served != "r-2026" {
					t.Errorf("%+v", outgoing)
				}
			}
		})
	}
}

// pages answers a listing by the number of the page that is asked for.
func pages(next func(n int) string) (*Client, *sending) {
	return clientOf(func(_ context.Context, c *call.Call) (any, error) {
		n, _ := strconv.Atoi(sent[string](c)) // the first is asked for with nothing
		return &ModelPage{Models: []ListedModel{{ID: fmt.Sprint("model-", n)}}, After: next(n)}, nil
	})
}

func TestList(t *testing.T) {
	t.Run("pages", func(t *testing.T) {
		c, s := pages(func(n int) string { return []string{"1", "2", ""}[n] })
		got, err := c.List(t.Context())
		if err != nil || !slices.Equal(got, []ListedModel{{ID: "model-0"}, {ID: "model-1"}, {ID: "model-2"}}) {
			t.Fatalf("%v, %v", got, err)
		}
		for _, outgoing := range s.calls {
			if outgoing.Operation != call.Manage || outgoing.Provider != "ledgerline" {
				t.Errorf("%+v: lists are never cached", outgoing)
			}
		}
	})
	for name, test := range map[string]struct {
		next  func(int) string
		calls int
		want  string
	}{
		"endless":          {func(n int) string { return strconv.Itoa(n + 1) }, maxPages, "after 100 pages"},
		"followed by self": {func(int) string { return "1" }, 2, "page 2"},
		"in a circle":      {func(n int) string { return strconv.Itoa(1 + n%3) }, maxPages, "after 100 pages"},
	} {
		t.Run(name, func(t *testing.T) {
			c, s := pages(test.next)
			got, err := c.List(t.Context())
			wantFailure(t, err, call.Malformed, test.want)
			if s.n() != test.calls || got != nil {
				t.Errorf("%d models after %d calls: a list that may not be whole is none", len(got), s.n())
			}
		})
	}
}
