package catalog

import (
	"encoding/json"
	"math/big"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// spec reads a file of the specifications that lie beside the repository, or skips the test.
func spec(t *testing.T, name string, to any) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(filepath.Dir(root), "shared", "specs", name))
	if os.IsNotExist(err) {
		t.Skipf("the specifications are not beside the repository: no ../shared/specs/%s", name)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, to); err != nil {
		t.Fatal(err)
	}
}

// dollars turns a JSON number of dollars per unit into a rate, scaled by what the unit counts.
func dollars(t *testing.T, number string, per int64) USD {
	t.Helper()
	r, ok := new(big.Rat).SetString(number)
	if !ok {
		t.Fatalf("%q is not a number", number)
	}
	r.Mul(r, big.NewRat(int64(Dollar), per))
	// The tables hold floats: round off what they could not hold.
	f, _ := r.Float64()
	return USD(f + 0.5)
}

// disagreements compares rates with another table's and checks that each difference is one that is known
// and explained, and that each explanation is still needed.
type disagreements struct {
	*testing.T
	known map[string]string
	used  map[string]bool
}

func (d *disagreements) compare(what string, ours, theirs USD) {
	d.Helper()
	if ours == theirs {
		return
	}
	explained := false
	for pattern := range d.known {
		if ok, _ := path.Match(pattern, what); ok {
			d.used[pattern], explained = true, true
		}
	}
	if !explained {
		d.Errorf("%s: ours %s, theirs %s", what, perMillionText(ours), perMillionText(theirs))
	}
}

func (d *disagreements) finish() {
	for what, why := range d.known {
		if !d.used[what] {
			d.Errorf("%s: no difference any more, so drop its explanation (%s)", what, why)
		}
	}
}

type lifeRow struct {
	Provider    string
	Endpoint    string
	IDs         []string
	End, State  string
	Replacement json.RawMessage
	RoutedFrom  string `json:"silently_routed_from"`
	RoutedTo    string `json:"routed_to"`
	Confidence  string
}

// TestLifecycle finds every end and rerouting of the collected list, before and after its day.
func TestLifecycle(t *testing.T) {
	var theirs struct{ Endpoints, Models []lifeRow }
	spec(t, "lifecycle/model_lifecycle_2026-11.json", &theirs)
	checked := 0
	for _, row := range append(theirs.Endpoints, theirs.Models...) {
		if row.Endpoint != "" {
			row.Replacement = nil // in words
			row.IDs = strings.Split(strings.Fields(row.Endpoint)[0], ",")
			if row.Endpoint[0] != '/' {
				continue // a request header: a matter of the adapter
			}
		}
		for _, id := range row.IDs {
			checked++
			checkLife(t, row, id)
		}
	}
	if checked < 35 {
		t.Errorf("checked only %d ids", checked)
	}
}

func checkLife(t *testing.T, row lifeRow, id string) {
	t.Helper()
	date, before, after := row.End, Ending, Gone
	var replacement []string
	if row.Replacement != nil {
		if err := json.Unmarshal(row.Replacement, &replacement); err != nil {
			t.Fatal(err)
		}
	}
	switch {
	case row.RoutedFrom != "":
		date, after, replacement = row.RoutedFrom, Rerouted, []string{row.RoutedTo}
	case date == "":
		date, before = "2026-11-21", Gone
	}
	day, err := parseDay(date)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		on    Day
		state State
	}{{day - 1, before}, {day, after}, {day + 100, after}} {
		s := Default().Status(row.Provider, id, want.on.Time())
		if s.State != want.state || s.Confidence.String() != row.Confidence || row.End != "" && s.On != day {
			t.Errorf("%s %s on %s: %s (%s, %s), want %s (%s)", row.Provider, id, want.on, s.State, s, s.Confidence, want.state, row.Confidence)
		}
		if replacement != nil && !slices.Equal(s.Replacement, replacement) {
			t.Errorf("%s %s: replacements %v, want %v", row.Provider, id, s.Replacement, replacement)
		}
	}
}

// unlisted are ids of the SDKs that no table of ours lists, and why.
var unlisted = map[string]string{
	"gpt-audio-mini*":        "speech",
	"gpt-4o*audio-preview*":  "speech",
	"gpt-4o*search-preview*": "searches the web by itself",
	"gpt-4-vision-preview":   "gone",
	"gpt-4-32k*":             "gone",
	"gpt-3.5-turbo-16k*":     "gone",
	"gpt-3.5-turbo-0[36]*":   "gone",
	"computer-use-preview*":  "drives a screen",
	"gpt-daybreak-*":         "restricted, no public price",
	"gpt-5.6-cyber":          "restricted, no public price",
	"gpt-rosalind-research":  "restricted, no public price",
}

// unpricedModels are the models that we list without a price, since none is public or none was found.
var unpricedModels = []string{"claude-mythos-5", "claude-mythos-5-1", "claude-mythos-5-2", "claude-mythos-preview"}

// TestEveryModelOfTheSDKs resolves each id in the official SDKs, prices it, or finds it among those that
// are known to have none.
func TestEveryModelOfTheSDKs(t *testing.T) {
	var enums map[string]json.RawMessage
	spec(t, "provider_enums_2026-11.json", &enums)
	used, checked := map[string]bool{}, 0
	for provider, keys := range map[string][]string{
		"openai": {"chat_model", "responses_only_model", "embedding_model"}, "anthropic": {"model"},
	} {
		var lists map[string]json.RawMessage
		if err := json.Unmarshal(enums[provider], &lists); err != nil {
			t.Fatal(err)
		}
		for _, key := range keys {
			var ids []string
			if err := json.Unmarshal(lists[key], &ids); err != nil {
				t.Fatal(err)
			}
			for _, id := range ids {
				checked++
				checkSDKModel(t, provider, id, used)
			}
		}
	}
	if checked < 120 || len(used) != len(unlisted)+len(unpricedModels) {
		t.Errorf("checked %d ids; %d of %d exceptions used", checked, len(used), len(unlisted)+len(unpricedModels))
	}
}

func checkSDKModel(t *testing.T, provider, id string, used map[string]bool) {
	t.Helper()
	m, found := Default().Resolve(provider, id)
	for pattern := range unlisted {
		if ok, _ := path.Match(pattern, id); ok {
			used[pattern] = true
			if found {
				t.Errorf("%s is listed after all, as %s", id, m.ID)
			}
			return
		}
	}
	cost := Default().Cost(Sale{Provider: provider, Model: id, On: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC),
		Usage: Usage{Input: 1000, Known: PartAll}})
	switch {
	case !found:
		t.Errorf("%s %s is not listed", provider, id)
	case slices.Contains(unpricedModels, id):
		used[id] = true
		if cost.Known || cost.Why.Cause != NoPrice {
			t.Errorf("%s: %s", id, cost)
		}
	case !cost.Known:
		t.Errorf("%s: %s", id, cost)
	}
}
