package engine

import (
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/opensearch"
	"github.com/assayhq/assay/index/internal/qdrant"
	"github.com/assayhq/assay/index/internal/remote"
	"github.com/assayhq/assay/index/internal/s3vectors"
)

var opensearchRow = Row{
	Name: "opensearch",
	Doc: "OpenSearch 2.19 or newer, also as a service of AWS: neighbours by Lucene or faiss with the filter inside the " +
		"search, BM25 with the statistics of the whole index, and both by reciprocal rank (ours, constant 60). Distances " +
		"are computed back from scores of float32. Filters on texts know an order. A missing shard is an error. " +
		"Live tests ran with Lucene; faiss is tested by contract.",
	Dense: true, BM25: true, Hybrid: true, Sharded: true, Tested: Live, MaxK: opensearch.MaxK,
	Settings: []Setting{
		{Name: "url", Doc: "the address, such as https://localhost:9200, without user and password", Required: true},
		{Name: "index", Doc: "the name of the index", Required: true},
		{Name: "mode", Doc: "dense, bm25 or hybrid", Default: "dense"},
		{Name: "user_var", Doc: "the environment variable that holds the user", Default: "OPENSEARCH_USERNAME"},
		{Name: "password_var", Doc: "the environment variable that holds the password", Default: "OPENSEARCH_PASSWORD"},
		{Name: "aws", Doc: "true signs requests with AWS credentials instead", Default: "false"},
		{Name: "region", Doc: "of AWS", Default: "AWS_REGION"},
		{Name: "shards", Doc: "parts of the index; set at its making", Default: "the cluster's"},
		{Name: "replicas", Doc: "further copies of each part", Default: "the cluster's"},
		{Name: "vectors", Doc: "what searches for neighbours: lucene or faiss; set at its making", Default: "lucene"},
		{Name: "m", Doc: "links of a node in the graph; set at its making", Default: "the engine's"},
		{Name: "ef_construction", Doc: "how widely the graph is built; set at its making", Default: "the engine's"},
		{Name: "ef_search", Doc: "how widely a search looks: higher finds more and takes longer",
			Default: "256; faiss's own"},
		{Name: "analyzer", Doc: "of texts; set at its making", Default: "standard"},
		{Name: "batch", Doc: "records sent at once", Default: "500"},
		{Name: "queries", Doc: "searches sent at once", Default: "32"},
	},
	open: func(r *reader, s Settings) (Engine, error) {
		return opened(opensearch.New(opensearch.Options{Base: r.text("url"), Index: r.text("index"),
			Mode:    opensearch.Mode(r.text("mode")),
			UserVar: r.text("user_var"), PasswordVar: r.text("password_var"), AWS: r.yes("aws"), Region: r.text("region"),
			Shape:  remote.Shape(s.Shape),
			Shards: r.number("shards"), Replicas: r.count("replicas"), Engine: r.text("vectors"), Links: r.number("m"),
			EFConstruction: r.number("ef_construction"), EF: r.number("ef_search"), Analyzer: r.text("analyzer"),
			Batch: r.number("batch"), Queries: r.number("queries"),
			MaxK: r.number("max_k"), Reach: r.reach(&s)}))
	},
}

var qdrantRow = Row{
	Name: "qdrant",
	Doc: "Qdrant over its REST interface: neighbours with the filter inside the search. A point's id is a UUID that is made " +
		"of the record's id. Under the cosine it keeps vectors at length one. Texts have no order in filters, and numbers " +
		"beyond 2^53 none that is exact: both are refused.",
	Dense: true, Sharded: true, Tested: Contract, MaxK: qdrant.DefaultMaxK,
	Settings: []Setting{
		{Name: "url", Doc: "the address, such as http://localhost:6333", Required: true},
		{Name: "collection", Doc: "the name of the collection", Required: true},
		{Name: "key_var", Doc: "the environment variable that holds the API key", Default: "QDRANT_API_KEY"},
		{Name: "shards", Doc: "parts of the collection; set at its making", Default: "the server's"},
		{Name: "replicas", Doc: "copies of each part; set at its making", Default: "the server's"},
		{Name: "m", Doc: "links of a node in the graph; set at its making", Default: "the server's"},
		{Name: "ef_construct", Doc: "how widely the graph is built; set at its making", Default: "the server's"},
		{Name: "hnsw_ef", Doc: "how widely a search looks: higher finds more and takes longer", Default: "the server's"},
		{Name: "exact", Doc: "true looks at every vector", Default: "false"},
		{Name: "batch", Doc: "records sent at once", Default: "256"},
		{Name: "queries", Doc: "queries sent at once", Default: "64"},
	},
	open: func(r *reader, s Settings) (Engine, error) {
		return opened(qdrant.New(qdrant.Options{Base: r.text("url"), Collection: r.text("collection"),
			KeyVar: r.text("key_var"), Shape: remote.Shape(s.Shape),
			Shards: r.number("shards"), Replicas: r.number("replicas"), Links: r.number("m"), EFConstruction: r.number("ef_construct"),
			EF: r.number("hnsw_ef"), Exact: r.yes("exact"), MaxK: r.number("max_k"), Batch: r.number("batch"), Queries: r.number("queries"),
			Reach: r.reach(&s)}))
	},
}

var s3vectorsRow = Row{
	Name: "s3vectors",
	Doc: "Amazon S3 Vectors: neighbours under filters on metadata; credentials from AWS's own chain. It takes no parameter " +
		"of its search, may find fewer hits under a filter than there are, and counts by listing the whole index. At most 2 KB of " +
		"a record's fields can be filtered on, texts have no order in filters, and whole numbers beyond 2^53 must be kept as text.",
	Dense: true, Sharded: true, Tested: Contract, MaxK: s3vectors.DefaultMaxK,
	Settings: []Setting{
		{Name: "bucket", Doc: "the vector bucket, which must be there", Required: true},
		{Name: "index", Doc: "the name of the index", Required: true},
		{Name: "region", Doc: "of AWS", Default: "AWS_REGION"},
		{Name: "url", Doc: "the address, where it is not the service's own in the region",
			Default: "AWS_ENDPOINT_URL_S3VECTORS"},
		{Name: "non_filterable", Doc: "fields that are kept and cannot be filtered on, up to 10, between commas; set at its making"},
		{Name: "as_text", Doc: "whole-number fields that are kept as text: exact, and without an order",
			Default: "text_hash, if there is one"},
		{Name: "max_terms", Doc: "comparisons in one filter", Default: "100"},
	},
	open: func(r *reader, s Settings) (Engine, error) {
		asText := r.list("as_text")
		if f, ok := s.Schema.Find("text_hash"); ok && f.Kind == index.Int && r.text("as_text") == "" {
			asText = []string{"text_hash"}
		}
		return opened(s3vectors.New(s3vectors.Options{Bucket: r.text("bucket"), Index: r.text("index"),
			Region: r.text("region"), Base: r.text("url"),
			Shape: remote.Shape(s.Shape), NonFilterable: r.list("non_filterable"), AsText: asText, MaxK: r.number("max_k"),
			MaxTerms: r.number("max_terms"),
			Reach:    r.reach(&s)}))
	},
}

// opened keeps an engine that is not there from being one that is not nil.
func opened[E Engine](e E, err error) (Engine, error) {
	if err != nil {
		return nil, err
	}
	return e, nil
}
