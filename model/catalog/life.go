package catalog

import (
	"fmt"
	"strings"
	"time"
)

// State is how far a model is in its life.
type State uint8

const (
	StateUnknown State = iota // in no table
	Current                   // listed, no end known
	Ending                    // an end or a rerouting is announced
	Gone                      // requests fail
	Rerouted                  // requests are answered by another model under the same id
)

var stateNames = []string{"unknown", "current", "ending", "gone", "rerouted"}

func (s State) String() string { return label(stateNames, uint8(s)) }

// life is one row of the lifecycle table: of a model, or of an endpoint where the id begins with a slash.
type life struct {
	Provider    string
	ID          string
	Ends        Day  // from this day requests fail
	Gone        bool // already gone, with or without a known day
	RoutedOn    Day  // from this day Replacement answers instead
	Replacement []string
	Note        string
	Source      source
}

// Status is what is known of a model's life on a day.
type Status struct {
	State       State
	On          Day // the day of the end or rerouting, if known
	Replacement []string
	Reroutes    bool   // not an end: Replacement answers under the same id from On
	Days        int    // from the day asked about to On; negative after it
	Of          string // the id whose row this is: the family's where a dated snapshot has none of its own
	Note        string
	Confidence  confidence
	Source      source
}

// Status is what is known of a model or an endpoint at a time. On the very day that a model ends it is
// gone: no run should be started then.
func (c *Catalog) Status(provider, id string, now time.Time) Status {
	provider = Provider(provider)
	row, of := c.life(provider, id)
	if row == nil {
		m := c.find(provider, id)
		if m == nil || m.Provider != provider {
			return Status{}
		}
		return Status{State: Current, Of: m.ID, Confidence: m.Source.Confidence, Source: m.Source}
	}
	s := Status{Replacement: row.Replacement, Of: of, Note: row.Note, Confidence: row.Source.Confidence,
		Source: row.Source}
	today := dayOf(now)
	switch {
	case row.RoutedOn != 0:
		s.State, s.On, s.Reroutes = Ending, row.RoutedOn, true
		if today >= row.RoutedOn {
			s.State = Rerouted
		}
	case row.Ends != 0:
		s.State, s.On = Ending, row.Ends
		if today >= row.Ends {
			s.State = Gone
		}
	case row.Gone:
		s.State = Gone
	default:
		s.State = Current
	}
	if s.On != 0 {
		s.Days = int(s.On - today)
	}
	return s
}

// life is the row of this very id, else of the family it is a dated snapshot of.
func (c *Catalog) life(provider, id string) (*life, string) {
	rows := c.lives[provider]
	if row := lookup(rows, provider, id); row != nil {
		return row, row.ID
	}
	// A model found through another provider's tables has another life here.
	if m := c.find(provider, id); m != nil && m.Provider == provider && rows[m.ID] != nil {
		return rows[m.ID], m.ID
	}
	return nil, ""
}

// String is a line for people: "ends on 2026-12-11 (20 days), replacement gpt-5.6-sol".
func (s Status) String() string {
	var text string
	switch s.State {
	case Current:
		text = "no end known"
	case Ending:
		text = fmt.Sprintf("ends on %s (%s)", s.On, days(s.Days))
		if s.Reroutes {
			text = fmt.Sprintf("from %s (%s) answered by %s", s.On, days(s.Days), orList(s.Replacement))
		}
	case Gone:
		text = "gone"
		if s.On != 0 {
			text = fmt.Sprintf("gone since %s", s.On)
		}
	case Rerouted:
		text = fmt.Sprintf("answered by %s since %s", orList(s.Replacement), s.On)
	default:
		return "in no table"
	}
	if len(s.Replacement) > 0 && !s.Reroutes {
		text += ", replacement " + orList(s.Replacement)
	}
	if s.Note != "" {
		text += "; " + s.Note
	}
	return text
}

func days(n int) string {
	if n == 1 {
		return "1 day"
	}
	return fmt.Sprintf("%d days", n)
}

// orList is "a", "a or b", "a, b or c".
func orList(ids []string) string {
	if len(ids) < 2 {
		return strings.Join(ids, "")
	}
	last := len(ids) - 1
	return strings.Join(ids[:last], ", ") + " or " + ids[last]
}
