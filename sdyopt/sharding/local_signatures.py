"""The signatures of new operations, each made once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NoReturn

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.quant import UnequalScalesError, UniformQuantizedType, element_of_parts
from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, NAMED_COMPUTATION
from sdyopt.dialects.sdy.shardings.axes import Axes, sharded_size
from sdyopt.dialects.sdy.shardings.slots import (
    Slot,
    function_type,
    meshes_around,
    meshes_by_name,
    result_sharding,
    sharding_mesh,
)
from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo import splats
from sdyopt.dialects.stablehlo.attributes import Mesh as StableHLOMesh
from sdyopt.dialects.stablehlo.attributes import MeshAxis as StableHLOMeshAxis
from sdyopt.dialects.stablehlo.ops import elementwise, reductions, shapes
from sdyopt.dialects.stablehlo.ops.communication import PARTITION_ID, REPLICA_ID
from sdyopt.dialects.stablehlo.verification.reading import UNKNOWN
from sdyopt.ir.attribute import Attribute, Type, remembered
from sdyopt.ir.attributes import (
    DYNAMIC,
    I1,
    I32,
    I64,
    DenseElementsAttr,
    DictionaryAttr,
    IntegerType,
    RankedTensorType,
    i64,
    i64_array,
)
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import ARGUMENT_ATTRIBUTES, IN_SHARDINGS
from sdyopt.mlir.diagnostics import failure
from sdyopt.mlir.literals.attributes import dense_elements
from sdyopt.mlir.releases import since

# Errors at operations that the conversion cannot convert, where the reference has no error of its own.


def fail(op: Operation, message: str) -> NoReturn:
    """Raises an error at `op`."""
    raise failure(f"'{op.name}' op {message}", op.location)


Shape = tuple[int, ...]

I64_SCALAR = RankedTensorType((), I64)
I1_SCALAR = RankedTensorType((), I1)
_U32_SCALAR = RankedTensorType((), IntegerType(32, "u"))


@remembered
def table(rows: tuple[tuple[int, ...], ...]) -> DenseElementsAttr:
    """Returns the dense elements of type i64 that have these rows."""
    return _dense(tuple(chain.from_iterable(rows)), (len(rows), len(rows[0]) if rows else 0))


def _dense(values: Sequence[int], shape: Shape) -> DenseElementsAttr:
    """Returns the dense elements of type i64 with these values, row by row."""
    texts = [str(value) for value in values]
    for size in reversed(shape):
        texts = [f"[{', '.join(texts[start : start + size])}]" for start in range(0, len(texts), size)]
    (text,) = texts or ("",)
    return dense_elements(text, RankedTensorType(shape, I64))


@remembered
def signature(
    definition: OpDefinition,
    operand_types: tuple[Type, ...],
    result_type: Type,
    properties: tuple[tuple[str, Attribute], ...] = (),
) -> Signature:
    """Returns a signature with one result; the properties are sorted by name."""
    return Signature.of(definition, operand_types, (result_type,), DictionaryAttr(properties))


@remembered
def constant(value: Attribute, type: Type) -> Signature:
    return signature(shapes.CONSTANT, (), type, (("value", value),))


@remembered
def splat(text: str, type: RankedTensorType) -> Signature:
    """Returns the signature of a constant whose elements are all the number written as `text`.

    One of an unknown shape is invalid, and refused when it is verified.
    """
    return constant(splats.splat(text, type), type)


@remembered
def numbers(values: tuple[int, ...], element_type: Type = I64) -> Signature:
    """Returns the signature of a constant with one dimension."""
    type = RankedTensorType((len(values),), element_type)
    if element_type is I1:
        return constant(
            dense_elements(f"[{', '.join(['true' if value else 'false' for value in values])}]", type), type
        )
    return constant(dense_elements(f"[{', '.join([str(value) for value in values])}]", type), type)


def leaders(indices: tuple[int, ...]) -> Signature:
    """Returns the signature of a constant that says which devices have the number 0 among those of each device."""
    return numbers(tuple([int(index == 0) for index in indices]), I1)


PARTITION = signature(PARTITION_ID, (), _U32_SCALAR)
REPLICA = signature(REPLICA_ID, (), _U32_SCALAR)
DEVICE_TO_I64 = signature(elementwise.CONVERT, (_U32_SCALAR,), I64_SCALAR)


def offset_type() -> IntegerType:
    """Returns the type of offsets in local programs: i32 since jaxlib 0.12."""
    return I32 if since("0.12.0.1") else I64


@remembered
def convert(source: RankedTensorType, element_type: Type) -> Signature:
    """Returns the signature of a conversion of elements."""
    return signature(elementwise.CONVERT, (source,), source.replace(element_type=element_type))


@remembered
def reshape(source: RankedTensorType, shape: Shape) -> Signature:
    return signature(shapes.RESHAPE, (source,), RankedTensorType(shape, source.element_type))


@remembered
def transpose(source: RankedTensorType, permutation: Shape) -> Signature:
    result = RankedTensorType(tuple([source.shape[dimension] for dimension in permutation]), source.element_type)
    return signature(shapes.TRANSPOSE, (source,), result, (("permutation", i64_array(permutation)),))


@remembered
def broadcast(source: RankedTensorType, dimensions: Shape, result: RankedTensorType) -> Signature:
    properties = (("broadcast_dimensions", i64_array(dimensions)),)
    return signature(shapes.BROADCAST_IN_DIM, (source,), result, properties)


@remembered
def dynamic_slice(source: RankedTensorType, sizes: Shape, result: RankedTensorType, start: Type) -> Signature:
    """Returns the signature of a slice that starts at scalars of the type `start`."""
    types = (source, *[start] * len(sizes))
    sizes = tuple([UNKNOWN if size == DYNAMIC else size for size in sizes])
    return signature(shapes.DYNAMIC_SLICE, types, result, (("slice_sizes", i64_array(sizes)),))


@remembered
def bitcast(source: RankedTensorType, result: RankedTensorType) -> Signature:
    """Returns the signature of a conversion that keeps all bits."""
    return signature(shapes.BITCAST_CONVERT, (source,), result)


@remembered
def concatenation(type: Type, count: int, result: RankedTensorType) -> Signature:
    """Returns the signature of a concatenation of `count` tensors along dimension 0."""
    return signature(shapes.CONCATENATE, (type,) * count, result, (("dimension", i64(0)),))


@remembered
def binary(definition: OpDefinition, type: Type) -> Signature:
    """Returns the signature of an operation on two values of a type, which gives a third."""
    return signature(definition, (type, type), type)


@remembered
def compare(direction: str, type: RankedTensorType) -> Signature:
    """Returns the signature of a comparison of two values of a type."""
    properties = (("comparison_direction", s.ComparisonDirection(direction)),)
    return signature(elementwise.COMPARE, (type, type), type.replace(element_type=I1), properties)


@remembered
def reduction(type: RankedTensorType, dimension: int, result: RankedTensorType) -> Signature:
    """Returns the signature of a reduction along a dimension."""
    scalar = RankedTensorType((), type.element_type)
    return signature(reductions.REDUCE, (type, scalar), result, (("dimensions", i64_array((dimension,))),))


# The shardings of a program's values, and the types of what a device holds of these.


class NotDivisibleError(Exception):
    """The axes of a dimension do not divide its size, so that there is no local type without padding."""

    def __init__(self, dimension: int, size: int, shards: int) -> None:
        super().__init__(f"dimension {dimension} of size {size} is not divisible by the size {shards} of its axes")


@remembered
def local_type(type: Type, sharding: Sharding, mesh: Mesh) -> Type:
    """Returns the type of what one device holds of a value. Types that are not ranked tensors stay.

    Raises NotDivisibleError if a size is not divisible by that of the dimension's axes, and UnequalScalesError if the
    parts of quantized tensors have different scales.
    """
    if not isinstance(type, RankedTensorType) or mesh.is_maximal:
        return type
    shape, counts = list(type.shape), [sharded_size(dimension.axes, mesh) for dimension in sharding.dimensions]
    for number, shards in enumerate(counts):
        if (size := shape[number]) != DYNAMIC:
            if size % shards:
                raise NotDivisibleError(number, size, shards)
            shape[number] = size // shards
    if isinstance(type.element_type, UniformQuantizedType):
        type = type.replace(element_type=element_of_parts(type.element_type, type.shape, counts))
    return type.replace(shape=tuple(shape))


ENTERED = frozenset({MANUAL_COMPUTATION, NAMED_COMPUTATION})
"""Operations whose body has arguments with shardings of their own."""


class OriginalShardings:
    """The shardings of the values of a module as it was written, with their meshes."""

    def __init__(self, module: Operation) -> None:
        self._module = module
        self._global_meshes = meshes_by_name(module)
        self._meshes = self._global_meshes
        self._mesh_of: dict[Sharding, Mesh] = {}
        self._result_types: dict[Signature, tuple[Type, ...]] = {}
        self.noted: dict[Value, Sharding | None] = {}
        """The shardings of values that lose theirs before their uses become local: arguments of loops, and slices."""

    def enter_function(self, function: Operation) -> None:
        """Notes that shardings name the meshes of the module around a function from now on."""
        if function.parent_op is not self._module or self._meshes is not self._global_meshes:
            self._meshes = meshes_around(function)
            self._mesh_of = {}

    def mesh(self, sharding: Sharding) -> Mesh:
        """Returns the mesh of a sharding. Raises CompilationError if there is no such mesh."""
        known = self._mesh_of.get(sharding)
        if known is None:
            if (mesh := sharding_mesh(sharding, self._meshes)) is None:
                raise failure(f"unknown mesh: @{sharding.mesh_name}", self._module.location)
            known = self._mesh_of[sharding] = mesh
        return known

    def sharding(self, value: Value) -> Sharding | None:
        """Returns the sharding of a value; arguments of most bodies have none.

        One on a single device, which says nothing of dimensions, counts as none.
        """
        sharding = self.noted[value] if value in self.noted else _stored_sharding(value)
        return None if sharding is None or self.mesh(sharding).is_maximal else sharding

    def local_type(self, op: Operation, type: Type, sharding: Sharding | None) -> Type:
        """Returns what a device holds of a value. Raises CompilationError at `op` where axes do not divide it.

        As in the reference, only the meshes of the outermost module count, and without one there the value stays.
        """
        mesh = None if sharding is None else sharding_mesh(sharding, self._global_meshes)
        if sharding is None or mesh is None:
            return type
        try:
            return local_type(type, sharding, mesh)
        except (NotDivisibleError, UnequalScalesError) as error:
            fail(op, f"cannot be local: {error}")

    def local_result_types(self, op: Operation) -> tuple[Type, ...]:
        """Returns the local types of the results of an operation that has not been converted yet."""
        signature = op.signature
        if (known := self._result_types.get(signature)) is None:
            known = self._result_types[signature] = tuple(
                [
                    self.local_type(op, type, result_sharding(signature, number))
                    for number, type in enumerate(signature.result_types)
                ]
            )
        return known


def _stored_sharding(value: Value) -> Sharding | None:
    if isinstance(value, OpResult):
        return result_sharding(value.owner.signature, value.index)
    if (op := value.owner_op) is None:
        return None
    definition = op.signature.definition
    if definition in ENTERED:
        return Slot(op, IN_SHARDINGS, value.index).sharding
    if definition is FUNC and value.index < len(function_type(op.signature).inputs):
        return Slot(op, ARGUMENT_ATTRIBUTES, value.index).sharding
    return None


def device_ids(mesh: Mesh) -> DenseElementsAttr:
    """Returns the devices of a mesh as a tensor."""
    type = RankedTensorType((len(mesh.device_ids),), I64)
    return dense_elements(f"[{', '.join(map(str, mesh.device_ids))}]", type)


def in_stablehlo(mesh: Mesh) -> StableHLOMesh:
    """Returns a mesh as StableHLO writes it."""
    axes = tuple([StableHLOMeshAxis(axis.name, axis.size) for axis in mesh.axes])
    return StableHLOMesh(axes, device_ids(mesh) if mesh.device_ids else None)


def axes_of(sharding: Sharding | None, rank: int) -> list[Axes]:
    """Returns the axes of each dimension of a tensor: none without a sharding."""
    return [()] * rank if sharding is None else [dimension.axes for dimension in sharding.dimensions]
