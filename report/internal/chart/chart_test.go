package chart

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the goldens again")

func v(x float64) *float64 { return &x }

const hostile = "<script>alert(1)</script>\u202e\x00\"'&]]> Ω 株式会社 é́́́́́ " +
	"a very long name of a company that nobody would believe, Incorporated and Sons"

func bins(counts ...int) []Bin {
	all := make([]Bin, len(counts))
	for i, n := range counts {
		all[i] = Bin{Low: float64(i) / float64(len(counts)), High: float64(i+1) / float64(len(counts)), Count: n}
	}
	return all
}

func rows() []Row {
	return []Row{
		{Label: "Alderbrook Holdings", Value: v(0.712), Interval: &Range{0.61, 0.80}, Scored: 31, N: 34},
		{Label: hostile, Value: v(0.402), Interval: &Range{0.21, 0.62}, Scored: 12, N: 33},
		{Label: "Zephyr & Co", Scored: 0, N: 9, Why: "no case has a number"},
		{Label: "Single", Value: v(1), Scored: 1, N: 1, Why: "one case says nothing about the spread"},
	}
}

type drawing interface{ SVG() (string, error) }

// pictures are all charts with ordinary, extreme and missing data.
func pictures(width float64) map[string]drawing {
	head := func(title string) Head { return Head{Title: title, Width: width} }
	differences := rows()
	for i := range differences {
		if differences[i].Value != nil {
			differences[i].Value = v(*differences[i].Value - 0.6)
		}
		differences[i].Interval = nil
	}
	differences[0].Interval, differences[0].Clear = &Range{0.02, 0.21}, true
	differences[1].Interval = &Range{-0.4, 0.02}
	return map[string]drawing{
		"distribution": &Distribution{Head: head("f1"), Bins: bins(3, 0, 8, 21, 40, 55, 80, 61, 22, 9), Mean: v(0.61),
			Interval: &Range{0.57, 0.65}, Median: v(0.64)},
		"distribution-one":   &Distribution{Head: head("one value"), Bins: []Bin{{2, 2, 1}}, Mean: v(2), Median: v(2)},
		"distribution-empty": &Distribution{Head: head("empty")},
		"distribution-far":   &Distribution{Head: head(hostile), Bins: []Bin{{-1e100, 0, 3}, {0, 1e100, 1_000_000}}, Mean: v(-1e99)},
		"intervals":          &Intervals{Head: head("f1 by company"), Rows: rows(), Mark: v(0.66), Marked: "all cases"},
		"intervals-one":      &Intervals{Head: head("one"), Rows: rows()[:1]},
		"intervals-bare":     &Intervals{Head: head(""), Rows: rows()[:1], Domain: &Range{0, 1}, Bare: true},
		"intervals-empty":    &Intervals{Head: head("none"), Rows: rows()[2:3]},
		"differences":        &Differences{Head: head("A − B"), Rows: differences, Below: "B is better", Over: "A is better"},
		"distances": &Distances{Head: head("Distance of hits"), Names: [2]string{"right", hostile},
			Note: "auc 0.81 (0.74 to 0.86)", Series: [2][]Bin{bins(30, 50, 20, 4, 1, 0), bins(0, 2, 10, 30, 60, 50)}},
		"distances-half": &Distances{Head: head("only one"), Names: [2]string{"right", "wrong"}, Series: [2][]Bin{bins(1, 2), nil}},
		"line": &Line{Head: head("f1 over runs"), Mark: v(0.7), Marked: "baseline",
			Points: []Row{{Label: "2026-11-01 09:10", Value: v(0.61), Interval: &Range{0.5, 0.7}},
				{Label: "2026-11-02", Value: v(0.66), Interval: &Range{0.6, 0.72}}, {Label: "2026-11-03"}, {Label: hostile,
					Value: v(0.7), Break: "model: a → <b>"}, {Label: "2026-11-09", Value: v(0.69), Interval: &Range{0.64, 0.74}}}},
		"line-one":   &Line{Head: head("one"), Points: rows()[:1]},
		"line-empty": &Line{Head: head("none")},
		"bars": &Bars{Head: head("Rank of the first gold"), Kinds: []string{"1", "2", "3 to 5", hostile, "not found"},
			Groups: []Group{{"filtered", []int{530, 120, 81, 0, 1}}, {hostile, []int{3, 0, 20, 70, 1000}}}},
		"bars-one":   &Bars{Head: head("one"), Kinds: []string{"1"}, Groups: []Group{{"open", []int{7}}}},
		"bars-empty": &Bars{Head: head("none"), Kinds: []string{"1"}, Groups: []Group{{"open", []int{0}}}},
		"stacked": &Stacked{Head: head("Outcomes"), Parts: []Part{{"answered", 371}, {"refused: safety", 14},
			{"error", 9}, {"truncated", 1}, {hostile, 5}, {"none", 0}}},
		"stacked-empty": &Stacked{Head: head("none"), Parts: []Part{{"x", 0}}},
	}
}

// TestGolden shows how each chart looks at both widths. Open the files in a browser after an update.
func TestGolden(t *testing.T) {
	n := 0
	for _, width := range []float64{Wide, Half} {
		for name, p := range pictures(width) {
			n++
			t.Run(name, func(t *testing.T) {
				svg, err := p.SVG()
				if err != nil {
					t.Fatal(err)
				}
				wellFormed(t, svg)
				apart(t, svg)
				if again, _ := p.SVG(); again != svg {
					t.Error("drawn twice, it is not the same")
				}
				golden(t, name+"-"+strconv.Itoa(int(width))+".svg", alone(svg))
			})
		}
	}
	if n < 30 {
		t.Errorf("only %d pictures", n)
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has changed; look at it and run with -update", path)
	}
}

// label is where a text is, by the estimate that charts make of it.
type label struct {
	text                     string
	left, right, top, bottom float64
}

// apart refuses texts that stand over each other. Names that stand upright are left out.
func apart(t *testing.T, svg string) {
	t.Helper()
	var all []label
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "text" && !strings.Contains(fmt.Sprint(e.Attr), "rotate") {
			all = append(all, labelOf(t, d, &e))
		}
	}
	for i := range all {
		for j := range i {
			a, b := &all[i], &all[j]
			if a.left < b.right-1 && b.left < a.right-1 && a.top < b.bottom-1 && b.top < a.bottom-1 {
				t.Errorf("%q stands over %q", a.text, b.text)
			}
		}
	}
}

func labelOf(t *testing.T, d *xml.Decoder, e *xml.StartElement) label {
	t.Helper()
	var l label
	var x float64
	at := start
	for _, a := range e.Attr {
		switch a.Name.Local {
		case "x":
			x = place(t, a.Value)
		case "y":
			l.bottom = place(t, a.Value)
		case "text-anchor":
			at = anchor(a.Value)
		}
	}
	for depth := 1; depth > 0; {
		token, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			depth++ // the tooltip
		case xml.EndElement:
			depth--
		case xml.CharData:
			if depth == 1 {
				l.text += string(token)
			}
		}
	}
	width := textWidth(l.text)
	l.top, l.left = l.bottom-9, x
	switch at {
	case middle:
		l.left = x - width/2
	case end:
		l.left = x - width
	}
	l.right = l.left + width
	return l
}

// places are the attributes that are places along x or y.
var places = map[string]int{"x": 0, "x1": 0, "x2": 0, "cx": 0, "y": 1, "y1": 1, "y2": 1, "cy": 1}

// wellFormed reads a picture: it must be XML of known elements only, with each mark within its box.
func wellFormed(t *testing.T, svg string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	var box [2]float64
	elements := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, svg)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		elements++
		if !strings.Contains(" svg desc title text rect line circle polyline polygon ", " "+e.Name.Local+" ") {
			t.Fatalf("element %q\n%s", e.Name.Local, svg)
		}
		within(t, &e, &box)
	}
	if elements < 3 {
		t.Fatalf("only %d elements: %s", elements, svg)
	}
}

func within(t *testing.T, e *xml.StartElement, box *[2]float64) {
	t.Helper()
	at := map[string]float64{}
	for _, a := range e.Attr {
		if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "style" || a.Name.Local == "href" {
			t.Fatalf("attribute %s", a.Name.Local)
		}
		switch a.Name.Local {
		case "viewBox":
			f := strings.Fields(a.Value)
			box[0], box[1] = place(t, f[2]), place(t, f[3])
		case "points":
			for _, p := range strings.Fields(a.Value) {
				x, y, _ := strings.Cut(p, ",")
				inBox(t, e, box, 0, place(t, x))
				inBox(t, e, box, 1, place(t, y))
			}
		case "x", "x1", "x2", "cx", "y", "y1", "y2", "cy", "width", "height", "r":
			at[a.Name.Local] = place(t, a.Value)
		}
	}
	for name, axis := range places {
		if v, ok := at[name]; ok {
			inBox(t, e, box, axis, v)
		}
	}
	if e.Name.Local == "rect" {
		inBox(t, e, box, 0, at["x"]+at["width"])
		inBox(t, e, box, 1, at["y"]+at["height"])
	}
}

func place(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		t.Fatalf("%q is no place", s)
	}
	return v
}

func inBox(t *testing.T, e *xml.StartElement, box *[2]float64, axis int, v float64) {
	t.Helper()
	if v < -0.1 || v > box[axis]+0.3 {
		t.Fatalf("%s %v: %v is outside %v", e.Name.Local, e.Attr, v, *box)
	}
}

// TestRefused holds every chart to refusing what is no number.
func TestRefused(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e101, math.MaxFloat64} {
		all := map[string]drawing{
			"mean":        &Distribution{Bins: bins(1), Mean: &bad},
			"median":      &Distribution{Bins: bins(1), Median: &bad},
			"bin":         &Distribution{Bins: []Bin{{0, bad, 1}}},
			"interval":    &Distribution{Bins: bins(1), Interval: &Range{0, bad}},
			"row":         &Intervals{Rows: []Row{{Value: &bad}}},
			"row's range": &Intervals{Rows: []Row{{Interval: &Range{bad, bad}}}},
			"mark":        &Intervals{Rows: rows(), Mark: &bad},
			"domain":      &Intervals{Rows: rows(), Domain: &Range{bad, 1}},
			"difference":  &Differences{Rows: []Row{{Value: &bad}}},
			"distance":    &Distances{Series: [2][]Bin{nil, {{bad, 1, 1}}}},
			"point":       &Line{Points: []Row{{Value: &bad}}},
			"baseline":    &Line{Points: rows(), Mark: &bad},
		}
		for name, p := range all {
			if svg, err := p.SVG(); err == nil || svg != "" {
				t.Errorf("%s of %v: %q, %v", name, bad, svg, err)
			}
		}
	}
	shapes := map[string]drawing{
		"negative count":     &Stacked{Parts: []Part{{"a", -1}}},
		"negative bin":       &Distribution{Bins: []Bin{{0, 1, -1}}},
		"turned interval":    &Intervals{Rows: []Row{{Interval: &Range{2, 1}}}},
		"bars without kinds": &Bars{Groups: []Group{{"a", []int{1}}}},
		"negative bar":       &Bars{Kinds: []string{"a"}, Groups: []Group{{"a", []int{-1}}}},
		"too many bars":      &Bars{Kinds: make([]string, maxRows+1)},
		"too many rows":      &Intervals{Rows: make([]Row, maxRows+1)},
		"too many the bins":  &Distribution{Bins: make([]Bin, maxRows+1)},
	}
	for name, p := range shapes {
		if svg, err := p.SVG(); err == nil || svg != "" {
			t.Errorf("%s: %q, %v", name, svg, err)
		}
	}
}

func TestNumbers(t *testing.T) {
	cases := []struct {
		v    float64
		want string
	}{
		{0, "0"}, {math.Copysign(0, -1), "0"}, {1, "1"}, {-3, "−3"}, {0.5, "0.500"}, {0.12345, "0.123"}, {-0.12345, "−0.123"}, {9.9999, "10.000"},
		{12.345, "12.35"}, {999.5, "999.50"}, {1234.56, "1,234.6"}, {-1234567, "−1.23e+06"}, {123456, "123,456"}, {0.0001,
			"0.0001"}, {1e-9, "1e-09"}, {-1e-9, "−1e-09"}, {1e100, "1e+100"},
	}
	for _, c := range cases {
		if got := Number(c.v); got != c.want {
			t.Errorf("Number(%v) is %q, want %q", c.v, got, c.want)
		}
	}
	shares := []struct {
		part, whole int
		want        string
	}{{0, 0, "–"}, {0, 9, "0 %"}, {9, 9, "100 %"}, {1, 3, "33.3 %"}, {1, 100000, "< 0.1 %"}, {99999, 100000, "> 99.9 %"}}
	for _, c := range shares {
		if got := Share(c.part, c.whole); got != c.want {
			t.Errorf("Share(%d, %d) is %q, want %q", c.part, c.whole, got, c.want)
		}
	}
	if got := Signed(0.25); got != "+0.250" {
		t.Errorf("Signed(0.25) is %q", got)
	}
}

// TestTicks holds scales to few, rising ticks that enclose the values, whatever these are.
func TestTicks(t *testing.T) {
	for _, r := range []Range{{0, 1}, {0.123, 0.124}, {-1e100, 1e100}, {1e100, 1e100}, {0, 0}, {-5, -5},
		{1e15, 1e15 + 1}, {1e-100, 2e-100}, {0.98, 1}} {
		s := newScale(r.Low, r.High, 10, 500, 6)
		if len(s.ticks) < 2 || len(s.ticks) > maxTicks {
			t.Errorf("%v: %d ticks", r, len(s.ticks))
		}
		if s.low > r.Low+s.step/1e6 || s.high < r.High-s.step/1e6 {
			t.Errorf("%v: the axis goes from %v to %v", r, s.low, s.high)
		}
		for i := 1; i < len(s.ticks); i++ {
			if s.at(s.ticks[i]) <= s.at(s.ticks[i-1]) {
				t.Errorf("%v: ticks %v and %v are at one place", r, s.ticks[i-1], s.ticks[i])
			}
		}
	}
}

// alone is a chart as a file of its own, with its classes.
func alone(svg string) string {
	at := strings.Index(svg, "<desc>")
	if at < 0 {
		return svg
	}
	return svg[:at] + "<style>" + CSS + "</style>" + svg[at:] + "\n"
}
