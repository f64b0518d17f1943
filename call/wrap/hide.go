package wrap

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// hidden replaces what may be a key.
const hidden = "[hidden]"

// openHeaders are the request headers whose values are kept. A user may configure any header, and some hold
// keys (Authorization, api-key, Cookie), so what is not known to be harmless is hidden.
var openHeaders = []string{
	"Accept", "Anthropic-Beta", "Anthropic-Version", "Content-Type", "Openai-Beta", "X-Amzn-Bedrock-Trace",
	"X-Goog-Api-Client",
}

// openQuery are the parameters of addresses that are kept.
var openQuery = []string{
	"after", "after_id", "alt", "api-version", "before_id", "filter", "limit", "order", "page_size", "pageSize",
	"pageToken", "purpose", "uploadType",
}

// hideURL takes passwords and parameters that may be keys out of an address.
func hideURL(address string) string {
	if !strings.ContainsAny(address, "?@#") {
		return address
	}
	u, err := url.Parse(address)
	if err != nil {
		return hidden
	}
	if u.User != nil {
		u.User = url.User(hidden)
	}
	query := u.Query()
	for name := range query {
		if !slices.Contains(openQuery, name) {
			query.Set(name, hidden)
		}
	}
	u.RawQuery, u.Fragment = query.Encode(), ""
	return u.String()
}

// hideHeader replaces the values of headers that may be keys.
func hideHeader(h http.Header) http.Header {
	if len(h) == 0 {
		return h
	}
	kept := make(http.Header, len(h))
	for name, values := range h {
		if !slices.Contains(openHeaders, name) {
			values = []string{hidden}
		}
		kept[name] = values
	}
	return kept
}
