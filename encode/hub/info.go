package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/assayhq/assay/call"
)

// info is the hub's description of a model at a revision.
type info struct {
	ID       string          `json:"id"`
	SHA      string          `json:"sha"`
	Modified string          `json:"lastModified"`
	Gated    gate            `json:"gated"`
	Disabled bool            `json:"disabled"`
	Siblings []sibling       `json:"siblings"`
	Tags     []string        `json:"tags"`
	CardData json.RawMessage `json:"cardData"`
}

// sibling is a file in the hub's list.
type sibling struct {
	Path string `json:"rfilename"`
	Size *int64 `json:"size"`
	Blob string `json:"blobId"`
	LFS  *struct {
		SHA256 string `json:"sha256"`
		Size   int64  `json:"size"`
	} `json:"lfs"`
}

// gate is false, or how access is granted.
type gate string

func (g *gate) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) == nil {
		*g = gate(clip(s))
	}
	return nil
}

// describe asks the hub about a name.
func (h *Hub) describe(ctx context.Context, n Name) (*info, error) {
	address := h.Endpoint + "/api/models/" + n.Repo + "/revision/" + url.PathEscape(n.revision()) + "?blobs=true"
	var i *info
	err := h.try(ctx, n.Repo, func(ctx context.Context) (err error) {
		i, err = h.askInfo(ctx, n, address)
		return err
	})
	if err != nil {
		return nil, err
	}
	return i, i.check(n)
}

func (h *Hub) askInfo(ctx context.Context, n Name, address string) (*info, error) {
	ctx, alive, stop := h.watch(ctx)
	defer stop()
	a, err := h.get(ctx, address, http.Header{"Accept": {"application/json"}})
	if err != nil {
		return nil, err
	}
	if a.StatusCode != http.StatusOK {
		return nil, h.refusal(a, n, "the description")
	}
	defer a.Body.Close()
	body, err := io.ReadAll(io.LimitReader(watchedReader{a.Body, alive}, maxInfo+1))
	switch {
	case err != nil:
		return nil, h.broken(ctx, err)
	case len(body) > maxInfo:
		return nil, fmt.Errorf("model %q: %s describes it in more than %d MB", n.Repo, h.host(), maxInfo>>20)
	}
	i := &info{}
	if err := json.Unmarshal(body, i); err != nil {
		return nil, &call.Failure{Kind: call.Malformed,
			Message: "what comes is no description of a model: " + h.shown(err.Error()),
			Next:    "does " + EndpointVar + " name a hub?"}
	}
	return i, nil
}

func (i *info) check(n Name) error {
	switch {
	case !commit.MatchString(i.SHA):
		return fmt.Errorf("model %q: the hub names no commit but %.60q; does %s name a hub?", n.Repo, i.SHA, EndpointVar)
	case n.pinned() && i.SHA != n.Revision:
		return fmt.Errorf("model %q: commit %s was asked for, and the hub describes %s", n.Repo, n.Revision, i.SHA)
	case i.Disabled:
		return fmt.Errorf("model %q: the hub has disabled it", n.Repo)
	}
	return nil
}

// repo is the directory that a model gets: the name that was asked for, or, for one of the hub's oldest models,
// which are asked for without one, the name with an organisation that the hub gives.
func (i *info) repo(n Name) (string, error) {
	if strings.Contains(n.Repo, "/") {
		return n.Repo, nil
	}
	full, err := ParseName(i.ID)
	if org, name, ok := strings.Cut(full.Repo, "/"); err == nil && ok && full.Revision == "" &&
		strings.EqualFold(name, n.Repo) {
		return org + "/" + name, nil
	}
	return "", fmt.Errorf("model %q: name it ORG/NAME; the hub names no organisation for it", n.Repo)
}

// license is the licence that the card or the tags name; empty if there is none.
func (i *info) license() string {
	var card struct {
		License json.RawMessage `json:"license"`
		Name    string          `json:"license_name"`
	}
	var one string
	var many []string
	if json.Unmarshal(i.CardData, &card) == nil && json.Unmarshal(card.License, &one) != nil &&
		json.Unmarshal(card.License, &many) == nil {
		one = strings.Join(many[:min(len(many), 4)], ", ")
	}
	if one == "other" && card.Name != "" {
		one = "other (" + card.Name + ")"
	}
	for _, tag := range i.Tags {
		if value, ok := strings.CutPrefix(tag, "license:"); ok && one == "" {
			one = value
		}
	}
	return clip(one)
}

// cardLicense is the licence that the head of a README names: a line of the YAML between two lines of dashes.
func cardLicense(readme string) string {
	lines := strings.Split(strings.ReplaceAll(readme, "\r\n", "\n"), "\n")
	if strings.TrimSpace(lines[0]) != "---" {
		return ""
	}
	for _, line := range lines[1:] {
		if strings.TrimSpace(line) == "---" {
			break
		}
		if license, ok := strings.CutPrefix(line, "license:"); ok {
			license, _, _ = strings.Cut(license, " #")
			return clip(strings.Trim(strings.TrimSpace(license), `"'`))
		}
	}
	return ""
}

// clip shortens a word of the hub to fit a column.
func clip(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, s)
	return strings.TrimSpace(s[:min(len(s), 80)])
}
