package store

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// GridJSON writes a grid of cell texts as the grid column holds it.
func GridJSON(rows [][]string) string {
	n := 2
	for _, row := range rows {
		n += 3
		for _, cell := range row {
			n += len(cell) + 3
		}
	}
	b := append(make([]byte, 0, n+n/16), '[')
	for i, row := range rows {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '[')
		for j, cell := range row {
			if j > 0 {
				b = append(b, ',')
			}
			b = appendJSON(b, cell)
		}
		b = append(b, ']')
	}
	return string(append(b, ']'))
}

// appendJSON writes s as a JSON string. encoding/json would escape <, > and & for the sake of web
// pages, which makes grids hard to read in a database.
func appendJSON(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		case c < utf8.RuneSelf:
			b = append(b, c)
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			b = utf8.AppendRune(b, r) // an invalid byte becomes U+FFFD
			i += n
			continue
		}
		i++
	}
	return append(b, '"')
}

// Cells is the grid as rows of cell texts.
func (t *Table) Cells() ([][]string, error) {
	var rows [][]string
	if t.Grid == "" {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(t.Grid), &rows); err != nil {
		return nil, fmt.Errorf("read grid of table %d of %q: %w", t.TableID, t.DocID, err)
	}
	return rows, nil
}
