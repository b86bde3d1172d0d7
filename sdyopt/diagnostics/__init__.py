"""Diagnostics: where they are, how they are rendered, and which of them an input expects."""
