"""Folders of the tensor dialect, by the names of operations."""

from __future__ import annotations

from sdyopt.dialects.tensor.fold import elements, shapes

FOLDERS = {
    **elements.FOLDERS,
    **shapes.FOLDERS,
}
