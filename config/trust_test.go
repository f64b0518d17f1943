package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index/engine"
)

// TestWithheldKeys has a workspace name where a key of the environment goes.
func TestWithheldKeys(t *testing.T) {
	const engines = "engines:\n  e: {type: qdrant, collection: c, url: 'https://elsewhere.example'}\n"
	at := func(provider, address string) string {
		return "providers:\n  " + provider + ": {base_url: '" + address + "'}\n"
	}
	tests := []struct {
		name, file, dotenv, env, host string
		free                          bool
	}{
		{name: "another host", file: at("openai", "https://elsewhere.example/v1")},
		{name: "the own host", file: at("openai", "https://api.openai.com/v1"), free: true},
		{name: "the own host, in clear", file: at("openai", "http://api.openai.com/v1")},
		{name: "a host that begins like it", file: at("openai", "https://api.openai.com.elsewhere.example/v1")},
		{name: "this machine", file: at("openai", "http://127.0.0.1:8000/v1"), free: true},
		{name: "this machine by name", file: at("openai", "http://localhost:8000/v1"), free: true},
		{name: "nearly this machine", file: at("openai", "http://localhost.elsewhere.example/v1")},
		{name: "an address of .env", dotenv: "OPENAI_BASE_URL=https://elsewhere.example/v1\n"},
		{name: "an address of the environment", env: "OPENAI_BASE_URL=https://elsewhere.example/v1", free: true},
		{name: "another variable", file: "providers:\n  openai: {type: compatible, base_url: 'https://elsewhere.example', key_env: ANY_KEY}\n", env: "ANY_KEY=k"},
		{name: "a key of .env", file: at("mistral", "https://elsewhere.example/v1"), dotenv: "MISTRAL_API_KEY=k-of-the-workspace\n", free: true},
		{name: "trusted by a variable", file: at("openai", "https://elsewhere.example/v1"), env: TrustVar + "=a.example, Elsewhere.example", free: true},
		{name: "trusted by .env", file: at("openai", "https://elsewhere.example/v1"), dotenv: TrustVar + "=elsewhere.example\n"},
		{name: "trusted by the user", file: at("openai", "https://elsewhere.example:8443/v1"), host: "elsewhere.example", free: true},
		{name: "another port", file: at("openai", "https://elsewhere.example/v1"), host: "elsewhere.example:8443"},
		{name: "an engine", file: engines, env: "QDRANT_API_KEY=k"},
		{name: "an engine without a key", file: engines, free: true},
		{name: "an engine that is trusted", file: engines, env: "QDRANT_API_KEY=k", host: "elsewhere.example", free: true},
		{name: "several addresses", file: "engines:\n  e: {type: weaviate, class: C, url: 'http://localhost:1,https://elsewhere.example'}\n",
			env: "WEAVIATE_API_KEY=k"},
		{name: "a hub", dotenv: "HF_ENDPOINT=https://elsewhere.example\n", env: "HF_TOKEN=t"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			settings(t)
			t.Setenv("OPENAI_API_KEY", "sk-of-the-environment")
			if name, value, ok := strings.Cut(c.env, "="); ok {
				t.Setenv(name, value)
			}
			if c.host != "" {
				if err := TrustHost(c.host); err != nil {
					t.Fatal(err)
				}
			}
			dir := t.TempDir()
			for name, text := range map[string]string{FileName: c.file, ".env": c.dotenv} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if err := refusal(t, dir); (err == nil) != c.free || err != nil && !strings.Contains(err.Error(), "elsewhere.example") &&
				!strings.Contains(err.Error(), "api.openai.com") {
				t.Errorf("%v", err)
			}
			if err := TrustWorkspace(dir); err != nil {
				t.Fatal(err)
			}
			if err := refusal(t, dir); err != nil {
				t.Errorf("in a workspace of the user's own: %v", err)
			}
		})
	}
}

// settings gives a test a directory of settings of its own.
func settings(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"XDG_CONFIG_HOME", "HOME", "AppData"} {
		t.Setenv(name, dir)
	}
}

// refusal is why one of the connections of a workspace gets no key.
func refusal(t *testing.T, dir string) error {
	c, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(c.ProviderNames(), "openai") {
		conn, err := c.Connect(name)
		if err != nil {
			t.Fatal(err)
		}
		if conn.Withheld != nil {
			_, err := conn.Sender.Send(t.Context(), &call.Call{Method: "GET", URL: conn.BaseURL, Provider: name})
			if call.KindOf(err) != call.Withheld {
				t.Errorf("a call ends with %v", err)
			}
			return conn.Withheld
		}
	}
	for _, name := range c.EngineNames() {
		if row := c.Engines[name]; row.Type() != "" {
			if _, err := c.OpenEngine(name, "", engine.Shape{Dimension: 4}); call.KindOf(err) == call.Withheld {
				return err
			}
		}
	}
	_, err = c.EnvFor("HF_TOKEN", "HF_ENDPOINT")
	return err
}

func TestTrustHost(t *testing.T) {
	settings(t)
	for _, host := range []string{"", "https://a.example", "a.example/v1", "a b", "user@a.example", "a.example\nb.example", ":80"} {
		if err := TrustHost(host); err == nil {
			t.Errorf("%q is taken for a host", host)
		}
	}
	for range 2 {
		if err := TrustHost("A.example:8443"); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := TrustedHosts(); err != nil || len(all) != 1 || all[0] != "a.example:8443" {
		t.Errorf("%q, %v", all, err)
	}
}
