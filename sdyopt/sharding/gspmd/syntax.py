"""Reads GSPMD shardings: XLA's text for them, or its OpSharding message where JAX writes that for many devices.

The text is that of HLO, https://openxla.org/xla/operation_semantics and `xla::HloSharding::ToString`:
`{devices=[2,4]<=[8]}`, `{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate}`, `{maximal device=0}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from math import prod

from sdyopt.ir.attribute import remembered
from sdyopt.ir.records import NamedTuple
from sdyopt.sharding.replica_groups import IotaDevices

# What a GSPMD sharding says, as XLA's `HloSharding` does.


class Form(StrEnum):
    """The form of a sharding."""

    REPLICATED = "replicated"
    MAXIMAL = "maximal"
    """All of it is on one device."""
    MANUAL = "manual"
    """The program is that of each device."""
    UNKNOWN = "unknown"
    """It says nothing."""
    UNREDUCED = "unreduced"
    """Each device holds a summand."""
    TILED = "devices"
    TUPLE = "tuple"


class GroupMember(NamedTuple):
    """`shard_as 3`, `shard_like 3`: a member of the group whose arrays have one sharding."""

    kind: str
    number: int


class HloSharding(NamedTuple):
    """The sharding of an array, or of each element of a tuple."""

    form: Form
    tiles: tuple[int, ...] = ()
    """Into how many parts each dimension is cut; then the sizes of `subgroups`."""
    devices: IotaDevices | tuple[int, ...] = ()
    """Of one that is tiled, the devices of the tiles in row-major order; of a maximal one, the only device."""
    subgroups: tuple[Form, ...] = ()
    """The meaning of the last dimensions of `tiles`: devices that hold the same part (replicated), and so on."""
    elements: tuple[HloSharding, ...] = ()
    group: GroupMember | None = None
    reduction_op: str = "sum"
    """The operator that reduces unreduced parts."""

    @property
    def rank(self) -> int:
        """The rank of the arrays that a tiled sharding is for."""
        return len(self.tiles) - len(self.subgroups)

    @property
    def device_count(self) -> int:
        return prod(self.tiles)

    @property
    def device(self) -> int:
        """The device of a maximal sharding."""
        return self.devices[0] if isinstance(self.devices, tuple) and self.devices else 0

    @property
    def is_manual(self) -> bool:
        """Whether the program is that of each device, along some axes at least."""
        return self.form is Form.MANUAL or Form.MANUAL in self.subgroups


# Reads XLA's OpSharding, a protocol buffer message: https://protobuf.dev/programming-guides/encoding/.

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

_MAX_DEPTH = 64


def decoded_op_sharding(data: bytes, depth: int = 0) -> HloSharding:
    """Returns the sharding that a message describes. Raises ValueError if it is none."""
    if depth > _MAX_DEPTH:
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
    if (form := _TYPES.get(numbers.get(_TYPE, [0])[-1])) is None:
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
    order = IotaDevices(shape, tuple(numbers.get(_IOTA_ORDER, range(len(shape))))) if shape else devices
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


_MAX_DEVICES = 1 << 24
"""Shardings over more devices are refused: their devices would be listed."""

_MAX_DIMENSIONS = 64

_TOKEN = re.compile(r"(?:\s|/\*.*?\*/)*(<=|[{}\[\](),=]|[a-zA-Z_]+|\d+|.)", re.DOTALL)

_PLAIN = {form.value: form for form in (Form.REPLICATED, Form.MANUAL, Form.UNKNOWN, Form.UNREDUCED)}


@remembered
def read_sharding(text: str) -> HloSharding:
    """Returns the sharding that a text describes. Raises ValueError with what is wrong if it is none."""
    if not text.lstrip().startswith("{"):
        return checked(decoded_op_sharding(text.encode("utf-8", "surrogateescape")))
    reader = _Reader(_TOKEN.findall(text))
    sharding = reader.sharding()
    if reader.token:
        raise ValueError(f"'{reader.token}' after the sharding")
    return sharding


def checked(sharding: HloSharding) -> HloSharding:
    """Returns a sharding if its devices fit its tiles. Raises ValueError."""
    for element in sharding.elements:
        checked(element)
    if sharding.form is not Form.TILED:
        return sharding
    count, devices = sharding.device_count, sharding.devices
    if not 0 < count <= _MAX_DEVICES or len(sharding.tiles) > _MAX_DIMENSIONS or sharding.rank < 0:
        raise ValueError(f"{count} devices in {len(sharding.tiles)} dimensions")
    if isinstance(devices, IotaDevices):
        if prod(devices.dimensions) != count:
            raise ValueError(f"{count} tiles for {prod(devices.dimensions)} devices")
    elif len(devices) != count:
        raise ValueError(f"{count} tiles for {len(devices)} devices")
    elif sorted(devices) != list(range(count)):
        raise ValueError(f"devices are not 0 to {count - 1}, each once")
    return sharding


class TokenReader:
    """A recursive descent over the tokens of a text."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self._tokens = tokens
        self._next = 0

    @property
    def token(self) -> str:
        """The next token; empty at the end."""
        return self._tokens[self._next] if self._next < len(self._tokens) else ""

    def take(self) -> str:
        """Takes the next token, and returns it."""
        token = self.token
        self._next += 1
        return token

    def accept(self, token: str) -> bool:
        """Takes the next token if it is that one."""
        if self.token != token:
            return False
        self._next += 1
        return True

    def expect(self, *tokens: str) -> None:
        """Takes these tokens. Raises ValueError if others come."""
        for token in tokens:
            if not self.accept(token):
                raise ValueError(
                    f"expected '{token}' before '{self.token}'" if self.token else f"expected '{token}' at the end"
                )

    def number(self) -> int:
        """Takes a number. Raises ValueError if there is none."""
        token = self.take()
        if not token.isascii() or not token.isdigit() or len(token) > 18:
            raise ValueError(f"expected a number, not '{token}'")
        return int(token)


class _Reader(TokenReader):
    """Reads the first form."""

    _depth = 0

    def sharding(self) -> HloSharding:
        self.expect("{")
        if self.token in ("{", "}"):
            return self._tuple()
        found = self._array()
        group = None
        while not self.accept("}"):
            if (word := self.take()) in ("shard_as", "shard_like"):
                group = GroupMember(word, self.number())
            elif word == "metadata":
                self.expect("=")
                self._skip_braces()
            else:
                raise ValueError(f"'{word}' in the sharding" if word else "expected '}' at the end")
        return checked(found._replace(group=group))

    def _tuple(self) -> HloSharding:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise ValueError("tuples are nested too deep")
        elements = []
        while not self.accept("}"):
            elements.append(self.sharding())
            if self.token != "}":
                self.expect(",")
        self._depth -= 1
        return HloSharding(Form.TUPLE, elements=tuple(elements))

    def _array(self) -> HloSharding:
        word = self.take()
        if word in _PLAIN:
            return HloSharding(_PLAIN[word])
        if word == "maximal":
            if self.accept("device"):
                self.expect("=")
                return HloSharding(Form.MAXIMAL, devices=(self.number(),))
            raise ValueError("expected 'device=' after 'maximal'")
        if word != "devices":
            raise ValueError(f"unknown form '{word}'")
        self.expect("=")
        tiles = self.numbers("[", "]")
        devices: IotaDevices | tuple[int, ...]
        if self.accept("<="):
            shape = self.numbers("[", "]")
            order = self.numbers("(", ")") if self.accept("T") else tuple(range(len(shape)))
            devices = IotaDevices(shape, order)
        else:
            devices = self._listed()
        return HloSharding(Form.TILED, tiles, devices, self._subgroups())

    def _listed(self) -> tuple[int, ...]:
        found = [self.number()]
        while self.accept(","):
            found.append(self.number())
        return tuple(found)

    def _subgroups(self) -> tuple[Form, ...]:
        if self.accept("last_tile_dim_replicate"):
            return (Form.REPLICATED,)
        if not self.accept("last_tile_dims"):
            return ()
        self.expect("=")
        self.expect("{")
        found = []
        while not self.accept("}"):
            word = self.take()
            if word not in _PLAIN:
                raise ValueError(f"unknown subgroup '{word}'")
            found.append(_PLAIN[word])
            self.accept(",")
        return tuple(found)

    def numbers(self, opening: str, closing: str) -> tuple[int, ...]:
        self.expect(opening)
        found = self._listed()
        self.expect(closing)
        return found

    def _skip_braces(self) -> None:
        depth = 0
        while self.token:
            depth += {"{": 1, "}": -1}.get(self.take(), 0)
            if depth == 0:
                return
        raise ValueError("expected '}' at the end")
