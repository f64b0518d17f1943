package measure

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestMethods wants one whole row for every name of a method that the package's source has, and no name
// given to a result but by one of these constants.
func TestMethods(t *testing.T) {
	rows := map[string]bool{}
	for _, m := range Methods {
		if m.Name == "" || m.Doc == "" || m.Caveat == "" || rows[m.Name] {
			t.Errorf("row %+v", m)
		}
		rows[m.Name] = true
	}
	names, uses := map[string]string{}, 0
	for _, file := range sources(t) {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, name := range n.Names {
					if strings.HasPrefix(strings.ToLower(name.Name), "method") && i < len(n.Values) {
						if literal, ok := n.Values[i].(*ast.BasicLit); ok {
							names[name.Name] = unquoted(t, literal)
						}
					}
				}
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Method" {
					uses++
					literally(t, n.Value)
				}
			case *ast.AssignStmt:
				for i, left := range n.Lhs {
					if to, ok := left.(*ast.SelectorExpr); ok && to.Sel.Name == "Method" && i < len(n.Rhs) {
						uses++
						literally(t, n.Rhs[i])
					}
				}
			}
			return true
		})
	}
	for name, value := range names {
		if !rows[value] {
			t.Errorf("%s (%q) has no row", name, value)
		}
	}
	if len(names) < 29 || len(names) != len(rows) || uses < 10 {
		t.Errorf("%d names, %d rows, %d uses", len(names), len(rows), uses)
	}
	for _, c := range coefficients {
		if !rows[c.Name] {
			t.Errorf("coefficient %q has no row", c.Name)
		}
	}
}

// literally complains of a method that is named on the spot.
func literally(t *testing.T, e ast.Expr) {
	t.Helper()
	if literal, ok := e.(*ast.BasicLit); ok {
		t.Errorf("method %s is named in place: give it a constant and a row", literal.Value)
	}
}

// sources are the package's files but for its tests.
func sources(t *testing.T) []*ast.File {
	t.Helper()
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	if len(files) < 30 {
		t.Fatalf("%d source files", len(files))
	}
	return files
}

func unquoted(t *testing.T, literal *ast.BasicLit) string {
	t.Helper()
	value, err := strconv.Unquote(literal.Value)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// TestMethodsCarried makes every kind of result of many data sets, and wants a row for each method that
// one of them carries.
func TestMethodsCarried(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	carry := func(i *Interval, names ...string) {
		if i != nil {
			names = append(names, i.Method)
		}
		for _, name := range names {
			if name != "" {
				seen[name] = true
			}
		}
	}
	for seed := range uint64(30) {
		a, b := samplesOf(t, drawCases(seed, 3+7*int(seed%7)))
		o := Options{Draws: 60, Seed: seed}
		for _, s := range []*Sample{a, b} {
			carry(s.Stat(o).Interval)
			median, _ := s.MedianInterval(o)
			carry(median)
			t, _ := s.BootstrapT(o)
			carry(t)
		}
		for _, other := range []*Sample{a, b} {
			p, err := Pair(other, b)
			if err != nil {
				t.Fatal(err)
			}
			c := p.Compare(o)
			carry(c.Interval, c.Method)
			carry(p.Relative(o).Interval)
			carry(p.MedianChange(false, o).Interval)
			carry(p.slope(o).Interval)
		}
		for _, drawn := range []Drawn{AtRandom, ByClass, ByVerdict, Elsewhere} {
			c, err := Correct(b, a, drawn, o)
			if err != nil {
				t.Fatal(err)
			}
			carry(c.Interval, c.Method)
		}
	}
	left, right, labels := blocks(9, []float64{1, 2}, []float64{2, 3})
	c := pairOf(t, Auto, left, right, labels).Compare(Options{})
	carry(c.Interval, c.Method)
	for name := range seen {
		if !slices.ContainsFunc(Methods, func(m Method) bool { return m.Name == name }) {
			t.Errorf("method %q has no row", name)
		}
	}
	if len(seen) < 13 {
		t.Errorf("only %d methods carried: %v", len(seen), slices.Sorted(maps.Keys(seen)))
	}
	t.Log(slices.Sorted(maps.Keys(seen)))
}
