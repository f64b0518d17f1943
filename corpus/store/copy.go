package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sort"

	"github.com/parquet-go/parquet-go"
)

// copyValues is how many values are moved at once.
const copyValues = 1024

// columns reads the columns of one file, each at its own pace.
type columns struct {
	file    *os.File // closed with the columns, if there
	groups  []parquet.RowGroup
	starts  []int64 // first row of every row group, and the number of rows
	sizes   []int64 // compressed bytes of every row group
	cursors []cursor
	buf     []parquet.Value
}

func newColumns(f *os.File, pf *parquet.File) *columns {
	c := &columns{file: f, groups: pf.RowGroups(), starts: []int64{0}, buf: make([]parquet.Value, copyValues)}
	for i, g := range c.groups {
		c.starts = append(c.starts, c.starts[i]+g.NumRows())
		var n int64
		for _, chunk := range pf.Metadata().RowGroups[i].Columns {
			n += chunk.MetaData.TotalCompressedSize
		}
		c.sizes = append(c.sizes, n)
	}
	for range pf.Schema().Columns() {
		c.cursors = append(c.cursors, cursor{group: -1})
	}
	return c
}

// groupOf is the row group that holds a row.
func (c *columns) groupOf(row int64) int {
	return sort.Search(len(c.groups), func(i int) bool { return c.starts[i+1] > row })
}

// bytes estimates the compressed size of a range of rows from its row groups' sizes.
func (c *columns) bytes(first, end int64) int64 {
	var n int64
	for first < end {
		g := c.groupOf(first)
		last := min(end, c.starts[g+1])
		n += c.sizes[g] * (last - first) / (c.starts[g+1] - c.starts[g])
		first = last
	}
	return n
}

// copy appends a range of rows of one column to a writer.
func (c *columns) copy(dst *parquet.ColumnWriter, column int, first, end int64) error {
	cur := &c.cursors[column]
	for first < end {
		g := c.groupOf(first)
		n := min(end, c.starts[g+1]) - first
		if err := cur.seek(c.groups[g].ColumnChunks()[column], g, first-c.starts[g]); err != nil {
			return err
		}
		err := cur.walk(n, c.buf, func(values []parquet.Value) error {
			_, err := dst.WriteRowValues(values)
			return err
		})
		if err != nil {
			return err
		}
		first += n
	}
	return nil
}

// each calls f with the value of every row of a range, in a column without lists.
func (c *columns) each(column int, first, end int64, f func(parquet.Value)) error {
	cur := &c.cursors[column]
	for first < end {
		g := c.groupOf(first)
		n := min(end, c.starts[g+1]) - first
		if err := cur.seek(c.groups[g].ColumnChunks()[column], g, first-c.starts[g]); err != nil {
			return err
		}
		err := cur.walk(n, c.buf, func(values []parquet.Value) error {
			for _, v := range values {
				f(v)
			}
			return nil
		})
		if err != nil {
			return err
		}
		first += n
	}
	return nil
}

// release frees the memory of a column.
func (c *columns) release(column int) { c.cursors[column].close() }

func (c *columns) close() error {
	for i := range c.cursors {
		c.cursors[i].close()
	}
	if c.file == nil {
		return nil
	}
	return c.file.Close()
}

// cursor is a position before a row of a column chunk.
type cursor struct {
	group int
	row   int64 // within the row group
	pages parquet.Pages
	page  parquet.Page
	rest  int64 // rows left in the page
}

// seek moves to a row of a chunk. To go on where the last copy ended is free.
func (c *cursor) seek(chunk parquet.ColumnChunk, group int, row int64) error {
	if c.group != group {
		c.close()
		c.group, c.row, c.pages = group, 0, chunk.Pages()
	}
	if c.row == row {
		return nil
	}
	if ahead := row - c.row; 0 < ahead && ahead < c.rest {
		c.row, c.rest = row, c.rest-ahead
		return nil
	}
	c.release()
	c.row = row
	return c.pages.SeekToRow(row)
}

// walk calls f with the values of the next n rows, whole rows at a time.
func (c *cursor) walk(n int64, buf []parquet.Value, f func([]parquet.Value) error) error {
	for n > 0 {
		if c.rest == 0 {
			if err := c.nextPage(); err != nil {
				return err
			}
		}
		rows := min(n, c.rest)
		if err := c.walkPage(rows, buf, f); err != nil {
			return err
		}
		c.rest -= rows
		c.row += rows
		n -= rows
	}
	return nil
}

// nextPage goes to the next page.
func (c *cursor) nextPage() error {
	c.release()
	page, err := c.pages.ReadPage()
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("column ends before its row group: %w", io.ErrUnexpectedEOF)
	}
	if err != nil {
		return err
	}
	c.page, c.rest = page, page.NumRows()
	return nil
}

// walkPage calls f with the values of the next rows of the page.
func (c *cursor) walkPage(rows int64, buf []parquet.Value, f func([]parquet.Value) error) error {
	page := c.page
	if total := page.NumRows(); rows < total {
		at := total - c.rest
		page = page.Slice(at, at+rows)
	}
	if n := page.NumValues(); n != rows && n > int64(len(buf)) {
		buf = make([]parquet.Value, n) // lists: a piece must not end within one
	}
	values := page.Values()
	for {
		n, err := values.ReadValues(buf)
		if n > 0 {
			if err := f(buf[:n]); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (c *cursor) release() {
	if c.page != nil {
		parquet.Release(c.page)
	}
	c.page, c.rest = nil, 0
}

func (c *cursor) close() {
	c.release()
	if c.pages != nil {
		_ = c.pages.Close()
	}
	c.pages, c.group = nil, -1
}
