package wrap

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model/catalog"
)

const serverVariable = "ASSAY_WRAP_BENCH_SERVER"

// TestBenchServer is no test: it is the process that BenchmarkHTTP calls. It answers after 200 ms until its
// input ends.
func TestBenchServer(t *testing.T) {
	if os.Getenv(serverVariable) == "" {
		t.Skip("runs as a child of BenchmarkHTTP")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	fmt.Printf("serving http://%s/v1/responses\n", l.Addr())
	go http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { //nolint:errcheck // ends with the process
		io.Copy(io.Discard, r.Body) //nolint:errcheck
		time.Sleep(serverLatency)
		w.Header().Set("Content-Type", "application/json")
		for name, values := range benchHeader {
			w.Header()[name] = values
		}
		w.Write(benchBody) //nolint:errcheck
	}))
	io.Copy(io.Discard, os.Stdin) //nolint:errcheck
}

const serverLatency = 200 * time.Millisecond

// startServer runs a server in a process of its own, so that time and memory here are the client's alone. It is
// a test that says what it serves; the variable says to it that it is wanted, and how.
func startServer(b *testing.B, test, variable, value string) string {
	child := exec.Command(os.Args[0], "-test.run=^"+test+"$")
	child.Env = append(os.Environ(), variable+"="+value)
	in, err := child.StdinPipe()
	must(b, err)
	out, err := child.StdoutPipe()
	must(b, err)
	must(b, child.Start())
	b.Cleanup(func() {
		in.Close()
		child.Wait() //nolint:errcheck // the server has done its work
	})
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if address, ok := strings.CutPrefix(lines.Text(), "serving "); ok {
			go io.Copy(io.Discard, out) //nolint:errcheck
			return address
		}
	}
	b.Fatal("the server does not say its address")
	return ""
}

// BenchmarkHTTP makes 10,000 calls to a server that takes 200 ms for each, 500 at once, through the network
// and the whole stack. "x-ideal" is the time against 10,000 / 500 * 200 ms, "rss-MB" the peak memory of this
// process: run it alone (-bench HTTP) for that to mean something.
func BenchmarkHTTP(b *testing.B) {
	const calls, atOnce = 10_000, 500
	url := startServer(b, "TestBenchServer", serverVariable, "1")
	for b.Loop() {
		store := &Memory{}
		s := Stack(&call.HTTP{Client: call.NewTransport()}, Options{Witness: &Witness{}, Cache: &Cache{Store: store, Recorded: true},
			Call: 10 * time.Minute, Retry: &Retry{}, Limit: NewLimit(Limits{Concurrency: atOnce}), Try: time.Minute, Record: &Record{Store: store},
			Budget: &Budget{Cap: 1_000_000 * catalog.Dollar, Price: cent}})
		var next, failed atomic.Int64
		began, cpu := time.Now(), processorTime()
		all(atOnce, func(int) {
			for n := next.Add(1); n <= calls; n = next.Add(1) {
				c := benchCall(int(n))
				c.URL = url
				if _, err := s.Send(b.Context(), c); err != nil {
					failed.Add(1)
				}
			}
		})
		took := time.Since(began)
		if entries := store.Len(); failed.Load() != 0 || entries != calls {
			b.Fatalf("%d failed, %d recorded", failed.Load(), entries)
		}
		b.ReportMetric(took.Seconds()/(float64(calls)/atOnce*serverLatency.Seconds()), "x-ideal")
		b.ReportMetric(float64((processorTime()-cpu).Microseconds())/calls, "cpu-µs/call")
	}
	var r syscall.Rusage
	must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &r))
	b.ReportMetric(float64(r.Maxrss)/1024, "rss-MB")
}

// processorTime is that of this process so far; on a machine that does other things, the clock says little.
func processorTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
