package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// openWriter opens a corpus for writing and fails the test if that does not work. Its files are not
// made durable, which takes most of the time of small parts.
func openWriter(t testing.TB, dir string) *Writer {
	t.Helper()
	w, err := OpenWriter(dir, "0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	w.create = func(path string) (output, error) {
		f, err := os.Create(path)
		return volatile{f}, err
	}
	return w
}

type volatile struct{ *os.File }

func (volatile) Sync() error { return nil }

func open(t testing.TB, dir string) *Corpus {
	t.Helper()
	c, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func all[T any](t testing.TB, rows iter.Seq2[T, error]) []T {
	t.Helper()
	var list []T
	for row, err := range rows {
		must(t, err)
		list = append(list, row)
	}
	return list
}

// contents reads a whole corpus, by document.
func contents(t testing.TB, dir string) map[string]*Rows {
	t.Helper()
	c, err := Open(dir)
	must(t, err)
	defer c.Close()
	docs := make(map[string]*Rows)
	for _, d := range all(t, c.Documents(Query{})) {
		if docs[d.DocID] != nil {
			t.Fatalf("document %q is there twice", d.DocID)
		}
		docs[d.DocID] = &Rows{Document: d}
	}
	spread(t, docs, c.Items(Query{}), func(d *Rows, r Item) { d.Items = append(d.Items, r) })
	spread(t, docs, c.Paragraphs(Query{}), func(d *Rows, r Paragraph) { d.Paragraphs = append(d.Paragraphs, r) })
	spread(t, docs, c.Tables(Query{}), func(d *Rows, r Table) { d.Tables = append(d.Tables, r) })
	spread(t, docs, c.Cells(Query{}), func(d *Rows, r Cell) { d.Cells = append(d.Cells, r) })
	spread(t, docs, c.Sentences(Query{}), func(d *Rows, r Sentence) { d.Sentences = append(d.Sentences, r) })
	spread(t, docs, c.Facts(Query{}), func(d *Rows, r Fact) { d.Facts = append(d.Facts, r) })
	return docs
}

func spread[T any](t testing.TB, docs map[string]*Rows, rows iter.Seq2[T, error], add func(*Rows, T)) {
	t.Helper()
	for _, row := range all(t, rows) {
		id := reflect.ValueOf(row).FieldByName("DocID").String()
		if docs[id] == nil {
			t.Fatalf("a row of document %q, which is not there", id)
		}
		add(docs[id], row)
	}
}

// same compares two documents, column by column.
func same(t testing.TB, got, want *Rows) {
	t.Helper()
	if got == nil {
		t.Fatalf("document %q is not there", want.Document.DocID)
	}
	sameRows(t, "documents", []Document{got.Document}, []Document{want.Document})
	sameRows(t, "items", got.Items, want.Items)
	sameRows(t, "paragraphs", got.Paragraphs, want.Paragraphs)
	sameRows(t, "tables", got.Tables, want.Tables)
	sameRows(t, "cells", got.Cells, want.Cells)
	sameRows(t, "sentences", got.Sentences, want.Sentences)
	sameRows(t, "facts", got.Facts, want.Facts)
}

func sameRows[T any](t testing.TB, table string, got, want []T) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d rows, want %d", table, len(got), len(want))
	}
	for i := range want {
		g, w := reflect.ValueOf(got[i]), reflect.ValueOf(want[i])
		for f := range w.NumField() {
			x, y := g.Field(f).Interface(), w.Field(f).Interface()
			if g.Field(f).Kind() == reflect.Slice && g.Field(f).Len() == 0 && w.Field(f).Len() == 0 {
				continue
			}
			if !reflect.DeepEqual(x, y) {
				t.Fatalf("%s: row %d: %s is %#v, want %#v", table, i, w.Type().Field(f).Name, x, y)
			}
		}
	}
}

// scramble sets every field of a row to something random; references are put right by the caller.
func scramble(r *rand.Rand, row any) {
	v := reflect.ValueOf(row).Elem()
	for i := range v.NumField() {
		if !v.Type().Field(i).Anonymous {
			scrambleField(r, v.Field(i))
		}
	}
}

var runes = []rune("aZ09 \t\n\"\\<>&é€\u200b\u202e\U0001F4C8%$()-")

func scrambleField(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(scrambledText(r))
	case reflect.Int32, reflect.Int64:
		v.SetInt([]int64{0, 1, -1, int64(r.Int32()), -int64(r.Int32())}[r.IntN(5)])
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Pointer:
		if r.IntN(3) > 0 {
			x := []float64{0, -1.5, r.NormFloat64() * 1e12}[r.IntN(3)]
			v.Set(reflect.ValueOf(&x))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), r.IntN(4), 4))
		for i := range v.Len() {
			scrambleField(r, v.Index(i))
		}
	default:
		panic("no value for " + v.Type().String())
	}
}

func scrambledText(r *rand.Rand) string {
	n := r.IntN(12)
	if r.IntN(50) == 0 {
		n = r.IntN(5000)
	}
	text := make([]rune, n)
	for i := range text {
		text[i] = runes[r.IntN(len(runes))]
	}
	return string(text)
}

// scrambled is a document in which every column has random values.
func scrambled(r *rand.Rand, cik int64, year int32) *Rows {
	d := new(Rows)
	scramble(r, &d.Document)
	d.Document.Key = Key{DocID: fmt.Sprintf("%010d_10-K_%d", cik, year), CIK: cik, Year: year}
	d.Document.SHA256 = strings.Repeat(fmt.Sprintf("%02x", r.IntN(256)), 32)
	d.Tables, d.Facts, d.Paragraphs = make([]Table, r.IntN(5)), make([]Fact, r.IntN(20)), make([]Paragraph, r.IntN(40))
	table := func() int32 { return int32(r.IntN(len(d.Tables)+1)) - 1 }
	each(d.Tables, func(_ int, x *Table) { scramble(r, x) })
	each(d.Facts, func(_ int, x *Fact) { scramble(r, x); x.TableID = table() })
	each(d.Paragraphs, func(_ int, x *Paragraph) { scramble(r, x); x.TableID = table() })
	for i := range d.Tables {
		for j := range r.IntN(30) {
			x := Cell{}
			scramble(r, &x)
			x.TableID, x.Row = int32(i), int32(j/3)
			x.Col, x.Fact = int32(j%3), int32(r.IntN(len(d.Facts)+1))-1
			d.Cells = append(d.Cells, x)
		}
	}
	for i := range r.IntN(6) {
		x := Item{}
		scramble(r, &x)
		x.Item, x.Ord = sections[i], int32(i*2)
		d.Items = append(d.Items, x)
		for j := range r.IntN(30) {
			s := Sentence{}
			scramble(r, &s)
			s.Section, s.Position = x.Item, int32(j)
			s.TableID, s.Paragraph = table(), int32(r.IntN(len(d.Paragraphs)+1))-1
			s.ID = SentenceID(d.Document.DocID, s.Section, s.Position)
			d.Sentences = append(d.Sentences, s)
		}
	}
	return d
}

// TestRoundTrip writes documents with random values in every column and reads them back: from fresh
// parts, from merged ones, and after some were replaced and some removed.
func TestRoundTrip(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			dir, want := t.TempDir(), make(map[string]*Rows)
			w := openWriter(t, dir)
			w.limit = int64(1000 + r.IntN(300_000))
			put := func(cik int64) {
				d := scrambled(r, cik, 2020)
				must(t, w.Add(d))
				want[d.Document.DocID] = d
			}
			check := func(when string) {
				t.Helper()
				got := contents(t, dir)
				if len(got) != len(want) {
					t.Fatalf("%s: %d documents, want %d", when, len(got), len(want))
				}
				for id, d := range want {
					same(t, got[id], d)
				}
			}
			for _, cik := range r.Perm(24) {
				put(int64(cik))
			}
			must(t, w.Flush())
			check("after adding")
			must(t, w.Merge(context.Background()))
			check("after merging")
			must(t, w.Close())
			w = openWriter(t, dir)
			w.limit = 100_000
			for _, cik := range r.Perm(36)[:12] {
				put(int64(cik))
			}
			must(t, w.Close())
			check("after replacing")
			w = openWriter(t, dir)
			for cik := range int64(3) {
				id := fmt.Sprintf("%010d_10-K_2020", cik*7)
				delete(want, id)
				_, err := w.Remove(id)
				must(t, err)
			}
			must(t, w.Merge(context.Background()))
			must(t, w.Close())
			check("after removing")
		})
	}
}

// TestMergedEqualsConcatenated holds a merged part to its sources: the same rows, sorted.
func TestMergedEqualsConcatenated(t *testing.T) {
	dir := t.TempDir()
	v := invent(3)
	w := openWriter(t, dir)
	w.limit = 1
	for i := range 12 {
		must(t, w.Add(v.filing(int64(i*7%12), int32(2020+i%2), small)))
	}
	if len(w.parts) != 12 {
		t.Fatalf("%d parts, want 12", len(w.parts))
	}
	before := contents(t, dir)
	must(t, w.Merge(context.Background()))
	must(t, w.Close())
	c := open(t, dir)
	if len(c.parts) != 1 {
		t.Fatalf("%d parts after merging, want 1", len(c.parts))
	}
	after := contents(t, dir)
	if len(after) != 12 {
		t.Fatalf("%d documents, want 12", len(after))
	}
	for id, d := range before {
		same(t, after[id], d)
	}
	sentences := all(t, c.Sentences(Query{}))
	if len(sentences) < 12*small.sentences/2 {
		t.Fatalf("only %d sentences", len(sentences))
	}
	order := func(a, b Sentence) int {
		return cmp.Or(cmp.Compare(a.CIK, b.CIK), cmp.Compare(a.Year, b.Year), strings.Compare(a.DocID, b.DocID), cmp.Compare(a.Seq, b.Seq))
	}
	if !slices.IsSortedFunc(sentences, order) {
		t.Error("sentences are not sorted")
	}
}

// TestOrderAcrossParts reads in the order of documents however they are spread over parts.
func TestOrderAcrossParts(t *testing.T) {
	v := invent(4)
	dir := t.TempDir()
	w := openWriter(t, dir)
	w.limit = 1
	for i := range 9 {
		must(t, w.Add(v.filing(int64(100-i*37%91), 2021, small)))
	}
	must(t, w.Close())
	c := open(t, dir)
	if len(c.parts) != 9 {
		t.Fatalf("%d parts, want 9", len(c.parts))
	}
	var last int64 = -1
	docs := 0
	for s, err := range c.Sentences(Query{}) {
		must(t, err)
		if s.CIK < last {
			t.Fatalf("cik %d after %d", s.CIK, last)
		}
		if s.CIK != last {
			docs++
		}
		last = s.CIK
	}
	if docs != 9 {
		t.Errorf("%d documents, want 9", docs)
	}
}

func TestAddRefuses(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(*Rows)
		want  string
	}{
		{"no id", func(d *Rows) { d.Document.DocID = "" }, "id is empty"},
		{"blank in id", func(d *Rows) { d.Document.DocID = "a b" }, "holds blanks"},
		{"no hash", func(d *Rows) { d.Document.SHA256 = "abc" }, "not 64 hex digits"},
		{"cell of a missing table", func(d *Rows) { d.Cells[0].TableID = 99 }, "cell 0 is of table 99"},
		{"cells out of order", func(d *Rows) { d.Cells[0], d.Cells[1] = d.Cells[1], d.Cells[0] }, "cell 1 is out of order"},
		{"sentence of a missing table", func(d *Rows) { d.Sentences[3].TableID = 99 }, "is of table 99"},
		{"sentence of a missing paragraph", func(d *Rows) { d.Sentences[3].Paragraph = 9999 }, "is of paragraph 9999"},
		{"position twice", func(d *Rows) { d.Sentences[1].Position = 0 }, "has position 0 after 0"},
		{"section in two places", func(d *Rows) { d.Sentences[len(d.Sentences)-1].Section = "1" }, `section "1" is in two places`},
		{"foreign id twice", func(d *Rows) { d.Sentences[0].ID, d.Sentences[1].ID = "x", "x" }, "has no id of its own"},
		{"no sentence id", func(d *Rows) { d.Sentences[0].ID = "" }, "has no id of its own"},
		{"items out of order", func(d *Rows) { d.Items[1].Ord = 0 }, "has ord 0 after 0"},
		{"fact of a missing table", func(d *Rows) { d.Facts[0].TableID = -2 }, "fact 0 is of table -2"},
		{"cell of a missing fact", func(d *Rows) { d.Cells[0].Fact = 1000 }, "holds fact 1000"},
		{"paragraph of a missing table", func(d *Rows) { d.Paragraphs[0].TableID = 1000 }, "is of table 1000"},
	}
	v := invent(5)
	w := openWriter(t, t.TempDir())
	defer w.Close()
	for i, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := v.filing(int64(i+1), 2020, small)
			test.spoil(d)
			err := w.Add(d)
			if !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
	must(t, w.Add(v.filing(1000, 2020, small)))
	if err := w.Add(v.filing(1000, 2020, small)); !errors.Is(err, errAdded) {
		t.Errorf("error %v, want errAdded", err)
	}
}

// TestInvalidUTF8 makes sure that one bad byte does not spoil a column for everyone.
func TestInvalidUTF8(t *testing.T) {
	dir := t.TempDir()
	w := openWriter(t, dir)
	d := invent(6).filing(1, 2020, small)
	d.Sentences[0].Text = "caf\xe9 revenue"
	d.Document.Source = "r\xe9sum\xe9.htm"
	must(t, w.Add(d))
	must(t, w.Close())
	got := contents(t, dir)[d.Document.DocID]
	if want := "caf\uFFFD revenue"; got.Sentences[0].Text != want {
		t.Errorf("text %q, want %q", got.Sentences[0].Text, want)
	}
	if want := "r\uFFFDsum\uFFFD.htm"; got.Document.Source != want {
		t.Errorf("source %q, want %q", got.Document.Source, want)
	}
}

func TestKnown(t *testing.T) {
	dir := t.TempDir()
	v := invent(7)
	d := v.filing(5, 2020, small)
	id, sum := d.Document.DocID, d.Document.SHA256
	w := openWriter(t, dir)
	if ids := w.Known(sum, "1"); len(ids) != 0 {
		t.Fatalf("known before it was added: %v", ids)
	}
	must(t, w.Add(d))
	for _, when := range []string{"in memory", "after opening again"} {
		if ids := w.Known(sum, "1"); !slices.Equal(ids, []string{id}) {
			t.Errorf("%s: known as %v", when, ids)
		}
		if ids := w.Known(sum, "2"); len(ids) != 0 {
			t.Errorf("%s: known to another reader version: %v", when, ids)
		}
		must(t, w.Close())
		w = openWriter(t, dir)
	}
	again := v.filing(5, 2020, small)
	again.Document.ReaderVersion = "2"
	must(t, w.Add(again))
	if ids := w.Known(sum, "1"); len(ids) != 0 {
		t.Errorf("known by a source that was replaced: %v", ids)
	}
	must(t, w.Close())
	w = openWriter(t, dir)
	defer w.Close()
	if ids := w.Known(again.Document.SHA256, "2"); !slices.Equal(ids, []string{id}) {
		t.Errorf("known as %v after it was replaced", ids)
	}
	if n, err := w.Remove(id, "no such document"); n != 1 || err != nil {
		t.Errorf("removed %d, %v", n, err)
	}
	if ids := w.Known(again.Document.SHA256, "2"); len(ids) != 0 {
		t.Errorf("known after it was removed: %v", ids)
	}
}
