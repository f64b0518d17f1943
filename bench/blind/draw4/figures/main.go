// Command figures prints short answers in many forms to questions with real golds, as JSON lines.
package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
)

//go:embed forms.txt
var formText string

type form struct {
	name, cond, text string
	right            bool
	used             int
}

type testCase struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Gold     string `json:"gold"`
	Scale    string `json:"scale"`
	Answer   string `json:"answer"`
	Right    bool   `json:"right"`
	Form     string `json:"form"`
	Why      string `json:"why"`
}

// Breaks resolves the escapes in the table without touching TeX commands.
var breaks = strings.NewReplacer(`\n{`, "\n{", `\n|`, "\n|", `\nunit`, "\nunit", `\nscale`, "\nscale", `\n\n`, "\n\n", `\t{`, "\t{")

// ParseForms reads the table of forms; a line has one or more "name ~ condition ~ text", parted by "||".
func parseForms() []*form {
	var all []*form
	right := true
	for _, line := range strings.Split(strings.TrimRight(formText, "\n"), "\n") {
		if head, ok := strings.CutPrefix(line, "## "); ok {
			right = head == "right"
			continue
		}
		for _, entry := range strings.Split(line, " || ") {
			p := strings.SplitN(entry, " ~ ", 3)
			all = append(all, &form{name: p[0], cond: p[1], text: breaks.Replace(p[2]), right: right})
		}
	}
	return all
}

var slot = regexp.MustCompile(`\{[A-Za-z][A-Za-z0-9]*\}`)

// Applies tells whether a form suits an item: kinds in capitals, then d change, l level, + and - sign.
func applies(f *form, it item, values map[string]string) bool {
	kinds := strings.TrimRight(f.cond, "dl+-")
	kinds = strings.TrimLeft(kinds, "d+-l")
	has := func(c string) bool { return strings.Contains(f.cond, c) }
	switch {
	case !has("*") && kinds != "" && !strings.Contains(kinds, it.kind):
		return false
	case has("d") && !it.change, has("l") && it.change:
		return false
	case has("+") && it.negative, has("-") && !it.negative:
		return false
	case has("d") && (has("+") || has("-")) && it.askedDown:
		return false
	}
	for _, s := range slot.FindAllString(f.text, -1) {
		if values[s[1:len(s)-1]] == "" {
			return false
		}
	}
	return true
}

func why(f *form, it item) string {
	stem, _, _ := strings.Cut(f.name, "-")
	switch {
	case f.right:
		return "states the gold " + it.gold + " " + it.scale + " in another form"
	case stem == "refusal" || stem == "negation":
		return "does not claim the gold figure"
	case stem == "range" || stem == "list" || stem == "bound":
		return "gives a range, a list or a bound, not the gold figure"
	}
	return "claims something other than the gold " + it.gold + " " + it.scale + " (" + f.name + ")"
}

func main() {
	seed := flag.Uint64("seed", 1, "seed of the random choices")
	data := flag.String("data", "/work/shared/data", "directory of the data sets")
	flag.Parse()
	r := rand.New(rand.NewPCG(*seed, 44))
	forms := parseForms()
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for _, set := range []string{"finqa", "tatqa", "financebench"} {
		items, err := load(set, *data)
		if err != nil {
			log.Fatal(err)
		}
		each := 4
		if len(items) < 40 {
			each = 7
		}
		for i, it := range sample(r, items, 60) {
			values := slots(r, it)
			for _, right := range []bool{true, false} {
				var fit []*form
				for _, f := range forms {
					if f.right == right && applies(f, it, values) {
						fit = append(fit, f)
					}
				}
				r.Shuffle(len(fit), func(i, j int) { fit[i], fit[j] = fit[j], fit[i] })
				slices.SortStableFunc(fit, func(a, b *form) int { return a.used - b.used })
				for _, f := range fit[:min(each, len(fit))] {
					f.used++
					c := testCase{Question: it.question, Gold: it.gold, Scale: it.scale, Right: right, Form: f.name, Why: why(f, it)}
					c.ID = fmt.Sprintf("figures-%d-%s-%d-%s", *seed, set, i, f.name)
					c.Answer = slot.ReplaceAllStringFunc(f.text, func(s string) string { return values[s[1:len(s)-1]] })
					if err := enc.Encode(c); err != nil {
						log.Fatal(err)
					}
				}
			}
		}
	}
}

// Sample takes up to n items, spread over the kinds so that rare kinds are not lost.
func sample(r *rand.Rand, items []item, n int) []item {
	r.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	groups := map[string][]item{}
	var names []string
	for _, it := range items {
		key := fmt.Sprint(it.kind, it.negative, it.change)
		if groups[key] == nil {
			names = append(names, key)
		}
		groups[key] = append(groups[key], it)
	}
	slices.Sort(names)
	var chosen []item
	for round := 0; len(chosen) < min(n, len(items)); round++ {
		for _, name := range names {
			if round < len(groups[name]) && len(chosen) < n {
				chosen = append(chosen, groups[name][round])
			}
		}
	}
	return chosen
}
