package main

import (
	"fmt"
	"strings"
	"time"
)

// leastTime is how long a speed is measured at least.
const leastTime = time.Second

func printHead(sets []set) {
	fmt.Print("| splitter |")
	for _, s := range sets {
		if s.atomic {
			fmt.Printf(" %s exact |", s.name)
		} else {
			fmt.Printf(" %s F1 |", s.name)
		}
	}
	fmt.Print(" MB/s of one core | measured on |\n|" + strings.Repeat(" --- |", len(sets)+3) + "\n")
}

// printRow prints a splitter's scores and speed, or why there are none.
func printRow(s splitter, sets []set, items []string) {
	cells := make([]string, 0, len(sets)+2)
	for i := range sets {
		spans, _, err := s.split(sets[i].texts)
		if err != nil {
			fmt.Printf("| %s | not run: %v |%s\n", s.name, err, strings.Repeat(" |", len(sets)+1))
			return
		}
		cells = append(cells, sets[i].score(spans))
	}
	speed, size, err := s.speed(items)
	if err != nil {
		cells = append(cells, "not run: "+err.Error(), "")
	} else {
		cells = append(cells, fmt.Sprintf("%.3g", speed), fmt.Sprintf("%.2f MB of items", float64(size)/1e6))
	}
	fmt.Printf("| %s | %s |\n", s.name, strings.Join(cells, " | "))
}

// speed is in millions of bytes per second of processor time, over items of at least the sample's size.
func (s splitter) speed(items []string) (perSecond float64, size int, err error) {
	count := len(items)
	for i, item := range items {
		if size += len(item); s.sample > 0 && size >= s.sample {
			count = i + 1
			break
		}
	}
	var done int
	var spent time.Duration
	for spent < leastTime {
		_, took, err := s.split(items[:count])
		if err != nil {
			return 0, size, err
		}
		done, spent = done+size, spent+max(took, time.Millisecond)
	}
	return float64(done) / 1e6 / spent.Seconds(), size, nil
}
