package ledger

import (
	"slices"
	"time"
)

// Warn notes things about a run that its readers must know, after it has ended, too. What the run says
// already is not recorded twice: a run that resumes may find the same again.
func (l *Ledger) Warn(info *Info, texts []string) error {
	if len(texts) == 0 {
		return nil
	}
	known, err := l.Warnings(info)
	if err != nil {
		return err
	}
	now := time.Now()
	return l.store(func(w *writer) error {
		for i, text := range texts {
			if slices.Contains(known, text) || slices.Contains(texts[:i], text) {
				continue
			}
			if err := w.event(info.id, now, eventWarning, text); err != nil {
				return err
			}
		}
		return nil
	})
}
