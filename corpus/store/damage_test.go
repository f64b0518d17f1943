package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// onePart writes a corpus of one part and returns its directory and the part's.
func onePart(t testing.TB) (dir, part string) {
	t.Helper()
	dir = t.TempDir()
	w := openWriter(t, dir)
	v := invent(13)
	must(t, w.Add(v.filing(1, 2020, small)))
	must(t, w.Add(v.filing(2, 2020, small)))
	must(t, w.Close())
	names, err := partNames(dir)
	must(t, err)
	if len(names) != 1 {
		t.Fatalf("%d parts, want 1", len(names))
	}
	return dir, filepath.Join(dir, names[0])
}

// editManifest changes a part's manifest.
func editManifest(t testing.TB, part string, change func(map[string]any)) {
	t.Helper()
	path := filepath.Join(part, manifestName)
	data, err := os.ReadFile(path)
	must(t, err)
	var m map[string]any
	must(t, json.Unmarshal(data, &m))
	change(m)
	data, err = json.Marshal(m)
	must(t, err)
	must(t, os.WriteFile(path, data, 0o644))
}

func TestDamagedParts(t *testing.T) {
	tests := []struct {
		name   string
		damage func(t *testing.T, part string)
		want   []string
	}{
		{"newer format", func(t *testing.T, part string) {
			editManifest(t, part, func(m map[string]any) { m["format"], m["tool"], m["files"] = formatVersion+6, "9.1.0", "something new" })
		}, []string{"format 7 by assay 9.1.0", "reads formats up to 1", "install a newer assay"}},
		{"another kind", func(t *testing.T, part string) {
			editManifest(t, part, func(m map[string]any) { m["kind"] = "cake" })
		}, []string{`kind "cake"`}},
		{"no version", func(t *testing.T, part string) {
			editManifest(t, part, func(m map[string]any) { delete(m, "format") })
		}, []string{"names no format version"}},
		{"manifest cut off", func(t *testing.T, part string) {
			must(t, os.Truncate(filepath.Join(part, manifestName), 100))
		}, []string{"manifest.json is damaged"}},
		{"no manifest", func(t *testing.T, part string) {
			must(t, os.Remove(filepath.Join(part, manifestName)))
		}, []string{"manifest.json", "no such file"}},
		{"file cut off", func(t *testing.T, part string) {
			must(t, os.Truncate(filepath.Join(part, "sentences.parquet"), 1000))
		}, []string{"sentences.parquet has 1000 bytes and was written with", "truncated"}},
		{"file missing", func(t *testing.T, part string) {
			must(t, os.Remove(filepath.Join(part, "facts.parquet")))
		}, []string{"facts.parquet is missing"}},
		{"documents out of order", func(t *testing.T, part string) {
			editManifest(t, part, func(m map[string]any) {
				d := m["documents"].([]any)
				d[0], d[1] = d[1], d[0]
			})
		}, []string{"lists document"}},
		{"counts that do not add up", func(t *testing.T, part string) {
			editManifest(t, part, func(m map[string]any) {
				m["documents"].([]any)[0].(map[string]any)["rows"].([]any)[0] = 7
			})
		}, []string{"and its documents"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir, part := onePart(t)
			test.damage(t, part)
			_, err := Open(dir)
			_, again := OpenWriter(dir, "0.0.1")
			for who, err := range map[string]error{"reader": err, "writer": again} {
				for _, want := range append(test.want, part, "delete that directory") {
					if err == nil || !strings.Contains(err.Error(), want) {
						t.Errorf("%s: error %v, want %q in it", who, err, want)
					}
				}
			}
		})
	}
}

// TestMissingColumn reads a part of which one file has other columns than it should.
func TestMissingColumn(t *testing.T) {
	type few struct {
		DocID string `parquet:"doc_id,dict"`
		CIK   int64  `parquet:"cik,delta"`
		Year  int32  `parquet:"year,delta"`
	}
	type typed struct {
		DocID string `parquet:"doc_id,dict"`
		CIK   string `parquet:"cik"`
	}
	tests := []struct {
		name  string
		write func(*bytes.Buffer, int) error
		want  string
	}{
		{"column missing", func(b *bytes.Buffer, n int) error { return parquet.Write(b, make([]few, n)) }, `column "sentence_id" is missing`},
		{"column of another type", func(b *bytes.Buffer, n int) error { return parquet.Write(b, make([]typed, n)) },
			`column "cik" is of type STRING`},
		{"rows missing", func(b *bytes.Buffer, n int) error { return parquet.Write(b, make([]Sentence, n-1)) }, "rows and was written with"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir, part := onePart(t)
			path := filepath.Join(part, "sentences.parquet")
			editManifest(t, part, func(m map[string]any) {
				f := m["files"].([]any)[sentencesTable].(map[string]any)
				var b bytes.Buffer
				must(t, test.write(&b, int(f["rows"].(float64))))
				must(t, os.WriteFile(path, b.Bytes(), 0o644))
				f["bytes"] = b.Len()
			})
			c := open(t, dir)
			var err error
			for _, err = range c.Sentences(Query{}) {
				if err != nil {
					break
				}
			}
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("error %v, want %q and the path", err, test.want)
			}
			if n := len(all(t, c.Facts(Query{}))); n == 0 {
				t.Error("the other tables cannot be read either")
			}
		})
	}
}

// TestFlippedBytes damages files without changing their size. Reading must end, with rows or with an
// error that names the file, and Verify must notice.
func TestFlippedBytes(t *testing.T) {
	dir, part := onePart(t)
	path := filepath.Join(part, "sentences.parquet")
	whole, err := os.ReadFile(path)
	must(t, err)
	must(t, open(t, dir).Verify(context.Background()))
	r := rand.New(rand.NewPCG(14, 14))
	failed := 0
	for range 300 {
		data := bytes.Clone(whole)
		for range 1 + r.IntN(20) {
			data[r.IntN(len(data))] ^= byte(1 << r.IntN(8))
		}
		must(t, os.WriteFile(path, data, 0o644))
		c, err := Open(dir)
		must(t, err)
		for _, err := range c.Sentences(Query{Sections: []string{"7"}}) {
			if err != nil {
				failed++
				if !strings.Contains(err.Error(), path) {
					t.Fatalf("error does not name the file: %v", err)
				}
				break
			}
		}
		if err := c.Verify(context.Background()); err == nil || !strings.Contains(err.Error(), "sentences.parquet is not what was written") {
			t.Fatalf("verify: %v", err)
		}
		must(t, c.Close())
	}
	if failed < 50 {
		t.Errorf("only %d of 300 damaged files failed", failed)
	}
}

func FuzzOpenParquet(f *testing.F) {
	_, part := onePart(f)
	seeds := 0
	for t := range tables {
		data, err := os.ReadFile(filepath.Join(part, tables[t].file()))
		must(f, err)
		f.Add(data, uint8(t))
		f.Add(data[:len(data)/2], uint8(t))
		seeds += 2
	}
	f.Add([]byte("PAR1PAR1"), uint8(0))
	if seeds != 2*numTables {
		f.Fatalf("%d seeds", seeds)
	}
	f.Fuzz(func(t *testing.T, data []byte, table uint8) {
		pf, err := openParquet(bytes.NewReader(data), int64(len(data)), 2, int(table)%numTables)
		if (pf == nil) == (err == nil) {
			t.Errorf("file %v and error %v", pf, err)
		}
	})
}

func FuzzManifest(f *testing.F) {
	_, part := onePart(f)
	data, err := os.ReadFile(filepath.Join(part, manifestName))
	must(f, err)
	f.Add(data)
	f.Add([]byte(`{"kind":"assay corpus part","format":1}`))
	f.Add([]byte(`{"kind":"assay corpus part","format":99}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		must(t, os.WriteFile(filepath.Join(dir, manifestName), data, 0o644))
		root, err := os.OpenRoot(dir)
		must(t, err)
		defer root.Close()
		if _, err := readManifest(root); err == nil {
			t.Error("a manifest without its files was taken")
		}
	})
}

func TestOneWriter(t *testing.T) {
	dir := t.TempDir()
	w := openWriter(t, dir)
	must(t, w.Add(invent(15).filing(1, 2020, small)))
	_, err := OpenWriter(dir, "0.0.1")
	if !errors.Is(err, ErrBusy) || !strings.Contains(err.Error(), "process ") || !strings.Contains(err.Error(), "wait for it or stop it") {
		t.Errorf("second writer: %v", err)
	}
	must(t, w.Flush())
	if c := open(t, dir); c.Stats().Documents != 1 {
		t.Error("a reader does not see what the writer has flushed")
	}
	must(t, w.Close())
	must(t, openWriter(t, dir).Close())
	if err := w.Add(invent(15).filing(2, 2020, small)); !errors.Is(err, os.ErrClosed) {
		t.Errorf("add after close: %v", err)
	}
}

// TestReaderKeepsItsCorpus reads through a merge and a removal that happen meanwhile.
func TestReaderKeepsItsCorpus(t *testing.T) {
	dir := t.TempDir()
	v := invent(16)
	w := openWriter(t, dir)
	w.limit = 1
	for cik := range int64(6) {
		must(t, w.Add(v.filing(cik+1, 2020, small)))
	}
	must(t, w.Flush())
	c := open(t, dir)
	want := c.Stats().Sentences
	must(t, w.Merge(context.Background()))
	if _, err := w.Remove("0000000003_10-K_2020"); err != nil {
		t.Fatal(err)
	}
	if n := int64(len(all(t, c.Sentences(Query{})))); n != want || n == 0 {
		t.Errorf("%d sentences, want %d as when it was opened", n, want)
	}
	must(t, c.Close())
	must(t, w.Close())
	must(t, openWriter(t, dir).Close())
	if left, _ := os.ReadDir(filepath.Join(dir, tmpName)); len(left) != 0 {
		t.Errorf("%d parts are still there after the reader has gone", len(left))
	}
	if n := len(contents(t, dir)); n != 5 {
		t.Errorf("%d documents, want 5", n)
	}
}

func TestOpenNothing(t *testing.T) {
	for name, dir := range map[string]string{"no directory": filepath.Join(t.TempDir(), "none"),
		"a file": filepath.Join(t.TempDir(), "file")} {
		if name == "a file" {
			must(t, os.WriteFile(dir, nil, 0o644))
		}
		_, err := Open(dir)
		if err == nil || !strings.Contains(err.Error(), dir) || errors.Is(err, ErrNone) != (name == "no directory") {
			t.Errorf("%s: %v", name, err)
		}
	}
	dir := t.TempDir()
	must(t, openWriter(t, dir).Close())
	c := open(t, dir)
	if s := c.Stats(); s.Documents != 0 || len(all(t, c.Sentences(Query{}))) != 0 {
		t.Errorf("an empty corpus has %+v", s)
	}
	must(t, c.Close())
	for _, err := range c.Sentences(Query{}) {
		t.Errorf("read after close: %v", err)
	}
}

// TestDuplicateDocument refuses a corpus in which someone has put a part twice.
func TestDuplicateDocument(t *testing.T) {
	dir, part := onePart(t)
	copied := filepath.Join(dir, "part-0123456789abcdef")
	must(t, os.CopyFS(copied, os.DirFS(part)))
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "is in both") {
		t.Errorf("error %v", err)
	}
	foreign := filepath.Join(dir, "backup")
	must(t, os.Rename(copied, foreign))
	if n := len(contents(t, dir)); n != 2 {
		t.Errorf("%d documents, want 2: a foreign directory counts", n)
	}
}
