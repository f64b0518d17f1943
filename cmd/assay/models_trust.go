package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/config"
)

func modelsTrustCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "trust [HOST…]",
		Short: "Let keys of the environment be sent to hosts that a workspace names",
		Long: `Let keys of the environment be sent to hosts that a workspace names: an assay.yaml or a .env that came from
somebody else could name any. It is remembered for this user, in every workspace; without a host it lists what is.

No question arises for a provider's own address, one on this machine, a key that .env holds, an address that the
environment names, or a workspace that this user made with 'assay init'. CI sets ` + config.TrustVar + ` to hosts between commas.`,
		RunE: func(c *cobra.Command, hosts []string) error {
			for _, host := range hosts {
				if err := config.TrustHost(host); err != nil {
					return err
				}
			}
			if len(hosts) > 0 {
				return nil
			}
			known, err := config.TrustedHosts()
			if err != nil {
				return err
			}
			for _, host := range known {
				if _, err := fmt.Fprintln(c.OutOrStdout(), host); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
