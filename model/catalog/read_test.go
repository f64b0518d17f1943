package catalog

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const ownTable = `catalog 1 2026-11-20
# A private deployment, a fine-tuned model, and a contract's prices.
source contract date=2026-10-01 confidence=own text="our contract"
model azure chat-prod like=openai/gpt-5.4 window=200000
price azure chat-prod like=openai/gpt-5.4 source=contract
model openai ft:gpt-4o-2024-08-06:org::id like=openai/gpt-4o
price openai ft:gpt-4o-2024-08-06:org::id in=3.75 cached=1.875 out=15 batch=50%
price openai gpt-5.4 in=1.25 out=7.5
model local qwen kind=chat window=32768 temperature=accepts alias=qwen:latest
price local qwen in=0 cached=0 out=0
life local qwen ends=2027-01-01 to=qwen2 note="the machine goes"
`

func TestOverride(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prices.txt")
	if err := os.WriteFile(path, []byte(ownTable), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Default().Override(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(c.Version(), Default().Version()+" + "+path+" 2026-11-20 sha256:") {
		t.Errorf("version %q", c.Version())
	}
	usage := Usage{Input: 1000, Output: 100, Known: PartAll}
	cases := []struct {
		provider, model string
		tier            Tier
		usage           Usage
		want            string
	}{
		{"azure", "chat-prod", Standard, usage, "$0.004"},
		{"azure", "chat-prod", Batch, usage, "$0.002"},
		{"azure", "chat-prod", Standard, Usage{Input: 272_001, Known: PartAll}, "$1.360005"},
		{"openai", "ft:gpt-4o-2024-08-06:org::id", Batch, usage, "$0.002625"},
		{"openai", "gpt-5.4", Standard, usage, "$0.002"},
		{"openai", "gpt-5.4-2026-03-05", Standard, usage, "$0.002"},
		{"openai", "gpt-5.4", Batch, usage, "unknown: no batch price for openai gpt-5.4"}, // all listed prices are replaced
		{"local", "qwen:latest", Standard, usage, "$0.00"},
		{"openai", "gpt-5.5", Standard, usage, "$0.008"},
	}
	for _, k := range cases {
		if got := c.Cost(Sale{Provider: k.provider, Model: k.model, On: date("2026-11-21"), Tier: k.tier,
			Usage: k.usage}); got.String() != k.want {
			t.Errorf("%s %s: %s, want %s", k.provider, k.model, got, k.want)
		}
	}
	if got := c.Cost(Sale{Provider: "azure", Model: "chat-prod", On: date("2026-11-21"), Tier: Standard,
		Usage: usage}).Source; got.Name != "contract" || got.Confidence != own {
		t.Errorf("the source of a price taken over: %+v", got)
	}
	if m, ok := c.Resolve("azure", "chat-prod"); !ok || m.Window != 200_000 || m.Temperature != EffortNone || m.MaxOutput != 128_000 {
		t.Errorf("%+v", m)
	}
	if s := c.Status("local", "qwen", date("2026-12-31")); s.String() != "ends on 2027-01-01 (1 day), replacement qwen2; the machine goes" {
		t.Error(s)
	}
	if got := Default().Cost(Sale{Provider: "openai", Model: "gpt-5.4", On: date("2026-11-21"), Tier: Standard,
		Usage: usage}); got.String() != "$0.004" {
		t.Errorf("the shipped catalog has changed: %s", got)
	}
	if _, err := Default().Override(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// TestModelReplaced checks that a model of the user's takes its listed aliases away: they named another.
func TestModelReplaced(t *testing.T) {
	c, err := Default().With("t", strings.NewReader("catalog 1 2026-11-21\nmodel openai gpt-5.6-sol window=7\n"))
	if err != nil {
		t.Fatal(err)
	}
	if m, ok := c.Resolve("openai", "gpt-5.6-sol"); !ok || m.Window != 7 || m.MaxOutput != 0 {
		t.Errorf("%+v", m)
	}
	if m, ok := c.Resolve("openai", "gpt-5.6"); ok {
		t.Errorf("the alias still names %+v", m)
	}
}

// TestDocumentedForm reads the example of the package comment.
func TestDocumentedForm(t *testing.T) {
	src, err := os.ReadFile("catalog.go")
	if err != nil {
		t.Fatal(err)
	}
	var table []string
	for line := range strings.Lines(string(src)) {
		if text, ok := strings.CutPrefix(line, "//\t"); ok {
			table = append(table, text)
		}
	}
	c, err := read("example", strings.NewReader(strings.Join(table, "")))
	if err != nil || len(table) != 6 {
		t.Fatalf("%d lines: %v", len(table), err)
	}
	got := c.Cost(Sale{Provider: "openai", Model: "gpt-5.4", On: date("2026-11-21"), Tier: Batch,
		Usage: Usage{Input: 300_000, Known: PartAll}})
	if got.String() != "$0.75" || c.Version() == "" {
		t.Errorf("%s under %s", got, c.Version())
	}
}

func TestFaults(t *testing.T) {
	cases := []struct{ name, table, want string }{
		{"empty", "", `t:1:1: an empty table: it should begin with "catalog 1" and a date`},
		{"no header", "model a b\n", `t:1:1: the first record should be "catalog 1" and a date`},
		{"a newer form", "catalog 2 2026-11-21\nnonsense\n",
			"t:1:9: form 2 is newer than the form 1 that this program reads: update the program"},
		{"a bad date", "catalog 1 2026-13-21\n", `t:1:11: "2026-13-21" is not a date such as 2026-11-21`},
		{"a kind", "catalog 1 2026-11-21\nnodel a b\n", `t:2:1: "nodel" is none of source, model, price, life`},
		{"words", "catalog 1 2026-11-21\nmodel a b c\n",
			"t:2:1: a model record begins with 3 words, then has fields key=value; here are 4 words"},
		{"a key", "catalog 1 2026-11-21\nmodel a b knd=chat\n", `t:2:11: a model record has no field "knd"`},
		{"a key twice", "catalog 1 2026-11-21\nmodel a b window=1 window=2\n", `t:2:20: "window" is given twice`},
		{"a value", "catalog 1 2026-11-21\nmodel a b kind=talk\n", `t:2:11: kind: "talk" is none of chat, embedding, rerank`},
		{"a record twice", "catalog 1 2026-11-21\nmodel a b\nmodel a b\n", "t:3:1: the same as line 2: model a b"},
		{"a price twice", "catalog 1 2026-11-21\nmodel a b\nprice a b in=1\nprice a b in=2\n",
			`t:4:1: the standard price of a b from "" over 0 is given twice`},
		{"a price without a model", "catalog 1 2026-11-21\nprice a b in=1\n", "t:2:9: a price of a b, which no model record lists: add one"},
		{"too fine", "catalog 1 2026-11-21\nmodel a b\nprice a b in=0.0000001\n",
			`t:3:11: in: price "0.0000001": more than 6 decimals cannot be held exactly`},
		{"too fine a half", "catalog 1 2026-11-21\nmodel a b\nprice a b in=0.000001 batch=50%\n",
			"t:3:1: batch=50% of these prices is finer than 1e-12 dollars a token: give the tier its own record"},
		{"a negative price", "catalog 1 2026-11-21\nmodel a b\nprice a b in=-1\n",
			`t:3:11: in: price "-1": not a plain decimal number such as 12.5`},
		{"a huge price", "catalog 1 2026-11-21\nmodel a b\nprice a b in=99999999999\n", "t:3:11: in: too high a price to be true"},
		{"no percent", "catalog 1 2026-11-21\nmodel a b\nprice a b in=1 batch=0.5\n", `t:3:16: batch: "0.5" is not a percentage such as 50%`},
		{"a tier of a tier", "catalog 1 2026-11-21\nmodel a b\nprice a b tier=flex in=1 batch=50%\n",
			"t:3:1: batch=50% of a price that is not the standard tier's"},
		{"like and more", "catalog 1 2026-11-21\nmodel a b\nprice a b in=1\nmodel a c\nprice a c like=a/b in=1\n",
			"t:5:1: a price with like takes no other field but source, and no other record of the model"},
		{"like nothing", "catalog 1 2026-11-21\nmodel a c like=a/b\nmodel a d\nprice a d like=a/d\n",
			"t:2:11: like: no model a b is listed above\nt:4:1: like: no prices of a d are listed above"},
		{"an unknown source", "catalog 1 2026-11-21\nmodel a b source=x\n", `t:2:1: no source record "x" above`},
		{"an open quote", "catalog 1 2026-11-21\nlife a b note=\"x\n", `t:2:10: the quote of "note" does not end on its line`},
		{"not text", "catalog 1 2026-11-21\nmodel a \xff\n", "t:2:1: not UTF-8 text"},
		{"no day", "catalog 1 2026-11-21\nmodel a b\nprice a b in=1 from=2026-02-02 until=2026-02-01\n",
			"t:3:1: a price that holds for no day or no size"},
		{"a rerouting to nowhere", "catalog 1 2026-11-21\nlife a b routed=2026-02-02\n",
			"t:2:1: a rerouting needs the one model that answers (to=), and no end"},
		{"dimensions", "catalog 1 2026-11-21\nmodel a b dims=5,9-3\n", `t:2:11: dims: "5,9-3" is neither a list nor a range of dimensions`},
		{"all at once", "catalog 1 2026-11-21\nmodel a\nmodel a b x=1 y=2\n",
			"t:2:1: a model record begins with 3 words, then has fields key=value; here are 2 words\n" +
				"t:3:11: a model record has no field \"x\"\nt:3:15: a model record has no field \"y\""},
		{"a long line", "catalog 1 2026-11-21\n" + strings.Repeat("x", maxLine+1), "t:2:1: a line of more than 4096 bytes"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := read("t", strings.NewReader(c.table))
			var faults faults
			if !errors.As(err, &faults) || faults.Error() != c.want {
				t.Errorf("%v\nwant %s", err, c.want)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	_, err := read("t", strings.NewReader("catalog 1 2026-11-21\n"+strings.Repeat("x y z\n", 1000)))
	var faults faults
	if !errors.As(err, &faults) || len(faults) != maxFaults+1 {
		t.Errorf("%d faults", len(faults))
	}
	_, err = read("t", strings.NewReader("catalog 1 2026-11-21\n"+strings.Repeat("#\n", maxFile/2)))
	if !errors.As(err, &faults) || !strings.Contains(err.Error(), "a file of more than") {
		t.Error(err)
	}
}

// TestShippedTables checks what a reader of the shipped tables relies on.
func TestShippedTables(t *testing.T) {
	c, models, priced := Default(), 0, 0
	for l := range c.All(date("2026-11-21")) {
		models++
		m := l.Model
		if m.Source.Confidence == unstated || m.Source.Date == 0 || m.Source.Text == "" {
			t.Errorf("%s %s names no source", m.Provider, m.ID)
		}
		if l.Status.State == StateUnknown {
			t.Errorf("%s %s has no state", m.Provider, m.ID)
		}
		if m.Kind == embedding && m.Dimensions == 0 {
			t.Errorf("%s %s has no dimensions", m.Provider, m.ID)
		}
		if !l.Priced {
			if l.Rates != noRates {
				t.Errorf("%s %s has no price, but %s", m.Provider, m.ID, l.Rates)
			}
			continue
		}
		priced++
		if l.Rates.Input < 0 || l.Rates.Output < 0 || l.Rates.Input == 0 && l.Rates.Search <= 0 || m.Kind != Chat && l.Rates.Output != 0 {
			t.Errorf("%s %s: %s", m.Provider, m.ID, l.Rates)
		}
	}
	if models < 190 || priced < 170 {
		t.Errorf("%d models, %d of them priced", models, priced)
	}
	for _, rows := range c.lives {
		for id, row := range rows {
			if row.Source.Text == "" || row.Ends == 0 && row.RoutedOn == 0 && !row.Gone {
				t.Errorf("life of %s: %+v", id, row)
			}
		}
	}
}

func TestKeys(t *testing.T) {
	for _, kind := range []string{"source", "model", "price", "life"} {
		keys := fieldKeys(kind)
		if len(keys) < 3 {
			t.Errorf("%s has %d keys", kind, len(keys))
		}
		for _, key := range keys {
			if key.Name == "" || key.Doc == "" {
				t.Errorf("%s: %+v says nothing", kind, key)
			}
		}
	}
	if fieldKeys("none") != nil {
		t.Error("an unknown kind has keys")
	}
}

// FuzzRead feeds the table reader anything: it must end in a catalog that answers, or in faults.
func FuzzRead(f *testing.F) {
	seeds := []string{ownTable, "catalog 1 2026-11-21\nmodel a b dims=1,1-2 alias=c\nprice a b over=9 in=1 batch=50% " +
		"flex=33%\nlife a b gone=yes\n",
		"catalog 1 2026-11-21\nmodel a b note=\"\"\n", "catalog 1 2026-11-21\nprice openai gpt-5.4 like=openai/gpt-5.5\n",
		"catalog 9 x\n", "= =\n"}
	for _, name := range tableFiles {
		raw, err := tables.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		seeds = append(seeds, string(raw[:2000]))
	}
	if len(seeds) < 9 {
		f.Fatal("seeds are missing")
	}
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, table string) {
		c, err := Default().With("t", strings.NewReader(table))
		if err != nil {
			var faults faults
			if !errors.As(err, &faults) || len(faults) == 0 || faults.Error() == "" {
				t.Fatalf("%T %v", err, err)
			}
			return
		}
		n := 0
		for l := range c.All(date("2026-11-21")) {
			n++
			c.Cost(Sale{Provider: l.Model.Provider, Model: l.Model.ID, On: date("2026-11-21"), Tier: Batch,
				Usage: Usage{Input: 300_000, Known: PartAll}})
			_ = l.Status.String() + l.Rates.String()
		}
		if n < 190 {
			t.Fatalf("%d models are left", n)
		}
	})
}

// read is a catalog of one table alone. Its errors contain the name.
func read(name string, r io.Reader) (*Catalog, error) { return (&Catalog{}).With(name, r) }

// fieldKey is a field that a record may have.
type fieldKey struct{ Name, Doc string }

// fieldKeys are the fields of a kind of record (source, model, price, life), for the documentation of the form.
func fieldKeys(kind string) []fieldKey {
	switch kind {
	case "source":
		return keys(sourceFields)
	case "model":
		return keys(modelFields)
	case "price":
		return keys(priceFields)
	case "life":
		return keys(lifeFields)
	}
	return nil
}

func keys[T any](rows []field[T]) []fieldKey {
	list := make([]fieldKey, len(rows))
	for i, f := range rows {
		list[i] = fieldKey{f.key, f.doc}
	}
	return list
}
