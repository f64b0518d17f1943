package index

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

var schema = append(slices.Clone(Sentences),
	Field{"weight", Float, "a number with a point"},
	Field{"reviewed", Bool, "yes or no"},
	Field{"topic", Text, "a word"})

// apple is a record that filters are tried on; it has no topic.
var apple = Fields{"cik_int": int64(320193), "name": "Apple & Søn", "report_year": int64(2019), "form_type": "10-K",
	"section_name": "ITEM_7",
	"sentence_pos": int64(0), "weight": 0.5, "reviewed": true}

func TestOperators(t *testing.T) {
	for _, c := range []struct {
		filter string
		passes bool
	}{
		{`{}`, true},
		{` {} `, true},
		{`{"form_type":"10-K"}`, true},
		{`{"form_type":"10-k"}`, false},
		{`{"form_type":{"$eq":"10-K"}}`, true},
		{`{"form_type":"10-K","report_year":2019}`, true},
		{`{"form_type":"10-K","report_year":2018}`, false},
		{`{"report_year":{"$gte":2018,"$lt":2020}}`, true},
		{`{"report_year":{"$gte":2018,"$lt":2019}}`, false},
		{`{"report_year":{"$gt":2018}}`, true},
		{`{"report_year":{"$gt":2019}}`, false},
		{`{"report_year":{"$gte":2019}}`, true},
		{`{"report_year":{"$gte":2020}}`, false},
		{`{"report_year":{"$lt":2020}}`, true},
		{`{"report_year":{"$lt":2019}}`, false},
		{`{"report_year":{"$lte":2019}}`, true},
		{`{"report_year":{"$lte":2018}}`, false},
		{`{"report_year":{"$ne":2019}}`, false},
		{`{"report_year":{"$ne":2018}}`, true},
		{`{"report_year":{"$in":[2018,2019]}}`, true},
		{`{"report_year":{"$in":[2018]}}`, false},
		{`{"report_year":{"$nin":[2018]}}`, true},
		{`{"report_year":{"$nin":[2018,2019]}}`, false},
		{`{"sentence_pos":0}`, true},
		{`{"sentence_pos":-0}`, true},
		{`{"weight":0.5}`, true},
		{`{"weight":5e-1}`, true},
		{`{"weight":{"$gt":0}}`, true},
		{`{"weight":{"$lt":1}}`, true},
		{`{"weight":{"$in":[0.25,0.5]}}`, true},
		{`{"name":{"$gte":"Apple","$lt":"B"}}`, true},
		{`{"name":"Apple \u0026 S\u00f8n"}`, true},
		{`{"reviewed":true}`, true},
		{`{"reviewed":false}`, false},
		{`{"reviewed":{"$ne":false}}`, true},
		{`{"reviewed":{"$in":[false,true]}}`, true},
		// A field that is not there is equal to nothing and in no order.
		{`{"topic":""}`, false},
		{`{"topic":{"$ne":""}}`, true},
		{`{"topic":{"$nin":["a","b"]}}`, true},
		{`{"topic":{"$in":["a","b"]}}`, false},
		{`{"topic":{"$gte":""}}`, false},
		{`{"topic":{"$lte":"zzz"}}`, false},
		{`{"$or":[{"report_year":2018},{"form_type":"10-K"}]}`, true},
		{`{"$or":[{"report_year":2018},{"form_type":"8-K"}]}`, false},
		{`{"$and":[{"report_year":2019},{"form_type":"10-K"}]}`, true},
		{`{"$and":[{"report_year":2019},{"form_type":"8-K"}]}`, false},
		{`{"$and":[{"$or":[{"report_year":2018},{"sic":"1"}]}]}`, false},
		{`{"form_type":"10-K","$or":[{"sic":"3571"},{"cik_int":{"$in":[7,320193]}}]}`, true},
		{`{"$or":[{"form_type":"8-K","report_year":2019},{"$and":[{"weight":{"$gte":0.5}},{"reviewed":true}]}]}`, true},
	} {
		f, err := ParseFilter([]byte(c.filter), schema)
		if err != nil {
			t.Errorf("%s: %v", c.filter, err)
			continue
		}
		if f.Match(apple) != c.passes {
			t.Errorf("%s: %v, want %v", c.filter, !c.passes, c.passes)
		}
		if err := f.Check(schema); err != nil {
			t.Errorf("%s was parsed and is refused: %v", c.filter, err)
		}
	}
}

func TestRefusedFilters(t *testing.T) {
	for _, c := range []struct{ filter, want string }{
		{``, "unexpected EOF"},
		{`{`, "unexpected EOF"},
		{`{"form_type":`, "unexpected EOF"},
		{`{"form_type":"10-K"`, "unexpected EOF"},
		{`{"report_year":{"$in":[1`, "unexpected EOF"},
		{`null`, "a filter is an object"},
		{`"10-K"`, "a filter is an object"},
		{`[{"form_type":"10-K"}]`, "a filter is an object"},
		{`{"form_type":"10-K"} {}`, "something follows"},
		{`{"form_type":"10-K"}}`, "something follows"},
		{`{"colour":"red"}`, `"colour" is no field of this index; it has doc_id, cik_int, name,`},
		{`{"Form_Type":"10-K"}`, `"Form_Type" is no field`},
		{`{"":1}`, `"" is no field`},
		{`{"$not":{"form_type":"10-K"}}`, `"$not" is no operator between filters; there are $and and $or`},
		{`{"$eq":1}`, `"$eq" is no operator between filters`},
		{`{"form_type":{"$regex":"10"}}`, `"$regex" is no operator on a field; there are $eq, $ne,`},
		{`{"form_type":{"$and":[]}}`, `"$and" is no operator on a field`},
		{`{"form_type":{}}`, "has no condition"},
		{`{"form_type":10}`, "takes values of kind text, and 10 is none"},
		{`{"form_type":null}`, "takes values of kind text"},
		{`{"form_type":["10-K"]}`, "takes values of kind text, and [ is none"},
		{`{"form_type":{"$eq":{"a":1}}}`, "takes values of kind text, and { is none"},
		{`{"cik_int":"320193"}`, "takes values of kind int, and 320193 is none"},
		{`{"cik_int":1.5}`, "takes values of kind int"},
		{`{"cik_int":99999999999999999999}`, "takes values of kind int"},
		{`{"cik_int":true}`, "takes values of kind int"},
		{`{"weight":"1"}`, "takes values of kind float"},
		{`{"weight":1e999}`, "takes values of kind float"},
		{`{"reviewed":1}`, "takes values of kind bool"},
		{`{"reviewed":{"$gt":false}}`, "is yes or no and has no order; $gt needs one"},
		{`{"reviewed":{"$lte":false}}`, "has no order"},
		{`{"cik_int":{"$in":7}}`, "$in takes an array of values"},
		{`{"cik_int":{"$in":[]}}`, `$in of field "cik_int" is empty`},
		{`{"cik_int":{"$nin":[]}}`, `$nin of field "cik_int" is empty`},
		{`{"cik_int":{"$in":[7,"8"]}}`, "takes values of kind int, and 8 is none"},
		{`{"cik_int":{"$in":[[7]]}}`, "takes values of kind int, and [ is none"},
		{`{"cik_int":{"$gt":[7]}}`, "takes values of kind int, and [ is none"},
		{`{"$and":[]}`, "$and is empty"},
		{`{"$or":[]}`, "$or is empty"},
		{`{"$or":{"form_type":"10-K"}}`, "$or takes an array of filters"},
		{`{"$or":[{}]}`, "$or holds an empty filter"},
		{`{"$or":[{"form_type":"10-K"},{}]}`, "$or holds an empty filter"},
		{`{"$or":["form_type"]}`, "a filter is an object"},
		{`{"form_type":"10-K","form_type":"10-Q"}`, `"form_type" is there twice`},
		{`{"report_year":{"$gt":1,"$gt":2}}`, `"$gt" is there twice`},
		{`{"$or":[{"sic":"1"}],"$or":[{"sic":"2"}]}`, `"$or" is there twice`},
		{`{form_type:"10-K"}`, "invalid character"},
		{strings.Repeat(`{"$and":[`, 33) + `{"sic":"1"}` + strings.Repeat(`]}`, 33), "nested deeper than 32"},
		{strings.Repeat(`{"sic":"1","$or":[{"sic":"2"},`, 20) + `{"sic":"1"}` + strings.Repeat(`]}`, 20), "nested deeper than 32"},
		{`{"cik_int":{"$in":[` + strings.Repeat("1,", 10_000) + `1]}}`, "more than 10000 values"},
		{`{"sic":"` + strings.Repeat("x", 1<<20) + `"}`, "it may have 1048576"},
	} {
		f, err := ParseFilter([]byte(c.filter), schema)
		if err == nil || !strings.Contains(err.Error(), c.want) || f != nil {
			t.Errorf("%.60s: %v, %v; want %q", c.filter, f, err, c.want)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	deep := Where(Fields{"sic": "1"})
	for range 33 {
		deep = &Filter{Op: Or, Of: []*Filter{deep, deep}[:1]}
	}
	many := &Filter{Op: In, Field: "cik_int"}
	for i := range int64(10_001) {
		many.Values = append(many.Values, i)
	}
	for name, f := range map[string]*Filter{
		"is no field":                Where(Fields{"colour": "red"}),
		"kind int, and the string 7": Where(Fields{"cik_int": "7"}),
		"kind int, and the int 7":    Where(Fields{"cik_int": 7}), // Match would not know it
		"the int64 1 is none":        Where(Fields{"weight": int64(1)}),
		"and the float64 NaN":        Where(Fields{"weight": math.NaN()}),
		"which are finite":           Where(Fields{"weight": math.Inf(-1)}),
		"in UTF-8":                   Where(Fields{"sic": "\xff"}),
		"the <nil>":                  Where(Fields{"sic": nil}),
		"and the []string":           Where(Fields{"sic": []string{"1"}}),
		"has no order":               {Op: Less, Field: "reviewed", Values: []any{true}},
		"$in of field \"sic\" has 0": {Op: In, Field: "sic"},
		"$eq of field \"sic\" has 2": {Op: Equal, Field: "sic", Values: []any{"1", "2"}},
		"is no operator":             {Op: "$near", Field: "sic", Values: []any{"1"}},
		"\"\" is no operator":        {},
		"$and is empty":              {Op: And},
		"an empty filter":            {Op: Or, Of: []*Filter{nil}},
		"nested deeper":              deep,
		"more than 10000 values":     many,
	} {
		if err := f.Check(schema); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := (*Filter)(nil).Check(schema); err != nil {
		t.Error(err)
	}
}

func TestSchemas(t *testing.T) {
	if err := schema.Validate(); err != nil {
		t.Error(err)
	}
	for name, s := range map[string]Schema{
		"a name that a filter": {{"$and", Text, ""}}, `field "" has`: {{"", Text, ""}}, "there twice": {{"a", Text, ""},
			{"a", Int, ""}}, "which is none": {{"a", "date", ""}},
	} {
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	got, err := schema.Normal(Fields{"cik_int": 7, "weight": 3, "reviewed": true, "sic": "1", "report_year": int64(2019)})
	if want := (Fields{"cik_int": int64(7), "weight": 3.0, "reviewed": true, "sic": "1",
		"report_year": int64(2019)}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	if got, _ := schema.Normal(Fields{"weight": math.Copysign(0, -1)}); math.Signbit(got["weight"].(float64)) {
		t.Error("a zero below zero stays one")
	}
	for name, f := range map[string]Fields{
		"not a field of this index": {"colour": "red"}, "kind int": {"cik_int": 1.0}, "NaN": {"weight": math.NaN()}, "the <nil>": {"sic": nil},
		"UTF-8": {"sic": "a\xff"}, "finite": {"weight": math.Inf(1)}, "int32": {"cik_int": int32(1)},
	} {
		if _, err := schema.Normal(f); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMadeFilters(t *testing.T) {
	a, b := Where(Fields{"sic": "1"}), Where(Fields{"report_year": int64(2019), "form_type": "10-K"})
	if got := b.String(); got != `{"$and":[{"form_type":{"$eq":"10-K"}},{"report_year":{"$eq":2019}}]}` {
		t.Error(got)
	}
	if Both(nil, nil) != nil || Both(a, nil) != a || Both(nil, b) != b || Where(nil) != nil || Where(Fields{}) != nil {
		t.Error("nothing is something")
	}
	if both := Both(a, b); both.Match(apple) || !Both(nil, b).Match(apple) || both.depth() != 2 {
		t.Error("both")
	}
	var fields []string
	for f := range Both(a, b).All {
		fields = append(fields, f.Field)
	}
	if want := []string{"", "sic", "", "form_type", "report_year"}; !slices.Equal(fields, want) {
		t.Errorf("%q", fields)
	}
	for f := range Both(a, b).All {
		if f.Field == "sic" {
			break
		}
	}
	if (*Filter)(nil).String() != "{}" || !(*Filter)(nil).Match(apple) {
		t.Error("nil")
	}
}

// naive evaluates a filter's text without the code under test: as JSON decodes it, by rules written out.
func naive(text string, with Fields) bool {
	var tree map[string]any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&tree); err != nil {
		panic(err)
	}
	return naiveAll(tree, with)
}

func naiveAll(tree map[string]any, with Fields) bool {
	passes := true
	for key, v := range tree {
		switch key {
		case "$and":
			for _, o := range v.([]any) {
				passes = passes && naiveAll(o.(map[string]any), with)
			}
		case "$or":
			some := false
			for _, o := range v.([]any) {
				some = some || naiveAll(o.(map[string]any), with)
			}
			passes = passes && some
		default:
			conditions, ok := v.(map[string]any)
			if !ok {
				conditions = map[string]any{"$eq": v}
			}
			for op, bound := range conditions {
				passes = passes && naiveCompare(with[key], op, bound)
			}
		}
	}
	return passes
}

func naiveCompare(v any, op string, bound any) bool {
	equal := false
	if list, ok := bound.([]any); ok {
		for _, b := range list {
			equal = equal || naiveOrder(v, b) == 0
		}
	} else {
		equal = naiveOrder(v, bound) == 0
	}
	switch op {
	case "$eq", "$in":
		return v != nil && equal
	case "$ne", "$nin":
		return v == nil || !equal
	}
	order := naiveOrder(v, bound)
	return v != nil && map[string]bool{"$gt": order > 0, "$gte": order >= 0, "$lt": order < 0, "$lte": order <= 0}[op]
}

// naiveOrder is below, equal or above; 2 for what has no order.
func naiveOrder(v, bound any) int {
	switch v := v.(type) {
	case string:
		return strings.Compare(v, bound.(string))
	case bool:
		if v == bound {
			return 0
		}
		return 2
	case int64:
		b, err := bound.(json.Number).Int64()
		if err != nil {
			panic(err)
		}
		if v < b {
			return -1
		}
		return min(1, int(min(1, uint64(v-b))))
	case float64:
		b, err := bound.(json.Number).Float64()
		if err != nil {
			panic(err)
		}
		switch {
		case v < b:
			return -1
		case v > b:
			return 1
		}
		return 0
	}
	return 2
}

// someFields are records of all kinds, for filters that name values like theirs.
func someFields(r *rand.Rand) Fields {
	f := Fields{}
	for _, field := range schema {
		if r.IntN(4) == 0 {
			continue
		}
		switch field.Kind {
		case Text:
			f[field.Name] = []string{"", "10-K", "a", "b<&>\u2028", "ü"}[r.IntN(5)]
		case Int:
			f[field.Name] = []int64{0, 1, 2019, -5, math.MaxInt64, math.MinInt64}[r.IntN(6)]
		case Float:
			f[field.Name] = []float64{0, 0.5, -0.5, 1e21, 5e-324, 1 << 53}[r.IntN(6)]
		case Bool:
			f[field.Name] = r.IntN(2) == 0
		}
	}
	return f
}

// made is a filter of any shape as a person might write it, in JSON.
func made(r *rand.Rand, depth int) string {
	var members []string
	used := map[string]bool{}
	for range 1 + r.IntN(2) {
		if depth > 0 && r.IntN(3) == 0 {
			op := []string{"$and", "$or"}[r.IntN(2)]
			parts := make([]string, 1+r.IntN(3))
			for i := range parts {
				parts[i] = made(r, depth-1)
			}
			if !used[op] {
				members = append(members, fmt.Sprintf(`%q:[%s]`, op, strings.Join(parts, ",")))
			}
			used[op] = true
			continue
		}
		field := schema[r.IntN(len(schema))]
		if !used[field.Name] {
			members = append(members, fmt.Sprintf(`%q:%s`, field.Name, madeCondition(r, field)))
		}
		used[field.Name] = true
	}
	return "{" + strings.Join(members, ", ") + "}"
}

func madeCondition(r *rand.Rand, field Field) string {
	value := func() string {
		for {
			if v, ok := someFields(r)[field.Name]; ok {
				text, err := json.Marshal(v)
				if err != nil {
					panic(err)
				}
				return string(text)
			}
		}
	}
	op := comparisons[r.IntN(len(comparisons))]
	switch {
	case r.IntN(4) == 0:
		return value()
	case op == In || op == NotIn:
		return fmt.Sprintf(`{%q:[%s,%s]}`, op, value(), value())
	case field.Kind == Bool && op.ordered():
		return fmt.Sprintf(`{"$ne":%s}`, value())
	}
	return fmt.Sprintf(`{%q:%s}`, op, value())
}

// stable parses, prints and parses again, and holds Match against the naive evaluation of both texts.
func stable(t *testing.T, text string, records []Fields) {
	t.Helper()
	f, err := ParseFilter([]byte(text), schema)
	if err != nil {
		return
	}
	printed := f.String()
	again, err := ParseFilter([]byte(printed), schema)
	if err != nil && len(printed) > maxFilterBytes {
		return
	}
	if err != nil || !reflect.DeepEqual(f, again) || again.String() != printed {
		t.Fatalf("%s is printed as %s, which is %v: %v", text, printed, again, err)
	}
	if err := f.Check(schema); err != nil {
		t.Fatalf("%s was parsed and is refused: %v", text, err)
	}
	for _, r := range records {
		if got := f.Match(r); got != naive(text, r) || got != naive(printed, r) {
			t.Fatalf("%s of %v is %v; naively %v, and as printed %v", text, r, got, naive(text, r), naive(printed, r))
		}
	}
}

func TestMatchAgrees(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var records []Fields
	for range 25 {
		records = append(records, someFields(r))
	}
	parsed, passed := 0, 0
	for range 1500 {
		text := made(r, 3)
		f, err := ParseFilter([]byte(text), schema)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		parsed++
		for _, with := range records {
			if f.Match(with) {
				passed++
			}
		}
		stable(t, text, records)
	}
	if share := float64(passed) / float64(parsed*len(records)); share < 0.05 || share > 0.95 {
		t.Errorf("%.2f of the records pass: too one-sided to mean anything", share)
	}
}

func FuzzParseFilter(f *testing.F) {
	seeds := []string{`{}`, `{"weight":-0.0}`, `{"weight":{"$in":[-0.0,0,1]}}`, `{"name":"\ud800"}`,
		"{\"name\":\"\xff\"}", `{"weight":100000000000000000000}`,
		`{"weight":9007199254740993}`, `{"$or":[{"$and":[{"sic":"1"}]}]}`, `{"name":"<&>\u2028"}`}
	r := rand.New(rand.NewPCG(4, 4))
	for range 40 {
		seeds = append(seeds, made(r, 2))
	}
	for _, s := range seeds {
		f.Add(s)
	}
	var records []Fields
	for range 20 {
		records = append(records, someFields(r))
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := ParseFilter([]byte(text), schema)
		if err != nil {
			if parsed != nil {
				t.Errorf("%q: a filter beside the error %v", text, err)
			}
			return
		}
		stable(t, text, records)
	})
}
