// Command hugot measures the pure Go session of hugot on lines of text: hugot MODEL ONNX TEXTS N.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"

	"github.com/knights-analytics/hugot"
)

func main() {
	if err := run(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, "hugot:", err)
		os.Exit(1)
	}
}

func run(model, onnx, file, count string) error {
	n, err := strconv.Atoi(count)
	if err != nil {
		return err
	}
	texts, err := lines(file, n)
	if err != nil {
		return err
	}
	session, err := hugot.NewGoSession()
	if err != nil {
		return err
	}
	defer session.Destroy()
	pipeline, err := hugot.NewPipeline(session, hugot.FeatureExtractionConfig{ModelPath: model, OnnxFilename: onnx, Name: "bench"})
	if err != nil {
		return err
	}
	const batch = 32
	// The first call of a shape compiles it, and is not counted.
	for _, counted := range []bool{false, true} {
		start, used := time.Now(), cpu()
		for from := 0; from < n; from += batch {
			if _, err := pipeline.RunPipeline(texts[from:min(n, from+batch)]); err != nil {
				return err
			}
		}
		if counted {
			return json.NewEncoder(os.Stdout).Encode(map[string]float64{
				"wall": time.Since(start).Seconds(), "cpu": (cpu() - used).Seconds(),
			})
		}
	}
	return nil
}

func lines(file string, n int) ([]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<24)
	var all []string
	for len(all) < n && in.Scan() {
		all = append(all, in.Text())
	}
	return all, in.Err()
}

func cpu() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
