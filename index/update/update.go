// Package update turns the sentences of a corpus into an index that is up to date with them: it adds what the index
// does not have, replaces what reads otherwise, and removes what is gone. The index is the embedded one, or its copy
// in a search engine.
//
// What is done is committed now and then, and when an update ends early: the next one goes on from there.
package update

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/index/sentences"
	"github.com/assayhq/assay/model"
)

// Source is what an index should hold.
type Source struct {
	// Records are those of some documents, without vectors; no document is all.
	Records func(documents ...string) iter.Seq2[*index.Record, error]
	// Vectors is an up-to-date index whose vectors are copied, rather than made by the Embedder.
	Vectors *embedded.Index
	// Embedder makes vectors where they are not copied; nil is for an index without vectors.
	Embedder *embed.Model
}

// Corpus is the source of an index of a corpus.
func Corpus(c *store.Corpus, e *embed.Model) Source {
	return Source{Embedder: e, Records: func(documents ...string) iter.Seq2[*index.Record, error] {
		return sentences.Records(c, store.Query{Documents: documents})
	}}
}

// Engine holds records elsewhere than in the embedded index.
type Engine interface {
	Add(context.Context, []index.Record) error // replaces those of the same id
	Delete(ctx context.Context, ids []string) error
	Settle(context.Context) error // makes what was written ready to be searched
}

// Target is what is brought up to date. It exists.
type Target struct {
	Dir     string // of an embedded index: the target itself or, for a copy, the note of what the engine has acknowledged
	Engine  Engine // that holds the copy; nil if there is none
	Vectors bool   // the engine takes no record without a vector
}

// Options are how a target is updated.
type Options struct {
	Tool     string         // version of the program
	Progress func(done int) // told after each batch how many records are up to date; nil is not called
}

// Counts are what an update did.
type Counts struct {
	Kept     int  `json:"kept"`
	Added    int  `json:"added"`
	Replaced int  `json:"replaced"`
	Removed  int  `json:"removed"`
	NoVector int  `json:"no_vector"` // records without a vector: the embedder can say nothing of them
	Tidied   bool `json:"-"`         // segments were rewritten without what is gone
}

// Records after which an update is committed. An engine has the records by then; noting them is cheap.
const (
	indexCommit  = 2_000_000
	engineCommit = 200_000
)

// plainBatch is how many records are added at once if none is embedded.
const plainBatch = 4096

// textHash is the field that tells whether a sentence reads as it did.
const textHash = "text_hash"

// updater is one update.
type updater struct {
	source  Source
	target  Target
	options Options
	before  *embedded.Index // as it was when the update began
	writer  *embedded.Writer
	strict  bool           // a record without a vector cannot be held
	found   map[string]int // records that corpus and index both have, by document
	done    int
	pending int // records since the last commit
	counts  Counts
}

// Run brings a target up to date with a source. With an error, the counts are what was done before.
func Run(ctx context.Context, s Source, t Target, o Options) (_ Counts, err error) {
	u := &updater{source: s, target: t, options: o, found: map[string]int{}}
	if u.before, err = embedded.Open(t.Dir); err != nil {
		return u.counts, err
	}
	defer func() { err = errors.Join(err, u.before.Close()) }()
	m := u.before.Manifest()
	u.strict = t.Vectors || m.Embedder != nil && m.Texts == nil
	if err := u.begin(); err != nil {
		return u.counts, err
	}
	if err := u.run(ctx); err != nil {
		return u.counts, u.keep(err)
	}
	if err := u.writer.Commit(); err != nil {
		return u.counts, err
	}
	if u.counts.Added+u.counts.Replaced+u.counts.Removed > 0 {
		u.counts.Tidied, err = embedded.Tidy(t.Dir, embedded.Options{Tool: o.Tool})
	}
	return u.counts, err
}

func (u *updater) begin() (err error) {
	u.writer, err = embedded.OpenWriter(u.target.Dir, embedded.Options{Tool: u.options.Tool, Replace: true})
	return err
}

// keep commits what was done before an error ended the update.
func (u *updater) keep(err error) error {
	if u.writer == nil { // committing failed
		return err
	}
	if failed := u.writer.Commit(); !errors.Is(err, failed) { // the writer repeats its own errors
		err = errors.Join(err, failed)
	}
	return err
}

// commit commits if there are enough records since the last time.
func (u *updater) commit(records int) error {
	limit := indexCommit
	if u.target.Engine != nil {
		limit = engineCommit
	}
	if u.pending += records; u.pending < limit {
		return nil
	}
	u.pending = 0
	if err := u.writer.Commit(); err != nil {
		u.writer = nil
		return err
	}
	return u.begin()
}

func (u *updater) run(ctx context.Context) error {
	next, stop := iter.Pull2(u.source.Records())
	defer stop()
	for more := true; more; {
		var batch []change
		var err error
		if batch, more, err = u.gather(next); err != nil {
			return err
		}
		if err := u.write(ctx, batch); err != nil {
			return err
		}
		if u.options.Progress != nil {
			u.options.Progress(u.done)
		}
	}
	if err := u.removeGone(ctx); err != nil || u.target.Engine == nil {
		return err
	}
	return u.target.Engine.Settle(ctx)
}

// change is a record that is to be written.
type change struct {
	*index.Record
	replaces bool // the target has its id, with another text
}

// gather reads records until enough of them are to be written.
func (u *updater) gather(next func() (*index.Record, error, bool)) (batch []change, more bool, err error) {
	size := plainBatch
	if u.source.Embedder != nil && u.source.Embedder.BatchSize > 0 {
		size = u.source.Embedder.BatchSize
	}
	for len(batch) < size {
		r, err, more := next()
		if !more || err != nil {
			return batch, false, err
		}
		old, found, err := u.before.Fields(r.ID)
		if err != nil {
			return nil, false, err
		}
		if found {
			document, _ := store.DocumentOf(r.ID)
			u.found[document]++
			if old[textHash] == r.Fields[textHash] {
				u.counts.Kept++
				u.done++
				continue
			}
		}
		batch = append(batch, change{r, found})
	}
	return batch, true, nil
}

// write writes a batch, and removes those of its records that the target can no longer hold.
func (u *updater) write(ctx context.Context, batch []change) error {
	if err := u.addVectors(ctx, batch); err != nil {
		return err
	}
	var held []change
	var stale []string
	for _, c := range batch {
		missing := c.Vector == nil && (u.source.Embedder != nil || u.target.Vectors)
		if missing {
			u.counts.NoVector++
		}
		switch {
		case !missing || !u.strict:
			held = append(held, c)
		case c.replaces:
			stale = append(stale, c.ID)
		}
	}
	if err := u.remove(ctx, stale); err != nil {
		return err
	}
	if err := u.add(ctx, held); err != nil {
		return err
	}
	u.done += len(batch)
	return u.commit(len(held))
}

// addVectors gives records their vectors. One that the embedder can say nothing of keeps none.
func (u *updater) addVectors(ctx context.Context, batch []change) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s := &u.source
	if x := s.Vectors; x != nil && x.Manifest().Embedder != nil && !x.Manifest().CodesOnly {
		for _, c := range batch {
			var err error
			if c.Vector, _, err = x.Vector(c.ID); err != nil {
				return err
			}
		}
		return nil
	}
	if s.Embedder == nil || len(batch) == 0 {
		return nil
	}
	texts := make([]string, len(batch))
	for i, c := range batch {
		texts[i] = c.Text
	}
	vectors, err := s.Embedder.Embed(ctx, texts, model.ForDocument)
	if err != nil {
		return err
	}
	for i, c := range batch {
		c.Vector = vectors[i]
	}
	return nil
}

// add writes records. For a copy the embedded index notes what the engine has acknowledged.
func (u *updater) add(ctx context.Context, batch []change) error {
	if len(batch) == 0 {
		return nil
	}
	if u.target.Engine != nil {
		records := make([]index.Record, len(batch))
		for i, c := range batch {
			records[i] = *c.Record
		}
		if err := u.target.Engine.Add(ctx, records); err != nil {
			return err
		}
	}
	for _, c := range batch {
		r := c.Record
		if u.target.Engine != nil {
			r = &index.Record{ID: c.ID, Fields: index.Fields{textHash: c.Fields[textHash]}}
		}
		if err := u.writer.Add(r); err != nil {
			return fmt.Errorf("index sentence %q: %w", c.ID, err)
		}
		if c.replaces {
			u.counts.Replaced++
		} else {
			u.counts.Added++
		}
	}
	return nil
}

// remove removes records that the target had when the update began.
func (u *updater) remove(ctx context.Context, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	if u.target.Engine != nil {
		if err := u.target.Engine.Delete(ctx, ids); err != nil {
			return err
		}
	}
	for _, id := range ids {
		removed, err := u.writer.Remove(id)
		if err != nil {
			return err
		}
		if removed {
			u.counts.Removed++
		}
	}
	return nil
}

// removeGone removes what the target had and the corpus does not: documents that are gone, and the ends of those that
// are shorter now.
func (u *updater) removeGone(ctx context.Context) error {
	stale, err := u.staleDocuments()
	if err != nil || len(stale) == 0 {
		return err
	}
	var batch []string
	for id, err := range u.before.IDs() {
		if err != nil {
			return err
		}
		document, _ := store.DocumentOf(id)
		if left, ok := stale[document]; !ok || left[id] {
			continue
		}
		if batch = append(batch, id); len(batch) < plainBatch {
			continue
		}
		if err := u.remove(ctx, batch); err != nil {
			return err
		}
		batch = batch[:0]
	}
	return u.remove(ctx, batch)
}

// staleDocuments are those of which the target has more than the corpus, each with the ids that the corpus has.
func (u *updater) staleDocuments() (map[string]map[string]bool, error) {
	had := map[string]int{}
	for id, err := range u.before.IDs() {
		if err != nil {
			return nil, err
		}
		document, _ := store.DocumentOf(id)
		had[document]++
	}
	stale := map[string]map[string]bool{}
	for document, n := range had {
		if n <= u.found[document] {
			continue
		}
		stale[document] = map[string]bool{}
		if u.found[document] == 0 {
			continue
		}
		for r, err := range u.source.Records(document) {
			if err != nil {
				return nil, err
			}
			stale[document][r.ID] = true
		}
	}
	return stale, nil
}
