package score

import "fmt"

// Measure is what the maker of a measure says of it, apart from its numbers. Every run stores those of its scorers in
// its header, and whatever reads the run takes range and direction from there.
type Measure struct {
	Name   string    `json:"name"`
	Doc    string    `json:"doc,omitempty"`
	Caveat string    `json:"caveat,omitempty"`
	Unit   string    `json:"unit,omitempty"` // of its values, such as USD; empty for shares and grades
	Low    *float64  `json:"low,omitempty"`  // the least value; nil if there is none
	High   *float64  `json:"high,omitempty"`
	Better Direction `json:"better"`
}

// Share is a measure from 0 to 1.
func Share(name string, better Direction, doc, caveat string) Measure {
	low, high := 0.0, 1.0
	return Measure{Name: name, Doc: doc, Caveat: caveat, Low: &low, High: &high, Better: better}
}

// Range is the range of its values, if both ends are known.
func (m *Measure) Range() (low, high float64, ok bool) {
	if m.Low == nil || m.High == nil || !(*m.High > *m.Low) {
		return 0, 0, false
	}
	return *m.Low, *m.High, true
}

// Measure is the scorer's row as the header of a run has it.
func (s *Scorer) Measure() Measure {
	return Measure{Name: s.Name, Doc: s.Doc, Caveat: s.Caveats, Low: &s.Low, High: &s.High, Better: s.Better}
}

// MarshalText writes "higher" or "lower".
func (d Direction) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (d *Direction) UnmarshalText(text []byte) error {
	switch string(text) {
	case "higher":
		*d = Higher
	case "lower":
		*d = Lower
	default:
		return fmt.Errorf("direction %q: want higher or lower", text)
	}
	return nil
}
