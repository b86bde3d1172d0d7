"""What is checked when a quantized type is read, in the order in which it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.quantized.types import FLOAT_STORAGE, Param, Params, Quantized, default_range, is_float

KINDS = ("uniform", "any", "calibrated")
INTEGER = re.compile(r"(?:[su]i|i)\d+")
WIDEST = 32
"""The largest width of a storage type."""

SCALES = {
    "f16": (2.0**-24, 65504.0),
    "bf16": (2.0**-133, (2 - 2.0**-7) * 2.0**127),
    "f32": (2.0**-149, (2 - 2.0**-23) * 2.0**127),
    "f64": (2.0**-1074, (2 - 2.0**-52) * 2.0**1023),
}
"""The smallest and largest positive number of each expressed type."""


def type_error(element: Quantized) -> str | None:
    """Returns the first error in a type, as it is written; None if it can be read."""
    return next(errors(element), None)


def errors(element: Quantized) -> Iterator[str]:
    """Yields the errors of a type, of which the first is reported. A later one may assume that there was none."""
    if element.kind not in KINDS:
        yield f"unknown quantized type {element.kind}"
    if element.kind != "calibrated":
        yield from storage_errors(element.storage)
        yield from range_errors(element)
    if element.expressed and not is_float(element.expressed):
        yield "invalid kind of type specified"
    if element.kind == "uniform":
        is_list = any(not isinstance(entry, Param) for entry in element.params)
        if element.is_per_tensor and is_list:
            yield "expected floating point literal"
        yield from parameter_errors(element.params, element.expressed)
    yield from whole_errors(element)


def storage_errors(storage: str) -> Iterator[str]:
    """Checks 2 to 4: the prefix of the storage type, then its width."""
    if storage in FLOAT_STORAGE:
        return
    if storage == "u":
        yield "expected storage type width"
    if not INTEGER.fullmatch(storage) and not re.fullmatch(r"u\d+", storage):
        yield "illegal storage type prefix"
    width = int(storage.lstrip("siu"))
    if not 0 < width <= WIDEST:
        yield f"illegal storage type size: {width}"


def range_errors(element: Quantized) -> Iterator[str]:
    """Checks 5 and 6: each end of the range against the default range only."""
    if element.range is None:
        return
    least, most = default_range(element.storage)
    if element.range[0] < least:
        yield f"illegal storage type minimum: {element.range[0]}"
    if element.range[1] > most:
        yield f"illegal storage type maximum: {element.range[1]}"


def parameter_errors(params: Params, expressed: str) -> Iterator[str]:
    """Checks 9 and 10, as the parameters are read; a list is not empty."""
    if not params:
        yield "expected floating point literal"
    least, most = SCALES[expressed]
    for number, entry in enumerate(params):
        if isinstance(entry, Param):
            if entry.scale < least or entry.scale > most:
                yield f"scale {c_double(entry.scale)} out of expressed type range [{least:.6e}, {most:.6e}]"
            continue
        yield from parameter_errors(entry, expressed)
        if number and shape_of(entry) != shape_of(params[0]):
            yield "tensor literal is invalid; ranks are not consistent between elements"


def shape_of(entry: Param | Params) -> tuple[int, ...]:
    """Returns the shape of nested lists, which is that of the first list at each level."""
    return () if isinstance(entry, Param) else (len(entry), *shape_of(entry[0]))


def whole_errors(element: Quantized) -> Iterator[str]:
    """Checks 11 to 14, after the whole body has been read. All axes of blocks come before all of their sizes."""
    if element.kind == "calibrated":
        least, most = element.bounds
        if most <= least:
            yield f"illegal min and max: ({c_double(least)}:{c_double(most)})"
        return
    low, high = element.limits
    if low >= high:
        yield f"illegal storage min and storage max: ({low}:{high})"
    if element.kind != "uniform":
        return
    blocks = element.blocks or ()
    for axis in [axis for axis, _ in blocks] if element.blocks is not None else [element.axis or 0]:
        if axis < 0:
            yield f"illegal quantized dimension: {axis}"
    for _, size in blocks:
        if size <= 0:
            yield f"illegal block size: {size}"


def c_double(value: float) -> str:
    """Returns a double as `%e` of C does, with infinity as LLVM prints it."""
    return f"{value:.6e}".replace("inf", "INF")
