package provider

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/sigv4"
)

// awsService is the name under which requests to the Bedrock runtime are signed.
const awsService = "bedrock"

// awsAccount authorizes calls: with a bearer key, or with credentials that are looked for at the first call.
type awsAccount struct {
	end   *endpoint
	chain *sigv4.Account
}

func newAWSAccount(e *endpoint) *awsAccount {
	return &awsAccount{e, sigv4.New(e.region, e.env, call.Failure{Provider: e.name,
		Next: "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE, or AWS_BEARER_TOKEN_BEDROCK; 'assay doctor' shows what is set"})}
}

// secrets are those that are known by now.
func (a *awsAccount) secrets() []call.Secret { return a.chain.Secrets() }

// home is the region to call.
func (a *awsAccount) home() (string, error) {
	region := a.chain.Home()
	if !sigv4.IsRegion(region) {
		return "", &call.Failure{Kind: call.BadRequest, Message: fmt.Sprintf("%q is no AWS region", region),
			Next: "set region for provider " + a.end.name + " in assay.yaml, or AWS_REGION"}
	}
	return region, nil
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
	c, news, err := a.chain.Retrieve(ctx)
	if err != nil {
		return err
	}
	if news && bytes.Contains(body, []byte(c.SecretAccessKey)) { // the first call was checked before they were known
		return &call.Failure{Kind: call.BadRequest, Message: "the request's text holds the secret key itself",
			Next: "take the key out of the prompt or the data"}
	}
	return sigv4.Sign(ctx, c, r, body, awsService, cmp.Or(region, "us-east-1"))
}
