"""Random modules for op sharding rules: `module(seed)`.

They have the operations of the StableHLO generator whose rules depend on many things, more of them and with sizes that
have more in common, and besides what the rules look for around them: slices that are concatenated, constant indices,
bodies of scatters, custom calls with known targets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from random import Random

from sdyopt.dialects.sdy import syntax as printing
from sdyopt.dialects.sdy.attributes import Mesh, MeshAxis
from sdyopt.dialects.stablehlo.attributes import ScatterDimensionNumbers
from sdyopt.dialects.stablehlo.sharding_rules.custom_calls import RULES, WITHOUT_RULE
from sdyopt.mlir.write.attributes import text_of
from tools.generator import stablehlo
from tools.generator.builder import Block
from tools.generator.functions import write
from tools.generator.literals import ELEMENTS, FLOATS, i64_array
from tools.generator.operations import Op, Tensor, Type, Value, tensor_of
from tools.generator.program import Program, Recipe
from tools.generator.stablehlo import computations, shapes
from tools.generator.stablehlo.computations import binary
from tools.generator.stablehlo.shapes import gather_like

MESH = Mesh((MeshAxis("x", 2), MeshAxis("y", 4)))

COMPOSITE_SIZES = (1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 24, 30, 35, 36, 48, 60, 64)


def module(seed: int, most: int = 12, mesh: Mesh = MESH) -> str:
    """A function with 1 to `most` operations."""
    program = Program(Random(f"sharding rules {seed}"), stablehlo.STEPS)
    program.sizes = program.random.choice([range(1, 9), (1, 2), (2, 3, 4, 6), (0, 1, 2, 5)])
    block = Block(program)
    names = sorted(RECIPES)
    for _ in range(program.random.randint(1, most)):
        RECIPES[program.random.choice(names)](block)
    return "\n".join([*program.declarations, f"sdy.mesh @mesh = {printing.mesh(mesh)}", write(block, "@main", ()), ""])


# Reshapes.


def regrouped(block: Block, sizes: Sequence[int]) -> tuple[int, ...]:
    """A shape whose dimensions are products of neighbours among the sizes, with some ones in between."""
    shape: list[int] = []
    for size in sizes:
        if shape and block.chance():
            shape[-1] *= size
        else:
            shape.append(size)
    for _ in range(block.random.choice([0, 0, 0, 1, 2])):
        shape.insert(block.random.randint(0, len(shape)), 1)
    return tuple(shape)


def reshape(block: Block) -> None:
    """A reshape of which both sides are products of the same numbers, in the same order or in another one."""
    sizes = [block.random.choice(COMPOSITE_SIZES[:12]) for _ in range(block.random.randint(0, 6))]
    operand = regrouped(block, sizes)
    if block.chance():
        block.random.shuffle(sizes)
    result = regrouped(block, sizes)
    if block.chance(0.1):
        operand = tuple(block.random.choice(COMPOSITE_SIZES) for _ in range(block.random.randint(1, 3)))
        result = shapes.factored(block, prod(operand))
    block.emit("stablehlo.reshape", [Tensor(operand, "f32")], [Tensor(result, "f32")], tail="")


# What defines the operands.


def sliced(block: Block, value: Value, shape: Sequence[int]) -> Value:
    """A slice from the start of a value."""
    op = Op(
        "stablehlo.slice",
        [value],
        [Tensor(tuple(shape), tensor_of(value).element)],
        {
            "start_indices": i64_array([0] * len(shape)),
            "limit_indices": i64_array(shape),
            "strides": i64_array([1] * len(shape)),
        },
    )
    (result,) = block.add(op, named=True)
    return result


def concatenation(block: Block) -> None:
    """Values and slices, of one value or of several, one after the other."""
    shape = block.shape(1, 3)
    dimension = block.random.randrange(len(shape))
    sources = [block.value(Tensor(shape, "f32")) for _ in range(block.random.choice([1, 1, 2]))]
    operands = []
    for _ in range(block.random.randint(1, 4)):
        source = block.random.choice(sources)
        cut = list(shape)
        cut[dimension] = block.random.randint(0, shape[dimension])
        kind = block.random.choice(["value", "slice", "slice", "slice of a slice"])
        if kind == "slice of a slice":
            source = sliced(block, source, shape)
        operands.append(source if kind == "value" else sliced(block, source, cut))
    sizes = [operand.type.shape[dimension] for operand in operands]  # type: ignore[union-attr, index]
    result = (*shape[:dimension], sum(sizes), *shape[dimension + 1 :])  # type: ignore[arg-type]
    op = Op("stablehlo.concatenate", operands, [Tensor(result, "f32")], {"dimension": f"{dimension} : i64"})
    block.add(op.in_form(f"{op.uses}, dim = {dimension}", "dimension"))


def constant(block: Block, type: Tensor, name: str) -> Value:
    """A constant of zeros."""
    (value,) = block.add(Op(name, (), [type], {"value": f"dense<0> : {type}"}), named=True)
    return value


def dynamic_update_slice(block: Block) -> None:
    """An update at indices of which some are constants."""
    shape = block.shape(0, 3)
    update = tuple(block.random.choice([size, block.random.randint(0, size)]) for size in shape)
    index = Tensor((), "i32")
    constants = block.random.choice([0, 0.5, 1, 1])
    indices = []
    for _ in shape:
        name = block.pick("stablehlo.constant", "sdy.constant", "chlo.constant")
        indices.append(constant(block, index, name) if block.chance(constants) else block.value(index))
    operand = Tensor(shape, "f32")
    operands = [block.value(operand), block.value(Tensor(update, "f32")), *indices]
    block.add(Op("stablehlo.dynamic_update_slice", operands, [operand]))


# Scatters.


def update_computation(block: Block, elements: Sequence[str]) -> str:
    """The body of a scatter: a reduction that is known, or something like one."""
    scalars = [Tensor((), element) for element in elements]
    inner = block.child([*scalars, *scalars])
    count = len(elements)
    common = block.pick("add", "multiply", "maximum", "minimum", "and", "or", "xor", "subtract")
    results = []
    for index, element in enumerate(elements):
        first, second = inner.arguments[index], inner.arguments[count + index]
        is_number = element[0] in "fbc"
        name = common if block.chance(0.85) else block.pick("add", "maximum", "and", "or")
        if name in ("and", "or", "xor") and is_number:
            name = "add"
        if name == "subtract" and element == "i1":
            name = "or"
        kind = block.random.choice(["both"] * 10 + ["turned", "turned", "same", "update", "input", "nested", "unused"])
        if kind == "turned":
            first, second = second, first
        elif kind == "same":
            second = first
        elif kind == "nested":
            first = binary(inner, name, first, second)
        elif kind == "unused":
            binary(inner, "maximum", first, second)
        returned = {"update": second, "input": first}.get(kind)
        results.append(binary(inner, name, first, second) if returned is None else returned)
    inner.leave(results)
    return inner.text()


def scatter(block: Block) -> None:
    """A scatter with any body."""
    operand, indices, _, updates, numbers = gather_like(block)
    elements = [block.pick("f32", "i32", "i1") for _ in range(block.random.choice([1, 1, 2, 3]))]
    types = [operand._replace(element=element) for element in elements]
    op = Op(
        "stablehlo.scatter",
        [
            *[block.value(type) for type in types],
            block.value(indices),
            *[block.value(Tensor(updates, element)) for element in elements],
        ],
        types,
        {
            "scatter_dimension_numbers": text_of(ScatterDimensionNumbers(*numbers)),
            **flags(block, "indices_are_sorted", "unique_indices"),
        },
        [update_computation(block, elements)],
    )
    block.add(op)


def flags(block: Block, *names: str) -> dict[str, str]:
    """Returns some of the attributes, which are true or false."""
    return {name: block.random.choice(("true", "false")) for name in names if block.chance(0.3)}


# Sorts and windows.


def sort(block: Block) -> None:
    """A sort of a shape with many dimensions of size 1."""
    program = block.program
    sizes, program.sizes = program.sizes, (1, 1, 1, 2, 5)
    computations.sort(block)
    program.sizes = sizes


def plain_convolution(block: Block) -> None:
    """A convolution without groups whose windows cover much of the image."""
    image = [block.random.choice(COMPOSITE_SIZES) for _ in range(block.random.randint(1, 3))]
    window = [block.random.choice([size, 1, 2, 3, block.random.randint(1, size)]) for size in image]
    strides = [block.random.choice([1, 2, 3, max(1, size)]) for size in window]
    window = [min(pair) for pair in zip(window, image, strict=True)]
    counts = [(size - part) // stride + 1 for size, part, stride in zip(image, window, strides, strict=True)]
    batch, features, outputs = (block.random.choice([1, 2, 3, 4]) for _ in range(3))
    labels = "".join(f"{number}, " for number in range(len(image)))
    dimensions = f"[b, {labels}f]x[{labels}i, o]->[b, {labels}f]"
    block.emit(
        "stablehlo.convolution",
        [Tensor((batch, *image, features), "f32"), Tensor((*window, features, outputs), "f32")],
        [Tensor((batch, *counts, outputs), "f32")],
        {
            "dimension_numbers": f"#stablehlo.conv<{dimensions}>",
            "batch_group_count": "1 : i64",
            "feature_group_count": "1 : i64",
            "window_strides": i64_array(strides),
        },
    )


# Custom calls.


def custom_call(block: Block, target: str, operands: Sequence[Type], results: Sequence[Type]) -> list[Value]:
    """A call of a target that is known."""
    values = [block.value(type) for type in operands]
    op = Op("stablehlo.custom_call", values, results, {"call_target_name": f'"{target}"'})
    return block.add(op, named=True)


def pointwise_call(block: Block) -> None:
    """A call of which operands and results have the same shape, or nearly."""
    shape = block.shape(0, 3)
    fitting: list[Type] = [Tensor(shape, "f32"), Tensor(shape, block.pick(*ELEMENTS))]
    odd: list[Type] = [
        Tensor(block.shape(0, 3), "f32"),
        Tensor(shape[:1], "f32"),
        "!stablehlo.token",
        "tuple<tensor<2xf32>>",
    ]
    kinds = [*fitting, *(odd if block.chance(0.3) else [])]
    operands, results = ([block.random.choice(kinds) for _ in range(block.random.randint(0, 3))] for _ in range(2))
    names = sorted({*RULES, *WITHOUT_RULE, "Sharding"} - DECOMPOSITIONS.keys() - TOP_K)
    custom_call(block, block.random.choice(names), operands, results or [fitting[0]])


DECOMPOSITIONS: dict[str, Callable[[Tensor, Tensor], tuple[list[Type], list[Type]]]] = {
    "Eigh": lambda matrices, vectors: ([matrices], [matrices, vectors]),
    "Qr": lambda matrices, vectors: ([matrices], [matrices, vectors]),
    "QrDecompositionBlock": lambda matrices, vectors: ([matrices], [matrices, vectors]),
    "ProductOfElementaryHouseholderReflectors": lambda matrices, vectors: ([matrices, vectors], [matrices]),
}
"""The types of operands and results for matrices and vectors."""

TOP_K = frozenset(("mhlo.topk", "ApproxTopK", "PartialReduce"))


def decomposition(block: Block) -> None:
    """A call that decomposes matrices."""
    batch = block.shape(0, 2)
    rows, columns, rank = block.size(), block.size(), block.size()
    element = block.pick(*FLOATS)
    name = block.random.choice(sorted(DECOMPOSITIONS))
    types = DECOMPOSITIONS[name](Tensor((*batch, rows, columns), element), Tensor((*batch, rank), element))
    custom_call(block, name, *types)


def top_k(block: Block) -> None:
    """A call that selects some of the elements along a dimension."""
    shape = block.shape(1, 3)
    cut = tuple(block.random.choice([size, size, block.random.randint(0, size)]) for size in shape)
    results: list[Type] = [Tensor(cut, "f32"), Tensor(cut, "i32")]
    if block.chance():
        custom_call(block, "mhlo.topk", [Tensor(shape, "f32")], results[: block.random.choice([1, 2])])
        return
    operands: list[Type] = [Tensor(shape, "f32"), Tensor(shape, "i32"), Tensor((), "f32"), Tensor((), "i32")]
    custom_call(block, block.random.choice(["ApproxTopK", "PartialReduce"]), operands, results)


def combined_state(block: Block) -> None:
    """A state made of two halves, for random bits or for something else."""
    half, state = Tensor((2,), "ui32"), Tensor((2,), "ui64")
    (value,) = custom_call(block, "X64Combine", [half, half], [state])
    if block.chance():
        block.add(
            Op(
                "stablehlo.rng_bit_generator",
                [value],
                [state, Tensor(block.shape(0, 2), "ui32")],
                {"rng_algorithm": "#stablehlo<rng_algorithm DEFAULT>"},
            )
        )
    else:
        block.add(Op("stablehlo.add", [value, value], [state]))


# SDY.


def sharding_constraint(block: Block) -> None:
    """A constraint on a value of any shape."""
    shape = block.shape(0, 3)
    sizes = "".join(f"{size}x" for size in shape)
    type: Type = Tensor(shape, "f32") if block.chance() else f"memref<{sizes}f32>"
    value = block.argument(type)
    dimensions = ", ".join(["{}"] * len(shape))
    op = Op("sdy.sharding_constraint", [value], [type], {"sharding": f"#sdy.sharding<@mesh, [{dimensions}]>"})
    block.add(op)


RECIPES: dict[str, Recipe] = {
    **{
        name: stablehlo.RECIPES[f"stablehlo.{name}"]
        for name in (
            *("batch_norm_inference", "reduce", "reduce_window", "select_and_scatter"),
            *("all_gather", "all_reduce", "all_to_all", "reduce_scatter"),
            *("cholesky", "convolution", "dot", "dot_general", "fft", "triangular_solve"),
            *("bitcast_convert", "broadcast_in_dim", "dynamic_slice", "gather", "pad", "reverse", "slice"),
        )
    },
    "combined state": combined_state,
    "concatenation": concatenation,
    "plain convolution": plain_convolution,
    "decomposition": decomposition,
    "dynamic_update_slice": dynamic_update_slice,
    "pointwise call": pointwise_call,
    **{f"reshape {number}": reshape for number in range(4)},
    **{f"scatter {number}": scatter for number in range(2)},
    "sharding_constraint": sharding_constraint,
    "sort": sort,
    "top_k": top_k,
}
