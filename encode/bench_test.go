package encode

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// shaped writes a BERT of random weights.
func shaped(b *testing.B, layers, width, heads, inner int) string {
	b.Helper()
	const vocab, places = 1000, 512
	dir := b.TempDir()
	config, _ := json.Marshal(map[string]any{
		"model_type": "bert", "num_hidden_layers": layers, "hidden_size": width, "num_attention_heads": heads, "intermediate_size": inner,
		"vocab_size": vocab, "max_position_embeddings": places, "type_vocab_size": 2,
	})
	put(b, dir, "config.json", string(config))
	entries, at := map[string]*entryOf{}, int64(0)
	add := func(name string, shape ...int) {
		n := int64(4)
		for _, d := range shape {
			n *= int64(d)
		}
		entries[name] = &entryOf{"F32", shape, [2]int64{at, at + n}}
		at += n
	}
	norm := func(name string) {
		add(name+".weight", width)
		add(name+".bias", width)
	}
	linear := func(name string, n, k int) {
		add(name+".weight", n, k)
		add(name+".bias", n)
	}
	n := bertNames
	add(n.words+".weight", vocab, width)
	add(n.positions+".weight", places, width)
	add(n.types+".weight", 2, width)
	norm(n.norm)
	for i := range layers {
		at := fmt.Sprintf(n.layer, i)
		for _, name := range []string{n.query, n.key, n.value, n.out} {
			linear(at+name, width, width)
		}
		linear(at+n.inner, inner, width)
		linear(at+n.outer, width, inner)
		norm(at + n.outNorm)
		norm(at + n.outerNorm)
	}
	header, _ := json.Marshal(entries)
	var out bytes.Buffer
	out.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(header))))
	out.Write(header)
	r, value := rand.New(rand.NewPCG(1, 1)), make([]byte, 4)
	for range at / 4 {
		binary.LittleEndian.PutUint32(value, math.Float32bits(float32(r.NormFloat64()*0.05)))
		out.Write(value)
	}
	if err := os.WriteFile(filepath.Join(dir, "model.safetensors"), out.Bytes(), 0o644); err != nil {
		b.Fatal(err)
	}
	return dir
}

// BenchmarkVectors reads texts by a model of the shape of MiniLM-L6.
func BenchmarkVectors(b *testing.B) {
	dir := shaped(b, 6, 384, 12, 1536)
	r := rand.New(rand.NewPCG(2, 2))
	for _, c := range []struct {
		name          string
		texts, tokens int
		threads       int
		int8          bool
	}{
		{"256 of 30", 256, 30, 1, false}, {"256 of 30, int8", 256, 30, 1, true}, {"16 of 512", 16, 512, 1, false},
		{"1 of 30", 1, 30, 1, false}, {"1 of 30, 2 threads", 1, 30, 2, false},
	} {
		m := open(b, dir, Options{Threads: c.threads, Int8: c.int8})
		inputs := make([]Input, c.texts)
		for i := range inputs {
			for range c.tokens {
				inputs[i].IDs = append(inputs[i].IDs, r.Int32N(1000))
			}
		}
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := m.VectorsOf(b.Context(), inputs); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*c.texts)/b.Elapsed().Seconds(), "texts/s")
		})
	}
}

func BenchmarkOpen(b *testing.B) {
	dir := shaped(b, 6, 384, 12, 1536)
	for b.Loop() {
		m, err := Open(dir, Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := m.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
