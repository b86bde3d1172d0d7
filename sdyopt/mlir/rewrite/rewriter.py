"""The rewriter: how passes change programs, whatever their dialects.

It keeps use lists in MLIR's order, signatures in step with operands, and knows whether anything has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sdyopt.ir.attribute import Attribute, Location, Type, checked
from sdyopt.ir.attributes import NO_ATTRIBUTES, BoolAttr, DictionaryAttr
from sdyopt.ir.clone import clone
from sdyopt.ir.collecting import Listing
from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.region import Block, InsertionPoint, Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.symbols import SymbolTable
from sdyopt.ir.value import BlockArgument, OpOperand, OpResult, Value
from sdyopt.mlir.diagnostics import Diagnostic
from sdyopt.mlir.rewrite.remarks import NOBODY, Listeners, Reporter
from sdyopt.mlir.verify.verification import inferred_results

P = ParamSpec("P")
R = TypeVar("R")
Place = TypeVar("Place")
O = TypeVar("O", bound=Operation)  # noqa: E741

Analyses = dict[tuple[Callable[[Operation], Any], Operation | None], Any]

Listings = dict[Operation, Listing]
"""The listings of operations in which nothing has changed since."""


def _created_at(
    create: Callable[Concatenate[BaseRewriter, InsertionPoint, P], Operation], point: Callable[[Place], InsertionPoint]
) -> Callable[Concatenate[BaseRewriter, Place, P], Operation]:
    """Returns the method `create` with something in the program in place of the insertion point that it means."""

    @wraps(create)
    def created(self: BaseRewriter, place: Place, /, *arguments: P.args, **named: P.kwargs) -> Operation:
        return create(self, point(place), *arguments, **named)

    return created


class BaseRewriter(Reporter):
    """Changes a program, and notes in `has_changed` whether anything has become another.

    `has_rewired` is whether operations have come, moved or got other operands, so that values may be used where they
    are not defined; it stays False if attributes or types have changed, or operations have been erased.

    `listeners` take what a pass reports; `analyses` are those of the operation around (see `analysis_around`), and
    `listings` those that passes before have left. Drivers of rewrite patterns override the `on_…` methods to follow the
    changes.
    """

    follows_changes = False
    """Whether the methods for drivers do something."""

    def __init__(
        self, listeners: Listeners = NOBODY, analyses: Analyses | None = None, listings: Listings | None = None
    ) -> None:
        super().__init__(listeners)
        self._analyses: Analyses = {} if analyses is None else analyses
        self._listings: Listings = {} if listings is None else listings
        self.has_changed = False
        self.has_rewired = False

    def analysis_around(self, op: Operation, analyze: Callable[[Operation], R]) -> R:
        """Returns `analyze(parent)` of the operation around `op`, which a pass that runs on `op` must not change.

        Passes that run on all operations inside the parent, one after the other, share the answer.
        """
        parent = checked(Operation, op.parent_op)
        key = analyze, parent
        if key not in self._analyses:
            self._analyses[key] = analyze(parent)
        known: R = self._analyses[key]
        return known

    def listing(self, op: Operation) -> Listing:
        """Returns the operations inside `op` as they are now; passes share it as long as none changes anything."""
        if self.has_changed:
            return Listing(op)
        if op not in self._listings:
            self._listings[op] = Listing(op)
        return self._listings[op]

    # Followed by drivers.

    def on_inserted(self, op: Operation) -> None:
        """Called when `op` has come into a block."""

    def on_modified(self, op: Operation) -> None:
        """Called when the operands or attributes of `op` have changed."""

    def on_erased(self, op: Operation) -> None:
        """Called right before `op`, and for all inside it, is erased."""

    def on_replaced(self, op: Operation) -> None:
        """Called right before the results of `op` are replaced by other values."""

    # New operations.

    def insert(self, op: O, at: InsertionPoint | Operation) -> O:
        """Puts `op`, which is in no block, there, or before another operation, and returns it."""
        if isinstance(at, Operation):
            op.insert_before(at)
        else:
            at.insert(op)
        self.has_changed = self.has_rewired = True
        self.on_inserted(op)
        return op

    def create(
        self,
        at: InsertionPoint,
        definition: OpDefinition,
        operands: Iterable[Value] = (),
        result_types: Iterable[Type] | None = None,
        properties: DictionaryAttr | Mapping[str, Attribute] = NO_ATTRIBUTES,
        attributes: DictionaryAttr = NO_ATTRIBUTES,
        regions: Sequence[Region] = (),
        location: Location | int = UNKNOWN,
    ) -> Operation:
        """Returns a new operation at that place.

        Result types that are not given are inferred; raises TypeError if they do not follow from the operation.
        """
        operands = list(operands)
        if not isinstance(properties, DictionaryAttr):
            properties = DictionaryAttr.of(properties)
        if result_types is None:
            result_types = inferred_results(definition, operands, properties, regions, location)
        op = Operation.create(definition, operands, result_types, properties, attributes, regions, location)
        return self.insert(op, at)

    def create_with(
        self,
        at: InsertionPoint,
        signature: Signature,
        operands: Sequence[Value],
        location: Location | int = UNKNOWN,
        regions: Sequence[Region] = (),
    ) -> Operation:
        """Returns a new operation with that signature, which fits the operands, at that place."""
        return self.insert(Operation(signature, list(operands), location, regions), at)

    create_before = _created_at(create, InsertionPoint.before_op)
    """Returns a new operation right before another; the other arguments are those of `create`."""

    create_after = _created_at(create, InsertionPoint.after)
    """Returns a new operation right after another, or after the definition of a value."""

    def create_between(
        self, value: Value, signature: Signature, at: InsertionPoint, location: Location | int
    ) -> Operation:
        """Returns a new operation at that place, with the operand `value`; its result takes over the uses of `value`.

        Both are of one type.
        """
        op = Operation(signature, [], location)
        users = value.users if self.follows_changes else ()
        value.hand_uses_to(op.result)
        op.set_operands((value,))
        for user in users:
            self.on_modified(user)
        return self.insert(op, at)

    def bypass(self, op: Operation) -> None:
        """Erases `op`, whose operand takes the place of its result."""
        (value,), (result,) = op.operands, op.results
        if self.follows_changes or not value.has_one_use or value.type is not result.type:
            self.replace(op, (value,))
            return
        op.detach()
        op.drop_uses()
        result.hand_uses_to(value)
        self.has_changed = self.has_rewired = True

    def become(self, op: Operation, signature: Signature, regions: Sequence[Region] = ()) -> None:
        """Makes `op` the operation with that signature and those regions.

        It has the same operands and result types. Use lists are as if it had been created anew.
        """
        op.signature = signature
        op.regions = regions
        for region in regions:
            region.parent = op
        op.renew_uses()
        for result in op.results:
            result.reverse_uses()
        self.has_changed = self.has_rewired = True
        self.on_modified(op)

    def clone(self, op: Operation, mapping: dict[Value, Value], at: InsertionPoint) -> Operation:
        """Returns a copy of `op`, with its regions, at that place.

        Operands are replaced as `mapping` says; it gets the results and block arguments of the copy.
        """
        return self.insert(clone(op, mapping), at)

    def insert_symbol(self, table: SymbolTable, op: Operation, at: InsertionPoint | None = None) -> str:
        """Puts a symbol into a table, there or at the end, and returns the name that it gets."""
        name = table.insert(op, at)
        self.has_changed = self.has_rewired = True
        self.on_inserted(op)
        return name

    def move(self, op: Operation, to: InsertionPoint) -> None:
        """Takes `op` out of its block and puts it there."""
        if to.before is op:
            return
        op.detach()
        to.insert(op)
        self.has_changed = self.has_rewired = True

    # Uses.

    def set_operand(self, use: OpOperand, value: Value) -> None:
        """Makes `value` the operand; that is its newest use then, even if it was that operand before."""
        owner, index = use
        if owner.operands[index] is not value:
            self.has_changed = self.has_rewired = True
        owner.set_operand(index, value)
        self.on_modified(owner)

    def renew_uses(self, op: Operation, value: Value | None = None) -> None:
        """Makes the operands of `op` the newest uses of their values, as if `op` had just been created.

        With a `value` only those operands that are this value. The program stays as it is.
        """
        for index, operand in enumerate(op.operands):
            if operand.use_count > 1 and (value is None or operand is value):
                op.set_operand(index, operand)

    def set_operands(self, op: Operation, values: Iterable[Value]) -> None:
        """Makes `values` the operands of `op`, whose number may change."""
        op.set_operands(values)
        self.has_changed = self.has_rewired = True
        self.on_modified(op)

    def erase_operands(self, op: Operation, indices: Collection[int]) -> None:
        """Erases the operands of `op` with these numbers.

        As in MLIR those after the first of them become the newest uses of their values.
        """
        kept = [operand for index, operand in enumerate(op.operands) if index not in indices]
        op.set_operands(kept, renewed_from=min(indices))
        self.has_changed = self.has_rewired = True
        self.on_modified(op)

    def replace_uses(
        self,
        value: Value,
        replacement: Value,
        where: Callable[[OpOperand], bool] | None = None,
        except_in: Operation | None = None,
    ) -> int:
        """Makes operands that are `value` the `replacement`, and returns how many these are.

        These are all, or those for which `where` holds, but none of the operation `except_in`. They are taken from the
        newest use to the oldest, so that their order is reversed, as in MLIR.
        """
        if replacement is value:
            return 0
        if where is None and replacement.type is value.type:
            uses = value.hand_uses_to(replacement, except_in)
            for owner, _ in uses:
                self.on_modified(owner)
        else:
            uses = [
                (use.owner, use.index)
                for use in value.uses
                if use.owner is not except_in and (where is None or where(use))
            ]
            for owner, index in uses:
                owner.set_operand(index, replacement)
                self.on_modified(owner)
        if uses:
            self.has_changed = self.has_rewired = True
        return len(uses)

    # Replacing and erasing.

    def replace(self, op: Operation, values: Sequence[Value]) -> None:
        """Makes all uses of the results of `op` uses of `values`, and erases `op`.

        Raises ValueError if there are not as many values as results.
        """
        if len(values) != len(op.results):
            raise ValueError(f"cannot replace {op!r}, which has {len(op.results)} results, by {len(values)} values")
        self.on_replaced(op)
        for result, value in zip(op.results, values, strict=True):
            self.replace_uses(result, value)
        self.erase(op)

    def replace_renaming(self, op: Operation, values: Sequence[Value]) -> None:
        """Replaces `op` as `replace` does, by new values, which have the names of its results from then on."""
        for value, result in zip(values, op.results, strict=True):
            self.renames(value, result)
        self.replace(op, values)

    def replace_by(self, op: Operation, definition: OpDefinition, *args: Any, **kwargs: Any) -> Operation:
        """Puts a new operation in place of `op`, at its location: its results have the uses and names of the old ones.

        The other arguments are those of `create`.
        """
        made = self.create_before(op, definition, *args, **{"location": op.location, **kwargs})
        self.replace_renaming(op, made.results)
        return made

    def erase(self, op: Operation) -> None:
        """Erases `op` with all that it holds. Raises ValueError if anything outside it uses its results."""
        for result in op.results:
            if result.is_used:
                raise ValueError(f"cannot erase {op!r}, whose results are used")
        self.on_erased(op)
        op.erase()
        self.has_changed = True

    def erase_together(self, ops: Sequence[Operation]) -> None:
        """Erases operations that may use each other's results, in a circle too; nothing else uses these."""
        for op in ops:
            for inner in walk(op):
                inner.set_operands(())
        for op in reversed(ops):
            self.erase(op)

    # Locations.

    def set_location(self, place: Operation | BlockArgument, location: Location | int) -> None:
        """Gives an operation or a block argument another location."""
        if place.location is not location:
            place.location = location
            self.has_changed = True

    # Attributes.

    def set_signature(self, op: Operation, signature: Signature) -> None:
        """Gives `op` other attributes, properties or types; those of operands are what the operands have.

        Where result types differ, the results have the new types, and so have the signatures of their users.
        """
        before = op.signature
        if signature is before:
            return
        op.signature = signature
        if signature.result_types != before.result_types:
            for result, type in zip(op.results, signature.result_types, strict=True):
                self._set_type(result, type)
        self.has_changed = True
        self.on_modified(op)

    def convert(self, op: Operation, signature: Signature, operands: Sequence[Value]) -> None:
        """Gives `op` another signature and as many other operands: the newest uses of their values.

        Users of results keep their signatures, also where results have other types now: they are converted in turn.
        """
        if signature is not op.signature or operands != op.operands:
            self.has_changed = self.has_rewired = True
        op.convert(signature, operands)
        self.on_modified(op)

    def set_attribute(self, op: Operation, name: str, value: Attribute) -> None:
        """Sets a discardable attribute."""
        self.set_signature(op, op.signature.with_attributes(op.attributes.with_entry(name, value)))

    def remove_attribute(self, op: Operation, name: str) -> None:
        """Removes a discardable attribute if it is there."""
        self.set_signature(op, op.signature.with_attributes(op.attributes.without(name)))

    def set_property(self, op: Operation, name: str, value: Attribute) -> None:
        """Sets an inherent attribute."""
        self.set_signature(op, op.signature.with_property(name, value))

    def remove_property(self, op: Operation, name: str) -> None:
        """Removes an inherent attribute if it is there."""
        self.set_signature(op, op.signature.with_properties(op.properties.without(name)))

    def set_type(self, value: Value, type: Type) -> None:
        """Gives `value` another type; the signatures of what defines and uses it follow."""
        if type is value.type:
            return
        if isinstance(value, OpResult):
            types = list(value.owner.signature.result_types)
            types[value.index] = type
            self.set_signature(value.owner, value.owner.signature.with_result_types(tuple(types)))
        else:
            self._set_type(value, type)
            self.has_changed = True

    def _set_type(self, value: Value, type: Type) -> None:
        value.type = type
        for user in value.users:
            user.signature = user.signature.with_operand_types(tuple([operand.type for operand in user.operands]))

    # Regions and blocks.

    def take_region(self, op: Operation, index: int = 0) -> Region:
        """Takes a region with all its blocks out of `op`, in which an empty one takes its place, and returns it."""
        taken = op.regions[index]
        regions = list(op.regions)
        regions[index] = Region()
        regions[index].parent = op
        op.regions = regions
        taken.parent = None
        self.has_changed = self.has_rewired = True
        self.on_modified(op)
        return taken

    def erase_block_argument(self, argument: BlockArgument) -> None:
        """Erases a block argument. Raises ValueError if anything uses it."""
        if argument.is_used:
            raise ValueError("cannot erase a block argument that is used")
        argument.owner.erase_argument(argument.index)
        self.has_changed = True

    def erase_blocks(self, blocks: Sequence[Block]) -> None:
        """Erases blocks that nothing outside of them leads to, or uses a value of."""
        self.erase_together([op for block in blocks for op in block.ops])
        for block in blocks:
            assert block.parent is not None
            block.parent.blocks.remove(block)
            self.has_changed = self.has_rewired = True

    def redirect_branches(self, block: Block, to: Block) -> None:
        """Makes operations of the same region whose successor is `block` have the successor `to` instead."""
        assert block.parent is not None
        for other in block.parent.blocks:
            if (last := other.last) is not None and block in last.successors:
                last.successors = [to if successor is block else successor for successor in last.successors]
                self.has_changed = self.has_rewired = True
                self.on_modified(last)

    def inline_block_before(self, block: Block, place: Operation, values: Sequence[Value]) -> None:
        """Moves the operations of `block` right before `place`; `values` take the place of its arguments."""
        for argument, value in zip(block.arguments, values, strict=True):
            self.replace_uses(argument, value)
        for op in block.ops:
            op.detach()
            op.insert_before(place)
            self.on_inserted(op)
        self.has_changed = self.has_rewired = True

    # Other passes.

    def run_pipeline(self, pipeline: str, op: Operation, is_new: bool = False) -> bool:
        """Runs a textual pipeline, `func.func(cse)`, on the operation that this pass runs on, or on one inside.

        Returns whether it may have changed anything. A module that the pass has made `is_new`: it is verified before.

        Raises CompilationError if the pipeline is invalid or fails, or what is new is invalid, and RuntimeError where
        there is no pass manager.
        """
        if self.listeners.run_pipeline is None:
            raise RuntimeError("there is no pass manager that could run a pipeline")
        changed = self.listeners.run_pipeline(pipeline, op, is_new)
        if changed:
            self.has_changed = self.has_rewired = True
        return changed


# Files with the program as it is in the middle of a pass or a pipeline.


def dump_module(module: Operation, path: str, rewriter: BaseRewriter) -> None:
    """Writes the text of `module` to a file; reports a warning if that is not possible. No folder is created."""
    try:
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(rewriter.text_of(module))
    except OSError as error:
        message = f"error when writing file {path}: {error.strerror}"
        rewriter.emit(Diagnostic("warning", message, module.location))


# Memory effects: which operations may be erased when nothing uses their results.

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
        if "Pure" in traits or _says_it_has_none(op):
            continue
        if "RecursiveMemoryEffects" not in traits:
            return False
        pending += [inner for region in op.regions for block in region.blocks for inner in block.ops]
    return True


def _says_it_has_none(op: Operation) -> bool:
    """Whether an attribute of `op` says that it has no effects; it has some if the attribute is true."""
    name = op.signature.definition.effect_attribute
    return name is not None and op.signature.properties.get(name) is not BoolAttr(True)
