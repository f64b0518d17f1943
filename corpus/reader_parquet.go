package corpus

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/assayhq/assay/corpus/internal/item"
	"github.com/assayhq/assay/corpus/store"
)

// readParquet reads EDGAR-CORPUS rows or a table of sentences, whichever its columns say.
func readParquet(ctx context.Context, k *kit, s *sourceFile, emit func(*reading) error) error {
	f, err := os.Open(s.Path)
	if err != nil {
		return skip("cannot be read: %v", cause(err))
	}
	defer f.Close()
	file, err := store.OpenForeign(f, s.Size, allowance(s.Size))
	if err != nil {
		return skip("damaged Parquet file, or one beyond what is read: %v", err)
	}
	columns := leafColumns(file.Schema())
	switch {
	case slices.Contains(columns, "section_7") || slices.Contains(columns, "item_7"):
		return readFilingRows(ctx, k, file, columns, s, emit)
	case sentenceColumn(columns, idColumns) != "" && sentenceColumn(columns, textColumns) != "":
		return readSentences(ctx, k, file, columns, emit)
	}
	return skip("a Parquet file without the columns of EDGAR-CORPUS (section_1 … section_15) or of sentences "+
		"(sentenceID and sentence); it has %s",
		strings.Join(columns[:min(len(columns), 12)], ", "))
}

// leafColumns names the columns as rows number them, nested ones by their path.
func leafColumns(schema *parquet.Schema) []string {
	var names []string
	for _, path := range schema.Columns() {
		names = append(names, strings.Join(path, "."))
	}
	return names
}

func readFilingRows(
	ctx context.Context, k *kit, file *parquet.File, columns []string, s *sourceFile, emit func(*reading) error,
) error {
	tally := rowTally{emit: emit}
	err := eachRow(ctx, file, columns, func(n int, row map[string]any) error {
		hash := hashRow(columns, row)
		if ids := k.known(hash); len(ids) > 0 {
			tally.known = append(tally.known, ids...)
			return nil
		}
		k.budget.begin()
		r, err := rowReading(k.budget, row, s, n)
		if err != nil {
			return tally.refuse(n, err)
		}
		r.format, r.sha256 = "parquet", hash
		return tally.add(r)
	})
	if err != nil {
		return err
	}
	return tally.outcome()
}

// hashRow is the content hash of a row, column by column.
func hashRow(columns []string, row map[string]any) string {
	h := sha256.New()
	for _, c := range columns {
		fmt.Fprintf(h, "%s\x00%v\x00", c, row[c])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// eachRow reads a Parquet file row by row as named values. A page that cannot be read ends the file with
// what was before it kept.
func eachRow(ctx context.Context, file *parquet.File, columns []string, yield func(n int, row map[string]any) error) (err error) {
	defer func() {
		// The library panics on some damaged pages; that is the file's fault, not ours.
		if p := recover(); p != nil {
			err = skip("damaged Parquet file: %v", p)
		}
	}()
	n := 0
	left := allowance(file.Size())
	buf := make([]parquet.Row, 64)
	for _, group := range file.RowGroups() {
		rows := group.Rows()
		for {
			k, err := rows.ReadRows(buf)
			for _, row := range buf[:k] {
				if ctx.Err() != nil {
					rows.Close()
					return ctx.Err()
				}
				n++
				// A dictionary gives the same long text to as many rows as name it.
				if left -= textBytes(row); left < 0 {
					rows.Close()
					return skip("row %d: its rows unpack to over %d times the file's size: a decompression bomb", n, maxRatio)
				}
				if err := yield(n, namedValues(columns, row)); err != nil {
					rows.Close()
					return err
				}
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				rows.Close()
				return skip("damaged Parquet file after row %d: %v", n, err)
			}
		}
		rows.Close()
	}
	if n == 0 {
		return skip("no rows in it")
	}
	return nil
}

// textBytes is how many bytes of text a row has.
func textBytes(row parquet.Row) (n int64) {
	for _, v := range row {
		if kind := v.Kind(); kind == parquet.ByteArray || kind == parquet.FixedLenByteArray {
			n += int64(len(v.ByteArray()))
		}
	}
	return n
}

func namedValues(columns []string, row parquet.Row) map[string]any {
	values := make(map[string]any, len(columns))
	for _, v := range row {
		i := v.Column()
		if i < 0 || i >= len(columns) || v.IsNull() {
			continue
		}
		switch v.Kind() {
		case parquet.ByteArray, parquet.FixedLenByteArray:
			values[columns[i]] = string(v.ByteArray())
		case parquet.Int32:
			values[columns[i]] = float64(v.Int32())
		case parquet.Int64:
			values[columns[i]] = float64(v.Int64())
		case parquet.Double:
			values[columns[i]] = v.Double()
		case parquet.Float:
			values[columns[i]] = float64(v.Float())
		}
	}
	return values
}

// The names under which sentence tables carry what we need.
var (
	idColumns   = []string{"sentenceID", "sentence_id", "sentenceId", "id"}
	textColumns = []string{"sentence", "sentence_text", "text"}
)

func sentenceColumn(columns, names []string) string {
	for _, name := range names {
		if slices.Contains(columns, name) {
			return name
		}
	}
	return ""
}

// sentenceName parses CIK10_FORM_YEAR_section_ID_SEQ; older tables leave the form out.
var sentenceName = regexp.MustCompile(`^(\d{10})_(?:([0-9A-Z-]+)_)?(\d{4})(?:Q\d|\d{4})?(?:-[0-9a-f]{8})?_section_([0-9A-Za-z.]+)_(\d+)$`)

// readSentences reads a table of sentences. Rows of one document are together, as such tables are
// written; a document whose rows are scattered is refused rather than cut in two.
func readSentences(ctx context.Context, k *kit, file *parquet.File, columns []string, emit func(*reading) error) error {
	t := sentenceTable{
		id: sentenceColumn(columns, idColumns), text: sentenceColumn(columns, textColumns),
		k: k, emit: emit, done: map[string]bool{},
	}
	err := eachRow(ctx, file, columns, t.row)
	if err == nil {
		err = t.flush()
	}
	if err == nil && t.emitted == 0 && len(t.known) > 0 {
		return &unchanged{t.known}
	}
	return err
}

// sentenceTable is the state of reading one: the document whose rows are being gathered, and what became
// of those before.
type sentenceTable struct {
	id, text string // columns
	k        *kit
	emit     func(*reading) error
	r        *reading
	seen     map[string]bool // the ids of the current document
	done     map[string]bool // the documents before it
	known    []string
	emitted  int
}

func (t *sentenceTable) row(n int, row map[string]any) error {
	id, _ := row[t.id].(string)
	parts := sentenceName.FindStringSubmatch(id)
	if parts == nil {
		return skip("row %d: sentence id %q is not CIK10_FORM_YEAR_section_ID_SEQ", n, id)
	}
	name := strings.TrimSuffix(id, "_section_"+parts[4]+"_"+parts[5])
	if t.r != nil && t.r.member != name {
		if err := t.flush(); err != nil {
			return err
		}
	}
	if t.r == nil {
		if t.done[name] {
			return skip("row %d: the sentences of %s are not together: sort the table by its ids", n, name)
		}
		t.r, t.seen = sentenceReading(name, parts, row), map[string]bool{}
	}
	value, _ := row[t.text].(string)
	text := oneLine([]byte(value))
	if text == "" {
		return nil
	}
	position, err := strconv.ParseInt(parts[5], 10, 32)
	if err != nil || t.seen[id] {
		return skip("row %d: the id %q is there twice, or its number is too large", n, id)
	}
	t.seen[id] = true
	t.r.sentences = append(t.r.sentences, store.Sentence{
		Section: parts[4], Position: int32(position), Kind: kindText, Text: text, Paragraph: -1, TableID: -1, Row: -1,
	})
	return nil
}

// flush hands the gathered document on, unless the corpus has it.
func (t *sentenceTable) flush() error {
	if t.r == nil {
		return nil
	}
	out := t.r
	t.r = nil
	t.done[out.member] = true
	out.sha256 = hashSentences(out)
	if ids := t.k.known(out.sha256); len(ids) > 0 {
		t.known = append(t.known, ids...)
		return nil
	}
	t.emitted++
	return t.emit(out)
}

// hashSentences is the content hash of a document that came as sentences.
func hashSentences(r *reading) string {
	h := sha256.New()
	fmt.Fprintln(h, r.member)
	for _, s := range r.sentences {
		fmt.Fprintf(h, "%s %d %s\n", s.Section, s.Position, s.Text)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func sentenceReading(name string, parts []string, row map[string]any) *reading {
	m := meta{form: parts[2]}
	fill(&m.form, "10-K")
	m.setCIK("sentence id", parts[1])
	m.fiscalYear = m.parseYear("sentence id", parts[3])
	m.company, _ = row["name"].(string)
	if m.company == "" {
		m.company, _ = row["company"].(string)
	}
	return &reading{meta: m, member: name, format: "parquet", era: "sentences"}
}

// sentenceSections are the sections that a table of sentences has, in the form's order.
func sentenceSections(form string, sentences []store.Sentence) []section {
	seen := map[string]bool{}
	for _, s := range sentences {
		seen[s.Section] = true
	}
	var sections []section
	if f, err := item.FormOf(form); err == nil {
		for _, it := range f.Asked(0) {
			if seen[it.ID] {
				it.Status, it.Rule = item.Extracted, "named by the source's sentence ids"
				sections = append(sections, section{Item: it})
				delete(seen, it.ID)
			}
		}
	}
	var rest []string
	for id := range seen {
		rest = append(rest, id)
	}
	slices.Sort(rest)
	for _, id := range rest {
		sections = append(sections, section{Item: item.Item{
			ID: id, Status: item.Extracted, Rule: "named by the source's sentence ids",
		}})
	}
	return sections
}
