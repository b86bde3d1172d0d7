"""Which operations are partitioned: those that can be, by their numbers and names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.stablehlo.ops.control_flow import CUSTOM_CALL
from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition

EXCLUDED: frozenset[OpDefinition] = frozenset(
    {
        *(sdy.ALL_GATHER, sdy.ALL_REDUCE, sdy.ALL_SLICE, sdy.ALL_TO_ALL, sdy.COLLECTIVE_PERMUTE, sdy.REDUCE_SCATTER),
        *(sdy.REPLICATED_TO_UNREDUCED, sdy.SHARDED_TO_UNREDUCED, sdy.DATA_FLOW_EDGE, sdy.MANUAL_COMPUTATION),
        *(sdy.PROPAGATION_BARRIER, sdy.SHARDING_CONSTRAINT, sdy.SHARDING_GROUP),
    }
)
"""The operations that are never partitioned on their own."""

SHARDING_CALLS = ("Sharding", "mhlo.sharding")
"""The custom calls that say how a value is sharded."""


def candidates(module: Operation) -> Iterator[Operation]:
    """Yields the operations of a module that can be partitioned, in order: right inside of functions, and sharded."""
    for function in module.regions[0].block.ops:
        if function.signature.definition is FUNC:
            for block in function.regions[0].blocks:
                yield from (op for op in block.ops if is_candidate(op))


def is_candidate(op: Operation) -> bool:
    """Returns whether an operation can be partitioned on its own."""
    definition = op.signature.definition
    if definition in EXCLUDED or "IsTerminator" in definition.traits:
        return False
    if definition is CUSTOM_CALL:
        target = op.signature.properties["call_target_name"]
        if cast(StringAttr, target).value in SHARDING_CALLS:
            return False
    return any(has_axes(sharding_of(value)) for value in (*op.operands, *op.results))


def has_axes(sharding: Sharding | None) -> bool:
    """Returns whether a sharding has axes, in dimensions or unreduced."""
    if sharding is None:
        return False
    return bool(sharding.unreduced) or any(dimension.axes for dimension in sharding.dimensions)


class OpSelection(NamedTuple):
    """The numbers of candidates, from `low` to `high`, and parts of names, of which one must occur if there are any."""

    low: int | None = None
    high: int | None = None
    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str) -> OpSelection:
        """Returns the selection that a text is, such as `dot,selectLow=2,selectHigh=7`; it may stand in quotes.

        A bound that is not a number is ignored.
        """
        if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
            text = text[1:-1]
        bounds: dict[str, int] = {}
        names: list[str] = []
        for token in filter(None, map(str.strip, text.split(","))):
            bound, equals, number = token.partition("=")
            if equals and bound in ("selectLow", "selectHigh"):
                if number.isascii() and number.removeprefix("-").isdigit():
                    bounds[bound] = int(number)
            else:
                names.append(token)
        return cls(bounds.get("selectLow"), bounds.get("selectHigh"), tuple(names))

    def has(self, number: int, name: str) -> bool:
        """Returns whether the candidate with that number and name is selected."""
        if (self.low is not None and number < self.low) or (self.high is not None and number > self.high):
            return False
        return not self.names or any(part in name for part in self.names)
