// Package hub turns a model's name on a model hub into files on this machine, and says which are there.
//
// It speaks the protocol of the Hugging Face hub, which mirrors speak too. A revision becomes a commit; of the
// commit's files those are fetched that an encoder reads, each is held against the hash that the hub lists, and
// the model appears under its name when all of them are there. A pull that was stopped goes on where it was.
//
// It refuses weights that run code when they are read, files without a hash, more bytes than were promised, and
// to take a key to any host but the hub.
package hub

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
)

// The variables that say how the hub is reached. They are those of its own tools.
const (
	EndpointVar = "HF_ENDPOINT"
	tokenVar    = "HF_TOKEN"
	offlineVar  = "HF_HUB_OFFLINE"
)

// defaultEndpoint is the hub that is asked where no mirror is named.
const defaultEndpoint = "https://huggingface.co"

// defaultRevision is the revision that is meant where none is named.
const defaultRevision = "main"

// defaultStall is how long nothing may come before a transfer counts as broken.
const defaultStall = 60 * time.Second

// Hub is a hub that can be asked.
type Hub struct {
	Endpoint string // without a slash at its end
	Token    call.Secret
	Offline  bool
	Tool     string       // version of the program, for manifests
	Client   *http.Client // that follows no redirect by itself
	Retry    wrap.Retry
	Stall    time.Duration
	Progress func(Progress)         // is called with the state of a pull; may be nil
	Readable func(dir string) error // is asked of the small files before the weights are fetched; may be nil

	base *url.URL
	wait func(time.Duration, func()) *time.Timer // time.AfterFunc, but for tests
}

// Progress is how far a pull is.
type Progress struct {
	Name, SHA string
	File      string // the one under way
	Files, Of int
	Bytes     int64  // that are there, those of earlier pulls among them
	Fetched   int64  // that came over the network now
	Total     int64  // as far as the hub lists sizes
	Note      string // what it waits for, if it does
}

// Connect prepares the hub that the environment names.
func Connect(getenv func(string) string) (*Hub, error) {
	h := &Hub{Endpoint: defaultEndpoint, Token: call.NewSecret(getenv(tokenVar)), Offline: isTrue(getenv(offlineVar)),
		Client: call.NewTransport(), Stall: defaultStall, wait: time.AfterFunc}
	if named := strings.TrimSpace(getenv(EndpointVar)); named != "" {
		h.Endpoint = strings.TrimRight(named, "/")
	}
	return h, h.check()
}

// isTrue reads a switch as the hub's own tools do.
func isTrue(s string) bool {
	switch strings.ToUpper(strings.TrimSpace(s)) {
	case "1", "ON", "YES", "TRUE":
		return true
	}
	return false
}

// check refuses an address that cannot be asked, and one that would give the key away.
func (h *Hub) check() error {
	u, err := url.Parse(h.Endpoint)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return fmt.Errorf("%s: the address of a hub begins with https:// or http://, as %s does", EndpointVar,
			defaultEndpoint)
	case u.User != nil:
		return fmt.Errorf("%s holds a name or a password; put a token into %s and take them out", EndpointVar, tokenVar)
	case u.RawQuery != "" || u.Fragment != "":
		return fmt.Errorf("%s ends in a query; it is the address before /api/models", EndpointVar)
	case strings.ContainsFunc(h.Token.Reveal(), func(r rune) bool { return r <= ' ' || r > '~' }):
		return fmt.Errorf("the value of %s is no token: it holds blanks or characters outside ASCII", tokenVar)
	case !h.Token.IsZero() && u.Scheme == "http" && !loopback(u.Hostname()):
		return fmt.Errorf("%s is plain http, and would show %s to everybody on the way; use https, or unset %s for this command",
			EndpointVar, tokenVar, tokenVar)
	}
	h.base = u
	return nil
}

// loopback reports whether a host is this machine.
func loopback(host string) bool {
	return host == "localhost" || host == "::1" || strings.HasPrefix(host, "127.") && strings.Count(host, ".") == 3
}

// host is the hub's name in errors.
func (h *Hub) host() string { return h.base.Host }

func (h *Hub) tell(p Progress) {
	if h.Progress != nil {
		h.Progress(p)
	}
}

var errOffline = errors.New("the hub is not asked")

// offline is the error of a pull that would have to ask.
func offline(n Name) error {
	return fmt.Errorf("model %q is not on this machine, and %w: run 'assay models pull %s' without --offline and %s",
		n.String(), errOffline, n, offlineVar)
}
