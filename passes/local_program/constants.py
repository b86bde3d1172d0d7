"""Constants and iotas: each device makes its own part."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.stablehlo.ops.elementwise import ADD
from sdyopt.dialects.stablehlo.ops.shapes import IOTA
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DenseElementsAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import RankedTensorType, ShapedType
from sdyopt.passes.local_program import signatures
from sdyopt.passes.local_program.conversion import LocalProgram
from sdyopt.passes.local_program.decisions import PartSliced
from sdyopt.passes.local_program.emission import tensor_type
from sdyopt.passes.local_program.shardings import is_replicated
from sdyopt.rewriting.folding.driver import ConstantLikeFolded, splat_constant


def constant(op: Operation, program: LocalProgram) -> None:
    """Makes a constant of the same value, or slices the global constant."""
    signature = op.signature
    value, type = signature.properties["value"], signature.result_types[0]
    (local,) = program.local_result_types(op)
    if local is type:
        program.localize_constant(op, signatures.constant(value, type))
    elif isinstance(value, DenseElementsAttr) and is_splat(value):
        program.localize_constant(op, signatures.constant(DenseElementsAttr(value.text, local), type))
    else:
        sharding = program.sharding(op.results[0])
        assert sharding is not None
        emitter = program.emitter(op)
        lists = [dimension.axes for dimension in sharding.dimensions]
        program.rewriter.report(PartSliced, op)
        whole = emitter.constant(value, type)
        program.replace(op, [emitter.slice_by(whole, lists, cast(RankedTensorType, local), program.mesh(sharding))])


def is_splat(value: DenseElementsAttr) -> bool:
    """Whether all elements are the same, so that the text is that of one; that of others is a list or a hex string."""
    return bool(value.text) and not value.text.startswith(("[", '"'))


def iota(op: Operation, program: LocalProgram) -> None:
    """Makes the part of the device: what is in front of it is added."""
    sharding = program.sharding(op.results[0])
    if sharding is None or is_replicated(sharding):
        program.keep(op)
        return
    (local,) = program.local_result_types(op)
    dimension = cast(IntegerAttr, op.signature.properties["iota_dimension"])
    emitter = program.emitter(op)
    value = emitter.emit(signatures.signature(IOTA, (), local, (("iota_dimension", dimension),)))
    type = tensor_type(value)
    axes = sharding.dimensions[dimension.value].axes
    if axes:
        offset = emitter.offset(axes, type.shape[dimension.value], program.mesh(sharding))
        offset = emitter.emit(signatures.convert(tensor_type(offset), type.element_type), [offset])
        value = emitter.binary(ADD, value, emitter.broadcast(offset, (), type))  # type: ignore[assignment]
    program.replace(op, [value])


def constant_like(op: Operation, program: LocalProgram) -> None:
    """Makes a constant of a static shape. Raises CompilationError for others."""
    signature = splat_constant(op.signature) if is_static(op.signature.operand_types[0]) else None
    if signature is None:
        program.not_legalized(op)
    program.rewriter.report(ConstantLikeFolded, op)
    program.replace(op, [program.emitter(op).emit(signature)])


def is_static(type: Type) -> bool:
    """Whether a type has a shape all of whose sizes are known."""
    return isinstance(type, ShapedType) and type.has_static_shape
