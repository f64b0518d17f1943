package findings

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
)

// errJSON is what a record is that is no JSON. The ledger has checked its sum, so it was stored like that.
var errJSON = errors.New("it is no JSON of the kind that this suite stores")

// members calls a function for each member of an object, with the key as it is written. A report reads little of
// each of very many results; parsing all of each would take most of its time.
func members(raw []byte, member func(key, value []byte) error) error {
	at := blank(raw, 0)
	if at >= len(raw) || raw[at] != '{' {
		return errJSON
	}
	for at = blank(raw, at+1); at < len(raw) && raw[at] != '}'; at = comma(raw, at) {
		end := after(raw, at)
		if end < 0 || raw[at] != '"' {
			return errJSON
		}
		colon := blank(raw, end)
		if colon >= len(raw) || raw[colon] != ':' {
			return errJSON
		}
		from := blank(raw, colon+1)
		to := after(raw, from)
		if to < 0 {
			return errJSON
		}
		if err := member(raw[at+1:end-1], raw[from:to]); err != nil {
			return err
		}
		at = to
	}
	return closed(raw, at)
}

// elements hands those of an array to a function; null has none.
func elements(raw []byte, element func([]byte) error) error {
	if string(raw) == "null" {
		return nil
	}
	if len(raw) == 0 || raw[0] != '[' {
		return errJSON
	}
	at := blank(raw, 1)
	for ; at < len(raw) && raw[at] != ']'; at = comma(raw, at) {
		end := after(raw, at)
		if end < 0 {
			return errJSON
		}
		if err := element(raw[at:end]); err != nil {
			return err
		}
		at = end
	}
	return closed(raw, at)
}

// closed refuses what was cut.
func closed(raw []byte, at int) error {
	if at >= len(raw) {
		return errJSON
	}
	return nil
}

// blank is the place after blanks.
func blank(raw []byte, at int) int {
	for at < len(raw) && (raw[at] == ' ' || raw[at] == '\n' || raw[at] == '\t' || raw[at] == '\r') {
		at++
	}
	return at
}

// comma is the place after a value and the comma that may follow.
func comma(raw []byte, at int) int {
	if at = blank(raw, at); at < len(raw) && raw[at] == ',' {
		at = blank(raw, at+1)
	}
	return at
}

// after is the place after the value at a place; -1 if none is there or it has no end.
func after(raw []byte, at int) int {
	depth := 0
	for i := at; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			if i = quote(raw, i); i < 0 {
				return -1
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		switch {
		case depth < 0:
			return -1
		case depth == 0:
			return bare(raw, i)
		}
	}
	return -1
}

// quote is the place of the quote that ends the string at a place, or -1.
func quote(raw []byte, at int) int {
	for i := at + 1; ; i++ {
		next := bytes.IndexByte(raw[i:], '"')
		if next < 0 {
			return -1
		}
		i += next
		slashes := 0
		for raw[i-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i
		}
	}
}

// bare is the place after a value, by its last character, or by its first one if it is a number or a name, which
// go on to what divides values.
func bare(raw []byte, at int) int {
	switch raw[at] {
	case '"', '}', ']':
		return at + 1
	}
	for i := at; i < len(raw); i++ {
		switch raw[i] {
		case ',', ':', ']', '}', ' ', '\n', '\t', '\r':
			if i == at {
				return -1
			}
			return i
		}
	}
	return len(raw)
}

// text is a string without its quotes.
func text(raw []byte) (s string, err error) {
	if n := len(raw); n >= 2 && raw[0] == '"' && bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : n-1]), nil
	}
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", errJSON
	}
	return s, nil
}

// readBody reads what was searched for, and the golds.
func (s *search) readBody(raw []byte) error {
	return members(raw, func(key, value []byte) (err error) {
		switch string(key) {
		case "question":
			s.text, err = text(value)
		case "evidence":
			err = elements(value, func(id []byte) error {
				gold, err := text(id)
				s.golds = append(s.golds, gold)
				return err
			})
		}
		return err
	})
}

// readAnswer reads the hits.
func (s *search) readAnswer(raw []byte) error {
	return members(raw, func(key, value []byte) error {
		if string(key) != "passages" {
			return nil
		}
		return elements(value, func(passage []byte) error {
			var h hit
			err := members(passage, func(key, value []byte) (err error) {
				switch {
				case string(key) == "id":
					h.id, err = text(value)
				case string(key) == "distance" && string(value) != "null":
					h.measured = true
					if h.distance, err = strconv.ParseFloat(string(value), 64); err != nil {
						err = errJSON
					}
				}
				return err
			})
			s.hits = append(s.hits, h)
			return err
		})
	})
}
