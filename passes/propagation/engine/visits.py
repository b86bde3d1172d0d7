"""Visits: which tensors a visit to an operation propagates between, and by which rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import SHARDING_RULE, ManualAxes, Mesh, OpShardingRule
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, FUNC_DATA_FLOW_EDGE, MANUAL_COMPUTATION, PROPAGATION_BARRIER
from sdyopt.dialects.sdy.shardings.data_flow import edge_owner, edge_sources
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import ShapedType
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.passes.propagation.engine.calls import Calls
from sdyopt.passes.propagation.engine.levels import DirectionClass, barrier_class, direction_class_of, is_elementwise
from sdyopt.passes.propagation.engine.nodes import InnerView, Node, NodeKind, OuterView, ResultNode, View
from sdyopt.passes.propagation.engine.profiles import RuleProfile
from sdyopt.passes.propagation.engine.tensors import Tensors
from sdyopt.sharding.pointwise_rules import identity_rule
from sdyopt.sharding.rules import build_sharding_rule, depends_on_signature
from sdyopt.sharding.unknown_ops import UnknownOps

EDGES = (DATA_FLOW_EDGE, FUNC_DATA_FLOW_EDGE)


class Visits:
    """Finds out what visits to the operations of a module look at."""

    def __init__(
        self,
        tensors: Tensors,
        calls: Calls,
        meshes: Mapping[str, Mesh],
        is_conservative: bool,
        unknown: UnknownOps | None,
    ) -> None:
        self.tensors = tensors
        self._calls = calls
        self._meshes = meshes
        self._is_conservative = is_conservative
        self._unknown = unknown
        self._profiles: dict[tuple[OpShardingRule, DirectionClass, bool, bool], RuleProfile] = {}
        self._of_signatures: dict[tuple[Signature, OpShardingRule], RuleProfile] = {}

    def prepare(self, node: Node) -> None:
        """Sets the profile of the kind of a node that is visited for the first time.

        Operations whose visits do not follow from their signatures get kinds of their own.
        """
        op, kind = node.op, node.kind
        signature = op.signature
        definition = signature.definition
        rule: Attribute | None
        if definition in EDGES:
            node.kind = self._edge_kind(op)
        elif definition is PROPAGATION_BARRIER:
            rule = _static_identity_rule(op.results[0].type, 1)
            kind.set_profile(None if rule is None else self._profile(rule, barrier_class(op), True, False))
        elif isinstance(rule := signature.attributes.get(SHARDING_RULE), OpShardingRule):
            kind.set_profile(self._profile_of(signature, rule))
        else:
            if not depends_on_signature(definition):
                kind = node.kind = NodeKind(kind.can_die, kind.leads_elsewhere)
            rule = build_sharding_rule(op, self._is_conservative, self._unknown)
            kind.has_new_rule = rule is not None
            kind.set_profile(None if rule is None else self._profile_of(signature, rule))

    def function_result(self, function: Operation, number: int, returned: Value) -> ResultNode | None:
        """Returns the node of a value that the main function returns; None if its shape is not static."""
        rule = _static_identity_rule(returned.type, 1)
        if rule is None:
            return None
        kind = NodeKind()
        kind.set_profile(self._profile(rule, DirectionClass.OPEN_BARRIER, False, False))
        kind.values = (returned, returned)
        node = ResultNode(function, number, kind)
        node.keys = (self.tensors.key_of(returned), self.tensors.key_of_function_result(function, number))
        return node

    def _profile_of(self, signature: Signature, rule: OpShardingRule) -> RuleProfile:
        known = self._of_signatures.get((signature, rule))
        if known is None:
            direction_class, elementwise = direction_class_of(signature), is_elementwise(signature)
            known = self._profile(rule, direction_class, elementwise, self._is_conservative)
            self._of_signatures[signature, rule] = known
        return known

    def _profile(
        self, rule: OpShardingRule, direction_class: DirectionClass, is_elementwise: bool, is_conservative: bool
    ) -> RuleProfile:
        key = (rule, direction_class, is_elementwise, is_conservative)
        known = self._profiles.get(key)
        if known is None:
            known = self._profiles[key] = RuleProfile(*key, self._meshes)
        return known

    # Edges.

    def _edge_kind(self, edge: Operation) -> NodeKind:
        """The kind of one edge operation, whose state always counts as stale."""
        kind = NodeKind(leads_elsewhere=True)
        kind.is_followed = False
        kind.set_profile(None)
        target = edge.results[0]
        if edge.signature.definition is FUNC_DATA_FLOW_EDGE:
            sources: Sequence[Value] = self._function_edge_sources(edge.operands[0])
        else:
            owner = edge.operands[0]
            is_visited, kind.view = self._view_of(edge, owner)
            # An edge operation on another value has no sources.
            sources = edge_sources(owner) if is_visited and edge_owner(owner) is owner else ()
        if sources:
            rule = _static_identity_rule(target.type if kind.view is None else sources[0].type, len(sources))
            if rule is not None:
                kind.set_profile(self._profile(rule, DirectionClass.PASS_THROUGH, False, False))
        kind.values = (*sources, target)
        return kind

    def _view_of(self, edge: Operation, owner: Value) -> tuple[bool, View | None]:
        """Whether shardings can be propagated to an edge, and how they are seen if it is one of a manual computation.

        Raises CompilationError if it must have a sharding and has none.
        """
        is_argument = isinstance(owner, BlockArgument)
        computation = owner.owner.parent_op if isinstance(owner, BlockArgument) else cast(OpResult, owner).owner
        if computation is None or computation.signature.definition is not MANUAL_COMPUTATION:
            return True, None
        number = cast(OpResult, owner).index
        sharding = self.tensors.shardings.get(self.tensors.key_of(edge.results[0]))
        has_manual_axes = bool(cast(ManualAxes, computation.properties["manual_axes"]).axes)
        if sharding is None and (is_argument or has_manual_axes):
            message = "'sdy.data_flow_edge' op on a manual computation must have a sharding to propagate"
            raise CompilationError([Diagnostic("error", message, edge.location)])
        if is_argument:
            view: View = OuterView(computation, "in_shardings", number)
        else:
            view = InnerView(computation, "out_shardings", number)
        return sharding is None or sharding.rank == view.outside.rank, view

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
        if returned is None or "ReturnLike" not in returned.signature.definition.traits:
            return []  # The first block branches.
        return returned.operands[owner.index : owner.index + 1]


def _static_identity_rule(type: Type, operand_count: int) -> OpShardingRule | None:
    """Returns the rule of an operation whose operands and result are all of `type`; None if its shape is not static."""
    is_static = isinstance(type, ShapedType) and type.has_static_shape
    return identity_rule(cast(ShapedType, type), operand_count) if is_static else None
