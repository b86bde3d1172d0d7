"""Operations on elements: their operands and results have the same shape, mostly the same elements."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sdyopt.dialects.stablehlo.attributes import RngDistribution
from sdyopt.dialects.stablehlo.verification import quantized
from sdyopt.dialects.stablehlo.verification.reading import (
    are_compatible,
    bounds,
    check_element_types,
    constant_integers,
    elements_are_compatible,
    fail,
    fail_inference,
    fail_inference_if,
    fail_naming,
    fail_naming_if,
    infers_compatible,
    integer,
    listed_sizes,
    most_specific,
    operand_tensor,
    result_tensor,
    same_shapes,
    shapes_fit,
    sizes_fit,
    with_bounds,
)
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DYNAMIC, ComplexType, FloatType, IntegerType, RankedTensorType, UnrankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.mlir.verify.checks import compares_sizes
from sdyopt.mlir.verify.verification import Verification, element_or_self, quoted, sees_boundary_only, with_element


def _types(op: Operation) -> list[Type]:
    return [*op.signature.operand_types, *op.signature.result_types]


@compares_sizes
def compatible_types(op: Operation, context: Verification) -> None:
    """All operands and results are compatible with the first operand."""
    first, *others = _types(op)
    if not all(are_compatible(first, other) for other in others):
        fail_naming(op, "requires compatible types for all operands and results")


@compares_sizes
def compatible_element_types(op: Operation, context: Verification) -> None:
    """All operands and results have compatible elements."""
    first, *others = [element_or_self(type) for type in _types(op)]
    if not all(elements_are_compatible(first, other) for other in others):
        fail_naming(op, "requires compatible element types for all operands and results")


@compares_sizes
def compatible_element_types_of_operands(op: Operation, context: Verification) -> None:
    """All operands have compatible elements."""
    first, *others = [element_or_self(type) for type in op.signature.operand_types]
    if not all(elements_are_compatible(first, other) for other in others):
        fail_naming(op, "requires compatible element types for all operands")


def _has_operands(op: Operation) -> None:
    fail_naming_if(op, not op.operands, "expected 1 or more operands, but found 0")


@compares_sizes
def same_element_type(op: Operation, context: Verification) -> None:
    """All operands and results have the same elements."""
    _has_operands(op)
    if len({element_or_self(type) for type in _types(op)}) > 1:
        fail_naming(op, "requires the same element type for all operands and results")


@compares_sizes
def same_element_type_of_operands(op: Operation, context: Verification) -> None:
    """All operands have the same elements."""
    if len({element_or_self(type) for type in op.signature.operand_types}) > 1:
        fail_naming(op, "requires the same element type for all operands")


@compares_sizes
@sees_boundary_only
def same_shape(op: Operation, context: Verification) -> None:
    """All operands and results have the same shape."""
    _has_operands(op)
    fail_naming_if(op, not op.results, "expected 1 or more results")
    fail_naming_if(op, not same_shapes(_types(op)), "requires the same shape for all operands and results")


@compares_sizes
def same_shape_of_tensors(op: Operation, context: Verification) -> None:
    """All operands and results are tensors of the same shape, all with a rank or all without."""
    types = _types(op)
    if len({type.__class__ for type in types}) > 1 or not same_shapes(types):
        fail_naming(op, "all non-scalar operands/results must have the same shape and base type")


@compares_sizes
@infers_compatible
def infers_most_specific_type(op: Operation) -> Sequence[Type]:
    """The result has all the sizes that any operand has."""
    return [most_specific(op.signature.operand_types, partial(fail_inference, op))]


@compares_sizes
@infers_compatible
def add_element_types(op: Operation) -> Sequence[Type]:
    """Addition, whose elements may be quantized in different ways."""
    if len({element_or_self(type) for type in _types(op)}) > 1:
        quantized.check_addition(op)
    return infers_most_specific_type.infer(op)


@infers_compatible
def infers_real_type(op: Operation) -> Sequence[Type]:
    """The result has the elements of the operand or, if these are complex, those of their parts."""
    (operand,) = op.signature.operand_types
    element = element_or_self(operand)
    return [with_element(operand, element.element_type) if isinstance(element, ComplexType) else operand]


@infers_compatible
def infers_complex_type(op: Operation) -> Sequence[Type]:
    """The result's parts have the type of the operands' elements."""
    operand = op.signature.operand_types[0]
    return [with_element(operand, ComplexType(element_or_self(operand)))]


@infers_compatible
def infers_expressed_type(op: Operation) -> Sequence[Type]:
    """The result has the type that the quantized elements express."""
    (operand,) = op.signature.operand_types
    return [with_element(operand, quantized.expressed(element_or_self(operand)))]


def uniform_quantize(op: Operation, context: Verification) -> None:
    """Checks that the result's elements express the operand's elements, or what these express."""
    operand, result = [quantized.expressed(element_or_self(type)) for type in _types(op)]
    if operand is not result:
        fail(op, f"Expressed type of result expected to be {quoted([operand])}, but got {quoted([result])}")


@compares_sizes
@infers_compatible
def compare(op: Operation) -> Sequence[Type]:
    """The result has the shape of the operands."""
    return [with_element(op.signature.operand_types[0], IntegerType(1))]


@compares_sizes
@infers_compatible
def select(op: Operation) -> Sequence[Type]:
    """The predicate is a scalar or has the shape of the other operands, which are compatible."""
    predicate, on_true, on_false = op.signature.operand_types
    assert isinstance(predicate, RankedTensorType)
    assert isinstance(on_true, RankedTensorType) and isinstance(on_false, RankedTensorType)
    if on_true.element_type is not on_false.element_type or not shapes_fit(on_true.shape, on_false.shape):
        fail_inference(op, "requires compatible types for non-predicate operands")
    if predicate.shape and not shapes_fit(predicate.shape, on_true.shape):
        fail_inference(op, "requires the same shape for all operands")
    return [most_specific((on_true, on_false), partial(fail_inference, op))]


@compares_sizes
@infers_compatible
def clamp(op: Operation) -> Sequence[Type]:
    """Both limits are scalars or have the shape of the operand."""
    least, operand, most = op.signature.operand_types
    assert isinstance(operand, RankedTensorType)
    for name, limit in (("min", least), ("max", most)):
        assert isinstance(limit, RankedTensorType)
        if limit.shape and not shapes_fit(limit.shape, operand.shape):
            fail_inference(
                op,
                f"{name} shape [{_sizes(limit)}] is not scalar and is not compatible to operand shape "
                f"[{_sizes(operand)}]",
            )
    return [RankedTensorType(operand.shape, operand.element_type)]


def _sizes(type: RankedTensorType | UnrankedTensorType) -> str:
    return listed_sizes(type.dimensions or ())


# Random numbers: their distribution, their shape, the state of their generator.


@infers_compatible
def rng(op: Operation) -> Sequence[Type]:
    """The limits, or mean and deviation, have the type of the numbers; an operand gives the shape."""
    first, second, shape, result = *[operand_tensor(op, index) for index in range(3)], result_tensor(op)
    check_element_types(op, "a, b, result", first, second, result)
    distribution = op.properties.find(RngDistribution)
    if distribution.value == "NORMAL" and not isinstance(first.element_type, FloatType):
        fail_inference(op, "mu and sigma must be floats")
    sizes = constant_integers(op, 2)
    known = (DYNAMIC,) * shape.shape[0] if sizes is None else tuple(sizes)
    return [RankedTensorType(known, first.element_type)]


def rng_bit_generator(op: Operation, context: Verification) -> None:
    """The state keeps its shape."""
    before, after = operand_tensor(op), result_tensor(op)
    if not shapes_fit(before.shape, after.shape):
        fail(
            op,
            "output state shape must be compatible with initial state shape. "
            f"Got: {quoted([before])} and {quoted([after])}",
        )


# Batch normalization: every feature has a number in each of the vectors.


@infers_compatible
def batch_norm(op: Operation) -> Sequence[Type]:
    """The vectors are as long as the feature dimension; there are results for the whole and for the features."""
    operands = [operand_tensor(op, index) for index in range(len(op.operands))]
    vectors = operands[1:4] if op.name == "stablehlo.batch_norm_grad" else operands[1:]
    whole = [operands[0], *operands[len(vectors) + 1 :]]
    for kind, types in (("multi", whole), ("single", vectors)):
        fail_inference_if(op, not same_shapes(types), f"expects {kind}-dimensional operands to have compatible shapes.")
    feature, operand = integer(op, "feature_index"), operands[0]
    rank = len(operand.shape)
    fail_inference_if(
        op,
        feature >= rank,
        "expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex "
        f"{feature}, and rank {rank}.",
    )
    count, limit = operand.shape[feature], bounds(operand)[feature]
    size = vectors[0].shape[0]
    fail_inference_if(
        op,
        not sizes_fit(size, count),
        "expects the size of single-dimensional operands to be compatible with feature count, but the size of "
        f"single-dimensional operands is {size} and the feature count is {count}.",
    )
    return [operand, *[with_bounds((count,), operand.element_type, (limit,))] * (len(op.results) - 1)]
