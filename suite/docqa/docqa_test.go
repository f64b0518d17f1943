package docqa

import (
	"context"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// filing is a stripped filing of an invented company: prose that was wrapped, and a table whose cells stand one below
// the other.
const filing = `Item 7. Management's Discussion
Larkmoor Foods Company sells preserves and
pickles. Net sales rose because of higher prices.

Net sales
$
1,204
$
1,100
Cost of sales
(
810
)
(
760
)
Gross margin
32.7
%
30.9
%

Item 8. Financial Statements
Capital expenditures were $92 million in 2023 and $71 million in 2022.
`

func larkmoor(question string) *system.Case {
	return &system.Case{ID: "q", Question: question, Gold: []string{"$92 million"}, Passages: []system.Passage{{ID: "LARK-10K", Text: filing}}}
}

func read(t testing.TB, text string) *document {
	t.Helper()
	d, err := (&setup{}).read(context.Background(), on("What?", text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestSentencesOfADocument(t *testing.T) {
	var got []string
	for _, s := range read(t, filing).sentences {
		got = append(got, fmt.Sprintf("%d-%d %s|%s", s.first, s.last, s.title, s.text))
	}
	want := []string{
		"1-1 Item 7|Item 7. Management's Discussion",
		"2-3 Item 7|Larkmoor Foods Company sells preserves and pickles.",
		"3-3 Item 7|Net sales rose because of higher prices.",
		"5-9 Item 7|Net sales | $1,204; $1,100",
		"10-16 Item 7|Cost of sales | -$810; -$760",
		"17-21 Item 7|Gross margin | 32.7%; 30.9%",
		"23-23 Item 8|Item 8. Financial Statements",
		"24-24 Item 8|Capital expenditures were $92 million in 2023 and $71 million in 2022.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// What pages repeat, tables of contents and signatures are no evidence, whatever words they have.
func TestFurnitureIsNoEvidence(t *testing.T) {
	var b strings.Builder
	b.WriteString("TABLE OF CONTENTS\n\nItem 1. Business of Larkmoor Foods 4\nItem 8. Total assets and other statements 31\n\n")
	for i := range 6 {
		fmt.Fprintf(&b, "Larkmoor Foods Company 10-K total assets\n\nThe %s mill presses fruit in the autumn and rests in the spring.\n\n"+
			"%d\n\n", []string{"north", "south", "east", "west", "old", "new"}[i], i+3)
	}
	b.WriteString("Balance sheet (in millions) | 2023 | 2022\nCash | 12 | 14\nTotal assets | 310 | 295\n\n")
	b.WriteString("Larkmoor Foods Company\nBy: /s/ Ada Pike, who signs for the total assets of Larkmoor Foods Company\n")
	a := answer(t, open(t, "extractive", &setup{K: 3}), on("What were the total assets of Larkmoor Foods Company in 2023?", b.String()))
	if final, _ := score.Final(a.Text); final != "$310 million" && final != "310 million" {
		t.Errorf("%q of %+v", a.Text, a.Passages)
	}
	for _, s := range read(t, b.String()).sentences {
		if strings.Contains(s.text, "/s/") || strings.HasPrefix(s.text, "Larkmoor Foods Company 10-K") ||
			strings.HasSuffix(s.text, "statements 31") {
			t.Errorf("%q is evidence", s.text)
		}
	}
}

func TestNameOfTheCompanyIsLeftOut(t *testing.T) {
	for _, test := range []struct{ question, company, want string }{
		{"What were total assets of Larkmoor Foods in 2023?", "Larkmoor Foods Company", "What were total assets of in 2023?"},
		{"What were Larkmoor's total assets?", "LARKMOOR FOODS COMPANY", "What were total assets?"},
		{"what does larkmoor foods sell?", "Larkmoor Foods Company", "what does sell?"},
		{"What were general expenses?", "General Pickles Inc.", "What were general expenses?"},
		{"General expenses of General Pickles?", "General Pickles Inc.", "General expenses of"},
		{"What were total assets?", "", "What were total assets?"},
	} {
		if got := withoutName(test.question, test.company); got != test.want {
			t.Errorf("%q of %q: got %q, want %q", test.question, test.company, got, test.want)
		}
	}
}

func FuzzDocument(f *testing.F) {
	for _, seed := range []string{filing, "", "\n\n", "a  b  1  2", "(\n5\n)", "Item 7", strings.Repeat("$\n1\n", 300), "\xff\xfe",
		"| a | b |\n|---|---|\n| 1 | 2 |"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d := read(t, text)
		for i, s := range d.sentences {
			if s.text == "" || s.first < 1 || s.last < s.first || i > 0 && s.first < d.sentences[i-1].first || strings.ContainsAny(s.text, "\n\r") {
				t.Fatalf("sentence %d of %q: %+v", i, text, s)
			}
		}
		if _, err := d.find(t.Context(), &setup{K: 5, Around: 1}, text[:min(len(text), 200)]); err != nil {
			t.Fatal(err)
		}
	})
}

// model that says what it is told to, and keeps what it was asked.
type scripted struct {
	mu    sync.Mutex
	reply func(r *model.Request) (*model.Response, error)
	seen  []*model.Request
}

func (s *scripted) Send(_ context.Context, c *call.Call) (*call.Reply, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	request := c.Request.(*model.Request)
	s.seen = append(s.seen, request)
	r, err := s.reply(request)
	if err != nil {
		return nil, err
	}
	return &call.Reply{Exchange: &call.Exchange{Status: 200}, Source: call.Live, Tries: 1, Result: call.Result{Value: r}}, nil
}

func (s *scripted) client() *model.Client {
	return &model.Client{Sender: s, Wire: model.Wire{Provider: "fake", Chat: func(r *model.Request) (*call.Call, error) {
		return &call.Call{Body: []byte(r.Messages[0].Text), Tokens: len(r.Messages[0].Text) / 4}, nil
	}}}
}

func says(text string) *scripted {
	return &scripted{reply: func(*model.Request) (*model.Response, error) {
		return &model.Response{Text: text, ID: "resp_1", Stop: model.Complete}, nil
	}}
}

func open(t *testing.T, mode string, s *setup) system.System {
	t.Helper()
	if s.K == 0 {
		s.K, s.Around = 3, 1
	}
	s.Request.Model = "m"
	sys, _, err := openMode(mode, s)
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

func answer(t *testing.T, sys system.System, c *system.Case) *system.Answer {
	t.Helper()
	a, err := sys.Answer(context.Background(), c.Asked(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestModes(t *testing.T) {
	for _, test := range []struct {
		mode, prompt string
		has, lacks   []string // in what was asked
		passages     bool
	}{
		{mode: "closed_book", has: []string{"capital expenditures in 2023"}, lacks: []string{"pickles", "$92 million"}},
		{mode: "context_window", has: []string{filing, "follows, whole"}},
		{mode: "retrieval", has: []string{"[1] LARK-10K#L23-24, Item 8\nItem 8. Financial Statements\nCapital expenditures were $92 million"},
			lacks: []string{"pickles"}, passages: true},
		{mode: "retrieval", prompt: "Be brief.", has: []string{"$92 million"}, passages: true},
	} {
		t.Run(test.mode+test.prompt, func(t *testing.T) {
			m := says("REASONING: read.\nFINAL: $92 million")
			a := answer(t, open(t, test.mode, &setup{Client: m.client(), System: test.prompt, K: 1, Around: 1}),
				larkmoor("What were capital expenditures in 2023?"))
			if a.Outcome != system.Answered || a.Text == "" || len(a.Calls) != 1 || traceOf(a).ResponseID != "resp_1" ||
				len(a.Passages) > 0 != test.passages {
				t.Errorf("%+v", a)
			}
			said := m.seen[0].Messages[0].Text
			for _, text := range test.has {
				if !strings.Contains(said, text) {
					t.Errorf("nothing of %q in %q", text, said)
				}
			}
			for _, text := range test.lacks {
				if strings.Contains(said, text) {
					t.Errorf("%q in %q", text, said)
				}
			}
			if want := strings.Count(said, "What were capital expenditures in 2023?"); test.mode != "closed_book" && want != 2 {
				t.Errorf("the question stands %d times in %q", want, said)
			}
			if s := m.seen[0].System; test.prompt != "" && s != test.prompt || test.prompt == "" && !strings.Contains(s, "FINAL:") {
				t.Errorf("system prompt %q", s)
			}
		})
	}
}

func TestRewrittenQuery(t *testing.T) {
	m := &scripted{reply: func(r *model.Request) (*model.Response, error) {
		if r.System == rewritePrompt {
			return &model.Response{Text: " gross\nmargin ", Stop: model.Complete}, nil
		}
		return &model.Response{Text: "FINAL: 32.7%", Stop: model.Complete}, nil
	}}
	sys := open(t, "retrieval", &setup{Client: m.client(), Rewrite: true, K: 1})
	a := answer(t, sys, larkmoor("How profitable is it?"))
	if len(a.Calls) != 2 || traceOf(a).RewrittenQuery != "gross margin" || len(a.Passages) != 1 ||
		a.Passages[0].Text != "Gross margin | 32.7%; 30.9%" {
		t.Errorf("%+v", a)
	}
	m.reply = func(*model.Request) (*model.Response, error) {
		return &model.Response{Text: "no", Stop: model.Refused}, nil
	}
	if a := answer(t, sys, larkmoor("How?")); a.Outcome != string(score.Refused) || len(a.Calls) != 1 {
		t.Errorf("a query that was refused: %+v", a)
	}
}

func TestNothingFound(t *testing.T) {
	for _, mode := range []string{"retrieval", "extractive"} {
		a := answer(t, open(t, mode, &setup{Client: says("x").client()}), larkmoor("Zebras?"))
		if a.Outcome != string(score.Abstained) || a.Reason == "" {
			t.Errorf("%s: %+v", mode, a)
		}
	}
	empty := &system.Case{ID: "e", Question: "Zebras?", Passages: []system.Passage{{ID: "x"}}}
	if a := answer(t, open(t, "extractive", &setup{}), empty); a.Outcome != string(score.Abstained) {
		t.Errorf("an empty document: %+v", a)
	}
}

func TestTooLong(t *testing.T) {
	long := larkmoor("What?")
	long.Passages[0].Text = strings.Repeat("Net sales rose by 5 % in the year. ", 2000)
	counted := func(n int64) *scripted {
		return &scripted{reply: func(*model.Request) (*model.Response, error) {
			return &model.Response{Text: "FINAL: 5", Stop: model.Complete, Usage: catalog.Usage{Input: n, Known: catalog.PartAll}}, nil
		}}
	}
	refused := &scripted{reply: func(*model.Request) (*model.Response, error) { return nil, &call.Failure{Kind: call.TooLong} }}
	ran := &scripted{reply: func(*model.Request) (*model.Response, error) {
		return &model.Response{Text: "half", Stop: model.Context}, nil
	}}
	for _, test := range []struct {
		name            string
		m               *scripted
		window, asked   int
		outcome, reason string
	}{
		{"fits", counted(16_000), 100_000, 1, system.Answered, ""},
		{"no number", counted(16_000), 0, 1, system.Answered, ""},
		{"by the catalog", counted(16_000), 8000, 0, "too_long", "and the model takes 8000"},
		{"by the provider", refused, 0, 1, "too_long", "refused it for its length"},
		{"while answering", ran, 0, 1, "too_long", "window ran out"},
		{"cut on the way", counted(4096), 0, 1, "too_long", "counted 4096 tokens"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := answer(t, open(t, "context_window", &setup{Client: test.m.client(), Window: test.window}), long)
			if a.Outcome != test.outcome || !strings.Contains(a.Reason, test.reason) || len(test.m.seen) != test.asked {
				t.Errorf("%+v, asked %d times", a, len(test.m.seen))
			}
			if a.Outcome != system.Answered && !score.Outcome(a.Outcome).Known() {
				t.Errorf("scores do not know the outcome %q", a.Outcome)
			}
		})
	}
}

func TestExtractive(t *testing.T) {
	for _, test := range []struct{ question, want string }{
		{"What were capital expenditures in 2022?", "$71 million"},
		{"What were capital expenditures in 2023?", "$92 million"},
		{"What was the gross margin in percent?", "32.7%"},
		{"What does the company sell?", "(760)"},
	} {
		a := answer(t, open(t, "extractive", &setup{K: 5}), larkmoor(test.question))
		final, ok := score.Final(a.Text)
		if !ok || a.Outcome != system.Answered || a.Took <= 0 || len(a.Passages) == 0 || len(a.Calls) > 0 {
			t.Errorf("%s: %+v", test.question, a)
		}
		if test.want != "(760)" && final != test.want {
			t.Errorf("%s: %q, want %q", test.question, final, test.want)
		}
	}
}

func TestModesRefused(t *testing.T) {
	for _, test := range []struct {
		mode string
		s    setup
		want string
	}{
		{"recall", setup{}, `unknown mode "recall"; there are closed_book`},
		{"retrieval", setup{K: 1}, "asks a model, and none is named"},
		{"closed_book", setup{Client: says("").client(), Rewrite: true}, "searches nothing"},
		{"extractive", setup{K: 1, Rewrite: true}, "asks no model"},
		{"extractive", setup{}, "1 to 200"},
		{"file_search", setup{Client: says("").client(), K: 1}, "no search of files"},
	} {
		if _, _, err := openMode(test.mode, &test.s); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.mode, err, test.want)
		}
	}
}

func TestDocuments(t *testing.T) {
	d := &documentStore{Dir: t.TempDir()}
	long := strings.Repeat(filing, 200)
	cases := func(yield func(*system.Case, error) bool) {
		for i := range 3 {
			c := larkmoor("What were capital expenditures in 2022?")
			c.ID, c.Passages[0].Text, c.Passages[0].ID = fmt.Sprint(i), long, ""
			if !yield(c, nil) {
				return
			}
		}
	}
	s := &setup{Documents: d, K: 3}
	sys := open(t, "extractive", s)
	n := 0
	for c, err := range d.keep(iter.Seq2[*system.Case, error](cases)) {
		if err != nil || c.Passages[0].Text != "" || c.Passages[0].Class != ledger.HashText(long) ||
			!strings.HasPrefix(c.Passages[0].ID, "doc-") {
			t.Fatalf("%q, %v", c.Passages[0].ID, err)
		}
		if final, _ := score.Final(answer(t, sys, c).Text); final != "$71 million" {
			t.Errorf("%q", final)
		}
		n++
	}
	files, err := os.ReadDir(d.Dir)
	if err != nil || n != 3 || len(files) != 1 {
		t.Fatalf("%d cases, %d files, %v", n, len(files), err)
	}
	if got := len(sys.(*extractor).cache.entries); got != 1 {
		t.Errorf("%d documents were made ready for one", got)
	}
	gone := larkmoor("What?")
	gone.Passages[0] = system.Passage{ID: "x", Class: strings.Repeat("0", 64)}
	if _, err := sys.Answer(context.Background(), gone, 0); err == nil || !strings.Contains(err.Error(), "--fresh") {
		t.Errorf("a document that is gone: %v", err)
	}
	if err := os.WriteFile(d.path(ledger.HashText(long)), []byte(strings.Replace(long, "92", "93", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	changed := larkmoor("What?")
	changed.Passages[0] = system.Passage{ID: "y", Class: ledger.HashText(long)}
	if _, err := sys.Answer(context.Background(), changed, 0); err == nil || !strings.Contains(err.Error(), "was changed") {
		t.Errorf("a document that was changed: %v", err)
	}
}

type embedFunc func(texts []string) ([][]float32, error)

func (f embedFunc) Embed(_ context.Context, texts []string, _ model.Purpose) ([][]float32, error) {
	return f(texts)
}

func TestDense(t *testing.T) {
	s := &setup{K: 1, Embedder: embedFunc(func(texts []string) ([][]float32, error) {
		all := make([][]float32, len(texts))
		for i, text := range texts {
			if strings.Contains(text, "profit") || strings.Contains(text, "Gross") {
				all[i] = []float32{1, 0}
			} else if i%2 == 0 {
				all[i] = []float32{0, 1}
			}
		}
		return all, nil
	})}
	a := answer(t, open(t, "extractive", s), larkmoor("profit"))
	if len(a.Passages) != 1 || a.Passages[0].Text != "Gross margin | 32.7%; 30.9%" {
		t.Errorf("%+v", a)
	}
}

// TestProgramDeclares: words before a program say what its values mean, and are no part of its name.
func TestProgramDeclares(t *testing.T) {
	p, err := newProgram("exec:better=lower range=0..10 unit=USD cat -u")
	if err != nil {
		t.Fatal(err)
	}
	m := p.Scorer().Measures[0]
	if low, high, ok := m.Range(); m.Name != "exec:cat_-u" || m.Better != score.Lower || m.Unit != "USD" || !ok || low != 0 || high != 10 {
		t.Errorf("%+v", m)
	}
	if _, err := p.read([]byte(`{"value": 11}`)); err == nil || !strings.Contains(err.Error(), "outside of its range") {
		t.Errorf("a value beyond its range: %v", err)
	}
	for _, name := range []string{"exec:better=more cat", "exec:range=1 cat", "exec:range=2..1 cat", "exec:better=lower"} {
		if _, err := newProgram(name); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
