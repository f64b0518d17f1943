package weaviate

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/assayhq/assay/call"
)

// nodes sends requests to one node of a cluster until it fails, and then to the next: the try that failed is
// the caller's to repeat.
type nodes struct {
	inner   *http.Client
	hosts   []*url.URL
	current atomic.Int64
}

func newNodes(addresses []string, inner *http.Client) (*nodes, error) {
	if len(addresses) == 0 {
		return nil, errors.New("it has no address; write one as http://host:8080")
	}
	if inner == nil {
		inner = call.NewTransport()
	}
	n := &nodes{inner: inner}
	for _, a := range addresses {
		u, err := url.Parse(a)
		if err != nil || u.User != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") ||
			strings.Trim(u.Path, "/") != "" {
			return nil, errors.New("an address is not of the form https://host:port, without user or path")
		}
		n.hosts = append(n.hosts, u)
	}
	return n, nil
}

// client is the caller's client with the choice of a node before it.
func (n *nodes) client() *http.Client {
	c := *n.inner
	c.Transport = cmp.Or(c.Transport, http.DefaultTransport)
	c.Transport = &chooser{n, c.Transport}
	return &c
}

type chooser struct {
	*nodes
	send http.RoundTripper
}

// RoundTrip asks the current node. One that cannot be reached, or says that it is not up, is current no more.
func (c *chooser) RoundTrip(r *http.Request) (*http.Response, error) {
	at := c.current.Load()
	host := c.hosts[int(at)%len(c.hosts)]
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = host.Scheme, host.Host, ""
	response, err := c.send.RoundTrip(r)
	if err != nil || response.StatusCode >= http.StatusInternalServerError {
		c.current.CompareAndSwap(at, at+1)
	}
	if err == nil && response.ContentLength == 0 && response.StatusCode < http.StatusMultipleChoices {
		response.Body = io.NopCloser(strings.NewReader("{}")) // deleting a class answers nothing, not even an object
	}
	return response, err
}
