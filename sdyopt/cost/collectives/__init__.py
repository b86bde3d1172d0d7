"""What devices send each other: collectives of Shardy's partitioner, estimates of XLA's, groups, sums."""
