package fake

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// AccessKey and SecretKey are the pair whose signatures the fakes of AWS accept.
const (
	AccessKey = "AKIAFAKE000000000001"
	SecretKey = "fake/secret/0123456789abcdefghijklmnopqr"
)

// furthestSkew is how far a request's clock may be from the server's.
const furthestSkew = 5 * time.Minute

const awsMoment = "20060102T150405Z"

// signature is what an Authorization header of Signature Version 4 says.
type signature struct {
	access, region, service string
	headers                 []string
	value                   string
}

func parseSignature(header string) (signature, bool) {
	rest, ok := strings.CutPrefix(header, "AWS4-HMAC-SHA256 ")
	if !ok {
		return signature{}, false
	}
	parts := map[string]string{}
	for p := range strings.SplitSeq(rest, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(p), "=")
		parts[name] = value
	}
	scope := strings.Split(parts["Credential"], "/")
	if len(scope) != 5 || scope[4] != "aws4_request" || parts["Signature"] == "" {
		return signature{}, false
	}
	return signature{scope[0], scope[2], scope[3], strings.Split(parts["SignedHeaders"], ";"), parts["Signature"]}, true
}

// verify signs the request once more, with the secret that the server knows, and compares.
func verify(r *http.Request, body []byte, service string, now time.Time) *s3Refusal {
	wrong := func(code, message string) *s3Refusal { return &s3Refusal{http.StatusForbidden, code, message} }
	given, ok := parseSignature(r.Header.Get("Authorization"))
	at, err := time.Parse(awsMoment, r.Header.Get("X-Amz-Date"))
	switch {
	case !ok || err != nil:
		return wrong("IncompleteSignatureException", "Authorization header requires 'Credential', 'SignedHeaders' and 'Signature' parameters, and a date.")
	case given.access != AccessKey:
		return wrong("UnrecognizedClientException", "The security token included in the request is invalid.")
	case given.service != service:
		return wrong("InvalidSignatureException", "Credential should be scoped to correct service: '"+service+"', not '"+given.service+"'.")
	case now.Sub(at).Abs() > furthestSkew:
		return wrong("InvalidSignatureException", "Signature expired.")
	case !slices.Contains(given.headers, "host") || !slices.Contains(given.headers, "x-amz-date"):
		return wrong("InvalidSignatureException", "'Host' and 'X-Amz-Date' must be signed headers.")
	case subtle.ConstantTimeCompare([]byte(sign(r, body, given, at)), []byte(given.value)) != 1:
		return wrong("InvalidSignatureException", "The request signature we calculated does not match the signature you provided.")
	}
	return nil
}

// sign is the signature that the request should have: over the headers that its sender chose, and over the
// body that arrived.
func sign(r *http.Request, body []byte, given signature, at time.Time) string {
	u, err := url.ParseRequestURI(r.RequestURI)
	if err != nil {
		return ""
	}
	u.Scheme, u.Host = "http", r.Host
	again := &http.Request{Method: r.Method, URL: u, Host: r.Host, Header: http.Header{}}
	for _, name := range given.headers {
		switch name {
		case "host":
		case "content-length":
			again.ContentLength = int64(len(body))
		default:
			again.Header[http.CanonicalHeaderKey(name)] = r.Header.Values(name)
		}
	}
	sum := sha256.Sum256(body)
	pair := aws.Credentials{AccessKeyID: AccessKey, SecretAccessKey: SecretKey}
	if err := v4.NewSigner().SignHTTP(r.Context(), pair, again, hex.EncodeToString(sum[:]), given.service, given.region, at); err != nil {
		return ""
	}
	made, _ := parseSignature(again.Header.Get("Authorization"))
	return made.value
}
