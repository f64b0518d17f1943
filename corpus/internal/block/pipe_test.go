package block

import (
	"slices"
	"testing"
)

func TestPipeTables(t *testing.T) {
	d := Plain([]byte(filler + `
The plan is below.

| Line | FY2024 | **FY2025** |
|:-----|-------:|-------:|
| Revenue \| net | $1,200 | **1,300** |
| | 5% |

Mill | Tons
--- | ---
North | 12
East and west are not in it.

a | b
c | d
`))
	if err := check(d); err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range d.Tables {
		if d.Tables[i].Plain {
			t.Errorf("table %d is plain", i)
		}
		for _, c := range d.Cells[d.Tables[i].Cells.Start:d.Tables[i].Cells.End] {
			text := string(d.Of(c.Span))
			if c.Style&Bold != 0 {
				text += " (bold)"
			}
			got = append(got, text)
		}
		got = append(got, "")
	}
	want := []string{"Line", "FY2024", "FY2025 (bold)", "Revenue | net", "$1,200", "1,300 (bold)", "", "5%", "", "Mill",
		"Tons", "North", "12", ""}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
