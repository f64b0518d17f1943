package contract

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/types"

	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/model/provider"
)

// awsTransport holds what we send against the service model, and keeps the path as it is sent.
type awsTransport struct {
	t         *testing.T
	operation string
	path      string
}

func (a *awsTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	a.path = r.URL.EscapedPath()
	validateAWS(a.t, a.operation, r.Method, a.path, body)
	return http.DefaultTransport.RoundTrip(r)
}

// replaying gives an official client a body that came to us, and keeps the path that the client asked for.
type replaying struct {
	body []byte
	path string
}

func (p *replaying) Do(r *http.Request) (*http.Response, error) {
	p.path = r.URL.EscapedPath()
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(bytes.NewReader(p.body)), Request: r}, nil
}

// bedrockModels are the ways to name a model: by id, by profile and by ARN.
var bedrockModels = []string{
	"anthropic.claude-haiku-4-5-20251001-v1:0",
	"us.anthropic.claude-opus-4-7-v1:0",
	"arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-sonnet-4-6-v1:0",
	"us.amazon.nova-pro-v1:0",
}

func TestAdapterBedrock(t *testing.T) {
	s := bedrockServer(t, fakemodel.Options{Answer: auditor})
	sent := &awsTransport{t: t, operation: "Converse"}
	c, k, _ := kept(t, provider.Settings{Provider: "bedrock", BaseURL: s.URL, Region: "eu-central-1"}, sent)
	for _, id := range bedrockModels {
		for name, r := range auditRequests(id) {
			t.Run(id+" "+name, func(t *testing.T) {
				sent.t = t
				got, err := c.Ask(deadline(t), r)
				if err != nil {
					t.Fatal(err)
				}
				path := sameConverse(t, got, id, k.last.Body)
				if path != sent.path {
					t.Errorf("we ask for %s, the official client for %s", sent.path, path)
				}
			})
		}
	}
}

// sameConverse reads a reply with the official client, compares, and returns the path that the client
// asks for.
func sameConverse(t *testing.T, got *model.Response, id string, body []byte) string {
	t.Helper()
	p := &replaying{body: body}
	official := bedrockruntime.New(bedrockruntime.Options{Region: "eu-central-1", RetryMaxAttempts: 1, HTTPClient: p,
		Credentials: credentials.NewStaticCredentialsProvider(fakemodel.AccessKey, fakemodel.SecretKey, "")})
	in := converse("x")
	in.ModelId = aws.String(id)
	want, err := official.Converse(deadline(t), in)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, block := range want.Output.(*types.ConverseOutputMemberMessage).Value.Content {
		if b, ok := block.(*types.ContentBlockMemberText); ok {
			text += b.Value
		}
	}
	read, written := int64(aws.ToInt32(want.Usage.CacheReadInputTokens)), int64(aws.ToInt32(want.Usage.CacheWriteInputTokens))
	usage := catalog.Usage{Input: int64(aws.ToInt32(want.Usage.InputTokens)) + read + written, CachedInput: read, CacheWrite: written,
		Output: int64(aws.ToInt32(want.Usage.OutputTokens)), Known: catalog.PartAll &^ catalog.PartReasoning}
	if got.Text != text || text == "" || got.Reason != string(want.StopReason) || got.Usage != usage || !got.Answered() || usage.Input != 900 {
		t.Errorf("we read %+v, the official client %q %s %+v", got, text, want.StopReason, usage)
	}
	return p.path
}

func TestAdapterBedrockInvokes(t *testing.T) {
	s := bedrockServer(t, fakemodel.Options{})
	sent := &awsTransport{t: t, operation: "InvokeModel"}
	c, _, _ := kept(t, provider.Settings{Provider: "bedrock", BaseURL: s.URL, Region: "eu-central-1"}, sent)
	for _, id := range []string{"cohere.embed-v4:0", "cohere.embed-english-v3", "amazon.titan-embed-text-v2:0"} {
		got, err := c.Embed(deadline(t), &model.EmbedRequest{Model: id, Texts: documents, Purpose: model.ForDocument})
		if err != nil || len(got.Vectors) != len(documents) || got.Usage.Input == 0 {
			t.Errorf("%s: %v, %v", id, got, err)
		}
	}
	got, err := c.Rank(deadline(t), &model.RerankRequest{Model: "cohere.rerank-v3-5:0", Query: "revenue in 2025", Documents: documents})
	if err != nil || len(got.Scores) != len(documents) || got.Scores[2] <= got.Scores[0] {
		t.Errorf("%v, %v", got, err)
	}
}
