package rank

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/assayhq/assay/measure"
)

// Request says which runs are measured in files, and how.
type Request struct {
	Qrels     string   // the file of judgments
	Runs      []string // files of rankings; each is compared with the first
	Specs     []Spec
	Options   Options
	Level     float64 // of the intervals
	ClusterBy string  // prefix:SEPARATOR, regexp:EXPRESSION or file:FILE; empty takes queries as independent
}

// Measured are the runs of a request in its order, and how each differs from the first.
type Measured struct {
	Request     *Request
	Qrels       *Qrels
	Runs        []MeasuredRun
	Comparisons [][]measure.Comparison // by run after the first, by measure
}

// MeasuredRun is one run.
type MeasuredRun struct {
	File  string
	Table *Table
	Stats []measure.Stat // by measure

	samples []*measure.Sample
}

// Measure reads the files and measures the runs.
func (q *Request) Measure() (*Measured, error) {
	m := &Measured{Request: q}
	var err error
	if m.Qrels, err = readFile(q.Qrels, ReadQrels); err != nil {
		return nil, err
	}
	frame, err := q.frame(m.Qrels)
	if err != nil {
		return nil, err
	}
	for _, file := range q.Runs {
		r := MeasuredRun{File: file}
		if r.Table, err = evaluateRun(m.Qrels, file, q.Specs, q.Options); err != nil {
			return nil, err
		}
		m.Runs = append(m.Runs, r)
	}
	return m, m.infer(frame)
}

// evaluateRun measures a file ranking by ranking, and a pipe, which cannot be read again, as a whole.
func evaluateRun(qrels *Qrels, path string, specs []Spec, o Options) (*Table, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		run, err := readFile(path, ReadRun)
		if err != nil {
			return nil, err
		}
		return Evaluate(qrels, run, specs, o)
	}
	return EvaluateFile(qrels, path, func() (io.ReadCloser, error) { return openFile(path) }, specs, o)
}

// readFile reads a file by its path.
func readFile[T any](path string, read func(string, io.Reader) (T, error)) (T, error) {
	file, err := openFile(path)
	if err != nil {
		var none T
		return none, err
	}
	defer file.Close()
	return read(path, file)
}

func openFile(path string) (*os.File, error) {
	file, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("read %q: no such file; give the path of a TREC file", path)
	case err != nil:
		return nil, fmt.Errorf("read %q: %w", path, err)
	}
	return file, nil
}

// infer adds the statistics: of each run, and of the differences to the first.
func (m *Measured) infer(frame *measure.Frame) error {
	o := measure.Options{Level: m.Request.Level}
	for i := range m.Request.Specs {
		scale := m.scale(i)
		for at := range m.Runs {
			r := &m.Runs[at]
			sample := r.sample(i, frame.Sample(m.Request.Specs[i].String(), scale))
			r.samples, r.Stats = append(r.samples, sample), append(r.Stats, sample.Stat(o))
		}
	}
	var all []measure.Comparison
	for _, r := range m.Runs[1:] {
		for i, sample := range r.samples {
			pair, err := measure.Pair(sample, m.Runs[0].samples[i])
			if err != nil {
				return err
			}
			all = append(all, pair.Compare(o))
		}
	}
	measure.Adjust(all)
	for len(all) > 0 {
		m.Comparisons = append(m.Comparisons, all[:len(m.Request.Specs)])
		all = all[len(m.Request.Specs):]
	}
	return nil
}

// sample is the i-th measure of a run, the queries numbered as in the frame.
func (r *MeasuredRun) sample(i int, s *measure.Sample) *measure.Sample {
	for number, row := range r.Table.Rows {
		if v := row.Values[i]; v.Scored {
			s.Add(number, v.X)
		} else {
			s.Miss(number, v.Reason.String())
		}
	}
	return s
}

// scale is that of the i-th measure: a rate where it is 0 or 1 by nature and no tie made it a fraction.
func (m *Measured) scale(i int) measure.Scale {
	if m.Request.Specs[i].Lower {
		return measure.Continuous
	}
	if m.Request.Specs[i].Name != "hit" {
		return measure.Ratio
	}
	for _, r := range m.Runs {
		_, values := r.Table.Scored(i)
		for _, x := range values {
			if x != 0 && x != 1 {
				return measure.Ratio
			}
		}
	}
	return measure.Binary
}
