package chart

import (
	"encoding/binary"
	"math"
	"testing"
)

// feed turns bytes into numbers and names, hostile ones among them.
type feed struct{ data []byte }

func (f *feed) byte() byte {
	if len(f.data) == 0 {
		return 0
	}
	b := f.data[0]
	f.data = f.data[1:]
	return b
}

func (f *feed) float() *float64 {
	switch f.byte() % 8 {
	case 0:
		return nil
	case 1, 2, 3:
		return v(float64(f.byte()) / 255)
	case 4:
		return v(float64(int(f.byte())-128) * 1e97)
	case 5:
		return v(1e15 + float64(f.byte())/4)
	}
	var raw [8]byte
	for i := range raw {
		raw[i] = f.byte()
	}
	return v(math.Float64frombits(binary.LittleEndian.Uint64(raw[:])))
}

func (f *feed) number() float64 {
	if x := f.float(); x != nil {
		return *x
	}
	return 0
}

func (f *feed) span() *Range {
	if f.byte()%4 == 0 {
		return nil
	}
	a, b := f.number(), f.number()
	if a > b {
		a, b = b, a
	}
	return &Range{a, b}
}

func (f *feed) name() string {
	n := min(int(f.byte()), len(f.data))
	s := string(f.data[:n])
	f.data = f.data[n:]
	return s
}

func (f *feed) rows() []Row {
	all := make([]Row, f.byte()%9)
	for i := range all {
		all[i] = Row{Label: f.name(), Value: f.float(), Interval: f.span(), Scored: int(f.byte()), N: int(f.byte()),
			Why: f.name(), Break: f.name()}
	}
	return all
}

func (f *feed) bins() []Bin {
	all := make([]Bin, f.byte()%9)
	for i := range all {
		r := f.span()
		if r == nil {
			r = &Range{}
		}
		all[i] = Bin{r.Low, r.High, int(f.byte())}
	}
	return all
}

func (f *feed) bars(h Head) *Bars {
	b := &Bars{Head: h, Kinds: make([]string, f.byte()%7), Groups: make([]Group, f.byte()%12)}
	for i := range b.Kinds {
		b.Kinds[i] = f.name()
	}
	for j := range b.Groups {
		b.Groups[j] = Group{f.name(), make([]int, len(b.Kinds))}
		for i := range b.Kinds {
			b.Groups[j].Counts[i] = int(f.byte()) * int(f.byte()) * 99
		}
	}
	return b
}

func (f *feed) picture() drawing {
	kind, h := f.byte(), Head{Width: float64(f.byte()) * 6}
	h.Title = f.name()
	switch kind % 7 {
	case 0:
		return &Distribution{Head: h, Bins: f.bins(), Mean: f.float(), Median: f.float(), Interval: f.span()}
	case 1:
		return &Intervals{Head: h, Rows: f.rows(), Domain: f.span(), Mark: f.float(), Marked: f.name()}
	case 2:
		return &Differences{Head: h, Rows: f.rows(), Below: f.name(), Over: f.name()}
	case 3:
		return &Distances{Head: h, Names: [2]string{f.name(), f.name()}, Series: [2][]Bin{f.bins(), f.bins()}, Note: f.name()}
	case 4:
		return &Line{Head: h, Points: f.rows(), Mark: f.float(), Marked: f.name()}
	}
	if kind%7 == 5 {
		return f.bars(h)
	}
	s := &Stacked{Head: h}
	for range f.byte() % 20 {
		s.Parts = append(s.Parts, Part{f.name(), int(f.byte())})
	}
	return s
}

// FuzzSVG draws charts of arbitrary data: each is refused, or is XML with every mark within its box.
func FuzzSVG(f *testing.F) {
	for kind := range byte(7) {
		for fill := range byte(6) {
			seed := []byte{kind, 40 + fill*20, 3, 'a', '<', 0xff}
			for i := range 200 {
				seed = append(seed, byte(i*int(fill*7+3)))
			}
			f.Add(seed)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		svg, err := (&feed{data}).picture().SVG()
		if err != nil {
			if svg != "" {
				t.Errorf("a picture beside the error %v", err)
			}
			return
		}
		wellFormed(t, svg)
	})
}
