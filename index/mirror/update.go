package mirror

import (
	"context"
	"errors"
	"iter"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
)

// textHash is the field that tells whether a sentence reads as it did.
const textHash = "text_hash"

const (
	batchRecords = 4096    // given to the engine at once; it sends them in parts of its own
	noteRecords  = 200_000 // after which what was acknowledged is noted
)

// Source is what a copy is made of.
type Source struct {
	Index   *embedded.Index
	Records iter.Seq2[*index.Record, error] // of the corpus, with their texts
	// Vectors gives records their vectors; one that the embedder can say nothing of keeps none.
	Vectors func(context.Context, []*index.Record) error
	Show    func(*Counts) // now and then; nil is nobody
}

// Counts are what an update did.
type Counts struct {
	Kept     int `json:"kept"`
	Added    int `json:"added"`
	Replaced int `json:"replaced"`
	Removed  int `json:"removed"`
	NoVector int `json:"no_vector"` // records that the engine cannot hold, for want of a vector
}

// update is one bringing up to date.
type update struct {
	m     *Mirror
	s     *Source
	w     *embedded.Writer
	c     Counts
	since int // records acknowledged since the last note
}

// Update brings the copy up to date. Whatever ends it early, what the engine has acknowledged is noted.
func (m *Mirror) Update(ctx context.Context, s *Source) (c Counts, err error) {
	u := &update{m: m, s: s}
	if err := u.begin(); err != nil {
		return c, err
	}
	defer func() {
		err = errors.Join(err, u.w.Commit())
		c = u.c
	}()
	if err := u.addAll(ctx); err != nil {
		return c, err
	}
	if err := u.removeAll(ctx); err != nil {
		return c, err
	}
	return c, m.to.Settle(ctx)
}

func (u *update) begin() (err error) {
	u.w, err = embedded.OpenWriter(u.m.heldDir(), embedded.Options{Tool: u.m.Note.Tool, Replace: true})
	return err
}

// note keeps what was acknowledged.
func (u *update) note(records int) error {
	if u.since += records; u.since < noteRecords {
		return nil
	}
	u.since = 0
	if err := u.w.Commit(); err != nil {
		return err
	}
	return u.begin()
}

// addAll sends what the engine has not, and what reads otherwise now.
func (u *update) addAll(ctx context.Context) error {
	batch := make([]pending, 0, batchRecords)
	for r, err := range u.s.Records {
		if err != nil {
			return err
		}
		there, same, err := u.holds(r)
		if err != nil {
			return err
		}
		if same {
			u.c.Kept++
			continue
		}
		if batch = append(batch, pending{r, there}); len(batch) == cap(batch) {
			if err := u.send(ctx, batch); err != nil {
				return err
			}
			batch = batch[:0]
		}
	}
	return u.send(ctx, batch)
}

// holds reports whether the engine has a record, and whether it says the same.
func (u *update) holds(r *index.Record) (there, same bool, err error) {
	f, there, err := u.m.held.Fields(r.ID)
	return there, there && f[textHash] == r.Fields[textHash], err
}

// pending is a record that is to be sent.
type pending struct {
	*index.Record
	there bool // the engine holds its id, with another text
}

func (u *update) send(ctx context.Context, batch []pending) error {
	records, stale, err := u.sendable(ctx, batch)
	if err != nil {
		return err
	}
	if err := u.remove(ctx, stale); err != nil || len(records) == 0 {
		return err
	}
	if err := u.m.to.Add(ctx, records); err != nil {
		return err
	}
	for i := range batch {
		switch {
		case u.lacks(batch[i].Record):
		case batch[i].there:
			u.c.Replaced++
		default:
			u.c.Added++
		}
	}
	for i := range records {
		kept := &index.Record{ID: records[i].ID, Fields: index.Fields{textHash: records[i].Fields[textHash]}}
		if err := u.w.Add(kept); err != nil {
			return err
		}
	}
	if u.s.Show != nil {
		u.s.Show(&u.c)
	}
	return u.note(len(records))
}

// lacks reports whether the engine needs a vector that a record has not.
func (u *update) lacks(r *index.Record) bool { return u.m.Note.Embedder != nil && r.Vector == nil }

// sendable are the records of a batch that the engine can hold, and the ids of those that it held and can hold no
// more.
func (u *update) sendable(ctx context.Context, batch []pending) (records []index.Record, stale []string, err error) {
	all := make([]*index.Record, len(batch))
	for i := range batch {
		all[i] = batch[i].Record
	}
	if err := u.s.Vectors(ctx, all); err != nil {
		return nil, nil, err
	}
	for i := range batch {
		r := batch[i].Record
		if !u.lacks(r) {
			records = append(records, *r)
			continue
		}
		u.c.NoVector++
		if batch[i].there {
			stale = append(stale, r.ID)
		}
	}
	return records, stale, nil
}

// removeAll takes out of the engine what it held at the beginning and the index has no more.
func (u *update) removeAll(ctx context.Context) error {
	batch := make([]string, 0, batchRecords)
	for id, err := range u.m.held.IDs() {
		if err != nil {
			return err
		}
		there, err := u.s.Index.Has(id)
		if err != nil {
			return err
		}
		if there {
			continue
		}
		if batch = append(batch, id); len(batch) == cap(batch) {
			if err := u.remove(ctx, batch); err != nil {
				return err
			}
			batch = batch[:0]
		}
	}
	return u.remove(ctx, batch)
}

func (u *update) remove(ctx context.Context, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	if err := u.m.to.Delete(ctx, ids); err != nil {
		return err
	}
	for _, id := range ids {
		there, err := u.w.Remove(id)
		if err != nil {
			return err
		}
		if there {
			u.c.Removed++
		}
	}
	return nil
}
