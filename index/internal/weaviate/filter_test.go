package weaviate

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/index"
)

var testSchema = index.Schema{{Name: "topic", Kind: index.Text}, {Name: "n", Kind: index.Int},
	{Name: "weight", Kind: index.Float}, {Name: "reviewed", Kind: index.Bool}}

// TestWhere holds the translation of every operator, on every kind where it differs.
func TestWhere(t *testing.T) {
	const wideText, wideBelow = `"8000000080000000"`, `"7fffffff7fffffff"` // 2^31, -2^31-1
	for _, c := range []struct{ name, filter, want string }{
		{"none", `{}`, ``},
		{"equal", `{"topic":"a"}`, `{path:["topic"],operator:Equal,valueText:"a"}`},
		{"not equal", `{"topic":{"$ne":"a"}}`, `{path:["topic"],operator:NotEqual,valueText:"a"}`},
		{"in", `{"topic":{"$in":["a","b"]}}`, `{path:["topic"],operator:ContainsAny,valueText:["a","b"]}`},
		{"not in", `{"topic":{"$nin":["a"]}}`, `{path:["topic"],operator:ContainsNone,valueText:["a"]}`},
		{"greater", `{"topic":{"$gt":"a"}}`, `{path:["topic"],operator:GreaterThan,valueText:"a"}`},
		{"greater or equal", `{"weight":{"$gte":0.5}}`, `{path:["weight"],operator:GreaterThanEqual,valueNumber:0.5}`},
		{"less", `{"weight":{"$lt":1e300}}`, `{path:["weight"],operator:LessThan,valueNumber:1e+300}`},
		{"less or equal", `{"n":{"$lte":-7}}`, `{path:["n"],operator:LessThanEqual,valueInt:-7}`},
		{"yes", `{"reviewed":true}`, `{path:["reviewed"],operator:Equal,valueBoolean:true}`},
		{"yes or no", `{"reviewed":{"$in":[true,false]}}`, `{path:["reviewed"],operator:ContainsAny,valueBoolean:[true,false]}`},
		{"and", `{"topic":"a","n":1}`,
			`{operator:And,operands:[{path:["topic"],operator:Equal,valueText:"a"},{path:["n"],operator:Equal,valueInt:1}]}`},
		{"or", `{"$or":[{"n":1},{"n":2}]}`,
			`{operator:Or,operands:[{path:["n"],operator:Equal,valueInt:1},{path:["n"],operator:Equal,valueInt:2}]}`},
		{"quote", `{"topic":"say \"no\"}{"}`, `{path:["topic"],operator:Equal,valueText:"say \"no\"}{"}`},
		{"line end and backslash", `{"topic":"a\nb\\"}`, `{path:["topic"],operator:Equal,valueText:"a\nb\\"}`},
		{"nothing", `{"topic":""}`, `{path:["topic"],operator:Equal,valueText:"\u0000"}`},
		{"blanks", `{"topic":" a "}`, `{path:["topic"],operator:Equal,valueText:"\u001f a \u0000"}`},
		{"wide equal", `{"n":2147483648}`, `{path:["n_exact"],operator:Equal,valueText:` + wideText + `}`},
		{"wide not equal", `{"n":{"$ne":2147483648}}`, `{path:["n_exact"],operator:NotEqual,valueText:` + wideText + `}`},
		{"narrow and wide in", `{"n":{"$in":[3,2147483648]}}`, `{operator:Or,operands:[{path:["n"],operator:ContainsAny,` +
			`valueInt:[3]},{path:["n_exact"],operator:ContainsAny,valueText:[` + wideText + `]}]}`},
		{"narrow and wide not in", `{"n":{"$nin":[3,2147483648]}}`,
			`{operator:And,operands:[{path:["n"],operator:ContainsNone,valueInt:[3]},{path:["n_exact"],` +
				`operator:ContainsNone,valueText:[` + wideText + `]}]}`},
		{"above a wide one", `{"n":{"$gt":2147483648}}`, `{path:["n_exact"],operator:GreaterThan,valueText:` + wideText + `}`},
		{"below a wide one", `{"n":{"$lt":2147483648}}`, `{operator:Or,operands:[{path:["n_exact"],` +
			`operator:LessThan,valueText:` + wideText + `},{path:["n"],operator:LessThan,valueInt:2147483648}]}`},
		{"above one far below", `{"n":{"$gte":-2147483649}}`, `{operator:Or,operands:[{path:["n_exact"],` +
			`operator:GreaterThanEqual,valueText:` + wideBelow + `},{path:["n"],operator:GreaterThan,valueInt:-2147483648}]}`},
		{"below one far below", `{"n":{"$lte":-2147483649}}`, `{path:["n_exact"],operator:LessThanEqual,valueText:` + wideBelow + `}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := index.ParseFilter([]byte(c.filter), testSchema)
			if err != nil {
				t.Fatal(err)
			}
			if got := where(f); got != c.want {
				t.Errorf("\n got %s\nwant %s", got, c.want)
			}
		})
	}
}

// FuzzGuard: different texts stay different and sort as they did, nothing is trimmed, and all come back.
func FuzzGuard(f *testing.F) {
	seeds := []string{"", " ", "\x00", "\x1f", "\x1fx", "a", "a ", "a\x00", " a", "\t", "\n\r", "\x08", "\u0084",
		"\u0085x", "\u00a0", "\u2027\u2028", "\u3000", "\u2fff"}
	for _, a := range seeds {
		for _, b := range seeds {
			f.Add(a, b)
		}
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		a, b = strings.ToValidUTF8(a, "?"), strings.ToValidUTF8(b, "?")
		ga, gb := guard(a), guard(b)
		if strings.Compare(a, b) != strings.Compare(ga, gb) {
			t.Errorf("%q and %q sort otherwise as %q and %q", a, b, ga, gb)
		}
		if ga == "" || strings.TrimSpace(ga) != ga || unguard(ga) != a {
			t.Errorf("%q became %q and came back as %q", a, ga, unguard(ga))
		}
	})
}

func TestIntegersSurviveAsText(t *testing.T) {
	numbers := []int64{math.MinInt64, math.MinInt64 + 1, -narrow - 1, -narrow, -1, 0, 1, narrow, math.MaxInt64 - 1, math.MaxInt64}
	texts := make([]string, len(numbers))
	for i, n := range numbers {
		texts[i] = exact(n)
		if back, err := fromExact(texts[i]); err != nil || back != n {
			t.Errorf("%d became %q and came back as %d, %v", n, texts[i], back, err)
		}
	}
	if !slices.IsSorted(texts) {
		t.Errorf("%q are not sorted", texts)
	}
}
