"""Every sharding of a program, with the operation that keeps it and what is sharded so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.shardings.slots import shardings_in, type_at
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.sharding_slots import ShardingRole


class ShardingUse(NamedTuple):
    """A sharding, and the operation that keeps it: its operand, result, … of that `number` is sharded so."""

    sharding: Sharding
    op: Operation
    role: ShardingRole
    number: int

    @property
    def value(self) -> Value | None:
        """The value that is sharded so. There is none for a function's result, and without a body for its argument."""
        values: Sequence[Value] = ()
        match self.role:
            case ShardingRole.OPERAND:
                values = self.op.operands
            case ShardingRole.RESULT:
                values = self.op.results
            case ShardingRole.FUNCTION_ARGUMENT if self.op.regions[0].blocks:
                values = self.op.regions[0].blocks[0].arguments
        return values[self.number] if self.number < len(values) else None

    @property
    def subject(self) -> Value | str:
        """What messages say is sharded so: the value, or which operand or result it is."""
        if self.role is ShardingRole.OPERAND:
            return f"in_shardings[{self.number}]"
        return self.value or f"{self.role} {self.number}"

    @property
    def place(self) -> Operation | Value:
        """Where people look for it: the function's argument, or the operation."""
        value = self.value if self.role is ShardingRole.FUNCTION_ARGUMENT else None
        return value or self.op

    @property
    def type(self) -> Type:
        """The type of what is sharded so."""
        return type_at(self.op.signature, self.role, self.number)


def sharding_uses(root: Operation) -> Iterator[ShardingUse]:
    """Yields every sharding in `root`, in the order of the text: an operation's own before those inside it.

    Of a function the arguments come before the results, and so do the operands of other operations. That of an operand
    of a manual computation is as it stands there, with the manual axes. The operation may be changed that has been
    yielded last.
    """
    for op in root.walk():
        yield from sharding_uses_of(op, op.signature)


def sharding_uses_of(op: Operation, signature: Signature) -> Iterator[ShardingUse]:
    """Yields the shardings in the `signature` of `op` alone, that it has, had, or is to have, in the same order."""
    for sharding, role, number in shardings_in(signature):
        yield ShardingUse(sharding, op, role, number)


class MeshUse(NamedTuple):
    """How many shardings have a mesh, and which is the first."""

    first: ShardingUse
    shardings: int


def mesh_uses(module: Operation) -> dict[SymbolRefAttr | Mesh, MeshUse]:
    """Returns the uses of each mesh, inlined or by name, in the order in which `rewrite_shardings` meets them."""
    found: dict[SymbolRefAttr | Mesh, MeshUse] = {}
    for use in sharding_uses(module):
        mesh = use.sharding.mesh
        first, shardings = found.get(mesh, (use, 0))
        found[mesh] = MeshUse(first, shardings + 1)
    return found
