"""Generates pages of the documentation from declarations, docstrings, documents and the output of commands."""
