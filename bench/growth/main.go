// Command growth measures the commands of retrieval on workspaces of several sizes, each command as a process
// of its own: time, processor time, memory that is of files and memory that is not, bytes on disk. Usage:
// bench/growth/run.sh [SIZES...].
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

var (
	binary = flag.String("assay", "", "the command")
	corpus = flag.String("corpus", "", "corpus of the filings that are multiplied")
	dir    = flag.String("dir", "", "directory for the workspaces")
	keep   = flag.Bool("keep", false, "leave the workspaces, and use those that are there")
	only   = flag.String("only", "", "measure tasks whose names begin so")
)

// anchors is how many are searched, in both regimes.
const anchors = 1000

// question is what search is asked.
const question = "net revenue increased because of higher volumes and prices"

// task is a command that is measured.
type task struct {
	name string
	args []string
}

// tasks are in the order in which they are run; each finds what those before it made.
var tasks = []task{
	{"index build", []string{"index", "build", "--fresh", "--json"}},
	{"index build, nothing new", []string{"index", "build", "--json"}},
	{"index verify", []string{"index", "verify"}},
	{"gold anchors", []string{"gold", "anchors", "-n", strconv.Itoa(anchors), "--force"}},
	{"eval, dense", evalIn("dense")},
	{"eval, int8", evalIn("int8")},
	{"eval, bm25", evalIn("bm25")},
	{"eval, hybrid", evalIn("hybrid")},
	{"search, dense", searchIn("dense")},
	{"search, int8", searchIn("int8")},
	{"search, bm25", searchIn("bm25")},
	{"search, hybrid", searchIn("hybrid")},
}

func evalIn(mode string) []string {
	return []string{"eval", "neighbors", "--phase", "1", "--mode", mode, "--fresh", "--json"}
}

func searchIn(mode string) []string {
	return []string{"search", "--mode", mode, "--json", question}
}

// chosen are the tasks that are measured.
func chosen() []task {
	return slices.DeleteFunc(slices.Clone(tasks), func(t task) bool { return !strings.HasPrefix(t.name, *only) })
}

func main() {
	flag.Parse()
	sizes := flag.Args()
	if len(sizes) == 0 {
		sizes = []string{"100000", "1000000", "5000000"}
	}
	if err := table(sizes); err != nil {
		fmt.Fprintln(os.Stderr, "bench/growth:", err)
		os.Exit(1)
	}
}

func table(sizes []string) error {
	real, err := readFilings(*corpus)
	if err != nil {
		return err
	}
	var columns []*column
	for _, size := range sizes {
		n, err := strconv.Atoi(size)
		if err != nil || n < 1 {
			return fmt.Errorf("%q is no number of sentences", size)
		}
		c, err := measureSize(real, n)
		if err != nil {
			return fmt.Errorf("%d sentences: %w", n, err)
		}
		columns = append(columns, c)
	}
	print(columns)
	return nil
}

// column is what was measured at one size.
type column struct {
	sentences int
	figures   map[string]*figures // by the name of the task
	disk      map[string]int64    // bytes, by what of
	took      time.Duration       // with making the corpus
}

func measureSize(real []*filing, n int) (*column, error) {
	began := time.Now()
	c := &column{sentences: n, figures: map[string]*figures{}}
	ws := filepath.Join(*dir, strconv.Itoa(n))
	if _, err := os.Stat(ws); err != nil {
		if err := os.MkdirAll(ws, 0o777); err != nil {
			return nil, err
		}
		if err := invent(ws, real, n); err != nil {
			return nil, err
		}
		fmt.Fprintf(os.Stderr, "%d sentences: corpus made in %.0f s\n", n, time.Since(began).Seconds())
	}
	for _, t := range chosen() {
		f, err := measure(ws, t)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.name, err)
		}
		c.figures[t.name] = f
		fmt.Fprintf(os.Stderr, "%d sentences: %s: %s\n", n, t.name, f)
	}
	var err error
	if c.disk, err = sizesOf(ws); err != nil {
		return nil, err
	}
	c.took = time.Since(began)
	if *keep {
		return c, nil
	}
	return c, os.RemoveAll(ws)
}

// sizesOf are the bytes of a workspace, by the directory or, in an index, by the file.
func sizesOf(ws string) (map[string]int64, error) {
	sizes := map[string]int64{}
	root := filepath.Join(ws, ".assay")
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		below, err := filepath.Rel(root, path)
		what, _, _ := strings.Cut(filepath.ToSlash(below), "/")
		if filepath.Ext(path) == ".map" && what == "index" {
			what = "index, " + filepath.Base(path)
		}
		sizes[what] += info.Size()
		return err
	})
	return sizes, err
}
