// Package edgar turns the bytes of a file into the header of an EDGAR submission and the byte ranges of the
// documents inside it.
//
// It accepts the privacy-enhanced mail of 1993-1998, the headers of the pilot system (IMS), of the
// present one (SEC) and of the feed (SUBMISSION), a header whose tags were lost, and a bare document
// with no envelope at all. It does not read the documents, and it refuses to guess: what the header
// leaves out stays empty, and a value that cannot be read is a problem.
package edgar

import (
	"bytes"
	"strings"
	"time"
)

// Submission is one filing as delivered.
type Submission struct {
	Accession string // 0000000000-yy-nnnnnn
	Form      string // as conformed by EDGAR: 10-K, 10-K405, 10-Q/A …
	Period    time.Time
	Filed     time.Time
	Filers    []Filer // several: co-registrants of one filing
	Count     int     // public documents that the header announces; 0 unknown
	Documents []Document
	Problems  []string // values of the header that could not be read; their fields are unknown
}

// Filer is a company or person on whose behalf the filing was made.
type Filer struct {
	Role          string // FILER, SUBJECT COMPANY, ISSUER …
	Name          string
	CIK           int64  // 0 unknown
	SIC           string // four digits
	Industry      string
	IRS           string
	State         string // of incorporation
	FiscalYearEnd string // mmdd
	Former        []FormerName
}

// FormerName is a name that a filer had until a day.
type FormerName struct {
	Name  string
	Until time.Time
}

// Document is one document of a submission; its body is src[Start:End] of the file that was read.
type Document struct {
	Type        string // 10-K, EX-13, GRAPHIC …
	Sequence    string
	Filename    string
	Description string
	Start, End  int
	Binary      bool // uuencoded or a PDF: not text
}

// Limits of one submission.
const (
	maxHeader    = 256 << 10 // bytes searched for header lines in a file that announces no documents
	maxEnvelope  = 16 << 20  // bytes of a header; one with thousands of filers has a megabyte
	maxDocuments = 20_000    // documents that are looked for; the rest belongs to the last of them
)

// Open reads the envelope of src. A file without one is a submission of one document: the entire file.
func Open(src []byte) *Submission {
	s := &Submission{}
	start := skipMail(src)
	first := indexLine(src, start, "<DOCUMENT>")
	header := first
	if first < 0 {
		header = min(len(src), start+maxHeader)
	}
	end := s.readHeader(src[start:min(header, start+maxEnvelope)])
	if first >= 0 {
		s.readDocuments(src, first)
	} else {
		s.Documents = []Document{{Type: s.Form, Start: start + end, End: encodedFrom(src, start+end)}}
	}
	if s.Form == "" && len(s.Documents) > 0 {
		s.Form = s.Documents[0].Type
	}
	return s
}

// Primary is the index of the document that is the filing itself: the first of the submission's form,
// else the first of an annual, quarterly or current report, else the first. It is -1 where there is
// none.
func (s *Submission) Primary() int {
	for _, matches := range []func(string) bool{
		func(t string) bool { return t != "" && strings.EqualFold(t, s.Form) },
		IsReport,
		func(string) bool { return true },
	} {
		for i, d := range s.Documents {
			if !d.Binary && matches(d.Type) {
				return i
			}
		}
	}
	return -1
}

// IsReport reports whether a document type is a periodic or current report.
func IsReport(docType string) bool {
	t := strings.ToUpper(docType)
	return strings.HasPrefix(t, "10-K") || strings.HasPrefix(t, "10K") || strings.HasPrefix(t, "10-Q") ||
		strings.HasPrefix(t, "10Q") || strings.HasPrefix(t, "8-K") || strings.HasPrefix(t, "20-F") ||
		strings.HasPrefix(t, "40-F") || strings.HasPrefix(t, "6-K")
}

// encodedFrom is where the first encoded file begins in a submission that has lost its document tags, or
// the end of src. Pictures and spreadsheets follow the text of a filing.
func encodedFrom(src []byte, from int) int {
	for at := from; ; {
		i := indexLine(src, at, "begin ")
		if i < 0 {
			return len(src)
		}
		mode := src[i+len("begin ") : min(len(src), i+len("begin 644 "))]
		if len(mode) == 4 && mode[3] == ' ' && isOctal(mode[0]) && isOctal(mode[1]) && isOctal(mode[2]) {
			return i
		}
		at = i + 1
	}
}

func isOctal(c byte) bool { return '0' <= c && c <= '7' }

// skipMail skips the lines of a privacy-enhanced message: they end at the first blank line.
func skipMail(src []byte) int {
	if !bytes.HasPrefix(src, []byte("-----BEGIN PRIVACY-ENHANCED MESSAGE-----")) {
		return 0
	}
	for _, blank := range []string{"\n\n", "\r\n\r\n"} {
		if i := bytes.Index(src[:min(len(src), 4096)], []byte(blank)); i >= 0 {
			return i + len(blank)
		}
	}
	return 0
}

// indexLine finds a line that begins with the given tag.
func indexLine(src []byte, from int, tag string) int {
	for at := from; ; {
		i := bytes.Index(src[at:], []byte(tag))
		if i < 0 {
			return -1
		}
		at += i
		if at == 0 || src[at-1] == '\n' || src[at-1] == '\r' {
			return at
		}
		at += len(tag)
	}
}

// readDocuments finds the DOCUMENT blocks. Their tags are not nested, and the last may lack its
// end.
func (s *Submission) readDocuments(src []byte, at int) {
	for at >= 0 {
		next := -1
		if len(s.Documents)+1 < maxDocuments {
			next = indexLine(src, at+1, "<DOCUMENT>")
		}
		end := next
		if next < 0 {
			end = len(src)
		}
		s.Documents = append(s.Documents, readDocument(src, at, end))
		at = next
	}
}

func readDocument(src []byte, at, end int) Document {
	d := Document{End: end}
	body := at + len("<DOCUMENT>")
	for body < end {
		line, next := lineAt(src[:end], body)
		tag, value := tagLine(line)
		if tag == "" && len(line) > 0 {
			break
		}
		switch tag {
		case "TYPE":
			d.Type = value
		case "SEQUENCE":
			d.Sequence = value
		case "FILENAME":
			d.Filename = value
		case "DESCRIPTION":
			d.Description = value
		}
		body = next
		if tag == "TEXT" {
			body = next - len(value)
			if value == "" {
				body = next
			}
			break
		}
	}
	d.Start = body
	for _, tag := range []string{"</DOCUMENT>", "</TEXT>"} {
		if i := bytes.LastIndex(src[d.Start:d.End], []byte(tag)); i >= 0 {
			d.End = d.Start + i
		}
	}
	d.Binary = isBinary(src[d.Start:d.End], d)
	return d
}

// isBinary reports whether a document is an encoded file, by its type or its first lines.
func isBinary(body []byte, d Document) bool {
	switch strings.ToUpper(d.Type) {
	case "GRAPHIC", "ZIP", "EXCEL", "PDF":
		return true
	}
	head := bytes.TrimSpace(body[:min(len(body), 256)])
	return bytes.HasPrefix(head, []byte("begin 6")) || bytes.HasPrefix(head, []byte("<PDF>"))
}

func lineAt(src []byte, at int) (line []byte, next int) {
	end := bytes.IndexByte(src[at:], '\n')
	if end < 0 {
		return bytes.TrimSpace(src[at:]), len(src)
	}
	return bytes.TrimSpace(src[at : at+end]), at + end + 1
}

// tagLine reads "<TAG>value".
func tagLine(line []byte) (tag, value string) {
	if len(line) < 3 || line[0] != '<' {
		return "", ""
	}
	end := bytes.IndexByte(line, '>')
	if end < 2 || end > 40 {
		return "", ""
	}
	return strings.ToUpper(string(line[1:end])), strings.TrimSpace(string(line[end+1:]))
}
