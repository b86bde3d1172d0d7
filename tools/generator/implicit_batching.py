"""Random modules of gathers and scatters with implicit batch dimensions, or nearly: `module(seed)`.

A component of most indices comes from an iota along dimension 0: alone or in a concatenation, through reshapes,
broadcasts, clamps and selects. Around them stand constants and operations that nothing uses.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

UNKNOWN = -1
Sizes = tuple[int, ...]


def tensor(sizes: Sequence[int], element: str = "i32") -> str:
    """`tensor<4x?xi32>`."""
    parts = ["?" if size == UNKNOWN else str(size) for size in sizes]
    return f"tensor<{'x'.join([*parts, element])}>"


def listed(numbers: Sequence[int]) -> str:
    return f"[{', '.join(map(str, numbers))}]"


def types_of(types: Sequence[str]) -> str:
    return types[0] if len(types) == 1 else f"({', '.join(types)})"


class Function:
    """A function that is being written; values that are not there are arguments."""

    def __init__(self, random: Random, name: str) -> None:
        self.random = random
        self.name = name
        self.lines: list[str] = []
        self.arguments: list[str] = []
        self.results: list[tuple[str, str]] = []
        self.count = 0

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def new_name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def argument(self, type: str) -> str:
        name = self.new_name()
        sharding = ""
        if self.chance(0.1) and "?" not in type:
            dimensions = ", ".join(["{}"] * type.count("x"))
            sharding = f" {{sdy.sharding = #sdy.sharding<@mesh, [{dimensions}]>}}"
        self.arguments.append(f"{name}: {type}{sharding}")
        return name

    def op(self, text: str) -> str:
        """Writes an operation with one result."""
        name = self.new_name()
        location = f' loc("{self.random.randrange(99)}")' if self.chance(0.2) else ""
        self.lines.append(f"{name} = {text}{location}")
        return name

    def constant(self) -> None:
        """A constant, which may have been there before, and perhaps something that nothing uses."""
        value = self.op(f"stablehlo.constant dense<{self.random.randrange(3)}> : tensor<4xi32>")
        if self.chance(0.5):
            used = self.op(f"stablehlo.add {value}, {value} : tensor<4xi32>")
            if self.chance(0.5):
                self.results.append((used, "tensor<4xi32>"))

    # Indices.

    def iota(self, sizes: Sizes) -> str:
        """Values of that shape that come from an iota, mostly along dimension 0, or do not quite."""
        type, kind = tensor(sizes), self.random.random()
        if UNKNOWN in sizes or not sizes:
            return self.argument(type)
        if kind < 0.5:
            dimension = 0 if self.chance(0.85) else self.random.randrange(len(sizes))
            return self.op(f"stablehlo.iota dim = {dimension} : {type}")
        if kind < 0.6:
            flat = (*sizes, 1) if self.chance(0.5) else (1, *sizes) if self.chance(0.3) else sizes
            return self.op(f"stablehlo.reshape {self.iota(flat)} : ({tensor(flat)}) -> {type}")
        if kind < 0.72:
            kept = sorted(self.random.sample(range(len(sizes)), self.random.randint(1, len(sizes))))
            inner = tuple([sizes[dimension] for dimension in kept])
            return self.op(
                f"stablehlo.broadcast_in_dim {self.iota(inner)}, dims = {listed(kept)} : ({tensor(inner)}) -> {type}"
            )
        if kind < 0.8:
            low, high = self.argument(type), self.argument(type)
            return self.op(f"stablehlo.clamp {low}, {self.iota(sizes)}, {high} : {type}")
        if kind < 0.9:
            predicate = self.argument(tensor(sizes, "i1"))
            branches = [self.iota(sizes), self.iota(sizes) if self.chance(0.5) else self.argument(type)]
            self.random.shuffle(branches)
            return self.op(f"stablehlo.select {predicate}, {', '.join(branches)} : {tensor(sizes, 'i1')}, {type}")
        if kind < 0.95:
            return self.op(f"stablehlo.negate {self.iota(sizes)} : {type}")
        return self.argument(type)

    def indices(self, sizes: Sizes, vector: int) -> str:
        """Indices of that shape, whose components are along the dimension `vector`, if there is such a dimension."""
        if UNKNOWN in sizes and self.chance(0.6):
            return self.argument(tensor(sizes))
        if vector == len(sizes) or self.chance(0.15):
            return self.iota(sizes)
        along = vector if self.chance(0.93) else self.random.randrange(len(sizes))
        widths = [1] * sizes[along]
        if self.chance(0.2) and len(widths) > 1:
            widths[0] += widths.pop()
        if self.chance(0.05):
            widths.insert(self.random.randint(0, len(widths)), 0)
        shapes = [(*sizes[:along], width, *sizes[along + 1 :]) for width in widths]
        parts = [self.iota(shape) if self.chance(0.8) else self.argument(tensor(shape)) for shape in shapes]
        if len(parts) == 1 and self.chance(0.5):
            return parts[0]
        inputs = ", ".join(map(tensor, shapes))
        return self.op(f"stablehlo.concatenate {', '.join(parts)}, dim = {along} : ({inputs}) -> {tensor(sizes)}")

    # Gathers and scatters.

    def flags(self, *names: str) -> list[str]:
        return [f"{name} = {self.random.choice(('true', 'false'))}" for name in names if self.chance(0.3)]

    def decoration(self) -> str:
        return ' {sdy.note = "n", mhlo.k = 1 : i32}' if self.chance(0.15) else ""

    def gather_or_scatter(self) -> None:
        """Writes a gather or a scatter."""
        random = self.random
        rank, batch_rank = random.choice((1, 2, 2, 3, 3)), random.randint(1, 2)
        operand = [random.choice((2, 3, 4)) for _ in range(rank)]
        batch = [random.choice((2, 3, 4)) for _ in range(batch_rank)]
        if self.chance(0.95):
            operand[0] = batch[0]
        if self.chance(0.08):
            operand[0] = batch[0] = UNKNOWN
        count = random.choice((1, rank, rank, min(2, rank)))
        index_map = random.sample(range(rank), count)
        if 0 not in index_map and self.chance(0.9):
            index_map[random.randrange(count)] = 0
        collapsed = sorted(random.sample(range(rank), random.randint(0, rank)))
        if 0 not in collapsed and self.chance(0.9):
            collapsed.insert(0, 0)
        vector = batch_rank if self.chance(0.8) else random.randint(0, batch_rank)
        sizes = (*batch[:vector], count, *batch[vector:])
        if count == 1 and vector == batch_rank and self.chance(0.3):
            sizes = tuple(batch)
        window = [1 if size == UNKNOWN else random.randint(1, size) for size in operand]
        slices = [1 if dimension in collapsed else window[dimension] for dimension in range(rank)]
        kept = [slices[dimension] for dimension in range(rank) if dimension not in collapsed]
        offsets = sorted(random.sample(range(batch_rank + len(kept)), len(kept)))
        rest = {True: iter(kept), False: iter(batch)}
        shape = [next(rest[place in offsets]) for place in range(batch_rank + len(kept))]
        indices = self.indices(sizes, vector)
        dimensions = (offsets, collapsed, index_map, vector)
        if self.chance(0.5):
            self.gather(operand, indices, sizes, shape, dimensions, slices)
        else:
            self.scatter(operand, indices, sizes, shape, dimensions)

    def gather(
        self,
        operand: Sequence[int],
        indices: str,
        sizes: Sizes,
        shape: Sequence[int],
        dimensions: tuple[Sequence[int], Sequence[int], Sequence[int], int],
        slices: Sequence[int],
    ) -> None:
        offsets, collapsed, index_map, vector = dimensions
        numbers = (
            f"#stablehlo.gather<offset_dims = {listed(offsets)}, collapsed_slice_dims = {listed(collapsed)}, "
            f"start_index_map = {listed(index_map)}, index_vector_dim = {vector}>"
        )
        slice_sizes = f"slice_sizes = array<i64: {', '.join(map(str, slices))}>"
        properties = [f"dimension_numbers = {numbers}", *self.flags("indices_are_sorted"), slice_sizes]
        source, result = tensor(operand, "f32"), tensor(shape, "f32")
        value = self.op(
            f'"stablehlo.gather"({self.argument(source)}, {indices}) <{{{", ".join(properties)}}}>{self.decoration()} '
            f": ({source}, {tensor(sizes)}) -> {result}"
        )
        self.results.append((value, result))

    def scatter(
        self,
        operand: Sequence[int],
        indices: str,
        sizes: Sizes,
        shape: Sequence[int],
        dimensions: tuple[Sequence[int], Sequence[int], Sequence[int], int],
    ) -> None:
        windows, inserted, index_map, vector = dimensions
        numbers = (
            f"#stablehlo.scatter<update_window_dims = {listed(windows)}, inserted_window_dims = {listed(inserted)}, "
            f"scatter_dims_to_operand_dims = {listed(index_map)}, index_vector_dim = {vector}>"
        )
        properties = [f"scatter_dimension_numbers = {numbers}", *self.flags("indices_are_sorted", "unique_indices")]
        count = 2 if self.chance(0.2) else 1
        source, update = tensor(operand, "f32"), tensor(shape, "f32")
        inputs = [self.argument(source) for _ in range(count)]
        updates = [self.argument(update) for _ in range(count)]
        arguments = [self.new_name() for _ in range(2 * count)]
        constant = self.new_name()
        has_constant = self.chance(0.4)
        body = [f"{constant} = stablehlo.constant dense<1.0> : tensor<f32>"] if has_constant else []
        sums = [self.new_name() for _ in range(count)]
        for place, name in enumerate(sums):
            other = constant if has_constant and self.chance(0.5) else arguments[count + place]
            body.append(f"{name} = stablehlo.add {arguments[place]}, {other} : tensor<f32>")
        body.append(f"stablehlo.return {', '.join(sums)} : {', '.join(['tensor<f32>'] * count)}")
        heads = ", ".join([f"{name}: tensor<f32>" for name in arguments])
        types = [*[source] * count, tensor(sizes), *[update] * count]
        name = self.new_name()
        text = "\n".join(body)
        results = name if count == 1 else f"{name}:{count}"
        self.lines.append(
            f'{results} = "stablehlo.scatter"({", ".join([*inputs, indices, *updates])}) '
            f"<{{{', '.join(properties)}}}> ({{\n^bb0({heads}):\n{text}\n}}){self.decoration()} : "
            f"({', '.join(types)}) -> {types_of([source] * count)}"
        )
        self.results.append((f"{name}#0" if count > 1 else name, source))

    def step(self) -> None:
        """Writes a gather or scatter, or something beside them; perhaps in a region."""
        if self.chance(0.3):
            self.constant()
        elif self.chance(0.1):
            outer, self.lines = self.lines, []
            results, self.results = self.results, []
            self.step()
            body, self.lines = "\n".join(self.lines), outer
            values, types = [name for name, _ in self.results], [type for _, type in self.results]
            self.results = results
            end = f"stablehlo.return {', '.join(values)} : {', '.join(types)}" if values else "stablehlo.return"
            head = ""
            if values:
                name = self.new_name()
                head = f"{name}:{len(values)} = "
                self.results += [(f"{name}#{place}", type) for place, type in enumerate(types)]
            predicate = self.argument("tensor<i32>")
            self.lines.append(
                f'{head}"stablehlo.case"({predicate}) ({{\n{body}\n{end}\n}}) : (tensor<i32>) -> {types_of(types)}'
            )
        else:
            self.gather_or_scatter()

    def text(self) -> str:
        for _ in range(self.random.choice((1, 2, 2, 3))):
            self.step()
        returned = [(name, type) for name, type in self.results if self.chance(0.9)]
        types = [type for _, type in returned]
        end = (
            f"func.return {', '.join([name for name, _ in returned])} : {', '.join(types)}" if types else "func.return"
        )
        body = "\n".join([*self.lines, end])
        arrow = f" -> ({', '.join(types)})" if types else ""
        return f"func.func @{self.name}({', '.join(self.arguments)}){arrow} {{\n{body}\n}}"


def module(seed: int) -> str:
    """Returns the text of a module, the same for the same seed."""
    random = Random(f"implicit batching {seed}")
    functions = [Function(random, name).text() for name in ("main", "f")[: random.choice((1, 1, 2))]]
    return "\n".join(['sdy.mesh @mesh = <["a"=2]>', *functions]) + "\n"
