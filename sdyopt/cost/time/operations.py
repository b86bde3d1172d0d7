"""The arithmetic of operations on one device, counted as XLA's `HloCostAnalysis` counts it.

A product and its sum are two operations; an element-wise operation is one for each element. Exponentials, logarithms,
roots and the like are counted apart, as transcendentals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from math import prod

from sdyopt.cost.collectives.found import key_of_axes
from sdyopt.cost.program.executions import OpRuns
from sdyopt.cost.sizes.local_sizes import Sizes
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers, DotDimensionNumbers
from sdyopt.dialects.stablehlo.ops import communication, control_flow, elementwise, linear_algebra, reductions, shapes
from sdyopt.dialects.stablehlo.verification.reading import attribute_integers
from sdyopt.ir.attribute import Location, Type, remembered
from sdyopt.ir.attributes import DenseArrayAttr, DenseElementsAttr, RankedTensorType, StringAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import Value

_TRANSCENDENTAL_NAMES = (
    "atan atan2 cbrt cosine erf exponential exponential_minus_one log log_plus_one logistic power rsqrt sine sqrt "
    "tan tanh"
)
_TRANSCENDENTAL = frozenset(_TRANSCENDENTAL_NAMES.split())
_MOVES = frozenset(["bitcast_convert", "complex", "constant_like", "real", "imag"])
"""Element-wise operations that compute nothing."""

_OF_CHLO: Mapping[OpDefinition, tuple[int, int]] = {
    chlo.ACOS: (3, 2),
    chlo.ACOSH: (8, 5),
    chlo.ASIN: (3, 2),
    chlo.ASINH: (11, 5),
    chlo.ATANH: (6, 2),
    chlo.BESSEL_I1E: (87, 1),
    chlo.COSH: (3, 3),
    chlo.DIGAMMA: (75, 3),
    chlo.ERF_INV: (37, 2),
    chlo.ERFC: (62, 1),
    chlo.LGAMMA: (53, 4),
    chlo.NEXT_AFTER: (20, 0),
    chlo.POLYGAMMA: (263, 19),
    chlo.SINH: (10, 4),
    chlo.ZETA: (122, 11),
}
"""The operations, and the transcendental ones, that `-chlo-legalize-to-stablehlo` makes of one for each f32."""

MATRIX = frozenset(
    (
        linear_algebra.DOT,
        linear_algebra.DOT_GENERAL,
        linear_algebra.CONVOLUTION,
        linear_algebra.DYNAMIC_CONV,
        linear_algebra.EINSUM,
    )
)
"""The operations that matrix units execute, of which model FLOPs are."""


Shape = Sizes | None
"""None for what is not a ranked tensor."""
Known = Sequence[int]
"""A shape without unknown sizes."""


class Work(NamedTuple):
    """The work of one device in one execution of an operation."""

    flops: float
    transcendentals: float = 0.0


NOTHING = Work(0.0)


@cache
def is_elementwise(definition: OpDefinition) -> bool:
    """Whether operations have one result, each element of which comes from an element of each operand."""
    return definition.is_elementwise and definition.dialect in ("stablehlo", "chlo", "arith", "math")


@cache
def each_work(definition: OpDefinition) -> Work:
    """Returns the work of an element-wise operation for each element; nothing for another operation."""
    if not is_elementwise(definition):
        return NOTHING
    if (name := definition.name.partition(".")[2].removeprefix("broadcast_")) in _MOVES:
        return NOTHING
    if definition in _OF_CHLO:
        return Work(*_OF_CHLO[definition])
    return Work(0.0, 1.0) if name in _TRANSCENDENTAL else Work(1.0)


def work_of(op: Operation, operands: Sequence[Shape], results: Sequence[Shape]) -> Work | None:
    """Returns the work of an operation on values of these shapes; None if that is not known.

    Regions of loops, branches and computations are not part of it.
    """
    if (each := each_work(op.signature.definition)) is not NOTHING:
        count = elements(results[0])
        return None if count is None else Work(each.flops * count, each.transcendentals * count)
    if (rule := _RULES.get(op.signature.definition)) is None:
        return NOTHING
    if any(elements(shape) is None for shape in (*operands, *results)):
        return None
    known = [[size or 0 for size in shape or ()] for shape in (*operands, *results)]
    return rule(op, known[: len(operands)], known[len(operands) :])


@cache
def is_work_of_results(definition: OpDefinition) -> bool:
    """Whether the work of operations of a kind follows from the shapes of their results."""
    return each_work(definition) is not NOTHING or definition not in _RULES


def elements(shape: Sizes | None) -> int | None:
    if shape is None:
        return None
    count = 1
    for size in shape:
        if size is None:
            return None
        count *= size
    return count


def _dot_general(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    numbers = op.properties.find(DotDimensionNumbers)
    pairs = zip(numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions, strict=True)
    depth = prod([min(operands[0][left], operands[1][right]) for left, right in pairs])
    return Work((2.0 if depth > 1 else 1.0) * prod(results[0]) * depth)  # One that sums nothing multiplies.


def _einsum(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    """Each name of a dimension is one loop around a product and a sum."""
    inputs = op.properties.find(StringAttr, "einsum_config").value.partition("->")[0].split(",")
    sizes: dict[str, int] = {}
    for names, shape in zip(inputs, operands, strict=False):
        sizes |= dict(zip(names.strip(), shape, strict=False))
    return Work(2.0 * prod(sizes.values()))


def _convolution(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    """For each element of the result, the elements of the window; those that lie in padding are not computed."""
    numbers = op.properties.find(ConvDimensionNumbers)
    window = prod(operands[1]) / max(1, operands[1][numbers.kernel_output_feature_dimension])
    sizes, steps, outputs = (dimensions(value) for value in (*op.operands[:2], op.results[0]))
    valid, places = 1.0, 1
    count = len(numbers.input_spatial_dimensions)
    strides, base = numbers_of(op, "window_strides", count), numbers_of(op, "lhs_dilation", count)
    dilation, padding = numbers_of(op, "rhs_dilation", count), _padding(op, count)
    for number in range(count):
        size = sizes[numbers.input_spatial_dimensions[number]]
        reach = steps[numbers.kernel_spatial_dimensions[number]]
        places_of = outputs[numbers.output_spatial_dimensions[number]]
        places *= reach * places_of
        valid *= _valid(size, reach, places_of, (strides[number], base[number], dilation[number], padding[number]))
    return Work(2.0 * prod(results[0]) * window * (valid / places if places else 0.0))


def dimensions(value: Value) -> Sequence[int]:
    """Returns the sizes of a value before it is partitioned, of which the places in padding are a matter."""
    return dimensions_of(value.type)


def dimensions_of(type: Type) -> Sequence[int]:
    return type.shape if isinstance(type, RankedTensorType) else ()


_MAX_STEPS = 4096


@remembered
def _valid(size: int, steps: int, outputs: int, window: tuple[int, int, int, int]) -> int:
    """Returns at how many pairs of places, of the window and of the result, there is an element of the operand."""
    stride, base, dilation, low = window
    if steps > _MAX_STEPS or outputs > _MAX_STEPS:
        return steps * outputs
    end = (size - 1) * base + 1
    found = 0
    for step in range(steps):
        offset = step * dilation - low
        if base == 1:
            first, last = max(0, -(offset // stride)), min(outputs - 1, (end - 1 - offset) // stride)
            found += max(0, last - first + 1)
        else:
            places = [offset + output * stride for output in range(outputs)]
            found += sum([0 <= place < end and place % base == 0 for place in places])
    return found


def numbers_of(op: Operation | Signature, name: str, count: int = 0) -> tuple[int, ...]:
    """Returns the integers of an attribute, one for each of `count` dimensions; 1 by default."""
    attribute = op.properties.get(name)
    return attribute.values if isinstance(attribute, DenseArrayAttr) else (1,) * count


def _padding(op: Operation, count: int) -> list[int]:
    """Returns the padding before each dimension."""
    if not isinstance(attribute := op.properties.get("padding"), DenseElementsAttr):
        return [0] * count
    return attribute_integers(op, attribute)[::2]


def _fft(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    """Eight for each element of the operand and each halving of each length, as XLA counts; 5·n·log n is usual."""
    lengths = numbers_of(op, "fft_length")
    halvings = prod([max(1, length.bit_length() - 1) for length in lengths])
    return Work(8.0 * prod(operands[0]) * halvings)


def _sort(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    """n·log₂ n comparisons, n the elements of the first operand."""
    count = prod(operands[0])
    return Work(float(count * max(0, count - 1).bit_length()))


def _reduce_window(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    rank = len(operands[0])
    return _times(_body(op.regions[0]), prod(results[0]) * (prod(numbers_of(op, "window_dimensions", rank)) - 1))


def _select_and_scatter(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    rank, count = len(operands[0]), prod(operands[1])
    select = _times(_body(op.regions[0]), count * (prod(numbers_of(op, "window_dimensions", rank)) - 1))
    scatter = _times(_body(op.regions[1]), count)
    return Work(select.flops + scatter.flops, select.transcendentals + scatter.transcendentals)


def _times(each: Work, count: int) -> Work:
    return Work(each.flops * max(0, count), each.transcendentals * max(0, count))


def _body(region: Region) -> Work:
    """Returns the work of a computation on single elements."""
    found = [each_work(op.signature.definition) for block in region.blocks for op in block.ops]
    return Work(sum([each.flops for each in found]), sum([each.transcendentals for each in found]))


_Rule = Callable[[Operation, Sequence[Known], Sequence[Known]], Work]
"""Returns the work of an operation, from the shapes of its operands and results."""


def _of_body(count: Callable[[Sequence[Known], Sequence[Known]], int]) -> _Rule:
    """Returns the rule of operations that compute their region so often."""
    return lambda op, operands, results: _times(_body(op.regions[0]), count(operands, results))


_RULES: dict[OpDefinition, _Rule] = {
    linear_algebra.DOT: lambda _, operands, results: Work(2.0 * prod(results[0]) * operands[0][-1]),
    linear_algebra.DOT_GENERAL: _dot_general,
    linear_algebra.EINSUM: _einsum,
    linear_algebra.CONVOLUTION: _convolution,
    linear_algebra.DYNAMIC_CONV: _convolution,
    # n³/3 for each matrix, and n² for each right-hand side (Golub and Van Loan, Matrix Computations, 4.2 and 3.1).
    linear_algebra.CHOLESKY: lambda _, operands, results: Work(prod(results[0]) * results[0][-1] / 3),
    linear_algebra.TRIANGULAR_SOLVE: lambda _, operands, results: Work(float(prod(results[0]) * operands[0][-1])),
    linear_algebra.FFT: _fft,
    shapes.SCATTER: _of_body(lambda operands, results: prod(operands[-1])),
    reductions.SORT: _sort,
    reductions.REDUCE: _of_body(lambda operands, results: prod(operands[0]) - prod(results[0])),
    reductions.REDUCE_WINDOW: _reduce_window,
    reductions.SELECT_AND_SCATTER: _select_and_scatter,
    reductions.MAP: _of_body(lambda operands, results: prod(results[0])),
}


# What a step costs, and each of its operations: times, arithmetic, and bytes moved and sent.


class Bound(StrEnum):
    """The limit of an operation's, or a program's, speed."""

    COMPUTE = "compute"
    MEMORY = "memory"
    NETWORK = "network"


COMPUTE, MEMORY, NETWORK = Bound
"""The same, for code that runs for each operation: Python looks up members slowly."""


class Timed(NamedTuple):
    """An operation that takes time, or computes something in the kernel of another one; of one execution."""

    op: Operation
    bound: Bound
    seconds: float
    runs: OpRuns
    """In one run of the program."""
    work: Work
    model_flops: float
    """The FLOPs of all devices together in matrix operations of the program before it is partitioned."""
    bytes: int
    """Read from and written to memory."""
    sent: int
    """Bytes that a device sends."""
    kind: str = ""
    """The kind of collective; empty for other operations."""
    axes: tuple[AxisRef, ...] = ()
    is_known: bool = True
    """Whether sizes and work are known."""
    moved: int | None = None
    """Of what XLA inserts for `op`, the number of the operand that is moved, or RESULT; None for `op` itself."""
    places: Sequence[Location | int] = ()
    """Of what XLA inserts, where it comes from: the first place that is known counts."""

    @property
    def key(self) -> object:
        """Returns what takes the time: the operation, or what XLA inserts for one of its operands or its result."""
        return self.op if self.moved is None else (self.op, self.moved)

    @property
    def axes_text(self) -> str:
        """The names of the axes of a collective, each once: `data,model`."""
        return _names_of_axes(self.axes) if self.axes else ""

    @property
    def times(self) -> int:
        """The runs that are counted: loops of unknown length with one iteration."""
        return self.runs.each if self.runs.times is None else self.runs.times


@remembered
def _names_of_axes(axes: tuple[AxisRef, ...]) -> str:
    return key_of_axes(dict.fromkeys([axis.name for axis in axes]))


@dataclass(slots=True)
class StepCost:
    """The estimates for one step of a program, of one device. Loops of unknown length count with one iteration."""

    seconds: float = 0.0
    """By the overlap of the machine: between `overlapped_seconds` and `serial_seconds`."""
    compute_seconds: float = 0.0
    """Of operations that are bound by matrix units."""
    memory_seconds: float = 0.0
    """Of those that are bound by memory."""
    network_seconds: float = 0.0
    """Of collectives."""
    overlapped_seconds: float | None = None
    """The time if collectives overlap with all operations that do not depend on them; None if not requested."""
    flops: float = 0.0
    """Matrix and element-wise operations."""
    matrix_flops: float = 0.0
    model_flops: float = 0.0
    """The FLOPs of all devices together in matrix operations of the program before it is partitioned."""
    transcendentals: float = 0.0
    hbm_bytes: int = 0
    bytes_sent: int = 0
    seconds_by_kind: dict[str, float] = field(default_factory=dict)
    """Of collectives, by kind."""
    bytes_by_kind: dict[str, int] = field(default_factory=dict)
    bytes_by_axes: dict[str, int] = field(default_factory=dict)
    """Of collectives, by the axes along which they are, separated by commas."""
    devices: int = 1
    peak_flops: float = 0.0
    """The floating-point operations a second of a device, on bf16."""
    unknown_runs: int = 0
    """Operations in loops of unknown length."""
    unknown_work: int = 0
    """Operations whose sizes or work are not known, custom calls among them."""
    unknown_sent: int = 0
    """Of `unknown_work`, collectives of which it is not known what they send."""

    @property
    def serial_seconds(self) -> float:
        """If nothing overlaps."""
        return self.compute_seconds + self.memory_seconds + self.network_seconds

    @property
    def utilization(self) -> float | None:
        """The model FLOP/s utilization: model FLOPs a second of those that the devices can do; None without time."""
        possible = self.seconds * self.peak_flops * self.devices
        return self.model_flops / possible if possible else None

    @property
    def bound(self) -> Bound:
        """Returns what takes most of the time."""
        parts = self.seconds_by_bound
        return max(parts, key=parts.__getitem__)

    @property
    def seconds_by_bound(self) -> dict[Bound, float]:
        """The parts of `serial_seconds`."""
        return {COMPUTE: self.compute_seconds, MEMORY: self.memory_seconds, NETWORK: self.network_seconds}

    def add(self, each: Timed) -> None:
        runs, work = each.runs, each.work
        times = runs.each if runs.times is None else runs.times
        seconds = each.seconds * times
        if runs.times is None:
            self.unknown_runs += 1
        if not each.is_known:
            self.unknown_work += 1
        if each.bound is COMPUTE:
            self.compute_seconds += seconds
        elif each.bound is MEMORY:
            self.memory_seconds += seconds
        else:
            self.network_seconds += seconds
            self.seconds_by_kind[each.kind] = self.seconds_by_kind.get(each.kind, 0.0) + seconds
            self.unknown_sent += not each.is_known
            if each.sent:
                axes = each.axes_text
                self.bytes_by_axes[axes] = self.bytes_by_axes.get(axes, 0) + each.sent * times
                self.bytes_sent += each.sent * times
            self.bytes_by_kind[each.kind] = self.bytes_by_kind.get(each.kind, 0) + each.sent * times
        if work is not NOTHING:
            self.flops += work.flops * times
            self.transcendentals += work.transcendentals * times
            if each.moved is None and each.op.signature.definition in MATRIX:
                self.matrix_flops += work.flops * times
                self.model_flops += each.model_flops * times
        self.hbm_bytes += each.bytes * times


# Which values a fusing compiler writes to memory, and the bytes that its kernels read and write.


# What an operation is to kernels. These are numbers because Python looks up members of enumerations slowly.
FREE = 0
"""Another name of its operand, or a constant: nothing runs."""
FUSED = 1
"""Part of the kernel that reads its result."""
ENDING = 2
"""The end of a kernel: it reads through fused operations, and its result is written."""
APART = 3
"""A kernel of its own, whose operands are in memory."""


_FREE = frozenset(
    (
        *(chlo.CONSTANT, communication.PARTITION_ID, communication.REPLICA_ID, control_flow.AFTER_ALL),
        *(control_flow.CREATE_TOKEN, control_flow.GET_TUPLE_ELEMENT, control_flow.OPTIMIZATION_BARRIER),
        *(control_flow.TUPLE, sdy.CONSTANT, sdy.PROPAGATION_BARRIER, sdy.REPLICATED_TO_UNREDUCED, sdy.RESHARD),
        *(sdy.SHARDED_TO_UNREDUCED, sdy.SHARDING_CONSTRAINT, sdy.SHARDING_GROUP),
        *(shapes.CONSTANT, shapes.GET_DIMENSION_SIZE, shapes.RESHAPE),
    )
)
_MOVING = frozenset(
    (
        *(shapes.GATHER, reductions.MAP, sdy.ALL_SLICE, shapes.BROADCAST, shapes.BROADCAST_IN_DIM, shapes.CONCATENATE),
        *(shapes.DYNAMIC_SLICE, shapes.IOTA, shapes.PAD, shapes.REVERSE, shapes.SLICE, shapes.TRANSPOSE),
    )
)
_ENDING = frozenset((shapes.SCATTER, reductions.REDUCE, reductions.REDUCE_WINDOW, shapes.DYNAMIC_UPDATE_SLICE))
_PICKING = frozenset((shapes.GATHER, sdy.ALL_SLICE, shapes.DYNAMIC_SLICE, shapes.SLICE))
"""The operations that read only what they return."""
_IN_PLACE = frozenset((shapes.SCATTER, shapes.DYNAMIC_UPDATE_SLICE))
"""The operations that change their first operand where it is."""
_READ_BY_PRODUCTS = frozenset((elementwise.CONVERT, shapes.DYNAMIC_SLICE, shapes.SLICE, shapes.TRANSPOSE))
"""The operations whose operand products read in place of their result."""
_PRODUCTS = frozenset((linear_algebra.DOT, linear_algebra.DOT_GENERAL))

_DEAR_NAMES = (
    "atan2 cbrt cosine divide exponential exponential_minus_one log log_plus_one logistic power remainder "
    "rsqrt sine sqrt tan tanh"
)
_DEAR = frozenset([f"stablehlo.{name}" for name in _DEAR_NAMES.split()])
"""The element-wise operations that are not computed again for each reader."""


@cache
def role_of(definition: OpDefinition) -> int:
    """Returns what operations of a kind are to kernels: FREE, FUSED, ENDING or APART."""
    if definition in _FREE:
        return FREE
    if definition in _MOVING or is_elementwise(definition):
        return FUSED
    return ENDING if definition in _ENDING else APART


class Kernels:
    """The kernels of a block, operation by operation in its order; `size` returns the bytes of a value on a device."""

    def __init__(self, size: Callable[[Value], int]) -> None:
        self._size = size
        self._read: dict[Value, Mapping[Value, int]] = {}
        """The bytes that are read from memory for values that are not there themselves."""
        self._same: dict[Value, Value] = {}
        """The values that others are further names of."""

    def traffic(self, op: Operation, role: int) -> int | None:
        """Returns the bytes that the kernel reads and writes that ends with `op`; None if none does."""
        definition = op.signature.definition
        if role == FREE:
            self._rename(op)
            return None
        if role == APART:
            return self.moved(op.operands, op.results)
        result = op.results[0]
        read = self._reads(op, definition)
        if role == FUSED:
            if not self._is_written(op, read):
                self._read[result] = read
                return None
            return sum(read.values()) + self._size(result)
        if definition in _IN_PLACE:
            update = self._size(op.operands[-1 if definition is shapes.SCATTER else 1])
            written = 2 * update if definition is shapes.SCATTER else update
            return sum(read.values()) + written
        return sum(read.values()) + sum(map(self._size, op.results))

    def moved(self, operands: Sequence[Value], results: Sequence[Value]) -> int:
        """Returns the bytes of operands, each counted once, and results."""
        read: dict[Value, int] = {}
        for operand in operands:
            self._add(read, operand)
        return sum(read.values()) + sum(map(self._size, results))

    def repeat(self, op: Operation, first: Operation) -> None:
        for result, known in zip(op.results, first.results, strict=True):
            self._same[result] = self._same.get(known, known)

    def _rename(self, op: Operation) -> None:
        if not op.operands:
            for result in op.results:
                self._read[result] = {} if is_constant(op.signature) else {result: self._size(result)}
            return
        for result, operand in zip(op.results, op.operands, strict=False):
            if operand in self._read:
                self._read[result] = self._read[operand]
            self._same[result] = self._same.get(operand, operand)

    def _reads(self, op: Operation, definition: OpDefinition) -> Mapping[Value, int]:
        """Returns what is read from memory to compute the result of `op`."""
        operands: Sequence[Value] = op.operands[1:] if definition in _IN_PLACE else op.operands
        if definition in _PICKING:
            first, rest = operands[0], operands[1:]
            if first not in self._read:
                read = {self._same.get(first, first): self._size(op.results[0])}
                for operand in rest:
                    self._add(read, operand)
                return read
        if len(operands) == 1 and operands[0] in self._read:
            return self._read[operands[0]]
        read = {}
        for operand in operands:
            self._add(read, operand)
        return read

    def _add(self, read: dict[Value, int], operand: Value) -> None:
        if (known := self._read.get(operand)) is None:
            value, size = self._same.get(operand, operand), self._size(operand)
            if size >= read.get(value, 0):
                read[value] = size
            return
        if not read:
            read.update(known)
            return
        for value, size in known.items():
            if size >= read.get(value, 0):
                read[value] = size

    def _is_written(self, op: Operation, read: Mapping[Value, int]) -> bool:
        """Whether the result of a fused operation is written to memory."""
        result = op.results[0]
        definition, block = op.signature.definition, op.parent
        readers = 0
        values: list[Value] = [result]
        for value in values:
            for user, index in value.use_pairs:
                if user.parent is not block:
                    return True
                reader = user.signature.definition
                if (role := role_of(reader)) != FUSED:
                    if role == FREE:
                        values += user.results
                        continue
                    if role == APART:
                        if not (definition in _READ_BY_PRODUCTS and reader in _PRODUCTS):
                            return True
                    elif index == 0 and reader in _IN_PLACE:
                        return True
                readers += 1
        if readers <= 1:
            return False
        return definition.name in _DEAR or sum(read.values()) > self._size(result)


@remembered
def is_constant(signature: Signature) -> bool:
    """Whether operations are constants all of whose elements are equal, which are part of what reads them."""
    value = signature.properties.get("value")
    return not isinstance(value, DenseElementsAttr) or not value.text.lstrip().startswith(("[", '"'))
