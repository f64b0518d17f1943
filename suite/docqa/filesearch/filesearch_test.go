package filesearch

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/model/provider"
	"github.com/assayhq/assay/system"
)

func TestAnswer(t *testing.T) {
	r := newRig(t)
	r.o.MaxResults = 5
	s := r.open()
	c := aCase(1, 1)
	a := ask(t, s, c)
	if a.Outcome != system.Answered || !strings.Contains(a.Text, "What was revenue in 2001? (1)") || len(a.Calls) != 1 {
		t.Fatalf("%+v", a)
	}
	trace := TraceOf(a)
	if len(a.Passages) != 1 || a.Passages[0].ID != "NORDWIND_2001_10K" || !strings.Contains(a.Passages[0].Text, "$41.4 million") ||
		a.Passages[0].Score <= 0 ||
		!strings.HasPrefix(a.Passages[0].Title, "NORDWIND_2001_10K.assay-") {
		t.Errorf("passages %+v", a.Passages)
	}
	if !strings.HasPrefix(trace.VectorStoreID, "vs_") || !strings.HasPrefix(trace.FileID, "file-") ||
		!strings.HasPrefix(trace.ResponseID, "resp_") || len(trace.Queries) == 0 {
		t.Errorf("%+v", trace)
	}
	if u := a.Calls[0].Response.Usage; u.Input == 0 || u.Searches != 1 || a.Calls[0].Key.IsZero() || a.Took <= 0 {
		t.Errorf("%+v", a.Calls[0])
	}
	if n := len(r.server.OpenAI().Leftovers()); n != 2 {
		t.Errorf("%d objects while the system is open", n)
	}
	must(t, s.Close())
	r.empty()
	if left := r.journals(); len(left) != 0 {
		t.Errorf("journals %v", left)
	}
	if _, err := s.Answer(context.Background(), c, 1); call.KindOf(err) != call.Cancelled {
		t.Errorf("after the end: %v", err)
	}
	must(t, s.Close())
}

// What is at the provider while we work expires in a day, and says whose it is.
func TestMarks(t *testing.T) {
	r := newRig(t)
	s := r.open()
	ask(t, s, aCase(1, 1))
	stores, err := provider.NewOpenAIStores(r.conn, r.conn.Sender)
	must(t, err)
	all, err := listMarked(deadline(t), stores, "openai")
	must(t, err)
	if len(all) != 2 {
		t.Fatalf("%+v", all)
	}
	for _, l := range all {
		if in := time.Until(l.Expires); l.mark != s.journal.mark || in < 23*time.Hour || in > 25*time.Hour {
			t.Errorf("%+v expires in %v", l, in)
		}
	}
	body := ""
	for _, c := range r.server.Calls() {
		if c.Path == "/v1/vector_stores" && c.Method == "POST" {
			body = string(c.Body)
		}
	}
	for _, want := range []string{`"run":"run-1"`, `"mark":"` + s.journal.mark, `"document_sha256":"`, `"days":1`} {
		if !strings.Contains(body, want) {
			t.Errorf("the store was made with %s, want %s", body, want)
		}
	}
	must(t, s.Close())
	r.empty()
}

// Many questions at once on few documents make one store each, and each is deleted after its last question.
func TestShared(t *testing.T) {
	r := newRig(t)
	s := r.open()
	const documents, questions = 4, 12
	for d := range documents {
		for q := range questions {
			s.Expect(aCase(d, q))
		}
	}
	var group sync.WaitGroup
	for q := range questions {
		for d := range documents {
			group.Go(func() {
				if a, err := s.Answer(deadline(t), aCase(d, q), 0); err != nil || a.Outcome != system.Answered ||
					a.Passages[0].ID != fmt.Sprintf("NORDWIND_%d_10K", 2000+d) {
					t.Errorf("%+v, %v", a, err)
				}
			})
		}
	}
	group.Wait()
	r.empty() // before Close: the last question deletes
	for step, want := range map[string]int{"upload": documents, "create": documents, "attach": documents, "respond": documents * questions,
		"delete store": documents, "delete file": documents} {
		if got := r.trouble.made(step); got != want {
			t.Errorf("%s: %d requests, want %d", step, got, want)
		}
	}
	must(t, s.Close())
}

// Without a word on what is to come, so many documents are kept and no more.
func TestIdle(t *testing.T) {
	r := newRig(t)
	r.o.Idle = 2
	s := r.open()
	for d := range 5 {
		for q := range 2 {
			ask(t, s, aCase(d, q))
		}
		if n := len(r.server.OpenAI().Leftovers()); n > 2*2 {
			t.Errorf("%d objects after %d documents", n, d+1)
		}
	}
	if n := r.trouble.made("upload"); n != 5 {
		t.Errorf("%d uploads", n)
	}
	must(t, s.Close())
	r.empty()
}

// A file that is about to expire is uploaded again.
func TestRenewal(t *testing.T) {
	r := newRig(t)
	var later atomic.Int64
	r.o.Now = func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
	s := r.open()
	ask(t, s, aCase(1, 1))
	later.Store(int64(21 * time.Hour))
	ask(t, s, aCase(1, 2))
	if n := r.trouble.made("upload"); n != 2 {
		t.Errorf("%d uploads", n)
	}
	for ctx := deadline(t); len(r.server.OpenAI().Leftovers()) != 2; time.Sleep(time.Millisecond) {
		if ctx.Err() != nil {
			t.Fatal("the old file is not deleted")
		}
	}
	must(t, s.Close())
	r.empty()
}

// A store that was deleted, or that expired, is made once more.
func TestVanished(t *testing.T) {
	for name, lose := range map[string]func(*rig, *System){
		"deleted": func(r *rig, s *System) {
			objects, _ := s.journal.leftovers()
			req, _ := http.NewRequest("DELETE", r.server.URL+"/vector_stores/"+objects[0].id, nil)
			req.Header.Set("Authorization", "Bearer sk-fake-0123456789abcdef")
			_, err := http.DefaultClient.Do(req)
			must(r.t, err)
		},
		"expired": func(r *rig, _ *System) { r.server.OpenAI().Advance(49 * time.Hour) },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			s := r.open()
			ask(t, s, aCase(1, 1))
			lose(r, s)
			if a := ask(t, s, aCase(1, 2)); a.Outcome != system.Answered || len(a.Passages) != 1 {
				t.Errorf("%+v", a)
			}
			must(t, s.Close())
			r.empty()
		})
	}
}

// What was answered once is not uploaded again, neither from the cache nor in a replay, and says the same.
func TestKept(t *testing.T) {
	r := newRig(t)
	kept := &wrap.Memory{}
	live := r.o.Wrap
	live.Cache, live.Record = &wrap.Cache{Store: kept, Recorded: true}, &wrap.Record{Store: kept}
	r.o.Wrap = live
	s := r.open()
	first := ask(t, s, aCase(1, 1))
	must(t, s.Close())
	prepared, err := s.Prepare(aCase(1, 1), 0)
	must(t, err)
	entries, err := kept.Load(prepared.Key())
	must(t, err)
	if prepared.Key() != first.Calls[0].Key || len(entries) != 1 {
		t.Fatalf("the call is not kept under the key that is prepared")
	}
	if !strings.Contains(string(entries[0].Body), TraceOf(first).VectorStoreID) {
		t.Error("what is kept is not what was sent")
	}
	before := len(r.server.Calls())
	for name, w := range map[string]wrap.Options{
		"cache": {Cache: &wrap.Cache{Store: kept, Recorded: true}}, "replay": {Replay: &wrap.Replay{Store: kept}},
	} {
		r.o.Wrap, r.o.Dir = w, "/nowhere/that/could/be/written"
		s := r.open()
		again := ask(t, s, aCase(1, 1))
		if again.Text != first.Text || !reflect.DeepEqual(again.Passages, first.Passages) ||
			TraceOf(again).VectorStoreID != TraceOf(first).VectorStoreID ||
			TraceOf(again).FileID != TraceOf(first).FileID {
			t.Errorf("%s: %+v, first %+v", name, again, first)
		}
		must(t, s.Close())
	}
	if n := len(r.server.Calls()); n != before {
		t.Errorf("%d calls were made", n-before)
	}
	r.o.Wrap, r.o.Dir = wrap.Options{Record: &wrap.Record{Store: kept}}, t.TempDir() // the key is the same without a cache
	s = r.open()
	ask(t, s, aCase(1, 1))
	must(t, s.Close())
	if entries, err = kept.Load(prepared.Key()); err != nil || len(entries) != 2 {
		t.Errorf("%d exchanges are kept under the key", len(entries))
	}
	other := aCase(1, 1)
	other.Passages[0].Text += " "
	if c, err := s.Prepare(other, 0); err != nil || c.Key() == prepared.Key() {
		t.Errorf("another document has the same key: %v", err)
	}
}

// Several passages are several files of one store, and are found under their own ids.
func TestPages(t *testing.T) {
	r := newRig(t)
	s := r.open()
	c := &system.Case{ID: "p", Question: "goodwill of Alpenbau", Passages: []system.Passage{
		{ID: "ALPENBAU#3", Text: "Alpenbau was founded in Chur."}, {ID: "ALPENBAU#4", Text: "  "},
		{ID: "ALPENBAU#9", Text: "Goodwill of Alpenbau was CHF 7 million. \xff"}}}
	a := ask(t, s, c)
	ids := map[string]bool{}
	for _, p := range a.Passages {
		ids[p.ID] = true
	}
	if r.trouble.made("upload") != 2 || a.Passages[0].ID != "ALPENBAU#9" || ids["ALPENBAU#4"] {
		t.Errorf("%d uploads, %+v", r.trouble.made("upload"), a.Passages)
	}
	must(t, s.Close())
	r.empty()
}

func TestNothingToSearch(t *testing.T) {
	r := newRig(t)
	s := r.open()
	for _, c := range []*system.Case{{ID: "a", Question: "q"}, {ID: "b", Question: "q", Passages: []system.Passage{{Text: " \n"}}}} {
		if a := ask(t, s, c); a.Outcome != "skipped" || !strings.Contains(a.Reason, "document") {
			t.Errorf("%+v", a)
		}
	}
	must(t, s.Close())
	if len(r.server.Calls()) != 0 || len(r.journals()) != 0 {
		t.Error("something was sent or written")
	}
	if _, err := Open(Options{Connection: mustOpen(t, "ollama")}); err == nil {
		t.Error("ollama has a file search")
	}
}

func mustOpen(t *testing.T, name string) *provider.Connection {
	conn, err := provider.Open(provider.Settings{Provider: name, Env: func(string) string { return "" }})
	must(t, err)
	return conn
}

func TestNames(t *testing.T) {
	d, err := documentOf(&system.Case{Passages: []system.Passage{{ID: "Österreich Öl & Gas / 10-K " + strings.Repeat("x", 300), Text: "t"}}})
	must(t, err)
	file, store := d.fileName("0123456789ab", part{number: 7}), d.storeName("0123456789ab")
	if len(file) > 120 || !strings.HasPrefix(file, "sterreich--l---Gas---10-K-x") {
		t.Error(file)
	}
	for text, want := range map[string]int{file: 7, store: 0} {
		if n, ok := parseName(text); !ok || n.part != want || n.mark != "0123456789ab" || n.hash != d.hash[:16] {
			t.Errorf("%q: %+v", text, n)
		}
	}
	for _, other := range []string{"", "x.assay-0123456789ab.txt", "assay-0123456789ab-fedcba9876543210-1.txt", store + "-1.pdf", store +
		"0"} {
		if _, ok := parseName(other); ok {
			t.Errorf("%q is taken for ours", other)
		}
	}
	if slug("Ö/ ") != "document" {
		t.Error(slug("Ö/ "))
	}
}
