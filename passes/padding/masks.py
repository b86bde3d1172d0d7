"""Masks: zeros, or another value, in the place of padding, along some dimensions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.sdy.shardings.slots import (
    DATA_FLOW_OPS,
    function_result_sharding,
    result_sharding,
    sharding_mesh,
    sharding_of,
    stored_shardings,
)
from sdyopt.dialects.stablehlo.attributes import ComparisonDirection
from sdyopt.dialects.stablehlo.ops.elementwise import AND, COMPARE, SELECT
from sdyopt.dialects.stablehlo.ops.reductions import REDUCE
from sdyopt.dialects.stablehlo.ops.shapes import BROADCAST_IN_DIM, CONSTANT, IOTA
from sdyopt.dialects.stablehlo.verification.reading import integers
from sdyopt.ir.attribute import Type, remembered
from sdyopt.ir.attributes import (
    DYNAMIC,
    I1,
    I32,
    I64,
    NO_ATTRIBUTES,
    DenseArrayAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    RankedTensorType,
    TypeAttr,
)
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import ARGUMENT_ATTRIBUTES, RESULT_ATTRIBUTES, SHARDING
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.releases import since
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.padding import (
    NEEDED,
    constant,
    grown_dimensions,
    is_communication_free,
    padded_type,
    zero,
)

NO_DIMENSIONS = DictionaryAttr((("broadcast_dimensions", DenseArrayAttr(I64, ())),))
LESS_THAN = DictionaryAttr((("comparison_direction", ComparisonDirection("LT")),))


class MaskForm(NamedTuple):
    """How a mask is written: its operations on whole tensors have `sharding`, and zero may come first.

    With `has_own_fill` another value takes the place of zero.
    """

    sharding: Sharding | None = None
    is_zero_first: bool = False
    has_own_fill: bool = False


PLAIN = MaskForm()


def create_mask(
    value: Value,
    before: Type,
    dimensions: tuple[int, ...],
    at: Operation,
    rewriter: Rewriter,
    form: MaskForm = PLAIN,
    fill: Value | None = None,
) -> list[Operation]:
    """Returns new operations in front of `at`, the last of which is `value` with zeros, or `fill`, as its padding.

    The value had the type `before` without the padding, which is replaced along `dimensions`. Without any the zero may
    come nevertheless, as in the reference.
    """
    place, created = InsertionPoint.before_op(at), list[Operation]()
    outside = {MASKED: value, FILL: fill}
    form = form._replace(has_own_fill=fill is not None)
    for signature, operands in _mask(value.type, before, dimensions, form):
        values = [outside.get(index) or created[index].results[0] for index in operands]
        created.append(rewriter.create_with(place, signature, values, at.location))
    return created


MASKED, FILL = -1, -2
"""Stand for what is masked, and what fills it, among the operands of the operations of a mask, which go by numbers."""


@remembered
def _mask(
    type: Type, before: Type, dimensions: tuple[int, ...], form: MaskForm
) -> Sequence[tuple[Signature, tuple[int, ...]]]:
    """Returns the operations of a mask: their signatures, and their operands by number."""
    assert isinstance(type, RankedTensorType) and isinstance(before, RankedTensorType)
    mask: list[tuple[Signature, tuple[int, ...]]] = []
    outside = {MASKED: type, FILL: RankedTensorType((), type.element_type)}
    attributes = NO_ATTRIBUTES
    if form.sharding is not None:
        attributes = DictionaryAttr(((SHARDING, ShardingPerValue((form.sharding,))),))

    def add(
        definition: OpDefinition, operands: Sequence[int], result: Type, properties: DictionaryAttr = NO_ATTRIBUTES
    ) -> int:
        types = tuple([outside.get(index) or mask[index][0].result_types[0] for index in operands])
        own = NO_ATTRIBUTES if definition is CONSTANT else attributes
        mask.append((Signature.of(definition, types, (result,), properties, own), tuple(operands)))
        return len(mask) - 1

    def add_constant(scalar_constant: tuple[list[Type], DictionaryAttr]) -> int:
        (scalar,), value = scalar_constant
        return add(CONSTANT, (), scalar, value)

    def broadcast(scalar: int, result: Type) -> int:
        return add(BROADCAST_IN_DIM, [scalar], result, NO_DIMENSIONS)

    integers, truths = RankedTensorType(type.shape, I32), RankedTensorType(type.shape, I1)
    fill = FILL if form.has_own_fill else None
    if form.is_zero_first and fill is None:
        fill = add_constant(zero(type.element_type))
    all_inside: int | None = None
    for dimension in dimensions:
        index = add(IOTA, (), integers, DictionaryAttr((("iota_dimension", IntegerAttr(dimension, I64)),)))
        limit = broadcast(add_constant(constant(str(before.shape[dimension]), I32)), integers)
        inside = add(COMPARE, [index, limit], truths, LESS_THAN)
        all_inside = inside if all_inside is None else add(AND, [all_inside, inside], truths)
    if all_inside is None:
        return mask
    filling = broadcast(add_constant(zero(type.element_type)) if fill is None else fill, type)
    add(SELECT, [all_inside, MASKED, filling], type)
    return mask


# Slices and pads for which devices would have to exchange elements; of padding, these are refused.


def check_slice(op: Operation, operand: Value, limits: Sequence[int], meshes: Mapping[str, Mesh]) -> None:
    """Raises CompilationError if devices would need elements of each other because a limit of a slice changes."""
    counts = _shard_counts(operand, meshes)
    if counts is None and since("0.12.0.1"):
        return
    source, result = _shape(op.operands[0].type), _shape(op.result.type)
    pairs = zip(integers(op, "limit_indices"), limits, strict=True)
    for dimension, (old, new) in enumerate(pairs):
        if old == new:
            continue
        reason = "but its operand has no sharding"
        if counts is not None:
            start, stride = [integers(op, name)[dimension] for name in ("start_indices", "strides")]
            if is_communication_free(source[dimension], result[dimension], start, stride, counts[dimension]):
                continue
            reason = NEEDED
        raise _refused(op, "op", dimension, f"its limit would become {new} instead of {old}, {reason}")


def check_pad(op: Operation, operand: Value, type: Type, meshes: Mapping[str, Mesh]) -> None:
    """Raises CompilationError if devices would need elements of each other to pad the operand of `op` to `type`.

    Their blocks grow then, so that all elements of the program have to be in the first one.
    """
    counts = _shard_counts(operand, meshes)
    if counts is None:
        return
    size, old, new = _shape(op.operands[0].type), _shape(operand.type), _shape(type)
    for dimension in grown_dimensions(operand.type, type):
        count = counts[dimension]
        if count > 1 and (size[dimension] == DYNAMIC or size[dimension] > old[dimension] // count):
            sizes = f"it would have {new[dimension]} elements instead of {old[dimension]}"
            raise _refused(op, "op operand", dimension, f"{sizes}, {NEEDED}")


def _shard_counts(value: Value, meshes: Mapping[str, Mesh]) -> list[int] | None:
    """Returns how many shards each dimension of a value has; None if it has no sharding."""
    sharding = sharding_of(value)
    mesh = None if sharding is None else sharding_mesh(sharding, meshes)
    if sharding is None or mesh is None:
        return None
    return [sharded_size(dimension.axes, mesh) for dimension in sharding.dimensions]


def _shape(type: Type) -> tuple[int, ...]:
    return cast(RankedTensorType, type).shape


def _refused(op: Operation, what: str, dimension: int, reason: str) -> CompilationError:
    message = f"'{op.name}' {what} cannot be padded along dimension {dimension}: {reason}"
    return CompilationError([Diagnostic("error", message, op.location)])


# The values of a function that have to be padded, and the types that they then have.


class PaddedTypes:
    """The types of values that their shardings do not divide, when padded: `padded`, by value."""

    def __init__(self, meshes: Mapping[str, Mesh]) -> None:
        self.meshes = meshes
        self.padded: dict[Value, Type] = {}
        self._results: dict[Signature, tuple[Type, ...]] = {}
        """The padded types of results, of operations that have any, without edges."""
        self._uneven_slices: dict[Signature, bool] = {}

    def add_all(self, function: Operation) -> None:
        """Finds the values in a function that have to be padded."""
        for op in walk(function):
            signature = op.signature
            if self._padded_results(signature) or signature.definition in DATA_FLOW_OPS:
                self.add(op)
            if op.regions:
                self.add_arguments(op)

    def add_arguments(self, op: Operation) -> None:
        """Finds the arguments of regions that have to be padded.

        Those of a loop that has taken the place of another one do not have the sharding of an edge any more.
        """
        for region in op.regions:
            for block in region.blocks:
                for argument in block.arguments:
                    self.padded.pop(argument, None)
                    self._add(argument, sharding_of(argument))

    def add(self, op: Operation) -> None:
        """Finds the results of an operation that have to be padded."""
        for result in op.results:
            self._add(result, sharding_of(result))

    def _add(self, value: Value, sharding: Sharding | None) -> None:
        type = value.type if sharding is None else self.of(value.type, sharding)
        if type is not value.type:
            self.padded[value] = type

    def of(self, type: Type, sharding: Sharding) -> Type:
        """Returns the type that a value of this type has when it is padded, so that `sharding` divides it."""
        mesh = sharding_mesh(sharding, self.meshes)
        return type if mesh is None else padded_type(type, sharding, mesh)

    def wanted(self, value: Value) -> Type:
        """Returns the type of a value when it is padded, if it has to be."""
        return self.padded.get(value, value.type)

    def has_padded_results(self, op: Operation) -> bool:
        """Returns whether results of an operation, which may be new, have to be padded."""
        signature = op.signature
        if signature.definition not in DATA_FLOW_OPS:
            return bool(self._padded_results(signature))
        shardings = [sharding_of(result) for result in op.results]
        return any(
            sharding is not None and self.of(result.type, sharding) is not result.type
            for result, sharding in zip(op.results, shardings, strict=True)
        )

    def has_padded_values(self, op: Operation) -> bool:
        """Returns whether operands or results of an operation have to be padded."""
        padded = self.padded
        return bool(padded) and any(value in padded for value in (*op.operands, *op.results))

    def _padded_results(self, signature: Signature) -> tuple[Type, ...]:
        """Returns the padded types of results as their operation stores their shardings; none if all are as before."""
        known = self._results.get(signature)
        if known is None:
            known = self._results[signature] = self._pad_results(signature)
        return known

    def _pad_results(self, signature: Signature) -> tuple[Type, ...]:
        if signature.definition is FUNC:
            return ()
        types = tuple(
            [
                type if sharding is None else self.of(type, sharding)
                for number, type in enumerate(signature.result_types)
                for sharding in (result_sharding(signature, number),)
            ]
        )
        return () if types == signature.result_types else types

    def is_sliced_unevenly(self, signature: Signature) -> bool:
        """Returns whether the new sharding of an all-slice does not divide its operand."""
        known = self._uneven_slices.get(signature)
        if known is None:
            (type,) = signature.operand_types
            sharding = cast(Sharding, signature.properties["out_sharding"])
            known = self._uneven_slices[signature] = self.of(type, sharding) is not type
        return known

    def function_type(self, function: Operation) -> FunctionType:
        """Returns the type of a function whose arguments and results are padded."""
        type = cast(FunctionType, cast(TypeAttr, function.properties["function_type"]).type)
        shardings = [stored_shardings(function.signature, each) for each in (ARGUMENT_ATTRIBUTES, RESULT_ATTRIBUTES)]
        inputs, results = [
            tuple([each if sharding is None else self.of(each, sharding) for each, sharding in zip(*pair, strict=True)])
            for pair in zip((type.inputs, type.results), shardings, strict=True)
        ]
        return FunctionType(inputs, results)

    def uneven_value(self, function: Operation) -> str | None:
        """Returns the first argument or result of a function that its sharding does not divide; None if there is none.

        Arguments of a function without a body do not count.
        """
        type = cast(FunctionType, cast(TypeAttr, function.properties["function_type"]).type)
        blocks = function.regions[0].blocks
        for number, argument in enumerate(blocks[0].arguments if blocks else ()):
            if argument in self.padded:
                return f"argument #{number}"
        for number, result in enumerate(type.results):
            sharding = function_result_sharding(function, number)
            if sharding is not None and self.of(result, sharding) is not result:
                return f"result #{number}"
        return None


# What the padding of tensors reports.


def padded(op: Operation, value: Value, before: Type, after: Type, sharding: Sharding) -> Explanation:
    """A value is padded in front of an all-slice."""
    text = "{value} padded with zeros from {before} to {after}, which {sharding} divides"
    return explained("padded", text, op, value=value, before=before, after=after, sharding=sharding)


def result_padded(value: Value, before: Type, after: Type) -> Explanation:
    """A result is computed on padded tensors, and is padded itself."""
    text = "{value} computed as {after} instead of {before}: the rest is padding"
    return explained("result-padded", text, value, value=value, after=after, before=before)


def masked(op: Operation, value: Value, dimensions: tuple[int, ...], before: Type, after: Type) -> Explanation:
    """The padding of an operand of a dot product is replaced by zeros along contracting dimensions."""
    text = (
        "{value} masked: what {after} holds beyond {before} along the contracting "
        "{dimensions:dimension|dimensions} {dimensions} is zero now, and adds nothing to the product"
    )
    return explained("masked", text, op, value=value, after=after, before=before, dimensions=dimensions)


def filled(op: Operation, value: Value, before: Type, after: Type) -> Explanation:
    """The padding of an operand of a pad or a reduction is replaced by the padding value, or the initial value."""
    text = "{value} filled with {filling} where {after} goes beyond {before}: what it holds there would show"
    filling = "its initial value" if op.signature.definition is REDUCE else "the padding value"
    return explained("filled", text, op, value=value, filling=filling, after=after, before=before)


def sliced_back(op: Operation, before: Type, after: Type) -> Explanation:
    """What a collective returns has its original size again along the dimensions from which axes are gone."""
    text = "{value} sliced back from {before} to {after}: what is gathered is not padded any more"
    return explained("sliced-back", text, op, value=op.result, before=before, after=after)


def windows_cut(op: Operation, before: Type, after: Type) -> Explanation:
    """A convolution of padded operands has windows that begin in the padding, which are cut off."""
    text = "{value} cut from {before} to {after}: the other windows begin in padding"
    return explained("windows-cut", text, op, value=op.result, before=before, after=after)


def slice_extended(op: Operation, before: Type, after: Type) -> Explanation:
    """A slice takes more of a dimension, so that the result is padded."""
    text = "{value} extended from {before} to {after}: no device needs elements of another one for it"
    return explained("slice-extended", text, op, value=op.result, before=before, after=after)


def type_cast(op: Operation) -> Explanation:
    """A cast between the type of a value and its padded type stays in the program."""
    text = "{value} cast from {before} to {after}: only one of what computes it and what uses it can be padded"
    value = op.operands[0]
    return explained("type-cast", text, op, value=value, before=value.type, after=op.result.type)
