package tape

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestWritten holds the quick reader to the general one: it reads what appendEntry writes, and reads the same.
func TestWritten(t *testing.T) {
	escapes := make([]byte, 0, utf8.RuneSelf)
	for c := range byte(utf8.RuneSelf) {
		escapes = append(escapes, c)
	}
	texts := [][]byte{[]byte("{}"), []byte(`{"a":"b\\\"c"}`), escapes, []byte("3 € — „ja“ \u2028 \U0001F4C8"), []byte(strings.Repeat(`"`, 9999)),
		nil, []byte("0123456"), []byte("01234567"), []byte(strings.Repeat("é", 5000)), []byte("\\u0041"), bytes.Repeat(escapes, 30)}
	for _, text := range texts {
		e := entryOf(1, text)
		e.Request.Body = text
		e.Request.URL += string(bytes.ToValidUTF8(text, nil))[:min(7, len(text))]
		e.Request.Header["X-None"] = []string{}
		e.Response.Header["X-Two"] = []string{"a", "b \"c\"", ""}
		e.Response.Took, e.Repeat = -5, 1<<40
		line := append(appendEntry(nil, e, false), '\n')
		quick, ok := written(line)
		if !ok {
			t.Fatalf("not read: %s", line)
		}
		want, err := readEntry(line)
		must(t, err)
		if !reflect.DeepEqual(quick, want) {
			t.Errorf("%s\nis read as\n%+v\nand not\n%+v", line, quick, want)
		}
		if !bytes.Equal(quick.Response.Body, text) {
			t.Errorf("the body is %q, not %q", quick.Response.Body, text)
		}
		for i := range line {
			line[i] = 'x'
		}
		if !reflect.DeepEqual(quick, want) {
			t.Error("the entry shares memory with its line")
		}
	}
}

// TestWrittenLeaves leaves to the general reader what appendEntry does not write.
func TestWrittenLeaves(t *testing.T) {
	e := entryOf(1, []byte(`{"text":"x"}`))
	e.Repeat, e.Response.Took = 7, 90
	line := string(appendEntry(nil, e, false))
	if _, ok := written([]byte(line)); !ok {
		t.Fatal("the line itself is not read")
	}
	tests := map[string]struct{ old, new string }{
		"a space":              {`"repeat":7`, `"repeat": 7`},
		"another order":        {`"repeat":7,`, ``},
		"a leading zero":       {`"repeat":7`, `"repeat":07`},
		"a fraction":           {`"repeat":7`, `"repeat":7.0`},
		"no number":            {`"repeat":7`, `"repeat":`},
		"a huge number":        {`"took_ns":90`, `"took_ns":99999999999999999999`},
		"no time":              {`"began":"2`, `"began":"x`},
		"an unwritten escape":  {`\"text\"`, `\u20ac`},
		"half an escape":       {`\"text\"`, `\u00`},
		"a control character":  {`\"text\"`, "\n"},
		"no UTF-8":             {`\"text\"`, "\xff"},
		"more":                 {line, line + "{}"},
		"an end that is gone":  {line, line[:len(line)-1]},
		"an end in an escape":  {line, line[:strings.Index(line, `\"text`)+1]},
		"a key that is none":   {`"key":"`, `"key":"z`},
		"a body that is empty": {`"body":"`, `"body":"","x":"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			other := strings.Replace(line, test.old, test.new, 1)
			if other == line {
				t.Fatalf("%q is not in the line", test.old)
			}
			if e, ok := written([]byte(other)); ok {
				t.Errorf("%s is read as %+v", other, e)
			}
		})
	}
}

// FuzzWritten tries the quick reader on any line: what it reads, the general one reads the same.
func FuzzWritten(f *testing.F) {
	seeds := 0
	for _, body := range bodies {
		f.Add(appendEntry(nil, entryOf(seeds, body), seeds%2 == 0))
		seeds++
	}
	if seeds < 10 {
		f.Fatal("too few seeds")
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		quick, ok := written(line)
		if !ok {
			return
		}
		want, err := readEntry(line)
		if err != nil {
			t.Fatalf("%q is read only by the quick reader: %v", line, err)
		}
		if !reflect.DeepEqual(quick, want) {
			t.Errorf("%q\nis read as\n%+v\nand not\n%+v", line, quick, want)
		}
	})
}

// TestScan compares the search by eight bytes with one by single bytes, at every place of a text.
func TestScan(t *testing.T) {
	tries := 0
	for size := range 18 {
		for at := range size {
			for c := range 256 {
				for _, fill := range []byte{'!', ']', 0x7f, 0x80, '"'} {
					b := bytes.Repeat([]byte{fill}, size)
					b[at] = byte(c)
					compareScans(t, b)
					tries++
				}
			}
		}
	}
	if tries < 150_000 {
		t.Errorf("only %d tries", tries)
	}
}

func compareScans(t *testing.T, b []byte) {
	special := func(c byte) bool { return c < ' ' || c == '"' || c == '\\' }
	notPlain := func(c byte) bool { return special(c) || c >= utf8.RuneSelf }
	until := func(stop func(byte) bool) int {
		if i := slices.IndexFunc(b, stop); i >= 0 {
			return i
		}
		return len(b)
	}
	if got, want := untilSpecial(b), until(special); got != want {
		t.Fatalf("special in %q: %d, want %d", b, got, want)
	}
	if got, want := untilNotPlain(b), until(notPlain); got != want {
		t.Fatalf("not plain in %q: %d, want %d", b, got, want)
	}
}

// BenchmarkRead is what the quick reader gains over the general one.
func BenchmarkRead(b *testing.B) {
	line := appendEntry(nil, benchEntry(1), false)
	for name, read := range map[string]func([]byte) error{
		"written": func(line []byte) error {
			_, ok := written(line)
			if !ok {
				return errForm
			}
			return nil
		},
		"any": func(line []byte) error { _, err := readEntry(line); return err },
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(line)))
			b.ReportAllocs()
			for b.Loop() {
				must(b, read(line))
			}
		})
	}
}
