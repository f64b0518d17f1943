package fields

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/internal/mapped"
)

var schema = append(slices.Clone(index.Sentences),
	index.Field{Name: "score", Kind: index.Float},
	index.Field{Name: "reviewed", Kind: index.Bool},
	index.Field{Name: "label", Kind: index.Text},
	index.Field{Name: "count", Kind: index.Int})

type row struct {
	id     string
	fields index.Fields
}

// corpus is rows as a corpus has them: sorted by company, year and section, with fields of all kinds beside,
// some of which are missing here and there.
func corpus(n int, seed uint64) []row {
	r := rand.New(rand.NewPCG(seed, 1))
	rows := make([]row, 0, n)
	for cik := int64(1001); len(rows) < n; cik += 1 + r.Int64N(9) {
		for year := int64(2010); year < 2010+1+r.Int64N(6); year++ {
			for section := range 1 + r.IntN(5) {
				for pos := range 1 + r.IntN(30) {
					f := index.Fields{"cik_int": cik, "name": fmt.Sprintf("Ünïcode & Söhne %d", cik%17),
						"report_year": year, "sentence_pos": int64(pos),
						"form_type": []string{"10-K", "10-K405"}[cik%2], "section_name": fmt.Sprintf("ITEM_%d", section), "count": r.Int64() - r.Int64()}
					if r.IntN(3) > 0 {
						f["score"] = float64(r.IntN(7)) / 4
						f["reviewed"] = r.IntN(2) == 0
					}
					if r.IntN(9) == 0 {
						f["label"] = strings.Repeat("x", r.IntN(5))
						delete(f, "count")
					}
					rows = append(rows, row{fmt.Sprintf("%010d_10-K_%d_section_%d_%d", cik, year, section, pos), f})
				}
			}
		}
	}
	return rows[:n]
}

func write(t testing.TB, rows []row) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fields.map")
	w, err := Create(mapped.OnDisk(path), "test", schema)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if err := w.Add(r.id, r.fields); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t testing.TB, path string) *File {
	t.Helper()
	f, err := Open(mapped.OnDisk(path))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestRowsAndIDs(t *testing.T) {
	for _, n := range []int{0, 1, 2, 31, 32, 33, 64, 1000, 5000} {
		rows := corpus(n, 1)
		f := open(t, write(t, rows))
		if f.Len() != n {
			t.Fatalf("%d rows, want %d", f.Len(), n)
		}
		if err := f.Verify(); err != nil {
			t.Fatalf("%d rows: %v", n, err)
		}
		for i, r := range rows {
			id, err := f.ID(uint32(i))
			if err != nil || id != r.id {
				t.Fatalf("id of row %d is %q, %v; want %q", i, id, err, r.id)
			}
			at, ok, err := f.Find(r.id)
			if err != nil || !ok || at != uint32(i) {
				t.Fatalf("find %q: %d, %v, %v; want %d", r.id, at, ok, err, i)
			}
			if got, err := f.Fields(uint32(i)); err != nil || !maps.Equal(got, r.fields) {
				t.Fatalf("fields of row %d are %v, %v; want %v", i, got, err, r.fields)
			}
			if _, ok, err := f.Find(r.id + "x"); ok || err != nil {
				t.Fatalf("found %q: %v", r.id+"x", err)
			}
		}
		if _, err := f.ID(uint32(n)); err == nil {
			t.Errorf("row %d of %d has an id", n, n)
		}
		if _, err := f.Fields(uint32(n)); err == nil {
			t.Errorf("row %d of %d has fields", n, n)
		}
	}
}

// randomFilter is a filter of any shape, whose values are there, near, or far.
func randomFilter(r *rand.Rand, rows []row, depth int) *index.Filter {
	if depth > 0 && r.IntN(2) == 0 {
		f := &index.Filter{Op: []index.Op{index.And, index.Or}[r.IntN(2)]}
		for range 1 + r.IntN(3) {
			f.Of = append(f.Of, randomFilter(r, rows, depth-1))
		}
		return f
	}
	field := schema[r.IntN(len(schema))]
	ops := []index.Op{index.Equal, index.NotEqual, index.In, index.NotIn, index.Greater, index.GreaterOrEqual, index.Less, index.LessOrEqual}
	if field.Kind == index.Bool {
		ops = ops[:4]
	}
	f := &index.Filter{Op: ops[r.IntN(len(ops))], Field: field.Name}
	n := 1
	if f.Op == index.In || f.Op == index.NotIn {
		n = 1 + r.IntN(5)
	}
	for range n {
		v := rows[r.IntN(len(rows))].fields[field.Name]
		switch field.Kind {
		case index.Text:
			s, _ := v.(string)
			v = s + strings.Repeat("!", r.IntN(8)/7)
		case index.Int:
			x, _ := v.(int64)
			v = x + int64(r.IntN(8)/7)
		case index.Float:
			x, _ := v.(float64)
			v = x + float64(r.IntN(8)/7)/3
		default:
			v = r.IntN(2) == 0
		}
		f.Values = append(f.Values, v)
	}
	return f
}

func TestSelectAgreesWithMatch(t *testing.T) {
	none, all, some := 0, 0, 0
	for _, n := range []int{1, 40, 700, 6000, 90_000} {
		rows := corpus(n, uint64(n))
		f := open(t, write(t, rows))
		if wide := f.columns[len(f.columns)-1].layout.Width == 0; wide != (n == 90_000) {
			t.Errorf("%d rows: numbers stored as themselves: %v", n, wide)
		}
		r := rand.New(rand.NewPCG(3, uint64(n)))
		for range max(40, 100_000/(n+200)) {
			filter := randomFilter(r, rows, 3)
			got, err := f.Select(filter)
			if err != nil {
				t.Fatalf("%s: %v", filter, err)
			}
			want := []uint32{}
			for i := range rows {
				if filter.Match(rows[i].fields) {
					want = append(want, uint32(i))
				}
			}
			switch {
			case got == nil:
				all++
				if len(want) != n {
					t.Fatalf("%s: all of %d rows; want %d", filter, n, len(want))
				}
				continue
			case len(got) == 0:
				none++
			default:
				some++
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%s: %d rows of %d; want %d", filter, len(got), n, len(want))
			}
		}
	}
	if none < 20 || all < 5 || some < 200 {
		t.Errorf("%d filters let nothing through, %d everything, %d something: too few of a kind to mean anything", none, all, some)
	}
}

func TestSelectRefuses(t *testing.T) {
	f := open(t, write(t, corpus(50, 1)))
	for name, filter := range map[string]*index.Filter{
		"no field of this index":   index.Where(index.Fields{"colour": "red"}),
		"takes values of kind int": index.Where(index.Fields{"cik_int": "7"}),
		"has no order":             {Op: index.Less, Field: "reviewed", Values: []any{true}},
		"has 0 values":             {Op: index.In, Field: "cik_int"},
		"$and is empty":            {Op: index.And},
	} {
		if _, err := f.Select(filter); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWriterRefuses(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(mapped.OnDisk(filepath.Join(dir, "f")), "test", schema)
	if err != nil {
		t.Fatal(err)
	}
	for name, add := range map[string]row{
		"0 bytes":                        {"", nil},
		"1025 bytes":                     {strings.Repeat("a", 1025), nil},
		"is not a field of this index":   {"a", index.Fields{"colour": "red"}},
		"takes values of kind int":       {"a", index.Fields{"cik_int": 1.5}},
		"a text of 4097 bytes":           {"a", index.Fields{"name": strings.Repeat("a", 4097)}},
		"float64 NaN and takes values":   {"a", index.Fields{"score": nan()}},
		"takes values of kind bool":      {"a", index.Fields{"reviewed": 1}},
		"takes values of kind text":      {"a", index.Fields{"label": true}},
		"nil> and takes values of kind ": {"a", index.Fields{"label": nil}},
	} {
		if err := w.Add(add.id, add.fields); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if w.Len() != 0 {
		t.Errorf("%d rows were added", w.Len())
	}
	for _, id := range []string{"a", "b", "c", "b"} {
		if err := w.Add(id, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Commit(); err == nil || !strings.Contains(err.Error(), `id "b" was added twice, as rows 1 and 3`) {
		t.Error(err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	if _, err := Create(mapped.OnDisk(filepath.Join(dir, "f")), "test", index.Schema{{Name: "a", Kind: "date"}}); err == nil {
		t.Error("a field of no kind")
	}
}

func nan() float64 { zero := 0.0; return zero / zero }

// TestSortedInPieces makes the ids' hashes outgrow what is sorted in memory.
func TestSortedInPieces(t *testing.T) {
	rows := corpus(3000, 9)
	whole, err := os.ReadFile(write(t, rows))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "f")
	w, err := Create(mapped.OnDisk(path), "test", schema)
	if err != nil {
		t.Fatal(err)
	}
	w.ids.hashes.limit = 70
	for _, r := range rows {
		if err := w.Add(r.id, r.fields); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	pieces, err := os.ReadFile(path)
	if err != nil || !slices.Equal(whole, pieces) {
		t.Errorf("%d bytes, in pieces %d, not the same: %v", len(whole), len(pieces), err)
	}
}

// use does everything with a file that may be damaged.
func use(path string) (verified error) {
	f, err := Open(mapped.OnDisk(path))
	if err != nil {
		return err
	}
	defer f.Close()
	r := rand.New(rand.NewPCG(1, 1))
	rows := corpus(40, 1)
	for range 12 {
		_, _ = f.Select(randomFilter(r, rows, 2))
	}
	for i := range rows {
		_, _ = f.ID(uint32(i))
		_, _, _ = f.Find(rows[i].id)
		_, _ = f.Fields(uint32(i))
	}
	return errorsOf(f)
}

// errorsOf verifies without the checksums, which would hide the checks after them.
func errorsOf(f *File) error {
	if err := f.ids.verify(); err != nil {
		return err
	}
	for i := range f.columns {
		if err := f.columns[i].verify(); err != nil {
			return err
		}
	}
	return nil
}

func TestDamageIsNoPanic(t *testing.T) {
	whole, err := os.ReadFile(write(t, corpus(40, 1)))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "f")
	noticed := 0
	for at := range whole {
		damaged := slices.Clone(whole)
		damaged[at] ^= []byte{1, 0x80, 0xff}[at%3]
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		if use(path) != nil {
			noticed++
		}
	}
	if noticed < len(whole)/3 {
		t.Errorf("%d of %d changes were noticed without checksums", noticed, len(whole))
	}
}

func FuzzOpen(f *testing.F) {
	for _, n := range []int{0, 1, 40} {
		seed, err := os.ReadFile(write(f, corpus(n, 1)))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(seed, 300, uint8(1))
	}
	path := filepath.Join(f.TempDir(), "f")
	f.Fuzz(func(t *testing.T, content []byte, at int, flip uint8) {
		if len(content) > 0 && at >= 0 {
			content = slices.Clone(content)
			content[at%len(content)] ^= flip
		}
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		_ = use(path)
	})
}

func BenchmarkSelect(b *testing.B) {
	rows := corpus(1_000_000, 1)
	f := open(b, write(b, rows))
	b.Logf("%d bytes a row", f.Size()/int64(f.Len()))
	thousand := make([]*index.Filter, 1000)
	for i := range thousand {
		r := rows[i*997].fields
		thousand[i] = index.Where(index.Fields{"cik_int": r["cik_int"], "report_year": r["report_year"], "section_name": r["section_name"]})
	}
	for name, filters := range map[string][]*index.Filter{
		"1000xSection": thousand,
		"form":         {index.Where(index.Fields{"form_type": "10-K"})},
		"position":     {index.Where(index.Fields{"sentence_pos": int64(3)})},
		"years":        {{Op: index.GreaterOrEqual, Field: "report_year", Values: []any{int64(2013)}}},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for _, filter := range filters {
					if _, err := f.Select(filter); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	rows := corpus(200_000, 1)
	for b.Loop() {
		write(b, rows)
	}
	b.ReportMetric(float64(len(rows)*b.N)/b.Elapsed().Seconds(), "rows/s")
}
