"""Sharding rules and propagation."""
