"""What a layout means, for programs: the objects that `sdy-layout --json` writes.

Sizes count elements unless their name says bytes or bits. Bounds go from major to minor, except `dimensions`, which are
in logical order. What is unknown, because a dimension is unbounded, or the array exceeds 64-bit integers, is null.
"""

from __future__ import annotations

from typing import Any

from sdyopt.layout.errors import LayoutError
from sdyopt.layout.layout import COMBINE, Layout
from sdyopt.layout.shape import ArrayShape, BufferShape, Leaf, Shape, TupleShape, leaves, shape_text
from sdyopt.layout.tiling import TilingStep

Object = dict[str, Any]


def shape_object(shape: Shape) -> Object:
    """A shape as an object; a tuple's has the objects of its leaves, each with the path to it."""
    if isinstance(shape, TupleShape):
        found = [{"path": list(path), **_leaf(leaf)} for path, leaf in leaves(shape)]
        return {"shape": shape_text(shape), "kind": "tuple", "leaves": found}
    return _leaf(shape)


def _leaf(leaf: Leaf) -> Object:
    if isinstance(leaf, BufferShape):
        return {"shape": shape_text(leaf), "kind": "buffer", "array": _array(leaf.array)}
    if isinstance(leaf, ArrayShape):
        return _array(leaf)
    return {"shape": shape_text(leaf), "kind": leaf.name}


def _array(array: ArrayShape) -> Object:
    described = {
        "shape": shape_text(array),
        "kind": "array",
        "element_type": array.element_type.name,
        "element_bits": array.bits,
        "dimensions": [dimension.size for dimension in array.dimensions],
        "dynamic": [dimension.dynamic for dimension in array.dimensions],
        "layout": _layout(array.layout),
    }
    try:
        tiling = array.tiling
    except LayoutError:
        names = ("elements", "steps", "physical_bounds", "physical_elements", "padding", "padding_share", "bytes")
        return {**described, **dict.fromkeys(names)}
    return {
        **described,
        "elements": tiling.elements,
        "steps": [_step(step) for step in tiling.steps],
        "physical_bounds": tiling.bounds,
        "physical_elements": tiling.size,
        "padding": tiling.padding,
        "padding_share": tiling.padding_share,
        "bytes": array.bytes,
    }


def _step(step: TilingStep) -> Object:
    return {
        "tile": str(step.tile),
        "bounds": step.bounds,
        "combined": step.combined,
        "padded": step.padded,
        "tiled": step.tiled,
    }


def _layout(layout: Layout) -> Object:
    types = (layout.index_primitive_type, layout.pointer_primitive_type)
    index_type, pointer_type = [None if found is None else found.name for found in types]
    return {
        "minor_to_major": layout.minor_to_major,
        "tiles": [["*" if size == COMBINE else size for size in tile.sizes] for tile in layout.tiles],
        "tail_padding_alignment_in_elements": layout.tail_padding_alignment_in_elements,
        "index_primitive_type": index_type,
        "pointer_primitive_type": pointer_type,
        "element_size_in_bits": layout.element_size_in_bits,
        "memory_space": layout.memory_space,
        "split_configs": [
            {"dimension": config.dimension, "split_indices": config.split_indices} for config in layout.split_configs
        ],
        "dynamic_shape_metadata_prefix_bytes": layout.dynamic_shape_metadata_prefix_bytes,
    }
