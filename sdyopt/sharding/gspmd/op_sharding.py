"""Reads XLA's OpSharding, a protocol buffer message: https://protobuf.dev/programming-guides/encoding/.

JAX writes it in place of a text if a sharding lists more than a hundred devices.
"""

from __future__ import annotations

from collections.abc import Iterator

from sdyopt.sharding.gspmd.model import Form, GroupMember, HloSharding, Iota

_TYPES = {0: Form.REPLICATED, 1: Form.MAXIMAL, 2: Form.TUPLE, 3: Form.TILED, 4: Form.MANUAL, 5: Form.UNKNOWN}
_TYPES |= {6: Form.UNREDUCED}
"""The enumeration OpSharding.Type."""

(_TYPE, _TILES, _DEVICES, _ELEMENTS, _REPLICATE_LAST, _LAST_TILE_DIMS, _IOTA_SHAPE, _IOTA_ORDER) = (
    1,
    3,
    4,
    5,
    6,
    8,
    9,
    10,
)
(_IS_SHARD_GROUP, _SHARD_GROUP, _SHARD_GROUP_TYPE) = (11, 12, 13)
"""The numbers of fields."""

_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5
"""Wire types."""

_MOST_DEPTH = 64


def decoded_op_sharding(data: bytes, depth: int = 0) -> HloSharding:
    """Returns the sharding that a message describes. Raises ValueError if it is none."""
    if depth > _MOST_DEPTH:
        raise ValueError("tuples are nested too deep")
    numbers: dict[int, list[int]] = {}
    elements = []
    for field, value in _fields(data):
        if field == _ELEMENTS and isinstance(value, bytes):
            elements.append(decoded_op_sharding(value, depth + 1))
        elif isinstance(value, int):
            numbers.setdefault(field, []).append(value)
        elif field in (_TILES, _DEVICES, _LAST_TILE_DIMS, _IOTA_SHAPE, _IOTA_ORDER):
            numbers.setdefault(field, []).extend(_packed(value))
    form = _TYPES.get(numbers.get(_TYPE, [0])[-1])
    if form is None:
        raise ValueError(f"unknown type {numbers[_TYPE][-1]}")
    group = None
    if numbers.get(_IS_SHARD_GROUP, [0])[-1]:
        kind = "shard_like" if numbers.get(_SHARD_GROUP_TYPE, [0])[-1] else "shard_as"
        group = GroupMember(kind, numbers.get(_SHARD_GROUP, [0])[-1])
    devices = tuple(numbers.get(_DEVICES, ()))
    if form is not Form.TILED:
        return HloSharding(form, devices=devices if form is Form.MAXIMAL else (), elements=tuple(elements), group=group)
    subgroups = [_TYPES.get(number, Form.TUPLE) for number in numbers.get(_LAST_TILE_DIMS, ())]
    if numbers.get(_REPLICATE_LAST, [0])[-1]:
        subgroups = [Form.REPLICATED]
    shape = tuple(numbers.get(_IOTA_SHAPE, ()))
    order = Iota(shape, tuple(numbers.get(_IOTA_ORDER, range(len(shape))))) if shape else devices
    return HloSharding(form, tuple(numbers.get(_TILES, ())), order, tuple(subgroups), group=group)


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yields the fields of a message by their numbers."""
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        field, wire = tag >> 3, tag & 7
        if wire == _VARINT:
            value, at = _varint(data, at)
            yield field, value
            continue
        size = {_FIXED64: 8, _FIXED32: 4}.get(wire)
        if wire == _LENGTH:
            size, at = _varint(data, at)
        if size is None or at + size > len(data):
            raise ValueError("neither the text of a sharding nor an OpSharding message")
        yield field, data[at : at + size]
        at += size


def _packed(data: bytes) -> Iterator[int]:
    at = 0
    while at < len(data):
        value, at = _varint(data, at)
        yield value


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Returns a number of seven bits a byte, the lowest first, and where it ends."""
    value = shift = 0
    while at < len(data) and shift < 64:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    raise ValueError("neither the text of a sharding nor an OpSharding message")
