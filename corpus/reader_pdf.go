package corpus

import (
	"context"
	"fmt"
	"io"

	"github.com/assayhq/assay/corpus/internal/pdf"
)

// readPDF reads the text layer of a PDF. A document that misses pages is kept and says which.
func readPDF(ctx context.Context, k *kit, s *sourceFile, emit func(*reading) error) error {
	if err := s.load(k, pdf.MaxBytes); err != nil {
		return err
	}
	found, err := k.pdf.Read(ctx, s.Data)
	if err != nil && (found == nil || pdf.OutcomeOf(err) != pdf.Partial) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return &skipError{err.Error()}
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

// ServePDF reads PDFs for another process, which talks to it through in and out, until in ends. It is what the command
// in Options.PDFWorker runs.
func ServePDF(ctx context.Context, in io.Reader, out io.Writer) error { return pdf.Serve(ctx, in, out) }

// checkPage is the smallest PDF that shows whether the engine reads one.
const checkPage = "%PDF-1.4\n" +
	"1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n" +
	"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
	"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj\n" +
	"4 0 obj<</Length 61>>stream\nBT /F1 18 Tf 20 40 Td (The engine reads this sentence.) Tj ET\nendstream endobj\n" +
	"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n" +
	"trailer<</Root 1 0 R>>\n%%EOF\n"

// CheckPDF reads a page with the sandboxed PDF engine, which compiles it once for all later runs. The worker is that of
// Options.PDFWorker.
func CheckPDF(ctx context.Context, worker []string) error {
	r := pdf.Open(pdf.Config{Worker: worker})
	defer r.Close()
	d, err := r.Read(ctx, []byte(checkPage))
	if err != nil {
		return err
	}
	if len(d.Pages) != 1 || len(d.Text) == 0 {
		return fmt.Errorf("the PDF engine read %q of a page with one sentence", d.Text)
	}
	return nil
}
