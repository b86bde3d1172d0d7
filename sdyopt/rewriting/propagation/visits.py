"""Visits: which tensors an operation propagates between, and by which rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import (
    SHARDING_RULE,
    ManualAxes,
    Mesh,
    OpShardingRule,
    Sharding,
    ShardingPerValue,
)
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, FUNC_DATA_FLOW_EDGE, MANUAL_COMPUTATION, PROPAGATION_BARRIER
from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import ShapedType
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.ods.diagnostics import CompilationError, Diagnostic
from sdyopt.rewriting.propagation.calls import Calls
from sdyopt.rewriting.propagation.levels import DirectionClass, barrier_class, direction_class_of, is_elementwise
from sdyopt.rewriting.propagation.profiles import Profile
from sdyopt.rewriting.propagation.tensors import Tensor, Tensors
from sdyopt.sharding.data_flow import edge_owner, edge_sources
from sdyopt.sharding.manual_axes import with_manual_prefix, without_manual_axes
from sdyopt.sharding.pointwise_rules import identity_rule
from sdyopt.sharding.rules import build_sharding_rule
from sdyopt.sharding.unknown_ops import UnknownOps


class OuterView:
    """The sharding of an argument of a manual computation as it is outside: with the manual axes."""

    __slots__ = ("_inside", "_manual_axes", "outside")

    def __init__(self, inside: Tensor, computation: Operation, number: int) -> None:
        self._inside = inside
        self._manual_axes = cast(ManualAxes, computation.properties["manual_axes"])
        self.outside = cast(ShardingPerValue, computation.properties["in_shardings"]).shardings[number]

    @property
    def sharding(self) -> Sharding:
        """The sharding outside."""
        return with_manual_prefix(cast(Sharding, self._inside.sharding), self._manual_axes, self.outside)

    def store(self, sharding: Sharding) -> None:
        """Stores a sharding as it is outside."""
        self._inside.store(without_manual_axes(sharding, self._manual_axes))


class InnerView:
    """The sharding of a result of a manual computation as it is inside: without the manual axes."""

    __slots__ = ("_manual_axes", "_tensor", "outside")

    def __init__(self, tensor: Tensor, computation: Operation, number: int) -> None:
        self._tensor = tensor
        self._manual_axes = cast(ManualAxes, computation.properties["manual_axes"])
        self.outside = cast(ShardingPerValue, computation.properties["out_shardings"]).shardings[number]

    @property
    def sharding(self) -> Sharding | None:
        """The sharding inside."""
        sharding = self._tensor.sharding
        return None if sharding is None else without_manual_axes(sharding, self._manual_axes)

    def store(self, sharding: Sharding) -> None:
        """Stores a sharding as it is inside."""
        self._tensor.store(with_manual_prefix(sharding, self._manual_axes, self.outside))


AnyTensor = Tensor | OuterView | InnerView


class Visit:
    """What a visit of an operation looks at: values and their tensors, sources or operands first, and the profile."""

    __slots__ = ("number", "profile", "tensors", "values")

    def __init__(
        self, values: Sequence[Value], tensors: Sequence[AnyTensor], profile: Profile, number: int | None = None
    ) -> None:
        self.values = values
        self.tensors = tensors
        self.profile = profile
        self.number = number
        """The number of the function's result that this is about, if it is."""


class Visits:
    """Makes the visits of the operations of a module."""

    def __init__(
        self,
        tensors: Tensors,
        calls: Calls,
        meshes: Mapping[str, Mesh],
        is_conservative: bool,
        unknown: UnknownOps | None,
    ) -> None:
        self.tensors = tensors
        self.new_rules: dict[Operation, OpShardingRule] = {}
        """The rules of visited operations that do not carry one."""
        self._calls = calls
        self._meshes = meshes
        self._is_conservative = is_conservative
        self._unknown = unknown
        self._profiles: dict[tuple[OpShardingRule, DirectionClass, bool, bool], Profile] = {}
        self._of_signatures: dict[tuple[Signature, OpShardingRule], Profile] = {}

    def of(self, op: Operation) -> Visit | None:
        """Returns the visit of `op`; None if nothing can be propagated over it."""
        definition = op.signature.definition
        if definition is PROPAGATION_BARRIER:
            return self._identity(op.operands, op.results[0], barrier_class(op), is_elementwise=True)
        if definition is DATA_FLOW_EDGE:
            return self._edge(op)
        if definition is FUNC_DATA_FLOW_EDGE:
            sources = self._function_edge_sources(op.operands[0])
            return self._identity(sources, op.results[0], DirectionClass.PASS_THROUGH) if sources else None
        rule = self._rule(op)
        if rule is None:
            return None
        values = (*op.operands, *op.results)
        return Visit(values, [self.tensors.of(value) for value in values], self._profile_of(op.signature, rule))

    def function_result(self, function: Operation, number: int, returned: Value) -> Visit | None:
        """Returns the visit of a value that the main function returns; None if its shape is not static."""
        rule = _static_identity_rule(returned.type, 1)
        if rule is None:
            return None
        profile = self._profile(rule, DirectionClass.OPEN_BARRIER, False, False)
        tensors = (self.tensors.of(returned), self.tensors.of_function_result(function, number))
        return Visit((returned, returned), tensors, profile, number)

    def _rule(self, op: Operation) -> OpShardingRule | None:
        rule = op.signature.attributes.get(SHARDING_RULE)
        if isinstance(rule, OpShardingRule):
            return rule
        built = build_sharding_rule(op, self._is_conservative, self._unknown)
        if built is not None:
            self.new_rules[op] = built
        return built

    def _profile_of(self, signature: Signature, rule: OpShardingRule) -> Profile:
        known = self._of_signatures.get((signature, rule))
        if known is None:
            direction_class, elementwise = direction_class_of(signature), is_elementwise(signature)
            known = self._profile(rule, direction_class, elementwise, self._is_conservative)
            self._of_signatures[signature, rule] = known
        return known

    def _profile(
        self, rule: OpShardingRule, direction_class: DirectionClass, is_elementwise: bool, is_conservative: bool
    ) -> Profile:
        key = (rule, direction_class, is_elementwise, is_conservative)
        known = self._profiles.get(key)
        if known is None:
            known = self._profiles[key] = Profile(*key, self._meshes)
        return known

    def _identity(
        self,
        sources: Sequence[Value],
        target: Value,
        direction_class: DirectionClass,
        view: AnyTensor | None = None,
        is_elementwise: bool = False,
    ) -> Visit | None:
        rule = _static_identity_rule(target.type if view is None else sources[0].type, len(sources))
        if rule is None:
            return None
        values = (*sources, target)
        tensors: list[AnyTensor] = [self.tensors.of(value) for value in values]
        if view is not None:
            tensors[-1] = view
        return Visit(values, tensors, self._profile(rule, direction_class, is_elementwise, False))

    def _edge(self, edge: Operation) -> Visit | None:
        owner = edge.operands[0]
        target = edge.results[0]
        tensor = self.tensors.of(target)
        view: AnyTensor | None = None
        is_argument = isinstance(owner, BlockArgument)
        computation = owner.owner.parent_op if isinstance(owner, BlockArgument) else cast(OpResult, owner).owner
        if computation is not None and computation.signature.definition is MANUAL_COMPUTATION:
            view = (OuterView if is_argument else InnerView)(tensor, computation, cast(OpResult, owner).index)
            if is_argument or cast(ManualAxes, computation.properties["manual_axes"]).axes:
                _check_has_sharding(edge, tensor)
            if tensor.sharding is not None and tensor.sharding.rank != view.outside.rank:
                return None
        if edge_owner(owner) is not owner:
            return None  # An edge operation on another value has no sources.
        return self._identity(edge_sources(owner), target, DirectionClass.PASS_THROUGH, view)

    def _function_edge_sources(self, owner: Value) -> list[Value]:
        """Returns the values that flow into an edge on a function's argument, or on the result of a call."""
        if isinstance(owner, BlockArgument):
            function = owner.owner.parent_op
            if function is None or function.signature.definition is not FUNC:
                return []
            return [call.operands[owner.index] for call in self._calls.of(function)]
        assert isinstance(owner, OpResult)
        callee = self._calls.callee(owner.owner)
        if callee is None or not callee.regions[0].blocks:
            return []
        returned = callee.regions[0].blocks[0].last
        return [] if returned is None else [returned.operands[owner.index]]


def _check_has_sharding(edge: Operation, tensor: Tensor) -> None:
    """Raises CompilationError if the edge of a manual computation has no sharding."""
    if tensor.sharding is None:
        message = "'sdy.data_flow_edge' op on a manual computation must have a sharding to propagate"
        raise CompilationError([Diagnostic("error", message, edge.location)])


def _static_identity_rule(type: Type, operand_count: int) -> OpShardingRule | None:
    """Returns the rule of an operation whose operands and result are all of `type`; None if its shape is not static."""
    is_static = isinstance(type, ShapedType) and type.has_static_shape
    return identity_rule(cast(ShapedType, type), operand_count) if is_static else None
