package pdf

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"strings"
	"unicode/utf16"
)

// rawPage is a page as the engine sees it.
type rawPage struct {
	number   int
	label    string
	box      Box
	glyphs   []glyph
	faces    []face
	chars    int
	unmapped int // shapes that no character is known for
	hasImage bool
	failure  string
	planes   []plane // the text by its direction, once grouped

	header, footer []string
	printed        string
}

// rawFile is a file as the engine sees it.
type rawFile struct {
	pages    []*rawPage
	repaired bool
}

// extractor reads one file, with a fresh engine where a page has brought one down.
type extractor struct {
	sandbox  *sandbox
	config   Config
	data     []byte
	skip     map[int]bool
	progress func(int)

	engine   *engine
	document uint64
	restarts int
	chars    int
}

// The failures of a page, as Page.Failure gives them.
const (
	failPage     = "incorrect page"
	failTrap     = "the page brought the engine down"
	failSlow     = "the page took too long"
	failDeadline = "the document took too long"
	failChars    = "too many characters"
	failFonts    = "its fonts do not say which characters their shapes are"
)

// file opens the document and reads its pages.
func (x *extractor) file(ctx context.Context) (*rawFile, error) {
	if err := x.open(ctx); err != nil {
		return nil, err
	}
	e := x.engine
	n := int(int32(e.call(ctx, "FPDF_GetPageCount", x.document)))
	valid := e.call(ctx, "FPDF_DocumentHasValidCrossReferenceTable", x.document)
	switch {
	case e.broken != nil:
		return nil, x.brokenError(ctx)
	case n <= 0:
		return nil, failf(Damaged, "it has no pages")
	case n > MaxPages:
		return nil, failf(TooLarge, "%d pages, the limit is %d", n, MaxPages)
	}
	f := &rawFile{repaired: uint32(valid) == 0}
	for i := range n {
		p := x.page(ctx, i)
		p.group()
		f.pages = append(f.pages, p)
		if x.progress != nil {
			x.progress(i)
		}
	}
	return f, nil
}

// The error codes of FPDF_GetLastError.
const (
	pdfiumFormat   = 3
	pdfiumPassword = 4
	pdfiumSecurity = 5
)

func (x *extractor) open(ctx context.Context) error {
	e, err := newEngine(ctx, x.sandbox)
	if err != nil {
		return err
	}
	x.engine = e
	at := e.copyIn(ctx, x.data)
	if at == 0 {
		return failf(TooLarge, "%d bytes do not fit the engine's memory", len(x.data))
	}
	var password uint64
	if x.config.Password != "" {
		password = e.copyIn(ctx, append([]byte(x.config.Password), 0))
	}
	x.document = e.call(ctx, "FPDF_LoadMemDocument", at, uint64(len(x.data)), password)
	if e.broken != nil {
		return x.brokenError(ctx)
	}
	if x.document != 0 {
		return nil
	}
	switch code := e.call(ctx, "FPDF_GetLastError"); code {
	case pdfiumPassword:
		if x.config.Password == "" {
			return failf(Encrypted, "it needs a password")
		}
		return failf(Encrypted, "the password is wrong")
	case pdfiumSecurity:
		return failf(Encrypted, "its encryption is not supported")
	case pdfiumFormat:
		return failf(Damaged, "the format is incorrect")
	default:
		return failf(Damaged, "PDFium error %d", code)
	}
}

// brokenError is the error of an engine that fell over outside any page.
func (x *extractor) brokenError(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return failf(TooSlow, "opening took longer than %v", x.config.DocTime)
	}
	return failf(Damaged, "PDFium failed on it: %s", firstLine(x.engine.broken))
}

func firstLine(err error) string {
	s, _, _ := strings.Cut(err.Error(), "\n")
	return s
}

func (x *extractor) drop() {
	if x.engine != nil {
		x.engine.drop()
		x.engine = nil
	}
}

// page reads one page. A page that ends its engine costs a restart, and after maxRestarts the rest of
// the document.
func (x *extractor) page(ctx context.Context, number int) *rawPage {
	p := &rawPage{number: number}
	switch {
	case x.skip[number]:
		p.failure = failSlow
		return p
	case ctx.Err() != nil:
		p.failure = failDeadline
		return p
	case x.engine == nil && !x.restart(ctx):
		p.failure = "not reached: earlier pages brought the engine down"
		return p
	case x.chars >= MaxChars:
		p.failure = failChars
		return p
	}
	within, cancel := context.WithTimeout(ctx, x.config.PageTime)
	defer cancel()
	x.readPage(within, p)
	x.chars += p.chars
	if x.engine.broken != nil {
		p.failure = failTrap
		if within.Err() != nil {
			p.failure = failSlow
		}
		x.drop()
	}
	return p
}

func (x *extractor) restart(ctx context.Context) bool {
	x.restarts++
	return x.restarts <= maxRestarts && x.open(ctx) == nil
}

func (x *extractor) readPage(ctx context.Context, p *rawPage) {
	e := x.engine
	p.label = x.pageLabel(ctx, p.number)
	page := e.call(ctx, "FPDF_LoadPage", x.document, uint64(p.number))
	if page == 0 {
		p.failure = failPage
		return
	}
	p.box = e.pageBox(ctx, page)
	text := e.call(ctx, "FPDFText_LoadPage", page)
	if text == 0 {
		p.failure = failPage
	} else {
		readText(ctx, e, text, p)
		e.call(ctx, "FPDFText_ClosePage", text)
	}
	if p.chars < scanChars {
		p.hasImage = e.hasImage(ctx, page, false, 2)
	}
	e.call(ctx, "FPDF_ClosePage", page)
}

// pageLabel asks for the name that the file gives the page.
func (x *extractor) pageLabel(ctx context.Context, number int) string {
	e := x.engine
	n := uint32(e.call(ctx, "FPDF_GetPageLabel", x.document, uint64(number), uint64(e.buffer), bufferSize))
	if n < 2 || n > bufferSize {
		return ""
	}
	return clean(utf16LE(e.result(n - 2)))
}

func utf16LE(b []byte) string {
	units := make([]uint16, 0, len(b)/2)
	for ; len(b) >= 2; b = b[2:] {
		units = append(units, binary.LittleEndian.Uint16(b))
	}
	return string(utf16.Decode(units))
}

// usLetter is the page size that is assumed where a file gives none.
var usLetter = Box{Right: 612, Top: 792}

func (e *engine) pageBox(ctx context.Context, page uint64) Box {
	ok := e.call(ctx, "FPDF_GetPageBoundingBox", page, uint64(e.buffer))
	b := e.rect()
	if uint32(ok) == 0 || !(b.Right-b.Left > 1) || !(b.Top-b.Bottom > 1) {
		return usLetter
	}
	return b
}

// rect reads an FS_RECTF from the buffer: left, top, right, bottom.
func (e *engine) rect() Box {
	b := e.result(16)
	return Box{Left: float(b), Top: float(b[4:]), Right: float(b[8:]), Bottom: float(b[12:])}
}

func float(b []byte) float32   { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }
func double(b []byte) float32  { return float32(math.Float64frombits(binary.LittleEndian.Uint64(b))) }
func asFloat(v uint64) float32 { return math.Float32frombits(uint32(v)) }

// The kinds of page objects that matter here.
const (
	objectImage = 3
	objectForm  = 5
)

// maxObjects bounds the search for a picture.
const maxObjects = 1000

// hasImage looks for a picture among the objects of a page or form, and in forms so many levels down.
func (e *engine) hasImage(ctx context.Context, of uint64, form bool, depth int) bool {
	count, object := "FPDFPage_CountObjects", "FPDFPage_GetObject"
	if form {
		count, object = "FPDFFormObj_CountObjects", "FPDFFormObj_GetObject"
	}
	n := int(int32(e.call(ctx, count, of)))
	for i := range min(n, maxObjects) {
		o := e.call(ctx, object, of, uint64(i))
		if o == 0 {
			continue
		}
		switch e.call(ctx, "FPDFPageObj_GetType", o) {
		case objectImage:
			return true
		case objectForm:
			if depth > 0 && e.hasImage(ctx, o, true, depth-1) {
				return true
			}
		}
	}
	return false
}
