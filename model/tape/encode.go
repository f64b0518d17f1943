package tape

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/assayhq/assay/model"
)

// appendEntry writes an entry as JSON, without a line end. Readable shows a body that is one line of JSON as
// such instead of as a text that holds it.
func appendEntry(dst []byte, e *Entry, readable bool) []byte {
	dst = append(dst, `{"key":"`...)
	dst = appendHex(dst, e.Key)
	dst = append(dst, `","provider":`...)
	dst = appendText(dst, e.Provider)
	dst = append(dst, `,"operation":`...)
	dst = appendText(dst, string(e.Operation))
	dst = append(dst, `,"model":`...)
	dst = appendText(dst, e.Model)
	dst = append(dst, `,"repeat":`...)
	dst = strconv.AppendInt(dst, int64(e.Repeat), 10)
	dst = append(dst, `,"stored":`...)
	dst = appendTime(dst, e.Stored)
	dst = append(dst, `,"request":`...)
	dst = appendRequest(dst, &e.Request, readable)
	if e.Response != nil {
		dst = append(dst, `,"response":`...)
		dst = appendResponse(dst, e.Response, readable)
	}
	if e.Failure != nil {
		dst = append(dst, `,"failure":`...)
		dst = appendFailure(dst, e.Failure)
	}
	return append(dst, '}')
}

func appendRequest(dst []byte, r *Request, readable bool) []byte {
	dst = append(dst, `{"method":`...)
	dst = appendText(dst, r.Method)
	dst = append(dst, `,"url":`...)
	dst = appendText(dst, hideURL(r.URL))
	dst = append(dst, `,"header":`...)
	dst = appendHeader(dst, r.Header, headerIsOpen)
	dst = appendBody(dst, r.Body, readable)
	return append(dst, '}')
}

func appendResponse(dst []byte, e *model.Exchange, readable bool) []byte {
	dst = append(dst, `{"status":`...)
	dst = strconv.AppendInt(dst, int64(e.Status), 10)
	dst = append(dst, `,"header":`...)
	dst = appendHeader(dst, e.Header, func(string) bool { return true }) // of model's keptHeaders only
	dst = appendBody(dst, e.Body, readable)
	dst = append(dst, `,"began":`...)
	dst = appendTime(dst, e.Began)
	dst = append(dst, `,"took_ns":`...)
	dst = strconv.AppendInt(dst, int64(e.Took), 10)
	return append(dst, '}')
}

func appendFailure(dst []byte, f *Failure) []byte {
	dst = append(dst, `{"kind":`...)
	dst = appendText(dst, string(f.Kind))
	dst = appendField(dst, "code", f.Code)
	dst = appendField(dst, "message", f.Message)
	dst = append(dst, `,"status":`...)
	dst = strconv.AppendInt(dst, int64(f.Status), 10)
	if f.RetryAfter != 0 {
		dst = append(dst, `,"retry_after_ns":`...)
		dst = strconv.AppendInt(dst, int64(f.RetryAfter), 10)
	}
	dst = appendField(dst, "next", f.Next)
	return append(dst, '}')
}

func appendField(dst []byte, name, text string) []byte {
	if text == "" {
		return dst
	}
	dst = append(dst, `,"`...)
	dst = append(dst, name...)
	dst = append(dst, `":`...)
	return appendText(dst, text)
}

func appendHex(dst []byte, key model.Key) []byte {
	const digits = "0123456789abcdef"
	for _, b := range key {
		dst = append(dst, digits[b>>4], digits[b&15])
	}
	return dst
}

// appendTime writes a time to the nanosecond, in UTC.
func appendTime(dst []byte, t time.Time) []byte {
	dst = append(dst, '"')
	dst = t.UTC().AppendFormat(dst, time.RFC3339Nano)
	return append(dst, '"')
}

// appendHeader writes headers in order of their names, so that equal headers are equal texts.
func appendHeader(dst []byte, h http.Header, open func(string) bool) []byte {
	var few [16]string
	names := few[:0]
	for name := range h {
		names = append(names, name)
	}
	slices.Sort(names)
	dst = append(dst, '{')
	for i, name := range names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendText(dst, name)
		dst = append(dst, ":["...)
		for j, value := range h[name] {
			if j > 0 {
				dst = append(dst, ',')
			}
			if !open(name) {
				value = hidden
			}
			dst = appendText(dst, value)
		}
		dst = append(dst, ']')
	}
	return append(dst, '}')
}

// appendBody writes a body so that its exact bytes come back: as text where it is UTF-8.
func appendBody(dst, body []byte, readable bool) []byte {
	switch {
	case len(body) == 0:
		return dst
	case !utf8.Valid(body):
		dst = append(dst, `,"body_base64":"`...)
		dst = base64.StdEncoding.AppendEncode(dst, body)
		return append(dst, '"')
	case readable && isLineOfJSON(body):
		dst = append(dst, `,"body_json":`...)
		return append(dst, body...)
	}
	dst = append(dst, `,"body":`...)
	return appendText(dst, body)
}

// isLineOfJSON reports whether a body can stand in a line of JSON as it is and be read back exactly.
func isLineOfJSON(body []byte) bool {
	first, last := body[0], body[len(body)-1]
	if first <= ' ' || last <= ' ' || string(body) == "null" {
		return false
	}
	return !slices.ContainsFunc(body, func(c byte) bool { return c == '\n' || c == '\r' }) && json.Valid(body)
}

// plain says of each byte whether it stands in a JSON string as it is.
var plain = func() (table [256]bool) {
	for c := range table {
		table[c] = c >= ' ' && c != '"' && c != '\\'
	}
	return table
}()

// appendText writes a JSON string. What is not UTF-8 becomes the replacement character; bodies that are not
// are never written so.
func appendText[T string | []byte](dst []byte, s T) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if plain[c] {
				i++
				continue
			}
			dst = append(dst, s[start:i]...)
			dst = appendEscaped(dst, c)
			i++
			start = i
			continue
		}
		r, n := utf8.DecodeRuneInString(string(s[i:min(len(s), i+utf8.UTFMax)]))
		if r == utf8.RuneError && n == 1 {
			dst = append(dst, s[start:i]...)
			dst = append(dst, "\uFFFD"...)
			start = i + 1
		}
		i += n
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

func appendEscaped(dst []byte, c byte) []byte {
	const digits = "0123456789abcdef"
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	return append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
}
