// Package lsa turns a user's own texts into an embedder: texts in, vectors out, with no model to download, no
// network and no chance that is not seeded. It is latent semantic analysis: a text is the weights of its terms
// (sublinear frequency times inverse document frequency), and the directions along which the weights of the
// training texts vary together most, found by a randomised singular value decomposition, are the dimensions.
//
// The same texts and seed give the same model, byte for byte, on one machine, whatever the number of workers
// and the order of the texts; on another kind of machine the last bits of its numbers may differ. The one
// exception to the order is a corpus above Options.Sample, of which a seeded sample by place is used. The
// model says which.
//
// It refuses to embed a text none of whose terms it knows: such a text has no vector, rather than a vector
// that says nothing. It refuses corpora in which no term occurs often enough, and files that are damaged. It
// knows words, not meanings: two texts are near when their terms keep the same company in the user's corpus.
package lsa

import (
	"cmp"
	"errors"
	"fmt"
)

// version is the recipe: what a text is made of and how a model is trained. Models of different versions
// cannot be compared.
const version = 1

// Limits of what can be asked for.
const (
	maxDim      = 2048
	maxTermsCap = 1 << 20
)

// Options are how to train. The zero value of each field is its default.
type Options struct {
	Dim      int     // dimensions; 256
	Seed     uint64  // of the sketch and the sample
	MinTexts int     // texts that a term must be in; 2
	MaxShare float64 // share of the texts above which a term says nothing; 0.5
	MaxTerms int     // terms, the most frequent ones; 65,536
	Sample   int     // texts above which a sample is trained on, of half of this to all of it; 1,048,576
	Workers  int     // goroutines; as many as processors. The model does not depend on it
}

// ErrNoTerms says that there is nothing to learn from.
var ErrNoTerms = errors.New("no term is in enough of the texts to learn from; add documents, or lower the number " +
	"of texts that a term must be in")

// check fills in the defaults and refuses what cannot be.
func (o Options) check(processors int) (Options, error) {
	for _, field := range []struct {
		name           string
		value          *int
		usual, low, up int
	}{
		{"dimensions", &o.Dim, 256, 1, maxDim},
		{"texts that a term must be in", &o.MinTexts, 2, 1, 1 << 30},
		{"terms", &o.MaxTerms, 1 << 16, 1, maxTermsCap},
		{"texts of a sample", &o.Sample, 1 << 20, 100, 1 << 24},
		{"workers", &o.Workers, processors, 1, 1 << 10},
	} {
		if *field.value == 0 {
			*field.value = field.usual
		}
		if *field.value < field.low || *field.value > field.up {
			return o, fmt.Errorf("lsa: the number of %s is %d; it can be %d to %d", field.name, *field.value, field.low,
				field.up)
		}
	}
	o.MaxShare = cmp.Or(o.MaxShare, 0.5)
	if !(o.MaxShare > 0 && o.MaxShare <= 1) {
		return o, fmt.Errorf("lsa: the highest share of texts is %v; it can be above 0 and up to 1", o.MaxShare)
	}
	return o, nil
}

// Facts are what a model says of itself.
type Facts struct {
	Version   int     `json:"version"`
	Dim       int     `json:"dimensions"` // fewer than asked for where the texts vary along fewer
	Seed      uint64  `json:"seed"`
	Texts     int64   `json:"texts"`     // that there were
	Trained   int64   `json:"trained"`   // that it was trained on: those of the sample that have a known term
	Sampled   float64 `json:"sampled"`   // share of the texts that were looked at; 1 is all
	Terms     int     `json:"terms"`     // in the vocabulary
	Explained float64 `json:"explained"` // share of the squared weights that the dimensions keep
}
