package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/internal/atomicfile"
	"github.com/assayhq/assay/workspace"
)

// schemaPath is where init puts the schema that editors complete assay.yaml by.
var schemaPath = filepath.Join(workspaceDir, "assay.schema.json")

func initCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "init",
		Short: "Write a commented assay.yaml, and the schema that editors complete it by",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := workspace.CheckOwn(workspaceDir); err != nil {
				return err
			}
			if err := os.MkdirAll(workspaceDir, 0o777); err != nil {
				return err
			}
			err := atomicfile.Write(schemaPath, func(w io.Writer) error {
				_, err := w.Write(config.Schema)
				return err
			})
			if err != nil {
				return err
			}
			f, err := os.OpenFile(config.FileName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
			if errors.Is(err, fs.ErrExist) {
				return fmt.Errorf("%s is already here and is left as it is; 'assay doctor' checks it", config.FileName)
			}
			if err != nil {
				return err
			}
			_, err = f.WriteString("# yaml-language-server: $schema=" + filepath.ToSlash(schemaPath) + "\n" + config.Sample)
			if err = errors.Join(err, f.Close()); err != nil {
				return err
			}
			if _, err := os.Lstat(".env"); err != nil { // one that is here may be another's
				if err := config.TrustWorkspace("."); err != nil {
					fmt.Fprintf(c.ErrOrStderr(), "this workspace is not remembered as yours: %v\n", err)
				}
			}
			fmt.Fprintf(c.ErrOrStderr(),
				"wrote %s and %s; next: set a key in the environment or in .env, then 'assay models check'\n", config.FileName, schemaPath)
			return nil
		},
	}
}
