package measure

import "errors"

// Preference is which of two answers a judge preferred.
type Preference int

// The preferences of a judge between two answers.
const (
	Neither Preference = iota
	First
	Second
)

// Swaps are the verdicts of a judge that saw the same two answers in both orders.
type Swaps struct {
	frame      *Frame
	consistent *Sample
	firstWins  int // of inconsistent pairs: what was shown first won both times
	lastWins   int // and what was shown last did
	halfTies   int
}

// NewSwaps makes an empty record of verdicts.
func NewSwaps() *Swaps {
	s := &Swaps{frame: NewFrame()}
	s.consistent = s.frame.Sample("order-swap consistency", Binary)
	return s
}

// Add records a pair of answers: which of them won when the first was shown first, and when the second
// was. First and Second name the answers and not the places where they were shown.
func (s *Swaps) Add(id, cluster string, shown, swapped Preference) error {
	if shown < Neither || shown > Second || swapped < Neither || swapped > Second {
		return errors.New("add a swapped pair: the preference is none of Neither, First, Second")
	}
	number, err := s.frame.Case(id, cluster)
	if err != nil {
		return err
	}
	value := 0.0
	switch {
	case shown == swapped:
		value = 1
	case shown == First && swapped == Second:
		s.firstWins++
	case shown == Second && swapped == First:
		s.lastWins++
	default:
		s.halfTies++
	}
	s.consistent.Add(number, value)
	return nil
}

// Miss records a pair without a verdict in one order, and why.
func (s *Swaps) Miss(id, cluster, reason string) error {
	number, err := s.frame.Case(id, cluster)
	if err != nil {
		return err
	}
	s.consistent.Miss(number, reason)
	return nil
}

// OrderSwap is how much of a judge's preference survives showing the answers the other way round.
type OrderSwap struct {
	Consistent Stat     `json:"consistent"`    // share of pairs with the same winner both times
	FirstWins  int      `json:"first_wins"`    // pairs where whatever was shown first won
	LastWins   int      `json:"last_wins"`     // pairs where whatever was shown last won
	HalfTies   int      `json:"half_ties"`     // pairs with a winner in one order only
	P          *float64 `json:"position_bias"` // exact P that neither place is favoured
}

// Result computes the consistency and the test of position bias.
func (s *Swaps) Result(o Options) OrderSwap {
	r := OrderSwap{Consistent: s.consistent.Stat(o), FirstWins: s.firstWins, LastWins: s.lastWins, HalfTies: s.halfTies}
	if s.firstWins+s.lastWins > 0 {
		r.P = number(McNemar(s.firstWins, s.lastWins))
	}
	return r
}
