// Package contract holds the official clients of the providers against the fake servers, and what the
// adapters send against the published specifications. It has tests only.
package contract
