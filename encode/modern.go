package encode

import (
	"encoding/json"
	"math"

	"github.com/assayhq/assay/vec"
)

// modernLayer is a layer of ModernBERT: normalised before each half, positions by rotation, a gate after attention.
type modernLayer struct {
	norm       *norm // nil for the first
	heads, out *linear
	gateNorm   *norm
	gated      *linear // what is activated, and what it is multiplied with
	outer      *linear
	act        activation
	rotation   []float64    // by which a pair of values turns from token to token
	window     positionBias // nil for all tokens
}

func modernSettings(c *config, s *settings) {
	s.first, s.rotary = -1, true
	s.types = 0
	s.window = c.intOr("local_attention", 128, 0, maxPositions) / 2
	s.globalBase, s.localBase = c.numberOr("global_rope_theta", 160_000), c.numberOr("local_rope_theta", 10_000)
	s.normBias, s.headBias = c.boolOr("norm_bias", false), c.boolOr("classifier_bias", false)
	s.headAct = c.textOr("classifier_activation", "gelu")
	switch c.textOr("classifier_pooling", "cls") {
	case "cls":
	case "mean":
		s.headMean = true
	default:
		c.fail("classifier_pooling", "cls or mean")
	}
	for _, key := range []string{"attention_bias", "mlp_bias"} {
		if c.boolOr(key, false) {
			c.fail(key, "false: it is not known here")
		}
	}
	s.local = localLayers(c, s.layers)
	s.readRotation(c)
	if !(s.globalBase > 1) || !(s.localBase > 1) || math.IsInf(s.globalBase+s.localBase, 0) {
		c.fail("rope_parameters", "with bases above 1")
	}
	if s.heads > 0 && s.width/s.heads%2 != 0 {
		c.fail("num_attention_heads", "a number that makes heads of even width")
	}
}

// localLayers are those that see a window: as they are listed, or all but every third.
func localLayers(c *config, n int) []bool {
	local := make([]bool, n)
	kinds, every := c.list("layer_types"), c.intOr("global_attn_every_n_layers", 3, 1, maxLayers)
	if kinds != nil && len(kinds) != n {
		c.fail("layer_types", "one for each layer")
		return local
	}
	for i := range local {
		local[i] = i%every != 0
		if kinds != nil {
			local[i] = kinds[i] == "sliding_attention"
		}
	}
	return local
}

// readRotation reads the bases as files of today write them.
func (s *settings) readRotation(c *config) {
	if !c.has("rope_parameters") {
		return
	}
	var ropes map[string]struct {
		Theta float64 `json:"rope_theta"`
		Kind  string  `json:"rope_type"`
	}
	if json.Unmarshal(c.values["rope_parameters"], &ropes) != nil {
		c.fail("rope_parameters", "an object with one of each kind of layer")
		return
	}
	for kind, base := range map[string]*float64{"full_attention": &s.globalBase, "sliding_attention": &s.localBase} {
		one, ok := ropes[kind]
		if ok && one.Theta > 0 {
			*base = one.Theta
		}
		if ok && one.Kind != "" && one.Kind != "default" {
			c.fail("rope_parameters", "of the default kind")
		}
	}
}

func (b *body) loadModern(l *loader, i int) *modernLayer {
	y := &modernLayer{act: b.act}
	if i > 0 {
		y.norm = l.scaled("attn_norm", b.width, b.eps, b.normBias)
	}
	y.heads, y.out = l.unbiased("attn.Wqkv", 3*b.width, b.width), l.unbiased("attn.Wo", b.width, b.width)
	y.gateNorm = l.scaled("mlp_norm", b.width, b.eps, b.normBias)
	y.gated, y.outer = l.unbiased("mlp.Wi", 2*b.settings.inner, b.width), l.unbiased("mlp.Wo", b.width, b.settings.inner)
	base := b.globalBase
	if b.local[i] {
		base, y.window = b.localBase, window(b.window)
	}
	for j := 0; j < b.headWidth(); j += 2 {
		y.rotation = append(y.rotation, float64(float32(1/math.Pow(base, float64(j)/float64(b.headWidth())))))
	}
	return y
}

func (y *modernLayer) run(b *body, p *pack, s *scratch, x vec.Matrix) {
	n, w := x.Rows, b.width
	s.first = append(s.first[:0], x.Data...)
	normed := vec.Dense(s.first, n, w)
	if y.norm != nil {
		y.norm.of(normed)
	}
	s.heads = sized(s.heads, 3*n*w)
	all := vec.Dense(s.heads, n, 3*w)
	y.heads.mul(all, normed, s.workers)
	y.rotate(b, p, all)
	s.sum = sized(s.sum, n*w)
	y.out.mul(vec.Dense(s.sum, n, w), b.mixAll(p, s, all, y.window, nil), s.workers)
	vec.Add(x.Data, s.sum)

	for from := 0; from < n; from += s.step() {
		y.feed(s, rowsOf(x, from, min(n, from+s.step())))
	}
}

func (y *modernLayer) feed(s *scratch, x vec.Matrix) {
	n, inner := x.Rows, y.outer.k
	s.first = append(s.first[:0], x.Data...)
	normed := vec.Dense(s.first, n, x.Cols)
	y.gateNorm.of(normed)
	s.mid = sized(s.mid, 2*n*inner)
	both := vec.Dense(s.mid, n, 2*inner)
	y.gated.mul(both, normed, s.workers)
	for i := range n {
		row := both.Data[i*2*inner:][:2*inner]
		y.act(row[:inner])
		vec.Times(row[:inner], row[inner:])
	}
	s.sum = sized(s.sum, n*x.Cols)
	y.outer.mul(vec.Dense(s.sum, n, x.Cols), columnsOf(both, 0, inner), s.workers)
	vec.Add(x.Data, s.sum)
}

// rotate turns the pairs of each head's queries and keys by the token's place.
func (y *modernLayer) rotate(b *body, p *pack, all vec.Matrix) {
	half := len(y.rotation)
	sines, cosines := make([]float32, half), make([]float32, half)
	for text, end := range p.ends {
		for t := p.from(text); t < end; t++ {
			for j, by := range y.rotation {
				sin, cos := math.Sincos(float64(float32(t-p.from(text)) * float32(by)))
				sines[j], cosines[j] = float32(sin), float32(cos)
			}
			row := all.Data[t*all.Stride:][:2*b.width]
			for ; len(row) > 0; row = row[2*half:] {
				for j, sin := range sines {
					u, v := row[j], row[half+j]
					row[j], row[half+j] = u*cosines[j]-v*sin, v*cosines[j]+u*sin
				}
			}
		}
	}
}

// window is how many tokens to each side are seen.
type window int

func (w window) addTo(_ *attending, _ *distances, _, from int, _, _, scores vec.Matrix) {
	least := float32(math.Inf(-1))
	for i := range scores.Rows {
		row := scores.Data[i*scores.Stride:][:scores.Cols]
		for j := range max(0, from+i-int(w)) {
			row[j] = least
		}
		for j := min(len(row), from+i+int(w)+1); j < len(row); j++ {
			row[j] = least
		}
	}
}
