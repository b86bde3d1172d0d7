"""A compiled module as far as its communication needs it."""

from __future__ import annotations

from collections.abc import Mapping

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.layout.shape import Shape
from sdyopt.sharding.replica_groups import ReplicaGroups

Index = tuple[int, ...]
"""The way to an element of nested tuples."""


class Instruction(NamedTuple):
    """`ROOT %name = shape opcode(operands), attributes`. Names are without `%`."""

    name: str
    shape: Shape
    opcode: str
    operands: tuple[str, ...]
    """Names of instructions. Of `constant` and `parameter`, the literal or number."""
    replica_groups: ReplicaGroups | None = None
    source_target_pairs: tuple[tuple[int, int], ...] | None = None
    called: Mapping[str, tuple[str, ...]] = {}
    """The computations that it calls, by the attribute that names them."""
    metadata: Mapping[str, str] = {}
    """Strings without their quotes."""
    attributes: Mapping[str, str] = {}
    """All other attributes, as text."""


class EntryLayout(NamedTuple):
    """The shapes that the program takes and gives, on one device."""

    parameters: tuple[Shape, ...] = ()
    result: Shape | None = None


class Alias(NamedTuple):
    """A part of the result that takes the memory of a part of a parameter, as that is donated."""

    result_index: Index
    parameter: int
    parameter_index: Index


class Header(NamedTuple):
    """The line that begins a module."""

    name: str
    layout: EntryLayout | None = None
    aliases: tuple[Alias, ...] = ()
    attributes: Mapping[str, str] = {}
    """All other attributes, as text."""


class HloFrame(NamedTuple):
    """A place in the source of the program. What is not known is None."""

    file: str | None
    line: int | None
    column: int | None
    """As in the text. JAX counts columns from 0."""
    function: str | None
