package tape

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// hidden stands in a tape for what may be a key.
const hidden = "[hidden]"

// openHeaders are the request headers whose values are kept. A user may configure any header, and some hold
// keys (Authorization, api-key, Cookie), so what is not known to be harmless is hidden.
var openHeaders = []string{
	"Accept", "Anthropic-Beta", "Anthropic-Version", "Content-Type", "Openai-Beta", "X-Amzn-Bedrock-Trace",
	"X-Goog-Api-Client",
}

func headerIsOpen(name string) bool { return slices.Contains(openHeaders, name) }

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

// Hidden is a request as a tape keeps it: without what may be a key.
func (r Request) Hidden() Request {
	r.URL = hideURL(r.URL)
	if len(r.Header) == 0 {
		return r
	}
	kept := make(http.Header, len(r.Header))
	for name, values := range r.Header {
		if !headerIsOpen(name) {
			values = []string{hidden}
		}
		kept[name] = values
	}
	r.Header = kept
	return r
}
