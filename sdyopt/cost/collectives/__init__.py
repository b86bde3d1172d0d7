"""What devices send each other: collectives of Shardy's partitioner, what XLA's inserts, groups, sums."""
