package main

import (
	"github.com/spf13/cobra"

	"github.com/assayhq/assay/workspace/doctor"
)

func modelsCheckCommand() *cobra.Command {
	var asJSON, ask bool
	c := &cobra.Command{
		Use:   "check [MODEL…]",
		Short: "Ask the providers whether models exist, answer and last",
		Long: `Check models: those named (a name of assay.yaml or PROVIDER/MODEL), or all of assay.yaml, or, where
nothing is configured, every provider whose key is set.

Each provider is asked for its list of models, which costs nothing. With --ask each model also answers one
short question, which shows the model that is really served and costs a fraction of a cent.`,
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := local.Config()
			if err != nil {
				return err
			}
			results, err := doctor.CheckModels(c.Context(), cfg, args, ask)
			if err != nil {
				return err
			}
			return printResults(c.OutOrStdout(), results, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per line")
	c.Flags().BoolVar(&ask, "ask", false, "also ask each model a short question")
	return c
}
