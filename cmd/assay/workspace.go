package main

import (
	"path/filepath"

	"github.com/assayhq/assay/corpus/store"
)

// Where things stand in a workspace, which is the current directory.
const (
	workspaceDir = ".assay"
	corpusDir    = workspaceDir + "/corpus"
)

// openCorpus opens the workspace's corpus for reading.
func openCorpus() (*store.Corpus, error) {
	return store.Open(filepath.FromSlash(corpusDir))
}
