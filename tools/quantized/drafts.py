"""Random shapes and attributes of operations, most of them right, before their tensors have elements."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple

from tools.quantized.templates import CONVOLUTION, DOT, SUM, TEMPLATES, Template

Shape = tuple[int | None, ...]

WRITTEN = re.compile(r"((?:[0-9?]+x)+|x)(.+)")
"""The sizes and the element of a tensor in a template."""

BASE, ACCUMULATED, EXPRESSED, OTHER = "E", "A", "X", "B"
"""Roles: the element that is varied, that of an accumulator, what the first expresses, and one of another width."""


class DraftTensor(NamedTuple):
    """A tensor without its element: its role is one of the above or a plain element; `axis` may be quantized."""

    shape: Shape
    role: str = BASE
    axis: int | None = None


class Draft(NamedTuple):
    """An operation whose tensors have no elements yet."""

    name: str
    operands: tuple[DraftTensor, ...]
    results: tuple[DraftTensor, ...]
    attributes: str = ""
    numbers: Mapping[str, tuple[int, ...]] = {}
    regions: tuple[str, ...] = ()
    widths: tuple[int, int] = (8, 8)
    """The widths of the base element and of the other one, for which shapes are made."""


def draft(random: Random, name: str) -> Draft:
    """Returns a draft of an operation."""
    return MAKERS[name](random) if name in MAKERS else of_template(random, name, TEMPLATES[name])


def of_template(random: Random, name: str, template: Template) -> Draft:
    """Returns the draft of a template, with the last dimension of each tensor to be quantized, or another one."""
    back = random.choice((1, 1, 2))
    places = [
        tuple(
            [place(text, ACCUMULATED if SUM in template.regions and is_result else BASE, back) for text in side.split()]
        )
        for side, is_result in ((template.operands, False), (template.results, True))
    ]
    operands, results = places
    if len({each.shape for each in (*operands, *results)}) == 1 and not template.regions and random.random() < 0.2:
        shape = random.choice(((None, 4), (2, None), (None, None))) if len(results[0].shape) == 2 else results[0].shape
        operands, results = [tuple([each._replace(shape=shape) for each in side]) for side in places]
    return Draft(name, operands, results, template.attributes, {}, template.regions)


def place(text: str, role: str, back: int) -> DraftTensor:
    """Reads a tensor like `2x?xE`; another element is fixed."""
    found = WRITTEN.fullmatch(text)
    assert found, text
    sizes, element = found.groups()
    shape = tuple([None if size == "?" else int(size) for size in sizes.split("x") if size])
    if element != BASE:
        return DraftTensor(shape, element)
    return DraftTensor(shape, role, max(len(shape) - back, 0) if shape else None)


def loosened(random: Random, shape: Shape, share: float = 0.1) -> Shape:
    """Returns a shape of which a size may have been taken away."""
    if not shape or random.random() >= share:
        return shape
    place = random.randrange(len(shape))
    return (*shape[:place], None, *shape[place + 1 :])


def array(name: str, numbers: tuple[int, ...]) -> str:
    """Returns an attribute that is an array of integers."""
    return f"{name} = array<i64{': ' if numbers else ''}{', '.join(map(str, numbers))}>"


# --- operations that move elements -----------------------------------------------------------------------------------


def transpose(random: Random) -> Draft:
    rank = random.choice((1, 2, 2, 3))
    shape = tuple([random.choice((1, 2, 3)) for _ in range(rank)])
    permutation = tuple(random.sample(range(rank), rank))
    target = random.randrange(rank)
    source = permutation[target]
    result: Shape = tuple([shape[place] for place in permutation])
    if random.random() < 0.08:
        permutation = random.choice((permutation[:-1], (*permutation, rank), (0,) * rank, (*permutation[:-1], rank)))
    return Draft(
        "stablehlo.transpose",
        (DraftTensor(loosened(random, shape), BASE, source),),
        (DraftTensor(loosened(random, result), BASE, target),),
        array("permutation", permutation),
        {"permutation": permutation},
    )


RESHAPES: tuple[tuple[Shape, Shape, int, int], ...] = (
    ((2, 4), (2, 2, 2), 0, 0),
    ((2, 3, 4), (6, 4), 2, 1),
    ((2, 3, 4), (2, 12), 0, 0),
    ((4,), (4, 1), 0, 0),
    ((1, 4), (4,), 1, 0),
    ((2, 3), (2, 3), 1, 1),
    ((4, 2), (2, 4), 0, 1),
    ((2, 2), (2, 2), 0, 1),
    ((6,), (2, 3), 0, 1),
    ((2, 4), (3, 3), 0, 0),
    ((2, 2, 2), (4, 2), 0, 1),
)
"""Shapes of operand and result, and their quantized dimensions; the last ones are not valid per axis."""


def reshape(random: Random, dynamic: bool = False) -> Draft:
    valid = random.random() < 0.6
    operand, result, source, target = random.choice(RESHAPES[:6] if valid else RESHAPES)
    operands = [DraftTensor(loosened(random, operand), BASE, source)]
    if dynamic:
        operands.append(DraftTensor((len(result) + (random.random() < 0.06),), "i64"))
        result = loosened(random, result, 0.3)
    name = "stablehlo.dynamic_reshape" if dynamic else "stablehlo.reshape"
    return Draft(name, tuple(operands), (DraftTensor(result, BASE, target),))


def broadcast_in_dim(random: Random, dynamic: bool = False) -> Draft:
    result: Shape = (2, 3, 4)[: random.choice((2, 3, 3))]
    count = random.choice((1, 2, 2))
    places = tuple(random.sample(range(len(result)), count))
    operand: Shape = tuple([random.choice((1, result[place])) for place in places])
    source = random.randrange(count)
    target = places[source]
    if random.random() < 0.08:
        places = random.choice((places[:-1], (*places, 0), (0,) * count, (*places[:-1], 3), places[::-1]))
    operands = [DraftTensor(loosened(random, operand), BASE, source)]
    if dynamic:
        operands.append(DraftTensor((len(result),), "i64"))
        result = loosened(random, result, 0.3)
    return Draft(
        f"stablehlo.{'dynamic_' if dynamic else ''}broadcast_in_dim",
        tuple(operands),
        (DraftTensor(result, BASE, target),),
        array("broadcast_dimensions", places),
        {"broadcast_dimensions": places},
    )


# --- products --------------------------------------------------------------------------------------------------------

LAYOUTS = (
    ("[b, 0, f]x[0, i, o]->[b, 0, f]", (1, 8, 3), (3, 3, 4), (1, 6, 4), 2, 2),
    ("[b, f, 0]x[o, i, 0]->[b, f, 0]", (1, 3, 8), (4, 3, 3), (1, 4, 6), 0, 1),
    ("[b, 0, f]x[0, o, i]->[0, b, f]", (1, 8, 3), (3, 4, 3), (6, 1, 4), 1, 2),
)
"""Layouts of convolutions, the shapes, and the output features of kernel and result."""


def convolution(random: Random, dynamic: bool = False) -> Draft:
    layout, lhs, rhs, result, kernel, feature = random.choice(LAYOUTS)
    side = EXPRESSED if random.random() < 0.2 else BASE
    given = result if dynamic or random.random() > 0.05 else (result[0], 7, result[2])
    operands = [DraftTensor(lhs, side), DraftTensor(rhs, BASE, kernel)]
    if dynamic:
        operands.append(DraftTensor((1, 2), "i64"))
    return Draft(
        f"stablehlo.{'dynamic_conv' if dynamic else 'convolution'}",
        tuple(operands),
        (DraftTensor(given, side, feature),),
        CONVOLUTION.replace("[b, 0, f]x[0, i, o]->[b, 0, f]", layout),
        {
            "kernel_output_feature_dimension": (kernel,),
            "output_feature_dimension": (feature,),
            "shape": (-1,) * len(result) if dynamic else result,
        },
    )


def dot_general(random: Random) -> Draft:
    side = EXPRESSED if random.random() < 0.2 else BASE
    result = (2, 3, 5)
    given = result if random.random() > 0.05 else (2, 3, 6)
    return Draft(
        "stablehlo.dot_general",
        (DraftTensor((2, 3, 4), side), DraftTensor((2, 4, 5), BASE, random.choice((0, 2, 2, 2, 1)))),
        (DraftTensor(given, side, random.choice((0, 1, 2, 2))),),
        DOT,
        {"rhs_contracting_dimensions": (1,), "shape": result},
    )


def dot(random: Random) -> Draft:
    side = random.choice((BASE, BASE, EXPRESSED))
    given = (2, 4) if random.random() > 0.05 else (2, 5)
    operands = (DraftTensor((2, 3), BASE), DraftTensor((3, 4), BASE, random.randrange(2)))
    return Draft("stablehlo.dot", operands, (DraftTensor(given, side, random.randrange(2)),), "", {"shape": (2, 4)})


# --- quantizations and the rest --------------------------------------------------------------------------------------


def uniform_quantize(random: Random) -> Draft:
    shape, axis = random.choice((((2, 4), 1), ((3,), 0), ((2, None), 1)))
    result = shape if random.random() > 0.05 else (*shape[:-1], 5)
    role = random.choice((EXPRESSED, EXPRESSED, BASE))
    return Draft("stablehlo.uniform_quantize", (DraftTensor(shape, role, axis),), (DraftTensor(result, BASE, axis),))


def uniform_dequantize(random: Random) -> Draft:
    shape, axis = random.choice((((2, 4), 1), ((3,), 0), ((2, None), 1)))
    result = shape if random.random() > 0.05 else (*shape[:-1], 5)
    return Draft("stablehlo.uniform_dequantize", (DraftTensor(shape, BASE, axis),), (DraftTensor(result, EXPRESSED),))


def constant(random: Random, name: str = "stablehlo.constant") -> Draft:
    shape: Shape = random.choice(((4,), (2, 3), ()))
    axis = random.randrange(len(shape)) if shape else None
    return Draft(name, (), (DraftTensor(shape, BASE, axis),))


def add(random: Random) -> Draft:
    shape: Shape = random.choice(((2, 4), (2, 4), (3,), (2, 2), (2, None)))
    axis = random.randrange(len(shape))
    result = shape if random.random() > 0.05 else (*shape[:-1], 5)
    operand = DraftTensor(shape, BASE, axis)
    return Draft("stablehlo.add", (operand, operand), (DraftTensor(result, BASE, axis),))


def bitcast_convert(random: Random) -> Draft:
    wide, narrow = random.choice(((8, 8), (32, 32), (32, 8), (16, 8), (8, 4), (32, 16)))
    large: Shape = random.choice(((2,), (2, 3)))
    small: Shape = large if wide == narrow else (*large, wide // narrow + (random.random() < 0.08))
    first = DraftTensor(large, BASE, 0)
    second = DraftTensor(small if random.random() > 0.05 else large, random.choice((OTHER, OTHER, f"i{narrow}")), 0)
    if random.random() < 0.5:
        return Draft("stablehlo.bitcast_convert", (first,), (second,), widths=(wide, narrow))
    return Draft("stablehlo.bitcast_convert", (second,), (first,), widths=(wide, narrow))


MAKERS: dict[str, Callable[[Random], Draft]] = {
    "stablehlo.add": add,
    "stablehlo.transpose": transpose,
    "stablehlo.reshape": reshape,
    "stablehlo.dynamic_reshape": lambda random: reshape(random, dynamic=True),
    "stablehlo.broadcast_in_dim": broadcast_in_dim,
    "stablehlo.dynamic_broadcast_in_dim": lambda random: broadcast_in_dim(random, dynamic=True),
    "stablehlo.convolution": convolution,
    "stablehlo.dynamic_conv": lambda random: convolution(random, dynamic=True),
    "stablehlo.dot": dot,
    "stablehlo.dot_general": dot_general,
    "stablehlo.uniform_quantize": uniform_quantize,
    "stablehlo.uniform_dequantize": uniform_dequantize,
    "stablehlo.constant": constant,
    "chlo.constant": lambda random: constant(random, "chlo.constant"),
    "stablehlo.bitcast_convert": bitcast_convert,
}
"""The makers of operations whose shapes and attributes vary."""

OFTEN = (
    *[name for name in MAKERS if name.startswith("stablehlo")] * 2,
    *(f"stablehlo.{name}" for name in ("reduce", "reduce_window", "scatter", "select_and_scatter", "all_reduce")),
    *("stablehlo.reduce_scatter", "stablehlo.reduce", "chlo.broadcast_add", "chlo.broadcast_select"),
    *("stablehlo.while", "stablehlo.if", "stablehlo.select", "stablehlo.select_and_scatter"),
    *("stablehlo.add", "stablehlo.add"),
)
"""The operations with rules of their own, of which there are more programs."""
