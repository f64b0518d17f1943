package catalog

import (
	"slices"
	"strconv"
)

// Kind is what a model does.
type Kind uint8

const (
	Chat Kind = iota
	embedding
	Reranker
)

var kindNames = []string{"chat", "embedding", "rerank"}

func (k Kind) String() string { return label(kindNames, uint8(k)) }

// Support is what is known of a capability: the tables say yes, no, or nothing.
type Support uint8

const (
	unsure Support = iota
	Yes
	No
)

var supportNames = []string{"unknown", "yes", "no"}

func (s Support) String() string { return label(supportNames, uint8(s)) }

// Sampling is what becomes of a temperature (and top_p, top_k) that is sent.
type Sampling uint8

const (
	samplingUnknown Sampling = iota
	accepts                  // it is used
	Ignores                  // it is taken and has no effect
	Rejects                  // the request fails with 400
	EffortNone               // accepted only with reasoning effort "none", rejected otherwise
)

var samplingNames = []string{"unknown", "accepts", "ignores", "rejects", "effort-none"}

func (s Sampling) String() string { return label(samplingNames, uint8(s)) }

// Norm is whether a model's vectors come with unit length.
type Norm uint8

const (
	normUnknown Norm = iota
	normUnit         // every vector
	NormFull         // only at the full number of dimensions; shortened ones must be normalised
	normNone
)

var normNames = []string{"unknown", "unit", "full", "none"}

func (n Norm) String() string { return label(normNames, uint8(n)) }

// Model is one row of the model table: what may be sent to a model and what comes back. Zero numbers and
// empty lists mean unknown. The slices are shared: they are to be read only.
type Model struct {
	Provider string
	ID       string // the row's id: the family's where a dated snapshot was asked for
	Kind     Kind

	Window    int // tokens of prompt and output together, where the provider states one
	MaxInput  int
	MaxOutput int

	Temperature Sampling
	Schema      Support // structured output by JSON schema
	JSON        Support // JSON mode without a schema
	Seed        Support
	Thinking    string   // how thinking is asked for: effort, adaptive, budget, level, always, none; empty is unknown
	Levels      []string // the levels that Thinking takes

	Dimensions     int   // of the vectors, unless asked otherwise
	DimensionsFrom []int // what may be asked for: a list, or with DimensionsRange its two ends
	DimensionRange bool
	TokensPerText  int // longer texts are cut or refused
	TextsPerCall   int
	TokensPerCall  int
	Tasks          []string // the task or input types that the model distinguishes
	Norm           Norm

	Source source
}

// AnthropicNoSampling is the version of Anthropic's API from which every sampling parameter is a 400 for
// every model.
const AnthropicNoSampling = "2026-10-21"

// SamplingUnder is what becomes of a temperature under an API version (Anthropic's; others have none) and a
// reasoning effort: accepts, ignores, rejects or unknown.
func (m Model) SamplingUnder(apiVersion, effort string) Sampling {
	if m.Provider == "anthropic" && apiVersion >= AnthropicNoSampling {
		return Rejects
	}
	if m.Temperature != EffortNone {
		return m.Temperature
	}
	if effort == "none" {
		return accepts
	}
	return Rejects
}

// Takes reports whether a vector of n dimensions may be asked for; false also where that is not known.
func (m Model) Takes(n int) bool {
	if m.DimensionRange && len(m.DimensionsFrom) == 2 {
		return m.DimensionsFrom[0] <= n && n <= m.DimensionsFrom[1]
	}
	return slices.Contains(m.DimensionsFrom, n) || n == m.Dimensions && n > 0
}

// confidence is how well a row is founded.
type confidence uint8

const (
	unstated  confidence = iota
	secondary            // a third party quoting the provider
	listed               // a maintained public price table
	official             // the provider's own page, SDK or specification
	own                  // the user's own file
)

var confidenceNames = []string{"unstated", "secondary", "listed", "official", "own"}

func (c confidence) String() string { return label(confidenceNames, uint8(c)) }

// source is where a row comes from.
type source struct {
	Name       string
	Date       Day
	Confidence confidence
	Text       string
}

// label is the name of a constant; a number that is none of them is shown as such.
func label(names []string, i uint8) string {
	if int(i) < len(names) {
		return names[i]
	}
	return strconv.Itoa(int(i))
}
