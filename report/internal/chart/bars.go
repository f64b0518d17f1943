package chart

import "fmt"

// Bars shows how wholes part into the same kinds, such as anchors of two searches into ranks. What is drawn is
// each whole's shares: one of them may be larger.
type Bars struct {
	Head
	Kinds  []string
	Groups []Group
}

// Group has a count for each kind.
type Group struct {
	Name   string
	Counts []int
}

func (w *Group) total() int {
	n := 0
	for _, c := range w.Counts {
		n += c
	}
	return n
}

func (b *Bars) check() error {
	if err := checkRows("kinds", len(b.Kinds)*max(len(b.Groups), 1)); err != nil {
		return err
	}
	for i := range b.Groups {
		if len(b.Groups[i].Counts) != len(b.Kinds) {
			return fmt.Errorf("draw bars: %d counts of %d kinds", len(b.Groups[i].Counts), len(b.Kinds))
		}
		if err := checkCount("a bar", b.Groups[i].Counts...); err != nil {
			return err
		}
	}
	return nil
}

// SVG draws the chart.
func (b *Bars) SVG() (string, error) {
	if err := b.check(); err != nil {
		return "", err
	}
	most, all := 0.0, 0
	var entries []entry
	for i := range b.Groups {
		w := &b.Groups[i]
		n := w.total()
		all += n
		entries = append(entries, entry{box, shade(i), fmt.Sprintf("%s (n %s)", tidy(w.Name), Count(n))})
		for _, c := range w.Counts {
			most = max(most, share(c, n))
		}
	}
	if all == 0 {
		return blank(b.Head, "nothing to count")
	}
	c := newCanvas(b.width())
	c.title(b.Title)
	c.legend(entries)
	b.plot(c, most)
	return c.svg(b.Title, b.desc(b.description()))
}

// plot draws the kinds below each other, each with a bar for each whole, and the count after it.
func (b *Bars) plot(c *canvas, most float64) {
	const height, apart = 15.0, 7.0
	names, numbers := 0.0, 0.0
	for i, kind := range b.Kinds {
		names = max(names, textWidth(tidy(kind)))
		for j := range b.Groups {
			numbers = max(numbers, textWidth(b.number(i, j)))
		}
	}
	names = min(names, c.width*0.3)
	left, right := pad+names+8, c.width-pad-min(numbers, c.width*0.4)-6
	s := scale{high: most, from: left, to: right}
	for i, kind := range b.Kinds {
		tall := height * float64(len(b.Groups))
		c.text("c-label", end, pad+names, c.y+tall/2+4, kind, names)
		for j := range b.Groups {
			n, of := b.Groups[j].Counts[i], b.Groups[j].total()
			to := s.at(share(n, of))
			if n > 0 {
				c.rect(shade(j), left, c.y+1, max(to-left, 1), height-2, fmt.Sprintf("%s, %s: %s", tidy(b.Groups[j].Name),
					tidy(kind), b.number(i, j)))
			}
			c.text("c-tick", start, to+5, c.y+height-4, b.number(i, j), numbers+1)
			c.space(height)
		}
		c.line("c-axis", left, c.y-tall, left, c.y)
		c.space(apart)
	}
}

// number is the count of a kind in a whole, and its share.
func (b *Bars) number(kind, whole int) string {
	w := &b.Groups[whole]
	return fmt.Sprintf("%s (%s)", Count(w.Counts[kind]), Share(w.Counts[kind], w.total()))
}

func (b *Bars) description() string {
	text := "shares"
	for j := range b.Groups {
		text += fmt.Sprintf("; %s, n %s", tidy(b.Groups[j].Name), Count(b.Groups[j].total()))
		for i, kind := range b.Kinds {
			if i >= 16 {
				text += ", …"
				break
			}
			text += fmt.Sprintf(", %s %s", tidy(kind), Share(b.Groups[j].Counts[i], b.Groups[j].total()))
		}
	}
	return text
}
