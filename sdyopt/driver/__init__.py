"""Passes by name, pipelines of them, and what a run prints."""
