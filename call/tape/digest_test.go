package tape

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
)

// upload is a call of the given operation with a body of so many bytes, which compress badly.
func upload(o call.Operation, size int) *call.Call {
	body := make([]byte, 0, size+sha256.Size)
	for sum := sha256.Sum256(nil); len(body) < size; sum = sha256.Sum256(sum[:]) {
		body = append(body, sum[:]...)
	}
	return &call.Call{Provider: "ledgerline", Operation: o, Method: http.MethodPost, URL: "https://models.example/v1/files",
		Header: http.Header{"Content-Type": {"multipart/form-data; boundary=assay"}}, Body: body[:size]}
}

// TestDigest keeps of a large upload what it was, and not the upload.
func TestDigest(t *testing.T) {
	tests := []struct {
		name   string
		c      *call.Call
		digest bool
	}{
		{"a small upload", upload(call.Manage, 1000), false},
		{"the largest that is kept", upload(call.Manage, MaxManageBody), false},
		{"the smallest that is not", upload(call.Manage, MaxManageBody+1), true},
		{"a large upload", upload(call.Manage, 5*MaxManageBody), true},
		{"a long prompt", upload(call.Chat, MaxManageBody+1), false},
		{"many texts", upload(call.Embed, MaxManageBody+1), false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			disk, err := Create(t.TempDir(), "0.0.1")
			must(t, err)
			defer disk.Close()
			e := Of(test.c, &call.Exchange{Status: 200, Body: []byte(`{"id":"file-1"}`)}, nil)
			must(t, disk.Save(e))
			var lines bytes.Buffer
			must(t, disk.Export(&lines))
			exported := New()
			must(t, exported.Import(bytes.NewReader(lines.Bytes())))
			for where, tape := range map[string]*Tape{"disk": disk, "exported": exported} {
				got, err := tape.Load(test.c.Key())
				must(t, err)
				if len(got) != 1 || string(got[0].Response.Body) != `{"id":"file-1"}` {
					t.Fatalf("%s: %d entries", where, len(got))
				}
				checkDigest(t, where, &got[0].Request, test.c, test.digest)
			}
			if size := disk.Stats().Bytes; test.digest && size > 2000 {
				t.Errorf("%d bytes on disk", size)
			}
			if len(test.c.Body) == 0 {
				t.Error("the call lost its body")
			}
		})
	}
}

func checkDigest(t *testing.T, where string, r *Request, c *call.Call, digest bool) {
	t.Helper()
	if !digest {
		if r.Digest != nil || !bytes.Equal(r.Body, c.Body) {
			t.Errorf("%s: a body of %d bytes was kept as %d bytes, digest %v", where, len(c.Body), len(r.Body), r.Digest)
		}
		return
	}
	want := &Digest{sha256.Sum256(c.Body), int64(len(c.Body))}
	if r.Body != nil || !reflect.DeepEqual(r.Digest, want) {
		t.Errorf("%s: %d bytes were kept, digest %v, want %v", where, len(r.Body), r.Digest, want)
	}
}

// TestDigestLine reads a line as docs/formats.md describes it, and one from before there were digests.
func TestDigestLine(t *testing.T) {
	key, sum := strings.Repeat("ab", 32), strings.Repeat("cd", 32)
	line := func(request string) string {
		return fmt.Sprintf(`{"key":%q,"operation":"manage","stored":"2026-11-21T10:00:00Z","request":{"method":"POST"%s},"response":{"status":200}}`, key, request)
	}
	e, err := readEntry([]byte(line(`,"body_sha256":"` + sum + `","body_bytes":536870912`)))
	must(t, err)
	if d := e.Request.Digest; d == nil || fmt.Sprintf("%x", d.SHA256) != sum || d.Bytes != 512<<20 || e.Request.Body != nil {
		t.Errorf("read %+v", e.Request)
	}
	old, err := readEntry([]byte(line(`,"body":"` + strings.Repeat("x", MaxManageBody+1) + `"`)))
	must(t, err)
	if old.Request.Digest != nil || len(old.Request.Body) != MaxManageBody+1 {
		t.Errorf("of an older line %d bytes were read", len(old.Request.Body))
	}
	for name, request := range map[string]string{
		"a sum alone":    `,"body_sha256":"` + sum + `"`,
		"a length alone": `,"body_bytes":5`,
		"below zero":     `,"body_sha256":"` + sum + `","body_bytes":-5`,
		"a short sum":    `,"body_sha256":"abcd","body_bytes":5`,
		"no hexadecimal": `,"body_sha256":"` + strings.Repeat("xy", 32) + `","body_bytes":5`,
		"a body as well": `,"body":"abc","body_sha256":"` + sum + `","body_bytes":3`,
		"half a byte":    `,"body_sha256":"` + sum + `","body_bytes":1.5`,
	} {
		if e, err := readEntry([]byte(line(request))); err == nil {
			t.Errorf("%s: read %+v", name, e.Request)
		}
	}
}
