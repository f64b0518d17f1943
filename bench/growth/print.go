package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// print prints the tables: a size a column, and how much more each is than the one before.
func print(columns []*column) {
	head := []string{"command"}
	for i, c := range columns {
		head = append(head, fmt.Sprintf("%g million", float64(c.sentences)/1e6))
		if i > 0 {
			head = append(head, fmt.Sprintf("× (of %.3g)", float64(c.sentences)/float64(columns[i-1].sentences)))
		}
	}
	row(head)
	row(slices.Repeat([]string{"---"}, len(head)))
	for _, kind := range []struct {
		what string
		of   func(*figures) float64
		form string
	}{
		{"s", func(f *figures) float64 { return f.seconds }, "%.2f"},
		{"processor s", func(f *figures) float64 { return f.cpu }, "%.2f"},
		{"MB not of files", func(f *figures) float64 { return float64(f.anonymous) / 1e6 }, "%.0f"},
		{"MB of files", func(f *figures) float64 { return float64(f.mapped) / 1e6 }, "%.0f"},
	} {
		for _, t := range chosen() {
			line(t.name+", "+kind.what, kind.form, columns, func(c *column) float64 { return kind.of(c.figures[t.name]) })
		}
	}
	last := columns[len(columns)-1]
	for _, name := range slices.Sorted(maps.Keys(last.disk)) {
		if last.disk[name] < 1<<10 {
			continue // a lock, a manifest
		}
		line(name+", bytes per sentence", "%.1f", columns, func(c *column) float64 { return float64(c.disk[name]) / float64(c.sentences) })
	}
	fmt.Println()
	for _, c := range columns {
		fmt.Printf("%d sentences took %.0f s with making them.\n", c.sentences, c.took.Seconds())
	}
}

func line(name, form string, columns []*column, of func(*column) float64) {
	cells := []string{name}
	for i, c := range columns {
		v := of(c)
		cells = append(cells, fmt.Sprintf(form, v))
		if i == 0 {
			continue
		}
		if before := of(columns[i-1]); before > 0 {
			cells = append(cells, fmt.Sprintf("%.2f", v/before))
		} else {
			cells = append(cells, "–")
		}
	}
	row(cells)
}

func row(cells []string) { fmt.Println("| " + strings.Join(cells, " | ") + " |") }
