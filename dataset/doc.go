// Package dataset turns files of other tools into cases: our own JSON lines, OpenAI's evals and simple-evals,
// promptfoo's configurations and tests, data sets in the shape of Ragas, and questions about financial documents
// (DocFinQA, FinQA, TAT-QA, FinanceBench) with the answers and verdicts published on them.
//
// A format is a row of Formats. Records are JSON lines, a JSON array, columns in one JSON object, CSV (commas,
// semicolons or tabs) or Parquet, packed with gzip or zstd or not. The content decides which of them, and which format,
// never the name.
//
// Open reads a set once. Every problem is then known, with its place, before a model is asked; so are the hash, the
// number of cases, and notes on what was not read. Cases are read again when they are needed, so that memory holds one
// record, not the file. Files that have to be read completely (promptfoo's configurations, columns in one JSON object)
// have a limit of their own.
//
// A document is one passage. What its gold rests on is named by lines of it (NAME#L12) or by passages that are pages of
// it (NAME#59). A record that cannot be read is an error, or, with SkipBad, left out and reported with its place.
//
// The package does not guess. A key that the strict format does not know, a bare NaN, bytes that are not UTF-8, a
// template that computes something, an answer that may be the reference or a system's: each is a problem with file and
// line. Nothing is fetched and no program is run; references stay inside the directory of the file that makes them.
package dataset
