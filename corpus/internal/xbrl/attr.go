package xbrl

import (
	"bytes"

	"github.com/assayhq/assay/internal/ascii"
)

// attrs are the attributes of one element of inline XBRL, as written.
type attrs struct {
	id, name, context, unit, format, scale, sign, decimals, precision, next, role []byte
	nilled, tupleID, tupleRef, from, to, notes                                    []byte
}

// read parses an opening tag, from "<" to ">". It is called for every fact of a filing, so it does
// without the allocation and the calls of block.ReadTag, and relies on block for where the tag ends.
func (a *attrs) read(tag []byte) kind {
	*a = attrs{}
	i := 1
	for i < len(tag) && !ascii.IsSpace(tag[i]) && tag[i] != '/' && tag[i] != '>' {
		i++
	}
	_, local := split(tag[min(1, len(tag)):i])
	for i < len(tag) {
		var name, value []byte
		if name, value, i = nextAttr(tag, i); len(name) > 0 {
			if to := a.field(name); to != nil && *to == nil {
				*to = value
			}
		}
	}
	var buf [len("continuation")]byte // the longest of them
	if len(local) > len(buf) {
		return other
	}
	return kindOf(lower(buf[:0], local))
}

// nextAttr reads the attribute at or after i and says where to read on.
func nextAttr(tag []byte, i int) (name, value []byte, next int) {
	for i < len(tag) && (ascii.IsSpace(tag[i]) || tag[i] == '/' || tag[i] == '>' || tag[i] == '"' || tag[i] == '\'') {
		i++
	}
	start := i
	for i < len(tag) && !ascii.IsSpace(tag[i]) && tag[i] != '=' && tag[i] != '>' {
		i++
	}
	name = tag[start:i]
	for i < len(tag) && ascii.IsSpace(tag[i]) {
		i++
	}
	if i >= len(tag) || tag[i] != '=' {
		return name, nil, max(i, start+1)
	}
	for i++; i < len(tag) && ascii.IsSpace(tag[i]); i++ {
	}
	if i < len(tag) && (tag[i] == '"' || tag[i] == '\'') {
		if end := bytes.IndexByte(tag[i+1:], tag[i]); end >= 0 {
			return name, tag[i+1 : i+1+end], i + end + 2
		}
		i++
	}
	start = i
	for i < len(tag) && !ascii.IsSpace(tag[i]) && tag[i] != '>' {
		i++
	}
	return name, tag[start:i], i
}

// lower appends a name in lower case.
func lower(dst, name []byte) []byte {
	for _, c := range name {
		dst = append(dst, ascii.ToLower(c))
	}
	return dst
}

// field is where the attribute of that name goes, in any case; nil for one that does not matter.
func (a *attrs) field(name []byte) *[]byte {
	_, local := split(name)
	var buf [12]byte // of the longest name that matters
	if len(local) > len(buf) {
		return nil
	}
	switch string(lower(buf[:0], local)) {
	case "id", "footnoteid": // the first version of inline XBRL called a footnote's so
		return &a.id
	case "name":
		return &a.name
	case "contextref":
		return &a.context
	case "unitref":
		return &a.unit
	case "format":
		return &a.format
	case "scale":
		return &a.scale
	case "sign":
		return &a.sign
	case "decimals":
		return &a.decimals
	case "precision":
		return &a.precision
	case "continuedat":
		return &a.next
	case "footnoterole":
		return &a.role
	case "nil":
		return &a.nilled
	case "tupleid":
		return &a.tupleID
	case "tupleref":
		return &a.tupleRef
	case "fromrefs":
		return &a.from
	case "torefs":
		return &a.to
	case "footnoterefs":
		return &a.notes
	}
	return nil
}
