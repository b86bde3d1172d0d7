"""Modules of StableHLO whose parts are put together by chance: convolutions, and reductions with any computation.

Most are wrong somewhere, and often in several places, so that it shows in which order verifiers look.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from math import prod

SIZES = ("1", "2", "3", "4", "6", "?")
ELEMENTS = ("f32", "f32", "f32", "f32", "bf16", "i32", "complex<f32>")


class Doubt(random.Random):
    """Chance, and what it makes of types and numbers."""

    def has(self, share: float) -> bool:
        """Whether something that is there in that share of cases is there."""
        return self.random() < share

    def number(self) -> int:
        """One that counts something; hardly ever one that cannot."""
        return self.choice((0, -1, 7)) if self.has(0.04) else self.choice((1, 1, 1, 2, 3))

    def numbers(self, count: int) -> list[int]:
        """So many, hardly ever more or fewer."""
        return [self.number() for _ in range(self.miscounted(count))]

    def miscounted(self, count: int) -> int:
        """A count, hardly ever one more or less."""
        return max(count + self.choice((-1, 1)), 0) if self.has(0.03) else count


def _tensor(sizes: Sequence[object], element: str) -> str:
    return f"tensor<{''.join([f'{size}x' for size in sizes])}{element}>"


def _array(type: str, values: Sequence[object]) -> str:
    return f"array<{type}: {', '.join(map(str, values))}>" if values else f"array<{type}>"


def _op(
    name: str,
    operands: Mapping[str, str],
    results: Sequence[str],
    properties: Mapping[str, str],
    regions: str = "",
) -> str:
    """An operation in generic form; `operands` are names with their types."""
    entries = ", ".join([f"{key} = {value}" for key, value in properties.items()])
    types = ", ".join(operands.values())
    named = f"%r:{len(results)} = " if results else ""
    return f'{named}"{name}"({", ".join(operands)}) <{{{entries}}}>{regions} : ({types}) -> ({", ".join(results)})'


def _function(arguments: Mapping[str, str], lines: Sequence[str]) -> str:
    signature = ", ".join([f"{name}: {type}" for name, type in arguments.items()])
    body = "\n  ".join([*lines, "return"])
    return f"func.func @f({signature}) {{\n  {body}\n}}\n"


# Convolutions.

SIDES = (("b", "f"), ("i", "o"), ("b", "f"))
RAW_NAMES = {
    "input": ("batch", "feature"),
    "kernel": ("input_feature", "output_feature"),
    "output": ("batch", "feature"),
}


def _labels(doubt: Doubt, names: tuple[str, str], spatial: int) -> list[str]:
    labels = [*names, *map(str, range(doubt.miscounted(spatial)))]
    doubt.shuffle(labels)
    return labels


def _raw_dimension_numbers(doubt: Doubt, spatial: int) -> str:
    """Dimension numbers that the short form has no words for: twice the same, or out of range."""
    parts = []
    for side, names in RAW_NAMES.items():
        numbers = list(range(doubt.miscounted(spatial) + 2))
        doubt.shuffle(numbers)
        if doubt.has(0.3):
            numbers[doubt.randrange(len(numbers))] = doubt.choice((-1, 0, 1, spatial + 2))
        parts += [f"{side}_{name}_dimension = {numbers.pop()}" for name in names]
        parts.append(f"{side}_spatial_dimensions = {numbers}")
    return f"#stablehlo.conv<raw {', '.join(parts)}>"


def _shape(doubt: Doubt, labels: Sequence[str], known: Mapping[str, int]) -> list[str]:
    """A size for each label, mostly that which is wanted."""
    sizes = []
    for label in labels:
        is_other = label not in known or doubt.has(0.05)
        sizes.append(doubt.choice(SIZES) if is_other else str(known[label]))
    if doubt.has(0.03):
        sizes = sizes[1:] if doubt.has(0.5) else [*sizes, doubt.choice(SIZES)]
    return sizes


def _window(doubt: Doubt, spatial: int) -> dict[str, str]:
    """Some of the attributes of a window."""
    properties = {
        name: _array("i64", doubt.numbers(spatial))
        for name in ("window_strides", "lhs_dilation", "rhs_dilation")
        if doubt.has(0.4)
    }
    if doubt.has(0.3):
        flags = [doubt.choice(("true", "false")) for _ in range(doubt.miscounted(spatial))]
        properties["window_reversal"] = _array("i1", flags)
    if doubt.has(0.3):
        precisions = [f"#stablehlo<precision {doubt.choice(('DEFAULT', 'HIGH'))}>"] * doubt.choice((0, 1, 2, 2, 3))
        properties["precision_config"] = f"[{', '.join(precisions)}]"
    return properties


def _padding(doubt: Doubt, spatial: int, element: str) -> tuple[str, str]:
    """The type of a table of paddings, with a row for each dimension, and a constant of it."""
    shape = [doubt.miscounted(spatial), doubt.miscounted(2)]
    if doubt.has(0.03):
        shape = doubt.choice(([], [2], [1, *shape]))
    type = _tensor(shape, element)
    value = str(doubt.choice((-1, 0, 0, 1, 2, 5))) if prod(shape) else ""
    return type, f"dense<{value}> : {type}"


def convolution(doubt: Doubt) -> str:
    """A convolution, mostly one whose padding is a value: a constant, or one that is not known."""
    spatial = doubt.choice((0, 1, 1, 2, 2, 2, 3))
    sides = [_labels(doubt, names, spatial) for names in SIDES]
    input, kernel, output = [f"[{', '.join(side)}]" for side in sides]
    numbers = f"#stablehlo.conv<{input}x{kernel}->{output}>"
    if doubt.has(0.1):
        numbers = _raw_dimension_numbers(doubt, spatial)
    features, batches = doubt.choice(((doubt.number(), 1), (1, doubt.number()), (1, 1)))
    if doubt.has(0.05):
        features = batches = 2
    count = doubt.choice((1, 2, 3))
    inputs = {"b": doubt.choice((1, 2)) * batches % 100, "f": count * features % 100}
    outputs = {"i": count, "o": doubt.choice((1, 2)) * features * batches % 100}
    element = doubt.choice(ELEMENTS)
    more = [doubt.choice(SIZES)] * doubt.has(0.05)
    operands = {
        "%a": _tensor(_shape(doubt, sides[0], inputs) + more, element),
        "%b": _tensor(_shape(doubt, sides[1], outputs) + more, doubt.choice(ELEMENTS) if doubt.has(0.05) else element),
    }
    sizes = ["?" if doubt.has(0.8) else doubt.choice(SIZES) for _ in sides[2]]
    result = _tensor(sizes[doubt.has(0.05) :], doubt.choice(ELEMENTS) if doubt.has(0.05) else element)
    properties = {
        "batch_group_count": f"{batches} : i64",
        "dimension_numbers": numbers,
        "feature_group_count": f"{features} : i64",
        **_window(doubt, spatial),
    }
    type, constant = _padding(doubt, spatial, "i64" if doubt.has(0.7) else "i32")
    if doubt.has(0.2):
        if doubt.has(0.7):
            properties["padding"] = constant
        return _function(operands, [_op("stablehlo.convolution", operands, [result], properties)])
    line = _op("stablehlo.dynamic_conv", {**operands, "%p": type}, [result], properties)
    if doubt.has(0.5):
        return _function({**operands, "%p": type}, [line])
    return _function(operands, [f"%p = stablehlo.constant {constant}", line])


# Computations.


def _computation(doubt: Doubt, arguments: Sequence[str], results: Sequence[str]) -> str:
    """A region with these types, mostly, in which operations may be of a dialect that is not known."""
    count = doubt.miscounted(len(arguments))
    if doubt.has(0.2):
        alike = doubt.choice(RANKED_TYPES)
        arguments, results = [alike for _ in arguments], [alike if type == ELEMENT else type for type in results]
    types = [
        _other(doubt, (arguments or [ELEMENT])[index % max(len(arguments), 1)], 0.05, RANKED_TYPES)
        for index in range(count)
    ]
    values = {f"%x{index}": type for index, type in enumerate(types)}
    head = f"^bb0({', '.join([f'{name}: {type}' for name, type in values.items()])}):"
    lines = []
    for index in range(doubt.choice((0, 0, 1, 1, 2))):
        lines.append(_inner(doubt, f"%y{index}", values, results))
    lines.append(_end(doubt, values, [_other(doubt, type, 0.05) for type in results][: doubt.miscounted(len(results))]))
    return f"{{\n  {head}\n    {f'{chr(10)}    '.join(filter(None, lines))}\n  }}"


def _other(doubt: Doubt, type: str, share: float, others: Sequence[str] = ()) -> str:
    """`type`, or in that share of cases another one."""
    return doubt.choice(others or VALUE_TYPES) if doubt.has(share) else type


def _inner(doubt: Doubt, name: str, values: dict[str, str], results: Sequence[str]) -> str:
    """An operation that defines `name`; it is not known, or known and mostly invalid."""
    operands = doubt.choices([*values], k=2) if values else ["%a0", "%a0"]
    types = [values.get(operand, MATRIX) for operand in operands]
    result = doubt.choice([*results, *types, *VALUE_TYPES[:3]])
    op = doubt.choice(("un.known", "un.known", "stablehlo.add", "stablehlo.maximum", "stablehlo.compare", "un.region"))
    entries, regions = "", ""
    if op == "stablehlo.compare":
        entries = " <{comparison_direction = #stablehlo<comparison_direction LT>}>"
    elif op == "un.region":
        regions = ' ({ "un.end"() : () -> () })' if doubt.has(0.5) else " ({ })"
    values[name] = result
    return f'{name} = "{op}"({", ".join(operands)}){entries}{regions} : ({", ".join(types)}) -> {result}'


def _end(doubt: Doubt, values: Mapping[str, str], results: Sequence[str]) -> str:
    """What ends a computation: it returns values of these types, mostly; or it is not known, or there is nothing."""
    op = doubt.choice(("stablehlo.return",) * 6 + ("un.return", "un.return", "func.return", "stablehlo.add", ""))
    if not op:
        return ""
    operands: list[str] = []
    for type in results:
        fitting = [name for name, other in values.items() if other == type]
        operands.append(doubt.choice(fitting or [*values] or ["%a0"]))
    types = ", ".join([values.get(operand, MATRIX) for operand in operands])
    if op == "stablehlo.add":
        return f'%e = "stablehlo.add"({", ".join(operands)}) : ({types}) -> tensor<f32>'
    return f'"{op}"({", ".join(operands)}) : ({types}) -> ()'


# fmt: off
VALUE_TYPES = (
    "tensor<f32>", "tensor<i1>", "tensor<4xf32>", "tensor<i32>", "tensor<f64>", "tensor<2x4xf32>", "i32", "i1",
    "tensor<*xf32>", "tensor<*xi1>", "vector<f32>", "vector<4xf32>", "memref<f32>", "memref<4xi1>",
    "tensor<?xf32, #stablehlo.bounds<4>>",
)
# fmt: on
RANKED_TYPES = [type for type in VALUE_TYPES if "*" not in type]
"""What arguments have: of others the reference reads a rank from memory that is not its own."""
MATRIX, ELEMENT, PREDICATE = "tensor<4x4xf32>", "tensor<f32>", "tensor<i1>"
GROUPS = {"replica_groups": "dense<[[0, 1]]> : tensor<1x2xi64>"}
SCATTER = (
    "#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
    "index_vector_dim = 1>"
)
HOLDERS: tuple[tuple[str, Sequence[str], Sequence[str], Mapping[str, str]], ...] = (
    ("while", (MATRIX, ELEMENT), (MATRIX, ELEMENT), {}),
    ("if", (PREDICATE,), (ELEMENT,), {}),
    ("case", ("tensor<i32>",), (ELEMENT,), {}),
    ("reduce", (MATRIX, ELEMENT), ("tensor<4xf32>",), {"dimensions": "array<i64: 0>"}),
    ("reduce_window", (MATRIX, ELEMENT), ("tensor<3x3xf32>",), {"window_dimensions": "array<i64: 2, 2>"}),
    ("all_reduce", (MATRIX,), (MATRIX,), GROUPS),
    ("reduce_scatter", (MATRIX,), ("tensor<2x4xf32>",), {"scatter_dimension": "0 : i64", **GROUPS}),
    ("scatter", (MATRIX, "tensor<2x1xi32>", "tensor<2x4xf32>"), (MATRIX,), {"scatter_dimension_numbers": SCATTER}),
    ("sort", (MATRIX,), (MATRIX,), {"dimension": "0 : i64"}),
    ("map", (MATRIX, MATRIX), (MATRIX,), {"dimensions": "array<i64: 0, 1>"}),
    (
        "select_and_scatter",
        (MATRIX, "tensor<3x3xf32>", ELEMENT),
        (MATRIX,),
        {"window_dimensions": "array<i64: 2, 2>"},
    ),
)
"""Operations with computations: their operands, results and attributes."""

COMPUTATIONS: dict[str, Sequence[tuple[Sequence[str], Sequence[str]]]] = {
    "while": (((MATRIX, ELEMENT), (PREDICATE,)), ((MATRIX, ELEMENT), (MATRIX, ELEMENT))),
    "if": (((), (ELEMENT,)),) * 2,
    "case": (((), (ELEMENT,)),) * 2,
    "sort": (((ELEMENT, ELEMENT), (PREDICATE,)),),
    "select_and_scatter": (((ELEMENT, ELEMENT), (PREDICATE,)), ((ELEMENT, ELEMENT), (ELEMENT,))),
}
"""What these take and return, where it is not two elements and one."""


def reduction(doubt: Doubt) -> str:
    """An operation with a computation, and the types of its operands and results, mostly in order."""
    name, inputs, outputs, properties = doubt.choice(HOLDERS)
    operands = {f"%a{index}": _other(doubt, type, 0.02) for index, type in enumerate(inputs)}
    results = [_other(doubt, type, 0.1) for type in outputs]
    computations = COMPUTATIONS.get(name, (((ELEMENT, ELEMENT), (ELEMENT,)),))
    regions = [_computation(doubt, arguments, returned) for arguments, returned in computations]
    op = _op(f"stablehlo.{name}", operands, results, properties, f" ({', '.join(regions)})")
    before = '"un.before"() : () -> ()' if doubt.has(0.1) else ""
    after = "stablehlo.custom_call @g() {called_computations = [@h]} : () -> ()" if doubt.has(0.05) else ""
    return _function(operands, [*filter(None, (before, op, after))])


KINDS: tuple[Callable[[Doubt], str], ...] = (convolution, reduction)


def module(seed: int) -> str:
    """The text of a module that may be wrong."""
    doubt = Doubt(seed)
    return doubt.choice(KINDS)(doubt)
