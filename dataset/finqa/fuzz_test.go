package finqa

import "testing"

// FuzzParse reads anything: it ends in a program whose printed form is the same program, or in an Error
// with an outcome.
func FuzzParse(f *testing.F) {
	seeds := []string{
		"subtract(5829, 5735), divide(#0, 5735)", "divide(subtract(5829, 5735), const_m1), EOF", "table_sum(interest, net ( note 3 ), none)",
		"add(1,234, 5%)", "greater(#0, 1)", "a = 1\nanswer = -(a + 2) ** [3, 4][0]", "[(166+178)/2] - [(57+44)/2]", "sum([1, 2, max(3)])",
		"x = 1_000 # x\nprint(round(x / 3, 2))", "exp(9, 999), exp(#0, 999)", "((((", "2401", "1e9", "add(add(add(1,2),3),4)", "#", "a = b = 3",
		"answer = 3 >= 2",
	}
	if len(seeds) < 16 {
		f.Fatal("seeds are missing")
	}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			if outcomeOf(err) == "" || err.Error() == "" {
				t.Fatalf("%v", err)
			}
			return
		}
		v, err := p.run(larkmoor)
		if err != nil && outcomeOf(err) == "" {
			t.Fatal(err)
		}
		again, broken := Parse(p.String())
		if broken != nil {
			if p.finqa() {
				t.Fatalf("%q printed as %q: %v", text, p, broken)
			}
			return
		}
		if w, wrong := again.run(larkmoor); p.finqa() && ((wrong == nil) != (err == nil) || err == nil && v.String() != w.String()) {
			t.Fatalf("%q is %s %v, %q is %s %v", text, v, err, p, w, wrong)
		}
	})
}

// finqa reports whether a program can be printed in FinQA's language.
func (p *program) finqa() bool {
	for i := range p.steps {
		if operations[p.steps[i].op].name == "" {
			return false
		}
	}
	return true
}
