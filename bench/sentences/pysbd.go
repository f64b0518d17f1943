package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"github.com/assayhq/assay/text"
)

// pysbd splits the texts by the script next to this file. The time is what the script measures around
// its work, without the start of Python.
func pysbd(python string, texts []string, byLine bool) ([][]text.Span, time.Duration, error) {
	if python == "" {
		return nil, 0, errors.New("no python3 with pysbd (see run.sh)")
	}
	input, err := json.Marshal(map[string]any{"texts": texts, "by_line": byLine})
	if err != nil {
		return nil, 0, err
	}
	command := exec.Command(python, "pysbd_spans.py")
	var output, trouble bytes.Buffer
	command.Stdin, command.Stdout, command.Stderr = bytes.NewReader(input), &output, &trouble
	if err := command.Run(); err != nil {
		return nil, 0, fmt.Errorf("%w: %s", err, lastLine(trouble.Bytes()))
	}
	var answer struct {
		Seconds float64
		Spans   [][][2]int
	}
	if err := json.Unmarshal(output.Bytes(), &answer); err != nil {
		return nil, 0, err
	}
	if len(answer.Spans) != len(texts) {
		return nil, 0, fmt.Errorf("answered for %d texts of %d", len(answer.Spans), len(texts))
	}
	spans := make([][]text.Span, len(texts))
	for i := range texts {
		for _, span := range answer.Spans[i] {
			if s, ok := trimmed(texts[i], span[0], span[1]); ok {
				spans[i] = append(spans[i], s)
			}
		}
	}
	return spans, time.Duration(answer.Seconds * float64(time.Second)), nil
}

func lastLine(b []byte) []byte {
	b = bytes.TrimSpace(b)
	return b[bytes.LastIndexByte(b, '\n')+1:]
}
