package run

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/provider"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// Variables of the process that is killed.
const (
	childDir = "ASSAY_RUN_CHILD_DIR"
	childURL = "ASSAY_RUN_CHILD_URL"
	killsVar = "ASSAY_KILLS" // how often TestKilledRunLosesNoAnswer kills; make chaos sets 50
)

const chaosAtOnce = 12

// chaosKills is how often to kill, and chaosCases is enough cases for that.
func chaosKills() int {
	if n, err := strconv.Atoi(os.Getenv(killsVar)); err == nil {
		return n
	}
	return 5
}

func chaosCases() int { return 60 * chaosKills() }

// chaosPlan asks a model through the whole stack, as a command does.
func chaosPlan(l *ledger.Ledger, url string) (*Plan, error) {
	conn, err := provider.Open(provider.Settings{Provider: "compatible", Name: "local", BaseURL: url, Env: func(string) string { return "" }})
	if err != nil {
		return nil, err
	}
	calls := &Calls{Ledger: l}
	sender := wrap.Stack(conn.Sender, wrap.Options{
		Cache: &wrap.Cache{Store: calls, Recorded: true}, Record: &wrap.Record{Store: calls}, Try: 500 * time.Millisecond,
		Retry: &wrap.Retry{Base: time.Millisecond, Max: 5 * time.Millisecond}, Limit: wrap.NewLimit(wrap.Limits{Concurrency: chaosAtOnce}),
	})
	p := planOf(chaosCases(), &system.Prompt{Client: &model.Client{Wire: conn.Wire, Sender: sender}, Request: model.Request{Model: "tester"}})
	p.Concurrency = chaosAtOnce
	return p, nil
}

// TestChild is no test: it is the process that TestKilledRunLosesNoAnswer kills.
func TestChild(t *testing.T) {
	dir := os.Getenv(childDir)
	if dir == "" {
		t.Skip("runs as a child of TestKilledRunLosesNoAnswer")
	}
	l, err := ledger.Create(dir, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	p, err := chaosPlan(l, os.Getenv(childURL))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Execute(context.Background(), l, p)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("ended", r.Run.Status)
}

// faults are what the server does wrong with three requests of ten.
var faults = []fakemodel.Fault{fakemodel.RateLimitMillis, fakemodel.ServerError, fakemodel.Overloaded, fakemodel.Hang, fakemodel.CutBody,
	fakemodel.MalformedJSON, fakemodel.Refusal, fakemodel.Drop}

// TestKilledRunLosesNoAnswer kills a run at random points until it is complete, with a server that misbehaves. Then every
// case has exactly one final outcome, nothing that was answered and stored was asked again, and what the
// server says it answered is what the ledger holds, apart from calls that were under way at a kill.
func TestKilledRunLosesNoAnswer(t *testing.T) {
	kills := chaosKills()
	server := fakemodel.NewCompatible(fakemodel.Options{Latency: 2 * time.Millisecond,
		Answer: func(p fakemodel.Prompt) fakemodel.Answer { return fakemodel.Answer{Text: "the answer to: " + p.User} }})
	defer server.Close()
	server.Chaos(7, 0.3, faults...)
	dir := t.TempDir()
	killed := 0
	for round := 0; ; round++ {
		if round > 40*kills {
			t.Fatal("the run does not end")
		}
		ended := runChild(t, dir, server.URL, kills > killed)
		if ended {
			break
		}
		killed++
	}
	if killed == 0 {
		t.Error("the run ended before it was killed once")
	}
	l, err := ledger.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := l.Check(); err != nil {
		t.Error(err)
	}
	reconcile(t, l, server, killed)
	t.Logf("killed %d times, %d calls served", killed, len(server.Calls()))
}

// runChild runs the child and kills it after a random time, or lets it end.
func runChild(t *testing.T, dir, url string, kill bool) (ended bool) {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^TestChild$")
	child.Env = append(os.Environ(), childDir+"="+dir, childURL+"="+url)
	var out bytes.Buffer
	child.Stdout, child.Stderr = &out, &out
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	if kill {
		time.AfterFunc(time.Duration(20+rand.IntN(400))*time.Millisecond, func() { child.Process.Kill() }) //nolint:errcheck // it may have ended
	}
	err := child.Wait()
	if err == nil {
		return strings.Contains(out.String(), "ended complete")
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.Exited() {
		t.Fatalf("the child: %v\n%s", err, out.String())
	}
	return false
}

// reconcile holds the ledger against the server's own log.
func reconcile(t *testing.T, l *ledger.Ledger, server *fakemodel.Server, killed int) {
	t.Helper()
	runs, err := l.Runs(ledger.Filter{})
	if err != nil || len(runs) != 1 || runs[0].Status != ledger.Complete {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	n, calls := 0, map[ledger.Hash]bool{}
	for r, err := range l.Results(&runs[0], ledger.With{Uses: true}) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; r.Case.Ordinal != n-1 || len(r.Uses) != 1 || len(r.Scores) != 1 {
			t.Fatalf("result %d: case %d with %d calls and %d scores", n-1, r.Case.Ordinal, len(r.Uses), len(r.Scores))
		}
		if answered := r.Outcome == system.Answered; answered != (r.Scores[0].Outcome == score.Scored) {
			t.Errorf("case %s ended as %s and its score as %s", r.ID, r.Outcome, r.Scores[0].Outcome)
		}
		calls[r.Uses[0].Call] = true
	}
	if n != chaosCases() || len(calls) != n {
		t.Fatalf("%d results and %d calls for %d cases", n, len(calls), chaosCases())
	}
	stored := storedAnswers(t, l, calls)
	answered := 0
	for _, c := range server.Calls() {
		if finishes(&c) {
			answered++
		}
	}
	if lost := answered - stored; lost < 0 || lost > killed*chaosAtOnce {
		t.Errorf("the server answered %d calls, the ledger holds %d of them; at most %d were under way at %d kills", answered, stored,
			killed*chaosAtOnce, killed)
	}
}

// storedAnswers counts the answers under each call, of which there is one at most.
func storedAnswers(t *testing.T, l *ledger.Ledger, keys map[ledger.Hash]bool) (stored int) {
	t.Helper()
	for key := range keys {
		all, err := l.Calls(key)
		if err != nil {
			t.Fatal(err)
		}
		finals := 0
		for i := range all {
			if all[i].Failure == nil && all[i].Response != nil && json.Valid(all[i].Response.Body) {
				finals++
			}
		}
		if finals > 1 {
			t.Errorf("call %x was answered and stored %d times", key[:6], finals)
		}
		stored += finals
	}
	return stored
}

// finishes reports whether the server gave an answer that a client keeps.
func finishes(c *fakemodel.Call) bool {
	return c.Status == 200 && (c.Fault == fakemodel.None || c.Fault == fakemodel.Refusal)
}
