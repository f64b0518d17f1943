package grid

import "testing"

// TestKinds counts the kinds of table in real filings: each must be there in numbers that filings of
// this size have, and the words that show it must not be in tables of figures.
func TestKinds(t *testing.T) {
	files := filings(t, 60)
	counts := map[Kind]int{}
	read, signed := 0, 0
	for i, f := range files {
		if i%oneIn != 0 || testing.Short() && i%6 != 0 {
			continue
		}
		read++
		d := document(f.src)
		grids := All(d)
		for k := range grids {
			g := &grids[k]
			counts[g.Kind]++
			for _, c := range d.Cells[d.Tables[k].Cells.Start:d.Tables[k].Cells.End] {
				if signature(d.Of(c.Span)) && g.Kind != Signatures {
					signed++
				}
			}
		}
	}
	t.Logf("%d filings: %v, %d signatures in other tables", read, counts, signed)
	for kind, least := range map[Kind]int{Numeric: 60, Heading: 1, List: 2, Contents: 1, Signatures: 1, Exhibits: 1} {
		if counts[kind]*2 < least*read {
			t.Errorf("%d tables are %v in %d filings, want at least %d in every other filing", counts[kind], kind, read, least)
		}
	}
	if signed > 0 {
		t.Errorf("%d signatures in tables that are not of signatures", signed)
	}
}
