"""What a page is told: the object that `sdy-view --json` writes, with what it takes to draw, and the program.

Places in the program are those of JavaScript's strings, which count UTF-16 units.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Any

from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.sharding.axes import Axes, span
from sdyopt.view.json_form import view_object
from sdyopt.view.model import ModuleView, TensorView
from sdyopt.view.page.lines import lines
from sdyopt.view.page.program import Program, sharding_key
from sdyopt.view.partition import Partition

Object = dict[str, Any]


def page_object(view: ModuleView, tensors: Sequence[TensorView], program: Program) -> Object:
    """The view, and for each tensor how its blocks lie and where it stands in the text; the text and its marks."""
    found = view_object(view, tensors)
    keys = [mark.key for mark in program.shardings]
    keys += [sharding_key(tensor.share.sharding_text) for tensor in tensors if tensor.share.sharding_text]
    shardings = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    layouts: dict[Mesh, int] = {}
    places = lines(view, tensors, program)
    for tensor, told, line in zip(tensors, found["tensors"], places, strict=True):
        text = tensor.share.sharding_text
        told["sharding_number"] = None if text is None else shardings[sharding_key(text)]
        told["text_line"] = line
        told["partition"] = None if tensor.share.shape is None else _partition(tensor.share.partition, layouts)
    return {
        **found,
        "left_out": view.left_out + len(view.tensors) - len(tensors),
        "layouts": [_layout(mesh) for mesh in layouts],
        "program": _program(program, shardings),
    }


def _partition(partition: Partition, layouts: dict[Mesh, int]) -> Object:
    """The number of the mesh, and which parts of its axes cut each dimension, or are manual: name, pre-size, size."""
    return {
        "mesh": layouts.setdefault(partition.mesh, len(layouts)),
        "dimensions": [_parts(axes, partition) for axes in partition.dimensions],
        "manual": _parts(partition.manual, partition),
    }


def _layout(mesh: Mesh) -> Object:
    return {"axes": [[axis.name, axis.size] for axis in mesh.axes], "device_ids": mesh.device_ids or None}


def _parts(axes: Axes, partition: Partition) -> list[list[Any]]:
    spans = [(axis.name, *span(axis, partition.mesh)) for axis in axes]
    return [[name, start, stop // start] for name, start, stop in spans]


def _program(program: Program, shardings: dict[str, int]) -> Object:
    """The text, and its marks: flat lists, for each mark where it begins, its length and its number."""
    at = _in_units(program.text)
    places = sorted({reference.definition for reference in program.values})
    numbers = {place: number for number, place in enumerate(places)}
    return {
        "text": program.text,
        "is_as_written": program.is_as_written,
        "definitions": list(map(at, places)),
        "values": [
            number
            for mark in program.values
            for number in (at(mark.start), mark.stop - mark.start, numbers[mark.definition])
        ],
        "shardings": [
            number
            for mark in program.shardings
            for number in (at(mark.start), at(mark.stop) - at(mark.start), shardings[mark.key])
        ],
        "sharding_texts": list(shardings),
    }


def _in_units(text: str) -> Callable[[int], int]:
    """From a place in `text` to the same in UTF-16 units, of which what lies beyond U+FFFF takes two."""
    if text.isascii():
        return lambda place: place
    wide = [place for place, character in enumerate(text) if character > "\uffff"]
    return lambda place: place + bisect_left(wide, place)
