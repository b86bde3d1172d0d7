"""Sharding rules and propagation.

engine  which operations are visited, when, and what a visit changes
solve   what a visit computes: pure arithmetic on factors and axes

Sharding rules are with the operations of each dialect.
"""
