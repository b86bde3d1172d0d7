"""Operations, and the edits that keep values and their users in step."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar, overload

from sdyopt import ir
from sdyopt.ir.attribute import Attribute, Location, Type, shown
from sdyopt.ir.attributes import NO_ATTRIBUTES, DictionaryAttr
from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import OpResult, Value

if TYPE_CHECKING:
    from sdyopt.ir.region import Block, Region
    from sdyopt.ir.value import BlockArgument

A = TypeVar("A", bound=Attribute)
V = TypeVar("V", bound=Value)
O = TypeVar("O", bound="Operation")  # noqa: E741


class Operation:
    """An operation. It is in at most one block, between `previous` and `next`.

    `location` is a Location, or the offset of the operation's name in the text that it was parsed from.
    """

    __slots__ = ("location", "next", "operands", "parent", "previous", "regions", "results", "signature", "successors")

    parent: Block | None
    previous: Operation | None
    next: Operation | None

    def __init__(
        self,
        signature: Signature,
        operands: list[Value],
        location: Location | int = UNKNOWN,
        regions: Sequence[Region] = (),
        successors: Sequence[Block] = (),
    ) -> None:
        self.signature = signature
        self.operands = operands
        self.location = location
        self.regions = regions
        self.successors = successors
        self.parent = self.previous = self.next = None
        index = 0
        for operand in operands:
            if operand._uses:
                operand._add_use((self, index))
            else:
                operand._uses = ((self, index),)
            index += 1  # noqa: SIM113 - faster
        if len(types := signature.result_types) == 1:
            self.results: tuple[OpResult, ...] = (OpResult(types[0], self, 0),)
        else:
            self.results = tuple([OpResult(type, self, index) for index, type in enumerate(types)])
        for region in regions:
            region.parent = self

    @classmethod
    def create(
        cls,
        definition: OpDefinition,
        operands: Iterable[Value] = (),
        result_types: Iterable[Type] = (),
        properties: DictionaryAttr = NO_ATTRIBUTES,
        attributes: DictionaryAttr = NO_ATTRIBUTES,
        regions: Sequence[Region] = (),
        location: Location | int = UNKNOWN,
    ) -> Operation:
        """Returns a new operation that is not in a block yet; its operand types are those of the operands."""
        operands = list(operands)
        types = tuple([operand.type for operand in operands])
        signature = Signature.of(definition, types, tuple(result_types), properties, attributes)
        return cls(signature, operands, location, regions)

    # Signature and place.

    @property
    def name(self) -> str:
        """The full name: `stablehlo.add`."""
        return self.signature.definition.name

    @property
    def short_name(self) -> str:
        """The name without the dialect: `add`."""
        return self.name.rpartition(".")[2]

    @property
    def definition(self) -> OpDefinition:
        return self.signature.definition

    @property
    def properties(self) -> DictionaryAttr:
        """The inherent attributes: those that the definition names."""
        return self.signature.properties

    @property
    def attributes(self) -> DictionaryAttr:
        """The discardable attributes."""
        return self.signature.attributes

    def operands_named(self, name: str) -> list[Value]:
        """Returns the operands that are declared as `name`; more or fewer than one if they are variadic.

        Raises KeyError if the declaration has no such operand, or if there is no declaration.
        """
        start, stop = self.definition.operand_range(self, name)
        return self.operands[start:stop]

    def operand_named(self, name: str) -> Value:
        """Returns the operand that is declared as `name`. Raises KeyError as above, and if there is not just one."""
        return self._only(self.operands_named(name), "operand", name)

    def results_named(self, name: str) -> list[OpResult]:
        """Returns the results that are declared as `name`. Raises KeyError as `operands_named` does."""
        start, stop = self.definition.result_range(self, name)
        return list(self.results[start:stop])

    def result_named(self, name: str) -> OpResult:
        """Returns the result that is declared as `name`. Raises KeyError as `operand_named` does."""
        return self._only(self.results_named(name), "result", name)

    def attribute_named(self, name: str, kind: type[A]) -> A:
        """Returns the inherent attribute that is declared as `name`, or its default.

        Raises KeyError if the declaration has no such attribute, or if it is missing; TypeError if it is not a `kind`.
        """
        default = self.definition.default_of(name)
        if (found := self.properties.get(name, default)) is None:
            raise KeyError(f"'{self.name}' has no attribute '{name}'")
        if not isinstance(found, kind):
            raise TypeError(f"attribute '{name}' of '{self.name}' is a {type(found).__name__}, not a {kind.__name__}")
        return found

    def _declared(self, name: str) -> object:
        """Returns what is declared as `name`: `op.lhs`, `op.dot_dimension_numbers`, `op.body`; see `part_named`.

        Only for names that operations do not have otherwise. Raises AttributeError if nothing is. Type checkers know
        these names of the classes in `sdyopt.ops` alone.
        """
        if name.startswith("__") or hasattr(type(self), name):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        try:
            return self.definition.part_named(self, name)
        except KeyError as error:
            raise AttributeError(*error.args) from None

    if not ir.is_only_ours():
        __getattr__ = _declared

    def _only(self, values: list[V], what: str, name: str) -> V:
        if len(values) != 1:
            raise KeyError(f"'{self.name}' has {len(values)} {what}s '{name}', not one")
        return values[0]

    @property
    def result(self) -> OpResult:
        """The only result."""
        (result,) = self.results
        return result

    @property
    def block(self) -> Block | None:
        """The block that contains this operation."""
        return self.parent

    @property
    def arguments(self) -> list[BlockArgument]:
        """The arguments of the entry block of the first region: those of a function. Empty if there is no block."""
        blocks = [block for region in self.regions[:1] for block in region.blocks[:1]]
        return blocks[0].arguments if blocks else []

    @property
    def parent_op(self) -> Operation | None:
        """The operation whose region contains this one."""
        return None if self.parent is None else self.parent.parent_op

    def has_trait(self, trait: str) -> bool:
        return trait in self.signature.definition.traits

    def __str__(self) -> str:
        return shown(Operation, self)

    def __repr__(self) -> str:
        return f"<Operation {self.name}>"

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError(
            "an operation is part of a program and cannot be pickled or copied alone: use its Module, or clone()"
        )

    def clone(self, mapping: dict[Value, Value] | None = None) -> Operation:
        """Returns a copy of this operation, with its regions, that is not in a block.

        Operands are replaced as `mapping` says, to which the results and block arguments of the copy are added.
        """
        from sdyopt.ir.clone import clone

        return clone(self, {} if mapping is None else mapping)

    # Attributes and operands.

    def set_attribute(self, name: str, value: Attribute) -> None:
        """Sets a discardable attribute."""
        self.signature = self.signature.with_attributes(self.signature.attributes.with_entry(name, value))

    def remove_attribute(self, name: str) -> None:
        """Removes a discardable attribute, if present."""
        self.signature = self.signature.with_attributes(self.signature.attributes.without(name))

    def set_property(self, name: str, value: Attribute) -> None:
        """Sets an inherent attribute."""
        self.signature = self.signature.with_property(name, value)

    def remove_property(self, name: str) -> None:
        """Removes an inherent attribute, if present."""
        self.signature = self.signature.with_properties(self.signature.properties.without(name))

    def set_operand(self, index: int, value: Value) -> None:
        """Makes `value` the operand number `index`: its newest use, even if it was that operand before."""
        old = self.operands[index]
        use = (self, index)
        old._remove_use(use)
        value._add_use(use)
        self.operands[index] = value
        if old.type is not value.type:
            types = list(self.signature.operand_types)
            types[index] = value.type
            self.signature = self.signature.with_operand_types(tuple(types))

    def set_operands(self, values: Iterable[Value], renewed_from: int = 0) -> None:
        """Makes `values` the operands, whose number may change.

        Each is a new use, except those in front of the number `renewed_from`, which are as before.
        """
        values = list(values)
        for index in range(renewed_from, len(self.operands)):
            self.operands[index]._remove_use((self, index))
        for index in range(renewed_from, len(values)):
            values[index]._add_use((self, index))
        self.operands[:] = values
        if (types := tuple([operand.type for operand in values])) != self.signature.operand_types:
            self.signature = self.signature.with_operand_types(types)

    def convert(self, signature: Signature, operands: Sequence[Value]) -> None:
        """Gives this operation another signature and the operands that it needs: the newest uses of their values.

        Results have the types of the signature; operations that use them keep theirs, to be converted in turn.
        """
        own = self.operands
        index = 0
        for operand in operands:
            before = own[index]
            if operand is not before or len(operand._uses) > 1:
                use = (self, index)
                before._remove_use(use)
                operand._add_use(use)
                own[index] = operand
            index += 1  # noqa: SIM113 - faster
        if signature is not self.signature:
            self.signature = signature
            for result, type in zip(self.results, signature.result_types, strict=True):
                result.type = type

    def renew_uses(self) -> None:
        """Makes the operands the newest uses of their values, as if this operation had just been created."""
        index = 0
        for operand in self.operands:
            if len(uses := operand._uses) > 1 and isinstance(uses, dict):
                use = (self, index)
                del uses[use]
                uses[use] = None
            index += 1  # noqa: SIM113 - faster

    def drop_uses(self) -> None:
        """Removes this operation from the uses of its operands, before it is given up."""
        for index, operand in enumerate(self.operands):
            operand._remove_use((self, index))

    # Insertion and removal.

    def _block_of(self, place: Operation) -> Block:
        """Returns the block of `place`, in which this operation is to be. Raises ValueError if it cannot be."""
        if self.parent is not None:
            raise ValueError(f"'{self.name}' is in a block already: detach() it first")
        if place.parent is None:
            raise ValueError(f"'{place.name}' is not in a block")
        return place.parent

    def insert_before(self, place: Operation) -> None:
        """Inserts this operation, which is not in a block, before `place`."""
        block = self._block_of(place)
        self.parent, self.next, self.previous = block, place, place.previous
        if place.previous is None:
            block.first = self
        else:
            place.previous.next = self
        place.previous = self

    def insert_after(self, place: Operation) -> None:
        """Inserts this operation, which is not in a block, after `place`."""
        block = self._block_of(place)
        self.parent, self.previous, self.next = block, place, place.next
        if place.next is None:
            block.last = self
        else:
            place.next.previous = self
        place.next = self

    def detach(self) -> None:
        """Removes this operation from its block; it keeps its operands and users."""
        block = self.parent
        assert block is not None
        if self.previous is None:
            block.first = self.next
        else:
            self.previous.next = self.next
        if self.next is None:
            block.last = self.previous
        else:
            self.next.previous = self.previous
        self.parent = self.previous = self.next = None

    def erase(self) -> None:
        """Erases this operation, whose results have no uses, from its block and from the uses of its operands.

        Operations in its regions are removed from the uses of their operands, too. Raises ValueError if it is used.
        """
        for result in self.results:
            if result._uses:
                raise ValueError(f"'{self.name}' cannot be erased: its result {result.index} is used")
        if self.parent is not None:
            self.detach()
        holds_ops = self.regions and any(region.blocks for region in self.regions)
        for op in walk(self) if holds_ops else (self,):
            op.drop_uses()

    @overload
    def walk(self, *kinds: str, post_order: bool = False) -> Iterator[Operation]: ...
    @overload
    def walk(self, *kinds: type[O], post_order: bool = False) -> Iterator[O]: ...
    def walk(self, *kinds: str | type[Operation], post_order: bool = False) -> Iterator[Operation]:
        """Yields this operation and all operations inside it, outer before inner, or with `post_order` after inner.

        With names, "stablehlo.add", or classes of `sdyopt.ops`, only operations of these kinds. The one just yielded
        may be erased or moved; see `walk`.
        """
        found = walk_post(self) if post_order else walk(self)
        if not kinds:
            return found
        names = {kind if isinstance(kind, str) else kind.definition.name for kind in kinds}  # type: ignore[attr-defined]
        return filter(lambda op: op.signature.definition.name in names, found)

    def is_before(self, other: Operation) -> bool:
        """Whether this operation comes before `other` in the block of both; `BlockOrder` answers many such questions.

        Raises ValueError if they are not in one block.
        """
        if self.parent is None or self.parent is not other.parent:
            raise ValueError(f"'{self.name}' and '{other.name}' are not in one block")
        following = self.next
        while following is not None and following is not other:
            following = following.next
        return following is not None


Descent = Generator["Descent", None, None]
"""Visits something, and yields what has to be visited before it continues."""


def descend(root: Descent) -> None:
    """Visits everything, without recursion."""
    work = [root]
    while work:
        if (deeper := next(work[-1], None)) is None:
            work.pop()
        else:
            work.append(deeper)


def walk(root: Operation) -> Iterator[Operation]:
    """Yields `root` and every operation inside it, outer before inner, in the order of the text.

    The operation just yielded may be erased or moved, and others may be inserted right after it, which are not yielded.
    """
    yield root
    open_blocks: list[tuple[Operation | None, Iterator[Block]]] = []
    blocks = iter([block for region in root.regions for block in region.blocks])
    op: Operation | None = None
    while True:
        while op is None:
            block = next(blocks, None)
            if block is not None:
                op = block.first
            elif open_blocks:
                op, blocks = open_blocks.pop()
            else:
                return
        following = op.next
        yield op
        if op.regions:
            open_blocks.append((following, blocks))
            blocks = iter([block for region in op.regions for block in region.blocks])
            op = None
        else:
            op = following


def walk_post(root: Operation) -> Iterator[Operation]:
    """Yields every operation inside `root` and then `root`, inner before outer, in the order of the text.

    The operation just yielded may be erased or moved, and others may be inserted right after it, which are not yielded.
    """
    open_ops: list[tuple[Operation, Operation | None, Iterator[Block]]] = []
    blocks = iter([block for region in root.regions for block in region.blocks])
    op: Operation | None = None
    while True:
        while op is None:
            block = next(blocks, None)
            if block is not None:
                op = block.first
            elif open_ops:
                done, op, blocks = open_ops.pop()
                yield done
            else:
                yield root
                return
        following = op.next
        if op.regions:
            open_ops.append((op, following, blocks))
            blocks = iter([block for region in op.regions for block in region.blocks])
            op = None
        else:
            yield op
            op = following


def use_declared_names() -> None:
    """Lets code of another package write `op.dot_dimension_numbers` in a process that has begun as only ours."""
    Operation.__getattr__ = Operation._declared
