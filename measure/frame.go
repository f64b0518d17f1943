package measure

import (
	"fmt"
	"strings"
)

// Frame numbers the cases of an evaluation and knows the cluster of each. Samples of one frame can be
// paired case by case. It is not safe for concurrent use.
type Frame struct {
	numbers map[string]int32
	ids     []string
	cluster []int32 // of each case
	labels  map[string]int32
	names   []string // of each cluster; a case without one is a cluster under its own id
	own     []bool   // of each cluster: made for a case without one
}

// MaxCases is the number of cases that a frame holds.
const MaxCases = 1 << 28

// NewFrame makes a frame without cases.
func NewFrame() *Frame {
	return &Frame{numbers: map[string]int32{}, labels: map[string]int32{}}
}

// Case is the number of the case in the frame, given at its first use. The cluster is the company or
// document that the case is about; a case whose cluster is empty is a cluster of its own.
func (f *Frame) Case(id, cluster string) (int, error) {
	if number, known := f.numbers[id]; known {
		at := f.cluster[number]
		if f.own[at] != (cluster == "") || cluster != "" && f.names[at] != cluster {
			return 0, fmt.Errorf("number case %q: it is of cluster %q, and was of cluster %q before; give a case one cluster",
				id, cluster, f.label(at))
		}
		return int(number), nil
	}
	if len(f.ids) >= MaxCases {
		return 0, fmt.Errorf("number case %q: a frame holds at most %d cases", id, MaxCases)
	}
	number := int32(len(f.ids))
	f.numbers[id] = number
	f.ids = append(f.ids, id)
	f.cluster = append(f.cluster, f.clusterOf(id, cluster))
	return int(number), nil
}

// Next numbers a case without an id: frames of one run need none.
func (f *Frame) Next(cluster string) int {
	f.ids = append(f.ids, "")
	f.cluster = append(f.cluster, f.clusterOf("", cluster))
	return len(f.ids) - 1
}

// clusterOf is the number of the cluster, given at its first use.
func (f *Frame) clusterOf(id, cluster string) int32 {
	if cluster != "" {
		if at, known := f.labels[cluster]; known {
			return at
		}
	}
	at := int32(len(f.names))
	if cluster == "" {
		f.names = append(f.names, id)
	} else {
		f.names = append(f.names, cluster)
		f.labels[cluster] = at
	}
	f.own = append(f.own, cluster == "")
	return at
}

// label is the cluster's label as it was given.
func (f *Frame) label(cluster int32) string {
	if f.own[cluster] {
		return ""
	}
	return f.names[cluster]
}

// Len is the number of cases.
func (f *Frame) Len() int { return len(f.ids) }

// ID is the id of a case.
func (f *Frame) ID(number int) string { return f.ids[number] }

// Cluster is the label of a case's cluster, empty where it has none.
func (f *Frame) Cluster(number int) string { return f.label(f.cluster[number]) }

// compareLabels orders clusters by name, those that are a single case after those that have a label.
func compareLabels(f *Frame, a, b int32) int {
	if f.own[a] != f.own[b] {
		if f.own[b] {
			return -1
		}
		return 1
	}
	return strings.Compare(f.names[a], f.names[b])
}
