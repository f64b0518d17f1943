package hub

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Name is a model on a hub, at a revision if one is asked for.
type Name struct {
	Repo     string // ORG/NAME; NAME alone for the hub's oldest models
	Revision string // a branch, a tag or a commit; empty is DefaultRevision
}

// The limits of names, which become directories and parts of addresses.
const (
	maxRepo     = 96 // of the hub
	maxRevision = 200
)

var (
	segment = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_])?$`)
	commit  = regexp.MustCompile(`^[0-9a-f]{40}$`)
	partial = regexp.MustCompile(`^[0-9a-f]{7,40}$`) // of a commit
)

// reserved are file names that operating systems reserve, with any ending.
var reserved = []string{"con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
	"com9",
	"lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9"}

// ParseName reads ORG/NAME or ORG/NAME@REVISION.
func ParseName(s string) (Name, error) {
	repo, revision, pinned := strings.Cut(s, "@")
	n := Name{Repo: repo, Revision: revision}
	if pinned && revision == "" {
		return n, fmt.Errorf("model %q: there is nothing after the @; name a branch, a tag or a commit", s)
	}
	return n, n.check()
}

func (n Name) check() error {
	parts := strings.Split(n.Repo, "/")
	if len(n.Repo) > maxRepo || len(parts) > 2 ||
		slices.ContainsFunc(parts, func(p string) bool { return !validSegment(p) }) {
		return fmt.Errorf("model %.100q: a name is ORG/NAME, as in sentence-transformers/all-MiniLM-L6-v2: letters, "+
			"digits, dots, dashes and underscores", n.Repo)
	}
	if r := n.Revision; len(r) > maxRevision || r != "" &&
		(path.Clean("/"+r) != "/"+r ||
			strings.ContainsFunc(r, func(c rune) bool { return c <= ' ' || c == 0x7f || c == '\\' || c == '\ufffd' })) {
		return fmt.Errorf("model %q: %.100q is no revision: a branch, a tag or a commit", n.Repo, r)
	}
	return nil
}

func validSegment(s string) bool {
	stem, _, _ := strings.Cut(strings.ToLower(s), ".")
	return segment.MatchString(s) && !strings.Contains(s, "..") && !strings.Contains(s, "--") &&
		!slices.Contains(reserved, stem)
}

// revision is the revision to ask for.
func (n Name) revision() string {
	return cmp.Or(n.Revision, defaultRevision)
}

// pinned reports whether the revision is a full commit, whose files never change.
func (n Name) pinned() bool { return commit.MatchString(n.Revision) }

func (n Name) String() string {
	if n.Revision == "" {
		return n.Repo
	}
	return n.Repo + "@" + n.Revision
}
