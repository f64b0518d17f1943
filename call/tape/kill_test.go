package tape

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

const childVariable = "ASSAY_TAPE_TEST_CHILD"

// TestKillChild is no test: it is the process that TestKilled kills. It saves without end and says which
// entries Save returned for.
func TestKillChild(t *testing.T) {
	dir := os.Getenv(childVariable)
	if dir == "" {
		t.Skip("runs as a child of TestKilled")
	}
	tape, err := Create(dir, "0.0.1")
	must(t, err)
	from, err := strconv.Atoi(os.Getenv(childVariable + "_FROM"))
	must(t, err)
	for n := from; ; n++ {
		must(t, tape.Save(entryOf(n, []byte(strings.Repeat(fmt.Sprintf("entry %d ", n), n%2000)))))
		fmt.Printf("saved %d\n", n)
	}
}

// TestKilled kills a process that saves at random moments: every entry whose Save returned is there.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	const kills, room = 8, 1_000_000
	var saved []int
	for kill := range kills {
		child := exec.Command(os.Args[0], "-test.run=^TestKillChild$")
		child.Env = append(os.Environ(), childVariable+"="+dir, fmt.Sprintf("%s_FROM=%d", childVariable, kill*room))
		out, err := child.StdoutPipe()
		must(t, err)
		must(t, child.Start())
		lines := bufio.NewScanner(out)
		stop, seen := 1+rand.IntN(300), 0
		for lines.Scan() {
			var n int
			if _, err := fmt.Sscanf(lines.Text(), "saved %d", &n); err != nil {
				continue
			}
			saved = append(saved, n)
			if seen++; seen == stop {
				time.Sleep(time.Duration(rand.IntN(3000)) * time.Microsecond)
				must(t, child.Process.Kill())
			}
		}
		if child.Wait() == nil {
			t.Fatal("the child ended by itself")
		}
	}
	tape, err := Open(dir)
	must(t, err)
	defer tape.Close()
	stats, damage := tape.Verify()
	if stats.Damaged != 0 || stats.Segments != kills || len(saved) < kills {
		t.Fatalf("%+v after %d saves, damage %v", stats, len(saved), damage)
	}
	for _, n := range saved {
		got, err := tape.Load(entryOf(n, nil).Key)
		if err != nil || len(got) != 1 || got[0].Repeat != n {
			t.Fatalf("entry %d was saved; loaded %d: %v", n, len(got), err)
		}
	}
	t.Logf("%d kills, %d entries said to be saved, %+v", kills, len(saved), stats)
}
