package semantic

import (
	"context"
	"errors"
	"fmt"

	"github.com/assayhq/assay/encode/bertscore"
	"github.com/assayhq/assay/vec"
)

func openBERTScore(o *Options) (*family, error) {
	options := bertscore.Options{Name: o.Name, Baseline: o.Baseline, References: o.Golds}
	if o.Layer != nil {
		options.Layer = *o.Layer
	}
	s, err := bertscore.New(o.Model, options)
	if err != nil {
		return nil, err
	}
	signature, err := s.Signature()
	if err != nil {
		return nil, err
	}
	return &family{signature, func(ctx context.Context, pairs []pair) ([]judged, error) {
		asked := make([]bertscore.Pair, len(pairs))
		for i, p := range pairs {
			asked[i] = bertscore.Pair{Candidate: p.answer, Reference: p.gold}
		}
		got, err := s.Scores(ctx, asked)
		if err != nil {
			return nil, err
		}
		results := make([]judged, len(pairs))
		for i, g := range got {
			results[i] = judged{values: []float64{g.F1, g.Precision, g.Recall}, cut: g.Truncated}
			if g.Empty {
				results[i].why = "a text has no token of its own, or none that weighs anything"
			}
		}
		return results, nil
	}}, nil
}

func openCosine(o *Options) (*family, error) {
	if o.Model.Facts().Dim == 0 {
		return nil, errors.New("this one makes none")
	}
	signature, err := o.Model.Signed(o.Name)
	if err != nil {
		return nil, err
	}
	return &family{signature, func(ctx context.Context, pairs []pair) ([]judged, error) {
		texts := make([]string, 0, 2*len(pairs))
		for _, p := range pairs {
			texts = append(texts, p.gold, p.answer)
		}
		vectors, err := o.Model.Vectors(ctx, texts, "")
		if err != nil {
			return nil, err
		}
		results := make([]judged, len(pairs))
		for i := range results {
			a, b := vectors[2*i], vectors[2*i+1]
			length := vec.Norm(a.Values) * vec.Norm(b.Values)
			if length == 0 {
				results[i].why = "a text has no token that the model knows"
				continue
			}
			results[i] = judged{values: []float64{max(-1, min(1, vec.Dot64(a.Values, b.Values)/length))}, cut: a.Truncated ||
				b.Truncated}
		}
		return results, nil
	}}, nil
}

func openBLEURT(o *Options) (*family, error) {
	if labels := o.Model.Facts().Labels; len(labels) != 1 {
		return nil, fmt.Errorf("this one has %d", len(labels))
	}
	signature, err := o.Model.Signed(o.Name)
	if err != nil {
		return nil, err
	}
	return &family{signature, func(ctx context.Context, pairs []pair) ([]judged, error) {
		asked := make([][2]string, len(pairs))
		for i, p := range pairs {
			asked[i] = [2]string{p.gold, p.answer} // the reference comes first
		}
		got, err := o.Model.Pairs(ctx, asked)
		if err != nil {
			return nil, err
		}
		results := make([]judged, len(pairs))
		for i, g := range got {
			results[i] = judged{values: []float64{float64(g.Logits[0])}, cut: g.Truncated}
		}
		return results, nil
	}}, nil
}
