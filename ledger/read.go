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
// a time, each page as it was at one moment, so a run of any size costs little memory and blocks no writer. The
// next pages are read beside each other while the caller looks at this one. Cases with the same tags may share
// the map of them.
func (l *Ledger) Results(r *Info, with With) iter.Seq2[*Result, error] {
	return func(yield func(*Result, error) bool) {
		var coming []<-chan page
		for from := int64(math.MinInt64); from != end || len(coming) > 0; {
			for from != end && len(coming) < pagesAhead {
				to := int64(end)
				err := l.read(func(c *sqlite.Conn) (err error) {
					to, err = pageEnd(c, r.id, from)
					return err
				})
				if err != nil {
					yield(nil, err)
					return
				}
				coming, from = append(coming, l.readAhead(r, from, to, with)), to
			}
			p := <-coming[0]
			coming = coming[1:]
			if p.err != nil {
				yield(nil, p.err)
				return
			}
			if p.next != p.to {
				coming = slices.Insert(coming, 0, l.readAhead(r, p.next, p.to, with))
			}
			for i := range p.results {
				if !yield(&p.results[i], nil) {
					return
				}
			}
		}
	}
}

// page is a stretch of results up to an ordinal, and the one with which what was left of it begins.
type page struct {
	results  []Result
	next, to int64 // equal if nothing was left
	err      error
}

// readAhead begins to read a page and returns at once.
func (l *Ledger) readAhead(r *Info, from, to int64, with With) <-chan page {
	coming := make(chan page, 1)
	go func() {
		p := page{to: to}
		p.results, p.next, p.err = l.page(r, from, to, with)
		coming <- p
	}()
	return coming
}

// A page is at most so many cases, or fewer if their bodies are large.
const (
	pageCases  = 512
	pageBytes  = 16 << 20
	pagesAhead = 2 // while one is looked at
)

// end is the ordinal after all.
const end = math.MaxInt64

// pageEnd is the first ordinal after the page that begins at an ordinal.
func pageEnd(c *sqlite.Conn, run, from int64) (next int64, err error) {
	next = end
	err = rows(c, "SELECT ordinal FROM cases WHERE run = ? AND ordinal >= ? ORDER BY ordinal LIMIT 1 OFFSET ?",
		args{run, from, pageCases}, func(s *sqlite.Stmt) error {
			next = s.ColumnInt64(0)
			return nil
		})
	return next, err
}

// page reads the results of the cases from an ordinal on, up to another one or as many as a page holds, and says
// where it ended.
func (l *Ledger) page(r *Info, from, to int64, with With) (page []Result, next int64, err error) {
	err = l.read(func(c *sqlite.Conn) error {
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
	have    []sums        // of the attempts, over what was read
	want    [][]byte      // and as they are stored
	bodies  []ref         // of the cases of page
	answers []ref         // of the attempts
	at      map[int64]int // places in page by attempt
}

// fill reads the page, of which the range is known.
func (p *pager) fill(with With) error {
	err := p.readFinals()
	if err == nil {
		err = p.readBodies(with)
	}
	if err == nil {
		err = p.scores(with.Details)
	}
	if err == nil && with.Uses {
		err = p.uses()
	}
	if err == nil {
		err = p.check(with)
	}
	return err
}

// check holds what was read against the checksums.
func (p *pager) check(with With) error {
	parts := []int{sumRow, sumScores}
	if with.Details {
		parts = append(parts, sumDetails)
	}
	if with.Uses {
		parts = append(parts, sumUses)
	}
	for i := range p.page {
		if err := p.have[i].check(p.want[i], parts...); err != nil {
			return fmt.Errorf("case %q: %w", p.page[i].ID, err)
		}
	}
	return nil
}

// readFinals reads the attempts at the cases and keeps the last of each repeat.
func (p *pager) readFinals() (err error) {
	const query = "SELECT " + caseColumns + ", " + attemptColumns + ` FROM cases c JOIN attempts a ON a.run = c.run AND a.ordinal = c.ordinal
		WHERE c.run = ? AND c.ordinal >= ? AND c.ordinal < ? ORDER BY c.ordinal, a.repeat, a.try`
	tags := map[string]map[string]string{} // by their JSON: nearly all cases have those of another one
	seen := int64(0)
	err = rows(p.c, query, args{p.run, p.from, p.to}, func(s *sqlite.Stmt) error {
		ordinal, repeat, n := s.ColumnInt(1), s.ColumnInt(caseEnd+2), len(p.page)
		if n == 0 || p.page[n-1].Case.Ordinal != ordinal || p.page[n-1].Repeat != repeat {
			p.page, p.bodies, p.answers = append(p.page, Result{}), append(p.bodies, 0), append(p.answers, 0)
			p.have, p.want = append(p.have, sums{}), append(p.want, nil)
			n++
		}
		seen++
		one := &p.page[n-1]
		p.have[n-1] = sums{}
		p.answers[n-1], p.want[n-1] = readAttempt(s, caseEnd, &one.Attempt, &p.have[n-1])
		p.bodies[n-1], err = readCase(s, 0, &one.Case, tags)
		return err
	})
	if err != nil {
		return err
	}
	all, err := number(p.c, "SELECT count(*) FROM attempts WHERE run = ? AND ordinal >= ? AND ordinal < ?", p.run,
		p.from, p.to)
	if err == nil && all != seen {
		err = damaged("%d attempts are at cases that are missing", all-seen)
	}
	p.at = make(map[int64]int, len(p.page))
	for i := range p.page {
		p.at[p.page[i].Attempt.id] = i
	}
	return err
}

// readCase reads caseColumns, and gives the case's body. Tags are looked up in those that were seen, if any are.
func readCase(s *sqlite.Stmt, at int, to *Case, seen map[string]map[string]string) (body ref, err error) {
	if err := checkCase(s, at); err != nil {
		return 0, err
	}
	to.Ordinal, to.ID = s.ColumnInt(at+1), s.ColumnText(at+2)
	to.Cluster, to.Tags = s.ColumnText(at+4), nil
	s.ColumnBytes(at+3, to.Hash[:])
	body = ref(s.ColumnInt64(at + 6))
	text := s.ColumnText(at + 5)
	if text == "{}" {
		return body, nil
	}
	tags, known := seen[text]
	if !known {
		if err := json.Unmarshal([]byte(text), &tags); err != nil {
			return 0, damaged("case %q: its tags: %w", to.ID, err)
		}
		if seen != nil {
			seen[text] = tags
		}
	}
	to.Tags = tags
	return body, nil
}

// readAttempt reads attemptColumns, begins its checksums, and gives its answer and the checksums that it
// should have.
func readAttempt(s *sqlite.Stmt, at int, to *Attempt, have *sums) (answer ref, want []byte) {
	to.Ordinal, to.Repeat, to.Try = s.ColumnInt(at+1), s.ColumnInt(at+2), s.ColumnInt(at+3)
	s.ColumnBytes(at+4, to.Key[:])
	to.Outcome = intern(s, at+5, Answered)
	to.Reason = intern(s, at+6, "")
	to.Source = intern(s, at+8, Live, Cached, Replayed, Carried)
	to.Took, to.Cost = durationAt(s, at+9), optional(s, at+10)
	to.Finished, to.id = timeOf(s.ColumnInt64(at+11)), s.ColumnInt64(at+attemptID)
	have.add(sumRow, digest(make([]byte, 0, 256)).columns(s, at, at+attemptSums))
	return ref(s.ColumnInt64(at + 7)), columnBytes(s, at+attemptSums)
}

// readBodies reads bodies and answers, and ends the page before the case with which they would be too much.
func (p *pager) readBodies(with With) (err error) {
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

// resultOf is the result of an attempt with its checksums, or nil if a later try counts or the page ends before it.
func (p *pager) resultOf(attempt int64) (*Result, *sums) {
	if at, ok := p.at[attempt]; ok && at < len(p.page) {
		return &p.page[at], &p.have[at]
	}
	return nil, nil
}

// eachRow hands the rows of a table of attempts to a function. Attempts of one page were mostly made at about
// the same time, so their rows lie together: reading what lies between two of them is faster than looking each up.
func (p *pager) eachRow(query string, row func(*Result, *sums, *sqlite.Stmt) error) error {
	ids := slices.Sorted(maps.Keys(p.at))
	for len(ids) > 0 {
		n := 1
		for n < len(ids) && ids[n]-ids[n-1] <= maxGap {
			n++
		}
		err := rows(p.c, query, args{ids[0], ids[n-1]}, func(s *sqlite.Stmt) error {
			if to, have := p.resultOf(s.ColumnInt64(0)); to != nil {
				return row(to, have, s)
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
	query := "SELECT " + scoreColumns + " FROM scores s WHERE s.attempt BETWEEN ? AND ? ORDER BY s.attempt, s.ordinal"
	if details {
		query = "SELECT " + scoreColumns + ", s.detail FROM scores s WHERE s.attempt BETWEEN ? AND ? ORDER BY s.attempt, s.ordinal"
	}
	return p.eachRow(query, func(to *Result, have *sums, s *sqlite.Stmt) error {
		name, err := p.l.text(p.c, s.ColumnInt64(2))
		if err != nil {
			return err
		}
		have.addScore(s, name)
		one := score.Score{Name: name}
		if one.Outcome, one.Value, err = verdict(s, 3); err != nil {
			return fmt.Errorf("case %q, score %q: %w", to.ID, name, err)
		}
		if details {
			have.addDetail(s)
			if err := readDetail(s.ColumnText(scoreDetail), &one); err != nil {
				return fmt.Errorf("case %q, score %q: %w", to.ID, name, err)
			}
		}
		to.Scores = append(to.Scores, one)
		return nil
	})
}

// verdict reads a score's outcome and value, which must agree.
func verdict(s *sqlite.Stmt, at int) (outcome score.Outcome, value float64, err error) {
	valued := !s.ColumnIsNull(at + 1)
	outcome = score.Outcome(intern(s, at, string(score.Scored)))
	if !outcome.Known() || valued != (outcome == score.Scored) {
		return outcome, 0, damaged("outcome %q, with a value: %t", outcome, valued)
	}
	return outcome, s.ColumnFloat(at + 1), nil
}

func (p *pager) uses() error {
	const query = "SELECT " + useColumns + " FROM uses u WHERE u.attempt BETWEEN ? AND ? ORDER BY u.attempt, u.ordinal"
	return p.eachRow(query, func(to *Result, have *sums, s *sqlite.Stmt) error {
		use, err := p.l.readUse(p.c, s, have)
		to.Uses = append(to.Uses, use)
		return err
	})
}

// readUse reads useColumns, and carries the checksums of the attempt on.
func (l *Ledger) readUse(c *sqlite.Conn, s *sqlite.Stmt, have *sums) (u Use, err error) {
	u = Use{Outcome: s.ColumnText(6), Source: intern(s, 7, Live, Cached, Replayed), Tries: s.ColumnInt(8),
		Took: durationAt(s, 9), Input: optional(s, 10),
		Cached: optional(s, 11), Written: optional(s, 12), Output: optional(s, 13), Reasoning: optional(s,
			14), Cost: optional(s, 15)}
	s.ColumnBytes(2, u.Call[:])
	for i, to := range []*string{&u.Provider, &u.Asked, &u.Served} {
		if *to, err = l.text(c, s.ColumnInt64(3+i)); err != nil {
			return u, err
		}
	}
	have.add(sumUses, digest(make([]byte, 0, 256)).columns(s, 1,
		3).text(u.Provider).text(u.Asked).text(u.Served).columns(s, 6, 16))
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
