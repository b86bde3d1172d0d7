"""Propagation of shardings: pure arithmetic on factors and axes, and the driver that visits operations."""
