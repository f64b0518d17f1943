package edgar

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/assayhq/assay/internal/ascii"
)

// maxFilers bounds the parties of one filing; co-registrants of utilities and funds reach a few hundred.
const maxFilers = 2000

// maxProblems bounds the problems that are kept of one header.
const maxProblems = 20

// readHeader reads the header's lines and returns where they end in b. Both styles, "KEY: value" and
// "<KEY>value", go through one table of keys.
func (s *Submission) readHeader(b []byte) (end int) {
	known := 0
	for at := 0; at < len(b); {
		line, next := lineAt(b, at)
		key, value := headerLine(line)
		if key == "" && len(line) > 0 && known == 0 && at > 4096 {
			return 0
		}
		if s.set(key, value) {
			known++
			end = next
		} else if known > 0 && len(line) > 0 && key == "" {
			// The first line that is no header line ends it.
			break
		}
		at = next
	}
	if known < 2 {
		// One line that looks like a header's is chance; a header has a dozen.
		*s = Submission{}
		return 0
	}
	return end
}

// headerLine splits a line into its key, in capitals and with blanks for hyphens, and its value.
func headerLine(line []byte) (key, value string) {
	if tag, value := tagLine(line); tag != "" {
		return strings.ReplaceAll(tag, "-", " "), value
	}
	colon := bytes.IndexByte(line, ':')
	if colon <= 0 || colon > 60 {
		return "", ""
	}
	for _, c := range line[:colon] {
		if ascii.IsLower(c) || c < ' ' {
			return "", ""
		}
	}
	return string(line[:colon]), strings.TrimSpace(string(line[colon+1:]))
}

// set stores one header line and reports whether it belongs to a header.
func (s *Submission) set(key, value string) bool {
	switch key {
	case "SEC DOCUMENT", "IMS DOCUMENT", "SEC HEADER", "IMS HEADER", "ACCEPTANCE DATETIME", "SUBMISSION",
		"BUSINESS ADDRESS", "MAIL ADDRESS", "STREET 1", "STREET 2", "CITY", "ZIP", "BUSINESS PHONE", "PHONE",
		"FILING VALUES", "FORM TYPE", "SEC ACT", "ACT", "SEC FILE NUMBER", "FILE NUMBER", "FILM NUMBER",
		"COMPANY DATA", "OWNER DATA", "DATE AS OF CHANGE", "SROS", "FORMER COMPANY", "FORMER NAME", "RELATIONSHIP",
		"ITEM INFORMATION", "ITEMS", "ORGANIZATION NAME", "STATE", "/SEC HEADER", "/IMS HEADER", "PRIVATE TO PUBLIC",
		"EFFECTIVENESS DATE", "ABS ASSET CLASS", "DEPOSITOR CIK", "SPONSOR CIK", "/COMPANY DATA", "/FILER",
		"/FILING VALUES", "/BUSINESS ADDRESS", "/MAIL ADDRESS", "/FORMER COMPANY":
		return true
	case "ACCESSION NUMBER":
		s.Accession = value
	case "CONFORMED SUBMISSION TYPE", "TYPE":
		s.Form = value
	case "PUBLIC DOCUMENT COUNT":
		s.setCount(value)
	case "CONFORMED PERIOD OF REPORT", "PERIOD":
		s.Period = date(value)
	case "FILED AS OF DATE", "FILING DATE":
		s.Filed = date(value)
	case "FILER", "FILED BY", "SUBJECT COMPANY", "ISSUER", "REPORTING OWNER", "FILED FOR",
		"SERIAL COMPANY":
		if len(s.Filers) < maxFilers {
			s.Filers = append(s.Filers, Filer{Role: key})
		}
	default:
		return s.setFiler(key, value)
	}
	return true
}

// setFiler stores a line that belongs to the filer named last, and reports whether it belongs to a header.
func (s *Submission) setFiler(key, value string) bool {
	if len(s.Filers) == 0 {
		if key != "COMPANY CONFORMED NAME" && key != "CONFORMED NAME" {
			return false
		}
		s.Filers = append(s.Filers, Filer{Role: "FILER"})
	}
	f := &s.Filers[len(s.Filers)-1]
	switch key {
	case "COMPANY CONFORMED NAME", "CONFORMED NAME":
		f.Name = value
	case "CENTRAL INDEX KEY", "CIK":
		cik, err := ParseCIK(value)
		if err != nil {
			s.problem("the header's %s: %v", key, err)
		}
		f.CIK = cik
	case "STANDARD INDUSTRIAL CLASSIFICATION", "ASSIGNED SIC":
		f.Industry, f.SIC = industry(value)
	case "IRS NUMBER":
		f.IRS = value
	case "STATE OF INCORPORATION":
		f.State = value
	case "FISCAL YEAR END":
		f.FiscalYearEnd = value
	case "FORMER CONFORMED NAME":
		f.Former = append(f.Former, FormerName{Name: value})
	case "DATE OF NAME CHANGE", "DATE CHANGED":
		if n := len(f.Former); n > 0 {
			f.Former[n-1].Until = date(value)
		}
	default:
		return false
	}
	return true
}

// setCount stores the number of public documents.
func (s *Submission) setCount(value string) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		s.problem("the header's document count is %.40q, want a number", value)
		return
	}
	s.Count = n
}

func (s *Submission) problem(format string, args ...any) {
	if len(s.Problems) < maxProblems {
		s.Problems = append(s.Problems, fmt.Sprintf(format, args...))
	}
}

// ParseCIK reads a central index key: at most ten digits. An empty value is 0, which means unknown.
func ParseCIK(value string) (int64, error) {
	value = strings.TrimSpace(value)
	if value == "" {
		return 0, nil
	}
	if len(value) > 10 || strings.Trim(value, "0123456789") != "" {
		return 0, fmt.Errorf("want a CIK of at most ten digits, got %.40q", value)
	}
	return strconv.ParseInt(value, 10, 64)
}

// industry splits "ELECTRONIC COMPUTERS [3571]"; in 1994 the number had no name.
func industry(value string) (name, code string) {
	open := strings.LastIndexByte(value, '[')
	if open < 0 {
		if _, err := strconv.Atoi(value); err == nil {
			return "", value
		}
		return value, ""
	}
	return strings.TrimSpace(value[:open]), strings.Trim(value[open:], "[] ")
}

// date reads yyyymmdd; the zero time where the value has another form.
func date(value string) time.Time {
	if len(value) > 8 {
		value = value[:8]
	}
	t, err := time.Parse("20060102", value)
	if err != nil {
		return time.Time{}
	}
	return t
}
