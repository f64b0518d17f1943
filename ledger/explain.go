package ledger

import (
	"errors"
	"fmt"

	"zombiezen.com/go/sqlite"
)

// rescue is what to do with a damaged file.
const rescue = "bring it back from a copy, or save what can be read with 'assay runs verify --rescue DIRECTORY'"

// sqliteProblems are what SQLite's results mean for the ledger, and what to try.
var sqliteProblems = []struct {
	code sqlite.ResultCode
	what string
	next string
}{
	{sqlite.ResultFull, "the disk is full",
		"free space and run the same command again: what was stored stays, and the run resumes"},
	{sqlite.ResultReadOnly, "it cannot be written to", "give write access to the workspace's directory"},
	{sqlite.ResultCantOpen, "it cannot be opened", "look at the rights of the file and its directory"},
	{sqlite.ResultPerm, "it cannot be accessed", "look at the rights of the file and its directory"},
	{sqlite.ResultCorrupt, "the file is damaged", rescue},
	{sqlite.ResultNotADB, "the file is no ledger, or its head is damaged",
		"move it away to start a new one, or " + rescue},
	{sqlite.ResultBusy, "another process holds it", "wait until that has ended, and try again"},
	{sqlite.ResultLocked, "another process holds it", "wait until that has ended, and try again"},
	{sqlite.ResultIOErr, "the disk fails", "look at the disk; what was stored stays, and the run resumes"},
}

// explained is an error that already names the file and the next step.
type explained struct{ error }

func (t explained) Unwrap() error { return t.error }

// explain says what an error of SQLite means for the file.
func explain(path, doing string, err error) error {
	var done explained
	if err == nil || errors.As(err, &done) {
		return err
	}
	code := sqlite.ErrCode(err).ToPrimary()
	for _, t := range sqliteProblems {
		if t.code == code {
			return explained{fmt.Errorf("%s ledger %q: %s (%w); %s", doing, path, t.what, err, t.next)}
		}
	}
	return explained{fmt.Errorf("%s ledger %q: %w", doing, path, err)}
}
