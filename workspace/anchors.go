package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/assayhq/assay/gold"
	"github.com/assayhq/assay/internal/usage"
)

// DefaultAnchors are enough for an interval of about ±3 points around a rate of a half, were anchors independent.
const DefaultAnchors = 1200

// AnchorOptions say which anchors are drawn from the corpus.
type AnchorOptions struct {
	Path   string // of the file; empty is AnchorsPath of the phase
	Phase  int    // 1: the plain test of an index; 2: windows that adapt to short sections; 0 is 1
	Number int    // of anchors at most; 0 is DefaultAnchors
	Seed   uint64
	Rules  *gold.Rules // nil are those of the phase
	Force  bool        // replace a file that holds other anchors
}

// AnchorsPath is where the anchors of a phase are kept that no path names.
func (w *Workspace) AnchorsPath(phase int) string {
	return w.Path("anchors", fmt.Sprintf("phase%d.jsonl", phase))
}

// Anchors are anchors with the file that they are in.
type Anchors struct {
	*gold.Set
	Path string
}

// DrawAnchors draws anchors from the corpus and writes them to a file.
func (w *Workspace) DrawAnchors(ctx context.Context, o AnchorOptions) (*Anchors, error) {
	o.Phase = cmp.Or(o.Phase, 1)
	o.Number = cmp.Or(o.Number, DefaultAnchors)
	rules, err := phaseRules(&o)
	if err != nil {
		return nil, err
	}
	corpus, err := w.Corpus()
	if err != nil {
		return nil, err
	}
	defer corpus.Close()
	anchors, from, err := gold.Draw(ctx, corpus, *rules, o.Number, o.Seed)
	if err != nil {
		return nil, err
	}
	if len(anchors) == 0 {
		return nil, fmt.Errorf("no sentence may be an anchor: of %d sentences in %d sections "+
			"none is in a section of %d or more, eligible and with golds; "+
			"lower the least sizes of sections and sentences, or take phase 2",
			from.Sentences, from.Sections, rules.MinSection)
	}
	head := gold.Head{Tool: w.opts.Version, Phase: o.Phase, Seed: o.Seed, Asked: o.Number, Rules: *rules, From: from}
	all := &Anchors{Set: &gold.Set{Head: head, Anchors: anchors}, Path: cmp.Or(o.Path, w.AnchorsPath(o.Phase))}
	if all.Path == w.AnchorsPath(o.Phase) {
		if err := os.MkdirAll(filepath.Dir(all.Path), 0o777); err != nil {
			return nil, err
		}
	}
	return all, all.save(o.Force)
}

func phaseRules(o *AnchorOptions) (*gold.Rules, error) {
	if o.Phase != 1 && o.Phase != 2 {
		return nil, usage.Errorf("phase %d: there are 1 and 2", o.Phase)
	}
	if o.Number < 1 {
		return nil, usage.Errorf("the number of anchors is at least 1")
	}
	rules := gold.Neighbours
	if o.Phase == 2 {
		rules = gold.Adaptive
	}
	if o.Rules != nil {
		rules = *o.Rules
	}
	return &rules, usage.Wrap(rules.Check())
}

// save refuses to replace other anchors unasked: runs over them could no longer be compared.
func (a *Anchors) save(force bool) error {
	if err := a.Write(io.Discard); err != nil { // computes the hash
		return err
	}
	switch old, err := gold.Open(a.Path); {
	case errors.Is(err, os.ErrNotExist):
	case err == nil && old.SHA256 == a.SHA256:
		return nil
	case !force:
		return fmt.Errorf("%q holds other anchors, or something else; "+
			"it is replaced where that is forced, and runs over it can then be compared with no new one", a.Path)
	}
	return a.Save(a.Path)
}
