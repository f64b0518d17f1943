// Package sigv4 turns requests into requests that AWS takes: signed with the credentials of AWS's own chain,
// which looks in the environment, profiles, SSO, containers and instances.
//
// Credentials are looked for at the first request. It keeps the secrets that it was given, so that they can be
// kept out of every text. It knows no service: who asks says which one, and what a failure is.
package sigv4

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"github.com/assayhq/assay/call"
)

// failureLife is how long a chain that found no credentials is not asked again: it may take seconds to find
// none, and thousands of calls may wait for it.
const failureLife = 30 * time.Second

// Account is where credentials come from. Many goroutines may use it.
type Account struct {
	env  func(string) string
	none call.Failure // of a request without credentials, but for what the chain says

	mu     sync.Mutex
	found  aws.CredentialsProvider
	missed error // why there are none
	until  time.Time
	seen   []call.Secret // secrets that the chain gave out, to keep out of texts
	region string
}

// New looks for nothing yet. Without a region the environment's is taken. A request without credentials is the
// failure none, with its kind and what the chain reported.
func New(region string, env func(string) string, none call.Failure) *Account {
	a := &Account{env: env, none: none, region: cmp.Or(region, env("AWS_REGION"), env("AWS_DEFAULT_REGION"))}
	id, secret, session := env("AWS_ACCESS_KEY_ID"), env("AWS_SECRET_ACCESS_KEY"), env("AWS_SESSION_TOKEN")
	if id != "" && secret != "" {
		a.found = credentials.NewStaticCredentialsProvider(id, secret, session)
		a.note(aws.Credentials{SecretAccessKey: secret, SessionToken: session})
	}
	return a
}

// note remembers what must not be seen, and reports whether it is new. The lock is held, or no other goroutine has
// the account yet.
func (a *Account) note(c aws.Credentials) bool {
	news := false
	for _, s := range []call.Secret{call.NewSecret(c.SecretAccessKey), call.NewSecret(c.SessionToken)} {
		if s.IsZero() || slices.Contains(a.seen, s) {
			continue
		}
		a.seen, news = append(slices.Clip(a.seen), s), true
	}
	return news
}

// Secrets are those that are known by now.
func (a *Account) Secrets() []call.Secret {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.seen
}

// Region is that of the options or the environment, or else, once Home has looked, the profile's.
func (a *Account) Region() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.region
}

// Home is the region, the profile's included, which is read from the files of the AWS tools. Nothing is sent
// for it.
func (a *Account) Home() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.region == "" {
		if c, err := config.LoadSharedConfigProfile(context.Background(), cmp.Or(a.env("AWS_PROFILE"), "default"), a.files); err == nil {
			a.region = c.Region
		}
	}
	return a.region
}

// files are where the AWS tools keep their settings, if a variable names another place than their own.
func (a *Account) files(o *config.LoadSharedConfigOptions) {
	if name := a.env("AWS_CONFIG_FILE"); name != "" {
		o.ConfigFiles = []string{name}
	}
	if name := a.env("AWS_SHARED_CREDENTIALS_FILE"); name != "" {
		o.CredentialsFiles = []string{name}
	}
}

// IsRegion keeps what becomes part of a host's name to the letters of one.
func IsRegion(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// Sign signs a request to a service in a region.
func Sign(ctx context.Context, c aws.Credentials, r *http.Request, body []byte, service, region string) error {
	sum := sha256.Sum256(body)
	return v4.NewSigner().SignHTTP(ctx, c, r, hex.EncodeToString(sum[:]), service, region, time.Now())
}

// Retrieve is the credentials of now; those that expire are renewed by their provider. It reports whether
// their secrets are new: what was written before could not be held against them.
func (a *Account) Retrieve(ctx context.Context) (c aws.Credentials, news bool, err error) {
	p, err := a.provider(ctx)
	if err != nil {
		return aws.Credentials{}, false, err
	}
	if c, err = p.Retrieve(ctx); err != nil {
		return aws.Credentials{}, false, a.miss(ctx, err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return c, a.note(c), nil
}

// provider is where credentials come from. AWS's own chain runs with AWS's own client: it does not work
// with another where a bundle of certificate authorities is configured.
func (a *Account) provider(ctx context.Context) (aws.CredentialsProvider, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.missed != nil && time.Now().Before(a.until):
		return nil, a.missed
	case a.found != nil:
		return a.found, nil
	}
	var options []func(*config.LoadOptions) error
	if a.region != "" {
		options = append(options, config.WithRegion(a.region))
	}
	if profile := a.env("AWS_PROFILE"); profile != "" {
		options = append(options, config.WithSharedConfigProfile(profile))
	}
	c, err := config.LoadDefaultConfig(ctx, options...)
	if err != nil {
		return nil, a.failure(err)
	}
	a.found = c.Credentials
	return a.found, nil
}

// miss is the failure of a chain without credentials, kept for a while. One that was cut short is not.
func (a *Account) miss(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.missed, a.until = a.failure(err), time.Now().Add(failureLife)
	return a.missed
}

// failure is that of a call without credentials. The lock is held.
func (a *Account) failure(err error) error {
	text := err.Error()
	for _, s := range a.seen {
		text = s.Redact(text)
	}
	f := a.none
	f.Kind, f.Message = call.MissingKey, call.Shorten("no AWS credentials: "+text)
	return &f
}
