package ledger

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// openBoth opens a directory's ledger in both ways, and fails unless each is refused with some words.
func openBoth(t *testing.T, dir string, words ...string) {
	t.Helper()
	for name, open := range map[string]func() (*Ledger, error){
		"open":   func() (*Ledger, error) { return Open(dir) },
		"create": func() (*Ledger, error) { return Create(dir, "test") },
	} {
		l, err := open()
		if err == nil {
			l.Close()
			t.Errorf("%s: no error; want one with %q", name, words)
			continue
		}
		wants(t, err, append(words, filepath.Join(dir, FileName))...)
	}
}

// foreign makes an SQLite file with a script.
func foreign(t *testing.T, dir, script string) {
	t.Helper()
	c, err := sqlite.OpenConn(filepath.Join(dir, FileName), sqlite.OpenReadWrite|sqlite.OpenCreate)
	must(t, err)
	must(t, sqlitex.ExecuteScript(c, script, nil))
	must(t, c.Close())
}

func TestForeignFiles(t *testing.T) {
	t.Run("newer", func(t *testing.T) {
		dir := t.TempDir()
		l, err := Create(dir, "test")
		must(t, err)
		must(t, l.Close())
		foreign(t, dir, fmt.Sprintf("PRAGMA user_version = %d", Format+1))
		openBoth(t, dir, fmt.Sprintf("its format is %d", Format+1), fmt.Sprintf("formats up to %d", Format), "update assay")
	})
	t.Run("sqlite", func(t *testing.T) {
		dir := t.TempDir()
		foreign(t, dir, "CREATE TABLE recipes (name TEXT)")
		before, err := os.ReadFile(filepath.Join(dir, FileName))
		must(t, err)
		openBoth(t, dir, "no ledger of assay", "move it away")
		after, err := os.ReadFile(filepath.Join(dir, FileName))
		must(t, err)
		if string(before) != string(after) {
			t.Error("a foreign file was changed")
		}
	})
	t.Run("text", func(t *testing.T) {
		dir := t.TempDir()
		must(t, os.WriteFile(filepath.Join(dir, FileName), []byte(strings.Repeat("this is no database\n", 100)), 0o666))
		openBoth(t, dir, "the file is no ledger", "move it away")
	})
	t.Run("empty", func(t *testing.T) {
		dir := t.TempDir()
		must(t, os.WriteFile(filepath.Join(dir, FileName), nil, 0o666))
		if _, err := Open(dir); !errors.Is(err, ErrNone) {
			t.Errorf("an empty file: %v", err)
		}
		must(t, begin(t, create(t, dir), "docqa").End(Complete, "")) // as a process leaves it that was killed at once
	})
	t.Run("directory", func(t *testing.T) {
		dir := t.TempDir()
		must(t, os.Mkdir(filepath.Join(dir, FileName), 0o777))
		openBoth(t, dir, "it is no file", "move it away")
	})
	t.Run("directory is a file", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "file")
		must(t, os.WriteFile(file, nil, 0o666))
		_, err := Create(file, "test")
		wants(t, err, "make the ledger's directory", file)
	})
	t.Run("not wal", func(t *testing.T) { // as it comes out of a rescue
		dir := t.TempDir()
		l := create(t, dir)
		must(t, appendRun(t, l, 3, 1).End(Complete, ""))
		must(t, l.Close())
		c, err := sqlite.OpenConn(filepath.Join(dir, FileName), sqlite.OpenReadWrite)
		must(t, err)
		must(t, exec(c, "PRAGMA journal_mode = DELETE"))
		must(t, c.Close())
		got, err := Open(dir)
		must(t, err)
		run, err := got.Run("latest")
		must(t, err)
		if all := results(t, got, run, everything); len(all) != 3 {
			t.Errorf("%d results", len(all))
		}
		must(t, got.Close())
		must(t, appendRun(t, create(t, dir), 3, 1).End(Complete, ""))
	})
}

// ruin makes a ledger of two runs that have nothing in common, one after the other.
func ruin(t *testing.T) (dir string, names [2]string) {
	t.Helper()
	dir = t.TempDir()
	l, err := Create(dir, "test")
	must(t, err)
	for i := range names {
		run := appendFrom(t, l, 10_000*i, ruinCases, 8)
		must(t, run.End(Complete, ""))
		names[i] = run.Name
	}
	must(t, l.Close())
	return dir, names
}

const (
	pageSize  = 4096
	ruinCases = 300
)

// leaves are the numbers of the leaf pages of a table, in the order of its rows.
func leaves(t *testing.T, file []byte, root int64) []int {
	t.Helper()
	var all []int
	var walk func(page int)
	walk = func(page int) {
		at := (page - 1) * pageSize
		if kind := file[at]; kind != 2 && kind != 5 { // interior pages of an index, of a table
			all = append(all, page)
			return
		}
		for i := range int(binary.BigEndian.Uint16(file[at+3:])) {
			cell := at + int(binary.BigEndian.Uint16(file[at+12+2*i:]))
			walk(int(binary.BigEndian.Uint32(file[cell:])))
		}
		walk(int(binary.BigEndian.Uint32(file[at+8:])))
	}
	walk(int(root))
	return all
}

func rootOf(t *testing.T, path, table string) int64 {
	t.Helper()
	c, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	must(t, err)
	defer c.Close()
	root, err := number(c, "SELECT rootpage FROM sqlite_schema WHERE name = ?", table)
	must(t, err)
	return root
}

// TestDamagedPages flips bytes of the second page of the first run's rows: reading that run fails with
// the way out, or gives what was written; the other run stays readable.
func TestDamagedPages(t *testing.T) {
	sound, names := ruin(t)
	for _, table := range []string{"blobs", "scores", "cases", "attempts", "uses"} {
		for _, what := range []string{"head", "cells"} {
			t.Run(table+"/"+what, func(t *testing.T) {
				dir := t.TempDir()
				path := filepath.Join(dir, FileName)
				file, err := os.ReadFile(filepath.Join(sound, FileName))
				must(t, err)
				must(t, os.WriteFile(path, file, 0o666))
				pages := leaves(t, file, rootOf(t, path, table))
				if len(pages) < 3 {
					t.Fatalf("%s has %d pages only", table, len(pages))
				}
				at := (pages[1] - 1) * pageSize
				if what == "head" {
					for i := range 8 {
						file[at+i] ^= 0xff
					}
				} else {
					for i := at + pageSize/2; i < at+pageSize; i++ {
						file[i] ^= 0xff
					}
				}
				must(t, os.WriteFile(path, file, 0o666))
				l, err := Open(dir)
				must(t, err)
				defer l.Close()
				checkDamage(t, l, names, table)
				checkRescue(t, l, names)
			})
		}
	}
}

func checkDamage(t *testing.T, l *Ledger, names [2]string, table string) {
	t.Helper()
	hurt, err := l.Run(names[0])
	must(t, err)
	var broken error
	for _, err := range l.Results(hurt, everything) {
		broken = err
	}
	wants(t, broken, l.Path(), "damaged", "--rescue")
	wants(t, l.Check(), l.Path(), "damaged", "--rescue")
	other, err := l.Run(names[1])
	must(t, err)
	if all := results(t, l, other, everything); len(all) != ruinCases {
		t.Errorf("%d results of the other run", len(all))
	}
	if c, err := l.Columns(other); err != nil || c.Len() != ruinCases {
		t.Errorf("columns of the other run: %d, %v", c.Len(), err)
	}
}

// checkRescue saves what can be read: all of the run that is sound, and most of the other, all of it whole.
func checkRescue(t *testing.T, damaged *Ledger, names [2]string) {
	t.Helper()
	dir := t.TempDir()
	saved, err := damaged.Rescue(dir, "test")
	must(t, err)
	if len(saved.Short) == 0 || saved.Rows == 0 {
		t.Errorf("saved %+v", saved)
	}
	l, err := Open(dir)
	must(t, err)
	defer l.Close()
	must(t, l.Check())
	runs, err := l.Runs(Filter{})
	must(t, err)
	for i := range runs {
		all := results(t, l, &runs[i], everything)
		switch {
		case runs[i].Status != Interrupted:
			t.Errorf("run %s is %s", runs[i].Name, runs[i].Status)
		case runs[i].Name == names[1] && len(all) != ruinCases:
			t.Errorf("%d results of the sound run", len(all))
		case len(all) < ruinCases/3:
			t.Errorf("%d results of %s", len(all), runs[i].Name)
		}
	}
	if _, err := damaged.Rescue(dir, "test"); err == nil {
		t.Error("rescued over a ledger")
	}
}

// TestChecksFindWrongContent changes what SQLite itself takes for sound.
func TestChecksFindWrongContent(t *testing.T) {
	for _, c := range []struct{ name, change, says string }{
		{"short body", "UPDATE blobs SET data = CAST('x' || substr(data, 2) AS BLOB) WHERE codec = 0", "does not have its hash"},
		{"compressed body", "UPDATE blobs SET data = substr(data, 1, length(data) - 3) WHERE codec = 1", "cannot be unpacked"},
		{"another's body", "UPDATE blobs SET (data, codec) = (SELECT data, codec FROM blobs ORDER BY id DESC LIMIT 1)", "does not have its hash"},
		{"no body", "DELETE FROM blobs WHERE codec = 0", "is missing"},
		{"no body of a case", "DELETE FROM blobs WHERE shared = 1", "is missing"},
		{"no names", "DELETE FROM names", "is missing"},
		{"outcome", "UPDATE scores SET outcome = 'fine'", "outcome"},
		{"no value", "UPDATE scores SET value = NULL", "outcome"},
		{"value", "UPDATE scores SET value = 0.5", "outcome"},
		{"detail", "UPDATE scores SET detail = '{'", "detail"},
		{"tags", "UPDATE cases SET tags = '{\"a\":1}'", "tags"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			l, err := Create(dir, "test")
			must(t, err)
			must(t, appendRun(t, l, 4, 1).End(Complete, ""))
			long := benchCall(9)
			long.Body = []byte(longText + longText + longText)
			must(t, l.SaveCall(long))
			must(t, l.Close())
			foreign(t, dir, "DROP TRIGGER blobs_stay; DROP TRIGGER scores_stay; DROP TRIGGER cases_stay;"+c.change)
			wants(t, readAll(dir), filepath.Join(dir, FileName), "the file is damaged", c.says, "--rescue")
		})
	}
}

// TestCutFile cuts the file at several places.
func TestCutFile(t *testing.T) {
	dir, _ := ruin(t)
	path := filepath.Join(dir, FileName)
	whole, err := os.ReadFile(path)
	must(t, err)
	for _, size := range []int{1, 50, 100, pageSize - 1, pageSize, pageSize + 7, len(whole) / 2, len(whole) - pageSize,
		len(whole) - pageSize/2} {
		must(t, os.WriteFile(path, whole[:size], 0o666))
		err := readAll(dir)
		wants(t, err, path)
		if size > 512 {
			wants(t, err, "--rescue")
		} else {
			wants(t, err, "was cut to")
		}
	}
}

// readAll reads everything that a ledger has.
func readAll(dir string) (err error) {
	l, err := Open(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	runs, err := l.Runs(Filter{})
	if err != nil {
		return err
	}
	for i := range runs {
		if err := runs[i].Err(); err != nil {
			return err
		}
		for _, err := range l.Results(&runs[i], everything) {
			if err != nil {
				return err
			}
		}
		if _, err := l.Columns(&runs[i]); err != nil {
			return err
		}
		if _, err := l.Totals(&runs[i]); err != nil {
			return err
		}
	}
	return l.Check()
}

// FuzzDamage changes bytes anywhere in a small ledger: reading ends in an error or not, and in nothing else.
func FuzzDamage(f *testing.F) {
	dir := f.TempDir()
	l, err := Create(dir, "test")
	must(f, err)
	run := appendRun(f, l, 20, 1)
	must(f, run.End(Complete, ""))
	must(f, l.SetBaseline("x", &run.Info))
	must(f, l.Close())
	whole, err := os.ReadFile(filepath.Join(dir, FileName))
	must(f, err)
	seeds := [][2]uint32{{0, 1}, {18, 7}, {100, 255}, {4096, 13}, {4097, 128}, {uint32(len(whole) / 2), 1},
		{uint32(len(whole) - 1), 255}, {5000, 2}}
	for _, s := range seeds {
		f.Add(s[0], s[1], uint8(4))
	}
	if len(seeds) < 8 {
		f.Fatal("too few seeds")
	}
	f.Fuzz(func(t *testing.T, at, with uint32, n uint8) {
		file := append([]byte(nil), whole...)
		for i := range int(n) {
			file[(int(at)+i*31)%len(file)] ^= byte(with >> (i % 4 * 8))
		}
		dir := t.TempDir()
		must(t, os.WriteFile(filepath.Join(dir, FileName), file, 0o666))
		readAll(dir)
	})
}

// TestDiskFull stops at a size, as a full disk does: what was stored stays, the run says so and resumes.
func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	l, err := Create(dir, "test")
	must(t, err)
	must(t, l.store(func(w *writer) error { return exec(w.conn, "PRAGMA max_page_count = 200") }))
	run, saved := fillUp(t, l)
	wants(t, run.End(Complete, ""), l.Path(), "the disk is full", "free space", "resumes")
	wants(t, l.Close(), "the disk is full")
	resumeAfter(t, dir, run.Name, saved)
}

// fillUp appends until it fails, and gives the number of calls that were stored.
func fillUp(t *testing.T, l *Ledger) (run *Run, saved int) {
	t.Helper()
	run = begin(t, l, "docqa")
	addCases(t, run, 100)
	for i := range 1_000_000 {
		if err := l.SaveCall(benchCall(i)); err != nil {
			wants(t, err, l.Path(), "the disk is full", "free space")
			break
		}
		saved++
		if i < 100 {
			must(t, run.AddAttempt(benchAttempt(i, benchCall(i).Key)))
		}
	}
	if saved < 100 {
		t.Fatalf("full after %d calls", saved)
	}
	return run, saved
}

// resumeAfter resumes a run whose ledger has space again.
func resumeAfter(t *testing.T, dir, name string, saved int) {
	t.Helper()
	l := create(t, dir)
	must(t, l.Check())
	for i := range saved {
		if calls, err := l.Calls(benchCall(i).Key); err != nil || len(calls) != 1 {
			t.Fatalf("call %d was said to be stored: %d, %v", i, len(calls), err)
		}
	}
	info, err := l.Run(name)
	must(t, err)
	if info.Status != Interrupted {
		t.Errorf("status %q", info.Status)
	}
	run, err := l.Continue(*info, nil, testTime)
	must(t, err)
	page, _, err := run.Pending(0, 1, nil)
	must(t, err)
	for _, p := range page {
		must(t, run.AddAttempt(benchAttempt(p.Ordinal, benchCall(p.Ordinal).Key)))
	}
	must(t, run.End(Complete, ""))
	if all := results(t, l, info, everything); len(all) != 100 {
		t.Errorf("%d results of 100", len(all))
	}
}

// TestWriterCannotWrite takes the right to write away from the connection, as a file system does that
// becomes read-only after an error.
func TestWriterCannotWrite(t *testing.T) {
	l, err := Create(t.TempDir(), "test")
	must(t, err)
	must(t, l.SaveCall(benchCall(1)))
	must(t, l.store(func(w *writer) error { return sqlitex.ExecuteTransient(w.conn, "PRAGMA query_only = ON", nil) }))
	err = l.SaveCall(benchCall(2))
	wants(t, err, l.Path(), "it cannot be written to", "write access")
	if calls, err := l.Calls(benchCall(1).Key); err != nil || len(calls) != 1 {
		t.Error(calls, err)
	}
	wants(t, l.Close(), "it cannot be written to")
}

// TestDamagedRuns damages what is said of one run, or of those on one page: they are listed as damaged, with
// the place and the way out, and the others as ever.
func TestDamagedRuns(t *testing.T) {
	sound := t.TempDir()
	l, err := Create(sound, "test")
	must(t, err)
	var names []string
	for i := range 40 {
		run, err := l.Begin(Header{Suite: "docqa", Arguments: []string{strings.Repeat("x", 200)}}, Hash{1},
			testTime.Add(time.Duration(i)*time.Second))
		must(t, err)
		must(t, run.End(Complete, ""))
		names = append(names, run.Name)
	}
	must(t, l.Close())
	for _, c := range []struct {
		name, change, says string
		most               int // runs that are hurt
	}{
		{"header", "UPDATE runs SET header = '{' WHERE id = 7", "its header", 1},
		{"end", "UPDATE events SET detail = '[]' WHERE run = 7 AND kind = 'ended'", "how it ended", 1},
		{"page", "", "malformed", 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, FileName)
			file, err := os.ReadFile(filepath.Join(sound, FileName))
			must(t, err)
			if c.change == "" {
				pages := leaves(t, file, rootOf(t, filepath.Join(sound, FileName), "runs"))
				if len(pages) < 3 {
					t.Fatalf("%d pages of runs only", len(pages))
				}
				for i := range 8 {
					file[(pages[1]-1)*pageSize+i] ^= 0xff
				}
			}
			must(t, os.WriteFile(path, file, 0o666))
			if c.change != "" {
				foreign(t, dir, "DROP TRIGGER runs_stay; DROP TRIGGER events_stay;"+c.change)
			}
			l, err := Open(dir)
			must(t, err)
			defer l.Close()
			checkRuns(t, l, names, c.says, c.most)
		})
	}
}

func checkRuns(t *testing.T, l *Ledger, names []string, says string, most int) {
	t.Helper()
	runs, err := l.Runs(Filter{Suite: "docqa"})
	must(t, err)
	hurt := 0
	for i := range runs {
		found, err := l.Run(runs[i].Name)
		if runs[i].Status != Damaged {
			must(t, err)
			if found.Status != Complete || runs[i].Err() != nil {
				t.Errorf("%s is %s, %v", runs[i].Name, found.Status, runs[i].Err())
			}
			continue
		}
		hurt++
		wants(t, runs[i].Err(), l.Path(), runs[i].Name, "the file is damaged", says, "--rescue")
		wants(t, err, runs[i].Err().Error())
		if runs[i].Started.IsZero() || runs[i].Reason == "" {
			t.Errorf("%+v", runs[i])
		}
	}
	if hurt < 1 || hurt > most || len(runs) != len(names) {
		t.Errorf("%d of %d runs are damaged, of %d", hurt, len(runs), len(names))
	}
	wants(t, l.Check(), "the file is damaged")
	if planned, err := l.Runs(Filter{Plan: Hash{1}}); err != nil || len(planned) != 0 && planned[0].Err() != nil {
		t.Errorf("a plan finds %v, %v", planned, err)
	}
}
