package filesearch

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/assayhq/assay/internal/ascii"
	"github.com/assayhq/assay/system"
)

// document is the text of a case to upload: one file for each passage.
type document struct {
	hash  string // of the texts, in hexadecimal
	title string // of its first passage, as part of a file's name
	parts []part
}

type part struct {
	number int // of the passage in the case, from 1
	text   string
}

func documentOf(c *system.Case) (*document, error) {
	d := &document{title: "document"}
	h := sha256.New()
	for i := range c.Passages {
		text := strings.ToValidUTF8(c.Passages[i].Text, "\uFFFD") // the provider refuses other texts
		var frame [12]byte
		binary.LittleEndian.PutUint32(frame[:], uint32(i))
		binary.LittleEndian.PutUint64(frame[4:], uint64(len(text)))
		h.Write(frame[:])
		h.Write([]byte(text))
		if strings.TrimSpace(text) == "" {
			continue
		}
		if len(d.parts) == 0 {
			d.title = slug(c.Passages[i].ID)
		}
		d.parts = append(d.parts, part{i + 1, text})
	}
	if len(d.parts) == 0 {
		return nil, errors.New("the case has no document, or an empty one: there is nothing to search")
	}
	d.hash = hex.EncodeToString(h.Sum(nil))
	return d, nil
}

const maxSlug = 60

// slug replaces everything but ASCII letters, digits and underscores by hyphens.
func slug(name string) string {
	kept := strings.Trim(strings.Map(func(r rune) rune {
		if ascii.IsAlnum(r) || r == '_' {
			return r
		}
		return '-'
	}, name), "-")
	kept = strings.TrimRight(kept[:min(len(kept), maxSlug)], "-")
	return cmp.Or(kept, "document")
}

// placeholder replaces the store's id in a call's key.
func (d *document) placeholder() string { return "document-" + d.hash }

// Names of uploaded files and stores contain a mark of the process, so that they can be found without their ids. A
// name is the document's title, the mark, the document's hash and the number of the passage.
//
//	NORDWIND_10-K.assay-0123456789ab-fedcba9876543210-1.txt    a file
//	NORDWIND_10-K.assay-0123456789ab-fedcba9876543210          a store
const (
	markBytes = 6
	hashShown = 16
)

var markPattern = regexp.MustCompile(`\.assay-([0-9a-f]{12})-([0-9a-f]{16})(?:-([0-9]{1,9})\.txt)?$`)

// name is a parsed name with a mark; part is 0 for stores.
type name struct {
	mark, hash string
	part       int
}

func (d *document) storeName(mark string) string {
	return fmt.Sprintf("%s.assay-%s-%s", d.title, mark, d.hash[:hashShown])
}

func (d *document) fileName(mark string, p part) string {
	return fmt.Sprintf("%s-%d.txt", d.storeName(mark), p.number)
}

// parseName reads a name with a mark; ok is false for other names.
func parseName(text string) (n name, ok bool) {
	m := markPattern.FindStringSubmatch(text)
	if m == nil {
		return name{}, false
	}
	n.mark, n.hash = m[1], m[2]
	if m[3] != "" {
		n.part, _ = strconv.Atoi(m[3]) // nine digits fit
	}
	return n, true
}
