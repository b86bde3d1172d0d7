"""Gathers and scatters: how the dimensions of operands, indices and slices belong together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn

from sdyopt.dialects.stablehlo.attributes import GatherDimensionNumbers, ScatterDimensionNumbers
from sdyopt.dialects.stablehlo.verification.reading import (
    Shape,
    bounds,
    check_distinct,
    check_element_types,
    check_reducer,
    constant_integers,
    fail,
    fail_if,
    fail_inference,
    fail_inference_if,
    infers_compatible,
    integers,
    listed,
    operand_tensor,
    printed_size,
    result_tensor,
    same_shapes,
    sizes_fit,
    with_bounds,
)
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DYNAMIC, RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.verify.verification import sees_boundary_only


class _Numbers(NamedTuple):
    """Lists of dimensions by the names that gathers, or scatters, have for them, and how errors about them sound."""

    op: Operation
    fail: Callable[[Operation, str], NoReturn]
    expects: str
    got: str
    end: str

    def in_range(self, name: str, dimensions: Sequence[int], what: str, rank: int) -> None:
        """Checks that each dimension is one of `what`, of which there are `rank`."""
        for dimension in dimensions:
            if not 0 <= dimension < rank:
                self.fail(
                    self.op,
                    f"Expects each element of {name} to be in range [0, {what}) i.e. [0, {rank}). got: {dimension}.",
                )

    def is_sorted(self, name: str, dimensions: Sequence[int]) -> None:
        if list(dimensions) != sorted(dimensions):
            self.fail(self.op, f"{self.expects} {name} to be sorted{self.got}: {_brackets(dimensions)}{self.end}")

    def not_repeated(self, name: str, dimensions: Sequence[int]) -> None:
        if len(set(dimensions)) != len(dimensions):
            self.fail(self.op, f"{self.expects} {name} to not repeat{self.got}: {_brackets(dimensions)}{self.end}")

    def distinct(self, names: str, dimensions: Sequence[int]) -> None:
        """Checks that no dimension is in two lists, or twice in one of them."""
        check_distinct(self.op, dimensions, names, self.fail)

    def index_vector_dim(self, dimension: int, indices: str, rank: int) -> None:
        if not 0 <= dimension <= rank:
            self.fail(
                self.op,
                f"Expects index_vector_dim to be in range [0, rank-of('{indices}')] i.e. [0, {rank}]. "
                f"got: {dimension}.",
            )

    def window(
        self, window: str, window_dims: Sequence[int], batching: str, batching_dims: Sequence[int], rank: int
    ) -> None:
        """Checks the dimensions of the operand that slices do not have."""
        self.distinct(f"{window} and {batching}", [*window_dims, *batching_dims])
        for name, dimensions in ((window, window_dims), (batching, batching_dims)):
            self.is_sorted(name, dimensions)
            self.in_range(name, dimensions, "rank-of('operand')", rank)

    def batching(
        self,
        names: tuple[str, str],
        dims: tuple[Sequence[int], Sequence[int]],
        shapes: tuple[Shape, Shape],
        vector: int,
    ) -> None:
        """Checks that batching dimensions of the operand and of the indices come in pairs of the same size."""
        (operand_name, name), (operand_dims, dimensions), (operand, indices) = names, dims, shapes
        indices_name = name.removesuffix("_batching_dims")
        self.not_repeated(name, dimensions)
        self.in_range(name, dimensions, f"rank-of('{indices_name}')", len(indices))
        if vector in dimensions:
            self.fail(self.op, f"expects {name} not to include index_vector_dim {vector}{self.end}")
        if len(operand_dims) != len(dimensions):
            self.fail(self.op, f"{operand_name} and {name} should have the same size{self.end}")
        for index, (first, second) in enumerate(zip(operand_dims, dimensions, strict=True)):
            if not sizes_fit(operand[first], indices[second]):
                self.fail(
                    self.op,
                    f"{operand_name}[{index}] and {name}[{index}] must have compatible sizes, but got "
                    f"{operand[first]} and {indices[second]}{self.end}",
                )


def _brackets(dimensions: Sequence[int]) -> str:
    return f"[{listed(list(dimensions))}]"


# Gathers.


@infers_compatible
def gather(op: Operation) -> Sequence[Type]:
    """Slices of known sizes."""
    check_element_types(op, "operand, result", operand_tensor(op), result_tensor(op))
    return [_gathered(op, integers(op, "slice_sizes"))]


@infers_compatible
def dynamic_gather(op: Operation) -> Sequence[Type]:
    """Slices of sizes that an operand gives."""
    if (sizes := constant_integers(op, 2)) is None:
        return [_gathered(op, (DYNAMIC,) * operand_tensor(op, 2).shape[0], known=False)]
    return [_gathered(op, tuple(sizes))]


def _gathered(op: Operation, sizes: Shape, known: bool = True) -> RankedTensorType:
    operand, indices = operand_tensor(op), operand_tensor(op, 1)
    numbers = op.properties.find(GatherDimensionNumbers)
    check = _Numbers(op, fail_inference, "expects", ", got", "")
    rank, vector = len(operand.shape), numbers.index_vector_dim
    offset, collapsed, batching = numbers.offset_dims, numbers.collapsed_slice_dims, numbers.operand_batching_dims
    fail_inference_if(
        op,
        len(offset) + len(collapsed) + len(batching) != rank,
        f"offset_dims size ({len(offset)}) plus collapse_slice_dims size ({len(collapsed)}) plus "
        f"operand_batching_dims size ({len(batching)}) is not equal to operand rank ({rank})",
    )
    check.index_vector_dim(vector, "start_indices", len(indices.shape))
    length = (*indices.shape, 1)[vector]
    fail_inference_if(
        op,
        not sizes_fit(length, len(numbers.start_index_map)),
        f"start_index_map size ({len(numbers.start_index_map)}) is not equal to size of index dimension "
        f"({vector}) of start_indices ({length})",
    )
    check.is_sorted("offset_dims", offset)
    check.not_repeated("offset_dims", offset)
    check.window("collapsed_slice_dims", collapsed, "operand_batching_dims", batching, rank)
    check.batching(
        ("operand_batching_dims", "start_indices_batching_dims"),
        (batching, numbers.start_indices_batching_dims),
        (operand.shape, indices.shape),
        vector,
    )
    check.distinct("start_index_map and operand_batching_dims", numbers.start_index_map + batching)
    check.in_range("start_index_map", numbers.start_index_map, "rank-of('operand')", rank)
    _check_slice_sizes(op, sizes, operand.shape, numbers, known)
    kept = [dimension for dimension in range(len(indices.shape)) if dimension != vector]
    result_rank = len(kept) + len(offset)
    check.in_range("offset_dims", offset, "implied-result-rank", result_rank)
    slices = iter([size for index, size in enumerate(sizes) if index not in collapsed + batching])
    batches = iter([(indices.shape[dimension], bounds(indices)[dimension]) for dimension in kept])
    found = [(next(slices), None) if dimension in offset else next(batches) for dimension in range(result_rank)]
    shape, limits = tuple([size for size, _ in found]), tuple([limit for _, limit in found])
    return with_bounds(shape, operand.element_type, limits)


def _check_slice_sizes(
    op: Operation, sizes: Shape, operand: Shape, numbers: GatherDimensionNumbers, known: bool
) -> None:
    if len(sizes) != len(operand):
        fail_inference(op, f"slice_sizes size ({len(sizes)}) not equal to operand rank ({len(operand)})")
    if not known:
        return
    for name, dimensions in (
        ("collapsed_slice_dims", numbers.collapsed_slice_dims),
        ("operand_batching_dims", numbers.operand_batching_dims),
    ):
        for dimension in dimensions:
            fail_inference_if(
                op,
                sizes[dimension] > 1,
                f"Expects that for each dim in {name}, slice_sizes[dim] should be <= 1, but got {sizes[dimension]}",
            )
    for index, (size, most) in enumerate(zip(sizes, operand, strict=True)):
        fail_inference_if(
            op,
            size < 0 or (most != DYNAMIC and size > most),
            f"slice size ({size}) is out of bounds for operand dimension ({printed_size(most)}) at index {index}",
        )


# Scatters.


@sees_boundary_only
@infers_compatible
def scatter(op: Operation) -> Sequence[Type]:
    """Updates go to places of the inputs."""
    count = (len(op.operands) - 1) // 2
    tensors = [operand_tensor(op, index) for index in range(2 * count + 1)]
    inputs, indices, updates = tensors[:count], tensors[count], tensors[count + 1 :]
    for name, types in (("inputs", inputs), ("updates", updates)):
        fail_if(op, not same_shapes(types), f"Not all {name} have compatible shapes.")
    numbers = op.properties.find(ScatterDimensionNumbers)
    _Numbers(op, fail, "Expects", "; got", ".").index_vector_dim(
        numbers.index_vector_dim, "scatter_indices", len(indices.shape)
    )
    input_elements, update_elements = [
        [RankedTensorType((), type.element_type) for type in types] for types in (inputs, updates)
    ]
    returned = check_reducer(op, op.regions[0].block, input_elements, update_elements, ())
    for input, update in zip(inputs, updates, strict=True):
        _check_update(op, numbers, input.shape, indices.shape, update.shape)
    return [input.replace(element_type=element) for input, element in zip(inputs, returned, strict=True)]


def _check_update(op: Operation, numbers: ScatterDimensionNumbers, input: Shape, indices: Shape, update: Shape) -> None:
    check = _Numbers(op, fail, "Expects", "; got", ".")
    rank, vector = len(input), numbers.index_vector_dim
    window, inserted, batching = (numbers.update_window_dims, numbers.inserted_window_dims, numbers.input_batching_dims)
    scattered = [size for dimension, size in enumerate(indices) if dimension != vector]
    fail_if(
        op,
        len(update) != len(scattered) + len(window),
        f"expects updates tensor must be of rank {len(scattered) + len(window)} ( == rank-of('scatter_indices') - "
        "1 + size-of('update_window_dims'), where 'scatter_indices' is expanded by a trailing 1 dimension if "
        f"'index_vector_dim' == rank-of('scatter_indices')), but got {len(update)}.",
    )
    named = len(window) + len(inserted) + len(batching)
    fail_if(
        op,
        named != rank,
        "Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') + "
        f"size-of('input_batching_dims') i.e. {named} but got {rank}.",
    )
    check.is_sorted("update_window_dims", window)
    check.not_repeated("update_window_dims", window)
    check.in_range("update_window_dims", window, "rank-of('updates')", len(update))
    check.window("inserted_window_dims", inserted, "input_batching_dims", batching, rank)
    check.batching(
        ("input_batching_dims", "scatter_indices_batching_dims"),
        (batching, numbers.scatter_indices_batching_dims),
        (input, indices),
        vector,
    )
    targets = numbers.scatter_dims_to_operand_dims
    length = (*indices, 1)[vector]
    fail_if(
        op,
        not sizes_fit(length, len(targets)),
        f"Scatter op has {len(targets)} elements in scatter_dims_to_operand_dims and the bound of dimension "
        f"index_vector_dim={vector} of scatter_indices is {length}. These two numbers must be equal.",
    )
    check.distinct("scatter_dims_to_operand_dims and input_batching_dims", targets + batching)
    check.in_range("scatter_dims_to_operand_dims", targets, "rank-of('operand')", rank)
    _check_update_sizes(
        op, window, [size for index, size in enumerate(input) if index not in inserted + batching], update, scattered
    )


def _check_update_sizes(
    op: Operation, window: Sequence[int], sizes: Sequence[int], update: Shape, scattered: Sequence[int]
) -> None:
    for dimension, most in zip(window, sizes, strict=True):
        size = update[dimension]
        fail_if(
            op,
            DYNAMIC not in (size, most) and size > most,
            "expects bounds of the window dimensions of updates to not exceed the bounds of the corresponding "
            f"dimensions of operand. For dimension {dimension}, updates bound is {size}, operand bound is {most}.",
        )
    others = [dimension for dimension in range(len(update)) if dimension not in window]
    for dimension, size in zip(others, scattered, strict=True):
        fail_if(
            op,
            not sizes_fit(update[dimension], size),
            "expects bounds of the scatter dimensions of updates to be same as the bounds of the corresponding "
            f"dimensions of scatter indices. For scatter dimension {dimension}, updates bound is "
            f"{update[dimension]} , scatter_indices bound is {size}.",
        )
