package corpus

import (
	"context"

	"github.com/assayhq/assay/corpus/pdf"
)

// readPDF reads the text layer of a PDF. A document that misses pages is kept and says which.
func readPDF(ctx context.Context, k *kit, s *Source, emit func(*reading) error) error {
	if err := s.load(k); err != nil {
		return err
	}
	found, err := k.pdf.Read(ctx, s.Data)
	if err != nil && (found == nil || pdf.OutcomeOf(err) != pdf.Partial) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return &Skipped{err.Error()}
	}
	r := s.reading("pdf", ofName(s.stem()))
	r.era, r.pages = "pdf", int32(len(found.Pages))
	if err != nil {
		r.warnings = append(r.warnings, err.Error())
	}
	if found.Repaired {
		r.warnings = append(r.warnings, "the file's index was broken and has been rebuilt")
	}
	p := piece{doc: &found.Doc}
	r.describe(&p)
	if err := r.findItems(&p); err != nil {
		return err
	}
	r.pieces = append(r.pieces, p)
	return emit(r)
}
