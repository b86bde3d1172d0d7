"""Passes that simplify, erase and move the operations of any program."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from sdyopt.dialects import REGISTRY
from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.region import Block, InsertionPoint
from sdyopt.ir.value import OpResult
from sdyopt.mlir.diagnostics import CompilationError, failure
from sdyopt.mlir.rewrite.common_subexpressions import eliminate_common_subexpressions
from sdyopt.mlir.rewrite.control_flow import erase_unreachable_blocks
from sdyopt.mlir.rewrite.rewriter import is_trivially_dead
from sdyopt.rewriting.greedy import GreedyOptions, dead_operation, rewrite_greedily
from sdyopt.rewriting.passes import ANY, Pass, option, register_pass
from sdyopt.rewriting.patterns import Pattern, PatternSet
from sdyopt.rewriting.rewriter import Rewriter


def canonicalization_patterns(
    enabled: Collection[str] = (), disabled: Collection[str] = (), dialects: Collection[str] = ()
) -> PatternSet:
    """Returns the patterns that are enabled and not disabled, by name or label, and of `dialects` if any are given.

    The patterns of a dialect are imported with its first operation.
    """

    def patterns_of(dialect: str) -> list[Pattern]:
        if (declared := REGISTRY.dialects.get(dialect)) is None or not declared.patterns:
            return []
        found: tuple[Pattern, ...] = declared.part("patterns").PATTERNS
        return [one for one in found if not dialects or (one.dialect or dialect) in dialects]

    return PatternSet((), enabled, disabled, patterns_of)


@register_pass("canonicalize")
class Canonicalizer(Pass):
    """Folds operations, applies canonicalization patterns, erases dead operations and merges constants.

    Constants move to the start of their function, or of the computation around them that sees no values from outside,
    and equal ones become one; attributes beside the value do not count. Operations without effects that nothing uses
    are erased. Reshards and collectives that follow each other are merged where they can be, and those that do nothing
    go. Operations of StableHLO, and of MLIR's dialects arith, cf, complex, math, shape and tensor, stay as they are.
    """

    anchor: ClassVar[str] = ANY

    top_down: bool = option(default=True, help="Visits operations from first to last, each before what it holds")
    region_simplify: str = option(
        default="normal",
        help="Simplifies regions: `aggressive` also merges identical blocks",
        choices=("disabled", "normal", "aggressive"),
    )
    max_iterations: int = option(default=10, help="Maximum number of sweeps over the program; -1 for no limit")
    max_num_rewrites: int = option(
        default=-1, help="Maximum number of patterns that apply in one sweep; -1 for no limit"
    )
    test_convergence: bool = option(
        default=False, help="Fails if the last sweep that is allowed still changes something"
    )
    disable_patterns: tuple[str, ...] = option(default=(), help="Labels or names of patterns that do not apply")
    enable_patterns: tuple[str, ...] = option(
        default=(), help="Labels or names of patterns; if any are given, no others apply"
    )
    filter_dialects: tuple[str, ...] = option(default=(), help="Dialects whose patterns apply; all if none is given")
    cse_between_iterations: bool = option(default=False, help="Eliminates common subexpressions after each sweep")

    folds: bool = True
    """Whether operations are folded and constants merged; only pipelines say otherwise."""

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        for name in self.filter_dialects:
            if name not in REGISTRY.namespaces:
                raise failure(f"can't load dialect '{name}': missing registration?", op.location)
        patterns = canonicalization_patterns(self.enable_patterns, self.disable_patterns, self.filter_dialects)
        options = GreedyOptions(
            self.top_down,
            self.region_simplify,
            self.max_iterations,
            self.max_num_rewrites,
            self.cse_between_iterations,
            self.folds,
        )
        converged = rewrite_greedily(op, patterns, rewriter, options)
        if self.test_convergence and not converged:
            raise CompilationError([])


@register_pass("cse")
class CSE(Pass):
    """Eliminates common subexpressions: of equal operations without effects the first stays.

    Operations are equal if they have the same operands, attributes and types, and regions that compute the same. A
    result is shared in the block where it is computed and in regions inside, except in functions and computations that
    see no values from outside. Operations that nothing uses are erased, but not those that only these use.
    """

    anchor: ClassVar[str] = ANY

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        for region in op.regions:
            eliminate_common_subexpressions(region, rewriter)


@register_pass("trivial-dce")
class TrivialDeadCodeElimination(Pass):
    """Erases operations without effects that nothing uses, and blocks that no branch leads to.

    What only these use goes, too; operations that use each other in a circle stay.
    """

    anchor: ClassVar[str] = ANY

    recursive: bool = option(default=True, help="Also erases operations in regions of operations, such as functions")
    remove_blocks: bool = option(default=True, help="Erases blocks that no branch leads to")

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        if self.remove_blocks:
            for region in op.regions:
                erase_unreachable_blocks(region, rewriter, self.recursive)
        erase_dead(op, rewriter, self.recursive)


def erase_dead(root: Operation, rewriter: Rewriter, is_recursive: bool) -> None:
    """Erases the dead operations in `root`, or only those right inside, until there are no more."""
    directly = [op for region in root.regions for block in region.blocks for op in block.ops]
    work = dict.fromkeys(inner for op in directly for inner in (walk(op) if is_recursive else [op]))
    scope = None if is_recursive else set(directly)
    while work:
        op, _ = work.popitem()
        if not is_trivially_dead(op):
            continue
        for inner in walk(op):
            work.pop(inner, None)
            makers = [operand.owner for operand in inner.operands if isinstance(operand, OpResult)]
            work.update(dict.fromkeys(maker for maker in makers if scope is None or maker in scope))
        work.pop(op, None)
        rewriter.report(dead_operation, op)
        rewriter.erase(op)


@register_pass("topological-sort")
class TopologicalSort(Pass):
    """Moves operations of modules after their operands are computed, as far as there is no cycle.

    In all other regions operations are in such an order anyway. Those that need not wait for others keep their order.
    """

    anchor: ClassVar[str] = ANY

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        for inner in walk(op):
            if inner.has_trait("HasOnlyGraphRegion"):
                for region in inner.regions:
                    for block in region.blocks:
                        sort_topologically(block, rewriter)


def sort_topologically(block: Block, rewriter: Rewriter) -> None:
    """Moves operations of `block` to the front that do not wait for others, again and again.

    Where all wait for each other, the first one that is left stays in front of the rest.
    """
    waiting = dict.fromkeys([op for op in block.ops if not op.has_trait("IsTerminator")])
    while waiting:
        count = len(waiting)
        for op in list(waiting):
            if not _waits(op, waiting):
                _place(op, waiting, rewriter)
        if len(waiting) == count:
            _place(next(iter(waiting)), waiting, rewriter)


def _place(op: Operation, waiting: dict[Operation, None], rewriter: Rewriter) -> None:
    """Moves `op` to the front of those that are waiting."""
    first = next(iter(waiting))
    del waiting[op]
    if op is not first:
        rewriter.tell("moved", "{op} moved before {other}, which has to wait for its operands", op, op=op, other=first)
        rewriter.move(op, InsertionPoint.before_op(first))


def _waits(op: Operation, waiting: dict[Operation, None]) -> bool:
    """Returns whether an operation that is waiting computes an operand of `op`, or of an operation inside it."""
    for inner in walk(op):
        for operand in inner.operands:
            source = operand.defining_op
            while source is not None and source is not op:
                if source in waiting:
                    return True
                source = source.parent_op
    return False


@register_pass("loop-invariant-code-motion")
class LoopInvariantCodeMotion(Pass):
    """Moves operations out of loops, which leaves programs as they are: no operation implements MLIR's loop interface.

    A `stablehlo.while` is none; of what it holds `-canonicalize` moves constants out.
    """

    anchor: ClassVar[str] = ANY

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        pass


@register_pass("control-flow-sink")
class ControlFlowSink(Pass):
    """Moves operations into branches, which leaves programs as they are: no operation implements MLIR's interface.

    `stablehlo.case` and `stablehlo.if` do not tell MLIR when their regions run.
    """

    anchor: ClassVar[str] = ANY

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        pass


@register_pass("strip-debuginfo")
class StripDebugInfo(Pass):
    """Drops the locations of operations and block arguments.

    Later errors and remarks have no position in the input, and `-mlir-print-debuginfo` shows `loc(unknown)`.
    """

    anchor: ClassVar[str] = ANY

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        for inner in walk(op):
            rewriter.set_location(inner, UNKNOWN)
            for region in inner.regions:
                for block in region.blocks:
                    for argument in block.arguments:
                        rewriter.set_location(argument, UNKNOWN)
