package store

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// TestUnknownDaysAreNull writes facts whose periods begin on a known day, or on none, in every short pattern and in
// random ones, and reads them back with the nulls of the file.
func TestUnknownDaysAreNull(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	for n := range 400 {
		facts := make([]Fact, 1+n%spoolRows)
		for i := range facts {
			if n < 256 && n>>(i%8)&1 == 1 || n >= 256 && random.IntN(1+n%7) == 0 {
				facts[i].PeriodStart = Date(19000 + i)
			}
			if random.IntN(3) == 0 {
				facts[i].PeriodEnd = 20000
			}
		}
		var file bytes.Buffer
		table := &tables[factsTable]
		e := table.encoder()
		e.reset(&file)
		if err := e.add(table.pack(nil, &Rows{Facts: facts}, 0, len(facts)), len(facts), len(facts)); err != nil {
			t.Fatal(err)
		}
		if _, err := e.close(); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]func(*Fact) Date{
			"period_start": func(f *Fact) Date { return f.PeriodStart }, "period_end": func(f *Fact) Date { return f.PeriodEnd },
		} {
			for i, v := range readColumn(t, file.Bytes(), table.schema, name) {
				if day := want(&facts[i]); v.IsNull() != (day == 0) || !v.IsNull() && Date(v.Int32()) != day {
					t.Fatalf("pattern %d, %s of row %d: got %v, want %d", n, name, i, v, day)
				}
			}
		}
	}
}

func readColumn(t *testing.T, file []byte, schema *parquet.Schema, name string) (all []parquet.Value) {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	leaf, _ := schema.Lookup(name)
	for _, group := range f.RowGroups() {
		rows := group.Rows()
		buf := make([]parquet.Row, 64)
		for {
			n, err := rows.ReadRows(buf)
			for _, row := range buf[:n] {
				for _, v := range row {
					if v.Column() == leaf.ColumnIndex {
						all = append(all, v)
					}
				}
			}
			if err != nil {
				break
			}
		}
		rows.Close()
	}
	return all
}
