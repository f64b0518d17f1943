package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// peer is the interpreter with everything that is compared with.
type peer struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Scanner
}

func startPeer(texts string) (*peer, error) {
	p := &peer{command: exec.Command(*python, *peers, *model, texts, *work, fmt.Sprint(*threads))}
	p.command.Stderr = os.Stderr
	var err error
	if p.in, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewScanner(out)
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	for p.out.Scan() {
		if strings.Contains(p.out.Text(), `"ready"`) {
			return p, nil
		}
	}
	return nil, fmt.Errorf("the peers did not start: %w", p.command.Wait())
}

func (p *peer) stop() {
	p.in.Close()
	_ = p.command.Wait() // it has answered everything
}

// ask has a task done on some texts; values are what came out.
func (p *peer) ask(task string, from, to int) (cost, []float32, error) {
	if _, err := fmt.Fprintf(p.in, "{\"task\": %q, \"from\": %d, \"to\": %d}\n", task, from, to); err != nil {
		return cost{}, nil, err
	}
	for p.out.Scan() {
		var c cost
		if json.Unmarshal(p.out.Bytes(), &c) != nil || c.Wall == 0 {
			continue // what libraries print
		}
		data, err := os.ReadFile(filepath.Join(*work, "out.f32"))
		if err != nil {
			return c, nil, err
		}
		values := make([]float32, len(data)/4)
		for i := range values {
			values[i] = math.Float32frombits(uint32(data[4*i]) | uint32(data[4*i+1])<<8 | uint32(data[4*i+2])<<16 | uint32(data[4*i+3])<<24)
		}
		return c, values, nil
	}
	return cost{}, nil, fmt.Errorf("the peers gave up at %s", task)
}
