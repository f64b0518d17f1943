package ledger

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"

	"zombiezen.com/go/sqlite"

	"github.com/assayhq/assay/score"
)

// Result is a case of a run with the attempt at it that counts.
type Result struct {
	Case
	Attempt
}

// With says what Results reads beside cases, attempts and scores.
type With struct {
	Bodies  bool // of cases
	Answers bool
	Uses    bool
	Details bool // what scores say beside their values
}

// Results are the attempts of a run that count, in the order of cases and repeats. They are read a page at
// a time, each page as it was at one moment, so a run of any size costs little memory and nobody waits. The
// next page is read while the caller looks at this one. Cases with the same tags may share the map of them.
func (l *Ledger) Results(r *Info, with With) iter.Seq2[*Result, error] {
	return func(yield func(*Result, error) bool) {
		for coming := l.ahead(r, math.MinInt64, with); coming != nil; {
			p := <-coming
			if coming = nil; p.err != nil {
				yield(nil, p.err)
				return
			}
			if p.next != end {
				coming = l.ahead(r, p.next, with)
			}
			for i := range p.results {
				if !yield(&p.results[i], nil) {
					return
				}
			}
		}
	}
}

// page is a stretch of results, and where the next one begins.
type page struct {
	results []Result
	next    int64 // ordinal
	err     error
}

// ahead begins to read a page. Who asked need not wait for it.
func (l *Ledger) ahead(r *Info, from int64, with With) <-chan page {
	coming := make(chan page, 1)
	go func() {
		var p page
		p.results, p.next, p.err = l.page(r, from, with)
		coming <- p
	}()
	return coming
}

// A page is at most so many cases, or fewer if their bodies are large.
const (
	pageCases = 512
	pageBytes = 16 << 20
)

// end is the ordinal behind all.
const end = math.MaxInt64

// pageEnd is the ordinal at which the page behind the one that begins at an ordinal begins.
func pageEnd(c *sqlite.Conn, run, from int64) (next int64, err error) {
	next = end
	err = rows(c, "SELECT ordinal FROM cases WHERE run = ? AND ordinal >= ? ORDER BY ordinal LIMIT 1 OFFSET ?", args{run, from, pageCases}, func(s *sqlite.Stmt) error {
		next = s.ColumnInt64(0)
		return nil
	})
	return next, err
}

// page reads the results of the cases from an ordinal on, and says where the next page begins.
func (l *Ledger) page(r *Info, from int64, with With) (page []Result, next int64, err error) {
	err = l.read(func(c *sqlite.Conn) error {
		to, err := pageEnd(c, r.id, from)
		if err != nil {
			return err
		}
		p := pager{l: l, c: c, run: r.id, from: from, to: to}
		if err := p.fill(with); err != nil {
			return fmt.Errorf("run %q: %w", r.Name, err)
		}
		page, next = p.page, p.to
		return nil
	})
	return page, next, err
}

// pager gathers a page: a query for each table, over the same range.
type pager struct {
	l        *Ledger
	c        *sqlite.Conn
	run      int64
	from, to int64 // of ordinals

	page    []Result
	bodies  []ref         // of the cases of page
	answers []ref         // of the attempts
	at      map[int64]int // places in page by attempt
}

// fill reads the page, of which the range is known.
func (p *pager) fill(with With) error {
	err := p.finals()
	if err == nil {
		err = p.bulk(with)
	}
	if err == nil {
		err = p.scores(with.Details)
	}
	if err == nil && with.Uses {
		err = p.uses()
	}
	return err
}

// finals reads the attempts at the cases and keeps the last of each repeat.
func (p *pager) finals() error {
	const query = `SELECT c.ordinal, c.id, c.hash, c.cluster, c.tags, c.body,
			a.repeat, a.try, a.key, a.outcome, a.reason, a.source, a.took, a.cost, a.finished, a.id, a.answer
		FROM cases c JOIN attempts a ON a.run = c.run AND a.ordinal = c.ordinal
		WHERE c.run = ? AND c.ordinal >= ? AND c.ordinal < ? ORDER BY c.ordinal, a.repeat, a.try`
	tags := map[string]map[string]string{} // by their JSON: nearly all cases have those of another one
	err := rows(p.c, query, args{p.run, p.from, p.to}, func(s *sqlite.Stmt) error {
		ordinal, repeat, n := s.ColumnInt(0), s.ColumnInt(6), len(p.page)
		if n == 0 || p.page[n-1].Case.Ordinal != ordinal || p.page[n-1].Repeat != repeat {
			p.page, p.bodies, p.answers = append(p.page, Result{}), append(p.bodies, 0), append(p.answers, 0)
			n++
		}
		one := &p.page[n-1]
		p.bodies[n-1], p.answers[n-1] = ref(s.ColumnInt64(5)), ref(s.ColumnInt64(16))
		readAttempt(s, 6, &one.Attempt)
		one.Attempt.Ordinal = ordinal
		return readCase(s, 0, &one.Case, tags)
	})
	p.at = make(map[int64]int, len(p.page))
	for i := range p.page {
		p.at[p.page[i].Attempt.id] = i
	}
	return err
}

// readCase reads ordinal, id, hash, cluster and tags, which are looked up in those that were seen, if any are.
func readCase(s *sqlite.Stmt, at int, to *Case, seen map[string]map[string]string) error {
	to.Ordinal, to.ID, to.Cluster, to.Tags = s.ColumnInt(at), s.ColumnText(at+1), s.ColumnText(at+3), nil
	s.ColumnBytes(at+2, to.Hash[:])
	text := s.ColumnText(at + 4)
	if text == "{}" {
		return nil
	}
	tags, known := seen[text]
	if !known {
		if err := json.Unmarshal([]byte(text), &tags); err != nil {
			return damaged("case %q: its tags: %w", to.ID, err)
		}
		if seen != nil {
			seen[text] = tags
		}
	}
	to.Tags = tags
	return nil
}

// readAttempt reads repeat, try, key, outcome, reason, source, took, cost, finished and id.
func readAttempt(s *sqlite.Stmt, at int, to *Attempt) {
	to.Repeat, to.Try = s.ColumnInt(at), s.ColumnInt(at+1)
	s.ColumnBytes(at+2, to.Key[:])
	to.Outcome, to.Reason, to.Source = shared(s, at+3, Answered), shared(s, at+4, ""), shared(s, at+5, Live, Cached, Replayed, Carried)
	to.Took, to.Cost, to.Finished, to.id = took(s, at+6), optional(s, at+7), stamp(s.ColumnInt64(at+8)), s.ColumnInt64(at+9)
}

// bulk reads bodies and answers, and ends the page before the case with which they would be too much.
func (p *pager) bulk(with With) (err error) {
	var bytes int
	for i := range p.page {
		one, again := &p.page[i], i > 0 && p.page[i-1].Case.Ordinal == p.page[i].Case.Ordinal
		if bytes > pageBytes && !again {
			p.to, p.page = int64(one.Case.Ordinal), p.page[:i]
			return nil
		}
		switch {
		case with.Bodies && again:
			one.Body = p.page[i-1].Body
		case with.Bodies:
			if one.Body, err = body(p.c, p.bodies[i]); err != nil {
				return fmt.Errorf("case %q: %w", one.ID, err)
			}
			bytes += len(one.Body)
		}
		if with.Answers && p.answers[i] != 0 {
			if one.Answer, err = body(p.c, p.answers[i]); err != nil {
				return fmt.Errorf("case %q: its answer: %w", one.ID, err)
			}
			bytes += len(one.Answer)
		}
	}
	return nil
}

// place is the result of an attempt, or nil if a later try counts or the page ends before it.
func (p *pager) place(attempt int64) *Result {
	if at, ok := p.at[attempt]; ok && at < len(p.page) {
		return &p.page[at]
	}
	return nil
}

// between hands the rows of a table of attempts to a function. Attempts of one page were mostly made at about
// the same time, so their rows lie together: reading what lies between two of them is faster than looking each up.
func (p *pager) between(query string, attempt int, row func(*Result, *sqlite.Stmt) error) error {
	ids := slices.Sorted(maps.Keys(p.at))
	for len(ids) > 0 {
		n := 1
		for n < len(ids) && ids[n]-ids[n-1] <= maxGap {
			n++
		}
		err := rows(p.c, query, args{ids[0], ids[n-1]}, func(s *sqlite.Stmt) error {
			if to := p.place(s.ColumnInt64(attempt)); to != nil {
				return row(to, s)
			}
			return nil
		})
		if err != nil {
			return err
		}
		ids = ids[n:]
	}
	return nil
}

// maxGap is how far the numbers of attempts may be apart that are read at one go.
const maxGap = 8

func (p *pager) scores(details bool) error {
	query := "SELECT attempt, name, outcome, value FROM scores WHERE attempt BETWEEN ? AND ? ORDER BY attempt, ordinal"
	if details {
		query = "SELECT attempt, name, outcome, value, detail FROM scores WHERE attempt BETWEEN ? AND ? ORDER BY attempt, ordinal"
	}
	return p.between(query, 0, func(to *Result, s *sqlite.Stmt) error {
		name, err := p.l.text(p.c, s.ColumnInt64(1))
		if err != nil {
			return err
		}
		one := score.Score{Name: name}
		if one.Outcome, one.Value, err = verdict(s, 2); err != nil {
			return fmt.Errorf("case %q, score %q: %w", to.ID, name, err)
		}
		if details {
			if err := readDetail(s.ColumnText(4), &one); err != nil {
				return fmt.Errorf("case %q, score %q: %w", to.ID, name, err)
			}
		}
		to.Scores = append(to.Scores, one)
		return nil
	})
}

// readDetail reads what a score says beside its value.
func readDetail(text string, to *score.Score) error {
	if text == "{}" {
		return nil
	}
	var d detailText
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		return damaged("its detail: %w", err)
	}
	to.Expected, to.Extracted, to.Explanation, to.Evidence = d.Expected, d.Extracted, d.Explanation, d.Evidence
	return nil
}

// verdict reads a score's outcome and value, which must agree.
func verdict(s *sqlite.Stmt, at int) (outcome score.Outcome, value float64, err error) {
	valued := !s.ColumnIsNull(at + 1)
	if outcome = score.Outcome(shared(s, at, string(score.Scored))); !outcome.Known() || valued != (outcome == score.Scored) {
		return outcome, 0, damaged("outcome %q, with a value: %t", outcome, valued)
	}
	return outcome, s.ColumnFloat(at + 1), nil
}

// useColumns are the columns of uses in the order in which readUse reads them.
const useColumns = "u.call, u.provider, u.asked, u.served, u.outcome, u.source, u.tries, u.took, u.input, u.cached, u.written, u.output, u.reasoning, u.cost"

func (p *pager) uses() error {
	const query = "SELECT " + useColumns + ", u.attempt FROM uses u WHERE u.attempt BETWEEN ? AND ? ORDER BY u.attempt, u.ordinal"
	return p.between(query, 14, func(to *Result, s *sqlite.Stmt) error {
		use, err := p.l.readUse(p.c, s)
		to.Uses = append(to.Uses, use)
		return err
	})
}

func (l *Ledger) readUse(c *sqlite.Conn, s *sqlite.Stmt) (u Use, err error) {
	u = Use{Outcome: s.ColumnText(4), Source: shared(s, 5, Live, Cached, Replayed), Tries: s.ColumnInt(6), Took: took(s, 7), Input: optional(s, 8),
		Cached: optional(s, 9), Written: optional(s, 10), Output: optional(s, 11), Reasoning: optional(s, 12), Cost: optional(s, 13)}
	s.ColumnBytes(0, u.Call[:])
	for i, to := range []*string{&u.Provider, &u.Asked, &u.Served} {
		if *to, err = l.text(c, s.ColumnInt64(1+i)); err != nil {
			return u, err
		}
	}
	return u, nil
}

// text is the text of a name.
func (l *Ledger) text(c *sqlite.Conn, id int64) (text string, err error) {
	l.mu.Lock()
	text, ok := l.names[id]
	l.mu.Unlock()
	if ok {
		return text, nil
	}
	found := false
	err = rows(c, "SELECT text FROM names WHERE id = ?", args{id}, func(s *sqlite.Stmt) error {
		text, found = s.ColumnText(0), true
		return nil
	})
	if err == nil && !found {
		err = damaged("name %d is missing", id)
	}
	if err != nil {
		return "", err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.names) >= maxNames {
		clear(l.names)
	}
	l.names[id] = text
	return text, nil
}
