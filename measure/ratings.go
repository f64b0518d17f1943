package measure

import (
	"fmt"
	"slices"
)

// Ratings are the ratings of the same units by several raters, each a category from an ordered list or
// nothing.
type Ratings struct {
	Name       string
	Raters     []string
	Categories []string  // in order where they have one: Poor, Fair, Good, Excellent
	Worth      []float64 // of each category, for the interval coefficient; 0, 1, 2, … where nil

	frame *Frame
	units []int32
	codes []int32 // units × raters; Missing where a rater gave none
}

// Missing is the code of a rating that was not given.
const Missing = -1

// NewRatings makes an empty table of ratings.
func NewRatings(name string, raters, categories []string) *Ratings {
	return &Ratings{Name: name, Raters: raters, Categories: categories, frame: NewFrame()}
}

// Add records the ratings of a unit, as indexes of Categories, in the order of Raters.
func (r *Ratings) Add(id, cluster string, codes ...int) error {
	if len(codes) != len(r.Raters) {
		return fmt.Errorf("add ratings of %q: %d ratings for %d raters; give one each, Missing where there is none", id,
			len(codes), len(r.Raters))
	}
	for rater, code := range codes {
		if code < Missing || code >= len(r.Categories) {
			return fmt.Errorf("add ratings of %q: rater %q chose category %d of %d", id, r.Raters[rater], code,
				len(r.Categories))
		}
	}
	before := r.frame.Len()
	unit, err := r.frame.Case(id, cluster)
	if err != nil {
		return fmt.Errorf("add ratings of %q: %w", id, err)
	}
	if unit < before {
		return fmt.Errorf("add ratings of %q: it has ratings already; give all raters of a unit at once", id)
	}
	r.units = append(r.units, int32(unit))
	for _, code := range codes {
		r.codes = append(r.codes, int32(code))
	}
	return nil
}

// RatingsOf makes ratings of samples, one per rater, whose values are the categories: the labels of
// people beside those of a judge, or two judges. A case with several numbers of one rater is refused.
func RatingsOf(name string, samples ...*Sample) (*Ratings, error) {
	if len(samples) < 2 {
		return nil, fmt.Errorf("compare raters: %d given, two are needed", len(samples))
	}
	r := &Ratings{Name: name, frame: samples[0].frame}
	cells := make(map[int32][]int32)
	for at, s := range samples {
		if s.frame != r.frame {
			return nil, fmt.Errorf("compare raters: %q numbers its cases differently; make all from one frame", s.Name)
		}
		r.Raters = append(r.Raters, s.Name)
		r.Worth = append(r.Worth, s.values...)
		for i, number := range s.cases {
			if cells[number] == nil {
				cells[number] = slices.Repeat([]int32{Missing}, len(samples))
				r.units = append(r.units, number)
			}
			if cells[number][at] != Missing {
				return nil, fmt.Errorf("compare raters: %q has several numbers for case %q; compare one repeat at a time", s.Name,
					r.frame.ID(int(number)))
			}
			cells[number][at] = int32(i)
		}
	}
	slices.Sort(r.Worth)
	r.Worth = slices.Compact(r.Worth)
	for _, v := range r.Worth {
		r.Categories = append(r.Categories, fmt.Sprintf("%g", v))
	}
	slices.Sort(r.units)
	for _, number := range r.units {
		for at, i := range cells[number] {
			code := int32(Missing)
			if i != Missing {
				place, _ := slices.BinarySearch(r.Worth, samples[at].values[i])
				code = int32(place)
			}
			r.codes = append(r.codes, code)
		}
	}
	return r, nil
}

// row is the ratings of a unit.
func (r *Ratings) row(unit int) []int32 {
	return r.codes[unit*len(r.Raters) : (unit+1)*len(r.Raters)]
}

// values are the numbers of the categories.
func (r *Ratings) values() []float64 {
	if len(r.Worth) == len(r.Categories) {
		return r.Worth
	}
	values := make([]float64, len(r.Categories))
	for i := range values {
		values[i] = float64(i)
	}
	return values
}
