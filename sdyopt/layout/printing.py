"""Layouts as XLA writes them in HLO text."""

from __future__ import annotations

from sdyopt.layout.layout import Layout


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
