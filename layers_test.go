package assay

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

const modulePath = "github.com/assayhq/assay"

// layers is the flow of data, first to last, and the table of packages in ARCHITECTURE.md and README.md: a package may
// import those above it and none below. A new package gets its row here, or this test fails.
var layers = []struct{ pkg, purpose string }{
	{"internal/ascii", "a byte or a rune into its class"},
	{"internal/filelock", "an open file into a lock on it"},
	{"internal/atomicfile", "writes into a file that appears complete or not at all"},
	{"internal/terminal", "how far something is into lines on a terminal"},
	{"internal/mmap", "a file into read-only memory"},
	{"internal/mapped", "arrays into files that are mapped into memory"},
	{"internal/parallel", "the numbers to n into calls on a few goroutines"},
	{"internal/saturate", "counts from outside into sums that do not wrap"},
	{"internal/linereader", "a stream into lines of bounded length"},
	{"internal/microbatch", "requests of many goroutines into batches"},
	{"internal/yamltree", "YAML into a tree of bounded size"},
	{"internal/usage", "errors of wrong input (exit code 2)"},
	{"internal/samplefilings", "invented companies into filings"},
	{"internal/fakemodel", "the model providers on loopback, for tests"},
	{"internal/suggest", "an unknown name into the known one that was probably meant"},
	{"figure", "text into exact amounts"},
	{"text", "text into tokens, sentences, quotes"},
	{"vec", "vectors and matrices into products and the nearest of them"},
	{"encode/lsa", "the user's own corpus into an embedder"},
	{"internal/tensor", "files of tensors into mapped, checked tensors"},
	{"internal/token", "a text into the ids that a model was trained on"},
	{"encode", "a model's directory into vectors, states of tokens and pair scores"},
	{"corpus/internal/edgar", "a submission into its header and documents"},
	{"corpus/internal/block", "markup and plain text into blocks with their way back"},
	{"corpus/internal/label", "the labels and headers of a table into units, scales and periods"},
	{"corpus/internal/grid", "table blocks into grids"},
	{"corpus/internal/xbrl", "inline-XBRL marks into facts"},
	{"corpus/internal/item", "blocks into the items of a form"},
	{"corpus/internal/pdf", "PDF pages into blocks"},
	{"corpus/store", "rows into Parquet and back"},
	{"corpus", "files into documents in the store"},
	{"model/catalog", "tables into prices, ends and capabilities of models"},
	{"call", "a prepared request into the bytes that came back, or a named failure"},
	{"call/sigv4", "requests into requests that AWS takes"},
	{"call/internal/sendertest", "what every sender must do, for tests"},
	{"call/wrap", "senders into senders that cache, record, retry, limit, pay and time out"},
	{"call/batch", "calls into batches at half the price"},
	{"model/internal/structured", "a reply's text into the JSON that it holds"},
	{"model", "requests into responses of any LLM, embedder or reranker"},
	{"call/trace", "calls into OpenTelemetry"},
	{"model/provider", "requests into the protocols of providers"},
	{"embed", "texts into vectors, whichever model makes them"},
	{"index", "the types of searching: records, queries, filters, hits"},
	{"index/internal/fields", "ids and fields of records into columns and bitmaps"},
	{"index/internal/dense", "vectors into a file that is searched exactly"},
	{"index/internal/bm25", "texts into postings that are searched by BM25"},
	{"index/internal/fusion", "several rankings into one"},
	{"index/sentences", "the corpus into records"},
	{"index/internal/enginetest", "what every engine must do, for tests"},
	{"internal/fakeengine", "remote engines on loopback, for tests"},
	{"index/internal/remote", "requests to remote engines, sent and sent again"},
	{"index/internal/s3vectors", "records and queries into Amazon S3 Vectors"},
	{"index/internal/opensearch", "records and queries into OpenSearch"},
	{"index/internal/milvus", "records and queries into Milvus"},
	{"index/internal/qdrant", "records and queries into Qdrant"},
	{"index/internal/weaviate", "records and queries into Weaviate"},
	{"index/internal/pgvector", "records and queries into PostgreSQL with pgvector"},
	{"index/engine", "the table of engines"},
	{"index/embedded", "records into the engine that needs no server"},
	{"encode/bertscore", "states of tokens into BERTScore"},
	{"encode/hub", "a model's name into its files"},
	{"internal/fakehub", "a hub on loopback, for tests"},
	{"index/update", "the sentences of a corpus into an index that is up to date"},
	{"index/enginecopy", "the embedded index into its copy in an engine"},
	{"score", "an answer and its gold into scores"},
	{"dataset/finqa", "FinQA's programs into their values"},
	{"score/semantic", "an answer and its gold into scores by an encoder"},
	{"gold", "a corpus into anchors"},
	{"measure", "numbers into statistics"},
	{"score/scorefile", "files of answers and golds into scores"},
	{"measure/rank", "rankings into rank measures"},
	{"index/probe", "an engine and the exact answer into how far it is to be trusted"},
	{"system", "cases into answers"},
	{"dataset/internal/record", "files of records into nodes"},
	{"dataset/promptfoo", "promptfoo's configurations into cases"},
	{"dataset", "files of others into cases"},
	{"ledger", "what happened into one durable record"},
	{"run", "cases, a system and scorers into a ledger"},
	{"analysis", "records into what they say"},
	{"report/internal/chart", "numbers into SVG"},
	{"report/finding", "what a suite says of a run, as plain data"},
	{"suite", "what an evaluation suite is: help, options, runs, findings"},
	{"suite/docqa/findings", "a run over documents into what it shows"},
	{"suite/neighbors/findings", "a neighbours run into its findings"},
	{"suite/cases", "cases of a data set into answers of a prompt or a file"},
	{"suite/docqa/filesearch", "a document into a provider's store, answers from it, then deleted"},
	{"suite/docqa", "questions about documents, in several ways, into answers"},
	{"suite/neighbors", "anchors, an engine and rankings into a run"},
	{"report", "what runs say into formats"},
	{"gate", "a run and a baseline into a verdict"},
	{"suite/all", "the table of suites"},
	{"config", "assay.yaml into models that can be asked"},
	{"workspace", "a directory into its open corpus, indexes, models and ledger"},
	{"workspace/doctor", "a workspace into what works in it and what does not"},
	{"cmd/assay/internal/demo", "the corpus of the invented filings into cases and questions"},
	{"cmd/assay", "flags into calls"},
}

// leaves import nothing of this module, but for the classes of bytes and sums that stop.
var leaves = []string{
	"figure", "text", "vec", "model/catalog", "model/internal/structured", "measure", "report/internal/chart",
	"internal/filelock", "internal/mmap", "internal/terminal", "internal/microbatch", "internal/parallel",
	"internal/linereader", "internal/yamltree", "internal/samplefilings", "internal/fakemodel",
}

// readers work on records alone: a report, a gate or a page can neither cost money nor need a key. callers are the
// packages that reach providers.
var (
	readers = []string{"ledger", "analysis", "report", "gate"}
	callers = []string{"call", "model", "index", "encode", "embed", "system", "run"}
)

// TestReadersAskNobody follows the imports all the way.
func TestReadersAskNobody(t *testing.T) {
	imports := moduleImports(t)
	for _, from := range readers {
		seen := map[string]string{from: from}
		for todo := []string{from}; len(todo) > 0; todo = todo[1:] {
			for _, dep := range imports[todo[0]] {
				if _, ok := seen[dep]; ok {
					continue
				}
				seen[dep] = seen[todo[0]] + " imports " + dep
				todo = append(todo, dep)
				if slices.ContainsFunc(callers, func(m string) bool { return dep == m || strings.HasPrefix(dep, m+"/") }) {
					t.Errorf("%s: it must not", seen[dep])
				}
			}
		}
	}
}

// TestLayers reads the sources itself: a test that asked the go tool would be cached as passing after
// a wrong import is added.
func TestLayers(t *testing.T) {
	imports := moduleImports(t)
	if len(imports) < 5 {
		t.Fatalf("read the imports of %d packages only: is this the root of the module?", len(imports))
	}
	for pkg, deps := range imports {
		at := layerOf(pkg)
		if at < 0 {
			t.Errorf("package %s has no layer: give it a row in the table of this test", pkg)
			continue
		}
		for _, dep := range deps {
			switch to := layerOf(dep); {
			case slices.Contains(leaves, pkg) && dep != "internal/ascii" && dep != "internal/saturate":
				t.Errorf("%s imports %s: it may import nothing of ours", pkg, dep)
			case to < 0 || to >= at:
				t.Errorf("%s imports %s, which is not above it", pkg, dep)
			}
		}
	}
}

// layerOf is the place of a package in layers, or -1.
func layerOf(pkg string) int {
	return slices.IndexFunc(layers, func(l struct{ pkg, purpose string }) bool { return l.pkg == pkg })
}

// otherDirs hold other modules, and data.
var otherDirs = []string{"testdata", "bench", "contract"}

// moduleFiles are the source files of each package of the module, tests apart.
func moduleFiles(t *testing.T) map[string][]string {
	t.Helper()
	files := map[string][]string{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name != "." && (strings.HasPrefix(d.Name(), ".") || slices.Contains(otherDirs, d.Name())) {
				return filepath.SkipDir
			}
			return nil
		}
		pkg := path.Dir(filepath.ToSlash(name))
		if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && pkg != "." {
			files[pkg] = append(files[pkg], name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// banned are words of the private English that the code was once written in, with a plain word for each.
var banned = map[string]string{"behind": "after", "anew": "again", "stood": "was", "whoever": "the caller that",
	"besides": "in addition to", "house": "module", "stands": "is, or for what it means: stands for"}

// TestPlainSource keeps lines of the product within 140 columns and comments without banned words. A struct tag cannot
// be broken over lines.
func TestPlainSource(t *testing.T) {
	const columns, leastFiles = 140, 500
	n := 0
	for _, files := range moduleFiles(t) {
		for _, name := range files {
			n++
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for i, line := range strings.Split(string(text), "\n") {
				if utf8.RuneCountInString(line) > columns && !strings.Contains(line, "`parquet:") {
					t.Errorf("%s:%d has more than %d columns", name, i+1, columns)
				}
				_, comment, _ := strings.Cut(line, "//")
				words := strings.FieldsFunc(strings.ToLower(comment), func(r rune) bool { return !unicode.IsLetter(r) })
				for k, word := range words {
					if plain := banned[word]; plain != "" && (word != "stands" || k+1 == len(words) || words[k+1] != "for") {
						t.Errorf("%s:%d: a comment has the word %q; write %q", name, i+1, word, plain)
					}
				}
			}
		}
	}
	if n < leastFiles {
		t.Fatalf("%d files were read, and there are more", n)
	}
}

// moduleImports are the packages of the module that each of them imports.
func moduleImports(t *testing.T) map[string][]string {
	t.Helper()
	imports := map[string][]string{}
	for pkg, files := range moduleFiles(t) {
		imports[pkg] = nil
		for _, name := range files {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			imports[pkg] = append(imports[pkg], ours(file)...)
		}
	}
	return imports
}

// ours are the imports of a file that belong to this module, by their path within it.
func ours(file *ast.File) []string {
	var found []string
	for _, spec := range file.Imports {
		if name, err := strconv.Unquote(spec.Path.Value); err == nil {
			if rest, ok := strings.CutPrefix(name, modulePath+"/"); ok {
				found = append(found, rest)
			}
		}
	}
	return found
}

var update = flag.Bool("update", false, "write the tables of packages in ARCHITECTURE.md and README.md")

// TestTablesOfPackages holds the tables of the documents against layers: ARCHITECTURE.md has every package, README.md
// those at the root.
func TestTablesOfPackages(t *testing.T) {
	var all, root strings.Builder
	seen := map[string]bool{}
	for _, l := range layers {
		if l.purpose == "" || seen[l.pkg] {
			t.Errorf("package %q has no purpose, or two rows", l.pkg)
		}
		seen[l.pkg] = true
		row := fmt.Sprintf("| `%s` | %s |\n", l.pkg, l.purpose)
		all.WriteString(row)
		if !strings.Contains(l.pkg, "/") {
			root.WriteString(row)
		}
	}
	holdTable(t, "ARCHITECTURE.md", all.String())
	holdTable(t, "README.md", root.String())
}

// holdTable compares the table between two marks of a document with what it should be.
func holdTable(t *testing.T, name, rows string) {
	t.Helper()
	const begin, end = "<!-- packages: go test . -update -->\n", "<!-- end of packages -->\n"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(text), begin)
	table, tail, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no table of packages between %q and %q", name, begin, end)
	}
	want := "| package | what it turns into what |\n| --- | --- |\n" + rows
	if table == want {
		return
	}
	if !*update {
		t.Errorf("%s: the table of packages is not that of layers_test.go; 'go test . -update' writes it", name)
		return
	}
	if err := os.WriteFile(name, []byte(head+begin+want+end+tail), 0o644); err != nil {
		t.Fatal(err)
	}
}

// maxPublicNames bounds the library's surface: the exported functions, types, constants and variables of all packages
// that others may import.
const maxPublicNames = 1100

// TestPublicNames counts them.
func TestPublicNames(t *testing.T) {
	counts, total := map[string]int{}, 0
	for dir, files := range moduleFiles(t) {
		if strings.Contains("/"+dir+"/", "/internal/") || strings.HasPrefix(dir, "cmd/") {
			continue
		}
		for _, name := range files {
			n := publicNames(t, name)
			counts[dir] += n
			total += n
		}
	}
	if total == 0 {
		t.Fatal("no public names: is this the root of the module?")
	}
	if total > maxPublicNames {
		t.Errorf("%d public names, want at most %d: %v", total, maxPublicNames, counts)
	}
	t.Logf("%d public names", total)
}

func publicNames(t *testing.T, path string) (n int) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	count := func(id *ast.Ident) {
		if id.IsExported() {
			n++
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				count(d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					count(s.Name)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						count(id)
					}
				}
			}
		}
	}
	return n
}
