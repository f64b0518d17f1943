package encode

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// entryOf is what a header of safetensors says of a tensor.
type entryOf struct {
	Type    string   `json:"dtype"`
	Shape   []int    `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"`
}

// rewrite changes the header of a model's weights, and the values.
func rewrite(t testing.TB, dir string, change func(entries map[string]*entryOf, body []byte) []byte) {
	t.Helper()
	path := filepath.Join(dir, "model.safetensors")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	size := binary.LittleEndian.Uint64(data)
	entries := map[string]*entryOf{}
	if err := json.Unmarshal(data[8:8+size], &entries); err != nil {
		t.Fatal(err)
	}
	delete(entries, "__metadata__")
	body := change(entries, data[8+size:])
	header, err := json.Marshal(entries)
	if err != nil {
		t.Fatal(err)
	}
	out := append(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), header...)
	if err := os.WriteFile(path, append(out, body...), 0o644); err != nil {
		t.Fatal(err)
	}
}

// setting changes a key of a file of settings.
func setting(t testing.TB, dir, file, key string, value any) {
	t.Helper()
	path := filepath.Join(dir, file)
	values := map[string]any{}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &values); err != nil {
		t.Fatal(err)
	}
	values[key] = value
	if value == nil {
		delete(values, key)
	}
	if text, err = json.Marshal(values); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

var refusals = []struct {
	name, model string
	change      func(t *testing.T, dir string)
	want        string
}{
	{"no config", "bert", func(t *testing.T, dir string) { remove(t, dir, "config.json") }, "config.json"},
	{"no weights", "bert", func(t *testing.T, dir string) { remove(t, dir, "model.safetensors") }, "model.safetensors"},
	{"config that is no JSON", "bert", func(t *testing.T, dir string) { appendTo(t, filepath.Join(dir, "config.json"), "}") }, "not the JSON"},
	{"unknown architecture", "bert",
		func(t *testing.T, dir string) { setting(t, dir, "config.json", "model_type", "llama") }, `"llama" is not known`},
	{"no layers", "bert", func(t *testing.T, dir string) { setting(t, dir, "config.json", "num_hidden_layers", nil) },
		`"num_hidden_layers" is missing`},
	{"huge width", "bert", func(t *testing.T, dir string) { setting(t, dir, "config.json", "hidden_size", 1<<40) },
		`"hidden_size" is 1099511627776`},
	{"a text for a number", "bert",
		func(t *testing.T, dir string) { setting(t, dir, "config.json", "vocab_size", "many") }, `"vocab_size" is "many"`},
	{"heads that do not divide", "bert",
		func(t *testing.T, dir string) { setting(t, dir, "config.json", "num_attention_heads", 5) }, "no multiple of 5 heads"},
	{"unknown activation", "bert", func(t *testing.T, dir string) { setting(t, dir, "config.json", "hidden_act", "mish") }, "gelu_new"},
	{"relative positions", "bert", func(t *testing.T, dir string) {
		setting(t, dir, "config.json", "position_embedding_type", "relative_key")
	}, "absolute"},
	{"decoder", "bert", func(t *testing.T, dir string) { setting(t, dir, "config.json", "is_decoder", true) }, "not encoders"},
	{"epsilon", "bert", func(t *testing.T, dir string) { setting(t, dir, "config.json", "layer_norm_eps", -1) }, "layer_norm_eps"},
	{"more layers than weights", "bert",
		func(t *testing.T, dir string) {
			setting(t, dir, "config.json", "num_hidden_layers",
				3)
		}, `"bert.encoder.layer.2.attention.self.query.weight" is missing; it should be 32 × 32`},
	{"another width", "bert", func(t *testing.T, dir string) { setting(t, dir, "config.json", "intermediate_size", 41) },
		"F16 of 40 × 32; by config.json it should be 41 × 32"},
	{"another vocabulary", "bert", func(t *testing.T, dir string) { setting(t, dir, "config.json", "vocab_size", 51) }, "should be 51 × 32"},
	{"labels", "bert", func(t *testing.T, dir string) {
		setting(t, dir, "config.json", "id2label", map[string]string{"1": "x"})
	}, "id2label"},
	{"whole numbers for weights", "bert", func(t *testing.T, dir string) {
		rewrite(t, dir, func(e map[string]*entryOf, body []byte) []byte {
			e["bert.pooler.dense.weight"].Type = "I16"
			return body
		})
	}, `"bert.pooler.dense.weight", I16 of 32 × 32`},
	{"a tensor that is missing", "roberta", func(t *testing.T, dir string) {
		rewrite(t, dir, func(e map[string]*entryOf, body []byte) []byte {
			e["other"] = e["roberta.encoder.layer.1.output.LayerNorm.bias"]
			delete(e, "roberta.encoder.layer.1.output.LayerNorm.bias")
			return body
		})
	}, `output.LayerNorm.bias" is missing; it should be 32`},
	{"two tables of words", "roberta", func(t *testing.T, dir string) {
		rewrite(t, dir, func(e map[string]*entryOf, body []byte) []byte {
			one := *e["roberta.embeddings.word_embeddings.weight"]
			n := int64(len(body))
			e["encoder2.embeddings.word_embeddings.weight"] = &entryOf{one.Type, one.Shape, [2]int64{n, n + one.Offsets[1] - one.Offsets[0]}}
			return append(body, body[:one.Offsets[1]-one.Offsets[0]]...)
		})
	}, "several tables of words"},
	{"cut weights", "roberta", func(t *testing.T, dir string) {
		if err := os.Truncate(filepath.Join(dir, "model.safetensors"), 30000); err != nil {
			t.Fatal(err)
		}
	}, "cut"},
	{"talking heads", "deberta", func(t *testing.T, dir string) { setting(t, dir, "config.json", "talking_head", true) }, "talking_head"},
	{"kinds of attention", "deberta",
		func(t *testing.T, dir string) { setting(t, dir, "config.json", "pos_att_type", "c2p|p2p") }, "c2p and p2c"},
	{"an even convolution", "deberta-v2", func(t *testing.T, dir string) { setting(t, dir, "config.json", "conv_kernel_size", 4) }, "odd"},
	{"buckets of MPNet", "mpnet", func(t *testing.T, dir string) {
		setting(t, dir, "config.json", "relative_attention_num_buckets", 16)
	}, "relative_attention_num_buckets"},
	{"few places", "roberta", func(t *testing.T, dir string) { setting(t, dir, "config.json", "max_position_embeddings", 2) }, "above 2"},
	{"kinds of layers", "modernbert", func(t *testing.T, dir string) {
		setting(t, dir, "config.json", "layer_types", []string{"full_attention"})
	}, "one for each layer"},
	{"a rotation that is none", "modernbert", func(t *testing.T, dir string) {
		setting(t, dir, "config.json", "rope_parameters", map[string]any{"full_attention": map[string]any{"rope_type": "yarn"}})
	}, "default kind"},
	{"unknown module", "sentence", func(t *testing.T, dir string) {
		put(t, dir, "modules.json",
			`[{"path":"","type":"sentence_transformers.models.Transformer"},{"path":"1_Pooling",`+
				`"type":"sentence_transformers.models.Pooling"},{"path":"2","type":"sentence_transformers.models.LSTM"}]`)
	}, `models.LSTM"`},
	{"a module of its own", "sentence", func(t *testing.T, dir string) {
		put(t, dir, "modules.json",
			`[{"path":"","type":"custom_st.Transformer"},{"path":"1_Pooling","type":"sentence_transformers.models.Pooling"}]`)
	}, `"custom_st.Transformer": it is code that comes with the model`},
	{"code of its own", "bert", func(t *testing.T, dir string) {
		setting(t, dir, "config.json", "auto_map", map[string]string{"AutoModel": "modeling.Own"})
	}, "config.json: the model brings code of its own"},
	{"a tokenizer of its own", "sentence", func(t *testing.T, dir string) {
		put(t, dir, "tokenizer_config.json", `{"auto_map":{"AutoTokenizer":["tokenization.Own",null]}}`)
	}, "tokenizer_config.json: the model brings code of its own"},
	{"quantised weights", "bert", func(t *testing.T, dir string) {
		setting(t, dir, "config.json", "quantization_config", map[string]bool{"load_in_8bit": true})
	}, "quantization_config"},
	{"bytes for weights", "bert-narrow", func(t *testing.T, dir string) {
		rewrite(t, dir, func(e map[string]*entryOf, body []byte) []byte {
			const name = "bert.encoder.layer.0.attention.self.query.bias"
			n, size := int64(len(body)), e[name].Shape[0]
			e["other"], e[name] = e[name], &entryOf{"I8", []int{size}, [2]int64{n, n + int64(size)}}
			return append(body, make([]byte, size)...)
		})
	}, "its numbers are quantised"},
	{"a module outside", "sentence", func(t *testing.T, dir string) {
		put(t, dir, "modules.json",
			`[{"path":"","type":"sentence_transformers.models.Transformer"},{"path":"../1_Pooling","type":"sentence_transformers.models.Pooling"}]`)
	}, "leads out"},
	{"no pooling", "sentence", func(t *testing.T, dir string) {
		put(t, dir, "modules.json",
			`[{"path":"","type":"sentence_transformers.models.Transformer"},{"path":"3_Normalize","type":"sentence_transformers.models.Normalize"}]`)
	}, "no module makes one vector"},
	{"unknown pooling", "sentence",
		func(t *testing.T, dir string) { setting(t, dir, "1_Pooling/config.json", "pooling_mode", "median") }, `"median"`},
	{"pooling of another width", "sentence",
		func(t *testing.T, dir string) { setting(t, dir, "1_Pooling/config.json", "embedding_dimension", 99) }, "99 values"},
	{"a dense layer of another width", "sentence",
		func(t *testing.T, dir string) { setting(t, dir, "2_Dense/config.json", "in_features", 99) }, "takes 99 values and gets 48"},
	{"a prompt that is not there", "sentence", func(t *testing.T, dir string) {
		setting(t, dir, "config_sentence_transformers.json", "default_prompt_name", "none")
	}, "not among the prompts"},
	{"a broken tokenizer", "sentence", func(t *testing.T, dir string) { put(t, dir, "tokenizer.json", "{}") }, "tokenizer"},
	{"a mapping beyond the table", "static", func(t *testing.T, dir string) {
		rewrite(t, dir, func(e map[string]*entryOf, body []byte) []byte {
			body[e["mapping"].Offsets[0]+1] = 1
			return body
		})
	}, "sends token 0 to row"},
	{"static weights of another length", "static", func(t *testing.T, dir string) {
		rewrite(t, dir, func(e map[string]*entryOf, body []byte) []byte {
			e["weights"].Shape = []int{1, e["weights"].Shape[0]}
			return body
		})
	}, "there are 47 tokens"},
}

func remove(t testing.TB, dir, name string) {
	t.Helper()
	if err := os.Remove(filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}

func put(t testing.TB, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range refusals {
		t.Run(c.name, func(t *testing.T) {
			dir := copied(t, c.model)
			c.change(t, dir)
			m, err := Open(dir, Options{Threads: 1})
			if err == nil {
				m.Close()
				t.Fatalf("it is opened; it should say %q", c.want)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v; it should say %q", err, c.want)
			}
		})
	}
}

func TestInputs(t *testing.T) {
	m := open(t, "testdata/bert", Options{})
	for name, c := range map[string]struct {
		in   Input
		want string
	}{
		"nothing":       {Input{}, "no tokens"},
		"too long":      {Input{IDs: make([]int32, 49)}, "reads up to 48"},
		"unknown token": {Input{IDs: []int32{1, 50}}, "token 50"},
		"negative":      {Input{IDs: []int32{-1}}, "token -1"},
		"unknown type":  {Input{IDs: []int32{1}, Types: []uint8{2}}, "type 2"},
		"few types":     {Input{IDs: []int32{1, 2}, Types: []uint8{1}}, "1 types"},
	} {
		for _, inputs := range [][]Input{{c.in}, {{IDs: []int32{1}}, c.in}} {
			if _, err := m.VectorsOf(t.Context(), inputs); err == nil || !strings.Contains(err.Error(), c.want) ||
				!strings.Contains(err.Error(), fmt.Sprintf("text %d", len(inputs))) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if _, err := m.Embed(t.Context(), []string{"a"}); !errors.Is(err, errNoTokenizer) {
		t.Errorf("a text for a model without tokenizer: %v", err)
	}
}

// TestDamaged: weights that make no numbers are an error, not a vector.
func TestDamaged(t *testing.T) {
	dir := copied(t, "bert-narrow")
	rewrite(t, dir, func(e map[string]*entryOf, body []byte) []byte {
		at := e["bert.encoder.layer.1.intermediate.dense.bias"].Offsets[0]
		binary.LittleEndian.PutUint32(body[at:], math.Float32bits(float32(math.NaN())))
		return body
	})
	for _, int8 := range []bool{false, true} {
		m := open(t, dir, Options{Int8: int8})
		in := []Input{{IDs: []int32{1, 2, 3}}}
		if _, err := m.VectorsOf(t.Context(), in); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("vectors: %v", err)
		}
		if _, err := m.LogitsOf(t.Context(), in); err == nil {
			t.Error("logits are made of NaN")
		}
		if _, err := m.StatesOf(t.Context(), in, 1); err != nil {
			t.Errorf("the layer before the damage: %v", err)
		}
	}
}

// TestVectorsDoNotDependOnBatchOrWorkers: a text has one vector, whatever the batch and the number of workers.
func TestVectorsDoNotDependOnBatchOrWorkers(t *testing.T) {
	for _, name := range []string{"bert", "deberta-v2", "mpnet", "modernbert"} {
		for _, int8 := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, int8 %v", name, int8), func(t *testing.T) {
				m := open(t, filepath.Join("testdata", name), Options{Threads: 1, Int8: int8})
				var inputs []Input
				for i := range 120 {
					in := Input{IDs: make([]int32, 1+i*7%47)}
					for j := range in.IDs {
						in.IDs[j] = int32(3 + (i*31+j*j)%46)
					}
					inputs = append(inputs, in)
				}
				want, err := m.VectorsOf(t.Context(), inputs)
				if err != nil {
					t.Fatal(err)
				}
				for _, threads := range []int{2, 3, 8} {
					m.threads = threads
					got, err := m.VectorsOf(t.Context(), inputs)
					if err != nil {
						t.Fatal(err)
					}
					for i := range got {
						if !slices.Equal(got[i], want[i]) {
							t.Fatalf("%d workers change text %d", threads, i)
						}
					}
				}
				for i, in := range inputs[:20] {
					alone, err := m.VectorsOf(t.Context(), []Input{in})
					if err != nil {
						t.Fatal(err)
					}
					if !slices.Equal(alone[0], want[i]) {
						t.Fatalf("text %d alone has another vector", i)
					}
				}
			})
		}
	}
}

// TestInt8VectorsAreClose: bytes cost little. The weights are random, which is harder on them than trained ones are.
func TestInt8VectorsAreClose(t *testing.T) {
	for _, name := range tiny(t) {
		m := open(t, filepath.Join("testdata", name), Options{Int8: true})
		for i, e := range expectations(t, name) {
			got, err := m.StatesOf(t.Context(), []Input{e.input}, -1)
			if err != nil {
				t.Fatal(err)
			}
			if c := cosineOf(got[0].Values, e.states[len(e.states)-1]); c < 0.98 {
				t.Errorf("%s, text %d: cosine %.4f", name, i, c)
			}
		}
	}
}

func TestCancel(t *testing.T) {
	m := open(t, "testdata/sentence", Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Embed(ctx, []string{"net"}); !errors.Is(err, context.Canceled) {
		t.Errorf("vectors: %v", err)
	}
	if _, err := m.StatesOf(ctx, []Input{{IDs: []int32{1}}}, -1); !errors.Is(err, context.Canceled) {
		t.Errorf("states: %v", err)
	}
	if _, err := m.Pairs(ctx, [][2]string{{"a", "b"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("pairs: %v", err)
	}
	static := open(t, "testdata/static", Options{})
	if _, err := static.VectorsOf(ctx, []Input{{IDs: []int32{1}}}); !errors.Is(err, context.Canceled) {
		t.Errorf("static: %v", err)
	}
}

// FuzzConfig opens models by whatever config.json, with weights that are there.
func FuzzConfig(f *testing.F) {
	names := tiny(f)
	for i, name := range names {
		text, err := os.ReadFile(filepath.Join("testdata", name, "config.json"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, uint8(i))
	}
	dirs := make([]string, len(names))
	for i, name := range names {
		dirs[i] = copied(f, name)
	}
	f.Fuzz(func(t *testing.T, text []byte, which uint8) {
		dir := dirs[int(which)%len(dirs)]
		if err := os.WriteFile(filepath.Join(dir, "config.json"), text, 0o644); err != nil {
			t.Fatal(err)
		}
		m, err := Open(dir, Options{Threads: 1})
		if err != nil {
			return
		}
		defer m.Close()
		if _, err := m.VectorsOf(t.Context(), []Input{{IDs: []int32{3, 4, 5}}, {IDs: []int32{7}}}); err != nil &&
			!strings.Contains(err.Error(), "text ") {
			t.Error(err)
		}
	})
}
