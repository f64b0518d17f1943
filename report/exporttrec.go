package report

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/assayhq/assay/ledger"
)

// errNoRankings says that a run has nothing to rank: its answers name no passages.
var errNoRankings = errors.New("the run has no rankings: no answer names the passages that it was given from")

// ErrNoEvidence says that a run's cases do not say what their gold rests on.
var ErrNoEvidence = errors.New("the run has no judgments: no case names its evidence")

// exportTREC writes a line for each passage of each answer: case, Q0, passage, rank, score, run. Equal scores
// stay equal; where they rise, or there are none, the lines have scores that fall with the rank, since
// trec_eval goes by them. The passage that a case asks with is no answer to it and is left out, unless the run
// counted it. Only the first repeat is a ranking of its case; what was not answered has no lines.
func exportTREC(w io.Writer, info *ledger.Info, results Results) error {
	out := bufio.NewWriter(w)
	lines := 0
	for r, err := range results(ledger.With{Answers: true, Bodies: true}) {
		if err != nil {
			return err
		}
		if r.Repeat > 0 {
			continue
		}
		asked := ""
		if info.Header.System.Settings[ranksSetting] == "" {
			asked = askedWith(r.Body)
		}
		passages := ranked(answerText(r.Answer).Passages, asked)
		falling := scoresFall(passages)
		for i, p := range passages {
			value := strconv.FormatFloat(p.Score, 'g', -1, 64)
			if !falling {
				value = strconv.Itoa(len(passages) - i)
			}
			fmt.Fprintf(out, "%s Q0 %s %d %s %s\n", trecID(r.ID), trecID(p.ID), i+1, value, trecID(info.Name))
			lines++
		}
	}
	if lines == 0 {
		return errNoRankings
	}
	return out.Flush()
}

// ranksSetting is set in runs that count the passage that a case asks with.
const ranksSetting = "ranks"

// askedWith is the id of the passage that a case asks with, if it does.
func askedWith(body json.RawMessage) string {
	var c struct {
		Variables struct {
			Anchor string `json:"anchor"`
		} `json:"variables"`
	}
	_ = json.Unmarshal(body, &c) // what is of another shape asks with none
	return c.Variables.Anchor
}

// ranked are the passages that have an id, each once: at its best place, but for one.
func ranked(passages []passage, but string) []passage {
	var all []passage
	seen := map[string]bool{but: true}
	for _, p := range passages {
		if p.ID != "" && !seen[p.ID] {
			seen[p.ID] = true
			all = append(all, p)
		}
	}
	return all
}

// scoresFall reports scores that say an order, if not of all passages.
func scoresFall(passages []passage) bool {
	some := false
	for i := range passages {
		if i > 0 && passages[i].Score > passages[i-1].Score {
			return false
		}
		some = some || passages[i].Score != 0
	}
	return some
}

// exportQrels writes a line for each piece of evidence of each case: case, 0, passage, 1.
func exportQrels(w io.Writer, _ *ledger.Info, results Results) error {
	out := bufio.NewWriter(w)
	lines := 0
	for r, err := range results(ledger.With{Bodies: true}) {
		if err != nil {
			return err
		}
		if r.Repeat > 0 {
			continue
		}
		seen := map[string]bool{}
		for _, id := range caseText(r.Body).Evidence {
			if id != "" && !seen[id] {
				seen[id] = true
				fmt.Fprintf(out, "%s 0 %s 1\n", trecID(r.ID), trecID(id))
				lines++
			}
		}
	}
	if lines == 0 {
		return ErrNoEvidence
	}
	return out.Flush()
}

// trecID is an id without blanks, which end fields there. The sign of the escape is escaped too, so that no
// two ids become one.
func trecID(id string) string {
	var b strings.Builder
	for _, r := range id {
		if unicode.IsSpace(r) || unicode.IsControl(r) || r == '%' {
			for _, c := range []byte(string(r)) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
