package wrap

import (
	"cmp"
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/assayhq/assay/call"
)

// Witness notes which model answered for each model asked. Providers reroute ids silently, and scores of two
// models under one name compare nothing.
type Witness struct {
	mu    sync.Mutex
	asked map[askedModel]map[string]*servedModel
}

type askedModel struct{ provider, model string }

// servedModel is one model that answered for one that was asked.
type servedModel struct {
	Provider string    `json:"provider"`
	Asked    string    `json:"asked"`
	Served   string    `json:"served"` // empty if the provider does not say
	Count    int64     `json:"count"`
	First    time.Time `json:"first"` // when its first reply was sent
	Last     time.Time `json:"last"`
	Other    bool      `json:"other"`   // it is not the model asked, nor a dated snapshot of it
	Changed  bool      `json:"changed"` // the model asked was answered by more than one
}

// Around notes what a sender's replies say.
func (w *Witness) Around(inner call.Sender) call.Sender {
	return sender(func(ctx context.Context, c *call.Call) (*call.Reply, error) {
		reply, err := inner.Send(ctx, c)
		if err == nil && c.Operation != call.Manage {
			w.see(c, reply)
		}
		return reply, err
	})
}

func (w *Witness) see(c *call.Call, reply *call.Reply) {
	at := time.Now()
	if e := reply.Exchange; e != nil && !e.Began.IsZero() {
		at = e.Began
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	key := askedModel{c.Provider, c.Model}
	if w.asked == nil {
		w.asked = map[askedModel]map[string]*servedModel{}
	}
	if w.asked[key] == nil {
		w.asked[key] = map[string]*servedModel{}
	}
	s := w.asked[key][reply.Result.Served]
	if s == nil {
		if len(w.asked[key]) >= maxServed {
			return
		}
		s = &servedModel{Provider: c.Provider, Asked: c.Model, Served: reply.Result.Served, First: at, Last: at,
			Other: !sameModel(c.Model, reply.Result.Served)}
		w.asked[key][reply.Result.Served] = s
	}
	s.Count++
	if at.Before(s.First) {
		s.First = at
	}
	if at.After(s.Last) {
		s.Last = at
	}
}

// maxServed bounds what is noted of one model asked: a hostile provider may call itself something new in
// every reply.
const maxServed = 64

// Report is every pair of models asked and served, in order of provider, model asked and first reply.
func (w *Witness) Report() []servedModel {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []servedModel
	for _, served := range w.asked {
		for s := range maps.Values(served) {
			one := *s
			one.Changed = len(served) > 1
			all = append(all, one)
		}
	}
	slices.SortFunc(all, func(a, b servedModel) int {
		return cmp.Or(cmp.Compare(a.Provider, b.Provider), cmp.Compare(a.Asked, b.Asked), a.First.Compare(b.First),
			cmp.Compare(a.Served, b.Served))
	})
	return all
}

// snapshot is what providers append to a model's name for one of its versions: a date in full or in part, a
// number of three digits, or the word for the newest.
var snapshot = regexp.MustCompile(`^[-@:](latest|\d{3,4}|\d{6}|\d{8}|\d{4}-\d{2}-\d{2}|\d{2}-\d{2}(-\d{4})?)$`)

// sameModel reports whether a model served is the one asked or a snapshot of it. A provider that does not
// say which model answered cannot be held to it.
func sameModel(asked, served string) bool {
	asked, served = bareName(asked), bareName(served)
	if served == "" || served == asked {
		return true
	}
	asked = strings.TrimSuffix(strings.TrimSuffix(asked, "-latest"), ":latest")
	if served == asked {
		return true
	}
	rest, ok := strings.CutPrefix(served, asked)
	return ok && snapshot.MatchString(rest)
}

// bareName is a model's name without the folder that Gemini puts it in.
func bareName(name string) string {
	return strings.TrimPrefix(strings.ToLower(strings.TrimSpace(name)), "models/")
}
