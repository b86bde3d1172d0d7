"""Random cases of operations for XLA's partitioner: what they share, and those that index."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, repeat
from math import prod
from random import Random
from typing import NamedTuple

from sdyopt.cost.partitioner.gathers import GatheredDimensions, refined
from sdyopt.cost.partitioner.products import carried
from sdyopt.cost.partitioner.tilings import Tiled, tiling, transposed

# Random programs of one operation, with shardings that are given: how they are written for XLA and for the model.


MESHES = ((2, 2), (2, 4), (4, 2), (2, 3), (3, 2), (4, 4), (2, 2, 2), (2, 3, 2), (4, 2, 2), (2, 2, 3), (3, 4), (2, 4, 2))
AXES = "abc"

Split = list[str]
"""The axes of each dimension: `["ab", ""]`."""


class PartitionedCase(NamedTuple):
    """A random program of one operation."""

    kind: str
    mesh: tuple[int, ...]
    shapes: list[list[int]]
    """Of the operands and the result."""
    splits: list[Split]
    numbers: dict[str, list[int]]
    """The numbers that are particular to the kind."""

    @property
    def devices(self) -> int:
        """The number of devices."""
        return prod(self.mesh)

    def number(self, name: str) -> int:
        """Returns what is particular to the kind and one number."""
        (found,) = self.numbers[name]
        return found

    def sharding(self, number: int = -1) -> str:
        """Returns the attribute of an operation whose result is split as an operand or result is."""
        return f'{{mhlo.sharding = "{hlo_sharding(self.splits[number], self.mesh)}"}}'

    def types(self, elements: Sequence[str] = ()) -> list[str]:
        """Returns the types of operands and results, f32 where no element is given."""
        return [
            type_text(shape, each) for shape, each in zip(self.shapes, chain(elements, repeat("f32")), strict=False)
        ]


class CaseKind(NamedTuple):
    """A kind of cases."""

    case: Callable[[Random], PartitionedCase]
    """Makes a random one."""
    text: Callable[[PartitionedCase], str]
    """Writes it for XLA."""


def random_split(
    random: Random, rank: int, mesh: Sequence[int], dimensions: Sequence[int] = (), unused: float = 0.25
) -> Split:
    """Returns a split of some `dimensions`, by default all, over some of the axes of a mesh."""
    found = [""] * rank
    axes = list(AXES[: len(mesh)])
    random.shuffle(axes)
    for axis in axes:
        if random.random() > unused:
            found[random.choice(dimensions or range(rank))] += axis
    return found


def tiling_of_split(split: Split, mesh: Sequence[int]) -> Tiled:
    """Returns the tiling of a split: the devices of a mesh in their usual order."""
    used = [AXES.index(axis) for axes in split for axis in axes]
    order = [*used, *[number for number in range(len(mesh)) if number not in used]]
    counts = [prod([mesh[AXES.index(axis)] for axis in axes]) for axes in split]
    return tiling(counts, transposed(range(prod(mesh)), mesh, order))


def hlo_sharding(split: Split, mesh: Sequence[int]) -> str:
    """Returns how HLO writes a split."""
    found = tiling_of_split(split, mesh)
    if found.is_whole:
        return "{replicated}"
    array = found.array() if found.replication > 1 else found.counts
    last = " last_tile_dim_replicate" if found.replication > 1 else ""
    return f"{{devices=[{','.join(map(str, array))}]{','.join(map(str, found.devices))}{last}}}"


def type_text(shape: Sequence[int], element: str = "f32") -> str:
    """Returns how StableHLO writes a type."""
    return f"tensor<{''.join([f'{size}x' for size in shape])}{element}>"


def module_text(
    case: PartitionedCase, arguments: Sequence[tuple[str, Split]], results: Sequence[tuple[str, Split]], body: str
) -> str:
    """Returns the program with a body, whose arguments are `%0`, `%1`, …"""

    def value(type: str, split: Split) -> str:
        return f'{type} {{mhlo.sharding = "{hlo_sharding(split, case.mesh)}"}}'

    given = ", ".join([f"%{number}: {value(*each)}" for number, each in enumerate(arguments)])
    given_results = ", ".join([value(*each) for each in results])
    return (
        f"module @m attributes {{mhlo.num_partitions = {case.devices} : i32, mhlo.num_replicas = 1 : i32}} {{\n"
        f"func.func @main({given}) -> ({given_results}) {{\n{body}\n}}\n}}\n"
    )


TypedSplit = tuple[str, Split]


class Inputs(NamedTuple):
    """Lines `before` an operation; its operands, names and types, by default its arguments; and `more` operands."""

    before: str = ""
    operands: Sequence[tuple[str, str]] | None = None
    more: Sequence[tuple[str, str]] = ()


def program(
    case: PartitionedCase,
    name: str,
    properties: str = "",
    regions: str = "",
    *,
    elements: Sequence[str] = (),
    inputs: Inputs | None = None,
    arguments: Sequence[TypedSplit] | None = None,
    made: Sequence[TypedSplit] | int = 1,
) -> str:
    """Returns the program of one operation of StableHLO, in generic form.

    What is `made` are its results, or how many of the last shapes of the case they are; the other shapes are its
    arguments, unless others are given.
    """
    values = list(zip(case.types(elements), case.splits, strict=False))
    count = made if isinstance(made, int) else 1
    arguments = values[:-count] if arguments is None else arguments
    made = values[-count:] if isinstance(made, int) else made
    before, operands, more = inputs or Inputs()
    if operands is None:
        operands = [(f"%{number}", type) for number, (type, _) in enumerate(arguments)]
    names, types = [[each[place] for each in (*operands, *more)] for place in (0, 1)]
    shardings = [hlo_sharding(split, case.mesh) for _, split in made]
    sharding = shardings[0] if len(made) == 1 else f"{{{', '.join(shardings)}}}"
    listed = ", ".join([type for type, _ in made])
    body = (
        f'{before}%r:{len(made)} = "stablehlo.{name}"({", ".join(names)})'
        f"{f' <{{{properties}}}>' if properties else ''}{f' ({regions})' if regions else ''} "
        f'{{mhlo.sharding = "{sharding}"}} : ({", ".join(types)}) -> ({listed})\n'
        f"return {', '.join([f'%r#{number}' for number in range(len(made))])} : {listed}"
    )
    return module_text(case, arguments, made, body)


def array(numbers: Sequence[int]) -> str:
    """Returns an attribute of numbers."""
    return f"array<i64: {', '.join(map(str, numbers))}>" if numbers else "array<i64>"


# Random gathers, scatters, and dynamic slices and updates, for the judge of the model of XLA's partitioner.


_MESHES = (*MESHES, (2,), (4,), (6,), (8,))


def _sizes(random: Random, count: int, is_uneven: bool) -> list[int]:
    return [random.randrange(1, 49) if is_uneven else random.choice((48, 96, 144, 288)) for _ in range(count)]


def even(split: Split, shape: Sequence[int], mesh: Sequence[int]) -> Split:
    """Returns a split that an argument may have: without the axes that do not divide a dimension."""
    found = list(split)
    for number, size in enumerate(shape):
        while size % prod([mesh[AXES.index(axis)] for axis in found[number]]):
            found[number] = found[number][:-1]
    return found


def _random_valid(random: Random, kind: str) -> PartitionedCase:
    """A gather, or a scatter, that XLA survives."""
    case = _random_indexing(random, kind)
    return _random_valid(random, kind) if _ends_xla(case) else case


def _ends_xla(case: PartitionedCase) -> bool:
    """Whether XLA ends with a failed check: on indices and a result (or updates) that are split along other dimensions
    than batching ones, and the second along those too; and on two tables that are split where slices have one element.
    """
    placed = [number for number in case.numbers["mapped"] if case.numbers["sizes"][number] == 1]
    if case.numbers.get("tables", [1]) != [1] and any(case.splits[0][number] for number in placed):
        return True
    indices, wanted = [tiling_of_split(split, case.mesh) for split in case.splits[1:3]]
    dims = indexed_dimensions(case)
    both = dims.of_indices(len(case.shapes[2]))
    batched = [number for _, number in dims.batched]
    pairs = [pair for pair in both if pair[0] not in batched]
    given = refined(indices, carried(wanted, [(number, each) for each, number in pairs], len(case.shapes[1])))
    if all(given.counts[each] == 1 for each, _ in pairs):
        return False
    own = refined(carried(given, pairs, len(case.shapes[2])), wanted)
    return any(own.counts[number] > 1 for each, number in both if each in batched)


def _random_indexing(random: Random, kind: str) -> PartitionedCase:
    """Tables, indices, and what is gathered, sometimes along a dimension of places, or updates that a scatter sums, or
    puts in the place of elements; all by random dimension numbers.
    """
    mesh, is_uneven = random.choice(_MESHES), random.random() < 0.1
    batching = random.choice((0, 0, 0, 1, 1, 2))
    indexed = random.choice((1, 1, 1, 2))
    kept = random.choice((0, 1, 1, 2)) if batching + indexed < 3 else random.choice((0, 1))
    ids = random.choice((1, 1, 2)) if batching < 2 else random.choice((0, 1))
    is_iota = random.random() < 0.15 and indexed == 2 and ids > 0
    rank = batching + indexed + kept
    dimensions = list(range(rank))
    random.shuffle(dimensions)
    batched = sorted(dimensions[:batching])
    mapped = dimensions[batching : batching + indexed]
    shape = _sizes(random, rank, is_uneven)
    sizes = list(shape)
    for number in [*batched, *mapped]:
        sizes[number] = 1
    collapsed = sorted(mapped)
    if random.random() < 0.15:
        number = random.choice(mapped)
        collapsed.remove(number)
        sizes[number] = random.choice((1, 1, max(1, shape[number] // 2), shape[number]))
    extents = [*[shape[number] for number in batched], *_sizes(random, ids, is_uneven)]
    places = list(range(len(extents)))
    if random.random() < 0.3:
        random.shuffle(places)
    ids_shape = [extents[place] for place in places]
    ids_batched = [places.index(number) for number in range(batching)]
    if is_iota:
        ids_shape[places.index(batching)] = shape[mapped[0]] = random.choice((48, 96))
    vector = len(ids_shape)
    window = [sizes[number] for number in range(rank) if number not in (*batched, *collapsed)]
    result_rank = len(ids_shape) + len(window)
    offset = list(range(len(ids_shape), result_rank))
    if random.random() < 0.3:
        offset = sorted(random.sample(range(result_rank), len(window)))
    rest, windows = iter(ids_shape), iter(window)
    result = [next(windows) if number in offset else next(rest) for number in range(result_rank)]
    if indexed > 1 or random.random() < 0.5:
        ids_shape = [*ids_shape, indexed]
    shapes = [shape, ids_shape, result]
    splits = [random_split(random, len(each), mesh) for each in shapes]
    if len(ids_shape) > vector and (is_iota or random.random() < 0.8):
        splits[1][vector] = ""
    splits[:2] = [even(*each, mesh) for each in zip(splits[:2], shapes[:2], strict=True)]
    if kind == "scatter":
        splits[2] = even(splits[2], result, mesh)
        splits.append(random_split(random, rank, mesh) if random.random() < 0.4 else list(splits[0]))
        shapes.append(shape)
    numbers = {
        "window": offset,
        "dropped": collapsed,
        "batched": batched,
        "ids_batched": ids_batched,
        "mapped": mapped,
        "vector": [vector],
        "sizes": sizes,
        "iota": [places.index(batching)] if is_iota else [],
    }
    if kind == "scatter":
        numbers["summed"] = [int(random.random() < 0.7)]
        numbers["tables"] = [2 if random.random() < 0.1 else 1]
    return PartitionedCase(kind, mesh, shapes, splits, numbers)


def _ids_text(case: PartitionedCase) -> tuple[TypedSplit, str, tuple[str, str]]:
    """Returns the indices that are given, what is done with them, and the value that they are then."""
    shape = case.shapes[1]
    full = type_text(shape, "i32")
    if not case.numbers["iota"]:
        return (full, case.splits[1]), "", ("%1", full)
    part, sharding = type_text([*shape[:-1], 1], "i32"), case.sharding(1)
    made = (
        f'%iota = "stablehlo.iota"() <{{iota_dimension = {case.number("iota")} : i64}}> {sharding} : () -> {part}\n'
        f'%ids = "stablehlo.concatenate"(%iota, %1) <{{dimension = {len(shape) - 1} : i64}}> {sharding} : '
        f"({part}, {part}) -> {full}\n"
    )
    return (part, case.splits[1]), made, ("%ids", full)


def _dimension_numbers(case: PartitionedCase, kind: str, *names: str) -> str:
    keys = ("window", "dropped", "batched", "ids_batched", "mapped")
    lists = [f"{name} = {case.numbers[key]}" for name, key in zip(names, keys, strict=True)]
    return f"#stablehlo.{kind}<{', '.join(lists)}, index_vector_dim = {case.number('vector')}>"


def _gather_text(case: PartitionedCase) -> str:
    names = "offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims"
    dimensions = _dimension_numbers(case, "gather", *names, "start_index_map")
    sizes = f"indices_are_sorted = false, slice_sizes = {array(case.numbers['sizes'])}"
    (given, before, ids), table = _ids_text(case), case.types()[0]
    arguments, operands = [(table, case.splits[0]), given], [("%0", table), ids]
    properties = f"dimension_numbers = {dimensions}, {sizes}"
    return program(case, "gather", properties, arguments=arguments, inputs=Inputs(before, operands))


def _scatter_text(case: PartitionedCase) -> str:
    count, (table, _, updates, _) = case.number("tables"), case.types()
    olds, news = [", ".join([f"%{each}{number}: tensor<f32>" for number in range(count)]) for each in ("old", "new")]
    block = "".join(
        [f"%r{n} = stablehlo.add %old{n}, %new{n} : tensor<f32>\n" for n in range(count * case.number("summed"))]
    )
    returned = ", ".join([f"%{'r' if case.number('summed') else 'new'}{number}" for number in range(count)])
    scalars = ", ".join(["tensor<f32>"] * count)
    region = f"{{\n^bb0({olds}, {news}):\n{block}stablehlo.return {returned} : {scalars}\n}}"
    names = "update_window_dims", "inserted_window_dims", "input_batching_dims", "scatter_indices_batching_dims"
    dimensions = _dimension_numbers(case, "scatter", *names, "scatter_dims_to_operand_dims")
    properties = f"scatter_dimension_numbers = {dimensions}, indices_are_sorted = false, unique_indices = false"
    given, before, ids = _ids_text(case)
    arguments = [(table, case.splits[0]), given, (updates, case.splits[2])]
    arguments += [(table, case.splits[0]), (updates, case.splits[2])] * (count - 1)
    tables, updated = ["%0", "%3"][:count], ["%2", "%4"][:count]
    operands = [*[(name, table) for name in tables], ids, *[(name, updates) for name in updated]]
    made = [(table, case.splits[3])] * count
    return program(case, "scatter", properties, region, arguments=arguments, made=made, inputs=Inputs(before, operands))


def indexed_dimensions(case: PartitionedCase) -> GatheredDimensions:
    """Returns the dimensions of a gather or a scatter."""
    numbers = case.numbers
    return GatheredDimensions(
        tuple(numbers["window"]),
        tuple(numbers["dropped"]),
        tuple(zip(numbers["batched"], numbers["ids_batched"], strict=True)),
        tuple(numbers["mapped"]),
        numbers["vector"][0],
        tuple(numbers["sizes"]),
    )


def _random_slice(random: Random) -> PartitionedCase:
    """A part of a value, from a place that is not constant."""
    mesh, rank = random.choice(_MESHES), random.choice((1, 2, 2, 3))
    shape = _sizes(random, rank, random.random() < 0.15)
    splits = [random_split(random, rank, mesh) for _ in range(2)]
    if random.random() < 0.4:
        splits[1] = list(splits[0])
    splits[0] = even(splits[0], shape, mesh)
    return PartitionedCase("dynamic slice", mesh, [shape, _part(random, shape)], splits, {})


def _random_update(random: Random) -> PartitionedCase:
    """A value; a part of it is replaced, at a place that is constant or not."""
    mesh, rank = random.choice(_MESHES), random.choice((1, 2, 2, 3))
    shape = _sizes(random, rank, random.random() < 0.15)
    part = _part(random, shape)
    splits = [even(random_split(random, rank, mesh), each, mesh) for each in (shape, part)]
    if random.random() < 0.4:
        splits[1] = even(splits[0], part, mesh)
    splits.append(list(splits[0]) if random.random() < 0.5 else random_split(random, rank, mesh))
    numbers = {}
    if random.random() < 0.4:
        numbers["starts"] = [random.randrange(size - length + 1) for size, length in zip(shape, part, strict=True)]
    return PartitionedCase("dynamic update", mesh, [shape, part, shape], splits, numbers)


def _part(random: Random, shape: Sequence[int]) -> list[int]:
    return [random.choice((size, size, 1, max(1, size // 2), random.randrange(1, size + 1))) for size in shape]


def _slice_text(case: PartitionedCase) -> str:
    scalars: list[TypedSplit] = [("tensor<i32>", [])] * len(case.shapes[0])
    arguments = [(case.types()[0], case.splits[0]), *scalars]
    return program(case, "dynamic_slice", f"slice_sizes = {array(case.shapes[1])}", arguments=arguments)


def _update_text(case: PartitionedCase) -> str:
    scalars: list[TypedSplit] = [("tensor<i32>", [])] * len(case.shapes[0])
    arguments = list(zip(case.types(), case.splits, strict=True))[:2]
    if (starts := case.numbers.get("starts")) is None:
        return program(case, "dynamic_update_slice", arguments=[*arguments, *scalars])
    names = [f"%c{number}" for number in range(len(starts))]
    constant = '%s = stablehlo.constant {mhlo.sharding = "{replicated}"} dense<%d> : tensor<i32>\n'
    before = "".join([constant % each for each in zip(names, starts, strict=True)])
    more = [(name, "tensor<i32>") for name in names]
    return program(case, "dynamic_update_slice", inputs=Inputs(before, more=more))


INDEXING_KINDS: dict[str, CaseKind] = {
    "scatter": CaseKind(partial(_random_valid, kind="scatter"), _scatter_text),
    "dynamic slice": CaseKind(_random_slice, _slice_text),
    "dynamic update": CaseKind(_random_update, _update_text),
    "gather": CaseKind(partial(_random_valid, kind="gather"), _gather_text),
}
