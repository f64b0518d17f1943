package tape

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// entryOf makes the n-th of entries that differ.
func entryOf(n int, body []byte) *Entry {
	c := &call.Call{Provider: "ledgerline", Operation: call.Chat, Model: "ledger-1", Repeat: n, Method: http.MethodPost,
		URL: "https://models.example/v1/responses", Header: http.Header{"Content-Type": {"application/json"}}, Body: fmt.Appendf(nil, `{"n": %d}`, n)}
	began := time.Date(2026, 11, 21, 10, 0, n, 123456789, time.UTC)
	e := Of(c, &call.Exchange{Status: 200, Header: http.Header{"X-Request-Id": {"a", "b"}}, Body: body, Began: began, Took: 1234567}, nil)
	e.Stored = began.Add(time.Second)
	return e
}

// bodies are those that are hard to keep exactly.
var bodies = map[string][]byte{
	"none":             nil,
	"object":           []byte(`{"text":"Sales were $1,093 million."}`),
	"object of lines":  []byte("{\n  \"text\": \"a\\u0000b\"\n}\n"),
	"blank first":      []byte(` {"a":1}`),
	"null":             []byte(`null`),
	"number":           []byte(`1e400`),
	"same name twice":  []byte(`{"a":1,"a":2}`),
	"control":          []byte("\x00\x01\x1f\x7f\"\\/\b\f\n\r\t"),
	"separators":       []byte("\u2028\u2029<script>&amp;"),
	"not UTF-8":        []byte("\xff\xfe\x00abc"),
	"surrogate":        []byte("\xed\xa0\x80"),
	"replacement":      []byte("a\uFFFDb"),
	"bad UTF-8 quoted": []byte("{\"a\":\"\xc3\"}"),
	"cut rune":         []byte("abc\xe2\x82"),
	"emoji":            []byte("📈 ünïcode"),
	"long":             bytes.Repeat([]byte("Net sales rose by 4.2%. "), 20_000),
}

// TestRoundTrip writes and reads every body in memory, on disk and as exported lines.
func TestRoundTrip(t *testing.T) {
	disk, err := Create(t.TempDir(), "0.0.1")
	must(t, err)
	defer disk.Close()
	memory, exported := New(), New()
	want := map[call.Key]*Entry{}
	n := 0
	for _, body := range bodies {
		e := entryOf(n, body)
		e.Request.Body = body
		must(t, disk.Save(e))
		must(t, memory.Save(e))
		want[e.Key] = e
		n++
	}
	var lines bytes.Buffer
	must(t, disk.Export(&lines))
	must(t, exported.Import(bytes.NewReader(lines.Bytes())))
	for name, tape := range map[string]*Tape{"disk": disk, "memory": memory, "exported": exported} {
		for key, e := range want {
			got, err := tape.Load(key)
			must(t, err)
			if len(got) != 1 || !bytes.Equal(got[0].Request.Body, e.Request.Body) || !bytes.Equal(got[0].Response.Body, e.Response.Body) {
				t.Fatalf("%s: %d entries, or another body than %.60q", name, len(got), e.Response.Body)
			}
			got[0].Request.Body, got[0].Response.Body = e.Request.Body, e.Response.Body // nil and empty are one
			if !reflect.DeepEqual(got[0], e) {
				t.Errorf("%s:\n got %+v\nwant %+v", name, got[0], e)
			}
		}
	}
	var again bytes.Buffer
	exported.tool = "0.0.1"
	must(t, exported.Export(&again))
	if !bytes.Equal(lines.Bytes(), again.Bytes()) {
		t.Error("an export of an import is another text")
	}
	if !strings.Contains(lines.String(), `"body_json":{"text":"Sales were`) {
		t.Error("JSON is not exported as JSON")
	}
}

// TestFailures keeps what failed as it failed.
func TestFailures(t *testing.T) {
	c := &call.Call{Provider: "ledgerline", Operation: call.Chat, Model: "ledger-1", Method: http.MethodPost, URL: "https://models.example/v1"}
	e := &call.Exchange{Status: 429, Header: http.Header{"Retry-After": {"2"}}, Body: []byte(`{"error":{}}`), Began: time.Unix(1, 0).UTC()}
	failures := map[string]*call.Failure{
		"refused": {Kind: call.RateLimited, Provider: "ledgerline", Model: "ledger-1", Status: 429, Code: "rate", Message: "slow down", RetryAfter: 2 * time.Second, Next: "wait", Exchange: e},
		"unheard": {Kind: call.Unreachable, Provider: "ledgerline", Model: "ledger-1", Err: errors.New("no route")},
	}
	for name, f := range failures {
		t.Run(name, func(t *testing.T) {
			tape := New()
			must(t, tape.Save(Of(c, nil, f)))
			got, err := tape.Load(c.Key())
			must(t, err)
			back := got[0].AsFailure()
			if back.Error() != f.Error() || back.Kind != f.Kind || back.RetryAfter != f.RetryAfter || !reflect.DeepEqual(back.Exchange, f.Exchange) {
				t.Errorf("got %+v, want %+v", back, f)
			}
		})
	}
}

// TestNoKeys plants keys where a user's settings may bring them in.
func TestNoKeys(t *testing.T) {
	const key = "sk-planted-0123456789"
	e := entryOf(1, []byte("{}"))
	e.Request.Header = http.Header{"Authorization": {"Bearer " + key}, "Api-Key": {key}, "X-Tenant": {key}, "Cookie": {key}, "Content-Type": {"application/json"}}
	e.Request.URL = "https://" + key + ":x@models.example/v1?key=" + key + "&api-version=preview&sig=" + key + "#" + key
	dir := t.TempDir()
	tape, err := Create(dir, "0.0.1")
	must(t, err)
	must(t, tape.Save(e))
	var lines bytes.Buffer
	must(t, tape.Export(&lines))
	must(t, tape.Close())
	for _, want := range []string{`"Authorization":["[hidden]"]`, `"Content-Type":["application/json"]`, "api-version=preview"} {
		if !strings.Contains(lines.String(), want) {
			t.Errorf("no %s in %s", want, lines.String())
		}
	}
	if strings.Contains(lines.String(), key) {
		t.Errorf("the key is in %s", lines.String())
	}
}

// TestOrder keeps several outcomes of one key and all entries in the order of saving, across processes.
func TestOrder(t *testing.T) {
	dir := t.TempDir()
	var all, same []string
	for process := range 3 {
		tape, err := Create(dir, "0.0.1")
		must(t, err)
		for n := range 5 {
			e := entryOf(n, fmt.Appendf(nil, "process %d entry %d", process, n))
			must(t, tape.Save(e))
			all = append(all, string(e.Response.Body))
			if n == 2 {
				same = append(same, string(e.Response.Body))
			}
		}
		must(t, tape.Close())
	}
	tape, err := Open(dir)
	must(t, err)
	defer tape.Close()
	var got []string
	for e, err := range tape.Entries() {
		must(t, err)
		got = append(got, string(e.Response.Body))
	}
	if !reflect.DeepEqual(got, all) {
		t.Errorf("got %q, want %q", got, all)
	}
	entries, err := tape.Load(entryOf(2, nil).Key)
	must(t, err)
	got = nil
	for _, e := range entries {
		got = append(got, string(e.Response.Body))
	}
	if !reflect.DeepEqual(got, same) {
		t.Errorf("got %q, want %q", got, same)
	}
	if s := tape.Stats(); s.Segments != 3 || s.Entries != 15 || s.Torn+s.Damaged != 0 {
		t.Errorf("stats %+v", s)
	}
	if err := tape.Save(entryOf(1, nil)); err == nil {
		t.Error("saved to a tape that was opened for reading")
	}
}

// TestManyWriters saves from several tapes on one directory and many goroutines at once.
func TestManyWriters(t *testing.T) {
	dir := t.TempDir()
	const tapes, goroutines, each = 3, 4, 25
	var group sync.WaitGroup
	for i := range tapes {
		tape, err := Create(dir, "0.0.1")
		must(t, err)
		defer tape.Close()
		for g := range goroutines {
			group.Go(func() {
				for n := range each {
					e := entryOf((i*goroutines+g)*each+n, []byte("body"))
					if err := tape.Save(e); err != nil {
						t.Error(err)
					}
					if got, err := tape.Load(e.Key); err != nil || len(got) != 1 {
						t.Errorf("loaded %d: %v", len(got), err)
					}
				}
			})
		}
	}
	group.Wait()
	tape, err := Open(dir)
	must(t, err)
	defer tape.Close()
	if s, damage := tape.Verify(); s.Entries != tapes*goroutines*each || len(damage) != 0 || s.Segments != tapes {
		t.Errorf("%+v, damage %v", s, damage)
	}
}

// segmentOf writes a segment of n entries and returns its directory, path and bytes.
func segmentOf(t testing.TB, n int) (dir, path string, data []byte) {
	t.Helper()
	dir = t.TempDir()
	tape, err := Create(dir, "0.0.1")
	must(t, err)
	for i := range n {
		must(t, tape.Save(entryOf(i, fmt.Appendf(nil, "body %d", i))))
	}
	must(t, tape.Close())
	names, err := filepath.Glob(filepath.Join(dir, "*"+suffix))
	must(t, err)
	if len(names) != 1 {
		t.Fatalf("%d segments", len(names))
	}
	data, err = os.ReadFile(names[0])
	must(t, err)
	return dir, names[0], data
}

// TestTornTail cuts a segment at every byte: what was whole is there, the rest is reported, nothing fails.
func TestTornTail(t *testing.T) {
	dir, path, data := segmentOf(t, 3)
	before := 0
	for size := range len(data) + 1 {
		must(t, os.WriteFile(path, data[:size], 0o600))
		tape, err := Open(dir)
		must(t, err)
		stats, damage := tape.Verify()
		if stats.Entries < before || stats.Damaged != 0 || len(damage) > 1 {
			t.Fatalf("cut at %d of %d: %+v after %d entries, %v", size, len(data), stats, before, damage)
		}
		if len(damage) == 1 && (!damage[0].Torn || !strings.Contains(damage[0].Error(), path)) {
			t.Fatalf("cut at %d: %v", size, damage[0].Error())
		}
		before = stats.Entries
		must(t, tape.Close())
	}
	if before != 3 {
		t.Errorf("%d entries in the whole segment", before)
	}
}

// TestDamage changes every byte in turn: at most the entry it stands in is lost, never silently.
func TestDamage(t *testing.T) {
	dir, path, data := segmentOf(t, 4)
	start, err := readPreamble(data)
	must(t, err)
	for i := start; i < len(data); i++ {
		bad := bytes.Clone(data)
		bad[i] ^= 0x20
		must(t, os.WriteFile(path, bad, 0o600))
		tape, err := Open(dir)
		must(t, err)
		stats, damage := tape.Verify()
		if stats.Entries != 3 || len(damage) != 1 {
			t.Fatalf("byte %d: %+v, %v", i, stats, damage)
		}
		if d := damage[0]; d.File != path || d.Offset > int64(i) || d.Offset+d.Bytes <= int64(i) {
			t.Fatalf("byte %d: %v", i, d.Error())
		}
		must(t, tape.Close())
	}
}

func TestRefused(t *testing.T) {
	frame := func(json string) []byte {
		b := []byte{0x5A, 0x2A, 0x4D, 0x18, byte(len(json)), 0, 0, 0}
		return append(b, json...)
	}
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"newer":         {frame(`{"kind":"assay tape","version":2}`), "format 2 is newer"},
		"other kind":    {frame(`{"kind":"assay corpus","version":1}`), "no recording"},
		"version 0":     {frame(`{"kind":"assay tape"}`), "no assay tape format 0"},
		"other file":    {[]byte("PK\x03\x04 something else"), "not the beginning"},
		"not JSON":      {frame(`kind: tape`), "not the beginning"},
		"long preamble": {[]byte{0x5A, 0x2A, 0x4D, 0x18, 0, 0, 1, 0}, "not the beginning"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			must(t, os.WriteFile(filepath.Join(dir, "1"+suffix), test.data, 0o600))
			_, err := Open(dir)
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "1"+suffix) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing directory: %v", err)
	}
}

func TestImportRefuses(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"newer":      {`{"kind":"assay tape","version":9}`, "line 1: assay tape format 9"},
		"no key":     {"\n{\"request\":{}}", "line 2: the entry has no key"},
		"no outcome": {`{"key":"` + strings.Repeat("ab", 32) + `","request":{}}`, "neither a response nor a failure"},
		"no time":    {`{"key":"` + strings.Repeat("ab", 32) + `","request":{},"failure":{}}`, "when it was stored"},
		"no JSON":    {`key`, "line 1"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := New().Import(strings.NewReader(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

// TestFailedWrite lets a write fail midway: the entry is not there, and later ones are.
func TestFailedWrite(t *testing.T) {
	dir := t.TempDir()
	tape, err := Create(dir, "0.0.1")
	must(t, err)
	must(t, tape.Save(entryOf(1, []byte("one"))))
	must(t, tape.own.file.Close())
	if err := tape.Save(entryOf(2, []byte("two"))); err == nil {
		t.Fatal("saved to a closed file")
	}
	must(t, tape.Save(entryOf(3, []byte("three"))))
	must(t, tape.Close())
	tape, err = Open(dir)
	must(t, err)
	defer tape.Close()
	if s, damage := tape.Verify(); s.Entries != 2 || s.Segments != 2 || len(damage) != 0 {
		t.Errorf("%+v %v", s, damage)
	}
	if err := tape.Save(entryOf(4, nil)); err == nil {
		t.Error("saved to a tape opened for reading")
	}
}

// TestStandardTools reads a segment with the programs that users have.
func TestStandardTools(t *testing.T) {
	for _, tool := range []string{"zstd", "jq"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	_, path, _ := segmentOf(t, 3)
	out, err := exec.Command("sh", "-c", `zstd -dc "$1" | jq -r .response.body`, "sh", path).CombinedOutput()
	must(t, err)
	if string(out) != "body 0\nbody 1\nbody 2\n" {
		t.Errorf("got %q", out)
	}
}

// TestLostPower has a segment of full length whose last entry is nothing: it is left out when the tape is
// opened, as a torn one.
func TestLostPower(t *testing.T) {
	dir, path, data := segmentOf(t, 3)
	clear(data[len(data)-40:])
	must(t, os.WriteFile(path, data, 0o600))
	tape, err := Open(dir)
	must(t, err)
	defer tape.Close()
	if s := tape.Stats(); s.Entries != 2 || s.Torn != 1 || s.Damaged != 0 {
		t.Errorf("%+v", s)
	}
	if got, err := tape.Load(entryOf(2, nil).Key); len(got) != 0 || err != nil {
		t.Errorf("loaded %d, %v", len(got), err)
	}
}
