package tape

import (
	"bytes"
	"encoding/hex"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/assayhq/assay/call"
)

// written reads an entry whose line is spelled as appendEntry spells it, several times faster than
// encoding/json does: a run that is resumed or replayed reads nothing else. It is false for any other line,
// which says nothing against the line; encoding/json decides what that one holds. Failures, and bodies that
// are no text or are not kept, are left to it as well. What is returned shares no memory with the line.
func written(line []byte) (*Entry, bool) {
	if !utf8.Valid(line) {
		return nil, false
	}
	s := spelling{line: line}
	e := &Entry{}
	s.word(`{"key":"`)
	s.key(&e.Key)
	s.word(`","provider":`)
	e.Provider = s.text()
	s.word(`,"operation":`)
	e.Operation = call.Operation(s.text())
	s.word(`,"model":`)
	e.Model = s.text()
	s.word(`,"repeat":`)
	e.Repeat = int(s.number())
	s.word(`,"stored":`)
	e.Stored = s.time()
	s.word(`,"request":{"method":`)
	e.Request.Method = s.text()
	s.word(`,"url":`)
	e.Request.URL = s.text()
	s.word(`,"header":`)
	e.Request.Header = s.header()
	e.Request.Body = s.body()
	s.word(`},"response":`)
	e.Response = s.response()
	s.word(`}`)
	rest := s.line[s.at:]
	return e, !s.wrong && !e.Key.IsZero() && (len(rest) == 0 || string(rest) == "\n")
}

func (s *spelling) response() *call.Exchange {
	e := &call.Exchange{}
	s.word(`{"status":`)
	e.Status = int(s.number())
	s.word(`,"header":`)
	e.Header = s.header()
	e.Body = s.body()
	s.word(`,"began":`)
	e.Began = s.time()
	s.word(`,"took_ns":`)
	e.Took = time.Duration(s.number())
	s.word(`}`)
	return e
}

// spelling reads a line from left to right. Once something is wrong, all that is read is empty.
type spelling struct {
	line  []byte
	at    int
	wrong bool

	// Short texts are parts of one string: a piece of the line that ends where a body begins, so that who
	// keeps a header does not keep a prompt.
	piece     string
	pieceFrom int
}

// maxPiece bounds what is kept with a short text.
const maxPiece = 2 << 10

func (s *spelling) fail() { s.wrong, s.at = true, len(s.line) }

// next reports whether a text comes now, and goes beyond it.
func (s *spelling) next(text string) bool {
	if len(s.line)-s.at < len(text) || string(s.line[s.at:s.at+len(text)]) != text {
		return false
	}
	s.at += len(text)
	return true
}

func (s *spelling) word(text string) {
	if !s.next(text) {
		s.fail()
	}
}

func (s *spelling) key(key *call.Key) {
	n := hex.EncodedLen(len(key))
	if len(s.line)-s.at < n {
		s.fail()
		return
	}
	if _, err := hex.Decode(key[:], s.line[s.at:s.at+n]); err != nil {
		s.fail()
		return
	}
	s.at += n
}

// number reads digits as JSON has them, of a number that surely fits.
func (s *spelling) number() (n int64) {
	const most = 18
	minus := s.next("-")
	start := s.at
	for s.at < len(s.line) && s.line[s.at]-'0' <= 9 {
		n = n*10 + int64(s.line[s.at]-'0')
		if s.at++; s.at-start > most {
			break
		}
	}
	digits := s.at - start
	if digits == 0 || digits > most || digits > 1 && s.line[start] == '0' {
		s.fail()
		return 0
	}
	if minus {
		return -n
	}
	return n
}

// raw goes beyond a string and returns what stands between its quotes, and how long that is unescaped.
func (s *spelling) raw() (text []byte, length int) {
	if !s.next(`"`) {
		s.fail()
		return nil, 0
	}
	start, escapes := s.at, 0
	for {
		s.at += untilSpecial(s.line[s.at:])
		switch rest := s.line[s.at:]; {
		case len(rest) == 0 || rest[0] < ' ' || rest[0] == '\\' && len(rest) < 2:
			s.fail()
			return nil, 0
		case rest[0] == '"':
			text = s.line[start:s.at]
			s.at++
			return text, len(text) - escapes
		case rest[1] == 'u':
			escapes += len(`u00ab`)
		default:
			escapes++
		}
		s.at += 2
	}
}

func (s *spelling) time() (t time.Time) {
	start := s.at
	s.raw()
	if s.wrong || t.UnmarshalJSON(s.line[start:s.at]) != nil {
		s.fail()
	}
	return t
}

func (s *spelling) text() string {
	raw, length := s.raw()
	if length < len(raw) {
		return string(s.unescape(raw, length))
	}
	from := s.at - 1 - len(raw)
	if s.wrong || length == 0 {
		return ""
	}
	if s.at-1 > s.pieceFrom+len(s.piece) {
		end := min(len(s.line), from+maxPiece)
		if body := bytes.Index(s.line[from:end], []byte(`,"body`)); body >= 0 {
			end = from + body
		}
		s.piece, s.pieceFrom = string(s.line[from:max(end, s.at-1)]), from
	}
	return s.piece[from-s.pieceFrom:][:length]
}

func (s *spelling) body() []byte {
	if !s.next(`,"body":`) {
		return nil
	}
	raw, length := s.raw()
	if len(raw) == 0 {
		s.fail()
		return nil
	}
	return s.unescape(raw, length)
}

// header reads names and their values, which share one array as net/http has it.
func (s *spelling) header() http.Header {
	s.word(`{`)
	h := http.Header{}
	if s.next(`}`) {
		return h
	}
	values := make([]string, 0, 8)
	for !s.wrong {
		name := s.text()
		s.word(`:[`)
		first := len(values)
		for more := !s.next(`]`); more && !s.wrong; more = s.next(`,`) {
			values = append(values, s.text())
		}
		if len(values) > first {
			s.word(`]`)
		}
		h[name] = values[first:len(values):len(values)]
		if !s.next(`,`) {
			break
		}
	}
	s.word(`}`)
	return h
}

// unescape is a copy of a raw string without its escapes, of which it knows those that appendEscaped writes.
func (s *spelling) unescape(raw []byte, length int) []byte {
	text := make([]byte, 0, max(0, length))
	for {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			return append(text, raw...)
		}
		text = append(text, raw[:i]...)
		c, n := escaped(raw[i:])
		if n == 0 {
			s.fail()
			return nil
		}
		text = append(text, c)
		raw = raw[i+n:]
	}
}

// escaped is the character that an escape stands for, and the length of the escape; 0 if it is another.
func escaped(b []byte) (c byte, n int) {
	switch b[1] {
	case '"', '\\':
		return b[1], 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	}
	const start = `\u00`
	if len(b) < len(start)+2 || string(b[:len(start)]) != start {
		return 0, 0
	}
	var one [1]byte
	if _, err := hex.Decode(one[:], b[len(start):len(start)+2]); err != nil || one[0] >= utf8.RuneSelf {
		return 0, 0
	}
	return one[0], len(start) + 2
}
