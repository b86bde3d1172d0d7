"""Every sharding of a program, where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple, cast

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import Sharding, ShardingPerValue
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import ArrayAttr, DictionaryAttr, TypeAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import FunctionType
from sdyopt.ir.value import Value
from sdyopt.sharding.rewrite import kept_at, places_of
from sdyopt.sharding.value_shardings import ARGUMENT_ATTRIBUTES, RESULT_ATTRIBUTES, SHARDING


class Role(StrEnum):
    """What a sharded tensor is to the operation that says how it is sharded."""

    OPERAND = "operand"
    RESULT = "result"
    FUNCTION_ARGUMENT = "function argument"
    FUNCTION_RESULT = "function result"


class Mention(NamedTuple):
    """A sharding, and the operation in which it stands: its operand, result, … of that `number` is sharded so."""

    sharding: Sharding
    op: Operation
    role: Role
    number: int

    @property
    def value(self) -> Value | None:
        """The value that is sharded so. There is none for a function's result, and without a body for its argument."""
        values: Sequence[Value] = ()
        match self.role:
            case Role.OPERAND:
                values = self.op.operands
            case Role.RESULT:
                values = self.op.results
            case Role.FUNCTION_ARGUMENT if self.op.regions[0].blocks:
                values = self.op.regions[0].blocks[0].arguments
        return values[self.number] if self.number < len(values) else None

    @property
    def subject(self) -> Value | str:
        """What people are told is sharded so: the value, or which operand or result it is."""
        value = None if self.role is Role.OPERAND else self.value
        return value or (f"in_shardings[{self.number}]" if self.role is Role.OPERAND else f"{self.role} {self.number}")

    @property
    def place(self) -> Operation | Value:
        """Where people look for it: the function's argument, or the operation."""
        value = self.value if self.role is Role.FUNCTION_ARGUMENT else None
        return value or self.op

    @property
    def type(self) -> Type:
        """The type of what is sharded so."""
        signature = self.op.signature
        match self.role:
            case Role.OPERAND:
                return signature.operand_types[self.number]
            case Role.RESULT:
                return signature.result_types[self.number]
        function_type = cast(FunctionType, cast(TypeAttr, signature.properties["function_type"]).type)
        types = function_type.inputs if self.role is Role.FUNCTION_ARGUMENT else function_type.results
        return types[self.number]


def mentions(root: Operation) -> Iterator[Mention]:
    """Every sharding in `root`, in the order of the text: an operation's own before those inside it.

    Of a function the arguments come before the results, and so do the operands of other operations. That of an operand
    of a manual computation is as it stands there, with the manual axes. The operation may be changed that has come out
    last.
    """
    for op in root.walk():
        yield from mentions_of(op, op.signature)


def mentions_of(op: Operation, signature: Signature) -> Iterator[Mention]:
    """The shardings in the `signature` of `op` alone, that it has, had, or is to have, in the same order."""
    for sharding, role, number in _mentioned(signature):
        yield Mention(sharding, op, role, number)


@cache
def _mentioned(signature: Signature) -> tuple[tuple[Sharding, Role, int], ...]:
    if signature.definition is FUNC:
        return tuple(_in_function(signature))
    found: list[tuple[Sharding, Role, int]] = []
    for place in places_of(signature.definition):
        role = Role.OPERAND if place.values_of == "operand_types" else Role.RESULT
        kept = kept_at(signature, place)
        if isinstance(kept, ShardingPerValue):
            found += [(sharding, role, number) for number, sharding in enumerate(kept.shardings)]
        elif isinstance(kept, Sharding):
            found.append((kept, role, 0))
    return tuple(found)


def _in_function(function: Signature) -> Iterator[tuple[Sharding, Role, int]]:
    for place, role in ((ARGUMENT_ATTRIBUTES, Role.FUNCTION_ARGUMENT), (RESULT_ATTRIBUTES, Role.FUNCTION_RESULT)):
        kept = function.properties.get(place.attribute)
        for number, attributes in enumerate(kept if isinstance(kept, ArrayAttr) else ()):
            sharding = cast(DictionaryAttr, attributes).get(SHARDING)
            if isinstance(sharding, Sharding):
                yield sharding, role, number
