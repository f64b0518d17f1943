package structured

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// member is a key of an open object and where its value was written.
type member struct {
	name       string
	start, end int
}

// longObject is the number of keys from which a map is faster than looking through them.
const longObject = 12

// find looks for a key among those of the innermost object.
func (p *parser) find(name string) (member, bool) {
	frame := &p.frames[len(p.frames)-1]
	if frame.index != nil {
		i, ok := frame.index[name]
		if !ok {
			return member{}, false
		}
		return p.keys[i], true
	}
	for _, m := range p.keys[frame.first:] {
		if m.name == name {
			return m, true
		}
	}
	return member{}, false
}

// add notes a key of the innermost object.
func (p *parser) add(m member) {
	frame := &p.frames[len(p.frames)-1]
	p.keys = append(p.keys, m)
	if frame.index != nil {
		frame.index[m.name] = len(p.keys) - 1
		return
	}
	if len(p.keys)-frame.first >= longObject {
		frame.index = make(map[string]int, 2*longObject)
		for i := frame.first; i < len(p.keys); i++ {
			frame.index[p.keys[i].name] = i
		}
	}
}

// key reads a key and the colon after it.
func (p *parser) key() (kept bool, err error) {
	at := p.pos
	if p.quoteAt(p.pos) != noQuote {
		kept, err = p.str(true)
	} else {
		kept, err = p.bareKey()
	}
	if err != nil || !kept {
		return false, err
	}
	if err := p.space(); err != nil {
		return false, err
	}
	if p.end() {
		p.cut = true
		return false, nil
	}
	if p.text[p.pos] != ':' {
		return false, p.fail(p.pos, "no colon after the key at byte "+strconv.Itoa(at))
	}
	p.pos++
	return true, nil
}

// bareKey reads a key that is a plain word.
func (p *parser) bareKey() (kept bool, err error) {
	start, end := p.pos, p.pos
	for end < len(p.text) && wordByte(p.text[end]) {
		end++
	}
	if end == start || ascii.IsDigit(p.text[start]) {
		return false, p.fail(start, "want a key, got "+p.seen(start))
	}
	p.pos = end
	if p.end() {
		p.cut = true
		return false, nil
	}
	p.out = append(p.out, '"')
	p.out = append(p.out, p.text[start:end]...)
	p.out = append(p.out, '"')
	return true, p.mendOnce(BareKey, start)
}

// unique takes a member that was just written back if its key came before with the same value, and
// refuses one that came with another: which of the two the writer meant is unknown.
func (p *parser) unique(at, start, keyStart, keyEnd int) (kept bool, err error) {
	name := p.plainKey(at, p.out[keyStart:keyEnd])
	p.frames[len(p.frames)-1].last = name
	value := p.out[keyEnd+1:]
	before, ok := p.find(name)
	if !ok {
		p.add(member{name, keyEnd + 1, len(p.out)})
		return true, nil
	}
	if !bytes.Equal(p.out[before.start:before.end], value) {
		return false, p.fail(at, "the key "+excerpt(name)+" comes twice with different values")
	}
	p.out = p.out[:start]
	return false, p.mend(SameKey, at)
}

// plainKey is a key without quotation marks and escapes; a part of the text if it is there like that.
func (p *parser) plainKey(at int, key []byte) string {
	if bytes.IndexByte(key, '\\') < 0 {
		if end := at + len(key); end <= len(p.text) && p.text[at:end] == string(key) {
			return p.text[at+1 : end-1]
		}
		return string(key[1 : len(key)-1])
	}
	var name string
	if json.Unmarshal(key, &name) != nil {
		return string(key)
	}
	return name
}

// escapePointer writes a key as a segment of a JSON Pointer.
func escapePointer(key string) string {
	return strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
}
