package filesearch

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model/provider"
	"github.com/assayhq/assay/system"
)

// asks are the steps of a question up to its answer.
var asks = []string{"upload", "create", "attach", "poll", "respond"}

type doing = func(step string, n int, r *http.Request, send func() (*http.Response, error)) (*http.Response, error)

// at does something at one step and nothing at the others.
func at(step string, do func(n int, r *http.Request, send func() (*http.Response, error)) (*http.Response, error)) doing {
	return func(s string, n int, r *http.Request, send func() (*http.Response, error)) (*http.Response, error) {
		if s == step {
			return do(n, r, send)
		}
		return send()
	}
}

// TestFaults goes wrong at each step in each way. Whatever the answer is, no object is left.
func TestFaults(t *testing.T) {
	ways := []struct {
		name    string
		mended  bool // another try answers
		timeout time.Duration
		do      func(n int, r *http.Request, send func() (*http.Response, error)) (*http.Response, error)
	}{
		{"429 once", true, 0, func(n int, _ *http.Request, send func() (*http.Response, error)) (*http.Response, error) {
			if n == 1 {
				return says(429, `{"error":{"message":"slow down","type":"requests","param":null,"code":"rate_limit_exceeded"}}`)
			}
			return send()
		}},
		{"500 twice", true, 0, func(n int, _ *http.Request, send func() (*http.Response, error)) (*http.Response, error) {
			if n <= 2 {
				return failing(500)
			}
			return send()
		}},
		{"429 for ever", false, 0, func(int, *http.Request, func() (*http.Response, error)) (*http.Response, error) { return failing(429) }},
		{"500 for ever", false, 0, func(int, *http.Request, func() (*http.Response, error)) (*http.Response, error) { return failing(500) }},
		{"400", false, 0, func(int, *http.Request, func() (*http.Response, error)) (*http.Response, error) {
			return says(400, `{"error":{"message":"no","type":"invalid_request_error","param":null,"code":null}}`)
		}},
		{"no connection", false, 0, func(int, *http.Request, func() (*http.Response, error)) (*http.Response, error) {
			return nil, errors.New("connection refused")
		}},
		{"done, and 500 said", false, 0, func(_ int, _ *http.Request, send func() (*http.Response, error)) (*http.Response, error) {
			if _, err := send(); err != nil {
				return nil, err
			}
			return failing(500)
		}},
		{"done, and the word lost once", true, 0, func(n int, _ *http.Request, send func() (*http.Response, error)) (*http.Response, error) {
			reply, err := send()
			if n == 1 && err == nil {
				reply.Body.Close()
				return nil, errors.New("connection reset")
			}
			return reply, err
		}},
		{"malformed for ever", false, 0, func(_ int, _ *http.Request, send func() (*http.Response, error)) (*http.Response, error) {
			if _, err := send(); err != nil {
				return nil, err
			}
			return says(200, `{"unclosed": "`)
		}},
		{"hangs after it is done", false, 50 * time.Millisecond,
			func(_ int, r *http.Request, send func() (*http.Response, error)) (*http.Response, error) {
				if _, err := send(); err != nil {
					return nil, err
				}
				<-r.Context().Done()
				return nil, r.Context().Err()
			}},
	}
	for _, step := range asks {
		for _, way := range ways {
			t.Run(step+" "+way.name, func(t *testing.T) {
				t.Parallel()
				r := newRig(t)
				r.trouble.do = at(step, way.do)
				if way.timeout > 0 {
					r.o.Wrap.Try = way.timeout
				}
				s := r.open()
				a := ask(t, s, aCase(1, 1))
				if r.trouble.made(step) == 0 {
					t.Fatal("the step was not reached")
				}
				if way.mended != (a.Outcome == system.Answered) || !way.mended && (a.Outcome != "error" || a.Reason == "") {
					t.Errorf("outcome %q, reason %q", a.Outcome, a.Reason)
				}
				must(t, s.Close())
				r.empty()
				r.clean()
				if left := r.journals(); len(left) != 0 {
					t.Errorf("journals %v", left)
				}
			})
		}
	}
}

// TestProcessing ends the wait for the index in each of its ways.
func TestProcessing(t *testing.T) {
	status := func(status, problem string) doing {
		return at("poll", func(int, *http.Request, func() (*http.Response, error)) (*http.Response, error) {
			return says(200, `{"id":"file-1","object":"vector_store.file","status":"`+status+`","last_error":`+problem+`}`)
		})
	}
	for _, c := range []struct {
		name, reason string
		do           doing
		uploads      int // by two questions
	}{
		{"failed", "file_failed: invalid_file: no text in the file", status("failed", `{"code":"invalid_file","message":"no text in file-1"}`),
			1},
		{"failed for now", "file_failed: server_error", status("failed", `{"code":"server_error","message":""}`), 2},
		{"cancelled", "file_cancelled", status("cancelled", "null"), 2},
		{"slow", "processing_timeout: the document was not searchable within 50ms", status("in_progress", "null"), 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t)
			r.trouble.do = c.do
			if c.name == "slow" {
				r.o.Processing = 50 * time.Millisecond
			}
			s := r.open()
			for q := range 2 {
				if a := ask(t, s, aCase(1, q)); a.Outcome != "error" || a.Reason != c.reason || a.Calls[0].Failure == nil {
					t.Errorf("%+v", a)
				}
			}
			r.empty() // at once, not at the end
			if n := r.trouble.made("upload"); n != c.uploads || r.trouble.made("respond") != 0 {
				t.Errorf("%d uploads, %d questions asked", n, r.trouble.made("respond"))
			}
			must(t, s.Close())
		})
	}
}

// What the model does with the question is its outcome, and the document is deleted all the same.
func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		fault   fakemodel.Fault
		outcome string
	}{
		{fakemodel.Refusal, "refused"}, {fakemodel.Incomplete, "truncated"}, {fakemodel.ContentFilter, "refused"},
		{fakemodel.BlockedPrompt, "refused"},
		{fakemodel.NoText, "error"}, {fakemodel.TooLong, "error"}, {fakemodel.RateLimitMillis, system.Answered},
		{fakemodel.ErrorIn200, system.Answered},
	} {
		t.Run(string(c.fault), func(t *testing.T) {
			r := newRig(t)
			r.server.Next(fakemodel.None, fakemodel.None, fakemodel.None, c.fault)
			s := r.open()
			if a := ask(t, s, aCase(1, 1)); a.Outcome != c.outcome {
				t.Errorf("outcome %q, reason %q", a.Outcome, a.Reason)
			}
			must(t, s.Close())
			r.empty()
		})
	}
	r := newRig(t)
	r.server.Next(fakemodel.Unauthorized)
	s := r.open()
	if _, err := s.Answer(deadline(t), aCase(1, 1), 0); call.KindOf(err) != call.BadKey {
		t.Errorf("a wrong key does not end the run: %v", err)
	}
	must(t, s.Close())
	r.empty()
}

// TestCancelled stops at each step, before the request is sent and after it was done.
func TestCancelled(t *testing.T) {
	for _, step := range asks {
		for _, when := range []string{"before", "after"} {
			t.Run(step+" "+when, func(t *testing.T) {
				t.Parallel()
				r := newRig(t)
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				r.trouble.do = at(step, func(_ int, req *http.Request, send func() (*http.Response, error)) (*http.Response, error) {
					if when == "after" {
						if _, err := send(); err != nil {
							return nil, err
						}
					}
					cancel()
					<-req.Context().Done()
					return nil, req.Context().Err()
				})
				s := r.open()
				if _, err := s.Answer(ctx, aCase(1, 1), 0); call.KindOf(err) != call.Cancelled {
					t.Errorf("got %v", err)
				}
				must(t, s.Close())
				r.empty()
				r.clean()
				if left := r.journals(); len(left) != 0 {
					t.Errorf("journals %v", left)
				}
			})
		}
	}
}

// One who leaves does not take the document from those who stay.
func TestOneLeaves(t *testing.T) {
	r := newRig(t)
	there, go_on := make(chan struct{}), make(chan struct{})
	r.trouble.do = at("create", func(_ int, _ *http.Request, send func() (*http.Response, error)) (*http.Response, error) {
		close(there)
		<-go_on
		return send()
	})
	s := r.open()
	ctx, leave := context.WithCancel(context.Background())
	left := make(chan error)
	go func() {
		_, err := s.Answer(ctx, aCase(1, 1), 0)
		left <- err
	}()
	<-there
	stays := make(chan *system.Answer)
	go func() {
		a, _ := s.Answer(deadline(t), aCase(1, 2), 0)
		stays <- a
	}()
	for s.waiting() < 2 {
		time.Sleep(time.Millisecond)
	}
	leave()
	if err := <-left; call.KindOf(err) != call.Cancelled {
		t.Errorf("got %v", err)
	}
	close(go_on)
	if a := <-stays; a == nil || a.Outcome != system.Answered {
		t.Errorf("%+v", a)
	}
	must(t, s.Close())
	r.empty()
}

func (s *System) waiting() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.entries {
		n += e.refs
	}
	return n
}

// What arrives after we have looked is found by the next who looks.
func TestLate(t *testing.T) {
	for _, step := range []string{"upload", "create"} {
		r := newRig(t)
		ctx, cancel := context.WithCancel(context.Background())
		var arrive func()
		r.trouble.do = at(step, func(_ int, req *http.Request, _ func() (*http.Response, error)) (*http.Response, error) {
			body, err := io.ReadAll(req.Body)
			must(t, err)
			late := req.Clone(context.Background())
			late.Body = io.NopCloser(bytes.NewReader(body))
			arrive = func() {
				_, err := http.DefaultTransport.RoundTrip(late)
				must(t, err)
			}
			cancel()
			<-req.Context().Done()
			return nil, req.Context().Err()
		})
		s := r.open()
		s.Answer(ctx, aCase(1, 1), 0)
		must(t, s.Close())
		arrive()
		if n := len(r.server.OpenAI().Leftovers()); n != 1 || len(r.journals()) != 1 {
			t.Fatalf("%s: %d objects, journals %v: the test does not test", step, n, r.journals())
		}
		r.trouble.do = nil
		again := r.open() // the next run
		ask(t, again, aCase(2, 1))
		must(t, again.Close())
		r.empty()
		if !strings.Contains(r.notes.String(), "1 files and vector stores") {
			t.Errorf("%s: noted %q", step, r.notes)
		}
	}
}

// TestPanics panics at each step. The panic goes on, and no object is left.
func TestPanics(t *testing.T) {
	for _, step := range asks {
		t.Run(step, func(t *testing.T) {
			r := newRig(t)
			r.trouble.do = at(step, func(_ int, _ *http.Request, send func() (*http.Response, error)) (*http.Response, error) {
				if _, err := send(); err != nil {
					t.Error(err)
				}
				panic("in trouble")
			})
			s := r.open()
			func() {
				defer func() {
					if v := recover(); v != "in trouble" {
						t.Errorf("recovered %v", v)
					}
				}()
				s.Answer(deadline(t), aCase(1, 1), 0)
			}()
			r.empty()
		})
	}
}

// TestDeleting goes wrong while deleting: it is tried again, then named, and cleaned up by a later process.
func TestDeleting(t *testing.T) {
	for _, step := range []string{"delete store", "delete file"} {
		t.Run(step+" once", func(t *testing.T) {
			r := newRig(t)
			r.o.Wrap.Retry = nil
			r.o.Idle = 1
			r.trouble.do = at(step, func(n int, _ *http.Request, send func() (*http.Response, error)) (*http.Response, error) {
				if n == 1 {
					return failing(500)
				}
				return send()
			})
			s := r.open()
			ask(t, s, aCase(1, 1))
			ask(t, s, aCase(2, 1))
			if !strings.Contains(r.notes.String(), "not deleted yet") {
				t.Errorf("noted %q", r.notes)
			}
			must(t, s.Close())
			r.empty()
			if left := r.journals(); len(left) != 0 {
				t.Errorf("journals %v", left)
			}
		})
		t.Run(step+" for ever", func(t *testing.T) {
			r := newRig(t)
			r.trouble.do = at(step, func(int, *http.Request, func() (*http.Response, error)) (*http.Response, error) { return failing(500) })
			s := r.open()
			ask(t, s, aCase(1, 1))
			err := s.Close()
			left := r.server.OpenAI().Leftovers()
			if len(left) != 1 {
				t.Fatalf("left over: %v", left)
			}
			id := strings.Fields(strings.TrimPrefix(left[0], "vector store "))
			named := id[0]
			if step == "delete file" {
				named = id[1]
			}
			if err == nil || !strings.Contains(err.Error(), named) || !strings.Contains(err.Error(), "assay eval docqa clean") ||
				len(r.journals()) != 1 {
				t.Errorf("%v; journals %v", err, r.journals())
			}
			kept := r.clean()
			if len(kept) != 1 || kept[0].State != Kept || kept[0].ID != named || kept[0].Problem == "" ||
				time.Until(kept[0].Expires) > 25*time.Hour || kept[0].Expires.IsZero() {
				t.Errorf("%+v", kept)
			}
			r.trouble.do = nil
			if done := r.clean(); len(done) != 1 || done[0].State != Deleted {
				t.Errorf("%+v", done)
			}
			r.empty()
			if left := r.journals(); len(left) != 0 {
				t.Errorf("journals %v", left)
			}
		})
	}
}

// Nobody waits for ever for a provider that does not delete.
func TestDeletingHangs(t *testing.T) {
	r := newRig(t)
	r.o.Cleanup = 100 * time.Millisecond
	hang := func(_ string, _ int, req *http.Request, send func() (*http.Response, error)) (*http.Response, error) {
		if req.Method == "DELETE" {
			<-req.Context().Done()
			return nil, req.Context().Err()
		}
		return send()
	}
	r.trouble.do = hang
	s := r.open()
	ask(t, s, aCase(1, 1))
	if err := s.Close(); err == nil || !strings.Contains(err.Error(), "vector store vs_") || !strings.Contains(err.Error(), "file file-") {
		t.Errorf("got %v", err)
	}
	r.trouble.do = nil
	if done := r.clean(); len(done) != 2 {
		t.Errorf("%+v", done)
	}
	r.empty()
}

// The journal lives in memory, too: where the file cannot be written nothing is made.
func TestNoJournal(t *testing.T) {
	r := newRig(t)
	r.o.Dir = "/dev/null/filesearch"
	s := r.open()
	if _, err := s.Answer(deadline(t), aCase(1, 1), 0); call.KindOf(err) != call.NotStored {
		t.Errorf("got %v", err)
	}
	must(t, s.Close())
	if len(r.server.Calls()) != 0 {
		t.Error("something was sent")
	}
}

// TestOthers leaves alone what others work with.
func TestOthers(t *testing.T) {
	r := newRig(t)
	mine, theirs := r.open(), r.open()
	ask(t, mine, aCase(1, 1))
	ask(t, theirs, aCase(1, 1))
	states := func(c Cleaning, want State, n int) {
		t.Helper()
		c.Connect = func(string) (*provider.Connection, error) { return r.conn, nil }
		left, err := c.Run(deadline(t))
		if err != nil || len(left) != n {
			t.Fatalf("%+v, %v", left, err)
		}
		for _, l := range left {
			if l.State != want {
				t.Errorf("%+v, want %s", l, want)
			}
		}
	}
	states(Cleaning{Dir: r.dir}, "", 0) // nothing to be cleaned: no request is sent
	states(Cleaning{Dir: r.dir, All: "openai"}, inUse, 4)
	states(Cleaning{Dir: t.TempDir(), All: "openai", DryRun: true}, found, 4)
	must(t, mine.Close())
	must(t, theirs.Close())
	r.empty()

	var stays atomic.Bool
	stays.Store(true)
	r.trouble.do = func(_ string, _ int, req *http.Request, send func() (*http.Response, error)) (*http.Response, error) {
		if req.Method == "DELETE" && stays.Load() {
			return failing(500)
		}
		return send()
	}
	s := r.open()
	ask(t, s, aCase(1, 1))
	if s.Close() == nil {
		t.Fatal("nothing is left")
	}
	states(Cleaning{Dir: r.dir, DryRun: true}, found, 2)
	moved := connect(t, "http://127.0.0.1:9/v1", r.trouble)
	c := Cleaning{Dir: r.dir, Connect: func(string) (*provider.Connection, error) { return moved, nil }}
	if left, err := c.Run(deadline(t)); err != nil || len(left) != 2 || left[0].State != Kept ||
		!strings.Contains(left[0].Problem, "127.0.0.1:9") {
		t.Errorf("%+v, %v", left, err)
	}
	stays.Store(false)
	states(Cleaning{Dir: t.TempDir(), All: "openai"}, Deleted, 2)
	r.empty()
	r.clean()
	if len(r.journals()) != 0 {
		t.Errorf("journals %v", r.journals())
	}
}

// A document that no case waits for any more is given up, and what was made of it is deleted before the end.
func TestGivenUp(t *testing.T) {
	r := newRig(t)
	r.o.Wrap.Try = time.Hour
	ctx, cancel := context.WithCancel(context.Background())
	r.trouble.do = at("attach", func(_ int, req *http.Request, _ func() (*http.Response, error)) (*http.Response, error) {
		cancel()
		<-req.Context().Done()
		return nil, req.Context().Err()
	})
	s := r.open()
	if _, err := s.Answer(ctx, aCase(1, 1), 0); call.KindOf(err) != call.Cancelled {
		t.Errorf("got %v", err)
	}
	for wait := deadline(t); len(r.server.OpenAI().Leftovers()) != 0; time.Sleep(time.Millisecond) {
		if wait.Err() != nil {
			t.Fatal("it is not given up")
		}
	}
	must(t, s.Close())
}

// A journal is kept for a minute after its last line, though nothing of it is there; and one process's journal says
// nothing of what another workspace has made.
func TestJournals(t *testing.T) {
	r := newRig(t)
	s := r.open()
	ask(t, s, aCase(1, 1)) // of another workspace
	dir := t.TempDir()
	path := filepath.Join(dir, "0123456789ab.jsonl")
	first := `{"kind":"assay file_search journal","version":1,"mark":"0123456789ab","provider":"openai","base_url":"` + r.server.URL + `"}` +
		"\n"
	must(t, os.WriteFile(path, []byte(first+`{"made":"file","id":"file-gone"}`+"\n"+`{"made":`), 0o644))
	c := Cleaning{Dir: dir, Connect: func(string) (*provider.Connection, error) { return r.conn, nil }}
	for _, later := range []time.Duration{0, 2 * time.Minute} {
		c.Now = func() time.Time { return time.Now().Add(later) }
		left, err := c.Run(deadline(t))
		if err != nil || len(left) != 2 || left[0].State != elsewhere || left[1].State != elsewhere {
			t.Errorf("%+v, %v", left, err)
		}
		if _, err := os.Stat(path); (err == nil) != (later == 0) {
			t.Errorf("after %v: %v", later, err)
		}
	}
	must(t, s.Close())
	r.empty()
	for text, want := range map[string]string{
		"{}\n": "not a journal", `{"kind":"assay file_search journal","version":2,"mark":"x"}` + "\n": "newer program", "": "",
	} {
		must(t, os.WriteFile(path, []byte(text), 0o644))
		if _, err := c.Run(deadline(t)); (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
		if _, err := os.Stat(path); (err == nil) != (text != "") { // only the empty one goes
			t.Errorf("%q: %v", text, err)
		}
	}
}
