package docqa

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"github.com/assayhq/assay/internal/atomicfile"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/system"
)

// documentStore keeps the texts of long documents in a directory, each once, under its hash. Cases then name a document
// and do not carry it: a filing of a megabyte with a hundred questions is kept once and not a hundred times.
type documentStore struct{ Dir string }

// maxInline is the longest text that a case carries itself.
const maxInline = 32 << 10

// keep takes long documents out of cases and into the directory. What stays in a case is the name of the document,
// with its hash as the class of the passage.
func (d *documentStore) keep(cases iter.Seq2[*system.Case, error]) iter.Seq2[*system.Case, error] {
	return func(yield func(*system.Case, error) bool) {
		for c, err := range cases {
			if err == nil {
				c, err = d.without(c)
			}
			if !yield(c, err) || err != nil {
				return
			}
		}
	}
}

func (d *documentStore) without(c *system.Case) (*system.Case, error) {
	if !slices.ContainsFunc(c.Passages, func(p system.Passage) bool { return len(p.Text) > maxInline }) {
		return c, nil
	}
	slim := *c
	slim.Passages = slices.Clone(c.Passages)
	for i := range slim.Passages {
		p := &slim.Passages[i]
		if len(p.Text) <= maxInline {
			continue
		}
		hash, err := d.put(p.Text)
		if err != nil {
			return nil, fmt.Errorf("case %q: keep its document: %w", c.ID, err)
		}
		p.Class, p.Text = hash, ""
		if p.ID == "" {
			p.ID = documentID(hash)
		}
	}
	return &slim, nil
}

// documentID is the name of a document that has none.
func documentID(hash string) string { return "doc-" + hash[:16] }

func (d *documentStore) path(hash string) string { return filepath.Join(d.Dir, hash+".txt") }

// put keeps a text and returns its hash.
func (d *documentStore) put(text string) (string, error) {
	hash := ledger.HashText(text)
	path := d.path(hash)
	if info, err := os.Stat(path); err == nil && info.Size() == int64(len(text)) {
		return hash, nil
	}
	if err := os.MkdirAll(d.Dir, 0o777); err != nil {
		return "", err
	}
	return hash, atomicfile.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// text reads what is kept under a hash, and holds it against the hash.
func (d *documentStore) text(hash string) (string, error) {
	data, err := os.ReadFile(d.path(hash))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("document %.16s is not in %q any more: run with --fresh, which keeps it again", hash, d.Dir)
	case err != nil:
		return "", fmt.Errorf("read document %.16s: %w", hash, err)
	case ledger.HashText(string(data)) != hash:
		return "", fmt.Errorf("document %.16s in %q was changed: remove it, and run with --fresh", hash, d.Dir)
	}
	return string(data), nil
}

// size is how many bytes the passages of a case have, as far as they can be found.
func (s *setup) size(c *system.Case) (n int64) {
	for i := range c.Passages {
		p := &c.Passages[i]
		n += int64(len(p.Text))
		if p.Text != "" || p.Class == "" || s.Documents == nil {
			continue
		}
		if info, err := os.Stat(s.Documents.path(p.Class)); err == nil {
			n += info.Size()
		}
	}
	return n
}

// passages are those of a case, with their texts.
func (s *setup) passages(c *system.Case) ([]system.Passage, error) {
	all := slices.Clone(c.Passages)
	for i := range all {
		p := &all[i]
		if p.Text == "" && p.Class != "" {
			if s.Documents == nil {
				return nil, fmt.Errorf("case %q: its document %q is kept elsewhere", c.ID, p.ID)
			}
			text, err := s.Documents.text(p.Class)
			if err != nil {
				return nil, fmt.Errorf("case %q: %w", c.ID, err)
			}
			p.Text = text
		}
		if p.ID == "" {
			p.ID = documentID(ledger.HashText(p.Text))
		}
	}
	return all, nil
}

// contentKey names what the passages of a case say, whatever case they belong to.
func contentKey(c *system.Case) string {
	h := sha256.New()
	for i := range c.Passages {
		p := &c.Passages[i]
		own := p.Class
		if p.Text != "" {
			own = ledger.HashText(p.Text)
		}
		fmt.Fprintf(h, "%q %s\n", p.ID, own)
	}
	return hex.EncodeToString(h.Sum(nil))
}
