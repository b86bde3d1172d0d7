"""Which rule of the partitioner an operation has, and what of its attributes the rule needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod

from sdyopt.cost.collective_kinds import ALL_REDUCE, kind_of, takes_whole
from sdyopt.cost.partitioner import gathers, windows
from sdyopt.cost.partitioner import shapes as rules
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.partitioner.products import Dimensions, ProductProblem, carried, product
from sdyopt.cost.partitioner.reshards import reshard
from sdyopt.cost.partitioner.shapes import SlidingWindow
from sdyopt.cost.partitioner.shards import HeldValue, Room
from sdyopt.cost.partitioner.tilings import Tiled, replicated_over
from sdyopt.cost.program.executions import constant, is_zero
from sdyopt.dialects.chlo.ops import RaggedDotDimensionNumbers
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers, DotDimensionNumbers
from sdyopt.dialects.stablehlo.ops import elementwise, shapes
from sdyopt.dialects.stablehlo.ops.control_flow import target_of
from sdyopt.dialects.stablehlo.ops.linear_algebra import DOT_GENERAL
from sdyopt.dialects.stablehlo.verification.reading import (
    attribute_integers,
    edge_padding,
    integer,
    integers,
    slice_bounds,
)
from sdyopt.ir.attribute import checked
from sdyopt.ir.attributes import BoolAttr, DenseElementsAttr, IntegerAttr, RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.sharding.rules import sharding_rule_of


class OperationProblem(NamedTuple):
    """An operation that is to be partitioned."""

    op: Operation
    held: Callable[[Value], HeldValue | None]
    """Returns what devices hold of a value before the operation."""
    key: object
    """Equal operations of equal operands have equal keys."""
    room: Room
    operands: Sequence[HeldValue]
    wanted: Sequence[Tiled]
    """The tilings of the results."""
    shapes: Sequence[tuple[int, ...]]
    items: Sequence[int]
    """The bytes of an element of each result."""
    unreduced: int
    """How many devices hold parts of the sum that the first result is."""
    compiler: Compiler | None
    """The compiler that partitions it; None if only what all have in common counts."""

    def numbers(self, name: str) -> tuple[int, ...]:
        """Returns an attribute that is a list of integers."""
        return integers(self.op, name)


def partitioned(problem: OperationProblem) -> Sequence[HeldValue]:
    """Returns what devices hold of the results of an operation.

    Of an elementwise operation, and of a reshape, it is known what the result was before it has been moved.
    """
    if problem.shapes and not any(map(prod, problem.shapes)):  # XLA makes constants of what has no elements.
        made = zip(problem.wanted, problem.shapes, problem.items, strict=True)
        return [rules.constant(problem.room, *each, (problem.key, number), True) for number, each in enumerate(made)]
    definition = problem.op.signature.definition
    rule = _RULES[definition.partitioning] if isinstance(definition, OpDef) and definition.partitioning else None
    if kind_of(problem.op.signature) is not None and not takes_whole(problem.op.signature):
        return _collective(problem)
    if rule is None and definition.is_elementwise:
        return _elementwise(problem)
    found = (rule or _by_default)(problem)
    if rule is None and not isinstance(definition, OpDef):  # Of an unknown dialect.
        found = [each.in_doubt() for each in found]
    if problem.unreduced > 1:
        return [_not_summed(found[0], problem.unreduced), *found[1:]]
    return found


def _not_summed(value: HeldValue, devices: int) -> HeldValue:
    """Returns a value without its sum over groups of so many devices, if that is how it was made."""
    step = value.step
    while step.collective is None and step.is_moving:
        (step,) = step.operands
    collective = step.collective
    if collective is None or collective.kind != ALL_REDUCE or len(collective.groups[0]) != devices:
        return value
    return value._replace(step=step.operands[0])


def added_scatter(op: Operation) -> int | None:
    """Returns the number of the addend that is a scatter into zeros, and used by nothing else; None if none is one.

    Compilers for GPUs and TPUs add the updates to the other addend before they propagate a program.
    """
    for number, operand in enumerate(op.operands if op.signature.definition is elementwise.ADD else ()):
        scattered = operand.defined_by(shapes.SCATTER) if operand.has_one_use else None
        if scattered is not None and len(scattered.results) == 1 and is_zero(scattered.operands[0]):
            inside = list(scattered.regions[0].block.ops)
            if len(inside) == 2 and inside[0].signature.definition is elementwise.ADD:
                return number
    return None


def _elementwise(problem: OperationProblem) -> Sequence[HeldValue]:
    number = added_scatter(problem.op) if problem.compiler in (Compiler.GPU, Compiler.TPU) else None
    if number is not None:
        scattered = checked(Operation, problem.op.operands[number].defining_op)
        indices, updates = [problem.held(each) for each in scattered.operands[1:]]
        if indices is not None and updates is not None:
            operands = [problem.operands[1 - number], indices, updates]
            return _scatter(problem._replace(op=scattered, operands=operands))
    operands = [_widened(value, problem) for value in problem.operands]
    return [
        rules.elementwise(operands, wanted, item, (problem.key, number) if number else problem.key)
        for number, (wanted, item) in enumerate(zip(problem.wanted, problem.items, strict=True))
    ]


def _widened(value: HeldValue, problem: OperationProblem) -> HeldValue:
    """Returns an operand as large as the result: CHLO broadcasts it, by default aligned at the last dimension."""
    shape, wanted = problem.shapes[0], problem.wanted[0]
    missing = len(shape) - len(value.shape)
    if value.shape in ((), shape) or missing < 0:
        return value
    dimensions: Sequence[int] = range(missing, len(shape))
    if missing and "broadcast_dimensions" in problem.op.properties:
        dimensions = problem.numbers("broadcast_dimensions")
    pairs = [(result, operand) for operand, result in enumerate(dimensions) if value.shape[operand] != 1]
    moved = reshard(value, carried(wanted, pairs, len(value.shape)))
    return moved.made(wanted, "broadcast", tuple(dimensions), shape=shape)


def _collective(problem: OperationProblem) -> Sequence[HeldValue]:
    """Devices communicate what they hold, each operand for itself."""
    each_of = zip(problem.operands, problem.wanted, problem.items, strict=True)
    return [
        rules.elementwise([value], wanted, item, (problem.key, number))
        for number, (value, wanted, item) in enumerate(each_of)
    ]


def _moved(problem: OperationProblem) -> Sequence[HeldValue]:
    """Operands are copied in the tilings of the results: what has been moved once is not known of a copy."""
    return [
        reshard(value, tiling).made(tiling, "copy", number)
        for number, (value, tiling) in enumerate(zip(problem.operands, problem.wanted, strict=True))
    ]


def _by_default(problem: OperationProblem) -> Sequence[HeldValue]:
    if not problem.operands:
        return [
            rules.made_locally(problem.room, tiling, shape, item, (problem.key, number))
            for number, (tiling, shape, item) in enumerate(
                zip(problem.wanted, problem.shapes, problem.items, strict=True)
            )
        ]
    return rules.by_default(problem.operands, problem.wanted, problem.shapes, problem.items, problem.key)


def _constant(problem: OperationProblem) -> Sequence[HeldValue]:
    value = problem.op.properties.get("value")
    is_filled = isinstance(value, DenseElementsAttr) and value.splat_value is not None
    facts = problem.wanted[0], problem.shapes[0], problem.items[0], problem.key
    return [rules.constant(problem.room, *facts, is_filled)]


def _dimensions_of(op: Operation, left: Sequence[int], right: Sequence[int]) -> Dimensions:
    """Returns the dimensions of a `dot_general`, `dot` or `ragged_dot` of operands of these shapes."""
    numbers = op.properties.get("dot_dimension_numbers") or op.properties.get("ragged_dot_dimension_numbers")
    if not isinstance(numbers, (DotDimensionNumbers, RaggedDotDimensionNumbers)):
        numbers = DotDimensionNumbers((), (), (len(left) - 1,), (0,))
    groups = numbers.rhs_group_dimensions if isinstance(numbers, RaggedDotDimensionNumbers) else ()
    batch = tuple(zip(numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions, strict=True))
    contracted = tuple(zip(numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions, strict=True))
    taken = [{each[number] for each in (*batch, *contracted)} for number in range(2)]
    lefts = [number for number in range(len(left)) if number not in taken[0]]
    rights = [number for number in range(len(right)) if number not in (*taken[1], *groups)]
    first = len(checked(RankedTensorType, op.results[0].type).shape) - len(lefts) - len(rights)
    return Dimensions(
        tuple([(*pair, first - len(batch) + number) for number, pair in enumerate(batch)]),
        contracted,
        tuple([(dimension, first + number) for number, dimension in enumerate(lefts)]),
        tuple([(dimension, first + len(lefts) + number) for number, dimension in enumerate(rights)]),
    )


def looked_through(op: Operation, compiler: Compiler | None) -> list[Operation]:
    """Returns the operations that make operands of `op`, and whose own operands its rule may look at."""
    if op.signature.definition is DOT_GENERAL and compiler is Compiler.TPU:
        wanted = shapes.RESHAPE if _before_reshapes(op) else shapes.TRANSPOSE
        return [each.owner for each in op.operands if isinstance(each, OpResult) and each.defined_by(wanted)]
    number = added_scatter(op) if compiler in (Compiler.GPU, Compiler.TPU) else None
    return [] if number is None else [checked(OpResult, op.operands[number]).owner]


def _before_reshapes(op: Operation) -> list[Value]:
    """Returns the operands of a product as they are before they are reshaped, if all are, and the result is a scalar:
    the compiler for TPUs adds up products of their elements then; otherwise none.
    """
    made = [each.owner for each in op.operands if isinstance(each, OpResult)]
    is_summed = len(made) == len(op.operands) and checked(RankedTensorType, op.results[0].type).shape == ()
    are_reshapes = all(each.signature.definition is shapes.RESHAPE for each in made)
    return [each.operands[0] for each in made] if is_summed and are_reshapes else []


def _product(problem: OperationProblem) -> Sequence[HeldValue]:
    left, right = problem.operands
    dims = _dimensions_of(problem.op, left.shape, right.shape)
    before = _before_reshapes(problem.op) if problem.compiler is Compiler.TPU else []
    first, second = [problem.held(each) for each in before] if before else (None, None)
    if first is not None and second is not None and (first.shape, first.tiling) == (second.shape, second.tiling):
        left, right, rank = first, second, len(first.shape)
        dims = Dimensions((), tuple(zip(range(rank), range(rank), strict=True)), (), ())
    else:
        if left.step is right.step:  # What is both operands is copied.
            right = right.made(right.tiling, "copied")
        if problem.compiler is Compiler.TPU:
            left, right, dims = _before_transposes(problem, (left, right), dims)
    return [product(ProductProblem(dims, left, right, problem.shapes[0], problem.items[0], problem.wanted[0]))]


def _before_transposes(
    problem: OperationProblem, operands: Sequence[HeldValue], dims: Dimensions
) -> tuple[HeldValue, HeldValue, Dimensions]:
    """Returns the operands of a product as they are before they are transposed, and its dimensions: the compiler for
    TPUs gathers a value once for products of it and of its transpose.
    """
    found = []
    for operand, held in zip(problem.op.operands, operands, strict=True):
        transpose = operand.defined_by(shapes.TRANSPOSE)
        order = range(len(held.shape)) if transpose is None else integers(transpose, "permutation")
        source = None if transpose is None else problem.held(transpose.operands[0])
        is_kept = source is not None and carried(held.tiling, list(enumerate(order)), len(order)) == source.tiling
        found.append((source, order) if source is not None and is_kept else (held, range(len(order))))
    (left, lefts), (right, rights) = found
    batch = tuple([(lefts[first], rights[second], made) for first, second, made in dims.batch])
    contracted = tuple([(lefts[first], rights[second]) for first, second in dims.contracted])
    of_left = tuple([(lefts[number], made) for number, made in dims.left])
    of_right = tuple([(rights[number], made) for number, made in dims.right])
    return left, right, Dimensions(batch, contracted, of_left, of_right)


def _ragged_dot(problem: OperationProblem) -> Sequence[HeldValue]:
    """A product of which groups, and the dimension that they divide, are not split."""
    (left, right, sizes), (wanted,) = problem.operands, problem.wanted
    dims = _dimensions_of(problem.op, left.shape, right.shape)
    (ragged,) = problem.op.properties.find(RaggedDotDimensionNumbers).lhs_ragged_dimensions
    rights = [pair[1] for pair in (*dims.contracted, *dims.batch) if pair[0] != ragged]
    results = [each[-1] for each in (*dims.batch, *dims.left) if each[0] != ragged]
    where = _whole_but(wanted, [*results, *[made for _, made in dims.right]])
    left = reshard(left, replicated_over(left.tiling, [ragged]))
    right = reshard(right, _whole_but(right.tiling, [*rights, *[each for each, _ in dims.right]]))
    found = product(ProductProblem(dims, left, right, problem.shapes[0], problem.items[0], where))
    if not sizes.tiling.is_whole:
        operands = [found, reshard(sizes, _whole_but(sizes.tiling, []))]
        found = rules.computed(operands, where, found.shape, found.item, problem.key, "groups")
    return [reshard(found, wanted)]


def _whole_but(given: Tiled, dimensions: Sequence[int]) -> Tiled:
    return replicated_over(given, [number for number in range(len(given.counts)) if number not in dimensions])


def _convolution(problem: OperationProblem) -> Sequence[HeldValue]:
    left, right = problem.operands
    dims = problem.op.properties.find(ConvDimensionNumbers)
    spatial = dims.kernel_spatial_dimensions
    window = _windows(problem.op, [right.shape[at] for at in spatial], "lhs_dilation", "rhs_dilation")
    facts = windows.ConvolutionDimensions(
        (dims.input_batch_dimension, dims.input_feature_dimension, tuple(dims.input_spatial_dimensions)),
        (dims.kernel_input_feature_dimension, dims.kernel_output_feature_dimension, tuple(spatial)),
        (dims.output_batch_dimension, dims.output_feature_dimension, tuple(dims.output_spatial_dimensions)),
        tuple(window),
        integer(problem.op, "feature_group_count", 1),
        integer(problem.op, "batch_group_count", 1),
    )
    return [windows.convolution(left, right, problem.wanted[0], problem.shapes[0], problem.items[0], facts)]


def _slice(problem: OperationProblem) -> Sequence[HeldValue]:
    """A slice of a padding in the same tiling is one operation with it."""
    (value,), (wanted,) = problem.operands, problem.wanted
    starts, limits, strides = slice_bounds(problem.op)
    padding = problem.op.operands[0]
    pad = padding.defined_by(shapes.PAD)
    if pad is not None and padding.has_one_use:
        source = problem.held(pad.operands[0])
        if source is not None and value.tiling == wanted and set(strides) == {1}:
            lows, highs, gaps = edge_padding(pad)
            before = [low - start for low, start in zip(lows, starts, strict=True)]
            after = [high + limit - size for high, limit, size in zip(highs, limits, value.shape, strict=True)]
            return [windows.pad(source, wanted, before, after, gaps)]
    return [windows.slice_of(value, wanted, starts, limits, strides)]


def _concatenate(problem: OperationProblem) -> Sequence[HeldValue]:
    """Two slices of a value may be a rotation of it, and three a padding of it with its own rows.

    The compiler for GPUs may leave out before what a slice of the result does not need.
    """
    dimension = problem.op.properties.find(IntegerAttr, "dimension").value
    (wanted,) = problem.wanted
    parts = [_rows(value, dimension) for value in problem.op.operands]
    source = parts[0].source if parts and parts[0] is not None else None
    value = None if source is None else problem.held(source)
    if value is not None and wanted.counts[dimension] > 1:
        rows = [(each.start, each.stop) for each in parts if each is not None and each.source is source]
        size = value.shape[dimension]
        own = None if problem.compiler is Compiler.TPU else problem.room.computation.itself
        is_rotated = len(rows) == len(parts) == 2 and rows[0][1] == size and rows[1] == (0, rows[0][0])
        if is_rotated and value.tiling == wanted:
            return [windows.rotated(value, dimension, rows[0][0], own)]
        if len(rows) == len(parts) == 3 and rows[1] == (0, size):
            found = windows.padded_with_rows(value, wanted, dimension, rows[0], rows[2], own)
            is_doubtful = problem.compiler is Compiler.GPU and _is_cut(problem.op, dimension)
            return [found.in_doubt() if is_doubtful else found]
    return [windows.concatenate(problem.operands, wanted, dimension, problem.compiler is Compiler.TPU)]


def _is_cut(op: Operation, dimension: int) -> bool:
    """Whether a slice has nothing of the first or the last operand of a concatenation."""
    first, *_, last = [checked(RankedTensorType, each.type).shape[dimension] for each in op.operands]
    rest = checked(RankedTensorType, op.results[0].type).shape[dimension] - last
    taken = [_rows(user.results[0], dimension) for user in op.results[0].walk_users() if user.results]
    return any(each.start >= first or each.stop <= rest for each in taken if each and each.source is op.results[0])


class _Rows(NamedTuple):
    """Rows of a value along a dimension, all others whole."""

    source: Value
    start: int
    stop: int


def _rows(value: Value, dimension: int) -> _Rows | None:
    """Returns what a value is rows of, at least itself; None for what is not tensor."""
    shape = value.type.shape if isinstance(value.type, RankedTensorType) else None
    if shape is None:
        return None
    if not isinstance(value, OpResult) or value.owner.signature.definition is not shapes.SLICE:
        return _Rows(value, 0, shape[dimension])
    op = value.owner
    before = checked(RankedTensorType, op.operands[0].type).shape
    starts, limits, strides = slice_bounds(op)
    others = [number for number in range(len(shape)) if number != dimension]
    if strides[dimension] != 1 or any(shape[number] != before[number] for number in others):
        return _Rows(value, 0, shape[dimension])
    return _Rows(op.operands[0], starts[dimension], limits[dimension])


def _sort(problem: OperationProblem) -> Sequence[HeldValue]:
    """The compiler for TPUs sorts the numbers of elements, too, if a sort is stable and has none."""
    rank = len(problem.shapes[0])
    dimension = problem.op.properties.find(IntegerAttr, "dimension").value % max(rank, 1)
    is_stable = problem.compiler is Compiler.TPU and problem.op.properties.get("is_stable") == BoolAttr(True)
    is_numbered = is_stable and not any(counts_along(each, dimension) for each in problem.op.operands)
    return windows.sort(problem.operands, problem.wanted, dimension, problem.key, is_numbered)


def counts_along(value: Value, dimension: int) -> bool:
    """Whether a value has the numbers of the elements along a dimension."""
    op = value.defined_by(shapes.BROADCAST_IN_DIM)
    if op is not None:
        made = integers(op, "broadcast_dimensions")
        return dimension in made and counts_along(op.operands[0], made.index(dimension))
    iota = value.defined_by(shapes.IOTA)
    return iota is not None and iota.properties.find(IntegerAttr, "iota_dimension").value == dimension


def _top_k(problem: OperationProblem) -> Sequence[HeldValue]:
    """Compilers for GPUs and TPUs take the largest elements of each device first, if no two devices have the same, each
    has enough, and only the first dimension and the last one are split.

    That for TPUs sorts elements and their numbers instead if not far fewer are wanted, and slices the results. It does
    so before propagation: if the dimension is split, what uses the results may be so, too.
    """
    (value,), last = problem.operands, len(problem.shapes[0]) - 1
    wanted_rows, rows, counts = problem.shapes[0][last], value.shape[last], value.tiling.counts
    is_tpu = problem.compiler is Compiler.TPU
    if is_tpu and wanted_rows > 1 and rows <= _FAR_MORE * wanted_rows:
        pairs = [(number, number) for number in range(last)]
        where = gathers.refined(value.tiling, carried(problem.wanted[0], pairs, last + 1))
        numbers = rules.made_locally(problem.room, where, value.shape, problem.items[1], ("numbers", problem.key))
        found = windows.sort([reshard(value, where), numbers], [where] * 2, last, problem.key)
        none, one = [0] * (last + 1), [1] * (last + 1)
        sliced = [
            windows.slice_of(each, wanted, none, shape, one)
            for each, wanted, shape in zip(found, problem.wanted, problem.shapes, strict=True)
        ]
        is_used = any(user.results for result in problem.op.results for user in result.walk_users())
        return [each.in_doubt() for each in sliced] if is_used and where.counts[last] > 1 else sliced
    is_split = value.tiling.tiles > 1 == value.tiling.replication and set(counts[1:last]) <= {1}
    if problem.compiler in (Compiler.GPU, Compiler.TPU) and is_split and wanted_rows <= value.local[last]:
        return windows.top_k(value, problem.wanted, problem.shapes, problem.items, problem.key, is_tpu)
    return _by_default(problem)


_FAR_MORE = 64
"""From how many times as many elements on TPUs choose the wanted ones without sorting all."""


def _windows(op: Operation, sizes: Sequence[int], base: str, dilation: str) -> list[SlidingWindow]:
    """Returns windows of these sizes. The attributes named `dilation` and `base` have the dilations."""
    names = "window_strides", dilation, base
    strides, dilations, bases = [integers(op, name) or (1,) * len(sizes) for name in names]
    low, high = window_padding(op, len(sizes))
    return [SlidingWindow(*each) for each in zip(sizes, strides, low, high, dilations, bases, strict=True)]


def _windows_of_all(problem: OperationProblem) -> list[SlidingWindow]:
    sizes = problem.numbers("window_dimensions") or (1,) * len(problem.operands[0].shape)
    return _windows(problem.op, sizes, "base_dilations", "window_dilations")


def window_padding(op: Operation, count: int) -> tuple[Sequence[int], Sequence[int]]:
    """Returns the padding before and after each dimension of windows."""
    padding = op.properties.get("padding")
    flat = attribute_integers(op, padding) if isinstance(padding, DenseElementsAttr) else [0]
    if len(flat) == 1:  # The same everywhere.
        flat *= 2 * count
    return flat[::2], flat[1::2]


def _gather(problem: OperationProblem) -> Sequence[HeldValue]:
    table, indices = problem.operands
    dims, wanted, shape = gathers.gather_dimensions(problem.op), problem.wanted[0], problem.shapes[0]
    if problem.compiler is Compiler.GPU and _has_one_index(indices, dims):
        return [gathers.gather_one(table, indices, wanted, shape, dims, problem.key)]
    return [gathers.gather(gathers.GatherProblem(dims, table, indices, shape, wanted))]


def _has_one_index(indices: HeldValue, dims: gathers.GatheredDimensions) -> bool:
    """Whether a gather or a scatter is of one place."""
    return prod([size for number, size in enumerate(indices.shape) if number != dims.vector]) == 1


def _scatter(problem: OperationProblem) -> Sequence[HeldValue]:
    """Compilers for GPUs and TPUs make an update at one place one of a slice before they partition a program."""
    count, op, wanted = len(problem.wanted), problem.op, problem.wanted[0]
    start, combining = scattering(op)
    tables, indices, updates = problem.operands[:count], problem.operands[count], problem.operands[count + 1 :]
    dims = gathers.scatter_dimensions(op, tables[0].shape, updates[0].shape)
    if count == 1 and problem.compiler in (Compiler.GPU, Compiler.TPU) and _has_one_index(indices, dims):
        start = start if dims.mapped else 0
        return [gathers.scatter_one(problem.operands, wanted, dims, start, len(combining) == 1, problem.key)]
    is_combined = len(combining) == 2 and combining[0] in _COMBINING
    found = gathers.scatter(
        gathers.ScatterProblem(dims, tuple(tables), indices, tuple(updates), wanted, is_combined, problem.key)
    )
    return [reshard(each, tiling) for each, tiling in zip(found, problem.wanted, strict=True)]


def scattering(op: Operation) -> tuple[int | None, tuple[OpDefinition, ...]]:
    """Returns what the partition of a scatter depends on beside its operands: the index if it is constant, and what
    combines elements.
    """
    return constant(op.operands[1]), tuple([each.signature.definition for each in op.regions[0].block.ops])


_COMBINING = frozenset(  # Operations that may be done in any order.
    (elementwise.ADD, elementwise.MULTIPLY, elementwise.MINIMUM, elementwise.MAXIMUM, elementwise.AND, elementwise.OR)
)


def _dynamic_update_slice(problem: OperationProblem) -> Sequence[HeldValue]:
    value, update, *starts = problem.operands
    known = [constant(each) for each in problem.op.operands[2:]]
    inside = [
        None if start is None else min(max(start, 0), size - new)
        for start, size, new in zip(known, value.shape, update.shape, strict=True)
    ]
    key = (problem.key, *[each.step for each in starts])
    return [gathers.dynamic_update_slice(value, update, problem.wanted[0], inside, key)]


def _custom_call(problem: OperationProblem) -> Sequence[HeldValue]:
    """One with a sharding rule is computed where its result is wanted, along the factors that the result has.

    What a `custom_partitioning` of JAX sends, a function of Python decides.
    """
    rule = sharding_rule_of(problem.op)
    if rule is None or len(rule.operand_mappings) != len(problem.operands):
        return [each.in_doubt() for each in _by_default(problem)]
    places = {each.factors[0]: number for number, each in enumerate(rule.result_mappings[0].dimensions) if each.factors}
    moved = []
    for value, mapping in zip(problem.operands, rule.operand_mappings, strict=True):
        pairs = [
            (places[each.factors[0]], number)
            for number, each in enumerate(mapping.dimensions)
            if each.factors and each.factors[0] in places
        ]
        moved.append(reshard(value, carried(problem.wanted[0], pairs, len(value.shape))))
    found = [
        rules.computed(moved, tiling, shape, item, problem.key, number)
        for number, (tiling, shape, item) in enumerate(zip(problem.wanted, problem.shapes, problem.items, strict=True))
    ]
    is_known = target_of(problem.op.signature) != "CustomSPMDPartitioning"
    return found if is_known else [each.in_doubt() for each in found]


_LONGER = _moved, _constant, _product, _ragged_dot, _convolution, _gather, _scatter, _slice, _custom_call, _concatenate
_RULES: Mapping[str, Callable[[OperationProblem], Sequence[HeldValue]]] = {
    **{rule.__name__.removeprefix("_"): rule for rule in (*_LONGER, _sort, _top_k, _dynamic_update_slice)},
    "bitcast": lambda each: (_elementwise if each.operands[0].shape == each.shapes[0] else _by_default)(each),
    "dynamic_slice": lambda each: [
        gathers.dynamic_slice(
            each.operands[0], each.wanted[0], each.shapes[0], (each.key, *[start.step for start in each.operands[1:]])
        )
    ],
    "broadcast": lambda each: [
        rules.broadcast(each.operands[0], each.wanted[0], each.shapes[0], each.numbers("broadcast_dimensions"))
    ],
    "iota": lambda each: [rules.made_locally(each.room, each.wanted[0], each.shapes[0], each.items[0], each.key)],
    "of_matrices": lambda each: [windows.of_matrices(each.operands, each.wanted[0], each.key)],
    "pad": lambda each: [windows.pad(each.operands[0], each.wanted[0], *edge_padding(each.op))],
    "reduce": lambda each: rules.reduce(
        each.operands[: len(each.wanted)], each.wanted, each.numbers("dimensions"), each.key
    ),
    "reduce_window": lambda each: windows.reduce_window(
        each.operands[: len(each.wanted)], each.wanted, _windows_of_all(each), each.key
    ),
    "reshape": lambda each: [rules.reshape(each.operands[0], each.wanted[0], each.shapes[0])],
    "reverse": lambda each: [windows.reverse(each.operands[0], each.wanted[0], each.numbers("dimensions"))],
    "select_and_scatter": lambda each: [
        windows.select_and_scatter(each.operands[0], each.operands[1], each.wanted[0], _windows_of_all(each), each.key)
    ],
    "transpose": lambda each: [rules.transpose(each.operands[0], each.wanted[0], each.numbers("permutation"))],
}
"""The rules, by the names that operations declare."""
