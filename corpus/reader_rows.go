package corpus

import (
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
// array, or lines. A row that cannot be read costs only itself.
func readRows(ctx context.Context, k *kit, s *sourceFile, emit func(*reading) error) error {
	f, err := s.stream()
	if err != nil {
		return err
	}
	defer f.Close()
	rows, tally := newRowScanner(f), rowTally{emit: emit}
	for n := 1; ; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		raw, err := rows.next()
		switch {
		case errors.Is(f.err, io.ErrUnexpectedEOF):
			return skip("row %d: the file is cut off", n)
		case f.err != nil:
			return skip("row %d: %s", n, f.err)
		}
		if errors.Is(err, io.EOF) {
			return tally.outcome()
		}
		if err == nil {
			err = tally.row(k, s, n, raw)
		}
		if err := tally.refuse(n, err); err != nil {
			return err
		}
	}
}

// rowTally hands the rows of a file on and counts what became of them.
type rowTally struct {
	emit    func(*reading) error
	emitted int
	known   []string
	refused int
	waiting []reading // refused rows before the first of the right kind, without which the file is of another kind
}

// Refused rows of one file: so many are listed, and so many before the first of the right kind are another kind of file.
const (
	maxRefused = 1000
	maxWaiting = 100
)

func (t *rowTally) row(k *kit, s *sourceFile, n int, raw []byte) error {
	sum := sha256.Sum256(raw)
	hash := hex.EncodeToString(sum[:])
	if ids := k.known(hash); len(ids) > 0 {
		t.known = append(t.known, ids...)
		return nil
	}
	k.budget.begin()
	if err := k.budget.reserve(rowCopies * int64(len(raw))); err != nil {
		return err
	}
	fields, err := rowFields(raw)
	if err != nil {
		return err
	}
	r, err := rowReading(k.budget, fields, s, n)
	if err != nil {
		return err
	}
	r.sha256, r.bytes = hash, int64(len(raw))
	return t.add(r)
}

// rowCopies is how often a row is in memory while it is read: as it came, as values, as one text.
const rowCopies = 4

// rowFields are the named values of a row. A number that is too large for a float is a value like any other.
func rowFields(raw []byte) (map[string]any, error) {
	var fields map[string]any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	switch err := dec.Decode(&fields); {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, skip("the JSON is cut off")
	case errors.As(err, new(*json.UnmarshalTypeError)):
		return nil, skip("not an object")
	case err != nil:
		return nil, skip("not JSON: %v", err)
	case dec.InputOffset() < int64(len(raw)):
		return nil, skip("not JSON: more after the end of the object")
	}
	return fields, nil
}

// add hands a document on.
func (t *rowTally) add(r *reading) error {
	t.emitted++
	return errors.Join(t.flush(), t.emit(r))
}

// refuse passes over a row for the given reason, if that is the row's fault.
func (t *rowTally) refuse(n int, err error) error {
	var skipped *skipError
	if err == nil || !errors.As(err, &skipped) {
		return err
	}
	refused := reading{member: "row " + strconv.Itoa(n), refused: err}
	isRow := t.emitted > 0 || t.refused > 0 || len(t.known) > 0 || errors.As(err, new(*refusedRow))
	switch {
	case !isRow && len(t.waiting) < maxWaiting:
		t.waiting = append(t.waiting, refused)
		return nil
	case !isRow:
		return t.otherKind()
	}
	if t.refused++; t.refused > maxRefused {
		return nil
	}
	return errors.Join(t.flush(), t.emit(&refused))
}

// flush hands on the refused rows before the first one of the right kind.
func (t *rowTally) flush() error {
	for i := range t.waiting {
		if err := t.emit(&t.waiting[i]); err != nil {
			return err
		}
	}
	t.refused += len(t.waiting)
	t.waiting = nil
	return nil
}

// otherKind is the error of a file that has no row of the right kind.
func (t *rowTally) otherKind() error {
	first := &t.waiting[0]
	if n := len(t.waiting); n > 1 {
		return skip("%s: %s; none of its first %d rows can be read", first.member, first.refused, n)
	}
	return skip("%s: %s", first.member, first.refused)
}

// refusedRow is the error of a row that is of the right kind, and no document for another reason.
type refusedRow struct{ error }

func (r *refusedRow) Unwrap() error { return r.error }

// outcome ends the file. The error is the outcome of one that gave nothing new.
func (t *rowTally) outcome() error {
	switch {
	case t.refused > maxRefused:
		more := skip("%d more rows cannot be read either", t.refused-maxRefused)
		return t.emit(&reading{member: "the rest", refused: more})
	case t.emitted > 0 || t.refused > 0:
		return nil
	case len(t.known) > 0:
		return &unchanged{t.known}
	case len(t.waiting) > 0:
		return t.otherKind()
	}
	return skip("no rows in it")
}

// rowReading makes a reading of one row of named columns.
func rowReading(b *budget, fields map[string]any, s *sourceFile, n int) (*reading, error) {
	prefix := rowPrefix(fields)
	if prefix == "" {
		return nil, skip("no columns section_1 … or item_1 …: neither EDGAR-CORPUS nor edgar-crawler")
	}
	text := func(key string) string {
		switch v := fields[key].(type) {
		case string:
			return v
		case json.Number:
			if f, err := v.Float64(); err == nil {
				return strconv.FormatFloat(f, 'f', -1, 64)
			}
			return v.String()
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
	p, err := rowPiece(b, fields, prefix, m)
	if err != nil {
		return nil, &refusedRow{err}
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
func rowPiece(b *budget, fields map[string]any, prefix string, m meta) (*piece, error) {
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
	doc, err := block.Read(src.Bytes(), false, b.grow)
	if err != nil {
		return nil, err
	}
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
