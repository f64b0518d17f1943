package config

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index/engine"
	"github.com/assayhq/assay/model/provider"
)

// A workspace may come from somebody else, and its assay.yaml and .env may name any address. So a key of the process's
// environment goes to an address that the workspace names only if that is the provider's own, on this machine, or
// trusted: by TrustVar, by 'assay models trust', or because this user made the workspace with 'assay init'. A key
// that .env holds came with the address and goes along.

// TrustVar lists hosts, between commas, that keys of the environment may be sent to. It is read from the process's
// environment alone, and CI sets it.
const TrustVar = "ASSAY_TRUSTED_HOSTS"

// Files of the user's own that say what is trusted, one entry per line.
const (
	hostsFile      = "trusted-hosts"
	workspacesFile = "workspaces"
)

// TrustHost remembers, for this user, a host that keys of the environment may be sent to: a name or an address, with a
// port or for every port.
func TrustHost(host string) error {
	u, err := url.Parse("//" + host)
	if err != nil || u.Host == "" || u.Host != host || u.Hostname() == "" {
		return fmt.Errorf("%q is no host: give its name or address, such as models.example.com or models.example.com:8443", host)
	}
	return remember(hostsFile, strings.ToLower(host))
}

// TrustedHosts are those that this user has confirmed.
func TrustedHosts() ([]string, error) { return remembered(hostsFile) }

// TrustWorkspace remembers a directory as one that this user made a workspace of.
func TrustWorkspace(dir string) error {
	path, err := realPath(dir)
	if err != nil {
		return err
	}
	return remember(workspacesFile, path)
}

func realPath(dir string) (string, error) {
	path, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}

// userPath is a file in the user's own directory of settings.
func userPath(name string) (string, error) {
	dir, err := os.UserConfigDir()
	return filepath.Join(dir, "assay", name), err
}

// remembered are the lines of a file of the user. Without a directory of settings nothing is remembered.
func remembered(name string) (lines []string, err error) {
	path, err := userPath(name)
	if err != nil {
		return nil, nil
	}
	src, err := readSmall(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for s := bufio.NewScanner(bytes.NewReader(src)); s.Scan(); {
		if line := s.Text(); line != "" {
			lines = append(lines, line)
		}
	}
	return lines, err
}

func remember(name, line string) error {
	lines, err := remembered(name)
	if err != nil || slices.Contains(lines, line) {
		return err
	}
	if strings.ContainsAny(line, "\r\n") {
		return fmt.Errorf("%q cannot be remembered: it has a line break", line)
	}
	path, err := userPath(name)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(line + "\n")
	return errors.Join(err, f.Close())
}

// withheld is why keys of the environment are not sent to an address that the workspace names; nil if they may be.
func (c *Config) withheld(address string, variables ...string) error {
	variable := ""
	for _, name := range variables {
		if variable == "" && name != "" && os.Getenv(name) != "" {
			variable = name
		}
	}
	if variable == "" {
		return nil
	}
	host, name := strings.ToLower(address), ""
	if u, err := url.Parse(host); err == nil && u.Host != "" {
		host, name = u.Host, u.Hostname()
	}
	ip := net.ParseIP(name)
	if address == "" || name == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	hosts, err := remembered(hostsFile)
	if err != nil {
		return err
	}
	for _, trusted := range append(hosts, strings.Split(strings.ToLower(os.Getenv(TrustVar)), ",")...) {
		if trusted = strings.TrimSpace(trusted); trusted == host || trusted == name {
			return nil
		}
	}
	if dir, err := realPath(c.dir); err == nil {
		made, err := remembered(workspacesFile)
		if err != nil || slices.Contains(made, dir) {
			return err
		}
	}
	return &call.Failure{
		Kind:    call.Withheld,
		Message: fmt.Sprintf("%s of the environment is not sent to %s, which the workspace names", variable, host),
		Next:    fmt.Sprintf("if that host is to have it: 'assay models trust %s', or set %s=%s", host, TrustVar, host),
	}
}

// withheldFrom is why a provider gets no key; nil if it may.
func (c *Config) withheldFrom(p Provider, row *provider.Row) error {
	address := p.BaseURL
	if address == "" && row.BaseVar != "" && os.Getenv(row.BaseVar) == "" {
		address = c.env.Get(row.BaseVar)
	}
	own, err := url.Parse(row.BaseURL)
	u, errAddress := url.Parse(address)
	if address == "" || err == nil && errAddress == nil && u.Scheme == own.Scheme && strings.EqualFold(u.Host, own.Host) {
		return nil
	}
	variables := row.KeyVars()
	if p.KeyEnv != "" {
		variables = []string{p.KeyEnv}
	}
	return c.withheld(address, variables...)
}

// engineWithheld is why an engine gets no key; nil if it may. Of several addresses each has to be trusted.
func (c *Config) engineWithheld(row engine.Row, values map[string]string) error {
	var variables []string
	for _, s := range row.Settings {
		if name, isKey := strings.CutSuffix(s.Name, "_var"); isKey && name != "url" {
			variables = append(variables, cmp.Or(values[s.Name], s.Default))
		}
	}
	for _, address := range strings.Split(values["url"], ",") {
		if err := c.withheld(strings.TrimSpace(address), variables...); err != nil {
			return err
		}
	}
	return nil
}

// EnvFor is Env for something that is reached at the addresses in variables with a key in another: an error if .env
// names one of the addresses, the environment has the key, and the address is not trusted with it.
func (c *Config) EnvFor(key string, addresses ...string) (func(string) string, error) {
	for _, name := range addresses {
		if os.Getenv(name) == "" {
			if err := c.withheld(c.env.Get(name), key); err != nil {
				return nil, err
			}
		}
	}
	return c.env.Get, nil
}
