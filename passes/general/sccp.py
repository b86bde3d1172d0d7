"""-sccp."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from sdyopt.ir.attribute import Type
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.value import Value
from sdyopt.rewriting.constant_propagation import ConstantPropagation, KnownConstant
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.folding.constants import constant_value, home_of_constants
from sdyopt.rewriting.folding.values.materialization import constant_signature
from sdyopt.rewriting.memory_effects import would_be_dead
from sdyopt.rewriting.passes import ANY, Pass, register_pass
from sdyopt.rewriting.remarks import Remarks
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sccp")
class SCCP(Pass):
    """Replaces values by constants that are found by following calls: sparse conditional constant propagation.

    An argument of a private function is constant if all calls pass the same constant, the result of a call if the
    function always returns the same. All constants are made anew at the start of their function, or of the computation
    around them that sees no values from outside, and equal ones are one.
    """

    anchor: ClassVar[str] = ANY

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        found = ConstantPropagation(op, rewriter)
        made = NewConstants(rewriter)
        work = blocks_last_first(op.regions)
        while work:
            block = work.pop()
            for inner in block.ops:
                results = [made.replace(result, found.constant(result), block) for result in inner.results]
                if results and all(results) and would_be_dead(inner):
                    rewriter.erase(inner)
                else:
                    work += blocks_last_first(inner.regions)
            for argument in block.arguments:
                made.replace(argument, found.constant(argument), block)


def blocks_last_first(regions: Iterable[Region]) -> list[Block]:
    """Returns the blocks of regions, of each the last one first."""
    return [block for region in regions for block in reversed(region.blocks)]


class NewConstants:
    """The constants that take the place of values, one for each value at the start of each region that is isolated."""

    def __init__(self, rewriter: Rewriter) -> None:
        self._rewriter = rewriter
        self._made: dict[tuple[Block, KnownConstant, Type], Operation] = {}

    def replace(self, value: Value, constant: KnownConstant | None, block: Block) -> bool:
        """Has all uses of `value`, which is in `block`, use a constant; returns whether `value` is one."""
        if constant is None:
            return False
        home = home_of_constants(block)
        made = self._made.get((home, constant, value.type)) or self._make(value, constant, home)
        if made is None:
            return False
        self._made[home, constant, value.type] = made
        if constant_value(value) is None:
            self._rewriter.report(IsConstant, value, made)
        self._rewriter.replace_uses(value, made.result)
        return True

    def _make(self, value: Value, constant: KnownConstant, home: Block) -> Operation | None:
        """Returns a new constant, or that which another dialect has made with the same operation; None if none can be.

        A dialect may make constants with operations of another one.
        """
        signature = constant_signature(constant.dialect, constant.value, value.type)
        if signature is None:
            return None
        key = home, KnownConstant(signature.definition.dialect, constant.value), value.type
        if key not in self._made:
            self._made[key] = self._rewriter.create_with(InsertionPoint.start_of(home), signature, [])
            self._rewriter.renames(self._made[key].result, value)
        return self._made[key]


class IsConstant(Decision):
    """A value is a constant, which its users use instead."""

    value: Value
    constant: Operation

    def explain(self, remarks: Remarks) -> None:
        self.report(
            remarks,
            "constant",
            "{value} is the constant {constant} wherever it comes from",
            self.value,
            constant=constant_value(self.constant.result),
        )
