package xbrl

import (
	"bytes"
	"sort"
)

// names maps the namespace prefixes of a document to namespaces. A prefix is nearly always declared
// once, on the root. Where it is declared again, the last declaration before a use counts: the end of an
// inner scope is not looked for, which no real filing has been seen to need.
type names struct {
	declared map[string][]declaration
	twice    bool // some prefix has two namespaces
}

type declaration struct {
	at    int32
	space string
}

// landmarks finds, in one pass over the source, all namespace declarations and
// the places after "-sec-ix-hidden:", by which an element names the hidden fact that it shows.
func landmarks(src []byte) (n names, showing []int32) {
	n = names{declared: map[string][]declaration{}}
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], 'x')
		if i < 0 {
			return n, showing
		}
		at += i + 1
		if at >= len(src) || src[at] != 'm' && src[at] != '-' {
			continue
		}
		if rest := src[at:]; bytes.HasPrefix(rest, []byte("mlns")) {
			n.declare(src, at+len("mlns"))
		} else if bytes.HasPrefix(rest, []byte("-hidden:")) && bytes.HasSuffix(src[:at], []byte("-sec-ix")) {
			showing = append(showing, int32(at+len("-hidden:")))
		}
	}
}

func (n *names) declare(src []byte, at int) {
	if prefix, space, ok := readDeclaration(src, at); ok {
		n.add(prefix, string(clean(space)), int32(at))
	}
}

// readDeclaration reads `:prefix="uri"` or, for the default namespace, `="uri"`.
func readDeclaration(src []byte, at int) (prefix, space []byte, ok bool) {
	const longest = 2048
	b := src[at:min(len(src), at+longest)]
	eq := bytes.IndexByte(b, '=')
	if eq < 0 {
		return nil, nil, false
	}
	prefix = bytes.TrimSpace(b[:eq])
	if len(prefix) > 0 && prefix[0] != ':' || bytes.ContainsAny(prefix, "<>\"'") {
		return nil, nil, false
	}
	rest := bytes.TrimLeft(b[eq+1:], " \t\r\n")
	if len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
		return nil, nil, false
	}
	end := bytes.IndexByte(rest[1:], rest[0])
	if end < 0 {
		return nil, nil, false
	}
	return bytes.TrimPrefix(prefix, []byte(":")), rest[1 : 1+end], true
}

func (n *names) add(prefix []byte, space string, at int32) {
	old := n.declared[string(prefix)]
	if len(old) > 0 {
		if old[len(old)-1].space == space {
			return
		}
		n.twice = true
	}
	n.declared[string(prefix)] = append(old, declaration{at, space})
}

// space is the namespace of a prefix at a place of the source; "" where it is not declared.
func (n *names) space(prefix []byte, at int32) string {
	all := n.declared[string(prefix)]
	switch {
	case len(all) == 0:
		return ""
	case len(all) == 1:
		return all[0].space
	}
	i := sort.Search(len(all), func(i int) bool { return all[i].at > at })
	return all[max(i-1, 0)].space
}

// split cuts a qualified name at its colon.
func split(name []byte) (prefix, local []byte) {
	if i := bytes.IndexByte(name, ':'); i >= 0 {
		return name[:i], name[i+1:]
	}
	return nil, name
}
