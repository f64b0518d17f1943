package doctor

import "testing"

// TestSummary has one line for each group, the gravest result of it.
func TestSummary(t *testing.T) {
	all := []Result{
		{Group: "corpus", Check: "corpus", State: OK, Detail: "here"},
		{Group: "models", Check: "a", State: OK, Detail: "listed"},
		{Group: "models", Check: "b", State: Problem, Detail: "gone", Next: "use a"},
		{Group: "models", Check: "c", State: Note, Detail: "ends"},
		{Group: "models", Check: "d", State: Problem, Detail: "gone, too"},
	}
	got := Summary(all)
	want := []Result{all[0], {Group: "models", Check: "models", State: Problem, Detail: "b: gone; others: 1 problem, 1 note, 1 ok",
		Next: "use a"}}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("%+v", got)
	}
	if err := Err(all); err == nil || err.Error() != "2 of 5 checks found a problem" {
		t.Error(err)
	}
	if err := Err(all[:1]); err != nil {
		t.Error(err)
	}
}
