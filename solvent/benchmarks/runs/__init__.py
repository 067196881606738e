"""Runs of benchmarks: records on disk, the plain loop, runs on Inspect, and comparisons of settings."""
