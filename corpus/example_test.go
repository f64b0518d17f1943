package corpus_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/assayhq/assay/corpus"
	"github.com/assayhq/assay/corpus/store"
)

// A report is read into a corpus, and its sentences are read back.
func Example() {
	dir, err := os.MkdirTemp("", "corpus")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	report := filepath.Join(dir, "report.txt")
	if err := os.WriteFile(report, []byte("Sales of gliders rose 4% to $12.4 million.\n\nWe hired two pilots.\n"), 0o644); err != nil {
		log.Fatal(err)
	}

	summary, err := corpus.Ingest(context.Background(), corpus.Walk([]string{report}), corpus.Options{Dir: filepath.Join(dir, "corpus")})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(summary.Documents, "document,", summary.Sentences, "sentences")

	c, err := store.Open(filepath.Join(dir, "corpus"))
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	for s, err := range c.Sentences(store.Query{}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(s.ID, s.Text)
	}
	// Output:
	// 1 document, 2 sentences
	// report_section_body_0 Sales of gliders rose 4% to $12.4 million.
	// report_section_body_1 We hired two pilots.
}
