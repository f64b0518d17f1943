package store

import (
	"strings"
	"unicode/utf8"
	"unsafe"
)

// clean makes the strings that come from a source valid UTF-8 and returns the size of all rows.
func (d *Rows) clean() int64 {
	var n size64
	n.document(&d.Document)
	each(d.Items, func(_ int, r *Item) {
		n.add(unsafe.Sizeof(*r), &r.Item, &r.Title, &r.Heading, &r.Text, &r.Rule)
		n.list(r.Flags)
		n += size64(8 * len(r.Ranges))
	})
	each(d.Paragraphs, func(_ int, r *Paragraph) { n.add(unsafe.Sizeof(*r), &r.Item, &r.Style) })
	each(d.Tables, func(_ int, r *Table) {
		n.add(unsafe.Sizeof(*r), &r.Item, &r.Caption, &r.UnitLine, &r.Grid)
	})
	each(d.Cells, func(_ int, r *Cell) {
		n.add(unsafe.Sizeof(*r), &r.RowPath, &r.ColPath, &r.Text, &r.Value, &r.Unit, &r.Period)
	})
	each(d.Sentences, func(_ int, r *Sentence) {
		n.add(unsafe.Sizeof(*r), &r.ID, &r.Section, &r.SectionName, &r.Text)
	})
	each(d.Facts, func(_ int, r *Fact) {
		n.add(unsafe.Sizeof(*r), &r.FactID, &r.Concept, &r.Namespace, &r.ValueText, &r.Value, &r.Unit, &r.Decimals,
			&r.Sign, &r.Format, &r.Entity, &r.Dimensions, &r.SentenceID, &r.Problem)
	})
	return int64(n)
}

type size64 int64

func (n *size64) document(d *Document) {
	n.add(unsafe.Sizeof(*d), &d.Company, &d.Ticker, &d.Form, &d.FormFamily, &d.FiscalPeriod, &d.Accession, &d.SIC,
		&d.State, &d.FiscalYearEnd, &d.Title, &d.Source, &d.SourceMember, &d.Encoding, &d.Era, &d.ItemKind)
	n.list(d.Flags)
	n.list(d.Warnings)
}

func (n *size64) add(row uintptr, texts ...*string) {
	*n += size64(row)
	for _, s := range texts {
		*n += size64(len(*s))
		if !utf8.ValidString(*s) {
			*s = strings.ToValidUTF8(*s, "\uFFFD")
		}
	}
}

func (n *size64) list(texts []string) {
	for i := range texts {
		n.add(unsafe.Sizeof(texts[i]), &texts[i])
	}
}
