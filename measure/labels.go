package measure

// labelsAlone is the mean of the labels: Wilson's interval where they are 0 or 1, bootstrap-t over
// clusters where they are not, and Student's t where too few draws of the clusters have a spread.
func (l *labelled) labelsAlone(o Options) Correction {
	c := l.start(methodLabels)
	stat := l.labels.Stat(o)
	c.Estimate, c.SE = stat.Mean, stat.SE
	c.Interval, c.Absent = stat.Interval, stat.Absent
	if stat.Interval == nil || stat.Scale == Binary {
		return c
	}
	if interval, _ := l.labels.BootstrapT(o); interval != nil {
		c.Interval = interval
	}
	return c
}
