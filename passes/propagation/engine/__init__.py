"""Propagation of shardings through a program: which operations are visited, when, and what a visit changes."""
