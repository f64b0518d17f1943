package docqa

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// programPrefix marks a scorer that is a program of the user's.
const programPrefix = "exec:"

// Limits of a program that scores.
const (
	programTime  = time.Minute
	maxVerdict   = 1 << 20
	maxComplaint = 2000
)

// program is a scorer of the user's: a program that reads a line of JSON on standard input and writes one on standard
// output, for as many lines as it likes to live. It gets {"id", "question", "gold", "gold_list", "answer", "final"} and
// says {"value": 0.5}, with "explanation", "expected", "extracted" and "evidence" as options, or {"outcome": "skipped"}
// without a value. A program that ends, says something else, or nothing for a minute fails the case in question, by
// name, and is started again for the next. It is one process, asked one case at a time, and no shell reads its name.
//
// Words of the form better=lower, range=0..10 and unit=USD before the program say what its values mean. Without them
// higher is better, values have no range and no unit, and values of 0 and 1 only are a rate. A value outside of the
// range is an error of the case.
type program struct {
	Command string // the words about the values, the program and its arguments, separated by blanks
	Timeout time.Duration

	words   []string // the program and its arguments
	measure score.Measure

	mu      sync.Mutex
	process *process
}

// newProgram prepares the scorer of a name such as "exec:./mine.py --strict".
func newProgram(name string) (*program, error) {
	p := &program{Command: strings.TrimPrefix(name, programPrefix), Timeout: programTime}
	p.words = strings.Fields(p.Command)
	for len(p.words) > 0 {
		known, err := declare(&p.measure, p.words[0])
		if err != nil {
			return nil, fmt.Errorf("scorer %q: %w", name, err)
		}
		if !known {
			break
		}
		p.words = p.words[1:]
	}
	if len(p.words) == 0 {
		return nil, fmt.Errorf("scorer %q names no program: it is exec:PROGRAM", name)
	}
	if _, err := exec.LookPath(p.words[0]); err != nil {
		return nil, fmt.Errorf("scorer %q: %w", name, err)
	}
	base := make([]string, len(p.words))
	for i := range p.words {
		base[i] = filepath.Base(p.words[i])
	}
	p.measure.Name = programPrefix + strings.Join(base, "_")
	return p, nil
}

// declare takes a word such as better=lower, range=0..10 or unit=USD. It reports false of any other word.
func declare(m *score.Measure, word string) (known bool, err error) {
	key, value, found := strings.Cut(word, "=")
	if !found {
		return false, nil
	}
	switch key {
	case "better":
		return true, m.Better.UnmarshalText([]byte(value))
	case "unit":
		m.Unit = value
		return true, nil
	case "range":
		from, to, _ := strings.Cut(value, "..")
		low, err := strconv.ParseFloat(from, 64)
		high, other := strconv.ParseFloat(to, 64)
		if err != nil || other != nil || !(low < high) {
			return true, fmt.Errorf("%q: want a range such as range=0..10", word)
		}
		m.Low, m.High = &low, &high
		return true, nil
	}
	return false, nil
}

// Name is that of its scores: the command without directories and blanks.
func (p *program) Name() string { return p.measure.Name }

// Scorer is the program as a scorer of a run.
func (p *program) Scorer() run.Scorer {
	apply := func(ctx context.Context, c *system.Case, a *system.Answer) ([]score.Score, error) {
		s, err := p.score(ctx, c, a)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			s = score.Not(p.Name(), score.Error, err.Error())
		}
		return []score.Score{s}, nil
	}
	return run.Scorer{Measures: []score.Measure{p.measure}, Score: apply}
}

// Close ends the program.
func (p *program) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.end()
	return nil
}

// question is the input line of a program.
type question struct {
	ID       string   `json:"id"`
	Question string   `json:"question"`
	Gold     []string `json:"gold"`
	GoldList bool     `json:"gold_list"`
	Unit     string   `json:"unit,omitempty"`
	Answer   string   `json:"answer"`
	Final    string   `json:"final"` // what follows FINAL:, else the answer
}

// verdict is what it says.
type verdict struct {
	Value       *float64 `json:"value"`
	Outcome     string   `json:"outcome"`
	Explanation string   `json:"explanation"`
	Expected    string   `json:"expected"`
	Extracted   string   `json:"extracted"`
	Evidence    []string `json:"evidence"`
}

func (p *program) score(ctx context.Context, c *system.Case, a *system.Answer) (score.Score, error) {
	q := question{c.ID, c.Question, c.Gold, c.GoldList, c.Unit, a.Text, a.Text}
	if final, ok := score.Final(a.Text); ok {
		q.Final = final
	}
	line, err := plainJSON(q)
	if err != nil {
		return score.Score{}, err
	}
	answer, err := p.ask(ctx, append(line, '\n'))
	if err != nil {
		return score.Score{}, err
	}
	return p.read(answer)
}

// read turns a verdict into a score.
func (p *program) read(answer []byte) (score.Score, error) {
	var v verdict
	if err := json.Unmarshal(answer, &v); err != nil {
		return score.Score{}, fmt.Errorf("it wrote no verdict: %w: %q", err, shorten(string(answer)))
	}
	var s score.Score
	switch {
	case v.Value != nil && (v.Outcome == "" || v.Outcome == string(score.Scored)):
		if low, high, ok := p.measure.Range(); ok && (*v.Value < low || *v.Value > high) {
			return s, fmt.Errorf("its value %g is outside of its range, %g to %g", *v.Value, low, high)
		}
		s = score.Of(p.Name(), *v.Value)
	case v.Value == nil && score.Outcome(v.Outcome).Known() && v.Outcome != string(score.Scored):
		s = score.Not(p.Name(), score.Outcome(v.Outcome), v.Explanation)
	default:
		return s, fmt.Errorf(`it wrote neither "value" alone nor an "outcome" without one: %q`, shorten(string(answer)))
	}
	if v.Explanation != "" {
		s.Explanation = v.Explanation
	}
	s.Expected, s.Extracted, s.Evidence = v.Expected, v.Extracted, v.Evidence
	return s, nil
}

// ask says one line and reads one. A program that has ended after an earlier line is started again.
func (p *program) ask(ctx context.Context, line []byte) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	old := p.process != nil
	answer, err := p.once(ctx, line)
	if err != nil {
		p.end()
		if old && errors.Is(err, errGone) {
			if answer, err = p.once(ctx, line); err != nil {
				p.end()
			}
		}
	}
	return answer, err
}

// errGone says that a program had ended before it was asked.
var errGone = errors.New("it ended without an answer")

// process is a program that runs.
type process struct {
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      *bufio.Reader
	complain *tail
	stop     context.CancelFunc
}

func (p *program) start() error {
	if p.process != nil {
		return nil
	}
	ctx, stop := context.WithCancel(context.Background())
	x := &process{cmd: exec.CommandContext(ctx, p.words[0], p.words[1:]...), complain: &tail{}, stop: stop}
	x.cmd.Stderr, x.cmd.WaitDelay = x.complain, 200*time.Millisecond
	in, err := x.cmd.StdinPipe()
	if err == nil {
		x.in = in
		var out io.ReadCloser
		if out, err = x.cmd.StdoutPipe(); err == nil {
			x.out = bufio.NewReaderSize(out, 1<<16)
			err = x.cmd.Start()
		}
	}
	if err != nil {
		stop()
		return fmt.Errorf("start %q: %w", p.Command, err)
	}
	p.process = x
	return nil
}

func (p *program) end() {
	x := p.process
	if x == nil {
		return
	}
	p.process = nil
	x.in.Close()
	x.stop()
	x.cmd.Wait() //nolint:errcheck // it was told to end
}

func (p *program) once(ctx context.Context, line []byte) ([]byte, error) {
	if err := p.start(); err != nil {
		return nil, err
	}
	x := p.process
	type reply struct {
		line []byte
		err  error
	}
	done := make(chan reply, 1)
	go func() {
		if _, err := x.in.Write(line); err != nil {
			done <- reply{nil, errGone}
			return
		}
		answer, err := readLine(x.out)
		done <- reply{answer, err}
	}()
	t := time.NewTimer(p.Timeout)
	defer t.Stop()
	select {
	case r := <-done:
		if errors.Is(r.err, io.EOF) {
			r.err = errGone
		}
		if r.err != nil {
			p.end() // also waits for its standard error
		}
		if r.err != nil && x.complain.String() != "" {
			r.err = fmt.Errorf("%w; it wrote to standard error: %s", r.err, x.complain)
		}
		return r.line, r.err
	case <-t.C:
		p.end()
		return nil, fmt.Errorf("it wrote nothing for %v", p.Timeout)
	case <-ctx.Done():
		p.end()
		return nil, ctx.Err()
	}
}

// readLine reads a line that is not too long.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > maxVerdict:
			return nil, fmt.Errorf("it wrote a line of more than %d bytes", maxVerdict)
		case err == nil || errors.Is(err, io.EOF) && len(bytes.TrimSpace(line)) > 0:
			return bytes.TrimSpace(line), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

// tail keeps the end of what a program complains of.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

// Write keeps the end.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b...)
	if over := len(t.kept) - maxComplaint; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	return len(b), nil
}

// String is what was kept, in one line.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return shorten(strings.Join(strings.Fields(string(t.kept)), " "))
}

func shorten(s string) string {
	const most = 300
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
