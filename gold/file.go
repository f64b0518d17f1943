package gold

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/assayhq/assay/internal/atomicfile"
	"github.com/assayhq/assay/internal/linereader"
)

// FileKind and fileFormat are in the first line of an anchor file.
const (
	FileKind   = "assay anchors"
	fileFormat = 1
)

// Head is the first line of an anchor file: how the anchors came about.
type Head struct {
	Kind    string `json:"kind"`
	Format  int    `json:"format"`
	Tool    string `json:"tool"`
	Phase   int    `json:"phase"` // 1 or 2
	Seed    uint64 `json:"seed"`
	Asked   int    `json:"asked"` // how many anchors were asked for
	Anchors int    `json:"anchors"`
	Rules   Rules  `json:"rules"`
	From    *Drawn `json:"from"`
}

// Set is the anchors of a file.
type Set struct {
	Head
	Anchors []Anchor
	SHA256  string // of the file
}

// maxAnchorLine is the longest line of an anchor file; sentences are far shorter.
const maxAnchorLine = 8 << 20

// Write writes the head and the anchors as JSON lines.
func (s *Set) Write(w io.Writer) error {
	s.Head.Kind, s.Head.Format, s.Head.Anchors = FileKind, fileFormat, len(s.Anchors)
	sum := sha256.New()
	out := bufio.NewWriter(io.MultiWriter(w, sum))
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	if err := e.Encode(&s.Head); err != nil {
		return err
	}
	for i := range s.Anchors {
		if err := e.Encode(&s.Anchors[i]); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	s.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return nil
}

// Save writes an anchor file. A file that is there is replaced at once, when the new one is complete.
func (s *Set) Save(path string) error {
	if err := atomicfile.Write(path, s.Write); err != nil {
		return fmt.Errorf("save anchors %q: %w", path, err)
	}
	return nil
}

// Open reads an anchor file.
func Open(path string) (*Set, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open anchors: %w; draw some with 'assay gold anchors -o %s'", err, path)
	}
	defer f.Close()
	s, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("read anchors %q: %w", path, err)
	}
	return s, nil
}

// Read reads what Write wrote. It refuses anchors that are there twice or are their own golds.
func Read(r io.Reader) (*Set, error) {
	sum := sha256.New()
	lines := linereader.New(io.TeeReader(r, sum), maxAnchorLine)
	s := &Set{}
	seen := map[string]bool{}
	for {
		line, err := lines.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		n := lines.Line()
		switch {
		case errors.Is(err, linereader.ErrTooLong):
			return nil, fmt.Errorf("line %d: it is longer than %d bytes", n, maxAnchorLine)
		case err != nil:
			return nil, err
		case n == 1:
			err = s.readHead(line)
		default:
			err = s.add(line, seen)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	switch {
	case lines.Line() == 0:
		return nil, errors.New("the file is empty; draw anchors with 'assay gold anchors'")
	case len(s.Anchors) != s.Head.Anchors:
		return nil, fmt.Errorf("want %d anchors, as the first line says, got %d: the file was cut or edited; draw them again",
			s.Head.Anchors, len(s.Anchors))
	}
	s.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return s, nil
}

func (s *Set) readHead(line []byte) error {
	if err := json.Unmarshal(line, &s.Head); err != nil || s.Kind != FileKind {
		return errors.New(`not an anchor file: its first line does not say {"kind": "assay anchors"}`)
	}
	if s.Format > fileFormat {
		return fmt.Errorf("the file's format is %d and this assay knows formats up to %d; update assay", s.Format, fileFormat)
	}
	return s.Rules.Check()
}

func (s *Set) add(line []byte, seen map[string]bool) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	var a Anchor
	if err := d.Decode(&a); err != nil {
		return err
	}
	if a.ID == "" || seen[a.ID] {
		return fmt.Errorf("anchor %q is there twice or has no id", a.ID)
	}
	seen[a.ID] = true
	golds := map[string]bool{a.ID: true}
	for _, g := range a.Golds {
		if g.ID == "" || golds[g.ID] {
			return fmt.Errorf("anchor %q: gold %q is the anchor itself, is there twice or has no id", a.ID, g.ID)
		}
		golds[g.ID] = true
	}
	s.Anchors = append(s.Anchors, a)
	return nil
}
