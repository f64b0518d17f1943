package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
)

// headerFacts is what is needed to repeat a run, one fact per row.
func headerFacts(info *ledger.Info) []fact {
	h := &info.Header
	var all []fact
	add := func(name, value string) {
		if value != "" {
			all = append(all, fact{name, value})
		}
	}
	add("command", commandLine(h.Arguments))
	for i := range h.Data {
		add("data", dataText(&h.Data[i]))
	}
	add("system", h.System.Name+" ("+h.System.Kind+")")
	add("system SHA-256", h.System.Hash)
	add("models", strings.Join(h.System.Models, ", "))
	for _, name := range slices.Sorted(maps.Keys(h.System.Prompts)) {
		add("prompt "+name, "SHA-256 "+h.System.Prompts[name])
	}
	for _, name := range slices.Sorted(maps.Keys(h.System.Settings)) {
		add("system "+name, h.System.Settings[name])
	}
	for _, name := range slices.Sorted(maps.Keys(h.Settings)) {
		add("setting "+name, h.Settings[name])
	}
	add("scorers", strings.Join(h.Scorers, ", "))
	add("repeats", strconv.Itoa(max(h.Repeats, 1)))
	if h.Sample > 0 {
		add("sample", fmt.Sprintf("%d cases drawn", h.Sample))
	}
	if h.Limit > 0 {
		add("limit", fmt.Sprintf("first %d cases", h.Limit))
	}
	add("seed", strconv.FormatUint(h.Seed, 10))
	add("prices", h.Prices)
	add("tool", toolText(&h.Tool))
	return all
}

func dataText(d *ledger.Source) string {
	text := d.Path + " (" + d.Format + ")"
	if d.Records > 0 {
		text += fmt.Sprintf(", %d records", d.Records)
	}
	return text + ", SHA-256 " + d.SHA256
}

func toolText(t *ledger.Tool) string {
	text := "assay " + t.Version
	if t.Commit != "" {
		text += " (" + t.Commit + ")"
	}
	return text + ", " + t.Go + " " + t.OS + "/" + t.Arch
}

// commandLine is a command as a shell would take it again.
func commandLine(args []string) string {
	if len(args) == 0 {
		return ""
	}
	words := []string{"assay"}
	for _, a := range args {
		words = append(words, quoted(a))
	}
	return strings.Join(words, " ")
}

const shellSafe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,./:@%"

func quoted(word string) string {
	if word != "" && strings.Trim(word, shellSafe) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// note says how to read a measure, or how an interval was made, and when not to trust it.
type note struct {
	Of     string `json:"of"`
	Kind   string `json:"kind"` // measure or method
	Doc    string `json:"doc"`
	Caveat string `json:"caveat"`
}

// notesOf are the notes that a report needs: those of its measures and of the methods of its intervals.
func notesOf(r *analysis.Run) []note {
	var all []note
	used := map[string]bool{}
	use := func(s *measure.Stat) {
		if s.Interval != nil {
			used[s.Interval.Method] = true
		}
		used[measure.MethodRepeats] = used[measure.MethodRepeats] || s.Repeats != nil
	}
	for i := range r.Measures {
		m := &r.Measures[i]
		use(&m.Stat)
		if m.About.Doc != "" {
			all = addNote(all, note{m.Name, "measure", m.About.Doc, m.About.Caveat})
		}
	}
	for i := range r.Groups {
		for j := range r.Groups[i].Rows {
			for k := range r.Groups[i].Rows[j].Measures {
				use(&r.Groups[i].Rows[j].Measures[k])
			}
		}
	}
	for _, m := range measure.Methods {
		if used[m.Name] {
			all = append(all, note{m.Name, "method", m.Doc, m.Caveat})
		}
	}
	return all
}

// addNote adds a note once: measures told apart by a tag, or at several ranks, are read alike.
func addNote(all []note, n note) []note {
	n.Of, _, _ = strings.Cut(n.Of, " ")
	at := slices.IndexFunc(all, func(o note) bool { return o.Doc == n.Doc && o.Caveat == n.Caveat })
	switch {
	case at < 0:
		return append(all, n)
	case !slices.Contains(strings.Split(all[at].Of, ", "), n.Of):
		all[at].Of += ", " + n.Of
	}
	return all
}

func noteTable(notes []note) Table {
	t := Table{Columns: []Column{{Name: ""}, {Name: "", Wrap: true}}}
	for _, n := range notes {
		t.Rows = append(t.Rows, []string{n.Of, n.Doc + " " + n.Caveat})
	}
	return t
}
