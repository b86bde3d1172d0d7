"""Operations of shape, many of which fold."""

from __future__ import annotations

from collections.abc import Callable

from tools.generator.builder import Block
from tools.generator.operations import types_of

SHAPE, SIZE, WITNESS, INDEX, TRUTH = "!shape.shape", "!shape.size", "!shape.witness", "index", "i1"
LISTS = ("tensor<?xindex>", "tensor<0xindex>", "tensor<1xindex>", "tensor<2xindex>", "tensor<3xindex>")
ARGUMENTS = (
    *(SHAPE, SHAPE, SIZE, SIZE, WITNESS, WITNESS, INDEX, INDEX, TRUTH, *LISTS, *LISTS),
    *("tensor<4x3xf32>", "tensor<2x?xf32>", "tensor<?x?x1xf32>", "tensor<*xf32>", "tensor<f32>", "!shape.value_shape"),
)
"""The types of the function's arguments."""
SIZES = (0, 1, 1, 1, 2, 2, 3, 4, 5)
NEGATIVE = (-1, -7)


class ShapeOperations:
    """What is written into a block."""

    def __init__(self, block: Block, has_negative: bool) -> None:
        self.block = block
        self.random = block.random
        self.has_negative = has_negative
        """Whether some constants are negative. Then no size is taken from a shape: the reference reads what is before
        its first one.
        """

    def pick(self, *types: str) -> tuple[str, str]:
        """Returns a value of one of the types, mostly a late one, and its type."""
        value = self.block.any_of(*types)
        return value.name, str(value.type)

    def add(self, text: str, *types: str) -> None:
        """Adds an operation with results of these types."""
        self.block.several(text, types)

    def shapes(self, *, may_fail: bool = True) -> tuple[list[str], list[str]]:
        """Returns some shapes and their types."""
        types = (SHAPE, *LISTS) if may_fail else LISTS
        found = [self.pick(*types) for _ in range(self.random.choice((2, 2, 3, 4)))]
        if self.random.random() < 0.3:
            found[-1] = found[0]
        return [value for value, _ in found], [type for _, type in found]

    def number(self) -> int:
        return self.random.choice((*SIZES, *NEGATIVE) if self.has_negative else SIZES)


def constant(build: ShapeOperations) -> None:
    """Adds a constant."""
    kind = build.random.randrange(7)
    if kind == 0:
        build.add(f"shape.const_size {build.number()}", SIZE)
    elif kind == 1:
        build.add(f"arith.constant {build.number()} : index", INDEX)
    elif kind == 2:
        build.add(f"shape.const_witness {build.random.choice(('true', 'true', 'false'))}", WITNESS)
    elif kind == 3:
        build.add(f"arith.constant {build.random.choice(('true', 'false'))}", TRUTH)
    else:
        sizes = [abs(build.number()) for _ in range(build.random.choice((0, 1, 2, 2, 3)))]
        type = SHAPE if kind == 4 else f"tensor<{len(sizes)}xindex>"
        if kind == 6:
            build.add(f"arith.constant dense<{sizes if sizes else ''}> : {type}", type)
        else:
            build.add(f"shape.const_shape [{', '.join(map(str, sizes))}] : {type}", type)


def arithmetic(build: ShapeOperations) -> None:
    """Adds an operation on two sizes."""
    name = build.random.choice(("add", "add", "mul", "div", "max", "min"))
    if name in ("max", "min"):
        type = build.random.choice((SIZE, SHAPE))
        values = [build.pick(type)[0], build.pick(type)[0]]
        build.add(f"shape.{name} {', '.join(values)} : {type}, {type} -> {type}", type)
        return
    (one, first), (other, second) = build.pick(SIZE, INDEX), build.pick(SIZE, INDEX)
    type = INDEX if (first, second) == (INDEX, INDEX) and build.random.random() < 0.8 else SIZE
    build.add(f"shape.{name} {one}, {other} : {first}, {second} -> {type}", type)


def conversion(build: ShapeOperations) -> None:
    """Adds an operation that gives a value another type."""
    kind = build.random.randrange(6)
    if kind == 0:
        value, type = build.pick(SIZE, SIZE, INDEX)
        build.add(f"shape.size_to_index {value} : {type}", INDEX)
    elif kind == 1:
        build.add(f"shape.index_to_size {build.pick(INDEX)[0]}", SIZE)
    elif kind == 2:
        value, type = build.pick(SHAPE, *LISTS)
        result = build.random.choice(LISTS if build.random.random() < 0.1 else LISTS[:1])
        build.add(f"shape.to_extent_tensor {value} : {type} -> {result}", result)
    elif kind == 3:
        value, type = build.pick(*LISTS)
        build.add(f"shape.from_extent_tensor {value} : {type}", SHAPE)
    elif kind == 4:
        value, type = build.pick(*LISTS)
        result = build.random.choice(LISTS[1:]) if type == LISTS[0] else LISTS[0]
        build.add(f"tensor.cast {value} : {type} to {result}", result)
    else:
        sizes = [build.pick(SIZE, INDEX) for _ in range(build.random.choice((0, 1, 2, 3)))]
        names, types = ", ".join([name for name, _ in sizes]), ", ".join([type for _, type in sizes])
        build.add(
            f"shape.from_extents {names} : {types}" if sizes else '"shape.from_extents"() : () -> !shape.shape', SHAPE
        )


def query(build: ShapeOperations) -> None:
    """Adds an operation that takes something from a shape or a tensor."""
    kind = build.random.randrange(8)
    shape, type = build.pick(SHAPE, *LISTS)
    place, place_type = build.pick(SIZE, INDEX)
    result = SIZE if SHAPE in (type,) or SIZE in (type, place_type) else build.random.choice((SIZE, INDEX))
    if kind == 0 and not build.has_negative:
        build.add(f"shape.get_extent {shape}, {place} : {type}, {place_type} -> {result}", result)
    elif kind <= 1:
        value, value_type = build.pick(*[type for type in ARGUMENTS if "f32" in type])
        result = SIZE if place_type == SIZE else build.random.choice((SIZE, INDEX))
        build.add(f"shape.dim {value}, {place} : {value_type}, {place_type} -> {result}", result)
    elif kind in (2, 3):
        result = SIZE if type == SHAPE else build.random.choice((SIZE, INDEX))
        name = "rank" if kind == 2 else "num_elements"
        build.add(f"shape.{name} {shape} : {type} -> {result}", result)
    elif kind == 4:
        value, value_type = build.pick(*[type for type in ARGUMENTS if "f32" in type])
        rank = value_type.count("x") - ("*" in value_type)
        exact = LISTS[0] if "*" in value_type else f"tensor<{rank}xindex>"
        result = build.random.choice((SHAPE, LISTS[0], exact, exact))
        build.add(f"shape.shape_of {value} : {value_type} -> {result}", result)
    elif kind == 5:
        extracted = build.random.choice((*LISTS[:1], *LISTS[2:]))
        build.add(f"tensor.extract {build.pick(extracted)[0]}[{build.pick(INDEX)[0]}] : {extracted}", INDEX)
    elif kind == 6:
        list, list_type = build.pick(*LISTS[2:])
        name = build.pick("tensor<*xf32>")[0]
        build.add(f"tensor.reshape {name}({list}) : (tensor<*xf32>, {list_type}) -> tensor<*xf32>", "tensor<*xf32>")
    else:
        tails = build.random.choice(((SHAPE, SHAPE), (LISTS[0], LISTS[0])))
        types = ", ".join(tails)
        build.add(f'"shape.split_at"({shape}, {place}) : ({type}, {place_type}) -> ({types})', *tails)


def several(build: ShapeOperations) -> None:
    """Adds an operation on several shapes or witnesses."""
    kind = build.random.randrange(9)
    values, types = build.shapes(may_fail=build.random.random() < 0.4)
    names, of_types = ", ".join(values), ", ".join(types)
    result = SHAPE if SHAPE in types else build.random.choice((LISTS[0], SHAPE))
    if kind == 0:
        if build.random.random() < 0.2:
            names, of_types = values[0], types[0]
            result = SHAPE if types[0] == SHAPE else build.random.choice((LISTS[0], SHAPE))
        build.add(f"shape.broadcast {names} : {of_types} -> {result}", result)
    elif kind == 1:
        build.add(f"shape.any {names} : {of_types} -> {result}", result)
    elif kind == 2:
        build.add(f"shape.concat {values[0]}, {values[1]} : {types[0]}, {types[1]} -> {result}", result)
    elif kind in (3, 4):
        name = build.random.choice(("cstr_broadcastable", "cstr_broadcastable", "cstr_eq"))
        build.add(f"shape.{name} {names} : {of_types}", WITNESS)
    elif kind == 5:
        name = build.random.choice(("shape_eq", "is_broadcastable"))
        if name == "is_broadcastable" and build.random.random() < 0.3:
            names, of_types = values[0], types[0]
        build.add(f"shape.{name} {names} : {of_types}", TRUTH)
    elif kind == 6:
        build.add(f'shape.cstr_require {build.pick(TRUTH)[0]}, "required"', WITNESS)
    else:
        witnesses = [build.pick(WITNESS)[0] for _ in range(build.random.choice((1, 2, 2, 3, 4)))]
        build.add(f"shape.assuming_all {', '.join(witnesses)}", WITNESS)


def region(build: ShapeOperations) -> None:
    """Adds an operation with a region."""
    block, random = build.block, build.random
    if random.random() < 0.75:
        inner = ShapeOperations(block.child(()), build.has_negative)
        for _ in range(random.choice((0, 1, 2))):
            random.choice(ADDING[:-1])(inner)
        given = [inner.block.any_of(INDEX, SIZE, SHAPE, WITNESS, *LISTS) for _ in range(random.choice((0, 1, 2, 2)))]
        inner.block.leave(given, "shape.assuming_yield")
        head = f"shape.assuming {build.pick(WITNESS)[0]}" + (f" -> ({types_of(given)})" if given else "")
        block.several(f"{head} {inner.block.text(labelled=False)}", [value.type for value in given])
        return
    shape, type = build.pick(SHAPE, *LISTS)
    size = SIZE if type == SHAPE else INDEX
    start = build.pick(size)[0]
    inner = ShapeOperations(block.child([INDEX, size, size]), build.has_negative)
    for _ in range(random.choice((1, 2))):
        random.choice(ADDING[:-1])(inner)
    inner.block.leave([inner.block.value(size)], "shape.yield")
    block.made(f"shape.reduce({shape}, {start}) : {type} -> {size} {inner.block.text()}", size)


ADDING: tuple[Callable[[ShapeOperations], None], ...] = (
    *(constant, constant, constant, arithmetic, arithmetic, conversion, query, query, several, several, several),
    region,
)


def fill(block: Block) -> None:
    """Writes operations of shape."""
    for type in ARGUMENTS:
        block.root.argument(type)
    build = ShapeOperations(block, block.chance(0.3))
    for _ in range(block.random.choice((3, 5, 8, 12, 20))):
        block.random.choice(ADDING)(build)
