// Package assay is the root of a program and a library that tell whether an LLM system on financial
// documents can be trusted, and whether it got worse. It holds no code: each directory beside it is a
// room of its own, and ARCHITECTURE.md says which turns what into what.
package assay
