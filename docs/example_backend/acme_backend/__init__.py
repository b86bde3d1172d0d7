"""Passes, operations and sharding rules for sdy-opt."""
