package store

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/parquet-go/parquet-go"
)

// readBytes is how much is read from a file at once.
const readBytes = 32 << 10

// openTable opens a Parquet file and makes sure that it is the table that the manifest says.
func openTable(f *os.File, p *part, t int) (*parquet.File, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return openParquet(f, info.Size(), p.manifest.Files[t].Rows, t)
}

func openParquet(r io.ReaderAt, size, rows int64, t int) (pf *parquet.File, err error) {
	defer func() {
		if p := recover(); p != nil { // a damaged footer must not end the process
			pf, err = nil, fmt.Errorf("not a readable Parquet file: %v", p)
		}
	}()
	meta, err := readFooter(r, size)
	if err == nil {
		err = checkIndexes(r, size, meta)
	}
	if err != nil {
		return nil, fmt.Errorf("not a readable Parquet file: %w", err)
	}
	pf, err = parquet.OpenFile(r, size, parquet.SkipBloomFilters(true), parquet.ReadBufferSize(readBytes))
	if err != nil {
		return nil, fmt.Errorf("not a readable Parquet file: %w", err)
	}
	if pf.NumRows() != rows {
		return nil, fmt.Errorf("it has %d rows and was written with %d", pf.NumRows(), rows)
	}
	if err := sameColumns(tables[t].schema, pf.Schema()); err != nil {
		return nil, err
	}
	return pf, nil
}

// sameColumns makes sure that a file has the columns of its table and no others.
func sameColumns(want, have *parquet.Schema) error {
	if err := subset(want, have); err != nil {
		return err
	}
	if !parquet.EqualNodes(want, have) {
		return errors.New("its columns are not those of this version")
	}
	return nil
}

// subset names the first column that is missing or of another type.
func subset(want, have *parquet.Schema) error {
	for _, path := range want.Columns() {
		leaf, _ := want.Lookup(path...)
		found, ok := have.Lookup(path...)
		if !ok {
			return fmt.Errorf("column %q is missing", path[0])
		}
		if found.Node.Type().Kind() != leaf.Node.Type().Kind() || found.Node.Optional() != leaf.Node.Optional() {
			return fmt.Errorf("column %q is of type %s, not %s", path[0], found.Node.Type(), leaf.Node.Type())
		}
	}
	return nil
}
