package ledger

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// processes are what the test binary does as another process.
var processes = map[string]func(dir string) error{
	"append": appendProcess,
	"hold":   holdProcess,
	"read":   readProcess,
}

// appendProcess makes a run of 4 goroutines until it is killed, and prints each call that is stored.
func appendProcess(dir string) error {
	l, err := Create(dir, "test")
	if err != nil {
		return err
	}
	run, err := l.Begin(Header{Suite: "killed"}, Hash{}, time.Now())
	if err != nil {
		return err
	}
	fmt.Println("run", run.Name)
	var print sync.Mutex
	var wait sync.WaitGroup
	for g := range 4 {
		wait.Go(func() {
			for i := g; i < 1_000_000; i += 4 {
				if err := run.AddCases([]Case{benchCase(i)}); err != nil {
					panic(err)
				}
				if err := answer(l, run, 0, i); err != nil {
					panic(err)
				}
				print.Lock()
				fmt.Println("saved", i)
				print.Unlock()
			}
		})
	}
	wait.Wait()
	return nil
}

// TestKilledWriterLeavesSoundFile kills a process that appends, at random points: what it said was stored is stored, and the
// file is sound.
func TestKilledWriterLeavesSoundFile(t *testing.T) {
	points := 5
	if n, err := strconv.Atoi(os.Getenv("LEDGER_KILLS")); err == nil {
		points = n
	}
	dir := t.TempDir() // one for all, so that later processes find what earlier ones left
	random := rand.New(rand.NewPCG(1, 2))
	for range points {
		killOnce(t, dir, 1+random.IntN(60), time.Duration(random.IntN(30_000))*time.Microsecond)
	}
	l := create(t, dir)
	must(t, l.Check())
	if runs, err := l.Runs(Filter{}); err != nil || len(runs) != points {
		t.Errorf("%d runs after %d kills, %v", len(runs), points, err)
	}
}

func killOnce(t *testing.T, dir string, after int, wait time.Duration) {
	t.Helper()
	cmd, out := start(t, "append", dir)
	lines := bufio.NewScanner(out)
	var name string
	var saved []int
	for lines.Scan() {
		what, value, _ := strings.Cut(lines.Text(), " ")
		if what == "run" {
			name = value
			continue
		}
		i, err := strconv.Atoi(value)
		if err != nil {
			break // the last line may be cut
		}
		saved = append(saved, i)
		if len(saved) == after {
			time.Sleep(wait)
			must(t, cmd.Process.Kill())
		}
	}
	cmd.Wait()
	if len(saved) < after {
		t.Fatalf("the process stored %d calls only", len(saved))
	}
	l, err := Open(dir)
	must(t, err)
	defer l.Close()
	run, err := l.Run(name)
	must(t, err)
	if run.Status != Interrupted {
		t.Errorf("run %s is %s", name, run.Status)
	}
	for _, i := range saved {
		calls, err := l.Calls(benchCall(i).Key)
		must(t, err)
		found := false
		for _, c := range calls {
			found = found || string(c.Response.Body) == string(benchCall(i).Response.Body)
		}
		if !found {
			t.Fatalf("call %d was said to be stored and is not there", i)
		}
	}
	for one, err := range l.Results(run, everything) { // an attempt is there with all that belongs to it, or not
		must(t, err)
		if len(one.Scores) != 3 || len(one.Uses) != 1 || len(one.Answer) == 0 || len(one.Body) == 0 {
			t.Fatalf("half an attempt: %+v", one)
		}
	}
}

// holdProcess makes a run, says so, and waits.
func holdProcess(dir string) error {
	l, err := Create(dir, "test")
	if err != nil {
		return err
	}
	run, err := l.Begin(Header{Suite: "held"}, Hash{}, time.Now())
	if err != nil {
		return err
	}
	fmt.Println(run.Name)
	time.Sleep(time.Minute)
	return nil
}

func TestHeldByAnotherProcess(t *testing.T) {
	dir := t.TempDir()
	cmd, out := start(t, "hold", dir)
	name, err := bufio.NewReader(out).ReadString('\n')
	must(t, err)
	l := create(t, dir)
	info, err := l.Run(strings.TrimSpace(name))
	must(t, err)
	if info.Status != Running {
		t.Errorf("status %q while a process holds it", info.Status)
	}
	_, err = l.Continue(*info, nil, testTime)
	wants(t, err, "another process is writing it")
	wants(t, l.Remove([]*Info{info}), "another process")
	if err := l.SaveCall(benchCall(1)); err != nil {
		t.Errorf("a failed removal keeps from writing: %v", err)
	}
	must(t, cmd.Process.Kill())
	cmd.Wait()
	info, err = l.Run(info.Name)
	must(t, err)
	if info.Status != Interrupted {
		t.Errorf("status %q after its process was killed", info.Status)
	}
	run, err := l.Continue(*info, nil, testTime)
	must(t, err)
	must(t, run.End(Complete, ""))
	must(t, l.Remove([]*Info{info}))
}

// readProcess reads the newest run as often as it can until it has all results, and fails on what is not whole.
func readProcess(dir string) error {
	l, err := Open(dir)
	if err != nil {
		return err
	}
	defer l.Close()
	fmt.Println("reading")
	for range 1_000_000 {
		info, err := l.Run("latest")
		if err != nil {
			return err
		}
		n := 0
		for one, err := range l.Results(info, everything) {
			if err != nil {
				return err
			}
			n++
			if len(one.Scores) != 3 || len(one.Uses) != 1 || len(one.Answer) == 0 || len(one.Body) == 0 {
				return fmt.Errorf("half an attempt: %+v", one)
			}
		}
		if n == sharedCases && info.Status == Complete {
			return nil
		}
	}
	return fmt.Errorf("the run did not end")
}

const sharedCases = 600

func TestReadWhileWritten(t *testing.T) {
	dir := t.TempDir()
	l := create(t, dir)
	must(t, begin(t, l, "first").End(Complete, ""))
	cmd, out := start(t, "read", dir)
	_, err := bufio.NewReader(out).ReadString('\n')
	must(t, err)
	run := appendRun(t, l, sharedCases, 8)
	must(t, run.End(Complete, ""))
	if err := cmd.Wait(); err != nil {
		t.Errorf("the reader: %v", err)
	}
}

// TestTwoWriters has two processes append different runs to one ledger, this one so that its queue is never
// empty: the other one has its turns.
func TestTwoWriters(t *testing.T) {
	dir := t.TempDir()
	l := create(t, dir)
	must(t, begin(t, l, "first").End(Complete, ""))
	run := begin(t, l, "flood")
	must(t, run.AddCases([]Case{benchCase(0)}))
	cmd, out := start(t, "append", dir)
	lines := bufio.NewScanner(out)
	var stop atomic.Bool
	var tries atomic.Int64
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for !stop.Load() {
				if err := run.AddAttempt(&Attempt{Try: int(tries.Add(1)), Outcome: "error", Source: Live, Finished: testTime}); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	late := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	other := 0
	for other < 50 && lines.Scan() {
		other++
	}
	late.Stop()
	stop.Store(true)
	wait.Wait()
	must(t, cmd.Process.Kill())
	if other < 50 {
		t.Fatalf("the other process stored %d cases in a minute: it has no turn", other)
	}
	must(t, run.End(Complete, ""))
	if got := results(t, l, &run.Info, With{}); len(got) != 1 || got[0].Try != int(tries.Load()) {
		t.Errorf("%d results after %d tries", len(got), tries.Load())
	}
	cmd.Wait()
	must(t, l.Check())
}

// TestOneHolder has many take one run up and give it back: no two have it at once.
func TestOneHolder(t *testing.T) {
	l := create(t, t.TempDir())
	run := begin(t, l, "docqa")
	must(t, run.release())
	var holders, held atomic.Int64
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 200 {
				r := &Run{Info: run.Info, l: l}
				if err := r.claimRun(); err != nil {
					if !errors.Is(err, ErrHeld) {
						t.Error(err)
					}
					continue
				}
				held.Add(1)
				if holders.Add(1) > 1 {
					t.Error("two hold one run")
				}
				runtime.Gosched()
				holders.Add(-1)
				if err := r.release(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	if held.Load() < 8 {
		t.Errorf("the run was taken up %d times", held.Load())
	}
}

// TestManyCreate has processes and goroutines make one ledger at once.
func TestManyCreate(t *testing.T) {
	for range 2 {
		dir := t.TempDir()
		var wait sync.WaitGroup
		for range 6 {
			wait.Go(func() {
				l, err := Create(dir, "test")
				if err != nil {
					t.Error(err)
					return
				}
				run, err := l.Begin(Header{Suite: "first"}, Hash{}, time.Now())
				if err == nil {
					err = run.End(Complete, "")
				}
				if err != nil {
					t.Error(err)
				}
				if err := l.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		l := create(t, dir)
		if runs, err := l.Runs(Filter{}); err != nil || len(runs) != 6 {
			t.Fatalf("%d runs of 6, %v", len(runs), err)
		}
	}
}
