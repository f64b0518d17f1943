// Package provider speaks the protocols of the model providers. A provider is the files that begin with its name (chat,
// embeddings, files, batches) and a row in Rows. What several share is in files named for what they hold: endpoints
// (provider.go), what is sent of a request (plan.go), schemas, errors, vectors, rankings (rerank.go) and batches.
//
// A wire turns a request into the exact bytes of a call and reads what comes back. It knows what its models
// accept (model/catalog) and leaves out what they would refuse, saying so in the call. It refuses what it
// cannot say: a request for a search from a provider without one is an error, never a plainer request.
package provider

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/batch"
	"github.com/assayhq/assay/internal/ascii"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// Row is one provider: how it is reached and who speaks to it.
type Row struct {
	Name    string
	Doc     string // what to know before using it
	BaseURL string // empty if the user must name one
	BaseVar string // the environment variable that replaces it
	KeyVar  string // the environment variable that holds the key, unless the settings name another
	KeyAlso string // a variable that may hold it too: it is looked at where KeyVar is not set
	KeyElse string // where credentials come from if neither is set; empty if from nowhere
	KeyFrom string // what a key looks like: its first characters; empty if unknown
	KeyNone bool   // it may be used without a key

	open    func(*endpoint) (model.Wire, authorize)
	batches func(*Connection, call.Sender) (batch.Service, error) // nil where the provider has none
}

// authorize puts the key of an endpoint on a request.
type authorize func(ctx context.Context, r *http.Request, body []byte) error

// Rows is every provider.
var Rows = []Row{
	scriptedRow,
	openaiRow,
	compatibleRow,
	azureRow,
	openrouterRow,
	groqRow,
	mistralRow,
	deepseekRow,
	togetherRow,
	ollamaRow,
	vllmRow,
	llamacppRow,
	lmstudioRow,
	voyageRow,
	anthropicRow,
	geminiRow,
	bedrockRow,
	cohereRow,
	jinaRow,
	vllmRerankRow,
	teiRow,
}

// Settings say how to reach a provider; all but Provider may stay empty.
type Settings struct {
	Provider string // the name of a row
	Name     string // what calls and errors say; the row's name if empty
	BaseURL  string
	KeyVar   string
	Version  string // of the API, where there are several
	Region   string
	Script   string // the file of a scripted model
	KeyName  string // the header that takes the key, where it is not the row's
	JSON     string // how a compatible server is asked for JSON: schema, mode or prompt
	Headers  map[string]string
	Withheld error // why no key may be sent there; every call fails with it

	Env     func(string) string // os.Getenv if nil
	HTTP    *http.Client        // model.NewTransport() if nil
	Catalog *catalog.Catalog    // catalog.Default() if nil
}

// Connection is a provider that can be called. Opening it sends nothing and needs no key: a replay works
// without one, and a call without one fails with the name of the variable to set.
type Connection struct {
	Row      *Row
	BaseURL  string
	KeyVar   string
	HasKey   bool
	Withheld error // why no key is sent there, and nothing can be asked
	Wire     model.Wire
	Sender   call.Sender // the network, or the script

	end *endpoint
}

// Batches are the batches of a provider that has them, asked for through a sender. That may be the connection's own; it
// must not try a submission twice, which the caller of batches does with more care.
func (c *Connection) Batches(s call.Sender) (batch.Service, error) {
	if c.Row.batches != nil {
		return c.Row.batches(c, s)
	}
	var have []string
	for i := range Rows {
		if Rows[i].batches != nil {
			have = append(have, Rows[i].Name)
		}
	}
	return nil, fmt.Errorf("provider %s has no batches: %s have them", c.end.name, strings.Join(have, ", "))
}

// Find is the row of a name.
func Find(name string) (*Row, bool) {
	i := slices.IndexFunc(Rows, func(r Row) bool { return r.Name == name })
	if i < 0 {
		return nil, false
	}
	return &Rows[i], true
}

// Open prepares a provider.
func Open(s Settings) (*Connection, error) {
	row, ok := Find(s.Provider)
	if !ok {
		return nil, fmt.Errorf("unknown provider %q: known are %s", s.Provider, strings.Join(names(), ", "))
	}
	end, err := newEndpoint(row, s)
	if err != nil {
		return nil, err
	}
	wire, auth := row.open(end)
	wire.Provider, wire.Protocol = end.name, row.Name
	c := &Connection{Row: row, BaseURL: end.base, KeyVar: end.keyVar, HasKey: !end.key.IsZero(), Wire: wire, Withheld: s.Withheld, end: end}
	if end.sender != nil {
		c.Sender = end.sender
		return c, end.err
	}
	if s.Withheld != nil {
		auth = func(context.Context, *http.Request, []byte) error { return s.Withheld }
	}
	c.Sender = &call.HTTP{Client: end.http, Authorize: auth, Secrets: end.secrets}
	return c, end.err
}

func names() []string {
	var all []string
	for i := range Rows {
		all = append(all, Rows[i].Name)
	}
	return all
}

// endpoint is what a wire knows of where it speaks to.
type endpoint struct {
	row     *Row
	name    string
	base    string // without a slash at its end
	key     call.Secret
	keyVar  string
	more    []call.Secret        // further secrets to keep out of texts
	later   func() []call.Secret // secrets that are found while calls are made; nil if there are none
	version string
	region  string
	script  string
	json    string // how to ask for JSON, if the settings say
	keyName string // the header of the key, if the settings say
	headers map[string]string
	env     func(string) string
	http    *http.Client
	catalog *catalog.Catalog
	sender  call.Sender // set by a wire that has no network
	err     error       // set by a wire that cannot work with its settings
}

func newEndpoint(row *Row, s Settings) (*endpoint, error) {
	e := &endpoint{row: row, name: cmp.Or(s.Name, row.Name), version: s.Version, region: s.Region, script: s.Script, headers: s.Headers,
		json: s.JSON, keyName: s.KeyName, env: s.Env, http: s.HTTP, catalog: s.Catalog}
	if e.env == nil {
		e.env = os.Getenv
	}
	if e.http == nil {
		e.http = call.NewTransport()
	}
	if e.catalog == nil {
		e.catalog = catalog.Default()
	}
	e.findKey(s.KeyVar)
	fromEnv := ""
	if row.BaseVar != "" {
		fromEnv = e.env(row.BaseVar)
	}
	var err error
	e.base, err = checkBase(row, cmp.Or(s.BaseURL, fromEnv, row.BaseURL))
	return e, err
}

// findKey reads the key from the variable that the settings name, or else from those of the row.
func (e *endpoint) findKey(setting string) {
	e.keyVar = cmp.Or(setting, e.row.KeyVar)
	if e.keyVar != "" {
		e.key = call.NewSecret(e.env(e.keyVar))
	}
	if e.key.IsZero() && setting == "" && e.row.KeyAlso != "" {
		if key := call.NewSecret(e.env(e.row.KeyAlso)); !key.IsZero() {
			e.key, e.keyVar = key, e.row.KeyAlso
		}
	}
}

// KeyVars is every variable that may hold the key, the first before the others.
func (r *Row) KeyVars() []string {
	var all []string
	for _, name := range []string{r.KeyVar, r.KeyAlso} {
		if name != "" {
			all = append(all, name)
		}
	}
	return all
}

// checkBase refuses addresses that cannot be called or that hold a password.
func checkBase(row *Row, base string) (string, error) {
	if base == "" {
		return "", nil
	}
	u, err := url.Parse(base)
	where := "its base URL"
	if row.BaseVar != "" {
		where += " (base_url in assay.yaml, or " + row.BaseVar + ")"
	}
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		// Neither the parser's words nor ours repeat the address: it may hold a password.
		return "", fmt.Errorf("%s must begin with http:// or https:// and name a host", where)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return "", fmt.Errorf("%s must be an address alone: keys go in a variable, which key_env names", where)
	}
	return strings.TrimRight(base, "/"), nil
}

func (e *endpoint) secrets() []call.Secret {
	all := e.more
	if e.later != nil {
		all = append(all[:len(all):len(all)], e.later()...)
	}
	if e.key.IsZero() {
		return all
	}
	return append([]call.Secret{e.key}, all...)
}

// needKey is the failure of a call without a usable key; nil if there is one, or none is needed.
func (e *endpoint) needKey() error {
	f := &call.Failure{Provider: e.name, Kind: call.MissingKey}
	key := e.key.Reveal()
	switch {
	case key == "" && e.row.KeyNone:
		return nil
	case key == "":
		names := e.keyVar
		if names == e.row.KeyVar {
			names = strings.Join(e.row.KeyVars(), " or ")
		}
		f.Next = fmt.Sprintf("set %s in the environment or in .env; 'assay doctor' shows what is set", names)
		return f
	case strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }):
		f.Kind, f.Message = call.BadKey, fmt.Sprintf("the value of %s is no key: it holds blanks or characters outside ASCII", e.keyVar)
		f.Next = "copy the key again, without quotes or line ends"
		return f
	}
	return nil
}

// bearer authorizes with the key as a bearer token, if there is a key.
func (e *endpoint) bearer(_ context.Context, r *http.Request, _ []byte) error {
	return e.withHeader(r, "Authorization", "Bearer ")
}

// withHeader authorizes with the key in a header.
func (e *endpoint) withHeader(r *http.Request, name, prefix string) error {
	if err := e.needKey(); err != nil {
		return err
	}
	if !e.key.IsZero() {
		r.Header.Set(name, prefix+e.key.Reveal())
	}
	return nil
}

// post is a call that sends JSON.
func (e *endpoint) post(path string, body []byte, read func(*call.Exchange) (call.Result, error)) *call.Call {
	h := http.Header{"Content-Type": {"application/json"}}
	for name, value := range e.headers {
		h.Set(name, value)
	}
	c := &call.Call{Method: http.MethodPost, URL: e.base + path, Header: h, Body: body}
	if read != nil {
		c.Read = func(x *call.Exchange) (call.Result, error) { return e.checked(c, x, read) }
	}
	return c
}

// checked reads an exchange, leaves out a usage that cannot be, and refuses results that hold a key which no search of the
// exchange finds, because their texts are joined of pieces.
func (e *endpoint) checked(c *call.Call, x *call.Exchange, read func(*call.Exchange) (call.Result, error)) (call.Result, error) {
	result, err := read(x)
	if err != nil {
		return result, err
	}
	checkUsage(&result)
	if f := call.Joined(c, &result, e.secrets()); f != nil {
		return call.Result{}, f
	}
	return result, nil
}

// checkUsage leaves out a usage that cannot be: it would be summed over a run.
func checkUsage(r *call.Result) {
	r.Usage = r.Usage.Checked()
	switch v := r.Value.(type) {
	case *model.Response:
		v.Usage = r.Usage
	case *model.Embeddings:
		v.Usage = r.Usage
	case *model.Ranking:
		v.Usage = r.Usage
	}
}

// get is a call that sends nothing.
func (e *endpoint) get(path string, read func(*call.Exchange) (call.Result, error)) *call.Call {
	c := e.post(path, nil, read)
	c.Method = http.MethodGet
	c.Header.Del("Content-Type")
	return c
}

// awsEscape escapes all but the characters that AWS leaves alone in a path.
func awsEscape(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case ascii.IsAlnum(c), c == '-', c == '_', c == '.', c == '~':
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// baseMissing is the error of a provider that has no address of its own.
func baseMissing(e *endpoint) error {
	return fmt.Errorf("provider %s: no address is known; set base_url for it in assay.yaml, or %s", e.name, e.row.BaseVar)
}
