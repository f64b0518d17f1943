package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const childVariable = "ASSAY_STORE_TEST_CHILD"

// version is a document that says which version of it it is.
func version(v *invented, cik, n int) *Rows {
	d := v.again(uint64(cik*1000+n)).filing(int64(cik), 2020, small)
	d.Document.Title = fmt.Sprintf("version %d", n)
	return d
}

// TestCrashChild is no test: it is the process that TestKilledWriter kills. It adds, replaces, removes
// and merges without end, and says which version of a document must be there from now on.
func TestCrashChild(t *testing.T) {
	dir := os.Getenv(childVariable)
	if dir == "" {
		t.Skip("runs as a child of TestKilledWriter")
	}
	v := invent(11)
	r := rand.New(rand.NewPCG(uint64(os.Getpid()), 1))
	for n := 1; ; n++ {
		w, err := OpenWriter(dir, "0.0.1")
		must(t, err)
		w.limit = int64(1 + r.IntN(400_000))
		var done []int
		for range 6 {
			cik := r.IntN(20)
			if err := w.Add(version(v, cik, n)); errors.Is(err, errAdded) {
				continue
			}
			must(t, err)
			done = append(done, cik)
		}
		if n%3 == 0 {
			must(t, w.Merge(context.Background()))
		}
		must(t, w.Close())
		for _, cik := range done {
			fmt.Printf("durable %d %d\n", cik, n)
		}
	}
}

// TestKilledWriter kills a writer at random moments and looks at what is left: every document that
// was there is there once and whole, in the version that was last said to be durable or a later one.
func TestKilledWriter(t *testing.T) {
	rounds := 14
	if testing.Short() {
		rounds = 6
	}
	v := invent(11)
	r := rand.New(rand.NewPCG(5, 5))
	survived, interrupted := 0, 0
	for round := range rounds {
		dir := t.TempDir()
		durable := runAndKill(t, dir, time.Duration(r.IntN(250))*time.Millisecond)
		checkLeftovers(t, v, dir, durable, false)
		if left, _ := os.ReadDir(filepath.Join(dir, tmpName)); len(left) > 0 {
			interrupted++
		}
		w, err := OpenWriter(dir, "0.0.1")
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		must(t, w.Close())
		survived += checkLeftovers(t, v, dir, durable, true)
		for _, name := range []string{tmpName, pendName} {
			if left, _ := os.ReadDir(filepath.Join(dir, name)); len(left) > 0 {
				t.Errorf("round %d: %d left in %s", round, len(left), name)
			}
		}
	}
	t.Logf("%d documents survived %d rounds, %d of which broke off a part", survived, rounds, interrupted)
	if survived < rounds || interrupted == 0 {
		t.Errorf("%d documents survived and %d parts were broken off: the children were killed at the wrong times to test anything", survived,
			interrupted)
	}
}

// runAndKill runs the child, kills it some time after it first said that something is durable, and
// returns all that it said.
func runAndKill(t *testing.T, dir string, after time.Duration) map[int]int {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestCrashChild$")
	cmd.Env = append(os.Environ(), childVariable+"="+dir)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	durable := make(map[int]int)
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var cik, n int
		if _, err := fmt.Sscanf(lines.Text(), "durable %d %d", &cik, &n); err != nil {
			rest, _ := io.ReadAll(out)
			t.Fatalf("child: %s %s", lines.Text(), rest)
		}
		if len(durable) == 0 {
			time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
		}
		durable[cik] = n
	}
	_ = cmd.Wait()
	return durable
}

// checkLeftovers reads the corpus and compares every document with the version that it says it is.
// Before a writer has put things in order, a document that was being replaced may be missing.
func checkLeftovers(t *testing.T, v *invented, dir string, durable map[int]int, complete bool) int {
	t.Helper()
	if names, _ := partNames(dir); len(names) == 0 && len(durable) == 0 {
		return 0
	}
	docs := contents(t, dir)
	for _, d := range docs {
		var n int
		if _, err := fmt.Sscanf(d.Document.Title, "version %d", &n); err != nil {
			t.Fatalf("title %q", d.Document.Title)
		}
		want := version(v, int(d.Document.CIK), n)
		want.Document.ToolVersion = "0.0.1"
		if _, err := want.stamp(); err != nil {
			t.Fatal(err)
		}
		same(t, d, want)
		if last := durable[int(d.Document.CIK)]; n < last {
			t.Errorf("document %d is of version %d, and version %d was durable", d.Document.CIK, n, last)
		}
	}
	for cik := range durable {
		if complete && docs[fmt.Sprintf("%010d_10-K_2020", cik)] == nil {
			t.Errorf("document %d was durable and is gone", cik)
		}
	}
	return len(docs)
}

// failing is a disk that takes so many bytes in all and no more.
type failing struct {
	left int
	err  error
}

type failingFile struct {
	*os.File
	disk *failing
}

func (d *failing) create(path string) (output, error) {
	f, err := os.Create(path)
	return &failingFile{f, d}, err
}

func (f *failingFile) Write(p []byte) (int, error) {
	if f.disk.left -= len(p); f.disk.left < 0 {
		return 0, &os.PathError{Op: "write", Path: f.Name(), Err: f.disk.err}
	}
	return f.File.Write(p)
}

func (f *failingFile) Sync() error {
	if f.disk.left < 0 {
		return f.disk.err
	}
	return nil
}

// TestFullDisk fails writing after every so many bytes, in adding as in replacing and merging: the
// error names the file, the corpus is as before, and it can be written again.
func TestFullDisk(t *testing.T) {
	v := invent(12)
	noSpace := errors.New("no space left on device")
	dir := t.TempDir()
	w := openWriter(t, dir)
	w.limit = 1
	for cik := range 3 {
		must(t, w.Add(version(v, cik, 1)))
	}
	must(t, w.Close())
	before := contents(t, dir)
	failures := 0
	for left := 0; left < 300_000; left += 7001 {
		w := openWriter(t, dir)
		w.create = (&failing{left, noSpace}).create
		w.limit = 1
		err := errors.Join(w.Add(version(v, 1, 2)), w.Merge(context.Background()), w.Close())
		if err == nil {
			break
		}
		failures++
		if !errors.Is(err, noSpace) || !strings.Contains(err.Error(), dir) {
			t.Fatalf("error %v does not name the disk's error and the path", err)
		}
		if again := w.Add(version(v, 9, 1)); again == nil {
			t.Error("a writer that failed takes another document")
		}
		after := contents(t, dir)
		if d := after["0000000001_10-K_2020"]; d != nil && d.Document.Title != "version 1" {
			break // the replacement is through, merging failed
		}
		for id, d := range before {
			if id != "0000000001_10-K_2020" {
				same(t, after[id], d)
			}
		}
	}
	if failures < 5 {
		t.Fatalf("writing failed only %d times", failures)
	}
	must(t, openWriter(t, dir).Close())
	if n := len(contents(t, dir)); n != 3 {
		t.Errorf("%d documents, want 3", n)
	}
	if left, _ := os.ReadDir(filepath.Join(dir, tmpName)); len(left) != 0 {
		t.Errorf("%d left in %s", len(left), tmpName)
	}
}

// TestInterruptedReplacement puts a corpus in the states between which no crash of a child can be
// timed: a merged part is there and its sources are too; a document waits for the one it replaces.
func TestInterruptedReplacement(t *testing.T) {
	v := invent(19)
	dir, aside := t.TempDir(), t.TempDir()
	w := openWriter(t, dir)
	w.limit = 1
	for cik := range mergeParts {
		must(t, w.Add(version(v, cik, 1)))
	}
	must(t, w.Close())
	must(t, os.CopyFS(aside, os.DirFS(dir)))
	w = openWriter(t, dir)
	must(t, w.Merge(context.Background()))
	must(t, w.Close())
	sources, err := partNames(aside)
	must(t, err)
	for _, name := range sources {
		must(t, os.Rename(filepath.Join(aside, name), filepath.Join(dir, name)))
	}
	if n := len(contents(t, dir)); n != mergeParts || len(sources) != mergeParts {
		t.Errorf("a reader sees %d documents of %d parts, want %d", n, len(sources), mergeParts)
	}
	must(t, openWriter(t, dir).Close())
	if names, _ := partNames(dir); len(names) != 1 {
		t.Errorf("%d parts are left, want 1", len(names))
	}

	other := t.TempDir()
	w = openWriter(t, other)
	must(t, w.Add(version(v, 3, 2)))
	must(t, w.Close())
	names, err := partNames(other)
	must(t, err)
	must(t, os.MkdirAll(filepath.Join(dir, pendName), 0o755))
	must(t, os.Rename(filepath.Join(other, names[0]), filepath.Join(dir, pendName, names[0])))
	if d := contents(t, dir)["0000000003_10-K_2020"]; d.Document.Title != "version 1" {
		t.Errorf("a reader sees %s of a document that waits", d.Document.Title)
	}
	w = openWriter(t, dir)
	if ids := w.Known(version(v, 3, 1).Document.SHA256, "1"); len(ids) != 0 {
		t.Errorf("the replaced source is known as %v", ids)
	}
	must(t, w.Close())
	after := contents(t, dir)
	if d := after["0000000003_10-K_2020"]; len(after) != mergeParts || d.Document.Title != "version 2" {
		t.Errorf("%d documents, the waiting one is %s", len(after), d.Document.Title)
	}
}
