"""Texts in pieces, each in a style."""

Pieces = list[tuple[str, str]]
"""Texts, each with the style in which rich shows it on a terminal; an empty one for none."""
