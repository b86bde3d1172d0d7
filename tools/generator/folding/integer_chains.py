"""Chains of operations on integers that become fewer ones: each adds one to a function under construction."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sdyopt.dialects.arith.attributes import CMPI_PREDICATES

if TYPE_CHECKING:
    from tools.generator.folding.integers import IntegerOperations

FLAGS = ("", "", " overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>")
FLOATS = {"i8": ("f8E5M2", "f8E4M3FN"), "i16": ("f16", "bf16"), "i32": ("f32",), "i64": ("f64",)}


def width(element: str) -> int:
    """Returns the number of bits of an integer, or of an index."""
    return 64 if element == "index" else int(element[1:])


def wider(function: IntegerOperations) -> tuple[str, str] | None:
    """Returns two types of integers, of which the second is wider."""
    found = [
        (one, other)
        for one in function.elements
        for other in function.elements
        if "index" not in (one, other) and width(one) < width(other)
    ]
    return function.random.choice(found) if found else None


def two_constants(function: IntegerOperations, element: str) -> None:
    """Adds two operations with a constant each."""
    random, type = function.random, function.type(element)
    names = random.choice((("addi", "subi"), ("addi", "subi"), ("muli",), ("andi",), ("ori",), ("xori",)))
    for _ in range(2):
        name = random.choice(names)
        value = function.value(element) if random.random() < 0.2 else function.latest[element]
        operands = [value, function.constant(element) or function.value(element)]
        if random.random() < 0.4:
            operands.reverse()
        flags = random.choice(FLAGS) if len(names) == 2 or name == "muli" else ""
        function.add(f"arith.{name} {', '.join(operands)}{flags} : {type}", element)


def extended(function: IntegerOperations, element: str) -> None:
    """Adds an operation on two values that have been extended."""
    random = function.random
    types = wider(function)
    if types is None:
        return
    narrow, wide = types
    names = [random.choice(("extui", "extsi"))] * 2 if random.random() < 0.8 else ["extui", "extsi"]
    extended = []
    for name in names:
        flags = random.choice(("", " nneg")) if name == "extui" else ""
        value = function.value(narrow)
        function.add(f"arith.{name} {value}{flags} : {function.type(narrow)} to {function.type(wide)}", wide)
        extended.append(function.last)
    operands = ", ".join(extended)
    if random.random() < 0.4:
        predicate = random.choice(("eq", "ne", "slt", "uge"))
        function.add(f"arith.cmpi {predicate}, {operands} : {function.type(wide)}", "i1")
    else:
        name = random.choice(("andi", "ori", "xori"))
        function.add(f"arith.{name} {operands} : {function.type(wide)}", wide)


def casts(function: IntegerOperations, element: str) -> None:
    """Adds three casts in a row."""
    for _ in range(3):
        function.cast(element)
        element = next(other for other in function.elements if function.latest[other] == function.last)


def truncated_shift(function: IntegerOperations, element: str) -> None:
    """Adds a shift whose upper bits are taken."""
    types = wider(function)
    if types is None or "?" in function.shape:
        return
    narrow, wide = types
    type = function.type(wide)
    distance = width(wide) - width(narrow) + function.random.choice((0, 0, 0, 1))
    value, exact = function.value(wide), function.random.choice(("", " exact"))
    function.add(f"arith.constant {f'dense<{distance}>' if function.shape else distance} : {type}", wide)
    function.add(f"arith.shrsi {value}, {function.last}{exact} : {type}", wide)
    function.add(f"arith.trunci {function.last} : {type} to {function.type(narrow)}", narrow)


def selections(function: IntegerOperations, element: str) -> None:
    """Adds selections by one condition, which is perhaps inverted, of values that were compared or of constants."""
    random, type = function.random, function.type(element)
    compared = [function.value(element), function.value(element)]
    condition = function.value("i1")
    if random.random() < 0.5:
        predicate = random.choice(CMPI_PREDICATES)
        function.add(f"arith.cmpi {predicate}, {', '.join(compared)} : {type}", "i1")
        condition = function.last
    if random.random() < 0.4 and "?" not in type:
        function.add(
            "arith.constant dense<true> : " + function.type("i1") if function.shape else "arith.constant true", "i1"
        )
        function.add(f"arith.xori {condition}, {function.last} : {function.type('i1')}", "i1")
        condition = function.last if random.random() < 0.8 else condition
    for _ in range(2):
        values = [*compared, function.value(element), function.latest[element], function.bit(element)]
        chosen = random.sample(values, 2) if random.random() < 0.6 else random.sample(compared, 2)
        if random.random() < 0.2:
            chosen = [function.bit(element), function.bit(element)]
        function.selection(element, ", ".join(chosen), condition)


def product_of_one(function: IntegerOperations, element: str) -> None:
    """Adds an operation with two results on a small constant; see the known differences about an index."""
    if element == "index":
        return
    operands = [function.value(element), function.bit(element)]
    name, type = function.random.choice(("mulsi_extended", "mului_extended")), function.type(element)
    function.add(f"arith.{name} {', '.join(operands)} : {type}", element, element)


def quotient_of_product(function: IntegerOperations, element: str) -> None:
    """Adds a product, and its quotient by one of its factors."""
    random, type = function.random, function.type(element)
    factors = [function.value(element), function.value(element)]
    function.add(f"arith.muli {', '.join(factors)}{random.choice(FLAGS)} : {type}", element)
    name = random.choice(("divsi", "divui", "floordivsi", "remsi"))
    function.add(f"arith.{name} {function.last}, {random.choice(factors)} : {type}", element)


def bitcasts(function: IntegerOperations, element: str) -> None:
    """Adds casts to a number with the same bits and back."""
    floats = FLOATS.get(element)
    if floats is None:
        return
    type, value = function.type(element), function.value(element)
    number = function.random.choice(floats)
    function.add(f"arith.bitcast {value} : {type} to {function.type(number)}", number)
    other = function.random.choice((element, *floats))
    if other != number:
        function.add(f"arith.bitcast {function.last} : {function.type(number)} to {function.type(other)}", other)


CHAINS: tuple[Callable[[IntegerOperations, str], None], ...] = (
    two_constants,
    two_constants,
    extended,
    casts,
    truncated_shift,
    selections,
    selections,
    product_of_one,
    quotient_of_product,
    bitcasts,
)
"""Those of all kinds."""
