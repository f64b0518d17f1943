package workspace

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

// filling brings an index up to date: it adds what the corpus has and the index has not, replaces what reads
// otherwise now, and takes out what the corpus has no more.
type filling struct {
	*build

	x      *embedded.Index
	w      *embedded.Writer
	counts map[string]int // sentences that corpus and index both have, by document
	since  int            // records since the last commit
}

// commitRecords is after how many new records an index is brought up to date, so that a build that is stopped
// goes on from there.
const commitRecords = 2_000_000

// plainBatch is how many records are added at once where none is embedded.
const plainBatch = 4096

func (f *filling) run(ctx context.Context) (err error) {
	if f.x, err = embedded.Open(f.dir); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.x.Close()) }()
	if err := f.begin(); err != nil {
		return err
	}
	defer func() { f.w.Abort() }()
	f.counts = map[string]int{}
	next, stop := iter.Pull2(sentences.Records(f.corpus, store.Query{}))
	defer stop()
	for more := true; more; {
		var batch []*index.Record
		if batch, more, err = f.gather(next); err != nil {
			return err
		}
		if err := f.add(ctx, batch); err != nil {
			return err
		}
		f.options.Progress(int64(f.Kept+f.Added+f.Replaced), f.corpus.Stats().Sentences)
	}
	if err := f.remove(); err != nil {
		return err
	}
	if err := f.w.Commit(); err != nil || f.Added+f.Replaced+f.Removed == 0 {
		return err
	}
	f.Tidied, err = embedded.Tidy(f.dir, embedded.Options{Tool: f.work.opts.Version})
	return err
}

func (f *filling) begin() (err error) {
	f.w, err = embedded.OpenWriter(f.dir, embedded.Options{Tool: f.work.opts.Version, Replace: true})
	return err
}

// gather reads records until there are enough that are new.
func (f *filling) gather(next func() (*index.Record, error, bool)) (batch []*index.Record, more bool, err error) {
	size := plainBatch
	if f.embedder != nil {
		size = f.embedder.BatchSize
	}
	for len(batch) < size {
		r, err, more := next()
		if !more || err != nil {
			return batch, more, err
		}
		there, same, err := f.has(r)
		if there {
			doc, _ := store.DocumentOf(r.ID)
			f.counts[doc]++
		}
		switch {
		case err != nil:
			return batch, more, err
		case same:
			f.Kept++
			continue
		case there:
			f.Replaced++
		default:
			f.Added++
		}
		batch = append(batch, r)
	}
	return batch, true, nil
}

// has reports whether the index has a record, and whether it says the same.
func (f *filling) has(r *index.Record) (there, same bool, err error) {
	if f.x.Len() == 0 {
		return false, false, nil
	}
	fields, there, err := f.x.Fields(r.ID)
	return there, there && fields["text_hash"] == r.Fields["text_hash"], err
}

// add embeds records and adds them. One that the embedder can say nothing of is counted, and stays to be found
// by its words where there are any.
func (f *filling) add(ctx context.Context, batch []*index.Record) error {
	if err := f.embed(ctx, batch); err != nil {
		return err
	}
	for _, r := range batch {
		if err := ctx.Err(); err != nil {
			return err
		}
		if f.embedder != nil && r.Vector == nil {
			f.NoVector++
			if f.x.Manifest().Texts == nil {
				continue
			}
		}
		if err := f.w.Add(r); err != nil {
			return fmt.Errorf("index sentence %q: %w", r.ID, err)
		}
	}
	if f.since += len(batch); f.since < commitRecords {
		return nil
	}
	f.since = 0
	if err := f.w.Commit(); err != nil {
		return err
	}
	return f.begin()
}

func (f *filling) embed(ctx context.Context, batch []*index.Record) error {
	if f.embedder == nil || len(batch) == 0 {
		return nil
	}
	return embedRecords(ctx, f.embedder, batch)
}

// embedRecords gives records their vectors.
func embedRecords(ctx context.Context, e *embed.Model, records []*index.Record) error {
	texts := make([]string, len(records))
	for i, r := range records {
		texts[i] = r.Text
	}
	vectors, err := e.Embed(ctx, texts, model.ForDocument)
	if err != nil {
		return err
	}
	for i, r := range records {
		r.Vector = vectors[i]
	}
	return nil
}

// remove takes out what was in the index at the beginning and is in the corpus no more: documents that are
// gone, and what is left of those that have become shorter.
func (f *filling) remove() error {
	had := map[string]int{}
	for id, err := range f.x.IDs() {
		if err != nil {
			return err
		}
		doc, _ := store.DocumentOf(id)
		had[doc]++
	}
	left := map[string]map[string]bool{} // ids of documents that have not all that the index has of them
	for doc, n := range had {
		if n <= f.counts[doc] {
			continue
		}
		left[doc] = map[string]bool{}
		if f.counts[doc] == 0 {
			continue
		}
		for r, err := range sentences.Records(f.corpus, store.Query{Documents: []string{doc}}) {
			if err != nil {
				return err
			}
			left[doc][r.ID] = true
		}
	}
	if len(left) == 0 {
		return nil
	}
	for id, err := range f.x.IDs() {
		if err != nil {
			return err
		}
		doc, _ := store.DocumentOf(id)
		if ids, stale := left[doc]; !stale || ids[id] {
			continue
		}
		if _, err := f.w.Remove(id); err != nil {
			return err
		}
		f.Removed++
	}
	return nil
}
