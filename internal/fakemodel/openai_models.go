package fakemodel

import (
	"net/http"
	"slices"
	"strings"
)

// openaiModel is what the server knows of a model.
type openaiModel struct {
	id       string
	sampling openaiSampling
	efforts  string // of reasoning, separated by blanks; empty if the model does not reason
	window   int    // tokens of input; for an embedding model of one input
	width    int    // of its vectors, if it embeds
	note     string
}

// openaiSampling says what a model does with temperature, top_p and log probabilities.
type openaiSampling int

const (
	samplingFree    openaiSampling = iota // takes them
	samplingUnthink                       // takes them only while it does not reason
	samplingFixed                         // refuses all but the defaults
)

const (
	effortsAll   = "none minimal low medium high xhigh max"
	effortsThink = "low medium high xhigh max"
	effortsOld   = "minimal low medium high"
)

var openaiModels = []openaiModel{
	{"gpt-6.2-astra", samplingFixed, effortsThink, 922_000, 0, "cannot stop reasoning, so it never takes a temperature"},
	{"gpt-6.2-sol", samplingFixed, effortsThink, 922_000, 0, "as gpt-6.2-astra"},
	{"gpt-6.1-sol", samplingFixed, effortsThink, 922_000, 0, "as gpt-6.2-astra"},
	{"gpt-6.1-terra", samplingUnthink, effortsAll, 922_000, 0, "takes a temperature with effort none"},
	{"gpt-6-astra", samplingFixed, effortsThink, 922_000, 0, "as gpt-6.2-astra"},
	{"gpt-6-sol", samplingUnthink, effortsAll, 922_000, 0, "takes a temperature with effort none"},
	{"gpt-6-luna", samplingUnthink, effortsAll, 922_000, 0, "takes a temperature with effort none"},
	{"gpt-5.6-sol", samplingFixed, effortsAll, 922_000, 0, "gpt-5 family: default sampling only"},
	{"gpt-5.6-terra", samplingFixed, effortsAll, 922_000, 0, "gpt-5 family"},
	{"gpt-5.6-luna", samplingFixed, effortsAll, 922_000, 0, "gpt-5 family"},
	{"gpt-5.5", samplingFixed, effortsAll, 922_000, 0, "gpt-5 family"},
	{"gpt-5.4", samplingFixed, effortsAll, 922_000, 0, "gpt-5 family"},
	{"gpt-5.4-mini", samplingFixed, effortsAll, 272_000, 0, "gpt-5 family"},
	{"gpt-5.4-nano", samplingFixed, effortsAll, 272_000, 0, "gpt-5 family"},
	{"gpt-5", samplingFixed, effortsOld, 272_000, 0, "gpt-5 family; no effort none"},
	{"gpt-5-mini", samplingFixed, effortsOld, 272_000, 0, "gpt-5 family; no effort none"},
	{"o3", samplingFixed, "low medium high", 200_000, 0, "o-series"},
	{"o4-mini", samplingFixed, "low medium high", 200_000, 0, "o-series"},
	{"gpt-4.1", samplingFree, "", 1_047_576, 0, "does not reason"},
	{"gpt-4.1-mini", samplingFree, "", 1_047_576, 0, "does not reason"},
	{"gpt-4o", samplingFree, "", 128_000, 0, "does not reason"},
	{"gpt-4o-mini", samplingFree, "", 128_000, 0, "does not reason; its window is the one that tests can fill"},
	{"text-embedding-3-small", samplingFree, "", 8_192, 1536, "shortened by dimensions"},
	{"text-embedding-3-large", samplingFree, "", 8_192, 3072, "shortened by dimensions"},
	{"text-embedding-ada-002", samplingFree, "", 8_192, 1536, "takes no dimensions"},
}

// The models of a compatible server: whatever is loaded, and every one can be used for both.
const (
	compatibleWindow = 32_768
	compatibleWidth  = 384
	compatibleModel  = "local-model"
)

// model finds a model by the name that a request gives.
func (o *OpenAI) model(v any) (openaiModel, *openaiError) {
	name, _ := v.(string)
	if name == "" {
		return openaiModel{}, oaRefuse("model", "missing_required_parameter", "Missing required parameter: 'model'.")
	}
	if o.compatible {
		return openaiModel{id: name, window: compatibleWindow, width: compatibleWidth}, nil
	}
	for _, m := range openaiModels {
		if m.id == name {
			return m, nil
		}
	}
	return openaiModel{}, unknownModel(name)
}

// checkSampling refuses what the model does not take. The values are those of the request, nil if absent.
func (m openaiModel) checkSampling(effort string, params oaMap) *openaiError {
	if m.sampling == samplingFree || m.sampling == samplingUnthink && effort == "none" {
		return nil
	}
	for _, name := range []string{"temperature", "top_p"} {
		if n, ok := oaNumber(params[name]); ok && n != 1 {
			return oaRefuse(name, "unsupported_value",
				"Unsupported value: '%s' does not support %v with this model. Only the default (1) value is supported.", name, n)
		}
	}
	for _, name := range []string{"top_logprobs", "logprobs"} {
		if v := params[name]; v != nil && v != false {
			return oaRefuse(name, "unsupported_parameter", "Unsupported parameter: '%s' is not supported with this model.", name)
		}
	}
	return nil
}

// checkEffort refuses an effort that the model does not offer and gives the one that is in force.
func (m openaiModel) checkEffort(param string, v any) (string, *openaiError) {
	effort := oaString(v)
	switch {
	case m.efforts == "" && v != nil:
		return "", oaRefuse(param, "unsupported_parameter", "Unsupported parameter: '%s' is not supported with this model.",
			param)
	case m.efforts == "":
		return "none", nil
	case v == nil:
		return "medium", nil
	case !slices.Contains(strings.Fields(m.efforts), effort):
		quoted := []string{}
		for _, e := range strings.Fields(m.efforts) {
			quoted = append(quoted, "'"+e+"'")
		}
		return "", oaRefuse(param, "unsupported_value",
			"Unsupported value: '%s' is not supported with the '%s' model. Supported values are: %s.",
			effort, m.id, oaListed(quoted))
	}
	return effort, nil
}

// reasoning is the tokens that a model thinks at an effort.
func (m openaiModel) reasoning(effort string) int {
	if m.efforts == "" {
		return 0
	}
	return map[string]int{"none": 0, "minimal": 4, "low": 8, "medium": 16, "high": 32, "xhigh": 64, "max": 128}[effort]
}

func (o *OpenAI) listModels(*http.Request, []byte) (any, *openaiError) {
	data := []any{}
	if !o.compatible {
		for _, m := range openaiModels {
			data = append(data, describeModel(m.id, "openai"))
		}
		return oaMap{"object": "list", "data": data}, nil
	}
	data = append(data, describeModel(compatibleModel, "vllm"))
	return oaMap{"object": "list", "data": data}, nil
}

func describeModel(id, owner string) oaMap {
	m := oaMap{"id": id, "object": "model", "created": 1_760_000_000, "owned_by": owner}
	if owner == "vllm" {
		m["max_model_len"] = compatibleWindow
	} else {
		m["shutdown_date"] = nil
	}
	return m
}
