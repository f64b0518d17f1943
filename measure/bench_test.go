package measure

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// The size that one machine must do with ease: half a million cases of a thousand companies.
const (
	manyCases     = 500_000
	manyCompanies = 1_000
)

func largeFrame(b *testing.B, companies int) *Frame {
	b.Helper()
	frame := NewFrame()
	for i := range manyCases {
		label := ""
		if companies > 0 {
			label = fmt.Sprint("company ", i%companies)
		}
		if _, err := frame.Case(fmt.Sprintf("0000104169_10-K_2018_section_7_%d", i), label); err != nil {
			b.Fatal(err)
		}
	}
	return frame
}

func largeSample(frame *Frame, seed uint64, binary bool) *Sample {
	s := frame.Sample("measure", Auto)
	random := rand.New(rand.NewPCG(seed, 1))
	for i := range manyCases {
		v := random.Float64()
		if binary {
			v = float64(int(v * 2))
		}
		s.Add(i, v)
	}
	return s
}

func BenchmarkFrame(b *testing.B) {
	ids := make([]string, manyCases)
	labels := make([]string, manyCases)
	for i := range ids {
		ids[i], labels[i] = fmt.Sprintf("0000104169_10-K_2018_section_7_%d", i), fmt.Sprint("company ", i%manyCompanies)
	}
	b.ReportAllocs()
	for b.Loop() {
		frame := NewFrame()
		for i, id := range ids {
			if _, err := frame.Case(id, labels[i]); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkStat(b *testing.B) {
	frame := largeFrame(b, manyCompanies)
	for _, binary := range []bool{true, false} {
		s := largeSample(frame, 1, binary)
		b.Run(fmt.Sprint("binary=", binary), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if s.Stat(Options{}).Interval == nil {
					b.Fatal("no interval")
				}
			}
		})
	}
}

func BenchmarkStatRepeats(b *testing.B) {
	frame := largeFrame(b, manyCompanies)
	s := largeSample(frame, 1, false)
	for i, v := range largeSample(frame, 2, false).values {
		s.Add(i, v)
	}
	b.ReportAllocs()
	for b.Loop() {
		if s.Stat(Options{}).Repeats == nil {
			b.Fatal("no repeats")
		}
	}
}

func BenchmarkCompare(b *testing.B) {
	for _, companies := range []int{manyCompanies, 0} {
		frame := largeFrame(b, companies)
		x, y := largeSample(frame, 1, true), largeSample(frame, 2, true)
		b.Run(fmt.Sprint("companies=", companies), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p, err := Pair(x, y)
				if err != nil {
					b.Fatal(err)
				}
				if p.Compare(Options{}).P == nil {
					b.Fatal("no P")
				}
			}
		})
	}
}

func BenchmarkMedianInterval(b *testing.B) {
	for _, companies := range []int{manyCompanies, 0} {
		s := largeSample(largeFrame(b, companies), 1, false)
		b.Run(fmt.Sprint("companies=", companies), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if interval, why := s.MedianInterval(Options{}); interval == nil {
					b.Fatal(why)
				}
			}
		})
	}
}

func BenchmarkSeparate(b *testing.B) {
	frame := largeFrame(b, manyCompanies)
	score, positive := largeSample(frame, 1, false), largeSample(frame, 2, true)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Separate(score, positive, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAgree(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	r := NewRatings("grades", []string{"people", "judge"}, []string{"Poor", "Fair", "Good", "Excellent"})
	for i := range 2_000 {
		if err := r.Add(fmt.Sprint(i), fmt.Sprint(i%100), random.IntN(4), random.IntN(4)); err != nil {
			b.Fatal(err)
		}
	}
	for _, c := range coefficients {
		b.Run(c.Name, func(b *testing.B) {
			for b.Loop() {
				if r.Agree(c.Name, Options{}).Interval == nil {
					b.Fatal("no interval")
				}
			}
		})
	}
}
