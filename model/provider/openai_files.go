package provider

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/assayhq/assay/call"
)

// maxUploadBytes is the size of the largest file that OpenAI takes.
const maxUploadBytes = 512 << 20

// Upload is a file for OpenAI to keep.
type Upload struct {
	Name    string // whose ending says what the file holds
	Purpose string // assistants (for vector stores), batch, user_data, evals
	Content []byte
	Expires time.Duration // after which OpenAI deletes it, an hour to 30 days; 0 keeps it until it is deleted
}

// File is a file that OpenAI keeps.
type File struct {
	ID      string
	Name    string
	Purpose string
	Bytes   int64
	Created time.Time
	Expires time.Time // zero if it does not
}

type fileReply struct {
	ID      string `json:"id"`
	Name    string `json:"filename"`
	Purpose string `json:"purpose"`
	Bytes   int64  `json:"bytes"`
	Created int64  `json:"created_at"`
	Expires int64  `json:"expires_at"`
}

func (f *fileReply) file() File {
	return File{f.ID, f.Name, f.Purpose, f.Bytes, moment(f.Created), moment(f.Expires)}
}

// moment is a time in Unix seconds; 0 and less are no time.
func moment(unix int64) time.Time {
	if unix <= 0 {
		return time.Time{}
	}
	return time.Unix(unix, 0).UTC()
}

// manager keeps state at OpenAI: calls that are never cached, through whatever wrappers the sender has.
type manager struct {
	*endpoint
	sender call.Sender
}

// newManager refuses providers that keep no files.
func newManager(c *Connection, s call.Sender) (manager, error) {
	if c.Row.Name != "openai" && c.Row.Name != "azure" {
		return manager{}, fmt.Errorf("provider %s keeps no files and batches in OpenAI's way; take provider openai", c.end.name)
	}
	return manager{c.end, s}, nil
}

// ask sends a call and reads its reply as JSON of the form of T. A T that lacks the id that every object
// of OpenAI has was another thing.
func ask[T any](ctx context.Context, m manager, c *call.Call) (*T, error) {
	c.Provider = m.name
	c.Operation = cmp.Or(c.Operation, call.Manage)
	reading := m.reading("")
	c.Read = func(x *call.Exchange) (call.Result, error) {
		v, ok := new(T), struct {
			ID     string `json:"id"`
			Object string `json:"object"`
		}{}
		if x.Status/100 != 2 || json.Unmarshal(x.Body, &ok) != nil || ok.ID == "" && ok.Object == "" || json.Unmarshal(x.Body, v) != nil {
			return call.Result{}, reading.failure(x)
		}
		return call.Result{Value: v}, nil
	}
	reply, err := m.sender.Send(ctx, c)
	if err != nil {
		return nil, err
	}
	v, ok := reply.Result.Value.(*T)
	if !ok {
		return nil, fmt.Errorf("%s: %s %s was read as %T", m.name, c.Method, c.URL, reply.Result.Value)
	}
	return v, nil
}

// call is a call that manages state. Vector stores want the header that the SDKs send for them.
func (m manager) call(method, path string, body []byte) *call.Call {
	c := m.post(path, body, nil)
	c.Method = method
	if body == nil {
		c.Header.Del("Content-Type")
	}
	if strings.HasPrefix(path, "/vector_stores") {
		c.Header.Set("OpenAI-Beta", "assistants=v2")
	}
	return c
}

// postJSON is a call that sends a value.
func (m manager) postJSON(path string, v any) (*call.Call, error) {
	body, err := encode(v)
	if err != nil {
		return nil, err
	}
	return m.call(http.MethodPost, path, body), nil
}

// upload sends a file as a form. The form's boundary is made of the content, so that equal files are
// equal bytes.
func (m manager) upload(ctx context.Context, u Upload) (*File, error) {
	switch {
	case len(u.Content) == 0:
		return nil, &call.Failure{Kind: call.BadRequest, Provider: m.name, Message: fmt.Sprintf("upload %q: the file is empty", u.Name)}
	case len(u.Content) > maxUploadBytes:
		return nil, &call.Failure{Kind: call.BadRequest, Provider: m.name,
			Message: fmt.Sprintf("upload %q: more than %d MB", u.Name, maxUploadBytes>>20), Next: "split the file"}
	}
	body, boundary, err := u.form()
	if err != nil {
		return nil, call.FailureOf(&call.Call{Provider: m.name}, err)
	}
	c := m.post("/files", body, nil)
	c.Header.Set("Content-Type", "multipart/form-data; boundary="+boundary)
	reply, err := ask[fileReply](ctx, m, c)
	if err != nil {
		return nil, err
	}
	f := reply.file()
	return &f, nil
}

func (u *Upload) form() (body []byte, boundary string, err error) {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %q %d\n", u.Name, u.Purpose, u.Expires)
	sum.Write(u.Content)
	boundary = "assay-" + hex.EncodeToString(sum.Sum(nil)[:16])
	var b bytes.Buffer
	b.Grow(len(u.Content) + 1024)
	w := multipart.NewWriter(&b)
	if err := w.SetBoundary(boundary); err != nil {
		return nil, "", err
	}
	w.WriteField("purpose", u.Purpose) // writes to memory do not fail
	if u.Expires > 0 {
		w.WriteField("expires_after[anchor]", "created_at")
		w.WriteField("expires_after[seconds]", strconv.FormatInt(int64(u.Expires/time.Second), 10))
	}
	part, err := w.CreateFormFile("file", u.Name)
	if err != nil {
		return nil, "", err
	}
	part.Write(u.Content)
	if err := w.Close(); err != nil {
		return nil, "", err
	}
	return b.Bytes(), boundary, nil
}

// deleteFile deletes a file; one that is not there is as good as deleted.
func (m manager) deleteFile(ctx context.Context, id string) error {
	return m.gone(ctx, "/files/"+url.PathEscape(id))
}

func (m manager) gone(ctx context.Context, path string) error {
	_, err := ask[deletedReply](ctx, m, m.call(http.MethodDelete, path, nil))
	var f *call.Failure
	if errors.As(err, &f) && f.Status == http.StatusNotFound {
		return nil
	}
	return err
}

type deletedReply struct {
	Deleted bool `json:"deleted"`
}

// pageReply is a page of a list of OpenAI's.
type pageReply[T any] struct {
	Data   []T    `json:"data"`
	More   bool   `json:"has_more"`
	LastID string `json:"last_id"`
}

// maxListPages bounds a list that never ends.
const maxListPages = 1_000

// list asks for all pages of a list.
func list[T any](ctx context.Context, m manager, path string, query url.Values, id func(*T) string) ([]T, error) {
	var all []T
	query.Set("limit", "100")
	for range maxListPages {
		page, err := ask[pageReply[T]](ctx, m, m.call(http.MethodGet, path+"?"+query.Encode(), nil))
		if err != nil {
			return all, err
		}
		all = append(all, page.Data...)
		after := page.LastID
		if after == "" && len(page.Data) > 0 {
			after = id(&page.Data[len(page.Data)-1])
		}
		if !page.More || after == "" || after == query.Get("after") {
			return all, nil
		}
		query.Set("after", after)
	}
	return all, fmt.Errorf("%s: list %s: more than %d pages", m.name, path, maxListPages)
}
