"""Gathers and scatters."""

from __future__ import annotations

from tools.generator.local_programs.collectives import reduced
from tools.generator.local_programs.operations import numbers
from tools.generator.local_programs.program import Body, Factor
from tools.generator.writing import Part, Value, count_of, tensor


class Dimensions:
    """The dimensions of an operand that is indexed, of its indices, and of the slices or updates."""

    def __init__(self, body: Body) -> None:
        random = body.program.random
        self.body = body
        rank = random.choice((1, 2, 2, 3))
        batching = random.choice((0, 0, 0, 1))
        batch = random.choice((0, 1, 1, 2))
        factors = body.factors(rank + batching + batch, 3)
        self.operand = factors[:rank]
        self.batching = factors[rank : rank + batching]
        self.batch = factors[rank + batching :]
        self.roles = [random.choice(("indexed", "indexed", "window", "window", "single")) for _ in range(rank)]
        """What operand dimensions are: indexed one by one, a window (which may be indexed), or of single elements."""
        if "indexed" not in self.roles and "window" not in self.roles:
            self.roles[0] = "indexed"
        self.places = [*self.batching, *self.operand]
        self.map = [number + batching for number, role in enumerate(self.roles) if role == "indexed"]
        self.map += [
            number + batching for number, role in enumerate(self.roles) if role == "window" and random.random() < 0.1
        ]
        random.shuffle(self.map)
        if not self.map:
            self.map = [batching]
        self.collapsed = [number + batching for number, role in enumerate(self.roles) if role != "window"]
        if random.random() < 0.15 and self.collapsed:
            self.collapsed.pop(random.randrange(len(self.collapsed)))  # A window of size 1.
        self.sizes = [
            1 if number < batching or self.roles[number - batching] != "window" else self.window_size(factor)
            for number, factor in enumerate(self.places)
        ]
        self.windows = [number for number in range(batching, len(self.places)) if number not in self.collapsed]
        index_batch = [*self.batching, *self.batch]
        self.vector_dimension = len(index_batch)
        if len(self.map) > 1 or random.random() < 0.7:
            if random.random() < 0.3:
                self.vector_dimension = random.randrange(len(index_batch) + 1)
            self.indices = [*index_batch]
            self.indices.insert(self.vector_dimension, Factor(len(self.map)))
        else:
            self.indices = index_batch
        self.index_batch = index_batch

    def window_size(self, factor: Factor) -> int:
        random = self.body.program.random
        if factor.parts and random.random() < 0.97:
            return factor.size
        return random.randint(1, factor.size)

    def slices(self) -> tuple[list[Factor], list[int]]:
        """The dimensions of what is gathered, or of updates, and which of them are of windows."""
        random = self.body.program.random
        found = [*self.index_batch]
        places: list[int] = []
        for number in self.windows:
            size, factor = self.sizes[number], self.places[number]
            parts = factor.parts if size == factor.size and size % count_of(factor.parts) == 0 and size > 1 else ()
            place = random.randint(places[-1] + 1 if places else 0, len(found)) if random.random() < 0.3 else len(found)
            found.insert(place, Factor(size, parts))
            places.append(place)
        return found, places

    def trivial_parts(self) -> tuple[Part, ...]:
        """The axes of sharded dimensions that slices have one element of."""
        return tuple(
            [
                part
                for number, factor in enumerate(self.places)
                if number >= len(self.batching) and self.sizes[number] == 1 and count_of(factor.parts) > 1
                for part in factor.parts
            ]
        )

    def batching_text(self, operand: str, indices: str) -> str:
        if not self.batching:
            return ""
        place = 0 if self.vector_dimension or len(self.indices) == len(self.index_batch) else 1
        return f"{operand} = [0], {indices} = [{place}], "


def gather(body: Body) -> None:
    random = body.program.random
    dimensions = Dimensions(body)
    element = random.choice(("f32", "f32", "i32", "i1", "ui8", "complex<f32>"))
    operand = body.input(dimensions.places, element)
    # Of sharded dimensions the reference can only have indices of 64 bits.
    is_sharded = any(dimensions.places[number].parts for number in dimensions.map)
    index_type = random.choice(("i64", "ui64")) if is_sharded else random.choice(("i64", "i32", "ui8"))
    indices = body.input(dimensions.indices, index_type)
    slices, offsets = dimensions.slices()
    shape, lists = body.result(slices)
    batching = dimensions.batching_text("operand_batching_dims", "start_indices_batching_dims")
    sorted_ = random.choice(("", "", "indices_are_sorted = true, ", "indices_are_sorted = false, "))
    text = (
        f'"stablehlo.gather"({operand.name}, {indices.name}) <{{dimension_numbers = #stablehlo.gather<'
        f"offset_dims = {numbers(offsets)}, collapsed_slice_dims = {numbers(dimensions.collapsed)}, {batching}"
        f"start_index_map = {numbers(dimensions.map)}, index_vector_dim = {dimensions.vector_dimension}>, {sorted_}"
        f"slice_sizes = array<i64: {', '.join(map(str, dimensions.sizes))}>}}>{body.attributes(lists)} : "
        f"({operand.type}, {indices.type}) -> {tensor(shape, element)}"
    )
    result = body.add(text, shape, element, lists)
    reduced(body, result, dimensions.trivial_parts())


BODIES = ("add", "add", "multiply", "maximum", "minimum", "and", "or", "subtract", "second", "swapped")


def scatter(body: Body) -> None:
    random = body.program.random
    dimensions = Dimensions(body)
    element = random.choice(("f32", "f32", "i32", "i1", "ui8", "bf16", "f64"))
    count = random.choice((1, 1, 1, 2))
    indices = body.input(dimensions.indices, random.choice(("i32", "i64", "ui32")))
    operands = [body.input(dimensions.places, element) for _ in range(count)]
    slices, windows = dimensions.slices()
    updates = [body.input(slices, element) for _ in range(count)]
    shape, lists = body.result(dimensions.places)
    batching = dimensions.batching_text("input_batching_dims", "scatter_indices_batching_dims")
    flags = "".join([f"{name} = true, " for name in ("indices_are_sorted",) if random.random() < 0.2])
    values = [*operands, indices, *updates]
    names, types = ", ".join([value.name for value in values]), ", ".join([value.type for value in values])
    type = tensor(shape, element)
    results = type if count == 1 else f"({type}, {type})"
    unique = ", unique_indices = true" if random.random() < 0.2 else ""
    text = (
        f'"stablehlo.scatter"({names}) <{{{flags}scatter_dimension_numbers = #stablehlo.scatter<'
        f"update_window_dims = {numbers(windows)}, inserted_window_dims = {numbers(dimensions.collapsed)}, {batching}"
        f"scatter_dims_to_operand_dims = {numbers(dimensions.map)}, "
        f"index_vector_dim = {dimensions.vector_dimension}>{unique}}}> "
        f"{computation(body, element, count)}{body.attributes(*[lists] * count)} : ({types}) -> {results}"
    )
    name = body.program.new_name()
    body.line(f"{name}{'' if count == 1 else f':{count}'} = {text}")
    for number in range(count):
        body.values.append(Value(name if count == 1 else f"{name}#{number}", shape, element, lists))
    if count == 1 and lists is not None:
        used = {part for parts in lists for part in parts}
        axes = [part for number, factor in enumerate(slices) if number not in windows for part in factor.parts]
        reduced(body, body.values[-1], tuple([part for part in axes if part not in used]))


def computation(body: Body, element: str, count: int) -> str:
    """The region of a scatter."""
    program = body.program
    scalar = f"tensor<{element}>"
    arguments = [program.new_name() for _ in range(2 * count)]
    lines, returned = [], []
    kind = program.random.choice(BODIES)
    for number in range(count):
        one, other = arguments[number], arguments[number + count]
        if program.chance(0.05):
            kind = program.random.choice(BODIES)
        if kind == "second":
            returned.append(other)
            continue
        name = program.new_name()
        returned.append(name)
        if kind == "swapped":
            lines.append(f"{name} = stablehlo.add {other}, {one} : {scalar}")
        elif kind in ("and", "or") and element[0] == "f":
            lines.append(f"{name} = stablehlo.maximum {one}, {other} : {scalar}")
        else:
            op = "and" if kind in ("and", "or") and element[0] == "b" else kind
            op = "add" if op in ("and", "or", "subtract") and element in ("bf16", "i1") and op != "and" else op
            op = "maximum" if op == "and" and element == "bf16" else op
            lines.append(f"{name} = stablehlo.{op} {one}, {other} : {scalar}")
    heads = ", ".join([f"{name}: {scalar}" for name in arguments])
    end = f"stablehlo.return {', '.join(returned)} : {', '.join([scalar] * count)}"
    return "({\n" + "\n".join([f"^bb0({heads}):", *lines, end]) + "\n})"
