package call

import (
	"errors"
	"net/http"
	"strings"
)

// Secret is a key. It prints as a mark, so that no format verb, log or encoder can show it.
type Secret struct{ value string }

// NewSecret wraps a key; blanks and line ends around it, which come with copying, are no part of it.
func NewSecret(key string) Secret { return Secret{strings.TrimSpace(key)} }

// Reveal is the key itself, for the one place that sends it.
func (s Secret) Reveal() string { return s.value }

// IsZero reports whether there is no key.
func (s Secret) IsZero() bool { return s.value == "" }

// hidden replaces a key.
const hidden = "[key]"

func (s Secret) String() string               { return hidden }
func (s Secret) GoString() string             { return hidden }
func (s Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// minSecret is the length below which a key is not looked for in texts: replacing "x" would ruin them, and
// no provider gives out such a key.
const minSecret = 8

// Redact replaces a key wherever it is in a text, also where it is escaped, encoded or reversed.
func (s Secret) Redact(text string) string {
	if clean := s.hide([]byte(text)); string(clean) != text {
		return string(clean)
	}
	return text
}

func (h *HTTP) redact(text string) string {
	if h.Secrets != nil {
		for _, s := range h.Secrets() {
			text = s.Redact(text)
		}
	}
	return text
}

// redactExchange takes keys out of what a provider sent back: some repeat the key that they refuse.
func (h *HTTP) redactExchange(e *Exchange) {
	if h.Secrets == nil {
		return
	}
	for _, s := range h.Secrets() {
		e.Body = s.hide(e.Body)
		for _, values := range e.Header {
			for i := range values {
				values[i] = s.Redact(values[i])
			}
		}
	}
}

// redactError keeps what an error is and changes what it says, if it says a key.
func (h *HTTP) redactError(err error) error {
	text := err.Error()
	if clean := h.redact(text); clean != text {
		return &redacted{clean, err}
	}
	return err
}

type redacted struct {
	text  string
	cause error
}

func (r *redacted) Error() string        { return r.text }
func (r *redacted) Is(target error) bool { return errors.Is(r.cause, target) }

// keptHeaders are the headers of a reply that are worth a record: what says who served it, what is left of
// a limit, and when to come back. Others may hold account data and cookies.
func keptHeaders(h http.Header) http.Header {
	kept := make(http.Header, 4)
	for name, values := range h {
		lower := strings.ToLower(name)
		for _, k := range keptNames {
			if lower == k || strings.HasSuffix(k, "*") && strings.HasPrefix(lower, k[:len(k)-1]) {
				kept[name] = values
				break
			}
		}
	}
	return kept
}

var keptNames = []string{
	"content-type", "date", "retry-after", "retry-after-ms", "x-should-retry",
	"x-request-id", "request-id", "x-amzn-requestid", "x-amzn-errortype", "x-goog-request-id", "x-gemini-service-tier",
	"openai-model", "openai-processing-ms", "x-ratelimit-*", "anthropic-ratelimit-*", "x-amzn-bedrock-*",
}
