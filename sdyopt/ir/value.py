"""Values: results of operations and arguments of blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdyopt.ir.attribute import Location, Type

if TYPE_CHECKING:
    from sdyopt.ir.operation import Operation
    from sdyopt.ir.region import Block


class Value:
    """Something an operation can use. `users` holds each using operation once, the earliest first.

    `users` is kept by the operations; do not write to it. In MLIR's lists of uses the latest is the first.
    """

    __slots__ = ("type", "users")

    type: Type
    users: dict[Operation, None]

    @property
    def has_one_use(self) -> bool:
        """Whether exactly one operand of one operation is this value."""
        if len(self.users) != 1:
            return False
        (user,) = self.users
        return user.operands.count(self) == 1

    def note_latest_user(self, user: Operation) -> None:
        """Makes one of the users the latest: all its uses are as if they had just come."""
        del self.users[user]
        self.users[user] = None

    def turn_users_round(self) -> None:
        """Makes the latest user the earliest, as MLIR does where it puts another value in the place of this."""
        self.users = dict.fromkeys(reversed(self.users))

    @property
    def block(self) -> Block | None:
        """The block in which this value is defined."""
        raise NotImplementedError

    def replace_all_uses_with(self, replacement: Value, excepted: Operation | None = None) -> None:
        """Every operand that is this value becomes `replacement`, but for those of `excepted`."""
        if replacement is self:
            return
        kept = excepted is not None and excepted in self.users
        for user in reversed(self.users):  # the latest first, as MLIR goes over them
            if user is not excepted:
                user.operands[:] = [replacement if operand is self else operand for operand in user.operands]
                replacement.users.pop(user, None)
                replacement.users[user] = None
                if replacement.type is not self.type:
                    user.retype_operands()
        self.users = {excepted: None} if kept and excepted is not None else {}


class OpResult(Value):
    """The result number `index` of `owner`."""

    __slots__ = ("index", "owner")

    def __init__(self, type: Type, owner: Operation, index: int) -> None:
        self.type = type
        self.users = {}
        self.owner = owner
        self.index = index

    @property
    def block(self) -> Block | None:
        return self.owner.parent


class BlockArgument(Value):
    """The argument number `index` of the block `owner`."""

    __slots__ = ("index", "location", "owner")

    def __init__(self, type: Type, owner: Block, index: int, location: Location | int) -> None:
        self.type = type
        self.users = {}
        self.owner = owner
        self.index = index
        self.location = location

    @property
    def block(self) -> Block | None:
        return self.owner
