package score

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

// pieces are what the texts of the property tests are made of: the corners of every reader.
var pieces = []string{
	"the", "a", "sales", "Sales", "operating", "operated", "rose", "5%", "$1,234.5", "(12)", "-3", "2019", "million",
	"yes", "no", "not", "maybe", "and", ",", ";", ".", "\n", "\n\n", "-\n", "\"", "“", "”", "...", "FINAL:", "&amp;",
	"<skipped>", "İ", "K", "é", "日本", "\u00a0", "\x1c", "\xff", "\xc3", "\xe2\x84", "N/A", "I don't know", "'", "-", "",
}

func randomText(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(30) {
		b.WriteString(pieces[r.IntN(len(pieces))])
		if r.IntN(4) > 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// symmetric are the scorers that do not care which text is the gold.
var symmetric = []string{"exact", "exact-normal", "f1", "rouge1", "rouge1-stem", "rouge2", "rouge2-stem", "rougeL", "rougeL-stem"}

// TestProperties: values in their range, outcomes of the table, the same score again, and for symmetric
// scorers the same with the texts exchanged.
func TestProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	scored := map[string]int{}
	for range 2000 {
		a, b := randomText(r), randomText(r)
		if r.IntN(5) == 0 {
			b = a
		}
		in := Input{Gold: []string{a}, Answer: b, Sources: []string{a}, Question: b}
		for i := range Scorers {
			s := &Scorers[i]
			got := s.Score(&in)
			checkScore(t, s, got, &in)
			if got.Outcome == Scored {
				scored[s.Name]++
			}
			if again := s.Score(&in); again.Value != got.Value || again.Outcome != got.Outcome {
				t.Fatalf("%s of %q against %q: %+v and then %+v", s.Name, b, a, got, again)
			}
		}
		for _, name := range symmetric {
			s, err := Find(name)
			if err != nil {
				t.Fatal(err)
			}
			x, y := s.Score(&in), s.Score(&Input{Gold: []string{b}, Answer: a})
			if x.Outcome == Scored && y.Outcome == Scored && math.Abs(x.Value-y.Value) > near {
				t.Errorf("%s is not symmetric: %v and %v for %q and %q", name, x.Value, y.Value, a, b)
			}
		}
	}
	for i := range Scorers {
		if Scorers[i].Needs&NeedsModel == 0 && scored[Scorers[i].Name] < 50 {
			t.Errorf("%s scored %d texts only: the properties were hardly tested", Scorers[i].Name, scored[Scorers[i].Name])
		}
	}
}

func checkScore(t testing.TB, s *Scorer, got Score, in *Input) {
	t.Helper()
	if err := got.Check(); err != nil {
		t.Fatalf("%v, for %+v", err, in)
	}
	if got.Outcome == Scored && (got.Value < s.Low || got.Value > s.High) {
		t.Fatalf("%s is %v for %+v", s.Name, got.Value, in)
	}
	if got.Outcome != Scored && got.Explanation == "" {
		t.Fatalf("%s is %s without a reason for %+v", s.Name, got.Outcome, in)
	}
	if _, err := got.MarshalJSON(); err != nil {
		t.Fatalf("%v, for %+v", err, in)
	}
}

// TestIdentity: a text against itself has the highest value, wherever it has one at all.
func TestIdentity(t *testing.T) {
	texts := []string{
		"Net sales rose 4.5% to $1,234.5 million in fiscal 2023.", "日本 sales rose by 5 percent", "one two three four five",
		strings.Repeat("The quick brown fox jumps over the lazy dog. ", 40), "x\xffy two three four words",
	}
	for _, text := range texts {
		for i := range Scorers {
			s := &Scorers[i]
			got := s.Score(&Input{Gold: []string{text}, Answer: text, Sources: []string{text}})
			if got.Outcome == Scored && got.Value != s.High {
				t.Errorf("%s of %.30q against itself: %v, want %v", s.Name, text, got.Value, s.High)
			}
		}
	}
}

// TestLongTexts: what is too long to align or match ends as skipped, and what is long but bearable as a
// score.
func TestLongTexts(t *testing.T) {
	if underRace {
		t.Skip("one goroutine, and minutes of work under the race detector")
	}
	r := rand.New(rand.NewPCG(3, 4))
	random := func(n int, letters string) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = letters[r.IntN(len(letters))]
		}
		return string(b)
	}
	words := func(n int, between string) string { return strings.Repeat("alpha"+between+"beta"+between, n/2) }
	rare := strings.Repeat("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?#$%&'()*+,-./:;<=>@[]^_`{|}~éèêëàâäùûüôöîïçñßæøåœ", 900)
	tests := []struct {
		name, scorer string
		gold, answer string
		want         Outcome
	}{
		{"100 kB of prose", "ratcliff", random(100_000, "etaoin shrdlu cmfwyp"), random(100_000, "etaoin shrdlu cmfwyp"), Scored},
		{"100 kB that repeats", "ratcliff", rare, rare[1:], Scored},
		{"100 kB of everything", "ratcliff", shuffled(r, rare), shuffled(r, rare), Skipped},
		{"one letter", "ratcliff", strings.Repeat("a", 100_000), strings.Repeat("a", 199), Scored},
		{"100 kB of words", "rougeL", words(20_000, " "), random(100_000, "ab c"), Scored},
		{"1 MB of words", "rougeL", words(200_000, " "), words(200_000, " "), Skipped},
		{"100 kB of lines", "rougeLsum", words(20_000, "\n"), words(20_000, "\n"), Skipped},
		{"20 kB of lines", "rougeLsum-stem", words(2_000, "\n"), words(2_000, "\n"), Scored},
		{"1 MB", "f1", words(200_000, " "), words(100_000, " "), Scored},
		{"1 MB", "bleu", words(200_000, " "), words(100_000, "-"), Scored},
	}
	for _, test := range tests {
		t.Run(test.scorer+"/"+test.name, func(t *testing.T) {
			s, err := Find(test.scorer)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Score(&Input{Gold: []string{test.gold}, Answer: test.answer}); got.Outcome != test.want {
				t.Errorf("%s: %s", got.Outcome, got.Explanation)
			}
		})
	}
}

func shuffled(r *rand.Rand, s string) string {
	runes := []rune(s)
	r.Shuffle(len(runes), func(i, j int) { runes[i], runes[j] = runes[j], runes[i] })
	return string(runes)
}

// TestConcurrent: scorers share only memory that no other call holds.
func TestConcurrent(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	inputs := make([]Input, 60)
	want := make([][]Score, len(inputs))
	for i := range inputs {
		a := randomText(r)
		inputs[i] = Input{Gold: []string{a}, Answer: randomText(r), Sources: []string{a}}
		want[i] = scoreAll(&inputs[i])
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for i := range inputs {
				if got := scoreAll(&inputs[i]); !reflect.DeepEqual(got, want[i]) {
					t.Errorf("%q: %+v, alone %+v", inputs[i].Answer, got, want[i])
				}
			}
		})
	}
	group.Wait()
}

func scoreAll(in *Input) []Score {
	var all []Score
	for i := range Scorers {
		all = append(all, Scorers[i].Score(in))
	}
	return all
}

func TestShown(t *testing.T) {
	long := strings.Repeat("é", maxShown)
	got := Shown(long + "x")
	if !utf8.ValidString(got) || len(got) > maxShown+len("…") || !strings.HasSuffix(got, "é…") {
		t.Errorf("a long text is shown as %q", got)
	}
	if Shown("short") != "short" {
		t.Error("a short text is not shown as it is")
	}
}
