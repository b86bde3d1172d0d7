"""-chlo-legalize-to-stablehlo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import ClassVar

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.stablehlo.attributes import ComparisonDirection, ComparisonType, DotDimensionNumbers, Precision
from sdyopt.dialects.stablehlo.ops import elementwise, reductions, shapes
from sdyopt.dialects.stablehlo.ops.control_flow import RETURN, WHILE
from sdyopt.dialects.stablehlo.ops.linear_algebra import DOT_GENERAL
from sdyopt.dialects.stablehlo.splats import zero_text
from sdyopt.ir.attribute import Attribute, checked
from sdyopt.ir.attributes import (
    DYNAMIC,
    I1,
    I32,
    I64,
    TRUE,
    ArrayAttr,
    BoolAttr,
    ComplexType,
    DenseArrayAttr,
    FloatAttr,
    FloatType,
    IndexType,
    IntegerAttr,
    RankedTensorType,
    i64,
    i64_array,
)
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, InsertionPoint, Region
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.write.attributes import text_of
from sdyopt.passes.chlo_to_stablehlo.functions import FUNCTIONS
from sdyopt.passes.chlo_to_stablehlo.tensors import ChloEmitter, Tensor, select, trailing
from sdyopt.rewriting.conversion import ConversionPattern, convert
from sdyopt.rewriting.passes import FunctionPass, register_pass
from sdyopt.rewriting.rewriter import Rewriter

Lowering = Callable[[Operation, list[Tensor], ChloEmitter], Sequence[Tensor] | None]
"""Returns what takes the place of the results of an operation, or None if it is not lowered."""


def _function(op: Operation, operands: list[Tensor], emitter: ChloEmitter) -> Sequence[Tensor] | None:
    found = _apply(FUNCTIONS[op.definition], operands)
    last = found[0].value if found and op.definition in _TYPED_BY_RESULT else None
    if last is not None and last is not operands[0].value and last.type is not op.results[0].type:
        emitter.rewriter.set_type(last, op.results[0].type)
        return [Tensor(last, emitter)]
    return found


_TYPED_BY_RESULT = (
    *(chlo.ACOS, chlo.ACOSH, chlo.ASIN, chlo.ASINH, chlo.ATAN, chlo.ATANH, chlo.CONJ, chlo.SQUARE, chlo.TAN),
    *(chlo.IS_INF, chlo.IS_NEG_INF, chlo.IS_POS_INF),
)
"""The operations whose last one has the type of the result, which may be known better or worse than the operand's."""


def _apply(function: Callable[..., Tensor | None], operands: list[Tensor]) -> Sequence[Tensor] | None:
    found = function(*[each.as_origin() for each in operands])
    return None if found is None else [found]


def _constant(op: Operation, operands: list[Tensor], emitter: ChloEmitter) -> Sequence[Tensor]:
    return [emitter.emit(shapes.CONSTANT, (), op.results[0].type, {"value": op.properties["value"]})]


def _constant_like(op: Operation, operands: list[Tensor], emitter: ChloEmitter) -> Sequence[Tensor] | None:
    value, type = op.properties["value"], checked(RankedTensorType, op.results[0].type)
    if isinstance(type.element_type, ComplexType):  # `#complex.number<:f32 1.0, 2.0>`
        text = f"({text_of(value).partition(' ')[2].partition('>')[0]})"
    elif isinstance(value, (BoolAttr, FloatAttr, IntegerAttr)):
        text = text_of(value).partition(" : ")[0]
    else:
        return None
    return [emitter.splat_like(text, operands[0], type)]


# Operations of operands that are broadcast to one shape.


def _broadcasting(op: Operation, operands: list[Tensor], emitter: ChloEmitter) -> Sequence[Tensor] | None:
    first, second = operands
    has_same_type = first.type is second.type
    if has_same_type and (first.type.has_static_shape or first.type.encoding is not None):
        return _combined(op, operands, emitter)
    longer, shorter = (first, second) if len(first.type.shape) >= len(second.type.shape) else (second, first)
    dimensions = op.properties.get("broadcast_dimensions")
    missing = len(longer.type.shape) - len(shorter.type.shape)
    if isinstance(dimensions, DenseArrayAttr) and dimensions.values != tuple(range(missing, len(longer.type.shape))):
        return None
    if not (first.type.has_static_shape and second.type.has_static_shape):
        return _assuming(op, operands, emitter)
    sizes = zip_longest(reversed(first.type.shape), reversed(second.type.shape), fillvalue=1)
    shape = tuple([a if b == 1 else b for a, b in sizes])[::-1]
    return _combined(op, [_broadcast_to(each, shape, emitter) for each in operands], emitter)


def _broadcast_to(tensor: Tensor, shape: tuple[int, ...], emitter: ChloEmitter) -> Tensor:
    if tensor.type.shape == shape:
        return tensor
    return emitter.broadcast(tensor, trailing(tensor, len(shape)), RankedTensorType(shape, tensor.element))


def _combined(op: Operation, operands: list[Tensor], emitter: ChloEmitter) -> Sequence[Tensor] | None:
    """Applies the operation on operands of one shape that belongs to one that broadcasts."""
    stem = op.name.removeprefix("chlo.broadcast_")
    definition = checked(OpDef, REGISTRY.operation(f"stablehlo.{stem}") or REGISTRY.operation(f"chlo.{stem}"))
    if definition in FUNCTIONS:
        return _apply(FUNCTIONS[definition], operands) if isinstance(operands[0].element, FloatType) else None
    properties: dict[str, Attribute] = {}
    direction, kind = op.properties.get("comparison_direction"), op.properties.get("compare_type")
    if isinstance(direction, chlo.ComparisonDirection):
        properties["comparison_direction"] = ComparisonDirection(direction.value)
    if isinstance(kind, chlo.ComparisonType):
        properties["compare_type"] = ComparisonType(kind.value)
    return [emitter.emit(definition, operands, op.results[0].type, properties)]


def _assuming(op: Operation, operands: list[Tensor], emitter: ChloEmitter) -> Sequence[Tensor] | None:
    """Broadcasts operands of unknown sizes to one shape and combines them, in a region that assumes that these fit.

    Of a choice they may be known to; nothing is assumed then, and a scalar predicate stays one. Only such programs
    import the dialects shape and tensor.
    """
    from sdyopt.dialects.shape import ops as shape
    from sdyopt.dialects.shape.verification import WITNESS
    from sdyopt.dialects.tensor.ops import CAST

    type = checked(RankedTensorType, op.results[0].type)
    at, rewriter, is_choice = op.location, emitter.rewriter, op.definition is chlo.BROADCAST_SELECT
    sizes = [emitter.shape_of(each) for each in operands]
    if is_choice and _is_known_to_broadcast([each.type.shape for each in operands]):
        witness = rewriter.create_before(op, shape.CONST_WITNESS, (), [WITNESS], {"passing": TRUE}, location=at)
    else:
        values = [each.value for each in sizes]
        witness = rewriter.create_before(op, shape.CSTR_BROADCASTABLE, values, [WITNESS], location=at)
    block = Block()
    inner = ChloEmitter(op, rewriter, InsertionPoint.end_of(block))
    held = [Tensor(each.value, inner) for each in operands]
    extents = RankedTensorType((len(type.shape),), IndexType())
    if is_choice:
        common = inner.emit(shape.BROADCAST, sizes, RankedTensorType((DYNAMIC,), IndexType()))
        common = inner.emit(CAST, [common], extents)
    else:
        common = inner.emit(shape.BROADCAST, [inner.shape_of(each) for each in held], extents)
    wide: list[Tensor] = []
    for each in held:
        if is_choice and not wide and not each.type.shape:
            wide.append(each)
            continue
        dimensions = trailing(each, len(type.shape))
        wide.append(inner.dynamic_broadcast(each, common, dimensions, RankedTensorType(type.shape, each.element)))
    found = [select(*wide)] if is_choice else _combined(op, wide, inner)
    if found is None:
        return None
    rewriter.create(inner.at, shape.ASSUMING_YIELD, [each.value for each in found], (), location=at)
    region = Region([block])
    made = rewriter.create_before(op, shape.ASSUMING, witness.results, [type], regions=[region], location=at)
    return [Tensor(made.result, emitter)]


def _is_known_to_broadcast(shapes: Sequence[Sequence[int]]) -> bool:
    """Whether no size that is unknown meets another one that is not 1."""
    for sizes in zip_longest(*[reversed(each) for each in shapes], fillvalue=1):
        others = [size for size in sizes if size != 1]
        if DYNAMIC in others and len(others) > 1:
            return False
    return True


# Sorting, products in groups, and scans.

_SCALAR, _ROW = RankedTensorType((), I64), RankedTensorType((1,), I64)


def _top_k(op: Operation, operands: list[Tensor], emitter: ChloEmitter) -> Sequence[Tensor] | None:
    (operand,) = operands
    types = [checked(RankedTensorType, result.type) for result in op.results]
    last = len(operand.type.shape) - 1
    along: dict[str, Attribute] = {"iota_dimension": i64(last)}
    limits: Tensor | None = None
    if operand.type.has_static_shape:
        numbers = emitter.emit(shapes.IOTA, (), operand.with_element(I32), along)
    else:
        rows = [
            emitter.row(emitter.size_of(operand, number) if size == DYNAMIC else emitter.splat(str(size), _SCALAR))
            for number, size in enumerate(operand.type.shape)
        ]
        sizes = emitter.joined(rows)
        k = checked(IntegerAttr, op.properties["k"]).value
        limits = emitter.joined([*rows[:-1], emitter.row(emitter.splat(str(k), _SCALAR))])
        numbers = emitter.emit(shapes.DYNAMIC_IOTA, [sizes], operand.with_element(I32), along)
    block = Block()
    for each in (operand, numbers):
        for _ in range(2):
            block.add_argument(RankedTensorType((), each.element), op.location)
    inner = ChloEmitter(op, emitter.rewriter, InsertionPoint.end_of(block))
    properties: dict[str, Attribute] = {"comparison_direction": ComparisonDirection("GT")}
    if isinstance(operand.element, FloatType):
        properties["compare_type"] = ComparisonType("TOTALORDER")
    compared = [Tensor(argument, inner) for argument in block.arguments[:2]]
    order = inner.emit(elementwise.COMPARE, compared, RankedTensorType((), I1), properties)
    emitter.rewriter.create(inner.at, RETURN, [order.value], (), location=op.location)
    is_stable = op.properties.get("is_stable") or TRUE
    found = emitter.create(
        reductions.SORT,
        [operand, numbers],
        [operand.type, numbers.type],
        {"dimension": i64(last), "is_stable": is_stable},
        [Region([block])],
    )
    if limits is None:
        return [emitter.slice(each, (0,) * (last + 1), type) for each, type in zip(found, types, strict=True)]
    starts, strides = emitter.splat("0", limits.type), emitter.splat("1", limits.type)
    return [
        emitter.emit(shapes.REAL_DYNAMIC_SLICE, [each, starts, limits, strides], type)
        for each, type in zip(found, types, strict=True)
    ]


def _ragged_dot(op: Operation, operands: list[Tensor], emitter: ChloEmitter) -> Sequence[Tensor] | None:
    lhs, rhs, group_sizes = operands
    result = checked(RankedTensorType, op.results[0].type)
    numbers = op.properties.find(chlo.RaggedDotDimensionNumbers, "ragged_dot_dimension_numbers")
    (ragged,) = numbers.lhs_ragged_dimensions
    group = numbers.rhs_group_dimensions[0] if numbers.rhs_group_dimensions else None
    is_cut = ragged not in numbers.lhs_batching_dimensions
    if is_cut and not group_sizes.type.has_static_shape:
        return None

    def without_group(dimensions: Sequence[int]) -> tuple[int, ...]:
        return tuple([each - (group is not None and group < each) for each in dimensions])

    properties: dict[str, Attribute] = {
        "dot_dimension_numbers": DotDimensionNumbers(
            numbers.lhs_batching_dimensions,
            without_group(numbers.rhs_batching_dimensions),
            numbers.lhs_contracting_dimensions,
            without_group(numbers.rhs_contracting_dimensions),
        )
    }
    if isinstance(precision := op.properties.get("precision_config"), ArrayAttr):
        held = [Precision(each.value) for each in precision.elements if isinstance(each, chlo.Precision)]
        properties["precision_config"] = ArrayAttr(tuple(held))
    is_contracted = ragged in numbers.lhs_contracting_dimensions
    if not is_cut:
        return [emitter.emit(DOT_GENERAL, [lhs, rhs], result, properties)]
    outer = [*numbers.lhs_batching_dimensions]
    contracted = numbers.lhs_contracting_dimensions
    outer += [
        each
        for each in range(ragged)
        if each not in numbers.lhs_batching_dimensions and (each in contracted) == is_contracted
    ]
    *leading, count = group_sizes.type.shape
    start = emitter.splat("0", RankedTensorType(tuple(leading), I64))
    row = tuple([size if dimension == ragged else 1 for dimension, size in enumerate(lhs.type.shape)])
    along: dict[str, Attribute] = {"iota_dimension": i64(ragged)}
    if DYNAMIC in row:
        rows = [emitter.splat("1", _ROW) if size == 1 else emitter.row(emitter.size_of(lhs, ragged)) for size in row]
        iota = emitter.emit(shapes.DYNAMIC_IOTA, [emitter.joined(rows)], RankedTensorType(row, I64), along)
    else:
        iota = emitter.emit(shapes.IOTA, (), RankedTensorType(row, I64), along)
    zeros = emitter.splat_like(zero_text(lhs.element), lhs, lhs.type)
    products: list[Tensor] = []
    found: Tensor | None = None
    one_size = RankedTensorType((*leading, 1), group_sizes.element)
    for index in range(count):
        size = emitter.reshape(emitter.slice(group_sizes, (*[0] * len(leading), index), one_size), leading)
        end = start + (size if size.element is I64 else size.converted(I64))
        first = emitter.broadcast_like(start, outer[: len(leading)], lhs)
        limit = emitter.broadcast_like(end, outer[: len(leading)], lhs)
        here = emitter.broadcast_like(iota, range(len(row)), lhs)
        is_inside = here >= first
        is_inside = is_inside & (here < limit)
        part = select(is_inside, lhs, zeros)
        other, type = rhs, result
        if group is not None:
            other = _group(rhs, group, index, emitter)
        if is_contracted:
            type = RankedTensorType(result.shape[1:], result.element_type)
        product = emitter.emit(DOT_GENERAL, [part, other], type, properties)
        products.append(product)
        if not is_contracted:
            found = product if found is None else found + product
        start = end
    if found is not None:
        return [found]
    part_type = RankedTensorType((1, *result.shape[1:]), result.element_type)
    products = [_with_leading_one(each, part_type, emitter) for each in products]
    return [emitter.emit(shapes.CONCATENATE, products, result, {"dimension": i64(0)})]


def _group(rhs: Tensor, group: int, index: int, emitter: ChloEmitter) -> Tensor:
    """Returns the part of a tensor for the group of that number, without the dimension of groups."""
    shape = [1 if dimension == group else size for dimension, size in enumerate(rhs.type.shape)]
    held = RankedTensorType(tuple(shape), rhs.element)
    del shape[group]
    type = RankedTensorType(tuple(shape), rhs.element)
    if rhs.type.has_static_shape:
        starts = [index if dimension == group else 0 for dimension in range(len(rhs.type.shape))]
        return emitter.reshape(emitter.slice(rhs, starts, held), shape)
    first: list[Tensor] = []
    limits: list[Tensor] = []
    for dimension in range(len(rhs.type.shape)):
        is_group = dimension == group
        first.append(emitter.splat(str(index if is_group else 0), _ROW))
        limits.append(emitter.splat(str(index + 1), _ROW) if is_group else emitter.row(emitter.size_of(rhs, dimension)))
    bounds = [emitter.joined(first), emitter.joined(limits)]
    strides = emitter.splat("1", bounds[0].type)
    part = emitter.emit(shapes.REAL_DYNAMIC_SLICE, [rhs, *bounds, strides], held)
    sizes = emitter.joined([limit for dimension, limit in enumerate(limits) if dimension != group])
    return emitter.emit(shapes.DYNAMIC_RESHAPE, [part, sizes], type)


def _with_leading_one(tensor: Tensor, type: RankedTensorType, emitter: ChloEmitter) -> Tensor:
    """Returns a tensor with a first dimension of size 1 more, which is its `type`."""
    if type.has_static_shape:
        return emitter.reshape(tensor, type.shape)
    one = emitter.splat("1", _ROW)
    rows = [emitter.row(emitter.size_of(tensor, dimension)) for dimension in range(len(tensor.type.shape))]
    return emitter.emit(shapes.DYNAMIC_RESHAPE, [tensor, emitter.joined([one, *rows])], type)


def _scan(op: Operation, operands: list[Tensor], emitter: ChloEmitter) -> Sequence[Tensor] | None:
    """Makes a loop that counts, with the carried values and the outputs; each step writes a part of these."""
    rewriter, body = emitter.rewriter, op.regions[0].block
    results = [result.type for result in op.results]
    input_count = op.properties.find(DenseArrayAttr, "operandSegmentSizes").values[0]
    inputs, carried = operands[:input_count], operands[input_count:]
    outputs = [type for type in results[: len(results) - len(carried)] if isinstance(type, RankedTensorType)]
    along = op.properties.find(IntegerAttr, "dimension").value

    def part(type: RankedTensorType) -> RankedTensorType:
        return type.replace(shape=tuple([1 if each == along else size for each, size in enumerate(type.shape)]))

    # Outputs are as large as the inputs of their numbers, or as the first.
    likes = [inputs[number if number < len(inputs) else 0] if inputs else None for number in range(len(outputs))]
    if not all(part(type).has_static_shape for type in (*outputs, *[each.type for each in inputs])):
        return None
    for type, like in zip(outputs, likes, strict=True):
        if not type.has_static_shape and (like is None or len(like.type.shape) != len(type.shape)):
            return None
    if inputs:
        count = emitter.size_of(inputs[0], along)
    else:
        known = op.properties.find(IntegerAttr, "scan_dim_size").value
        count = emitter.splat(str(known), RankedTensorType((), I32)).converted(I64)
    values = [emitter.splat("0", _SCALAR), *carried]
    for type, like in zip(outputs, likes, strict=True):
        text = zero_text(type.element_type)
        if like is not None and not type.has_static_shape:
            values.append(emitter.splat_like(text, like, type))
            continue
        values.append(emitter.broadcast(emitter.splat(text, RankedTensorType((), type.element_type)), (), type))
    condition, loop = Block(), Block()
    for block in (condition, loop):
        for each in values:
            block.add_argument(each.type, op.location)
    inner = ChloEmitter(op, rewriter, InsertionPoint.end_of(condition))
    is_left = Tensor(condition.arguments[0], inner) < count
    rewriter.create(inner.at, RETURN, [is_left.value], (), location=op.location)

    inner = ChloEmitter(op, rewriter, InsertionPoint.end_of(loop))
    step, *held = [Tensor(argument, inner) for argument in loop.arguments]
    index = Tensor(count.value, inner) - 1 - step if op.properties.get("is_reverse") == TRUE else step

    def places(rank: int) -> list[Tensor]:
        zero = inner.splat("0", _SCALAR)
        return [index if each == along else zero for each in range(rank)]

    def sliced(tensor: Tensor) -> Tensor:
        one = part(tensor.type)
        starts = places(len(one.shape))
        if tensor.type.has_static_shape:
            return inner.emit(shapes.DYNAMIC_SLICE, [tensor, *starts], one, {"slice_sizes": i64_array(one.shape)})
        first = inner.joined([inner.row(each) for each in starts])
        ends = [
            index + 1 if each == along else inner.splat(str(size), RankedTensorType((), I32)).converted(I64)
            for each, size in enumerate(one.shape)
        ]
        limits = inner.joined([inner.row(each) for each in ends])
        return inner.emit(shapes.REAL_DYNAMIC_SLICE, [tensor, first, limits, inner.splat("1", limits.type)], one)

    parts = [
        inner.emit(shapes.RESHAPE, [sliced(each)], argument.type)
        for each, argument in zip(inputs, body.arguments, strict=False)
    ]
    for argument, value in zip(body.arguments, [*parts, *held[: len(carried)]], strict=True):
        rewriter.replace_uses(argument, value.value)
    end = body.terminator
    for inside in [*body.ops][:-1]:
        rewriter.move(inside, inner.at)
    written = [Tensor(value, inner) for value in end.operands]
    updated: list[Tensor] = []
    for target, value in zip(held[len(carried) :], written, strict=False):
        row = inner.emit(shapes.RESHAPE, [value], part(target.type))
        starts = places(len(target.type.shape))
        updated.append(inner.emit(shapes.DYNAMIC_UPDATE_SLICE, [target, row, *starts], target.type))
    following = [step + 1, *written[len(outputs) :], *updated]
    rewriter.create(inner.at, RETURN, [each.value for each in following], (), location=op.location)
    types = [each.type for each in values]
    _, *found = emitter.create(WHILE, values, types, regions=[Region([condition]), Region([loop])])
    return [*found[len(carried) :], *found[: len(carried)]]


# The pass.

_LOWERINGS: dict[OpDefinition, Lowering] = {
    **dict.fromkeys(FUNCTIONS, _function),
    **dict.fromkeys((*chlo.BROADCASTING, chlo.BROADCAST_COMPARE), _broadcasting),
    chlo.BROADCAST_SELECT: _assuming,
    chlo.CONSTANT: _constant,
    chlo.CONSTANT_LIKE: _constant_like,
    chlo.RAGGED_DOT: _ragged_dot,
    chlo.SCAN: _scan,
    chlo.TOP_K: _top_k,
}


def _pattern(definition: OpDefinition, lower: Lowering) -> ConversionPattern:
    def lowered(op: Operation, operands: Sequence[Value], rewriter: Rewriter) -> Sequence[Value] | None:
        if not all(isinstance(value.type, RankedTensorType) for value in (*operands, *op.results)):
            return None
        emitter = ChloEmitter(op, rewriter)
        found = lower(op, [Tensor(value, emitter) for value in operands], emitter)
        if found is None:
            return None
        ends = zip(found, op.results, strict=True)
        has_other_type = any(each.type is not result.type and result.is_used for each, result in ends)
        return None if has_other_type else [each.value for each in found]

    return ConversionPattern(definition, definition.name, lowered)


@register_pass("chlo-legalize-to-stablehlo")
class ChloLegalizeToStablehlo(FunctionPass):
    """Decomposes the operations of CHLO into operations of StableHLO, and of shape where sizes are dynamic.

    Functions become polynomials and others that StableHLO has, computed with f32 where elements are narrower. Refused
    are products in groups of unknown number, scans whose steps have unknown sizes, operands that are not aligned at
    their last dimensions, and results of other types than a function computes.
    """

    rolls_back: ClassVar[bool] = True

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        patterns = [_pattern(*each) for each in _LOWERINGS.items()]
        convert(op, patterns, rewriter, is_illegal=chlo.OPERATIONS)
