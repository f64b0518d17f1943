package ledger

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/assayhq/assay/score"
)

// detailText is what a score says beside its value.
type detailText struct {
	Expected    string   `json:"expected,omitempty"`
	Extracted   string   `json:"extracted,omitempty"`
	Explanation string   `json:"explanation,omitempty"`
	Evidence    []string `json:"evidence,omitempty"`
}

// detail is the text of a score, which is checked first: a ledger never has a number for a failure.
func detail(s *score.Score) (string, error) {
	if err := s.Check(); err != nil {
		return "", err
	}
	text, err := json.Marshal(detailText{s.Expected, s.Extracted, s.Explanation, s.Evidence})
	return string(text), err
}

// readDetail reads what a score says beside its value.
func readDetail(text string, to *score.Score) error {
	if text == "{}" {
		return nil
	}
	if readPlain(text, to) {
		return nil
	}
	var d detailText
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		return damaged("its detail: %w", err)
	}
	to.Expected, to.Extracted = d.Expected, d.Extracted
	to.Explanation, to.Evidence = d.Explanation, d.Evidence
	return nil
}

// readPlain reads a detail of texts in which nothing is escaped, as most are and as detail writes them: a fifth of
// the time that it takes to read a run goes into JSON otherwise. It reports false of any other.
func readPlain(text string, to *score.Score) bool {
	var d detailText
	before := "{"
	for _, f := range []struct {
		key string
		to  *string
	}{{`"expected":"`, &d.Expected}, {`"extracted":"`, &d.Extracted}, {`"explanation":"`, &d.Explanation}} {
		rest, found := strings.CutPrefix(text, before+f.key)
		if !found {
			continue
		}
		value, rest, closed := strings.Cut(rest, `"`)
		if !closed || !plainText(value) {
			return false
		}
		*f.to, text, before = value, rest, ","
	}
	if text != "}" {
		return false
	}
	to.Expected, to.Extracted, to.Explanation = d.Expected, d.Extracted, d.Explanation
	return true
}

// plainText reports whether JSON has a text without escapes.
func plainText(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] == '\\' {
			return false
		}
	}
	return utf8.ValidString(text)
}
