"""One operation in a module of its own, and the manual computation that takes its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from sdyopt.dialects.builtin.ops import MODULE
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.func.ops import RETURN as FUNC_RETURN
from sdyopt.dialects.sdy.attributes import ManualAxes, Mesh, Sharding
from sdyopt.dialects.sdy.ops import RESHARD
from sdyopt.dialects.sdy.shardings.mesh_symbols import mesh_of, mesh_ops, new_mesh_op, sharding_mesh
from sdyopt.dialects.sdy.shardings.slots import rank_of, set_sharding, sharding_of
from sdyopt.dialects.stablehlo.ops import PAD, SLICE
from sdyopt.dialects.stablehlo.verification.reading import integers
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import I64, ArrayAttr, DenseArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr, TypeAttr
from sdyopt.ir.clone import clone
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.symbols import SymbolTable, symbol_name
from sdyopt.ir.types import FunctionType, RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.sharding_slots import SHARDING
from sdyopt.passes.local_program.errors import fail
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.function_shardings import fully_closed_on
from sdyopt.sharding.padding import larger_type, padded_type

OUTLINED = "outlined_op"

_SIZED: dict[OpDefinition, str] = {SLICE: "limit_indices", PAD: "edge_padding_high"}
"""What grows with the result."""


class Boundary(NamedTuple):
    """The shardings of an operation's operands and results, all on one mesh, and their types when padded."""

    in_shardings: tuple[Sharding, ...]
    out_shardings: tuple[Sharding, ...]
    operand_types: tuple[Type, ...]
    result_types: tuple[Type, ...]

    @property
    def manual_axes(self) -> ManualAxes:
        """The axes that the shardings mention, in the order in which they do so first."""
        used = [axis.name for sharding in (*self.in_shardings, *self.out_shardings) for axis in sharding.used_axes]
        return ManualAxes(tuple(dict.fromkeys(used)))


def boundary_of(op: Operation, module: Operation, meshes: Mapping[str, Mesh], rewriter: Rewriter) -> Boundary:
    """Returns the boundary of an operation; inlined meshes get names. Raises CompilationError if meshes differ."""
    known = [each for value in (*op.operands, *op.results) if (each := sharding_of(value)) is not None]
    mesh = common_mesh(known, meshes)
    if mesh is None:
        fail(op, "has operands and results without a common mesh")
    reference = next(each.mesh for each in known if sharding_mesh(each, meshes) is mesh)
    name = reference if isinstance(reference, SymbolRefAttr) else _name_of(mesh, module, rewriter)
    inside = tuple([_named(sharding_of(each), each, name) for each in op.operands])
    outside = tuple([_named(sharding_of(each), each, name).replace(mesh=name, unreduced=()) for each in op.results])
    operand_types = [padded_type(*each, mesh) for each in zip(op.signature.operand_types, inside, strict=True)]
    result_types = [padded_type(*each, mesh) for each in zip(op.signature.result_types, outside, strict=True)]
    if op.signature.definition is RESHARD:
        operand_types = result_types = [larger_type(operand_types[0], result_types[0])]
    return Boundary(inside, outside, tuple(operand_types), tuple(result_types))


def common_mesh(shardings: Sequence[Sharding], meshes: Mapping[str, Mesh]) -> Mesh | None:
    """Returns the mesh that all shardings are on, with the same device ids; None if they are not on one.

    Empty meshes only count if all are empty.
    """
    found = {sharding_mesh(sharding, meshes) for sharding in shardings}
    if len(found) > 1:
        found = {mesh for mesh in found if mesh is None or not mesh.is_empty}
    return found.pop() if len(found) == 1 else None


def _named(sharding: Sharding | None, value: Value, name: SymbolRefAttr) -> Sharding:
    if sharding is None:
        return fully_closed_on(name, rank_of(value.type))
    return sharding if isinstance(sharding.mesh, SymbolRefAttr) else sharding.replace(mesh=name)


def _name_of(mesh: Mesh, module: Operation, rewriter: Rewriter) -> SymbolRefAttr:
    """Returns the name of a mesh, a new one if the module has none; the first mesh with axes comes before others."""
    named = sorted(mesh_ops(module), key=lambda op: not mesh_of(op).axes)
    known = next((op for op in named if mesh_of(op) is mesh), None)
    if known is not None:
        return SymbolRefAttr((cast(str, symbol_name(known)),))
    at = InsertionPoint.start_of(module.regions[0].block)
    new = new_mesh_op("mesh", mesh, module.location)
    return SymbolRefAttr((rewriter.insert_symbol(SymbolTable(module), new, at),))


def outlined(op: Operation, boundary: Boundary, module: Operation) -> Operation:
    """Returns a module with the meshes of `module`, and a function that does what `op` does, on padded tensors.

    Raises CompilationError if regions of `op` use values from outside.
    """
    inner = {value for each in walk(op) for value in each.results} | {
        argument
        for each in walk(op)
        for region in each.regions
        for block in region.blocks
        for argument in block.arguments
    }
    if any(operand not in inner for each in walk(op) if each is not op for operand in each.operands):
        fail(op, "has regions that use values from outside, and cannot be partitioned on its own")
    block = Block()
    arguments = [block.add_argument(type, op.location) for type in boundary.operand_types]
    copy = clone(op, dict(zip(op.operands, arguments, strict=True)))
    for index, argument in enumerate(arguments):
        copy.set_operand(index, argument)
    _adapt(copy, op, boundary)
    block.append(copy)
    block.append(Operation(Signature.of(FUNC_RETURN, boundary.result_types), list(copy.results), op.location))
    properties: dict[str, Attribute] = {
        "sym_name": StringAttr(OUTLINED),
        "sym_visibility": StringAttr("private"),
        "function_type": TypeAttr(FunctionType(boundary.operand_types, boundary.result_types)),
    }
    for name, shardings in (("arg_attrs", boundary.in_shardings), ("res_attrs", boundary.out_shardings)):
        if shardings:
            properties[name] = ArrayAttr(tuple([DictionaryAttr(((SHARDING, each),)) for each in shardings]))
    function = Operation(Signature.of(FUNC, (), (), DictionaryAttr.of(properties)), [], op.location, [Region([block])])
    body = Block()
    for mesh_op in mesh_ops(module):
        body.append(clone(mesh_op, {}))
    body.append(function)
    return Operation(Signature.of(MODULE), [], op.location, [Region([body])])


def _adapt(copy: Operation, op: Operation, boundary: Boundary) -> None:
    """Gives a copy the padded types, and names of inlined meshes.

    A slice takes more, and a pad adds more, if its result is larger.
    """
    before, after = op.signature.result_types, boundary.result_types
    signature = Signature.of(
        copy.signature.definition, boundary.operand_types, after, copy.signature.properties, copy.signature.attributes
    )
    attribute = _SIZED.get(op.signature.definition)
    if attribute is not None and before != after:
        sizes = [cast(RankedTensorType, types[0]).shape for types in (before, after)]
        grown = [number + padded - size for number, size, padded in zip(integers(op, attribute), *sizes, strict=True)]
        signature = signature.with_property(attribute, DenseArrayAttr(I64, tuple(grown)))
    copy.signature = signature
    for result, type, outside in zip(copy.results, after, boundary.out_shardings, strict=True):
        result.type = type
        sharding = sharding_of(result)
        if sharding is not None and isinstance(sharding.mesh, Mesh):
            set_sharding(result, sharding.replace(mesh=outside.mesh))
