// Package lock turns an open file into a claim that only one process can hold, and makes what was written
// to a directory last. A claim ends with its process, however that ends. It has no queues and never waits.
package filelock
