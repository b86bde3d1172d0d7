"""Every sharding of a program, with the operation that keeps it and what is sharded so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from math import inf

from sdyopt.dialects.sdy.attributes import (
    OPERAND,
    PROPAGATION_EDGES,
    RESULT,
    AxisRef,
    AxisToPropagationDetails,
    DimensionSharding,
    EdgeValueRef,
    Mesh,
    PropagationEdges,
    PropagationOneStep,
    Sharding,
    ShardingPerValue,
)
from sdyopt.dialects.sdy.shardings.axes import is_equivalent
from sdyopt.dialects.sdy.shardings.slots import (
    dictionaries_of,
    fully_open,
    map_shardings,
    meshes_by_name,
    sharding_mesh,
    shardings_in,
    stored_shardings,
    type_at,
    types_at,
)
from sdyopt.ir.attribute import Attribute, Type, remembered
from sdyopt.ir.attributes import NO_ATTRIBUTES, ArrayAttr, SymbolRefAttr
from sdyopt.ir.collecting import Listing
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import ARGUMENT_ATTRIBUTES, RESULT_ATTRIBUTES, SHARDING, ShardingRole, ShardingSlots


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
        """Returns what messages say is sharded so: the value, or which operand or result it is."""
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


@remembered
def has_unreduced_axes(signature: Signature) -> bool:
    """Whether any sharding of operations with that signature has unreduced axes."""
    return any(sharding.unreduced for sharding, _, _ in shardings_in(signature))


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


# Changing every sharding of a module.

SignatureChange = Callable[[Operation, Signature], None]
"""Called with an operation, which still has its old signature, and the new one."""


def rewrite_shardings(
    module: Listing, rewrite: Callable[[Sharding], Sharding], on_change: SignatureChange | None = None
) -> bool:
    """Puts `rewrite(sharding)` in place of every sharding in a module, on the module itself too.

    Returns whether that changed any; `on_change` is called for each operation whose shardings change.

    `rewrite` is called once for each sharding, in the order in which the program first has them: an operation before
    what is in its regions, a function's arguments before its results, in_shardings before out_shardings. Shardings
    under other names or within other attributes are not touched.
    """
    rewrite = cache(rewrite)
    rewritten = cache(lambda signature: map_shardings(signature, rewrite))
    changed = module.collect(lambda signature: rewritten(signature) is not signature)
    for op in changed:
        signature = rewritten(op.signature)
        if on_change is not None:
            on_change(op, signature)
        op.signature = signature
    return bool(changed)


# The shardings of the arguments and results of functions, as lists, and whether two shardings are equivalent.


class FunctionShardings:
    """The shardings of the arguments, and of the results, of the functions of a module.

    A list has an entry for each value, or there is none: where no value has a sharding, or only maximal ones. A value
    without a sharding gets a fully open one, on the mesh of the first that is not maximal.
    """

    def __init__(self, module: Operation) -> None:
        self._meshes = meshes_by_name(module)
        self._known: dict[tuple[Attribute, Attribute], ShardingPerValue | None] = {}

    def of_arguments(self, function: Operation) -> ShardingPerValue | None:
        return self._listed(function.signature.nameless, ARGUMENT_ATTRIBUTES)

    def of_results(self, function: Operation) -> ShardingPerValue | None:
        return self._listed(function.signature.nameless, RESULT_ATTRIBUTES)

    def _listed(self, signature: Signature, slots: ShardingSlots) -> ShardingPerValue | None:
        if (stored := signature.properties.get(slots.attribute)) is None:
            return None
        key = (stored, signature.properties["function_type"])
        if key not in self._known:
            shardings = stored_shardings(signature, slots)
            first = next((each for each in shardings if not _is_maximal(each, self._meshes)), None)
            self._known[key] = None if first is None else _filled(signature, slots, shardings, first)
        return self._known[key]


def _is_maximal(sharding: Sharding | None, meshes: Mapping[str, Mesh]) -> bool:
    """Whether a sharding is on one device; no sharding counts as such."""
    mesh = None if sharding is None else sharding_mesh(sharding, meshes)
    return mesh is None or mesh.is_maximal


def _filled(
    signature: Signature, slots: ShardingSlots, shardings: Sequence[Sharding | None], first: Sharding
) -> ShardingPerValue:
    types = types_at(signature, slots.role)
    return ShardingPerValue(
        tuple([each or fully_open(first.mesh, type) for each, type in zip(shardings, types, strict=True)])
    )


def call_shardings(call: Signature) -> ShardingPerValue | None:
    """Returns the shardings of the results of a call, as they are stored with it; None if there are none."""
    shardings = call.attributes.get(SHARDING)
    return shardings if isinstance(shardings, ShardingPerValue) else None


@remembered
def are_equivalent(first: Sharding, second: Sharding | None) -> bool:
    """Returns whether two shardings have the same axes in the same dimensions; no sharding is as one without axes.

    Open dimensions, priorities, replicated and unreduced axes do not count.
    """
    if second is None or not (first.is_sharded or second.is_sharded):
        return not first.is_sharded
    return is_equivalent(first, second)


def with_result_shardings(function: Signature, shardings: Sequence[Sharding | None]) -> Signature:
    """Returns the signature of a function whose results have these shardings, or none; other attributes stay.

    As in MLIR there is no attribute left if the last result that had any loses its.
    """
    stored = dictionaries_of(function.properties.get(RESULT_ATTRIBUTES.attribute))
    before = list(stored) or [NO_ATTRIBUTES] * len(shardings)
    after = [
        attributes.without(SHARDING) if sharding is None else attributes.with_entry(SHARDING, sharding)
        for attributes, sharding in zip(before, shardings, strict=True)
    ]
    if after == before:
        return function
    if all(attributes is NO_ATTRIBUTES for attributes in after):
        return function.with_properties(function.properties.without(RESULT_ATTRIBUTES.attribute))
    return function.with_properties(
        function.properties.with_entry(RESULT_ATTRIBUTES.attribute, ArrayAttr(tuple(after)))
    )


@remembered
def fully_closed(sharding: Sharding) -> Sharding:
    """Returns the sharding without axes, on the same mesh and of the same rank, all of whose dimensions are closed."""
    return fully_closed_on(sharding.mesh, sharding.rank)


@remembered
def fully_closed_on(mesh: SymbolRefAttr | Mesh, rank: int) -> Sharding:
    """Returns the sharding of that rank without axes, all of whose dimensions are closed."""
    return Sharding(mesh, (DimensionSharding(()),) * rank)


@remembered
def all_fully_closed(shardings: ShardingPerValue) -> ShardingPerValue:
    return ShardingPerValue(tuple([fully_closed(each) for each in shardings.shardings]))


# Records of what propagation did, in the attribute `sdy.propagation_edges` of operations.

RESULT_0, OPERAND_0 = EdgeValueRef(RESULT, 0), EdgeValueRef(OPERAND, 0)


def first_free_step(module: Operation) -> int:
    """The number of the first step after all that there are records of."""
    found = [op.signature.attributes.get(PROPAGATION_EDGES) for op in walk_post(module)]
    records = [record for record in found if isinstance(record, PropagationEdges)]
    return max([step.step + 1 for record in records for step in record.steps], default=0)


def edges_to_input(sharding: Sharding, step: int) -> PropagationEdges | None:
    """The record that a constraint has given the axes of its dimensions to its input; None if there are none."""
    axes = sharding.axes
    entries = [AxisToPropagationDetails(axis, RESULT_0, (OPERAND_0,)) for axis in sorted(axes, key=axis_order)]
    return PropagationEdges((PropagationOneStep(step, tuple(entries)),)) if entries else None


def axis_order(axis: AxisRef) -> tuple[bytes, int, float]:
    """Returns what axes are ordered by: their names, parts of one axis by their places in it, the whole axis last."""
    part = axis.sub_axis
    return (axis.name.encode("utf-8", "surrogateescape"), *((1, inf) if part is None else (part.pre_size, part.size)))
