package opensearch

import (
	"strings"

	"github.com/assayhq/assay/index"
)

// translate is a filter in the engine's query language, for a place that scores nothing. A negation is what
// its complement does not match, so that it holds for records that lack the field; ranges of texts go by their
// bytes, as ours do.
func translate(f *index.Filter) object {
	name := fieldsName + "." + f.Field
	switch f.Op {
	case index.And, index.Or:
		parts := make([]object, len(f.Of))
		for i, o := range f.Of {
			parts[i] = translate(o)
		}
		if f.Op == index.And {
			return object{"bool": object{"filter": parts}}
		}
		return object{"bool": object{"should": parts, "minimum_should_match": 1}}
	case index.Equal:
		return object{"term": object{name: object{"value": f.Values[0]}}}
	case index.In:
		return object{"terms": object{name: f.Values}}
	case index.NotEqual:
		return object{"bool": object{"must_not": []object{{"term": object{name: object{"value": f.Values[0]}}}}}}
	case index.NotIn:
		return object{"bool": object{"must_not": []object{{"terms": object{name: f.Values}}}}}
	}
	return object{"range": object{name: object{strings.TrimPrefix(string(f.Op), "$"): f.Values[0]}}}
}
