"""The interface to where shardings are stored: which operation keeps the sharding of a value, and in what attribute.

Each operation's declaration names its slots (`mlir.declare.definition`). Data-flow operations come first: the
sharding of a target of an edge is that of the edge's owner, and with an `sdy.data_flow_edge` on the edge it is the
sharding of that operation.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, MANUAL_COMPUTATION, MESH, NAMED_COMPUTATION, PROPAGATION_BARRIER
from sdyopt.dialects.sdy.shardings.axes import ordered
from sdyopt.dialects.stablehlo.ops.control_flow import ASYNC_START, CASE, IF, OPTIMIZATION_BARRIER, WHILE
from sdyopt.ir.attribute import Attribute, Location, Type, checked, remembered
from sdyopt.ir.attributes import (
    NO_ATTRIBUTES,
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    ShapedType,
    StringAttr,
    SymbolRefAttr,
    TupleType,
    TypeAttr,
)
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.symbols import module_around, symbol_name, symbols
from sdyopt.ir.value import BlockArgument, OpOperand, OpResult, Value
from sdyopt.mlir.declare.definition import (
    ARGUMENT_ATTRIBUTES,
    DICTIONARIES,
    IN_SHARDINGS,
    PER_VALUE,
    RESULT_ATTRIBUTES,
    RESULT_SHARDINGS,
    SHARDING,
    OpDef,
    ShardingRole,
    ShardingSlots,
)
from sdyopt.mlir.releases import since

# Shardings inside and outside of manual computations.

Axes = tuple[AxisRef, ...]


def manual_prefix(axes: Axes, manual_axes: ManualAxes) -> int:
    """Returns the number of axes that stand in front of the first one that is not manual.

    In a valid in- or out-sharding no manual axis follows. Where one does, this is what the reference finds: the result
    of a binary search.
    """
    manual = manual_axes.axes
    return bisect_left(axes, True, key=lambda axis: axis.name not in manual)


def boundary_shardings(computation: Operation | Signature) -> tuple[Sharding, ...]:
    """Returns the in-shardings of a manual computation, then its out-shardings."""
    names = "in_shardings", "out_shardings"
    return sum([computation.properties.find(ShardingPerValue, name).shardings for name in names], ())


@remembered
def without_manual_axes(sharding: Sharding, manual_axes: ManualAxes) -> Sharding:
    """Returns `sharding` as it is seen in the body of a manual computation: without `manual_axes` and their sub-axes.

    A dimension keeps its priority even if it is closed and no axes are left.
    """
    manual = frozenset(manual_axes.axes)

    def free(axes: Axes) -> Axes:
        return tuple([axis for axis in axes if axis.name not in manual])

    seen = sharding.with_axes_of_dimensions(lambda axes: axes[manual_prefix(axes, manual_axes) :])
    return seen.replace(replicated=free(sharding.replicated), unreduced=free(sharding.unreduced))


@remembered
def with_manual_prefix(sharding: Sharding, manual_axes: ManualAxes, outside: Sharding) -> Sharding:
    """Returns `sharding`, as it is seen in the body of a manual computation, as it is outside.

    Dimensions begin with the manual axes that those of `outside` begin with; all other axes are those of `outside`.
    """
    dimensions = [
        inner.replace(axes=outer.axes[: manual_prefix(outer.axes, manual_axes)] + inner.axes)
        for inner, outer in zip(sharding.dimensions, outside.dimensions, strict=True)
    ]
    return outside.replace(mesh=sharding.mesh, dimensions=tuple(dimensions))


def with_manual_axes(sharding: Sharding, manual_axes: ManualAxes, outside: Sharding, mesh: Mesh) -> Sharding:
    """Returns `sharding`, as it is seen in the body of a manual computation, with the `manual_axes` that `outside` has.

    In each dimension they come first.
    """
    manual = frozenset(manual_axes.axes)

    def bound(axes: Axes) -> Axes:
        return tuple([axis for axis in axes if axis.name in manual])

    return sharding.replace(
        dimensions=with_manual_prefix(sharding, manual_axes, outside).dimensions,
        replicated=ordered((*bound(outside.replicated), *sharding.replicated), mesh),
        unreduced=ordered((*bound(outside.unreduced), *sharding.unreduced), mesh),
    )


# Data-flow ops: which of their values must be sharded alike. See `sdy.data_flow_edge` in
# https://openxla.org/shardy/sdy_dialect.

ALL_REGIONS, NO_REGIONS = slice(None), slice(0)


class DataFlow(NamedTuple):
    """The values that the edges of a kind of data-flow op join."""

    results_from_operands: bool = False
    """Whether the operand of the same number is a source of a result's edge."""
    results_from: slice = NO_REGIONS
    """The regions whose returned values of the same number are sources of a result's edge."""
    arguments_follow_results: bool = False
    """Whether the arguments of all regions are targets of the edge of the result of the same number."""
    arguments_own_edges: bool = False
    """Whether each argument of the body owns an edge, whose source is the operand of the same number."""


_DATA_FLOW: dict[OpDefinition, DataFlow] = {
    WHILE: DataFlow(results_from_operands=True, results_from=slice(1, 2), arguments_follow_results=True),
    CASE: DataFlow(results_from=ALL_REGIONS),
    OPTIMIZATION_BARRIER: DataFlow(results_from_operands=True),
    **dict.fromkeys(
        (MANUAL_COMPUTATION, NAMED_COMPUTATION), DataFlow(results_from=ALL_REGIONS, arguments_own_edges=True)
    ),
}
_DATA_FLOW_WITH_IF = {**_DATA_FLOW, IF: _DATA_FLOW[CASE]}
MAY_FLOW = frozenset(_DATA_FLOW_WITH_IF)
"""The data-flow ops of any release: whether an operation is none of these takes less time to find out."""


class DataFlowOps(Mapping[OpDefinition, DataFlow]):
    """The data-flow ops of the release that is followed: `stablehlo.if` is one since jaxlib 0.12."""

    def __getitem__(self, definition: OpDefinition) -> DataFlow:
        return self._table()[definition]

    def __contains__(self, definition: object) -> bool:
        return definition in _DATA_FLOW or (definition is IF and since("0.12.0.1"))

    def __iter__(self) -> Iterator[OpDefinition]:
        return iter(self._table())

    def __len__(self) -> int:
        return len(self._table())

    @staticmethod
    def _table() -> Mapping[OpDefinition, DataFlow]:
        return _DATA_FLOW_WITH_IF if since("0.12.0.1") else _DATA_FLOW


DATA_FLOW_OPS = DataFlowOps()


def edge_owners(op: Operation) -> Sequence[Value]:
    """The owners of the edges of the data-flow op `op`: arguments of its body, if they own some, then its results."""
    return (*argument_owners(op), *op.results)


def argument_owners(op: Operation) -> Sequence[BlockArgument]:
    """The arguments of the body that own edges of the data-flow op `op`; its other owners are its results."""
    return op.regions[0].block.arguments if DATA_FLOW_OPS[op.signature.definition].arguments_own_edges else ()


def edge_owner(value: Value) -> Value | None:
    """The owner of the edge that `value` is a target of, if it is one."""
    op = value.owner_op
    flow = None if op is None else DATA_FLOW_OPS.get(op.signature.definition)
    if op is None or flow is None or isinstance(value, OpResult):
        return None if flow is None else value
    if flow.arguments_follow_results:
        return op.results[value.index] if value.index < len(op.results) else None
    return value if flow.arguments_own_edges else None


def edge_sources(owner: Value) -> list[Value]:
    """The values that flow into the edge of `owner`: an operand first, then what the regions return, in order."""
    return [use.value for use in edge_source_uses(owner)]


def edge_source_uses(owner: Value) -> list[OpOperand]:
    """The uses of the values that flow into the edge of `owner`, in the same order."""
    op = checked(Operation, owner.owner_op)
    if isinstance(owner, BlockArgument):
        return [OpOperand(op, owner.index)]
    flow = DATA_FLOW_OPS[op.signature.definition]
    uses = [OpOperand(op, owner.index)] if flow.results_from_operands else []
    return uses + [OpOperand(region.block.terminator, owner.index) for region in op.regions[flow.results_from]]


def other_targets(owner: Value) -> list[Value]:
    """The targets of the edge of `owner` besides itself."""
    if not isinstance(owner, OpResult) or not DATA_FLOW_OPS[owner.owner.signature.definition].arguments_follow_results:
        return []
    return [region.block.arguments[owner.index] for region in owner.owner.regions]


def edge_on(owner: Value) -> Operation | None:
    """The `sdy.data_flow_edge` that stands for the edge of `owner`: it is then the only user."""
    user = owner.only_user
    return user if user is not None and user.signature.definition is DATA_FLOW_EDGE else None


def past_barriers(value: Value) -> Value:
    """Returns the value that propagation barriers, if there are any, pass on to `value`."""
    seen: set[Value] = set()
    while isinstance(value, OpResult) and value.owner.signature.definition is PROPAGATION_BARRIER:
        if value in seen:
            break  # In a graph region barriers may be a circle.
        seen.add(value)
        value = value.owner.operands[0]
    return value


def slots_of(definition: OpDefinition) -> tuple[ShardingSlots, ...]:
    """Returns where operations of this kind keep shardings, in the order of the text."""
    return definition.sharding_slots if isinstance(definition, OpDef) else (RESULT_SHARDINGS,)


class Slot(NamedTuple):
    """Where the sharding of one value is: the entry `number` of the `slots` of `op`."""

    op: Operation
    slots: ShardingSlots
    number: int

    @property
    def sharding(self) -> Sharding | None:
        """The sharding that is stored here; None if there is none.

        That of an argument of a manual computation is seen as in the body: without the manual axes.
        """
        return _stored(self.op.signature, self.slots, self.number)

    def set(self, sharding: Sharding) -> None:
        """Stores `sharding` here.

        Where other values' shardings are stored with it and there are none yet, theirs become fully open on the same
        mesh. That of an argument of a manual computation is given as it is seen in the body: manual axes stay where
        they are.
        """
        if self.slots is IN_SHARDINGS and self.op.signature.definition is MANUAL_COMPUTATION:
            sharding = _with_manual_axes_of(self.op, self.number, sharding)
        self.op.signature = _with_sharding(self.op.signature, self.slots, self.number, sharding)


def slot_of(value: Value) -> Slot | None:
    """Returns where the sharding of `value` is or would be; None if it can have none, like most block arguments.

    As in the reference, the arguments of every block of a function stand for the function's arguments, by number, and
    that of a `stablehlo.async_start` for its operand.
    """
    owner = edge_owner(value)
    while owner is None and (started := _started_with(value)) is not None:
        value = started
        owner = edge_owner(value)
    if owner is not None:
        if (edge := edge_on(owner)) is not None:
            return Slot(edge, _result_slots(edge.signature.definition), 0)
        value = owner
    if isinstance(value, OpResult):
        return result_slot(value)
    if (op := value.owner_op) is None or (owner is None and value.index >= _argument_count(op.signature)):
        return None
    return Slot(op, ARGUMENT_ATTRIBUTES if owner is None else IN_SHARDINGS, value.index)


def _started_with(value: Value) -> Value | None:
    """Returns the operand that an argument in a `stablehlo.async_start` stands for, if `value` is one."""
    op = None if isinstance(value, OpResult) else value.owner_op
    if op is None or op.signature.definition is not ASYNC_START or value.index >= len(op.operands):
        return None
    return op.operands[value.index]


def result_slot(result: OpResult) -> Slot:
    """Returns where the sharding of a result is that is not a target of a data-flow edge."""
    return Slot(result.owner, _result_slots(result.owner.signature.definition), result.index)


@remembered
def result_sharding(signature: Signature, number: int) -> Sharding | None:
    """Returns the sharding of a result of operations with that signature; None if it has none.

    As for `result_slot`, the result is not a target of a data-flow edge.
    """
    return _stored(signature, _result_slots(signature.definition), number)


def sharding_of(value: Value) -> Sharding | None:
    """Returns the sharding of `value`; None if it has none, or can have none."""
    if isinstance(value, OpResult):
        signature = value.owner.signature
        if signature.definition not in MAY_FLOW or signature.definition not in DATA_FLOW_OPS:
            return result_sharding(signature, value.index)
    slot = slot_of(value)
    return None if slot is None else slot.sharding


def set_sharding(value: Value, sharding: Sharding) -> None:
    """Gives `value` this sharding, and all other targets of its edge. Raises ValueError if it can have none."""
    if (slot := slot_of(value)) is None:
        raise ValueError("this value cannot have a sharding")
    slot.set(sharding)


def set_argument_shardings(function: Operation, shardings: Mapping[int, Sharding]) -> None:
    """Sets the shardings of the arguments of `function` with these numbers, all at once: one attribute has them all."""
    function.signature = _with_function_shardings(function.signature, ARGUMENT_ATTRIBUTES, shardings)


def with_shardings(
    signature: Signature,
    slots: ShardingSlots,
    shardings: Mapping[int, Sharding],
    mesh: SymbolRefAttr | Mesh | None = None,
) -> Signature:
    """Returns `signature` with these shardings in `slots`, by number and as they are to stand in the attribute.

    If there are no shardings yet, those of the other values become fully open on `mesh`.
    """
    if len(shardings) == 1:
        ((number, sharding),) = shardings.items()
        if mesh is None or mesh is sharding.mesh:
            return _with_sharding(signature, slots, number, sharding)
    if slots.form == DICTIONARIES:
        return _with_function_shardings(signature, slots, shardings)
    if isinstance(stored := _attribute(signature, slots), ShardingPerValue):
        entries = list(stored.shardings)
    else:
        assert mesh is not None
        entries = [fully_open(mesh, type) for type in types_at(signature, slots.role)]
    for number, sharding in shardings.items():
        entries[number] = sharding
    return _with_attribute(signature, slots, ShardingPerValue(tuple(entries)))


def function_result_slot(function: Operation, number: int) -> Slot:
    """Returns where the sharding of a function's result is. Raises IndexError if the function has no such result."""
    count = len(function_type(function.signature).results) if function.signature.definition is FUNC else 0
    if not 0 <= number < count:
        raise IndexError(f"result {number} of a function with {count} results")
    return Slot(function, RESULT_ATTRIBUTES, number)


def function_result_sharding(function: Operation, number: int) -> Sharding | None:
    """Returns the sharding of a function's result. Raises IndexError if the function has no such result."""
    return function_result_slot(function, number).sharding


def set_function_result_sharding(function: Operation, number: int, sharding: Sharding) -> None:
    """Gives a function's result this sharding. Raises IndexError if the function has no such result."""
    function_result_slot(function, number).set(sharding)


# All shardings of an operation.


def stored_sharding(op: Operation) -> Sharding | None:
    """Returns the sharding of the only result of `op` as it is stored with it; None if there is none."""
    return _stored(op.signature, _result_slots(op.signature.definition), 0)


@remembered
def stored_shardings(signature: Signature, slots: ShardingSlots) -> tuple[Sharding | None, ...]:
    """Returns the sharding of each of an operation's operands, results, … as it is stored there; None for none."""
    shardings = [_stored(signature, slots, number) for number in range(len(types_at(signature, slots.role)))]
    return tuple(shardings)


@remembered
def shardings_in(signature: Signature) -> tuple[tuple[Sharding, ShardingRole, int], ...]:
    """Returns the shardings that an operation with this signature keeps, in the order of the text.

    With each comes what it is the sharding of: the operation's operand, result, … of a number. That of an operand of a
    manual computation is as it stands there, with the manual axes. An attribute of another kind in the place of
    shardings counts as none.
    """
    found: list[tuple[Sharding, ShardingRole, int]] = []
    for slots in slots_of(signature.definition):
        for number, sharding in enumerate(_entries(_attribute(signature, slots), slots)):
            if isinstance(sharding, Sharding):
                found.append((sharding, slots.role, number))
    return tuple(found)


def map_shardings(signature: Signature, change: Callable[[Sharding], Sharding]) -> Signature:
    """Returns `signature` with `change(sharding)` in place of each of its shardings, in the order of the text."""
    for slots in slots_of(signature.definition):
        if (stored := _attribute(signature, slots)) is not None:
            signature = _with_attribute(signature, slots, _mapped(stored, slots, change))
    return signature


def _entries(stored: Attribute | None, slots: ShardingSlots) -> Sequence[Attribute | None]:
    """Returns what an attribute holds for each value."""
    if isinstance(stored, ShardingPerValue):
        return stored.shardings
    if isinstance(stored, Sharding):
        return (stored,)
    if slots.form is DICTIONARIES and isinstance(stored, ArrayAttr):
        return [attributes.get(SHARDING) for attributes in stored.of(DictionaryAttr)]
    return ()


def _entry(stored: Attribute | None, slots: ShardingSlots, number: int) -> Attribute | None:
    """Returns what an attribute holds for one value."""
    if slots.form == DICTIONARIES and isinstance(stored, ArrayAttr):
        return checked(DictionaryAttr, stored.elements[number]).get(SHARDING) if number < len(stored.elements) else None
    entries = _entries(stored, slots)
    return entries[number] if number < len(entries) else None


def _mapped(stored: Attribute, slots: ShardingSlots, change: Callable[[Sharding], Sharding]) -> Attribute:
    if isinstance(stored, Sharding):
        return change(stored)
    if isinstance(stored, ShardingPerValue):
        return ShardingPerValue(tuple([change(sharding) for sharding in stored.shardings]))
    if slots.form is DICTIONARIES and isinstance(stored, ArrayAttr):
        dictionaries: list[Attribute] = []
        for attributes in stored.of(DictionaryAttr):
            sharding = attributes.get(SHARDING)
            if sharding is not None:
                attributes = attributes.with_entry(SHARDING, _mapped(sharding, slots, change))
            dictionaries.append(attributes)
        return ArrayAttr(tuple(dictionaries))
    return stored


# Attributes.


def _result_slots(definition: OpDefinition) -> ShardingSlots:
    """Where the shardings of results are."""
    return slots_of(definition)[-1]


def _attribute(signature: Signature, slots: ShardingSlots) -> Attribute | None:
    """Returns what is stored there: shardings, or whatever a program has put in their place.

    An unregistered operation may have any attribute among its properties.
    """
    properties = signature.properties
    is_inherent = slots.is_inherent or slots.attribute in properties
    return (properties if is_inherent else signature.attributes).get(slots.attribute)


def _with_attribute(signature: Signature, slots: ShardingSlots, value: Attribute) -> Signature:
    if slots.is_inherent or slots.attribute in signature.properties:
        return signature.with_properties(signature.properties.with_entry(slots.attribute, value))
    return signature.with_attributes(signature.attributes.with_entry(slots.attribute, value))


@remembered
def _stored(signature: Signature, slots: ShardingSlots, number: int) -> Sharding | None:
    attributes = signature.properties if slots.is_inherent else signature.attributes
    stored = attributes.get(slots.attribute)
    if stored is None or isinstance(stored, Sharding if slots.form is PER_VALUE else ShardingPerValue):
        return None  # The other form, which the verifier refuses.
    if not isinstance(sharding := _entry(stored, slots, number), Sharding):
        return None
    if slots is IN_SHARDINGS and signature.definition is MANUAL_COMPUTATION:
        return without_manual_axes(sharding, signature.properties.find(ManualAxes))
    return sharding


@remembered
def _with_sharding(signature: Signature, slots: ShardingSlots, number: int, sharding: Sharding) -> Signature:
    if slots.form is DICTIONARIES:
        return _with_function_shardings(signature, slots, {number: sharding})
    new: Attribute = sharding
    attributes = signature.properties if slots.is_inherent else signature.attributes
    if slots.form is PER_VALUE:
        if isinstance(stored := attributes.get(slots.attribute), ShardingPerValue):
            shardings = list(stored.shardings)
        else:
            shardings = [fully_open(sharding.mesh, type) for type in types_at(signature, slots.role)]
        shardings[number] = sharding
        new = ShardingPerValue(tuple(shardings))
    attributes = attributes.with_entry(slots.attribute, new)
    return signature.with_properties(attributes) if slots.is_inherent else signature.with_attributes(attributes)


def _with_function_shardings(
    signature: Signature, slots: ShardingSlots, shardings: Mapping[int, Sharding]
) -> Signature:
    count = len(types_at(signature, slots.role))
    dictionaries = [*dictionaries_of(signature.properties.get(slots.attribute))] or [NO_ATTRIBUTES] * count
    for number, sharding in shardings.items():
        dictionaries[number] = dictionaries[number].with_entry(SHARDING, sharding)
    return signature.with_properties(signature.properties.with_entry(slots.attribute, ArrayAttr(tuple(dictionaries))))


def _with_manual_axes_of(computation: Operation, number: int, sharding: Sharding) -> Sharding:
    """The in-sharding of a manual computation whose argument is to have `sharding` in the body."""
    if (mesh := sharding_mesh(sharding, meshes_around(computation))) is None:
        return sharding
    outside = computation.properties.find(ShardingPerValue, "in_shardings").shardings[number]
    return with_manual_axes(sharding, computation.properties.find(ManualAxes), outside, mesh)


# Types.


def type_at(signature: Signature, role: ShardingRole, number: int) -> Type:
    """Returns the type of an operation's operand, result, … of that number."""
    return types_at(signature, role)[number]


def types_at(signature: Signature, role: ShardingRole) -> Sequence[Type]:
    """Returns the types of an operation's operands, results, …."""
    match role:
        case ShardingRole.OPERAND:
            return signature.operand_types
        case ShardingRole.RESULT:
            return signature.result_types
        case ShardingRole.FUNCTION_ARGUMENT:
            return function_type(signature).inputs
    return function_type(signature).results


@remembered
def _argument_count(signature: Signature) -> int:
    """How many arguments a function has; none if it is another op."""
    return len(function_type(signature).inputs) if signature.definition is FUNC else 0


def dictionaries_of(stored: Attribute | None) -> tuple[DictionaryAttr, ...]:
    """Returns the attributes of each argument, or each result, of a function that are `stored`; () if none are."""
    return stored.of(DictionaryAttr) if isinstance(stored, ArrayAttr) else ()


def function_type(signature: Signature) -> FunctionType:
    """Returns the type that a function's signature gives."""
    return checked(FunctionType, signature.properties.find(TypeAttr).type)


@remembered
def fully_open(mesh: SymbolRefAttr | Mesh, type: Type) -> Sharding:
    """Returns the sharding all of whose dimensions are open.

    As in the reference that of a tuple has no dimensions, which the verifier rejects if the tuple is of one tensor.
    """
    rank = 0 if isinstance(type, TupleType) else rank_of(type)
    return Sharding(mesh, (DimensionSharding((), False, None),) * rank)


@remembered
def rank_of(type: Type) -> int:
    """Returns the rank of the shardings of values of this type: 0 if it is not a ranked shape, or a tuple of one."""
    if isinstance(type, TupleType) and len(type.types) == 1:
        (type,) = type.types
    return len(type.dimensions or ()) if isinstance(type, ShapedType) else 0


# Mesh ops: the meshes of a module, by name.


def mesh_ops(module: Operation) -> Iterator[Operation]:
    """The mesh ops right inside `module`, in order; the one that has just come out may be erased."""
    return (op for op in module.regions[0].block.ops if op.signature.definition is MESH)


def mesh_of(op: Operation) -> Mesh:
    return op.properties.find(Mesh)


def meshes_by_name(module: Operation) -> dict[str, Mesh]:
    return {checked(str, symbol_name(op)): mesh_of(op) for op in mesh_ops(module)}


def global_mesh_op(module: Operation) -> Operation | None:
    """The first mesh op of `module` whose mesh has axes: where a value is that is not on a single device."""
    return next((op for op in mesh_ops(module) if mesh_of(op).axes), None)


def meshes_around(op: Operation) -> dict[str, Mesh]:
    """The meshes that have a name where `op` stands: in the module around it."""
    module = op if op.name == "builtin.module" else module_around(op)
    return {} if module is None else meshes_by_name(module)


def sharding_mesh(sharding: Sharding, meshes: Mapping[str, Mesh]) -> Mesh | None:
    """The mesh of `sharding`, inlined or one of `meshes`; None if it has a name that is not among them."""
    return sharding.mesh if isinstance(sharding.mesh, Mesh) else meshes.get(sharding.mesh.leaf)


def device_of(sharding: Sharding | None, meshes: Mapping[str, Mesh]) -> int | None:
    """The device of a sharding on a single one, whose mesh is inlined or one of `meshes`; None for any other."""
    mesh = None if sharding is None else sharding_mesh(sharding, meshes)
    return mesh.device_ids[0] if mesh is not None and mesh.is_maximal else None


def set_mesh(module: Operation, name: str, mesh: Mesh) -> None:
    """Gives `name` another mesh in `module`; if no mesh has that name, there is a new mesh op after the others.

    Raises ValueError if something else has that name.
    """
    if (known := symbols(module).get(name)) is None:
        op = new_mesh_op(name, mesh, module.location)
        if others := list(mesh_ops(module)):
            op.insert_after(others[-1])
        else:
            module.regions[0].block.prepend(op)
    elif known.signature.definition is MESH:
        known.set_property("mesh", mesh)
    else:
        raise ValueError(f"@{name} is a {known.name}, not a mesh")


def free_mesh_name(module: Operation) -> str:
    """Returns a name for a new mesh that nothing in `module` has: `mesh`, `mesh_0`, …"""
    taken = symbols(module)
    return "mesh" if "mesh" not in taken else next(name for n in count() if (name := f"mesh_{n}") not in taken)


def new_mesh_op(name: str, mesh: Mesh, location: Location | int) -> Operation:
    """A mesh op that is in no block yet."""
    properties = DictionaryAttr.of({"mesh": mesh, "sym_name": StringAttr(name)})
    return Operation.create(MESH, properties=properties, location=location)
