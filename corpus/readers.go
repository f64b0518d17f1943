package corpus

import (
	"bytes"
	"context"
	"slices"

	"github.com/assayhq/assay/corpus/internal/pdf"
	"github.com/assayhq/assay/internal/ascii"
)

// reader parses one kind of file.
type reader struct {
	name string
	doc  string // what it reads and what it refuses
	// knows reports, by the first bytes and the name, whether the file is of this kind.
	knows func(*sourceFile) bool
	// read calls emit for each document of the file, in order, and stops with its error.
	read func(ctx context.Context, k *kit, s *sourceFile, emit func(*reading) error) error
}

// kit is what readers share: engines that are costly to start.
type kit struct {
	pdf *pdf.Reader
	// known lists the documents that were made from a content of this hash by this version.
	known func(sha256 string) []string
	// budget is that of the document that is being read; each file has its own.
	budget *budget
}

// readers are asked in this order; the last takes any text.
var readers = []reader{
	{"pdf", "Filings and reports as PDF with a text layer, with page anchors. Encrypted files (unless their password " +
		"is empty), scans and damaged files are refused by name.", isPDF, readPDF},
	{"parquet", "Parquet tables: EDGAR-CORPUS rows (filename, cik, year, section_1 …) and sentence tables " +
		"(sentenceID, text). Other columns are refused with the list of what is missing.", isParquet, readParquet},
	{"rows", "JSON and JSON lines of filings already split into items: EDGAR-CORPUS (section_7) and edgar-crawler " +
		"(item_7). Empty items become absent, short deferrals incorporated by reference.", isRows, readRows},
	{"submission", "EDGAR full submissions, 1993 to today: header and primary document; an EX-13 is kept as a section " +
		"of its own. Exhibits, graphics and XBRL files are left out.", isSubmission, readSubmission},
	{"html", "One EDGAR document as HTML, with or without inline XBRL. Without an envelope, form, company and period " +
		"come from tagged cover facts, the cover page and the file's name.", isHTML, readSingle("html")},
	{"text", "Plain text and Markdown: filings and reports. Lines wrapped by hand are joined; tables are found by " +
		"their columns. What has no items becomes one section, body.", isText, readSingle("text")},
}

// readerOf is the reader that knows the file.
func readerOf(s *sourceFile) *reader {
	for i := range readers {
		if readers[i].knows(s) {
			return &readers[i]
		}
	}
	return nil
}

// Readers lists the kinds of files that are read, with what each refuses.
func Readers() []struct{ Name, Doc string } {
	list := make([]struct{ Name, Doc string }, len(readers))
	for i, r := range readers {
		list[i] = struct{ Name, Doc string }{r.name, r.doc}
	}
	return list
}

func isPDF(s *sourceFile) bool {
	return bytes.Contains(s.Head[:min(len(s.Head), 1024)], []byte("%PDF-"))
}

func isParquet(s *sourceFile) bool { return bytes.HasPrefix(s.Head, []byte("PAR1")) }

func isRows(s *sourceFile) bool {
	head := bytes.TrimLeft(s.Head[:min(len(s.Head), 256)], " \t\r\n\ufeff")
	if len(head) < 2 || head[0] != '{' && head[0] != '[' {
		return false
	}
	next := bytes.TrimLeft(head[1:], " \t\r\n")
	return len(next) > 0 && (next[0] == '"' || next[0] == '{')
}

// isSubmission recognises an envelope by its first lines.
func isSubmission(s *sourceFile) bool {
	head := s.Head[:min(len(s.Head), 4096)]
	for _, mark := range []string{"-----BEGIN PRIVACY-ENHANCED", "<SEC-DOCUMENT>", "<IMS-DOCUMENT>", "<SEC-HEADER>", "<IMS-HEADER>",
		"<SUBMISSION>", "<DOCUMENT>", "ACCESSION NUMBER:"} {
		if bytes.Contains(head, []byte(mark)) {
			return true
		}
	}
	return false
}

// isHTML recognises markup by the tags that open a page.
func isHTML(s *sourceFile) bool { return looksLikeHTML(s.Head) }

func looksLikeHTML(data []byte) bool {
	head := data[:min(len(data), 16<<10)]
	tags, hasPages := 0, false
	for at := bytes.IndexByte(head, '<'); at >= 0; {
		rest := head[at+1:]
		begins := func(tag string) bool { return ascii.HasPrefixFold(rest, tag) }
		if slices.ContainsFunc(pageTags, begins) {
			return true
		}
		if slices.ContainsFunc(bodyTags, begins) {
			tags++
		}
		hasPages = hasPages || begins("page>")
		next := bytes.IndexByte(rest, '<')
		if next < 0 {
			break
		}
		at += 1 + next
	}
	if bytes.Contains(head, []byte("xmlns:ix=")) {
		return true
	}
	return tags >= 5 && tags*400 > len(head)/4 && !hasPages
}

// Beginnings of tags: those that only a page has, and those of which a page has many.
var (
	pageTags = []string{"html", "!doctype html", "body"}
	bodyTags = []string{"p", "div", "table", "font", "br", "b>", "center", "td", "hr"}
)

func isText(*sourceFile) bool { return true }
