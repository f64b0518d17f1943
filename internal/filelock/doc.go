// Package filelock locks open files between processes and makes the entries of directories durable. A lock ends with
// its process, however that ends. Nothing here waits for a lock.
package filelock
