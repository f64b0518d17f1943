package hub

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// pythonVariable names an interpreter with huggingface_hub.
const pythonVariable = "ASSAY_HUB_PYTHON"

// fetchByOthers has the hub's own client fetch a snapshot, and say what it takes the hub's refusals for.
const fetchByOthers = `
import json, os, sys
from huggingface_hub import HfApi, snapshot_download
from huggingface_hub.errors import GatedRepoError, RepositoryNotFoundError, RevisionNotFoundError, RemoteEntryNotFoundError
from huggingface_hub import hf_hub_download
api = HfApi()
info = api.model_info("acme/tiny-encoder", files_metadata=True)
found = {"sha": info.sha, "files": {s.rfilename: [s.size, s.lfs.sha256 if s.lfs else s.blob_id] for s in info.siblings}}
found["dir"] = snapshot_download("acme/tiny-encoder", ignore_patterns=["*.bin", "*.onnx"])
def refused(kind, *args, **kw):
    try:
        hf_hub_download(*args, **kw)
    except kind as e:
        return type(e).__name__
    return "nothing"
found["gated"] = refused(GatedRepoError, "acme/gated", "config.json")
found["revision"] = refused(RevisionNotFoundError, "acme/tiny-encoder", "config.json", revision="nowhere")
found["entry"] = refused(RemoteEntryNotFoundError, "acme/tiny-encoder", "nothing.json")
found["repo"] = refused(RepositoryNotFoundError, "acme/nothing", "config.json")
json.dump(found, sys.stdout)
`

// TestOfficialClient has the hub's own client for Python use our hub, which is how we know that it answers as the
// real one does, and then finds in its cache what it fetched.
func TestOfficialClient(t *testing.T) {
	python := os.Getenv(pythonVariable)
	if python == "" {
		t.Skipf("%s names no interpreter with huggingface_hub", pythonVariable)
	}
	gated := acme(shaB)
	gated.ID, gated.Gated = "acme/gated", "manual"
	r := acme(shaA)
	b := setUp(t, r, gated)
	cmd := exec.Command(python, "-c", fetchByOthers)
	cmd.Env = append(os.Environ(), EndpointVar+"="+b.URL, "HF_HUB_CACHE="+b.store.Cache,
		"HF_HUB_DISABLE_PROGRESS_BARS=1", "HF_HUB_DISABLE_TELEMETRY=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var found struct {
		SHA, Dir, Gated, Revision, Entry, Repo string
		Files                                  map[string][]any
	}
	if err := json.Unmarshal(out, &found); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if found.SHA != shaA || len(found.Files) != len(r.Files) || found.Gated != "GatedRepoError" || found.Revision != "RevisionNotFoundError" ||
		found.Entry != "RemoteEntryNotFoundError" || found.Repo != "RepositoryNotFoundError" {
		t.Errorf("found %+v", found)
	}
	m, err := b.store.Find("acme/tiny-encoder")
	if err != nil || !m.Cached {
		t.Fatalf("%+v, %v", m, err)
	}
	if got, _ := filepath.EvalSymlinks(m.Dir); got != found.Dir && m.Dir != found.Dir {
		t.Errorf("found %s, the client says %s", m.Dir, found.Dir)
	}
	holds(t, m.Dir, r, wantFiles)
	if m.License != "mit" || m.ModelType != "bert" {
		t.Errorf("%+v", m.Manifest)
	}
}
