"""`-chlo-legalize-to-stablehlo` on every operation of CHLO and every type of elements, and random broadcasts.

Outputs are those of the reference, byte for byte, and errors have its words.
"""

from __future__ import annotations

import random
from itertools import zip_longest

import pytest

from tools import reference
from tools.cases import Case
from tools.chunks import mostly_long
from tools.differential import Run
from tools.fuzz import assert_same

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

UNARY = """
    acos acosh asin _asin_acos_kernel asinh atan atanh bessel_i1e conj cosh digamma erf erf_inv erfc is_inf is_neg_inf
    is_pos_inf lgamma sinh square tan
"""
BINARY = ("mulhi", "next_after", "polygamma", "zeta")
FUNCTIONS = (*UNARY.split(), *BINARY)
ELEMENTS = """
    f4E2M1FN f6E2M3FN f6E3M2FN f8E3M4 f8E4M3 f8E4M3B11FNUZ f8E4M3FN f8E4M3FNUZ f8E5M2 f8E5M2FNUZ f8E8M0FNU f16 bf16 f64
    complex<f64> i1 i2 i4 i8 i16 i64 ui4 ui8 ui16 ui32 ui64
"""
COMMON = ("f32", "complex<f32>", "i32")
SHAPES = ("4x", "?x")
BITWISE = ("and", "or", "xor", "shift_left", "shift_right_arithmetic", "shift_right_logical")
BROADCASTING = """
    add atan2 compare complex divide maximum minimum multiply next_after polygamma power remainder subtract zeta
"""
SIZES: tuple[tuple[str, ...], ...] = (
    ("4", "5"), ("5",), ("1", "5"), ("4", "1"), (), ("1",), ("?", "5"), ("?",), ("4", "?"), ("?", "?"), ("1", "1"),
)  # fmt: skip


def function(operands: list[str], result: str, body: str) -> Case:
    """Returns a function whose body is one operation, and the pass."""
    arguments = ", ".join(f"%{index}: {type}" for index, type in enumerate(operands))
    text = f"func.func @f({arguments}) -> {result} {{\n  %r = {body}\n  return %r : {result}\n}}\n"
    return Case(text, Run(("chlo-legalize-to-stablehlo",)))


def check(name: str, elements: tuple[str, ...]) -> None:
    for element in elements:
        for shape in SHAPES:
            operand = f"tensor<{shape}{element}>"
            result = f"tensor<{shape}i1>" if name.startswith("is_") else operand
            operands = [operand] * (2 if name in BINARY else 1)
            values = ", ".join(f"%{index}" for index in range(len(operands)))
            body = f"chlo.{name} {values} : {', '.join(operands)} -> {result}"
            assert_same(function(operands, result, body), f"{name} of {operand}: ")


@pytest.mark.parametrize("name", mostly_long(FUNCTIONS, FUNCTIONS[::4]))
def test_a_function_of_common_elements(name: str) -> None:
    check(name, COMMON)


@pytest.mark.long
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_of_other_elements(name: str) -> None:
    check(name, tuple(ELEMENTS.split()))


def tensor(sizes: tuple[str, ...], element: str) -> str:
    return f"tensor<{''.join(f'{size}x' for size in sizes)}{element}>"


def common(*shapes: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the shape to which these are broadcast."""
    found: list[str] = []
    for sizes in zip_longest(*[reversed(each) for each in shapes], fillvalue="1"):
        known = [size for size in sizes if size not in ("1", "?")]
        found.append(known[0] if known else "?" if "?" in sizes else "1")
    return tuple(reversed(found))


@pytest.mark.parametrize("chunk", mostly_long(range(4), [0]))
def test_random_broadcasts(chunk: int) -> None:
    for number in range(25 * chunk, 25 * chunk + 25):
        chance = random.Random(f"broadcast {number}")
        name = chance.choice((*BITWISE, *BROADCASTING.split()))
        element = chance.choice(("i32", "ui8") if name in BITWISE else ("f32", "bf16"))
        first, second = chance.choice(SIZES), chance.choice(SIZES)
        kept = {"compare": "i1", "complex": f"complex<{element}>"}.get(name, element)
        operands = [tensor(first, element), tensor(second, element)]
        result = tensor(common(first, second), kept)
        direction = " {comparison_direction = #chlo<comparison_direction LT>}" * (name == "compare")
        body = f"chlo.broadcast_{name} %0, %1{direction} : ({', '.join(operands)}) -> {result}"
        if (name, element) != ("complex", "bf16"):
            assert_same(function(operands, result, body), f"broadcast {number}: ")


def test_random_choices() -> None:
    for number in range(30):
        chance = random.Random(f"choice {number}")
        shapes = [chance.choice(SIZES) for _ in range(3)]
        operands = [tensor(sizes, element) for sizes, element in zip(shapes, ("i1", "f32", "f32"), strict=True)]
        result = tensor(common(*shapes), "f32")
        body = f"chlo.broadcast_select %0, %1, %2 : ({', '.join(operands)}) -> {result}"
        assert_same(function(operands, result, body), f"choice {number}: ")


@pytest.mark.parametrize(
    ("operand", "result", "places"),
    [("?x5x?xf32", "?x5x3x", "i32"), ("?x5xbf16", "?x3x", "i32"), ("?xi32", "3x", "i32")],
)
def test_the_largest_of_unknown_sizes(operand: str, result: str, places: str) -> None:
    element = operand.rpartition("x")[2]
    results = f"tensor<{result}{element}>, tensor<{result}{places}>"
    text = f"""func.func @f(%a: tensor<{operand}>) -> ({results}) {{
  %0:2 = chlo.top_k(%a, k = 3) : tensor<{operand}> -> ({results})
  return %0#0, %0#1 : {results}
}}
"""
    assert_same(Case(text, Run(("chlo-legalize-to-stablehlo",))))


@pytest.mark.parametrize("is_reverse", [False, True])
@pytest.mark.parametrize(
    ("scanned", "step", "dimension"), [("?x4x", "4x", 0), ("4x?x", "4x", 1), ("?x", "", 0), ("2x?x3x", "2x3x", 1)]
)
def test_a_scan_of_unknown_length(scanned: str, step: str, dimension: int, is_reverse: bool) -> None:
    known = scanned.replace("?", "8")
    types = f"tensor<{known}i32>, tensor<{scanned}f32>, tensor<{step}f32>"
    text = f"""func.func @f(%y: tensor<{known}i32>, %x: tensor<{scanned}f32>, %i: tensor<{step}f32>) -> ({types}) {{
  %0:3 = chlo.scan(%y, %x) inits (%i) dimension={dimension} attributes {{is_reverse = {str(is_reverse).lower()}}} {{
  ^bb0(%b: tensor<{step}i32>, %a: tensor<{step}f32>, %c: tensor<{step}f32>):
    %s = stablehlo.add %a, %c : tensor<{step}f32>
    stablehlo.return %b, %s, %s : tensor<{step}i32>, tensor<{step}f32>, tensor<{step}f32>
  }} : ({types}) -> ({types})
  return %0#0, %0#1, %0#2 : {types}
}}
"""
    assert_same(Case(text, Run(("chlo-legalize-to-stablehlo",))))


GROUPED = "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]"
BATCHED = "lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1]"
CONTRACTED = "lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]"


@pytest.mark.parametrize(
    ("operands", "groups", "result", "numbers", "batch", "group"),
    [
        (("?x5xf32", "2x5x7xf32"), "2xi64", "?x7xf32", GROUPED, ("", ""), "0"),
        (("4x?xf32", "2x?x7xf32"), "2xi64", "4x7xf32", GROUPED, ("", ""), "0"),
        (("4x5xf32", "2x5x?xf32"), "2xi32", "4x?xf32", GROUPED, ("", ""), "0"),
        (("4x5xf32", "5x2x?xf32"), "2xi32", "4x?xf32", GROUPED.replace("[1], lhs_r", "[0], lhs_r"), ("", ""), "1"),
        (("3x?x5xf32", "3x2x5x7xf32"), "3x2xi64", "3x?x7xf32", BATCHED, ("0", "0"), "1"),
        (("?x5xf32", "?x7xf32"), "2xi64", "2x5x7xf32", CONTRACTED, ("", ""), ""),
        (("?x?xf32", "?x7xf32"), "2xi64", "2x?x7xf32", CONTRACTED, ("", ""), ""),
    ],
)
def test_a_product_in_groups_of_unknown_sizes(
    operands: tuple[str, str], groups: str, result: str, numbers: str, batch: tuple[str, str], group: str
) -> None:
    first, second = batch
    batching = f"lhs_batching_dimensions = [{first}], rhs_batching_dimensions = [{second}]"
    attribute = f"#chlo.ragged_dot<{batching}, {numbers}, rhs_group_dimensions = [{group}]>"
    types = [f"tensor<{each}>" for each in (*operands, groups)]
    body = f'"chlo.ragged_dot"(%0, %1, %2) {{ragged_dot_dimension_numbers = {attribute}}} : ({", ".join(types)})'
    assert_same(function(types, f"tensor<{result}>", f"{body} -> tensor<{result}>"))
