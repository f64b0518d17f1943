//go:build linux && !amd64

package main

func canMeasure() bool { return false }

func peak(int) float64 { return 0 }

func bandwidth(int, []float32) float64 { return 0 }
