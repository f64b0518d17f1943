// Package bm25 turns texts into a file of postings, and questions into the rows that match them best by BM25.
//
// A row is the place of a text in the order of adding. An analyzer cuts texts and questions into terms; the file
// keeps for each term the rows that it is in and how often, in blocks of 128 that are packed to the bit (rows
// as distances or, where they are close, as a bitmap), with bounds of what the term can add to a text of a
// length. Positions are not kept: there are no phrases. The texts are not kept either.
//
// Searching is exact. Terms that cannot bring a row among the best any more are not gone through but looked up
// for the rows that are left (MaxScore, by windows of rows), and scores are summed up in fixed point, so that
// neither skipping nor dividing the work changes a hit or a score. Statistics come from all files that are
// searched as one: what a text scores does not depend on how texts were divided.
//
// Building takes memory for a few chunks of text, whatever their number. A damaged file is an error when it is
// opened, verified or searched, never more than that.
package bm25
