package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// openaiFake is a fake OpenAI and a client of it.
func openaiFake(t testing.TB, o fakemodel.Options) (*fakemodel.Server, *Connection) {
	t.Helper()
	server := fakemodel.NewOpenAI(o)
	t.Cleanup(server.Close)
	return server, connectTo(t, Settings{Provider: "openai", BaseURL: server.URL}, fakemodel.Key)
}

func TestOpenAIBodies(t *testing.T) {
	requests := richRequests()
	if len(requests) < 5 {
		t.Fatal("too few requests")
	}
	_, conn := openaiFake(t, fakemodel.Options{})
	for name, r := range requests {
		t.Run(name, func(t *testing.T) {
			var calls []*call.Call
			for range 20 {
				outgoing, err := clientOf(conn).Prepare(r)
				if err != nil {
					t.Fatal(err)
				}
				calls = append(calls, outgoing)
			}
			checkGolden(t, "openai_"+name+".txt", describe(calls[0]))
			for _, c := range calls[1:] {
				if !bytes.Equal(c.Body, calls[0].Body) || c.Key() != calls[0].Key() {
					t.Fatal("equal requests have unequal bytes")
				}
			}
			if _, has := calls[0].Header["Authorization"]; has {
				t.Error("the call holds the key")
			}
		})
	}
}

// The fake refuses unknown parameters, so what it answers was well formed.
func TestOpenAIAnswers(t *testing.T) {
	server, conn := openaiFake(t, fakemodel.Options{Answer: func(p fakemodel.Prompt) fakemodel.Answer {
		a := fakemodel.Echo(p)
		a.InputTokens, a.OutputTokens, a.CachedTokens = 100, 70, 30
		return a
	}})
	for name, r := range richRequests() {
		if r.Search != nil {
			continue // has a test of its own
		}
		t.Run(name, func(t *testing.T) {
			got, err := clientOf(conn).Ask(context.Background(), r)
			if err != nil {
				t.Fatal(err)
			}
			if !got.Answered() || got.Text == "" || got.Reason != "completed" || !strings.HasPrefix(got.ID, "resp_") {
				t.Errorf("got %+v", got)
			}
			if got.Served == "" || got.Asked != r.Model || got.Source != call.Live || got.Tries != 1 {
				t.Errorf("served %q, asked %q, source %q, tries %d", got.Served, got.Asked, got.Source, got.Tries)
			}
			u := got.Usage
			if u.Input != 100 || u.CachedInput != 30 || u.Output != 70 || u.Searches != 0 || u.CacheWrite != 0 ||
				!u.Has(catalog.PartInput|catalog.PartCached|catalog.PartOutput|catalog.PartReasoning|catalog.PartSearches) {
				t.Errorf("usage %+v", u)
			}
		})
	}
	if n := len(server.Calls()); n < 4 {
		t.Errorf("%d calls", n)
	}
}

func TestOpenAILists(t *testing.T) {
	_, conn := openaiFake(t, fakemodel.Options{})
	models, err := clientOf(conn).List(context.Background())
	if err != nil || len(models) < 10 {
		t.Fatalf("%d models, %v", len(models), err)
	}
	for _, m := range models {
		if m.ID == "" {
			t.Errorf("a model without an id: %+v", m)
		}
	}
}

func TestOpenAIRefusesToSay(t *testing.T) {
	_, conn := openaiFake(t, fakemodel.Options{})
	cases := map[string]struct {
		change func(*model.Request)
		want   string
	}{
		"few tokens":     {func(r *model.Request) { r.MaxTokens = 5 }, "16 or more"},
		"search nowhere": {func(r *model.Request) { r.Search = &model.FileSearch{} }, "without a vector store"},
		"broken schema":  {func(r *model.Request) { r.Schema = &model.Schema{Name: "s", JSON: json.RawMessage(`{"type":`)} }, `schema "s"`},
		"filter no JSON": {func(r *model.Request) {
			r.Search = &model.FileSearch{Stores: []string{"v"}, Filter: json.RawMessage(`{`)}
		}, "JSON"},
		"temperature NaN": {func(r *model.Request) { nan := 0.0; nan /= nan; r.Temperature = &nan }, "JSON"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			r := ask1("x")
			c.change(r)
			_, err := clientOf(conn).Ask(context.Background(), r)
			if call.KindOf(err) != call.BadRequest || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// A search runs over a real store of the fake and comes back with what was found and cited.
func TestOpenAIFileSearch(t *testing.T) {
	_, conn := openaiFake(t, fakemodel.Options{})
	stores, err := NewOpenAIStores(conn, conn.Sender)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	store, files := fillStore(t, stores, 3)
	r := ask1("What did Nordwind Freight earn?")
	r.Search = &model.FileSearch{Stores: []string{store}, MaxResults: 2}
	got, err := clientOf(conn).Ask(ctx, r)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Searches) != 1 || len(got.Searches[0].Queries) == 0 || len(got.Searches[0].Results) == 0 || len(got.Searches[0].Results) > 2 {
		t.Fatalf("searches %+v", got.Searches)
	}
	if p := got.Searches[0].Results[0]; p.Text == "" || p.File == "" || p.Score <= 0 {
		t.Errorf("passage %+v", p)
	}
	if got.Usage.Searches != 1 {
		t.Errorf("%d searches in the usage", got.Usage.Searches)
	}
	for _, c := range got.Citations {
		if !strings.Contains(strings.Join(files, " "), c.Source) || c.Start > len(got.Text) {
			t.Errorf("citation %+v", c)
		}
	}
	if err := stores.Remove(ctx, store, files...); err != nil {
		t.Fatal(err)
	}
}

func TestOpenAIWithoutKey(t *testing.T) {
	server := fakemodel.NewOpenAI(fakemodel.Options{})
	t.Cleanup(server.Close)
	for key, want := range map[string]call.Kind{"": call.MissingKey, "sk two": call.BadKey, "sk-wrong-0123456789": call.BadKey} {
		conn := connectTo(t, Settings{Provider: "openai", BaseURL: server.URL}, key)
		_, err := clientOf(conn).Ask(context.Background(), ask1("x"))
		if call.KindOf(err) != want || !strings.Contains(err.Error(), "OPENAI_API_KEY") {
			t.Errorf("key %q: %v", key, err)
		}
		var f *call.Failure
		if !errors.As(err, &f) {
			t.Errorf("%T is no failure", err)
		}
	}
}
