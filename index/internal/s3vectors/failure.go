package s3vectors

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index/internal/remote"
)

// errorBody is the body of a refusal; the type is in a header, and in the body of some.
type errorBody struct {
	Message string `json:"message"`
	Upper   string `json:"Message"`
	Type    string `json:"__type"`
	Fields  []struct {
		Path    string `json:"path"`
		Message string `json:"message"`
	} `json:"fieldList"`
}

type codeRow struct {
	code string
	kind call.Kind
	next string
}

// codes are the refusals whose type says more than their status.
var codes = []codeRow{
	{"AccessDeniedException", call.Forbidden, "allow the action to the credentials; a query with a filter or with " +
		"metadata needs s3vectors:GetVectors beside s3vectors:QueryVectors"},
	{"UnrecognizedClientException", call.BadKey, "check AWS_ACCESS_KEY_ID: the service does not know it"},
	{"InvalidSignatureException", call.BadKey, "check AWS_SECRET_ACCESS_KEY and the clock of this machine"},
	{"IncompleteSignatureException", call.BadKey, "check the AWS credentials in the environment"},
	{"ExpiredTokenException", call.BadKey, "renew the AWS credentials: their token is over"},
	{"ServiceQuotaExceededException", call.NoQuota,
		"ask AWS for a higher quota of S3 Vectors, or spread the records over several indexes"},
	{"TooManyRequestsException", call.RateLimited,
		"set a lower concurrency: an index takes 1,000 writes and 2,500 vectors per second"},
	{"RequestTimeoutException", call.Timeout, "the request did not arrive in time: a smaller batch does sooner"},
	{"ServiceUnavailableException", call.Overload,
		"the service takes no more at the moment; wait, or send smaller batches"},
	{"KmsDisabledException", call.Forbidden, "enable the encryption key of the bucket"},
	{"KmsInvalidStateException", call.Forbidden, "look at the state of the bucket's encryption key"},
	{"KmsInvalidKeyUsageException", call.Forbidden, "the bucket's encryption key must be symmetric and for encryption"},
	{"KmsNotFoundException", call.Forbidden, "the bucket's encryption key is gone or out of reach"},
}

// failure names what the service refused.
func failure(x *call.Exchange) *call.Failure {
	var b errorBody
	if json.Unmarshal(x.Body, &b) != nil {
		return remote.ByStatus(x.Status, "", remote.Page(x.Body))
	}
	code := cmp.Or(x.Header.Get("X-Amzn-Errortype"), b.Type)
	code, _, _ = strings.Cut(code, ":") // a namespace may follow, or come before a hash
	code = code[strings.LastIndexByte(code, '#')+1:]
	message := b.Message + b.Upper
	for _, field := range b.Fields {
		message += fmt.Sprintf("; %s: %s", field.Path, field.Message)
	}
	f := remote.ByStatus(x.Status, code, message)
	for _, row := range codes {
		if row.code == code {
			f.Kind, f.Next = row.kind, row.next
		}
	}
	return f
}
