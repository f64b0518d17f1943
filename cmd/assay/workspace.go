package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/workspace"
)

// here is the workspace of a command: the current directory. Its notes go to the command's standard error.
func here(c *cobra.Command) *workspace.Workspace {
	return workspace.Open(".", workspace.Options{
		Version:   version,
		Arguments: os.Args[1:],
		Note:      func(note string) { fmt.Fprintln(c.ErrOrStderr(), "note:", note) },
	})
}

// addEncoderFlags adds the flags of scorers that need a model.
func addEncoderFlags(flags *pflag.FlagSet, o *workspace.EncoderOptions) {
	flags.StringVar(&o.Encoder, "encoder", "", "score by the encoder `MODEL` where a scorer needs one; those of assay.yaml if it is not given")
	flags.IntVar(&o.Layer, "layer", 0, "of which BERTScore takes the states of tokens; of known models the published one")
	flags.BoolVar(&o.IDF, "idf", false, "weigh the tokens of BERTScore by how rare they are among the golds")
}

// Where a workspace keeps what it makes; the current directory is the workspace.
const (
	workspaceDir = workspace.DataDir
	corpusDir    = workspaceDir + "/corpus"
)

// local is the workspace for what gives no notes.
var local = workspace.Open(".", workspace.Options{Version: version})

// openCorpus opens the workspace's corpus for reading.
func openCorpus() (*store.Corpus, error) { return local.Corpus() }

// openLedger opens the workspace's ledger for reading.
func openLedger() (*ledger.Ledger, error) { return local.Ledger() }

// writableLedger opens it for appending, too, and makes none.
func writableLedger() (*ledger.Ledger, error) { return local.WritableLedger() }
