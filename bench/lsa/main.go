// Command lsa measures how long and with how much memory the embedder is trained and embeds, beside
// scikit-learn on the same texts. Usage: bench/lsa/run.sh [-sizes 100000,1000000].
//
// The texts are the sentences of a corpus of real filings, table rows left out. Where there are fewer than are
// wanted they come again with every eighth word, drawn by a seeded generator, replaced by one of another
// sentence: texts differ then, and words keep their frequencies.
package main

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/encode/lsa"
)

var (
	corpus = flag.String("corpus", "", "corpus that the sentences are from")
	python = flag.String("python", "", "an interpreter with scikit-learn; without it only Go is measured")
	peer   = flag.String("peer", "bench/lsa/peer.py", "what the interpreter runs")
	sizes  = flag.String("sizes", "100000,1000000", "sentences")
	most   = flag.Int("most", 1_000_000, "sentences above which scikit-learn is left out")
	work   = flag.String("work", "", "directory for texts and models")
)

func main() {
	flag.Parse()
	var err error
	switch flag.Arg(0) {
	case "":
		err = table()
	case "train":
		err = train(flag.Arg(1), flag.Arg(2))
	case "embed":
		err = embed(flag.Arg(1), flag.Arg(2))
	default:
		err = fmt.Errorf("no task %q", flag.Arg(0))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/lsa:", err)
		os.Exit(1)
	}
}

// table measures each task in a process of its own.
func table() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	real, err := sentences(*corpus)
	if err != nil {
		return err
	}
	fmt.Printf("%d different real sentences; 256 dimensions, terms in 2 texts to half of them, at most 65,536.\n\n", len(real))
	fmt.Println("| sentences | task | seconds | processor seconds | peak MB | |\n| --- | --- | --- | --- | --- | --- |")
	for _, field := range strings.Split(*sizes, ",") {
		n, err := strconv.Atoi(field)
		if err != nil {
			return err
		}
		texts, model := filepath.Join(*work, field+".txt"), filepath.Join(*work, field+".map")
		if err := write(texts, real, n); err != nil {
			return err
		}
		tasks := [][]string{{"train", self, "train", texts, model}, {"embed", self, "embed", texts, model}}
		if *python != "" && n <= *most {
			tasks = append(tasks, []string{"scikit-learn, both", *python, *peer, texts})
		}
		for _, task := range tasks {
			if err := measure(n, task[0], task[1:]); err != nil {
				return err
			}
		}
		if err := os.Remove(texts); err != nil {
			return err
		}
	}
	return nil
}

func measure(n int, name string, command []string) error {
	var output bytes.Buffer
	c := exec.Command(command[0], command[1:]...)
	c.Stdout, c.Stderr = &output, os.Stderr
	start := time.Now()
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	took := time.Since(start)
	used := c.ProcessState.SysUsage().(*syscall.Rusage)
	cpu := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	fmt.Printf("| %d | %s | %.1f | %.1f | %d | %s |\n", n, name, took.Seconds(), cpu.Seconds(), used.Maxrss>>10,
		strings.TrimSpace(output.String()))
	return nil
}

// sentences are the different sentences of a corpus.
func sentences(dir string) ([]string, error) {
	c, err := store.Open(dir)
	if err != nil {
		return nil, err
	}
	type row struct {
		Kind  string `parquet:"kind,dict"`
		Text  string `parquet:"text"`
		Words int32  `parquet:"words,delta"`
	}
	var all []string
	seen := map[string]bool{}
	for r, err := range store.Select[row](c, "sentences", store.Query{}) {
		if err != nil {
			return nil, err
		}
		if r.Kind != "table_row" && r.Words >= 3 && !seen[r.Text] {
			seen[r.Text] = true
			all = append(all, strings.Join(strings.Fields(r.Text), " "))
		}
	}
	if len(all) < 10_000 {
		return nil, fmt.Errorf("%s has %d sentences, fewer than 10,000", dir, len(all))
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all, nil
}

// write writes n texts, one per line.
func write(path string, real []string, n int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	out := bufio.NewWriterSize(f, 1<<20)
	drawn := rand.New(rand.NewPCG(2, 2))
	for i := range n {
		s := real[i%len(real)]
		if i >= len(real) {
			words := strings.Fields(s)
			for k := range words {
				if drawn.IntN(8) == 0 {
					other := strings.Fields(real[drawn.IntN(len(real))])
					words[k] = other[drawn.IntN(len(other))]
				}
			}
			s = strings.Join(words, " ")
		}
		out.WriteString(s)
		out.WriteByte('\n')
	}
	return out.Flush()
}

// lines gives the lines of a file.
func lines(in io.Reader) func(yield func(string, error) bool) {
	return func(yield func(string, error) bool) {
		s := bufio.NewScanner(in)
		s.Buffer(nil, 1<<24)
		for s.Scan() {
			if !yield(s.Text(), nil) {
				return
			}
		}
		if err := s.Err(); err != nil {
			yield("", err)
		}
	}
}

func train(texts, model string) error {
	f, err := os.Open(texts)
	if err != nil {
		return err
	}
	defer f.Close()
	m, err := lsa.Train(context.Background(), lines(f), lsa.Options{})
	if err != nil {
		return err
	}
	facts := m.Facts()
	fmt.Printf("%d terms, %.3f of the weights kept, trained on %d", facts.Terms, facts.Explained, facts.Trained)
	return m.Save(model, "bench")
}

func embed(texts, model string) error {
	f, err := os.Open(texts)
	if err != nil {
		return err
	}
	defer f.Close()
	m, err := lsa.Open(model)
	if err != nil {
		return err
	}
	defer m.Close()
	none := 0
	batch := make([]string, 0, 8192)
	flush := func() error {
		vectors, err := m.Embed(context.Background(), batch)
		for _, v := range vectors {
			if v == nil {
				none++
			}
		}
		batch = batch[:0]
		return err
	}
	for s, err := range lines(f) {
		if err != nil {
			return err
		}
		if batch = append(batch, s); len(batch) == cap(batch) {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if err := flush(); err != nil {
		return err
	}
	fmt.Printf("%d without a vector", none)
	return nil
}
