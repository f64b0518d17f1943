package block

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"
)

const realData = "../../../../shared/data"

// filing is one real document.
type filing struct {
	name string
	data []byte
}

// filings are the real documents that match the patterns, each once, in order of their names. The test
// is skipped where there are none at all, and fails where there are fewer than it says. Under -short
// and -race only every fifth is used.
func filings(t testing.TB, least int, patterns ...string) []filing {
	t.Helper()
	if _, err := os.Stat(realData); err != nil {
		t.Skip("no real filings here: ../shared/data is absent")
	}
	var files []filing
	seen := map[[32]byte]bool{}
	for _, pattern := range patterns {
		paths, _ := filepath.Glob(filepath.Join(realData, pattern))
		for _, path := range paths {
			data := readFiling(t, path)
			if sum := sha256.Sum256(data); !seen[sum] {
				seen[sum] = true
				files = append(files, filing{filepath.Base(path), data})
			}
		}
	}
	if len(files) < least {
		t.Fatalf("%d filings under %s, want at least %d", len(files), realData, least)
	}
	sort.Slice(files, func(i, k int) bool { return files[i].name < files[k].name })
	if testing.Short() || raced {
		for i := range len(files) / 5 {
			files[i] = files[5*i]
		}
		files = files[:len(files)/5]
	}
	return files
}

var (
	realHTML  = []string{"filings/10k/*.htm.gz", "filings-10k/html/*.html", "filings-10k/eras/*.htm", "filings-10q/*.html"}
	realPlain = []string{"filings/10k/*.txt.gz", "filings-10k/eras/*.txt", "filings-10k/text-from-pdf/*.txt",
		"filings-10k/full-submission-stripped/*.txt"}
)

func readFiling(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(path, ".gz") {
		return data
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	data, err = io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestRealWords compares the words of every real HTML filing, and its tables and cells, with what an
// independent tokenizer finds. The words are read from the source through SourceOf, so that this is a
// test of the offsets too: a footnote mark or a check box looks other in Doc.Text than in the source.
func TestRealWords(t *testing.T) {
	for _, f := range filings(t, 75, realHTML...) {
		want := tokenize(f.data)
		d := HTML(f.data)
		got := words(sourceText(d, Span{0, int32(len(d.Text))}))
		total, missing := 0, 0
		for w, n := range want.words {
			total += n
			missing += max(0, n-got[w])
		}
		extra := 0
		for w, n := range got {
			extra += max(0, n-want.words[w])
		}
		if off := max(missing, extra); total < 2000 || off*2000 > total {
			t.Errorf("%s: %d of %d words lost, %d invented", f.name, missing, total, extra)
		}
		tables := 0
		for _, table := range d.Tables {
			if !table.Plain {
				tables++
			}
		}
		if tables != want.tables || len(d.Cells) != want.cells {
			t.Errorf("%s: %d tables with %d cells, want %d with %d", f.name, tables, len(d.Cells), want.tables, want.cells)
		}
		if len(d.Warnings) > 0 {
			t.Errorf("%s: %q", f.name, d.Warnings)
		}
	}
}

// tokens is what an independent reading of a page finds.
type tokens struct {
	words         map[string]int
	tables, cells int
}

func tokenize(src []byte) tokens {
	z := html.NewTokenizer(bytes.NewReader(src))
	var text bytes.Buffer
	found := tokens{}
	skipped := ""
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			found.words = words(text.Bytes())
			return found
		}
		raw, _ := z.TagName()
		name := string(raw)
		switch kind {
		case html.TextToken:
			if skipped == "" {
				text.Write(z.Text())
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			switch name {
			case "ix:header", "script", "style", "title":
				if kind == html.StartTagToken {
					skipped = name
				}
			case "table":
				found.tables++
			case "td", "th":
				found.cells++
			}
		case html.EndTagToken:
			if name == skipped {
				skipped = ""
			}
		}
		if _, k := elementOf([]byte(name)); k != inline && k != unknown && name != "" {
			text.WriteByte(' ')
		}
	}
}

// words counts the words of a text without the characters that a page does not show.
func words(text []byte) map[string]int {
	shown := bytes.Map(func(r rune) rune {
		switch {
		case isBlank(r):
			return ' '
		case isInvisible(r):
			return -1
		}
		return r
	}, text)
	found := map[string]int{}
	for w := range bytes.FieldsSeq(shown) {
		found[string(w)]++
	}
	return found
}

// sourceText is the text of a span with every character as the source has it.
func sourceText(d *Doc, s Span) []byte {
	var text []byte
	for at := s.Start; at < s.End; {
		r, n := utf8.DecodeRune(d.Text[at:])
		if !isSeparator(d.Text[at]) {
			r, _ = decode(d.source[d.SourceOf(at):])
		}
		text = utf8.AppendRune(text, r)
		at += int32(n)
	}
	return text
}

// TestRealRanges reads the source range of every fortieth block of every third filing again and wants
// the same words.
func TestRealRanges(t *testing.T) {
	checked := 0
	for i, f := range filings(t, 75, realHTML...) {
		if i%3 != 0 {
			continue
		}
		d := HTML(f.data)
		for i := 0; i < len(d.Blocks); i += 40 {
			s := d.Blocks[i].Span
			r := d.SourceRange(s)
			again := HTML(f.data[r.Start:r.End])
			want, got := words(sourceText(d, s)), words(sourceText(again, Span{0, int32(len(again.Text))}))
			if !sameWords(want, got) {
				t.Errorf("%s: block %d %q: its source range %v reads %q", f.name, i, d.Of(s), r, again.Text)
			}
			if back := d.TextSpan(r); back != s {
				t.Errorf("%s: block %d at %v, by its source range %v", f.name, i, s, back)
			}
			checked++
		}
	}
	if checked < 50 {
		t.Errorf("%d blocks checked", checked)
	}
}

func sameWords(a, b map[string]int) bool {
	if len(a) != len(b) {
		return false
	}
	for w, n := range a {
		if b[w] != n {
			return false
		}
	}
	return true
}

func TestRealInvariants(t *testing.T) {
	for i, f := range filings(t, 75, realHTML...) {
		if i%3 != 0 {
			continue
		}
		if err := check(HTML(f.data)); err != nil {
			t.Errorf("%s: %v", f.name, err)
		}
	}
	for _, f := range filings(t, 50, realPlain...) {
		d := Plain(f.data)
		if err := check(d); err != nil {
			t.Errorf("%s: %v", f.name, err)
		}
		if len(d.Warnings) > 0 {
			t.Errorf("%s: %q", f.name, d.Warnings)
		}
	}
}

// TestRealPlain wants every visible character of a plain-text filing in its text, in order, but for the
// tags of the submission and the hyphens of divided words.
func TestRealPlain(t *testing.T) {
	for _, f := range filings(t, 50, realPlain...) {
		d := Plain(f.data)
		src := f.data
		var at, lost, total int
		visible := func(r rune) bool { return !isBlank(r) && !isInvisible(r) }
		for k := 0; k < len(d.Text); {
			r, n := utf8.DecodeRune(d.Text[k:])
			from := int(d.SourceOf(int32(k)))
			k += n
			if !visible(r) {
				continue
			}
			for at < from {
				c, n := decode(src[at:])
				if src[at] == '<' {
					if end := bytes.IndexByte(src[at:from], '>'); end >= 0 {
						at += end + 1
						continue
					}
				}
				if visible(c) && c != '-' {
					lost++
				}
				at += n
			}
			_, n = decode(src[from:])
			at = from + n
			total++
		}
		if total < 10000 || lost*5000 > total {
			t.Errorf("%s: %d of %d characters lost", f.name, lost, total)
		}
	}
}

func benchmark(b *testing.B, docs []filing, read func([]byte) *Doc) {
	size := 0
	for _, d := range docs {
		size += len(d.data)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, d := range docs {
			read(d.data)
		}
	}
}

func BenchmarkHTML(b *testing.B) {
	benchmark(b, filings(b, 25, "filings/10k/sp_*.htm.gz"), HTML)
}

func BenchmarkHTMLOld(b *testing.B) {
	benchmark(b, filings(b, 15, "filings/10k/ew_*.htm.gz", "filings-10k/eras/*.htm"), HTML)
}

func BenchmarkPlain(b *testing.B) {
	benchmark(b, filings(b, 40, realPlain...), Plain)
}
