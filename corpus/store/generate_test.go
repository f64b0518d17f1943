package store

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// invented is a source of filings that look like real ones in what matters to a store: how many rows,
// how long the texts, how often values repeat, what is empty. Companies and figures are made up.
type invented struct {
	r     *rand.Rand
	words []string
	zipf  *rand.Zipf
	prose []string // sentences to use in the place of made-up ones
	next  int
}

func invent(seed uint64) *invented {
	r := rand.New(rand.NewPCG(seed, 7))
	v := &invented{r: r, zipf: rand.NewZipf(r, 1.1, 4, 7999)}
	syllables := strings.Fields("re ven ue cost of op er at ing in come tax net cash flow debt eq ui ty mar gin con tra ct ser vice " +
		"pro duct sha re risk")
	for range 8000 {
		var w strings.Builder
		for range 1 + r.IntN(4) {
			w.WriteString(syllables[r.IntN(len(syllables))])
		}
		v.words = append(v.words, w.String())
	}
	return v
}

// again is the same source of words with other dice: what a filing holds then depends on the seed only.
func (v *invented) again(seed uint64) *invented {
	r := rand.New(rand.NewPCG(seed, 7))
	return &invented{r: r, zipf: rand.NewZipf(r, 1.1, 4, 7999), words: v.words, prose: v.prose}
}

// text is n words of prose with a figure now and then.
func (v *invented) text(n int) string {
	if len(v.prose) > 0 {
		v.next = (v.next + 1) % len(v.prose)
		return v.prose[v.next]
	}
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		if v.r.IntN(15) == 0 {
			fmt.Fprintf(&b, "$%d.%d million", v.r.IntN(900), v.r.IntN(10))
			continue
		}
		b.WriteString(v.words[v.zipf.Uint64()])
	}
	b.WriteByte('.')
	return b.String()
}

// size says how many rows a generated filing has.
type size struct{ sentences, tables, rows, cols, facts int }

// annual is the shape of a modern annual report of 2.5 MB of HTML.
var annual = size{sentences: 2000, tables: 110, rows: 15, cols: 3, facts: 2500}

// small keeps property tests quick.
var small = size{sentences: 90, tables: 3, rows: 4, cols: 2, facts: 12}

var sections = []string{"1", "1A", "1B", "1C", "2", "3", "4", "5", "6", "7", "7A", "8", "9", "9A", "9B", "10", "11", "12", "13", "14", "15"}

// filing is a document of the given company and year.
func (v *invented) filing(cik int64, year int32, z size) *Rows {
	id := fmt.Sprintf("%010d_10-K_%d", cik, year)
	d := &Rows{Document: Document{
		Key:   Key{DocID: id, CIK: cik, Year: year},
		CIK10: fmt.Sprintf("%010d", cik), Ticker: fmt.Sprintf("T%d", cik%9973), Company: "Example Company " + strconv.FormatInt(cik, 10),
		Form: "10-K", FormFamily: "10-K", FiscalYear: year, FiscalPeriod: "FY", PeriodEnd: Date(365 * (year - 1970)),
		FilingDate: Date(365*(year-1970) + 50),
		CorpusYear: year, Accession: fmt.Sprintf("%010d-%02d-%06d", cik, year%100,
			v.r.IntN(1e6)), SIC: strconv.Itoa(1000 + v.r.IntN(50)), State: "DE",
		FiscalYearEnd: "1231", Title: "Annual report", Source: fmt.Sprintf("filings/%d_%d.htm", cik, year), SourceFormat: "html",
		SHA256: fmt.Sprintf("%064x",
			v.r.Uint64()), Bytes: 2_500_000, Encoding: "utf-8", Era: "ixbrl", Pages: 120, Words: 40_000, ItemKind: "headings",
		Flags: []string{"inline_xbrl"}, ReaderVersion: "1", ToolVersion: "0.1.0",
	}}
	v.sentences(d, z)
	v.tables(d, z)
	v.facts(d, z)
	return d
}

func (v *invented) sentences(d *Rows, z size) {
	at := int64(1000)
	for ord, section := range sections {
		item := Item{Item: section, Part: "I", Ord: int32(ord), Title: "Title of " + section,
			Heading: "Item " + section + ". Title", Status: "extracted", Rule: "chain", SourceStart: at}
		var text strings.Builder
		n := z.sentences / len(sections)
		if section == "1A" || section == "7" {
			n = n * 3 / 2
		}
		for p := range n {
			s := v.text(6 + v.r.IntN(21))
			start := text.Len()
			text.WriteString(s)
			text.WriteByte('\n')
			end := at + int64(len(s))*3
			d.Paragraphs = append(d.Paragraphs, Paragraph{Item: section, Kind: "text", Start: int32(start),
				End: int32(start + len(s)), SourceStart: at, SourceEnd: end, Page: int32(at / 20000), TableID: -1, Style: ""})
			d.Sentences = append(d.Sentences, Sentence{
				ID: fmt.Sprintf("%s_section_%s_%d", d.Document.DocID, section, p), Section: section, SectionName: "ITEM_" + section,
				Position: int32(p), Kind: "text", Text: s, Words: int32(strings.Count(s,
					" ") + 1), Paragraph: int32(len(d.Paragraphs) - 1), TableID: -1, Row: -1,
				SourceStart: at, SourceEnd: end, Page: int32(at / 20000), TextHash: v.r.Int64(), MaskHash: v.r.Int64(),
				Figures: int32(strings.Count(s, "$")),
			})
			at = end + int64(v.r.IntN(400))
		}
		item.Text, item.SourceEnd = text.String(), at
		item.Chars, item.Words = int32(text.Len()), int32(strings.Count(item.Text, " "))
		d.Items = append(d.Items, item)
	}
}

func (v *invented) tables(d *Rows, z size) {
	at := int64(2_000_000)
	for t := range z.tables {
		grid := [][]string{make([]string, z.cols+1)}
		paths := make([]string, z.cols+1)
		for c := 1; c <= z.cols; c++ {
			paths[c] = fmt.Sprintf("Year ended December 31, | %d", int(d.Document.Year)-c+1)
			grid[0][c] = paths[c]
		}
		for row := 1; row <= z.rows; row++ {
			label := v.words[v.zipf.Uint64()] + " " + v.words[v.zipf.Uint64()]
			line := []string{label}
			for col := range z.cols {
				value := v.r.Float64() * 9e6
				text := strconv.FormatFloat(value, 'f', 0, 64)
				float := float64(int(value))
				line = append(line, text)
				d.Cells = append(d.Cells, Cell{Item: "8", TableID: int32(t), Row: int32(row), Col: int32(col + 1), RowPath: label,
					ColPath: paths[col+1],
					Text:    text, Value: text, ValueFloat: &float, Unit: "USD", Scale: 6, Period: strconv.Itoa(int(d.Document.Year) - col),
					SourceStart: at, SourceEnd: at + 40, Fact: -1})
				at += int64(60 + v.r.IntN(200))
			}
			grid = append(grid, line)
		}
		d.Tables = append(d.Tables,
			Table{Item: "8", Kind: "numeric", Caption: "Consolidated statements of " + v.words[t%8000],
				UnitLine: "(in millions)", Scale: 6, Currency: "USD",
				Rows: int32(len(grid)), Columns: int32(z.cols + 1), HeaderRows: 1, Grid: GridJSON(grid), SourceStart: at - 5000, SourceEnd: at,
				Page: int32(at / 20000)})
	}
}

func (v *invented) facts(d *Rows, z size) {
	at := int64(2_000_000)
	for i := range z.facts {
		value := float64(v.r.IntN(9e6)) * 1e6
		f := Fact{FactID: fmt.Sprintf("f-%d", i), Concept: "us-gaap:" + v.words[v.zipf.Uint64()],
			Namespace: "http://fasb.org/us-gaap/2023", ValueText: strconv.Itoa(int(value / 1e6)),
			Value: strconv.FormatFloat(value, 'f', 0,
				64), ValueFloat: &value, Unit: "USD", Scale: 6, Decimals: "-6", Format: "ixt:num-dot-decimal", PeriodStart: Date(19000),
			PeriodEnd: Date(19364),
			Entity:    d.Document.CIK10, Item: "8", TableID: int32(i / (z.rows * z.cols) % z.tables), Row: int32(i%z.rows + 1), Col: 1,
			SourceStart: at, SourceEnd: at + 30}
		if i%3 == 0 {
			f.Dimensions = fmt.Sprintf(`{"us-gaap:StatementBusinessSegmentsAxis":"ex:Segment%dMember"}`, i%17)
		}
		if i%10 == 0 {
			f.Value, f.ValueFloat = "", nil
			f.Unit, f.Instant = "", true
			f.SentenceID = d.Sentences[i%len(d.Sentences)].ID
			f.TableID, f.Row, f.Col = -1, -1, -1
		}
		at += int64(v.r.IntN(300))
		d.Facts = append(d.Facts, f)
	}
}
