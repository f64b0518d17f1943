package dataset

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/assayhq/assay/system"
)

// write puts files into a fresh directory and returns the path of the first.
func write(t testing.TB, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i+1 < len(files); i += 2 {
		name := filepath.Join(dir, files[i])
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, files[0])
}

// mustOpen opens a set that has to be good.
func mustOpen(t testing.TB, path, format string) *Set {
	t.Helper()
	s, err := Open(path, format)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	return s
}

// all reads the cases of a set.
func all(t testing.TB, s *Set) []*system.Case {
	t.Helper()
	var cases []*system.Case
	for c, err := range s.Cases() {
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	if len(cases) != s.Len {
		t.Fatalf("%d cases, Len says %d", len(cases), s.Len)
	}
	return cases
}

// asJSON writes cases a line each, for comparison.
func asJSON(t testing.TB, cases []*system.Case) string {
	t.Helper()
	var b strings.Builder
	for _, c := range cases {
		line, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return b.String()
}

// noIDs leaves derived ids out of a comparison.
func noIDs(cases []*system.Case) []*system.Case {
	for _, c := range cases {
		c.ID = ""
	}
	return cases
}

// wantError holds an error against texts that have to stand in it.
func wantError(t testing.TB, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error; want one with %q", parts)
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q\ndoes not say %q", err, part)
		}
	}
}

// shared is a file of real data, or a skip with the reason.
func shared(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join("..", "..", "shared", "data", name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("real data is not here: %s", name)
	}
	return path
}

// lineAt is the bytes of a passage's text that a piece of evidence names: the line of NAME#L12. It is false
// for evidence of another passage, and for what is a passage by itself.
func lineAt(s *system.Passage, evidence string) (start, end int, ok bool) {
	rest, ok := strings.CutPrefix(evidence, s.ID+"#L")
	n, err := strconv.Atoi(rest)
	if !ok || err != nil || n < 1 {
		return 0, 0, false
	}
	for ; n > 1; n-- {
		i := strings.IndexByte(s.Text[start:], '\n')
		if i < 0 {
			return 0, 0, false
		}
		start += i + 1
	}
	if i := strings.IndexByte(s.Text[start:], '\n'); i >= 0 {
		return start, start + i, true
	}
	return start, len(s.Text), true
}
