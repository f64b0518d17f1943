package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/document"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/types"
	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/auth/bearer"

	"github.com/assayhq/assay/internal/fakemodel"
)

func bedrockServer(t *testing.T, o fakemodel.Options) *fakemodel.Server {
	s := fakemodel.NewBedrock(o)
	t.Cleanup(s.Close)
	return s
}

// keeping remembers the last response body, for the service model to be held against.
type keeping struct{ body []byte }

func (k *keeping) Do(r *http.Request) (*http.Response, error) {
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	k.body, err = io.ReadAll(response.Body)
	response.Body.Close()
	response.Body = io.NopCloser(bytes.NewReader(k.body))
	return response, err
}

func bedrockSigning(s *fakemodel.Server, access, secret string) (*bedrockruntime.Client, *keeping) {
	k := &keeping{}
	return bedrockruntime.New(bedrockruntime.Options{
		Region: "eu-central-1", BaseEndpoint: &s.URL, RetryMaxAttempts: 1, HTTPClient: k,
		Credentials: credentials.NewStaticCredentialsProvider(access, secret, ""),
	}), k
}

// plain sends without encryption what the client believes to be encrypted: it gives a bearer to no other
// connection.
type plain struct{}

func (plain) Do(r *http.Request) (*http.Response, error) {
	r.URL.Scheme = "http"
	return http.DefaultClient.Do(r)
}

func bedrockBearing(s *fakemodel.Server, key string) *bedrockruntime.Client {
	return bedrockruntime.New(bedrockruntime.Options{
		Region: "eu-central-1", BaseEndpoint: aws.String(strings.Replace(s.URL, "http:", "https:", 1)), RetryMaxAttempts: 1, HTTPClient: plain{},
		AuthSchemePreference:    []string{"httpBearerAuth"},
		BearerAuthTokenProvider: bearer.StaticTokenProvider{Token: bearer.Token{Value: key}},
	})
}

func converse(text string) *bedrockruntime.ConverseInput {
	return &bedrockruntime.ConverseInput{
		ModelId: aws.String("eu.anthropic.claude-haiku-4-5-20251001-v1:0"),
		Messages: []types.Message{{Role: types.ConversationRoleUser,
			Content: []types.ContentBlock{&types.ContentBlockMemberText{Value: text}}}},
		System:          []types.SystemContentBlock{&types.SystemContentBlockMemberText{Value: "Be brief."}},
		InferenceConfig: &types.InferenceConfiguration{MaxTokens: aws.Int32(64), Temperature: aws.Float32(0)},
	}
}

func said(o *bedrockruntime.ConverseOutput) string {
	m, ok := o.Output.(*types.ConverseOutputMemberMessage)
	if !ok {
		return ""
	}
	out := ""
	for _, b := range m.Value.Content {
		if text, ok := b.(*types.ContentBlockMemberText); ok {
			out += text.Value
		}
	}
	return out
}

func TestBedrockConverse(t *testing.T) {
	s := bedrockServer(t, fakemodel.Options{Answer: func(p fakemodel.Prompt) fakemodel.Answer {
		return fakemodel.Answer{Text: p.System + " " + p.User, InputTokens: 100, CachedTokens: 60, OutputTokens: 9}
	}})
	signing, kept := bedrockSigning(s, fakemodel.AccessKey, fakemodel.SecretKey)
	clients := map[string]*bedrockruntime.Client{"signed": signing, "bearer": bedrockBearing(s, fakemodel.Key)}
	for name, c := range clients {
		t.Run(name, func(t *testing.T) {
			o, err := c.Converse(deadline(t), converse("hello"))
			if err != nil {
				t.Fatal(err)
			}
			if said(o) != "Be brief. hello" || o.StopReason != types.StopReasonEndTurn {
				t.Errorf("said %q, %s", said(o), o.StopReason)
			}
			if u := o.Usage; *u.InputTokens != 40 || *u.CacheReadInputTokens != 60 || *u.OutputTokens != 9 || *u.TotalTokens != 109 {
				t.Errorf("usage %+v", u)
			}
		})
	}
	for _, call := range s.Calls() {
		validateAWS(t, "Converse", call.Method, "/model/eu.anthropic.claude-haiku-4-5-20251001-v1%3A0/converse", call.Body)
	}
	if err := bedrockSpec(t).response("Converse", kept.body); err != nil {
		t.Errorf("the fake's response: %v", err)
	}
}

func TestBedrockStructuredOutputAndThinking(t *testing.T) {
	s := bedrockServer(t, fakemodel.Options{})
	c, kept := bedrockSigning(s, fakemodel.AccessKey, fakemodel.SecretKey)
	in := converse("Grade it.")
	in.OutputConfig = &types.OutputConfig{TextFormat: &types.OutputFormat{Type: types.OutputFormatTypeJsonSchema,
		Structure: &types.OutputFormatStructureMemberJsonSchema{
			Value: types.JsonSchemaDefinition{Schema: aws.String(`{"type":"object","properties":{"grade":{"enum":["faithful","not"]}}}`)},
		}}}
	in.AdditionalModelRequestFields = document.NewLazyDocument(map[string]any{"thinking": map[string]any{"type": "enabled",
		"budget_tokens": 1024}})
	o, err := c.Converse(deadline(t), in)
	if err != nil || said(o) != `{"grade":"faithful"}` {
		t.Fatalf("%v, %v", o, err)
	}
	if err := bedrockSpec(t).response("Converse", kept.body); err != nil {
		t.Errorf("the fake's response: %v", err)
	}
}

func TestBedrockRefusesWhoItDoesNotKnow(t *testing.T) {
	s := bedrockServer(t, fakemodel.Options{})
	stranger, _ := bedrockSigning(s, "AKIASTRANGER", fakemodel.SecretKey)
	forger, _ := bedrockSigning(s, fakemodel.AccessKey, "another secret")
	tests := []struct {
		name   string
		client *bedrockruntime.Client
		code   string
	}{
		{"unknown access key", stranger, "UnrecognizedClientException"}, {"wrong secret", forger, "InvalidSignatureException"},
		{"wrong bearer", bedrockBearing(s, "nobody"), "AccessDeniedException"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := test.client.Converse(deadline(t), converse("hello"))
			var e smithy.APIError
			if !errors.As(err, &e) || e.ErrorCode() != test.code {
				t.Errorf("got %v, want %s", err, test.code)
			}
		})
	}
}

// meddling sends another body, or another date, than was signed.
type meddling struct {
	body bool
	date time.Duration
}

func (m meddling) Do(r *http.Request) (*http.Response, error) {
	if m.body {
		body, _ := io.ReadAll(r.Body)
		body = bytes.Replace(body, []byte("hello"), []byte("HELLO"), 1)
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	if m.date != 0 {
		r.Header.Set("X-Amz-Date", time.Now().Add(m.date).UTC().Format("20060102T150405Z"))
	}
	return http.DefaultClient.Do(r)
}

func TestBedrockRefusesWhatWasAltered(t *testing.T) {
	s := bedrockServer(t, fakemodel.Options{})
	for name, test := range map[string]struct {
		m    meddling
		says string
	}{
		"nothing": {meddling{}, ""}, "body": {meddling{body: true}, "does not match"},
		"moment": {meddling{date: time.Minute}, "does not match"}, "an hour": {meddling{date: -time.Hour}, "Signature expired"},
	} {
		t.Run(name, func(t *testing.T) {
			c := bedrockruntime.New(bedrockruntime.Options{
				Region: "us-east-1", BaseEndpoint: &s.URL, RetryMaxAttempts: 1, HTTPClient: test.m,
				Credentials: credentials.NewStaticCredentialsProvider(fakemodel.AccessKey, fakemodel.SecretKey, ""),
			})
			_, err := c.Converse(deadline(t), converse("hello"))
			if (test.says == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v, want %q", err, test.says)
			}
		})
	}
}

func TestBedrockErrorsAsTheClientReadsThem(t *testing.T) {
	tests := []struct {
		fault fakemodel.Fault
		want  func(error) bool
	}{
		{fakemodel.RateLimitBare, isError[*types.ThrottlingException]}, {fakemodel.QuotaExhausted, isError[*types.ThrottlingException]},
		{fakemodel.RateLimitInfo, isError[*types.ModelNotReadyException]}, {fakemodel.ServerError, isError[*types.InternalServerException]},
		{fakemodel.Unavailable, isError[*types.ServiceUnavailableException]}, {fakemodel.Overloaded, isError[*types.ModelErrorException]},
		{fakemodel.TimedOut, isError[*types.ModelTimeoutException]}, {fakemodel.Forbidden, isError[*types.AccessDeniedException]},
		{fakemodel.UnknownModel, isError[*types.ResourceNotFoundException]}, {fakemodel.TooLong, isError[*types.ValidationException]},
		{fakemodel.BadParameter, isError[*types.ValidationException]},
	}
	for _, test := range tests {
		t.Run(string(test.fault), func(t *testing.T) {
			s := bedrockServer(t, fakemodel.Options{})
			s.Next(test.fault)
			_, err := bedrockBearing(s, fakemodel.Key).Converse(deadline(t), converse("hello"))
			if err == nil || !test.want(err) {
				t.Errorf("got %v", err)
			}
		})
	}
	s := bedrockServer(t, fakemodel.Options{})
	s.Next(fakemodel.EchoedKey)
	if _, err := bedrockBearing(s, fakemodel.Key).Converse(deadline(t), converse("hello")); err == nil ||
		!strings.Contains(err.Error(), fakemodel.Key) {
		t.Errorf("the key is not echoed: %v", err)
	}
}

func isError[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}

func TestBedrockEnds(t *testing.T) {
	m := bedrockSpec(t)
	for fault, want := range map[fakemodel.Fault]types.StopReason{
		fakemodel.Refusal: "content_filtered", fakemodel.ContentFilter: "guardrail_intervened", fakemodel.Incomplete: "max_tokens",
		fakemodel.NoText: "end_turn", fakemodel.WrongModel: "end_turn",
	} {
		t.Run(string(fault), func(t *testing.T) {
			s := bedrockServer(t, fakemodel.Options{})
			s.Next(fault)
			c, kept := bedrockSigning(s, fakemodel.AccessKey, fakemodel.SecretKey)
			o, err := c.Converse(deadline(t), converse("hello"))
			if err != nil || o.StopReason != want {
				t.Fatalf("%+v, %v", o, err)
			}
			if (fault == fakemodel.WrongModel) != (o.Trace != nil) {
				t.Errorf("trace %+v", o.Trace)
			}
			if err := m.response("Converse", kept.body); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestBedrockEmbeddings(t *testing.T) {
	s := bedrockServer(t, fakemodel.Options{})
	c, _ := bedrockSigning(s, fakemodel.AccessKey, fakemodel.SecretKey)
	many := `{"input_type":"search_document","texts":["x"` + strings.Repeat(`,"x"`, 96) + `]}`
	tests := []struct{ name, model, body, says string }{
		{"cohere v3", "cohere.embed-english-v3", `{"texts":["a b","c"],"input_type":"search_document","truncate":"END"}`, ""},
		{"cohere v4", "cohere.embed-v4:0",
			`{"texts":["a b","c"],"input_type":"search_query","output_dimension":512,"embedding_types":["float"]}`, ""},
		{"titan", "amazon.titan-embed-text-v2:0", `{"inputText":"a b","dimensions":256,"normalize":true}`, ""},
		{"no input type", "cohere.embed-english-v3", `{"texts":["a"]}`, "required key [input_type] not found"},
		{"too many texts", "cohere.embed-english-v3", many, "at most 96"},
		{"long text", "cohere.embed-english-v3",
			`{"texts":["` + strings.Repeat("a", 2049) + `"],"input_type":"search_query"}`, "maxLength: 2048"},
		{"key of v4 to v3", "cohere.embed-english-v3", `{"texts":["a"],"input_type":"search_query","output_dimension":512}`,
			"extraneous key [output_dimension]"},
		{"odd dimension", "amazon.titan-embed-text-v2:0", `{"inputText":"a","dimensions":300}`, "dimensions"},
		{"rerank", "cohere.rerank-v3-5:0", `{"query":"revenue","documents":["a cat","revenue"],"api_version":2}`, ""},
		{"unknown model", "nobody", `{}`, "model identifier is invalid"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o, err := c.InvokeModel(deadline(t), &bedrockruntime.InvokeModelInput{ModelId: &test.model,
				Body: []byte(test.body), ContentType: aws.String("application/json")})
			if test.says != "" {
				if !isError[*types.ValidationException](err) || !strings.Contains(err.Error(), test.says) {
					t.Errorf("got %v, want %q", err, test.says)
				}
				return
			}
			var out struct {
				Embedding  []float32
				Embeddings json.RawMessage
				Results    []struct{ Index int }
			}
			if err != nil || json.Unmarshal(o.Body, &out) != nil {
				t.Fatalf("%v, %v", o, err)
			}
			got := ""
			switch {
			case out.Embedding != nil:
				got = fmt.Sprint(len(out.Embedding))
			case out.Results != nil:
				got = fmt.Sprint(out.Results[0].Index, len(out.Results))
			default:
				var flat [][]float32
				var typed struct{ Float [][]float32 }
				if json.Unmarshal(out.Embeddings, &flat) != nil {
					json.Unmarshal(out.Embeddings, &typed)
					flat = typed.Float
				}
				got = fmt.Sprint(len(flat), len(flat[0]))
			}
			if want := map[string]string{"cohere v3": "2 1024", "cohere v4": "2 512", "titan": "256", "rerank": "1 2"}[test.name]; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}
