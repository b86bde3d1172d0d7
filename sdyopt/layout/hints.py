"""Hints for texts that are not shapes in XLA's notation: the names of other projects, MLIR's types, lines of HLO."""

from __future__ import annotations

import re

from sdyopt.layout.element_types import ELEMENT_TYPES
from sdyopt.layout.errors import ShapeSyntaxError

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
    text = error.text
    if len(text) > _LONGEST:
        return ""
    tensor = _MLIR_TENSOR.fullmatch(text)
    if tensor:
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
    lower = name.lower()
    if lower in ELEMENT_TYPES:
        return lower
    if lower.replace("_", "").replace("float8", "f8") in ELEMENT_TYPES:
        return lower.replace("_", "").replace("float8", "f8")
    for spelling, xla in _SPELLINGS:
        found = spelling.fullmatch(lower)
        if found:
            return found.expand(xla)
    return None
