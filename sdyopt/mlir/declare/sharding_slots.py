"""Where operations keep the shardings of their values: the part of a declaration that says so."""

from __future__ import annotations

from enum import StrEnum

from sdyopt.ir.record import Record


class ShardingRole(StrEnum):
    """What a sharded tensor is to the operation that keeps its sharding."""

    OPERAND = "operand"
    RESULT = "result"
    FUNCTION_ARGUMENT = "function argument"
    FUNCTION_RESULT = "function result"


SINGLE, PER_VALUE, DICTIONARIES = "single", "per value", "dictionaries"
"""The forms of attributes that hold shardings: one, that of the only result; a list with one for each value; a list
with a dictionary for each value, in which the sharding is the entry SHARDING."""


class ShardingSlots(Record):
    """The attribute of an operation that holds the shardings of its operands, or its results, or the like.

    Each declaration has its own: what is remembered for one is found by its identity.
    """

    attribute: str
    role: ShardingRole = ShardingRole.RESULT
    form: str = PER_VALUE
    is_inherent: bool = True


SHARDING = "sdy.sharding"
"""The discardable attribute that holds the sharding of a function's argument or result, or those of the results of an
operation."""

RESULT_SHARDINGS = ShardingSlots(SHARDING, is_inherent=False)
"""Where the shardings of results are unless a declaration says otherwise."""

IN_SHARDINGS = ShardingSlots("in_shardings", ShardingRole.OPERAND)
OUT_SHARDINGS = ShardingSlots("out_shardings")
"""Those of the operands and results of a computation with a body."""

ARGUMENT_ATTRIBUTES = ShardingSlots("arg_attrs", ShardingRole.FUNCTION_ARGUMENT, DICTIONARIES)
RESULT_ATTRIBUTES = ShardingSlots("res_attrs", ShardingRole.FUNCTION_RESULT, DICTIONARIES)
"""Those of the arguments and results of a function."""


def single_sharding(attribute: str) -> tuple[ShardingSlots, ...]:
    """Returns the slots of an operation with one result whose sharding is the inherent `attribute`."""
    return (ShardingSlots(attribute, form=SINGLE),)
