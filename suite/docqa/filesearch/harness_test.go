package filesearch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/provider"
	"github.com/assayhq/assay/system"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// steps are the requests that a question makes, by what they ask for.
var steps = []struct {
	name, method string
	path         *regexp.Regexp
}{
	{"upload", "POST", regexp.MustCompile(`^/v1/files$`)},
	{"create", "POST", regexp.MustCompile(`^/v1/vector_stores$`)},
	{"attach", "POST", regexp.MustCompile(`^/v1/vector_stores/[^/]+/files$`)},
	{"poll", "GET", regexp.MustCompile(`^/v1/vector_stores/[^/]+/files/[^/]+$`)},
	{"respond", "POST", regexp.MustCompile(`^/v1/responses$`)},
	{"delete store", "DELETE", regexp.MustCompile(`^/v1/vector_stores/[^/]+$`)},
	{"delete file", "DELETE", regexp.MustCompile(`^/v1/files/[^/]+$`)},
	{"list stores", "GET", regexp.MustCompile(`^/v1/vector_stores$`)},
	{"list files", "GET", regexp.MustCompile(`^/v1/files$`)},
}

func stepOf(r *http.Request) string {
	for _, s := range steps {
		if s.method == r.Method && s.path.MatchString(r.URL.Path) {
			return s.name
		}
	}
	return r.Method + " " + r.URL.Path
}

// trouble is between us and the server: it counts the requests of each step and does something in their place.
type trouble struct {
	mu    sync.Mutex
	count map[string]int
	do    func(step string, n int, r *http.Request, send func() (*http.Response, error)) (*http.Response, error)
}

func (tr *trouble) RoundTrip(r *http.Request) (*http.Response, error) {
	step := stepOf(r)
	tr.mu.Lock()
	tr.count[step]++
	n, do := tr.count[step], tr.do
	tr.mu.Unlock()
	send := func() (*http.Response, error) { return http.DefaultTransport.RoundTrip(r) }
	if do == nil {
		return send()
	}
	return do(step, n, r, send)
}

func (tr *trouble) made(step string) int {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return tr.count[step]
}

// says is a reply in OpenAI's form.
func says(status int, body string) (*http.Response, error) {
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}},
		Body:          io.NopCloser(strings.NewReader(body)),
		ContentLength: int64(len(body))}, nil
}

func failing(status int) (*http.Response, error) {
	return says(status, `{"error":{"message":"in trouble","type":"server_error","param":null,"code":null}}`)
}

// rig is a system before a fake provider.
type rig struct {
	t       *testing.T
	server  *fakemodel.Server
	trouble *trouble
	conn    *provider.Connection
	dir     string
	o       Options
	notes   *bytes.Buffer
}

func newRig(t *testing.T) *rig {
	t.Helper()
	server := fakemodel.NewOpenAI(fakemodel.Options{})
	t.Cleanup(server.Close)
	r := &rig{t: t, server: server, trouble: &trouble{count: map[string]int{}}, dir: filepath.Join(t.TempDir(), "filesearch"),
		notes: &bytes.Buffer{}}
	r.conn = connect(t, server.URL, r.trouble)
	var mu sync.Mutex
	r.o = Options{Connection: r.conn, Request: model.Request{Model: "gpt-4.1"}, Dir: r.dir, Run: "run-1", Processing: 20 * time.Second,
		Cleanup: 10 * time.Second,
		Pause:   provider.Every(time.Millisecond),
		Wrap:    wrap.Options{Retry: &wrap.Retry{Tries: 3, Base: time.Millisecond}, Try: 10 * time.Second},
		Note: func(s string) {
			mu.Lock()
			defer mu.Unlock()
			fmt.Fprintln(r.notes, s)
		}}
	return r
}

func connect(t testing.TB, url string, over http.RoundTripper) *provider.Connection {
	t.Helper()
	conn, err := provider.Open(provider.Settings{Provider: "openai", BaseURL: url, KeyVar: "FAKE_KEY",
		Env: func(string) string { return fakemodel.Key }, HTTP: &http.Client{Transport: over}})
	must(t, err)
	return conn
}

func (r *rig) open() *System {
	r.t.Helper()
	s, err := Open(r.o)
	must(r.t, err)
	return s
}

// empty fails if anything is left at the provider.
func (r *rig) empty() {
	r.t.Helper()
	if left := r.server.OpenAI().Leftovers(); len(left) != 0 {
		r.t.Errorf("left over: %v", left)
	}
}

// journals are the names of those that are there.
func (r *rig) journals() []string {
	r.t.Helper()
	entries, err := os.ReadDir(r.dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		r.t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// clean cleans as a later process does, two minutes from now.
func (r *rig) clean() []Left {
	r.t.Helper()
	c := Cleaning{Dir: r.dir, Connect: func(string) (*provider.Connection, error) { return r.conn, nil },
		Now: func() time.Time { return time.Now().Add(2 * time.Minute) }}
	left, err := c.Run(context.Background())
	must(r.t, err)
	return left
}

// aCase asks of one of some invented filings.
func aCase(document, question int) *system.Case {
	text := fmt.Sprintf("Nordwind Freight AG, annual report %d.\n\nRevenue was $%d.4 million. Costs were $%d.1 million.", 2000+document, 40+
		document, 30+document)
	return &system.Case{ID: fmt.Sprintf("c%d-%d", document, question),
		Question: fmt.Sprintf("What was revenue in %d? (%d)", 2000+document, question),
		Passages: []system.Passage{{ID: fmt.Sprintf("NORDWIND_%d_10K", 2000+document), Text: text}}}
}

func ask(t testing.TB, s *System, c *system.Case) *system.Answer {
	t.Helper()
	a, err := s.Answer(deadline(t), c, 0)
	must(t, err)
	return a
}

func deadline(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}
