package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	enginefake "github.com/assayhq/assay/internal/fakeengine"
	"github.com/assayhq/assay/internal/fakemodel"
)

// TestMain lets the scripts call the program as "assay" without building it.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"assay": main})
}

// leastScripts guards against a pattern that quietly matches nothing.
const leastScripts = 8

func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) < leastScripts {
		t.Fatalf("%d scripts, want at least %d (%v)", len(scripts), leastScripts, err)
	}
	encoder, err := filepath.Abs("../../encode/testdata/sentence") // a tiny one of random weights
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Files:               scripts,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(e *testscript.Env) error {
			e.Values[servers] = map[string]*fakemodel.Server{}
			e.Values[stages] = newStage()
			e.Setenv("ENCODER", encoder)
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(e.WorkDir, ".settings"))
			e.Setenv("GORACE", "atexit_sleep_ms=0") // each process of a race test would wait for a second at its end
			return nil
		},
		Condition: condition,
		Cmds:      scriptCommands,
	})
}

// scriptCommands are the commands of scripts in addition to the usual ones.
var scriptCommands = map[string]func(*testscript.TestScript, bool, []string){
	"serve": serve, "order": order, "sent": sent, "requests": requests, // a provider
	"engine": engineAt,
	"host":   host, "hold": hold, "await": await, "release": release, "fails": fails, // one that answers on order
	"start": start, "signal": signalTo, "says": says, "ends": ends, "code": code, // processes
	"cut": cut, "sql": sql, "spoil": spoil, "volume": volume, "remount": remount, // files
}

type serversKey struct{}

var servers serversKey

// fakes are the providers that a script can start.
var fakes = map[string]struct {
	start   func(fakemodel.Options) *fakemodel.Server
	baseVar string
}{
	"openai":    {fakemodel.NewOpenAI, "OPENAI_BASE_URL"},
	"anthropic": {fakemodel.NewAnthropic, "ANTHROPIC_BASE_URL"},
	"gemini":    {fakemodel.NewGemini, "GOOGLE_GEMINI_BASE_URL"},
	"local":     {fakemodel.NewCompatible, "LOCAL_URL"},
}

// serve starts a provider on loopback and puts its address into the variable that its clients read.
func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: serve PROVIDER")
	}
	provide(ts, args[0], fakemodel.Options{})
}

func provide(ts *testscript.TestScript, name string, o fakemodel.Options) {
	f, ok := fakes[name]
	if !ok {
		ts.Fatalf("no provider %q", name)
	}
	s := f.start(o)
	s.Calls() // takes its lock: requests come from other processes, and the race detector cannot tell that they come later
	ts.Defer(s.Close)
	ts.Setenv(f.baseVar, s.URL)
	ts.Value(servers).(map[string]*fakemodel.Server)[name] = s
}

// engines are the search engines that a script can start.
var engines = map[string]func() *enginefake.Server{
	"qdrant":     func() *enginefake.Server { return enginefake.NewQdrant("") },
	"opensearch": func() *enginefake.Server { return enginefake.NewOpenSearch("admin", "pass") },
}

// engineAt starts an engine on loopback and puts its address into a file, in the place of another.
func engineAt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 || engines[args[0]] == nil {
		ts.Fatalf("usage: engine qdrant|opensearch FILE PLACE")
	}
	s := engines[args[0]]()
	s.Calls()
	ts.Defer(s.Close)
	path := ts.MkAbs(args[1])
	text, err := os.ReadFile(path)
	ts.Check(err)
	ts.Check(os.WriteFile(path, bytes.ReplaceAll(text, []byte(args[2]), []byte(s.URL)), 0o644))
}

// requests checks how many requests with a method to a path, a provider got.
func requests(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: requests PROVIDER METHOD PATH N")
	}
	n := 0
	for _, c := range ts.Value(servers).(map[string]*fakemodel.Server)[args[0]].Calls() {
		if c.Method == args[1] && c.Path == args[2] {
			n++
		}
	}
	if fmt.Sprint(n) != args[3] {
		ts.Fatalf("%s got %d requests %s %s", args[0], n, args[1], args[2])
	}
}

// order has a provider do something wrong with its next requests.
func order(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: order PROVIDER FAULT…")
	}
	s := ts.Value(servers).(map[string]*fakemodel.Server)[args[0]]
	for _, name := range args[1:] {
		if !slices.Contains(fakemodel.Faults, fakemodel.Fault(name)) {
			ts.Fatalf("order: no fault %q", name)
		}
		s.Next(fakemodel.Fault(name))
	}
}

// sent checks how many requests a provider got so far: so many, or one of several numbers.
func sent(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: sent PROVIDER N…")
	}
	n := len(ts.Value(servers).(map[string]*fakemodel.Server)[args[0]].Calls())
	if slices.Contains(args[1:], fmt.Sprint(n)) == neg {
		ts.Fatalf("%s got %d requests", args[0], n)
	}
}
