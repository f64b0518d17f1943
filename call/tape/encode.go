package tape

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/assayhq/assay/call"
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
	if d := r.Digest; d != nil {
		dst = append(dst, `,"body_sha256":"`...)
		dst = appendHex(dst, d.SHA256)
		dst = append(dst, `","body_bytes":`...)
		dst = strconv.AppendInt(dst, d.Bytes, 10)
		return append(dst, '}')
	}
	dst = appendBody(dst, r.Body, readable)
	return append(dst, '}')
}

func appendResponse(dst []byte, e *call.Exchange, readable bool) []byte {
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

func appendHex(dst []byte, key call.Key) []byte {
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

// appendText writes a JSON string. What is not UTF-8 becomes the replacement character; bodies that are not
// are never written so.
func appendText[T string | []byte](dst []byte, s T) []byte {
	dst = append(dst, '"')
	start := len(dst)
	dst = append(dst, s...) // most texts stay as they are
	if plain := start + untilNotPlain(dst[start:]); plain < len(dst) {
		dst = appendMixed(dst[:plain], []byte(s[plain-start:]))
	}
	return append(dst, '"')
}

// appendMixed writes what a JSON string holds, of a text that may need escapes.
func appendMixed(dst, s []byte) []byte {
	for {
		n := untilNotPlain(s)
		dst = append(dst, s[:n]...)
		if s = s[n:]; len(s) == 0 {
			return dst
		}
		if s[0] < utf8.RuneSelf {
			dst = appendEscaped(dst, s[0])
			s = s[1:]
			continue
		}
		r, size := utf8.DecodeRune(s)
		dst = utf8.AppendRune(dst, r) // of what is no UTF-8, this is the replacement character
		s = s[size:]
	}
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
