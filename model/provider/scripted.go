package provider

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// scriptedRow answers from a file, for tests and demonstrations: no model is asked.
var scriptedRow = Row{
	Name:    "scripted",
	Doc:     "answers from a file of JSON lines: no model, no network, no cost",
	KeyNone: true,
	open:    openScripted,
}

// scriptLine is one line of a script: the first whose Match finds something in the last turn (or whose Model
// names the model asked, if it is set) gives the answer. A line without Match answers everything.
type scriptLine struct {
	Match   string          `json:"match,omitempty"` // a regular expression
	Model   string          `json:"model,omitempty"`
	Text    string          `json:"text,omitempty"`
	JSON    json.RawMessage `json:"json,omitempty"` // instead of Text: an answer that is JSON
	Stop    model.Stop      `json:"stop,omitempty"`
	Failure call.Kind       `json:"failure,omitempty"` // fail so instead of answering
	Served  string          `json:"served,omitempty"`
	DelayMS int             `json:"delay_ms,omitempty"`
	Times   int             `json:"times,omitempty"` // how often the line may answer; 0 is always

	pattern *regexp.Regexp
}

func openScripted(e *endpoint) (model.Wire, authorize) {
	s := &script{}
	e.sender = s
	if e.script == "" {
		e.err = errors.New("provider scripted: no script is named; set script: FILE for it in assay.yaml")
		return model.Wire{Chat: s.chat}, nil
	}
	s.lines, s.name, e.err = readScript(e.script)
	return model.Wire{Chat: s.chat}, nil
}

// readScript reads a file of lines; the name under which calls know it follows its content.
func readScript(name string) ([]*scriptLine, string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, "", fmt.Errorf("read script: %w", err)
	}
	if len(text) > maxScriptBytes {
		return nil, "", fmt.Errorf("script %q is larger than %d MB: split it", name, maxScriptBytes>>20)
	}
	lines, err := parseScript(name, text)
	sum := sha256.Sum256(text)
	return lines, "script:" + hex.EncodeToString(sum[:8]), err
}

// parseScript refuses all that is wrong with a script at once.
func parseScript(name string, text []byte) ([]*scriptLine, error) {
	var lines []*scriptLine
	var problems []error
	for n, row := range bytes.Split(text, []byte("\n")) {
		if len(bytes.TrimSpace(row)) == 0 {
			continue
		}
		line, err := parseLine(row)
		if err != nil {
			problems = append(problems, fmt.Errorf("script %s:%d: %w", name, n+1, err))
			continue
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 && len(problems) == 0 {
		return nil, fmt.Errorf(`script %q has no line: write one object per line, such as {"match":"revenue","text":"12"}`, name)
	}
	return lines, errors.Join(problems...)
}

func parseLine(row []byte) (*scriptLine, error) {
	line := &scriptLine{}
	dec := json.NewDecoder(bytes.NewReader(row))
	dec.DisallowUnknownFields()
	if err := dec.Decode(line); err != nil {
		return nil, fmt.Errorf("not an object of a script: %w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("something follows the object: write one per line")
	}
	var err error
	if line.pattern, err = regexp.Compile(line.Match); err != nil {
		return nil, fmt.Errorf("match: %w", err)
	}
	return line, line.check()
}

// check refuses words that would be taken for an outcome which nothing else knows, and numbers that mean none.
func (l *scriptLine) check() error {
	switch {
	case len(l.JSON) > 0 && l.Text != "":
		return errors.New("text and json in one line: an answer is one of them")
	case l.Failure != "" && (len(l.JSON) > 0 || l.Stop != ""):
		return errors.New("failure beside json or stop: a call that fails has no answer")
	case l.Failure != "" && !l.Failure.Known():
		return fmt.Errorf("%q is no kind of failure", l.Failure)
	case l.Stop != "" && !slices.Contains(stops, l.Stop):
		return fmt.Errorf("%q is no stop: known are %q", l.Stop, stops)
	case l.Times < 0:
		return fmt.Errorf("times is %d", l.Times)
	case l.DelayMS < 0 || l.DelayMS > maxDelayMS:
		return fmt.Errorf("delay_ms is %d: want 0 to %d", l.DelayMS, maxDelayMS)
	}
	return nil
}

// stops is every way in which a scripted answer may end.
var stops = []model.Stop{
	model.Complete, model.Truncated, model.Refused, model.Filtered, model.Recitation, model.Blocked, model.Context,
	model.Unfinished, model.Empty,
}

// Limits of a script.
const (
	maxScriptBytes = 64 << 20
	maxDelayMS     = 3_600_000
)

// script is a model that says what its file says.
type script struct {
	name  string
	lines []*scriptLine

	mu   sync.Mutex
	used map[*scriptLine]int
}

// scriptedReply is what a script "sends".
type scriptedReply struct {
	Text   string     `json:"text"`
	Stop   model.Stop `json:"stop"`
	Served string     `json:"served"`
	Input  int64      `json:"input"`
	Output int64      `json:"output"`
}

func (s *script) chat(r *model.Request) (*call.Call, error) {
	body, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	c := &call.Call{Method: http.MethodPost, URL: s.name, Body: body, Tier: r.Tier, Read: readScripted}
	if r.Schema != nil {
		c.Forced = string(model.ByPromptOnly)
	}
	return c, nil
}

// Send finds the line that answers.
func (s *script) Send(ctx context.Context, c *call.Call) (*call.Reply, error) {
	began := time.Now()
	request, _ := c.Request.(*model.Request)
	line, used := s.find(request)
	if line == nil {
		f := &call.Failure{Kind: call.NotRecorded, Provider: c.Provider, Model: c.Model,
			Message: "no line of the script matches", Next: "add a line without match as the last"}
		if used {
			f.Message = "every line of the script that matches has answered as often as its times says"
			f.Next = "raise times, leave it out, or add a line without match as the last"
		}
		return nil, f
	}
	if err := line.wait(ctx); err != nil {
		return nil, call.FailureOf(c, err)
	}
	if line.Failure != "" {
		return nil, &call.Failure{Kind: line.Failure, Provider: c.Provider, Model: c.Model, Message: line.Text}
	}
	body, err := json.Marshal(line.reply(c))
	if err != nil {
		return nil, call.FailureOf(c, err)
	}
	e := &call.Exchange{Status: http.StatusOK, Body: body, Began: began, Took: time.Since(began)}
	reply, err := call.Reread(c, e, call.Live)
	if err == nil {
		reply.Tries = 1
	}
	return reply, err
}

// wait takes as long as the line says.
func (l *scriptLine) wait(ctx context.Context) error {
	if l.DelayMS == 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(time.Duration(l.DelayMS) * time.Millisecond)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// find is the first line that answers; used reports that others would have, had they not answered before.
func (s *script) find(r *model.Request) (line *scriptLine, used bool) {
	last := r.Messages[len(r.Messages)-1]
	text := last.Text
	for i := range last.Documents {
		text += "\n" + last.Documents[i].Text
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, line := range s.lines {
		if line.Model != "" && line.Model != r.Model || !line.pattern.MatchString(text) {
			continue
		}
		if line.Times > 0 {
			if s.used == nil {
				s.used = map[*scriptLine]int{}
			}
			if s.used[line] == line.Times {
				used = true
				continue
			}
			s.used[line]++
		}
		return line, false
	}
	return nil, used
}

func (l *scriptLine) reply(c *call.Call) scriptedReply {
	r := scriptedReply{Text: l.Text, Stop: l.Stop, Served: cmp.Or(l.Served, c.Model), Input: int64(c.Tokens)}
	if len(l.JSON) > 0 {
		r.Text = string(l.JSON)
	}
	if r.Stop == "" {
		r.Stop = model.Complete
		if strings.TrimSpace(r.Text) == "" {
			r.Stop = model.Empty
		}
	}
	r.Output = int64(len(r.Text)/4 + 1)
	return r
}

func readScripted(e *call.Exchange) (call.Result, error) {
	var r scriptedReply
	if err := json.Unmarshal(e.Body, &r); err != nil {
		return call.Result{}, &call.Failure{Kind: call.Malformed, Err: err}
	}
	u := catalog.Usage{Input: r.Input, Output: r.Output, Known: catalog.PartAll}
	v := &model.Response{Text: r.Text, Stop: r.Stop, Reason: string(r.Stop), Served: r.Served, Usage: u}
	result := call.Result{Value: v, Usage: u, Served: r.Served}
	checkUsage(&result)
	return result, nil
}
