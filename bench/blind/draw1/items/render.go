package main

import (
	"fmt"
	"strings"
)

// headParts gives the number and the title as printed.
func (b *B) headParts(it *Item) (num, title string) {
	hs := b.c.Head
	w := "Item "
	n := it.Num
	if it.HeadNum != "" {
		n = it.HeadNum
		if !strings.Contains(n, "(") {
			w = "Items "
		}
	}
	title = it.Title
	if hs.Up {
		title = strings.ToUpper(title)
	}
	title = b.typ(title)
	form := hs.Form
	if form == "" {
		form = "Item {N}. {T}"
	}
	form = strings.ReplaceAll(form, "Item ", w)
	form = strings.ReplaceAll(form, "{P}", it.Part)
	i := strings.Index(form, "{T}")
	num = form
	suffix := ""
	if i >= 0 {
		num = form[:i]
		suffix = form[i+3:]
	}
	title += suffix
	if hs.Up || b.c.Upper {
		num = strings.ToUpper(num)
	}
	num = strings.ReplaceAll(num, "{N}", n)
	if b.c.Upper {
		num = strings.ToUpper(num)
	}
	if hs.Up && it.HeadNum != "" {
		num = strings.ToUpper(num)
	}
	return
}

func spaced(s string) string {
	var out []string
	for _, w := range strings.Fields(s) {
		var l []string
		for _, r := range w {
			l = append(l, string(r))
		}
		out = append(out, strings.Join(l, " "))
	}
	return strings.Join(out, "  ")
}

const gapMark = "\ue000" // a wider gap after this word

func wrap(s string, width int, first, rest string) (lines []string) {
	defer func() {
		for i := range lines {
			lines[i] = strings.ReplaceAll(lines[i], gapMark, "")
		}
	}()
	for pi, piece := range strings.Split(s, "\x01") {
		cur := rest
		if pi == 0 {
			cur = first
		}
		empty := true
		for _, w := range strings.Fields(piece) {
			if !empty && len([]rune(cur))+1+len([]rune(w)) > width {
				lines = append(lines, cur)
				cur = rest
				empty = true
			}
			if empty {
				cur += w
				empty = false
			} else if strings.HasSuffix(cur, gapMark) {
				cur = strings.TrimSuffix(cur, gapMark) + "  " + w
			} else {
				cur += " " + w
			}
		}
		if !empty {
			lines = append(lines, cur)
		}
	}
	return lines
}

func justify(l string, width int) string {
	t := strings.TrimLeft(l, " ")
	ind := len(l) - len(t)
	gaps := strings.Count(t, " ")
	need := width - len(l)
	if gaps < 5 || need <= 0 || need > gaps {
		return l
	}
	var sb strings.Builder
	k := 0
	for _, r := range t {
		sb.WriteRune(r)
		if r == ' ' {
			if k < need {
				sb.WriteByte(' ')
			}
			k++
		}
	}
	return strings.Repeat(" ", ind) + sb.String()
}

func center(s string, width int) string {
	n := (width - len([]rune(s))) / 2
	if n < 0 {
		n = 0
	}
	return strings.Repeat(" ", n) + s
}

func (b *B) pageStr(it *Item) string {
	return fmt.Sprint(it.Page)
}

func (b *B) indexRows() [][]string {
	var rows [][]string
	part := ""
	l := b.items
	// by number in the index, whatever the order of the text
	l = append([]*Item{}, l...)
	ord := map[*Item]int{}
	cat := b.cat10K()
	if b.qtr {
		cat = b.cat10Q()
	}
	for i, k := range cat {
		for _, it := range l {
			if it.Num == k.Num && it.Part == k.Part {
				ord[it] = i
			}
		}
	}
	for i := range l {
		for j := i + 1; j < len(l); j++ {
			if ord[l[j]] < ord[l[i]] {
				l[i], l[j] = l[j], l[i]
			}
		}
	}
	for _, it := range l {
		if it.Part != part {
			part = it.Part
			rows = append(rows, []string{b.typ("Part " + part), "", ""})
		}
		title := it.Title
		for _, k := range cat {
			if k.Num == it.Num && k.Part == it.Part {
				title = k.Title
			}
		}
		where := it.IndexNote
		if where == "" {
			where = fmt.Sprintf("Page %d", it.Page)
			if it.PageEnd > it.Page {
				where = fmt.Sprintf("Pages %d-%d", it.Page, it.PageEnd)
			}
		}
		if it.Reserved {
			where = ""
		}
		rows = append(rows, []string{"Item " + it.Num + ".", b.typ(title), where})
	}
	return rows
}

func (b *B) tocItems(part string) []*Item {
	var l []*Item
	for _, it := range b.items {
		if part == "" || it.Part == part {
			l = append(l, it)
		}
	}
	return l
}

func renderTxt(b *B) string {
	c := b.c
	width := 66 + b.r.Intn(13)
	ind := strings.Repeat(" ", c.Indent)
	left := ""
	if c.Head.Lay == "hang" || c.Head.Lay == "hangrun" {
		left = strings.Repeat(" ", 10)
	}
	var o strings.Builder
	P := func(s string) { o.WriteString(s + "\n") }
	body := func(s string, first, rest string) {
		ls := wrap(s, width, first, rest)
		for i, l := range ls {
			if c.Justify && i < len(ls)-1 {
				l = justify(l, width)
			}
			P(l)
		}
	}
	if c.Rel && c.R == "txt" {
		acc := fmt.Sprintf("%010d-%02d-%06d", 10000+b.r.Intn(900000), (b.y+1)%100, b.r.Intn(9000))
		P("-----BEGIN PRIVACY-ENHANCED MESSAGE-----\nProc-Type: 2001,MIC-CLEAR\nOriginator-Name: webmaster@www.sec.gov\n")
		P("<SEC-DOCUMENT>" + acc + ".txt : " + fmt.Sprint(b.y+1) + "0328")
		P("<SEC-HEADER>" + acc + ".hdr.sgml : " + fmt.Sprint(b.y+1) + "0328")
		P("ACCESSION NUMBER:\t\t" + acc + "\nCONFORMED SUBMISSION TYPE:\t" + c.Kind + "\nPUBLIC DOCUMENT COUNT:\t\t2")
		P("\nFILER:\n\n\tCOMPANY DATA:\n\t\tCOMPANY CONFORMED NAME:\t\t\t" + strings.ToUpper(b.co) + "\n\t\tSTANDARD INDUSTRIAL CLASSIFICATION:\t" + b.in.Name + " [" + b.in.SIC + "]\n</SEC-HEADER>")
		P("<DOCUMENT>\n<TYPE>" + c.Kind + "\n<SEQUENCE>1\n<TEXT>\n")
	}
	for _, n := range b.nodes {
		switch n.K {
		case "rawtxt":
			o.WriteString(n.Txt)
		case "cov":
			switch n.Lvl {
			case 0:
				for _, l := range wrap(n.Text, width, "", "") {
					P(l)
				}
			case 3:
				P(strings.Repeat(" ", 34) + n.Text)
				if strings.Contains(strings.ToLower(n.Text), "date") {
					P("")
				}
				continue
			default:
				for _, l := range wrap(n.Text, width, "", "") {
					P(center(l, width))
				}
			}
			P("")
		case "part":
			for _, l := range strings.Split(n.Text, "\n") {
				t := center(l, width)
				if c.Head.Lay == "partleft" {
					t = l
				}
				P(t)
				if c.Head.Rule != "" && len(strings.Split(n.Text, "\n")) == 1 {
					P(center(strings.Repeat(c.Head.Rule, len(l)), width))
				}
			}
			P("")
		case "head":
			o.WriteString(b.txtHead(n.It, width))
		case "sub":
			t := n.Text
			switch n.Lvl {
			case 1:
				if len(t) > 40 {
					for _, l := range wrap(t, width, "", "") {
						P(center(l, width))
					}
				} else {
					P(left + t)
				}
				if c.Head.Rule != "" && len(t) < 40 {
					P(left + strings.Repeat("-", len(t)))
				}
			default:
				for _, l := range wrap(t, width, left+"  ", left+"  ") {
					P(l)
				}
			}
			P("")
		case "cap":
			for _, l := range wrap(n.Text, width, "", "") {
				P(center(l, width))
			}
			P("")
		case "p":
			s := strings.Join(n.Sents, " ")
			if b.r.Intn(2) == 0 || c.Indent > 0 {
				s = strings.Join(n.Sents, gapMark+" ")
			}
			s = linkRe.ReplaceAllString(s, "$1")
			first := left + ind
			if n.Cont {
				first = left
			}
			if n.RunIn != nil {
				num, title := b.headParts(n.RunIn)
				if c.Head.Lay == "hangrun" {
					num = fmt.Sprintf("%-10s", strings.TrimSpace(num))
					body(title+"."+gapMark+" "+s, num, left)
				} else {
					body(num+title+gapMark+" "+s, ind, "")
				}
			} else {
				body(s, first, left)
			}
			if !n.Open {
				P("")
			}
		case "bul":
			for _, s := range n.Sents {
				body(s, left+"   -  ", left+"      ")
			}
			P("")
		case "table":
			if n.Num {
				P("<TABLE>\n<CAPTION>")
			}
			for i, r := range n.Rows {
				if n.Num {
					w := 34
					l := r[0]
					if len([]rune(l)) > w {
						l = string([]rune(l)[:w])
					}
					l = fmt.Sprintf("%-*s", w, l)
					for _, v := range r[1:] {
						l += fmt.Sprintf("%*s", 12, v)
					}
					P(l)
					if i == 0 {
						P("<S>                               " + strings.Repeat("         <C>", len(r)-1))
						u := strings.Repeat(" ", w)
						for range r[1:] {
							u += "    --------"
						}
						P(u)
					}
				} else {
					ls := wrap(r[len(r)-1], width-16, "", "")
					for k, x := range ls {
						h := ""
						if k == 0 {
							h = r[0]
						}
						if len(h) > 24 {
							P(h)
							h = ""
						}
						P(fmt.Sprintf("   %-12s %s", h, x))
					}
				}
			}
			if n.Num {
				P("</TABLE>")
			}
			P("")
		case "index":
			P(center(fmt.Sprintf("%s CROSS-REFERENCE INDEX", strings.ToUpper("Form "+c.Kind)), width))
			P("")
			for _, r := range b.indexRows() {
				if r[1] == "" {
					P("\n" + center(r[0], width) + "\n")
					continue
				}
				ls := wrap(r[1], 44, "", "")
				for k, l := range ls {
					h, p := "", ""
					if k == 0 {
						h = r[0]
					}
					if k == len(ls)-1 {
						p = r[2]
					}
					P(strings.TrimRight(fmt.Sprintf("%-10s%-46s%s", h, l, p), " "))
				}
			}
			P("")
		case "toc":
			o.WriteString(b.txtToc(n, width))
		case "page":
			P("")
			for _, f := range n.Ftr {
				P(center(f, width))
			}
			if c.Note == "ff" {
				o.WriteString("\f")
			} else if c.Head.Rule == "=" {
				P(strings.Repeat("-", width) + "\n")
			} else {
				P("<PAGE>")
			}
			for _, h := range n.Hdr {
				P(linkRe.ReplaceAllString(h, "$1"))
			}
			P("")
		}
	}
	if c.Rel && c.R == "txt" {
		P("</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n-----END PRIVACY-ENHANCED MESSAGE-----")
	}
	return o.String()
}

func (b *B) txtHead(it *Item, width int) string {
	c := b.c
	num, title := b.headParts(it)
	var ls []string
	switch c.Head.Lay {
	case "nextline":
		ls = append([]string{strings.TrimSpace(num)}, wrap(title, width, "", "")...)
	case "spaced":
		n := strings.TrimSpace(num)
		t := title
		if c.Head.SpaceTitleToo {
			f := strings.Fields(n)
			ls = []string{spaced(f[0]) + "  " + strings.Join(f[1:], " ")}
			cur := ""
			for _, w := range strings.Fields(t) {
				if len(cur)+2*len(w)+2 > width {
					ls = append(ls, cur)
					cur = ""
				}
				if cur != "" {
					cur += "   "
				}
				cur += spaced(w)
			}
			ls = append(ls, cur)
		} else {
			f := strings.Fields(n)
			ls = wrap(title, width, spaced(f[0])+"  "+strings.Join(f[1:], " ")+"  ", "               ")
		}
	case "titlefirst":
		ls = wrap(title+" ("+strings.TrimRight(strings.TrimSpace(num), ".:-")+")", width, "", "")
	case "titleonly":
		ls = wrap(title, width, "", "")
	default:
		g := c.Head.Gap
		if g == "" {
			g = " "
		}
		n := strings.TrimSpace(num)
		if title == "" {
			ls = []string{n}
			break
		}
		pad := strings.Repeat(" ", len([]rune(n))+len(g))
		if c.Head.Center {
			pad = ""
		}
		ls = wrap(title, width-4, n+g, pad)
	}
	var o strings.Builder
	if b.r.Intn(2) == 0 {
		o.WriteString("\n")
	}
	mx := 0
	for _, l := range ls {
		if c.Head.Center {
			l = center(l, width)
		}
		if len([]rune(l)) > mx {
			mx = len([]rune(l))
		}
		o.WriteString(l + "\n")
	}
	if c.Head.Rule != "" {
		if c.Head.Center {
			o.WriteString(center(strings.Repeat(c.Head.Rule, 30), width) + "\n")
		} else {
			o.WriteString(strings.Repeat(c.Head.Rule, mx) + "\n")
		}
	}
	o.WriteString("\n")
	return o.String()
}

func (b *B) txtToc(n *Node, width int) string {
	var o strings.Builder
	P := func(s string) { o.WriteString(strings.TrimRight(s, " ") + "\n") }
	style := n.Text
	if n.HeadNumStr == "" {
		h := "TABLE OF CONTENTS"
		if b.r.Intn(3) == 0 {
			h = "INDEX"
		}
		P(center(h, width))
		P("")
	}
	part := ""
	items := b.tocItems(n.HeadNumStr)
	if style == "twocol" {
		half := (len(items) + 1) / 2
		for i := 0; i < half; i++ {
			cell := func(it *Item) string {
				t := it.Title
				if len(t) > 20 {
					t = strings.TrimSpace(t[:strings.LastIndex(t[:21], " ")])
				}
				return fmt.Sprintf("Item %-4s%-22s%4s", it.Num+".", t, b.pageStr(it))
			}
			l := cell(items[i])
			if i+half < len(items) {
				l += "   " + cell(items[i+half])
			}
			P(l)
		}
		P("")
		return o.String()
	}
	for _, it := range items {
		if it.Part != part && b.c.Part != "" && n.HeadNumStr == "" && style != "titles" {
			part = it.Part
			P("")
			P(center(strings.Split(b.partText(part), "\n")[0], width))
			P("")
		}
		num, w := it.Num, "Item "
		if it.HeadNum != "" {
			num = it.HeadNum
			if !strings.Contains(num, "(") {
				w = "Items "
			}
		}
		head := fmt.Sprintf("%-10s", b.typ(w+num+".")+" ")
		if style == "titles" {
			head = ""
		}
		if b.c.Head.Lay == "titleonly" {
			head = ""
		}
		if it.NoHead {
			continue
		}
		pad := strings.Repeat(" ", len(head))
		ls := wrap(b.typ(it.Title), width-8, head, pad)
		for i, l := range ls {
			if i == len(ls)-1 && style != "nopages" {
				l = l + " "
				f := "."
				if style == "pages" {
					f = " "
				}
				for len([]rune(l)) < width-5 {
					l += f
				}
				l += fmt.Sprintf("%5s", b.pageStr(it))
			}
			P(l)
		}
	}
	if n.HeadNumStr == "" {
		P("")
		P(b.typ("Signatures"))
	}
	P("")
	return o.String()
}
