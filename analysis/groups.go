package analysis

import (
	"cmp"
	"slices"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
)

// tables is a run with the measures over all of its cases.
type tables struct {
	frame   *measure.Frame
	numbers []int32 // of the attempts' cases
	columns []*ledger.Column
	scales  []measure.Scale // of the columns
}

// groups makes the tables by tag: of the tags that were asked for, or of those with few values.
func (w *tables) groups(tags []*ledger.Group, o Options) []Group {
	var groups []Group
	for _, g := range tags {
		asked := slices.Contains(o.Groups, g.Tag)
		if asked || o.Groups == nil && len(g.Values) <= MaxGroupValues {
			groups = append(groups, Group{Tag: g.Tag, Rows: w.rows(g, o)})
		}
	}
	return groups
}

// rows are the measures over the cases of each value of a tag. A measure keeps the scale that it has over
// all cases: a group that happens to hold zeros and ones only does not make a ratio a rate.
func (w *tables) rows(g *ledger.Group, o Options) []GroupRow {
	names := append(slices.Clone(g.Values), "") // the last is of the cases without the tag
	sizes := make([]int, len(names))
	for i, at := range g.Of {
		if i == 0 || w.numbers[i] != w.numbers[i-1] {
			if at < 0 {
				at = int32(len(g.Values))
			}
			sizes[at]++
		}
	}
	rows := make([]GroupRow, len(names))
	for column := range w.columns {
		for i, s := range w.split(g, column, len(names)) {
			if sizes[i] > 0 {
				rows[i].Measures = append(rows[i].Measures, s.Stat(o.Options))
			}
		}
	}
	order := make([]int, 0, len(names))
	for i := range names {
		rows[i].Value = names[i]
		if sizes[i] > 0 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(sizes[j], sizes[i]), cmp.Compare(names[i], names[j]))
	})
	sorted := make([]GroupRow, len(order))
	for i, at := range order {
		sorted[i] = rows[at]
	}
	return sorted
}

// split is the sample of a measure for each value of a tag, made in one go over the attempts.
func (w *tables) split(g *ledger.Group, column, n int) []*measure.Sample {
	c, parts := w.columns[column], make([]*measure.Sample, n)
	for i := range parts {
		parts[i] = w.frame.Sample(c.Name, w.scales[column])
	}
	for i, number := range w.numbers {
		at := int(g.Of[i])
		if at < 0 {
			at = n - 1
		}
		add(parts[at], int(number), c, i)
	}
	return parts
}
