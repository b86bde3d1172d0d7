"""Constants and iotas: each device makes its own part."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.quant.types import UniformQuantizedType, stored
from sdyopt.dialects.stablehlo.ops.elementwise import ADD
from sdyopt.dialects.stablehlo.ops.shapes import IOTA
from sdyopt.dialects.stablehlo.verification.quantized import is_quantized
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DenseElementsAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import RankedTensorType, ShapedType
from sdyopt.passes.local_program import signatures
from sdyopt.passes.local_program.collectives import has_several_scales
from sdyopt.passes.local_program.conversion import LocalProgram
from sdyopt.passes.local_program.decisions import part_sliced
from sdyopt.passes.local_program.emission import tensor_type
from sdyopt.passes.local_program.errors import fail
from sdyopt.passes.local_program.shardings import is_replicated
from sdyopt.passes.local_program.structure import same
from sdyopt.rewriting.folding.driver import ConstantLikeFolded, splat_constant


def constant(op: Operation, program: LocalProgram) -> None:
    """Makes a constant of the same value, or slices the global constant."""
    signature = op.signature
    value, type = signature.properties["value"], signature.result_types[0]
    (local,) = program.local_result_types(op)
    if local is type:
        program.localize_constant(op, signatures.constant(value, type))
    elif isinstance(value, DenseElementsAttr) and is_splat(value):
        part = DenseElementsAttr(value.text, stored(cast(RankedTensorType, local)))
        program.localize_constant(op, signatures.constant(part, type))
    else:
        sharding = program.sharding(op.results[0])
        assert sharding is not None
        emitter = program.emitter(op)
        lists = [dimension.axes for dimension in sharding.dimensions]
        program.rewriter.report(part_sliced, op)
        held = result = cast(RankedTensorType, local)
        if has_several_scales(result):
            held, type = stored(result), stored(cast(RankedTensorType, type))
        whole = emitter.constant(value, type)
        sliced = emitter.slice_by(whole, lists, held, program.mesh(sharding))
        program.replace(op, [emitter.bitcast(sliced, result)])


def stablehlo_constant(op: Operation, program: LocalProgram) -> None:
    """Gives a constant of StableHLO local types. Quantized ones, for which SDY has none, are made or sliced, too."""
    (constant if is_quantized(op.signature.result_types[0]) else same)(op, program)


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
    if axes and isinstance(type.element_type, UniformQuantizedType):
        fail(op, f"cannot be local: dimension {dimension.value} is sharded, and quantized numbers cannot be counted on")
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
