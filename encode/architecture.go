package encode

import (
	"fmt"
	"slices"
	"strings"
)

// architecture is a row of the table: a family of models, what its files call things, and in what it departs
// from the others.
type architecture struct {
	types  []string // model_type of config.json
	doc    string
	keys   map[string]string // keys of config.json that differ from bert's
	names  names
	head   headNames
	adjust func(*config, *settings) // what else config.json says; nil for nothing
}

// names are those of tensors, without prefix and without ".weight". A layer's follow its own prefix.
type names struct {
	words, positions, types, norm string
	project                       string // embeddings to width
	distanceBias                  string // what a head adds for the distance of two tokens
	distances                     string // embeddings of distances
	layer                         string // with the number of the layer
	query, key, value, joined     string
	distanceKey, distanceQuery    string
	out, outNorm                  string
	inner, outer, outerNorm       string
}

// headNames are those of sequence classification: a layer of the width, an activation, and the labels.
type headNames struct {
	dense, act, norm, labels string
}

var bertNames = names{
	words: "embeddings.word_embeddings", positions: "embeddings.position_embeddings",
	types: "embeddings.token_type_embeddings", norm: "embeddings.LayerNorm",
	layer: "encoder.layer.%d.", query: "attention.self.query", key: "attention.self.key", value: "attention.self.value",
	out: "attention.output.dense", outNorm: "attention.output.LayerNorm",
	inner: "intermediate.dense", outer: "output.dense", outerNorm: "output.LayerNorm",
}

var (
	pooledHead = headNames{dense: "pooler.dense", act: "tanh", labels: "classifier"}
	denseHead  = headNames{dense: "classifier.dense", act: "tanh", labels: "classifier.out_proj"}
)

// with is the names with some changed.
func (n names) with(change func(*names)) names {
	change(&n)
	return n
}

// architectures are the families that can be read.
var architectures = []architecture{
	{
		types: []string{"bert"},
		doc: "BERT, MiniLM, BGE, E5, GTE and others of its shape: learned positions, normalisation after each half " +
			"of a layer. Decoders and relative positions of BERT are refused.",
		names: bertNames, head: pooledHead,
	},
	{
		types: []string{"roberta", "xlm-roberta", "camembert"},
		doc:   "RoBERTa, XLM-RoBERTa, CamemBERT: BERT whose positions begin after the padding's, so that a table of 514 makes 512 tokens.",
		names: bertNames, head: denseHead, adjust: positionsAfterPadding,
	},
	{
		types: []string{"distilbert"},
		doc:   "DistilBERT: half of BERT's layers under other names, without token types and pooler.",
		keys: map[string]string{
			"hidden_size": "dim", "num_attention_heads": "n_heads", "num_hidden_layers": "n_layers",
			"intermediate_size": "hidden_dim", "hidden_act": "activation",
		},
		names: names{
			words: "embeddings.word_embeddings", positions: "embeddings.position_embeddings", norm: "embeddings.LayerNorm",
			layer: "transformer.layer.%d.", query: "attention.q_lin", key: "attention.k_lin", value: "attention.v_lin",
			out: "attention.out_lin", outNorm: "sa_layer_norm", inner: "ffn.lin1", outer: "ffn.lin2", outerNorm: "output_layer_norm",
		},
		head: headNames{dense: "pre_classifier", act: "relu", labels: "classifier"},
	},
	{
		types: []string{"mpnet"},
		doc:   "MPNet: RoBERTa's positions, and a table, shared by all layers, of what each head adds for the distance of two tokens.",
		names: bertNames.with(func(n *names) {
			n.types, n.distanceBias = "", "encoder.relative_attention_bias"
			n.query, n.key, n.value = "attention.attn.q", "attention.attn.k", "attention.attn.v"
			n.out, n.outNorm = "attention.attn.o", "attention.LayerNorm"
		}),
		head: denseHead, adjust: mpnetSettings,
	},
	{
		types: []string{"deberta"},
		doc:   "DeBERTa (first version): attention also between contents and distances, keys without bias. Talking heads are refused.",
		names: bertNames.with(func(n *names) {
			n.project, n.distances = "embeddings.embed_proj", "encoder.rel_embeddings"
			n.query, n.key = "", ""
			n.value, n.joined = "", "attention.self.in_proj"
			n.distanceKey, n.distanceQuery = "attention.self.pos_proj", "attention.self.pos_q_proj"
		}),
		head: headNames{dense: "pooler.dense", act: "gelu", labels: "classifier"}, adjust: debertaSettings,
	},
	{
		types: []string{"deberta-v2"},
		doc: "DeBERTa v2 and v3: distances in logarithmic buckets, their keys and queries shared with those of " +
			"contents, a convolution beside the first layer of v2.",
		names: bertNames.with(func(n *names) {
			n.project, n.distances = "embeddings.embed_proj", "encoder.rel_embeddings"
			n.query, n.key, n.value = "attention.self.query_proj", "attention.self.key_proj", "attention.self.value_proj"
			n.distanceKey, n.distanceQuery = "attention.self.pos_key_proj", "attention.self.pos_query_proj"
		}),
		head: headNames{dense: "pooler.dense", act: "gelu", labels: "classifier"}, adjust: debertaV2Settings,
	},
	{
		types: []string{"rembert"},
		doc:   "RemBERT: BERT with small embeddings that are widened before the first layer.",
		keys:  map[string]string{"embedding_size": "input_embedding_size"},
		names: bertNames.with(func(n *names) { n.project = "encoder.embedding_hidden_mapping_in" }), head: pooledHead,
	},
	{
		types: []string{"bleurt"},
		doc:   "BLEURT in PyTorch's layout, BLEURT-20 among them: RemBERT's shape, one label that is the score.",
		names: bertNames.with(func(n *names) { n.project = "encoder.embedding_projection" }), head: pooledHead,
	},
	{
		types: []string{"electra"},
		doc:   "ELECTRA's discriminator: BERT with small embeddings that are widened, without pooler.",
		names: bertNames.with(func(n *names) { n.project = "embeddings_project" }),
		head:  headNames{dense: "classifier.dense", act: "gelu", labels: "classifier.out_proj"},
	},
	{
		types: []string{"modernbert"},
		doc: "ModernBERT: rotated queries and keys, gated layers, normalisation before each half, most layers see a " +
			"window only. Windows cost as much as full attention here.",
		keys:  map[string]string{"layer_norm_eps": "norm_eps", "hidden_act": "hidden_activation"},
		names: names{words: "embeddings.tok_embeddings", norm: "embeddings.norm", layer: "layers.%d."},
		head:  headNames{dense: "head.dense", act: "gelu", norm: "head.norm", labels: "classifier"}, adjust: modernSettings,
	},
}

// kindOf is the model_type of a config.json. Old ones have the name of a class alone: BertForMaskedLM.
func kindOf(c *config) string {
	kind := c.textOr("model_type", "")
	classes := c.list("architectures")
	if kind != "" || len(classes) == 0 {
		return kind
	}
	for _, a := range architectures {
		for _, one := range a.types {
			rest, ok := strings.CutPrefix(strings.ToLower(classes[0]), strings.ReplaceAll(one, "-", ""))
			if ok && (rest == "model" || strings.HasPrefix(rest, "for")) {
				return one
			}
		}
	}
	return classes[0]
}

// Readable says by the settings in a directory, before the weights are there, whether the model can be read at all.
func Readable(dir string) error {
	c, err := readConfig(dir, "config.json", true)
	if err != nil || isStatic(dir, c) {
		return err
	}
	if _, err = architectureOf(c); err != nil {
		return err
	}
	if c, err = readConfig(dir, "tokenizer_config.json", true); err == nil {
		err = c.refuseCode()
	}
	return err
}

// architectureOf is the row for a config.json.
func architectureOf(c *config) (*architecture, error) {
	if len(c.values) == 0 {
		return nil, fmt.Errorf("%s is missing, or empty: it says what the weights are", c.file)
	}
	if err := c.refuseCode(); err != nil {
		return nil, err
	}
	if c.has("quantization_config") {
		return nil, fmt.Errorf("%s: its weights are quantised (quantization_config); take the model that they were "+
			"made of, and --int8 for weights in a byte", c.file)
	}
	kind := kindOf(c)
	for i := range architectures {
		if slices.Contains(architectures[i].types, kind) {
			return &architectures[i], nil
		}
	}
	var known []string
	for _, a := range architectures {
		known = append(known, a.types...)
	}
	return nil, fmt.Errorf("%s: model_type %q is not known here; known are %s", c.file, kind, strings.Join(known, ", "))
}
