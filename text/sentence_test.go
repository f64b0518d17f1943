package text

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// pitfalls are invented paragraphs for everything that general splitters get wrong in filings; a bar
// is where a sentence ends.
var pitfalls = []struct{ name, text string }{
	{"abbreviation that ends", "We sell pumps in the U.S.| The market there is mature."},
	{"abbreviation that does not", "We sell pumps to the U.S. Navy and to U.K. Coastal Services."},
	{"company name that ends", "The claim is styled Teller v. Brackwater Inc.| Trial is set for May."},
	{"company name that continues", "We bought Brackwater, Inc. Holdings from Ardent Corp. for cash."},
	{"company name before a title", "She joined Fennimore Tools, Inc.| Ms. Oduya holds a degree in law."},
	{"company name before its short form", "Ardent Pumps, Inc. (“Ardent”) and Kestrel Ltd. (the “Seller”) agreed."},
	{"company name before a subject", "We sued Kestrel Ltd.| Kestrel has denied the claim."},
	{"company name before an alias", "We bought 3Well Care, Inc. (One Well), for $5 million.| (See Note 5.)"},
	{"company name before an adjective", "It is made by Brackwater, Inc.| Competing products are dearer."},
	{"item in quotes ends the sentence", "See the caption “Item 1A. Risk Factors.”| In addition, we list risks."},
	{"degrees and juniors", "Paul Ashgrove, Jr. and Lena Moor, Ph.D. were elected.| Both serve until 2027."},
	{"state in capitals", "We moved from Ga. Highway 5 to Augusta, GA.| Sales fell, MR. VANCE said."},
	{"hours", "The lines run from 8:00 a.m. to 5:30 p.m. on weekdays.| They rest on Sundays."},
	{"titles of persons", "Messrs. Ito and Vance, Dr. Moor and Gen. Hale attended."},
	{"number sign", "See ASU No. 2031-09 and Case No. 1:31-cv-00795.| The answer was no.| I agreed."},
	{"answer of one word", "Was anyone hurt?| No.| Production in the quarter was 20 tons."},
	{"dots without a blank", "The comp was about 3.3%...| It was a soft quarter, we think ... a slow one."},
	{"state after a town", "The lease is in Lea Co., N.M.| Drilling began in May, and U.S. Treasury bonds rose."},
	{"abbreviation before a label", "Sales grew 6% vs. our 5% est.| Risks: costs and rates."},
	{"titles of several persons", "Profs. A. N. Hale and R. Q. Yoon advise us."},
	{"versus and id est", "In Teller v. Ardent (i.e. the first case) we won, e.g. on costs."},
	{"initials", "J. R. Vance and A.M. Hale rated it.| One holds an A.M. Hale rating."},
	{"pronoun as last word", "The board, my partner and I.| We all agreed."},
	{"label at the end", "The terms are in Exhibit A.| The exhibit is attached."},
	{"form name at the end", "It is part of this Form 10-K.| Accrued taxes are estimates."},
	{"item cited", "See Part II, Item 7. Management’s Discussion and Analysis of Financial Condition for more."},
	{"item cited in quotes", "See “Item 8. Financial Statements—Note 7. Income Taxes” for the rate.| It fell."},
	{"item cited in mixed quotes", "See \"Part I, Item 1A. Risk Factors” for more.| Some are new."},
	{"item ends the sentence", "The schedules are listed in Item 15.| These are the duty of management."},
	{"item continues after a dash", "The risks in Item 1A. – Risk Factors are repeated here."},
	{"item heading", "Item 7. Management's Discussion and Analysis"},
	{"part heading", "PART II. Item 5. Market for the Registrant's Common Equity"},
	{"notes cited", "As set out in Note 4. Investments and Note 14. Business Combinations in our report, we paid."},
	{"note title that looks like one", "See Note 9. Dam Licences and Permits of our report for the rest."},
	{"note ends the sentence", "It is described in Note 12.| The Company does not expect more."},
	{"note before a subject", "The plan is described in Note 12.| Revenue is recognized when control passes."},
	{"et al. before a case number", "Lipp v. Ardent, et al. (Case No. 31-01) and Noor v. Ardent, et. al. (Case No. 31-02) are stayed."},
	{"et al. at the end", "It was filed as Lipp v. Ardent, et al.| The complaint seeks damages."},
	{"inline list", "We consider (i) past results, including life cycles; (ii) industry data; and (iii) changes in design."},
	{"numbered item", "1. Summary of the matter"},
	{"numbered items in a row", "1. Pumps and valves| 2. Pipes| 3. Services"},
	{"numbered items in brackets", "(1) Pumps and valves| (2) Pipes"},
	{"number of a note is no item", "1. Pumps, as described in Note 2. Inventories to the statements"},
	{"bullets in a row", "• Pumps are sold.| • Valves are leased"},
	{"lettered items", "a. Pumps| b. Valves"},
	{"roman label", "IV. Legal matters are described below."},
	{"run-in heading", "Steel.| The price of steel is not hedged."},
	{"money and decimals", "Sales were $1.2 billion, or $ 1. 2 more than in 2030.| Costs were 3.5%."},
	{"web address", "Reports are at ardent-pumps.com/ir.| They are free."},
	{"closing quote", "This is our “growth plan.”| It started in 2030."},
	{"quote inside", "He wrote, “This will do.” and left."},
	{"whole sentence in brackets", "We lease all plants.| (See Note 4 for terms.)| None are owned."},
	{"sentence inside brackets", "We lease plants (None are owned. See Note 4.) in Texas."},
	{"source after a quotation", "It was called “the best of pumps” (Ashgrove 55).| Others differ."},
	{"ellipsis inside", "We believe ... that prices, in time . . . will rise."},
	{"four dots", "We never meant that....| Prices rose."},
	{"question and exclamation", "What is a valve?| A part!| See “Why?” below."},
	{"exclamation in a name", "Our Flow! brand and Pipe! Inc. are sold.| Both grew."},
	{"blank left out", "Sales fell due to weaker operations.The Company closed two plants."},
	{"clipped word", "We sold the Harbor Blvd. Annex to Kestrel Mgmt. Partners."},
	{"year at the end", "We opened in 2031.| Sales followed."},
	{"year begins the next", "Sales fell.| 2031 was a weak year."},
	{"name in small letters next", "We bought Ardent.| iPump was its brand."},
	{"footnote reference", "Sales rose.(1)| Costs fell.[2]| Both matter."},
	{"dot leader", "Pumps.......... $1,234 Valves.......... 567"},
	{"ampersand", "It cited 6 Phil. & Pub. Aff. 288 with care."},
	{"citation", "It cited 26 Vet. App. 48 and 98 F. Supp. 797 (Fed. Cir. 2031).| See id. at 5."},
	{"label named again", "It was sold to Fund V.| Fund VI was not.| See Note 3.| Note 4 has terms.| It is in Part I.| Part II is empty."},
	{"letter of a name", "We sell vitamin D.| It is cheap.| He is called Mr. X.| We know why.| She met John D. Hale."},
	{"letter of a label", "Sell under Reg. S or Reg. D only.| See Ex. A and App. B.| They differ.| It is a work of art.| A copy exists."},
	{"exhibits and schedules", "See Exs. 10.1 and 10.2 and Sched. II of Ex. 99.| Both are filed."},
	{"units", "We have 400 sq. ft. in Reno.| It runs at 3.3 V.| It is cold.| It needs 40 V.| Current is low.| We lease 9,000 sq. ft.| Rents rose."},
	{"unit before a subject", "We will add 600 sq. ft.| Construction starts soon.| The shop at 900 S. Elm is ours."},
	{"hour before a subject", "It expires at 11:59 p.m.| Shares not sold lapse.| We meet at 9 a.m. Eastern time or 5 p.m. New York City time."},
	{"hour and days", "It is open to 5 p.m. Monday through Friday.| The call is at 8:30 a.m. ET on Thursday."},
	{"degree before a number or person", "Nine hold a Ph.D.| Seven hold an M.D.| He has an M.B.A.| Dr. Moor has none.| She lives in D.C."},
	{"titles in the plural", "Messrs. Ito and Vance and Mmes. Moor and Oduya met."},
	{"legal forms without stops", "Ardent AG & Co. KGaA and Kestrel GmbH & Co. KG are ours.| Brack Pte. Ltd. is not.| We buy corn from AB.| AB sells it."},
	{"company named again", "We own Ardent Co., Ltd.| Ardent Co., Ltd. makes pumps.| We own Kestrel Corp.| Brack Corp. owns us."},
	{"approximately", "We own Ardent Co., Ltd.| Approx. half is paid.| They make ca. 40 and adj. EBITDA of 3."},
	{"place after a slash", "We serve the Tampa/St. Petersburg area."},
	{"street", "We left 22 Harbor St.| The lessor agreed.| We are at 40 Main St., Suite 4, in St. Paul."},
	{"capitals", "WE ARE BOUND TO ARDENT, INC.| REFERENCES TO US ARE TO IT.| NOTES OF KESTREL CORP.| THE NOTES ARE DUE.| A U.S. HOLDER PAYS."},
	{"exclamation in a brand", "We sell to Zest! Foods, Inc.| The Bravo! Kids channel grew.| We won!| Our staff cheered."},
	{"footnote signs", "Sales rose.*| Costs fell.†| Rates rose.¹| Prices fell.¹,²| We said “no.”³| They left.(a)| We stayed."},
	{"footnote number that lost its place", "Sales rose.1| Costs fell.12| See No.1 The Mall and v.2 The File."},
	{"exhibit marks", "Certain Award Plan.* +"},
	{"number and letter", "4g. Pumps are stated at cost.| 4h. Leases are listed."},
	{"sections", "2.1. The seller delivers.| 2.2. The buyer pays.| 10.4.1. Each bears its costs."},
	{"section signs", "§ 4.1. The trustee may resign.| § 4.2. It may be removed."},
	{"section cited", "See id. § 78u(b).| It applies.| Ibid.| Others differ.| Id. (citing Teller v. Ardent, 12 F.3d 1)."},
	{"small roman items", "i. The ship is insured.| ii. The loan is paid.| iii. The crew is hired."},
	{"small roman list in a sentence", "(i) Schedule II; (ii) Schedule V; and (iii) Report of the Auditors."},
	{"section heading in short", "Sec. 5. The trustee may resign.| Art. 7. The plan ends."},
	{"case names", "In re Ardent Sec. Litig., No. 1:31-cv-4 (S.D.N.Y. Mar. 4, 2031), ended.| See Act of 2012, Pub. L. No. 112-154."},
	{"round bullets that became letters", "o Sales rose.| o Costs fell."},
	{"break inside a cell", "Pumps\vValves are sold. They leak"},
	{"tab is a blank", "Item 7.\tManagement's Discussion"},
}

func TestPitfalls(t *testing.T) {
	for _, p := range pitfalls {
		t.Run(p.name, func(t *testing.T) {
			text := strings.ReplaceAll(p.text, "|", "")
			var want []string
			for _, line := range strings.Split(strings.ReplaceAll(p.text, "\v", "|"), "|") {
				want = append(want, strings.TrimSpace(line))
			}
			switch p.name {
			case "blank left out":
				want = []string{"Sales fell due to weaker operations.", "The Company closed two plants."}
			case "break inside a cell":
				want = []string{"Pumps", "Valves are sold.", "They leak"}
			}
			if got := sentenceStrings(text); strings.Join(got, "|") != strings.Join(want, "|") {
				t.Errorf("\n got %s\nwant %s", strings.Join(got, "|"), strings.Join(want, "|"))
			}
		})
	}
}

func TestTitlesStayInSentences(t *testing.T) {
	paragraph := []byte("The terms are in Note 9. Licences to the statements.")
	if got := len((&Splitter{}).Sentences(nil, paragraph)); got != 2 {
		t.Errorf("without titles: %d sentences, want 2", got)
	}
	known := NewSplitter([]string{"", "Leases", "LICENCES"})
	if got := known.Sentences(nil, paragraph); len(got) != 1 || got[0].End != len(paragraph) {
		t.Errorf("with titles: %v, want one sentence", got)
	}
	if got := len(known.Sentences(nil, []byte("The terms are in Note 9. Licences are renewed."))); got != 2 {
		t.Errorf("a title that is the subject: %d sentences, want 2", got)
	}
	if s := NewSplitter(make([]string, maxTitles+9)); len(s.titles) != 0 {
		t.Error("empty titles are kept")
	}
}

func TestLongSentencesAreCut(t *testing.T) {
	clause := strings.Repeat("any change in the price of steel that we cannot pass on, ", 8)
	long := "The risks are: (i) " + clause + "; (ii) " + clause + "; and (iii) " + clause + "; and so on."
	var s Splitter
	got := s.Sentences(nil, []byte(long))
	if len(got) != 2 || !got[0].Cut || got[1].Cut || got[0].Long || !strings.HasPrefix(got[1].In(long), "and (iii)") {
		t.Errorf("cut at %+v", got)
	}
	plain := clause + clause + "; " + clause + clause + "; " + clause
	if got := s.Sentences(nil, []byte(plain)); len(got) < 2 || !got[0].Cut {
		t.Errorf("without enumerators: %+v", got)
	}
	endless := clause + clause + clause + clause
	if got := s.Sentences(nil, []byte(endless)); len(got) != 1 || !got[0].Long || got[0].Cut {
		t.Errorf("without semicolons: %+v", got)
	}
}

// checkSpans fails unless the sentences of a text are ordered, disjoint, trimmed, on rune
// boundaries, free of hard boundaries, and together hold every byte that is not blank.
func checkSpans(t *testing.T, text []byte) {
	t.Helper()
	last, valid := 0, utf8.Valid(text)
	for _, s := range new(Splitter).Sentences(nil, text) {
		if s.Start < last || s.End <= s.Start || s.End > len(text) {
			t.Fatalf("span %v after %d of %d", s.Span, last, len(text))
		}
		if skipBlanks(text, last, s.Start) != s.Start {
			t.Fatalf("lost %q", text[last:s.Start])
		}
		if blankLen(text, s.Start) > 0 || trimBlanks(text, s.Start, s.End) != s.End {
			t.Fatalf("not trimmed: %q", text[s.Start:s.End])
		}
		if bytes.ContainsAny(text[s.Start:s.End], "\n\v") {
			t.Fatalf("hard boundary inside %q", text[s.Start:s.End])
		}
		if valid && !(utf8.RuneStart(text[s.Start]) && (s.End == len(text) || utf8.RuneStart(text[s.End]))) {
			t.Fatalf("span %v cuts a rune", s.Span)
		}
		if s.Len() > maxSentence && !s.Long {
			t.Fatalf("%d bytes and no flag", s.Len())
		}
		last = s.End
	}
	if skipBlanks(text, last, len(text)) != len(text) {
		t.Fatalf("lost %q at the end", text[last:])
	}
}

func TestSpansOfPitfalls(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	pieces := []string{" ", "\n", "\v", "\t", "\u00a0", "\u200b", ". ", "(", ")", "“", "”", "\"", "…", "\xff", "; (ii) ", "1. ", "• "}
	for _, p := range pitfalls {
		pieces = append(pieces, strings.Fields(p.text)...)
		checkSpans(t, []byte(p.text))
	}
	for range 3000 {
		var text []byte
		for range random.IntN(400) {
			text = append(text, pieces[random.IntN(len(pieces))]...)
			if random.IntN(3) > 0 {
				text = append(text, ' ')
			}
		}
		checkSpans(t, text)
	}
}

// readItems reads the item texts of real filings, one string per item.
func readItems(t testing.TB, atLeast int) []string {
	t.Helper()
	dir := filepath.Join(realData, "edgar-items", "items")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no item texts of real filings: %v", err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) < atLeast {
		t.Fatalf("%d files in %s, want at least %d (%v)", len(files), dir, atLeast, err)
	}
	var items []string
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var fields map[string]any
		if err := json.Unmarshal(raw, &fields); err != nil {
			t.Fatal(err)
		}
		for name, value := range fields {
			if text, ok := value.(string); ok && strings.HasPrefix(name, "item_") && text != "" {
				items = append(items, text)
			}
		}
	}
	return items
}

func TestSpansOfFilings(t *testing.T) {
	items := readItems(t, 39)
	if testing.Short() {
		items = items[:len(items)/8]
	}
	for _, item := range items {
		checkSpans(t, []byte(item))
	}
}

// TestHostileInput: each text of a megabyte would take minutes if anything were quadratic.
func TestHostileInput(t *testing.T) {
	const size = 1 << 20
	for _, piece := range []string{
		"(", ")", "(a. ", ". ", ".", "\"", "“A. ", "(“Item 1. ", "1. ", "a; (i) ", "Note 1. Aa ", "U.S. ", "[1]", "...A ", "\v",
		"x", "\u00a0", "; ", "A.", "\xe2", ".(1)", "See “Note 1. ", "• ", "A. \t", ") . ", "a ; ",
	} {
		text := bytes.Repeat([]byte(piece), size/len(piece))
		began := time.Now()
		checkSpans(t, text)
		if spent := time.Since(began); spent > 20*time.Second {
			t.Errorf("%q repeated takes %v", piece, spent)
		}
	}
}

func sentenceStrings(paragraph string) []string {
	var sentences []string
	for _, s := range new(Splitter).Sentences(nil, []byte(paragraph)) {
		sentences = append(sentences, s.In(paragraph))
	}
	return sentences
}

func TestSentencesAllocateNothing(t *testing.T) {
	text := []byte(prose(20_000) + strings.Join(sentenceStrings(pitfallText()), " "))
	splitter := new(Splitter)
	dst := splitter.Sentences(nil, text)
	if n := testing.AllocsPerRun(20, func() { dst = splitter.Sentences(dst[:0], text) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func pitfallText() string {
	var all strings.Builder
	for _, p := range pitfalls {
		all.WriteString(strings.ReplaceAll(p.text, "|", "") + "\n")
	}
	return all.String()
}

func FuzzSentences(f *testing.F) {
	if len(pitfalls) < 50 {
		f.Fatal("seeds are missing")
	}
	for _, p := range pitfalls {
		f.Add([]byte(p.text))
	}
	f.Add([]byte("\xe2\x80. \xff(\xe2"))
	f.Fuzz(func(t *testing.T, text []byte) { checkSpans(t, text) })
}

func BenchmarkSentences(b *testing.B) {
	run := func(b *testing.B, texts [][]byte) {
		size := 0
		for _, text := range texts {
			size += len(text)
		}
		var dst []Sentence
		splitter := new(Splitter)
		b.SetBytes(int64(size))
		b.ReportAllocs()
		for b.Loop() {
			for _, text := range texts {
				dst = splitter.Sentences(dst[:0], text)
			}
		}
	}
	b.Run("generated", func(b *testing.B) { run(b, [][]byte{[]byte(prose(1 << 20))}) })
	b.Run("filings", func(b *testing.B) {
		var texts [][]byte
		for _, item := range readItems(b, 39) {
			texts = append(texts, []byte(item))
		}
		run(b, texts)
	})
}
