package sendertest

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assayhq/assay/call"
)

// recorder notes what a rule says of a subject instead of failing the test.
type recorder struct {
	testing.TB
	mu      sync.Mutex
	said    []string
	skipped bool
}

func (r *recorder) Helper() {}

func (r *recorder) Error(args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.said = append(r.said, fmt.Sprint(args...))
}

func (r *recorder) Errorf(format string, args ...any) { r.Error(fmt.Sprintf(format, args...)) }
func (r *recorder) FailNow()                          { runtime.Goexit() }

func (r *recorder) Fatal(args ...any) {
	r.Error(args...)
	r.FailNow()
}

func (r *recorder) Fatalf(format string, args ...any) { r.Fatal(fmt.Sprintf(format, args...)) }

func (r *recorder) Skip(...any) {
	r.skipped = true
	runtime.Goexit()
}

// judge checks a subject against every rule: what each says against it, by its name, and which were skipped. The
// clock does not advance while anything runs, so that a sender that hangs is found at once.
func judge(t *testing.T, of func() Subject) (said map[string][]string, skipped []string) {
	t.Helper()
	said = map[string][]string{}
	synctest.Test(t, func(t *testing.T) {
		s := of()
		for i := range rules {
			r := &recorder{TB: t}
			done := make(chan struct{})
			go func() {
				defer close(done)
				rules[i].hold(r, &s)
			}()
			<-done
			if len(r.said) > 0 {
				said[rules[i].name] = r.said
			}
			if r.skipped {
				skipped = append(skipped, rules[i].name)
			}
		}
		time.Sleep(20 * patience) // until the last of what hangs has ended
	})
	return said, skipped
}

// TestSound finds nothing to say against a sender that does as it should.
func TestSound(t *testing.T) {
	said, skipped := judge(t, func() Subject { return subjectOf(func() sender { return sound }) })
	if len(said) != 0 || len(skipped) != 0 {
		t.Errorf("said %v, skipped %v", said, skipped)
	}
	said, skipped = judge(t, func() Subject {
		s := subjectOf(func() sender { return sound })
		s.Fail, s.Hang, s.Secret = nil, nil, ""
		return s
	})
	if want := []string{"failures", "cancelled midway", "late", "secret"}; len(said) != 0 || !slices.Equal(skipped, want) {
		t.Errorf("of a subject with nothing but calls that succeed: said %v, skipped %v", said, skipped)
	}
}

// TestBroken holds senders that each break one thing to the rules: those that forbid it say so, and no
// others do.
func TestBroken(t *testing.T) {
	caught := map[string]int{}
	for _, test := range broken {
		t.Run(test.name, func(t *testing.T) {
			said, _ := judge(t, func() Subject { return subjectOf(test.open) })
			got := slices.Sorted(maps.Keys(said))
			want := slices.Sorted(slices.Values(test.rules))
			if !slices.Equal(got, want) {
				t.Fatalf("caught by %q, want %q: %v", got, want, said)
			}
			for _, rule := range want {
				if !strings.Contains(strings.Join(said[rule], "\n"), test.words) {
					t.Errorf("%s: %q does not say %q", rule, said[rule], test.words)
				}
			}
			caught[test.rules[0]]++
		})
	}
	for i := range rules {
		if caught[rules[i].name] == 0 {
			t.Errorf("no broken sender shows that the rule %q catches anything", rules[i].name)
		}
	}
}

// TestSubjects finds calls of a subject that make a test worthless.
func TestSubjects(t *testing.T) {
	for name, change := range map[string]func(*Subject){
		"keys differ": func(s *Subject) {
			var n atomic.Int64
			c := s.Call
			s.Call = func(int) *call.Call { return c(int(n.Add(1))) }
		},
		"keys are equal":  func(s *Subject) { c := s.Call; s.Call = func(int) *call.Call { return c(0) } },
		"sources missing": func(s *Subject) { s.Sources = []call.Source{call.Cached} },
	} {
		t.Run(name, func(t *testing.T) {
			said, _ := judge(t, func() Subject {
				s := subjectOf(func() sender { return sound })
				change(&s)
				return s
			})
			if len(said["equal"])+len(said["replies"]) == 0 {
				t.Errorf("said %v", said)
			}
		})
	}
}
