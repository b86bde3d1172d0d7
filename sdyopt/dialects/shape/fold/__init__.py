"""Folders of the shape dialect, by the names of operations."""

from __future__ import annotations

from sdyopt.dialects.shape.fold import constraints, shapes

FOLDERS = {
    **shapes.FOLDERS,
    **constraints.FOLDERS,
}
