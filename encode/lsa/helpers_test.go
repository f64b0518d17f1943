package lsa

import (
	"fmt"
	"math"
)

// Singular are the singular values that belong to the dimensions, falling.
func (m *Model) Singular() []float64 {
	values := make([]float64, len(m.squares))
	for i, s := range m.squares {
		values[i] = math.Sqrt(s)
	}
	return values
}

// Verify reads everything: checksums, the hash, and whether every number is one.
func (m *Model) Verify() error {
	if m.file != nil {
		if err := m.file.Verify(); err != nil {
			return fmt.Errorf("lsa: verify: %w", err)
		}
	}
	for i, x := range m.vectors {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return fmt.Errorf("lsa: verify: value %d of the word %q is %v: %w", i%m.facts.Dim, m.words[i/m.facts.Dim], x, errDamaged)
		}
	}
	if got := m.sum(); got != m.hash {
		return fmt.Errorf("lsa: verify: the hash is %s and should be %s: %w", got, m.hash, errDamaged)
	}
	return nil
}
