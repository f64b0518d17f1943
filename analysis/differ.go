package analysis

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/ledger"
)

// differences are what the headers of two runs, and the models that answered in each, do not agree on.
// When and by which command line a run was made is no difference.
func differences(a, b *ledger.Info, servedA, servedB []string) []Difference {
	d := differ{found: []Difference{}}
	x, y := &a.Header, &b.Header
	d.text("suite", "", x.Suite, y.Suite)
	d.data(x.Data, y.Data)
	d.text("system", "name", x.System.Name, y.System.Name)
	d.text("system", "kind", x.System.Kind, y.System.Kind)
	d.list("model", x.System.Models, y.System.Models)
	d.list("served", servedA, servedB)
	d.table("prompt", x.System.Prompts, y.System.Prompts)
	d.table("setting", x.System.Settings, y.System.Settings)
	d.table("setting", x.Settings, y.Settings)
	d.list("scorers", x.Scorers, y.Scorers)
	d.number("repeats", int64(max(x.Repeats, 1)), int64(max(y.Repeats, 1)))
	d.number("sample", int64(x.Sample), int64(y.Sample))
	d.number("limit", int64(x.Limit), int64(y.Limit))
	d.text("seed", "", strconv.FormatUint(x.Seed, 10), strconv.FormatUint(y.Seed, 10))
	d.text("prices", "", x.Prices, y.Prices)
	d.text("tool", "", toolName(x.Tool), toolName(y.Tool))
	if !d.has("system", "model", "prompt", "setting") && !bothStored(a, b) { // stored answers are data, which is named
		d.text("system", "hash", short(x.System.Hash), short(y.System.Hash))
	}
	return d.found
}

// differ collects differences.
type differ struct{ found []Difference }

func (d *differ) text(what, name, a, b string) {
	if a != b {
		d.found = append(d.found, Difference{What: what, Name: name, A: a, B: b})
	}
}

func (d *differ) number(what string, a, b int64) {
	d.text(what, "", strconv.FormatInt(a, 10), strconv.FormatInt(b, 10))
}

// list compares sets: the order in which models or scorers are named makes no difference.
func (d *differ) list(what string, a, b []string) {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	d.text(what, "", strings.Join(a, ", "), strings.Join(b, ", "))
}

func (d *differ) table(what string, a, b map[string]string) {
	names := maps.Clone(a)
	if names == nil {
		names = map[string]string{}
	}
	maps.Copy(names, b)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		x, y := a[name], b[name]
		if x != y && what == "prompt" {
			x, y = short(x), short(y)
		}
		d.text(what, name, x, y)
	}
}

// data compares the sources by their place in the list and their content; where a file is does not matter.
func (d *differ) data(a, b []ledger.Source) {
	for i := range max(len(a), len(b)) {
		var x, y ledger.Source
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x.SHA256 != y.SHA256 {
			d.text("data", cmp.Or(x.Path, y.Path), sourceName(x), sourceName(y))
		}
	}
}

func sourceName(s ledger.Source) string {
	switch {
	case s.SHA256 == "":
		return "none"
	case s.Records > 0:
		return fmt.Sprintf("%s, %d records", short(s.SHA256), s.Records)
	}
	return short(s.SHA256)
}

func (d *differ) has(what ...string) bool {
	return slices.ContainsFunc(d.found, func(one Difference) bool { return slices.Contains(what, one.What) })
}

func toolName(t ledger.Tool) string {
	return strings.TrimSpace(t.Version + " " + short(t.Commit))
}

// short is the part of a hash that people compare; different hashes stay different to the eye.
func short(hash string) string {
	if len(hash) > 12 {
		return hash[:12]
	}
	return hash
}
