package rank

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/measure"
)

// frame numbers the judged queries in the order of Evaluate, and gives each its cluster.
func (q *Request) frame(qrels *Qrels) (*measure.Frame, error) {
	clusterOf, err := q.clusters()
	if err != nil {
		return nil, err
	}
	frame := measure.NewFrame()
	var without []string
	for _, query := range slices.Sorted(slices.Values(qrels.Queries())) {
		cluster := clusterOf(query)
		if cluster == "" && q.ClusterBy != "" {
			without = append(without, query)
		}
		if _, err := frame.Case(query, cluster); err != nil {
			return nil, err
		}
	}
	if len(without) > 0 {
		return nil, fmt.Errorf("cluster by %q: it gives no cluster for %s; give every query one", q.ClusterBy,
			listNames(without))
	}
	return frame, nil
}

// clusters reads --cluster-by into what gives the cluster of a query.
func (q *Request) clusters() (func(query string) string, error) {
	kind, rest, _ := strings.Cut(q.ClusterBy, ":")
	switch {
	case q.ClusterBy == "":
		return func(string) string { return "" }, nil
	case rest == "":
	case kind == "prefix":
		return func(query string) string {
			if before, _, ok := strings.Cut(query, rest); ok {
				return before
			}
			return ""
		}, nil
	case kind == "regexp":
		return clusterByRegexp(rest)
	case kind == "file":
		of, err := readFile(rest, ReadClusters)
		if err != nil {
			return nil, err
		}
		return func(query string) string { return of[query] }, nil
	}
	return nil, usage.Errorf("cluster by %q: it is prefix:SEPARATOR, regexp:EXPRESSION or file:FILE", q.ClusterBy)
}

func clusterByRegexp(expression string) (func(string) string, error) {
	re, err := regexp.Compile(expression)
	if err != nil {
		return nil, usage.Errorf("cluster by %q: %w", expression, err)
	}
	group := min(1, re.NumSubexp())
	return func(query string) string {
		if found := re.FindStringSubmatch(query); found != nil {
			return found[group]
		}
		return ""
	}, nil
}

// listNames is the first few of a list of names.
func listNames(names []string) string {
	const most = 10
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
