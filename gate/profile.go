package gate

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/assayhq/assay/internal/yamltree"
)

// Profile is a list of rules.
type Profile struct {
	Name  string  `json:"name"`
	Level float64 `json:"level"` // of the intervals; 0 is 0.95
	Rules []Rule  `json:"rules"`
}

// Rule is one thing that is asked of a run: a range of a statistic, or how far it may be from the baseline's.
type Rule struct {
	Name      string            `json:"name"`
	Measure   string            `json:"measure"`
	Where     map[string]string `json:"where,omitempty"` // only cases whose tags have these values
	Statistic Statistic         `json:"statistic"`
	Min       *float64          `json:"min,omitempty"`
	Max       *float64          `json:"max,omitempty"`
	Change    *float64          `json:"change,omitempty"` // how far from the baseline is too far
	Unit      Unit              `json:"unit,omitempty"`   // of the change
	Direction Direction         `json:"direction,omitempty"`
	Severity  string            `json:"severity"`
	MinN      int               `json:"min_n,omitempty"` // with fewer cases a rule gives no verdict
	Unscored  float64           `json:"unscored"`        // with a larger share of attempts without a number a rule gives no verdict
	On        string            `json:"on"`              // interval or point

	limits map[string]yamltree.Problem // where min, max and change are written
}

// Statistic is what is computed of a measure's values.
type Statistic string

// The statistics.
const (
	Mean   Statistic = "mean"
	Median Statistic = "median"
	Rate   Statistic = "rate"  // the mean of a measure that has 0 and 1 only
	Count  Statistic = "count" // of the cases whose value is not 0
)

// Unit is what a change is counted in.
type Unit string

// The units.
const (
	Points   Unit = "points"   // hundredths: 0.90 is 7 points above 0.83
	Relative Unit = "relative" // share of the baseline's value: 0.1 is a tenth
	Absolute Unit = "absolute" // the measure's own unit
)

// Direction is which changes are meant.
type Direction string

// The directions.
const (
	Drop Direction = "drop" // the run lies below the baseline
	Rise Direction = "rise"
	Any  Direction = "any"
)

// Severities, the gravest first.
var Severities = []string{"P0", "P1", "P2", "P3"}

// Ways to judge.
const (
	onInterval = "interval"
	onPoint    = "point"
)

// DefaultUnscored is the share of attempts without a number that a rule allows if it does not say.
const DefaultUnscored = 0.05

// NeedsBaseline reports whether a rule is about a change.
func (p *Profile) NeedsBaseline() bool {
	return slices.ContainsFunc(p.Rules, func(r Rule) bool { return r.Change != nil })
}

// shipped are the profiles that come with the program.
//
//go:embed profiles/*.yaml
var shipped embed.FS

// Profiles are the names of the profiles that come with the program.
func Profiles() []string {
	files, _ := fs.Glob(shipped, "profiles/*.yaml") // the pattern is a constant
	for i := range files {
		files[i] = strings.TrimSuffix(strings.TrimPrefix(files[i], "profiles/"), ".yaml")
	}
	return files
}

// Source is the text of a profile that comes with the program, to be copied and edited.
func Source(name string) (string, error) {
	text, err := shipped.ReadFile("profiles/" + name + ".yaml")
	if err != nil {
		return "", fmt.Errorf("there is no profile %q; there are %s, or give the path of a file", name,
			strings.Join(Profiles(), ", "))
	}
	return string(text), nil
}

// maxProfile bounds a file that people write.
const maxProfile = 256 << 10

// Open reads a profile: one that comes with the program, by its name, or a file, by its path.
func Open(name string) (*Profile, error) {
	if slices.Contains(Profiles(), name) {
		text, err := Source(name)
		if err != nil {
			return nil, err
		}
		return Parse(name+".yaml", []byte(text))
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, "./\\"):
		_, err = Source(name)
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("open a profile: %w; 'assay gate profiles' lists those that come with the program", err)
	case info.Size() > maxProfile:
		return nil, fmt.Errorf("profile %q has %d KB, which is no list of rules", name, info.Size()>>10)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("open a profile: %w", err)
	}
	return Parse(name, text)
}
