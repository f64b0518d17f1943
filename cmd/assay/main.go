// Command assay tells whether an LLM system on financial documents can be trusted, and whether it got
// worse. Each command is a file of this directory and a row of the table in commands.go.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/assayhq/assay/internal/usage"
)

// Exit codes. Scripts rely on them; anything not listed is a failure.
const (
	exitOK           = 0
	exitError        = 1
	exitUsage        = 2
	exitFailed       = 3 // the gate's verdict
	exitIncomplete   = 4 // a run has not all of its cases
	exitInsufficient = 5 // the gate cannot tell
	exitInterrupted  = 130
)

// gcPercent is how much memory may be waste before it is collected, relative to what is used: half of what
// Go allows by itself, at a few per cent of the time of the commands that make most waste.
const gcPercent = 50

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	log.SetOutput(io.Discard) // net/http logs there what a server sent unasked, and traces of requests with their keys
	os.Exit(program(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// program is assay without the process around it.
func program(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	root := rootCommand()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	return exitCode(ctx, root.ExecuteContext(ctx), errs)
}

// codeError is an outcome that scripts know by its exit code.
type codeError struct {
	error
	code int
}

func (e codeError) Unwrap() error { return e.error }

func exitCode(ctx context.Context, err error, errs io.Writer) int {
	if err == nil {
		return exitOK
	}
	var code codeError
	known := errors.As(err, &code)
	switch {
	case ctx.Err() != nil && known && code.code == exitIncomplete:
		fmt.Fprintln(errs, "assay:", messageOf(err))
		return exitInterrupted
	case ctx.Err() != nil:
		fmt.Fprintln(errs, "assay: interrupted")
		return exitInterrupted
	}
	fmt.Fprintln(errs, "assay:", messageOf(err))
	var mended usage.Error
	switch {
	case errors.As(err, &mended):
		return exitUsage
	case known:
		return code.code
	}
	return exitError
}

// messageOf is what an error says. Of joined errors, those that an earlier one wraps or repeats are left out: what ends
// a run is often found again when its ledger is closed.
func messageOf(err error) string {
	var kept []error
	var lines []string
	for _, one := range joined(err) {
		repeated := slices.ContainsFunc(kept, func(before error) bool { return errors.Is(before, one) })
		if !repeated && !slices.Contains(lines, one.Error()) {
			kept, lines = append(kept, one), append(lines, one.Error())
		}
	}
	return strings.Join(lines, "\n")
}

// joined are the errors that errors.Join has put together, or the error alone.
func joined(err error) []error {
	list, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	var texts []string
	for _, one := range list.Unwrap() {
		all = append(all, joined(one)...)
		texts = append(texts, one.Error())
	}
	if strings.Join(texts, "\n") != err.Error() {
		return []error{err} // it wraps several, and says more
	}
	return all
}
