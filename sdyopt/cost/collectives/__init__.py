"""Collectives: those of Shardy's partitioner, those that XLA's inserts, groups of devices, sums."""
