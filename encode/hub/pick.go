package hub

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Limits of what is fetched.
const (
	maxWeights = 64 << 30
	maxOther   = 256 << 20
	maxShards  = 256
)

// wanted are the files that an encoder reads, beside its weights. What is not in this table is not fetched, so
// that the hub cannot choose a path on the disk.
var wanted = []struct {
	name string
	root bool // only at the top, not in the directory of a module
	doc  string
}{
	{"config.json", false, "architecture and sizes; in a module's directory its settings"},
	{"tokenizer.json", false, "the tokenizer as one file"},
	{"tokenizer_config.json", false, "casing, lengths and special tokens"},
	{"special_tokens_map.json", false, "special tokens by role"},
	{"added_tokens.json", false, "tokens beyond the vocabulary"},
	{"vocab.txt", false, "WordPiece"},
	{"vocab.json", false, "byte-level BPE"},
	{"merges.txt", false, "byte-level BPE"},
	{"sentencepiece.bpe.model", false, "SentencePiece, as XLM-RoBERTa calls it"},
	{"sentencepiece.model", false, "SentencePiece, as RemBERT calls it"},
	{"spiece.model", false, "SentencePiece, as ALBERT calls it"},
	{"spm.model", false, "SentencePiece, as DeBERTa calls it"},
	{"sent_piece.model", false, "SentencePiece, as BLEURT calls it"},
	{"modules.json", true, "sentence-transformers: which modules follow each other"},
	{"config_sentence_transformers.json", true, "sentence-transformers: prompts and similarity"},
	{"sentence_bert_config.json", false, "sentence-transformers: longest text"},
	{"sentence_roberta_config.json", false, "the same, of older models"},
	{"sentence_xlnet_config.json", false, "the same, of older models"},
	{"sentence_distilbert_config.json", false, "the same, of older models"},
	{"sentence_xlm-roberta_config.json", false, "the same, of older models"},
	{"sentence_albert_config.json", false, "the same, of older models"},
	{"sentence_camembert_config.json", false, "the same, of older models"},
}

// The files of weights. A model has one, or a table of several.
const (
	weightsFile = "model.safetensors"
	weightsList = "model.safetensors.index.json"
	readmeFile  = "README.md"
)

var (
	shardFile = regexp.MustCompile(`^model-([0-9]{5})-of-([0-9]{5})\.safetensors$`)
	// moduleDir is the directory of a module of sentence-transformers: its place and its type.
	moduleDir = regexp.MustCompile(`^[0-9]{1,2}_[A-Za-z][A-Za-z0-9]{0,39}$`)
)

// otherWeights are the endings of weights in formats that are not read. Reading the first ones runs code in them.
var otherWeights = []string{".bin", ".pt", ".pth", ".ckpt", ".pkl", ".h5", ".msgpack", ".onnx", ".gguf"}

// listing is the files of a directory by their names.
type listing map[string]*sibling

// pick chooses the files that an encoder needs, small ones first. Its error names what is missing.
func (i *info) pick(n Name) ([]File, error) {
	dirs, err := i.directories(n)
	if err != nil {
		return nil, err
	}
	var files []File
	weights := 0
	for dir, has := range dirs {
		chosen, err := pickWeights(n, dir, has)
		if err != nil {
			return nil, err
		}
		weights += len(chosen)
		for _, w := range wanted {
			if has[w.name] != nil && (dir == "" || !w.root) {
				chosen = append(chosen, w.name)
			}
		}
		if dir == "" && i.license() == "" && has[readmeFile] != nil {
			chosen = append(chosen, readmeFile)
		}
		for _, name := range chosen {
			f, err := has[name].file(n)
			if err != nil {
				return nil, err
			}
			files = append(files, f)
		}
	}
	slices.SortFunc(files, func(a, b File) int {
		if a.weights() != b.weights() {
			return map[bool]int{true: 1, false: -1}[a.weights()]
		}
		return strings.Compare(a.Path, b.Path)
	})
	return files, i.lacks(n, dirs[""], weights)
}

// directories sorts what the hub lists into the model's own directory and those of its modules. All else, and
// every path that is not spelled as git spells it, is left out.
func (i *info) directories(n Name) (map[string]listing, error) {
	dirs := map[string]listing{}
	for k := range i.Siblings {
		s := &i.Siblings[k]
		dir, base := path.Split(s.Path)
		if dir = strings.TrimSuffix(dir, "/"); dir != "" && !moduleDir.MatchString(dir) || path.Join(dir, base) != s.Path {
			continue
		}
		if dirs[dir] == nil {
			dirs[dir] = listing{}
		}
		if dirs[dir][base] != nil {
			return nil, fmt.Errorf("model %q: the hub lists %q twice", n.Repo, clip(s.Path))
		}
		dirs[dir][base] = s
	}
	return dirs, nil
}

// lacks is why a model cannot be read at all.
func (i *info) lacks(n Name, top listing, weights int) error {
	if weights == 0 {
		other := "no weights at all"
		if found := foreign(top); found != "" {
			other = "its weights as " + found + ", which assay does not read: reading pickled files runs code in them"
		}
		return fmt.Errorf("model %q at %.12s has no %s but %s; does another revision have it, such as a "+
			"refs/pr/NUMBER of its page? 'assay models pull %s@REVISION'",
			n.Repo, i.SHA, weightsFile, other, n.Repo)
	}
	if top["config.json"] == nil && top["modules.json"] == nil {
		return fmt.Errorf("model %q at %.12s has neither config.json nor modules.json: it is no encoder of "+
			"transformers or sentence-transformers", n.Repo, i.SHA)
	}
	return nil
}

// foreign names weights in other formats, those that are best known first.
func foreign(has listing) string {
	for _, ending := range otherWeights {
		var found []string
		for name := range has {
			if strings.HasSuffix(name, ending) && name != "training_args.bin" && name != "optimizer.pt" {
				found = append(found, name)
			}
		}
		if len(found) > 0 {
			slices.Sort(found)
			return clip(found[0])
		}
	}
	return ""
}

// pickWeights are the weights of a directory: one file, or a table and all that it is of.
func pickWeights(n Name, dir string, has listing) ([]string, error) {
	if has[weightsFile] != nil {
		return []string{weightsFile}, nil
	}
	var chosen []string
	total := ""
	for name := range has {
		if m := shardFile.FindStringSubmatch(name); m != nil {
			if total != "" && total != m[2] {
				return nil, fmt.Errorf("model %q: the hub lists weights in %s and in %s parts", n.Repo, total, m[2])
			}
			total = m[2]
			chosen = append(chosen, name)
		}
	}
	switch count, _ := strconv.Atoi(total); {
	case total == "" && dir != "" && foreign(has) != "":
		return nil, fmt.Errorf("model %q: module %s has its weights as %s and not as %s; assay does not read pickled "+
			"files, which run code when they are read", n.Repo, dir, foreign(has), weightsFile)
	case total == "":
		return nil, nil
	case count > maxShards:
		return nil, fmt.Errorf("model %q has its weights in %d parts, %d at most are read", n.Repo, count, maxShards)
	case count != len(chosen) || has[weightsList] == nil:
		return nil, fmt.Errorf("model %q: of %d parts of its weights the hub lists %d, and %s", n.Repo, count, len(chosen),
			map[bool]string{true: "no " + weightsList, false: weightsList}[has[weightsList] == nil])
	}
	for k := range chosen {
		if name := fmt.Sprintf("model-%05d-of-%s.safetensors", k+1, total); has[name] == nil {
			return nil, fmt.Errorf("model %q: the hub lists no %s", n.Repo, name)
		}
	}
	return append(chosen, weightsList), nil
}

var (
	hex64 = regexp.MustCompile(`^[0-9a-f]{64}$`)
	hex40 = commit
)

// file is what is to be fetched. A mirror that lists neither sizes nor hashes may still send them with the file.
func (s *sibling) file(n Name) (File, error) {
	f := File{Path: s.Path, Bytes: -1}
	if s.LFS != nil && hex64.MatchString(s.LFS.SHA256) {
		f.SHA256, f.Bytes = s.LFS.SHA256, s.LFS.Size
	} else if s.LFS == nil {
		if hex40.MatchString(s.Blob) {
			f.Blob = s.Blob
		}
		if s.Size != nil {
			f.Bytes = *s.Size
		}
	}
	if f.Bytes < -1 || f.Bytes > f.most() {
		return f, fmt.Errorf("model %q: the hub lists %q with %d bytes; %d at most are read", n.Repo, f.Path, f.Bytes,
			f.most())
	}
	return f, nil
}

func (f *File) weights() bool { return strings.HasSuffix(f.Path, ".safetensors") }

// most is how large a file may be.
func (f *File) most() int64 {
	if f.weights() {
		return maxWeights
	}
	return maxOther
}
