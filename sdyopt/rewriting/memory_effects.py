"""Memory effects: which operations may be erased when nothing uses their results."""

from __future__ import annotations

from sdyopt.dialects.stablehlo.ops import CUSTOM_CALL
from sdyopt.ir.attributes import BoolAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition

KEPT_TRAITS = frozenset(("IsTerminator", "Symbol"))


def would_be_dead(op: Operation) -> bool:
    """Whether `op` could be erased if nothing used its results: no terminator, no symbol, and free of effects."""
    return KEPT_TRAITS.isdisjoint(op.signature.definition.traits) and is_free_of_effects(op)


def is_trivially_dead(op: Operation) -> bool:
    """Whether `op` can be erased: nothing uses its results, and it would be dead then."""
    for result in op.results:
        if result.is_used:
            return False
    return would_be_dead(op)


def is_free_of_effects(op: Operation) -> bool:
    """Whether neither `op` nor, if its effects are those of the operations inside it, these have effects.

    Operations that say nothing of their effects, like those that are not registered, count as having some.
    """
    pending = [op]
    while pending:
        op = pending.pop()
        traits = op.signature.definition.traits
        if "Pure" in traits or _is_call_without_effects(op):
            continue
        if "RecursiveMemoryEffects" not in traits:
            return False
        pending += [inner for region in op.regions for block in region.blocks for inner in block.ops]
    return True


def _is_call_without_effects(op: Operation) -> bool:
    definition: OpDefinition = op.signature.definition
    return definition is CUSTOM_CALL and op.signature.properties.get("has_side_effect") is not BoolAttr(True)
