package vec

import "fmt"

// PanelWidth is how many columns stand together in Panels: where a view of some of them may begin.
const PanelWidth = panelWidth

// Columns is a view of the columns from one, a multiple of PanelWidth, to another. It must not be set.
func (p *Panels) Columns(from, to int) *Panels {
	if from < 0 || from > to || to > p.n || from%panelWidth != 0 {
		panic(fmt.Sprintf("vec: columns %d to %d of %d", from, to, p.n))
	}
	end := panels(to) * panelWidth
	return &Panels{n: to - from, k: p.k, data: p.data[from*p.k : end*p.k], bias: p.bias[from:end], kern: p.kern}
}
