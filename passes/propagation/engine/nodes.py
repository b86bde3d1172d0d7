"""Nodes: the operations of a program on the worklist, and what they have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from sdyopt.dialects.func.ops import CALL
from sdyopt.dialects.sdy.attributes import ManualAxes, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE
from sdyopt.dialects.sdy.shardings.data_flow import DATA_FLOW_OPS
from sdyopt.dialects.sdy.shardings.manual_axes import with_manual_prefix, without_manual_axes
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.passes.propagation.engine.profiles import QUIET, STAGES, UNKNOWN, RuleProfile, State
from sdyopt.passes.propagation.engine.tensors import Key
from sdyopt.rewriting.memory_effects import would_be_dead

NEW: State = [UNKNOWN] * len(STAGES)
"""The state of a node that has not been visited."""


LEADING_ELSEWHERE = frozenset((CALL, DATA_FLOW_EDGE, *DATA_FLOW_OPS))
"""The kinds of operations, besides terminators, whose values are joined with those of others."""


class NodeKind:
    """What operations with the same signature have in common; some operations have a kind of their own.

    `values` are those whose tensors a visit looks at, if they are not the operands and results of the operation.
    """

    __slots__ = ("can_die", "has_new_rule", "is_followed", "leads_elsewhere", "profile", "stale", "values", "view")

    def __init__(self, can_die: bool = False, leads_elsewhere: bool = False) -> None:
        self.can_die = can_die
        """Whether operations may be dead when nothing uses their results; see `would_be_dead`."""
        self.leads_elsewhere = leads_elsewhere
        """Whether not just the operations that define and use a value may be visited when its sharding changes."""
        self.profile: RuleProfile | None = None
        self.stale = NEW
        """The state of nodes while the shardings of their tensors are not known."""
        self.has_new_rule = False
        """Whether the rule is not yet on the operation."""
        self.values: tuple[Value, ...] | None = None
        self.view: View | None = None
        self.is_followed = True
        """Whether the state of a node becomes stale when one of its tensors changes; otherwise it always is."""

    @classmethod
    def of(cls, op: Operation) -> NodeKind:
        """Returns the kind of an operation, whose profile is still to be set."""
        definition = op.signature.definition
        traits = definition.traits
        return cls(
            can_die="RecursiveMemoryEffects" in traits or would_be_dead(op),
            leads_elsewhere=definition in LEADING_ELSEWHERE or "IsTerminator" in traits,
        )

    def set_profile(self, profile: RuleProfile | None) -> None:
        """Sets the profile, None if nothing is propagated over these operations."""
        self.profile = profile
        self.stale = QUIET if profile is None else profile.stale


ERASED = NodeKind()
"""The kind of operations that have been erased."""
ERASED.set_profile(None)


class View:
    """How a tensor of a manual computation is seen from the other side of the region's boundary."""

    __slots__ = ("_manual_axes", "outside")

    def __init__(self, computation: Operation, shardings: str, number: int) -> None:
        self._manual_axes = cast(ManualAxes, computation.properties["manual_axes"])
        self.outside = cast(ShardingPerValue, computation.properties[shardings]).shardings[number]

    def with_manual_axes(self, sharding: Sharding) -> Sharding:
        return with_manual_prefix(sharding, self._manual_axes, self.outside)

    def without_manual_axes(self, sharding: Sharding) -> Sharding:
        return without_manual_axes(sharding, self._manual_axes)

    def seen(self, sharding: Sharding) -> Sharding:
        """Returns a stored sharding as a visit sees it."""
        raise NotImplementedError

    def stored(self, sharding: Sharding) -> Sharding:
        """Returns a sharding as it is stored that a visit has found."""
        raise NotImplementedError


class OuterView(View):
    """The sharding of an argument of a manual computation as it is outside: with the manual axes."""

    __slots__ = ()

    seen = View.with_manual_axes
    stored = View.without_manual_axes


class InnerView(View):
    """The sharding of a result of a manual computation as it is inside: without the manual axes."""

    __slots__ = ()

    seen = View.without_manual_axes
    stored = View.with_manual_axes


class Node:
    """An operation on the worklist, and what is known of visits to it.

    The results of the main function have nodes as well, of which `number` is not None; they are not on the worklist.
    """

    __slots__ = ("around", "is_queued", "keys", "kind", "op", "position", "state")

    def __init__(self, op: Operation, kind: NodeKind, around: tuple[Node, ...], position: int) -> None:
        self.op = op
        self.kind = kind
        self.around = around
        """The nodes of the operations around it, innermost first, functions and what is around them excepted."""
        self.position = position
        """The number of operations before this one."""
        self.is_queued = False
        self.state = NEW
        """The updates at each stage for the shardings that its tensors have now."""
        self.keys: Sequence[Key] | None = None
        """The keys of the tensors, once they have been asked for."""

    @property
    def values(self) -> tuple[Value, ...]:
        """The values whose tensors a visit looks at, sources or operands first."""
        return self.kind.values or (*self.op.operands, *self.op.results)


class ResultNode(Node):
    """A result of the main function: its tensors are that of the value that the function returns, and its own."""

    __slots__ = ("number",)

    def __init__(self, function: Operation, number: int, kind: NodeKind) -> None:
        super().__init__(function, kind, (), 0)
        self.number = number
