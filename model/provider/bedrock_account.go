package provider

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"github.com/assayhq/assay/model"
)

// awsService is the name under which requests to the Bedrock runtime are signed.
const awsService = "bedrock"

// failureLife is how long a chain that found no credentials is not asked again: it may take seconds to find
// none, and thousands of calls may wait for it.
const failureLife = 30 * time.Second

// awsAccount authorizes calls: with a bearer key, or with credentials that are looked for at the first call.
type awsAccount struct {
	end *endpoint

	mu     sync.Mutex
	found  aws.CredentialsProvider
	missed error // why there are none
	until  time.Time
	seen   []model.Secret // secrets that the chain gave out, to keep out of texts
	region string
}

func newAWSAccount(e *endpoint) *awsAccount {
	a := &awsAccount{end: e, region: firstOf(e.region, e.env("AWS_REGION"), e.env("AWS_DEFAULT_REGION"))}
	id, secret, session := e.env("AWS_ACCESS_KEY_ID"), e.env("AWS_SECRET_ACCESS_KEY"), e.env("AWS_SESSION_TOKEN")
	if id != "" && secret != "" {
		a.found = credentials.NewStaticCredentialsProvider(id, secret, session)
		a.note(aws.Credentials{SecretAccessKey: secret, SessionToken: session})
	}
	return a
}

// note remembers what must not be seen. The lock is held, or nobody else has the account yet.
func (a *awsAccount) note(c aws.Credentials) bool {
	news := false
	for _, s := range []model.Secret{model.NewSecret(c.SecretAccessKey), model.NewSecret(c.SessionToken)} {
		if s.IsZero() || containsSecret(a.seen, s) {
			continue
		}
		a.seen, news = append(a.seen[:len(a.seen):len(a.seen)], s), true
	}
	return news
}

func containsSecret(all []model.Secret, s model.Secret) bool {
	for _, known := range all {
		if known == s {
			return true
		}
	}
	return false
}

// secrets are those that are known by now.
func (a *awsAccount) secrets() []model.Secret {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.seen
}

// home is the region to call.
func (a *awsAccount) home() (string, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.region == "" {
		// The profile's region, from the files of the AWS tools. Nothing is sent for it.
		if c, err := config.LoadSharedConfigProfile(context.Background(), firstOf(a.end.env("AWS_PROFILE"), "default"), a.files); err == nil {
			a.region = c.Region
		}
	}
	if !regionName(a.region) {
		return "", &model.Failure{Kind: model.BadRequest, Message: fmt.Sprintf("%q is no AWS region", a.region),
			Next: "set region for provider " + a.end.name + " in assay.yaml, or AWS_REGION"}
	}
	return a.region, nil
}

// files are where the AWS tools keep their settings, if a variable names another place than their own.
func (a *awsAccount) files(o *config.LoadSharedConfigOptions) {
	if name := a.end.env("AWS_CONFIG_FILE"); name != "" {
		o.ConfigFiles = []string{name}
	}
	if name := a.end.env("AWS_SHARED_CREDENTIALS_FILE"); name != "" {
		o.CredentialsFiles = []string{name}
	}
}

// regionName keeps what becomes part of a host name to the letters of one.
func regionName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

func awsDomain(region string) string {
	if strings.HasPrefix(region, "cn-") {
		return "amazonaws.com.cn"
	}
	return "amazonaws.com"
}

// authorize signs a request, or puts the bearer key on it.
func (a *awsAccount) authorize(ctx context.Context, r *http.Request, body []byte) error {
	if !a.end.key.IsZero() {
		return a.end.bearer(ctx, r, body)
	}
	region, err := a.home()
	if err != nil && a.end.base == "" {
		return err
	}
	c, err := a.retrieve(ctx, body)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(body)
	at := time.Now()
	return v4.NewSigner().SignHTTP(ctx, c, r, hex.EncodeToString(sum[:]), awsService, firstOf(region, "us-east-1"), at)
}

// retrieve is the credentials of now; those that expire are renewed by their provider.
func (a *awsAccount) retrieve(ctx context.Context, body []byte) (aws.Credentials, error) {
	p, err := a.provider(ctx)
	if err != nil {
		return aws.Credentials{}, err
	}
	c, err := p.Retrieve(ctx)
	if err != nil {
		return aws.Credentials{}, a.miss(ctx, err)
	}
	a.mu.Lock()
	news := a.note(c)
	a.mu.Unlock()
	if news && bytes.Contains(body, []byte(c.SecretAccessKey)) { // the first call was checked before they were known
		return aws.Credentials{}, &model.Failure{Kind: model.BadRequest, Message: "the request's text holds the secret key itself",
			Next: "take the key out of the prompt or the data"}
	}
	return c, nil
}

// provider is where credentials come from. AWS's own chain runs with AWS's own client: it does not work
// with another where a bundle of certificate authorities is configured.
func (a *awsAccount) provider(ctx context.Context) (aws.CredentialsProvider, error) {
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
	if profile := a.end.env("AWS_PROFILE"); profile != "" {
		options = append(options, config.WithSharedConfigProfile(profile))
	}
	c, err := config.LoadDefaultConfig(ctx, options...)
	if err != nil {
		return nil, a.noCredentials(err)
	}
	a.found = c.Credentials
	return a.found, nil
}

// miss is the failure of a chain without credentials, kept for a while. One that was cut short is not.
func (a *awsAccount) miss(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.missed, a.until = a.noCredentials(err), time.Now().Add(failureLife)
	return a.missed
}

// noCredentials is the failure of a call without credentials. The lock is held.
func (a *awsAccount) noCredentials(err error) error {
	said := err.Error()
	for _, s := range a.seen {
		said = s.Redact(said)
	}
	return &model.Failure{Kind: model.MissingKey, Provider: a.end.name, Message: model.Shorten("no AWS credentials: " + said),
		Next: "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE, or AWS_BEARER_TOKEN_BEDROCK; 'assay doctor' shows what is set"}
}
