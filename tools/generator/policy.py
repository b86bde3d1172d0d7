"""How random programs are sharded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sdyopt.dialects.sdy.attributes import Sharding
from tools.generator.operations import Edge, Op, OpPlan, Type, Value

if TYPE_CHECKING:
    from tools.generator.builder import Block

MESH = "@mesh"
"""The mesh that a module gets if something in it names this one."""


class Policy:
    """How values are sharded and operations get attributes of SDY: in this policy, not at all."""

    meshes: Mapping[str, Sequence[tuple[str, int]]] = {MESH: (("x", 2), ("y", 4))}
    """The axes of meshes that collectives of StableHLO may name."""

    def plan(
        self,
        block: Block,
        operands: Sequence[Value],
        results: Sequence[Type],
        may_have_rule: bool = True,
        is_flow: bool = False,
    ) -> OpPlan:
        """Returns the attributes of an operation with these operands and results; `is_flow` if it passes values on."""
        return OpPlan()

    def records(self, value: Value, sharding: Sharding | None) -> Mapping[str, str]:
        """Returns the attributes of an edge on a value, with this sharding."""
        return {}

    def notes(self) -> Mapping[str, str]:
        """Returns further attributes of an argument or result of a function."""
        return {}

    def remarks(self) -> Mapping[str, str]:
        """Returns attributes of a named computation."""
        return {}

    def of_argument(self, block: Block, type: Type) -> Sharding | None:
        """Returns the sharding of an argument of a function."""
        return None

    def may_be_argument(self, type: Type) -> bool:
        """Whether a value of this type may be an argument of a function."""
        return True

    def made(self, block: Block, type: Type) -> Value | None:
        """Returns a new value of a type in a way of the policy's own, if it has any."""
        return None

    def of_result(self, value: Value) -> Sharding | None:
        """Returns the sharding of a function's result."""
        return None

    def of_boundary(self, block: Block, types: Sequence[Type]) -> list[Sharding]:
        """Returns shardings for the values at the boundary of a named computation; none if these have none."""
        return []

    def edges(self, block: Block, types: Sequence[Type], is_flow: bool = False) -> list[Edge | None]:
        """Returns for each value the edge that is to be on it."""
        return [None] * len(types)

    def function_edges(self, block: Block, types: Sequence[Type]) -> list[Edge | None]:
        """Returns for each argument of a function, or result of a call, the edge that is to be on it."""
        return [None] * len(types)

    def begin(self, block: Block) -> None:
        """Called before each recipe."""

    def tagged(self, type: Type, sharding: Sharding | None) -> Type:
        """Returns the type of a value with this sharding."""
        return type

    def may_shard(self, size: int | None, pieces: int) -> bool:
        """Whether a collective may cut a dimension of this size in this many pieces."""
        return True

    def like(self, size: int, wanted: int) -> int:
        """Returns a size that is sharded as a dimension of another size is, of about the wanted number."""
        return wanted

    def fits(self, value: Value, type: Type) -> bool:
        """Whether a value of this type may be used where such a type is wanted."""
        return True

    def size(self, block: Block, size: int) -> int:
        """Returns a new dimension of about this size."""
        return size

    def part(self, block: Block, size: int, least: int = 0) -> int:
        """Returns the size of a part of a dimension."""
        return block.random.randint(least, size)

    def after(self, block: Block, op: Op, values: Sequence[Value]) -> None:
        """Called for each operation that has been written, with those of its results that have names."""
