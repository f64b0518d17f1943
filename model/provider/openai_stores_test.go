package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakemodel"
)

var atOnce Pause = func(ctx context.Context, n int) error {
	if n > 100 {
		return errors.New("looked too often")
	}
	return ctx.Err()
}

// fillStore uploads n invented filings and indexes them in a new store.
func fillStore(t *testing.T, s *OpenAIStores, n int) (store string, files []string) {
	t.Helper()
	ctx := context.Background()
	made, err := s.Create(ctx, NewStore{Name: "filings", ExpireDays: 1, Metadata: map[string]string{"for": "test"}})
	if err != nil {
		t.Fatal(err)
	}
	var all []Attachment
	for i := range n {
		f, err := s.Upload(ctx, Upload{Name: fmt.Sprintf("nordwind-%d.txt", i), Purpose: "assistants", Expires: 2 * time.Hour,
			Content: fmt.Appendf(nil, "In %d Nordwind Freight earned $%d million.", 2020+i, 10+i)})
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f.ID)
		all = append(all, Attachment{File: f.ID, Attributes: map[string]any{"year": 2020 + i, "cik": "0001999"}, Chunks: &Chunks{400, 200}})
	}
	for _, a := range all {
		if _, err := s.Attach(ctx, made.ID, a); err != nil {
			t.Fatal(err)
		}
		if err := s.Wait(ctx, made.ID, a.File, atOnce); err != nil {
			t.Fatal(err)
		}
	}
	return made.ID, files
}

func TestOpenAIStores(t *testing.T) {
	server, conn := openaiFake(t, fakemodel.Options{})
	s, err := NewOpenAIStores(conn, conn.Sender)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	store, files := fillStore(t, s, 3)

	got, err := s.Store(ctx, store)
	if err != nil || got.Status != "completed" || got.Files.Completed != 3 || got.Name != "filings" || got.Expires.IsZero() {
		t.Errorf("store %+v, %v", got, err)
	}
	if all, err := s.Stores(ctx); err != nil || len(all) != 1 || all[0].ID != store {
		t.Errorf("stores %+v, %v", all, err)
	}
	if all, err := s.Files(ctx, "assistants"); err != nil || len(all) != 3 || all[0].Expires.IsZero() || all[0].Bytes == 0 {
		t.Errorf("files %+v, %v", all, err)
	}
	inside, err := s.Contents(ctx, store)
	if err != nil || len(inside) != 3 || inside[0].Attributes["cik"] != "0001999" {
		t.Errorf("contents %+v, %v", inside, err)
	}
	found, err := s.Search(ctx, store, StoreQuery{Query: "Nordwind earned 2021", Max: 2, Rewrite: true, Ranker: "auto",
		Filter: json.RawMessage(`{"type":"gte","key":"year","value":2021}`)})
	if err != nil || len(found.Results) == 0 || len(found.Queries) == 0 {
		t.Fatalf("search %+v, %v", found, err)
	}
	for _, p := range found.Results {
		if p.Attributes["year"].(float64) < 2021 || !strings.Contains(p.Text, "Nordwind") || p.Name == "" {
			t.Errorf("passage %+v", p)
		}
	}
	for _, c := range server.Calls() {
		stores := strings.Contains(c.Path, "/vector_stores")
		if stores != (c.Header.Get("OpenAI-Beta") == "assistants=v2") {
			t.Errorf("%s %s: OpenAI-Beta %q", c.Method, c.Path, c.Header.Get("OpenAI-Beta"))
		}
	}
	if err := s.Remove(ctx, store, files...); err != nil {
		t.Fatal(err)
	}
	if left := server.OpenAI().Leftovers(); len(left) != 0 {
		t.Errorf("left over: %v", left)
	}
	if err := s.Remove(ctx, store, files...); err != nil {
		t.Errorf("removing again: %v", err)
	}
}

// What was made is cleaned up although the run was cancelled, and although a file was never attached.
func TestOpenAIStoresCleanUp(t *testing.T) {
	server, conn := openaiFake(t, fakemodel.Options{})
	s, err := NewOpenAIStores(conn, conn.Sender)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	store, _ := fillStore(t, s, 2)
	loose, err := s.Upload(ctx, Upload{Name: "loose.txt", Purpose: "assistants", Content: []byte("x")})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := s.Upload(ctx, Upload{Name: "late.txt", Purpose: "assistants", Content: []byte("x")}); call.KindOf(err) != call.Cancelled {
		t.Errorf("upload after the end: %v", err)
	}
	if err := s.Remove(ctx, store, loose.ID); err != nil {
		t.Fatal(err)
	}
	if left := server.OpenAI().Leftovers(); len(left) != 0 {
		t.Errorf("left over: %v", left)
	}
}

// A store goes alone: its files stay.
func TestOpenAIDeleteStore(t *testing.T) {
	server, conn := openaiFake(t, fakemodel.Options{})
	s, _ := NewOpenAIStores(conn, conn.Sender)
	store, files := fillStore(t, s, 2)
	for range 2 { // one that is not there is no error
		if err := s.DeleteStore(context.Background(), store); err != nil {
			t.Fatal(err)
		}
	}
	if left := server.OpenAI().Leftovers(); len(left) != 2 || !strings.Contains(left[0], files[0]) {
		t.Errorf("left: %v", left)
	}
}

func TestOpenAIUploads(t *testing.T) {
	server, conn := openaiFake(t, fakemodel.Options{})
	s, _ := NewOpenAIStores(conn, conn.Sender)
	ctx := context.Background()
	u := Upload{Name: "a \"b\"\r\n.txt", Purpose: "user_data", Content: []byte("--assay-\r\nx")}
	for range 2 {
		if _, err := s.Upload(ctx, u); err != nil {
			t.Fatal(err)
		}
	}
	calls := server.Calls()
	if len(calls) != 2 || !bytes.Equal(calls[0].Body, calls[1].Body) ||
		calls[0].Header.Get("Content-Type") != calls[1].Header.Get("Content-Type") {
		t.Error("equal uploads have unequal bytes")
	}
	if _, err := s.Upload(ctx, Upload{Name: "e.txt"}); call.KindOf(err) != call.BadRequest || len(server.Calls()) != 2 {
		t.Errorf("an empty file: %v", err)
	}
	server.Next(fakemodel.ServerError)
	_, err := s.Upload(ctx, u)
	if call.KindOf(err) != call.ServerFault {
		t.Errorf("got %v", err)
	}
	noKeyIn(t, fakemodel.Key, err)
}

// Files that cannot be indexed are named, with the reason.
func TestOpenAIStoreFailures(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/files/f2"):
			fmt.Fprint(w, `{"id":"f2","status":"in_progress"}`)
		case strings.HasSuffix(r.URL.Path, "/files/f1"):
			fmt.Fprint(w, `{"id":"f1","status":"failed","last_error":{"code":"unsupported_file","message":"m"}}`)
		default:
			fmt.Fprint(w, `{}`)
		}
	}))
	t.Cleanup(server.Close)
	conn := connectTo(t, Settings{Provider: "openai", BaseURL: server.URL}, fakemodel.Key)
	s, _ := NewOpenAIStores(conn, conn.Sender)
	ctx := context.Background()
	var p *FileProblem
	if err := s.Wait(ctx, "vs", "f1", atOnce); !errors.As(err, &p) || *p != (FileProblem{"f1", "failed", "unsupported_file", "m"}) {
		t.Errorf("got %v", err)
	}
	if _, err := s.Store(ctx, "vs"); call.KindOf(err) != call.Malformed {
		t.Errorf("an object without an id: %v", err)
	}
	stop := errors.New("enough")
	if err := s.Wait(ctx, "vs", "f2", func(context.Context, int) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
}

func TestOnlyOpenAIKeepsFiles(t *testing.T) {
	conn := connectTo(t, Settings{Provider: "ollama"}, "")
	if _, err := NewOpenAIStores(conn, conn.Sender); err == nil {
		t.Error("ollama keeps files")
	}
	if _, err := newOpenAIBatches(conn, conn.Sender); err == nil {
		t.Error("ollama takes batches")
	}
}

func TestQueryList(t *testing.T) {
	for raw, want := range map[string]string{`["a","b"]`: "[a b]", `"a"`: "[a]", `""`: "[]", `[]`: "[]"} {
		var q queryList
		if err := json.Unmarshal([]byte(raw), &q); err != nil || fmt.Sprint(q) != want {
			t.Errorf("%s: %v, %v", raw, q, err)
		}
	}
	if err := json.Unmarshal([]byte(`7`), new(queryList)); err == nil {
		t.Error("a number is a list of queries")
	}
}

func TestOpenAIAttachOne(t *testing.T) {
	server, conn := openaiFake(t, fakemodel.Options{})
	s, err := NewOpenAIStores(conn, conn.Sender)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	store, files := fillStore(t, s, 1)
	late, err := s.Upload(ctx, Upload{Name: "late.txt", Purpose: "assistants", Content: []byte("Alpenbau earned nothing.")})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.Attach(ctx, store, Attachment{File: late.ID}); err != nil || got.ID != late.ID {
		t.Fatalf("%+v, %v", got, err)
	}
	if err := s.Wait(ctx, store, late.ID, Every(time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if err := Every(time.Hour)(ended, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("a pause after the end: %v", err)
	}
	if err := s.Remove(ctx, store, files...); err != nil {
		t.Fatal(err)
	}
	if left := server.OpenAI().Leftovers(); len(left) != 0 {
		t.Errorf("left over: %v", left)
	}
}
