"""The greedy driver of rewrite patterns: what it visits, in which order, decides what becomes of a program.

It works as MLIR's. A worklist, which is a stack without duplicates, holds the operations to visit. A visit erases an
operation that is dead, or folds it, or rewrites it by the first pattern that applies. What that touches is visited
again. When the worklist is empty and anything has changed, all begins anew, until nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from sdyopt.ir.operation import Operation, walk, walk_post
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import OpOperand, OpResult, Value
from sdyopt.mlir.rewrite.control_flow import erase_unreachable_blocks, simplify_regions
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.mlir.rewrite.rewriter import would_be_dead
from sdyopt.mlir.verify.dominance import is_graph_region
from sdyopt.rewriting.folding import Fold, UniqueConstants, fold_of, is_constant
from sdyopt.rewriting.patterns import Pattern, PatternRewriter, PatternSet
from sdyopt.rewriting.rewriter import Rewriter

NO_LIMIT = -1


class GreedyOptions(NamedTuple):
    """How the driver works."""

    top_down: bool = True
    """Whether a worklist begins with the first operation, which comes before what it holds, or with the last."""
    region_simplification: str = "normal"
    """"disabled", "normal", or "aggressive": identical blocks are merged."""
    max_iterations: int = 10
    max_rewrites: int = NO_LIMIT
    """The number of patterns that may apply in one iteration."""
    cse_between_iterations: bool = False
    folds: bool = True
    """Whether operations are folded, and constants moved and merged."""


def rewrite_greedily(
    op: Operation,
    patterns: PatternSet,
    rewriter: Rewriter,
    options: GreedyOptions = GreedyOptions(),  # noqa: B008 (immutable)
) -> bool:
    """Rewrites what `op` holds; returns whether nothing is left to rewrite, as far as is known."""
    converged = True
    for region in op.regions:
        driver = GreedyDriver(region, patterns, rewriter, options)
        converged &= driver.run()
        rewriter.has_changed = rewriter.has_changed or driver.has_changed
        rewriter.has_rewired = rewriter.has_rewired or driver.has_rewired
    return converged


class _PatternRules(dict[OpDefinition, tuple[Fold | None, list[Pattern]]]):
    """The folders and patterns of operations, by definition."""

    def __init__(self, patterns: PatternSet, folds: bool) -> None:
        super().__init__()
        self._patterns = patterns
        self._folds = folds

    def __missing__(self, definition: OpDefinition) -> tuple[Fold | None, list[Pattern]]:
        fold = fold_of(definition) if self._folds else None
        rules = self[definition] = (fold, self._patterns.patterns_for(definition))
        return rules


class GreedyDriver(PatternRewriter):
    """Rewrites one region."""

    def __init__(self, region: Region, patterns: PatternSet, rewriter: Rewriter, options: GreedyOptions) -> None:
        super().__init__(rewriter)
        self._region = region
        self._options = options
        self._rules = _PatternRules(patterns, options.folds)
        self._worklist: dict[Operation, None] = {}

    def run(self) -> bool:
        """Rewrites until nothing changes; returns whether that was reached within the iterations that are allowed."""
        if not self._region.blocks:
            return True
        options = self._options
        limit = max(options.max_iterations, 0) if options.max_iterations != NO_LIMIT else NO_LIMIT
        changed = True
        iteration = 0
        while changed:
            if iteration == limit:
                return iteration == 0
            iteration += 1
            self.has_unvisited = False
            self._fill_worklist()
            has_more = self._needs_simplification()
            changed = has_more and erase_unreachable_blocks(self._region, self)
            changed |= self._process()
            has_more = has_more or self.has_unvisited or bool(self._worklist)
            if has_more and options.region_simplification != "disabled":
                changed |= simplify_regions(self._region, self, options.region_simplification == "aggressive")
            if options.cse_between_iterations:
                from sdyopt.mlir.rewrite.common_subexpressions import eliminate_common_subexpressions

                changed |= eliminate_common_subexpressions(self._region, self)
        return True

    # The worklist.

    def _fill_worklist(self) -> None:
        """Pushes all operations except constants that are merged into others."""
        worklist = self._worklist
        worklist.clear()
        constants, merges = UniqueConstants(self), self._options.folds
        if not self._options.top_down:
            block: Block | None = None
            for op in ops_inside(self._region, walk_post):
                if merges and is_constant(op.signature.definition) and not constants.add(op):
                    continue
                if op.parent is not block:
                    self._push(op)
                    block = op.parent
                elif op not in worklist:  # What holds it is there already.
                    worklist[op] = None
            return
        for op in ops_inside(self._region, walk):
            if not merges or not is_constant(op.signature.definition) or constants.add(op):
                worklist[op] = None
        self._worklist = dict.fromkeys(reversed(worklist))

    def _push(self, op: Operation) -> None:
        """Pushes `op`, and then what holds it, inside the region; what is there already keeps its place."""
        worklist, scope = self._worklist, self._region
        while True:
            if op not in worklist:
                worklist[op] = None
            assert op.parent is not None
            region = op.parent.parent
            if region is scope:
                return
            assert region is not None and region.parent is not None
            op = region.parent

    def _needs_simplification(self) -> bool:
        """Whether there are regions with several blocks, or graph regions whose values may depend on each other."""
        regions = [self._region, *[region for op in self._worklist for region in op.regions]]
        return any(
            len(region.blocks) > 1 or (is_graph_region(region) and any(op.results for op in region.blocks[0].ops))
            for region in regions
        )

    @contextmanager
    def unvisited(self) -> Iterator[None]:
        worklist, self._worklist = self._worklist, {}
        with super().unvisited():
            yield
        self._worklist = worklist

    # What happens to operations.

    def on_inserted(self, op: Operation) -> None:
        self.change_count += 1
        if op.regions:
            for inner in walk(op):
                self._push(inner)
        else:
            self._push(op)

    def on_modified(self, op: Operation) -> None:
        self.change_count += 1
        self._push(op)

    def set_operand(self, use: OpOperand, value: Value) -> None:
        before = use.value
        super().set_operand(use, value)
        self.has_unvisited = self.has_unvisited or not before.is_used  # What defines it may be dead now.

    def set_operands(self, op: Operation, values: Iterable[Value]) -> None:
        before = list(op.operands)
        super().set_operands(op, values)
        self.has_unvisited = self.has_unvisited or not all(value.is_used for value in before)

    def erase(self, op: Operation) -> None:
        """Erases `op`, inner operations first, the last one first; what defines operands may be dead then."""
        self.has_changed = True
        if "Pure" not in op.definition.traits:
            holder = op.parent_op
            if holder is not None and "RecursiveMemoryEffects" in holder.definition.traits:
                self.has_unvisited = True  # The holder may be dead without it.
        if not op.regions:
            self._erase_one(op)
            return
        for inner in list(walk(op))[::-1]:
            self._erase_one(inner)

    def _erase_one(self, op: Operation) -> None:
        self.change_count += 1
        for operand in op.operands:
            if isinstance(operand, OpResult) and not operand.has_several_users_beside(op):
                self._push(operand.owner)
        self._worklist.pop(op, None)
        op.erase()

    # Visits.

    def _process(self) -> bool:
        """Visits what is on the worklist until that is empty; returns whether anything changed."""
        worklist, rules = self._worklist, self._rules
        self.change_count += 1
        changed = False
        limit = self._options.max_rewrites
        rewrites_left = max(limit, 0) if limit != NO_LIMIT else NO_LIMIT
        while worklist and rewrites_left:
            op = worklist.popitem()[0]
            for result in op.results:
                if result.is_used:
                    break
            else:
                if would_be_dead(op):
                    self.report(dead_operation, op)
                    self.erase(op)
                    changed = True
                    continue
            fold, patterns = rules[op.signature.definition]
            if fold is not None and fold(op, self):
                changed = True
                continue
            for one in patterns:
                if one.apply(op, self):
                    changed = True
                    rewrites_left -= 1
                    break
        return changed


def ops_inside(region: Region, walk: Callable[[Operation], Iterator[Operation]]) -> Iterator[Operation]:
    """Yields the operations in a region in an order of `walk`; the last one may be erased or moved."""
    for block in region.blocks:
        for op in block.ops:
            yield from walk(op)


def dead_operation(op: Operation) -> Explanation:
    """An operation is erased as nothing uses its results."""
    return explained("dead", "{op} erased: it has no effects and nothing uses it", op, op=op)
