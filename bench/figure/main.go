// Command figure confronts comparators of figures with right and wrong forms of real gold answers, and
// their verdicts on real answers with labels. Usage: bench/figure/run.sh.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/assayhq/assay/score"
)

func main() {
	python := flag.String("python", "", "an interpreter with the peers; without it only our profiles are judged")
	data := flag.String("data", "../shared/data", "the real golds and answers")
	list := flag.String("list", "", "print the cases of a form that our profile misjudges, or of a class of disagreement")
	flag.Parse()
	if err := run(*python, *data, *list); err != nil {
		fmt.Fprintln(os.Stderr, "bench/figure:", err)
		os.Exit(1)
	}
}

func run(python, data, list string) error {
	all, others, err := golds(data)
	if err != nil {
		return err
	}
	made := answers(all)
	switch {
	case strings.HasPrefix(list, "financebench") || list == "reasons":
		return agreement(data, list)
	case strings.HasPrefix(list, "finqa"):
		return finqaRuns(data, list)
	case list != "":
		return printMisjudged(made, list)
	}
	judges := []judge{ours("figure", made), ours("docqa", made)}
	if python != "" {
		peers, err := theirs(python, made)
		if err != nil {
			return err
		}
		judges = append(judges, peers...)
	}
	sets := map[string]int{}
	for i := range all {
		sets[all[i].set]++
	}
	fmt.Printf("%d golds that are one figure (%s; %d golds are none), %d answers made from them. Share accepted, in percent:\n\n",
		len(all), counts(sets), others, len(made))
	table(made, judges)
	bySet(made, judges[:2])
	if err := agreement(data, ""); err != nil {
		return err
	}
	return finqaRuns(data, "")
}

// counts lists the sets with their sizes, in the order in which they are read.
func counts(sets map[string]int) string {
	var parts []string
	for _, name := range []string{"FinQA", "FinQA, executed", "TAT-QA", "FinanceBench"} {
		parts = append(parts, fmt.Sprintf("%s %d", strings.ReplaceAll(name, ",", ""), sets[name]))
	}
	return strings.Join(parts, ", ")
}

// answer is one made from a gold, as the peers read it.
type answer struct {
	Form     int    `json:"form"`
	Question string `json:"question"`
	Gold     string `json:"gold"`
	Answer   string `json:"answer"`
	gold     *gold
}

// answers makes every form of every gold. The other gold is seven further on.
func answers(all []gold) []answer {
	var made []answer
	for i := range all {
		g, other := &all[i], &all[(i+7)%len(all)]
		for k := range forms {
			if !forms[k].right && g.amount.Value.IsZero() {
				continue
			}
			if text := forms[k].make(g, other); text != "" {
				made = append(made, answer{k, g.question, g.printed(), text, g})
			}
		}
	}
	return made
}

// judge is a comparator with what it accepted, answer by answer.
type judge struct {
	name     string
	accepted []bool
}

func ours(name string, made []answer) judge {
	s, err := score.Find(name)
	if err != nil {
		panic(err)
	}
	j := judge{name: "`" + name + "`", accepted: make([]bool, len(made))}
	for i := range made {
		out := s.Score(made[i].input())
		j.accepted[i] = out.Outcome == score.Scored && out.Value == 1
	}
	return j
}

func (a *answer) input() *score.Input {
	return &score.Input{Question: a.Question, Gold: []string{a.gold.text}, Unit: a.gold.unit, Answer: a.Answer}
}

// theirs asks the peers, in a process of their own.
func theirs(python string, made []answer) ([]judge, error) {
	file, err := os.CreateTemp("", "answers-*.jsonl")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	enc := json.NewEncoder(file)
	for i := range made {
		if err := enc.Encode(&made[i]); err != nil {
			return nil, err
		}
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	cmd := exec.Command(python, "bench/figure/peers.py", file.Name())
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("peers.py: %w", err)
	}
	var verdicts []struct{ Name, Accepted string }
	if err := json.Unmarshal(out, &verdicts); err != nil {
		return nil, fmt.Errorf("peers.py: %w", err)
	}
	var judges []judge
	for _, s := range verdicts {
		if len(s.Accepted) != len(made) {
			return nil, fmt.Errorf("peers.py: %d verdicts of %s on %d answers", len(s.Accepted), s.Name, len(made))
		}
		j := judge{s.Name, make([]bool, len(made))}
		for i := range made {
			j.accepted[i] = s.Accepted[i] == '1'
		}
		judges = append(judges, j)
	}
	return judges, nil
}

// table prints the confusion matrix.
func table(made []answer, judges []judge) {
	fmt.Print("| form | answers |")
	for _, j := range judges {
		fmt.Printf(" %s |", j.name)
	}
	fmt.Println("\n| --- | --- |" + strings.Repeat(" --- |", len(judges)))
	row := func(name string, in func(*form) bool) {
		var n int
		hits := make([]int, len(judges))
		for i := range made {
			if !in(&forms[made[i].Form]) {
				continue
			}
			n++
			for k := range judges {
				if judges[k].accepted[i] {
					hits[k]++
				}
			}
		}
		fmt.Printf("| %s | %d |", name, n)
		for _, h := range hits {
			fmt.Printf(" %.2f |", 100*float64(h)/float64(max(n, 1)))
		}
		fmt.Println()
	}
	off := func(f *form) bool { return strings.HasPrefix(f.name, "5 %") }
	for k := range forms {
		kind := "wrong"
		if forms[k].right {
			kind = "right"
		}
		row(kind+": "+forms[k].name, func(f *form) bool { return f == &forms[k] })
	}
	row("**all right forms** (target ≥ 99)", func(f *form) bool { return f.right })
	row("**all wrong forms** but 5 % off (target ≤ 1)", func(f *form) bool { return !f.right && !off(f) })
	row("**5 % off** (target ≤ 3)", off)
}

// bySet prints the forms in which the old rule fails, set by set.
func bySet(made []answer, judges []judge) {
	cells := map[string]map[string][3]int{}
	var rows, sets []string
	for i := range made {
		f, set := forms[made[i].Form].name, made[i].gold.set
		switch {
		case f == "zero" || f == "sign" || f == "another gold":
		case f == "$ and commas" && strings.Contains(made[i].Answer, ",") && !strings.Contains(made[i].Gold, ","):
			f = "right: commas that the gold has not"
		default:
			continue
		}
		if cells[f] == nil {
			cells[f] = map[string][3]int{}
			rows = append(rows, f)
		}
		if !slices.Contains(sets, set) {
			sets = append(sets, set)
		}
		c := cells[f][set]
		for k := range judges {
			if judges[k].accepted[i] {
				c[k]++
			}
		}
		c[2]++
		cells[f][set] = c
	}
	fmt.Printf("\nBy data set, share accepted by %s and %s, in percent:\n\n| form | %s |\n| --- |%s\n",
		judges[0].name, judges[1].name, strings.Join(sets, " | "), strings.Repeat(" --- |", len(sets)))
	for _, f := range rows {
		fmt.Printf("| %s |", f)
		for _, set := range sets {
			if c := cells[f][set]; c[2] > 0 {
				fmt.Printf(" %.1f, %.1f of %d |", 100*float64(c[0])/float64(c[2]), 100*float64(c[1])/float64(c[2]), c[2])
			} else {
				fmt.Print(" |")
			}
		}
		fmt.Println()
	}
}

// printMisjudged prints what our profile says of the answers of a form that it judges wrong.
func printMisjudged(made []answer, name string) error {
	s, err := score.Find("figure")
	if err != nil {
		return err
	}
	for i := range made {
		a := &made[i]
		if f := &forms[a.Form]; f.name == name || name == "all" {
			if out := s.Score(a.input()); (out.Value == 1) != f.right {
				fmt.Printf("%s: %q for %q: %s %s %q (%s)\n", f.name, a.Answer, a.Gold, out.Outcome, out.Explanation, out.Evidence, a.Question)
			}
		}
	}
	return nil
}
