package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// foreignRow has a column of every kind that matters to the check of pages.
type foreignRow struct {
	Name   string   `parquet:"name"`
	Word   *string  `parquet:"word,optional,dict"`
	Number int64    `parquet:"number,delta"`
	Text   string   `parquet:"text,delta"`
	Yes    bool     `parquet:"yes"`
	Rate   float64  `parquet:"rate"`
	Code   [5]byte  `parquet:"code"`
	List   []string `parquet:"list,list"`
}

const foreignRows = 40

func foreignFile(t testing.TB, codec compress.Codec, version int) []byte {
	t.Helper()
	rows := make([]foreignRow, foreignRows)
	for i := range rows {
		word := fmt.Sprint("word", i%3)
		rows[i] = foreignRow{Name: fmt.Sprint("n", i), Number: int64(i * 3), Text: fmt.Sprint("text ", i), Yes: i%2 == 0,
			Rate: 1.5, List: []string{"a", word}}
		if i%4 != 0 {
			rows[i].Word = &word
		}
	}
	var b bytes.Buffer
	must(t, parquet.Write(&b, rows, parquet.Compression(codec), parquet.DataPageVersion(version)))
	return b.Bytes()
}

var foreignCodecs = []compress.Codec{&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Brotli, &parquet.Zstd, &parquet.Lz4Raw}

// foreignAllowance is what the files of these tests may unfold to.
const foreignAllowance = 1 << 20

// readForeign reads all rows of a file.
func readForeign(data []byte) (n int, err error) {
	defer guard(&err)
	f, err := OpenForeign(bytes.NewReader(data), int64(len(data)), foreignAllowance)
	if err != nil {
		return 0, err
	}
	buf := make([]parquet.Row, 16)
	for _, g := range f.RowGroups() {
		rows := g.Rows()
		defer rows.Close()
		for {
			k, err := rows.ReadRows(buf)
			n += k
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return n, err
			}
		}
	}
	return n, nil
}

// allocated is how many bytes a function asks for.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestOpenForeign(t *testing.T) {
	for _, codec := range foreignCodecs {
		for version := 1; version <= 2; version++ {
			if n, err := readForeign(foreignFile(t, codec, version)); n != foreignRows || err != nil {
				t.Errorf("%s, pages of version %d: %d rows of %d, %v", codec, version, n, foreignRows, err)
			}
		}
	}
}

// TestForgedBytes puts two bytes in every place of a file: the largest, which makes a length of one, and
// one that moves the fields after it. No length or count in a file of a few kilobytes may make the
// decoder ask for megabytes.
func TestForgedBytes(t *testing.T) {
	for version, codec := range map[int]compress.Codec{1: &parquet.Uncompressed, 2: &parquet.Snappy} {
		whole := foreignFile(t, codec, version)
		refused := 0
		for i := range 2 * len(whole) {
			data, at := bytes.Clone(whole), i/2
			data[at] = [...]byte{0xff, 0x0e}[i%2]
			var err error
			if n := allocated(func() { _, err = readForeign(data) }); n > 8<<20 {
				t.Errorf("%s: byte %d of %d is %#x: %d bytes allocated, %v", codec, at, len(whole), data[at], n, err)
			}
			if err != nil {
				refused++
			}
		}
		if refused < len(whole)/5 {
			t.Errorf("%s: only %d of %d damaged files were refused", codec, refused, 2*len(whole))
		}
	}
}

// withFooter is a file of nothing but a footer.
func withFooter(footer []byte) []byte {
	out := append([]byte("PAR1"), footer...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(footer)))
	return append(out, "PAR1"...)
}

// onePage is a file of one column with one page.
type onePage struct {
	header   format.PageHeader
	body     []byte
	codec    format.CompressionCodec
	kind     format.Type
	width    int32 // of fixed texts
	optional bool
	length   int32 // of the chunk, where it is not the true one
}

func (p onePage) file(t testing.TB) []byte {
	t.Helper()
	var protocol thrift.CompactProtocol
	header, err := thrift.Marshal(&protocol, &p.header)
	must(t, err)
	leaf := format.SchemaElement{Name: "text", Type: thrift.New(p.kind), RepetitionType: thrift.New(format.Required)}
	if p.optional {
		leaf.RepetitionType = thrift.New(format.Optional)
	}
	if p.width != 0 {
		leaf.TypeLength = thrift.New(p.width)
	}
	pages := append(header, p.body...)
	chunk := format.ColumnMetaData{
		Type: p.kind, Encoding: []format.Encoding{format.Plain}, PathInSchema: []string{"text"}, Codec: p.codec,
		NumValues: 1, DataPageOffset: 4, TotalCompressedSize: int64(max(p.length, int32(len(pages)))),
	}
	meta := format.FileMetaData{
		Version: 1, NumRows: 1,
		Schema:    []format.SchemaElement{{Name: "root", NumChildren: thrift.New[int32](1)}, leaf},
		RowGroups: []format.RowGroup{{NumRows: 1, Columns: []format.ColumnChunk{{MetaData: chunk, FileOffset: 4}}}},
	}
	footer, err := thrift.Marshal(&protocol, &meta)
	must(t, err)
	return append([]byte("PAR1"), append(pages, withFooter(footer)[4:]...)...)
}

// dataPage is a data page that says it holds so many values in so many bytes.
func dataPage(values int32, unpacked int, body []byte, encoding format.Encoding) format.PageHeader {
	return format.PageHeader{
		Type: format.DataPage, UncompressedPageSize: int32(unpacked), CompressedPageSize: int32(len(body)),
		DataPageHeader: thrift.New(format.DataPageHeader{NumValues: values, Encoding: encoding,
			DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE}),
	}
}

// page is a file of one page of texts.
func page(t testing.TB, codec compress.Codec, encoding format.Encoding, values int32, unpacked int, plain []byte) onePage {
	t.Helper()
	body := plain
	if codec != &parquet.Uncompressed {
		var err error
		body, err = codec.Encode(nil, plain)
		must(t, err)
	}
	return onePage{header: dataPage(values, unpacked, body, encoding), body: body, codec: codec.CompressionCodec(), kind: format.ByteArray}
}

// longRun encodes in six bytes that the value 0 comes two thousand million times.
func longRun() []byte { return append(binary.AppendUvarint(nil, math.MaxInt32<<1), 0) }

// TestForgedClaims: what a file claims is refused before memory is allocated for it. Each of these ended the
// process, or held it for minutes, when the decoder saw it first.
func TestForgedClaims(t *testing.T) {
	none := &parquet.Uncompressed
	zeros := make([]byte, 2*foreignAllowance)
	plain := append(binary.LittleEndian.AppendUint32(nil, 1), 'a')
	with := func(p onePage, change func(*onePage)) onePage {
		change(&p)
		return p
	}
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"footer of 4 GB", append(foreignFile(t, none, 1)[:1000], "\xb5\x05\x00\xf4PAR1"...), "its footer states a length of 4093642165 bytes"},
		{"two thousand million columns",
			withFooter(append([]byte{0x15, 2, 0x19, 0xfc}, binary.AppendUvarint(nil, math.MaxInt32)...)), "lists more than a million things"},
		{"a million columns that are not there",
			withFooter(append([]byte{0x15, 2, 0x19, 0xfc}, binary.AppendUvarint(nil, 1_000_000)...)), "it is cut off"},
		{"lists in lists", withFooter(append([]byte{0xf9}, bytes.Repeat([]byte{0x19}, 1<<20)...)), "no Thrift structure"},
		{"encrypted", append([]byte("PAR1"), "\x00\x00\x00\x00PARE"...), "encrypted"},
		{"chunk longer than the file", with(page(t, none, format.Plain, 1, 5, plain),
			func(p *onePage) { p.length = math.MaxInt32 }).file(t), "lies outside the file"},
		{"packed size of 2 GB", with(page(t, none, format.Plain, 1, 5, plain),
			func(p *onePage) { p.header.CompressedPageSize = math.MaxInt32 }).file(t), "a page of 2147483647 bytes where"},
		{"negative size", with(page(t, none, format.Plain, 1, 5, plain),
			func(p *onePage) { p.header.CompressedPageSize = -1 }).file(t), "a page of -1 bytes"},
		{"unpacked size of 2 GB", page(t, &parquet.Snappy, format.Plain, 1, math.MaxInt32, plain).file(t),
			"more than the 536870912 that are read"},
		{"unpacked size beyond the allowance", page(t, &parquet.Snappy, format.Plain, 1, foreignAllowance+1, plain).file(t),
			"a decompression bomb"},
		{"two thousand million values", page(t, none, format.Plain, math.MaxInt32, 5, plain).file(t), "more values than the file has bits"},
		{"fixed texts of 2 GB", with(page(t, none, format.Plain, 1, 5, plain),
			func(p *onePage) { p.kind, p.width = format.FixedLenByteArray, math.MaxInt32 }).file(t), errUnfolds.Error()},
		{"Snappy says 2 GB", with(page(t, &parquet.Snappy, format.Plain, 1, 5, nil), func(p *onePage) {
			p.body = binary.AppendUvarint(nil, math.MaxInt32)
			p.header.CompressedPageSize = int32(len(p.body))
		}).file(t), errUnfolds.Error()},
		{"gzip unfolds to more", page(t, &parquet.Gzip, format.Plain, 1, 100, zeros).file(t), errUnfolds.Error()},
		{"Brotli unfolds to more", page(t, &parquet.Brotli, format.Plain, 1, 100, zeros).file(t), errUnfolds.Error()},
		{"zstd unfolds to more", page(t, &parquet.Zstd, format.Plain, 1, 100, zeros).file(t), "exceeds"},
		{"LZ4 unfolds to more", page(t, &parquet.Lz4Raw, format.Plain, 1, 100, zeros).file(t), "lz4"},
		{"LZ4 that never ends", with(page(t, &parquet.Lz4Raw, format.Plain, 1, 5, plain),
			func(p *onePage) { copy(p.body, "\xff\xff") }).file(t), "lz4"},
		{"a level that stands too often", with(page(t, none, format.Plain, 1, 10, append([]byte{6, 0, 0, 0}, longRun()...)),
			func(p *onePage) { p.optional = true }).file(t), errUnfolds.Error()},
		{"levels longer than the page", with(page(t, none, format.Plain, 1, 10, []byte{255, 255, 255, 255, 0}),
			func(p *onePage) { p.optional = true }).file(t), errShort.Error()},
		{"an index that stands too often",
			page(t, none, format.RLEDictionary, 1, 8, append([]byte{1}, longRun()...)).file(t), errUnfolds.Error()},
		{"an index without bits",
			page(t, none, format.RLEDictionary, 1, 8, append([]byte{0}, binary.AppendUvarint(nil, 1<<31|1)...)).file(t), errUnfolds.Error()},
		{"a truth that stands too often", with(page(t, none, format.RLE, 1, 10, append([]byte{6, 0, 0, 0}, longRun()...)),
			func(p *onePage) { p.kind = format.Boolean }).file(t), errUnfolds.Error()},
		{"two thousand million deltas", page(t, none, format.DeltaLengthByteArray, 1, 8,
			append([]byte{0x80, 1, 4}, binary.AppendUvarint(nil, math.MaxInt32)...)).file(t), errUnfolds.Error()},
		{"prefixes that add up", page(t, none, format.DeltaByteArray, 1, 8,
			append([]byte{0x80, 1, 4, 1}, binary.AppendVarint(nil, math.MaxInt32)...)).file(t), errUnfolds.Error()},
		{"a dictionary of lengths", with(page(t, none, format.Plain, 1, 5, plain), func(p *onePage) {
			p.header.DictionaryPageHeader = thrift.New(format.DictionaryPageHeader{NumValues: 1, Encoding: format.DeltaLengthByteArray})
		}).file(t), "a dictionary encoded as DELTA_LENGTH_BYTE_ARRAY"},
	}
	if n, err := readForeign(page(t, none, format.Plain, 1, 5, plain).file(t)); n != 1 || err != nil {
		t.Fatalf("the file that the others are made from: %d rows, %v", n, err)
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var err error
			n := allocated(func() { _, err = readForeign(test.data) })
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
			if n > 8*foreignAllowance {
				t.Errorf("%d bytes allocated over a file of %d", n, len(test.data))
			}
		})
	}
}

// TestThriftSize cuts a structure at every byte: the walk finds its end, and says what is missing before.
func TestThriftSize(t *testing.T) {
	whole := foreignFile(t, &parquet.Uncompressed, 1)
	n := int(binary.LittleEndian.Uint32(whole[len(whole)-footerTail:]))
	footer := whole[len(whole)-footerTail-n:]
	if n < 500 {
		t.Fatalf("a footer of %d bytes", n)
	}
	if size, err := thriftSize(footer); size != n || err != nil {
		t.Fatalf("%d bytes of %d, %v", size, n, err)
	}
	for i := range n {
		if _, err := thriftSize(footer[:i]); !errors.Is(err, errShort) {
			t.Fatalf("cut off after %d of %d bytes: %v", i, n, err)
		}
	}
}

// FuzzOpenForeign reads any bytes as a foreign Parquet file: with rows, few enough for its size, or with
// an error.
func FuzzOpenForeign(f *testing.F) {
	seeds := 0
	add := func(data []byte) {
		f.Add(data)
		seeds++
	}
	for _, codec := range foreignCodecs {
		add(foreignFile(f, codec, 1))
		add(foreignFile(f, codec, 2))
	}
	add(append(foreignFile(f, &parquet.Uncompressed, 1)[:1000], "\xb5\x05\x00\xf4PAR1"...))
	add(page(f, &parquet.Uncompressed, format.RLEDictionary, 1, 8, append([]byte{1}, longRun()...)).file(f))
	if seeds != 2*len(foreignCodecs)+2 || seeds < 14 {
		f.Fatalf("%d seeds", seeds)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var n int
		var err error
		if grown := allocated(func() { n, err = readForeign(data) }); grown > 256<<20 {
			t.Errorf("%d bytes allocated over a file of %d: %v", grown, len(data), err)
		}
		if n > 8*len(data) {
			t.Errorf("%d rows of %d bytes", n, len(data))
		}
	})
}
