// Command blind scores panels of cases that were written by somebody who had seen neither the code nor its rules.
// A panel is a program below this directory that prints JSON lines for a seed; its first score is recorded in
// README.md before anybody reads a failure. After that it is a seen panel.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// panelCase has the fields of the cases of all panels.
type panelCase struct {
	ID   string `json:"id"`
	Form string `json:"form"`

	// figures, layouts
	Question string `json:"question"`
	Gold     string `json:"gold"`
	Scale    string `json:"scale"`
	Answer   string `json:"answer"`
	Right    bool   `json:"right"`

	// sentences, names
	Text         string   `json:"text"`
	Sentences    []string `json:"sentences"`
	Name         string   `json:"name"`
	NameAlso     anyOf    `json:"name_also"`
	FormType     string   `json:"form_type"`
	FormTypeAlso anyOf    `json:"form_type_also"`
	PeriodEnd    string   `json:"period_end"`

	// items
	Items []panelItem `json:"items"`

	// tables
	HTML  json.RawMessage `json:"html"` // a page in tables, whether the text is one in names
	Cells []panelCell     `json:"cells"`
}

// anyOf is one text or several.
type anyOf []string

func (a *anyOf) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*a = anyOf{one}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(a))
}

// outcome is what one thing that a case expects came to: empty is as expected.
type outcome struct{ class, fault string }

// panels are the kinds of panels, with what checks a case. A case expects one thing or several.
var panels = []struct {
	name  string
	check func(*panelCase) []outcome
}{
	{"figures", checkAnswer},
	{"layouts", checkAnswer},
	{"tables", checkTable},
	{"items", checkItems},
	{"sentences", checkSentences},
	{"names", checkName},
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("blind: ")
	draw := flag.String("draw", "draw1", "directory of the panels")
	only := flag.String("panel", "", "the panel to score; all without it")
	seed := flag.String("seed", "7", "seed of the panels")
	list := flag.Bool("list", false, "print what failed: after this the panel is seen")
	data := flag.String("data", "../shared/data", "real golds, which figures are written about")
	flag.Parse()
	fmt.Println("| panel | class | cases | as expected | % |\n| --- | --- | --- | --- | --- |")
	for _, p := range panels {
		dir := filepath.Join("bench", "blind", *draw, p.name)
		if _, err := os.Stat(dir); err != nil || *only != "" && *only != p.name {
			continue
		}
		args := []string{"run", ".", "-seed", *seed}
		if p.name == "figures" {
			golds, err := filepath.Abs(*data)
			check(err)
			args = append(args, "-data", golds)
		}
		cases, err := run(dir, args)
		check(err)
		report(p.name, cases, p.check, *list)
	}
}

// run reads the cases that a panel prints.
func run(dir string, args []string) ([]panelCase, error) {
	c := exec.Command("go", args...)
	c.Dir, c.Stderr = dir, os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	var cases []panelCase
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var one panelCase
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		cases = append(cases, one)
	}
	return cases, cmp.Or(lines.Err(), c.Wait())
}

// report prints how many cases of each class came out as expected.
func report(panel string, cases []panelCase, check func(*panelCase) []outcome, list bool) {
	type count struct{ n, right int }
	classes := map[string]*count{}
	var faults []string
	for i := range cases {
		for _, o := range check(&cases[i]) {
			c := classes[o.class]
			if c == nil {
				c = &count{}
				classes[o.class] = c
			}
			c.n++
			if o.fault == "" {
				c.right++
			} else {
				faults = append(faults, fmt.Sprintf("%s [%s] %s", cases[i].ID, o.class, o.fault))
			}
		}
	}
	names := make([]string, 0, len(classes))
	for name := range classes {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		c := classes[name]
		fmt.Printf("| %s | %s | %d | %d | %.2f |\n", panel, name, c.n, c.right, 100*float64(c.right)/float64(c.n))
	}
	if list {
		fmt.Fprintln(os.Stderr, strings.Join(faults, "\n"))
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
