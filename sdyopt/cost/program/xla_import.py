"""The program that XLA propagates: what its import into HLO and back makes of the copy that a view propagates.

XLA inlines calls, drops what changes nothing, and rebuilds the program from its results backwards, which gives the
operations another order. Kinds and order of operations decide what propagation does first, and so its result. Passes
that print programs leave all of this, like the reference.

Values keep their names: a new operation takes that of the one it replaces, and where nothing is left of an operation,
its name is another one of the value in its place.

What makes no difference to shardings is left as it is: the constant splitter gives each user constants of its own, so
that constants need not be folded, nor made of scalars; an element-wise operation of CHLO counts as those that XLA makes
of it (see `expansion`), whose operands and results all have the shardings of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from sdyopt.cost.origins.followers import Follower
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.program.executions import is_private
from sdyopt.cost.program.inlining import CallsLeft, erase_unused, inline_calls, use_chlo
from sdyopt.cost.program.xla_simplification import Simplification
from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.ops import SHARDING_CONSTRAINT
from sdyopt.dialects.sdy.shardings.slots import fully_open, sharding_of
from sdyopt.dialects.stablehlo.ops.control_flow import WHILE
from sdyopt.ir.collecting import Listing, collect_kind_post, every_op, is_inside
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.rewrite.rewriter import is_trivially_dead
from sdyopt.rewriting.reshards import constraint_on


class XlaImport(NamedTuple):
    """The form of a program before it became the one that XLA propagates."""

    calls_left: tuple[CallsLeft, ...]
    """The calls that stay."""
    places: Mapping[Value, int]
    """The places of values in the order of the text, by what they come from."""
    has_late_calls: bool
    """Whether there are calls that the compiler for TPUs inlines after propagation."""

    def restore_order(self, module: Operation, original: Callable[[Value], Value]) -> None:
        """Gives the operations of a propagated program the order of the text again.

        `original` returns what a value comes from. What passes have made comes after its operands, and so does what
        has another operand than in the text; a constraint that they have moved out of a region comes before its users.
        """
        places = self.places
        holders = [module]
        for holder in holders:
            for block in [block for region in holder.regions for block in region.blocks]:
                *ops, last = block.ops
                holders += [op for op in block.ops if op.regions]
                found: dict[Operation, int] = {}
                for op in ops:
                    results = op.results
                    place = places.get(original(results[0])) if results else None
                    found[op] = _place_after_operands(op, found, 0) if place is None else place
                for op in reversed(ops):
                    if op.signature.definition is SHARDING_CONSTRAINT:
                        found[op] = min([found[op], *[found[user] for user in _users_in(block, op) if user in found]])
                for op, place in found.items():
                    found[op] = _place_after_operands(op, found, place)
                if (ordered := sorted(ops, key=found.__getitem__)) != ops:
                    block.reorder([*ordered, last])


def _place_after_operands(op: Operation, found: Mapping[Operation, int], place: int) -> int:
    """Returns the place of an operation at `place` that comes after its operands; `found` are those of its block."""
    for operand in op.operands:
        before = found.get(operand.owner, 0) if isinstance(operand, OpResult) else 0
        if before > place:
            place = before
    return place


def _users_in(block: Block, op: Operation) -> Iterator[Operation]:
    """Yields the operations of a block that use the result of `op`, or whose regions do."""
    for owner in op.results[0].users:
        user: Operation | None = owner
        while user is not None and user.parent is not block:
            user = user.parent_op
        if user is not None:
            yield user


def import_as_xla(
    written: Listing,
    follower: Follower,
    keeps_calls: bool = False,
    compiler: Compiler | None = None,
    has_late_calls: bool = False,
) -> XlaImport:
    """Makes of a program what XLA propagates, or what that of one compiler does.

    The follower gets to know which values take the places of others. With `keeps_calls` no call is inlined, and with
    `has_late_calls` those stay that the compiler inlines after propagation.
    """
    written = use_chlo(written)
    has_loops = written.has_kind(WHILE)
    together: list[Operation] = []
    is_tpu = compiler is Compiler.TPU
    late: set[Operation] = set()
    late_or_none = late if is_tpu and has_late_calls else None
    functions = [op for op in written.root.regions[0].block.ops if op.signature.definition is FUNC]
    Simplification(follower, functions, compiler).run()
    left = () if keeps_calls else inline_calls(Listing(written.root), follower, together=together, kept=late_or_none)
    functions = [op for op in written.root.regions[0].block.ops if op.signature.definition is FUNC]
    if not left and not keeps_calls:
        functions = [function for function in functions if not is_private(function) or function in late]
    order = _Order(follower)
    for function in functions:
        erase_unused(function)
        if is_tpu:
            _make_equal_one(function, follower)
        for loop in collect_kind_post(function, WHILE) if has_loops else ():
            _capture_what_stays(loop, follower)
        order.sort(function)
    for call in together:
        for result, value in zip(call.results, call.operands, strict=True):
            result.hand_uses_to(value)
        _erase_with_operands(call)
    for function in functions:
        for loop in collect_kind_post(function, WHILE) if has_loops else ():
            _open_captured(loop, order.captured.get(loop, ()))
        for op in every_op(function):
            op.renew_uses()
    return XlaImport(left, order.places, bool(late))


def _make_equal_one(function: Operation, follower: Follower) -> None:
    """Makes one operation of those of a block that compute the same, as the compiler for TPUs does."""
    for block in [block for op in [*every_op(function), function] for region in op.regions for block in region.blocks]:
        first: dict[object, Value] = {}
        for op in block.ops:
            definition, operands = op.signature.definition, op.operands
            if len(op.results) != 1 or op.regions or not operands or "Pure" not in definition.traits:
                continue
            if definition.dialect == "sdy":
                continue
            key = op.signature, (frozenset if "Commutative" in definition.traits else tuple)(operands)
            value = op.result
            if (known := first.setdefault(key, value)) is not value:
                value.hand_uses_to(known)
                follower.merged(known, value)
                op.erase()


def _erase_with_operands(op: Operation) -> None:
    """Erases an operation, and what only it has used."""
    pending = [op]
    while pending:
        op = pending.pop()
        operands = op.operands
        op.erase()
        owners = dict.fromkeys([operand.owner for operand in operands if isinstance(operand, OpResult)])
        pending += [owner for owner in owners if not owner.name.startswith("sdy.") and is_trivially_dead(owner)]


# Loops.


def _capture_what_stays(loop: Operation, follower: Follower) -> None:
    """Takes what a loop's body returns as it was out of what the loop carries: both regions use it from outside."""
    blocks = [region.block for region in loop.regions if len(region.blocks) == 1]
    if len(blocks) != len(loop.regions):
        return
    last = blocks[1].terminator
    stays = [value is argument for value, argument in zip(last.operands, blocks[1].arguments, strict=True)]
    if not any(stays) or all(stays):
        return
    for block in blocks:
        for argument, outside, is_same in zip(list(block.arguments), loop.operands, stays, strict=True):
            if is_same:
                argument.hand_uses_to(outside)
                follower.merged(outside, argument)
    last.set_operands([value for value, is_same in zip(last.operands, stays, strict=True) if not is_same])
    for block in blocks:
        for index in reversed([index for index, is_same in enumerate(stays) if is_same]):
            block.erase_argument(index)
    results = [result for result, is_same in zip(loop.results, stays, strict=True) if not is_same]
    regions, loop.regions = loop.regions, ()
    operands = [operand for operand, is_same in zip(loop.operands, stays, strict=True) if not is_same]
    signature = loop.signature
    new = Operation.create(
        WHILE,
        operands,
        [each.type for each in results],
        signature.properties,
        signature.attributes,
        regions,
        location=loop.location,
    )
    new.insert_before(loop)
    for old, value in zip(results, new.results, strict=True):
        follower.renamed(value, old)
        old.hand_uses_to(value)
    for old, outside, is_same in zip(loop.results, loop.operands, stays, strict=True):
        if is_same:
            follower.merged(outside, old)
            old.hand_uses_to(outside)
    loop.erase()


def _open_captured(loop: Operation, captured: Iterable[Value]) -> None:
    """Gives a loop a copy of each value with a sharding that it uses from outside, which may be sharded otherwise."""
    for value in captured:
        if (sharding := sharding_of(value)) is None:
            continue
        uses = [use for use in value.use_pairs if is_inside(use[0], loop)]
        constraint = constraint_on(value, fully_open(sharding.mesh, value.type), loop.location)
        constraint.insert_before(loop)
        for user, index in uses:
            user.set_operand(index, constraint.result)


# The order of operations.


class _Order:
    """Sorts blocks as HLO is written: from what nothing uses backwards, operands before users, the first one first.

    The results of a call that has several are a tuple in HLO, so that who uses one of them comes after them all. A
    result of several that is not used is one that nothing uses, like what the block returns.
    """

    def __init__(self, follower: Follower) -> None:
        self._follower = follower
        self.places: dict[Value, int] = {}
        """The places of values before anything is sorted."""
        self.captured: dict[Operation, tuple[Value, ...]] = {}
        """The values from outside that the regions of operations use, in the order of their first uses."""

    def sort(self, function: Operation) -> None:
        """Sorts all blocks inside a function."""
        places, original = self.places, self._follower.original
        holders: list[Operation] = []
        for op in every_op(function):
            if results := op.results:
                places[original(results[0])] = len(places)
            if op.regions:
                holders.append(op)
        for op in reversed(holders):
            blocks = [block for region in op.regions for block in region.blocks]
            if op is not function:
                self.captured[op] = self._captured(blocks)
            for region in op.regions:
                if len(region.blocks) == 1:
                    self._sort(region.blocks[0])

    def _captured(self, blocks: Sequence[Block]) -> tuple[Value, ...]:
        found: dict[Value, None] = {}
        for block in blocks:
            for op in block.ops:
                found.update(dict.fromkeys(op.operands))
                found.update(dict.fromkeys(self.captured.get(op, ())))
        return tuple([value for value in found if value.block not in blocks])

    def _sort(self, block: Block) -> None:
        *ops, last = block.ops
        if len(ops) < 2:
            return
        order: dict[Operation, None] = {}
        seen: set[Operation] = set()
        captured = self.captured
        for root in (*filter(self._is_root, ops), last, *ops):
            if root in order:
                continue
            pending = [root]
            while pending:
                if (op := pending[-1]) in seen:
                    pending.pop()
                    order[op] = None
                    continue
                seen.add(op)
                operands = op.operands if not op.regions else [*op.operands, *captured[op]]
                waits = False
                for operand in reversed(operands):
                    if isinstance(operand, OpResult) and operand.owner not in seen and operand.owner.parent is block:
                        pending.append(operand.owner)
                        waits = True
                if not waits:
                    pending.pop()
                    order[op] = None
        del order[last]
        if list(order) != ops:
            block.reorder([*order, last])

    def _is_root(self, op: Operation) -> bool:
        """Whether nothing uses an operation, or one of several results, unless it is a call or was inlined."""
        if len(results := op.results) < 2:
            return not results or not results[0].is_used
        if all(result.is_used for result in results) or op.signature.definition is CALL:
            return False
        return self._follower.inlined_at(results[0]) is None
