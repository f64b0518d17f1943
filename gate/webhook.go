package gate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

// Webhook tells a server of a verdict. Its address may hold a secret, so that no error repeats more of it
// than the host.
type Webhook struct {
	url    *url.URL
	client *http.Client
	pause  func(context.Context, time.Duration) error
}

// Limits of telling.
const (
	tries       = 3
	tryTimeout  = 10 * time.Second
	firstPause  = time.Second
	maxResponse = 64 << 10 // bytes of a response, which is discarded
)

// NewWebhook checks an address. Nothing but http and https is told.
func NewWebhook(address string) (*Webhook, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("webhook: the address must begin with http:// or https:// and name a host")
	}
	client := &http.Client{Timeout: tryTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return &Webhook{url: u, client: client, pause: pause}, nil
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// notice is what is sent: a text that chat servers show, and the whole report.
type notice struct {
	Text   string  `json:"text"`
	Report *Report `json:"report"`
}

// Tell posts a report. Servers that are busy or fail are tried again a few times.
func (h *Webhook) Tell(ctx context.Context, r *Report) error {
	body, err := json.Marshal(notice{Text: "assay gate " + r.headline() + ": " + r.Summary(), Report: r})
	if err != nil {
		return fmt.Errorf("webhook: %w", err)
	}
	wait := firstPause
	for try := 1; ; try++ {
		again, err := h.post(ctx, body)
		if err == nil {
			return nil
		}
		err = fmt.Errorf("webhook at %s: %w", h.url.Hostname(), err)
		if !again || try == tries {
			return err
		}
		if h.pause(ctx, wait) != nil {
			return err
		}
		wait *= 4
	}
}

// post tries once, and says whether it is worth another try.
func (h *Webhook) post(ctx context.Context, body []byte) (again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url.String(), bytes.NewReader(body))
	if err != nil {
		return false, errors.New("the address makes no request")
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "assay")
	resp, err := h.client.Do(req)
	if err != nil {
		return ctx.Err() == nil, connectionError(err)
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, io.LimitReader(resp.Body, maxResponse)) // so that the connection can be used again
	if resp.StatusCode >= 200 && resp.StatusCode < 300 {
		return false, nil
	}
	again = resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500
	return again, fmt.Errorf("it answered with status %d", resp.StatusCode)
}

// connectionError says why a server was not reached. The message of the HTTP client is not used: it has the
// address, which may be a secret.
func connectionError(err error) error {
	var lookup *net.DNSError
	var op *net.OpError
	switch {
	case errors.Is(err, context.Canceled):
		return errors.New("interrupted")
	case errors.Is(err, context.DeadlineExceeded) || isTimeout(err):
		return errors.New("no answer in time")
	case errors.As(err, &lookup):
		return errors.New("no such host")
	case errors.As(err, &op):
		return fmt.Errorf("the connection failed: %w", op.Err)
	}
	return errors.New("the connection failed")
}

func isTimeout(err error) bool {
	var t interface{ Timeout() bool }
	return errors.As(err, &t) && t.Timeout()
}
