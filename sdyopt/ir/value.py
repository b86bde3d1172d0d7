"""Values: results of operations and arguments of blocks; and their uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar, overload

from sdyopt.ir.attribute import Location, Type, shown
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import OpDefinition, definition_of

if TYPE_CHECKING:
    from sdyopt.ir.operation import Operation
    from sdyopt.ir.region import Block

O = TypeVar("O", bound="Operation")  # noqa: E741
Class = type[O]  # `type` is an attribute of values

Use = tuple["Operation", int]
"""The owner and the operand number of a use."""


class OpOperand(NamedTuple):
    """A use of a value: the operand number `index` of `owner`."""

    owner: Operation
    index: int  # type: ignore[assignment]  # not the method of tuples

    @property
    def value(self) -> Value:
        """The value that the operand is."""
        return self.owner.operands[self.index]


class Value:
    """A value: the result of an operation or the argument of a block.

    Its uses have the order of MLIR's use lists: a new use comes first. When another value replaces this one, the uses
    move from first to last, each to the front, so that their order is reversed.
    """

    __slots__ = ("_uses", "type")

    type: Type
    index: int
    """The number among the results of an operation, or among the arguments of a block."""
    _uses: tuple[Use, ...] | dict[Use, None]
    """The uses, the newest last: a tuple while there is at most one, as for most values, which takes less memory."""

    @property
    def uses(self) -> list[OpOperand]:
        """The present uses, the newest first."""
        return [OpOperand(owner, index) for owner, index in reversed(self._uses)]

    @property
    def use_pairs(self) -> Iterator[Use]:
        """The owner and the operand number of each use, the newest first, which must not change meanwhile."""
        return reversed(self._uses)

    @property
    def users(self) -> list[Operation]:
        """The operations that use this value, each once, in the order of their oldest uses."""
        return list({owner: None for owner, _ in self._uses})

    def walk_users(self) -> Iterator[Operation]:
        """Yields the operation of each use, the newest first. No use may come or go meanwhile."""
        for owner, _ in reversed(self._uses):
            yield owner

    @property
    def is_used(self) -> bool:
        """Whether this value has uses."""
        return bool(self._uses)

    @property
    def use_count(self) -> int:
        """The number of uses."""
        return len(self._uses)

    @property
    def has_one_use(self) -> bool:
        """Whether this value has exactly one use."""
        return len(self._uses) == 1

    @property
    def only_user(self) -> Operation | None:
        """The only operation that uses this value; None if there are several, or none."""
        if isinstance(self._uses, tuple):
            return self._uses[0][0] if self._uses else None
        uses = iter(self._uses)
        owner, _ = next(uses, (None, 0))
        for other, _ in uses:
            if other is not owner:
                return None
        return owner

    def has_several_users_beside(self, op: Operation) -> bool:
        """Whether two operations other than `op` use this value."""
        other = None
        for owner, _ in self._uses:
            if owner is not op and owner is not other:
                if other is not None:
                    return True
                other = owner
        return False

    def __str__(self) -> str:
        """Returns the name in the text of the whole program: `%arg0`, `%3#1`."""
        return shown(Value, self)

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a value is part of a program and cannot be pickled or copied alone: use its Module")

    @property
    def block(self) -> Block | None:
        """The block in which this value is defined."""
        raise NotImplementedError

    @property
    def owner_op(self) -> Operation | None:
        """The operation that has this result, or in whose region this block argument is."""
        raise NotImplementedError

    @property
    def defining_op(self) -> Operation | None:
        """The operation that has this result; None for a block argument."""
        return None

    @overload
    def defined_by(self, kind: OpDefinition) -> Operation | None: ...
    @overload
    def defined_by(self, kind: Class[O]) -> O | None: ...
    def defined_by(self, kind: OpDefinition | Class[Operation]) -> Operation | None:
        """Returns the operation that has this result, if it is of a kind: a declaration, or a class of `sdyopt.ops`."""
        op = self.defining_op
        return op if op is not None and op.signature.definition is definition_of(kind) else None

    @property
    def definition_location(self) -> Location | int:
        """The location of the operation or of the block argument that defines this value."""
        raise NotImplementedError

    def _add_use(self, use: Use) -> None:
        """Adds a use, the newest. Only the owner calls this."""
        if isinstance(uses := self._uses, dict):
            uses[use] = None
        elif uses:
            self._uses = {uses[0]: None, use: None}
        else:
            self._uses = (use,)

    def _remove_use(self, use: Use) -> None:
        """Removes a use, if it is there. Only the owner calls this."""
        if isinstance(uses := self._uses, dict):
            uses.pop(use, None)
        elif use in uses:
            self._uses = ()

    def reverse_uses(self) -> None:
        """Reverses the order of the uses, as if all had moved to another value."""
        if len(self._uses) > 1:
            self._uses = dict.fromkeys(reversed(self._uses))

    def hand_uses_to(self, replacement: Value, excepted: Operation | None = None) -> list[Use]:
        """Makes uses of this value, except those by `excepted`, uses of `replacement`; returns them, the newest first.

        The replacement is of the same type.
        """
        moved: list[Use] = []
        kept: list[Use] = []
        for use in reversed(self._uses):
            owner, index = use
            if owner is excepted:
                kept.append(use)
            else:
                moved.append(use)
                owner.operands[index] = replacement
        if isinstance(replacement._uses, dict):
            replacement._uses.update(dict.fromkeys(moved))
        else:
            uses = (*replacement._uses, *moved)
            replacement._uses = uses if len(uses) < 2 else dict.fromkeys(uses)
        self._uses = tuple(kept) if len(kept) < 2 else dict.fromkeys(reversed(kept))
        return moved

    def replace_all_uses_with(self, replacement: Value, excepted: Operation | None = None) -> None:
        """Replaces every use of this value by `replacement`, except those by `excepted`."""
        for owner, index in list(self.use_pairs):
            if owner is not excepted:
                owner.set_operand(index, replacement)


class OpResult(Value):
    """The result number `index` of `owner`."""

    __slots__ = ("index", "owner")

    def __init__(self, type: Type, owner: Operation, index: int) -> None:
        self.type = type
        self._uses = ()
        self.owner = owner
        self.index = index

    def __repr__(self) -> str:
        return f"<OpResult {self.index} of {self.owner.name}: {self.type}>"

    @property
    def block(self) -> Block | None:
        return self.owner.parent

    @property
    def owner_op(self) -> Operation:
        return self.owner

    defining_op = owner_op

    @property
    def definition_location(self) -> Location | int:
        return self.owner.location


class BlockArgument(Value):
    """The argument number `index` of the block `owner`."""

    __slots__ = ("index", "location", "owner")

    def __init__(self, type: Type, owner: Block, index: int, location: Location | int) -> None:
        self.type = type
        self._uses = ()
        self.owner = owner
        self.index = index
        self.location = location

    def __repr__(self) -> str:
        return f"<BlockArgument {self.index}: {self.type}>"

    @property
    def block(self) -> Block | None:
        return self.owner

    @property
    def owner_op(self) -> Operation | None:
        return self.owner.parent_op

    @property
    def definition_location(self) -> Location | int:
        return self.location
