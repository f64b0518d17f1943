package rank

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// ReadClusters reads which queries belong together, being about one company or document: one per line, the
// query and its cluster with a tab between. The name is that of the file in errors.
func ReadClusters(name string, r io.Reader) (map[string]string, error) {
	of, names := map[string]string{}, interned{}
	bad := &problems{File: name, Next: "a line is: query, tab, cluster"}
	err := eachText(bad, r, func(_ int, text []byte) error {
		line := strings.TrimRight(string(text), blanks)
		if line == "" || line[0] == '#' {
			return nil
		}
		query, cluster, ok := strings.Cut(line, "\t")
		query, cluster = strings.Trim(query, blanks), strings.Trim(cluster, blanks)
		if !ok || cluster == "" || strings.Contains(cluster, "\t") {
			return errors.New("not two columns with a tab between")
		}
		if err := nameOf("query", query); err != nil {
			return err
		}
		if old, twice := of[query]; twice && old != cluster {
			return fmt.Errorf("query %q belongs to %s and to %s", query, short(old), short(cluster))
		}
		of[query] = names.of([]byte(cluster))
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case bad.Count > 0:
		return nil, bad
	}
	return of, nil
}
