package corpus

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/assayhq/assay/corpus/internal/pdf"
	"github.com/assayhq/assay/corpus/store"
)

// Options say how an ingest is run. Dir is the only one that must be given.
type Options struct {
	Dir      string // of the corpus
	Version  string // of the tool, which every part records
	Workers  int    // files read at the same time; by default one a processor
	Replace  bool   // a filing that the corpus has from another file is replaced
	Retry    bool   // files that ended an ingest before are read again
	Progress func(Progress)

	// PDFWorker is the command of a process that runs ServePDF, normally this program itself: a page that never ends is
	// then stopped by ending the process. Without it PDFs are read in this process, about five times slower.
	PDFWorker []string
}

// Progress is how far an ingest is.
type Progress struct {
	Files, Total int   // files done, and all
	Bytes, Of    int64 // on disk
	Documents    int
	Skipped      int
	Path         string // the file done last
}

// Summary is what an ingest did. Documents does not count files that were in the corpus already.
type Summary struct {
	Documents int           `json:"documents"`
	Items     int           `json:"items"`
	Sentences int           `json:"sentences"`
	Tables    int           `json:"tables"`
	Facts     int           `json:"facts"`
	Skipped   []SkippedPath `json:"skipped"`
	Unchanged int           `json:"unchanged"`
	Replaced  int           `json:"replaced"`
	Copies    int           `json:"copies"` // of the skipped, those with the content of another file
	Warnings  int           `json:"warnings"`
	Bytes     int64         `json:"bytes"`
	Seconds   float64       `json:"seconds"`
}

// SkippedPath is a file, or a row of one, that did not enter the corpus.
type SkippedPath struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// memory is how many bytes of source files may be in work at the same time. A larger file is read alone.
const memory = 64 << 20

// refused is the summary of entries none of which can be read, where there is no corpus: none is made for them.
func refused(entries []Entry, dir string) (*Summary, bool) {
	summary := &Summary{Skipped: []SkippedPath{}}
	for _, e := range entries {
		if e.Reason == "" {
			return nil, false
		}
		summary.Skipped = append(summary.Skipped, SkippedPath{e.Path, e.Reason})
	}
	c, err := store.Open(dir)
	if err == nil {
		err = c.Close()
	}
	return summary, errors.Is(err, store.ErrNone)
}

// Ingest reads the files that Walk found into the corpus. What it could not read is listed in the summary;
// the error is of the corpus itself, or the context's.
func Ingest(ctx context.Context, entries []Entry, o Options) (_ *Summary, err error) {
	begin := time.Now()
	if summary, none := refused(entries, o.Dir); none {
		return summary, nil
	}
	w, err := store.OpenWriter(o.Dir, o.Version)
	if err != nil {
		return nil, err
	}
	in := &ingest{
		Options: o, w: w, summary: &Summary{Skipped: []SkippedPath{}},
		ids: map[string]origin{}, idOf: map[place]string{}, added: map[string]bool{}, filings: map[filingKey]string{},
	}
	in.kit = kit{
		pdf:   pdf.Open(pdf.Config{Worker: o.PDFWorker}),
		known: func(sha string) []string { return w.Known(sha, ReaderVersion) },
	}
	if in.Workers <= 0 {
		in.Workers = runtime.GOMAXPROCS(0)
	}
	in.large = make(chan struct{}, 1)
	if in.killers, err = w.Unfinished(); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	defer func() {
		err = errors.Join(err, in.kit.pdf.Close(), w.Close())
		in.summary.Seconds = time.Since(begin).Seconds()
	}()
	if err := in.recall(); err != nil {
		return in.summary, err
	}
	if err := in.run(ctx, entries); err != nil {
		return in.summary, errors.Join(err, in.interrupted())
	}
	if err := w.Flush(); err != nil {
		return in.summary, err
	}
	return in.summary, w.Merge(ctx)
}

// ingest is one run over a list of files.
type ingest struct {
	Options
	kit      kit
	w        *store.Writer
	summary  *Summary
	progress Progress
	ids      map[string]origin    // where each document id came from
	idOf     map[place]string     // the id of what was read from a place
	added    map[string]bool      // ids that this run has given
	filings  map[filingKey]string // the ids of known filings

	large   chan struct{}          // holds the one large document that is in work
	reading *Entry                 // the file that it is in, as the journal says
	killers map[string]store.Entry // the files that ended a run before, by their absolute paths
}

// place is a document's file, and its row or part there.
type place struct{ path, member string }

// origin is where a document came from, and what identifies the filing that it is.
type origin struct {
	path, member, accession string
	cik                     int64
	periodEnd               store.Date
	company, form           string
	sentences               int
}

func originOf(d *store.Document, sentences int) origin {
	return origin{d.Source, d.SourceMember, d.Accession, d.CIK, d.PeriodEnd, d.Company, d.Form, sentences}
}

// sameFiling reports whether two documents with one id are the same filing: they have the same accession number or, where
// one has none, the same registrant and period end (as far as both are known). Amendments have ids of their own
// and are not compared.
func (o origin) sameFiling(other origin) bool {
	if o.accession != "" && other.accession != "" {
		return o.accession == other.accession
	}
	if o.cik == 0 || o.cik != other.cik {
		return false
	}
	return o.periodEnd == other.periodEnd || !o.periodEnd.Known() || !other.periodEnd.Known()
}

// filingKey is what two documents of one filing share. It is empty where that is not known.
type filingKey string

// keys are the accession number with the form, because exhibits have the number too, and what a cover says: company,
// form and end of the period. The latter only for periodic reports, of which there is one for a period.
func (o origin) keys() []filingKey {
	form := reportForm(o.form)
	if form == "" {
		return nil
	}
	var keys []filingKey
	if o.accession != "" {
		keys = append(keys, filingKey(form+" "+o.accession))
	}
	if company := companyKey(o.company); company != "" && o.periodEnd.Known() {
		keys = append(keys, filingKey(fmt.Sprintf("%s %s of %s", form, o.periodEnd, company)))
	}
	return keys
}

// contradicts reports whether two documents with a common key are different filings after all.
func (o origin) contradicts(other origin) bool {
	return o.cik != 0 && other.cik != 0 && o.cik != other.cik ||
		o.accession != "" && other.accession != "" && o.accession != other.accession ||
		o.periodEnd.Known() && other.periodEnd.Known() && o.periodEnd != other.periodEnd
}

// job is one file on its way through. Its results are taken in the order of the files, whatever order
// they are ready in, so that the same input gives the same corpus.
type job struct {
	entry   Entry
	results chan result
	turn    chan struct{} // closed when its results are taken
}

// result is one document of a file, or the reason why there is none.
type result struct {
	doc    *assembled
	id     string // that the document gets if it is free
	member string
	err    error
	large  bool // nobody else may read a large document until this one is taken
}

// run reads the files: several at a time, as far as memory allows, and takes their documents in order.
func (in *ingest) run(ctx context.Context, entries []Entry) error {
	ctx, cancel := context.WithCancel(ctx)
	var readers sync.WaitGroup
	defer readers.Wait()
	defer cancel()
	for _, e := range entries {
		in.progress.Of += e.Size
	}
	in.progress.Total = len(entries)
	// A file's results wait in its channel until their turn comes: one file a worker may be ahead.
	ahead := make(chan *job, in.Workers)
	readers.Go(func() { in.dispatch(ctx, entries, ahead, &readers) })
	for j := range ahead {
		close(j.turn)
		for r := range j.results {
			if err := in.take(j.entry.Path, r); err != nil {
				return err
			}
			if r.large {
				in.endLarge()
			}
		}
		in.report(j.entry)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// dispatch starts the reading of each file in order.
func (in *ingest) dispatch(ctx context.Context, entries []Entry, ahead chan<- *job, readers *sync.WaitGroup) {
	defer close(ahead)
	slots, bytes := semaphore.NewWeighted(int64(in.Workers)), semaphore.NewWeighted(memory)
	for _, e := range entries {
		j := &job{entry: e, results: make(chan result, 1), turn: make(chan struct{})}
		weight := min(max(e.Size, 1), memory)
		if bytes.Acquire(ctx, weight) != nil || slots.Acquire(ctx, 1) != nil {
			return
		}
		readers.Go(func() {
			defer slots.Release(1)
			defer bytes.Release(weight)
			defer close(j.results)
			in.read(ctx, j)
		})
		select {
		case ahead <- j:
		case <-ctx.Done():
			return
		}
	}
}

// read reads one file and sends what it holds.
func (in *ingest) read(ctx context.Context, j *job) {
	b := &budget{share: max(allWork/int64(in.Workers), leastShare), ctx: ctx}
	b.large = func(ctx context.Context) error { return in.beginLarge(ctx, j) }
	send := func(r result) error {
		r.large, b.alone = b.alone, false
		select {
		case j.results <- r:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if j.entry.Reason != "" {
		_ = send(result{err: skip("%s", j.entry.Reason)})
		return
	}
	kit := in.kit
	kit.budget = b
	err := in.readFile(ctx, &kit, j.entry, func(r *reading) error {
		if r.refused != nil {
			return send(result{member: r.member, err: r.refused})
		}
		doc, err := assemble(r, b)
		if errors.As(err, new(*skipError)) {
			return send(result{member: r.member, err: err}) // of the rows of a file only this one
		}
		if err != nil {
			return err
		}
		doc.Document.Source = j.entry.Path
		id := r.meta.docID((&sourceFile{Path: j.entry.Path}).stem())
		doc.setID(id)
		return send(result{doc: doc, id: id, member: r.member})
	})
	if err != nil && ctx.Err() == nil {
		_ = send(result{err: err})
	}
	if b.alone {
		in.endLarge()
	}
}

// beginLarge waits for the turn of a file and for the large document before it, and says in the journal that the file is
// being read: if the run does not survive it, the next one passes it over.
func (in *ingest) beginLarge(ctx context.Context, j *job) error {
	select {
	case <-j.turn:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case in.large <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	in.reading = &j.entry
	return in.w.Record(store.Entry{Path: j.entry.Path, Outcome: store.Reading, Bytes: j.entry.Size})
}

func (in *ingest) endLarge() {
	in.reading = nil
	<-in.large
}

// interrupted tells the journal that the run ended before its large document for another reason than that document.
func (in *ingest) interrupted() error {
	if in.reading == nil {
		return nil
	}
	return in.w.Record(store.Entry{Path: in.reading.Path, Outcome: store.Skipped, Reason: "the ingest was interrupted"})
}

// killed is why a file is passed over that a run did not survive.
func (in *ingest) killed(e Entry) error {
	path, err := filepath.Abs(e.Path)
	if err != nil {
		return nil
	}
	last, found := in.killers[path]
	if !found || in.Retry || last.Bytes != e.Size {
		return nil
	}
	return skip("%s %s; split it, or read it again with --retry", store.Killer, last.Time.Format(time.DateTime))
}

// readFile runs the reader that knows the file. A panic fails only that file.
func (in *ingest) readFile(ctx context.Context, k *kit, e Entry, emit func(*reading) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = skip("a fault in assay, please report it: %v at %s", p, faultPlace(debug.Stack()))
		}
	}()
	if err := in.killed(e); err != nil {
		return err
	}
	s, err := openSource(e.Path)
	if err != nil {
		return err
	}
	return readerOf(s).read(ctx, k, s, emit)
}

// take adds one document to the corpus, or the reason why not to the summary.
func (in *ingest) take(path string, r result) error {
	var same *unchanged
	var skipped *skipError
	switch {
	case errors.As(r.err, &same):
		return in.known(path, r.member, same.documents)
	case errors.As(r.err, &skipped):
		return in.skip(path, r.member, skipped.Reason)
	case r.err != nil:
		return fmt.Errorf("ingest %q: %w", path, r.err)
	}
	if known := in.kit.known(r.doc.Document.SHA256); len(known) > 0 {
		return in.known(path, r.member, known)
	}
	id, outcome, reason, err := in.idFor(path, r)
	if err != nil {
		return fmt.Errorf("ingest %q: %w", path, err)
	}
	if outcome == store.Skipped {
		return in.skip(path, r.member, reason)
	}
	if id != r.id {
		r.doc.setID(id)
	}
	if outcome == store.Replaced {
		in.summary.Replaced++
	}
	if err := in.retire(path, r, id); err != nil {
		return err
	}
	in.added[id] = true
	in.idOf[place{path, r.member}] = id
	in.note(id, originOf(&r.doc.Document, len(r.doc.Sentences)))
	sha := r.doc.Document.SHA256
	switch err := in.w.Add(r.doc.Rows); {
	case errors.Is(err, store.ErrInvalid):
		return in.skip(path, r.member, "a fault in assay, please report it: "+err.Error())
	case err != nil:
		return fmt.Errorf("ingest %q: %w", path, err)
	}
	in.count(r.doc.Rows)
	return in.w.Record(store.Entry{Path: path, Member: r.member, Outcome: outcome, Documents: []string{id}, SHA256: sha})
}

// known counts content that the corpus has: the same file as before, or a copy of another.
func (in *ingest) known(path, member string, documents []string) error {
	for _, id := range documents {
		if samePath(in.ids[id].path, path) {
			in.summary.Unchanged++
			return in.w.Record(store.Entry{Path: path, Member: member, Outcome: store.Known, Documents: documents})
		}
	}
	in.summary.Copies++
	first := documents[0]
	return in.skip(path, member, fmt.Sprintf("the same content as %s, read from %s", first, in.ids[first].path))
}

func (in *ingest) skip(path, member, reason string) error {
	shown := strings.TrimSpace(path + " " + member)
	in.summary.Skipped = append(in.summary.Skipped, SkippedPath{shown, reason})
	return in.w.Record(store.Entry{Path: path, Member: member, Outcome: store.Skipped, Reason: reason})
}

// idFor chooses the id of a document. A new reading of the same place replaces the older one; another file of
// the same filing is skipped; another filing that would have the same id gets a longer one.
func (in *ingest) idFor(path string, r result) (id string, outcome store.Outcome, reason string, err error) {
	if older, again := in.idOf[place{path, r.member}]; again && (older == r.id || strings.HasPrefix(older, r.id+"-")) {
		return older, store.Replaced, "", nil
	}
	o := originOf(&r.doc.Document, len(r.doc.Sentences))
	have, taken := in.ids[r.id]
	twin := r.id
	if !taken || !have.sameFiling(o) {
		twin = in.twin(o)
	}
	switch {
	case twin == "" && !taken:
		return r.id, store.Ingested, "", nil
	case twin == "":
		return r.id + "-" + r.doc.Document.SHA256[:8], store.Ingested, "", nil
	case in.Replace && !in.added[twin]:
		if twin != r.id {
			err = in.remove(twin)
		}
		if _, taken := in.ids[r.id]; taken && twin != r.id {
			return r.id + "-" + r.doc.Document.SHA256[:8], store.Replaced, "", err
		}
		return r.id, store.Replaced, "", err
	}
	have = in.ids[twin]
	reason = fmt.Sprintf("the same filing as %s, read from %s; --replace prefers this one", twin, have.path)
	if o.sentences > have.sentences+have.sentences/10 {
		reason += fmt.Sprintf(": it has %d sentences, that one %d", o.sentences, have.sentences)
	}
	return "", store.Skipped, reason, nil
}

// twin is the id of the document that is the same filing by accession number or cover, or empty.
func (in *ingest) twin(o origin) string {
	for _, key := range o.keys() {
		id := in.filings[key]
		have, known := in.ids[id]
		if known && !have.contradicts(o) && (have.path != o.path || have.member != o.member) {
			return id
		}
	}
	return ""
}

// note keeps what identifies a document of the corpus. Of several documents of one filing the first does.
func (in *ingest) note(id string, o origin) {
	in.ids[id] = o
	for _, key := range o.keys() {
		if _, known := in.ids[in.filings[key]]; !known {
			in.filings[key] = id
		}
	}
}

func (in *ingest) remove(id string) error {
	delete(in.ids, id)
	_, err := in.w.Remove(id)
	return err
}

// retire removes an older reading of the same place if the new one has another id.
func (in *ingest) retire(path string, r result, id string) error {
	older, again := in.idOf[place{path, r.member}]
	if !again || older == id {
		return nil
	}
	return in.remove(older)
}

func (in *ingest) count(d *store.Rows) {
	s := in.summary
	s.Documents++
	for i := range d.Items {
		if it := &d.Items[i]; it.Status != "absent" && !isMatter(it.Item) {
			s.Items++
		}
	}
	s.Sentences += len(d.Sentences)
	s.Tables += len(d.Tables)
	s.Facts += len(d.Facts)
	s.Warnings += len(d.Document.Warnings)
	s.Bytes += d.Document.Bytes
}

// samePath reports whether two paths name one file.
func samePath(a, b string) bool {
	if a == b {
		return true
	}
	x, errX := filepath.Abs(a)
	y, errY := filepath.Abs(b)
	return errX == nil && errY == nil && x == y
}

// isMatter reports whether a section is text around the items, and no item.
func isMatter(id string) bool {
	return id == "front" || id == "back" || strings.HasPrefix(id, "part_")
}

func (in *ingest) report(e Entry) {
	p := &in.progress
	p.Files++
	p.Bytes += e.Size
	p.Documents, p.Skipped, p.Path = in.summary.Documents, len(in.summary.Skipped), e.Path
	if in.Progress != nil {
		in.Progress(*p)
	}
}

// faultPlace is the first line of a stack, after the panic itself, that is in this module.
func faultPlace(stack []byte) string {
	lines := strings.Split(string(stack), "\n")
	seen := false
	for i, line := range lines {
		seen = seen || strings.HasPrefix(line, "panic(")
		if seen && strings.Contains(line, "assayhq/assay/") && i+1 < len(lines) {
			place := strings.TrimSpace(lines[i+1])
			place, _, _ = strings.Cut(place, " ")
			return filepath.Base(filepath.Dir(place)) + "/" + filepath.Base(place)
		}
	}
	return "an unknown place"
}

// known is what recall reads of a document.
type known struct {
	DocID        string     `parquet:"doc_id,dict"`
	Source       string     `parquet:"source"`
	SourceMember string     `parquet:"source_member"`
	Accession    string     `parquet:"accession"`
	CIK          int64      `parquet:"cik,delta"`
	PeriodEnd    store.Date `parquet:"period_end,optional,date"`
	Company      string     `parquet:"company"`
	Form         string     `parquet:"form"`
	Sentences    int32      `parquet:"n_sentences"`
}

// recall reads what the documents of the corpus were made from.
func (in *ingest) recall() error {
	c, err := store.Open(in.Dir)
	if err != nil {
		return err
	}
	defer c.Close()
	for d, err := range store.Select[known](c, "documents", store.Query{}) {
		if err != nil {
			return err
		}
		in.note(d.DocID, origin{d.Source, d.SourceMember, d.Accession, d.CIK, d.PeriodEnd, d.Company, d.Form, int(d.Sentences)})
		in.idOf[place{d.Source, d.SourceMember}] = d.DocID
	}
	return nil
}
