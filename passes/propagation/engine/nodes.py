"""Nodes: the operations of a program on the worklist, and what they have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import SHARDING_RULE, ManualAxes, Mesh, OpShardingRule, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, FUNC_DATA_FLOW_EDGE, MANUAL_COMPUTATION, PROPAGATION_BARRIER
from sdyopt.dialects.sdy.shardings.slots import (
    DATA_FLOW_OPS,
    Slot,
    edge_on,
    edge_owner,
    edge_sources,
    fully_open,
    function_result_slot,
    function_type,
    result_sharding,
    slot_of,
    slots_of,
    with_manual_prefix,
    with_shardings,
    without_manual_axes,
)
from sdyopt.dialects.stablehlo.ops.control_flow import ASYNC_START, IF
from sdyopt.ir.attribute import Attribute, Type, checked, remembered
from sdyopt.ir.attributes import ShapedType, SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.declare.definition import (
    IN_SHARDINGS,
    PER_VALUE,
    RESULT_SHARDINGS,
    SINGLE,
    ShardingRole,
    ShardingSlots,
)
from sdyopt.mlir.diagnostics import failure
from sdyopt.mlir.rewrite.rewriter import would_be_dead
from sdyopt.passes.propagation.engine.profiles import (
    QUIET,
    STAGES,
    UNKNOWN,
    DirectionClass,
    RuleProfile,
    State,
    barrier_class,
    direction_class_of,
    is_elementwise,
    representative,
)
from sdyopt.rewriting.functions import Functions, callee_name
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.rules import build_sharding_rule, depends_on_signature, identity_rule, with_rule

# The shardings of a program while they are propagated.

FunctionResult = tuple[Operation, int]
"""A function and the number of a result."""

Key = Value | FunctionResult


class TensorKey:
    """Where the sharding of a tensor belongs, if it is not the only result of an operation.

    Without a slot, as for most block arguments, a tensor has no sharding, and what is stored is dropped.
    """

    __slots__ = ("has_changed", "slot")

    def __init__(self, slot: Slot | None) -> None:
        self.slot = slot
        self.has_changed = False


class ArgumentTensor(TensorKey):
    """An argument of a manual computation: its sharding inside is without the manual axes, that `outside` has them.

    What is stored changes neither the manual axes outside nor the replicated and unreduced ones.
    """

    __slots__ = ("manual_axes", "outside")

    def __init__(self, slot: Slot) -> None:
        super().__init__(slot)
        self.manual_axes = slot.op.properties.find(ManualAxes, "manual_axes")
        self.outside = slot.op.properties.find(ShardingPerValue, "in_shardings").shardings[slot.number]


class Tensors:
    """The shardings of the tensors of a program, by their keys.

    The operations `ops` are those of the program. Only results have shardings from the start; other tensors get them
    when their keys are needed.
    """

    def __init__(self, ops: Iterable[Operation]) -> None:
        self.shardings: dict[Key, Sharding] = {}
        self.others: dict[Key, TensorKey] = {}
        """The tensors that are not the only results of operations."""
        self._keys: dict[Value, Value | None] = {}
        """The keys of values that are not the only results of operations; None where they have not been asked for."""
        self._meshes: dict[tuple[Operation, ShardingSlots], SymbolRefAttr | Mesh] = {}
        """The meshes of attributes that are not in the program yet."""
        for op in ops:
            signature = op.signature
            if (sharding := _only_result_sharding(signature)) is not None:
                self.shardings[op.results[0]] = sharding
            elif not is_only_result(signature):
                self._keys.update(dict.fromkeys(op.results))
                if signature.definition is FUNC:
                    for block in op.regions[0].blocks:
                        self._keys.update(dict.fromkeys(block.arguments))

    def key_of(self, value: Value) -> Value:
        """Returns the key of the tensor that holds the sharding of `value`."""
        known = self._keys.get(value)
        if known is None:
            if isinstance(value, OpResult) and is_only_result(value.owner.signature):
                return value
            known = self._keys[value] = representative_of(value)
            is_other = not (isinstance(known, OpResult) and is_only_result(known.owner.signature))
            if is_other and known not in self.others:
                self._add(known, slot_of(known))
        return known

    def are_keys(self, values: Iterable[Value]) -> bool:
        """Whether all of these values, in the blocks of a function, are the only results of operations."""
        return self._keys.keys().isdisjoint(values)

    def key_of_function_result(self, function: Operation, number: int) -> FunctionResult:
        """Returns the key of the tensor that holds the sharding of a function's result.

        What is beyond the last result has none.
        """
        key = function, number
        if key not in self.others:
            is_result = number < len(function_type(function.signature).results)
            self._add(key, function_result_slot(function, number) if is_result else None)
        return key

    def _add(self, key: Key, slot: Slot | None) -> None:
        is_argument = slot is not None and slot.slots is IN_SHARDINGS
        if is_argument and slot is not None and slot.op.signature.definition is MANUAL_COMPUTATION:
            self.others[key] = ArgumentTensor(slot)
        else:
            self.others[key] = TensorKey(slot)
        sharding = None if slot is None else slot.sharding
        if sharding is not None:
            self.shardings[key] = sharding

    # Storing.

    def store(self, key: Key, sharding: Sharding) -> Sequence[Value]:
        """Makes `sharding` the sharding of a tensor.

        If it is the first one in its attribute, the other values whose shardings belong there become fully open; the
        keys of those are returned.
        """
        if (tensor := self.others.get(key)) is None:
            self.shardings[key] = sharding
            return ()
        if isinstance(tensor, ArgumentTensor):
            sharding = with_manual_prefix(sharding, tensor.manual_axes, tensor.outside)
        return self._store(key, tensor, sharding)

    def written(self, key: Key) -> Sharding | None:
        """Returns the sharding of a tensor as it is to stand in the program: that of an argument as it is outside."""
        tensor = self.others.get(key)
        return tensor.outside if isinstance(tensor, ArgumentTensor) else self.shardings.get(key)

    def store_written(self, key: Key, sharding: Sharding) -> Sequence[Value]:
        """Makes `sharding` the sharding of a tensor as it is to stand in the program; else like `store`."""
        if (tensor := self.others.get(key)) is None:
            self.shardings[key] = sharding
            return ()
        return self._store(key, tensor, sharding)

    def _store(self, key: Key, tensor: TensorKey, sharding: Sharding) -> Sequence[Value]:
        """Makes `sharding`, for an argument of a manual computation that outside, the sharding of `tensor`."""
        if (slot := tensor.slot) is None:
            return ()
        if isinstance(tensor, ArgumentTensor):
            tensor.outside = sharding
            sharding = without_manual_axes(sharding, tensor.manual_axes)
        others: Sequence[Value] = ()
        if key not in self.shardings and (slot.slots is not RESULT_SHARDINGS or len(slot.op.results) > 1):
            others = self._create_attribute(key, slot, sharding.mesh)
        self.shardings[key] = sharding
        tensor.has_changed = True
        return others

    def _create_attribute(self, key: Key, slot: Slot, mesh: SymbolRefAttr | Mesh) -> Sequence[Value]:
        """Makes the tensors fully open whose shardings belong to the same attribute as that of `key`."""
        op = slot.op
        if slot.slots.form != PER_VALUE:
            return ()
        self._meshes[op, slot.slots] = mesh
        values: Iterable[Value] = op.results
        if slot.slots.role is ShardingRole.OPERAND:
            values = op.regions[0].block.arguments
        others = []
        for value in values:
            other = self.key_of(value)
            tensor = self.others.get(other)
            if tensor is None or tensor.slot is None or tensor.slot.op is not op:
                continue
            if other is not key and other not in self.shardings:
                self.shardings[other] = fully_open(mesh, value.type)
                tensor.has_changed = True
                others.append(other)
        return others

    # Writing.

    def write(self, rewriter: Rewriter, rules: dict[Operation, OpShardingRule]) -> None:
        """Writes the shardings that have changed to the attributes of the operations that are still there, and rules.

        A rule of an operation is best written together with its sharding.
        """
        tensors = self.others
        for key, sharding in self.shardings.items():
            if key in tensors:
                continue
            op = checked(OpResult, key).owner
            signature = op.signature
            written = _with_only_result_sharding(signature, sharding, rules.pop(op, None))
            if written is not signature and op.parent is not None:
                rewriter.set_signature(op, written)
        beside_others: dict[tuple[Operation, ShardingSlots], dict[int, Sharding]] = {}
        for key, tensor in tensors.items():
            slot, stored = tensor.slot, self.written(key)
            if tensor.has_changed and slot is not None and stored is not None:
                tensor.has_changed = False
                if slot.op.parent is not None:
                    beside_others.setdefault((slot.op, slot.slots), {})[slot.number] = stored
        for place, shardings in beside_others.items():
            op, slots = place
            rewriter.set_signature(op, with_shardings(op.signature, slots, shardings, self._meshes.get(place)))
        self._meshes.clear()
        for op, rule in rules.items():
            rewriter.set_signature(op, with_rule(op.signature, rule))


@remembered
def is_only_result(signature: Signature) -> bool:
    """Whether operations have one result, whose sharding is nothing else's, and no sharding of anything else."""
    definition = signature.definition
    if len(signature.result_types) != 1 or definition is IF or definition in DATA_FLOW_OPS:
        return False
    slots = slots_of(definition)[-1]
    return slots is RESULT_SHARDINGS or slots.form == SINGLE


@remembered
def _only_result_sharding(signature: Signature) -> Sharding | None:
    return result_sharding(signature, 0) if is_only_result(signature) else None


@remembered
def _with_only_result_sharding(signature: Signature, sharding: Sharding, rule: OpShardingRule | None) -> Signature:
    slots = slots_of(signature.definition)[-1]
    if rule is None or slots is not RESULT_SHARDINGS or SHARDING_RULE in signature.attributes:
        signature = with_shardings(signature, slots, {0: sharding})
        return signature if rule is None else with_rule(signature, rule)
    attributes = signature.attributes.with_entry(slots.attribute, ShardingPerValue((sharding,)))
    return signature.with_attributes(attributes.with_entry(SHARDING_RULE, rule))


def representative_of(value: Value) -> Value:
    """Returns the value that stands for all those that have their sharding in the same place as `value`."""
    if (owner := edge_owner(value)) is not None:
        edge = edge_on(owner)
        return owner if edge is None else edge.results[0]
    if isinstance(value, BlockArgument):
        block = value.owner
        op = checked(Operation, block.parent_op)
        if op.signature.definition is ASYNC_START:
            return representative_of(op.operands[value.index])
        entry = op.regions[0].blocks[0]
        if block is not entry and value.index < len(entry.arguments) and slot_of(value) is not None:
            return entry.arguments[value.index]
    return value


NEW: State = [UNKNOWN] * len(STAGES)
"""The state of a node that has not been visited."""


LEADING_ELSEWHERE = frozenset((CALL, DATA_FLOW_EDGE))
"""The kinds of operations, besides data-flow ops and terminators, whose values are joined with those of others."""


class NodeKind:
    """The properties that operations with the same signature share; some operations have a kind of their own.

    `values` are those whose tensors a visit looks at, if they are not the operands and results of the operation.
    """

    __slots__ = ("can_die", "is_followed", "leads_elsewhere", "new_rule", "profile", "stale", "values", "view")

    def __init__(self, can_die: bool = False, leads_elsewhere: bool = False) -> None:
        self.can_die = can_die
        """Whether operations may be dead when nothing uses their results; see `would_be_dead`."""
        self.leads_elsewhere = leads_elsewhere
        """Whether not just the operations that define and use a value may be visited when its sharding changes."""
        self.profile: RuleProfile | None = None
        self.stale = NEW
        """The state of nodes while the shardings of their tensors are not known."""
        self.new_rule: OpShardingRule | None = None
        """The rule if it is not yet on the operations."""
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
            leads_elsewhere=definition in LEADING_ELSEWHERE or definition in DATA_FLOW_OPS or "IsTerminator" in traits,
        )

    def set_profile(self, profile: RuleProfile | None) -> None:
        """Sets the profile, None if nothing is propagated over these operations."""
        self.profile = profile
        self.stale = QUIET if profile is None else profile.stale


ERASED = NodeKind()
"""The kind of operations that have been erased."""
ERASED.set_profile(None)


class View:
    """How a tensor of a manual computation is seen from the other side of the region's boundary.

    The sharding of an argument is seen as it is outside, with the manual axes, that of a result as it is inside.
    """

    __slots__ = ("_is_argument", "_manual_axes", "outside")

    def __init__(self, computation: Operation, number: int, is_argument: bool) -> None:
        self._is_argument = is_argument
        self._manual_axes = computation.properties.find(ManualAxes, "manual_axes")
        shardings = computation.properties["in_shardings" if is_argument else "out_shardings"]
        self.outside = checked(ShardingPerValue, shardings).shardings[number]

    def seen(self, sharding: Sharding) -> Sharding:
        """Returns a stored sharding as a visit sees it."""
        return self._moved(sharding, self._is_argument)

    def stored(self, sharding: Sharding) -> Sharding:
        """Returns a sharding as it is stored that a visit has found."""
        return self._moved(sharding, not self._is_argument)

    def _moved(self, sharding: Sharding, is_outwards: bool) -> Sharding:
        if is_outwards:
            return with_manual_prefix(sharding, self._manual_axes, self.outside)
        return without_manual_axes(sharding, self._manual_axes)


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


# The calls of the functions of a module, in the order in which propagation goes over them.


class Calls:
    """The functions right inside a module by name, and the operations that call them, unless it `has_calls` of none."""

    def __init__(self, module: Operation, has_calls: bool = True) -> None:
        self.functions = Functions(module)
        self._calls: dict[Operation, list[Operation]] = {}
        for function in self.functions.by_name.values() if has_calls else ():
            for call in _calls_in(function):
                if (callee := self.callee(call)) is not None:
                    self._calls.setdefault(callee, []).append(call)

    def callee(self, call: Operation) -> Operation | None:
        """Returns the function that `call` calls; None if the module has no such function."""
        return self.functions.by_name.get(callee_name(call))

    def of(self, function: Operation) -> list[Operation]:
        """Returns the calls of `function`, in the order of the functions that they are in."""
        return self._calls.get(function, [])


def _calls_in(function: Operation) -> Iterator[Operation]:
    """Yields the calls of a region before those of the regions in it; the last region comes first."""
    regions = list(function.regions)
    while regions:
        for op in [op for block in regions.pop().blocks for op in block.ops]:
            if op.signature.definition is CALL:
                yield op
            regions += op.regions


# Visits: which tensors a visit to an operation propagates between, and by which rule.

EDGES = (DATA_FLOW_EDGE, FUNC_DATA_FLOW_EDGE)


class Visits:
    """Finds out what visits to the operations of a module look at."""

    def __init__(
        self, tensors: Tensors, calls: Calls, meshes: Mapping[str, Mesh], is_conservative: bool, rewriter: Rewriter
    ) -> None:
        self.tensors = tensors
        self._calls = calls
        self._is_conservative = is_conservative
        self._unknown = rewriter.unknown_ops
        self._are_sizes_seen = rewriter.is_explaining
        self._known_profile = cache(partial(RuleProfile, meshes=meshes))

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
            kind.new_rule = rule = build_sharding_rule(op, self._is_conservative, self._unknown)
            kind.set_profile(None if rule is None else self._profile_of(signature, rule))

    def function_result(self, function: Operation, number: int, returned: Value) -> ResultNode | None:
        """Returns the node of a value that the main function returns; None if its shape is not static."""
        if (rule := _static_identity_rule(returned.type, 1)) is None:
            return None
        kind = NodeKind()
        kind.set_profile(self._profile(rule, DirectionClass.OPEN_BARRIER, False, False))
        kind.values = (returned, returned)
        node = ResultNode(function, number, kind)
        node.keys = (self.tensors.key_of(returned), self.tensors.key_of_function_result(function, number))
        return node

    def _profile_of(self, signature: Signature, rule: OpShardingRule) -> RuleProfile:
        direction_class, elementwise = direction_class_of(signature), is_elementwise(signature)
        return self._profile(rule, direction_class, elementwise, self._is_conservative)

    def _profile(
        self, rule: OpShardingRule, direction_class: DirectionClass, is_elementwise: bool, is_conservative: bool
    ) -> RuleProfile:
        """Returns the profile of rules that are propagated like this one; of this one alone if sizes are explained."""
        shared = rule if self._are_sizes_seen else representative(rule)
        return self._known_profile(shared, direction_class, is_elementwise, is_conservative)

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
        is_argument, computation = isinstance(owner, BlockArgument), owner.owner_op
        if computation is None or computation.signature.definition is not MANUAL_COMPUTATION:
            return True, None
        sharding = self.tensors.shardings.get(self.tensors.key_of(edge.results[0]))
        has_manual_axes = bool(computation.properties.find(ManualAxes, "manual_axes").axes)
        if sharding is None and (is_argument or has_manual_axes):
            message = "'sdy.data_flow_edge' op on a manual computation must have a sharding to propagate"
            raise failure(message, edge.location)
        view = View(computation, owner.index, is_argument)
        return sharding is None or sharding.rank == view.outside.rank, view

    def _function_edge_sources(self, owner: Value) -> list[Value]:
        """Returns the values that flow into an edge on a function's argument, or on the result of a call."""
        if isinstance(owner, BlockArgument):
            function = owner.owner.parent_op
            if function is None or function.signature.definition is not FUNC:
                return []
            return [call.operands[owner.index] for call in self._calls.of(function)]
        callee = self._calls.callee(checked(OpResult, owner).owner)
        if callee is None or not callee.regions[0].blocks:
            return []
        returned = callee.regions[0].blocks[0].last
        if returned is None or "ReturnLike" not in returned.signature.definition.traits:
            return []  # The first block branches.
        return returned.operands[owner.index : owner.index + 1]


def _static_identity_rule(type: Type, operand_count: int) -> OpShardingRule | None:
    """Returns the rule of an operation whose operands and result are all of `type`; None if its shape is not static."""
    return identity_rule(type, operand_count) if isinstance(type, ShapedType) and type.has_static_shape else None
