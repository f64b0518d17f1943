package remote

import (
	"context"
	"fmt"
	"net/http"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/sigv4"
)

// AWS signs requests to a service with the credentials of AWS's own chain. They are looked for at the first
// request.
type AWS struct {
	service string
	*sigv4.Account
}

// NewAWS makes a signer and looks for nothing yet. Without a region the environment's is taken; one that
// cannot be part of a host's name is an error.
func NewAWS(service, region string, env func(string) string) (*AWS, error) {
	a := sigv4.New(region, env, call.Failure{Next: "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE"})
	if !sigv4.IsRegion(a.Region()) {
		return nil, fmt.Errorf("%q is no AWS region; set region for the engine, or AWS_REGION", a.Region())
	}
	return &AWS{service, a}, nil
}

// Authorize signs a request.
func (a *AWS) Authorize(ctx context.Context, r *http.Request, body []byte) error {
	c, _, err := a.Retrieve(ctx)
	if err != nil {
		return err
	}
	return sigv4.Sign(ctx, c, r, body, a.service, a.Region())
}
