package terminal

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// clock is a time that tests set.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func TestMeterPrintsLinesNowAndThen(t *testing.T) {
	c := &clock{time.Unix(1000, 0)}
	var out strings.Builder
	m := NewMeter(&out, c.now)
	texts := 0
	show := func() {
		m.Show(func() Progress { texts++; return Progress{Done: 3, Total: 9, Head: "3 of 9", Tail: m.Left(3, 9)} })
	}
	for range 120 {
		show()
		c.at = c.at.Add(100 * time.Millisecond)
	}
	m.Print("stopping")
	m.End()
	if want := "3 of 9, 10s left\n3 of 9, 20s left\nstopping\n"; out.String() != want || texts != 2 {
		t.Errorf("%q, made %d times", out.String(), texts)
	}
}

func TestMeterDrawsOneLine(t *testing.T) {
	t.Setenv("COLUMNS", "60")
	c := &clock{time.Unix(1000, 0)}
	var out strings.Builder
	m := NewMeter(&out, c.now)
	m.bar = true
	for done := range int64(1000) {
		c.at = c.at.Add(time.Millisecond)
		m.Show(func() Progress { return Progress{Done: done, Total: 1000, Head: "some", Tail: "more"} })
	}
	m.Print("a note")
	m.End()
	text := out.String()
	if n := strings.Count(text, "\r"); n != 11 { // ten drawings, and the line is cleared once
		t.Errorf("%d drawings: %q", n, text)
	}
	if !strings.HasSuffix(text, "\r\x1b[Ka note\n") || strings.Count(text, "\n") != 1 {
		t.Errorf("%q", text)
	}
}

func TestLineFits(t *testing.T) {
	p := &Progress{Done: 5, Total: 10, Head: "5 of 10", Tail: "an error of a provider, 3m left"}
	if got, want := line(p, 100), "5 of 10 [============------------] an error of a provider, 3m left"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := line(p, 50), "5 of 10, an error of a provider, 3m left"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for width := range 80 {
		if got := utf8.RuneCountInString(line(p, width)); got > max(width, 1) {
			t.Errorf("width %d: %d columns", width, got)
		}
	}
}

func TestMeterByManyGoroutines(t *testing.T) {
	var out strings.Builder
	m := NewMeter(&out, time.Now)
	m.bar = true
	done := make(chan bool)
	for range 4 {
		go func() {
			for i := range int64(1000) {
				m.Show(func() Progress { return Progress{Done: i, Total: 1000} })
			}
			done <- true
		}()
	}
	for range 4 {
		<-done
	}
	m.End()
}
