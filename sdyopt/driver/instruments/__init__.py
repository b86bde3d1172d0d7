"""Observers of a run: snapshots, timing and diffs."""
