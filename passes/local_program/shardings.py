"""The shardings of a program's values, and the types of what a device holds of these."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.quant.parts import UnequalScalesError, element_of_parts
from sdyopt.dialects.quant.types import UniformQuantizedType
from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, NAMED_COMPUTATION
from sdyopt.dialects.sdy.shardings.axes import Axes, sharded_size
from sdyopt.dialects.sdy.shardings.mesh_symbols import meshes_around, meshes_by_name, sharding_mesh
from sdyopt.dialects.sdy.shardings.slots import Slot, result_sharding
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import TypeAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import DYNAMIC, FunctionType, RankedTensorType
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.declare.sharding_slots import ARGUMENT_ATTRIBUTES, IN_SHARDINGS
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.passes.local_program.errors import fail


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
        size = shape[number]
        if size != DYNAMIC:
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

    def enter_function(self, function: Operation) -> None:
        """Notes that shardings name the meshes of the module around a function from now on."""
        if function.parent_op is not self._module or self._meshes is not self._global_meshes:
            self._meshes = meshes_around(function)
            self._mesh_of = {}

    def mesh(self, sharding: Sharding) -> Mesh:
        """Returns the mesh of a sharding. Raises CompilationError if there is no such mesh."""
        known = self._mesh_of.get(sharding)
        if known is None:
            mesh = sharding_mesh(sharding, self._meshes)
            if mesh is None:
                message = f"unknown mesh: @{sharding.mesh_name}"
                raise CompilationError([Diagnostic("error", message, self._module.location)])
            known = self._mesh_of[sharding] = mesh
        return known

    def of(self, value: Value) -> Sharding | None:
        """Returns the sharding of a value; arguments of most bodies have none.

        One on a single device, which says nothing of dimensions, counts as none.
        """
        sharding = _stored_sharding(value)
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
        known = self._result_types.get(signature)
        if known is None:
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
    argument = cast(BlockArgument, value)
    op = argument.owner.parent_op
    if op is None:
        return None
    definition = op.signature.definition
    if definition in ENTERED:
        return Slot(op, IN_SHARDINGS, argument.index).sharding
    if definition is FUNC and argument.index < len(function_type(op.signature).inputs):
        return Slot(op, ARGUMENT_ATTRIBUTES, argument.index).sharding
    return None


def is_replicated(sharding: Sharding | None) -> bool:
    """Whether no dimension has axes; a missing sharding is replicated."""
    return sharding is None or not any(dimension.axes for dimension in sharding.dimensions)


def axes_of(sharding: Sharding | None, rank: int) -> list[Axes]:
    """Returns the axes of each dimension of a tensor: none without a sharding."""
    return [()] * rank if sharding is None else [dimension.axes for dimension in sharding.dimensions]


def function_type(signature: Signature) -> FunctionType:
    """Returns the type of a function."""
    return cast(FunctionType, cast(TypeAttr, signature.properties["function_type"]).type)
