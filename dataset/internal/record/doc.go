// Package record reads files of records (JSON lines, JSON lists and columns, CSV, Parquet, YAML, packed or not) into
// nodes, and gathers what is wrong with them. The formats of package dataset make cases of the nodes.
//
// It refuses what standard readers guess at: keys that appear twice, halves of characters, bytes that are not UTF-8,
// values beyond its limits.
package record
