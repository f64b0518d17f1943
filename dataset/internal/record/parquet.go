package record

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/internal/yamltree"
)

// Limits of a Parquet file beside those of the store: what its rows may unpack to.
const (
	maxRatio = 150       // to what the file has
	freeSize = 256 << 20 // up to here the ratio does not matter
	rowBatch = 64
)

// column is a leaf of the file, and where in a row it goes.
type column struct {
	name     string // of the field at the top
	within   string // the path inside it where it is a part of an object
	isList   bool
	tooDeep  bool
	complete int // the definition level of a value that is there
}

// eachParquetRow reads the rows of a Parquet file. The decoder believes what a file claims, so the store
// holds the claims against the file first.
func (p *Pass) eachParquetRow(yield func(*Node) error) error {
	size, err := fileSize(p.Src.file)
	if err != nil {
		return err
	}
	left := max(freeSize, maxRatio*size)
	file, err := store.OpenForeign(p.Src.file, size, left)
	if err != nil {
		return fmt.Errorf("damaged Parquet file, or one beyond what is read: %w", err)
	}
	columns := columnsOf(file.Schema())
	for _, c := range columns {
		if c.tooDeep {
			p.Notes.Add("column %q is nested deeper than is read", Shown(c.name))
		}
	}
	r := &parquetRows{columns: columns, left: left, yield: yield, tell: p.Fail}
	for _, group := range file.RowGroups() {
		if err := r.group(group); err != nil {
			return err
		}
	}
	return nil
}

func fileSize(f *os.File) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, Reason(err)
	}
	return info.Size(), nil
}

// columnsOf finds for each leaf what it is: a value, a list of values, or a part of an object.
func columnsOf(schema *parquet.Schema) []column {
	var all []column
	for _, path := range schema.Columns() {
		leaf, _ := schema.Lookup(path...)
		c := column{name: path[0], complete: leaf.MaxDefinitionLevel, isList: leaf.MaxRepetitionLevel == 1}
		switch {
		case leaf.MaxRepetitionLevel > 1, c.isList && len(path) > 3:
			c.tooDeep = true
		case !c.isList && len(path) > 1:
			c.within = strings.Join(path[1:], ".")
		}
		all = append(all, c)
	}
	return all
}

// parquetRows makes nodes of rows.
type parquetRows struct {
	columns []column
	left    int64 // bytes that rows may still unpack to
	row     int
	yield   func(*Node) error
	tell    func(error)
}

func (r *parquetRows) group(group parquet.RowGroup) error {
	rows := group.Rows()
	defer rows.Close()
	buf := make([]parquet.Row, rowBatch)
	for {
		k, err := readRows(rows, buf)
		for _, row := range buf[:k] {
			r.row++
			n, err := r.node(row)
			if errors.Is(err, errBomb) {
				return fmt.Errorf("row %d: %w", r.row, err)
			}
			if err != nil {
				r.tell(&yamltree.Problem{Line: r.row, Message: err.Error()})
			} else if err := r.yield(n); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("damaged Parquet file after row %d: %w", r.row, err)
		}
	}
}

// readRows reads the next rows. The library panics on some damaged pages; that is the file's fault.
func readRows(rows parquet.Rows, buf []parquet.Row) (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			n, err = 0, fmt.Errorf("%v", r)
		}
	}()
	return rows.ReadRows(buf)
}

var errBomb = errors.New("the rows unpack out of all proportion: a decompression bomb")

func (r *parquetRows) node(row parquet.Row) (*Node, error) {
	n := &Node{Kind: Object, Line: r.row}
	at := map[string]int{}
	for _, v := range row {
		if r.left -= textBytes(v) + 1; r.left < 0 {
			return nil, errBomb
		}
		if v.Column() < 0 || v.Column() >= len(r.columns) || r.columns[v.Column()].tooDeep {
			continue
		}
		c := &r.columns[v.Column()]
		i, ok := at[c.name]
		if !ok {
			i = len(n.Fields)
			at[c.name] = i
			n.Fields = append(n.Fields, Field{Key: c.name, Line: r.row, Value: Node{Line: r.row}})
		}
		if err := c.put(&n.Fields[i].Value, v); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// textBytes is how many bytes of text a value has.
func textBytes(v parquet.Value) int64 {
	if k := v.Kind(); k == parquet.ByteArray || k == parquet.FixedLenByteArray {
		return int64(len(v.ByteArray()))
	}
	return 0
}

// put sets a value where it belongs in the field.
func (c *column) put(into *Node, v parquet.Value) error {
	one, err := parquetValue(v, into.Line)
	if err != nil {
		return fmt.Errorf("column %q: %w", Shown(c.name), err)
	}
	there := v.DefinitionLevel() == c.complete && !v.IsNull()
	switch {
	case c.isList && (there || v.DefinitionLevel() > 0):
		// A level between says that the list is there, and empty.
		into.Kind = List
		if there {
			into.Items = append(into.Items, one)
		}
	case c.within != "" && there:
		into.Kind = Object
		into.Fields = append(into.Fields, Field{c.within, into.Line, one})
	case !c.isList && c.within == "":
		*into = one
	}
	return nil
}

func parquetValue(v parquet.Value, line int) (Node, error) {
	if v.IsNull() {
		return Node{Line: line}, nil
	}
	switch v.Kind() {
	case parquet.Boolean:
		return Node{Kind: Truth, Text: strconv.FormatBool(v.Boolean()), Line: line}, nil
	case parquet.Int32:
		return Node{Kind: Number, Text: strconv.FormatInt(int64(v.Int32()), 10), Line: line}, nil
	case parquet.Int64:
		return Node{Kind: Number, Text: strconv.FormatInt(v.Int64(), 10), Line: line}, nil
	case parquet.Float:
		return floatNode(float64(v.Float()), 32, line), nil
	case parquet.Double:
		return floatNode(v.Double(), 64, line), nil
	case parquet.ByteArray, parquet.FixedLenByteArray:
		if s := string(v.ByteArray()); utf8.ValidString(s) {
			return TextNode(s, line), nil
		}
	}
	return Node{}, errors.New("holds bytes that are no UTF-8 text")
}

// floatNode is a number, or null where there is none: data frames write NaN for what is missing.
func floatNode(f float64, size, line int) Node {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Node{Line: line}
	}
	return Node{Kind: Number, Text: strconv.FormatFloat(f, 'g', -1, size), Line: line}
}
