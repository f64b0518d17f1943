package measure

import "slices"

// Agreement is how far raters agree beyond chance.
type Agreement struct {
	Name       string    `json:"name"`
	Method     string    `json:"method"` // the coefficient
	Value      *float64  `json:"value"`  // 1 is perfect, 0 is chance, below is worse than chance
	Interval   *Interval `json:"interval"`
	Absent     string    `json:"absent,omitempty"` // why there is no value or interval
	Raters     int       `json:"raters"`
	Units      int       `json:"units"`    // units that two raters or more rated
	Skipped    int       `json:"skipped"`  // units that fewer rated
	Clusters   int       `json:"clusters"` // companies or documents among the units
	Observed   *float64  `json:"observed"` // share of pairs of ratings that are the same
	Categories int       `json:"categories"`
}

// Coefficient is a row of the table of measures of agreement.
type Coefficient struct {
	Name    string
	Pair    bool // for two raters only
	compute func(t *tally) (float64, bool)
}

// coefficients are the measures of agreement. Their caveats are in Methods, under the same name.
var coefficients = []Coefficient{
	{Name: methodKappa, Pair: true, compute: cohen},
	{Name: methodWeightedKappa, Pair: true, compute: quadraticKappa},
	{Name: methodAlphaNominal, compute: alphaNominal},
	{Name: methodAlphaOrdinal, compute: alphaOrdinal},
	{Name: methodAlphaInterval, compute: alphaInterval},
	{Name: methodAC1, compute: gwet},
}

// Agree computes a coefficient by its name, with an interval by bootstrap over clusters.
func (r *Ratings) Agree(coefficient string, o Options) Agreement {
	a := Agreement{Name: r.Name, Method: coefficient, Raters: len(r.Raters), Categories: len(r.Categories)}
	at := slices.IndexFunc(coefficients, func(c Coefficient) bool { return c.Name == coefficient })
	if at < 0 {
		a.Absent = "no coefficient of this name"
		return a
	}
	row := coefficients[at]
	if row.Pair && len(r.Raters) != 2 {
		a.Absent = "it is for two raters"
		return a
	}
	t := r.tally()
	a.Units, a.Clusters = t.paired(), t.clusters
	a.Skipped = len(r.units) - a.Units
	if a.Units == 0 {
		a.Absent = "no unit has two ratings"
		return a
	}
	t.times = ones(t.clusters)
	a.Observed = number(t.observed())
	value, ok := row.compute(t)
	if !ok {
		a.Absent = "all ratings are the same, so chance explains everything"
		return a
	}
	a.Value = &value
	a.Interval = o.bootstrap(len(t.units)*len(r.Raters), t.clusters, true, func(times []int32) (float64, bool) {
		t.times = times
		return row.compute(t)
	})
	if a.Interval == nil {
		a.Absent = AbsentCluster
		if t.clusters > 1 {
			a.Absent = "too few clusters differ"
		}
	}
	return a
}

// tally is the ratings of the units that have any, each unit as often as its cluster is drawn.
type tally struct {
	ratings  *Ratings
	units    []int32   // rows of ratings
	given    []float64 // ratings of each
	cluster  []int32
	clusters int
	times    []int32
	values   []float64
	counts   []float64 // a number per category
	marks    []float64 // the same again
}

func (r *Ratings) tally() *tally {
	t := &tally{ratings: r, values: r.values()}
	t.counts, t.marks = make([]float64, len(r.Categories)), make([]float64, len(r.Categories))
	var cases []int32
	for unit := range r.units {
		given := 0
		for _, code := range r.row(unit) {
			if code != Missing {
				given++
			}
		}
		if given > 0 {
			t.units, t.given = append(t.units, int32(unit)), append(t.given, float64(given))
			cases = append(cases, r.units[unit])
		}
	}
	cluster, clusters := r.frame.clustersOf(cases)
	t.cluster, t.clusters = r.frame.canonical(cases, cluster, clusters), clusters
	return t
}

// paired is the number of units with two ratings or more.
func (t *tally) paired() int {
	count := 0
	for _, given := range t.given {
		if given >= 2 {
			count++
		}
	}
	return count
}

// each visits the drawn units that have two ratings or more, with their weight and how many they have.
func (t *tally) each(visit func(weight, given float64, row []int32)) {
	for i, unit := range t.units {
		if k := t.times[t.cluster[i]]; k > 0 && t.given[i] >= 2 {
			visit(float64(k), t.given[i], t.ratings.row(int(unit)))
		}
	}
}

// observed is the mean over units of the share of their pairs of ratings that are the same.
func (t *tally) observed() float64 {
	var same, weight float64
	t.each(func(w, given float64, row []int32) {
		same += w * t.samePairs(given, row)
		weight += w
	})
	return same / weight
}

// samePairs is the share of the pairs among a unit's ratings that are the same.
func (t *tally) samePairs(given float64, row []int32) float64 {
	var same float64
	for _, code := range row {
		if code != Missing {
			same += t.marks[code]
			t.marks[code]++
		}
	}
	for _, code := range row {
		if code != Missing {
			t.marks[code] = 0
		}
	}
	return 2 * same / (given * (given - 1))
}
