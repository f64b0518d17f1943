package system

import (
	"maps"
	"strconv"

	"github.com/assayhq/assay/model"
)

// Model is a model that is ready to be asked.
type Model struct {
	ID      string // PROVIDER/ID
	Address string // of the server that is asked
	Client  *model.Client
	Request model.Request // the parameters that were set for it
	Window  int           // tokens that it reads at most; 0 is not known
}

// Settings are what decides the model's answers besides its name, for the header of a run.
func (m *Model) Settings() map[string]string {
	all := map[string]string{"address": m.Address}
	maps.Copy(all, parameters(&m.Request))
	return all
}

// parameters are those of a request that were set.
func parameters(r *model.Request) map[string]string {
	all := map[string]string{}
	number := func(name string, v *float64) {
		if v != nil {
			all[name] = strconv.FormatFloat(*v, 'g', -1, 64)
		}
	}
	number("temperature", r.Temperature)
	number("top_p", r.TopP)
	if r.Seed != nil {
		all["seed"] = strconv.FormatInt(*r.Seed, 10)
	}
	if r.MaxTokens > 0 {
		all["max_tokens"] = strconv.Itoa(r.MaxTokens)
	}
	for name, v := range map[string]string{"effort": r.Effort, "tier": r.Tier} {
		if v != "" {
			all[name] = v
		}
	}
	return all
}
