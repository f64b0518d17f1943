package block

import (
	"bytes"
	"fmt"
	"testing"
	"unicode/utf8"
)

// check returns the first promise of Doc that does not hold.
func check(d *Doc) error {
	for _, part := range []func(*Doc) error{checkBlocks, checkTables, checkMarks, checkSource} {
		if err := part(d); err != nil {
			return err
		}
	}
	return nil
}

func checkBlocks(d *Doc) error {
	if !utf8.Valid(d.Text) {
		return fmt.Errorf("text is not UTF-8")
	}
	at, page := int32(0), int32(0)
	for i, b := range d.Blocks {
		switch {
		case b.Start < at || b.End <= b.Start || int(b.End) > len(d.Text):
			return fmt.Errorf("block %d at %v, after %d of %d", i, b.Span, at, len(d.Text))
		case bytes.IndexByte(d.Of(b.Span), '\n') >= 0:
			return fmt.Errorf("block %d holds a line break: %q", i, d.Of(b.Span))
		case b.Page < page:
			return fmt.Errorf("block %d on page %d after page %d", i, b.Page, page)
		case b.Table >= int32(len(d.Tables)) || b.Table < -1 || b.Row < 0:
			return fmt.Errorf("block %d in table %d row %d", i, b.Table, b.Row)
		case len(bytes.Trim(d.Text[at:b.Start], " \t\v\n")) > 0:
			return fmt.Errorf("text outside blocks before block %d: %q", i, d.Text[at:b.Start])
		}
		at, page = b.End, b.Page
	}
	if len(bytes.Trim(d.Text[at:], " \t\v\n")) > 0 {
		return fmt.Errorf("text after the last block: %q", d.Text[at:])
	}
	return nil
}

func checkTables(d *Doc) error {
	for i, t := range d.Tables {
		switch {
		case t.Start < 0 || t.End < t.Start || int(t.End) > len(d.Text):
			return fmt.Errorf("table %d at %v", i, t.Span)
		case t.Source.End < t.Source.Start || int(t.Source.End) > len(d.source):
			return fmt.Errorf("table %d from %v", i, t.Source)
		case t.Parent >= int32(i) || t.Blocks.End < t.Blocks.Start && t.Blocks.End != 0:
			return fmt.Errorf("table %d in %d, blocks %v", i, t.Parent, t.Blocks)
		}
		if err := checkCells(d, t); err != nil {
			return fmt.Errorf("table %d: %w", i, err)
		}
		for k := t.Blocks.Start; k < t.Blocks.End; k++ {
			if b := d.Blocks[k]; b.Start < t.Start || b.End > t.End {
				return fmt.Errorf("table %d at %v: row block %d at %v", i, t.Span, k, b.Span)
			}
		}
	}
	return nil
}

func checkCells(d *Doc, t Table) error {
	at, row, col := t.Start, int32(0), int32(0)
	for i, c := range d.Cells[t.Cells.Start:t.Cells.End] {
		if c.Row > row {
			row, col = c.Row, 0
		}
		switch {
		case c.End < c.Start || c.End > c.Start && (c.Start < at || c.End > t.End):
			return fmt.Errorf("cell %d at %v after %d", i, c.Span, at)
		case c.Row < row || c.Row >= t.Rows || c.Col < col || c.ColSpan < 1 || c.RowSpan < 1 || c.ColSpan > maxColumn:
			return fmt.Errorf("cell %d: row %d column %d spans %d × %d after row %d column %d", i, c.Row, c.Col, c.ColSpan, c.RowSpan, row, col)
		case c.Source.End < c.Source.Start || int(c.Source.End) > len(d.source):
			return fmt.Errorf("cell %d from %v", i, c.Source)
		}
		col = c.Col + c.ColSpan
		at = max(at, c.End)
	}
	return nil
}

func checkMarks(d *Doc) error {
	for i, m := range d.Marks {
		switch {
		case m.Start < 0 || m.End < m.Start || int(m.End) > len(d.Text):
			return fmt.Errorf("mark %d at %v", i, m.Span)
		case m.Parent >= int32(i) || m.Cell >= int32(len(d.Cells)):
			return fmt.Errorf("mark %d in mark %d, cell %d", i, m.Parent, m.Cell)
		case m.Tag.Start >= m.Tag.End || m.Source.Start != m.Tag.Start || m.Source.End < m.Tag.End || int(m.Source.End) > len(d.source):
			return fmt.Errorf("mark %d: tag %v source %v", i, m.Tag, m.Source)
		}
		if m.Parent >= 0 {
			if p := d.Marks[m.Parent]; m.Start < p.Start || m.End > p.End {
				return fmt.Errorf("mark %d at %v outside its parent at %v", i, m.Span, p.Span)
			}
		}
	}
	for i, l := range d.Links {
		if l.Start < 0 || l.End < l.Start || int(l.End) > len(d.Text) {
			return fmt.Errorf("link %d at %v", i, l.Span)
		}
	}
	for i, a := range d.Anchors {
		if a.At < 0 || int(a.At) > len(d.Text) {
			return fmt.Errorf("anchor %d at %d", i, a.At)
		}
	}
	return nil
}

func checkSource(d *Doc) error {
	for i := 1; i < len(d.runs); i++ {
		if d.runs[i].At <= d.runs[i-1].At {
			return fmt.Errorf("runs %d and %d out of order", i-1, i)
		}
	}
	last := int32(0)
	for at := 0; at < len(d.Text); at += 1 + len(d.Text)/50000 {
		source := d.SourceOf(int32(at))
		if source < last || int(source) > len(d.source) {
			return fmt.Errorf("source of %d is %d, after %d of %d", at, source, last, len(d.source))
		}
		last = source
	}
	return nil
}

// seeds are pages and texts that reach every part of the readers.
var seeds = []string{
	"",
	"plain",
	"<html><body><p>One <b>bold</b> word &amp; more&nbsp;&#151;end</p></body></html>",
	"<table><tr><td rowspan=2>a<td colspan=3>b<tr><td>c</table>tail",
	"<table>lost<tr><td>a<table><tr><td>in</table>b<p>c<p>d</td><td>e</table>",
	"<ix:header><p>hidden</p></ix:header><p><ix:nonNumeric name=a>text <ix:nonFraction>1</ix:nonFraction></ix:nonNumeric> " +
		"<ix:continuation/></p>",
	"<ix:nonnumeric><p>t</p><ix:nonfraction></ix:nonfraction></ix:nonnumeric><ix:tuple>",
	"<a name=x></a><a href=#x>link</a><a href='#y%20z'>other<a id='y z'>",
	"<pre>\n  Item 1.   Business      1\n  Item 2.   Property     20\n\n text goes on\n here</pre>",
	"<p>a<sup>1</sup> <font face=wingdings>&#168;</font> <span style='display:none'>no</span></p>",
	"<hr><p>12<hr><page>x<p style='page-break-before:always'>y<!-- PAGEBREAK -->z",
	"<ul><li>a<li>b<dl><dt>t<dd>d</dl></ul></div></td></table>",
	"<title>never closed <p>text <style> <script>x</script>",
	"<a b=\"<a\" b=\"<a\" b=\">\"",
	"<!-- <!--- <!> <? </ > <![CDATA[ x ]]> < a <",
	"\x80\x93\xa0\xff\xc2\x92\x00\x01 &#0; &NotEqualTilde; &ampLtd &#x80; &bogus; &",
	"<PAGE>\n        ITEM 1.  BUSINESS\n\n  The Company makes manage-\nment tools.  manage-\n ment management\n\f 2\n",
	"<TABLE>\n<CAPTION>\nSales\n<S>   <C>  <C>\nNorth   1,200   3,400\nSouth     900   -\n</TABLE>\nText",
	"North......   1,200   3,400\n\nSouth         900      -\n\nplain text\t\ttab\r\nmore",
	"Text\n| a | **b** | c \\| d |\n| --- | :-: | --: |\n| North | 1,200 |\n|| 3 | &amp; <b> | 4 | 5\n\n a | b\n-|-\n1 | 2\n---|---\nend",
	"\f\f\f\n\f\n",
	"word\u00ad\u200bword \u3000 wide \xef\xbb\xbf\x0b",
	"<td>cell</td><tr><td>row</tr><caption>c</caption><tbody>",
	"<table>lost<p>c<td>in</td>e<p>f</table>",
	"<table><caption>c</caption><tr align=center><th>h<td align=left>l</table>",
	"<hr><p>1999<page>x<i style='page-break-before:always'>y</i><b style='page-break-after:always'>z</b> and on",
	"<table>\n<s>  <c>\nRope  <i style='page-break-before:always'>12</i>  13\n</table>",
}

func TestInvariants(t *testing.T) {
	for _, seed := range seeds {
		if err := check(HTML([]byte(seed))); err != nil {
			t.Errorf("HTML(%q): %v", seed, err)
		}
		if err := check(Plain([]byte(seed))); err != nil {
			t.Errorf("Plain(%q): %v", seed, err)
		}
	}
}

func fuzz(f *testing.F, read func([]byte) *Doc) {
	if len(seeds) < 25 {
		f.Fatalf("%d seeds, want at least 25", len(seeds))
	}
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		d := read(src)
		if err := check(d); err != nil {
			t.Fatal(err)
		}
		if len(d.Text) > 8*len(src)+8 {
			t.Fatalf("%d bytes of text from %d of source", len(d.Text), len(src))
		}
	})
}

func FuzzHTML(f *testing.F)  { fuzz(f, HTML) }
func FuzzPlain(f *testing.F) { fuzz(f, Plain) }
