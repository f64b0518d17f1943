package call

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// planted is a key that must be seen nowhere but in the header that sends it.
const planted = "sk-planted-5up3rs3cret-0123456789"

// through sends one call to a handler, with the planted key.
func through(t *testing.T, ctx context.Context, body string, h http.HandlerFunc) (*Reply, error) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // only then does a server notice that its client has gone
		h(w, r)
	}))
	defer server.Close()
	defer server.CloseClientConnections()
	return (&HTTP{
		Client: NewTransport(),
		Authorize: func(_ context.Context, r *http.Request, _ []byte) error {
			r.Header.Set("Authorization", "Bearer "+planted)
			return nil
		},
		Secrets: func() []Secret { return []Secret{NewSecret(planted)} },
	}).Send(ctx, &Call{Provider: "p", Model: "m", Method: http.MethodPost, URL: server.URL + "/x", Body: []byte(body), Read: readStatus})
}

// readStatus reads any 200 as an answer and fails with the body otherwise.
func readStatus(e *Exchange) (Result, error) {
	if e.Status != http.StatusOK {
		return Result{}, &Failure{Kind: ServerFault, Message: string(e.Body), Code: string(e.Body)}
	}
	return Result{Value: string(e.Body)}, nil
}

func TestSend(t *testing.T) {
	reply, err := through(t, t.Context(), `{"q":1}`, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+planted || r.Header.Get("User-Agent") != "assay" {
			t.Errorf("headers %v", r.Header)
		}
		w.Header().Set("X-Request-Id", "r-1")
		w.Header().Set("Set-Cookie", "session=1")
		w.Header().Set("X-Ratelimit-Remaining-Tokens", "7")
		w.Write([]byte("fine"))
	})
	if err != nil {
		t.Fatal(err)
	}
	h := reply.Exchange.Header
	if string(reply.Exchange.Body) != "fine" || reply.Tries != 1 || reply.Source != Live ||
		h.Get("X-Request-Id") != "r-1" || h.Get("X-Ratelimit-Remaining-Tokens") != "7" {
		t.Errorf("%+v %v", reply, h)
	}
	if h.Get("Set-Cookie") != "" {
		t.Error("a cookie was kept")
	}
}

// TestFailuresOfTheConnection is also a test of secrecy: every server here repeats the key that it got.
func TestFailuresOfTheConnection(t *testing.T) {
	leak := "you sent " + planted + " to me"
	tests := []struct {
		name string
		h    http.HandlerFunc
		kind Kind
		want string // in the error
	}{
		{"refused with the key in the body", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "3")
			w.WriteHeader(http.StatusUnauthorized)
			w.Write([]byte(leak))
		}, ServerFault, "you sent [key] to me"},
		{"redirected", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://elsewhere.invalid/?key="+planted, http.StatusTemporaryRedirect)
		}, BadRequest, "redirected to http://elsewhere.invalid/?key=[key]; set the base URL"},
		{"cut off", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "1000")
			w.Write([]byte(leak))
		}, CutOff, "the reply broke off (HTTP 200)"},
		{"dropped", func(w http.ResponseWriter, r *http.Request) {
			c, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				c.Close()
			}
		}, Unreachable, "could not be reached"},
		{"too large", func(w http.ResponseWriter, r *http.Request) {
			block := make([]byte, 1<<20)
			for range MaxReplyBytes>>20 + 2 {
				if _, err := w.Write(block); err != nil {
					return
				}
			}
		}, Malformed, "a reply of more than 64 MB"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := through(t, t.Context(), "{}", test.h)
			var f *Failure
			if !errors.As(err, &f) || f.Kind != test.kind || !strings.Contains(f.Error(), test.want) || f.Provider != "p" || f.Model != "m" {
				t.Fatalf("got %v, want %s with %q", err, test.kind, test.want)
			}
			secretive(t, f)
		})
	}
}

// secretive fails if a failure shows the planted key in any way of printing it.
func secretive(t *testing.T, f *Failure) {
	t.Helper()
	asJSON, err := json.Marshal(f)
	if err != nil {
		asJSON = nil // an error in it has no JSON
	}
	printed := fmt.Sprintf("%v\n%+v\n%#v\n%s", f, f, f, asJSON)
	if f.Exchange != nil {
		printed += fmt.Sprintf("%s %v", f.Exchange.Body, f.Exchange.Header)
	}
	for err := error(f); err != nil; err = errors.Unwrap(err) {
		printed += fmt.Sprintf("\n%v\n%+v", err, err)
	}
	if strings.Contains(printed, planted) {
		t.Errorf("the key is shown:\n%s", printed)
	}
}

func TestDeadlines(t *testing.T) {
	hang := func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	slow := func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusOK)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}
	for name, h := range map[string]http.HandlerFunc{"no header": hang, "no body": slow} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if _, err := through(t, ctx, "{}", h); KindOf(err) != Timeout {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
		ctx, cancel = context.WithCancel(t.Context())
		time.AfterFunc(20*time.Millisecond, cancel)
		if _, err := through(t, ctx, "{}", h); KindOf(err) != Cancelled {
			t.Errorf("%s, cancelled: %v", name, err)
		}
	}
}

func TestKeyInThePrompt(t *testing.T) {
	_, err := through(t, t.Context(), `{"text":"`+planted+`"}`, func(http.ResponseWriter, *http.Request) { t.Error("it was sent") })
	var f *Failure
	if !errors.As(err, &f) || f.Kind != BadRequest || !strings.Contains(f.Error(), "holds the key itself") {
		t.Errorf("got %v", err)
	}
}

func TestUnreachableHosts(t *testing.T) {
	for _, url := range []string{"http://127.0.0.1:1/x", "http://nowhere.invalid/x?" + planted} {
		h := &HTTP{Client: NewTransport(), Secrets: func() []Secret { return []Secret{NewSecret(planted)} }}
		_, err := h.Send(t.Context(), &Call{Provider: "p", Method: http.MethodGet, URL: url, Read: readStatus})
		var f *Failure
		if !errors.As(err, &f) || f.Kind != Unreachable || f.Next == "" {
			t.Fatalf("%s: %v", url, err)
		}
		secretive(t, f)
	}
}

func TestSecret(t *testing.T) {
	s := NewSecret(" " + planted + "\n")
	if s.Reveal() != planted {
		t.Errorf("the key is %q", s.Reveal())
	}
	asJSON, err := json.Marshal(struct{ Key Secret }{s})
	if err != nil {
		t.Fatal(err)
	}
	printed := fmt.Sprintf("%v %+v %#v %s %q %s", s, s, s, s, s, asJSON)
	if strings.Contains(printed, "planted") || strings.Count(printed, "[key]") != 6 {
		t.Errorf("printed: %s", printed)
	}
	for text, want := range map[string]string{
		"a " + planted + " b": "a [key] b", "none": "none", planted + planted: "[key][key]",
	} {
		if got := s.Redact(text); got != want {
			t.Errorf("Redact(%q) = %q", text, got)
		}
	}
	if got := NewSecret("a b+c/d=e").Redact("?k=a+b%2Bc%2Fd%3De"); got != "?k=[key]" {
		t.Errorf("escaped: %q", got)
	}
	if got := NewSecret("x").Redact("x-ray"); got != "x-ray" {
		t.Errorf("a key of one letter: %q", got)
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	tests := []struct {
		name, header, value string
		want                time.Duration
	}{
		{"seconds", "Retry-After", "2", 2 * time.Second},
		{"a fraction", "Retry-After", "0.25", 250 * time.Millisecond},
		{"a date", "Retry-After", "Sat, 21 Nov 2026 09:00:30 GMT", 30 * time.Second},
		{"a date gone by", "Retry-After", "Sat, 21 Nov 2026 08:00:00 GMT", 0},
		{"milliseconds", "Retry-After-Ms", "150", 150 * time.Millisecond},
		{"negative", "Retry-After", "-5", 0},
		{"a year", "Retry-After", "31536000", MaxWait},
		{"infinite", "Retry-After", "Inf", MaxWait},
		{"no number", "Retry-After", "NaN", 0},
		{"words", "Retry-After", "soon", 0},
		{"nothing", "X", "", 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := RetryAfter(http.Header{test.header: {test.value}}, now); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

func TestReadAllowances(t *testing.T) {
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	header := func(pairs ...string) http.Header {
		h := http.Header{}
		for i := 0; i < len(pairs); i += 2 {
			h.Set(pairs[i], pairs[i+1])
		}
		return h
	}
	tests := []struct {
		name string
		h    http.Header
		want Allowances
	}{
		{"OpenAI", header("x-ratelimit-limit-requests", "500", "x-ratelimit-remaining-requests", "499", "x-ratelimit-reset-requests", "120ms",
			"x-ratelimit-limit-tokens", "30000", "x-ratelimit-remaining-tokens", "29000", "x-ratelimit-reset-tokens", "6m0s"),
			Allowances{Allowance{500, 499, 120 * time.Millisecond}, Allowance{30000, 29000, 6 * time.Minute}, true, true}},
		{"Anthropic, the scarcest kind of tokens counts", header("anthropic-ratelimit-requests-limit", "50",
			"anthropic-ratelimit-requests-remaining", "0",
			"anthropic-ratelimit-requests-reset", "2026-11-21T09:00:09Z", "anthropic-ratelimit-input-tokens-limit", "1000",
			"anthropic-ratelimit-input-tokens-remaining", "900",
			"anthropic-ratelimit-output-tokens-limit", "200", "anthropic-ratelimit-output-tokens-remaining", "10",
			"anthropic-ratelimit-output-tokens-reset", "2026-11-21T09:01:00Z"),
			Allowances{Allowance{50, 0, 9 * time.Second}, Allowance{200, 10, time.Minute}, true, true}},
		{"Azure says nothing in numbers", header("x-ratelimit-limit-requests", "0", "x-ratelimit-remaining-requests", "-1"), Allowances{}},
		{"none", header(), Allowances{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := ReadAllowances(test.h, now); got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

func TestShorten(t *testing.T) {
	long := strings.Repeat("é", MaxMessageBytes)
	if got := Shorten(" a \n\t b\xff "); got != "a b�" {
		t.Errorf("got %q", got)
	}
	if got := Shorten(long); len(got) > MaxMessageBytes+len("…") || !strings.HasSuffix(got, "é…") {
		t.Errorf("got %d bytes, ending %q", len(got), got[len(got)-6:])
	}
}

// TestFailureOfIsOnesOwn: what one call adds to a kept failure is not told of another.
func TestFailureOfIsOnesOwn(t *testing.T) {
	kept := &Failure{Kind: MissingKey, Message: "no key"}
	f := FailureOf(&Call{}, fmt.Errorf("signing: %w", kept))
	f.Next, f.Tries = "set one", 3
	if f.Message != "no key" || kept.Next != "" || kept.Tries != 0 {
		t.Errorf("made %+v of %+v", f, kept)
	}
}
