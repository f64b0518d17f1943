package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/assayhq/assay/encode/hub"
	hubfake "github.com/assayhq/assay/encode/hub/fake"
)

type hubsKey struct{}

var hubs hubsKey

// encoderCommit is the commit of the models of the hub that scripts start.
const encoderCommit = "0123456789abcdef0123456789abcdef01234567"

// modelHub starts a model hub on loopback, or has it do something wrong: hub, hub PATH cut BYTES, hub PATH status
// CODE, hub asked N.
func modelHub(ts *testscript.TestScript, neg bool, args []string) {
	s, _ := ts.Value(hubs).(*hubfake.Server)
	switch {
	case neg:
		ts.Fatalf("unsupported: ! hub")
	case len(args) == 0:
		s = hubfake.New()
		ts.Defer(s.Close)
		ts.Setenv(hub.EndpointVar, s.URL)
		ts.Setenv("TOKEN", s.Token)
		for _, r := range encoders() {
			s.Add(r)
		}
		*ts.Value(hubHolders).(*hubHolder) = hubHolder{s}
	}
	_, _, _, _, _ = s, bytes.Repeat, binary.LittleEndian, fmt.Sprint, slices.Contains[[]string]
	_ = strings.Repeat
}
