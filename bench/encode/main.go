// Command encode measures the encoders beside onnxruntime, bert-score and hugot, with the same weights on the
// same sentences of real filings: bench/encode/run.sh.
//
// Programs take turns, slice by slice of the sentences, so that what else the machine does hits all alike.
// What is compared is processor time; the seconds of the wall are told too. Ours reads texts; onnxruntime gets
// ids that were made before, sorted by length and padded to the longest of a batch.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/encode"
	"github.com/assayhq/assay/encode/bertscore"
)

var (
	corpus    = flag.String("corpus", "", "corpus that the sentences are from")
	model     = flag.String("model", "", "directory of a model, MiniLM-L6")
	python    = flag.String("python", "", "an interpreter with the peers")
	hugot     = flag.String("hugot", "", "the program that measures hugot; without it, it is left out")
	peers     = flag.String("peers", "bench/encode/peers.py", "what the interpreter runs")
	work      = flag.String("work", "", "directory for texts and exported models")
	sentences = flag.Int("n", 10_000, "sentences")
	slicesOf  = flag.Int("slices", 10, "slices in which programs take turns")
	pairs     = flag.Int("pairs", 1000, "pairs for BERTScore")
	threads   = flag.Int("threads", 2, "threads of each program")
	cold      = flag.Bool("cold", false, "open the model, read one sentence, and say how long that took")
)

func main() {
	flag.Parse()
	err := error(nil)
	if *cold {
		err = start()
	} else {
		err = table()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/encode:", err)
		os.Exit(1)
	}
}

// cost is what something took.
type cost struct {
	Wall float64 `json:"wall"`
	CPU  float64 `json:"cpu"`
}

func (c *cost) add(o cost) { c.Wall, c.CPU = c.Wall+o.Wall, c.CPU+o.CPU }

func cpu() float64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()).Seconds()
}

func timed(do func() error) (cost, error) {
	begin, used := time.Now(), cpu()
	err := do()
	return cost{time.Since(begin).Seconds(), cpu() - used}, err
}

// start is the cold start: it runs in a process of its own.
func start() error {
	var m *encode.Model
	opened, err := timed(func() (err error) {
		m, err = encode.Open(*model, encode.Options{Threads: *threads})
		return err
	})
	if err != nil {
		return err
	}
	first, err := timed(func() error {
		_, err := m.Vectors(context.Background(), []string{"Net sales increased."}, "")
		return err
	})
	if err != nil {
		return err
	}
	hashed, err := timed(func() error {
		_, err := m.Hash()
		return err
	})
	if err != nil {
		return err
	}
	peak, err := highWater()
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]float64{
		"open": opened.Wall, "openCPU": opened.CPU, "first": first.Wall, "hash": hashed.Wall, "peak": peak,
	})
}

// highWater is the most memory that the process has had, in MB. What the system says of a child afterwards
// counts that of its parent too.
func highWater() (float64, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kb float64
	if _, err := fmt.Sscan(rest, &kb); err != nil {
		return 0, fmt.Errorf("read the most memory: %w", err)
	}
	return kb / 1024, nil
}

func table() error {
	texts, err := read(*corpus)
	if err != nil {
		return err
	}
	file := filepath.Join(*work, "texts.txt")
	if err := os.WriteFile(file, []byte(strings.Join(texts, "\n")+"\n"), 0o644); err != nil {
		return err
	}
	p, err := startPeer(file)
	if err != nil {
		return err
	}
	defer p.stop()
	for _, part := range []func(*peer, []string) error{embeddings, scores, starts} {
		if err := part(p, texts); err != nil {
			return err
		}
	}
	return nil
}

// read is sentences of a corpus, drawn by a seeded generator.
func read(dir string) ([]string, error) {
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
	for r, err := range store.Select[row](c, "sentences", store.Query{}) {
		if err != nil {
			return nil, err
		}
		if r.Kind != "table_row" && r.Words >= 3 {
			all = append(all, strings.Join(strings.Fields(r.Text), " "))
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if len(all) < *sentences {
		return nil, fmt.Errorf("%s has %d sentences, fewer than %d", dir, len(all), *sentences)
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:*sentences], nil
}

// contestant is a program that makes vectors.
type contestant struct {
	name string
	run  func(from, to int) (cost, []float32, error)
	cost
	least float64 // cosine with the first contestant's vectors
}

// ours is the encoder, given so many texts at a time.
func ours(m *encode.Model, texts []string, batch int) func(from, to int) (cost, []float32, error) {
	return func(from, to int) (cost, []float32, error) {
		var flat []float32
		c, err := timed(func() error {
			for some := range slices.Chunk(texts[from:to], batch) {
				vectors, err := m.Vectors(context.Background(), some, "")
				if err != nil {
					return err
				}
				for _, v := range vectors {
					flat = append(flat, v.Values...)
				}
			}
			return nil
		})
		return c, flat, err
	}
}

func embeddings(p *peer, texts []string) error {
	floats, err := encode.Open(*model, encode.Options{Threads: *threads})
	if err != nil {
		return err
	}
	bytes, err := encode.Open(*model, encode.Options{Threads: *threads, Int8: true})
	if err != nil {
		return err
	}
	remote := func(task string) func(from, to int) (cost, []float32, error) {
		return func(from, to int) (cost, []float32, error) { return p.ask(task, from, to) }
	}
	all := []*contestant{
		{name: "assay", run: ours(floats, texts, len(texts))}, {name: "onnxruntime, batches of 8", run: remote("ort-8")},
		{name: "onnxruntime, batches of 32", run: remote("ort-32")}, {name: "onnxruntime, fused, batches of 8", run: remote("ortfused-8")},
		{name: "assay, int8", run: ours(bytes, texts, len(texts))},
		{name: "assay, one at a time", run: ours(floats, texts, 1)}, {name: "onnxruntime, one at a time", run: remote("ort-1")},
		{name: "assay, int8, one at a time", run: ours(bytes, texts, 1)},
	}
	for i := range *slicesOf {
		from, to := i*len(texts) / *slicesOf, (i+1)*len(texts) / *slicesOf
		var first []float32
		for j, c := range all {
			took, vectors, err := c.run(from, to)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			c.add(took)
			if j == 0 {
				first = vectors
			}
			if i == 0 {
				c.least = 1
			}
			c.least = min(c.least, cosine(first, vectors, len(vectors)/(to-from)))
		}
	}
	fmt.Printf("%d sentences, %d threads; processor seconds count.\n\n", len(texts), *threads)
	fmt.Println("| program | sentences per processor second | assay's over it | seconds of the wall | lowest cosine " +
		"with assay's |\n| --- | --- | --- | --- | --- |")
	for _, c := range all {
		fmt.Printf("| %s | %.0f | %.2f | %.1f | %.6f |\n", c.name, float64(len(texts))/c.CPU, c.CPU/all[0].CPU, c.Wall, c.least)
	}
	return withHugot(len(texts), all[0].cost)
}

// cosine is the lowest of the vectors in turn.
func cosine(a, b []float32, dim int) float64 {
	least := 1.0
	for from := 0; from < len(a); from += dim {
		var dot, x, y float64
		for i := from; i < from+dim; i++ {
			dot, x, y = dot+float64(a[i])*float64(b[i]), x+float64(a[i])*float64(a[i]), y+float64(b[i])*float64(b[i])
		}
		least = min(least, dot/math.Sqrt(x*y))
	}
	return least
}

// hugotSentences is few: it is slow.
const hugotSentences = 32

func withHugot(n int, own cost) error {
	if *hugot == "" {
		return nil
	}
	c := exec.Command(*hugot, filepath.Join(*work, "onnx"), "model.onnx", filepath.Join(*work, "texts.txt"), fmt.Sprint(hugotSentences))
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return fmt.Errorf("hugot: %w", err)
	}
	var took cost
	if err := json.Unmarshal(out, &took); err != nil {
		return err
	}
	each := took.CPU / hugotSentences
	fmt.Printf("| hugot, pure Go, %d sentences | %.1f | %.1f | %.1f | |\n", hugotSentences, 1/each, each/(own.CPU/float64(n)), took.Wall)
	return nil
}

func scores(p *peer, texts []string) error {
	m, err := encode.Open(*model, encode.Options{Threads: *threads})
	if err != nil {
		return err
	}
	load, _, err := p.ask("load", 0, 0)
	if err != nil {
		return err
	}
	fmt.Printf("\nBERTScore of %d pairs, layer 6. bert-score loads the model at each call: %.2f processor seconds are "+
		"taken off its own.\n\n", *pairs, load.CPU)
	fmt.Println("| weights | assay, processor seconds | bert-score | it over assay | largest difference |\n| --- | --- | --- | --- | --- |")
	for _, idf := range []bool{false, true} {
		if err := scored(p, m, texts, idf, load); err != nil {
			return err
		}
	}
	return nil
}

// scored is a row: pairs with or without weights.
func scored(p *peer, m *encode.Model, texts []string, idf bool, load cost) error {
	o, name, task := bertscore.Options{Layer: 6}, "equal", "bertscore"
	if idf {
		o.References, name, task = texts[*pairs:2**pairs], "idf", "bertscore-idf"
	}
	s, err := bertscore.New(m, o)
	if err != nil {
		return err
	}
	list := make([]bertscore.Pair, *pairs)
	for i := range list {
		list[i] = bertscore.Pair{Candidate: texts[i], Reference: texts[*pairs+i]}
	}
	var out []bertscore.Score
	own, err := timed(func() (err error) {
		out, err = s.Scores(context.Background(), list)
		return err
	})
	if err != nil {
		return err
	}
	theirs, values, err := p.ask(task, 0, 2**pairs)
	if err != nil {
		return err
	}
	var off float64
	for i, s := range out {
		for j, v := range []float64{s.Precision, s.Recall, s.F1} {
			off = max(off, math.Abs(v-float64(values[3*i+j])))
		}
	}
	took := theirs.CPU - load.CPU
	fmt.Printf("| %s | %.2f | %.2f | %.2f | %.1g |\n", name, own.CPU, took, took/own.CPU, off)
	return nil
}

// starts opens the model in processes of their own.
func starts(*peer, []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	fmt.Println("\n| cold start | open, ms | of processors, ms | first sentence, ms | hash, ms | peak MB |\n| --- | " +
		"--- | --- | --- | --- | --- |")
	for i := range 3 {
		c := exec.Command(self, "-cold", "-model", *model, "-threads", fmt.Sprint(*threads))
		out, err := c.Output()
		if err != nil {
			return err
		}
		var took map[string]float64
		if err := json.Unmarshal(out, &took); err != nil {
			return err
		}
		fmt.Printf("| %d | %.0f | %.0f | %.0f | %.0f | %.0f |\n", i+1, took["open"]*1e3, took["openCPU"]*1e3,
			took["first"]*1e3, took["hash"]*1e3, took["peak"])
	}
	return nil
}
