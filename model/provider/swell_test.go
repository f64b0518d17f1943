//go:build !race && unix

package provider

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/assayhq/assay/call"
)

// swelling are replies that cost little to send: a beginning, and what follows it until the reply has its bytes or the
// client goes.
var swelling = map[string]struct {
	begin, more, end string
	bytes            int
	kind             call.Kind // empty where the reply can be read
}{
	"endless text":   {`{"choices":[{"message":{"content":"`, "word ", "", 1 << 40, call.Malformed},
	"longest answer": {`{"choices":[{"message":{"content":"`, "word ", `"},"finish_reason":"stop"}]}`, 7 << 19, ""},
	"many choices":   {`{"choices":[0`, ",0", `]}`, 7 << 19, call.Malformed},
	"empty choices":  {`{"choices":[{}`, ",{}", `]}`, 7 << 19, call.Malformed},
	"deep":           {`{"choices":`, "[[[[[[[[", "", 7 << 19, call.Malformed},
}

// TestSwellingReplies has 16 calls at once meet each of them, also packed, in a process of its own whose largest memory
// is read when it has ended.
func TestSwellingReplies(t *testing.T) {
	const most = 350 << 20
	if name := os.Getenv("ASSAY_SWELL"); name != "" {
		askSwelling(t, name)
		return
	}
	for name := range swelling {
		cmd := exec.Command(os.Args[0], "-test.run=^TestSwellingReplies$")
		cmd.Env = append(os.Environ(), "ASSAY_SWELL="+name, "GOGC=50") // as the command sets it
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
			continue
		}
		rss := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
		if runtime.GOOS == "linux" {
			rss *= 1024
		}
		t.Logf("%s: %d MB", name, rss>>20)
		if rss > most {
			t.Errorf("%s: %d MB, want at most %d", name, rss>>20, most>>20)
		}
	}
}

// askSwelling asks 16 times at once for one of the replies.
func askSwelling(t *testing.T, name string) {
	reply := swelling[name]
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var to io.Writer = w
		if strings.Contains(name, "endless") {
			w.Header().Set("Content-Encoding", "gzip")
			packed, _ := gzip.NewWriterLevel(w, gzip.BestSpeed)
			defer packed.Close()
			to = packed
		}
		io.WriteString(to, reply.begin)
		block := bytes.Repeat([]byte(reply.more), 4096)
		for n := 0; n < reply.bytes; n += len(block) {
			if _, err := to.Write(block); err != nil {
				return
			}
		}
		io.WriteString(to, reply.end)
	}))
	defer server.Close()
	conn, err := Open(Settings{Provider: "mistral", BaseURL: server.URL, Env: func(string) string { return "a-key-for-tests" }})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			r := ask1(fmt.Sprint("question ", i))
			r.Model = "m"
			if _, err := clientOf(conn).Ask(context.Background(), r); call.KindOf(err) != reply.kind {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	all.Wait()
}
