package ledger

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/assayhq/assay/score"
)

// smallRun makes a ledger whose rows fit a page of each table.
func smallRun(t *testing.T) (path string) {
	t.Helper()
	dir := t.TempDir()
	l, err := Create(dir, "test")
	must(t, err)
	must(t, appendRun(t, l, 3, 1).End(Complete, ""))
	must(t, l.Close())
	return filepath.Join(dir, FileName)
}

// allResults is all that readers of a ledger are told of its runs' results, or the first error.
func allResults(dir string) (text string, reading, checking error) {
	l, err := Open(dir)
	if err != nil {
		return "", err, err
	}
	defer l.Close()
	checking = l.Check()
	runs, err := l.Runs(Filter{})
	if err != nil {
		return "", err, checking
	}
	for i := range runs {
		for r, err := range l.Results(&runs[i], everything) {
			if err != nil {
				return "", err, checking
			}
			text += asJSON(r)
		}
		c, err := l.ColumnsByID(&runs[i])
		if err != nil {
			return "", err, checking
		}
		text += asJSON(c)
	}
	return text, nil, checking
}

// TestFlippedBits flips one bit in each byte of the rows of results. Each is found by the check, and none
// reaches a reader: who reads it is told, or reads what was written. SQLite itself looks past one byte of each
// row of attempts, where the id would be that is before the row already.
func TestFlippedBits(t *testing.T) {
	path := smallRun(t)
	sound, reading, checking := allResults(filepath.Dir(path))
	must(t, reading)
	must(t, checking)
	whole, err := os.ReadFile(path)
	must(t, err)
	for _, table := range []string{"scores", "attempts", "uses", "cases"} {
		pages := leaves(t, whole, rootOf(t, path, table))
		if len(pages) != 1 {
			t.Fatalf("%s has %d pages", table, len(pages))
		}
		page := (pages[0] - 1) * pageSize
		from, flips := int(binary.BigEndian.Uint16(whole[page+5:])), 0
		told, passed := 0, 0
		for at := page + from; at < page+pageSize; at++ {
			bit := flips % 8
			flips++
			file := append([]byte(nil), whole...)
			file[at] ^= 1 << bit
			must(t, os.WriteFile(path, file, 0o666))
			got, reading, checking := allResults(filepath.Dir(path))
			if checking == nil {
				passed++
			}
			if reading != nil {
				told++
			} else if got != sound {
				t.Errorf("%s: bit %d of byte %d: read without a word", table, bit, at-page)
			}
		}
		if flips < 100 || told < flips/2 || passed > 3 || passed > 0 && table != "attempts" {
			t.Errorf("%s: %d flips, %d told to readers, %d not found by the check", table, flips, told, passed)
		}
	}
}

// TestFlippedValue changes a value as a flipped bit does, and saves the rest.
func TestFlippedValue(t *testing.T) {
	for _, change := range []string{
		"UPDATE scores SET value = 0.25 WHERE attempt = 2 AND ordinal = 1",
		"UPDATE scores SET outcome = 'refused' WHERE attempt = 2 AND ordinal = 2",
		"UPDATE scores SET detail = '{}' WHERE attempt = 2 AND ordinal = 1",
		"DELETE FROM scores WHERE attempt = 2 AND ordinal = 1",
		"UPDATE attempts SET took = 7 WHERE id = 2",
		"UPDATE uses SET input = 41 WHERE attempt = 2",
		"DELETE FROM uses WHERE attempt = 2",
		"UPDATE names SET text = 'F1' WHERE text = 'f1'",
	} {
		t.Run(change, func(t *testing.T) {
			path := smallRun(t)
			foreign(t, filepath.Dir(path),
				"DROP TRIGGER scores_stay; DROP TRIGGER attempts_stay; DROP TRIGGER uses_stay; DROP TRIGGER names_stay;"+change)
			_, reading, checking := allResults(filepath.Dir(path))
			wants(t, reading, "does not have its checksum", "--rescue")
			wants(t, checking, "does not have its checksum", "--rescue")
			l, err := Open(filepath.Dir(path))
			must(t, err)
			defer l.Close()
			dir := t.TempDir()
			saved, err := l.Rescue(dir, "test")
			must(t, err)
			if len(saved.Short) == 0 || saved.Gone == 0 {
				t.Errorf("saved %+v", saved)
			}
			_, reading, checking = allResults(dir)
			must(t, reading)
			must(t, checking)
		})
	}
}

// TestDigest holds checksums against the bytes that docs/formats.md describes, and what is written against
// what is read.
func TestDigest(t *testing.T) {
	got := fmt.Sprintf("%x", digest(nil).values("né", 3, nil, 0.5, (*int64)(nil), ref(0), known(-1)))
	want := "030000000000000003" + "6ec3a9" + "010000000000000003" + "00" + "023fe0000000000000" + "00" + "00" + "01ffffffffffffffff"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
	l := create(t, t.TempDir())
	run := begin(t, l, "docqa")
	addCases(t, run, 1)
	must(t, run.AddAttempt(&Attempt{Outcome: Answered, Source: Live, Took: -1, Answer: []byte("{}"), Finished: testTime,
		Scores: []score.Score{{Name: "zero", Outcome: score.Scored, Value: math.Copysign(0, -1)},
			{Name: "large", Outcome: score.Scored, Value: 1e300},
			{Name: "whole", Outcome: score.Scored, Value: 1 << 53}, {Name: "a\x00b", Outcome: score.Skipped, Explanation: "\xff"}}}))
	must(t, run.End(Complete, ""))
	if all := results(t, l, &run.Info, everything); len(all) != 1 || len(all[0].Scores) != 4 {
		t.Errorf("%+v", all)
	}
	must(t, l.Check())
}
