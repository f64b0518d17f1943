package tape

import (
	"errors"
	"fmt"
	"slices"
)

// Damage is a place in a segment that holds no readable entry.
type Damage struct {
	File   string
	Offset int64
	Bytes  int64
	Torn   bool // at the end: a write that was cut off, or that another process has not finished
	Err    error
}

// Error names the place.
func (d *Damage) Error() string {
	if d.Torn {
		return fmt.Sprintf("recording %q: the last %d bytes, from offset %d, are an entry that was cut off: it is left out", d.File, d.Bytes, d.Offset)
	}
	return fmt.Sprintf("recording %q: damaged at offset %d (%d bytes): %v; only the exchanges there are lost", d.File, d.Offset, d.Bytes, d.Err)
}

func (d *Damage) Unwrap() error { return d.Err }

// Stats is the size of a tape.
type Stats struct {
	Segments int
	Entries  int
	Bytes    int64
	Torn     int // segments that end in an entry that was cut off
	Damaged  int // other places without a readable entry, as far as they are known
}

// Stats counts what opening the tape and saving to it has shown.
func (t *Tape) Stats() Stats {
	t.mu.RLock()
	defer t.mu.RUnlock()
	s := Stats{Segments: len(t.segments), Entries: len(t.index.slots)}
	for _, seg := range t.segments {
		s.Bytes += seg.size
	}
	for i := range t.damage {
		if t.damage[i].Torn {
			s.Torn++
		} else {
			s.Damaged++
		}
	}
	return s
}

// Damage is what opening the tape found unreadable. Entries whose heads are whole are not looked into until
// they are read: Verify does that for all.
func (t *Tape) Damage() []Damage {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return slices.Clone(t.damage)
}

// Verify reads every entry and returns all damage there is.
func (t *Tape) Verify() (Stats, []Damage) {
	stats, all := t.Stats(), t.Damage()
	for _, err := range t.Entries() {
		var d *Damage
		if errors.As(err, &d) {
			stats.Damaged++
			stats.Entries--
			all = append(all, *d)
		}
	}
	return stats, all
}
