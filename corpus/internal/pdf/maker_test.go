package pdf

import (
	"bytes"
	"fmt"
	"strings"
)

// maker writes small PDFs for the tests: text at given places in Helvetica, and what else is asked for.
type maker struct {
	pages   []*sheet
	labels  string   // a page label dictionary's number tree
	objects []string // further objects, numbered from firstExtra on
	missing int      // a page, counted from 1, that the page tree names but the file lacks
}

// sheet is one page, 612 by 792 points.
type sheet struct {
	content   bytes.Buffer
	resources string // further resources
	width     int    // instead of 612
}

const (
	regular = "F1"
	bold    = "F2"

	firstExtra = 5
)

func (m *maker) page() *sheet {
	s := &sheet{}
	m.pages = append(m.pages, s)
	return s
}

// put writes text with its base line's left end at x, y.
func (s *sheet) put(font string, size, x, y float64, text string) {
	fmt.Fprintf(&s.content, "BT /%s %g Tf 1 0 0 1 %g %g Tm (%s) Tj ET\n", font, size, x, y, escape(text))
}

// right writes text that ends at x.
func (s *sheet) right(font string, size, x, y float64, text string) {
	s.put(font, size, x-widthOf(text, size), y, text)
}

// turned writes text that runs upwards.
func (s *sheet) turned(size, x, y float64, text string) {
	fmt.Fprintf(&s.content, "BT /F1 %g Tf 0 1 -1 0 %g %g Tm (%s) Tj ET\n", size, x, y, escape(text))
}

// flow writes a paragraph in lines of at most the given width and returns the height below it.
func (s *sheet) flow(size, x, y, width float64, text string) float64 {
	for _, l := range wrap(text, size, width) {
		s.put(regular, size, x, y, l)
		y -= 1.2 * size
	}
	return y
}

func wrap(text string, size, width float64) []string {
	var lines []string
	line := ""
	for _, w := range strings.Fields(text) {
		longer := strings.TrimSpace(line + " " + w)
		if line != "" && widthOf(longer, size) > width {
			lines = append(lines, line)
			longer = w
		}
		line = longer
	}
	return append(lines, line)
}

var escape = strings.NewReplacer("(", `\(`, ")", `\)`, `\`, `\\`, "•", `\225`, "—", `\227`).Replace

// helvetica is the widths of the characters from blank to tilde, in thousandths of the size.
var helvetica = [...]int{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
	556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
	1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
	667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
	556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
}

func widthOf(text string, size float64) float64 {
	n := 0
	for _, c := range text {
		if c >= ' ' && c <= '~' {
			n += helvetica[c-' ']
		} else {
			n += 350
		}
	}
	return float64(n) * size / 1000
}

// bytes is the file.
func (m *maker) bytes() []byte {
	var b bytes.Buffer
	var at []int
	object := func(text string) {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(at), text)
	}
	b.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	first := firstExtra + len(m.objects)
	kids := ""
	for i := range m.pages {
		n := first + 2*i
		if i+1 == m.missing {
			n = 99999
		}
		kids += fmt.Sprintf("%d 0 R ", n)
	}
	object("<< /Type /Catalog /Pages 2 0 R " + m.labels + " >>")
	object(fmt.Sprintf("<< /Type /Pages /Count %d /Kids [%s] >>", len(m.pages), kids))
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>")
	for _, o := range m.objects {
		object(o)
	}
	for i, p := range m.pages {
		object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d 792] /Contents %d 0 R "+
			"/Resources << /Font << /F1 3 0 R /F2 4 0 R >> %s >> >>", max(612, p.width), first+2*i+1, p.resources))
		object(stream("", p.content.String()))
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, o := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, xref)
	return b.Bytes()
}

func stream(dict, data string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dict, len(data), data)
}

// onePixel is a picture, as the object that a page may name /Im.
var onePixel = stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", "\x80")

// scan is a page that shows a picture and nothing else.
func (m *maker) scan() {
	s := m.page()
	s.resources = fmt.Sprintf("/XObject << /Im %d 0 R >>", firstExtra)
	s.content.WriteString("q 612 0 0 792 0 0 cm /Im Do Q\n")
}

// bomb is a page whose forms call each other so often that reading it takes hours.
func (m *maker) bomb() {
	const depth, calls = 12, 20
	first := firstExtra + len(m.objects)
	for i := range depth {
		dict := "/Type /XObject /Subtype /Form /BBox [0 0 612 792]"
		body := strings.Repeat("0 g 1 0 0 1 0 0 cm\n", 2000)
		if i+1 < depth {
			dict += fmt.Sprintf(" /Resources << /XObject << /X %d 0 R >> >>", first+i+1)
			body = strings.Repeat("/X Do\n", calls) + body
		}
		m.objects = append(m.objects, stream(dict, body))
	}
	s := m.page()
	s.resources = fmt.Sprintf("/XObject << /X %d 0 R >>", first)
	s.content.WriteString("/X Do\n")
}
