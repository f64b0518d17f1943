package ledger

import (
	"encoding/json"
	"fmt"
	"iter"
	"math"

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
// a time, each page as it was at one moment, so a run of any size costs little memory and nobody waits.
func (l *Ledger) Results(r *Info, with With) iter.Seq2[*Result, error] {
	return func(yield func(*Result, error) bool) {
		for from := int64(math.MinInt64); ; {
			page, next, err := l.page(r, from, with)
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range page {
				if !yield(&page[i], nil) {
					return
				}
			}
			if next == end {
				return
			}
			from = next
		}
	}
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
		return readCase(s, 0, &one.Case)
	})
	p.at = make(map[int64]int, len(p.page))
	for i := range p.page {
		p.at[p.page[i].Attempt.id] = i
	}
	return err
}

// readCase reads ordinal, id, hash, cluster and tags.
func readCase(s *sqlite.Stmt, at int, to *Case) error {
	to.Ordinal, to.ID, to.Cluster, to.Tags = s.ColumnInt(at), s.ColumnText(at+1), s.ColumnText(at+3), nil
	s.ColumnBytes(at+2, to.Hash[:])
	if tags := s.ColumnText(at + 4); tags != "{}" {
		if err := json.Unmarshal([]byte(tags), &to.Tags); err != nil {
			return damaged("case %q: its tags: %w", to.ID, err)
		}
	}
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

func (p *pager) scores(details bool) error {
	column := "''"
	if details {
		column = "s.detail"
	}
	query := `SELECT s.attempt, s.name, s.outcome, s.value, ` + column + ` FROM attempts a JOIN scores s ON s.attempt = a.id
		WHERE a.run = ? AND a.ordinal >= ? AND a.ordinal < ? ORDER BY a.ordinal, a.repeat, a.try, s.ordinal`
	return rows(p.c, query, args{p.run, p.from, p.to}, func(s *sqlite.Stmt) error {
		to := p.place(s.ColumnInt64(0))
		if to == nil {
			return nil
		}
		name, err := p.l.text(p.c, s.ColumnInt64(1))
		if err != nil {
			return err
		}
		one := score.Score{Name: name}
		if one.Outcome, one.Value, err = verdict(s, 2); err != nil {
			return fmt.Errorf("case %q, score %q: %w", to.ID, name, err)
		}
		if text := s.ColumnText(4); details && text != "{}" {
			var d detailText
			if err := json.Unmarshal([]byte(text), &d); err != nil {
				return fmt.Errorf("case %q, score %q: %w", to.ID, name, damaged("its detail: %w", err))
			}
			one.Expected, one.Extracted, one.Explanation, one.Evidence = d.Expected, d.Extracted, d.Explanation, d.Evidence
		}
		to.Scores = append(to.Scores, one)
		return nil
	})
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
	const query = `SELECT ` + useColumns + `, u.attempt FROM attempts a JOIN uses u ON u.attempt = a.id
		WHERE a.run = ? AND a.ordinal >= ? AND a.ordinal < ? ORDER BY a.ordinal, a.repeat, a.try, u.ordinal`
	return rows(p.c, query, args{p.run, p.from, p.to}, func(s *sqlite.Stmt) error {
		to := p.place(s.ColumnInt64(14))
		if to == nil {
			return nil
		}
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
