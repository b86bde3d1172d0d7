"""Passes for any program."""
