package item

import "bytes"

// Asked lists the items that the form asks for in a fiscal year, each absent until its text is found.
// In an unknown year it is every item that the form ever had.
func (f Form) Asked(year int) []Item {
	var items []Item
	for i := range f.rows {
		row := &f.rows[i]
		if year != 0 && !row.asked(year) {
			continue
		}
		items = append(items, Item{ID: row.id, Part: row.part, Title: row.title(nil, year), Status: Absent})
	}
	return items
}

// Judge sets the status of an item whose text, heading first, the source gives.
func (it *Item) Judge(text []byte) {
	heading, body, _ := bytes.Cut(text, []byte{'\n'})
	(&scanner{}).judge(it, heading, body)
}
