"""How the quantized types are written."""

from __future__ import annotations

from sdyopt.dialects.quant.types import (
    AnyQuantizedType,
    CalibratedQuantizedType,
    UniformQuantizedType,
    default_range,
    number_text,
)
from sdyopt.mlir.write.attributes import text_of


def _storage(type: AnyQuantizedType | UniformQuantizedType) -> str:
    """`u8`, with its range if that is not all that the type has."""
    storage = type.storage_type
    low, high = type.storage_range
    limits = "" if (low, high) == default_range(storage) else f"<{low}:{high}>"
    return f"{storage.signedness or 'i'}{storage.width}{limits}"


def any_quantized(type: AnyQuantizedType) -> str:
    expressed = "" if type.expressed_type is None else f":{text_of(type.expressed_type)}"
    return f"<{_storage(type)}{expressed}>"


def calibrated(type: CalibratedQuantizedType) -> str:
    low, high = type.bounds
    return f"<{text_of(type.expressed_type)}<{number_text(low)}:{number_text(high)}>>"


def uniform(type: UniformQuantizedType) -> str:
    parts = [
        number_text(scale) + (f":{zero_point}" if zero_point else "")
        for scale, zero_point in zip(type.scales, type.zero_points, strict=True)
    ]
    for size in reversed(type.shape):
        parts = ["{" + ", ".join(parts[start : start + size]) + "}" for start in range(0, len(parts), size)]
    return f"<{_storage(type)}:{text_of(type.expressed_type)}{_axes(type)}, {parts[0]}>"


def _axes(type: UniformQuantizedType) -> str:
    if not type.shape:
        return ""
    if type.granularity == "per-axis":
        return f":{type.axes[0][0]}"
    return f":{{{', '.join([f'{axis}:{size}' for axis, size in type.axes])}}}"
