// Package dataset turns files of others into cases: our own JSON lines, OpenAI's evals and simple-evals,
// promptfoo's configurations and tests, data sets in the shape of Ragas, and questions about financial
// documents: DocFinQA, FinQA, TAT-QA, FinanceBench, with the answers and verdicts published on them.
//
// A format is a row of Formats. Records come as JSON lines, a JSON array, columns in one JSON object,
// CSV (commas, semicolons or tabs) or Parquet, packed with gzip or zstd or not; which of them, and which
// format, is told by the content, never by the name.
//
// Opening a set reads all of it once: every problem is known, with its place, before a model is asked
// anything, and so are the hash, the number of cases and the notes of what was not taken over. The cases
// are then read again as they are needed, so that memory holds one record, not the file. What is read
// whole (promptfoo's configurations, columns in one JSON object) has its own limit.
//
// A document is one passage; what its gold rests on is named by lines of it (NAME#L12) or by
// passages that are pages of it (NAME#59). Records that cannot be read are refused, or, with SkipBad, left
// out and told with their place.
//
// It refuses to guess. A key that the strict format does not know, a bare NaN, a byte that is no UTF-8, a
// template that computes something, an answer that may be the reference or a
// system\'s: each is a problem with file and line. Nothing is fetched and no program is run: references
// stay inside the directory of the file that makes them.
package dataset
