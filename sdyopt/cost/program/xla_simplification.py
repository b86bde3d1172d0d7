"""Operations that XLA's import replaces: those that change nothing, and those that have another form in HLO."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from sdyopt.cost.origins.followers import Follower
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.dialects.stablehlo.attributes import ComparisonDirection, DotDimensionNumbers, GatherDimensionNumbers
from sdyopt.dialects.stablehlo.ops import elementwise as e
from sdyopt.dialects.stablehlo.ops import shapes
from sdyopt.dialects.stablehlo.ops.communication import ALL_TO_ALL
from sdyopt.dialects.stablehlo.ops.linear_algebra import DOT_GENERAL
from sdyopt.dialects.stablehlo.ops.reductions import REDUCE
from sdyopt.dialects.stablehlo.verification.reading import edge_padding, integers, slice_bounds
from sdyopt.ir.attribute import Attribute, Type, checked, remembered
from sdyopt.ir.attributes import (
    DYNAMIC,
    DenseElementsAttr,
    DictionaryAttr,
    FloatType,
    IntegerAttr,
    IntegerType,
    RankedTensorType,
    i64_array,
)
from sdyopt.ir.collecting import collect
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.literals.attributes import element_format
from sdyopt.mlir.literals.numbers import double_bits, float_value

Number = int | float
Known = Number | tuple[Number, ...]
"""The value of all elements of a tensor, or those of a small one that differ."""
_MAX_ELEMENTS = 16


class Simplification:
    """Goes through functions once, operands before users, and replaces operations that XLA's import replaces.

    It does so before it inlines calls: what one function makes and another one takes is not simplified together.
    """

    def __init__(self, follower: Follower, functions: Sequence[Operation], compiler: Compiler | None = None) -> None:
        """Compilers for GPUs and TPUs multiply elements where a product contracts nothing, and slice where a pad only
        takes rows away; that for TPUs also exchanges the operands of transposed products.
        """
        self._follower = follower
        self._functions = functions
        self._multiplies_elements = compiler in (Compiler.GPU, Compiler.TPU)
        self._mirrors_products = compiler is Compiler.TPU
        self._numbers: dict[Value, Known] = {}
        """The elements of tensors that constants determine."""
        self._spreading: list[Operation] = []
        """The operations that become several."""

    def run(self) -> None:
        known, elements = self._numbers.keys(), self._multiplies_elements
        for function in self._functions:
            for op in collect(function, lambda each: _is_looked_at(each) or _is_spread(each, elements)):
                work = _work(op.signature)
                left: Operation | None = op
                if _is_looked_at(op.signature) and (not work.needs_number or not known.isdisjoint(op.operands)):
                    left = self._visit(op, work)
                if left is not None and _is_spread(left.signature, elements):
                    self._spreading.append(left)
        for op in self._spreading:
            self._spread(op)

    def _visit(self, op: Operation, work: _Work) -> Operation | None:
        """Returns the operation that stands in its place then; None if nothing does."""
        numbers = self._numbers
        number, compute, simplify, is_commutative, _ = work
        if number is None and compute is not None and op.operands[0] in numbers:
            number = self._computed(op, compute)
        if number is not None:
            numbers[op.results[0]] = number
            return op
        if is_commutative and op.operands[0] in numbers:
            op.set_operands(op.operands[::-1])
        found = None if simplify is None else simplify(op, numbers)
        if found is None and self._mirrors_products and op.signature.definition is shapes.TRANSPOSE:
            found = _mirrored(op)
        if found is None and self._multiplies_elements and op.signature.definition is shapes.PAD:
            found = _cut(op)
        if found is None:
            return op
        (result,) = op.results
        left: Operation | None = None
        if isinstance(found, Value):
            value = found
            self._follower.merged(value, result)
        else:
            definition, operands, properties = found
            left = _inserted(op, definition, operands, result.type, DictionaryAttr.of(dict(properties)))
            value = left.result
            self._follower.renamed(value, result)
            compute = _COMPUTED.get(definition)
            number = None if compute is None else self._computed(left, compute)
            if number is not None:
                numbers[value] = number
        result.hand_uses_to(value)
        op.erase()
        return left

    def _computed(self, op: Operation, compute: Callable[..., Number]) -> Known | None:
        """Returns the elements of the result, if those of all operands are known."""
        signature, numbers = op.signature, self._numbers
        given = [numbers[operand] for operand in op.operands if operand in numbers]
        type = signature.result_types[0]
        if len(given) < len(op.operands):
            return None
        if op.signature.definition is shapes.CONCATENATE:
            if len(_shape(type)) == 1 and _shape(type)[0] <= _MAX_ELEMENTS:
                parts = [_elements(known, operand.type) for known, operand in zip(given, op.operands, strict=True)]
                return _joined([number for part in parts for number in part])
            return given[0] if len(set(given)) == 1 else None
        is_splat = not any(isinstance(known, tuple) for known in given)
        if not is_splat and (compute is _same or math.prod(_shape(type)) > _MAX_ELEMENTS):
            return None
        rows = [given] if is_splat else zip(*[_elements(known, type) for known in given], strict=True)
        try:
            found = [_rounded(compute(signature, *row), type) for row in rows]
        except (ArithmeticError, ValueError):
            return None
        return _joined(found)

    def _spread(self, op: Operation) -> None:
        """Replaces an operation by several."""
        result = op.result
        values = [
            self._chained(op, operand, _spread_forms(op.signature, number))
            for number, operand in enumerate(op.operands)
        ]
        if len(values) == 2:
            values[0] = _inserted(op, e.MULTIPLY, values, result.type, DictionaryAttr.of({})).result
        self._follower.renamed(values[0], result)
        result.hand_uses_to(values[0])
        op.erase()

    def _chained(self, op: Operation, value: Value, forms: Iterable[_Form]) -> Value:
        """Returns the last result of operations that follow each other."""
        element_type = checked(RankedTensorType, op.result.type).element_type
        for definition, shape, properties in forms:
            type = RankedTensorType(tuple(shape), element_type)
            if type is not value.type or definition not in _MAY_BE_NOTHING:
                value = _inserted(op, definition, [value], type, DictionaryAttr.of(dict(properties))).result
                self._follower.made_beside(value, op.result)
        return value


_New = tuple[OpDefinition, Sequence[Value], Mapping[str, Attribute]]
"""An operation to be made: what it is, its operands and its properties."""
_Form = tuple[OpDefinition, Sequence[int], Mapping[str, Attribute]]
"""An operation to be made of one value: what it is, the shape of its result, and its properties."""
_MAY_BE_NOTHING = (e.CONVERT, shapes.RESHAPE)
"""Operations that are not made if they would change nothing."""
_Numbers = Mapping[Value, Known]


def _inserted(
    op: Operation, definition: OpDefinition, operands: Sequence[Value], type: Type, properties: DictionaryAttr
) -> Operation:
    """Returns a new operation before `op`."""
    new = Operation.create(definition, operands, [type], properties, location=op.location)
    new.insert_before(op)
    return new


def _shape(type: Type) -> tuple[int, ...]:
    return type.shape if isinstance(type, RankedTensorType) else ()


def _stretched(signature: Signature) -> set[int]:
    """Returns the dimensions of the result of a broadcast that dimensions of size 1 become."""
    shape, result = _shape(signature.operand_types[0]), _shape(signature.result_types[0])
    pairs = zip(shape, integers(signature, "broadcast_dimensions"), strict=True)
    return {place for size, place in pairs if size == 1 != result[place]}


def _dimensions_exchanged(signature: Signature) -> tuple[int, int]:
    """Returns which dimension an `all_to_all` splits, and along which it concatenates."""
    find = signature.properties.find
    return find(IntegerAttr, "split_dimension").value, find(IntegerAttr, "concat_dimension").value


@remembered
def _is_spread(signature: Signature, multiplies_elements: bool) -> bool:
    """Whether an operation becomes several; a product may if it contracts nothing, or dimensions of one element."""
    is_static = all(DYNAMIC not in _shape(type) for type in (*signature.operand_types, *signature.result_types))
    if signature.definition is ALL_TO_ALL and len(signature.operand_types) == 1:
        split, concatenated = _dimensions_exchanged(signature)
        return split != concatenated and is_static
    if multiplies_elements and signature.definition is DOT_GENERAL:
        shape = _shape(signature.operand_types[0])
        return is_static and all(shape[place] == 1 for place in _places(signature, 0)[1])
    return signature.definition is shapes.BROADCAST_IN_DIM and bool(_stretched(signature))


def _places(signature: Signature, number: int) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    """Returns the batching, contracted and kept dimensions of an operand of a product."""
    dims = signature.properties.find(DotDimensionNumbers)
    batch = (dims.lhs_batching_dimensions, dims.rhs_batching_dimensions)[number]
    contracted = (dims.lhs_contracting_dimensions, dims.rhs_contracting_dimensions)[number]
    rank = len(_shape(signature.operand_types[number]))
    return batch, contracted, [place for place in range(rank) if place not in (*batch, *contracted)]


def _factor_forms(signature: Signature, number: int) -> list[_Form]:
    """Returns what makes of an operand of a product without contraction a factor of its result."""
    shape, result = _shape(signature.operand_types[number]), _shape(signature.result_types[0])
    batch, contracted, kept = _places(signature, number)
    left = [place for place in range(len(shape)) if place not in contracted]
    order = [left.index(place) for place in (*batch, *kept)]
    first = len(result) - len(kept) if number else len(batch)
    sizes = [shape[place] for place in left]
    moved = tuple([sizes[place] for place in order])
    found: list[_Form] = [(e.CONVERT, shape, {}), (shapes.RESHAPE, sizes, {})]
    if order != sorted(order):
        found.append((shapes.TRANSPOSE, moved, {"permutation": i64_array(order)}))
    if moved != result:
        found.append(_broadcast_form(result, [*range(len(batch)), *range(first, first + len(kept))]))
    return found


def _exchange_forms(signature: Signature) -> list[_Form]:
    """Returns an `all_to_all` along one dimension, and what moves the parts to another dimension."""
    shape, result = _shape(signature.operand_types[0]), _shape(signature.result_types[0])
    split, concatenated = _dimensions_exchanged(signature)
    count = shape[split] // result[split]
    parts = (*shape[:split], count, shape[split] // count, *shape[split + 1 :])
    order = [place for place in range(len(parts)) if place != split]
    order.insert(concatenated, split)
    properties = dict(signature.properties.items())
    return [
        (ALL_TO_ALL, shape, {**properties, "concat_dimension": properties["split_dimension"]}),
        (shapes.RESHAPE, parts, {}),
        (shapes.TRANSPOSE, [parts[place] for place in order], {"permutation": i64_array(order)}),
        (shapes.RESHAPE, result, {}),
    ]


@remembered
def _spread_forms(signature: Signature, number: int) -> list[_Form]:
    """Returns what becomes of a broadcast that stretches dimensions of size 1: one that adds dimensions, if there are
    any to add, a reshape that drops those that are stretched, and a broadcast for the rest; or of an `all_to_all`, or
    of an operand of a product.
    """
    if signature.definition is ALL_TO_ALL:
        return _exchange_forms(signature)
    if signature.definition is DOT_GENERAL:
        return _factor_forms(signature, number)
    result, stretched = _shape(signature.result_types[0]), _stretched(signature)
    places = integers(signature, "broadcast_dimensions")
    kept = [place for place in range(len(result)) if place not in stretched]
    return [
        _broadcast_form([1 if place in stretched else size for place, size in enumerate(result)], places),
        (shapes.RESHAPE, [result[place] for place in kept], {}),
        _broadcast_form(result, kept),
    ]


def _broadcast_form(shape: Sequence[int], places: Iterable[int]) -> _Form:
    return shapes.BROADCAST_IN_DIM, shape, {"broadcast_dimensions": i64_array(places)}


def _broadcast(op: Operation, numbers: _Numbers) -> Value | _New | None:
    (operand,) = op.operands
    places = integers(op, "broadcast_dimensions")
    inner = operand.defined_by(shapes.BROADCAST_IN_DIM)
    if inner is not None:
        (operand,) = inner.operands
        places = tuple([places[place] for place in integers(inner, "broadcast_dimensions")])
    is_ordered = all(before < after for before, after in pairwise(places))
    if is_ordered and math.prod(_shape(operand.type)) == math.prod(_shape(op.result.type)):
        return _reshaped(operand, op.result.type)
    return None if inner is None else (shapes.BROADCAST_IN_DIM, [operand], {"broadcast_dimensions": i64_array(places)})


def _reshaped(operand: Value, type: Type) -> Value | _New:
    """Returns a reshape to a type, of what `operand` is a reshape of."""
    if (inner := operand.defined_by(shapes.RESHAPE)) is not None:
        (operand,) = inner.operands
    return operand if operand.type is type else (shapes.RESHAPE, [operand], {})


def _reshape(op: Operation, numbers: _Numbers) -> Value | _New | None:
    (operand,) = op.operands
    if operand.type is not op.result.type and operand.defined_by(shapes.RESHAPE) is None:
        return None
    return _reshaped(operand, op.result.type)


def _transpose(op: Operation, numbers: _Numbers) -> Value | _New | None:
    (operand,) = op.operands
    order = integers(op, "permutation")
    inner = operand.defined_by(shapes.TRANSPOSE)
    if inner is not None:
        (operand,) = inner.operands
        order = tuple([integers(inner, "permutation")[place] for place in order])
    shape = _shape(operand.type)
    if operand.type is op.result.type and list(order) == sorted(order):
        return operand
    kept = [place for place in order if shape[place] != 1]
    if kept == sorted(kept):
        return _reshaped(operand, op.result.type)
    return None if inner is None else (shapes.TRANSPOSE, [operand], {"permutation": i64_array(order)})


def _mirrored(transpose: Operation) -> _New | None:
    """Returns the product of exchanged operands that is the same as a transposed one."""
    (operand,) = transpose.operands
    product = operand.defined_by(DOT_GENERAL) if operand.has_one_use else None
    if product is None:
        return None
    numbers = product.properties.find(DotDimensionNumbers)
    pairs = list(zip(numbers.rhs_batching_dimensions, numbers.lhs_batching_dimensions, strict=True))
    batch, order, rank = len(pairs), integers(transpose, "permutation"), len(_shape(operand.type))
    first = len(_shape(product.operands[0].type)) - len(numbers.lhs_contracting_dimensions)
    if order[batch:] != (*range(first, rank), *range(batch, first)) or not batch < first < rank:
        return None
    lefts, rights = zip(*[pairs[place] for place in order[:batch]], strict=True) if batch else ((), ())
    contracted = numbers.rhs_contracting_dimensions, numbers.lhs_contracting_dimensions
    dims = DotDimensionNumbers(lefts, rights, *contracted)
    properties = {**dict(product.properties.entries), "dot_dimension_numbers": dims}
    return DOT_GENERAL, product.operands[::-1], properties


def _same_type(op: Operation, numbers: _Numbers) -> Value | None:
    (operand,) = op.operands
    return operand if operand.type is op.result.type else None


def _slice(op: Operation, numbers: _Numbers) -> Value | None:
    (operand,) = op.operands
    if operand.type is op.result.type:
        return operand
    if (joined := operand.defined_by(shapes.CONCATENATE)) is None:
        return None
    dimension = joined.properties.find(IntegerAttr, "dimension").value
    starts, limits, _ = slice_bounds(op)
    start = 0
    for part in joined.operands:
        size = _shape(part.type)[dimension]
        if part.type is op.result.type and (starts[dimension], limits[dimension]) == (start, start + size):
            return part
        start += size
    return None


def _dynamic_slice(op: Operation, numbers: _Numbers) -> Value | _New | None:
    indices = op.operands[1:]
    starts = [number for index in indices for number in _elements(numbers.get(index, ()), index.type)]
    return _sliced(op, starts) if len(starts) == len(indices) else None


def _sliced(op: Operation, starts: Sequence[Number]) -> Value | _New:
    """Returns the slice of the first operand that begins at `starts`, or where it is the last that is inside."""
    operand = op.operands[0]
    if operand.type is op.result.type:
        return operand
    sizes, shape = integers(op, "slice_sizes"), _shape(operand.type)
    inside = [max(0, min(int(start), whole - size)) for start, whole, size in zip(starts, shape, sizes, strict=True)]
    limits = [start + size for start, size in zip(inside, sizes, strict=True)]
    return _slice_form(operand, inside, limits)


def _slice_form(operand: Value, starts: Sequence[int], limits: Sequence[int]) -> _New:
    ranges = {"start_indices": starts, "limit_indices": limits, "strides": [1] * len(starts)}
    return shapes.SLICE, [operand], {name: i64_array(values) for name, values in ranges.items()}


def _gather(op: Operation, numbers: _Numbers) -> Value | _New | None:
    """Returns the slice that a gather takes at one known place, unless it drops dimensions."""
    indices = op.operands[1]
    dims = op.properties.find(GatherDimensionNumbers)
    if indices not in numbers or len(_shape(indices.type)) != 1 or dims.collapsed_slice_dims:
        return None
    places = dict(zip(dims.start_index_map, _elements(numbers[indices], indices.type), strict=True))
    return _sliced(op, [places.get(number, 0) for number in range(len(_shape(op.result.type)))])


_IDEMPOTENT: frozenset[OpDefinition] = frozenset((e.AND, e.OR))


def _reduce(op: Operation, numbers: _Numbers) -> Value | _New | None:
    """Returns what a reduction of equal booleans begins with, if these are equal to it."""
    reducer = op.regions[0].block.first
    if len(op.operands) != 2 or reducer is None or reducer.signature.definition not in _IDEMPOTENT:
        return None
    value, start = op.operands
    if value not in numbers or not isinstance(numbers[value], bool) or numbers[value] != numbers.get(start):
        return None
    return start if start.type is op.result.type else _broadcast_scalar(start)


def _broadcast_scalar(value: Value) -> _New:
    return shapes.BROADCAST_IN_DIM, [value], {"broadcast_dimensions": i64_array(())}


def _dynamic_update_slice(op: Operation, numbers: _Numbers) -> Value | None:
    _, update, *indices = op.operands
    is_whole = update.type is op.result.type and all(numbers.get(index) == 0 for index in indices)
    return update if is_whole else None


def _pad(op: Operation, numbers: _Numbers) -> Value | _New | None:
    if 0 in _shape(op.operands[0].type):
        return _broadcast_scalar(op.operands[1])
    is_nothing = not any(map(any, edge_padding(op)))
    return op.operands[0] if is_nothing and op.operands[0].type is op.result.type else None


def _cut(pad: Operation) -> _New | None:
    """Returns the slice that a pad is which only takes rows away."""
    low, high, interior = edge_padding(pad)
    if any((*interior, *[rows > 0 for rows in (*low, *high)])):
        return None
    limits = [size + rows for size, rows in zip(_shape(pad.operands[0].type), high, strict=True)]
    return _slice_form(pad.operands[0], [-rows for rows in low], limits)


def _concatenate(op: Operation, numbers: _Numbers) -> Value | _New | None:
    dimension = op.properties["dimension"]
    operands: list[Value] = []
    for operand in op.operands:
        inner = operand.defined_by(shapes.CONCATENATE)
        if inner is not None and inner.properties["dimension"] is dimension:
            operands += inner.operands
        elif 0 not in _shape(operand.type):
            operands.append(operand)
    if len(operands) == 1:
        return operands[0] if operands[0].type is op.result.type else None
    return None if not operands or operands == op.operands else (shapes.CONCATENATE, operands, {"dimension": dimension})


def _reverse(op: Operation, numbers: _Numbers) -> Value | None:
    shape = _shape(op.result.type)
    return op.operands[0] if all(shape[place] == 1 for place in integers(op, "dimensions")) else None


def _neutral(neutral: Number) -> Callable[[Operation, _Numbers], Value | None]:
    """Returns what replaces an operation by its first operand if the second one is a number that changes nothing."""

    def simplify(op: Operation, numbers: _Numbers) -> Value | None:
        value, number = op.operands
        return value if numbers.get(number) == neutral and value.type is op.result.type else None

    return simplify


def _select(op: Operation, numbers: _Numbers) -> Value | None:
    predicate, if_true, if_false = op.operands
    if isinstance(number := numbers.get(predicate), tuple):
        return None
    value = if_true if number or if_true is if_false else if_false
    is_known = number is not None or if_true is if_false
    return value if is_known and value.type is op.result.type else None


def _part(number: int) -> Callable[[Operation, _Numbers], Value | None]:
    """Returns what replaces a part of a complex number by what it was made of."""

    def simplify(op: Operation, numbers: _Numbers) -> Value | None:
        made = op.operands[0].defined_by(e.COMPLEX)
        return None if made is None else made.operands[number]

    return simplify


_OF_ANY_OPERANDS: dict[OpDefinition, Callable[[Operation, _Numbers], Value | _New | None]] = {
    shapes.BROADCAST_IN_DIM: _broadcast,
    shapes.RESHAPE: _reshape,
    shapes.TRANSPOSE: _transpose,
    e.CONVERT: _same_type,
    shapes.SLICE: _slice,
    shapes.DYNAMIC_SLICE: _dynamic_slice,
    shapes.DYNAMIC_UPDATE_SLICE: _dynamic_update_slice,
    shapes.PAD: _pad,
    shapes.CONCATENATE: _concatenate,
    shapes.REVERSE: _reverse,
    e.SELECT: _select,
    e.REAL: _part(0),
    e.IMAG: _part(1),
}
"""Those of which XLA's import may replace each, whatever its operands are."""

_SIMPLIFIED: dict[OpDefinition, Callable[[Operation, _Numbers], Value | _New | None]] = {
    **_OF_ANY_OPERANDS,
    e.ADD: _neutral(0),
    e.SUBTRACT: _neutral(0),
    e.MULTIPLY: _neutral(1),
    e.OR: _neutral(0),
    shapes.GATHER: _gather,
    REDUCE: _reduce,
}
"""Operations that XLA's import may replace: by a value that there is, or by another operation."""

# The numbers that constants are.


def _constant(attribute: Attribute | None) -> Known | None:
    """Returns the elements of a constant, unless many of them differ."""
    if not isinstance(attribute, DenseElementsAttr):
        return None
    if (value := attribute.splat_value) is None and math.prod(attribute.shape) <= _MAX_ELEMENTS:
        return _joined(attribute.values)
    return value if isinstance(value, (int, float)) else None


def _joined(numbers: Sequence[Number | None]) -> Known | None:
    """Returns elements of a tensor: one number if they are equal."""
    found = tuple([number for number in numbers if isinstance(number, (int, float))])
    if not found or len(found) < len(numbers):
        return None
    return found[0] if len(set(found)) == 1 else found if len(found) <= _MAX_ELEMENTS else None


def _elements(known: Known, type: Type) -> Sequence[Number]:
    """Returns all elements of a tensor of a type."""
    return known if isinstance(known, tuple) else (known,) * math.prod(_shape(type))


def _rounded(number: Number, type: Type) -> Number | None:
    """Returns a number as elements of a tensor type hold it; None if they cannot."""
    element_type = type.element_type if isinstance(type, RankedTensorType) else None
    if isinstance(element_type, FloatType):
        format = element_format(element_type).float_format
        assert format is not None
        return number if math.isnan(number) else float_value(double_bits(float(number), format), format)
    if not isinstance(element_type, IntegerType) or number != int(number):
        return None
    if element_type.width == 1:
        return bool(number)
    bits = int(number) & ((1 << element_type.width) - 1)
    return (
        bits
        if element_type.signedness == "u" or not bits >> (element_type.width - 1)
        else bits - (1 << element_type.width)
    )


def _same(signature: Signature, number: Number) -> Number:
    return number


def _converted(signature: Signature, number: Number) -> Number:
    element_type = checked(RankedTensorType, signature.result_types[0]).element_type
    if not isinstance(element_type, IntegerType):
        return number
    return bool(number) if element_type.width == 1 else int(number)


def _quotient(signature: Signature, left: Number, right: Number) -> Number:
    if isinstance(left, int) and isinstance(right, int):
        return abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    return left / right


def _chosen(signature: Signature, predicate: Number, if_true: Number, if_false: Number) -> Number:
    return if_true if predicate else if_false


def _compared(signature: Signature, left: Number, right: Number) -> Number:
    direction = signature.properties.find(ComparisonDirection).value
    return bool(getattr(operator, direction.lower())(left, right))


def _unary(compute: Callable[[float], Number]) -> Callable[..., Number]:
    return lambda signature, number: compute(number)


def _binary(compute: Callable[[Number, Number], Number]) -> Callable[..., Number]:
    return lambda signature, left, right: compute(left, right)


_COMPUTED: dict[OpDefinition, Callable[..., Number]] = {
    **dict.fromkeys((shapes.BROADCAST_IN_DIM, shapes.RESHAPE, shapes.TRANSPOSE, shapes.SLICE, shapes.REVERSE), _same),
    e.CONVERT: _converted,
    e.ADD: _binary(operator.add),
    e.SUBTRACT: _binary(operator.sub),
    e.MULTIPLY: _binary(operator.mul),
    e.DIVIDE: _quotient,
    e.MAXIMUM: _binary(max),
    e.MINIMUM: _binary(min),
    e.NEGATE: _unary(operator.neg),
    e.ABS: _unary(abs),
    e.NOT: _unary(operator.not_),
    e.SQRT: _unary(math.sqrt),
    e.RSQRT: _unary(lambda number: 1 / math.sqrt(number)),
    e.EXPONENTIAL: _unary(math.exp),
    e.SELECT: _chosen,
    e.COMPARE: _compared,
    e.AND: _binary(lambda left, right: int(left) & int(right)),
    shapes.CONCATENATE: _same,
}
"""The arithmetic on constants that XLA's import does, as far as programs have it."""


@remembered
def _is_looked_at(signature: Signature) -> bool:
    definition = signature.definition
    return (definition in _SIMPLIFIED or definition in _COMPUTED or definition is shapes.CONSTANT) and all(
        not isinstance(each, RankedTensorType) or each.has_static_shape
        for each in (*signature.operand_types, *signature.result_types)
    )


class _Work(NamedTuple):
    """The simplifications that are possible for operations of a signature."""

    number: Known | None
    """The elements of a constant."""
    compute: Callable[..., Number] | None
    simplify: Callable[[Operation, _Numbers], Value | _New | None] | None
    is_commutative: bool
    needs_number: bool
    """Whether nothing is done unless constants say what all elements of an operand are."""


@remembered
def _work(signature: Signature) -> _Work:
    definition = signature.definition
    number = _constant(signature.properties.get("value")) if definition is shapes.CONSTANT else None
    is_commutative = "Commutative" in definition.traits
    needs_number = definition is not shapes.CONSTANT and definition not in _OF_ANY_OPERANDS
    return _Work(number, _COMPUTED.get(definition), _SIMPLIFIED.get(definition), is_commutative, needs_number)
