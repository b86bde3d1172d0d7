"""Canonicalization patterns of the tensor dialect, in the order in which they are tried."""

from __future__ import annotations

from sdyopt.dialects.tensor.canonicalize import casts, elements, paddings, reshapes, shapes, slices

PATTERNS = (
    *shapes.PATTERNS,
    *casts.PATTERNS,
    *elements.PATTERNS,
    *slices.PATTERNS,
    *reshapes.PATTERNS,
    *paddings.PATTERNS,
)
