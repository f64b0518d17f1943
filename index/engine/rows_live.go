package engine

import (
	"github.com/assayhq/assay/index/internal/milvus"
	"github.com/assayhq/assay/index/internal/pgvector"
	"github.com/assayhq/assay/index/internal/remote"
	"github.com/assayhq/assay/index/internal/weaviate"
)

var weaviateRow = Row{
	Name: "weaviate",
	Doc: "Weaviate 1.33 or newer: neighbours by HNSW with the filter inside the search, BM25 with the statistics of each shard, and " +
		"its own ranked fusion of both with equal weights. The whole filter grammar is exact, for all texts and all 64-bit numbers. " +
		"Several addresses are nodes of one cluster: where one fails, the next is asked. Changes need all replicas. " +
		"The text index of 1.35 loses hits among records of the last minute, which are not flushed yet; newer servers do not.",
	Dense: true, BM25: true, Hybrid: true, Sharded: true, Tested: Live, MaxK: weaviate.DefaultMaxK,
	Settings: []Setting{
		{Name: "url", Doc: "the address, such as http://localhost:8080; of a cluster, those of its nodes between commas",
			Required: true},
		{Name: "class", Doc: "the name of the class; its first letter is made a capital", Required: true},
		{Name: "mode", Doc: "dense, bm25 or hybrid", Default: "dense"},
		{Name: "key_var", Doc: "the environment variable that holds the API key", Default: "WEAVIATE_API_KEY"},
		{Name: "shards", Doc: "parts of the class; set at its making", Default: "the server's"},
		{Name: "replicas", Doc: "copies of each part; set at its making", Default: "the server's"},
		{Name: "m", Doc: "links of a node in the graph; set at its making", Default: "the server's"},
		{Name: "ef_construction", Doc: "how widely the graph is built; set at its making", Default: "the server's"},
		{Name: "ef", Doc: "how widely a search looks; set at its making",
			Default: "the server's, which grows with the hits asked for"},
		{Name: "consistency", Doc: "replicas that must answer a search: ONE, QUORUM or ALL", Default: "the server's"},
		{Name: "batch", Doc: "records sent at once", Default: "256"},
		{Name: "queries", Doc: "queries sent at once", Default: "8"},
	},
	open: func(r *reader, s Settings) (Engine, error) {
		return opened(weaviate.New(weaviate.Options{Addresses: r.list("url"), Index: r.text("class"),
			Mode: weaviate.Mode(r.text("mode")), KeyVar: r.text("key_var"),
			Shape: remote.Shape(s.Shape), Shards: r.number("shards"), Replicas: r.number("replicas"), Links: r.number("m"),
			EFConstruction: r.number("ef_construction"),
			EF:             r.number("ef"), Consistency: r.text("consistency"), Batch: r.number("batch"),
			Queries: r.number("queries"), MaxK: r.number("max_k"),
			Reach: r.reach(&s)}))
	},
}

var pgvectorRow = Row{
	Name: "pgvector",
	Doc: "PostgreSQL with pgvector 0.8 or newer: neighbours by HNSW with iterative scans, so that a filter leaves no fewer hits than " +
		"there are within scan_tuples; texts by BM25 where the server has pg_textsearch, and by ts_rank, which is no BM25, where it has not; " +
		"both by reciprocal rank (ours, constant 60). The first search builds the indexes.",
	Dense: true, BM25: true, Hybrid: true, Tested: Live,
	Settings: []Setting{
		{Name: "table", Doc: "the name of the table", Required: true},
		{Name: "url_var", Doc: "the environment variable that holds the address, postgres://user:password@host/database",
			Default: "PGVECTOR_URL"},
		{Name: "mode", Doc: "dense, bm25 or hybrid", Default: "dense"},
		{Name: "half", Doc: "true keeps vectors in 16 bits a value, up to 4000 dimensions; set at its making",
			Default: "false"},
		{Name: "ranker", Doc: "of texts: pg_textsearch or ts_rank", Default: "the former where the server has it"},
		{Name: "text_config", Doc: "PostgreSQL's configuration of text search", Default: "simple"},
		{Name: "indexed", Doc: "fields with an index of their own, between commas", Default: "all"},
		{Name: "m", Doc: "links of a node in the graph; set at its making", Default: "the extension's"},
		{Name: "ef_construction", Doc: "how widely the graph is built; set at its making", Default: "the extension's"},
		{Name: "ef_search", Doc: "how widely a search looks: higher finds more and takes longer", Default: "the extension's"},
		{Name: "scan_tuples", Doc: "rows that a search under a filter visits at most", Default: "the extension's"},
		{Name: "batch", Doc: "records sent at once", Default: "256"},
	},
	open: func(r *reader, s Settings) (Engine, error) {
		return opened(pgvector.New(pgvector.Options{Table: r.text("table"), URLVar: r.text("url_var"),
			Mode: pgvector.Mode(r.text("mode")), Shape: remote.Shape(s.Shape),
			Half: r.yes("half"), Ranker: pgvector.Ranker(r.text("ranker")), Config: r.text("text_config"),
			Indexed: r.list("indexed"), Links: r.number("m"),
			EFConstruction: r.number("ef_construction"), EF: r.number("ef_search"), ScanTuples: r.number("scan_tuples"), Batch: r.number("batch"),
			MaxK: r.number("max_k"), Timeout: r.duration("timeout"), Concurrency: r.number("concurrency"), Retry: s.Retry, Env: s.Env}))
	},
}

var milvusRow = Row{
	Name: "milvus",
	Doc: "Milvus 2.5 or newer, Zilliz Cloud or Milvus Lite over gRPC: neighbours with the filter inside the search, BM25 by the " +
		"server's own function, and both by reciprocal rank (ours, constant 60). Searches see all that is written (consistency Strong). " +
		"The whole filter grammar is exact. Mode bm25 or hybrid at the making keeps texts; such a collection can be asked in each mode. " +
		"Live tests ran with Milvus Lite, which keeps the statistics of BM25 for each segment, and whose graph loses most hits under a filter " +
		"that few records pass, so that it is asked for a scan of all vectors. Servers are tested by contract.",
	Dense: true, BM25: true, Hybrid: true, Sharded: true, Tested: Live, MaxK: milvus.MaxK,
	Settings: []Setting{
		{Name: "url", Doc: "the address of its gRPC, such as http://localhost:19530", Required: true},
		{Name: "collection", Doc: "the name of the collection: letters, digits and _", Required: true},
		{Name: "database", Doc: "the database that the collection is in", Default: "the server's"},
		{Name: "mode", Doc: "dense, bm25 or hybrid; at the making it says whether texts are kept", Default: "dense"},
		{Name: "token_var", Doc: "the environment variable that holds the API key, or user:password",
			Default: "MILVUS_TOKEN"},
		{Name: "index_type", Doc: "of vectors, such as FLAT, HNSW, IVF_FLAT or DISKANN; set at its making",
			Default: "AUTOINDEX; FLAT in Milvus Lite"},
		{Name: "m", Doc: "links of a node in a graph; set at its making", Default: "the server's"},
		{Name: "ef_construction", Doc: "how widely a graph is built; set at its making", Default: "the server's"},
		{Name: "ef", Doc: "how widely a search looks in a graph: higher finds more and takes longer",
			Default: "the server's"},
		{Name: "nlist", Doc: "lists that IVF parts vectors into; set at its making", Default: "the server's"},
		{Name: "nprobe", Doc: "lists of IVF that a search looks at", Default: "the server's"},
		{Name: "shards", Doc: "parts that records are written to; set at its making", Default: "the server's"},
		{Name: "replicas", Doc: "copies in the memory of those who search", Default: "the server's"},
		{Name: "analyzer", Doc: "of texts; set at its making", Default: "standard"},
		{Name: "batch", Doc: "records sent at once", Default: "1000"},
		{Name: "queries", Doc: "queries of one filter sent at once", Default: "64"},
	},
	open: func(r *reader, s Settings) (Engine, error) {
		return opened(milvus.New(milvus.Options{Base: r.text("url"), Collection: r.text("collection"),
			Database: r.text("database"),
			Mode:     milvus.Mode(r.text("mode")), TokenVar: r.text("token_var"), Shape: remote.Shape(s.Shape),
			Kind: r.text("index_type"), Links: r.number("m"),
			EFConstruction: r.number("ef_construction"), EF: r.number("ef"), Lists: r.number("nlist"),
			Probes: r.number("nprobe"), Shards: r.number("shards"),
			Replicas: r.number("replicas"), Analyzer: r.text("analyzer"), MaxK: r.number("max_k"), Batch: r.number("batch"),
			Queries: r.number("queries"),
			Reach:   r.reach(&s)}))
	},
}
