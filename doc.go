// Package assay is the root of a program and a library that tell whether an LLM system on financial
// documents can be trusted, and whether it got worse. It holds no code: package workspace is where a program begins, and
// ARCHITECTURE.md says which package turns what into what.
package assay
