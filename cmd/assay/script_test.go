package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/assayhq/assay/model/fake"
)

// TestMain lets the scripts call the program as "assay" without building it.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"assay": func() {
			os.Exit(program(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
	})
}

// leastScripts guards against a pattern that quietly matches nothing.
const leastScripts = 8

func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) < leastScripts {
		t.Fatalf("%d scripts, want at least %d (%v)", len(scripts), leastScripts, err)
	}
	testscript.Run(t, testscript.Params{
		Files:               scripts,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(e *testscript.Env) error {
			e.Values[servers] = map[string]*fake.Server{}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"serve": serve, "order": order, "sent": sent},
	})
}

type serversKey struct{}

var servers serversKey

// fakes are the providers that a script can start.
var fakes = map[string]struct {
	start   func(fake.Options) *fake.Server
	baseVar string
}{
	"openai":    {fake.NewOpenAI, "OPENAI_BASE_URL"},
	"anthropic": {fake.NewAnthropic, "ANTHROPIC_BASE_URL"},
	"gemini":    {fake.NewGemini, "GOOGLE_GEMINI_BASE_URL"},
	"local":     {fake.NewCompatible, "LOCAL_URL"},
}

// serve starts a provider on loopback and puts its address into the variable that its clients read.
func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: serve PROVIDER")
	}
	f, ok := fakes[args[0]]
	if !ok {
		ts.Fatalf("serve: no provider %q", args[0])
	}
	s := f.start(fake.Options{})
	ts.Defer(s.Close)
	ts.Setenv(f.baseVar, s.URL)
	ts.Value(servers).(map[string]*fake.Server)[args[0]] = s
}

// order has a provider do something wrong with its next requests.
func order(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: order PROVIDER FAULT…")
	}
	s := ts.Value(servers).(map[string]*fake.Server)[args[0]]
	for _, name := range args[1:] {
		if !slices.Contains(fake.Faults, fake.Fault(name)) {
			ts.Fatalf("order: no fault %q", name)
		}
		s.Next(fake.Fault(name))
	}
}

// sent checks how many requests a provider got so far.
func sent(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: sent PROVIDER N")
	}
	n := len(ts.Value(servers).(map[string]*fake.Server)[args[0]].Calls())
	if (fmt.Sprint(n) == args[1]) == neg {
		ts.Fatalf("%s got %d requests", args[0], n)
	}
}
