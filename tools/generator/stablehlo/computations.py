"""StableHLO's operations with a computation of their own: reductions, windows, maps, sorts, scatters; normalization."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sdyopt.dialects.stablehlo.attributes import ScatterDimensionNumbers
from sdyopt.mlir.write.attributes import text_of
from tools.generator.builder import Block
from tools.generator.literals import ELEMENTS, FLOATS, INTEGERS, i64_array, i64_list, i64_table
from tools.generator.operations import Op, Tensor, Value, axes_of
from tools.generator.program import Recipe, recipes
from tools.generator.stablehlo.elementwise import short_or_functional
from tools.generator.stablehlo.shapes import gather_like

_ANYTHING = ("add", "maximum", "minimum", "multiply")
_LOGIC = ("and", "or", "xor")


def reducing(block: Block, element: str) -> str:
    """An operation that can reduce such elements."""
    return block.pick(*_ANYTHING, *(() if element[0] in "fbc" else _LOGIC))


def binary(block: Block, name: str, lhs: Value, rhs: Value) -> Value:
    """Writes an operation on two scalars."""
    op = Op(f"stablehlo.{name}", [lhs, rhs], [lhs.type])
    (result,) = block.add(short_or_functional(block, op), named=True)
    return result


def reduction(block: Block, elements: Sequence[str]) -> Block:
    """The block of a computation of two scalars for each element type."""
    scalars = [Tensor((), element) for element in elements]
    inner = block.child([*scalars, *scalars])
    count = len(elements)
    results = []
    for index, element in enumerate(elements):
        pair = [inner.arguments[index], inner.arguments[count + index]]
        if inner.chance(0.1):
            pair.reverse()
        results.append(binary(inner, reducing(inner, element), *pair))
    inner.leave(results)
    return inner


def reduce(block: Block) -> None:
    count = block.random.choice([1, 1, 1, 2, 3])
    shape = block.loosened(block.shape(0, 4))
    elements = [block.pick(*ELEMENTS) for _ in range(count)]
    dimensions = block.random.sample(range(len(shape)), block.random.randint(0, len(shape)))
    kept = tuple(size for dimension, size in enumerate(shape) if dimension not in dimensions)
    inputs = [block.value(Tensor(shape, element)) for element in elements]
    inits = [block.value(Tensor((), element)) for element in elements]
    inner = reduction(block, elements)
    op = Op(
        "stablehlo.reduce",
        [*inputs, *inits],
        [Tensor(kept, element) for element in elements],
        {"dimensions": i64_array(dimensions)},
        [inner.text()],
        shown=["dimensions"],
    )
    pairs = ", ".join([f"({input.name} init: {init.name})" for input, init in zip(inputs, inits, strict=True)])
    across = f"across dimensions = {i64_list(dimensions)}"
    if count == 1 and block.chance():
        name = reducing(block, elements[0])
        op.own = lambda entries: f"{pairs} applies stablehlo.{name} {across}{entries} : {op.functional}"
    else:
        arguments = [f"{name}: {type}" for name, type, _ in inner.arguments]
        reducers = " ".join([f"({arguments[index]}, {arguments[count + index]})" for index in range(count)])
        op.own = lambda entries: (
            f"{pairs} {across}{entries} : {op.functional}\n reducer{reducers} {inner.text(labelled=False)}"
        )
    block.add(op)


class Windows:
    """Windows along each dimension: what the attributes say of them, and how many there are."""

    def __init__(self, block: Block, shape: Sequence[int], dilated: bool = True) -> None:
        rows = [self._of_size(block, size, dilated) for size in shape]
        self.sizes, self.strides, self.base, self.dilations, low, high, self.counts = (
            [row[place] for row in rows] for place in range(7)
        )
        self.padding = list(zip(low, high, strict=True))

    def _of_size(self, block: Block, size: int, dilated: bool) -> tuple[int, int, int, int, int, int, int]:
        if axes_of(size) and block.chance(0.95):
            return 1, 1, 1, 1, 0, 0, size
        dilation, base = (block.random.choice([1, 1, 2]) if dilated else 1 for _ in range(2))
        low, high = block.random.choice([0, 0, 1, 2]), block.random.choice([0, 0, 1, 2])
        stretched = (size - 1) * base + 1 + low + high if size else low + high
        window = block.random.randint(1, max(1, (max(stretched, 1) - 1) // dilation + 1))
        stride = block.random.choice([1, 1, 2, 3])
        reach = (window - 1) * dilation + 1
        count = 0 if stretched == 0 or reach > stretched else (stretched - reach) // stride + 1
        return window, stride, base, dilation, low, high, count

    def optional(self, block: Block, **attributes: Sequence[int]) -> dict[str, str]:
        """The lists, but some of those that have only ones."""
        return {
            name: i64_array(numbers) for name, numbers in attributes.items() if set(numbers) - {1} or block.chance(0.4)
        }

    def padding_attribute(self, block: Block) -> dict[str, str]:
        if not any(map(sum, self.padding)) and block.chance():
            return {}
        return {"padding": i64_table(self.padding, 2)}


def reduce_window(block: Block) -> None:
    count = block.random.choice([1, 1, 2])
    shape = block.shape(0, 3)
    elements = [block.pick(*ELEMENTS) for _ in range(count)]
    windows = Windows(block, shape)
    properties = {
        "window_dimensions": i64_array(windows.sizes),
        **windows.optional(
            block, window_strides=windows.strides, base_dilations=windows.base, window_dilations=windows.dilations
        ),
        **windows.padding_attribute(block),
    }
    op = Op(
        "stablehlo.reduce_window",
        [
            *[block.value(Tensor(shape, element)) for element in elements],
            *[block.value(Tensor((), element)) for element in elements],
        ],
        [Tensor(tuple(windows.counts), element) for element in elements],
        properties,
        [reduction(block, elements).text()],
    )
    block.add(op)


def comparison(block: Block, types: Sequence[Tensor]) -> str:
    """A region that compares its first two arguments."""
    inner = block.child(types)
    lhs, rhs = inner.arguments[:2]
    direction = inner.pick("EQ", "NE")
    op = Op(
        "stablehlo.compare",
        [lhs, rhs],
        [Tensor((), "i1")],
        {"comparison_direction": f"#stablehlo<comparison_direction {direction}>"},
    )
    inner.leave(inner.add(op.in_form(f"{direction}, {op.uses}", "comparison_direction"), named=True))
    return inner.text()


def select_and_scatter(block: Block) -> None:
    shape = block.shape(1, 3)
    element = block.pick(*ELEMENTS)
    scalar = Tensor((), element)
    windows = Windows(block, shape, dilated=False)
    properties = {
        "window_dimensions": i64_array(windows.sizes),
        **windows.optional(block, window_strides=windows.strides),
        **windows.padding_attribute(block),
    }
    operand, source = Tensor(shape, element), Tensor(tuple(windows.counts), element)
    op = Op(
        "stablehlo.select_and_scatter",
        [block.value(operand), block.value(source), block.value(scalar)],
        [operand],
        properties,
        [comparison(block, [scalar, scalar]), reduction(block, [element]).text()],
    )
    block.add(op)


def map_(block: Block) -> None:
    shape = block.shape(0, 3)
    element = block.pick(*ELEMENTS)
    type = Tensor(shape, element)
    count = block.random.choice([1, 2, 2, 3])
    inner = block.child([Tensor((), element)] * count)
    inner.leave([binary(inner, reducing(inner, element), inner.arguments[0], inner.arguments[-1])])
    op = Op(
        "stablehlo.map",
        [block.value(type) for _ in range(count)],
        [type],
        {"dimensions": i64_array(range(len(shape)))},
        [inner.text()],
    )
    block.add(op)


def sort(block: Block) -> None:
    shape = block.loosened(block.shape(1, 3))
    elements = [block.pick(*ELEMENTS) for _ in range(block.random.choice([1, 1, 2, 3]))]
    types = [Tensor(shape, element) for element in elements]
    properties = {}
    if block.chance(0.7):
        properties["dimension"] = f"{block.dimension(shape) - block.random.choice((0, len(shape)))} : i64"
    if block.chance():
        properties["is_stable"] = block.pick("true", "false")
    scalars = [Tensor((), element) for element in elements for _ in range(2)]
    op = Op("stablehlo.sort", [block.value(type) for type in types], types, properties, [comparison(block, scalars)])
    block.add(op)


def scatter(block: Block) -> None:
    operand, indices, _, updates, numbers = gather_like(block)
    elements = [operand.element, *[block.pick(*ELEMENTS) for _ in range(block.random.choice([0, 0, 1]))]]
    properties = {"scatter_dimension_numbers": text_of(ScatterDimensionNumbers(*numbers))}
    for name in ("indices_are_sorted", "unique_indices"):
        if block.chance():
            properties[name] = block.pick("true", "false")
    types = [operand._replace(element=element) for element in elements]
    op = Op(
        "stablehlo.scatter",
        [
            *[block.value(type) for type in types],
            block.value(indices),
            *[block.value(Tensor(updates, element)) for element in elements],
        ],
        types,
        properties,
        [reduction(block, elements).text()],
    )
    block.add(op)


_NORMALIZATIONS = {
    "batch_norm_training": ("xff", "xff"),
    "batch_norm_inference": ("xffff", "x"),
    "batch_norm_grad": ("xfffx", "xff"),
}
"""The types that each takes and gives: whole tensors (x), or a number for each feature (f)."""


def batch_norm(block: Block, name: str) -> None:
    shape = block.shape(1, 4)
    feature = block.random.randrange(len(shape))
    element = block.pick(*FLOATS)
    types = {"x": Tensor(shape, element), "f": Tensor((shape[feature],), element)}
    operands, results = _NORMALIZATIONS[name]
    values = [block.value(types[kind]) for kind in operands]
    epsilon = f"{block.pick('1.0e-3', '0.0', '0.5', '1.0E-5')} : f32"
    properties = {"epsilon": epsilon, "feature_index": f"{feature} : i64"}
    block.add(Op(f"stablehlo.{name}", values, [types[kind] for kind in results], properties))


def rng(block: Block) -> None:
    shape = block.shape(0, 3)
    normal = block.chance()
    element = block.pick(*FLOATS) if normal else block.pick("i1", *INTEGERS, *FLOATS)
    distribution = "NORMAL" if normal else "UNIFORM"
    scalar = Tensor((), element)
    types = [scalar, scalar, Tensor((len(shape),), block.pick("i64", "i32", "index"))]
    op = Op(
        "stablehlo.rng",
        [block.value(type) for type in types],
        [Tensor(block.loosened(shape, 0.3), element)],
        {"rng_distribution": f"#stablehlo<rng_distribution {distribution}>"},
    )
    block.add(op.in_form(f"{op.uses}, distribution = {distribution}", "rng_distribution"))


def rng_bit_generator(block: Block) -> None:
    algorithm = block.pick("DEFAULT", "THREE_FRY", "PHILOX")
    state = Tensor((block.random.choice([2, 2, 3]) if algorithm == "PHILOX" else 2,), "ui64")
    op = Op(
        "stablehlo.rng_bit_generator",
        [block.value(state)],
        [state, Tensor(block.shape(0, 3), block.pick(*INTEGERS, *FLOATS))],
        {"rng_algorithm": f"#stablehlo<rng_algorithm {algorithm}>"},
    )
    block.add(op.in_form(f"{op.uses}, algorithm = {algorithm}", "rng_algorithm"))


RECIPES: dict[str, Recipe] = {
    **{f"stablehlo.{name}": partial(batch_norm, name=name) for name in _NORMALIZATIONS},
    **recipes(globals(), "stablehlo"),
}
