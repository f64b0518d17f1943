package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/encode"
	"github.com/assayhq/assay/encode/hub"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/workspace"
)

func modelsPullCommand() *cobra.Command {
	var asJSON, isOffline bool
	var revision string
	c := &cobra.Command{
		Use:   "pull NAME…",
		Short: "Fetch encoders from a model hub",
		Long: `Fetch encoders from the Hugging Face hub or a mirror of it: NAME is ORG/NAME, or ORG/NAME@REVISION with a
branch, a tag or a commit. Of a model those files are fetched that an encoder needs, its weights as safetensors
only; each is checked against the hash that the hub lists. A pull that was stopped goes on where it was, and what
is here is not fetched again.

Models stand in the directory that ASSAY_MODELS names, else in the cache directory of the user, under
assay/models, for all workspaces. HF_ENDPOINT names a mirror, HF_TOKEN holds the token for models that are not
open to all, HF_HUB_OFFLINE=1 makes no request; all of them may be set in .env.`,
		Args: atLeast(1, "the name of a model"),
		RunE: func(c *cobra.Command, args []string) error {
			names, err := modelNames(args, revision)
			if err != nil {
				return usage.Wrap(err)
			}
			store, h, err := openHub()
			if err != nil {
				return err
			}
			h.Offline = h.Offline || isOffline
			for _, n := range names {
				if err := pullModel(c, h, store, n, asJSON); err != nil {
					return err
				}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per line")
	c.Flags().BoolVar(&isOffline, "offline", false, "make no request: only say whether the model is here")
	c.Flags().StringVar(&revision, "revision", "", "pull this `REVISION`, as after an @")
	return c
}

// modelNames reads the names of models; a revision given apart belongs to the one name.
func modelNames(args []string, revision string) ([]hub.Name, error) {
	var names []hub.Name
	for _, arg := range args {
		if revision != "" {
			if len(args) > 1 || strings.Contains(arg, "@") {
				return nil, errors.New("--revision goes with one name, and without an @ in it")
			}
			arg += "@" + revision
		}
		n, err := hub.ParseName(arg)
		if err != nil {
			return nil, err
		}
		names = append(names, n)
	}
	return names, nil
}

// openHub is where models come from and where they are stored, by the environment and .env.
func openHub() (*hub.Store, *hub.Hub, error) {
	cfg, err := local.Config()
	if err != nil {
		return nil, nil, err
	}
	store, err := hub.Open(cfg.Env)
	if err != nil {
		return nil, nil, err
	}
	env, err := cfg.EnvFor("HF_TOKEN", hub.EndpointVar)
	if err != nil {
		return nil, nil, err
	}
	h, err := hub.Connect(env)
	if err != nil {
		return nil, nil, err
	}
	h.Tool, h.Readable = version, encode.Readable
	return store, h, nil
}

// pulledModel is what `assay models pull --json` prints of a model.
type pulledModel struct {
	workspace.LocalModel
	Source  string `json:"source,omitempty"`
	Present bool   `json:"present"` // it was there before
	Fetched int64  `json:"fetched_bytes"`
}

func pullModel(c *cobra.Command, h *hub.Hub, store *hub.Store, n hub.Name, asJSON bool) error {
	meter := newMeter(c.ErrOrStderr())
	h.Progress = showPull(meter)
	p, err := h.Pull(c.Context(), store, n)
	meter.End()
	if err != nil {
		return err
	}
	row := pulledModel{workspace.DescribeLocal(p.Model), p.Source, p.Present, p.Fetched}
	if asJSON {
		return json.NewEncoder(c.OutOrStdout()).Encode(&row)
	}
	how := "pulled " + megabytes(p.Fetched)
	if p.Present {
		how = "was here"
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s@%.12s  %s, %d files, %s, licence %s\n  %s\n", row.Model, row.SHA, how,
		row.Files, megabytes(row.Bytes), row.LicenseName(), row.Dir)
	return err
}
