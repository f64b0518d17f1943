package main

import (
	"fmt"
	"html"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

// style writes the page in one of six kinds of markup; each printed column takes four cells except in styles 1 and 2.
type style struct {
	n               int
	apart, pctApart bool
	r               *rand.Rand
}

var mark = regexp.MustCompile(` \(\d\)$`)

func (st style) esc(s string) string {
	sup := mark.FindString(s)
	s = html.EscapeString(strings.TrimSuffix(s, sup))
	s = strings.NewReplacer("€", "&#8364;", "£", "&#163;", "—", "&#8212;", "–", "&#8211;").Replace(s)
	if st.n == 0 || st.n == 4 {
		s = strings.ReplaceAll(s, "'", "&#8217;")
	}
	if sup != "" {
		s += " <sup>" + strings.TrimSpace(sup) + "</sup>"
	}
	return s
}

func (st style) wide() bool { return st.n != 1 && st.n != 2 }

func (st style) top(b *strings.Builder) {
	if st.n == 1 {
		b.WriteString("<HTML>\n<BODY BGCOLOR=\"white\">\n")
		return
	}
	b.WriteString("<html>\n<head><title>filing</title></head>\n<body>\n")
}

func (st style) para(b *strings.Builder, s string) {
	forms := []string{
		`<div style="margin-top:6pt;text-align:justify"><span style="font-size:10pt">%s</span></div>`,
		`<P ALIGN="JUSTIFY">%s</P>`, `<p>%s</p>`,
		`<p style="margin:12pt 0pt 0pt;text-indent:4%%"><font style="font-family:Times New Roman" size="2">%s</font></p>`,
		`<div><font style="font-family:inherit;font-size:10pt">%s</font></div>`, `<P STYLE="margin: 0; font: 10pt Times">%s</P>`,
	}
	fmt.Fprintf(b, forms[st.n]+"\n", st.esc(s))
}

func (st style) caption(b *strings.Builder, s string) {
	forms := []string{
		`<div style="text-align:center"><span style="font-weight:700">%s</span></div>`, `<CENTER><B>%s</B></CENTER>`,
		`<p align="center"><b>%s</b></p>`, `<p style="margin:0pt" align="center"><font size="2"><b>%s</b></font></p>`,
		`<div style="line-height:120%%;text-align:center"><font style="font-style:italic">%s</font></div>`,
		`<P STYLE="text-align: center; margin: 0"><B>%s</B></P>`,
	}
	fmt.Fprintf(b, forms[st.n]+"\n", st.esc(s))
}

func (st style) note(b *strings.Builder, s string) {
	s = st.esc(s)
	if st.wide() {
		fmt.Fprintf(b, "<table><tr><td valign=\"top\">%s</td><td>%s</td></tr></table>\n", s[:3], s[4:])
		return
	}
	fmt.Fprintf(b, "<p><small>%s</small></p>\n", s)
}

func (st style) open(b *strings.Builder) {
	forms := []string{
		`<table style="border-collapse:collapse;display:inline-table;width:100%">`, `<TABLE BORDER="0" CELLSPACING="0" WIDTH="90%">`,
		`<table>`, `<table cellspacing="0" cellpadding="0" width="100%" border="0" align="center">`,
		`<div><div style="padding-left:0px"><table cellpadding="0" cellspacing="0" style="width:100%">`,
		`<TABLE CELLPADDING="0" CELLSPACING="0" STYLE="border-collapse: collapse; width: 100%">`,
	}
	b.WriteString(forms[st.n] + "\n")
	if st.n == 0 {
		b.WriteString("<tr>" + strings.Repeat(`<td style="width:1.0%"></td>`, 9) + "</tr>\n")
	}
}

func (st style) close(b *strings.Builder) {
	b.WriteString([]string{"</table>", "</TABLE>", "</table>", "</table><br>", "</table></div></div>", "</TABLE>"}[st.n] + "\n")
}

func (st style) section(b *strings.Builder, s string, cols int, centre bool) {
	span := cols + 1
	if st.wide() {
		span = 1 + 4*cols
	}
	switch {
	case centre:
		fmt.Fprintf(b, "<tr><td colspan=\"%d\" align=\"center\"><i>%s</i></td></tr>\n", span, st.esc(s))
	case st.n == 2 || st.n == 0:
		fmt.Fprintf(b, "<tr><td colspan=\"%d\"><b>%s</b></td></tr>\n", span, st.esc(s))
	default:
		fmt.Fprintf(b, "<tr><td><b>%s</b></td>%s</tr>\n", st.esc(s), strings.Repeat("<td>&nbsp;</td>", span-1))
	}
}

// groups writes the row of heads over several columns and gives the group of each column.
func (st style) groups(b *strings.Builder, f []string) []string {
	var of []string
	b.WriteString("<tr><td>&nbsp;</td>")
	for _, g := range f {
		name, count, _ := strings.Cut(g, "*")
		n, _ := strconv.Atoi(count)
		for range n {
			of = append(of, name)
		}
		if st.wide() {
			fmt.Fprintf(b, "<td>&nbsp;</td><td colspan=\"%d\" align=\"center\" style=\"border-bottom:1px solid\">%s</td>", 4*n-1, st.esc(name))
			continue
		}
		fmt.Fprintf(b, "<th colspan=\"%d\">%s</th>", n, st.esc(name))
	}
	b.WriteString("</tr>\n")
	return of
}

func (st style) heads(b *strings.Builder, f []string) {
	stub := st.esc(f[0])
	if stub == "" {
		stub = "&nbsp;"
	}
	tag := "td"
	if st.n == 2 {
		tag = "th"
	}
	fmt.Fprintf(b, "<tr>\n<%s>%s</%s>", tag, stub, tag)
	for _, h := range f[1:] {
		h = st.esc(h)
		if words := strings.Split(h, " "); st.apart && len(words) > 2 {
			h = strings.Join(words[:len(words)-1], " ") + "<br>" + words[len(words)-1]
		}
		switch st.n {
		case 1:
			fmt.Fprintf(b, "<TD ALIGN=\"CENTER\"><U>%s</U></TD>", h)
		case 2:
			fmt.Fprintf(b, "<th>%s</th>", h)
		case 3:
			fmt.Fprintf(b, "<td>&nbsp;&nbsp;</td><td colspan=\"2\" align=\"center\"><font size=\"1\"><b>%s</b></font></td><td>&nbsp;</td>", h)
		case 5:
			fmt.Fprintf(b, "<td>&nbsp;</td><td colspan=\"2\" style=\"text-align: center\">%s</td><td>&nbsp;</td>", h)
		default:
			fmt.Fprintf(b, "<td></td><td colspan=\"3\" style=\"text-align:right\"><b>%s</b></td>", h)
		}
	}
	b.WriteString("</tr>\n")
}

func (st style) row(b *strings.Builder, label string, row []shown) {
	colour := []string{"", ` bgcolor="#CCEEFF"`}[st.r.IntN(2)]
	fmt.Fprintf(b, "<tr%s><td>%s</td>", colour, st.esc(label))
	for _, s := range row {
		sym := st.esc(s.sym)
		if s.plain != "" {
			p := st.esc(strings.TrimSpace(s.plain))
			switch {
			case !st.wide():
				fmt.Fprintf(b, "<td>%s</td>", p)
			case s.plain == " ":
				b.WriteString("<td>&nbsp;</td><td>&nbsp;</td><td>&nbsp;</td><td>&nbsp;</td>")
			default:
				fmt.Fprintf(b, "<td>&nbsp;</td><td></td><td align=\"right\">%s</td><td>&nbsp;</td>", p)
			}
			continue
		}
		if !st.wide() {
			t := s.text()
			if s.neg && s.paren && st.apart {
				t = sym + t
			} else if s.neg {
				t = t[:1] + sym + t[1:]
			} else {
				t = sym + t
			}
			fmt.Fprintf(b, "<td align=right>%s</td>", t)
			continue
		}
		lead, trail := "", ""
		switch {
		case s.neg && s.paren:
			lead, trail = "(", ")"
		case s.neg:
			lead = "-"
		}
		num := lead + s.num
		if s.unit == "x" {
			num += s.unit
		} else {
			trail += s.unit
		}
		if trail != "" && !st.pctApart {
			num, trail = num+trail, ""
		}
		switch st.n {
		case 0:
			fmt.Fprintf(b, `<td></td><td style="padding:2px 0">%s</td><td style="text-align:right">%s</td><td>%s</td>`, sym, num, trail)
		case 4:
			fmt.Fprintf(b, `<td><div>&#160;</div></td><td><div><font>%s</font></div></td><td><font>%s</font></td><td>%s</td>`, sym, num, trail)
		default:
			fmt.Fprintf(b, "<td>&nbsp;</td><td>%s</td><td align=\"right\" nowrap>%s</td><td>%s&nbsp;</td>", sym, num, trail)
		}
	}
	b.WriteString("</tr>\n")
}
