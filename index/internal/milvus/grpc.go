package milvus

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/assayhq/assay/call"
)

// contentType is that of a call of gRPC and of its answer.
const contentType = "application/grpc"

// A frame of gRPC is a byte of flags, the length in four bytes, and the message. The frame of trailers is that
// of gRPC-Web, which puts them after the messages.
const (
	frameHead     = 5
	flagPacked    = 0x01
	flagTrailers  = 0x80
	statusHeader  = "Grpc-Status"
	messageHeader = "Grpc-Message"
)

// newHTTP is a client that speaks HTTP/2 only, in plain text, too, and gives the answers of gRPC as web does.
func newHTTP(base *http.Client) *http.Client {
	if base == nil {
		base = call.NewTransport()
		t := base.Transport.(*http.Transport)
		t.Protocols = new(http.Protocols)
		t.Protocols.SetHTTP2(true)
		t.Protocols.SetUnencryptedHTTP2(true)
		t.DisableCompression = true
	}
	own := *base
	own.Transport = cmp.Or(own.Transport, http.DefaultTransport)
	own.Transport = web{own.Transport}
	return &own
}

// web makes calls of gRPC out of requests. What an answer means is in trailers, after its body; web puts them
// into the body as gRPC-Web has it, so that a reply is one text, which is bounded, kept and tried again like any
// other. An answer that is not gRPC is left as it is.
type web struct{ next http.RoundTripper }

func (w web) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Del("Accept")
	r.Header.Set("Te", "trailers")
	r.Header.Set("Grpc-Accept-Encoding", "identity")
	if until, ok := r.Context().Deadline(); ok {
		r.Header.Set("Grpc-Timeout", timeout(time.Until(until)))
	}
	resp, err := w.next.RoundTrip(r)
	if err != nil || !strings.HasPrefix(resp.Header.Get("Content-Type"), contentType) {
		return resp, err
	}
	resp.Body, resp.ContentLength = &trailed{resp: resp, body: resp.Body}, -1
	return resp, nil
}

// timeout is a time as gRPC writes it: at most eight digits, here of milliseconds.
func timeout(d time.Duration) string {
	return strconv.FormatInt(min(max(d.Milliseconds(), 1), 99_999_999), 10) + "m"
}

// trailed is a body with its trailers after it.
type trailed struct {
	resp  *http.Response
	body  io.ReadCloser
	tail  []byte
	ended bool
}

func (t *trailed) Read(p []byte) (int, error) {
	if !t.ended {
		n, err := t.body.Read(p)
		if !errors.Is(err, io.EOF) {
			return n, err
		}
		if t.tail = trailers(t.resp); t.tail == nil {
			return n, io.ErrUnexpectedEOF
		}
		t.ended = true
		return n, nil
	}
	if len(t.tail) == 0 {
		return 0, io.EOF
	}
	n := copy(p, t.tail)
	t.tail = t.tail[n:]
	return n, nil
}

func (t *trailed) Close() error { return t.body.Close() }

// trailers is the frame of an answer's trailers, or nil where it has none: then it was cut off. An answer that is
// nothing but trailers has them as headers.
func trailers(resp *http.Response) []byte {
	for _, h := range []http.Header{resp.Trailer, resp.Header} {
		if status := h.Get(statusHeader); status != "" {
			return frame(flagTrailers, fmt.Appendf(nil, "grpc-status: %s\r\ngrpc-message: %s\r\n", status, h.Get(messageHeader)))
		}
	}
	return nil
}

// frame is a message as it is sent.
func frame(flag byte, message []byte) []byte {
	b := make([]byte, frameHead, frameHead+len(message))
	b[0] = flag
	binary.BigEndian.PutUint32(b[1:], uint32(len(message)))
	return append(b, message...)
}

// reply is what a call was answered with.
type reply struct {
	status  int    // of gRPC; 0 is done
	text    string // of a refusal
	message []byte
}

// UnmarshalBinary reads a body as web gives it: a message, which a refusal lacks, and trailers, whose length is not
// asked for, since they end the body.
func (r *reply) UnmarshalBinary(body []byte) error {
	for messages := 0; ; messages++ {
		if len(body) < frameHead || body[0]&^(flagPacked|flagTrailers) != 0 {
			return errors.New("it is no answer of gRPC: is this the address of Milvus's gRPC port, 19530?")
		}
		flag, n := body[0], uint64(binary.BigEndian.Uint32(body[1:frameHead]))
		body = body[frameHead:]
		switch {
		case flag == flagTrailers:
			return r.trailers(string(body), messages)
		case flag&flagPacked != 0:
			return errors.New("its message is compressed, which was not asked for")
		case n > uint64(len(body)):
			return errors.New("its frame is longer than the answer")
		case messages > 0:
			return errors.New("it has several messages")
		}
		r.message, body = body[:n], body[n:]
	}
}

func (r *reply) trailers(text string, messages int) error {
	for line := range strings.SplitSeq(text, "\r\n") {
		name, value, _ := strings.Cut(line, ": ")
		switch {
		case name == "grpc-message":
			if plain, err := url.PathUnescape(value); err == nil {
				value = plain
			}
			r.text = value
		case name == "grpc-status":
			status, err := strconv.Atoi(value)
			if err != nil {
				return fmt.Errorf("its status %q is no number", call.Shorten(value))
			}
			r.status = status
		}
	}
	if r.status == 0 && messages == 0 {
		return errors.New("it has no message")
	}
	return nil
}
