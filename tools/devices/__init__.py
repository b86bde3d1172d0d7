"""Simulated devices: which part of a tensor each one holds, and what collectives make of it."""
