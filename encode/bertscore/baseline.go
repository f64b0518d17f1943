package bertscore

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Baseline is what unrelated texts score, by layer: rescaled scores are 0 for those and 1 for equal ones.
type Baseline struct {
	rows map[int][3]float64 // precision, recall, F1
}

// maxBaseline bounds a file of baselines, in lines.
const maxBaseline = 1 << 10

// ReadBaseline reads the tables that the reference implementation ships: a head, and for each layer its
// number and three numbers, with commas between.
func ReadBaseline(r io.Reader) (*Baseline, error) {
	b := &Baseline{rows: map[int][3]float64{}}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || n == 1 && strings.HasPrefix(text, "LAYER") {
			continue
		}
		if n > maxBaseline {
			return nil, fmt.Errorf("read baseline: more than %d lines", maxBaseline)
		}
		if err := b.add(text); err != nil {
			return nil, fmt.Errorf("read baseline: line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read baseline: %w", err)
	}
	if len(b.rows) == 0 {
		return nil, errors.New("read baseline: no layers")
	}
	return b, nil
}

func (b *Baseline) add(line string) error {
	parts := strings.Split(line, ",")
	if len(parts) != 4 {
		return fmt.Errorf("%q is not a layer and three numbers", line)
	}
	layer, err := strconv.Atoi(strings.TrimSpace(parts[0]))
	if err != nil {
		return err
	}
	var row [3]float64
	for i, p := range parts[1:] {
		v, err := strconv.ParseFloat(strings.TrimSpace(p), 64)
		if err != nil {
			return err
		}
		if !(v > -1 && v < 1) {
			return fmt.Errorf("%v is no baseline: it is below 1, and scores lie between -1 and 1", v)
		}
		row[i] = v
	}
	if _, ok := b.rows[layer]; ok {
		return fmt.Errorf("layer %d is there twice", layer)
	}
	b.rows[layer] = row
	return nil
}

// Has says whether there is a baseline for a layer.
func (b *Baseline) Has(layer int) bool {
	_, ok := b.rows[layer]
	return ok
}

// rescale puts a score on the scale of the baseline; without one it stays.
func (b *Baseline) rescale(s Score, layer int) Score {
	if b == nil || s.Empty {
		return s
	}
	for i, v := range []*float64{&s.Precision, &s.Recall, &s.F1} {
		low := b.rows[layer][i]
		*v = (*v - low) / (1 - low)
	}
	return s
}
