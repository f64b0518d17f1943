package main

import (
	"fmt"
	"regexp"
	"strings"
)

type H struct {
	b   *B
	o   strings.Builder
	r   string
	fid int
	rnd string
}
type F struct {
	B, U, I bool
	Size    float64
	Key     bool
	Link    string
	Color   string
}

func (h *H) esc(s string, key bool) string {
	s = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
	nb := "&nbsp;"
	q, lq, rq, em, en := "&#8217;", "&#8220;", "&#8221;", "&#8212;", "&#8211;"
	switch h.r {
	case "rrd", "br":
		if !key {
			q, lq, rq, em, en = "&#146;", "&#147;", "&#148;", "&#151;", "&#150;"
		}
	case "wk", "ix", "dfin":
		nb = "&#160;"
	case "p10":
		if h.b.y%2 == 0 {
			q, lq, rq, em = "&rsquo;", "&ldquo;", "&rdquo;", "&mdash;"
		}
	case "div":
		q, lq, rq, em, en = "’", "“", "”", "—", "–"
	}
	return strings.NewReplacer("’", q, "“", lq, "”", rq, "—", em, "–", en, "\u00a0", nb, "\u2003", "&#8195;").Replace(s)
}

func (h *H) link(inner, target string) string {
	switch h.r {
	case "font99", "br", "rrd":
		return `<A HREF="#` + target + `">` + inner + `</A>`
	case "wk", "ix":
		return `<a style="color:#0000ff;font-family:'Times New Roman',sans-serif;font-size:10pt;font-weight:400;line-height:120%;text-decoration:underline" href="#` + h.aid(target) + `">` + inner + `</a>`
	}
	return `<a href="#` + target + `">` + inner + `</a>`
}
func (h *H) aid(t string) string { return "i" + h.rnd + "_" + t }
func (h *H) anchorTag(t string) string {
	switch h.r {
	case "font99", "br", "rrd":
		return `<A NAME="` + t + `"></A>`
	case "wk", "ix":
		return `<div id="` + h.aid(t) + `"></div>`
	case "p10":
		return `<a name="` + t + `"></a>`
	}
	return `<a id="` + t + `"></a>`
}
func (h *H) rawRun(s string, f F) string {
	if f.Size == 0 {
		f.Size = 10
	}
	switch h.r {
	case "font99", "br":
		if f.I {
			s = "<I>" + s + "</I>"
		}
		if f.U {
			s = "<U>" + s + "</U>"
		}
		if f.B {
			s = "<B>" + s + "</B>"
		}
		if h.r == "br" && f.Size == 10 {
			return s
		}
		sz := 2
		if f.Size > 11 {
			sz = 3
		} else if f.Size < 10 {
			sz = 1
		}
		return fmt.Sprintf(`<FONT FACE="Times New Roman" SIZE=%d>%s</FONT>`, sz, s)
	case "rrd":
		if f.I {
			s = "<I>" + s + "</I>"
		}
		if f.U {
			s = "<U>" + s + "</U>"
		}
		if f.B {
			s = "<B>" + s + "</B>"
		}
		sz := 2
		if f.Size > 11 {
			sz = 3
		} else if f.Size < 10 {
			sz = 1
		}
		return fmt.Sprintf(`<FONT STYLE="font-family:Times New Roman" SIZE="%d">%s</FONT>`, sz, s)
	case "p10":
		st := fmt.Sprintf("font-size:%.1fpt", f.Size)
		if f.B {
			st += ";font-weight:bold"
		}
		if f.I {
			st += ";font-style:italic"
		}
		if f.U {
			s = "<u>" + s + "</u>"
		}
		return fmt.Sprintf(`<font size="2" face="Times New Roman" style="%s;">%s</font>`, st, s)
	case "wk", "ix":
		w := 400
		if f.B {
			w = 700
		}
		x := ""
		if f.I {
			x += ";font-style:italic"
		}
		if f.U {
			x += ";text-decoration:underline"
		}
		col := "#000000"
		if f.Color != "" {
			col = f.Color
		}
		return fmt.Sprintf(`<span style="color:%s;font-family:'Times New Roman',sans-serif;font-size:%gpt;font-weight:%d;line-height:120%%%s">%s</span>`, col, f.Size, w, x, s)
	case "dfin":
		w := "normal"
		if f.B {
			w = "bold"
		}
		x := ""
		if f.U {
			x = "text-decoration:underline;"
		}
		if f.I {
			x += "font-style:italic;"
		}
		return fmt.Sprintf(`<span style="color:#000000;white-space:pre-wrap;font-weight:%s;font-size:%gpt;font-family:'Calibri',sans-serif;%smin-width:fit-content;">%s</span>`, w, f.Size, x, s)
	}
	if f.I {
		s = "<i>" + s + "</i>"
	}
	if f.U {
		s = `<span class="u">` + s + "</span>"
	}
	if f.B {
		s = `<span class="b">` + s + "</span>"
	}
	if f.Size > 11 {
		s = fmt.Sprintf(`<span style="font-size:%gpt">%s</span>`, f.Size, s)
	}
	return s
}
func (h *H) run(s string, f F) string {
	// links inside
	var out strings.Builder
	for {
		i := strings.Index(s, "\x02")
		if i < 0 {
			break
		}
		j := strings.Index(s, "\x03")
		in := s[i+1 : j]
		k := strings.Index(in, "|")
		if i > 0 {
			out.WriteString(h.rawRun(h.esc(s[:i], f.Key), f))
		}
		out.WriteString(h.rawRun(h.link(h.esc(in[k+1:], f.Key), in[:k]), f))
		s = s[j+1:]
	}
	if s != "" {
		t := h.esc(s, f.Key)
		t = strings.ReplaceAll(t, "\x01", "\n")
		if h.r == "ix" && !f.Key {
			t = h.ixNums(t)
		}
		out.WriteString(h.rawRun(t, f))
	}
	return out.String()
}

var ixRe = regexp.MustCompile(`\$(\d+\.\d) million`)

func (h *H) ixNums(t string) string {
	return ixRe.ReplaceAllStringFunc(t, func(m string) string {
		h.fid++
		v := ixRe.FindStringSubmatch(m)[1]
		return fmt.Sprintf(`$<ix:nonFraction unitRef="usd" contextRef="c-%d" decimals="-5" name="us-gaap:Amount%d" format="ixt:num-dot-decimal" scale="6" id="f-%d">%s</ix:nonFraction> million`, 1+h.fid%9, h.fid%40, h.fid, v)
	})
}

func (h *H) block(inner, align string, indent int) string {
	switch h.r {
	case "font99":
		if align == "center" && h.b.y%2 == 0 {
			return "<CENTER>" + inner + "</CENTER>\n<P>\n"
		}
		a := ""
		if align != "" {
			a = ` ALIGN="` + strings.ToUpper(align) + `"`
		}
		if indent > 0 {
			inner = strings.Repeat("&nbsp;", indent) + inner
		}
		return "<P" + a + ">" + inner + "</P>\n\n"
	case "br":
		if align == "center" {
			return "<CENTER>" + inner + "</CENTER>\n<BR>\n"
		}
		return strings.Repeat("&nbsp;", indent) + inner + "\n<BR><BR>\n"
	case "rrd":
		a := ""
		if align == "center" || align == "right" {
			a = ` ALIGN="` + align + `"`
		}
		st := "margin-top:12px;margin-bottom:0px"
		if indent > 0 {
			st += "; text-indent:4%"
		}
		return `<P STYLE="` + st + `"` + a + `>` + inner + "</P>\n"
	case "p10":
		if align == "" {
			align = "left"
		}
		return fmt.Sprintf(`<p style="margin:0in 0in 10pt;text-align:%s;text-indent:%dpt">%s</p>`+"\n", align, indent*4, inner)
	case "wk", "ix":
		x := ""
		if align != "" {
			x = ";text-align:" + align
		}
		if indent > 0 {
			x += fmt.Sprintf(";text-indent:%dpt", indent*4)
		}
		return `<div style="margin-top:9pt` + x + `">` + inner + `</div>`
	case "dfin":
		if align == "" {
			align = "left"
		}
		return fmt.Sprintf(`<p style="text-indent:%dpt;font-size:10pt;margin-top:10pt;font-family:Calibri,sans-serif;margin-bottom:0;text-align:%s;">%s</p>`+"\n", indent*4, align, inner)
	}
	cl := "p"
	if align == "center" {
		cl = "c"
	} else if align == "right" {
		cl = "r"
	}
	return `<div class="` + cl + `">` + inner + "</div>\n"
}

// cell table: rows of finished html
func (h *H) tbl(rows [][]string, widths []int, num bool) string {
	var o strings.Builder
	up := h.r == "font99" || h.r == "br" || h.r == "rrd"
	switch {
	case up:
		o.WriteString(`<TABLE BORDER=0 CELLSPACING=0 CELLPADDING=0 WIDTH="100%">` + "\n")
	case h.r == "wk" || h.r == "ix":
		o.WriteString(`<table style="border-collapse:collapse;display:inline-table;margin-bottom:5pt;vertical-align:text-bottom;width:100.000%">`)
	case h.r == "div":
		o.WriteString(`<div class="t">`)
	default:
		o.WriteString(`<table border="0" cellspacing="0" cellpadding="0" width="100%" style="border-collapse:collapse">` + "\n")
	}
	for _, r := range rows {
		if h.r == "div" {
			o.WriteString(`<div class="tr">`)
			for _, c := range r {
				o.WriteString(`<div class="td">` + c + `</div>`)
			}
			o.WriteString("</div>\n")
			continue
		}
		if up {
			o.WriteString("<TR VALIGN=TOP>")
		} else {
			o.WriteString("<tr>")
		}
		for i, c := range r {
			w := 0
			if i < len(widths) {
				w = widths[i]
			}
			al := "left"
			if num && i > 0 {
				al = "right"
			}
			switch {
			case up:
				wa := ""
				if w > 0 {
					wa = fmt.Sprintf(` WIDTH="%d%%"`, w)
				}
				o.WriteString(fmt.Sprintf(`<TD%s ALIGN="%s">%s</TD>`, wa, strings.ToUpper(al), c))
				if i < len(r)-1 && num {
					o.WriteString(`<TD>&nbsp;</TD>`)
				}
			case h.r == "wk" || h.r == "ix":
				o.WriteString(fmt.Sprintf(`<td colspan="3" style="padding:2px 1pt;text-align:%s;vertical-align:top">%s</td>`, al, c))
				if num && i < len(r)-1 {
					o.WriteString(`<td colspan="3" style="padding:0 1pt"></td>`)
				}
			default:
				o.WriteString(fmt.Sprintf(`<td style="vertical-align:top;text-align:%s;width:%d%%">%s</td>`, al, w, c))
			}
		}
		if up {
			o.WriteString("</TR>\n")
		} else {
			o.WriteString("</tr>")
		}
	}
	if up {
		o.WriteString("</TABLE>\n<P>\n")
	} else if h.r == "div" {
		o.WriteString("</div>\n")
	} else {
		o.WriteString("</table>")
		if h.r != "wk" && h.r != "ix" {
			o.WriteString("\n")
		}
	}
	return o.String()
}

func renderHTML(b *B) string {
	h := &H{b: b, r: b.c.R, rnd: fmt.Sprintf("%08x%08x", b.r.Uint32(), b.r.Uint32()), fid: 900}
	o := &h.o
	c := b.c
	if c.R == "pre" {
		t := renderTxt(b)
		t = strings.NewReplacer("&", "&amp;", "<PAGE>", "\x04", "<TABLE>\n<CAPTION>\n", "", "</TABLE>\n", "").Replace(t)
		t = regexp.MustCompile(`(?m)^<S> .*\n`).ReplaceAllString(t, "")
		t = strings.ReplaceAll(t, "<", "&lt;")
		t = strings.ReplaceAll(t, "\x04", "</PRE>\n<HR>\n<PRE>")
		return "<HTML>\n<HEAD><TITLE>" + b.co + "</TITLE></HEAD>\n<BODY BGCOLOR=\"#FFFFFF\">\n<PRE>\n" + t + "</PRE>\n</BODY>\n</HTML>\n"
	}
	if c.Rel {
		o.WriteString("<DOCUMENT>\n<TYPE>" + c.Kind + "\n<SEQUENCE>1\n<FILENAME>d10k.htm\n<DESCRIPTION>FORM " + c.Kind + "\n<TEXT>\n")
	}
	switch c.R {
	case "font99", "rrd":
		o.WriteString("<HTML><HEAD>\n<TITLE>FORM " + c.Kind + "</TITLE>\n</HEAD>\n<BODY BGCOLOR=\"WHITE\">\n")
	case "br":
		o.WriteString("<HTML><HEAD><TITLE>" + c.Kind + "</TITLE></HEAD><BODY>\n<FONT FACE=\"Times New Roman\" SIZE=2>\n")
	case "p10":
		o.WriteString("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">\n<html>\n<head>\n<title>Form " + c.Kind + "</title>\n</head>\n<body>\n<div style=\"font-family:Times New Roman;\">\n")
	case "wk":
		o.WriteString(`<html><head><!-- Document created using Wdesk --><title>Document</title></head><body>`)
	case "ix":
		o.WriteString("<?xml version='1.0' encoding='ASCII'?>\n" + `<html xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns="http://www.w3.org/1999/xhtml" xmlns:us-gaap="http://fasb.org/us-gaap/2023" xmlns:dei="http://xbrl.sec.gov/dei/2023" xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink" xml:lang="en-US"><head><meta http-equiv="Content-Type" content="text/html"/><title>` + strings.ToLower(b.short) + `-` + b.y2() + `1231</title></head><body><div style="display:none"><ix:header><ix:hidden><ix:nonNumeric contextRef="c-1" name="dei:EntityCentralIndexKey" id="f-1">000` + fmt.Sprint(1000000+b.r.Intn(800000)) + `</ix:nonNumeric><ix:nonNumeric contextRef="c-1" name="dei:DocumentFiscalYearFocus" id="f-2">` + b.y2() + `</ix:nonNumeric><ix:nonNumeric contextRef="c-1" name="dei:AmendmentFlag" id="f-3">FALSE</ix:nonNumeric></ix:hidden><ix:references xml:lang="en-US"><link:schemaRef xlink:type="simple" xlink:href="x.xsd"></link:schemaRef></ix:references><ix:resources>`)
		for i := 1; i < 10; i++ {
			o.WriteString(fmt.Sprintf(`<xbrli:context id="c-%d"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">0001%06d</xbrli:identifier></xbrli:entity><xbrli:period><xbrli:startDate>%d-01-01</xbrli:startDate><xbrli:endDate>%d-12-31</xbrli:endDate></xbrli:period></xbrli:context>`, i, b.r.Intn(999999), b.y-i+1, b.y-i+1))
		}
		o.WriteString(`<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit></ix:resources></ix:header></div>`)
	case "dfin":
		o.WriteString(`<?xml version="1.0" encoding="ASCII"?><!-- New ActiveDisclosure Inline XBRL Document -->` + "\n" + `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>10-K</title></head><body>` + "\n")
	case "div":
		o.WriteString("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>" + c.Kind + "</title>\n<style>.p{margin:8pt 0}.c{text-align:center;margin:8pt 0}.r{text-align:right}.b{font-weight:bold}.u{text-decoration:underline}.h{font-weight:bold;margin:14pt 0}.up{text-transform:uppercase}.t{display:table;width:100%}.tr{display:table-row}.td{display:table-cell}</style>\n</head>\n<body>\n")
	}
	for _, n := range b.nodes {
		switch n.K {
		case "rawtxt":
			// only in text filings
		case "cov":
			switch n.Lvl {
			case 0:
				o.WriteString(h.block(h.run(n.Text, F{}), "", 0))
			case 2:
				t := h.run(n.Text, F{B: true, Size: 14})
				if h.r == "ix" && strings.HasPrefix(n.Text, "FORM ") {
					t = h.rawRun(`Form <ix:nonNumeric contextRef="c-1" name="dei:DocumentType" id="f-4">`+h.esc(n.Text[5:], false)+`</ix:nonNumeric>`, F{B: true, Size: 18})
				}
				o.WriteString(h.block(t, "center", 0))
			case 3:
				o.WriteString(h.block(h.run(n.Text, F{}), "right", 0))
			default:
				o.WriteString(h.block(h.run(n.Text, F{B: true}), "center", 0))
			}
		case "part":
			var p []string
			for _, l := range strings.Split(n.Text, "\n") {
				p = append(p, h.run(l, F{B: true}))
			}
			if len(p) > 1 && b.r.Intn(2) == 0 {
				for _, x := range p {
					o.WriteString(h.block(x, "center", 0))
				}
			} else {
				o.WriteString(h.block(strings.Join(p, "<br/>"), "center", 0))
			}
		case "head":
			o.WriteString(h.head(n.It))
		case "sub":
			f := F{B: n.Lvl < 3, I: n.Lvl > 1}
			al := ""
			if n.Lvl == 1 && len(n.Text) > 40 {
				al = "center"
			}
			o.WriteString(h.block(h.run(n.Text, f), al, 0))
		case "cap":
			o.WriteString(h.block(h.run(n.Text, F{B: strings.Contains(n.Text, "in thousands")}), "center", 0))
		case "p":
			var in strings.Builder
			if n.RunIn != nil {
				num, title := b.headParts(n.RunIn)
				f := F{B: c.Head.B, U: c.Head.U, I: c.Head.I}
				if c.Head.Lay == "hangrun" {
					in.WriteString(h.run(strings.TrimSpace(num)+"\u00a0\u00a0\u00a0", F{}) + h.run(title, f) + " ")
				} else if c.Head.U && b.y%2 == 0 {
					in.WriteString(h.run(strings.TrimSpace(num), F{B: true}) + "&nbsp;&nbsp;" + h.run(title, f) + "&nbsp; ")
				} else {
					in.WriteString(h.run(num+title, f) + "&nbsp; ")
				}
			}
			// sentences in one run or several
			split := (h.r == "wk" || h.r == "ix" || h.r == "dfin") && b.r.Intn(3) == 0
			al := "justify"
			if c.Indent > 0 {
				al = ""
			}
			var buf []string
			flush := func() {
				if len(buf) > 0 {
					in.WriteString(h.run(strings.Join(buf, " "), F{}))
					buf = nil
				}
			}
			for i, s := range n.Sents {
				key := n.First && i == 0 || n.Last && i == len(n.Sents)-1
				if i > 0 {
					s2 := " "
					if len(buf) == 0 {
						in.WriteString(s2)
					}
				}
				if key && !(h.r == "ix" && ixRe.MatchString(s) || (h.r == "rrd" || h.r == "br") && strings.ContainsAny(s, "’“”")) {
					key = false
				}
				if key {
					if len(buf) > 0 {
						flush()
						in.WriteString(" ")
					}
					in.WriteString(h.run(s, F{Key: true}))
				} else {
					buf = append(buf, s)
					if split && b.r.Intn(3) == 0 {
						flush()
					}
				}
			}
			flush()
			ind := c.Indent
			if n.Cont {
				ind = 0
			}
			o.WriteString(h.block(in.String(), al, ind))
		case "bul":
			for i, s := range n.Sents {
				switch {
				case h.r == "font99" || h.r == "rrd":
					if i == 0 {
						o.WriteString("<UL>\n")
					}
					o.WriteString("<LI>" + h.run(s, F{}) + "</LI>\n")
					if i == len(n.Sents)-1 {
						o.WriteString("</UL>\n")
					}
				case h.r == "wk" || h.r == "ix":
					o.WriteString(`<div style="margin-top:3pt;padding-left:18pt;text-indent:-18pt">` + h.rawRun("&#8226;", F{}) + h.rawRun("&#160;&#160;"+h.ixNums(h.esc(s, true)), F{}) + `</div>`)
				default:
					o.WriteString(h.block("&#8226;&nbsp; "+h.run(s, F{}), "", 0))
				}
			}
		case "table":
			var rows [][]string
			for i, r := range n.Rows {
				var row []string
				for k, x := range r {
					if n.Num && k > 0 && strings.HasPrefix(x, "$") && (h.r == "wk" || h.r == "ix") {
						v := h.esc(x[1:], false)
						if h.r == "ix" {
							h.fid++
							v = fmt.Sprintf(`<ix:nonFraction unitRef="usd" contextRef="c-%d" decimals="-3" name="us-gaap:Line%d" format="ixt:num-dot-decimal" scale="3" id="f-%d">%s</ix:nonFraction>`, k, i, h.fid, v)
						}
						row = append(row, h.rawRun("$", F{})+h.rawRun(v, F{}))
					} else {
						row = append(row, h.run(x, F{B: n.Num && i == 0}))
					}
				}
				rows = append(rows, row)
			}
			w := []int{55, 15, 15, 15}
			if !n.Num {
				w = []int{20, 80}
			}
			t := h.tbl(rows, w, n.Num)
			if h.r == "wk" || h.r == "ix" {
				t = "<div style=\"margin-top:9pt\">" + t + "</div>"
			}
			o.WriteString(t)
		case "open", "close":
			o.WriteString(n.Htm)
		case "toc":
			o.WriteString(h.toc(n))
		case "index":
			o.WriteString(h.anchorTag("toc"))
			o.WriteString(h.block(h.run("Form "+c.Kind+" Cross-Reference Index", F{B: true, Size: 14}), "center", 0))
			var rows [][]string
			for _, r := range b.indexRows() {
				var row []string
				for _, x := range r {
					row = append(row, h.run(x, F{B: r[1] == ""}))
				}
				rows = append(rows, row)
			}
			o.WriteString(h.tbl(rows, []int{12, 66, 22}, false))
			for _, it := range b.items {
				if strings.Contains(it.IndexNote, "(a)") {
					o.WriteString(h.block(h.run("(a) Incorporated by reference to the proxy statement for the annual meeting.", F{Size: 8}), "", 0))
					break
				}
			}
		case "page":
			h.page(n)
		}
	}
	switch c.R {
	case "br":
		o.WriteString("</FONT></BODY></HTML>\n")
	case "font99", "rrd":
		o.WriteString("</BODY></HTML>\n")
	case "p10":
		o.WriteString("</div></body>\n</html>\n")
	default:
		o.WriteString("</body></html>\n")
	}
	if c.Rel {
		o.WriteString("</TEXT>\n</DOCUMENT>\n")
	}
	return o.String()
}

func (h *H) page(n *Node) {
	o := &h.o
	switch h.r {
	case "wk", "ix":
		o.WriteString(`<div style="height:42.75pt;position:relative;width:100%"><div style="bottom:0;position:absolute;width:100%">`)
		for _, f := range n.Ftr {
			o.WriteString(`<div style="text-align:center">` + h.run(f, F{Size: 8}) + `</div>`)
		}
		o.WriteString(`</div></div><hr style="page-break-after:always"/><div style="min-height:42.75pt;width:100%">`)
		if len(n.Hdr) == 0 {
			o.WriteString(`<div><span><br/></span></div>`)
		}
		for _, f := range n.Hdr {
			o.WriteString(`<div>` + h.run(f, F{Size: 8, Color: "#0000ff"}) + `</div>`)
		}
		o.WriteString(`</div>`)
		return
	}
	for _, f := range n.Ftr {
		o.WriteString(h.block(h.run(f, F{}), "center", 0))
	}
	switch h.r {
	case "font99", "br":
		o.WriteString("<HR SIZE=3 NOSHADE>\n")
	case "rrd":
		o.WriteString("\n<p Style='page-break-before:always'>\n<HR SIZE=\"3\" style=\"COLOR:#999999\" WIDTH=\"100%\" ALIGN=\"CENTER\">\n")
	case "div":
		o.WriteString(`<div style="page-break-after:always"></div>` + "\n")
	default:
		o.WriteString(`<div style="page-break-before:always;"></div>` + "\n")
	}
	for _, f := range n.Hdr {
		o.WriteString(h.block(h.run(f, F{B: h.b.c.Hdr == "itemcont" || h.b.c.Hdr == "partcont"}), "", 0))
	}
}

func (h *H) toc(n *Node) string {
	b := h.b
	var o strings.Builder
	style := n.Text
	if n.HeadNumStr == "" {
		o.WriteString(h.anchorTag("toc"))
		t := "TABLE OF CONTENTS"
		if b.y%3 == 0 {
			t = "INDEX"
		}
		o.WriteString(h.block(h.run(t, F{B: true}), "center", 0))
	}
	items := b.tocItems(n.HeadNumStr)
	cell := func(it *Item) (string, string, string) {
		num, w := it.Num, "Item "
		if it.HeadNum != "" {
			num = it.HeadNum
			if !strings.Contains(num, "(") {
				w = "Items "
			}
		}
		a := b.typ(w+num) + "."
		t := b.typ(it.Title)
		if style == "links" {
			t = "\x02" + anchor(it) + "|" + t + "\x03"
			if b.y%2 == 0 {
				a = "\x02" + anchor(it) + "|" + a + "\x03"
			}
		}
		if style == "titles" || b.c.Head.Lay == "titleonly" {
			a = ""
		}
		p := b.pageStr(it)
		if style == "nopages" {
			p = ""
		}
		if style == "links" {
			p = "\x02" + anchor(it) + "|" + p + "\x03"
		}
		return h.run(a, F{}), h.run(t, F{}), h.run(p, F{})
	}
	var rows [][]string
	if style == "twocol" {
		half := (len(items) + 1) / 2
		for i := 0; i < half; i++ {
			a, t, p := cell(items[i])
			r := []string{a, t, p, ""}
			if i+half < len(items) {
				a, t, p = cell(items[i+half])
				r = append(r, a, t, p)
			}
			rows = append(rows, r)
		}
		o.WriteString(h.tbl(rows, []int{8, 34, 5, 4, 8, 34, 5}, false))
		return o.String()
	}
	part := ""
	for _, it := range items {
		if it.NoHead {
			continue
		}
		if it.Part != part && b.c.Part != "" && n.HeadNumStr == "" {
			part = it.Part
			rows = append(rows, []string{"", h.run(strings.ReplaceAll(b.partText(part), "\n", " "), F{B: true}), ""})
		}
		a, t, p := cell(it)
		rows = append(rows, []string{a, t, p})
	}
	if n.HeadNumStr == "" {
		rows = append(rows, []string{"", h.run(b.typ("Signatures"), F{}), h.run(fmt.Sprint(b.sigPage), F{})})
	}
	if style == "lines" {
		for _, r := range rows {
			o.WriteString(h.block(strings.Join(r, " "), "", 0))
		}
		return o.String()
	}
	o.WriteString(h.tbl(rows, []int{12, 78, 10}, false))
	return o.String()
}

func (h *H) head(it *Item) string {
	b := h.b
	c := b.c.Head
	num, title := b.headParts(it)
	f := F{B: c.B, U: c.U, I: c.I, Size: c.Size}
	al := ""
	if c.Center {
		al = "center"
	}
	g := c.Gap
	if g == "" {
		g = " "
	}
	g = h.esc(g, false)
	n := strings.TrimSpace(num)
	var o strings.Builder
	o.WriteString(h.anchorTag(anchor(it)))
	upTags := h.r == "font99" || h.r == "br" || h.r == "rrd"
	br := "<br/>"
	if upTags {
		br = "<BR>"
	}
	switch c.Lay {
	case "nextline":
		o.WriteString(h.block(h.run(n, f), al, 0))
		if title != "" {
			o.WriteString(h.block(h.run(title, f), al, 0))
		}
	case "brsplit":
		o.WriteString(h.block(h.run(n, f)+br+"\n"+h.run(title, f), al, 0))
	case "table":
		o.WriteString(h.tbl([][]string{{h.run(n, f), h.run(title, f)}}, []int{12, 88}, false))
	case "box":
		r := h.tbl([][]string{{h.run(n, f), h.run(title, f)}}, []int{15, 85}, false)
		o.WriteString(strings.Replace(r, "<TR ", `<TR BGCOLOR="#C0C0C0" `, 1))
	case "parttable":
		o.WriteString(h.tbl([][]string{{h.run("PART "+it.Part, f), h.run(num+title, f)}}, []int{15, 85}, false))
	case "spaced":
		fs := strings.Fields(n)
		o.WriteString(h.block(h.run(strings.Join(strings.Split(fs[0], ""), "\u00a0")+"\u00a0\u00a0"+strings.Join(fs[1:], " ")+"\u00a0\u00a0 "+title, f), al, 0))
	case "smallcaps":
		var in strings.Builder
		for wi, w := range strings.Fields(num + title) {
			if wi > 0 {
				in.WriteString(" ")
			}
			rs := []rune(w)
			if len(rs) == 1 || !strings.ContainsAny(string(rs[0]), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") || w == "and" || w == "of" {
				in.WriteString(h.rawRun(h.esc(strings.ToUpper(w), false), F{B: true, Size: 12}))
				continue
			}
			in.WriteString(h.rawRun(h.esc(string(rs[:1]), false), F{B: true, Size: 12}) + h.rawRun(h.esc(strings.ToUpper(string(rs[1:])), false), F{B: true, Size: 9}))
		}
		o.WriteString(h.block(in.String(), al, 0))
	case "split":
		s := []rune(num + title)
		var in strings.Builder
		for len(s) > 0 {
			k := 2 + b.r.Intn(9)
			if k > len(s) {
				k = len(s)
			}
			in.WriteString(h.rawRun(h.esc(string(s[:k]), false), f))
			s = s[k:]
		}
		o.WriteString(h.block(in.String(), al, 0))
	case "h2":
		t := "h2"
		if upTags {
			t = "H3"
		}
		x := ""
		if c.Center {
			x = ` align="center"`
		}
		o.WriteString("<" + t + x + ">" + h.esc(num+title, false) + "</" + t + ">\n")
	case "linkback":
		o.WriteString(h.block(h.rawRun(h.link(h.esc(num+title, false), "toc"), f), al, 0))
	case "titlefirst":
		o.WriteString(h.block(h.run(title+" ("+strings.TrimRight(n, ".:-–")+")", f), al, 0))
	case "titleonly":
		if f.Size == 0 {
			f.Size = 16
		}
		o.WriteString(h.block(h.run(title, f), al, 0))
	case "float":
		o.WriteString(`<div style="clear:both;margin-top:12pt"><div style="float:left;width:14%">` + h.run(n, f) + `</div><div style="margin-left:14%">` + h.run(title, f) + "</div></div>\n")
	case "lower":
		o.WriteString(`<div class="h up">` + h.esc(strings.ToLower(num+title), false) + "</div>\n")
	case "glued":
		o.WriteString(h.block(h.run(n, f)+`<span style="padding-left:22.5pt">`+h.run(title, f)+`</span>`, al, 0))
	case "hr":
		o.WriteString("<hr/>" + h.block(h.run(num+title, f), al, 0) + "<hr/>")
	case "afterbr": // the heading follows in one block a rule of stars
		o.WriteString(h.block(h.run("* * * * *", F{})+br+br+h.run(num+title, f), "center", 0))
	default:
		if title == "" {
			o.WriteString(h.block(h.run(n, f), al, 0))
		} else if g != " " {
			o.WriteString(h.block(h.run(n, f)+h.rawRun(g, f)+h.run(title, f), al, 0))
		} else {
			o.WriteString(h.block(h.run(num+title, f), al, 0))
		}
	}
	return o.String()
}
