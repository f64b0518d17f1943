package vec

import "fmt"

// PanelWidth is the number of columns of a panel. A view of some columns begins at a multiple of it.
const PanelWidth = panelWidth

// Columns returns a view of the columns from a multiple of PanelWidth on to another column. The view must not be set.
func (p *Panels) Columns(from, to int) *Panels {
	if from < 0 || from > to || to > p.n || from%panelWidth != 0 {
		panic(fmt.Sprintf("vec: columns %d to %d of %d", from, to, p.n))
	}
	end := panels(to) * panelWidth
	return &Panels{n: to - from, k: p.k, data: p.data[from*p.k : end*p.k], bias: p.bias[from:end], kern: p.kern}
}
