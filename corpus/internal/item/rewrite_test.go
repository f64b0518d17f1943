package item

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayhq/assay/internal/ascii"
)

var allRewritings = flag.Bool("all-rewritings", false, "apply every heading rewriting to every filing")

// rewriting is a way in which filers write the label of an item.
type rewriting struct {
	name     string
	html     string // what replaces "Item N."; %[1]s is the number, %[2]s its letter, %[3]s the roman number, %[5]s the number in words
	plain    string // the same in a plain-text filing; empty where it has no such form
	lettered string // what is used instead for numbers with a letter
	least    float64
}

// leastRight is the share of items that must be right under a rewriting that says nothing else.
const leastRight = 0.99

var rewritings = []rewriting{
	{name: "number word", html: "Item No. %[1]s%[2]s.", plain: "Item No. %[1]s%[2]s."},
	{name: "spaced letter", html: "Item %[1]s.", plain: "Item %[1]s.", lettered: "Item %[1]s %[2]s."},
	{name: "letter in parentheses", html: "Item %[1]s.", plain: "Item %[1]s.", lettered: "Item %[1]s(%[4]s)."},
	{name: "roman", html: "Item %[3]s%[2]s.", plain: "Item %[3]s%[2]s."},
	{name: "tag inside the word", html: "I<b>tem</b> %[1]s%[2]s."},
	{name: "em dash", html: "Item %[1]s%[2]s&#8212;", plain: "Item %[1]s%[2]s\xe2\x80\x94"},
	{name: "thin and zero-width space", html: "Item&#8201;%[1]s%[2]s&#8203;.", plain: "Item\xe2\x80\x89%[1]s%[2]s\xe2\x80\x8b."},
	{name: "space before the stop", html: "Item %[1]s%[2]s .", plain: "Item %[1]s%[2]s ."},
	{name: "bare number", html: "%[1]s%[2]s.", plain: "%[1]s%[2]s.", least: 0.97},
	{name: "in words", html: "Item %[5]s%[2]s.", plain: "Item %[5]s%[2]s."},
	{name: "colon", html: "Item %[1]s%[2]s:", plain: "Item %[1]s%[2]s:"},
}

// proseTraps are paragraphs that begin as headings do. They go into Item 1.
var proseTraps = []string{
	"Item 1A. Risk Factors of this Annual Report describes the main dangers to our business, and we advise every reader to study it with care.",
	"Item 7 of this report explains how the figures of the year came about and what we expect of the next one.",
	"ITEM 8 below contains the statements that these remarks rest on, together with the notes to them.",
}

// TestRewrittenHeadings rewrites the headings of real filings and expects them where they were.
func TestRewrittenHeadings(t *testing.T) {
	gold := readGold(t)
	for k, w := range rewritings {
		t.Run(w.name, func(t *testing.T) {
			testChanged(t, gold, k, cmp.Or(w.least, leastRight), w.apply)
		})
	}
	t.Run("prose traps", func(t *testing.T) {
		testChanged(t, gold, len(rewritings), leastRight, insertTraps)
	})
}

// stride is the distance between the filings that one rewriting is applied to: together the rewritings
// use all filings. The flag -all-rewritings makes it 1.
const stride = 8

func testChanged(
	t *testing.T, gold []goldFiling, k int, least float64, change func([]byte, goldFiling) ([]byte, map[string]int),
) {
	right, all, filings := 0, 0, 0
	for i, g := range gold {
		if !*allRewritings && (i+k)%stride != 0 || testing.Short() && i > len(gold)/2 {
			continue
		}
		src := unpack(t, filepath.Join(realData, "filings", g.File))
		src, want := change(src, g)
		if want == nil {
			continue
		}
		filings++
		changed := cut(src)
		got := starts(changed, Find(changed.doc, form10K(), 0))
		for id, at := range want {
			all++
			if d, ok := got[id]; ok && d-at <= tolerance && at-d <= tolerance {
				right++
			} else {
				t.Logf("%s: Item %s at %d, want %d: %.60q", g.File, id, d, at, src[at:])
			}
		}
	}
	t.Logf("%d of %d items of %d filings right", right, all, filings)
	if all < 40 || float64(right) < least*float64(all) {
		t.Errorf("%d of %d items right, want %.0f %%", right, all, 100*least)
	}
}

// apply rewrites every heading of the gold, and returns where the items now begin.
func (w rewriting) apply(src []byte, g goldFiling) ([]byte, map[string]int) {
	format := w.html
	if !isHTML(src) {
		format = w.plain
	}
	if format == "" {
		return nil, nil
	}
	var out []byte
	want := map[string]int{}
	from := 0
	for _, it := range g.Items {
		start, end := labelIn(src, it.Start, it.Item)
		if start < from {
			continue
		}
		out = append(out, src[from:start]...)
		want[it.Item] = len(out)
		number, letter := strings.TrimRight(it.Item, "ABC"), strings.TrimLeft(it.Item, "0123456789")
		use := format
		if letter != "" && w.lettered != "" {
			use = w.lettered
		}
		label := fmt.Sprintf(use+"%.0[1]s%.0[2]s%.0[3]s%.0[4]s%.0[5]s", number, letter, romanNumber(number), strings.ToLower(letter),
			numberWords[leading(number)-1])
		out = append(out, label...)
		out = append(out, tagsIn(src[start:end])...)
		from = end
	}
	return append(out, src[from:]...), want
}

// labelIn finds the label of an item at or shortly after a gold offset: from the word to the stop after
// the number. It returns -1 if the label is not written out.
func labelIn(src []byte, at int, item string) (start, end int) {
	rest := []byte("item" + strings.ToLower(item))
	i, n := at, 0
	start = -1
	for i < len(src) && i < at+700 && n < len(rest) {
		switch w := markup(src, i); {
		case w > 0:
			i += w
			continue
		case src[i]|0x20 == rest[n] || src[i] == rest[n]:
			if n == 0 {
				start = i
			}
			n++
		case start < 0 || src[i]|0x20 == 's' || src[i] == ' ' || src[i] == '(' || src[i] == '\n' || src[i] == '\r':
		default:
			return -1, -1
		}
		i++
	}
	if n < len(rest) {
		return -1, -1
	}
	for _, stop := range []string{".", ":", "&#8212;", "\xe2\x80\x94"} {
		if bytes.HasPrefix(src[i:], []byte(stop)) {
			return start, i + len(stop)
		}
	}
	return start, i
}

// markup is the width of a tag or a reference at i, or of a byte of a Unicode space.
func markup(src []byte, i int) int {
	switch {
	case src[i] == '<':
		if n := bytes.IndexByte(src[i:], '>'); n >= 0 {
			return n + 1
		}
	case src[i] == '&':
		if n := bytes.IndexByte(src[i:min(len(src), i+10)], ';'); n > 0 {
			return n + 1
		}
	case src[i] >= 0x80:
		return 1
	}
	return 0
}

// tagsIn keeps the tags of what was replaced, so that elements stay closed.
func tagsIn(src []byte) []byte {
	var out []byte
	for i := 0; i < len(src); i++ {
		if src[i] == '<' {
			n := markup(src, i)
			out = append(out, src[i:i+n]...)
			i += n - 1
		}
	}
	return out
}

func romanNumber(number string) string {
	n := leading(number)
	return strings.Repeat("X", n/10) + [...]string{"", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"}[n%10]
}

// insertTraps puts the traps after the first paragraph of Item 1 that ends well inside it.
func insertTraps(src []byte, g goldFiling) ([]byte, map[string]int) {
	if len(g.Items) < 2 || g.Items[1].Start-g.Items[0].Start < 6000 {
		return nil, nil
	}
	from, limit := g.Items[0].Start+1500, g.Items[1].Start-500
	stop, open, close := "</p>", "<p>", "</p>"
	if !isHTML(src) || bytes.Contains(src[:min(len(src), 8000)], []byte("<PRE>")) {
		stop, open, close = "\n\n", "   ", "\n\n"
	} else if !ascii.ContainsFold(src[from:limit], stop) {
		stop = "</div>"
	}
	at := ascii.IndexFold(src[from:limit], stop)
	if at < 0 {
		return nil, nil
	}
	at += from + len(stop)
	var traps []byte
	for _, p := range proseTraps {
		traps = append(traps, open+p+close...)
	}
	want := map[string]int{}
	for _, it := range g.Items {
		want[it.Item] = it.Start
		if it.Start >= at {
			want[it.Item] += len(traps)
		}
	}
	out := append(append(append([]byte(nil), src[:at]...), traps...), src[at:]...)
	return out, want
}
