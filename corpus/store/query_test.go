package store

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestQueries(t *testing.T) {
	dir := t.TempDir()
	v := invent(8)
	w := openWriter(t, dir)
	for cik := range int64(6) {
		for year := int32(2020); year < 2023; year++ {
			d := v.filing(cik+1, year, small)
			if cik == 5 {
				d.Document.Form, d.Document.FormFamily = "10-K/A", "10-K"
			}
			must(t, w.Add(d))
		}
	}
	must(t, w.Close())
	c := open(t, dir)
	per := len(all(t, c.Sentences(Query{CIKs: []int64{1}, Years: []int32{2020}})))
	seven := len(all(t, c.Sentences(Query{CIKs: []int64{1}, Years: []int32{2020}, Sections: []string{"7"}})))
	if per < 20 || seven == 0 || seven >= per {
		t.Fatalf("%d sentences, %d of them in section 7", per, seven)
	}
	tests := []struct {
		name  string
		query Query
		want  int
	}{
		{"all", Query{}, 18 * per},
		{"one company", Query{CIKs: []int64{3}}, 3 * per},
		{"two companies, one year", Query{CIKs: []int64{3, 5}, Years: []int32{2021}}, 2 * per},
		{"a form", Query{Forms: []string{"10-K/A"}}, 3 * per},
		{"a family", Query{Forms: []string{"10-K"}}, 18 * per},
		{"a document", Query{Documents: []string{"0000000002_10-K_2022"}}, per},
		{"a section", Query{Sections: []string{"7"}}, 18 * seven},
		{"sections of a company", Query{CIKs: []int64{2}, Sections: []string{"7", "none"}}, 3 * seven},
		{"an unknown company", Query{CIKs: []int64{99}}, 0},
		{"an unknown section", Query{Sections: []string{"99"}}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := len(all(t, c.Sentences(test.query))); got != test.want {
				t.Errorf("%d sentences, want %d", got, test.want)
			}
		})
	}
	type brief struct {
		ID   string `parquet:"sentence_id,delta"`
		Text string `parquet:"text"`
	}
	some := all(t, Select[brief](c, "sentences", Query{CIKs: []int64{4}, Sections: []string{"7"}}))
	full := all(t, c.Sentences(Query{CIKs: []int64{4}, Sections: []string{"7"}}))
	if len(some) != len(full) || len(some) == 0 {
		t.Fatalf("%d rows selected, want %d", len(some), len(full))
	}
	for i := range some {
		if some[i].ID != full[i].ID || some[i].Text != full[i].Text {
			t.Fatalf("row %d is %v, want %q", i, some[i], full[i].ID)
		}
	}
	for _, err := range Select[struct {
		X string `parquet:"no_such_column"`
	}](c, "sentences", Query{}) {
		if err == nil || !strings.Contains(err.Error(), `"no_such_column" is missing`) {
			t.Errorf("error %v", err)
		}
	}
}

func TestLookups(t *testing.T) {
	dir := t.TempDir()
	v := invent(9)
	w := openWriter(t, dir)
	w.limit = 1
	var docs []*Rows
	for cik := range int64(5) {
		d := v.filing(cik+1, 2020, annual)
		if cik == 2 {
			d.Sentences[5].ID = "row-17-of-a-table-by-others"
		}
		docs = append(docs, d)
		must(t, w.Add(d))
	}
	must(t, w.Close())
	c := open(t, dir)
	for _, d := range docs {
		for _, i := range []int{0, 1, 700, len(d.Sentences) - 1} {
			want := d.Sentences[i]
			before, got, after, err := c.Sentence(want.ID, 3)
			must(t, err)
			sameRows(t, "sentences", []Sentence{got}, []Sentence{want})
			for j, s := range before {
				if s.Section != want.Section || s.Position != want.Position-int32(len(before))+int32(j) {
					t.Errorf("%s: neighbour %s before it", want.ID, s.ID)
				}
			}
			for j, s := range after {
				if s.Section != want.Section || s.Position != want.Position+1+int32(j) {
					t.Errorf("%s: neighbour %s after it", want.ID, s.ID)
				}
			}
			if i == 700 && (len(before) == 0 || len(before)+len(after) < 3) {
				t.Errorf("%s: %d neighbours before, %d after", want.ID, len(before), len(after))
			}
		}
		table, cells, err := c.Table(d.Document.DocID, 17)
		must(t, err)
		sameRows(t, "tables", []Table{table}, d.Tables[17:18])
		var want []Cell
		for _, x := range d.Cells {
			if x.TableID == 17 {
				want = append(want, x)
			}
		}
		sameRows(t, "cells", cells, want)
		grid, err := table.Cells()
		must(t, err)
		if len(grid) != int(table.Rows) || grid[cells[0].Row][cells[0].Col] != cells[0].Text {
			t.Errorf("grid of %d rows does not hold cell %q", len(grid), cells[0].Text)
		}
		item, err := c.Item(d.Document.DocID, "7A")
		must(t, err)
		if item.Text == "" || item.Item != "7A" {
			t.Errorf("item %q with %d bytes", item.Item, len(item.Text))
		}
		facts := all(t, c.Facts(Query{Documents: []string{d.Document.DocID}, Concepts: []string{d.Facts[3].Concept}}))
		if len(facts) == 0 || facts[0].Concept != d.Facts[3].Concept {
			t.Errorf("%d facts of %q", len(facts), d.Facts[3].Concept)
		}
	}
	if _, s, _, err := c.Sentence("row-17-of-a-table-by-others", 0); err != nil || s.Seq != 5 {
		t.Errorf("foreign id: %v, %v", s.Seq, err)
	}
	for _, id := range []string{"", "nothing", "0000000001_10-K_2020_section_7_99999", "_"} {
		if _, _, _, err := c.Sentence(id, 2); !errors.Is(err, ErrNotFound) {
			t.Errorf("sentence %q: error %v, want ErrNotFound", id, err)
		}
	}
	if _, err := c.Document("nothing"); !errors.Is(err, ErrNotFound) {
		t.Errorf("document: error %v, want ErrNotFound", err)
	}
	if _, _, err := c.Table(docs[0].Document.DocID, 5000); !errors.Is(err, ErrNotFound) {
		t.Errorf("table: error %v, want ErrNotFound", err)
	}
}

func TestStats(t *testing.T) {
	dir := t.TempDir()
	v := invent(10)
	w := openWriter(t, dir)
	var want Stats
	for i := range 5 {
		d := v.filing(int64(i/2), int32(2019+i), small)
		must(t, w.Add(d))
		want.Documents++
		want.Sentences += int64(len(d.Sentences))
		want.Cells += int64(len(d.Cells))
		want.Facts += int64(len(d.Facts))
		want.Items += int64(len(d.Items))
		want.Tables += int64(len(d.Tables))
		want.Paragraphs += int64(len(d.Paragraphs))
		want.Words += d.Document.Words
		want.Bytes += d.Document.Bytes
	}
	must(t, w.Close())
	got := open(t, dir).Stats()
	want.Parts, want.DiskBytes, want.Companies = 1, got.DiskBytes, 2
	want.Forms = map[string]int64{"10-K": 5}
	want.Years = map[string]int64{"2019": 1, "2020": 1, "2021": 1, "2022": 1, "2023": 1}
	if got.DiskBytes < 1000 || !reflect.DeepEqual(got, want) {
		t.Errorf("stats\n%+v, want\n%+v", got, want)
	}
}
