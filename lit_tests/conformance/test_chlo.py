"""`-chlo-legalize-to-stablehlo` on every operation of CHLO and every type of elements, and random broadcasts.

Outputs are those of the reference, byte for byte, and errors have its words.
"""

from __future__ import annotations

import random
from itertools import zip_longest

import pytest

from tools import reference
from tools.cases import Case
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


@pytest.mark.parametrize("name", FUNCTIONS)
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


@pytest.mark.parametrize("chunk", range(4))
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
