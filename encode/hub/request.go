package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/assayhq/assay/call"
)

// Limits of what a hub may answer.
const (
	maxRedirects = 8
	maxInfo      = 64 << 20 // of a description: 10,000 files take three
	maxComplaint = 16 << 10 // of an error's body
)

// attempt is one try at something. An error that is no failure of the hub is final.
type attempt func(context.Context) error

// try makes attempts as long as another can help: the waits are those of call/wrap.
func (h *Hub) try(ctx context.Context, repo string, a attempt) error {
	var final error
	s := sender(func(ctx context.Context, c *call.Call) (*call.Reply, error) {
		err := a(ctx)
		var f *call.Failure
		if err == nil || !errors.As(err, &f) {
			final = err
			return &call.Reply{}, nil
		}
		f.Provider, f.Model = c.Provider, c.Model
		if f.RetryAfter > 0 {
			h.tell(Progress{Name: repo, Note: fmt.Sprintf("%s asks to wait for %v", h.host(), f.RetryAfter.Round(time.Second))})
		}
		return nil, f
	})
	if _, err := h.Retry.Around(s).Send(ctx, &call.Call{Provider: h.host(), Model: repo}); err != nil {
		return err
	}
	return final
}

type sender func(context.Context, *call.Call) (*call.Reply, error)

func (s sender) Send(ctx context.Context, c *call.Call) (*call.Reply, error) { return s(ctx, c) }

// answer is what came at the end of the redirects.
type answer struct {
	*http.Response
	home   bool        // it comes from the hub itself
	linked http.Header // the hub's own headers for a file that is elsewhere
}

// linkedHeaders are what the hub itself says of a file before it sends on to where the bytes are.
var linkedHeaders = []string{"X-Repo-Commit", "X-Linked-Size", "X-Linked-Etag"}

// get asks an address of the hub and follows where it sends, by hand: net/http would take the key along to another
// port of the host and to the domains below it.
func (h *Hub) get(ctx context.Context, address string, header http.Header) (*answer, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	a := &answer{linked: http.Header{}}
	for range maxRedirects {
		a.home = sameOrigin(u, h.base)
		resp, err := h.ask(ctx, u, header, a.home)
		if err != nil {
			return nil, err
		}
		for _, name := range linkedHeaders {
			if v := resp.Header.Get(name); a.home && v != "" && a.linked.Get(name) == "" {
				a.linked.Set(name, v)
			}
		}
		to := resp.Header.Get("Location")
		if resp.StatusCode < 300 || resp.StatusCode >= 400 || to == "" {
			a.Response = resp
			return a, nil
		}
		resp.Body.Close()
		next, err := u.Parse(to)
		if err != nil || next.Host == "" || next.Scheme != "https" && (next.Scheme != "http" || u.Scheme == "https") {
			return nil, fmt.Errorf("%s sends on to an address that is not followed: %s", u.Host, h.shown(redacted(next)))
		}
		u = next
	}
	return nil, fmt.Errorf("%s sends on more than %d times", h.host(), maxRedirects)
}

func (h *Hub) ask(ctx context.Context, u *url.URL, header http.Header, home bool) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("%s: an address that cannot be asked", h.shown(redacted(u)))
	}
	maps.Copy(req.Header, header)
	req.Header.Set("User-Agent", "assay")
	req.Header.Set("Accept-Encoding", "identity") // ranges and sizes are those of the file
	if home && !h.Token.IsZero() {
		req.Header.Set("Authorization", "Bearer "+h.Token.Reveal())
	}
	resp, err := h.Client.Do(req)
	if err != nil {
		return nil, h.unreached(ctx, u, err)
	}
	return resp, nil
}

func sameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	return map[string]string{"https": "443", "http": "80"}[u.Scheme]
}

// redacted is an address without what may be a signature in it.
func redacted(u *url.URL) string {
	if u == nil {
		return "none"
	}
	return u.Scheme + "://" + u.Host
}

// shown is a text of the hub for an error: short, without the token, and nothing that steers a
// terminal.
func (h *Hub) shown(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || 0x7f <= r && r < 0xa0 || 0x202a <= r && r <= 0x202e || 0x2066 <= r && r <= 0x2069 {
			return ' '
		}
		return r
	}, text)
	return call.Shorten(h.Token.Redact(text))
}

// unreached is the failure of a request without an answer. What net/http says repeats the address, and with it
// the signature of a storage host.
func (h *Hub) unreached(ctx context.Context, u *url.URL, err error) error {
	if cause := context.Cause(ctx); errors.Is(cause, errStalled) {
		return stalled(h.Stall)
	} else if ctx.Err() != nil {
		return cause
	}
	var urlErr *url.Error
	if errors.As(err, &urlErr) {
		err = urlErr.Err
	}
	f := &call.Failure{Kind: call.Unreachable, Message: u.Host + ": " + h.shown(err.Error()), Err: err}
	f.Next = "is the network up? " + EndpointVar + " names a mirror"
	return f
}

var errStalled = errors.New("nothing came any more")

func stalled(after time.Duration) *call.Failure {
	return &call.Failure{Kind: call.Timeout, Message: fmt.Sprintf("nothing came for %v", after), Err: errStalled}
}

// watch ends a context when nothing comes for a while; each call of the second result starts it again.
func (h *Hub) watch(ctx context.Context) (watched context.Context, alive, stop func()) {
	watched, cancel := context.WithCancelCause(ctx)
	timer := h.wait(h.Stall, func() { cancel(errStalled) })
	return watched, func() { timer.Reset(h.Stall) }, func() { timer.Stop(); cancel(nil) }
}

// watchedReader calls alive whenever bytes arrive.
type watchedReader struct {
	io.Reader
	alive func()
}

func (r watchedReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if n > 0 {
		r.alive()
	}
	return n, err
}

// broken is the failure of a body that ended early.
func (h *Hub) broken(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); errors.Is(cause, errStalled) {
		return stalled(h.Stall)
	} else if ctx.Err() != nil {
		return cause
	}
	return &call.Failure{Kind: call.CutOff, Message: h.shown(err.Error()), Err: err}
}

// waitHint is how long an answer asks to wait: Retry-After, or the hub's RateLimit, whose t counts the seconds until
// requests are free again.
func waitHint(header http.Header, now time.Time) time.Duration {
	if header.Get("Retry-After") != "" {
		return call.RetryAfter(header, now)
	}
	for part := range strings.SplitSeq(header.Get("RateLimit"), ";") {
		if t, ok := strings.CutPrefix(strings.TrimSpace(part), "t="); ok {
			return call.RetryAfter(http.Header{"Retry-After": {t}}, now)
		}
	}
	return 0
}
