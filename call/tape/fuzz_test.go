package tape

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"unicode/utf8"
)

// FuzzSegment opens any bytes as a segment: nothing panics, and entries and damage fit the file.
func FuzzSegment(f *testing.F) {
	_, _, data := segmentOf(f, 3)
	seeds := [][]byte{data, data[:len(data)-5], data[60:], append(bytes.Clone(data), data...), nil}
	for _, seed := range seeds {
		f.Add(seed)
	}
	if len(seeds) < 5 {
		f.Fatal("too few seeds")
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		must(t, os.WriteFile(filepath.Join(dir, "1"+suffix), data, 0o600))
		tape, err := Open(dir)
		if err != nil {
			return
		}
		defer tape.Close()
		stats, damage := tape.Verify()
		if stats.Entries < 0 || stats.Entries*entryHead > len(data) {
			t.Errorf("%d entries in %d bytes", stats.Entries, len(data))
		}
		for _, d := range damage {
			if d.Offset < 0 || d.Offset+d.Bytes > int64(len(data)) {
				t.Errorf("damage at %d of %d bytes in %d", d.Offset, d.Bytes, len(data))
			}
		}
	})
}

// FuzzLine reads any line; what can be read is written and read back the same.
func FuzzLine(f *testing.F) {
	seeds := 0
	for _, body := range bodies {
		e := entryOf(1, body)
		e.Failure = &Failure{Kind: "timeout", Message: "a\nb", Status: 3}
		f.Add(appendEntry(nil, e, seeds%2 == 0))
		seeds++
	}
	for _, digest := range []Digest{{}, {[32]byte{1, 2}, 512 << 20}} {
		e := entryOf(1, nil)
		e.Request.Body, e.Request.Digest = nil, &digest
		f.Add(appendEntry(nil, e, false))
		seeds++
	}
	if seeds < 18 {
		f.Fatal("too few seeds")
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		e, err := readEntry(line)
		if err != nil {
			return
		}
		e.Request.URL = "" // addresses are rewritten
		for _, readable := range []bool{false, true} {
			text := appendEntry(nil, e, readable)
			if !utf8.Valid(text) || bytes.ContainsRune(text, '\n') {
				t.Fatalf("no line of text: %q", text)
			}
			back, err := readEntry(text)
			if err != nil {
				t.Fatalf("%v in %s", err, text)
			}
			if !bytes.Equal(back.Request.Body, e.Request.Body) || e.Response != nil && !bytes.Equal(back.Response.Body, e.Response.Body) || !reflect.DeepEqual(back.Failure, e.Failure) || !reflect.DeepEqual(back.Request.Digest, e.Request.Digest) {
				t.Errorf("%s\nfrom %s", text, line)
			}
		}
	})
}
