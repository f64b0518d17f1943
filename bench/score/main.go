// Command score times the scorers on pairs of short real answers, beside the Python packages that they
// equal, in one run. Usage: bench/score/run.sh [-pairs N].
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/assayhq/assay/score"
)

// pair is a line for both sides.
type pair struct {
	Gold   string `json:"gold"`
	Answer string `json:"answer"`
}

// maxShort is how long a text of a short pair may be.
const maxShort = 400

// columns are the rows that Python computes too; rouge_score computes its four at once, the evaluator of
// TAT-QA its two.
var columns = []struct {
	name    string
	scorers []string
	lists   bool // gold and answer are lists of one text
}{
	{"exact-normal", []string{"exact-normal"}, false},
	{"f1", []string{"f1"}, false},
	{"bleu", []string{"bleu"}, false},
	{"rouge", []string{"rouge1", "rouge2", "rougeL", "rougeLsum"}, false},
	{"rouge-stem", []string{"rouge1-stem", "rouge2-stem", "rougeL-stem", "rougeLsum-stem"}, false},
	{"ratcliff", []string{"ratcliff"}, false},
	{"tatqa", []string{"tatqa-em", "tatqa-f1"}, true},
}

func main() {
	pairs := flag.Int("pairs", 1_000_000, "pairs that Go scores; Python does the different ones once")
	python := flag.String("python", "", "an interpreter with the packages; without it only Go is timed")
	data := flag.String("data", "../shared/data", "the real texts")
	flag.Parse()
	if err := run(*pairs, *python, *data); err != nil {
		fmt.Fprintln(os.Stderr, "bench/score:", err)
		os.Exit(1)
	}
}

func run(n int, python, data string) error {
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(200)
	all, err := shortPairs(data)
	if err != nil {
		return err
	}
	var theirs map[string][2]float64
	if python != "" {
		if theirs, err = runPython(python, all); err != nil {
			return err
		}
	}
	fmt.Printf("%d different pairs of at most %d bytes per text; Go scores %d, Python each once; "+
		"processor time of one core.\n\n", len(all), maxShort, n)
	fmt.Println("| scorer | assay, µs a pair | Python, µs a pair | ratio |")
	fmt.Println("| --- | --- | --- | --- |")
	inputs, lists := make([]score.Input, len(all)), make([]score.Input, len(all))
	for i, p := range all {
		inputs[i] = score.Input{Gold: []string{p.Gold}, Answer: p.Answer, Sources: []string{p.Gold}}
		lists[i] = score.Input{Gold: []string{p.Gold}, GoldList: true, Answer: p.Answer, List: []string{p.Answer}}
	}
	var ours, peers float64
	equalled := map[string]bool{}
	for _, column := range columns {
		of := inputs
		if column.lists {
			of = lists
		}
		seconds, sum := timed(column.scorers, of, n)
		line := [2]float64{}
		if theirs != nil {
			if line = theirs[column.name]; math.Abs(sum-line[1]) > 1e-6*float64(len(all)) {
				return fmt.Errorf("%s: the values add up to %v, in Python to %v", column.name, sum, line[1])
			}
		}
		ours, peers = ours+seconds, peers+line[0]
		print(column.name, seconds, line[0])
		for _, name := range column.scorers {
			equalled[name] = true
		}
	}
	print("all that Python has", ours, peers)
	deterministic := len(equalled)
	for i := range score.Scorers {
		if name := score.Scorers[i].Name; !equalled[name] && score.Scorers[i].Needs&score.NeedsModel == 0 {
			deterministic++
			seconds, _ := timed([]string{name}, inputs, n)
			ours += seconds
			print(name, seconds, 0)
		}
	}
	print("all deterministic scorers", ours, peers)
	fmt.Printf("\n%d pairs through all %d scorers that need no model: %.1f s\n", n, deterministic, ours*float64(n))
	return nil
}

func print(name string, ours, theirs float64) {
	if theirs == 0 {
		fmt.Printf("| %s | %.2f | | |\n", name, ours*1e6)
		return
	}
	fmt.Printf("| %s | %.2f | %.1f | %.1f |\n", name, ours*1e6, theirs*1e6, theirs/ours)
}

// timed is the seconds a pair of some scorers, and the sum of their values over the different pairs.
func timed(names []string, inputs []score.Input, n int) (seconds, sum float64) {
	var scorers []*score.Scorer
	for _, name := range names {
		s, err := score.Find(name)
		if err != nil {
			panic(err)
		}
		scorers = append(scorers, s)
	}
	start := processor()
	for i := range n {
		in := &inputs[i%len(inputs)]
		for _, s := range scorers {
			got := s.Score(in)
			if i < len(inputs) {
				sum += got.Value
			}
		}
	}
	return (processor() - start).Seconds() / float64(n), sum
}

// processor is the processor time so far, garbage collection included: other work on the machine counts
// less in it than in the time that passes.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// shortPairs are the answers of sixteen systems to questions on filings, with their golds.
func shortPairs(data string) ([]pair, error) {
	files, err := filepath.Glob(filepath.Join(data, "financebench/results/*.jsonl"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no financebench results in %s", data)
	}
	var all []pair
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var row struct {
				Gold   any    `json:"gold_answer"`
				Answer string `json:"model_answer"`
			}
			if json.Unmarshal(lines.Bytes(), &row) != nil {
				continue
			}
			gold, _ := row.Gold.(string)
			if gold != "" && row.Answer != "" && max(len(gold), len(row.Answer)) <= maxShort {
				all = append(all, pair{gold, row.Answer})
			}
		}
	}
	if len(all) < 300 {
		return nil, fmt.Errorf("%d short pairs in %s, want at least 300", len(all), data)
	}
	return all, nil
}

func runPython(python string, all []pair) (map[string][2]float64, error) {
	file, err := os.CreateTemp("", "pairs-*.jsonl")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	enc := json.NewEncoder(file)
	for i := range all {
		if err := enc.Encode(&all[i]); err != nil {
			return nil, err
		}
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	cmd := exec.Command(python, "speed.py", file.Name())
	cmd.Dir, cmd.Stderr = "bench/score", os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("speed.py: %w", err)
	}
	var columns map[string][2]float64
	return columns, json.Unmarshal(out, &columns)
}
