package probe

import (
	"encoding/json"

	"github.com/assayhq/assay/index"
)

// condition makes a filter of a sentence's own fields.
type condition struct {
	name  string
	needs []string // fields that the sentence must have
	of    func(f index.Fields) any
}

// object is a filter as users write it.
type object = map[string]any

// conditions are the kinds of filters that are asked with: each operator of the grammar, where engines differ most.
var conditions = []condition{
	{name: "none"},
	{"company, year and section", []string{"cik_int", "report_year", "section_name"}, func(f index.Fields) any {
		return object{"cik_int": f["cik_int"], "report_year": f["report_year"], "section_name": f["section_name"]}
	}},
	{"form", []string{"form_type"}, func(f index.Fields) any { return object{"form_type": f["form_type"]} }},
	{"other years of the company", []string{"cik_int", "report_year"}, func(f index.Fields) any {
		return object{"cik_int": f["cik_int"], "report_year": object{"$ne": f["report_year"]}}
	}},
	{"some sections", []string{"section_name"}, func(f index.Fields) any {
		return object{"section_name": object{"$in": []any{f["section_name"], "ITEM_7", "ITEM_1A"}}}
	}},
	{"a range of years and places", []string{"report_year", "sentence_pos"}, func(f index.Fields) any {
		year, place := f["report_year"].(int64), f["sentence_pos"].(int64)
		return object{"report_year": object{"$gte": year - 1, "$lte": year + 1},
			"sentence_pos": object{"$gt": place - 20, "$lt": place + 20}}
	}},
	{"the company's year, or a section of others", []string{"cik_int", "report_year", "section_name"},
		func(f index.Fields) any {
			return object{"$or": []any{object{"cik_int": f["cik_int"], "report_year": f["report_year"]},
				object{"$and": []any{object{"section_name": f["section_name"]}, object{"cik_int": object{"$ne": f["cik_int"]}}}}}}
		}},
	{"nobody", []string{"cik_int"}, func(index.Fields) any { return object{"cik_int": int64(-1)} }},
}

// filter is that of a condition for a sentence; false if the sentence lacks what it needs.
func (c *condition) filter(q *question, s index.Schema) (f *index.Filter, ok bool, err error) {
	if c.of == nil {
		return nil, true, nil
	}
	for _, name := range c.needs {
		if q.fields[name] == nil {
			return nil, false, nil
		}
	}
	text, err := json.Marshal(c.of(q.fields))
	if err != nil {
		return nil, false, err
	}
	f, err = index.ParseFilter(text, s)
	return f, err == nil, err
}

// scopeFilter is the filter by company, year and section, as far as they are known.
func (q *question) scopeFilter() *index.Filter {
	w := index.Fields{}
	for _, name := range []string{"cik_int", "report_year", "section_name"} {
		if v := q.fields[name]; v != nil {
			w[name] = v
		}
	}
	return index.Where(w)
}
