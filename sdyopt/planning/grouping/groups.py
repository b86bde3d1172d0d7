"""Which dimensions of which values belong together: the groups that sharding rules, loops and edges join."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.dialects.func.ops import CALL
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, FUNC_DATA_FLOW_EDGE
from sdyopt.dialects.sdy.shardings.data_flow import DATA_FLOW_OPS, edge_owners, edge_sources, other_targets
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import ShapedType
from sdyopt.ir.value import Value
from sdyopt.planning.grouping.heavy_uses import major_factors
from sdyopt.rewriting.functions.call_graph import CallGraph
from sdyopt.sharding.rules import sharding_rule_of


class DimensionGroups:
    """The groups of (value, dimension) pairs in a module, numbered in the order of the text.

    All pairs of an operation whose dimensions have the same major factor in its sharding rule are in one group, unless
    the factor is blocked. Values that flow into each other through edges of loops, branches, manual and named
    computations are joined dimension by dimension, and so are what calls take and return.
    """

    def __init__(self, module: Operation) -> None:
        self._first: dict[Value, int] = {}
        """The number of the pair of a value's dimension 0."""
        self._parents: list[int] = []
        self._sizes: list[int] = []
        self.ops: list[Operation] = []
        """The operations that have sharding rules, in the order of the text."""
        for op in module.walk():
            for region in op.regions:
                for block in region.blocks:
                    self._add(block.arguments)
            self._add(op.results)
        for op in module.walk():
            self._join_op(op)
        for call, callee in CallGraph(module).callee_of.items():
            body = callee.regions[0].blocks[0]
            for operand, argument in zip(call.operands, body.arguments, strict=False):
                self._join_values(operand, argument)
            returned = body.last.operands if body.last is not None else ()
            for value, result in zip(returned, call.results, strict=False):
                self._join_values(value, result)
        self._members: dict[int, list[tuple[Value, int]]] | None = None

    def of(self, value: Value) -> list[int]:
        """Returns the group of each dimension of a value."""
        first = self._first[value]
        return [self._find(first + number) for number in range(rank_of(value))]

    def size_of(self, value: Value, dimension: int) -> int:
        """Returns the size of a dimension of a value."""
        return self._sizes[self._first[value] + dimension]

    def members(self) -> dict[int, list[tuple[Value, int]]]:
        """Returns the pairs of each group, in the order of the text."""
        if self._members is None:
            self._members = {}
            for value, first in self._first.items():
                for number in range(rank_of(value)):
                    self._members.setdefault(self._find(first + number), []).append((value, number))
        return self._members

    def conflicts(self) -> Iterator[tuple[int, Value]]:
        """Yields the values that have a group on two of their dimensions, with the group."""
        for value in self._first:
            groups = self.of(value)
            if len(set(groups)) < len(groups):
                yield from [(group, value) for group in dict.fromkeys(groups) if groups.count(group) > 1]

    def _add(self, values: Sequence[Value]) -> None:
        for value in values:
            self._first[value] = len(self._parents)
            sizes = value.type.dimensions if isinstance(value.type, ShapedType) else None
            for size in sizes or ():
                self._parents.append(len(self._parents))
                self._sizes.append(size)

    def _join_op(self, op: Operation) -> None:
        definition = op.signature.definition
        if definition is DATA_FLOW_EDGE or definition is FUNC_DATA_FLOW_EDGE:
            self._join_values(op.operands[0], op.results[0])
            return
        if definition in DATA_FLOW_OPS:
            for owner in edge_owners(op):
                for value in (*edge_sources(owner), *other_targets(owner)):
                    self._join_values(owner, value)
            return
        rule = None if definition is CALL else sharding_rule_of(op)
        if rule is None:
            return
        self.ops.append(op)
        places: dict[int, int] = {}
        for number, value in enumerate((*op.operands, *op.results)):
            first = self._first[value]
            for dimension, factor in enumerate(major_factors(rule, number)):
                if factor is not None and factor not in rule.blocked_propagation:
                    self._join(places.setdefault(factor, first + dimension), first + dimension)

    def _join_values(self, one: Value, other: Value) -> None:
        rank = rank_of(one)
        if rank == rank_of(other):
            for number in range(rank):
                self._join(self._first[one] + number, self._first[other] + number)

    def _join(self, one: int, other: int) -> None:
        one, other = self._find(one), self._find(other)
        if one != other:
            self._parents[max(one, other)] = min(one, other)

    def _find(self, pair: int) -> int:
        parents = self._parents
        while parents[pair] != pair:
            parents[pair] = pair = parents[parents[pair]]
        return pair


def rank_of(value: Value) -> int:
    """Returns the number of dimensions of a value; 0 if it has none."""
    sizes = value.type.dimensions if isinstance(value.type, ShapedType) else None
    return len(sizes or ())
