package pdf

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Outcome names why a file gave no text, or not all of it.
type Outcome string

// The outcomes. With Partial the document is returned as well.
const (
	NotPDF    Outcome = "not a PDF"
	Encrypted Outcome = "encrypted"
	Damaged   Outcome = "damaged"
	ImageOnly Outcome = "image only"
	Empty     Outcome = "no text"
	TooLarge  Outcome = "too large"
	TooSlow   Outcome = "too slow"
	Partial   Outcome = "partial text"
)

// Error is a file that could not be read, or not completely.
type Error struct {
	Outcome Outcome
	Detail  string
	Pages   []int // zero-based; the pages that are missing or cut, for Partial
}

func (e *Error) Error() string {
	s := "read PDF: " + string(e.Outcome)
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	if len(e.Pages) > 0 {
		s += ": " + pageList(e.Pages)
	}
	return s
}

// Is makes errors.Is(err, &Error{Outcome: Encrypted}) ask for the outcome only.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Outcome == e.Outcome && t.Detail == "" && t.Pages == nil
}

// OutcomeOf is the outcome of an error of this package, or "".
func OutcomeOf(err error) Outcome {
	var e *Error
	if errors.As(err, &e) {
		return e.Outcome
	}
	return ""
}

var errClosed = errors.New("read PDF: reader is closed")

func failf(o Outcome, format string, args ...any) *Error {
	return &Error{Outcome: o, Detail: fmt.Sprintf(format, args...)}
}

func ordinal(page int) string { return strconv.Itoa(page + 1) }

// pageList names pages by their ordinals, as people count them; it stops at ten.
func pageList(pages []int) string {
	var names []string
	for i, p := range pages {
		if i == 10 {
			names = append(names, fmt.Sprintf("and %d more", len(pages)-i))
			break
		}
		names = append(names, ordinal(p))
	}
	return "pages " + strings.Join(names, ", ")
}

// trailerWindow is how far from the end of a complete file its end mark is at most.
const trailerWindow = 2048

// verdict says what is wrong with a document that was read: nil, Partial, or one without text.
func verdict(d *Document, data []byte) error {
	var bad []int
	images, chars := 0, 0
	why := ""
	for i := range d.Pages {
		p := &d.Pages[i]
		chars += p.Chars
		if p.ImageOnly {
			images++
		}
		if p.Failure != "" {
			bad = append(bad, p.Number)
			if why == "" {
				why = p.Failure
			}
		}
	}
	cut := d.Repaired && !bytes.Contains(data[max(0, len(data)-trailerWindow):], []byte("%%EOF"))
	switch {
	case len(bad) > 0:
		return &Error{Outcome: Partial, Detail: why, Pages: bad}
	case cut:
		return &Error{Outcome: Partial, Detail: "the file ends before its end mark, pages may be missing"}
	case images > 0 && chars < (len(d.Pages)-images+1)*scanChars:
		return failf(ImageOnly, "%d of %d pages are pictures without a text layer", images, len(d.Pages))
	case chars == 0:
		return failf(Empty, "%d pages without a visible character", len(d.Pages))
	}
	return nil
}
