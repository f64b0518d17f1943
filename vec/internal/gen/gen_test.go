package gen

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the generated assembly")

// TestAssemblyIsGenerated holds the assembly to its generator; with -update it writes the files.
func TestAssemblyIsGenerated(t *testing.T) {
	files := Files()
	if len(files) < 3 {
		t.Fatalf("%d files are generated", len(files))
	}
	for name, want := range files {
		name = filepath.Join("..", "..", name)
		if *update {
			if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s is not what the generator writes: make kernels", name)
		}
	}
}
