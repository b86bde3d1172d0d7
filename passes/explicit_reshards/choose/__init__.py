"""Explicit reshards: which shardings let an operation be partitioned on its own, as arithmetic on factors and axes."""
