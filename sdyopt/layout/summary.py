"""The meaning of a layout, for people: a few lines on each array of a shape."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from sdyopt.display.wording import bytes_text, counted, share_text
from sdyopt.layout.shape import (
    COMBINE,
    ELEMENT_TYPES,
    MEMORY_SPACES,
    ArrayShape,
    BufferShape,
    Layout,
    LayoutError,
    Leaf,
    Shape,
    ShapeSyntaxError,
    Tiling,
    TilingStep,
    TupleShape,
    leaves,
    shape_text,
    untiled_index,
)


def summary(shape: Shape) -> str:
    """The lines on a shape: of a tuple, on each of its elements that is not a tuple, after the path to it."""
    if not isinstance(shape, TupleShape):
        return _leaf(shape)[0]
    parts: list[str] = []
    total = count = 0
    for path, leaf in leaves(shape):
        text, size = _leaf(leaf)
        parts.append(f"{{{','.join(map(str, path))}}} {text}")
        if size is not None:
            total += size
            count += 1
    parts.append(f"{counted(count, 'array')} of known size, {bytes_text(total)}")
    return "\n".join(parts)


def array_of(leaf: Leaf) -> ArrayShape | None:
    """The array itself or the one that a buffer holds; None for a value without elements."""
    if isinstance(leaf, BufferShape):
        return leaf.array
    return leaf if isinstance(leaf, ArrayShape) else None


@lru_cache(maxsize=1024)
def _leaf(leaf: Leaf) -> tuple[str, int | None]:
    """The lines on one shape, in two columns; and how many bytes it takes, if it is an array of which that is known."""
    array = array_of(leaf)
    rows = [("elements", "none")] if array is None else list(_array_rows(array))
    width = max([len(name) for name, _ in rows])
    text = "\n".join([str(leaf), *[f"  {name:<{width}}  {text}" for name, text in rows]])
    return text, None if array is None else _known_bytes(array)


def _known_bytes(array: ArrayShape) -> int | None:
    try:
        return array.bytes
    except LayoutError:
        return None


def _array_rows(array: ArrayShape) -> Iterator[tuple[str, str]]:
    if any(dimension.dynamic and dimension.size is not None for dimension in array.dimensions):
        yield "dynamic", "the sizes below are those of the bounds"
    try:
        tiling = array.tiling
    except LayoutError as error:
        yield "elements", f"unknown: {error}"
        return
    yield "elements", f"{tiling.elements:,} of {array.element_type}, {_width(array.bits)} each"
    if len(tiling.major_to_minor) > 1:
        order = ", ".join(map(str, tiling.major_to_minor))
        yield "physical", f"{_times(tiling.physical_bounds)}: dimensions {order} from major to minor"
    for step in tiling.steps:
        yield f"T{step.tile}", _step(step)
    if tiling.tail_alignment > 1:
        yield f"L({tiling.tail_alignment})", f"memory for a multiple of {counted(tiling.tail_alignment, 'element')}"
    yield "memory", f"{counted(tiling.size, 'element')}, {bytes_text(array.bytes)}"
    if tiling.steps or tiling.padding:
        yield "padding", f"{counted(tiling.padding, 'element')}, {share_text(tiling.padding_share)}"
    if array.layout.memory_space:
        name = MEMORY_SPACES.get(array.layout.memory_space)
        yield "space", str(array.layout.memory_space) + (f": {name} memory" if name else "")


def _step(step: TilingStep) -> str:
    """Returns what a tile makes of an array: `3 × 5, padded 4 × 6: 2 × 3 tiles of 2 × 2`."""
    stages = [_times(step.bounds)]
    if step.combined != step.bounds:
        stages.append(f"combined {_times(step.combined)}")
    if step.padded != step.combined:
        stages.append(f"padded {_times(step.padded)}")
    counts = (*step.bounds[: step.untouched], *step.tile_counts)
    noun = "tile" if all(count == 1 for count in counts) else "tiles"
    return f"{', '.join(stages)}: {_times(counts)} {noun} of {_times(step.tile.combined)}"


def _times(sizes: Sequence[int]) -> str:
    return " × ".join(map(str, sizes)) or "1"


def _width(bits: int) -> str:
    return counted(bits, "bit") if bits % 8 else counted(bits // 8, "byte")


# A picture of an array: where in memory its elements are.

_MAX_ROWS, _MAX_COLUMNS = 24, 16
"""Of a picture."""


def picture(array: ArrayShape) -> Iterator[str]:
    """Yields rows of the two most minor dimensions: where elements are in memory, tile by tile, and `·` for padding."""
    tiling = array.tiling
    extents = [*tiling.logical_bounds]
    tile = next((step for step in tiling.steps if step.tile.rank), None)
    if tile is not None and extents:
        position = tile.untouched
        for group, padded in zip(tile.tile.groups, tile.padded[position:], strict=True):
            if group == 1:
                extents[tiling.major_to_minor[position]] = padded
            position += group
    dimensions = sorted(tiling.major_to_minor[-2:])
    rows, columns = ([1, 1] + [extents[dimension] for dimension in dimensions])[-2:]
    width, above = len(str(tiling.size)), None
    for row in range(min(rows, _MAX_ROWS)):
        places = [dict(zip(dimensions[::-1], (at, row), strict=False)) for at in range(min(columns, _MAX_COLUMNS))]
        cells = [_cell(tiling, [each.get(dimension, 0) for dimension in range(len(extents))]) for each in places]
        parts = [
            f"{' ' if left == around else '│'} {text:>{width}} "
            for (_, left), (text, around) in pairwise([cells[0], *cells])
        ]
        if above not in (None, cells[0][1]):
            yield "─" * len("".join(parts))
        above = cells[0][1]
        yield "".join(parts).rstrip() + (" …" if columns > _MAX_COLUMNS else "")
    if rows > _MAX_ROWS:
        yield "…"


def _cell(tiling: Tiling, index: Sequence[int]) -> tuple[str, tuple[int, ...]]:
    """Returns the offset of an element, and the tile of the first level that it is in."""
    _, *after = coordinates = tiling.coordinates(index)
    steps = zip(tiling.steps, after, strict=True)
    tile = next((place[: len(place) - len(step.tile.combined)] for step, place in steps if step.tile.rank), ())
    is_padding = any(place >= bound for place, bound in zip(index, tiling.logical_bounds, strict=True))
    return "·" if is_padding else str(untiled_index(coordinates[-1], tiling.bounds)), tile


# What a layout means, for programs: the objects that `sdy-layout --json` writes.

Object = dict[str, Any]


def shape_object(shape: Shape) -> Object:
    """A shape as an object; a tuple's has the objects of its leaves, each with the path to it."""
    if isinstance(shape, TupleShape):
        found = [{"path": list(path), **_leaf_json(leaf)} for path, leaf in leaves(shape)]
        return {"shape": shape_text(shape), "kind": "tuple", "leaves": found}
    return _leaf_json(shape)


def _leaf_json(leaf: Leaf) -> Object:
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
        "steps": [_step_json(step) for step in tiling.steps],
        "physical_bounds": tiling.bounds,
        "physical_elements": tiling.size,
        "padding": tiling.padding,
        "padding_share": tiling.padding_share,
        "bytes": array.bytes,
    }


def _step_json(step: TilingStep) -> Object:
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


# Hints for texts that are not shapes in XLA's notation: the names of other projects, MLIR's types, lines of HLO.

_WIDTHS = "1|2|4|8|16|32|64"
_SPELLINGS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"bool|boolean|i1|int1"), "pred"),
    (re.compile(r"bfloat16"), "bf16"),
    (re.compile(r"float(16|32|64)"), r"f\1"),
    (re.compile(r"half"), "f16"),
    (re.compile(r"double"), "f64"),
    (re.compile(rf"s?int({_WIDTHS})|s?i({_WIDTHS})"), r"s\1\2"),
    (re.compile(rf"uint({_WIDTHS})|ui({_WIDTHS})"), r"u\1\2"),
    (re.compile(r"complex64|complex<f32>"), "c64"),
    (re.compile(r"complex128|complex<f64>"), "c128"),
)
"""How NumPy, JAX and MLIR text_of element types, and XLA's names for them."""

_MLIR_TENSOR = re.compile(r"\s*tensor<((?:[0-9]+x)*)([A-Za-z0-9_]+|complex<f(?:32|64)>)>\s*")

_SHAPE = re.compile(r"\b[a-z][a-z0-9]*\[[0-9,<=? ]*\](?:\{[0-9A-Za-z,:()*#]*\})?")

_LONGEST = 10_000
"""The length of texts up to which a hint is searched."""


def hint(error: ShapeSyntaxError) -> str:
    """Returns what the text that was refused may mean; empty if that is not known."""
    if len(text := error.text) > _LONGEST:
        return ""
    if tensor := _MLIR_TENSOR.fullmatch(text):
        element = _element_type(tensor[2])
        return f"XLA writes this type {element}[{tensor[1].rstrip('x').replace('x', ',')}]" if element else ""
    word = re.match(r"[A-Za-z_][\w]*", text[error.offset :])
    known = _element_type(word[0]) if word else None
    if word and known not in (None, word[0]) and text.startswith("[", error.offset + word.end()):
        return f"XLA's name of this type is {known}"
    shapes = _SHAPE.findall(text)
    if "=" in text.partition("[")[0] and shapes:
        return f"the shape in this line is {shapes[0]}"
    if len(shapes) > 1:
        return "each shape is an argument of its own, and the shapes of a tuple are in parentheses"
    return ""


def _element_type(name: str) -> str | None:
    """Returns XLA's name of the element type with this name elsewhere; None if there is none."""
    if (lower := name.lower()) in ELEMENT_TYPES:
        return lower
    if lower.replace("_", "").replace("float8", "f8") in ELEMENT_TYPES:
        return lower.replace("_", "").replace("float8", "f8")
    for spelling, xla in _SPELLINGS:
        if found := spelling.fullmatch(lower):
            return found.expand(xla)
    return None
