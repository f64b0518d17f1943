package score

import (
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// hostilePieces repeat what a reader stumbles over.
var hostilePieces = []string{
	"“", "\"", "«a", "does not ", "yes ", "no, ", "FINAL:", "a, ", "a and ", "1,", "-", "y", ". ", "&amp;", "-\n", "the ", "a\n\n", "\xff", "İ", "1.",
}

// aligners compare each word or letter with each; their work has a limit of its own (TestLongTexts).
var aligners = []string{"ratcliff", "rougeL", "rougeL-stem", "rougeLsum", "rougeLsum-stem"}

// TestHostileTextsTakeLinearTime runs every scorer over texts that repeat a piece. A text that is four times as long
// may take about four times as long; a scorer whose work grows with the square takes sixteen times.
func TestHostileTextsTakeLinearTime(t *testing.T) {
	if underRace {
		t.Skip("one goroutine, and slow under the race detector")
	}
	const short, factor, most = 15_000, 4, 10
	inputs := func(piece string, length int) []Input {
		long := strings.Repeat(piece, length/len(piece))
		return []Input{{Gold: []string{long}, Answer: long, Sources: []string{long}}, gold(long, "5"), gold("yes", long)}
	}
	for _, piece := range hostilePieces {
		shorter, longer := inputs(piece, short), inputs(piece, factor*short)
		for i := range Scorers {
			s := &Scorers[i]
			for k := range longer {
				took := timed(t, 1, func() { checkScore(t, s, s.Score(&longer[k]), &Input{Gold: []string{piece}}) })
				if took < 20*time.Millisecond || slices.Contains(aligners, s.Name) {
					continue
				}
				took = min(took, timed(t, 4, func() { s.Score(&longer[k]) }))
				if before := timed(t, 5, func() { s.Score(&shorter[k]) }); took > most*before {
					t.Errorf("%s of %q, input %d: %v for %d bytes, %v for %d", s.Name, piece, k, before, short, took, factor*short)
				}
			}
		}
	}
}

// timed is the least processor time of some calls: on a busy machine the time of day says nothing.
func timed(t *testing.T, calls int, call func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	least := time.Duration(math.MaxInt64)
	for range calls {
		start := threadTime(t)
		call()
		least = min(least, threadTime(t)-start)
	}
	return least
}

func threadTime(t *testing.T) time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now); err != nil {
		t.Fatal(err)
	}
	return time.Duration(now.Nano())
}
