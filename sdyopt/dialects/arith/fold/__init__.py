"""Folders of the arith dialect, by the names of operations."""

from __future__ import annotations

from sdyopt.dialects.arith.fold import casts, comparisons, extended, floats, integers

FOLDERS = {
    **integers.FOLDERS,
    **extended.FOLDERS,
    **comparisons.FOLDERS,
    **casts.FOLDERS,
    **floats.FOLDERS,
}
