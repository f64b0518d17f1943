package encode

import (
	"encoding/json"
	"fmt"
)

// Limits of what a config.json may ask for: several times the largest encoder that there is.
const (
	maxLayers    = 256
	maxWidth     = 1 << 14
	maxInner     = 1 << 16
	maxVocab     = 1 << 22
	maxPositions = 1 << 20
	maxLabels    = 1 << 12
)

// settings are the numbers of a transformer.
type settings struct {
	layers, width, heads, inner int
	vocab, positions, types     int
	embedding                   int // width of the embeddings
	first                       int // place of the first position in their table
	padding                     int // the padding's token
	eps                         float32
	act                         activation
	labels                      []string // by number; nil if config.json names none
	count                       int      // of labels

	projectFirst bool // embeddings are widened before they are normalised, and without bias
	buckets      int  // of distances; 0 for one each
	span         int  // distances to each side
	toDistance   bool // attention from contents to distances
	fromDistance bool // and back
	shared       bool // keys and queries of distances are those of contents
	normed       bool // embeddings of distances are normalised
	kernel       int  // tokens that the convolution sees; 0 for none
	kernelAct    activation
	headAct      string // instead of the row's
	rotary       bool   // ModernBERT's layers
	window       int    // tokens to each side that a local layer sees
	local        []bool
	globalBase   float64 // of the rotation
	localBase    float64
	headBias     bool
	normBias     bool
	headMean     bool // it takes the mean of all states
}

// readSettings reads what all architectures have.
func readSettings(c *config, a *architecture) (settings, error) {
	c.rename = a.keys
	s := settings{
		layers:    c.integer("num_hidden_layers", 1, maxLayers),
		width:     c.integer("hidden_size", 1, maxWidth),
		heads:     c.integer("num_attention_heads", 1, maxWidth),
		inner:     c.integer("intermediate_size", 1, maxInner),
		vocab:     c.integer("vocab_size", 1, maxVocab),
		positions: c.integer("max_position_embeddings", 1, maxPositions),
		types:     c.intOr("type_vocab_size", 0, 0, maxVocab),
		padding:   c.intOr("pad_token_id", 0, 0, maxVocab),
		eps:       float32(c.numberOr("layer_norm_eps", 1e-12)),
	}
	if a.names.types == "" {
		s.types = 0
	}
	s.embedding = c.intOr("embedding_size", s.width, 1, maxWidth)
	s.act = c.activation("hidden_act", "gelu")
	s.readLabels(c)
	if kind := c.textOr("position_embedding_type", "absolute"); kind != "absolute" {
		c.fail("position_embedding_type", "absolute; other kinds are not known here")
	}
	if c.boolOr("is_decoder", false) {
		c.fail("is_decoder", "false: decoders are not encoders")
	}
	s.headBias, s.normBias = true, true
	if a.adjust != nil {
		a.adjust(c, &s)
	}
	if c.err != nil {
		return s, c.err
	}
	if s.width%s.heads != 0 {
		return s, fmt.Errorf("%s: a hidden size of %d is no multiple of %d heads", c.file, s.width, s.heads)
	}
	if s.eps <= 0 || s.eps > 1 {
		return s, fmt.Errorf("%s: layer_norm_eps is %v; it should be above 0 and small", c.file, s.eps)
	}
	return s, nil
}

// readLabels reads the names of the classes; where there are none, two.
func (s *settings) readLabels(c *config) {
	s.count = c.intOr("num_labels", 2, 1, maxLabels)
	if !c.has("id2label") {
		return
	}
	names := map[string]string{}
	if json.Unmarshal(c.values["id2label"], &names) != nil || len(names) < 1 || len(names) > maxLabels {
		c.fail("id2label", fmt.Sprintf("an object of 1 to %d texts", maxLabels))
		return
	}
	s.count = len(names)
	for i := range s.count {
		name, ok := names[fmt.Sprint(i)]
		if !ok {
			c.fail("id2label", fmt.Sprintf("an object with the keys 0 to %d", s.count-1))
			return
		}
		s.labels = append(s.labels, name)
	}
}

// maxTokens is how many tokens of a text can be read.
func (s *settings) maxTokens() int {
	return s.positions - max(0, s.first)
}

func positionsAfterPadding(c *config, s *settings) {
	s.padding = c.intOr("pad_token_id", 1, 0, maxVocab)
	s.first = s.padding + 1
	if s.positions <= s.first {
		c.fail("max_position_embeddings", fmt.Sprintf("above %d", s.first))
	}
}

// The buckets of MPNet's distances are the same in all its models: the reference reads no other number.
const mpnetBuckets, mpnetDistance = 32, 128

func mpnetSettings(c *config, s *settings) {
	positionsAfterPadding(c, s)
	s.buckets = c.intOr("relative_attention_num_buckets", mpnetBuckets, mpnetBuckets, mpnetBuckets)
}

func debertaSettings(c *config, s *settings) {
	s.eps = float32(c.numberOr("layer_norm_eps", 1e-7))
	s.projectFirst = true
	s.headAct = c.textOr("pooler_hidden_act", "gelu")
	if !c.boolOr("position_biased_input", true) {
		s.first = -1 // no table
	}
	if c.boolOr("talking_head", false) {
		c.fail("talking_head", "false: it is not known here")
	}
	if c.boolOr("relative_attention", false) {
		s.span = c.intOr("max_relative_positions", -1, -1, maxPositions)
		if s.span < 1 {
			s.span = s.positions
		}
		for _, kind := range c.list("pos_att_type") {
			switch kind {
			case "c2p":
				s.toDistance = true
			case "p2c":
				s.fromDistance = true
			default:
				c.fail("pos_att_type", "a list of c2p and p2c")
			}
		}
	}
}

// debertaV2Settings reads the settings that only the second version has.
func debertaV2Settings(c *config, s *settings) {
	debertaSettings(c, s)
	s.buckets = max(0, c.intOr("position_buckets", 0, -1, maxPositions))
	s.shared = c.boolOr("share_att_key", false)
	for _, kind := range c.list("norm_rel_ebd") {
		s.normed = s.normed || kind == "layer_norm"
	}
	s.kernel = c.intOr("conv_kernel_size", 0, 0, 63)
	c.intOr("conv_groups", 1, 1, 1) // others are refused
	s.kernelAct = c.activation("conv_act", "tanh")
	if s.kernel > 0 && s.kernel%2 == 0 {
		c.fail("conv_kernel_size", "odd")
	}
}
