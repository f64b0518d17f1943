//go:build unix

package filesearch

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/provider"
)

const childVariable = "ASSAY_FILESEARCH_TEST_CHILD"

// tellingSteps says each step on standard output before it is taken, and when it is done.
type tellingSteps struct{}

func (tellingSteps) RoundTrip(r *http.Request) (*http.Response, error) {
	fmt.Printf("begin %s\n", stepOf(r))
	reply, err := http.DefaultTransport.RoundTrip(r)
	fmt.Printf("end %s\n", stepOf(r))
	return reply, err
}

// TestKillChild is no test: it is the process that TestKilled kills. It asks of one document after the other, three at
// once, until it is interrupted.
func TestKillChild(t *testing.T) {
	url, dir, _ := strings.Cut(os.Getenv(childVariable), " ")
	if url == "" {
		t.Skip("runs as a child of TestKilled")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	s, err := Open(Options{Connection: connect(t, url, tellingSteps{}), Request: model.Request{Model: "gpt-4.1"}, Dir: dir, Idle: 2,
		Pause: provider.Every(time.Millisecond), Wrap: wrap.Options{Retry: &wrap.Retry{Tries: 3, Base: time.Millisecond}}})
	must(t, err)
	var group sync.WaitGroup
	for worker := range 3 {
		group.Go(func() {
			for n := worker; ctx.Err() == nil; n += 3 {
				if _, err := s.Answer(ctx, aCase(n/2, n), 0); err != nil && ctx.Err() == nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	must(t, s.Close())
}

// TestKilled kills a process at random moments, and interrupts it at others. An interrupted one leaves nothing; what a
// killed one leaves expires in a day, carries its mark, and is deleted by the next process or by a cleaning.
func TestKilled(t *testing.T) {
	server := fakemodel.NewOpenAI(fakemodel.Options{Latency: time.Millisecond})
	t.Cleanup(server.Close)
	conn := connect(t, server.URL, http.DefaultTransport)
	dir := filepath.Join(t.TempDir(), "filesearch")
	stores, err := provider.NewOpenAIStores(conn, conn.Sender)
	must(t, err)
	clean := func(later time.Duration) []Left {
		c := Cleaning{Dir: dir, Connect: func(string) (*provider.Connection, error) { return conn, nil },
			Now: func() time.Time { return time.Now().Add(later) }}
		left, err := c.Run(deadline(t))
		must(t, err)
		return left
	}
	const rounds = 30
	points, found := map[string]int{}, 0
	for round := range rounds {
		how := os.Kill
		if round%5 == 4 {
			how = os.Interrupt
			clean(0)
		}
		points[child(t, server.URL+" "+dir, how)]++
		time.Sleep(20 * time.Millisecond) // what it sent in its last moment arrives
		if how == os.Interrupt {
			if left := server.OpenAI().Leftovers(); len(left) != 0 {
				t.Errorf("an interrupted process left %v", left)
			}
			continue
		}
		left, err := listMarked(deadline(t), stores, "openai")
		must(t, err)
		if len(left) != len(server.OpenAI().Leftovers()) {
			t.Errorf("%d objects carry a mark, and there are %v", len(left), server.OpenAI().Leftovers())
		}
		for _, l := range left {
			if in := time.Until(l.Expires); in > 25*time.Hour || in < 23*time.Hour {
				t.Errorf("%+v expires in %v", l, in)
			}
		}
		found += len(left)
		if round%2 == 0 {
			clean(0)
			if left := server.OpenAI().Leftovers(); len(left) != 0 {
				t.Errorf("after a cleaning: %v", left)
			}
		} // else the next process has to clean
	}
	clean(2 * time.Minute)
	if left := server.OpenAI().Leftovers(); len(left) != 0 {
		t.Errorf("left over: %v", left)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("%d journals are left", len(left))
	}
	if found < rounds {
		t.Errorf("only %d objects were left by %d kills: the test does not test", found, rounds)
	}
	t.Logf("%d objects left by the kills, all deleted; the last word before the end: %v", found, points)
}

// child runs a process and ends it after some steps; it returns the last step that it told of.
func child(t *testing.T, where string, how os.Signal) (last string) {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^TestKillChild$")
	c.Env = append(os.Environ(), childVariable+"="+where)
	out, err := c.StdoutPipe()
	must(t, err)
	must(t, c.Start())
	stop, seen := 1+rand.IntN(60), 0
	for lines := bufio.NewScanner(out); lines.Scan(); {
		text := lines.Text()
		if !strings.HasPrefix(text, "begin ") && !strings.HasPrefix(text, "end ") {
			continue
		}
		if seen++; seen == stop {
			last = text
			time.Sleep(time.Duration(rand.IntN(1500)) * time.Microsecond)
			must(t, c.Process.Signal(how))
		}
	}
	err = c.Wait()
	if status := c.ProcessState.Sys().(syscall.WaitStatus); how == os.Kill && !status.Signaled() || how == os.Interrupt && err != nil {
		t.Fatalf("after %v the child ended with %v", how, err)
	}
	return last
}
