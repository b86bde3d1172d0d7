"""Propagation of shardings: pure arithmetic on factors and axes."""
