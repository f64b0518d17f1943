// Command token encodes lines and prints what became of them, for run.sh to compare with the Python package; or
// measures how fast that goes. Lines are JSON: a text, or an array of two.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"

	"github.com/assayhq/assay/internal/token"
)

func main() {
	dir := flag.String("model", "", "directory of the tokenizer's files")
	length := flag.Int("length", 0, "longest encoding")
	strategy := flag.Int("strategy", 0, "0 longest first, 1 only first, 2 only second")
	bare := flag.Bool("bare", false, "without special tokens")
	repeat := flag.Int("repeat", 0, "measure so many rounds instead")
	flag.Parse()
	if err := run(*dir, token.Options{MaxLength: *length, NoSpecial: *bare, Strategy: token.Strategy(*strategy)}, *repeat); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(dir string, o token.Options, repeat int) error {
	t, err := token.Open(dir)
	if err != nil {
		return err
	}
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	defer out.Flush()
	var lines [][]string
	var e token.Encoding
	for decoder := json.NewDecoder(in); decoder.More(); {
		var line json.RawMessage
		if err := decoder.Decode(&line); err != nil {
			return err
		}
		var texts []string
		if line[0] == '"' {
			texts = make([]string, 1)
			err = json.Unmarshal(line, &texts[0])
		} else {
			err = json.Unmarshal(line, &texts)
		}
		if err != nil {
			return err
		}
		if repeat > 0 {
			lines = append(lines, texts)
			continue
		}
		encode(t, &e, texts, o)
		print(out, e)
	}
	if repeat > 0 {
		measure(t, lines, o, repeat)
	}
	return nil
}

func encode(t *token.Tokenizer, e *token.Encoding, texts []string, o token.Options) {
	if len(texts) == 1 {
		t.EncodeInto(e, texts[0], o)
	} else {
		t.EncodePairInto(e, texts[0], texts[1], o)
	}
}

// print writes ids, types, special, words and offsets in bytes, each a list.
func print(out *bufio.Writer, e token.Encoding) {
	var b []byte
	b = append(b, `[[`...)
	for i, id := range e.IDs {
		b = comma(b, i)
		b = strconv.AppendInt(b, int64(id), 10)
	}
	b = append(b, `],[`...)
	for i, kind := range e.Types {
		b = comma(b, i)
		b = strconv.AppendInt(b, int64(kind), 10)
	}
	b = append(b, `],[`...)
	for i, word := range e.Words {
		b = comma(b, i)
		b = strconv.AppendInt(b, int64(word), 10)
	}
	b = append(b, `],[`...)
	for i, at := range e.Offsets {
		b = comma(b, i)
		b = fmt.Appendf(b, "[%d,%d]", at.Start, at.End)
	}
	out.Write(append(b, "]]\n"...))
}

func comma(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return b
}

// measure prints rounds of processor time, in seconds, and tokens.
func measure(t *token.Tokenizer, lines [][]string, o token.Options, repeat int) {
	var e token.Encoding
	for range repeat {
		tokens, from, wall := 0, processor(), time.Now()
		for _, texts := range lines {
			encode(t, &e, texts, o)
			tokens += len(e.IDs)
		}
		fmt.Printf("%.4f %.4f %d\n", (processor() - from).Seconds(), time.Since(wall).Seconds(), tokens)
	}
}

func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
