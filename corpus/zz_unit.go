package corpus

import (
	"bytes"

	"github.com/assayhq/assay/corpus/grid"
)

func zzFind(text []byte) (grid.Scaling, bool) {
	low := bytes.ToLower(text)
	var s grid.Scaling
	switch {
	case bytes.Contains(low, []byte("million")):
		s.Money = 6
	case bytes.Contains(low, []byte("thousand")):
		s.Money = 3
	case bytes.Contains(low, []byte("billion")):
		s.Money = 9
	}
	s.Shares, s.Stated = s.Money, s.Money != 0
	return s, s.Stated
}
