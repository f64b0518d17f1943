package call

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"strings"
	"time"
)

// MaxMessageBytes bounds a provider's words in an error.
const MaxMessageBytes = 600

// HTTP sends calls over the network. It is the one Sender that costs money; all others are wrappers or stores.
type HTTP struct {
	Client    *http.Client
	Authorize func(context.Context, *http.Request, []byte) error // puts the key on a request
	Secrets   func() []Secret                                    // what must not be seen in anything that comes back
}

// NewTransport is a client for many calls at once to few hosts. It follows no redirect: a key that is sent
// in a header of the provider's own would go along to the other host.
func NewTransport() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns, t.MaxIdleConnsPerHost = 0, 1024
	t.DialContext = (&net.Dialer{Timeout: 15 * time.Second, KeepAlive: 30 * time.Second}).DialContext
	return &http.Client{
		Transport:     t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// ReturnsOnCancel reports that Send returns once its context ends, as net/http does in every part of an exchange.
func (h *HTTP) ReturnsOnCancel() bool { return true }

// Send makes the call once and reads the reply.
func (h *HTTP) Send(ctx context.Context, c *Call) (*Reply, error) {
	began := time.Now()
	resp, err := h.do(ctx, c)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, release, err := readBody(ctx, c, resp)
	if err != nil {
		return nil, h.broken(ctx, c, resp, err)
	}
	defer release()
	e := &Exchange{Status: resp.StatusCode, Header: keptHeaders(resp.Header), Body: body, Began: began, Took: time.Since(began)}
	h.redactExchange(e)
	reply, err := Reread(c, e, Live)
	if err != nil {
		return nil, h.refusal(c, e, resp, err)
	}
	reply.Tries = 1
	return reply, nil
}

// Open starts a call whose reply is too large to hold, and returns its body. The reply is not stored.
func (h *HTTP) Open(ctx context.Context, c *Call) (io.ReadCloser, error) {
	resp, err := h.do(ctx, c)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusOK {
		return resp.Body, nil
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(resp.Body, MaxMessageBytes*16))
	e := &Exchange{Status: resp.StatusCode, Header: keptHeaders(resp.Header), Body: body, Began: time.Now()}
	h.redactExchange(e)
	_, err = c.Read(e)
	if err == nil {
		err = &Failure{Kind: Malformed, Message: "a reply that is neither a file nor an error"}
	}
	return nil, h.refusal(c, e, resp, err)
}

func (h *HTTP) do(ctx context.Context, c *Call) (*http.Response, error) {
	body := c.Body
	if c.Fresh != nil {
		body = c.Fresh()
	}
	if err := h.checkBody(c, body); err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, c.Method, c.URL, bytes.NewReader(body))
	if err != nil {
		return nil, &Failure{Kind: BadRequest, Provider: c.Provider, Model: c.Model, Err: h.redactError(err)}
	}
	maps.Copy(req.Header, c.Header)
	req.Header.Set("User-Agent", "assay")
	if h.Authorize != nil {
		if err := h.Authorize(ctx, req, body); err != nil {
			f := FailureOf(c, err)
			f.Provider, f.Model = c.Provider, c.Model
			return nil, f
		}
	}
	resp, err := h.Client.Do(req)
	if err != nil {
		return nil, h.unreached(c, err)
	}
	return resp, nil
}

// checkBody refuses to send a key as text: it would be in every record of the call.
func (h *HTTP) checkBody(c *Call, body []byte) error {
	if h.Secrets == nil {
		return nil
	}
	for _, secret := range h.Secrets() {
		if secret.isIn(body) {
			return &Failure{Kind: BadRequest, Provider: c.Provider, Model: c.Model,
				Message: "the request's text holds the key itself", Next: "take the key out of the prompt or the data"}
		}
	}
	return nil
}

// broken is the failure of a reply that began and did not end.
func (h *HTTP) broken(ctx context.Context, c *Call, resp *http.Response, err error) *Failure {
	f := FailureOf(c, h.redactError(err))
	f.Status = resp.StatusCode
	switch {
	case errors.As(err, new(tooLarge)):
		f.Kind = Malformed
	case ctx.Err() == nil:
		f.Kind = CutOff
	}
	return f
}

// unreached is the failure of a request that got no reply at all.
func (h *HTTP) unreached(c *Call, err error) *Failure {
	f := FailureOf(c, h.redactError(err))
	var timeout net.Error
	if f.Kind == Unreachable && errors.As(err, &timeout) && timeout.Timeout() {
		f.Kind = Timeout
	}
	var dns *net.DNSError
	switch {
	case errors.As(err, &dns):
		f.Next = "check the base URL of provider " + c.Provider + " and the network: 'assay doctor' shows both"
	case f.Kind == Unreachable:
		f.Next = "is the server running, and is the base URL right? 'assay doctor' shows what is configured"
	}
	return f
}

// refusal completes the failure that a provider's reader made of a reply.
func (h *HTTP) refusal(c *Call, e *Exchange, resp *http.Response, err error) *Failure {
	f := FailureOf(c, err)
	f.Provider = c.Provider
	f.Model = c.Model
	f.Status = e.Status
	f.Exchange = e
	if f.RetryAfter == 0 {
		f.RetryAfter = RetryAfter(resp.Header, time.Now())
	}
	if 300 <= e.Status && e.Status < 400 {
		f.Kind, f.Message = BadRequest, "redirected to "+h.redact(resp.Header.Get("Location"))
		f.Next = "set the base URL of the provider to that host if it is yours"
	}
	f.Message = h.redact(Shorten(f.Message))
	f.Code = h.redact(f.Code)
	return f
}

// Shorten cuts a provider's words to what fits an error line.
func Shorten(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "�")), " ")
	if len(s) <= MaxMessageBytes {
		return s
	}
	return strings.ToValidUTF8(s[:MaxMessageBytes], "") + "…"
}
