package block

import (
	"bytes"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// hostile are pages made to be slow or large; each makes about n bytes.
var hostile = []struct {
	name string
	make func(n int) string
}{
	{"open fonts", repeat("<font size=2>x")},
	{"open bolds", repeat("<b>")},
	{"open divs", repeat("<div>x")},
	{"open spans", repeat("<span style='font-weight:bold'>x")},
	{"open tables", repeat("<table>")},
	{"open tables and rows", repeat("<table><tr>")},
	{"open tables and cells", repeat("<table><td>x")},
	{"open cells", repeat("<td>x")},
	{"open lists", repeat("<ul><li>x")},
	{"open anchors", repeat("<a name=x>")},
	{"open links", repeat("<a href=#x id=x>x")},
	{"open marks", repeat("<ix:nonNumeric>x")},
	{"open headers", repeat("<ix:header>x")},
	{"open titles", repeat("<title>x")},
	{"open scripts", repeat("<script>x")},
	{"open styles", repeat("<style></")},
	{"open pres", repeat("<pre>x")},
	{"pres in cells", repeat("<table><td><pre>x")},
	{"open comments", repeat("<!--")},
	{"open declarations", repeat("<!a")},
	{"open instructions", repeat("<?")},
	{"open ends", repeat("</")},
	{"less thans", repeat("<")},
	{"cut tags", repeat("<a ")},
	{"cut end tags", repeat("</a")},
	{"open quotes", repeat("<a b=\"")},
	{"quotes in quotes", repeat("<a b='<c d=\"")},
	{"tags in values", repeat("<a b=\"<c\" b=\"<c\"")},
	{"tags in values, one end", func(n int) string { return strings.Repeat("<a b=\"<a\" ", n/10) + "b=\">\"" }},
	{"values and ends far off", func(n int) string {
		return strings.Repeat("<a b=\""+strings.Repeat("x", 5000)+"<", n/5007) + ">"
	}},
	{"one long tag", func(n int) string { return "<a " + strings.Repeat("b ", n/2) }},
	{"spaces before quotes", repeat("<a b=          \"")},
	{"stray ends", repeat("</div></b></td></table></ix:nonNumeric>")},
	{"ends of another mark", func(n int) string {
		return strings.Repeat("<ix:nonNumeric>", n/32) + strings.Repeat("</ix:nonFraction>", n/32)
	}},
	{"ends under open elements", func(n int) string {
		return "<i>" + strings.Repeat("<font>", 1000) + "<table><td>" + strings.Repeat("</i>", n/4)
	}},
	{"items under open elements", func(n int) string {
		return "<p>" + strings.Repeat("<font>", 900) + strings.Repeat("<li></li>", n/9)
	}},
	{"wide cells", repeat("<td colspan=1000>")},
	{"wide cells in a table", func(n int) string { return "<table>" + strings.Repeat("<td colspan=1000>", n/17) }},
	{"wide and high cells", func(n int) string {
		return "<table>" + strings.Repeat("<tr><td rowspan=65534 colspan=1000>", n/35)
	}},
	{"nulls", repeat("\x00")},
	{"bytes that are not UTF-8", repeat("\x93\xff")},
	{"ampersands", repeat("&")},
	{"long references", repeat("&CounterClockwiseContourIntegrax")},
	{"numbers", repeat("&#99999999999999")},
	{"form feeds", repeat("\f")},
	{"form feeds and lines", repeat("\f\n")},
	{"line breaks", repeat("\n")},
	{"one line", repeat("word ")},
	{"one line of columns", repeat("word      12   ")},
	{"one word", repeat("x")},
	{"tabs", repeat("\tx")},
	{"figures", repeat("North    1,200    3,400\n")},
	{"figures with wide gaps", repeat("North    1,200    3,400\n\n\nx\n")},
	{"divided words", repeat("all of the manage-\nment is here in a line of text that is long\n")},
	{"one tag a line", repeat("<b\n")},
	{"markers", repeat("<S> <C>\n")},
	{"open plain tables", repeat("<TABLE>\n")},
	{"plain pages", repeat("<PAGE>\n1\n")},
	{"styles", func(n int) string {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			b.WriteString("<p style='margin-left:")
			b.WriteString(strings.Repeat("1", 1+i%9))
			b.WriteString("pt;x:")
			b.WriteString(strings.Repeat("y", i%900))
			b.WriteString("'>")
		}
		return b.String()
	}},
	{"breaks", repeat("<br>x<hr>")},
	{"breaks in a cell", func(n int) string { return "<table><td>" + strings.Repeat("x<br>", n/5) }},
	{"anchors before blanks", func(n int) string {
		return "<pre>x  1  2\ny  1  2" + strings.Repeat("<a name=a href=#a>", n/36) + strings.Repeat(" ", n/2) + "3"
	}},
	{"blanks in a mark", func(n int) string {
		return strings.Repeat("<ix:nonNumeric>", n/40) + "<pre>" + strings.Repeat(" ",
			n/10) + "x 1   2\n</pre>" + strings.Repeat("</ix:nonNumeric>", n/40)
	}},
}

func repeat(part string) func(int) string {
	return func(n int) string { return strings.Repeat(part, n/len(part)) }
}

// TestHostile reads pages made to be slow or large. Where a search were repeated for every tag, one of
// them would take minutes; what is measured is that text and memory stay in proportion to the source.
func TestHostile(t *testing.T) {
	size := 1 << 19
	if testing.Short() || raced {
		size = 1 << 15
	}
	readers := []struct {
		name string
		read func([]byte) *Doc
	}{{"HTML", HTML}, {"Plain", Plain}}
	for _, h := range hostile {
		src := []byte(h.make(size))
		small := []byte(h.make(1 << 13))
		for _, r := range readers {
			t.Run(r.name+"/"+h.name, func(t *testing.T) {
				if err := check(r.read(small)); err != nil {
					t.Error(err)
				}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				d := r.read(src)
				runtime.ReadMemStats(&after)
				if len(d.Text) > 8*len(src)+8 {
					t.Errorf("%d bytes of text from %d of source", len(d.Text), len(src))
				}
				const most = 512 // every byte a line, a block and its growth
				if used := after.TotalAlloc - before.TotalAlloc; used > uint64(most*len(src)+1<<20) {
					t.Errorf("%d bytes of memory for %d of source", used, len(src))
				}
			})
		}
	}
}

// TestLongLine reads 50 MB without a line break.
func TestLongLine(t *testing.T) {
	if testing.Short() || raced {
		t.Skip("50 MB")
	}
	src := bytes.Repeat([]byte("word  12 "), 50<<20/9)
	d := Plain(src)
	if len(d.Blocks) != 1 || len(d.Text) < len(src)/2 {
		t.Errorf("%d blocks, %d bytes of text", len(d.Blocks), len(d.Text))
	}
}

func TestLimits(t *testing.T) {
	deep := strings.Repeat("<b>", 3000) + "x" + strings.Repeat("</b>", 3000) + "<p>y"
	d := HTML([]byte(deep))
	if want := []string{"more than 1024 open elements"}; !slices.Equal(d.Warnings, want) {
		t.Errorf("deep nesting: %q, want %q", d.Warnings, want)
	}
	if last := d.Blocks[len(d.Blocks)-1]; string(d.Of(last.Span)) != "y" || last.Style&Bold != 0 {
		t.Errorf("after deep nesting: %q %b", d.Of(last.Span), last.Style)
	}
	tables := strings.Repeat("<table><tr><td>", 100) + "x" + strings.Repeat("</table>", 100) + "y"
	d = HTML([]byte(tables))
	if len(d.Tables) != maxTables {
		t.Errorf("%d tables, want %d", len(d.Tables), maxTables)
	}
	if last := d.Blocks[len(d.Blocks)-1]; string(d.Of(last.Span)) != "y" || last.Table != -1 {
		t.Errorf("after deep tables: %q in table %d", d.Of(last.Span), last.Table)
	}
}
