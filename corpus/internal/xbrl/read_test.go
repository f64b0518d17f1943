package xbrl

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
)

const root = `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"
 xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12"
 xmlns:sec='http://www.sec.gov/inlineXBRL/transformation/2015-08-31'
 xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi"
 xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:dei="http://xbrl.sec.gov/dei/2024"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:fab="http://fabrikant.example/2024"><body>`

const resources = `
<xbrli:context id="y24"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">0001999999</xbrli:identifier></xbrli:entity>
 <xbrli:period><xbrli:startDate>2024-01-01</xbrli:startDate><xbrli:endDate>2024-12-31</xbrli:endDate></xbrli:period></xbrli:context>
<xbrli:context id="d24"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">0001999999</xbrli:identifier><xbrli:segment>
 <xbrldi:explicitMember dimension="fab:RegionAxis">fab:NorthMember</xbrldi:explicitMember>
 <xbrldi:explicitMember dimension="fab:LineAxis"> fab:PumpsMember </xbrldi:explicitMember></xbrli:segment></xbrli:entity>
 <xbrli:period><xbrli:instant>2024-12-31</xbrli:instant></xbrli:period></xbrli:context>
<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
<xbrli:unit id="eps"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unitNumerator>
 <xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>`

// page is a filing with the usual resources, these hidden facts and this body.
func (k Kind) String() string {
	return [...]string{"numeric", "text", "fraction", "tuple"}[k]
}

func (d Dimension) String() string { return d.Axis + "=" + d.Member }

func page(hidden, body string) string {
	return root + `<div style="display:none"><ix:header><ix:hidden>` + hidden + `</ix:hidden><ix:resources>` +
		resources + `</ix:resources></ix:header></div>` + body + `</body></html>`
}

func read(src string) (*block.Doc, *Instance) {
	doc := block.HTML([]byte(src))
	return doc, Read(doc, []byte(src))
}

// dump is what matters of an instance, a line per fact and one per problem.
func dump(in *Instance) string {
	var b strings.Builder
	for i := range in.Facts {
		f := &in.Facts[i]
		fmt.Fprintf(&b, "%s %s = %q", f.Kind, f.Concept, f.Value)
		if f.HasNumber {
			fmt.Fprintf(&b, " %s", f.Unit)
		}
		if f.Shown != f.Value {
			fmt.Fprintf(&b, " shown %q", f.Shown)
		}
		if f.Parent >= 0 {
			fmt.Fprintf(&b, " in %s", in.Facts[f.Parent].Concept)
		}
		for _, n := range f.Footnotes {
			fmt.Fprintf(&b, " note %q", in.Footnotes[n].Text)
		}
		for _, p := range f.Problems {
			fmt.Fprintf(&b, " ! %s", p)
		}
		b.WriteByte('\n')
	}
	for _, p := range in.Problems {
		fmt.Fprintf(&b, "! %s\n", p)
	}
	return b.String()
}

var readTests = []struct{ name, src, want string }{
	{"scale, sign and format",
		page("", `<table><tr><td>Sales</td><td><ix:nonFraction name="fab:Sales" contextRef="y24" unitRef="usd" decimals="-5" scale="6" `+
			`format="ixt:num-dot-decimal">1,234.5</ix:nonFraction></td>
			<td>(<ix:nonFraction name="fab:Loss" contextRef="y24" unitRef="usd" scale="3" sign="-" format="ixt:num-dot-decimal">`+
			`12</ix:nonFraction>)</td>
			<td><ix:nonFraction name="fab:Margin" contextRef="y24" unitRef="usd" scale="-2">41.50</ix:nonFraction>%</td>
			<td><ix:nonFraction name="fab:Nought" contextRef="y24" unitRef="usd" sign="-" format="ixt:fixed-zero">—</ix:nonFraction></td>`+
			`</tr></table>`),
		`numeric fab:Sales = "1234500000" USD shown "1,234.5"
numeric fab:Loss = "-12000" USD shown "12"
numeric fab:Margin = "0.415" USD shown "41.50"
numeric fab:Nought = "0" USD shown "—"
`},
	{"facts nest",
		page("", `<p><ix:nonNumeric name="dei:DocumentPeriodEndDate" contextRef="y24" format="ixt:date-monthname-day-year-en">`+
			`<ix:nonNumeric name="dei:CurrentFiscalYearEndDate" contextRef="y24" format="ixt:date-monthname-day-en">`+
			`December&#160;31</ix:nonNumeric>, 2024</ix:nonNumeric></p>`),
		`text dei:DocumentPeriodEndDate = "2024-12-31" shown "December 31, 2024"
text dei:CurrentFiscalYearEndDate = "--12-31" shown "December 31" in dei:DocumentPeriodEndDate
`},
	{"continuations join, and facts in them belong to the fact",
		page("", `<div><ix:nonNumeric name="fab:Note" contextRef="y24" continuedAt="b">We make pumps.</ix:nonNumeric></div><p>17</p>
			<div><ix:continuation id="b" continuedAt="c">We sold <ix:nonFraction name="fab:Pumps" contextRef="y24" unitRef="usd">`+
			`40</ix:nonFraction> of</ix:continuation> <b><ix:continuation id="c">them.</ix:continuation></b></div>`),
		`text fab:Note = "We make pumps.\nWe sold 40 of them."
numeric fab:Pumps = "40" USD in fab:Note
`},
	{"a continuation may come before its fact",
		page("", `<p><ix:continuation id="b">second</ix:continuation></p><p><ix:nonNumeric name="fab:Note" contextRef="y24" `+
			`continuedAt="b">first</ix:nonNumeric></p>`),
		"text fab:Note = \"first\\nsecond\"\n"},
	{"continuations in a circle, twice, missing",
		page("", `<p><ix:nonNumeric name="fab:A" contextRef="y24" continuedAt="b">a</ix:nonNumeric> <ix:continuation id="b" `+
			`continuedAt="c">b</ix:continuation> <ix:continuation id="c" continuedAt="b">c</ix:continuation></p>
			<p><ix:nonNumeric name="fab:B" contextRef="y24" continuedAt="c">d</ix:nonNumeric><ix:nonNumeric name="fab:C" contextRef="y24" `+
			`continuedAt="zz">e</ix:nonNumeric></p>`),
		`text fab:A = "a b c" ! continuation "b" is used twice or goes in a circle
text fab:B = "d" ! continuation "c" is used twice or goes in a circle
text fab:C = "e" ! continuation "zz" is missing
`},
	{"exclusions are cut out of a line and of a page",
		page("", `<p><ix:nonNumeric name="fab:Line" contextRef="y24">one <ix:exclude>two</ix:exclude> three<ix:exclude>x</ix:exclude>`+
			`!</ix:nonNumeric></p>
			<div><ix:nonNumeric name="fab:Pages" contextRef="y24"><p>before</p><ix:exclude><p>page 7</p></ix:exclude><p>after</p>`+
			`</ix:nonNumeric></div>
			<p><ix:nonFraction name="fab:Sum" contextRef="y24" unitRef="usd">1<ix:exclude>*</ix:exclude>2</ix:nonFraction></p>`),
		`text fab:Line = "one three!"
text fab:Pages = "before\nafter"
numeric fab:Sum = "12" USD
`},
	{"fractions and tuples",
		page("", `<p><ix:fraction name="fab:Odds" contextRef="y24" unitRef="usd"><ix:numerator format="ixt:num-dot-decimal">1,`+
			`000</ix:numerator> to <ix:denominator scale="1">3</ix:denominator></ix:fraction>
			<ix:fraction name="fab:Half" contextRef="y24" unitRef="usd"><ix:numerator>1</ix:numerator></ix:fraction></p>
			<p><ix:tuple name="fab:Officer" tupleID="t1"/><ix:nonNumeric name="fab:Title" contextRef="y24" tupleRef="t1" order="1">`+
			`Chair</ix:nonNumeric>
			<ix:tuple name="fab:Plant"><ix:nonNumeric name="fab:Town" contextRef="y24" order="1">Oxmoor</ix:nonNumeric></ix:tuple>
			<ix:nonNumeric name="fab:Lost" contextRef="y24" tupleRef="t9">x</ix:nonNumeric></p>`),
		`fraction fab:Odds = "1000/30" shown "1,000 to 3"
fraction fab:Half = "" shown "1" ! fraction lacks its numerator or denominator
tuple fab:Officer = ""
text fab:Title = "Chair" in fab:Officer
tuple fab:Plant = ""
text fab:Town = "Oxmoor" in fab:Plant
text fab:Lost = "x" ! tuple "t9" is missing or comes after its member
`},
	{"hidden facts: markup, references, CDATA, comments",
		page(`<ix:nonNumeric name="dei:EntityRegistrantName" contextRef="y24">Fabrikant &amp; Daughters, Inc.</ix:nonNumeric>
			<ix:nonNumeric name="fab:Policy" contextRef="y24" escape="true"><div><p>One<!-- not this --> &lt;two&gt;</p><p><b>Thr</b>ee</p>`+
			`</div></ix:nonNumeric>
			<ix:nonNumeric name="fab:Raw" contextRef="y24"><![CDATA[a & b < c]]> d</ix:nonNumeric>
			<ix:nonFraction name="fab:Price" contextRef="y24" unitRef="eps" decimals="INF">
				.05 </ix:nonFraction>`, ""),
		`text dei:EntityRegistrantName = "Fabrikant & Daughters, Inc."
text fab:Policy = "One <two>\nThree"
text fab:Raw = "a & b < c d"
numeric fab:Price = "0.05" USD/shares shown ".05"
`},
	{"footnotes",
		root + `<ix:header><ix:resources>` + resources +
			`<ix:relationship fromRefs="f1 f2" toRefs="n1"/><ix:relationship fromRefs="f9" toRefs="n1 n8 f1"/></ix:resources></ix:header>
			<p><ix:nonFraction id="f1" name="fab:A" contextRef="y24" unitRef="usd">1</ix:nonFraction> <ix:nonFraction id="f2" name="fab:B" ` +
			`contextRef="y24" unitRef="usd">2</ix:nonFraction></p>
			<p><ix:footnote id="n1" continuedAt="n1b">Unaudited,</ix:footnote> really <ix:continuation id="n1b">restated.</ix:continuation></p>`,
		`numeric fab:A = "1" USD note "Unaudited, restated."
numeric fab:B = "2" USD note "Unaudited, restated."
! footnote "n1" is tied to fact "f9", which is missing
! footnote "n8" is missing
`},
	{"nil has no value and needs none",
		page("", `<p>x<ix:nonFraction name="fab:None" contextRef="y24" unitRef="usd" xsi:nil="true"/><ix:nonNumeric name="fab:Void" `+
			`contextRef="y24" xsi:nil="1">n/a</ix:nonNumeric></p>`),
		`numeric fab:None = ""
text fab:Void = "" shown "n/a"
`},
	{"what has no value says why",
		page("", `<p><ix:nonFraction name="fab:A" contextRef="y24" unitRef="usd" format="ixt:num-dot-decimal">twelve</ix:nonFraction>
			<ix:nonFraction name="fab:B" contextRef="y24" unitRef="usd" format="ixt:num-roman">XII</ix:nonFraction>
			<ix:nonFraction name="fab:C" contextRef="y24" unitRef="usd">1,200</ix:nonFraction>
			<ix:nonFraction name="fab:D" contextRef="y24" unitRef="usd" scale="six">1</ix:nonFraction>
			<ix:nonFraction name="fab:E" contextRef="y24" unitRef="usd" scale="999999999">1</ix:nonFraction>
			<ix:nonFraction name="fab:F" contextRef="y24" unitRef="usd" sign="-">-1</ix:nonFraction>
			<ix:nonFraction name="fab:G" contextRef="y24" unitRef="usd" sign="minus">1</ix:nonFraction>
			<ix:nonFraction name="fab:H" contextRef="y24" unitRef="usd" format="sec:numinf">endless</ix:nonFraction>
			<ix:nonFraction name="fab:I" contextRef="y24" unitRef="usd"></ix:nonFraction>
			<ix:nonNumeric name="fab:J" contextRef="y24" format="ixt:date-monthname-day-year-en">February 30, 2024</ix:nonNumeric></p>`),
		`numeric fab:A = "" shown "twelve" ! "twelve" does not fit ixt:num-dot-decimal
numeric fab:B = "" shown "XII" ! unknown transform "num-roman"
numeric fab:C = "" shown "1,200" ! "1,200" is no number
numeric fab:D = "" shown "1" ! scale "six" is no small whole number
numeric fab:E = "" shown "1" ! scale "999999999" is no small whole number
numeric fab:F = "" shown "-1" ! "-1" has a sign on the page and another in its mark
numeric fab:G = "" shown "1" ! sign "minus" is neither absent nor -
numeric fab:H = "" shown "endless" ! "INF" is no number
numeric fab:I = "" ! "" is no number
text fab:J = "" shown "February 30, 2024" ! "February 30, 2024" does not fit ixt:date-monthname-day-year-en
`},
	{"missing contexts and units",
		page("", `<p><ix:nonFraction name="fab:A" contextRef="y99" unitRef="gbp">1</ix:nonFraction><ix:nonFraction name="fab:B" `+
			`contextRef="y24">2</ix:nonFraction><ix:nonNumeric name="fab:C">c</ix:nonNumeric><ix:nonNumeric contextRef="y24">d</ix:nonNumeric></p>`),
		`numeric fab:A = "1"  ! context "y99" is missing ! unit "gbp" is missing
numeric fab:B = "2"  ! unit "" is missing
text fab:C = "c" ! context "" is missing
text  = "d" ! fact has no name
`},
	{"attributes in single quotes, over lines, in capitals, unquoted",
		page("", "<p><IX:NONFRACTION NAME='fab:A' CONTEXTREF='y24'\n unitref=usd SCALE = \"3\"\n\tFormat=\"ixt:num-dot-decimal\">"+
			"7</IX:NONFRACTION></p>"),
		"numeric fab:A = \"7000\" USD shown \"7\"\n"},
	{"other prefixes, and the first version of inline XBRL",
		`<html xmlns:in="http://www.xbrl.org/2008/inlineXBRL" xmlns:t="http://www.xbrl.org/2008/inlineXBRL/transformation" ` +
			`xmlns:x="http://www.xbrl.org/2003/instance" xmlns:f="u:f"><body>
			<in:header><in:hidden><in:nonNumeric name="f:H" contextRef="c">h</in:nonNumeric></in:hidden><in:resources><x:context id="c">` +
			`<x:entity><x:identifier scheme="s">9</x:identifier></x:entity><x:period><x:forever/></x:period></x:context>
			<x:unit id="p"><x:measure>x:pure</x:measure></x:unit></in:resources></in:header>
			<p><in:nonFraction name="f:N" contextRef="c" unitRef="p" format="t:numdotcomma" footnoteRefs="n">1.000,5</in:nonFraction> ` +
			`<in:footnote footnoteID="n">old</in:footnote></p>`,
		`text f:H = "h"
numeric f:N = "1000.5" pure shown "1.000,5" note "old"
`},
	{"undeclared prefixes are reported once, and the usual ones understood",
		strings.Replace(page("", `<p><ix:nonFraction name="zz:A" contextRef="y24" unitRef="usd" format="ixt:num-dot-decimal">1,`+
			`0</ix:nonFraction><ix:nonFraction name="zz:B" contextRef="y24" unitRef="usd" format="fmt:num-dot-decimal">2</ix:nonFraction></p>`),
			`xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12"`, "", 1),
		`numeric zz:A = "10" USD shown "1,0"
numeric zz:B = "" shown "2" ! prefix of transform "fmt:num-dot-decimal" is not declared
! namespace prefix "zz" is not declared
! namespace prefix "ixt" is not declared
! namespace prefix "fmt" is not declared
`},
	{"an unknown registry", strings.Replace(page("",
		`<p><ix:nonFraction name="fab:A" contextRef="y24" unitRef="usd" format="ixt:num-dot-decimal">1</ix:nonFraction></p>`),
		"transformation/2020-02-12", "transformation/2099-01-01", 1),
		"numeric fab:A = \"\" shown \"1\" ! unknown transformation registry \"http://www.xbrl.org/inlineXBRL/transformation/2099-01-01\"\n"},
	{"ids given twice",
		root + `<ix:header><ix:resources>` + resources + resources +
			`</ix:resources></ix:header><p><ix:nonNumeric name="fab:A" contextRef="y24" continuedAt="b">a</ix:nonNumeric> <ix:continuation ` +
			`id="b">b</ix:continuation> <ix:continuation id="b">c</ix:continuation></p>`,
		`text fab:A = "a b"
! several contexts have the id "y24"; the first counts
! several contexts have the id "d24"; the first counts
! several units have the id "usd"; the first counts
! several units have the id "eps"; the first counts
! several continuations have the id "b"; the first counts
`},
	{"a header cut in the middle",
		root + `<ix:header><ix:hidden><ix:nonNumeric name="fab:A" contextRef="y24">half a val`,
		"text fab:A = \"half a val\" ! context \"y24\" is missing\n! header ends inside an element\n"},
	{"a header cut in a context",
		root + `<ix:header><ix:resources><xbrli:context id="y24"><xbrli:entity><xbrli:identifier scheme="s">0001`,
		"! header ends inside context or unit \"y24\"\n"},
}

func TestRead(t *testing.T) {
	for _, tt := range readTests {
		t.Run(tt.name, func(t *testing.T) {
			if _, in := read(tt.src); dump(in) != tt.want {
				t.Errorf("got\n%swant\n%s", dump(in), tt.want)
			}
		})
	}
}
