package store

import "strings"

// Key says which document a row belongs to. The store fills it when a document is added, so that rows
// cannot disagree with their document.
type Key struct {
	DocID string `parquet:"doc_id,dict" doc:"the document's id, CIK10_FORM_YEAR for filings; unique in the corpus"`
	CIK   int64  `parquet:"cik,delta" doc:"central index key of the first registrant; 0 when unknown"`
	Year  int32  `parquet:"year,delta" doc:"report year, the one in the ids; 0 when unknown"`
}

// Document is one filing, report or corpus row. The counts n_… are filled by the store.
type Document struct {
	Key
	CIK10         string   `parquet:"cik10,dict" doc:"cik as ten digits; empty when unknown"`
	Ticker        string   `parquet:"ticker,dict" doc:"trading symbol; empty when unknown"`
	Company       string   `parquet:"company,dict" doc:"registrant's or issuer's name as filed"`
	Form          string   `parquet:"form,dict" doc:"form type as filed: 10-K, 10-K405, 10-Q/A …"`
	FormFamily    string   `parquet:"form_family,dict" doc:"form type without amendment and variant: 10-K, 10-Q, 8-K …"`
	FiscalYear    int32    `parquet:"fiscal_year,optional" doc:"the filer's fiscal year; null when unknown"`
	FiscalPeriod  string   `parquet:"fiscal_period,dict" doc:"FY, Q1, Q2 or Q3; empty when unknown"`
	PeriodEnd     Date     `parquet:"period_end,optional,date" doc:"last day of the period reported on; null when unknown"`
	FilingDate    Date     `parquet:"filing_date,optional,date" doc:"day of filing; null when unknown"`
	CorpusYear    int32    `parquet:"corpus_year,optional" doc:"year in the source file's name or row; may differ from the fiscal year"`
	Accession     string   `parquet:"accession" doc:"EDGAR accession number; empty when unknown"`
	SIC           string   `parquet:"sic,dict" doc:"standard industrial classification, four digits; empty when unknown"`
	State         string   `parquet:"state,dict" doc:"state or country of incorporation as filed"`
	FiscalYearEnd string   `parquet:"fiscal_year_end,dict" doc:"last day of the fiscal year as mmdd; empty when unknown"`
	CoCIKs        []int64  `parquet:"co_ciks,list" doc:"central index keys of the other registrants of the same filing"`
	Title         string   `parquet:"title" doc:"title of a report, or of the filing's cover"`
	Source        string   `parquet:"source" doc:"path as it was given to ingest"`
	SourceMember  string   `parquet:"source_member" doc:"row or document within the source file; empty when the file is the document"`
	SourceFormat  string   `parquet:"source_format,dict" doc:"name of the reader that read it"`
	SHA256        string   `parquet:"sha256" doc:"SHA-256 of the unpacked source, in hex"`
	Bytes         int64    `parquet:"bytes" doc:"size of the unpacked source"`
	Encoding      string   `parquet:"encoding,dict" doc:"character encoding that the source was read as"`
	Era           string   `parquet:"era,dict" doc:"kind of source text: text, html, ixbrl, pdf …"`
	Pages         int32    `parquet:"pages" doc:"pages, as far as the source marks them; 0 when it does not"`
	NItems        int32    `parquet:"n_items" doc:"rows in items"`
	NParagraphs   int32    `parquet:"n_paragraphs" doc:"rows in paragraphs"`
	NTables       int32    `parquet:"n_tables" doc:"rows in tables"`
	NCells        int32    `parquet:"n_cells" doc:"rows in cells"`
	NSentences    int32    `parquet:"n_sentences" doc:"rows in sentences"`
	NFacts        int32    `parquet:"n_facts" doc:"rows in facts"`
	Words         int64    `parquet:"words" doc:"words in all items"`
	ItemKind      string   `parquet:"item_kind,dict" doc:"how its items were found: headings, index, given by the source, none …"`
	Flags         []string `parquet:"flags,list" doc:"named conditions of the document"`
	Warnings      []string `parquet:"warnings,list" doc:"warnings of the reader, one sentence each"`
	ReaderVersion string   `parquet:"reader_version,dict" doc:"version of the parsing rules; a new one makes ingest read the source again"`
	ToolVersion   string   `parquet:"tool_version,dict" doc:"version of assay that ingested it"`
}

// Item is one numbered item of a filing, or one section of a report.
type Item struct {
	Key
	Item    string `parquet:"item,dict" doc:"item id: 1, 1A, 7 …, or a section's name"`
	Part    string `parquet:"part,dict" doc:"part of the form: I, II …; empty when the form has none"`
	Ord     int32  `parquet:"ord,delta" doc:"place of the item in the document, from 0"`
	Title   string `parquet:"title,dict" doc:"the item's title as the form names it"`
	Heading string `parquet:"heading" doc:"the heading as it is in the document"`

	Status string `parquet:"status,dict" doc:"extracted, absent, combined_with, reserved_or_none, incorporated_by_reference or cross_reference_index"`

	Rule         string   `parquet:"rule,dict" doc:"the rule that decided where the item starts, or why it is not there"`
	CombinedWith string   `parquet:"combined_with,dict" doc:"the item that holds this one's text; empty unless the status is combined_with"`
	Flags        []string `parquet:"flags,list" doc:"named conditions of the item: short, long, later heading inside …"`
	Text         string   `parquet:"text" doc:"full text: blocks on lines, cells of a row parted by tabs"`
	Chars        int32    `parquet:"chars,delta" doc:"characters of text"`
	Words        int32    `parquet:"words,delta" doc:"words of text"`
	NSentences   int32    `parquet:"n_sentences,delta" doc:"rows in sentences; filled by the store"`
	SourceStart  int64    `parquet:"source_start,delta" doc:"first byte in the unpacked source"`
	SourceEnd    int64    `parquet:"source_end,delta" doc:"byte after the last one in the unpacked source"`
	Ranges       []int64  `parquet:"ranges,list" doc:"further source ranges of an item in several places: start, end, start, end …"`
	PageFirst    int32    `parquet:"page_first,delta" doc:"page on which the item starts, from 0"`
	PageLast     int32    `parquet:"page_last,delta" doc:"page on which the item ends"`
}

// ShortRule is the rule without the weights of the heading that it chose.
func (it *Item) ShortRule() string {
	if weights, rest, ok := strings.Cut(it.Rule, "; "); ok && strings.HasPrefix(weights, "heading weighs ") {
		return rest
	}
	return it.Rule
}

// Paragraph is one block of an item's text.
type Paragraph struct {
	Key
	Item        string `parquet:"item,dict" doc:"the item's id"`
	Seq         int32  `parquet:"seq,delta" doc:"number of the paragraph in the document, from 0; filled by the store"`
	Kind        string `parquet:"kind,dict" doc:"heading, text, list_item, table_row, signature or furniture"`
	Start       int32  `parquet:"start,delta" doc:"first byte in the item's text"`
	End         int32  `parquet:"end,delta" doc:"byte after the last one in the item's text"`
	SourceStart int64  `parquet:"source_start,delta" doc:"first byte in the unpacked source"`
	SourceEnd   int64  `parquet:"source_end,delta" doc:"byte after the last one in the unpacked source"`
	Page        int32  `parquet:"page,delta" doc:"page, from 0"`
	TableID     int32  `parquet:"table_id,delta" doc:"the table that it is a row of; -1 outside tables"`
	Style       string `parquet:"style,dict" doc:"how it looks: blank-separated words such as bold, centered"`
}

// Table is one table; its filled cells are in cells.
type Table struct {
	Key
	Item        string `parquet:"item,dict" doc:"the item's id; empty outside items"`
	TableID     int32  `parquet:"table_id,delta" doc:"number of the table in the document, from 0; filled by the store"`
	Kind        string `parquet:"kind,dict" doc:"numeric, layout, list …"`
	Caption     string `parquet:"caption" doc:"text that names the table"`
	UnitLine    string `parquet:"unit_line" doc:"the words that the unit was read from, such as (in millions)"`
	Scale       int32  `parquet:"scale,delta" doc:"power of ten that the figures are to be multiplied by; rows may differ, see cells"`
	Currency    string `parquet:"currency,dict" doc:"ISO 4217 code; empty when unknown or none"`
	Rows        int32  `parquet:"rows,delta" doc:"rows of the grid"`
	Columns     int32  `parquet:"columns,delta" doc:"columns of the grid"`
	HeaderRows  int32  `parquet:"header_rows,delta" doc:"rows at the top that hold headers"`
	Grid        string `parquet:"grid" doc:"the cells' text, rows × columns, as a JSON array of arrays of strings"`
	SourceStart int64  `parquet:"source_start,delta" doc:"first byte in the unpacked source"`
	SourceEnd   int64  `parquet:"source_end,delta" doc:"byte after the last one in the unpacked source"`
	Page        int32  `parquet:"page,delta" doc:"page, from 0"`
}

// Cell is one filled cell of a table's grid.
type Cell struct {
	Key
	Item        string   `parquet:"item,dict" doc:"the item's id; empty outside items"`
	TableID     int32    `parquet:"table_id,delta" doc:"the table"`
	Row         int32    `parquet:"row,delta" doc:"row of the grid, from 0"`
	Col         int32    `parquet:"col,delta" doc:"column of the grid, from 0"`
	RowPath     string   `parquet:"row_path,dict" doc:"row headers from the outermost to the row's own, parted by ' > '"`
	ColPath     string   `parquet:"col_path,dict" doc:"column headers from the top down, parted by ' | '"`
	Text        string   `parquet:"text" doc:"text of the cell, currency sign, parentheses and percent sign included"`
	Value       string   `parquet:"value" doc:"exact decimal value as printed, without the scale; empty when the cell is not a figure"`
	ValueFloat  *float64 `parquet:"value_float,optional" doc:"value as a double, for convenience; null when the cell is not a figure"`
	Unit        string   `parquet:"unit,dict" doc:"currency code, percent, shares, per share …; empty when unknown"`
	Scale       int32    `parquet:"scale,delta" doc:"power of ten that value is to be multiplied by"`
	Period      string   `parquet:"period,dict" doc:"period or day that the column or row names; empty when none"`
	SourceStart int64    `parquet:"source_start,delta" doc:"first byte in the unpacked source"`
	SourceEnd   int64    `parquet:"source_end,delta" doc:"byte after the last one in the unpacked source"`
	Fact        int32    `parquet:"fact,delta" doc:"seq of the tagged fact in the cell; -1 without one"`
}

// Sentence is one sentence, heading, list entry or table row: what is indexed, searched and cited.
type Sentence struct {
	Key
	ID          string `parquet:"sentence_id,delta" doc:"CIK10_FORM_YEAR_section_ID_SEQ: doc_id, '_section_', section, '_', position"`
	Company     string `parquet:"company,dict" doc:"the document's company; filled by the store"`
	Form        string `parquet:"form,dict" doc:"the document's form; filled by the store"`
	Section     string `parquet:"section,dict" doc:"the item's id: 1, 1A, 7 …"`
	SectionName string `parquet:"section_name,dict" doc:"the item's id as a name: ITEM_7"`
	Seq         int32  `parquet:"seq,delta" doc:"number of the sentence in the document, from 0; filled by the store"`
	Position    int32  `parquet:"position,delta" doc:"number of the sentence in its section, from 0"`
	Kind        string `parquet:"kind,dict" doc:"text, heading, list_item, table_row or signature"`
	Text        string `parquet:"text" doc:"the sentence"`
	Words       int32  `parquet:"words,delta" doc:"words of text"`
	Paragraph   int32  `parquet:"paragraph,delta" doc:"seq of its paragraph; -1 when the source came without paragraphs"`
	TableID     int32  `parquet:"table_id,delta" doc:"the table that it is a row of; -1 outside tables"`
	Row         int32  `parquet:"row,delta" doc:"row of that table's grid; -1 outside tables"`
	SourceStart int64  `parquet:"source_start,delta" doc:"first byte in the unpacked source"`
	SourceEnd   int64  `parquet:"source_end,delta" doc:"byte after the last one in the unpacked source"`
	Page        int32  `parquet:"page,delta" doc:"page, from 0"`
	TextHash    int64  `parquet:"text_hash" doc:"hash of the normalised text: equal for exact duplicates"`
	MaskHash    int64  `parquet:"mask_hash" doc:"hash of the text with figures, dates and names masked: equal for boilerplate"`
	Figures     int32  `parquet:"n_figures,delta" doc:"figures in the text"`
	Scale       int32  `parquet:"scale,delta" doc:"power of ten for money without a scale word, as the notes or the table declare it; else 0"`
	ShareScale  int32  `parquet:"share_scale,delta" doc:"the same for numbers of shares"`
	Flags       string `parquet:"flags,dict" doc:"named conditions, blank-separated: cut when it was over-long …"`
}

// Fact is one tagged value of an inline-XBRL filing.
type Fact struct {
	Key
	Seq         int32    `parquet:"seq,delta" doc:"number of the fact in the document, from 0; filled by the store"`
	FactID      string   `parquet:"fact_id" doc:"id attribute of the fact in the source; empty without one"`
	Concept     string   `parquet:"concept,dict" doc:"concept with its prefix: us-gaap:Revenues"`
	Namespace   string   `parquet:"namespace,dict" doc:"namespace of the prefix"`
	ValueText   string   `parquet:"value_text" doc:"text as it is in the document"`
	Value       string   `parquet:"value" doc:"exact decimal value with sign and scale applied; of a text what its format makes of it, such as 2024-12-31 or true; else empty"`
	ValueFloat  *float64 `parquet:"value_float,optional" doc:"value as a double, for convenience; null when the fact is not numeric or nil"`
	Unit        string   `parquet:"unit,dict" doc:"unit: USD, shares, USD/shares, pure …; empty when not numeric"`
	Scale       int32    `parquet:"scale,delta" doc:"power of ten already applied to value"`
	Decimals    string   `parquet:"decimals,dict" doc:"stated precision: a number of decimals, or INF; empty when not stated"`
	Sign        string   `parquet:"sign,dict" doc:"- when the tag turns the sign of the displayed figure"`
	Format      string   `parquet:"format,dict" doc:"transformation that the tag names: ixt:num-dot-decimal …"`
	PeriodStart Date     `parquet:"period_start,optional,date" doc:"first day of the period; null for instants"`
	PeriodEnd   Date     `parquet:"period_end,optional,date" doc:"last day of the period, or the instant's day"`
	Instant     bool     `parquet:"instant" doc:"whether the fact holds at a day rather than over a period"`
	Entity      string   `parquet:"entity,dict" doc:"identifier of the reporting entity, usually the CIK"`
	Dimensions  string   `parquet:"dimensions,dict" doc:"members by axis as a JSON object; empty without dimensions"`
	Hidden      bool     `parquet:"hidden" doc:"whether the fact sits in the hidden header and not in the text"`
	Item        string   `parquet:"item,dict" doc:"the item that holds it; empty outside items"`
	SentenceID  string   `parquet:"sentence_id,delta" doc:"the sentence that holds it; empty without one"`
	TableID     int32    `parquet:"table_id,delta" doc:"the table that holds it; -1 outside tables"`
	Row         int32    `parquet:"row,delta" doc:"row of that table's grid; -1 outside tables"`
	Col         int32    `parquet:"col,delta" doc:"column of that table's grid; -1 outside tables"`
	SourceStart int64    `parquet:"source_start,delta" doc:"first byte in the unpacked source"`
	SourceEnd   int64    `parquet:"source_end,delta" doc:"byte after the last one in the unpacked source"`
	Problem     string   `parquet:"problem,dict" doc:"why the value could not be read; empty when it could"`
}

// Rows is one document with everything that was read from it, in reading order.
type Rows struct {
	Document   Document
	Items      []Item
	Paragraphs []Paragraph
	Tables     []Table
	Cells      []Cell
	Sentences  []Sentence
	Facts      []Fact
}
