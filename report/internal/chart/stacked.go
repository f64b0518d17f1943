package chart

import "fmt"

// Stacked is one bar of parts, such as the outcomes of a run.
type Stacked struct {
	Head
	Parts []Part
}

// Part is a part of a whole.
type Part struct {
	Label string
	Count int
}

// shades is how many classes of parts there are; parts beyond share the last.
const shades = 8

// SVG draws the chart.
func (s *Stacked) SVG() (string, error) {
	if err := checkRows("parts", len(s.Parts)); err != nil {
		return "", err
	}
	total := 0
	for i := range s.Parts {
		if err := checkCount("a part", s.Parts[i].Count); err != nil {
			return "", err
		}
		total += s.Parts[i].Count
	}
	if total <= 0 {
		return blank(s.Head, "nothing to count")
	}
	c := newCanvas(s.width())
	c.title(s.Title)
	s.bar(c, total)
	var entries []entry
	desc := Count(total) + " in all"
	for i, p := range s.Parts {
		text := fmt.Sprintf("%s %s (%s)", tidy(p.Label), Count(p.Count), Share(p.Count, total))
		if i < 30 {
			desc += "; " + text
		}
		entries = append(entries, entry{box, shade(i), text})
	}
	c.legend(entries)
	return c.svg(s.Title, s.desc(desc))
}

func shade(i int) string { return fmt.Sprintf("c-part%d", min(i+1, shades)) }

// bar draws the parts. Each that is there is seen, however small; the large ones give up width.
func (s *Stacked) bar(c *canvas, total int) {
	const height, least = 30.0, 2.0
	room, sum := c.width-2*pad, 0.0
	width := func(p Part) float64 {
		if p.Count == 0 {
			return 0
		}
		return max(room*float64(p.Count)/float64(total), least)
	}
	for _, p := range s.Parts {
		sum += width(p)
	}
	x := pad
	for i, p := range s.Parts {
		if p.Count == 0 {
			continue
		}
		w := width(p) * room / sum
		c.rect(shade(i), x, c.y+4, max(w-1, 0.5), height, fmt.Sprintf("%s: %s (%s)", tidy(p.Label), Count(p.Count),
			Share(p.Count, total)))
		x += w
	}
	c.space(height + 6)
}
