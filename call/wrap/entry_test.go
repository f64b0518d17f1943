package wrap

import (
	"testing"

	"github.com/assayhq/assay/call"
)

// TestEntryKeepsDigestOfLargeUploads: of a large upload the entry says what it was; the call keeps its body.
func TestEntryKeepsDigestOfLargeUploads(t *testing.T) {
	for _, test := range []struct {
		name   string
		op     call.Operation
		bytes  int
		digest bool
	}{
		{"a small upload", call.Manage, 1000, false},
		{"the largest that is kept", call.Manage, maxManageBody, false},
		{"the smallest that is not", call.Manage, maxManageBody + 1, true},
		{"a long prompt", call.Chat, maxManageBody + 1, false},
	} {
		c := &call.Call{Operation: test.op, Body: make([]byte, test.bytes)}
		e := EntryOf(c, nil, nil)
		if digest := len(e.SHA256) == 64 && e.Bytes == int64(test.bytes) && e.Body == nil; digest != test.digest {
			t.Errorf("%s: digest %q, %d bytes kept", test.name, e.SHA256, len(e.Body))
		}
		if !test.digest && len(e.Body) != test.bytes || len(c.Body) != test.bytes {
			t.Errorf("%s: the body is lost", test.name)
		}
	}
}
