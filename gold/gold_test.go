package gold

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/text"
)

func TestJudge(t *testing.T) {
	r := Neighbours
	for sentence, want := range map[string]string{
		"Net sales of gliders rose by 4% to $12.4 million in 2019.":                  eligible,
		"See Note 12 to the consolidated financial statements.":                      crossReference,
		"For further information, see Item 7, Management's Discussion and Analysis.": crossReference,
		"The information required by this item is incorporated herein by reference to the proxy " +
			"statement.": crossReference,
		"Reference is made to pages 12 through 14 of the annual report.": crossReference,
		"For 2019 we expect orders for gliders to grow, as carriers replace their " +
			"fleets.": eligible,
		"See our gliders fly over the valley each and every summer morning.":                                       eligible,
		"Rent expense rose to $4 million, as we leased a second hangar and moved our offices into it; see Note 9.": eligible,
		"2019 2018 2017 12.4 11.9 11.2 total":                                                                      onlyFigures,
		"Revenue $ 12.4 $ 11.9 $ 11.2 4.2% 6.3%":                                                                   onlyFigures,
		"We build gliders.":                                                                                        tooShort,
		"This is why the board approved a plan to close the factory in the north.":                                 eligible,
		"Information about our executive officers appears under the caption \"Executive Officers of the Registrant\" in Part I of this " +
			"report.": crossReference,
		"The notes mature in 2027, bear interest at 4.5% and are set forth in Exhibit 4.1, and we may redeem them at any time at par plus " +
			"a make-whole.": eligible,
		"The following table sets forth selected data, which should be read with the financial statements and their notes, for the years " +
			"that are shown.": eligible,
	} {
		s := row{Kind: "text", Text: sentence, Words: int32(text.WordCount(sentence))}
		if got := r.judge(&s); got != want {
			t.Errorf("%q is %q, want %q", sentence, got, want)
		}
	}
	if got := r.judge(&row{Kind: "heading", Text: "Net sales of gliders in the year that ended", Words: 9}); got != otherKind {
		t.Errorf("a heading is %q", got)
	}
}

// made is a section of n sentences, of which every place of short is too short to be a gold.
func made(n int, short ...int) []row {
	all := make([]row, n)
	for i := range all {
		body := fmt.Sprintf("The company said something of its business that nobody had said before, number %d.", i)
		if slices.Contains(short, i) {
			body = "Too short."
		}
		hash, _ := new(text.Hasher).Sum([]byte(body))
		all[i] = row{ID: fmt.Sprintf("s%d", i), Position: int32(i), Kind: "text", Text: body,
			Words: int32(text.WordCount(body)), TextHash: int64(hash)}
	}
	return all
}

func TestGoldsOfAFixedWindow(t *testing.T) {
	found, _ := Neighbours.usable(made(20, 8))
	if found[8] != nil {
		t.Error("a short sentence may be an anchor")
	}
	if want := []int{9, 11, 12, 7, 13, 6, 14, 5, 15}; !slices.Equal(found[10].near, want) {
		t.Errorf("golds of 10 are %v, want %v", found[10].near, want)
	}
	if want := []int{1, 2, 3, 4, 5}; !slices.Equal(found[0].near, want) {
		t.Errorf("golds of 0 are %v, want %v", found[0].near, want)
	}
}

func TestWindowsGrow(t *testing.T) {
	short := []int{1, 2, 3, 4, 5, 6, 7}
	found, _ := Adaptive.usable(made(12, short...))
	if g := found[0]; !g.covered || g.window != 9 || !slices.Equal(g.near, []int{8, 9}) {
		t.Errorf("%+v", found[0])
	}
	found, _ = Adaptive.usable(made(9, short...))
	if g := found[0]; !g.covered || g.window != 12 || len(g.near) != 1 {
		t.Errorf("an anchor with one gold has one: %+v", g)
	}
	found, _ = Adaptive.usable(made(8, short...))
	if g := found[0]; g.covered || g.window != 12 || len(g.near) != 0 {
		t.Errorf("an anchor without golds is covered: %+v", g)
	}
	fixed := Adaptive
	fixed.KeepUncovered = false
	found, _ = fixed.usable(made(9, short...))
	if g := found[0]; g.covered {
		t.Errorf("two golds were asked for: %+v", g)
	}
}

// corpusOf makes a corpus of filings: each company has so many, of two sections each.
func corpusOf(t *testing.T, filings map[int64]int, sentences int) *store.Corpus {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "corpus")
	w, err := store.OpenWriter(dir, "test")
	if err != nil {
		t.Fatal(err)
	}
	for cik, n := range filings {
		for year := range n {
			if err := w.Add(rowsOf(cik, int32(2000+year), sentences)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestDraw(t *testing.T) {
	c := corpusOf(t, map[int64]int{7: 2, 8: 4, 9: 6}, 50)
	anchors, from, err := Draw(context.Background(), c, Neighbours, 24, 1)
	if err != nil {
		t.Fatal(err)
	}
	if from.Sections != 24 || from.Sentences != 24*50 || len(anchors) != 24 {
		t.Fatalf("%d anchors from %+v", len(anchors), from)
	}
	byCompany, bySection := map[int64]int{}, map[string]int{}
	for _, a := range anchors {
		byCompany[a.CIK]++
		bySection[a.Section]++
		if len(a.Golds) == 0 || a.Length != 50 || a.Text == "" || a.Golds[0].ID == a.ID {
			t.Errorf("%+v", a)
		}
	}
	if byCompany[7] != 4 || byCompany[8] != 8 || byCompany[9] != 12 {
		t.Errorf("companies give %v anchors; want their shares 4, 8 and 12", byCompany)
	}
	if bySection["ITEM_1"] != 12 || bySection["ITEM_7"] != 12 {
		t.Errorf("sections give %v", bySection)
	}
	again, _, err := Draw(context.Background(), c, Neighbours, 24, 1)
	if err != nil || !slices.EqualFunc(anchors, again, func(a, b Anchor) bool { return a.ID == b.ID }) {
		t.Errorf("another drawing by the same seed differs: %v", err)
	}
	other, _, err := Draw(context.Background(), c, Neighbours, 24, 2)
	if err != nil || slices.EqualFunc(anchors, other, func(a, b Anchor) bool { return a.ID == b.ID }) {
		t.Errorf("another seed draws the same: %v", err)
	}
	all, _, err := Draw(context.Background(), c, Adaptive, 1000, 1)
	if err != nil || len(all) != 24*3 {
		t.Errorf("%d anchors of 24 sections that give 3 at most, %v", len(all), err)
	}
	for name, r := range map[string]Rules{"window": {MinWords: 1, Window: 3, MaxWindow: 2, MinGolds: 1, PerSection: 1,
		Kinds: "text"}, "words": {}} {
		if _, _, err := Draw(context.Background(), c, r, 1, 1); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFile(t *testing.T) {
	c := corpusOf(t, map[int64]int{7: 2}, 50)
	anchors, from, err := Draw(context.Background(), c, Neighbours, 8, 1)
	if err != nil {
		t.Fatal(err)
	}
	set := &Set{Head: Head{Tool: "test", Phase: 1, Seed: 1, Asked: 8, Rules: Neighbours, From: from}, Anchors: anchors}
	path := filepath.Join(t.TempDir(), "a.jsonl")
	if err := set.Save(path); err != nil {
		t.Fatal(err)
	}
	got, err := Open(path)
	if err != nil || len(got.Anchors) != 8 || got.SHA256 != set.SHA256 || got.Phase != 1 || got.Anchors[3].Golds[1] != anchors[3].Golds[1] {
		t.Fatalf("%+v, %v", got, err)
	}
	var b bytes.Buffer
	if err := got.Write(&b); err != nil {
		t.Fatal(err)
	}
	whole := b.String()
	lines := strings.SplitAfter(whole, "\n")
	for name, bad := range map[string]string{
		"the file is empty":    "",
		"not an anchor file":   `{"kind": "x"}` + "\n",
		"line 3: anchor":       lines[0] + lines[1] + lines[1],
		"want 8 anchors":       lines[0] + lines[1],
		"line 2: ":             lines[0] + "{}\n",
		"is the anchor itself": strings.Replace(whole, `"golds":[{"id":"`+anchors[0].Golds[0].ID, `"golds":[{"id":"`+anchors[0].ID, 1),
		"is there twice":       strings.Replace(whole, `{"id":"`+anchors[0].Golds[1].ID, `{"id":"`+anchors[0].Golds[0].ID, 1),
		"formats up to 1":      strings.Replace(whole, `"format":1`, `"format":2`, 1),
	} {
		if _, err := Read(strings.NewReader(bad)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"kind":"assay anchors","format":1,"anchors":1,"rules":{"min_words":1,"window":1,"max_window":1,"min_golds":1,` +
		`"per_section":1,"kinds":"text"}}` + "\n" +
		`{"id":"a","text":"t","class":1,"golds":[{"id":"b","class":2}]}` + "\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		s, err := Read(bytes.NewReader(content))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := s.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := Read(&b)
		if err != nil || len(again.Anchors) != len(s.Anchors) {
			t.Errorf("written and read again: %v", err)
		}
	})
}

// rowsOf is a filing of two sections of so many sentences.
func rowsOf(cik int64, year int32, sentences int) *store.Rows {
	doc := fmt.Sprintf("%010d_10-K_%d", cik, year)
	d := &store.Rows{Document: store.Document{Key: store.Key{DocID: doc, CIK: cik, Year: year}, Company: fmt.Sprintf("Company %d", cik),
		Form: "10-K", FormFamily: "10-K", SHA256: fmt.Sprintf("%064x", cik*10_000+int64(year)), ReaderVersion: "1"}}
	for ord, section := range []string{"1", "7"} {
		d.Items = append(d.Items, store.Item{Item: section, Ord: int32(ord), Status: "extracted"})
		for _, s := range made(sentences) {
			d.Sentences = append(d.Sentences, store.Sentence{ID: store.SentenceID(doc, section, s.Position), Section: section,
				SectionName: "ITEM_" + section,
				Position:    s.Position, Kind: s.Kind, Text: s.Text, Words: s.Words, TextHash: s.TextHash, Paragraph: -1, TableID: -1, Row: -1})
		}
	}
	return d
}

// TestShortSectionsGiveNoAnchors: a section of fewer sentences than the rules ask for is counted, and gives none.
func TestShortSectionsGiveNoAnchors(t *testing.T) {
	for sentences, want := range map[int]int{39: 0, 40: 4} {
		anchors, from, err := Draw(context.Background(), corpusOf(t, map[int64]int{7: 1}, sentences), Neighbours, 4, 1)
		if err != nil || len(anchors) != want || from.Sections != 2 || (from.Usable == 0) != (want == 0) {
			t.Errorf("sections of %d sentences: %d anchors, %+v, %v", sentences, len(anchors), from, err)
		}
	}
}

// TestSeed: another seed draws other anchors, the same one the same.
func TestSeed(t *testing.T) {
	c := corpusOf(t, map[int64]int{7: 3, 8: 3, 9: 3}, 60)
	draw := func(seed uint64) (ids []string) {
		anchors, _, err := Draw(context.Background(), c, Neighbours, 20, seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range anchors {
			ids = append(ids, a.ID)
		}
		return ids
	}
	one, two := draw(1), draw(2)
	if len(one) != 20 || !slices.Equal(one, draw(1)) || len(two) != 20 {
		t.Errorf("%d and %d anchors", len(one), len(two))
	}
	same := 0
	for _, id := range two {
		if slices.Contains(one, id) {
			same++
		}
	}
	if same > 10 {
		t.Errorf("%d of 20 anchors are those of another seed", same)
	}
}

// TestCompaniesHaveTheirShare: whatever the seed, a company gives anchors by its share of what is usable, to one.
func TestCompaniesHaveTheirShare(t *testing.T) {
	var sections []section
	total, of := 0, map[string]int{}
	for company := range 9 {
		for year := range 1 + company*company%5 {
			for name := range 3 {
				s := section{doc: fmt.Sprint(company, "-", year), name: fmt.Sprint(name), company: fmt.Sprint(company),
					year: int32(2000 + year), length: 40 + name, usable: 3 + (company+name)%4}
				sections = append(sections, s)
				of[s.company] += s.usable
				total += s.usable
			}
		}
	}
	companies := map[string]string{}
	for _, s := range sections {
		companies[s.doc] = s.company
	}
	for seed := range uint64(50) {
		n := 20 + int(seed)%40
		got := map[string]int{}
		for doc, takes := range share(sections, 100, n, seed) {
			for _, k := range takes {
				got[companies[doc]] += k
			}
		}
		for company, usable := range of {
			if want := float64(usable*n) / float64(total); float64(got[company]) < want-1 || float64(got[company]) > want+1 {
				t.Errorf("seed %d: company %s gives %d anchors, and its share is %.2f", seed, company, got[company], want)
			}
		}
	}
}
