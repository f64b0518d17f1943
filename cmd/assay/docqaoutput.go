package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/report"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/suite/docqa"
)

// docqaOutput writes the output file of a run, now and then while that goes and when it has ended.
type docqaOutput struct {
	docqa.Output
	flag    string // what --output says
	several bool   // modes, so that the file's name has to tell them apart
	ledger  *ledger.Ledger
	header  ledger.Header

	name    string // of the run, once it is known
	next    time.Time
	failure error
}

// Writing takes at most a twentieth of the time, whatever the size of the run.
const (
	outputEvery = 5 * time.Second
	outputShare = 20
)

// show writes the file if it is time for that. It is called by one goroutine.
func (o *docqaOutput) show(ctx context.Context, p run.Progress) {
	now := time.Now()
	if o.next.IsZero() {
		o.next = now.Add(outputEvery)
	}
	if now.Before(o.next) || o.failure != nil {
		return
	}
	info, err := o.running()
	if err == nil && info != nil {
		err = o.write(ctx, info, p.Total)
	}
	o.failure = err
	o.next = time.Now().Add(max(outputEvery, outputShare*time.Since(now)))
}

// running is the run under way: the newest of the suite with this header.
func (o *docqaOutput) running() (*ledger.Info, error) {
	if o.name != "" {
		return o.ledger.Run(o.name)
	}
	runs, err := o.ledger.Runs(ledger.Filter{Suite: docqaSuite, Limit: 20})
	if err != nil {
		return nil, err
	}
	want, err := identity(o.header)
	if err != nil {
		return nil, err
	}
	for i := range runs {
		have, err := identity(runs[i].Header)
		if err != nil {
			return nil, err
		}
		if runs[i].Status == ledger.Running && bytes.Equal(have, want) {
			o.name = runs[i].Name
			return &runs[i], nil
		}
	}
	return nil, nil
}

// identity is a header without what differs from one start of a run to the next.
func identity(h ledger.Header) ([]byte, error) {
	h.Arguments, h.Tool, h.Prices = nil, ledger.Tool{}, ""
	return json.Marshal(h)
}

func (o *docqaOutput) write(ctx context.Context, info *ledger.Info, cases int) error {
	own := o.Output
	own.Path = o.path(info.Name)
	return own.Write(info, cases, report.ResultsOf(ctx, o.ledger, info)(ledger.With{Bodies: true, Answers: true, Details: true}))
}

// path is where the file of a run stands.
func (o *docqaOutput) path(name string) string {
	if o.flag == "" {
		return filepath.Join(filepath.FromSlash(workspaceDir), "docqa", name+".json")
	}
	if !o.several {
		return o.flag
	}
	ext := filepath.Ext(o.flag)
	return strings.TrimSuffix(o.flag, ext) + "-" + o.Mode + ext
}

// execute executes the plan of a mode, prints its report and leaves its output file.
func (r *docqaRun) execute(c *cobra.Command, p *run.Plan, out *docqaOutput) (*ledger.Info, error) {
	m := newRunMeter(c.ErrOrStderr())
	p.Watch = func(g run.Progress) {
		m.show(g)
		out.show(c.Context(), g)
	}
	res, err := r.session.Execute(c.Context(), p)
	m.end()
	if res == nil {
		return nil, err
	}
	info, read := r.session.Ledger.Run(res.Run.Name)
	if read == nil {
		read = out.write(context.WithoutCancel(c.Context()), info, res.Progress.Total)
	}
	if err != nil {
		return nil, errors.Join(err, read)
	}
	if read != nil {
		return nil, read
	}
	if err := finish(c, r.session.Ledger, res, r.flags.asJSON); err != nil {
		return nil, err
	}
	fmt.Fprintf(c.ErrOrStderr(), "results are in %s\n", filepath.ToSlash(out.path(info.Name)))
	return info, nil
}

// secondsOf is a number of seconds that the environment sets; 0 if it does not.
func secondsOf(cfg *config.Config, name string) (int, error) {
	text := cfg.Env(name)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 || n > 24*3600 {
		return 0, usage.Errorf("%s is no number of seconds from 1 to 86400", name)
	}
	return n, nil
}
