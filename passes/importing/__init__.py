"""Passes that run before propagation."""
