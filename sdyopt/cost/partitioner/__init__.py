"""A model of XLA's SPMD partitioner: what it sends for the operations of a propagated program, and why."""
