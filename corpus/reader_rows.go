package corpus

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/item"
)

// readRows reads filings that are split into items already, one JSON object each: a file of one, an
// array, or lines.
func readRows(ctx context.Context, k *kit, s *sourceFile, emit func(*reading) error) error {
	f, err := s.stream()
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<20)
	skipBlank(in)
	dec := json.NewDecoder(in)
	if first, _ := in.Peek(1); len(first) > 0 && first[0] == '[' {
		if _, err := dec.Token(); err != nil {
			return skip("not JSON: %v", err)
		}
	}
	tally, n := rowTally{}, 1
	for ; dec.More(); n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		f.next()
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return rowsError(n, err)
		}
		if err := tally.row(k, s, n, raw, emit); err != nil {
			return err
		}
	}
	if f.err != nil {
		return rowsError(n, f.err)
	}
	return tally.outcome()
}

// rowTally counts what became of the rows of a file.
type rowTally struct {
	emitted int
	known   []string
	refused int
}

func (t *rowTally) row(k *kit, s *sourceFile, n int, raw []byte, emit func(*reading) error) error {
	sum := sha256.Sum256(raw)
	hash := hex.EncodeToString(sum[:])
	if ids := k.known(hash); len(ids) > 0 {
		t.known = append(t.known, ids...)
		return nil
	}
	var fields map[string]any
	if err := json.Unmarshal(raw, &fields); err != nil {
		return skip("row %d is not an object", n)
	}
	r, err := rowReading(fields, s, n)
	if err != nil {
		if t.emitted == 0 && t.refused == 0 && rowPrefix(fields) == "" {
			return err // the file is of another kind altogether
		}
		t.refused++
		return emit(&reading{member: "row " + strconv.Itoa(n), refused: err})
	}
	r.sha256, r.bytes = hash, int64(len(raw))
	t.emitted++
	return emit(r)
}

// outcome is the outcome reported for a file that gave nothing new.
func (t *rowTally) outcome() error {
	switch {
	case t.emitted > 0 || t.refused > 0:
		return nil
	case len(t.known) > 0:
		return &unchanged{t.known}
	}
	return skip("no rows in it")
}

// rowsError names the row at which a file of rows breaks off.
func rowsError(n int, err error) error {
	var skipped *skipError
	if errors.As(err, &skipped) {
		return skip("row %d: %s", n, skipped.Reason)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return skip("row %d: the JSON is cut off", n)
	}
	return skip("row %d: not JSON: %v", n, err)
}

func skipBlank(in *bufio.Reader) {
	for {
		r, _, err := in.ReadRune()
		if err != nil {
			return
		}
		if !strings.ContainsRune(" \t\r\n\ufeff", r) {
			_ = in.UnreadRune()
			return
		}
	}
}

// rowReading makes a reading of one row of named columns.
func rowReading(fields map[string]any, s *sourceFile, n int) (*reading, error) {
	prefix := rowPrefix(fields)
	if prefix == "" {
		return nil, skip("row %d has no columns section_1 … or item_1 …: neither EDGAR-CORPUS nor edgar-crawler", n)
	}
	text := func(key string) string {
		switch v := fields[key].(type) {
		case string:
			return v
		case float64:
			return strconv.FormatFloat(v, 'f', -1, 64)
		}
		return ""
	}
	m := meta{
		company: text("company"), form: text("filing_type"), sic: text("sic"), state: text("state_of_inc"),
		fiscalYearEnd: text("fiscal_year_end"),
	}
	m.setCIK("column cik", text("cik"))
	m.corpusYear = m.parseYear("column year", text("year"))
	m.periodEnd = m.parseDate("column period_of_report", text("period_of_report"))
	m.filed = m.parseDate("column filing_date", text("filing_date"))
	named := *s
	if name := text("filename"); name != "" {
		named.Path = name
	}
	m.fill(ofName(named.stem()))
	fill(&m.form, "10-K")
	r := &reading{meta: m, member: "row " + strconv.Itoa(n), format: "rows", era: "rows"}
	p, err := rowPiece(fields, prefix, m)
	if err != nil {
		return nil, err
	}
	if m.fiscalYear == 0 {
		r.meta.fiscalYear = fiscalYear(m.periodEnd, p.doc.Text)
	}
	r.pieces = []piece{*p}
	return r, nil
}

// rowPrefix is which of the two conventions names the item columns.
func rowPrefix(fields map[string]any) string {
	for _, prefix := range []string{"section_", "item_"} {
		for _, id := range []string{"1", "7", "8", "1A"} {
			if _, ok := fields[prefix+id].(string); ok {
				return prefix
			}
		}
	}
	return ""
}

// rowPiece lays the items of a row out as one text, in the form's order, and keeps where each is.
func rowPiece(fields map[string]any, prefix string, m meta) (*piece, error) {
	form, err := item.FormOf(formType(m.form))
	if err != nil {
		return nil, &skipError{err.Error()}
	}
	var src bytes.Buffer
	places := map[string]block.Range{}
	items := form.Asked(0)
	for _, it := range items {
		body, _ := fields[prefix+it.ID].(string)
		body = strings.TrimSpace(body)
		if body == "" {
			continue
		}
		start := int32(src.Len())
		src.WriteString(body)
		places[it.ID] = block.Range{Start: start, End: int32(src.Len())}
		// A blank line, so that no paragraph runs over from one item into the next.
		src.WriteString("\n\n")
	}
	if len(places) == 0 {
		return nil, skip("every item of the row is empty")
	}
	doc := block.Plain(src.Bytes())
	p := &piece{doc: doc, src: src.Bytes(), kind: "given by the source"}
	for _, it := range items {
		_, column := fields[prefix+it.ID]
		at, ok := places[it.ID]
		switch {
		case ok:
			it.Rule = fmt.Sprintf("column %s%s of the source", prefix, it.ID)
			it.Spans = []block.Span{doc.TextSpan(at)}
			it.Judge(doc.Of(it.Spans[0]))
		case column:
			it.Rule = "the column is empty"
		default:
			continue
		}
		p.sections = append(p.sections, section{Item: it})
	}
	return p, nil
}
