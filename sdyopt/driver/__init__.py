"""The driver: passes and pipelines, diagnostics, instruments, and the run from text to text."""
