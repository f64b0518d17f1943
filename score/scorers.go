package score

import (
	"fmt"
	"strings"

	"github.com/assayhq/assay/internal/suggest"
)

// Need is what a scorer cannot do without.
type Need uint8

// The needs, to be added up.
const (
	NeedsGold    Need = 1 << iota // a gold answer that is not blank
	needsAnswer                   // an answer that is not blank; an empty one is abstained
	needsSources                  // the texts that the answer was given
	NeedsModel                    // an encoder; package semantic binds one
)

// String lists the needs.
func (n Need) String() string { return strings.Join(n.Names(), ", ") }

// Names are the needs, none for a scorer that has none.
func (n Need) Names() []string {
	names := []string{}
	for i, name := range [...]string{"gold", "answer", "sources", "model"} {
		if n&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// Direction is which of two values is better.
type Direction uint8

// The directions.
const (
	Higher Direction = iota
	Lower
)

// String is "higher" or "lower".
func (d Direction) String() string {
	if d == Lower {
		return "lower"
	}
	return "higher"
}

// Scorer is a row of the table: a way to score an answer, and what to know before believing it.
type Scorer struct {
	Name      string
	Also      []string // other names that people know it by
	Doc       string   // what it measures, in one line
	Caveats   string   // what it does not say
	Low, High float64  // the range of its values
	Better    Direction
	Needs     Need
	Func      func(*Input) Score
}

// Lacks names what an input lacks of the scorer's needs, or is empty. The answer is left out: a missing
// one is an outcome, not a broken input.
func (s *Scorer) Lacks(in *Input) string {
	switch {
	case s.Needs&NeedsGold != 0 && !in.HasGold():
		return "there is no gold"
	case s.Needs&needsSources != 0 && len(in.Sources) == 0:
		return "there are no sources"
	}
	return ""
}

// Score scores one input. What the scorer needs and the input lacks makes it skipped; an answer without
// anything but blanks is abstained.
func (s *Scorer) Score(in *Input) Score {
	if lack := s.Lacks(in); lack != "" {
		return Not(s.Name, Skipped, lack)
	}
	if s.Needs&needsAnswer != 0 && in.isEmpty() {
		out := Not(s.Name, Abstained, "the answer is empty")
		out.Expected = Shown(in.firstGold())
		return out
	}
	if s.Needs&NeedsModel != 0 {
		return Not(s.Name, NoModel, nameOne)
	}
	out := s.Func(in)
	out.Name = s.Name
	return out
}

// nameOne is what to do about a scorer without a model.
const nameOne = "name one for it under scorers in assay.yaml, or with --encoder"

// maxShown is how much of a text a record shows.
const maxShown = 1000

// Shown is a text as records show it: its beginning, if it is long.
func Shown(text string) string {
	if len(text) <= maxShown {
		return text
	}
	return strings.ToValidUTF8(text[:maxShown], "") + "…"
}

// Find is the scorer of a name. Case, hyphens and underscores do not count, and the other names of a
// row find it too.
func Find(name string) (*Scorer, error) {
	key := nameKey(name)
	for i := range Scorers {
		s := &Scorers[i]
		if nameKey(s.Name) == key {
			return s, nil
		}
		for _, also := range s.Also {
			if nameKey(also) == key {
				return s, nil
			}
		}
	}
	near := suggest.DidYouMean(name, allNames())
	if near == "" {
		near = ";"
	}
	return nil, fmt.Errorf("unknown scorer %q%s 'assay score ls' lists them", name, near)
}

func nameKey(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// allNames are the names of the scorers, and after them their other names.
func allNames() []string {
	var names, also []string
	for i := range Scorers {
		names = append(names, Scorers[i].Name)
		also = append(also, Scorers[i].Also...)
	}
	return append(names, also...)
}
