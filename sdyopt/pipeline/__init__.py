"""Pipelines: the registry of passes, pipelines as values and as text, and the pass manager that runs them."""
