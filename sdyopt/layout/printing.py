"""Shapes as XLA writes them in HLO text."""

from __future__ import annotations

from sdyopt.layout.layout import Layout
from sdyopt.layout.shape import ArrayShape, BufferShape, Leaf, Shape, TupleShape

_NUMBERED_EVERY = 5
"""In a tuple, each fifth element is preceded by a comment with its number."""


def shape_text(shape: Shape) -> str:
    """The text of a shape, of tuples of any depth."""
    parts: list[str] = []
    work: list[Shape | str] = [shape]
    while work:
        current = work.pop()
        if isinstance(current, str):
            parts.append(current)
        elif isinstance(current, TupleShape):
            work.append(")")
            for number in range(len(current.elements) - 1, -1, -1):
                work += (current.elements[number], _before(number))
            work.append("(")
        else:
            parts.append(_leaf_text(current))
    return "".join(parts)


def _before(number: int) -> str:
    """What stands before an element of a tuple."""
    if number == 0:
        return ""
    return f", /*index={number}*/" if number % _NUMBERED_EVERY == 0 else ", "


def _leaf_text(shape: Leaf) -> str:
    if isinstance(shape, ArrayShape):
        return array_text(shape)
    return f"b({array_text(shape.array)})" if isinstance(shape, BufferShape) else f"{shape.name}[]"


def array_text(shape: ArrayShape) -> str:
    dimensions = ",".join(map(str, shape.dimensions))
    return f"{shape.element_type}[{dimensions}]{layout_text(shape.layout)}"


def layout_text(layout: Layout) -> str:
    """The layout in braces; nothing for that of a scalar without any field. Fields stand in XLA's order, those with
    their default value not at all.
    """
    fields = ""
    if layout.tiles:
        fields += f"T{''.join(map(str, layout.tiles))}"
    if layout.tail_padding_alignment_in_elements != 1:
        fields += f"L({layout.tail_padding_alignment_in_elements})"
    if layout.index_primitive_type:
        fields += f"#({layout.index_primitive_type})"
    if layout.pointer_primitive_type:
        fields += f"*({layout.pointer_primitive_type})"
    if layout.element_size_in_bits:
        fields += f"E({layout.element_size_in_bits})"
    if layout.memory_space:
        fields += f"S({layout.memory_space})"
    if layout.split_configs:
        fields += f"SC{''.join(map(str, layout.split_configs))}"
    if layout.dynamic_shape_metadata_prefix_bytes > 0:
        fields += f"M({layout.dynamic_shape_metadata_prefix_bytes})"
    order = ",".join(map(str, layout.minor_to_major))
    if fields:
        return f"{{{order}:{fields}}}"
    return f"{{{order}}}" if order else ""
