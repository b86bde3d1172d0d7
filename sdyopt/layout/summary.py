"""What a layout means, for people: a few lines on each array of a shape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from sdyopt.display.wording import bytes_text, counted, share_text
from sdyopt.layout.errors import LayoutError
from sdyopt.layout.layout import MEMORY_SPACES
from sdyopt.layout.shape import ArrayShape, BufferShape, Leaf, Shape, TupleShape, leaves
from sdyopt.layout.tiling import TilingStep


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
    """What a tile makes of an array: `3 × 5, padded 4 × 6: 2 × 3 tiles of 2 × 2`."""
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
