package chart

import (
	"fmt"
	"strings"
)

// Distances lays two histograms over each other, such as the distances of right and of wrong hits. What is
// shown is each one's shares: one of them may have many more values.
type Distances struct {
	Head
	Names  [2]string
	Series [2][]Bin
	Note   string // such as how well the values tell the two apart
}

// SVG draws the chart.
func (d *Distances) SVG() (string, error) {
	var x extent
	var totals [2]int
	most := 0.0
	for i, bins := range d.Series {
		if err := (&Distribution{Bins: bins}).check(); err != nil {
			return "", err
		}
		for j := range bins {
			totals[i] += bins[j].Count
			x.add(&bins[j].Low, &bins[j].High)
		}
		for j := range bins {
			most = max(most, share(bins[j].Count, totals[i]))
		}
	}
	if totals[0]+totals[1] == 0 {
		return blank(d.Head, "no values")
	}
	c := newCanvas(d.width())
	c.title(d.Title)
	entries := []entry{
		{box, "c-one", fmt.Sprintf("%s (n %s)", tidy(d.Names[0]), Count(totals[0]))},
		{box, "c-two", fmt.Sprintf("%s (n %s)", tidy(d.Names[1]), Count(totals[1]))},
	}
	if d.Note != "" {
		entries = append(entries, entry{none, "", d.Note})
	}
	c.legend(entries)
	d.plot(c, x, most, totals)
	return c.svg(d.Title, d.desc(strings.TrimPrefix(tidy(d.Note)+"; ", "; ")+d.description(totals)))
}

func share(count, total int) float64 {
	if total == 0 {
		return 0
	}
	return float64(count) / float64(total)
}

func (d *Distances) plot(c *canvas, x extent, most float64, totals [2]int) {
	top, bottom := c.y+2, c.y+2+plotHeight+30
	ys := newScale(0, 100*most, bottom, top, 4)
	xs := newScale(x.low, x.high, ys.wallWidth()+8, c.width-pad-6, 6)
	c.wall(&ys, xs.from, xs.to)
	for i, class := range []string{"c-one", "c-two"} {
		for j := range d.Series[i] {
			b := &d.Series[i][j]
			if b.Count == 0 {
				continue
			}
			left, right := xs.at(b.Low), xs.at(b.High)
			y := ys.at(100 * share(b.Count, totals[i]))
			width := max(right-left-1, 1.5)
			c.rect(class, min(left+0.5, c.width-width), y, width, bottom-y,
				fmt.Sprintf("%s, %s: %s (%s)", tidy(d.Names[i]), Between(b.Low, b.High), Count(b.Count), Share(b.Count, totals[i])))
		}
	}
	c.floor(&xs, bottom)
	c.y = bottom + labelDrop + 3
	c.upright("c-small", 11, (top+bottom)/2+30, "% of n", bottom-top)
}

func (d *Distances) description(totals [2]int) string {
	text := "two histograms"
	for i, bins := range d.Series {
		text += fmt.Sprintf("; %s: n %s", tidy(d.Names[i]), Count(totals[i]))
		for j := range bins {
			if j >= 16 {
				text += ", …"
				break
			}
			text += fmt.Sprintf(", %s %s", Between(bins[j].Low, bins[j].High), Share(bins[j].Count, totals[i]))
		}
	}
	return text
}
