package remote

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"github.com/assayhq/assay/model"
)

// AWS signs requests to a service with the credentials of AWS's own chain: environment, profile, SSO,
// container, instance. They are looked for at the first request.
type AWS struct {
	service, region string
	env             func(string) string

	mu    sync.Mutex
	found aws.CredentialsProvider
	seen  []model.Secret
}

// NewAWS makes a signer and looks for nothing yet. Without a region the environment's is taken; one that
// cannot be part of a host's name is an error.
func NewAWS(service, region string, env func(string) string) (*AWS, error) {
	for _, name := range []string{"AWS_REGION", "AWS_DEFAULT_REGION"} {
		if region == "" {
			region = env(name)
		}
	}
	if region == "" || strings.Trim(region, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return nil, fmt.Errorf("%q is no AWS region; set region for the engine, or AWS_REGION", region)
	}
	a := &AWS{service: service, region: region, env: env}
	if id, secret := env("AWS_ACCESS_KEY_ID"), env("AWS_SECRET_ACCESS_KEY"); id != "" && secret != "" {
		a.found = credentials.NewStaticCredentialsProvider(id, secret, env("AWS_SESSION_TOKEN"))
	}
	return a, nil
}

// Region is where requests go.
func (a *AWS) Region() string { return a.region }

// Authorize signs a request.
func (a *AWS) Authorize(ctx context.Context, r *http.Request, body []byte) error {
	c, err := a.credentials(ctx)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(body)
	return v4.NewSigner().SignHTTP(ctx, c, r, hex.EncodeToString(sum[:]), a.service, a.region, time.Now())
}

// Secrets are those that are known by now.
func (a *AWS) Secrets() []model.Secret {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.seen)
}

// credentials are those of now; what expires is renewed by its provider.
func (a *AWS) credentials(ctx context.Context) (aws.Credentials, error) {
	p, err := a.provider(ctx)
	if err != nil {
		return aws.Credentials{}, a.none(err)
	}
	c, err := p.Retrieve(ctx)
	if err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
			return aws.Credentials{}, err
		}
		return aws.Credentials{}, a.none(err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, s := range []model.Secret{model.NewSecret(c.SecretAccessKey), model.NewSecret(c.SessionToken)} {
		if !s.IsZero() && !slices.Contains(a.seen, s) {
			a.seen = append(a.seen, s)
		}
	}
	return c, nil
}

func (a *AWS) provider(ctx context.Context) (aws.CredentialsProvider, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.found != nil {
		return a.found, nil
	}
	options := []func(*config.LoadOptions) error{config.WithRegion(a.region)}
	if profile := a.env("AWS_PROFILE"); profile != "" {
		options = append(options, config.WithSharedConfigProfile(profile))
	}
	c, err := config.LoadDefaultConfig(ctx, options...)
	if err != nil {
		return nil, err
	}
	a.found = c.Credentials
	return a.found, nil
}

// none is the failure of a request without credentials.
func (a *AWS) none(err error) error {
	said := err.Error()
	for _, s := range a.Secrets() {
		said = s.Redact(said)
	}
	return &model.Failure{Kind: model.MissingKey, Message: model.Shorten("no AWS credentials: " + said),
		Next: "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE"}
}
