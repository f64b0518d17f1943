package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/item"
	"github.com/assayhq/assay/corpus/store"
)

// corpusRow is an invented row in the columns of EDGAR-CORPUS.
type corpusRow struct {
	Filename  string `json:"filename" parquet:"filename"`
	CIK       string `json:"cik" parquet:"cik"`
	Year      string `json:"year" parquet:"year"`
	Section1  string `json:"section_1" parquet:"section_1"`
	Section1A string `json:"section_1A" parquet:"section_1A"`
	Section7  string `json:"section_7" parquet:"section_7"`
	Section8  string `json:"section_8" parquet:"section_8"`
	Section10 string `json:"section_10" parquet:"section_10"`
}

func corpusRows() []corpusRow {
	row := corpusRow{
		Filename: "9999000003_2009.htm", CIK: "9999000003", Year: "2009",
		Section1:  "Item 1. Business\nWe make rope. We sell it to harbours in Maine.\nCompetition\nTwo larger firms make rope too.",
		Section7:  "Item 7. Management’s Discussion and Analysis\nNet sales fell 4.1% to $12.3 million. Prices were lower.",
		Section10: "Item 10. Directors\nThe information required by this item is incorporated by reference to our proxy statement.",
	}
	next := row
	next.Filename, next.Year = "9999000003_2010.htm", "2010"
	next.Section7 = "Item 7. Management’s Discussion and Analysis\nNet sales rose 2.0% to $12.5 million."
	return []corpusRow{row, next}
}

// checkRows holds what was read of corpusRows against what they say.
func checkRows(t *testing.T, b *bench) {
	t.Helper()
	c := b.open()
	statuses := map[string]string{}
	for it, err := range c.Items(store.Query{Documents: []string{"9999000003_10-K_2009"}}) {
		if err != nil {
			t.Fatal(err)
		}
		statuses[it.Item] = it.Status
	}
	want := map[string]string{"1": "extracted", "1A": "absent", "7": "extracted", "8": "absent", "10": "incorporated_by_reference"}
	for id, status := range want {
		if statuses[id] != status {
			t.Errorf("item %s is %q, want %s", id, statuses[id], status)
		}
	}
	if len(statuses) != len(want) {
		t.Errorf("items %v: only the source's columns should be there", statuses)
	}
	if got, want := sentencesOf(t, c, "9999000003_10-K_2009", "1"), []string{
		"9999000003_10-K_2009_section_1_0 heading Item 1. Business",
		"9999000003_10-K_2009_section_1_1 text We make rope.",
		"9999000003_10-K_2009_section_1_2 text We sell it to harbours in Maine.",
		"9999000003_10-K_2009_section_1_3 heading Competition",
		"9999000003_10-K_2009_section_1_4 text Two larger firms make rope too.",
	}; !slices.Equal(dropKinds(got), dropKinds(want)) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// dropKinds leaves out what a sentence is taken for: rows have lost the looks that tell headings.
func dropKinds(lines []string) []string {
	var out []string
	for _, l := range lines {
		id, rest, _ := strings.Cut(l, " ")
		_, text, _ := strings.Cut(rest, " ")
		out = append(out, id+" "+text)
	}
	return out
}

func sentencesOf(t *testing.T, c *store.Corpus, doc, section string) []string {
	t.Helper()
	var lines []string
	for s, err := range c.Sentences(store.Query{Documents: []string{doc}, Sections: []string{section}}) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, s.ID+" "+s.Kind+" "+s.Text)
	}
	return lines
}

func TestRows(t *testing.T) {
	rows := corpusRows()
	var lines bytes.Buffer
	for _, r := range rows {
		if err := json.NewEncoder(&lines).Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	array, err := json.MarshalIndent(rows, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	var columns bytes.Buffer
	if err := parquet.Write(&columns, rows); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"rows.jsonl": lines.Bytes(), "rows.json": array, "rows.parquet": columns.Bytes(), "rows.jsonl.gz": zipped(lines.Bytes()),
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			b.write(name, data)
			if s := b.ingest(); s.Documents != 2 || len(s.Skipped) != 0 {
				t.Fatalf("got %+v", s)
			}
			checkRows(t, b)
			if s := b.ingest(); s.Documents != 0 || s.Unchanged != 1 {
				t.Errorf("the second time: %+v", s)
			}
		})
	}
}

// TestBadRow: one row that cannot be used costs only itself and is named by its number.
func TestBadRow(t *testing.T) {
	rows := corpusRows()
	first, _ := json.Marshal(rows[0])
	last, _ := json.Marshal(rows[1])
	b := newBench(t)
	b.write("rows.jsonl", fmt.Appendf(nil, "%s\n{\"cik\": \"1\", \"section_1\": \"\", \"section_7\": \" \"}\n%s\n", first, last))
	s := b.ingest()
	if s.Documents != 2 || len(s.Skipped) != 1 || !strings.HasSuffix(s.Skipped[0].Path, "rows.jsonl row 2") ||
		s.Skipped[0].Reason != "every item of the row is empty" {
		t.Errorf("got %+v", s)
	}
}

func TestCrawlerFile(t *testing.T) {
	b := newBench(t)
	b.write("9999000003_10K_2010_0009999000-11-000007.json", []byte(`{
 "cik": "9999000003", "company": "HARBOUR ROPE CO", "filing_type": "10-K", "filing_date": "2011-03-01",
 "period_of_report": "2010-12-31", "sic": "2298", "state_of_inc": "ME", "fiscal_year_end": "1231",
 "filename": "9999000003_10K_2010_0009999000-11-000007.htm",
 "item_1": "Item 1. Business\nWe make rope.", "item_1B": "Item 1B. Unresolved Staff Comments\nNone.", "item_7": ""}`))
	b.ingest()
	d := b.documents()["9999000003_10K_2010_0009999000-11-000007.json"]
	got := fmt.Sprintf("%s, %s, %s, %s, %s, %s, %s, %s", d.DocID, d.Company, d.SIC, d.PeriodEnd, d.FilingDate,
		d.Accession, d.State, d.FiscalYearEnd)
	const want = "9999000003_10-K_2010, HARBOUR ROPE CO, 2298, 2010-12-31, 2011-03-01, 0009999000-11-000007, ME, 1231"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for it, err := range b.open().Items(store.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		if want := map[string]string{"1": "extracted", "1B": "reserved_or_none", "7": "absent"}[it.Item]; it.Status != want {
			t.Errorf("item %s is %s, want %s", it.Item, it.Status, want)
		}
	}
}

func TestSentenceTable(t *testing.T) {
	type row struct {
		ID   string `parquet:"sentenceID"`
		Name string `parquet:"name"`
		Text string `parquet:"sentence"`
	}
	var table bytes.Buffer
	if err := parquet.Write(&table, []row{
		{"9999000003_10-K_2018_section_7_0", "HARBOUR ROPE CO", "Net sales fell 4.1% to $12.3 million."},
		{"9999000003_10-K_2018_section_7_1", "HARBOUR ROPE CO", "Prices were lower."},
		{"9999000003_10-K_2018_section_1A_0", "HARBOUR ROPE CO", "Hemp may become scarce."},
		{"9999000004_2018_section_8_142", "OTHER CO", "Cash was $3."},
	}); err != nil {
		t.Fatal(err)
	}
	b := newBench(t)
	b.write("sentences.parquet", table.Bytes())
	if s := b.ingest(); s.Documents != 2 || s.Sentences != 4 || len(s.Skipped) != 0 {
		t.Fatalf("got %+v", s)
	}
	c := b.open()
	if got := sentencesOf(t, c, "9999000003_10-K_2018", "7"); len(got) != 2 ||
		got[1] != "9999000003_10-K_2018_section_7_1 text Prices were lower." {
		t.Errorf("got %q", got)
	}
	if got := sentencesOf(t, c, "9999000004_10-K_2018", "8"); len(got) != 1 ||
		!strings.HasPrefix(got[0], "9999000004_10-K_2018_section_8_142 ") {
		t.Errorf("an id without a form: %q", got)
	}
	if s := b.ingest(); s.Documents != 0 || s.Unchanged != 1 {
		t.Errorf("the second time: %+v", s)
	}
}

// TestStreamEnds: a packed file of rows that unfolds without end, or that is torn, says so even where it
// ends between two rows; what was before is kept.
func TestStreamEnds(t *testing.T) {
	row := fmt.Appendf(nil, "{\"section_7\": \"%s\"}\n", strings.Repeat(" ", 10_000))
	random := rand.New(rand.NewPCG(1, 1))
	var uneven []byte // does not pack, so that a torn file still has rows
	for range 3000 {
		uneven = fmt.Appendf(uneven, "{\"section_7\": \" \", \"cik\": \"%x\"}\n", random.Uint64())
	}
	torn := zipped(uneven)
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"bomb": {zipped(bytes.Repeat(row, freeSize/len(row)+1)), "decompression bomb"},
		"torn": {torn[:len(torn)-4], "cut off"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "rows.jsonl.gz")
			if err := os.WriteFile(path, c.data, 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := openSource(path)
			if err != nil {
				t.Fatal(err)
			}
			rows := 0
			err = readRows(t.Context(), &kit{known: func(string) []string { return nil }, budget: &budget{}}, s, func(*reading) error { rows++; return nil })
			if err == nil || !strings.Contains(err.Error(), c.want) || rows < 1000 {
				t.Errorf("%d rows, %v", rows, err)
			}
		})
	}
}

// TestRowsUnfold: a dictionary makes one text the text of any number of rows, which no page shows.
func TestRowsUnfold(t *testing.T) {
	type row struct {
		Text string `parquet:"section_7,dict"`
	}
	rows := make([]row, 10_000)
	for i := range rows {
		rows[i].Text = strings.Repeat("x", 10_000)
	}
	var table bytes.Buffer
	if err := parquet.Write(&table, rows); err != nil {
		t.Fatal(err)
	}
	size := int64(table.Len())
	if whole := int64(len(rows) * len(rows[0].Text)); whole < 2*allowance(size) {
		t.Fatalf("%d bytes of text from %d are no bomb", whole, size)
	}
	file, err := store.OpenForeign(bytes.NewReader(table.Bytes()), size, allowance(size))
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	err = eachRow(t.Context(), file, leafColumns(file.Schema()), func(int, map[string]any) error { read++; return nil })
	if err == nil || !strings.Contains(err.Error(), "decompression bomb") || read == 0 || read > 5000 {
		t.Errorf("%d rows, %v", read, err)
	}
}

func TestSentenceTableTwice(t *testing.T) {
	type row struct {
		ID   string `parquet:"sentence_id"`
		Text string `parquet:"text"`
	}
	var table bytes.Buffer
	if err := parquet.Write(&table, []row{{"9999000003_10-K_2018_section_7_0", "One."},
		{"9999000003_10-K_2018_section_7_0", "Two."}}); err != nil {
		t.Fatal(err)
	}
	b := newBench(t)
	b.write("sentences.parquet", table.Bytes())
	if s := b.ingest(); s.Documents != 0 || len(s.Skipped) != 1 || !strings.Contains(s.Skipped[0].Reason, "row 2: the id") {
		t.Errorf("got %+v", s)
	}
}

// TestSubmission: header, primary document, and the annual report among the exhibits.
func TestSubmission(t *testing.T) {
	src := `-----BEGIN PRIVACY-ENHANCED MESSAGE-----
Proc-Type: 2001,MIC-CLEAR

<SEC-DOCUMENT>0009999000-97-000003.txt : 19970328
<SEC-HEADER>0009999000-97-000003.hdr.sgml : 19970328
ACCESSION NUMBER:		0009999000-97-000003
CONFORMED SUBMISSION TYPE:	10-K405
PUBLIC DOCUMENT COUNT:		2
CONFORMED PERIOD OF REPORT:	19961231
FILED AS OF DATE:		19970328

FILER:

	COMPANY DATA:
		COMPANY CONFORMED NAME:			HARBOUR ROPE CO
		CENTRAL INDEX KEY:			9999000003
		STANDARD INDUSTRIAL CLASSIFICATION:	CORDAGE & TWINE [2298]
		STATE OF INCORPORATION:			ME
		FISCAL YEAR END:			1231
</SEC-HEADER>
<DOCUMENT>
<TYPE>10-K405
<SEQUENCE>1
<TEXT>
                                  FORM 10-K

<PAGE>
                                    PART I

ITEM 1.  BUSINESS

     Harbour Rope Co. makes rope of hemp and of nylon for ships. The Company
employs 340 persons in its mill, which stands in Bath, Maine, and sells through
agents in eleven states.

                                       2
<PAGE>
ITEM 2.  PROPERTIES

     The Company owns its mill.

ITEM 7.  MANAGEMENT'S DISCUSSION AND ANALYSIS OF FINANCIAL CONDITION AND
         RESULTS OF OPERATIONS

     Incorporated by reference to the Annual Report to Shareholders, Exhibit 13.

                                   SIGNATURES

</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>EX-13
<SEQUENCE>2
<TEXT>
NET SALES

     Net sales were $12.3 million in 1996, up from $11.8 million in 1995, since
more ships were built.

<TABLE>
<CAPTION>
                                   1996        1995
                                   ----        ----
<S>                              <C>         <C>
Net sales.....................   $12,310     $11,804
Net income....................       612         (40)
</TABLE>
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
`
	b := newBench(t)
	path := b.write("0009999000-97-000003.txt", []byte(src))
	if s := b.ingest(); s.Documents != 1 || len(s.Skipped) != 0 {
		t.Fatalf("got %+v", s)
	}
	c := b.open()
	d, err := c.Document("9999000003_10-K405_1996")
	if err != nil {
		t.Fatal(err)
	}
	if d.Company != "HARBOUR ROPE CO" || d.SIC != "2298" || d.SourceFormat != "submission" || d.FormFamily != "10-K" {
		t.Errorf("document %+v", d)
	}
	it, err := c.Item(d.DocID, "7")
	if err != nil || it.Status != "incorporated_by_reference" {
		t.Errorf("item 7: %+v, %v", it, err)
	}
	exhibit := sentencesOf(t, c, d.DocID, "EX-13")
	if !slices.ContainsFunc(exhibit, func(s string) bool { return strings.Contains(s, "since more ships were built.") }) {
		t.Errorf("EX-13: %q", exhibit)
	}
	if !slices.ContainsFunc(exhibit, func(s string) bool {
		return strings.Contains(s, "Net income") && strings.Contains(s, "1995") && strings.Contains(s, "-") && strings.Contains(s, "40")
	}) {
		t.Errorf("EX-13 has no line of its table: %q", exhibit)
	}
	everySentenceIsInItsSource(t, c, path)
}

// TestTwoExhibits: two exhibits of one type are two sections.
func TestTwoExhibits(t *testing.T) {
	exhibit := "<DOCUMENT>\n<TYPE>EX-13\n<TEXT>\nNET SALES\n\n     Net sales were $12.3 million.\n</TEXT>\n</DOCUMENT>\n"
	b := newBench(t)
	b.write("two.txt", []byte("<DOCUMENT>\n<TYPE>10-K\n<TEXT>\nFORM 10-K\n\nITEM 1. BUSINESS\n\nWe make rope.\n</TEXT>\n</DOCUMENT>\n"+
		exhibit+exhibit))
	if s := b.ingest(); s.Documents != 1 || len(s.Skipped) != 0 {
		t.Fatalf("got %+v", s)
	}
	c := b.open()
	id := b.documents()["two.txt"].DocID
	for _, section := range []string{"EX-13", "EX-13-2"} {
		if got := sentencesOf(t, c, id, section); len(got) != 2 {
			t.Errorf("%s: %q", section, got)
		}
	}
}

// TestItemsTakeTheTextTheyReferTo: statements after the signatures belong to the item that points at them, and to the back matter
// no longer.
func TestItemsTakeTheTextTheyReferTo(t *testing.T) {
	span := func(from, to int32) block.Span { return block.Span{Start: from, End: to} }
	found := &item.Result{Front: span(0, 100), Back: span(500, 900), Items: []item.Item{
		{ID: "7", Spans: []block.Span{span(100, 300)}, Attached: []block.Span{span(120, 200)}},
		{ID: "8", Spans: []block.Span{span(300, 500)}, Attached: []block.Span{span(550, 800)}},
		{ID: "15", Spans: nil, Attached: []block.Span{span(700, 850), span(10, 20)}},
	}}
	front, back := assignOutside(found)
	got := fmt.Sprint(front, back, found.Items[0].Spans, found.Items[1].Spans, found.Items[2].Spans)
	want := "[{0 10} {20 100}] [{500 550} {850 900}] [{100 300}] [{300 500} {550 800}] [{800 850} {10 20}]"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestIndexShares: items of an index get all pages that their rows name; the list of exhibits gets what is left.
func TestIndexShares(t *testing.T) {
	span := func(from, to int32) block.Span { return block.Span{Start: from, End: to} }
	found := &item.Result{Kind: item.Index, Front: span(0, 900), Back: span(1000, 1000), Items: []item.Item{
		{ID: "3", Spans: []block.Span{span(900, 920)}, Attached: []block.Span{span(600, 700)}},
		{ID: "8", Spans: []block.Span{span(920, 940)}, Attached: []block.Span{span(500, 800)}},
		{ID: "15", Title: "Exhibits", Spans: []block.Span{span(940, 960)}, Attached: []block.Span{span(500, 850)}},
	}}
	front, back := assignOutside(found)
	got := fmt.Sprint(front, back, found.Items[0].Spans, found.Items[1].Spans, found.Items[2].Spans)
	want := "[{0 500} {850 900}] [{1000 1000}] [{900 920} {600 700}] [{920 940} {500 800}] [{940 960} {800 850}]"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	p := piece{}
	for _, it := range found.Items {
		p.sections = append(p.sections, section{Item: it})
	}
	for at, want := range map[int32]string{650: "8", 820: "15", 905: "3"} {
		if got := p.itemAt(at); got != want {
			t.Errorf("the text at %d is at home in %q, want %q", at, got, want)
		}
	}
}

// everySentenceIsInItsSource reads each sentence's bytes of the source again: its first and last words
// stand there.
func everySentenceIsInItsSource(t *testing.T, c *store.Corpus, path string) {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for s, err := range c.Sentences(store.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		if s.Kind == kindTableRow {
			continue
		}
		words := strings.Fields(s.Text)
		there := string(src[s.SourceStart:s.SourceEnd])
		if !strings.HasPrefix(there, words[0]) || !strings.HasSuffix(there, words[len(words)-1]) {
			t.Errorf("%s %q stands at %d-%d: %q", s.ID, s.Text, s.SourceStart, s.SourceEnd, there)
		}
		checked++
	}
	if checked < 8 {
		t.Errorf("only %d sentences were checked", checked)
	}
}

// TestReport: Markdown without items is one section, body; its headings and lists are told apart.
func TestReport(t *testing.T) {
	b := newBench(t)
	b.write("rope.md", []byte("# Harbour Rope: initiation\n\nWe rate the shares **Buy** with a target of $41. Our model assumes a "+
		"margin of 12.5 %.\n\n- Hemp is cheap.\n- Ships are built.\n"))
	if s := b.ingest(); s.Documents != 1 {
		t.Fatalf("got %+v", s)
	}
	d := b.documents()["rope.md"]
	got := sentencesOf(t, b.open(), d.DocID, "body")
	for _, want := range []string{"Our model assumes a margin of 12.5 %.", "list_item", "Hemp is cheap."} {
		if !strings.Contains(strings.Join(got, "\n"), want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
}

// TestIDs: ids of forms that a registrant files several times a year.
func TestIDs(t *testing.T) {
	for _, c := range []struct {
		m    meta
		stem string
		want string
	}{
		{meta{cik: 104169, form: "10-K", fiscalYear: 2018}, "x", "0000104169_10-K_2018"},
		{meta{cik: 104169, form: "10-K/A", fiscalYear: 2018}, "x", "0000104169_10-KA_2018"},
		{meta{cik: 104169, form: "10-Q", fiscalYear: 2018, fiscalPeriod: "Q2"}, "x", "0000104169_10-Q_2018Q2"},
		{meta{cik: 104169, form: "10-Q", periodEnd: day(2018, 6, 30)}, "x", "0000104169_10-Q_20180630"},
		{meta{cik: 104169, form: "8-K", periodEnd: day(2018, 6, 5)}, "x", "0000104169_8-K_20180605"},
		{meta{form: "10-K", fiscalYear: 2019}, "ROPE 2019_10K", "ROPE-2019-10K_10-K_2019"},
		{meta{}, "Rope: a note", "Rope-a-note"},
		{meta{}, "…", "document"},
	} {
		if got := c.m.docID(c.stem); got != c.want {
			t.Errorf("%+v: %s, want %s", c.m, got, c.want)
		}
	}
}

// TestRealRows reads the real rows of two extractors.
func TestRealRows(t *testing.T) {
	dir := filepath.Join(realData, "edgar-items")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no real filings here: ../shared/data is absent")
	}
	if testing.Short() {
		t.Skip("reads 14 MB")
	}
	b := newBench(t)
	s := b.ingest(filepath.Join(dir, "items"))
	if s.Documents != 39 || len(s.Skipped) != 0 || s.Sentences < 60_000 {
		t.Errorf("edgar-crawler rows: %d documents, %d sentences, skipped %v", s.Documents, s.Sentences, s.Skipped)
	}
	other := newBench(t)
	s = other.ingest(filepath.Join(dir, "edgar_corpus_shaped.jsonl"))
	if s.Documents != 15 || len(s.Skipped) != 0 {
		t.Errorf("EDGAR-CORPUS rows: %d documents, skipped %v", s.Documents, s.Skipped)
	}
}

func day(y, m, d int) time.Time { return time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC) }

// TestItemFindings: missing items, an item of unusual length and text in no item are warnings.
func TestItemFindings(t *testing.T) {
	found := &item.Result{Missing: []string{"5", "6"}, Items: []item.Item{
		{ID: "4", Flags: []string{"out_of_order", item.Large + " 37000 bytes, usually 20 to 1000"}}}}
	p := &piece{doc: &block.Doc{Text: make([]byte, 90_000)}, sections: []section{
		matter("front", []block.Span{{Start: 0, End: 60_000}}), matter("back", []block.Span{{Start: 80_000, End: 90_000}})}}
	want := []string{"missing items: 5, 6", "unusual length: Item 4 has 37000 bytes, usually 20 to 1000",
		"text in no item: front has 60000 of 90000 bytes"}
	if got := itemFindings(found, p); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
