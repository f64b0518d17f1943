package main

import (
	"github.com/spf13/cobra"

	"github.com/assayhq/assay/corpus"
)

// pdfWorkerName is the hidden command under which this program reads PDFs for itself.
const pdfWorkerName = "pdf-worker"

func pdfWorkerCommand() *cobra.Command {
	return &cobra.Command{
		Use:    pdfWorkerName,
		Short:  "Read PDFs for another process of this program",
		Hidden: true,
		Args:   noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return corpus.ServePDF(c.Context(), c.InOrStdin(), c.OutOrStdout())
		},
	}
}
