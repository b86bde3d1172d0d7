"""Texts in pieces with styles."""

Pieces = list[tuple[str, str]]
"""Texts, each with the style for rich on a terminal, which may be empty."""
