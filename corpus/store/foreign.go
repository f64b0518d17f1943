package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// Limits of one page of a Parquet file of another program.
const (
	maxPage       = 512 << 20 // bytes, unpacked
	maxPageHeader = 16 << 20  // bytes; bounds of long texts are there
	headerGuess   = 1 << 10   // what is read of a header at first
)

// plainDictionary is the older name of two encodings, that of a dictionary and that of indexes into it.
// Many writers still use it.
const plainDictionary format.Encoding = 2

// OpenForeign opens a Parquet file of any origin. All pages are checked before the decoder sees one: they must
// unpack to the sizes that they state, to no more than allowance together, and a column must not have more
// values than the file has bits.
func OpenForeign(r io.ReaderAt, size, allowance int64) (file *parquet.File, err error) {
	defer guard(&err)
	meta, err := readFooter(r, size)
	if err != nil {
		return nil, err
	}
	file, err = parquet.OpenFile(r, size,
		parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true), parquet.ReadBufferSize(readBytes))
	if err != nil {
		return nil, err
	}
	return file, checkPages(r, size, allowance, meta, file.Schema())
}

// checkPages checks the pages of every column.
func checkPages(r io.ReaderAt, size, allowance int64, meta *format.FileMetaData, schema *parquet.Schema) error {
	c := pageCheck{r: r, allowance: allowance}
	defer c.close()
	for i, path := range schema.Columns() {
		leaf, _ := schema.Lookup(path...)
		c.leaf, c.values = leaf, 8*size
		for g := range meta.RowGroups {
			// The decoder takes the first row group's compression for the column's.
			c.codec = meta.RowGroups[0].Columns[i].MetaData.Codec
			chunk := &meta.RowGroups[g].Columns[i].MetaData
			if err := c.chunk(chunkStart(chunk), chunk.TotalCompressedSize); err != nil {
				return fmt.Errorf("row group %d: column %q: %w", g, strings.Join(path, "."), err)
			}
		}
	}
	return nil
}

// pageCheck checks the pages of column chunks.
type pageCheck struct {
	unfolder
	r         io.ReaderAt
	allowance int64 // bytes that pages may still unpack to
	values    int64 // that the column may still have
	leaf      parquet.LeafColumn
	codec     format.CompressionCodec
	header    []byte
	packed    []byte
}

func (c *pageCheck) chunk(at, left int64) error {
	for left > 0 {
		h, n, err := c.readHeader(at, left)
		if err != nil {
			return fmt.Errorf("page header: %w", err)
		}
		at, left = at+int64(n), left-int64(n)
		if err := c.claims(h, left); err != nil {
			return err
		}
		packed := c.grow(int(h.CompressedPageSize))
		if _, err := c.r.ReadAt(packed, at); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if err := c.page(h, packed); err != nil {
			return fmt.Errorf("page: %w", err)
		}
		at, left = at+int64(len(packed)), left-int64(len(packed))
	}
	return nil
}

// readHeader reads a page header, whose length is not known before.
func (c *pageCheck) readHeader(at, left int64) (*format.PageHeader, int, error) {
	for size := int64(headerGuess); ; size *= 4 {
		size = min(size, left, maxPageHeader)
		if int64(cap(c.header)) < size {
			c.header = make([]byte, size)
		}
		data := c.header[:size]
		if _, err := c.r.ReadAt(data, at); err != nil && !errors.Is(err, io.EOF) {
			return nil, 0, err
		}
		h := new(format.PageHeader)
		n, err := decodeThrift(data, h)
		if errors.Is(err, errShort) && size < min(left, maxPageHeader) {
			continue
		}
		return h, n, err
	}
}

func (c *pageCheck) grow(n int) []byte {
	if cap(c.packed) < n {
		c.packed = make([]byte, n)
	}
	return c.packed[:n]
}

// claims holds what a header says against what is left of the chunk and of the file's allowance.
func (c *pageCheck) claims(h *format.PageHeader, left int64) error {
	values, unpacked := int64(valuesOf(h)), int64(h.UncompressedPageSize)
	switch {
	case h.CompressedPageSize < 0 || int64(h.CompressedPageSize) > left:
		return fmt.Errorf("a page of %d bytes where %d are left", h.CompressedPageSize, left)
	case unpacked < 0 || values < 0:
		return errors.New("a page of negative size")
	case unpacked > maxPage:
		return fmt.Errorf("a page of %d bytes, more than the %d that are read", unpacked, maxPage)
	case values > c.values:
		return errors.New("more values than the file has bits")
	}
	c.values -= values
	c.allowance -= unpacked
	if kind := c.leaf.Node.Type().Kind(); kind == parquet.FixedLenByteArray {
		width := int64(c.leaf.Node.Type().Length())
		if width < 0 || values > 0 && width > c.allowance/values {
			return errUnfolds
		}
		c.allowance -= width * values
	}
	if c.allowance < 0 {
		return errors.New("its pages unfold out of all proportion: a decompression bomb")
	}
	return nil
}

// valuesOf is how many values the decoder allocates.
func valuesOf(h *format.PageHeader) int32 {
	return max(h.DataPageHeader.V.NumValues, h.DataPageHeaderV2.V.NumValues, h.DictionaryPageHeader.V.NumValues,
		h.DataPageHeaderV2.V.NumRows)
}

// page unpacks a page and counts what it holds.
func (c *pageCheck) page(h *format.PageHeader, packed []byte) error {
	// Whatever is first is read as the dictionary where its header has one, whatever type it names.
	if d := h.DictionaryPageHeader; d.Valid && d.V.Encoding != format.Plain && d.V.Encoding != plainDictionary {
		return fmt.Errorf("a dictionary encoded as %s", d.V.Encoding)
	}
	switch h.Type {
	case format.DictionaryPage:
		_, err := c.unfold(c.codec, packed, int(h.UncompressedPageSize))
		return err
	case format.DataPage:
		return c.pageV1(&h.DataPageHeader.V, packed, int(h.UncompressedPageSize))
	case format.DataPageV2:
		return c.pageV2(&h.DataPageHeaderV2.V, packed, int(h.UncompressedPageSize))
	}
	return fmt.Errorf("a page of an unknown type, %s", h.Type)
}

func (c *pageCheck) pageV1(h *format.DataPageHeader, packed []byte, unpacked int) error {
	data, err := c.unfold(c.codec, packed, unpacked)
	if err != nil {
		return err
	}
	values := int(h.NumValues)
	for _, level := range [...]struct {
		most     int
		encoding format.Encoding
	}{{c.leaf.MaxRepetitionLevel, h.RepetitionLevelEncoding}, {c.leaf.MaxDefinitionLevel, h.DefinitionLevelEncoding}} {
		if level.most == 0 {
			continue
		}
		if len(data) < 4 || uint64(binary.LittleEndian.Uint32(data)) > uint64(len(data)-4) {
			return errShort
		}
		n := 4 + int(binary.LittleEndian.Uint32(data))
		if err := checkLevels(data[4:n], level.encoding, level.most, values); err != nil {
			return err
		}
		data = data[n:]
	}
	return c.encoded(data, h.Encoding, values)
}

func (c *pageCheck) pageV2(h *format.DataPageHeaderV2, packed []byte, unpacked int) error {
	values := int(h.NumValues)
	for _, level := range [...]struct {
		most   int
		length int32
	}{
		{c.leaf.MaxRepetitionLevel, h.RepetitionLevelsByteLength},
		{c.leaf.MaxDefinitionLevel, h.DefinitionLevelsByteLength},
	} {
		if level.length < 0 || int(level.length) > len(packed) {
			return errShort
		}
		if level.most > 0 {
			if err := checkLevels(packed[:level.length], format.RLE, level.most, values); err != nil {
				return err
			}
		}
		packed = packed[level.length:]
	}
	codec := c.codec
	if h.IsCompressed.Valid && !h.IsCompressed.V {
		codec = format.Uncompressed
	}
	data, err := c.unfold(codec, packed, unpacked)
	if err != nil {
		return err
	}
	return c.encoded(data, h.Encoding, values)
}

// checkLevels counts the levels of a page. Those of the older encoding cannot be more than their bits.
func checkLevels(data []byte, encoding format.Encoding, most, values int) error {
	if encoding != format.RLE {
		return nil
	}
	return checkRuns(data, uint(bits.Len(uint(most))), values)
}

// encoded counts the values of a page whose encoding can express many values in few bytes.
func (c *pageCheck) encoded(data []byte, encoding format.Encoding, values int) error {
	if len(data) == 0 {
		return nil
	}
	switch encoding {
	case format.RLEDictionary, plainDictionary:
		return checkRuns(data[1:], uint(data[0]), values)
	case format.RLE:
		return checkRuns(data[min(4, len(data)):], 1, values)
	case format.DeltaBinaryPacked, format.DeltaLengthByteArray:
		return checkDeltas(data, values)
	case format.DeltaByteArray:
		return c.prefixed(data, values)
	}
	return nil
}

// prefixed counts the bytes that values share with the ones before them, which are not there in the page.
func (c *pageCheck) prefixed(data []byte, values int) error {
	if err := checkDeltas(data, values); err != nil {
		return err
	}
	shared, err := parquet.DeltaBinaryPacked.DecodeInt32(nil, data)
	if err != nil {
		return err
	}
	for _, n := range shared {
		c.allowance -= max(0, int64(n))
	}
	if c.allowance < 0 {
		return errUnfolds
	}
	return nil
}
