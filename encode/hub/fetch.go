package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/filelock"
)

// The endings of a file that is not whole: its bytes, and the mark of what they are bytes of.
const (
	partEnding = ".part"
	markEnding = ".part.etag"
)

// A transfer that breaks off is begun again by itself as long as each round brings something.
const (
	maxRounds = 64
	minRound  = 1 << 20
)

// download brings one file into a directory.
type download struct {
	hub     *Hub
	name    Name
	sha     string
	file    File
	path    string // of the complete file
	resumed bool   // bytes of an earlier try are in it
	fetched int64
	report  func(have int64)
}

// run fetches the file, unless it is there, and returns it with both hashes known.
func (d *download) run(ctx context.Context) (File, error) {
	known := d.file.SHA256 != "" || d.file.Blob != ""
	f, err := d.file.check(ctx, d.path)
	switch {
	case err == nil && known:
		return f, nil
	case err == nil || errors.Is(err, errWrong):
		if err := os.Remove(d.path); err != nil {
			return f, err
		}
	case !errors.Is(err, os.ErrNotExist):
		return f, err
	}
	if err := os.MkdirAll(filepath.Dir(d.path), 0o777); err != nil {
		return f, err
	}
	for {
		if err := d.transfer(ctx); err != nil {
			return f, err
		}
		f, err := d.file.check(ctx, d.path+partEnding)
		if err == nil {
			return f, d.commit()
		}
		if !errors.Is(err, errWrong) {
			return f, err
		}
		if err := d.drop(); err != nil {
			return f, err
		}
		if !d.resumed {
			return f, fmt.Errorf("model %q: %w; what came was thrown away: pull it again, or from a mirror that %s names",
				d.name.Repo, err, EndpointVar)
		}
		d.resumed = false // the fault may lie in the bytes that were kept: once more, from the beginning
	}
}

// transfer makes the part as long as the file.
func (d *download) transfer(ctx context.Context) error {
	for round := 1; ; round++ {
		had := d.have()
		err := d.hub.try(ctx, d.name.Repo, d.attempt)
		var f *call.Failure
		if err == nil || !errors.As(err, &f) || round == maxRounds || ctx.Err() != nil || d.have() < had+minRound ||
			f.Kind != call.CutOff && f.Kind != call.Timeout && f.Kind != call.Unreachable {
			return err
		}
	}
}

// have is how many bytes are there.
func (d *download) have() int64 {
	info, err := os.Stat(d.path + partEnding)
	if err != nil {
		return 0
	}
	return info.Size()
}

func (d *download) drop() error {
	return errors.Join(remove(d.path+partEnding), remove(d.path+markEnding))
}

func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// attempt asks for what is missing, once.
func (d *download) attempt(ctx context.Context) error {
	have := d.have()
	if d.file.Bytes >= 0 && have > d.file.Bytes {
		if err := d.drop(); err != nil {
			return err
		}
		have = 0
	}
	if have == d.file.Bytes {
		if have == 0 {
			return os.WriteFile(d.path+partEnding, nil, 0o666)
		}
		d.resumed = true
		return nil
	}
	ctx, alive, stop := d.hub.watch(ctx)
	defer stop()
	a, err := d.hub.get(ctx, d.address(), d.rangeOf(have))
	if err != nil {
		return err
	}
	defer a.Body.Close()
	switch a.StatusCode {
	case http.StatusOK:
		have = 0
	case http.StatusPartialContent:
	case http.StatusRequestedRangeNotSatisfiable:
		if err := d.drop(); err != nil {
			return err
		}
		return &call.Failure{Kind: call.Malformed, Status: a.StatusCode, Message: "it has not the rest of " + d.file.Path}
	default:
		return d.hub.refusal(a, d.name, d.file.Path)
	}
	if err := d.agree(a, have); err != nil {
		return err
	}
	d.resumed = d.resumed || have > 0
	return d.write(ctx, a, have, alive)
}

func (d *download) address() string {
	steps := strings.Split(d.file.Path, "/")
	for i := range steps {
		steps[i] = url.PathEscape(steps[i])
	}
	return d.hub.Endpoint + "/" + d.name.Repo + "/resolve/" + d.sha + "/" + strings.Join(steps, "/")
}

// rangeOf asks for the bytes from a place on, if they are still bytes of the same thing. The mark is that of the
// host that sent the first ones; without one the hash at the end decides.
func (d *download) rangeOf(have int64) http.Header {
	if have == 0 {
		return nil
	}
	header := http.Header{"Range": {fmt.Sprintf("bytes=%d-", have)}}
	if mark, err := os.ReadFile(d.path + markEnding); err == nil && strong(string(mark)) {
		header["If-Range"] = []string{string(mark)}
	}
	return header
}

// strong reports whether an ETag identifies bytes.
func strong(tag string) bool {
	return 2 < len(tag) && len(tag) < 300 && tag[0] == '"' && tag[len(tag)-1] == '"' &&
		!strings.ContainsFunc(tag, func(r rune) bool { return r <= ' ' || r > '~' })
}

// agree holds what an answer says of itself against what the hub listed, and learns what it did not list.
func (d *download) agree(a *answer, have int64) error {
	wrong := func(format string, values ...any) error {
		return fmt.Errorf("model %q: %s of %s: %s", d.name.Repo, d.hub.shown(a.Request.URL.Host), d.file.Path,
			fmt.Sprintf(format, values...))
	}
	if enc := a.Header.Get("Content-Encoding"); enc != "" && enc != "identity" {
		return wrong("it comes packed as %.20q, which was not asked for", enc)
	}
	if sha := a.linked.Get("X-Repo-Commit"); sha != "" && sha != d.sha {
		return wrong("it comes from commit %.40q and not from %s", sha, d.sha)
	}
	d.learn(a)
	total := int64(-1)
	if a.ContentLength >= 0 {
		total = have + a.ContentLength
	}
	if a.StatusCode == http.StatusPartialContent {
		first, of, ok := contentRange(a.Header.Get("Content-Range"))
		if !ok || first != have {
			return wrong("bytes from %d were asked for, and %.60q comes", have, a.Header.Get("Content-Range"))
		}
		if of >= 0 {
			total = of
		}
	}
	if d.file.Bytes < 0 {
		d.file.Bytes = total
	}
	switch {
	case d.file.SHA256 == "" && d.file.Blob == "":
		return wrong("the hub gives no hash for it, so that it could not be checked")
	case d.file.Bytes < 0 && d.file.weights():
		return wrong("the hub says no size")
	case d.file.Bytes > d.file.most():
		return wrong("it has %d bytes, and %d at most are read", d.file.Bytes, d.file.most())
	case total >= 0 && d.file.Bytes >= 0 && total != d.file.Bytes:
		return wrong("the hub lists %d bytes, and %d come", d.file.Bytes, total)
	}
	return nil
}

// learn takes from headers of the hub what its list lacks: its ETag is a SHA-256 where a file is stored apart, and
// the name of a git blob where it is not.
func (d *download) learn(a *answer) {
	if n, err := strconv.ParseInt(a.linked.Get("X-Linked-Size"), 10, 64); err == nil && n >= 0 && d.file.Bytes < 0 {
		d.file.Bytes = n
	}
	if d.file.SHA256 != "" || d.file.Blob != "" {
		return
	}
	tag := a.linked.Get("X-Linked-Etag")
	if tag == "" && a.home {
		tag = a.Header.Get("ETag")
	}
	switch tag = strings.Trim(strings.TrimPrefix(tag, "W/"), `"`); {
	case hex64.MatchString(tag):
		d.file.SHA256 = tag
	case hex40.MatchString(tag):
		d.file.Blob = tag
	}
}

// contentRange reads "bytes 5-9/10"; the size is -1 where it is a star.
func contentRange(s string) (first, of int64, ok bool) {
	s, ok = strings.CutPrefix(s, "bytes ")
	span, size, two := strings.Cut(s, "/")
	from, _, dash := strings.Cut(span, "-")
	first, err := strconv.ParseInt(from, 10, 64)
	if !ok || !two || !dash || err != nil || first < 0 {
		return 0, 0, false
	}
	if size == "*" {
		return first, -1, true
	}
	of, err = strconv.ParseInt(size, 10, 64)
	return first, of, err == nil && of >= 0
}

// write appends a body to the part. Bytes go to the file as they come: what is there when the process ends is not
// asked for again.
func (d *download) write(ctx context.Context, a *answer, have int64, alive func()) (err error) {
	if err := d.mark(a, have); err != nil {
		return err
	}
	out, err := os.OpenFile(d.path+partEnding, os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if err := out.Truncate(have); err != nil {
		return err
	}
	limit := d.file.Bytes
	if limit < 0 {
		limit = d.file.most()
	}
	buffer := make([]byte, 256<<10)
	for {
		n, readErr := a.Body.Read(buffer)
		if n > 0 {
			alive()
			if have+int64(n) > limit {
				return fmt.Errorf("model %q: %s is longer than the %d bytes that the hub lists", d.name.Repo, d.file.Path, limit)
			}
			if _, err := out.WriteAt(buffer[:n], have); err != nil {
				return err
			}
			have, d.fetched = have+int64(n), d.fetched+int64(n)
			d.report(have)
		}
		switch {
		case readErr == io.EOF && d.file.Bytes >= 0 && have < d.file.Bytes:
			return d.hub.broken(ctx, fmt.Errorf("%s ends after %d of %d bytes", d.file.Path, have, d.file.Bytes))
		case readErr == io.EOF:
			return out.Sync()
		case readErr != nil:
			return d.hub.broken(ctx, fmt.Errorf("%s: %w", d.file.Path, readErr))
		}
	}
}

// mark keeps what the bytes are bytes of, before the first one.
func (d *download) mark(a *answer, have int64) error {
	if have > 0 {
		return nil
	}
	if tag := a.Header.Get("ETag"); strong(tag) {
		return os.WriteFile(d.path+markEnding, []byte(tag), 0o666)
	}
	return remove(d.path + markEnding)
}

// commit gives a file its name.
func (d *download) commit() error {
	if err := os.Rename(d.path+partEnding, d.path); err != nil {
		return err
	}
	if err := filelock.SyncDir(filepath.Dir(d.path)); err != nil {
		return err
	}
	return remove(d.path + markEnding)
}
