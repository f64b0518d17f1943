package fakemodel

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// AccessKey and SecretKey are the pair whose signatures the fakes of AWS accept. That of Bedrock accepts the
// key of its options too, as a bearer.
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
	for _, p := range strings.Split(rest, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(p), "=")
		parts[name] = value
	}
	scope := strings.Split(parts["Credential"], "/")
	if len(scope) != 5 || scope[4] != "aws4_request" || parts["Signature"] == "" {
		return signature{}, false
	}
	return signature{scope[0], scope[2], scope[3], strings.Split(parts["SignedHeaders"], ";"), parts["Signature"]}, true
}

// Verify signs a request to a service once more, with the secret that the server knows, and compares. It
// returns the error type and message of a request that it refuses.
func Verify(r *http.Request, body []byte, service string, now time.Time) (kind, message string) {
	given, ok := parseSignature(r.Header.Get("Authorization"))
	if !ok {
		return "IncompleteSignatureException", "Authorization header requires 'Credential', 'SignedHeaders' and 'Signature' parameters."
	}
	if given.access != AccessKey {
		return "UnrecognizedClientException", "The security token included in the request is invalid."
	}
	if given.service != service {
		return "InvalidSignatureException", fmt.Sprintf("Credential should be scoped to correct service: '%s', not '%s'.",
			service, given.service)
	}
	at, err := time.Parse(awsMoment, r.Header.Get("X-Amz-Date"))
	if err != nil {
		return "IncompleteSignatureException", "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header."
	}
	if skew := now.Sub(at); skew > furthestSkew || skew < -furthestSkew {
		return "InvalidSignatureException", fmt.Sprintf("Signature expired: %s is now earlier than %s (%s - 5 min.)",
			at.Format(awsMoment), now.UTC().Add(-furthestSkew).Format(awsMoment), now.UTC().Format(awsMoment))
	}
	if !slices.Contains(given.headers, "host") || !slices.Contains(given.headers, "x-amz-date") {
		return "InvalidSignatureException", "'Host' and 'X-Amz-Date' must be signed headers."
	}
	if subtle.ConstantTimeCompare([]byte(sign(r, body, given, at)), []byte(given.value)) != 1 {
		return "InvalidSignatureException", "The request signature we calculated does not match the signature you " +
			"provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details."
	}
	return "", ""
}

// sign is the signature that the request should have: over the headers that its sender chose, and over
// the body that arrived.
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
	if err := v4.NewSigner().SignHTTP(r.Context(), pair, again, hex.EncodeToString(sum[:]), given.service, given.region,
		at); err != nil {
		return ""
	}
	made, _ := parseSignature(again.Header.Get("Authorization"))
	return made.value
}
