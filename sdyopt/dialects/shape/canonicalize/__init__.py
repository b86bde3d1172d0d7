"""Canonicalization patterns of the shape dialect, in the order in which they are tried."""

from __future__ import annotations

from sdyopt.dialects.shape.canonicalize import broadcasts, constraints, sizes

PATTERNS = (
    *broadcasts.PATTERNS,
    *constraints.PATTERNS,
    *sizes.PATTERNS,
)
