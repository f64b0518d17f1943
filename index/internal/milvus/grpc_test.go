package milvus

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/index/internal/remote"
	"github.com/assayhq/assay/internal/fakeengine"
)

// server is one of HTTP/2 that answers with what a test says.
func server(t *testing.T, tls bool, answer http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewUnstartedServer(answer)
	s.Config.Protocols = new(http.Protocols)
	s.Config.Protocols.SetUnencryptedHTTP2(true)
	s.EnableHTTP2 = tls
	if tls {
		s.StartTLS()
	} else {
		s.Start()
	}
	t.Cleanup(s.Close)
	return s
}

func says(w http.ResponseWriter, flag byte, message []byte, status string) {
	w.Header().Set("Content-Type", contentType)
	if status != "" {
		w.Header().Set(http.TrailerPrefix+"Grpc-Status", status)
	}
	w.Write(frame(flag, message))
}

// TestAnswersThatAreNone: whatever a server may say, it is an error that names what is wrong.
func TestAnswersThatAreNone(t *testing.T) {
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		kind   call.Kind
		says   string
	}{
		"no trailers":  {func(w http.ResponseWriter, _ *http.Request) { says(w, 0, nil, "") }, call.CutOff, "unexpected EOF"},
		"compressed":   {func(w http.ResponseWriter, _ *http.Request) { says(w, flagPacked, nil, "0") }, call.Malformed, "compressed"},
		"unknown flag": {func(w http.ResponseWriter, _ *http.Request) { says(w, 8, nil, "0") }, call.Malformed, "no answer of gRPC"},
		"status": {func(w http.ResponseWriter, _ *http.Request) {
			says(w, 0, nil, "fine")
		}, call.Malformed, `its status "fine" is no number`},
		"unknown status": {func(w http.ResponseWriter, _ *http.Request) { says(w, 0, nil, "77") }, call.ServerFault, "gRPC 77"},
		"several messages": {func(w http.ResponseWriter, _ *http.Request) {
			says(w, 0, nil, "0")
			w.Write(frame(0, nil))
		}, call.Malformed, "several messages"},
		"a shorter frame": {func(w http.ResponseWriter, _ *http.Request) {
			says(w, 0, nil, "0")
			w.Write([]byte{0, 0, 0, 0, 9})
		}, call.Malformed, ""},
		"a page": {func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, "<html>welcome</html>")
		}, call.Malformed, "is this the address of Milvus's gRPC port"},
		"not HTTP's": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "no such page", 404)
		}, call.BadRequest, "no such page"},
		"damaged": {func(w http.ResponseWriter, _ *http.Request) {
			says(w, 0, []byte{0xff}, "0")
		}, call.Malformed, "the answer to DescribeCollection: a message is damaged"},
		"another type": {func(w http.ResponseWriter, _ *http.Request) {
			says(w, 0, message(nil).integer(1, 7), "0")
		}, call.Malformed, "of another type"},
		"too large": {func(w http.ResponseWriter, _ *http.Request) {
			says(w, 0, make([]byte, call.MaxReplyBytes), "0")
		}, call.Malformed, "a reply of more than 64 MB"},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(&fakeengine.Server{URL: server(t, false, c.answer).URL})
			o.Retry = &wrap.Retry{Tries: 1}
			if err := opened(t, o).Check(t.Context()); call.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) {
				t.Errorf("kind %q: %v; want %q, saying %q", call.KindOf(err), err, c.kind, c.says)
			}
		})
	}
}

// TestCallsOverTLS: a call has what gRPC asks of it, in TLS too.
func TestCallsOverTLS(t *testing.T) {
	var got *http.Request
	s := server(t, true, func(w http.ResponseWriter, r *http.Request) {
		got = r
		says(w, 0, nil, "0")
	})
	o := options(&fakeengine.Server{URL: s.URL})
	o.HTTP, o.Database, o.Timeout = s.Client(), "filings_db", 3*time.Second
	err := opened(t, o).invoke(t.Context(), "DropCollection", message(nil).text(3, "filings"))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"Te": "trailers", "Content-Type": contentType,
		"Grpc-Accept-Encoding": "identity", "Accept": "", "Dbname": "filings_db",
		"Authorization": "cm9vdDptaWx2dXMta2V5LTAxMjM0NTY3ODk=", "Accept-Encoding": ""} {
		if got.Header.Get(name) != want && name != "Accept-Encoding" {
			t.Errorf("%s: %q, want %q", name, got.Header.Get(name), want)
		}
	}
	if d := got.Header.Get("Grpc-Timeout"); len(d) < 2 || len(d) > 5 || d[len(d)-1] != 'm' {
		t.Errorf("timeout %q", d)
	}
	if got.ProtoMajor != 2 || got.Method != http.MethodPost || got.URL.Path != "/milvus.proto.milvus.MilvusService/DropCollection" {
		t.Errorf("%s %s %s", got.Proto, got.Method, got.URL)
	}
}

func TestTimeouts(t *testing.T) {
	for d, want := range map[time.Duration]string{-time.Second: "1m", time.Microsecond: "1m", 90 * time.Second: "90000m",
		10000 * time.Hour: "99999999m"} {
		if got := timeout(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

// TestHangingServerTimesOut: a server that does not answer costs the time of its tries and no more.
func TestHangingServerTimesOut(t *testing.T) {
	s := server(t, false, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	o := options(&fakeengine.Server{URL: s.URL})
	o.Timeout, o.Retry = 20*time.Millisecond, &wrap.Retry{Tries: 2, Base: time.Millisecond}
	if err := opened(t, o).Check(t.Context()); call.KindOf(err) != call.Timeout || remote.Tries(err) != 2 {
		t.Errorf("%v", err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	o.Timeout = time.Minute
	if err := opened(t, o).Check(ctx); err == nil {
		t.Error("it was not stopped")
	}
}

// slow gives a body a byte at a time.
type slow struct{ *bytes.Reader }

func (s slow) Read(p []byte) (int, error) { return s.Reader.Read(p[:min(len(p), 1)]) }
func (s slow) Close() error               { return nil }

func TestTrailersAfterTheBody(t *testing.T) {
	for _, h := range []*http.Response{{Trailer: http.Header{"Grpc-Status": {"5"}, "Grpc-Message": {"no%20such"}}},
		{Header: http.Header{"Grpc-Status": {"5"}, "Grpc-Message": {"no%20such"}}}} {
		body, err := io.ReadAll(&trailed{resp: h, body: slow{bytes.NewReader(frame(0, []byte("words")))}})
		var r reply
		if err == nil {
			err = r.UnmarshalBinary(body)
		}
		if err != nil || r.status != 5 || r.text != "no such" || string(r.message) != "words" {
			t.Errorf("%+v, %v", r, err)
		}
	}
	if _, err := io.ReadAll(&trailed{resp: &http.Response{}, body: slow{bytes.NewReader(nil)}}); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%v", err)
	}
}

func FuzzReply(f *testing.F) {
	seeds := [][]byte{nil, frame(0, nil), frame(flagTrailers, []byte("grpc-status: 0\r\n")),
		append(frame(0, []byte{8, 1}), frame(flagTrailers, []byte("grpc-status: 0\r\ngrpc-message: a%\r\n"))...),
		append(frame(0, nil), frame(0, nil)...), {0, 0xff, 0xff, 0xff, 0xff}, frame(flagPacked, nil)}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var r reply
		if err := r.UnmarshalBinary(slices.Clone(body)); err == nil && len(body) >= frameHead && body[0] == 0 && r.status == 0 {
			if n := binary.BigEndian.Uint32(body[1:]); int(n) != len(r.message) {
				t.Errorf("%d bytes of a message of %d", len(r.message), n)
			}
		}
	})
}
