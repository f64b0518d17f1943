// Command bench measures how accurate and how fast filings become a corpus, and prints the tables of
// docs/measured.md. Run it as make bench-corpus: every figure comes from this one run on this machine.
//
// Speeds are per core: bytes of source by seconds of processor time, garbage collection included.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/assayhq/assay/corpus"
	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/edgar"
	"github.com/assayhq/assay/corpus/internal/grid"
	"github.com/assayhq/assay/corpus/internal/item"
	"github.com/assayhq/assay/corpus/internal/xbrl"
	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/text"
)

func main() {
	log.SetFlags(0)
	data := flag.String("data", "../shared/data", "where the real filings are")
	child := flag.String("ingest", "", "internal: ingest the arguments into this directory and print the summary")
	worker := flag.Bool("pdf-worker", false, "internal: read PDFs for another process")
	python := flag.String("python", "", "a Python with beautifulsoup4 and lxml, for the baseline")
	flag.Parse()
	if *worker {
		if err := corpus.ServePDF(context.Background(), os.Stdin, os.Stdout); err != nil {
			log.Fatal(err)
		}
		return
	}
	if *child != "" {
		ingestHere(*child, flag.Args())
		return
	}
	if _, err := os.Stat(*data); err != nil {
		log.Fatalf("no real filings at %s: %v", *data, err)
	}
	fmt.Printf("%s, %s/%s, %d processors, %s\n\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), time.Now().Format(time.DateOnly))
	stages(*data)
	baseline(*data, *python)
	endToEnd(*data)
	memory(*data)
}

// filing is one real filing with its primary document cut out.
type filing struct {
	name string
	main []byte
	html bool
}

func load(dir string, patterns ...string) []filing {
	var all []filing
	for _, pattern := range patterns {
		paths, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(paths) == 0 {
			log.Fatalf("no files %s: %v", pattern, err)
		}
		for _, path := range paths {
			src := read(path)
			s := edgar.Open(src)
			d := s.Documents[s.Primary()]
			body := src[d.Start:d.End]
			head := bytes.ToLower(body[:min(len(body), 16<<10)])
			isHTML := bytes.Contains(head, []byte("<html")) || bytes.Contains(head, []byte("<div"))
			all = append(all, filing{filepath.Base(path), body, isHTML})
		}
	}
	return all
}

func read(path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			log.Fatal(err)
		}
	}
	data, err := io.ReadAll(r)
	if err != nil {
		log.Fatal(err)
	}
	return data
}

// cpu is the processor time that this process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		log.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// measure runs f until it has used a second of processor time and returns MB per second.
func measure(size int, f func()) float64 {
	runtime.GC()
	begin, runs := cpu(), 0
	for cpu()-begin < time.Second || runs < 2 {
		f()
		runs++
	}
	return float64(size*runs) / (cpu() - begin).Seconds() / 1e6
}

// stages prints the speed of each stage on its own.
func stages(data string) {
	all := load(data, "filings/10k/*.gz", "filings-10k/eras/*.htm")
	var htmls, plains []filing
	htmlSize, plainSize := 0, 0
	for _, f := range all {
		if f.html {
			htmls, htmlSize = append(htmls, f), htmlSize+len(f.main)
		} else {
			plains, plainSize = append(plains, f), plainSize+len(f.main)
		}
	}
	form, err := item.FormOf("10-K")
	if err != nil {
		log.Fatal(err)
	}
	docs := make([]*block.Doc, len(htmls))
	var prose [][]byte
	proseSize := 0
	for i, f := range htmls {
		docs[i] = block.HTML(f.main)
		for _, b := range docs[i].Blocks {
			if b.Table < 0 && b.End-b.Start > 80 {
				prose = append(prose, docs[i].Of(b.Span))
				proseSize += int(b.End - b.Start)
			}
		}
	}
	fmt.Printf("### Stages\n\n%d HTML filings of %.0f MB and %d text filings of %.1f MB; sentences over %.1f MB of prose.\n\n",
		len(htmls), mb(htmlSize), len(plains), mb(plainSize), mb(proseSize))
	fmt.Println("| stage | MB/s per core |\n| --- | --- |")
	each := func(f func(i int)) func() {
		return func() {
			for i := range htmls {
				f(i)
			}
		}
	}
	row := func(name string, speed float64) { fmt.Printf("| %s | %.0f |\n", name, speed) }
	row("HTML to blocks", measure(htmlSize, each(func(i int) { block.HTML(htmls[i].main) })))
	row("HTML to blocks to items", measure(htmlSize, each(func(i int) { item.Find(block.HTML(htmls[i].main), form, 0) })))
	row("items of blocks alone", measure(htmlSize, each(func(i int) { item.Find(docs[i], form, 0) })))
	row("tables of blocks alone", measure(htmlSize, each(func(i int) { grid.All(docs[i]) })))
	row("facts of blocks alone", measure(htmlSize, each(func(i int) { xbrl.Read(docs[i], htmls[i].main) })))
	row("plain text to blocks to items", measure(plainSize, func() {
		for _, f := range plains {
			item.Find(block.Plain(f.main), form, 0)
		}
	}))
	splitter := text.NewSplitter(nil)
	var spans []text.Sentence
	row("prose to sentences", measure(proseSize, func() {
		for _, p := range prose {
			spans = splitter.Sentences(spans[:0], p)
		}
	}))
	fmt.Println()
}

func mb(n int) float64 { return float64(n) / 1e6 }

// baseline runs the same filings through BeautifulSoup with lxml and a regular expression per item, the
// design of the open extractors, where a Python that has them is given.
func baseline(data, python string) {
	fmt.Print("### The usual way, for comparison\n\n")
	if python == "" {
		fmt.Print("Not run: no Python with beautifulsoup4 and lxml was given (-python).\n\n")
		return
	}
	cmd := exec.Command(python, filepath.Join("bench", "corpus", "baseline.py"), filepath.Join(data, "filings"))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		fmt.Printf("Not run: %v\n\n", err)
		return
	}
	fmt.Printf("%s\n", out)
}

// run is what one ingest in a process of its own did and used.
type run struct {
	corpus.Summary
	Peak    int64 // bytes of memory
	CPU     float64
	Largest int64
	Disk    int64
	Status  map[string]int
}

// ingestHere is the child: it ingests and says what it used.
func ingestHere(dir string, paths []string) {
	entries := corpus.Walk(paths)
	debug.SetMemoryLimit(corpus.MemoryFor(entries))
	s, err := corpus.Ingest(context.Background(), entries, corpus.Options{
		Dir: dir, Version: "bench", PDFWorker: []string{os.Args[0], "-pdf-worker"},
	})
	if err != nil {
		log.Fatal(err)
	}
	r := run{Summary: *s, Peak: peak(), CPU: cpu().Seconds()}
	r.Skipped = nil
	r.Status = statuses(dir)
	for _, e := range entries {
		r.Largest = max(r.Largest, e.Size)
	}
	if err := json.NewEncoder(os.Stdout).Encode(r); err != nil {
		log.Fatal(err)
	}
}

// statuses counts the items of a corpus by what their filings do with them.
func statuses(dir string) map[string]int {
	c, err := store.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	counts := map[string]int{}
	for it, err := range c.Items(store.Query{}) {
		if err != nil {
			log.Fatal(err)
		}
		if it.Item != "front" && it.Item != "back" {
			counts[it.Status]++
		}
	}
	return counts
}

// peak is the most memory that this process has had. The resource usage of a child begins with its
// parent's, so the kernel's own mark is read.
func peak() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		log.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		var kb int64
		if n, _ := fmt.Sscanf(line, "VmHWM: %d kB", &kb); n == 1 {
			return kb << 10
		}
	}
	log.Fatal("no VmHWM in /proc/self/status")
	return 0
}

// ingest runs the child on some paths.
func ingest(paths ...string) run {
	dir, err := os.MkdirTemp("", "bench-corpus-*")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	self, err := os.Executable()
	if err != nil {
		log.Fatal(err)
	}
	cmd := exec.Command(self, append([]string{"-ingest", filepath.Join(dir, "corpus")}, paths...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		log.Fatalf("ingest %v: %v", paths, err)
	}
	var r run
	if err := json.Unmarshal(out, &r); err != nil {
		log.Fatal(err)
	}
	r.Disk = size(dir)
	return r
}

func size(dir string) (total int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			if info, err := d.Info(); err == nil {
				total += info.Size()
			}
		}
		return nil
	})
	return total
}

// endToEnd ingests each folder of the data by itself, from files to Parquet.
func endToEnd(data string) {
	fmt.Print("### From files to Parquet\n\n")
	fmt.Println("| folder | documents | items | sentences | tables | facts | source MB | MB/s per core | seconds | peak MB |" +
		" Parquet MB |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	folders := []string{"filings/10k", "filings-10k/html", "filings-10k/eras", "filings-10k/full-submission-stripped",
		"filings-10k/text-from-pdf", "filings-10q", "edgar-items", "pdf"}
	var runs []run
	for _, folder := range folders {
		runs = append(runs, ingest(filepath.Join(data, folder)))
		printRun(folder, runs[len(runs)-1])
	}
	var paths []string
	for _, folder := range []string{"filings", "filings-10k", "filings-10q", "edgar-items", "pdf"} {
		paths = append(paths, filepath.Join(data, folder))
	}
	all := ingest(paths...)
	printRun("all in one", all)
	fmt.Print("\nThe items by status (documents without items count as one extracted section):\n\n")
	fmt.Println("| folder | extracted | by reference | index only | combined | reserved or none | absent |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- |")
	for i, r := range append(runs, all) {
		n := r.Status
		fmt.Printf("| %s | %d | %d | %d | %d | %d | %d |\n",
			append(folders, "all in one")[i], n["extracted"], n["incorporated_by_reference"],
			n["cross_reference_index"], n["combined_with"], n["reserved_or_none"], n["absent"])
	}
	fmt.Println()
}

func printRun(name string, r run) {
	fmt.Printf("| %s | %d | %d | %d | %d | %d | %.1f | %.1f | %.1f | %.0f | %.1f |\n",
		name, r.Documents, r.Items, r.Sentences, r.Tables, r.Facts,
		mb(int(r.Bytes)), mb(int(r.Bytes))/r.CPU, r.Seconds, mb(int(r.Peak)), mb(int(r.Disk)))
}

// memory ingests copies of the filings under many names and one large file, to show what memory follows.
func memory(data string) {
	fmt.Print("### Memory\n\n| input | source MB | largest file MB | peak MB | limit: 3 × largest + 100 MB |\n")
	fmt.Println("| --- | --- | --- | --- | --- |")
	dir, err := os.MkdirTemp("", "bench-memory-*")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	for _, copies := range []int{1, 4, 10} {
		in := filepath.Join(dir, fmt.Sprint(copies))
		largest := copyFilings(data, in, copies)
		r := ingest(in)
		printMemory(fmt.Sprintf("%d filings", r.Documents), r, largest)
	}
	in := filepath.Join(dir, "large")
	largest := largeFiling(data, in)
	printMemory("one filing of 200 MB", ingest(in), largest)
	fmt.Println()
}

func printMemory(name string, r run, largest int) {
	fmt.Printf("| %s | %.0f | %.1f | %.0f | %.0f |\n", name, mb(int(r.Bytes)), mb(largest), mb(int(r.Peak)), 3*mb(largest)+100)
}

// copyFilings writes the HTML filings several times, each copy a little different.
func copyFilings(data, dir string, copies int) (largest int) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		log.Fatal(err)
	}
	for i, f := range load(data, "filings/10k/sp_*.gz") {
		for n := range copies {
			src := append(bytes.Clone(f.main), fmt.Sprintf("<!-- copy %d -->", n)...)
			largest = max(largest, len(src))
			// An accession of its own makes each copy a filing of its own.
			name := fmt.Sprintf("%010d-%02d-%06d.htm", 9_999_000_000+i, n, i)
			if err := os.WriteFile(filepath.Join(dir, name), src, 0o644); err != nil {
				log.Fatal(err)
			}
		}
	}
	return largest
}

// largeFiling makes one page of 200 MB by repeating the body of a real one.
func largeFiling(data, dir string) int {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		log.Fatal(err)
	}
	body := load(data, "filings/10k/sp_AAPL*.gz")[0].main
	at := bytes.Index(body, []byte("<body"))
	end := bytes.LastIndex(body, []byte("</body>"))
	var page bytes.Buffer
	page.Write(body[:end])
	for page.Len() < 200<<20 {
		page.Write(body[at:end])
	}
	page.Write(body[end:])
	if err := os.WriteFile(filepath.Join(dir, "large.htm"), page.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
	return page.Len()
}
