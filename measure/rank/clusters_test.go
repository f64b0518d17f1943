package rank

import (
	"maps"
	"strings"
	"testing"
)

func TestReadClusters(t *testing.T) {
	cases := []struct {
		name, text string
		want       map[string]string
		err        string
	}{
		{"plain", "q1\tAlder Mills\r\nq2\tBirch\n\n# remark\n", map[string]string{"q1": "Alder Mills", "q2": "Birch"}, ""},
		{"said twice", "q1\ta\nq1\ta\n", map[string]string{"q1": "a"}, ""},
		{"one column", "q1\nq2\ta\nq3\t\n", nil, "2 lines cannot be used\n  file:1: not two columns"},
		{"three columns", "q1\ta\tb\n", nil, "file:1: not two columns"},
		{"two clusters", "q1\ta\nq1\tb\n", nil, `file:2: query "q1" belongs to "a" and to "b"`},
		{"blank in the query", "q 1\ta\n", nil, "has a blank in its name"},
	}
	for _, c := range cases {
		got, err := ReadClusters("file", strings.NewReader(c.text))
		if c.err == "" && (err != nil || !maps.Equal(got, c.want)) {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
		if c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err) || got != nil) {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
}

func FuzzReadClusters(f *testing.F) {
	for _, seed := range []string{"q1\tAlder Mills\r\n", "q1\ta\nq1\tb\n", "# remark\n\t\n", "q\ta\tb"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		of, err := ReadClusters("file", strings.NewReader(text))
		for query, cluster := range of {
			if err != nil || query == "" || cluster == "" || strings.Trim(query, blanks) != query {
				t.Fatalf("%q: %q %q", text, query, cluster)
			}
		}
	})
}
