"""Reads GSPMD shardings: XLA's text for them, or its OpSharding message where JAX writes that for many devices.

The text is that of HLO, https://openxla.org/xla/operation_semantics and `xla::HloSharding::ToString`:
`{devices=[2,4]<=[8]}`, `{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate}`, `{maximal device=0}`.
"""

from __future__ import annotations

import re
from math import prod

from sdyopt.ir.remembering import remembered
from sdyopt.sharding.gspmd.model import Form, GroupMember, HloSharding, Iota
from sdyopt.sharding.gspmd.op_sharding import decoded_op_sharding

_MOST_DEVICES = 1 << 24
"""Shardings over more devices are refused: their devices would be listed."""

_MOST_DIMENSIONS = 64
_MOST_DEPTH = 64

_TOKEN = re.compile(r"(?:\s|/\*.*?\*/)*(<=|[{}\[\](),=]|[a-zA-Z_]+|\d+|.)", re.DOTALL)

_PLAIN = {form.value: form for form in (Form.REPLICATED, Form.MANUAL, Form.UNKNOWN, Form.UNREDUCED)}


@remembered
def read_sharding(text: str) -> HloSharding:
    """Returns the sharding that a text describes. Raises ValueError with what is wrong if it is none."""
    if not text.lstrip().startswith("{"):
        return checked(decoded_op_sharding(text.encode("utf-8", "surrogateescape")))
    reader = _Reader(text)
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
    if not 0 < count <= _MOST_DEVICES or len(sharding.tiles) > _MOST_DIMENSIONS or sharding.rank < 0:
        raise ValueError(f"{count} devices in {len(sharding.tiles)} dimensions")
    if isinstance(devices, Iota):
        if sorted(devices.order) != list(range(len(devices.shape))):
            raise ValueError(
                f"T({','.join(map(str, devices.order))}) is not an order of {len(devices.shape)} dimensions"
            )
        if prod(devices.shape) != count:
            raise ValueError(f"{count} tiles for {prod(devices.shape)} devices")
    elif len(devices) != count:
        raise ValueError(f"{count} tiles for {len(devices)} devices")
    elif sorted(devices) != list(range(count)):
        raise ValueError(f"devices are not 0 to {count - 1}, each once")
    return sharding


class _Reader:
    """A recursive descent over the tokens of a text."""

    def __init__(self, text: str) -> None:
        self._tokens = _TOKEN.findall(text)
        self._next = 0
        self._depth = 0

    @property
    def token(self) -> str:
        """The next token; empty at the end."""
        return self._tokens[self._next] if self._next < len(self._tokens) else ""

    def take(self) -> str:
        token = self.token
        self._next += 1
        return token

    def accept(self, token: str) -> bool:
        """Takes the next token if it is that one."""
        if self.token != token:
            return False
        self._next += 1
        return True

    def expect(self, token: str) -> None:
        if not self.accept(token):
            raise ValueError(
                f"expected '{token}' before '{self.token}'" if self.token else f"expected '{token}' at the end"
            )

    def sharding(self) -> HloSharding:
        self.expect("{")
        if self.token in ("{", "}"):
            return self._tuple()
        found = self._array()
        group = None
        while not self.accept("}"):
            word = self.take()
            if word in ("shard_as", "shard_like"):
                group = GroupMember(word, self.number())
            elif word == "metadata":
                self.expect("=")
                self._skip_braces()
            else:
                raise ValueError(f"'{word}' in the sharding" if word else "expected '}' at the end")
        return checked(found._replace(group=group))

    def _tuple(self) -> HloSharding:
        self._depth += 1
        if self._depth > _MOST_DEPTH:
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
        devices: Iota | tuple[int, ...]
        if self.accept("<="):
            shape = self.numbers("[", "]")
            order = self.numbers("(", ")") if self.accept("T") else tuple(range(len(shape)))
            devices = Iota(shape, order)
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
        if self.accept(closing):
            return ()
        found = self._listed()
        self.expect(closing)
        return found

    def number(self) -> int:
        token = self.take()
        if not token.isascii() or not token.isdigit() or len(token) > 18:
            raise ValueError(f"expected a number, not '{token}'")
        return int(token)

    def _skip_braces(self) -> None:
        depth = 0
        while self.token:
            depth += {"{": 1, "}": -1}.get(self.take(), 0)
            if depth == 0:
                return
        raise ValueError("expected '}' at the end")
