package main

import (
	"bytes"
	"errors"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/assayhq/assay/internal/fakemodel"
)

// hang bounds what a script waits for; it is reached only where something hangs.
const hang = 2 * time.Minute

// stage is what the scripts of this file have going: a provider that waits on order, and processes.
type stage struct {
	mu      sync.Mutex
	word    string        // requests with it are held; empty holds none
	free    chan struct{} // closed when what is held may go on
	held    int
	begun   int
	faults  map[string]fakemodel.Fault // by a word of the request
	running map[string]*process
}

type stagesKey struct{}

var stages stagesKey

func newStage() *stage {
	return &stage{free: make(chan struct{}), faults: map[string]fakemodel.Fault{}, running: map[string]*process{}}
}

func staged(ts *testscript.TestScript) *stage { return ts.Value(stages).(*stage) }

// host serves a provider that answers at the stage's word. Answers are long and do not shrink when they are
// compressed, so that they fill a disk.
func host(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: host PROVIDER")
	}
	s := staged(ts)
	provide(ts, args[0], fakemodel.Options{Answer: s.answer, Fault: s.fault})
	ts.Defer(func() { s.let("") })
}

// answerBytes is the length of an answer.
const answerBytes = 40_000

func (s *stage) answer(p fakemodel.Prompt) fakemodel.Answer {
	s.mu.Lock()
	free := s.free
	wait := s.word != "" && strings.Contains(p.User, s.word)
	if wait {
		s.held++
	}
	s.mu.Unlock()
	if wait {
		<-free
	}
	var b strings.Builder
	b.WriteString("the answer to: " + p.User + " ")
	for random := rand.New(rand.NewPCG(1, uint64(crc32.ChecksumIEEE([]byte(p.User))))); b.Len() < answerBytes; {
		b.WriteString(strconv.FormatUint(random.Uint64(), 36))
	}
	return fakemodel.Answer{Text: b.String()}
}

func (s *stage) fault(body []byte) fakemodel.Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun++
	for word, f := range s.faults {
		if bytes.Contains(body, []byte(word)) {
			return f
		}
	}
	return fakemodel.None
}

// let lets go what is held, and holds requests with a word from now on.
func (s *stage) let(word string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.free)
	s.word, s.held, s.free = word, 0, make(chan struct{})
}

// hold has requests wait in which a word is found.
func hold(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: hold WORD")
	}
	staged(ts).let(args[0])
}

// await waits until so many requests are held.
func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: await N")
	}
	s := staged(ts)
	until(ts, "requests that are held", func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return strconv.Itoa(s.held) == args[0]
	})
}

// until waits for something to become true.
func until(ts *testscript.TestScript, what string, is func() bool) {
	for end := time.Now().Add(hang); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			ts.Fatalf("there was no end of waiting for %s", what)
		}
	}
}

// release lets go what is held, holds nothing more, and waits until what was begun has ended.
func release(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: release")
	}
	s := staged(ts)
	s.let("")
	until(ts, "requests to end", func() bool {
		ended := 0
		for _, server := range ts.Value(servers).(map[string]*fakemodel.Server) {
			ended += len(server.Calls())
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		return ended >= s.begun
	})
}

// fails has requests go wrong in which a word is found; without arguments none does any more.
func fails(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 && len(args) != 0 {
		ts.Fatalf("usage: fails [WORD FAULT]")
	}
	s := staged(ts)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(args) == 0 {
		clear(s.faults)
		return
	}
	s.faults[args[0]] = fakemodel.Fault(args[1])
}

// process is a program that runs beside the script.
type process struct {
	cmd      *exec.Cmd
	out, err string // files
}

// passed are the variables that a process gets from its script.
var passed = []string{"PATH", "HOME", "TMPDIR", "WORK", "OPENAI_API_KEY", "OPENAI_BASE_URL", "LOCAL_URL", "GOCOVERDIR", "GORACE"}

// programIn is the program as it is called in a script's directory with its variables.
func programIn(ts *testscript.TestScript, args []string) *exec.Cmd {
	if args[0] != "assay" {
		ts.Fatalf("%q is not assay", args[0])
	}
	var path string
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if found, err := exec.LookPath(filepath.Join(dir, args[0])); err == nil {
			path = found
			break
		}
	}
	cmd := exec.Command(path, args[1:]...)
	cmd.Dir = ts.MkAbs(".")
	for _, name := range passed {
		if value := ts.Getenv(name); value != "" {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	return cmd
}

// start begins a process; what it prints goes to NAME.out and NAME.err.
func start(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: start NAME assay ARGUMENT…")
	}
	p := &process{cmd: programIn(ts, args[1:]), out: ts.MkAbs(args[0] + ".out"), err: ts.MkAbs(args[0] + ".err")}
	for _, to := range []struct {
		path string
		into func(*os.File)
	}{{p.out, func(f *os.File) { p.cmd.Stdout = f }}, {p.err, func(f *os.File) { p.cmd.Stderr = f }}} {
		f, err := os.Create(to.path)
		ts.Check(err)
		defer f.Close() // the process has its own
		to.into(f)
	}
	ts.Check(p.cmd.Start())
	staged(ts).running[args[0]] = p
	ts.Defer(func() {
		if p.cmd.ProcessState == nil {
			p.cmd.Process.Kill()
			p.cmd.Wait()
		}
	})
}

func (s *stage) process(ts *testscript.TestScript, name string) *process {
	p := s.running[name]
	if p == nil {
		ts.Fatalf("there is no process %q", name)
	}
	return p
}

// signalTo sends a process INT or KILL.
func signalTo(ts *testscript.TestScript, neg bool, args []string) {
	signals := map[string]os.Signal{"INT": os.Interrupt, "KILL": os.Kill}
	if neg || len(args) != 2 || signals[args[1]] == nil {
		ts.Fatalf("usage: signal NAME INT|KILL")
	}
	ts.Check(staged(ts).process(ts, args[0]).cmd.Process.Signal(signals[args[1]]))
}

// says waits until a process has written a text to its standard error.
func says(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: says NAME TEXT")
	}
	p := staged(ts).process(ts, args[0])
	until(ts, args[1], func() bool {
		text, err := os.ReadFile(p.err)
		return err == nil && bytes.Contains(text, []byte(args[1]))
	})
}

// ends waits for a process, which ends with a code or by a signal.
func ends(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: ends NAME CODE|killed|interrupt")
	}
	p := staged(ts).process(ts, args[0])
	p.cmd.Wait()
	if state := p.cmd.ProcessState.String(); !strings.HasSuffix(state, " "+args[1]) {
		text, _ := os.ReadFile(p.err)
		ts.Fatalf("%s ended with %s:\n%s", args[0], state, text)
	}
}

// code runs the program and checks its exit code; what it prints goes to $WORK/said.out and $WORK/said.err.
func code(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N assay ARGUMENT…")
	}
	var out, errs bytes.Buffer
	cmd := programIn(ts, args[1:])
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		ts.Fatalf("%v", err)
	}
	ts.Check(os.WriteFile(filepath.Join(ts.Getenv("WORK"), "said.out"), out.Bytes(), 0o666))
	ts.Check(os.WriteFile(filepath.Join(ts.Getenv("WORK"), "said.err"), errs.Bytes(), 0o666))
	if got := strconv.Itoa(cmd.ProcessState.ExitCode()); got != args[0] {
		ts.Fatalf("%q ended with %s:\n%s%s", args[1:], got, &out, &errs)
	}
}
