package label

// Unit is what a value counts.
type Unit uint8

// The units. Only Money and Shares take a table's scale, and NoUnit where the table names no currency.
const (
	NoUnit Unit = iota
	Money
	Percent
	PerShare // money for one share, unit, option …
	PerUnit  // money for one of something else: an ounce, a room, a day
	Shares
	Count    // people, stores, contracts …
	Multiple // "x", and ratios
	Years
	BasisPoints
	Points // percentage points
	Year   // a calendar year, no amount at all
)

// Below takes over what a lower level of a header says; the lowest wins. "Earnings per share" above
// columns of income, shares and their quotient is only a hint.
func (t *Traits) Below(from Traits, lowest bool) {
	if from.Unit == PerShare && !lowest {
		from.Unit, from.Weak = NoUnit, PerShare
	}
	switch {
	case from.counts && from.Unit == NoUnit:
		from.Unit = Count
	case from.Weak == Count:
		from.Weak = NoUnit
	}
	t.Awards = from.Awards || t.Awards && from.Unit == NoUnit
	t.Hint, t.thing, t.Stock = from.Hint, from.thing, t.Stock || from.Stock
	t.Averages = t.Averages || from.Averages
	t.Names, t.Area = t.Names || from.Names, t.Area || from.Area
	switch {
	case from.Unit == Count && t.Unit == Shares:
	case from.Unit != NoUnit:
		t.Unit, t.Weak = from.Unit, NoUnit
	case from.Weak != NoUnit:
		t.Weak = from.Weak
	}
	t.Money = t.Unit == NoUnit && t.Weak == NoUnit && (t.Money || from.Money)
	t.TakeScale(from)
}

// Enter takes over what a section within the present one says.
func (t *Traits) Enter(in Traits) {
	if t.Unit != PerShare || in.Unit != NoUnit || in.Weak != NoUnit || in.Money {
		t.Unit, t.Weak = in.Unit, in.Weak // but "Basic" under "Net income per share" says nothing new
		t.sums, t.valued = in.sums, in.valued
	}
	t.TakeScale(in)
}

// TakeUnit takes over what the cell of a column of units says.
func (t *Traits) TakeUnit(from Traits) {
	if from.Unit != NoUnit {
		t.Unit = from.Unit
	} else if from.Weak != NoUnit {
		t.Unit = from.Weak
	}
	t.TakeScale(from)
}

// TakeScale takes over the scale and currency that another label states.
func (t *Traits) TakeScale(from Traits) {
	if from.Scaled {
		t.Scale, t.Scaled = from.Scale, true
	}
	if from.Currency != "" {
		t.Currency = from.Currency
	}
}

// Thing reports whether the label may be about things that are counted: "Customers".
func (t *Traits) Thing() bool { return t.thing }

// NamesCount reports whether a phrase names things that are counted or measured: "production", "retail square feet".
func NamesCount(text []byte) bool {
	t := TraitsOf(text)
	return t.Unit == Count || t.Unit == NoUnit && t.thing
}

// Counts reports whether the label is about things that are counted.
func (t *Traits) Counts() bool { return t.Unit == Count || t.Weak == Count }

// CountsOnly reports whether the label names what is counted, or states a scale beside words that say nothing of money.
func (t *Traits) CountsOnly() bool { return t.own || t.Weak == Count || t.Unit == Count }

// IsSum reports whether the label is about sums of money: "Operating revenues:".
func (t *Traits) IsSum() bool { return t.sums }

// IsValued reports whether the label is about what something is worth or costs, shares among it: "Fair value of awards".
func (t *Traits) IsValued() bool { return t.valued }

// OfMoney is what a label says of figures in a column of money: nothing of shares or counts, unless it is about a number of
// them: "Number of loans", "Weighted-average shares".
func (t Traits) OfMoney() Traits {
	if (t.Unit == Shares || t.Unit == Count) && !t.Explicit {
		t.Unit = NoUnit
	}
	if t.Weak == Years || t.Weak == Percent || t.Weak == Count {
		t.Weak = NoUnit
	}
	return t
}
