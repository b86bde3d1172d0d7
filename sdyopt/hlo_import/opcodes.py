"""The opcodes that can be converted, each with its number of operands, its attributes and its function."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection
from functools import cache

from sdyopt.hlo_import.errors import fail
from sdyopt.hlo_import.subject import Subject
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.value import Value

_OF_ANY = frozenset(
    {
        "backend_config",
        "control-predecessors",
        "frontend_attributes",
        "metadata",
        "origin",
        "parameter_replication",
        "sharding",
        "statistics",
    }
)
"""The attributes that every instruction may have."""

WITHOUT_OPERANDS = frozenset({"constant", "parameter", "iota", "partition-id", "replica-id"})
"""The opcodes of which brackets hold something else than operands, or nothing."""

_FAMILIES = (
    "collectives",
    "control_flow",
    "custom_calls",
    "elementwise",
    "indexing",
    "linear_algebra",
    "random_numbers",
    "reductions",
    "shapes",
    "tuples",
)

Converter = Callable[[Subject], Value]


class Opcode(NamedTuple):
    """How an opcode is converted."""

    convert: Converter
    least: int
    """The number of operands at least."""
    most: int | None
    """And at most, if there is a limit."""
    required: Collection[str]
    optional: Collection[str]


_OPCODES: dict[str, Opcode] = {}


def opcode(
    name: str,
    operands: int | tuple[int, int | None],
    required: Collection[str] = (),
    optional: Collection[str] = (),
) -> Callable[[Converter], Converter]:
    """Declares the function that converts an opcode; `operands` is their number, or the least and most."""
    least, most = (operands, operands) if isinstance(operands, int) else operands

    def declare(convert: Converter) -> Converter:
        _OPCODES[name] = Opcode(convert, least, most, frozenset(required), frozenset(optional))
        return convert

    return declare


@cache
def _known() -> dict[str, Opcode]:
    for family in _FAMILIES:
        importlib.import_module(f"sdyopt.hlo_import.families.{family}")
    return _OPCODES


def convert(subject: Subject) -> Value:
    """Appends the operations for an instruction, and returns the value of its result. Raises CompilationError."""
    instruction = subject.instruction
    found = _known().get(instruction.opcode)
    if found is None:
        fail(f"instructions '{instruction.opcode}' cannot be converted to StableHLO", instruction.opcode_offset)
    count = len(subject.operands)
    if count < found.least or (found.most is not None and count > found.most):
        expected = str(found.least) if found.most == found.least else f"at least {found.least}"
        fail(f"'{instruction.opcode}' expects {expected} operands, but has {count}", instruction.opcode_offset)
    for name, (_, place) in instruction.attributes.items():
        if name not in _OF_ANY and name not in found.required and name not in found.optional:
            fail(f"'{instruction.opcode}' has no attribute '{name}'", place)
    for name in found.required:
        if name not in instruction.attributes:
            fail(f"'{instruction.opcode}' expects an attribute '{name}'", instruction.opcode_offset)
    return found.convert(subject)
