package item

import (
	"fmt"
	"slices"
	"strings"
)

// Form is a form type with the table of the items that it asks for.
type Form struct {
	Name string // the table's name, "10-K" for all of its variants
	Type string // the form type as filed, "10-K405"

	rows []row
	all  bool // the filing should have all items; an amendment need not
}

// row is one item of a form. Years are fiscal years; 0 leaves an end open.
type row struct {
	id       string // the id of the item in results
	label    string // what follows the word "Item"
	also     string // another label of it, or empty
	part     string
	from, to int     // when the form asks for it; outside, it is listed only if the filing has it
	titles   []title // what it was called, by era
	keys     []string
	near     []string
	doc      string
	core     bool // every filing has it, under a title that says nothing else
}

// title is what an item was called in some fiscal years.
type title struct {
	from, to int
	text     string
}

// RefusedForm is the error for a form type whose items are not those of any table here.
type RefusedForm struct{ Type, Reason string }

func (e *RefusedForm) Error() string {
	return fmt.Sprintf("find items of form %q: %s", e.Type, e.Reason)
}

// formType maps a form type as filed to its table, or says why there is none.
type formType struct{ name, table, refusal string }

var formTypes = []formType{
	{"10-K", "10-K", ""},
	{"10-K405", "10-K", ""},
	{"10-KT", "10-K", ""},
	{"10-KT405", "10-K", ""},
	{"10-Q", "10-Q", ""},
	{"10-QT", "10-Q", ""},
	{"8-K", "8-K", ""},
	{"8-K12B", "8-K", ""},
	{"8-K12G3", "8-K", ""},
	{"8-K15D5", "8-K", ""},
	{"10-KSB", "10-KSB", ""},
	{"10-KSB40", "10-KSB", ""},
	{"10-KTSB", "10-KSB", ""},
	{"10-KSBT", "10-KSB", ""},
	{"10-QSB", "10-QSB", ""},
	{"10-QTSB", "10-QSB", ""},
	{"10-QSBT", "10-QSB", ""},
	{"10-D", "", "a distribution report of an asset-backed issuer: it has its own items"},
	{"20-F", "", "an annual report of a foreign issuer: it has its own items"},
	{"40-F", "", "an annual report of a Canadian issuer: it has no numbered items"},
	{"6-K", "", "a report of a foreign issuer: it has no numbered items"},
	{"11-K", "", "a report of an employee plan: it has no item set of its own"},
}

// FormOf is the form of the given type. Amendments ("10-K/A") have the items of what they amend,
// mostly not all of them. The error is a *RefusedForm.
func FormOf(typ string) (Form, error) {
	name := strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(typ)), "/A")
	for _, t := range formTypes {
		if t.name != name {
			continue
		}
		if t.refusal != "" {
			return Form{}, &RefusedForm{typ, t.refusal}
		}
		f := table(t.table)
		f.Type = typ
		f.all = f.all && !strings.HasSuffix(strings.ToUpper(typ), "/A")
		return f, nil
	}
	return Form{}, &RefusedForm{typ, "no table of its items; known are 10-K, 10-KSB, 10-Q, 10-QSB, 8-K and their variants"}
}

func table(name string) Form {
	switch name {
	case "10-Q":
		return Form{Name: name, rows: rows10Q, all: true}
	case "10-KSB":
		return Form{Name: name, rows: rows10KSB, all: true}
	case "10-QSB":
		return Form{Name: name, rows: rows10QSB, all: true}
	case "8-K":
		return Form{Name: name, rows: rows8K}
	}
	return Form{Name: "10-K", rows: rows10K, all: true}
}

// annual reports whether the form is an annual report.
func (f *Form) annual() bool { return strings.HasPrefix(f.Name, "10-K") }

// quarterly reports whether the form is a quarterly report, both parts of which count from 1.
func (f *Form) quarterly() bool { return strings.HasPrefix(f.Name, "10-Q") }

// deferrable are the first and the last row of Part III that one reference to a proxy statement may answer.
func (f *Form) deferrable() (first, last int) {
	if f.Name == "10-KSB" {
		return f.index("9"), f.index("12")
	}
	return f.index("10"), f.index("14")
}

// asked reports whether the form asks for the row in the given fiscal year; in an unknown year
// it does so only for the items that always existed.
func (r *row) asked(year int) bool {
	if year == 0 {
		return r.from == 0 && r.to == 0
	}
	return (r.from == 0 || year >= r.from) && (r.to == 0 || year <= r.to)
}

// lastOldExhibits is the last fiscal year in which Item 14 was the exhibits, in a part of its own.
const lastOldExhibits = 2001

// partIn is the part that a row belongs to in a fiscal year.
func (r *row) partIn(year int) string {
	if r.id == "14" && year != 0 && year <= lastOldExhibits {
		return "IV"
	}
	return r.part
}

// rowOf is the row with the given id.
func (f *Form) rowOf(id string) *row {
	if i := f.index(id); i >= 0 {
		return &f.rows[i]
	}
	return nil
}

func (f *Form) index(id string) int {
	return slices.IndexFunc(f.rows, func(r row) bool { return r.id == id })
}

// mayStand reports whether the form of a fiscal year may have the row; filers are early and late by a year.
func (r *row) mayStand(year int) bool {
	return year == 0 || r.from == never || r.from <= year+1 && (r.to == 0 || r.to >= year-1)
}

// title is the row's title: the one that the heading has, or else the one of the year.
func (r *row) title(heading []byte, year int) string {
	best, common := "", 0
	for _, t := range r.titles {
		n := commonPrefix(heading, normalizeTitle([]byte(t.text)))
		if n < minSameTitle {
			n = 0
		}
		current := year == 0 || (t.from == 0 || year >= t.from) && (t.to == 0 || year <= t.to)
		if n > common || best == "" || n == common && current {
			best, common = t.text, n
		}
	}
	return best
}

// minSameTitle is how many letters a heading must share with a title to be identified by it.
const minSameTitle = 8
