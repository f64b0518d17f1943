package figure

import (
	"regexp"
	"slices"
	"strings"
)

// A reply may end by pointing at a figure instead of repeating it.
var (
	// An entry of a list, by its letter, number or name: "(B)", "step 3", "Pick: beta".
	entryNamed = regexp.MustCompile(`(?i)\b(?:option|choice|candidate|answer|step|method|line|row|entry|item|approach|` +
		`scenario|pick|` +
		`selection|select|choose|report)s?\b(?: is| was)?(?: option| choice)?:?[\s*_]+\(?((?-i:[A-Z])\b|[a-z](?:\)|$|\W*$)|` +
		`\d{1,2}\b)`)
	entryAlone = regexp.MustCompile(`^(?:(?i:option|choice|candidate) )?[\s*_(]*([a-zA-Z]{1,12})\)?\.?$`)
	// One of the figures before, by its place among them.
	placeNamed = regexp.MustCompile(`(?i)\bthe (first|second|third|fourth|last|latter|former|initial|original)(?: \w+)?` +
		`(?: of (?:these|those|them|the)\b[^.,;]*)? (?:meets|answers|matches|fits|stands|holds|applies|is (?:the |` +
		`my )?(?:right|correct|answer|` +
		`one|relevant)|was (?:right|correct))`)
	endOfSentence = regexp.MustCompile(`[.!?][)*_"”]*\s+|\n`)
)

// chooses matches a sentence that may point.
var chooses = regexp.MustCompile(`(?i)correct|right|answer|choose|chosen|pick|select|go with|report|best|meets|applies|stands|holds|` +
	`fits|matches|relevant|question|the one\b`)

// pointed is the part of a reply that one of its last sentences points at; false if none does, or has a figure of its own.
func pointed(reply string, from, to int, _ string) (passage, bool) {
	body := strings.TrimRight(reply[from:to], " \t\r\n`*_")
	all := endOfSentence.FindAllStringIndex(body, -1)
	end := len(body)
	for i := len(all) - 1; i >= max(0, len(all)-maxPointing); i-- {
		if p, ok := pointedBy(body[all[i][1]:end], reply, from, from+all[i][1]); ok {
			return p, true
		}
		end = all[i][0]
	}
	return passage{}, false
}

// maxPointing is how many sentences at the end of a reply may be the one.
const maxPointing = 3

// pointedBy is what a sentence points at in the part of a reply before it.
func pointedBy(last, reply string, from, before int) (passage, bool) {
	if len(last) > maxBare || !chooses.MatchString(last) {
		return passage{}, false
	}
	if m := placeNamed.FindStringSubmatch(last); m != nil && !hasAmount(last) {
		return figureAt(strings.ToLower(m[1]), reply[from:before], from)
	}
	all := entryNamed.FindAllStringSubmatch(last, -1)
	if all == nil {
		return passage{}, false
	}
	name := strings.Trim(all[len(all)-1][1], ") .")
	for _, a := range Find(last) {
		if a.IsAmount() && !(a.Spelled && a.bare()) && last[a.Start:a.End] != name {
			return passage{}, false
		}
	}
	return entryOf(name, reply, before)
}

// figureAt is the figure of a place among those of a text.
func figureAt(place, text string, start int) (passage, bool) {
	p := passageOf(text, start)
	amounts := slices.DeleteFunc(Find(p.text), func(a Amount) bool { return !a.IsAmount() || a.bare() && a.Spelled })
	i := map[string]int{"second": 1, "third": 2, "fourth": 3}[place]
	if place == "last" || place == "latter" {
		i = len(amounts) - 1
	}
	if i < 0 || i >= len(amounts) {
		return passage{}, false
	}
	return p.part(amounts[i].Extent), true
}

// entryOf is what an entry of a list before a byte of a reply states.
func entryOf(name, reply string, before int) (passage, bool) {
	heads := regexp.MustCompile(`(?im)(?:^[ \t*_>-]*|[,;:] |\| *)(?:(?:step|option|choice|candidate|method|row|line|item) )?` +
		`\(?` + name + `(?:\b|\))(?: ?\([^()\n]*\))?[*_]*(?:[).:]|[ \t]*[=|–—-])[*_]*[ \t]*`)
	at := heads.FindStringIndex(reply[:before])
	if at == nil {
		return passage{}, false
	}
	entry, _, _ := strings.Cut(reply[at[1]:before], "\n")
	if next := nextEntry.FindStringIndex(entry); next != nil {
		entry = entry[:next[0]]
	}
	p := passageOf(entry, at[1])
	return p, p.concludes()
}

// nextEntry matches where the next entry of a list in one line begins.
var nextEntry = regexp.MustCompile(`[,;]\s+(?:and )?\(?[a-zA-Z\d]\)`)
