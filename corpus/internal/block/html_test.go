package block

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// lines are the blocks of a document as text.
func lines(d *Doc) []string {
	var out []string
	for _, b := range d.Blocks {
		out = append(out, shown(d.Of(b.Span)))
	}
	return out
}

func TestHTML(t *testing.T) {
	cases := []struct {
		name, source string
		want         []string
	}{
		{"inline tags do not divide words", "<p>I<b>TE</b>M&nbsp;7.</p>", []string{"ITEM 7."}},
		{"source line breaks are blanks", "a\nb\r\n\tc", []string{"a b c"}},
		{"br ends a block", "a<br>b<br/>c", []string{"a", "b", "c"}},
		{"a paragraph ends at a div", "<p><b>Title<div>text</div>", []string{"Title", "text"}},
		{"cells and paragraphs of cells", "<table><tr><td>a<p>b</td><td>c</td></table>", []string{"a ¶ b | c"}},
		{"empty cells leave nothing", "<table><tr><td></td><td>a</td><td>&nbsp;</td><td>b</td></table>", []string{"a | b"}},
		{"rows without end", "<table><tr><td>a<td>b<tr><td>c</table>", []string{"a | b", "c"}},
		{"cells without a table", "<td>a</td><td>b</td>", []string{"a", "b"}},
		{"text between cells", "<table><tr><td>a</td>b<p>c</p><td>d</td></table>", []string{"a | b ¶ c | d"}},
		{"end of a cell that never began", "<table><tr></td><td>a</table>", []string{"a"}},
		{"a row too long for one line", "<table><tr><td>" + strings.Repeat("x ", 150) + "<p>" + strings.Repeat("y ", 150) + "<td>z</table>",
			[]string{strings.TrimSpace(strings.Repeat("x ", 150)), strings.TrimSpace(strings.Repeat("y ", 150)), "z"}},
		{"windows characters", "\x93a\x94 &#147;b&#148; \u0093c\u0094", []string{"“a” “b” “c”"}},
		{"soft hyphens and joiners", "co&shy;op\u200ber\u00adate", []string{"cooperate"}},
		{"references", "&lt;b&gt; &amp;amp; &Eacute; &#x20AC; AT&T &AMPx &bogus;", []string{"<b> &amp; É € AT&T &x &bogus;"}},
		{"a reference of two characters", "a&NotEqualTilde;b", []string{"a≂b"}},
		{"bare less-than signs", "1 < 2 <3 <$4", []string{"1 < 2 <3 <$4"}},
		{"comments", "a<!-- <b>no</b> -->b<!-->c<!--->d", []string{"abcd"}},
		{"a comment never closed", "a<!-- b", []string{"a b"}},
		{"a title never closed", "<title>a<p>b", []string{"a", "b"}},
		{"script, style and title", "<title>t</title><style>p{}</style><script>x<y</script>a", []string{"a"}},
		{"a title's longer namesake", "<title>t</titles></title>a", []string{"a"}},
		{"an end tag without a name", "a</>b</ x>c", []string{"abc"}},
		{"a quote never closed", `<font color="red>a</font> b <i title="x">c</i>`, []string{"a b c"}},
		{"greater-than in a value", `<a title="a>b">c</a>`, []string{"c"}},
		{"raised digits", "5<sup>2</sup>, 7<span style='vertical-align:super'>(3)</span>", []string{"5², 7(³)"}},
		{"a block that is moved up", "<div style='position:relative;top:-4pt'>12</div>", []string{"12"}},
		{"symbol fonts", "<font face=Wingdings>&#168;</font> <span style='font-family:Wingdings'>&#254;<font style='font-family:Arial'>" +
			"o</font></span>", []string{"☐ ☑o"}},
		{"definitions", "<dl><dt>a<dd>b<dt>c<dd>d</dl>", []string{"a", "b", "c", "d"}},
		{"the header of inline XBRL", "a<ix:header><ix:hidden>no</ix:hidden></ix:header>b", []string{"ab"}},
		{"a header never closed", "<div style='display:none'><ix:header>no</div><p>b", []string{"b"}},
		{"another prefix", "<html xmlns:q='http://www.xbrl.org/2013/inlineXBRL'><q:header>no</q:header>b</html>", []string{"b"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := HTML([]byte(c.source))
			if got := lines(d); !slices.Equal(got, c.want) {
				t.Errorf("HTML(%q) = %q, want %q", c.source, got, c.want)
			}
			if err := check(d); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestStyles(t *testing.T) {
	cases := []struct {
		source string
		want   Style
	}{
		{"<p><b>all bold</b></p>", Bold},
		{"<p><b>Run in.</b> The rest of the paragraph is not.</p>", 0},
		{"<p style='font-weight:700;text-align:center'>x</p>", Bold | Centered},
		{"<b>bold <span style='font-weight:normal'>and mostly not, as the span says</span></b>", 0},
		{"<center><u>x</u></center>", Centered | Underlined},
		{"<h2>x</h2>", Bold | Heading},
		{"<table><tr><th>x</th></tr></table>", Bold | Centered},
		{"<table><tr align=center><td>x</td></tr></table>", Centered},
		{"<center><table><tr><td>x</td></tr></table></center>", 0},
		{"<p>&#8226; x</p>", ListItem},
		{"<p>visible <span style='display:none'>hid</span> text</p>", 0},
		{"<p style='display:none'>x</p>", Hidden},
		{"<div style='height:1pt;overflow:hidden;position:relative'><p>x</p></div>", Hidden},
		{"<div style='height:12pt;overflow:hidden'><p>x</p></div>", 0},
		{"<p><a href='#a'>all of it</a> x</p>", Linked},
		{"<p><a href='http://example.com/#a'>elsewhere</a></p>", 0},
		{"<font size=6>Big</font> but the rest of this line is of common size<p><font size=3>text</font>", 0},
	}
	for _, c := range cases {
		d := HTML([]byte(c.source))
		if got := d.Blocks[0].Style; got != c.want {
			t.Errorf("%s:%s, want%s", c.source, styleNames(got), styleNames(c.want))
		}
	}
}

func TestPages(t *testing.T) {
	const text = "<p>text</p>"
	cases := []struct {
		name, source string
		want         int32 // the page of the last block
	}{
		{"a ruler alone", text + "<hr>" + text, 0},
		{"a ruler that breaks", text + "<hr style='page-break-after:always'>" + text, 1},
		{"two signs of one break", text + "<p>7<hr><p style='page-break-before:always'>" + text, 1},
		{"a ruler below a number", text + "<p>- 12 -</p><hr>" + text, 1},
		{"below a letter and number", text + "<p>F-3</p><hr>" + text, 1},
		{"below roman numerals", text + "<p>xiv</p><hr>" + text, 1},
		{"below a word", text + "<p>mix of ill will</p><hr>" + text, 0},
		{"below a year and more", text + "<p>10-K 2001 report</p><hr>" + text, 0},
		{"a comment", text + "<!-- PAGEBREAK -->" + text, 1},
		{"a typesetter's comment", text + "<!-- ZEQ.=1,SEQ=2 -->" + text, 1},
		{"a break before everything", "<hr style='page-break-after:always'>" + text, 0},
		{"the page tag", text + "<PAGE>" + text, 1},
		{"inside a table", "<table><tr><td>a</td></tr><tr style='page-break-before:always'><td>b</td></tr></table>", 1},
	}
	for _, c := range cases {
		d := HTML([]byte(c.source))
		if last := d.Blocks[len(d.Blocks)-1]; last.Page != c.want || (last.Style&PageBreak != 0) != (c.want > 0) {
			t.Errorf("%s: page %d%s, want %d", c.name, last.Page, styleNames(last.Style), c.want)
		}
	}
}

func TestCells(t *testing.T) {
	d := HTML([]byte("<table><tr><td rowspan=2>a<td colspan='3x'>b<td>c<tr><td>d<td colspan=0>e</table>"))
	type place struct{ row, col, rows, cols int32 }
	want := []place{{0, 0, 2, 1}, {0, 1, 1, 3}, {0, 4, 1, 1}, {1, 1, 1, 1}, {1, 2, 1, 1}}
	var got []place
	for _, c := range d.Cells {
		got = append(got, place{c.Row, c.Col, c.RowSpan, c.ColSpan})
	}
	if !slices.Equal(got, want) {
		t.Errorf("cells at %v, want %v", got, want)
	}
}

func TestWarnings(t *testing.T) {
	cases := []struct {
		name, source, want string
	}{
		{"whole", "<html><p>a</p></html>\n", ""},
		{"whole but for html", "<html><body>a</body>", ""},
		{"a fragment", "<p>a</p>", ""},
		{"no end", "<html><body><p>a", "ends without </html>: the file may be cut off"},
		{"inside a tag", "<html><body><p>a<td style='x", "ends inside a tag: the file may be cut off"},
		{"inside the end", "<p>a</p></bod", "ends inside a tag: the file may be cut off"},
		{"style", "<style>a", "<style> is never closed"},
		{"header", "<ix:header>a", "<ix:header> is never closed"},
		{"little-endian", "\xff\xfea\x00", "the text is UTF-16 (little-endian): it has to be decoded first"},
		{"big-endian", "\xfe\xff\x00a", "the text is UTF-16 (big-endian): it has to be decoded first"},
	}
	for _, c := range cases {
		if got := strings.Join(HTML([]byte(c.source)).Warnings, "; "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestUTF8(t *testing.T) {
	cases := []struct{ source, want string }{
		{"plain", "plain"},
		{"\xff\xfea\x00\xac\x20", "a€"},
		{"\xfe\xff\x00a\x20\xac\xd8\x3d\xdc\x00", "a€\U0001F400"},
		{"\xff\xfe\x3d\xd8a\x00\x00\xdcb", "a\uFFFD"},
	}
	for _, c := range cases {
		if got := UTF8([]byte(c.source)); string(got) != c.want {
			t.Errorf("UTF8(%q) = %q, want %q", c.source, got, c.want)
		}
	}
}

func TestSource(t *testing.T) {
	src := []byte("<p>Sales &amp; \x93costs\x94</p><table><tr><td>$</td><td>1&nbsp;204</td></tr></table>")
	d := HTML(src)
	for _, c := range []struct{ text, source string }{
		{"Sales", "Sales"}, {"&", "&amp;"}, {"“costs”", "\x93costs\x94"}, {"$\t1", "$</td><td>1"}, {"1 204", "1&nbsp;204"},
	} {
		at := int32(bytes.Index(d.Text, []byte(c.text)))
		s := Span{at, at + int32(len(c.text))}
		r := d.SourceRange(s)
		if got := string(src[r.Start:r.End]); got != c.source {
			t.Errorf("the source of %q is %q, want %q", c.text, got, c.source)
		}
		if back := d.TextSpan(r); back != s {
			t.Errorf("%q at %v, by its source %v", c.text, s, back)
		}
	}
}

func TestAttr(t *testing.T) {
	src := []byte(`<td ALIGN = center colspan="2" nowrap title='a "b" > c' x=y/ checked>text`)
	tag, ok := ReadTag(src, 0)
	if !ok || string(tag.Name) != "td" || string(src[tag.Range.End:]) != "text" {
		t.Fatalf("ReadTag: %q %v %v", tag.Name, tag.Range, ok)
	}
	want := []string{"ALIGN=center", "colspan=2", "nowrap=", `title=a "b" > c`, "x=y/", "checked="}
	var got []string
	for a, rest := nextAttr(src[tag.attrs.Start:tag.attrs.End]); a.Name != nil; a, rest = nextAttr(rest) {
		got = append(got, string(a.Name)+"="+string(a.Value))
	}
	if !slices.Equal(got, want) {
		t.Errorf("attributes %q, want %q", got, want)
	}
	if v := tag.Attr(src, "align"); string(v) != "center" {
		t.Errorf("align is %q", v)
	}
	if v := tag.Attr(src, "nowrap"); v == nil {
		t.Error("nowrap is not found")
	}
	if v := tag.Attr(src, "href"); v != nil {
		t.Errorf("href is %q", v)
	}
}
