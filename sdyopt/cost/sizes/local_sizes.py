"""The sizes of the values of a program on one device."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod

from sdyopt.cost import ViewError
from sdyopt.cost.origins.followers import Frames, frames_at
from sdyopt.cost.program.executions import EnclosingScope, Manual
from sdyopt.cost.program.inlining import is_expanded
from sdyopt.cost.program.stages import Program
from sdyopt.cost.sizes.partition import Partition, element_bits, partition_of, plain_bytes
from sdyopt.dialects.chlo.ops import ERF
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, MeshAxis, Sharding
from sdyopt.dialects.sdy.ops import MESH
from sdyopt.dialects.sdy.shardings.axes import Axes, overlaps_any, size
from sdyopt.dialects.sdy.shardings.slots import DATA_FLOW_OPS, MAY_FLOW, mesh_of, result_sharding, sharding_of
from sdyopt.dialects.sdy.syntax import sharding as sharding_text
from sdyopt.dialects.stablehlo.attributes import TypeExtensions
from sdyopt.dialects.stablehlo.ops.control_flow import target_of
from sdyopt.dialects.stablehlo.ops.reductions import BATCH_NORM_GRAD, BATCH_NORM_TRAINING
from sdyopt.ir.attribute import Attribute, Type, remembered
from sdyopt.ir.attributes import DYNAMIC, IntegerAttr, RankedTensorType, ShapedType
from sdyopt.ir.collecting import Listing
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.write.attributes import text_of
from sdyopt.sharding.rules import depends_on_signature, sharding_rule_of

# What each device holds of a tensor: all that follows from its type and its sharding.

Sizes = tuple[int | None, ...]
"""Of a tensor's dimensions, in logical order; None is a size that is not known."""

MAX_BITS = 2048
"""Of the sizes of a tensor whose bytes are counted, as in `sdyopt.layout.shape`, which takes long to import."""


class Share(NamedTuple):
    """A tensor of which some devices hold a part each. Nothing is known of one whose type is not ranked."""

    type: str
    sharding: Sharding | None
    is_decided: bool
    """Whether there is a sharding, and that on a mesh that is not empty. Else everyone holds all."""
    is_local: bool
    """Whether the type is that of what one device holds."""
    partition: Partition
    """Who holds which block."""
    shape: Sizes | None
    """That in the type: the global shape, or inside a manual computation what that has made local. Of a local type,
    the global shape that follows from the sharding.
    """
    element_type: str | None
    element_bits: int | None
    bounds: Sizes | None
    """`shape`, with the bounds of those dynamic dimensions that have them."""
    local_shape: Sizes | None
    """The part of `bounds` on one device, padding included."""
    padding: int | None
    """How many elements of all the shards together are padding, because a dimension does not divide evenly. Like what
    follows, it is None if a size is not known, or the whole exceeds the limit of 64-bit integers.
    """
    padding_share: float | None
    """Which part of the shards that is, from 0 to 1."""
    bytes: int | None
    """On one device, padding included."""

    @property
    def sharding_text(self) -> str | None:
        """The sharding as it is written in the program: `<@mesh, [{"x"}, {}]>`."""
        return None if self.sharding is None else sharding_text(self.sharding)

    @property
    def mesh(self) -> Mesh:
        return self.partition.mesh

    @property
    def devices(self) -> int:
        """How many devices hold some of it."""
        return self.partition.devices

    @property
    def only_device(self) -> int | None:
        """The device that holds all, if the mesh is maximal."""
        return self.mesh.device_ids[0] if self.mesh.is_maximal else None

    @property
    def shards(self) -> int:
        """How many different blocks there are."""
        return self.partition.blocks

    @property
    def copies(self) -> int:
        """How many devices hold the same."""
        return self.partition.copies

    @property
    def replicated_axes(self) -> Axes:
        """The axes of the mesh, or parts of them, of which the copies come."""
        return self._longer(self.partition.replicated)

    @property
    def unreduced_axes(self) -> Axes:
        """The axes along which the devices hold partial sums."""
        return self._longer(self.partition.unreduced)

    @property
    def manual_axes(self) -> Axes:
        """The axes of the manual computations around it: along these the value is local already."""
        return self._longer(self.partition.manual)

    def gathered(self) -> Share:
        """Returns the share with the whole tensor on each device."""
        sizes = [size for size in self.bounds or () if size is not None]
        if self.bytes is None or self.element_bits is None:
            return self
        return self._replace(local_shape=tuple(sizes), bytes=plain_bytes(sizes, self.element_bits))

    def _longer(self, axes: Axes) -> Axes:
        """Those of `axes` that have more than one device."""
        return tuple([axis for axis in axes if size(axis, self.mesh) > 1])


@remembered
def share_of(
    type: Type,
    sharding: Sharding | None,
    mesh: Mesh | None,
    around: Mesh,
    manual: tuple[str, ...] = (),
    is_local: bool = False,
) -> Share:
    """The share of each device of a tensor of this type.

    `mesh` is that of the sharding, if there is one and it is not empty; else all of `around` holds all. `manual` are
    the axes of the manual computations around the tensor. The sharding fits the type, as the verifier demands. With
    `is_local` the type is that of what one device holds: without a sharding nothing else is known.
    """
    is_decided = sharding is not None and mesh is not None
    if not isinstance(type, RankedTensorType):
        return Share(text_of(type), sharding, is_decided, is_local, Partition(mesh or around, ()), *(None,) * 8)
    rank = len(type.shape)
    shape = type.shape
    if is_local and not is_decided:
        manual = tuple(around.axis_sizes)
    partition = partition_of(None, around, rank, manual)
    if sharding is not None and mesh is not None:
        partition = partition_of(sharding, mesh, rank, manual)
    if is_local and is_decided:
        counts = partition.counts
        shape = tuple([size if size == DYNAMIC else size * count for size, count in zip(shape, counts, strict=True)])
    bounds = shape if DYNAMIC not in shape else _bounds(shape, type.encoding)
    local = bounds if partition.blocks == 1 else local_sizes(bounds, partition)
    known = [size for size in bounds if size is not None]
    bits = element_bits(type.element_type)
    padding = share = plain = None
    held = [size for size in local if size is not None]
    if len(known) == rank and sum([size.bit_length() for size in known]) <= MAX_BITS:
        stored = prod(held) * partition.blocks
        padding = stored - prod(known)
        share = padding / stored if stored else 0.0
        if bits is not None:
            plain = plain_bytes(held, bits)
    return Share(
        type=text_of(type),
        sharding=sharding,
        is_decided=is_decided,
        is_local=is_local,
        partition=partition,
        shape=shape if bounds is shape else tuple([None if size == DYNAMIC else size for size in shape]),
        element_type=text_of(type.element_type),
        element_bits=bits,
        bounds=bounds,
        local_shape=local,
        padding=padding,
        padding_share=share,
        bytes=plain,
    )


def local_sizes(sizes: Sequence[int | None], partition: Partition) -> Sizes:
    """The sizes of a block of a tensor that has these; what is not known stays so."""
    known = partition.local_shape([0 if size is None else size for size in sizes])
    return tuple([None if size is None else local for size, local in zip(sizes, known, strict=True)])


def _bounds(shape: Sequence[int], encoding: Attribute | None) -> Sizes:
    bounds = encoding.bounds if isinstance(encoding, TypeExtensions) else (None,) * len(shape)
    return tuple([bound if size == DYNAMIC else size for size, bound in zip(shape, bounds, strict=True)])


MAX_DEVICES = 2**63 - 1

_PARTITIONS, _REPLICAS = "mhlo.num_partitions", "mhlo.num_replicas"
_WHOLE_AXIS = "devices"


def whole_mesh(enclosing_scope: EnclosingScope, used: Mapping[Sharding, Operation | None]) -> Mesh:
    """Returns the mesh over which a tensor without a sharding is replicated: the largest, or one of all devices.

    `used` are shardings of the module, each with an operation around it. Raises ViewError for more devices than there
    can be.
    """
    counts = [enclosing_scope.module.attributes.get(name) for name in (_PARTITIONS, _REPLICAS)]
    partitions, replicas = [count.value if isinstance(count, IntegerAttr) else 1 for count in counts]
    everything = Mesh((MeshAxis(_WHOLE_AXIS, max(1, partitions * replicas)),))
    named = [mesh_of(op) for op in enclosing_scope.listing.collect_kind(MESH)]
    meshes = [enclosing_scope.mesh(sharding, around) for sharding, around in used.items()]
    every = [*named, *[mesh for mesh in meshes if mesh is not None], everything]
    whole = max(every, key=lambda mesh: mesh.device_count)
    if whole.device_count > MAX_DEVICES:
        raise ViewError("the program has a mesh of more than 2**63 - 1 devices")
    return whole


class LocalSizes:
    """The shares of devices of the values in a module, in which a value without a sharding is on all of `whole`.

    With `is_local` types are those on one device already.
    """

    def __init__(self, scope: EnclosingScope, whole: Mesh | None = None, is_local: bool = False) -> None:
        """By default, `whole` is the mesh of `whole_mesh`, which may raise ViewError."""
        self.scope = scope
        self.whole = whole_mesh(scope, {}) if whole is None else whole
        self.is_local = is_local
        self._meshes: dict[Sharding, Mesh | None] = {}
        self._inside: dict[Manual, BytesInside] = {}
        self._results: dict[tuple[Signature, int, Block | None], Share] = {}
        """Of operations of a signature, the shares of each result in each block."""

    def share(self, type: Type, sharding: Sharding | None, op: Operation | None, manual: Manual) -> Share:
        """Returns the share of each device of a value where `op` stands, inside of these manual computations."""
        mesh = None
        if sharding is not None:
            if sharding not in self._meshes:
                self._meshes[sharding] = self.scope.mesh(sharding, op)
            mesh = self._meshes[sharding]
        return share_of(type, sharding, mesh, manual.mesh or self.whole, manual.axes, self.is_local)

    def of_value(self, value: Value) -> Share:
        if isinstance(value, OpResult):
            owner = value.owner
            if owner.signature.definition in MAY_FLOW:
                return self._of_value(value, owner.parent_op)
            key = (owner.signature, value.index, owner.parent)
            if (known := self._results.get(key)) is None:
                known = self._results[key] = self._of_value(value, owner.parent_op)
            return known
        return self._of_value(value, value.owner_op)

    def _of_value(self, value: Value, around: Operation | None) -> Share:
        return self.share(value.type, sharding_of(value), around, self.scope.manual(around))

    def inside(self, op: Operation) -> BytesInside:
        if (manual := self.scope.manual(op)) not in self._inside:
            self._inside[manual] = BytesInside(self, op, manual)
        return self._inside[manual]


class BytesInside:
    """The bytes on one device of the values inside of certain manual computations; 0 where they are not known."""

    def __init__(self, sizes: LocalSizes, op: Operation, manual: Manual) -> None:
        self._sizes = sizes
        self._op = op
        self._manual = manual
        self._results: dict[Signature, tuple[int, ...]] = {}

    def of_results(self, op: Operation) -> tuple[int, ...]:
        signature = op.signature
        if (known := self._results.get(signature)) is None:
            if signature.definition in MAY_FLOW:
                return tuple([self.of_value(result) for result in op.results])
            types = signature.result_types
            known = tuple([self.of(type, result_sharding(signature, number)) for number, type in enumerate(types)])
            self._results[signature] = known
        return known

    def of_value(self, value: Value) -> int:
        return self.of(value.type, sharding_of(value))

    def of(self, type: Type, sharding: Sharding | None) -> int:
        return self._sizes.share(type, sharding, self._op, self._manual).bytes or 0


# Operations without a sharding rule at which shardings end, though they might have passed.

_OF_PROGRAMS = ("sdy.", "func.", "builtin.")
"""Dialects whose operations pass shardings on in ways of their own."""


_WITHOUT_RULE_IN_XLA = frozenset((ERF, BATCH_NORM_GRAD, BATCH_NORM_TRAINING))
"""Operations at which XLA is known to end shardings, too."""


class Unruled(NamedTuple):
    """An operation without a sharding rule that has axes on one side only: on operands, or on results."""

    operation: str
    """`chlo.erf`; of a custom call with its target, `stablehlo.custom_call @target`."""
    function: str
    source: Frames
    axes: tuple[AxisRef, ...]
    """Those that do not pass, in the order in which operands and then results have them."""
    bytes: int | None
    """The bytes of the operands or results that have none of these axes, on one device; None if that is not known."""
    also_in_xla: bool
    """Whether XLA is known to have no rule either, so that shardings end there, too."""


def unruled_ops(program: Program, sizes: LocalSizes) -> Iterator[Unruled]:
    """Yields the operations of a propagated program at which shardings end, in the order of the text."""
    if not program.stage.is_propagated:
        return
    for op in ops_without_rule(program.enclosing_scope.listing):
        operands, results = _tensors(op.operands), _tensors(op.results)
        before, after = _axes(operands), _axes(results)
        lost = [axis for axis in before if not overlaps_any(axis, after)]
        gained = [axis for axis in after if not overlaps_any(axis, before)]
        if not lost and not gained:
            continue
        whole = [*(results if lost else ()), *(operands if gained else ())]
        held = [sizes.of_value(value).bytes for value in whole]
        known = [size for size in held if size is not None]
        yield Unruled(
            operation=name_with_target(op),
            function=program.function_name(op),
            source=frames_at(op.location, program.source),
            axes=(*lost, *gained),
            bytes=sum(known) if len(known) == len(held) else None,
            also_in_xla=op.signature.definition in _WITHOUT_RULE_IN_XLA,
        )


def ops_without_rule(program: Listing) -> Iterator[Operation]:
    """Yields the operations from tensors to tensors that have no sharding rule, in the order of the text."""
    known: dict[Signature, bool] = {}
    for op in program.collect(_needs_rule):
        signature = op.signature
        if (lacks := known.get(signature)) is None:
            lacks = lacks_rule(op)
            if depends_on_signature(signature.definition):
                known[signature] = lacks
        if lacks:
            yield op


@remembered
def _needs_rule(signature: Signature) -> bool:
    """Whether operations are from tensors with dimensions to such tensors, and pass shardings on by a rule only."""
    return (
        _passes_by_rule(signature)
        and any(map(_has_dimensions, signature.operand_types))
        and any(map(_has_dimensions, signature.result_types))
    )


def _passes_by_rule(signature: Signature) -> bool:
    definition = signature.definition
    return not (
        definition in DATA_FLOW_OPS or "IsTerminator" in definition.traits or definition.name.startswith(_OF_PROGRAMS)
    )


def lacks_rule(op: Operation) -> bool:
    """Whether propagation has no sharding rule for an operation, nor any other way to pass shardings on."""
    return _passes_by_rule(op.signature) and not is_expanded(op) and sharding_rule_of(op) is None


def _tensors(values: Sequence[Value]) -> list[Value]:
    """Returns the tensors with dimensions among `values`, each once."""
    return list(dict.fromkeys(value for value in values if _has_dimensions(value.type)))


def _has_dimensions(type: Type) -> bool:
    return isinstance(type, ShapedType) and bool(type.dimensions)


def _axes(values: Sequence[Value]) -> list[AxisRef]:
    """Returns the axes that dimensions of `values` have."""
    shardings = [sharding for sharding in map(sharding_of, values) if sharding is not None]
    return list(dict.fromkeys(axis for each in shardings for dimension in each.dimensions for axis in dimension.axes))


def name_with_target(op: Operation) -> str:
    """Returns the name of an operation, of a custom call with its target: `stablehlo.custom_call @target`."""
    target = target_of(op.signature)
    return f"{op.name} @{target}" if target else op.name
