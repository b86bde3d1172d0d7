"""Elimination of common subexpressions: of equal operations the first stays.

One pass forward over each region, as MLIR's: what becomes dead after it was visited stays. Nothing moves out of a
region, and operations that see no values from outside share nothing with what is around them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cache

from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.operation import Descent, Operation, descend
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.releases import since
from sdyopt.mlir.rewrite.rewriter import BaseRewriter, is_free_of_effects, is_trivially_dead
from sdyopt.mlir.verify.dominance import dominator_tree, is_graph_region


def eliminate_common_subexpressions(region: Region, rewriter: BaseRewriter) -> bool:
    """Merges equal operations in `region`, and erases dead ones; returns whether there were any."""
    elimination = _Elimination(rewriter)
    descend(elimination.in_region(region, KnownOperations()))
    for op in elimination.erased_last:
        rewriter.erase(op)
    return elimination.has_changed


class _Elimination:
    def __init__(self, rewriter: BaseRewriter) -> None:
        self._rewriter = rewriter
        self.erased_last: list[Operation] = []
        self.has_changed = False

    def _erase(self, op: Operation) -> None:
        """Erases `op`: at once since jaxlib 0.11, so that in graph regions what only later operations used is dead."""
        self.has_changed = True
        if since("0.11.0"):
            self._rewriter.erase(op)
        else:
            self.erased_last.append(op)

    def in_region(self, region: Region, known: KnownOperations) -> Descent:
        """Looks at the blocks of a region, each after those that dominate it."""
        if not region.blocks:
            return
        is_ordered = not is_graph_region(region)
        if len(region.blocks) == 1:
            scope = known.scope()
            yield self._in_block(region.blocks[0], known, is_ordered)
            known.leave(scope)
        else:
            dominated = dominator_tree(region)
            path = [(known.scope(), iter([region.blocks[0]]))]
            while path:
                if (block := next(path[-1][1], None)) is None:
                    known.leave(path.pop()[0])
                else:
                    path.append((known.scope(), iter(dominated[block])))
                    yield self._in_block(block, known, is_ordered)

    def _in_block(self, block: Block, known: KnownOperations, is_ordered: bool) -> Descent:
        op = block.first
        while op is not None:
            next_op = op.next
            if op.regions and _is_pure(op) and is_trivially_dead(op):
                self._erase(op)
            else:
                for region in op.regions:
                    yield self.in_region(region, KnownOperations() if _is_isolated(op) else known)
                self._simplify(op, known, is_ordered)
            op = next_op

    def _simplify(self, op: Operation, known: KnownOperations, is_ordered: bool) -> None:
        """Replaces `op` by an equal operation that is known, or makes it known."""
        if not _is_pure(op):
            return
        if is_trivially_dead(op):
            self._erase(op)
            return
        if op.regions and any(len(region.blocks) > 1 for region in op.regions):
            return
        if (existing := known.find_or_add(op)) is None:
            return
        self._rewriter.tell(
            "merged", "{op} replaced by an equal operation", op, ("see the operation that stays", existing), op=op
        )
        for result, replacement in zip(op.results, existing.results, strict=True):
            if is_ordered:
                self._rewriter.replace_uses(result, replacement)
            else:
                self._rewriter.replace_uses(result, replacement, where=lambda use: known.find(use.owner) is None)
        if existing.location is UNKNOWN:
            existing.location = op.location
        if not any(result.is_used for result in op.results):
            self._erase(op)


def _is_pure(op: Operation) -> bool:
    """Whether an operation is not a terminator and has no effects."""
    traits = op.signature.definition.traits
    return "IsTerminator" not in traits and ("Pure" in traits or is_free_of_effects(op))


def _is_isolated(op: Operation) -> bool:
    definition = op.definition
    return not isinstance(definition, OpDef) or "IsolatedFromAbove" in definition.traits


class KnownOperations:
    """The operations that later ones may be equal to, in scopes."""

    def __init__(self) -> None:
        self._alike: dict[Hashable, list[Operation]] = {}
        self._added: list[Hashable] = []

    def scope(self) -> int:
        """Begins a scope, and returns what ends it."""
        return len(self._added)

    def leave(self, scope: int) -> None:
        """Forgets what was added since that scope began."""
        for key in self._added[scope:]:
            self._alike[key].pop()
        del self._added[scope:]

    def find_or_add(self, op: Operation) -> Operation | None:
        """Returns a known operation that equals `op`; if there is none, makes `op` known and returns None."""
        key = _key(op)
        alike = self._alike.setdefault(key, [])
        existing = _equal_to(op, alike)
        if existing is None:
            alike.append(op)
            self._added.append(key)
        return existing

    def find(self, op: Operation) -> Operation | None:
        return _equal_to(op, self._alike.get(_key(op), []))


def _equal_to(op: Operation, alike: list[Operation]) -> Operation | None:
    """Returns which of the operations with the same key also holds the same in its regions."""
    if not op.regions or not alike:
        return alike[0] if alike else None
    for has_own in (False, True):
        content = _content(op, has_own)
        if (found := next((other for other in alike if _content(other, has_own) == content), None)) is not None:
            return found
    return None


@cache
def _commutes(definition: OpDefinition) -> bool:
    """Whether the operands of two equal operations may be swapped; StableHLO does not tell MLIR so."""
    return definition.dialect != "stablehlo" and "Commutative" in definition.traits


def _key(op: Operation) -> Hashable:
    """Returns what equal operations have in common beside what their regions hold."""
    signature = op.signature
    if _commutes(signature.definition):
        operands = tuple(sorted(map(id, op.operands)))
        return signature.definition, signature.properties, signature.attributes, signature.result_types, operands
    return signature, tuple(op.operands), len(op.regions)


def _content(op: Operation, has_own: bool) -> list[Hashable]:
    """Returns what the regions of `op` hold, without names: equal for regions that compute the same.

    With `has_own` they also are if each uses results of its own operation, as in a graph.
    """
    numbers: dict[object, int] = {result: place for place, result in enumerate(op.results if has_own else ())}
    inner = [block for region in op.regions for block in region.blocks]
    found: list[Hashable] = [len(region.blocks) for region in op.regions]
    work = inner[::-1]
    ops: list[Operation] = []
    while work:
        block = work.pop()
        numbers[block] = len(numbers)
        found.append(tuple([argument.type for argument in block.arguments]))
        for argument in block.arguments:
            numbers[argument] = len(numbers)
        held = list(block.ops)
        found.append(len(held))
        ops += held
        for nested in held:
            numbers.update({result: len(numbers) + place for place, result in enumerate(nested.results)})
            for region in nested.regions:
                found.append(len(region.blocks))
                work += region.blocks
    for nested in ops:
        found += [nested.signature, _numbered(nested.operands, numbers), _numbered(nested.successors, numbers)]
    return found


def _numbered(values: Iterable[Value | Block], numbers: dict[object, int]) -> tuple[object, ...]:
    """Returns the numbers of what is inside, and what is outside as it is."""
    return tuple([numbers.get(value, value) for value in values])
