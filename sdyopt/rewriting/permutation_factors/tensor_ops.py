"""Operations of StableHLO on parts of tensors, as they are inserted."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.sdy.attributes import Sharding, ShardingPerValue
from sdyopt.dialects.stablehlo.ops import CONCATENATE, CONSTANT, PAD, SLICE
from sdyopt.dialects.stablehlo.ops.communication import COLLECTIVE_PERMUTE
from sdyopt.dialects.stablehlo.verification.reading import UNKNOWN
from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import I1, I64, NO_ATTRIBUTES, DenseArrayAttr, IntegerAttr
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.types import DYNAMIC, ComplexType, FloatType, RankedTensorType
from sdyopt.ir.value import OpResult, Value
from sdyopt.ods.literals import dense_elements
from sdyopt.ods.sharding_slots import SHARDING
from sdyopt.rewriting.rewriter import Rewriter

Shape = tuple[int, ...]


class TensorOps:
    """Creates operations at one place whose results have one sharding."""

    def __init__(self, at: InsertionPoint, sharding: Sharding, location: Location | int, rewriter: Rewriter) -> None:
        self._at = at
        self._attributes = NO_ATTRIBUTES.with_entry(SHARDING, ShardingPerValue((sharding,)))
        self._location = location
        self._rewriter = rewriter

    def zero(self, type: RankedTensorType) -> Value:
        """Returns a scalar of the element type of `type`: its zero. It has no sharding."""
        scalar = RankedTensorType((), type.element_type)
        properties: dict[str, Attribute] = {"value": dense_elements(zero_text(type.element_type), scalar)}
        return self._rewriter.create(self._at, CONSTANT, (), [scalar], properties, location=self._location).result

    def pad_high(self, value: Value, shape: Shape) -> OpResult:
        """Returns a tensor of `shape` that begins with `value`, behind which are zeros."""
        type = tensor_type(value)
        zero = self.zero(type)
        zeros = (0,) * len(shape)
        high = tuple([after - before for after, before in zip(shape, type.shape, strict=True)])
        properties: dict[str, Attribute] = {
            "edge_padding_high": array(high),
            "edge_padding_low": array(zeros),
            "interior_padding": array(zeros),
        }
        return self._create(PAD, [value, zero], resized(type, shape), properties)

    def slice(self, value: Value, starts: Shape, type: RankedTensorType) -> OpResult:
        """Returns the elements from `starts` on, as many as `type` has."""
        limits = [UNKNOWN if size == DYNAMIC else start + size for start, size in zip(starts, type.shape, strict=True)]
        properties: dict[str, Attribute] = {
            "limit_indices": array(limits),
            "start_indices": array(starts),
            "strides": array((1,) * len(starts)),
        }
        return self._create(SLICE, [value], type, properties)

    def permute(self, value: Value, pairs: Sequence[tuple[int, int]]) -> OpResult:
        """Returns what each device gets if the first of each pair sends its value to the second; zeros for the rest."""
        text = f"[{', '.join([f'[{source}, {target}]' for source, target in pairs])}]"
        properties: dict[str, Attribute] = {
            "source_target_pairs": dense_elements(text, RankedTensorType((len(pairs), 2), I64))
        }
        return self._create(COLLECTIVE_PERMUTE, [value], tensor_type(value), properties)

    def concatenate(self, first: Value, second: Value, dimension: int) -> OpResult:
        """Returns one tensor behind the other."""
        type = tensor_type(first)
        size = type.shape[dimension] + tensor_type(second).shape[dimension]
        shape = (*type.shape[:dimension], size, *type.shape[dimension + 1 :])
        properties: dict[str, Attribute] = {"dimension": IntegerAttr(dimension, I64)}
        return self._create(CONCATENATE, [first, second], resized(type, shape), properties)

    def _create(
        self,
        definition: OpDefinition,
        operands: Sequence[Value],
        type: RankedTensorType,
        properties: dict[str, Attribute],
    ) -> OpResult:
        return self._rewriter.create(
            self._at,
            definition,
            operands,
            [type],
            properties,
            self._attributes,
            location=self._location,
        ).result


def zero_text(type: Type) -> str:
    """Returns the zero of a number type as a literal."""
    if isinstance(type, ComplexType):
        part = zero_text(type.element_type)
        return f"({part}, {part})"
    return "0.0" if isinstance(type, FloatType) else "false" if type is I1 else "0"


def array(values: Sequence[int]) -> DenseArrayAttr:
    """Returns an array of 64-bit integers."""
    return DenseArrayAttr(I64, tuple(values))


def tensor_type(value: Value) -> RankedTensorType:
    """Returns the type of a value that is a tensor."""
    type = value.type
    assert isinstance(type, RankedTensorType)
    return type


def resized(type: RankedTensorType, shape: Shape) -> RankedTensorType:
    """Returns the type of a tensor of another shape."""
    return RankedTensorType(shape, type.element_type)
