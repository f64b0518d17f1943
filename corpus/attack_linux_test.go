package corpus

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/assayhq/assay/corpus/store"
)

// attackedDir names the directory that this test program ingests as a child of itself, in limited memory.
const attackedDir = "ASSAY_TEST_ATTACKED"

// ingestLimited ingests the bench's files in a process that may take 1 GB.
func (b *bench) ingestLimited() *Summary {
	b.t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^TestIngestLimited$")
	c.Env = append(os.Environ(), attackedDir+"="+b.dir)
	out, err := c.CombinedOutput()
	if err != nil {
		b.t.Fatalf("%v: %.2000s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(b.dir, "summary"))
	if err != nil {
		b.t.Fatal(err)
	}
	s := &Summary{}
	if err := json.Unmarshal(data, s); err != nil {
		b.t.Fatal(err)
	}
	return s
}

// TestIngestLimited is the child.
func TestIngestLimited(t *testing.T) {
	dir := os.Getenv(attackedDir)
	if dir == "" {
		t.Skip("it runs as a child of other tests")
	}
	limit := syscall.Rlimit{Cur: attackMemory, Max: attackMemory}
	if err := syscall.Setrlimit(syscall.RLIMIT_DATA, &limit); err != nil {
		t.Fatal(err)
	}
	s, err := Ingest(context.Background(), Walk([]string{filepath.Join(dir, "in")}),
		Options{Dir: filepath.Join(dir, "corpus"), Version: "test", Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(s)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "summary"), data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestHostileSizes: documents that would take gigabytes are refused by their size, in 1 GB of memory; what is beside
// them, and in other rows of their file, is read.
func TestHostileSizes(t *testing.T) {
	b := newBench(t)
	b.write("a.htm", filing(0, 2024))
	b.write("z.htm", filing(1, 2024))
	b.write("lines.txt", []byte("Sales rose."+strings.Repeat("\n", 20<<20)))
	line := b.write("line.txt", []byte(strings.Repeat("We ran. ", 4<<10)))
	if err := os.Truncate(line, 300<<20); err != nil {
		t.Fatal(err)
	}
	good := `{"cik":"9999000001","year":"2020","section_7":"Sales rose to $5 million."}` + "\n"
	b.write("rows.jsonl", []byte(`{"cik":"9999000002","year":"2020","section_7":"`+strings.Repeat("We ran. ", 7<<20)+"\"}\n"+good))
	s := b.ingestLimited()
	if s.Documents != 3 || len(s.Skipped) != 3 {
		t.Fatalf("%d documents, skipped %+v", s.Documents, s.Skipped)
	}
	for _, k := range s.Skipped {
		if !strings.Contains(k.Reason, "of one document; split it") && !strings.Contains(k.Reason, "too large for one document") {
			t.Errorf("%s: %s", k.Path, k.Reason)
		}
	}
}

// TestKiller: a file that the journal says an ingest did not survive is passed over until it changes or is asked for.
func TestKiller(t *testing.T) {
	b := newBench(t)
	path := b.write("a.htm", filing(0, 2024))
	b.write("b.htm", filing(1, 2024))
	w, err := store.OpenWriter(b.corpus(), "test")
	if err != nil {
		t.Fatal(err)
	}
	size := int64(len(filing(0, 2024)))
	err = w.Record(store.Entry{Time: time.Now(), Path: path, Outcome: store.Reading, Bytes: size})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s := b.ingest()
		if s.Documents+s.Unchanged != 1 || len(s.Skipped) != 1 || !strings.Contains(s.Skipped[0].Reason, "--retry") {
			t.Fatalf("%+v", s)
		}
	}
	s, err := Ingest(t.Context(), Walk([]string{path}), Options{Dir: b.corpus(), Version: "test", Retry: true})
	if err != nil || s.Documents != 1 {
		t.Fatalf("%+v, %v", s, err)
	}
	if s := b.ingest(); s.Unchanged != 2 || len(s.Skipped) != 0 {
		t.Errorf("after it was read: %+v", s)
	}
}

// TestPipesAndLinks: a pipe is refused before it is opened, and links that lead out of a directory are not followed.
func TestPipesAndLinks(t *testing.T) {
	b := newBench(t)
	b.write("a.htm", filing(0, 2024))
	pipe := b.path("pipe.htm")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	outside := filepath.Join(b.dir, "outside.htm")
	if err := os.WriteFile(outside, filing(1, 2024), 0o600); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"link.htm": outside, "up": b.dir} {
		if err := os.Symlink(to, b.path(link)); err != nil {
			t.Fatal(err)
		}
	}
	s := b.ingest(filepath.Join(b.dir, "in"), pipe)
	if s.Documents != 1 || len(s.Skipped) != 4 {
		t.Fatalf("%+v", s)
	}
	if s := b.ingest(b.path("link.htm")); s.Documents != 1 {
		t.Errorf("a link that is named: %+v", s)
	}
}

// TestRowsCostThemselves: a row that is no JSON, no object or has no end does not take the next ones with it.
func TestRowsCostThemselves(t *testing.T) {
	row := func(cik string) string {
		return `{"cik":"` + cik + `","year":"2020","section_7":"Company ` + cik + ` sold more rope."}`
	}
	bad := []string{`{"cik":1e400}`, `{"cik":1,"section_7":"torn`, `{"cik":[1`, `17`, `null`, `]`, `{"cik":1,}`}
	for _, broken := range bad {
		b := newBench(t)
		b.write("rows.jsonl", []byte(row("1")+"\n"+broken+"\n"+row("2")+"\n"+row("3")+"\n"))
		want := 1
		if broken[0] == '{' { // else it is no file of rows
			want++
			b.write("first.jsonl", []byte(broken+"\n"+row("4")+"\n"))
		}
		if s := b.ingest(); s.Documents != want+2 || len(s.Skipped) != want {
			t.Errorf("%s: %+v", broken, s)
		}
	}
	b := newBench(t)
	b.write("rows.json", []byte("["+row("1")+",\n{\"cik\":1e400}, 17, "+row("2")+"]"))
	if s := b.ingest(); s.Documents != 2 || len(s.Skipped) != 2 {
		t.Errorf("array: %+v", s)
	}
}
