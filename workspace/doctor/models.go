package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/encode/hub"
	"github.com/assayhq/assay/internal/terminal"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/model/provider"
)

// checkTimeout bounds one question to one provider.
const checkTimeout = 20 * time.Second

// CheckModels asks the providers whether models exist and last, and with ask whether they answer. Without names it checks
// all models of the configuration, and where there are none every provider whose key is set.
func CheckModels(ctx context.Context, cfg *config.Config, names []string, ask bool) ([]Result, error) {
	k := modelCheck{cfg: cfg, ask: ask, now: time.Now(), lists: map[string]*providerList{}}
	return k.all(ctx, names)
}

// modelCheck checks models against the tables and their providers.
type modelCheck struct {
	cfg   *config.Config
	ask   bool
	now   time.Time
	lists map[string]*providerList
}

// providerList is what a provider answered when it was asked for its models.
type providerList struct {
	conn   *provider.Connection
	models []model.ListedModel
	err    error
}

// all checks what the words name, or what there is.
func (k *modelCheck) all(ctx context.Context, args []string) ([]Result, error) {
	var named []config.Named
	for _, arg := range args {
		n, err := k.find(arg)
		if err != nil {
			return nil, usage.Wrap(err)
		}
		named = append(named, n)
	}
	if len(args) == 0 {
		named = append(k.cfg.All(), k.cfg.Encoders()...)
	}
	var results []Result
	for _, n := range named {
		results = append(results, k.model(ctx, n))
	}
	if len(named) > 0 {
		return results, nil
	}
	for _, name := range k.cfg.SetProviders() {
		results = append(results, k.provider(ctx, name))
	}
	if len(results) == 0 {
		return nil, errors.New("no model is configured and no key is set: set a key, such as OPENAI_API_KEY, in the " +
			"environment or in .env; 'assay models ls --providers' lists the variables, 'assay init' writes an assay.yaml")
	}
	return results, nil
}

// find looks a name up in every section of the file.
func (k *modelCheck) find(name string) (config.Named, error) {
	var first error
	for _, section := range []string{"models", "embedders", "rerankers"} {
		n, err := k.cfg.Find(section, name)
		if err == nil {
			return n, nil
		}
		first = cmp.Or(first, err)
	}
	return config.Named{}, first
}

// list asks a provider for its models, once.
func (k *modelCheck) list(ctx context.Context, name string) *providerList {
	if l, ok := k.lists[name]; ok {
		return l
	}
	l := &providerList{}
	k.lists[name] = l
	if l.conn, l.err = k.cfg.Connect(name); l.err != nil {
		return l
	}
	if l.conn.Wire.Models == nil {
		return l
	}
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	client := model.Client{Wire: l.conn.Wire, Sender: l.conn.Sender}
	l.models, l.err = client.List(ctx)
	return l
}

// provider says whether a provider can be reached with the key that is set.
func (k *modelCheck) provider(ctx context.Context, name string) Result {
	f := Result{Check: name}
	l := k.list(ctx, name)
	switch {
	case l.err != nil:
		return f.failed(l.err)
	case l.conn.Wire.Models == nil:
		return f.set(Note, "tells nothing of its models", "assay models check "+name+"/MODEL --ask")
	}
	return f.set(OK, fmt.Sprintf("%s lists %d models", l.conn.BaseURL, len(l.models)), "")
}

// model says whether a model is known, listed and lasting, and, if asked to, whether it answers.
func (k *modelCheck) model(ctx context.Context, n config.Named) Result {
	if n.Here() {
		return checkEncoder(k.cfg, n)
	}
	f := Result{Check: n.Name}
	l := k.list(ctx, n.Provider)
	if l.err != nil {
		return f.failed(l.err)
	}
	f = k.life(f, l, n)
	if f.State == Problem || !k.ask {
		return f
	}
	return k.answer(ctx, f, l, n)
}

// life holds a model against the tables and against the list of its provider.
func (k *modelCheck) life(f Result, l *providerList, n config.Named) Result {
	status := k.cfg.Catalog.Status(l.conn.Row.Name, n.ID, k.now)
	listed := slices.IndexFunc(l.models, func(m model.ListedModel) bool { return sameID(m.ID, n.ID) })
	about := n.Provider + "/" + n.ID + ": "
	next := ""
	if len(status.Replacement) > 0 {
		next = "assay models check " + n.Provider + "/" + status.Replacement[0]
	}
	switch {
	case len(l.models) > 0 && listed < 0:
		next = cmp.Or(next, "assay models ls --provider "+l.conn.Row.Name)
		detail := about + "the provider does not list it"
		if status.State == catalog.Gone || status.State == catalog.Ending {
			detail += ": " + status.String()
		}
		return f.set(Problem, detail, next)
	case status.State == catalog.Gone && listed < 0:
		return f.set(Problem, about+status.String(), next)
	case status.State == catalog.Ending || status.State == catalog.Rerouted || status.State == catalog.Gone:
		return f.set(Note, about+status.String(), next)
	case listed < 0:
		return f.set(Note, about+"the provider tells nothing of its models", "assay models check "+n.Name+" --ask")
	}
	if retires := l.models[listed].Retires; retires != "" {
		return f.set(Note, about+"listed; the provider retires it on "+retires, next)
	}
	return f.set(OK, about+"listed", "")
}

// sameID compares the ids of a list and of a request, apart from Gemini's prefix.
func sameID(listed, asked string) bool {
	return strings.TrimPrefix(listed, "models/") == strings.TrimPrefix(asked, "models/")
}

// answer asks the model a short question.
func (k *modelCheck) answer(ctx context.Context, f Result, l *providerList, n config.Named) Result {
	ctx, cancel := context.WithTimeout(ctx, 3*checkTimeout)
	defer cancel()
	client := model.Client{Wire: l.conn.Wire, Sender: l.conn.Sender}
	detail, err := askShort(ctx, &client, k.cfg, n)
	if err != nil {
		return f.failed(err)
	}
	f.Detail += "; " + detail
	return f
}

// askShort asks in the way of the model's kind and says what came back.
func askShort(ctx context.Context, client *model.Client, cfg *config.Config, n config.Named) (string, error) {
	switch {
	case n.Section == "embedders" || n.Section == "" && client.Chat == nil && client.Wire.Embed != nil:
		e, err := client.Embed(ctx, &model.EmbedRequest{Model: n.ID, Texts: []string{"Net sales rose."},
			Purpose: model.ForDocument, Dimensions: cfg.Embedders[n.Name].Dimensions})
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("embeds in %d dimensions", len(e.Vectors[0])), nil
	case n.Section == "rerankers" || n.Section == "" && client.Chat == nil:
		_, err := client.Rank(ctx, &model.RerankRequest{Model: n.ID, Query: "sales", Documents: []string{"Net sales rose.", "The board met."}})
		return "ranks", err
	}
	r := cfg.Request(n)
	r.Messages = []model.Message{{Role: model.User, Text: "Answer with the one word: ready"}}
	response, err := client.Ask(ctx, r)
	if err != nil {
		return "", err
	}
	answer := fmt.Sprintf("answers as %s in %d ms", response.Served, response.Took.Milliseconds())
	if response.Served == "" {
		answer = fmt.Sprintf("answers in %d ms, and does not say as which model", response.Took.Milliseconds())
	}
	if !response.Answered() {
		answer += ", but ended as " + string(response.Stop)
	}
	for _, d := range response.Dropped {
		answer += fmt.Sprintf("; %s is not sent (%s)", d.Parameter, d.Reason)
	}
	return answer, nil
}

// checkEncoder says whether a model that runs here is here.
func checkEncoder(cfg *config.Config, n config.Named) Result {
	f := Result{Check: n.Name}
	store, err := hub.Open(cfg.Env)
	if err != nil {
		return f.failed(err)
	}
	m, err := store.Find(n.ID)
	if err != nil {
		return f.failed(err)
	}
	licence := cmp.Or(m.License, "unknown")
	return f.set(OK, fmt.Sprintf("%s%s runs here: %s, licence %s", config.EncoderPrefix, n.ID, terminal.Megabytes(m.Bytes()), licence), "")
}
