"""Passes that run after propagation."""
