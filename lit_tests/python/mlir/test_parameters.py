"""Declared parameters of attributes, and dialects that are imported when a program names them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sdyopt.dialects import LAZY, REGISTRY
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import DYNAMIC, RankedTensorType
from sdyopt.mlir.declare.dialect import Dialect, Registry
from sdyopt.mlir.declare.parameters import (
    ATTRIBUTE,
    BOOL,
    DIMENSIONS,
    INTEGERS,
    STRING,
    TYPE,
    AttributeDef,
    enum,
    integer,
    list_of,
    type_of_class,
)
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.read.parser import parse_attribute
from sdyopt.mlir.write.attributes import text_of


class Plain(Attribute):
    """Parameters in order, the last of which may be missing."""

    size: int
    label: str
    flag: bool = False


class Named(Attribute):
    """Parameters with names."""

    mode: str
    sizes: tuple[int, ...]
    other: Attribute
    shift: int = 0


class Grid(Attribute):
    """A format of its own, in which other attributes stand in short form."""

    parts: tuple[Plain, ...]
    depth: int | None = None

    def check(self) -> None:
        if self.depth is not None and self.depth > len(self.parts):
            raise ValueError(f"too deep: {self.depth}")


class Block(Type):
    """A type."""

    shape: tuple[int, ...]
    element: Type
    tensor: RankedTensorType | None = None


class Unit(Type):
    """A type without parameters."""


PLAIN = AttributeDef(Plain, "plain", {"size": integer(8, signed=False), "label": STRING, "flag": BOOL})
NAMED = AttributeDef(
    Named,
    "named",
    {"mode": enum(["slow", "fast"], "::my::Mode"), "sizes": INTEGERS, "other": ATTRIBUTE, "shift": integer(8)},
    "`<` struct(params) `>`",
    title="My_Named",
)
GRID = AttributeDef(
    Grid,
    "grid",
    {"parts": list_of(PLAIN.parameter()), "depth": integer(32)},
    "`<` `[` (`]`) : ($parts^ `]`)? (`,` `depth` `` `=` `` $depth^)? `>`",
)
BLOCK = AttributeDef(
    Block,
    "block",
    {"shape": DIMENSIONS, "element": TYPE, "tensor": type_of_class(RankedTensorType, "RankedTensorType")},
)
MINE = Dialect("mine", attributes=[PLAIN, NAMED, GRID], types=[BLOCK, AttributeDef(Unit, "unit")])
KNOWN = Registry([*REGISTRY.dialects.values(), MINE])


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ('#mine.plain<255, "a">', ""),
        ('#mine.plain<1, "a b", true>', ""),
        ('#mine.plain<1, "a", false>', '#mine.plain<1, "a">'),
        ('#mine.plain<1, "a", 1>', '#mine.plain<1, "a", true>'),
        ("#mine.named<mode = fast, sizes = [1, -2], other = unit>", ""),
        (
            '#mine.named<shift = -3, other = 1 : i8, sizes = [], mode = "slow">',
            "#mine.named<mode = slow, sizes = [], other = 1 : i8, shift = -3>",
        ),
        ("#mine.grid<[]>", ""),
        ('#mine.grid<[<1, "a">, <2, "b", true>], depth=2>', ""),
        ('#mine.grid<[#mine.plain<1, "a">]>', '#mine.grid<[<1, "a">]>'),
        ("!mine.block<4x?x8, f32>", ""),
        ("!mine.block<[], !mine.unit, tensor<4xf32>>", ""),
        ("!mine.unit", ""),
    ],
)
def test_it_is_read_and_printed(text: str, printed: str) -> None:
    assert text_of(parse_attribute(text, KNOWN)) == (printed or text)


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        (
            '#mine.plain<256, "a">',
            ["integer value too large", "failed to parse Plain parameter 'size' which is to be a `uint8_t`"],
        ),
        ("#mine.plain<1>", ["expected ','"]),
        (
            "#mine.plain<1, a>",
            ["expected string", "failed to parse Plain parameter 'label' which is to be a `::llvm::StringRef`"],
        ),
        (
            "#mine.named<mode = medium>",
            [
                "expected ::my::Mode to be one of: slow, fast",
                "failed to parse My_Named parameter 'mode' which is to be a `::my::Mode`",
            ],
        ),
        ("#mine.named<mode = slow, mode = slow>", ["duplicate or unknown struct parameter name: mode"]),
        ("#mine.named<1 = slow>", ["expected valid keyword", "expected a parameter name in struct"]),
        ("#mine.named<mode = slow, sizes = []>", ["struct is missing required parameter: other"]),
        (
            "#mine.grid<[<1>]>",
            ["expected ','", "failed to parse Grid parameter 'parts' which is to be a `::llvm::ArrayRef<PlainAttr>`"],
        ),
        ("#mine.grid<[], depth=1>", ["too deep: 1"]),
        (
            "!mine.block<4, f32, i8>",
            [
                "invalid kind of type specified",
                "failed to parse Block parameter 'tensor' which is to be a `RankedTensorType`",
            ],
        ),
        ("#mine.other", ["unknown attribute `other` in dialect `mine`"]),
    ],
)
def test_what_is_wrong_is_reported(text: str, messages: list[str]) -> None:
    with pytest.raises(CompilationError) as raised:
        parse_attribute(text, KNOWN)
    assert [str(diagnostic.message) for diagnostic in raised.value.diagnostics] == messages


def test_a_value_without_defaults_is_complete() -> None:
    assert parse_attribute("!mine.block<?, f32>", KNOWN).type.shape == (DYNAMIC,)  # type: ignore[attr-defined]


IMPORTED = """
import sys, sdyopt
sdyopt.parse({text!r}{options})
print(*sorted(name for name in {modules} if {modules}[name] in sys.modules))
"""

PROGRAMS = {
    "an operation": ("%0 = ub.poison : i32", "", "ub"),
    "an operation in generic form": ('%0 = "ub.poison"() : () -> i32', "", "ub"),
    "an attribute": ("module attributes {test.a = #ub.poison} {}", ", allow_unregistered_dialect=True", "ub"),
    "the name of an attribute": ("module attributes {ub.a} {}", "", "ub"),
    "neither": ('module attributes {test.a = "ub.poison"} {}', ", allow_unregistered_dialect=True", ""),
}


def test_a_dialect_that_was_imported_before_is_parsed() -> None:
    """Even if what follows from another dialect comes first."""
    code = """
from sdyopt import parse
from sdyopt.dialects import REGISTRY
REGISTRY.all_dialects()
parse("%0 = ub.poison : i32")
print(parse("%0 = ub.poison : i32 %1 = arith.addi %0, %0 overflow<nsw> : i32"))
"""
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed == "module {\n  %0 = ub.poison : i32\n  %1 = arith.addi %0, %0 overflow<nsw> : i32\n}\n\n"


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_dialect_is_imported_when_a_program_names_it(program: str) -> None:
    """In a new process, so that no other test has imported any."""
    text, options, expected = PROGRAMS[program]
    code = IMPORTED.format(text=text, options=options, modules=LAZY)
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.split() == expected.split()


def test_a_program_may_name_a_dialect_that_something_else_has_imported() -> None:
    """After a program that names another one, whose syntax is then known."""
    code = (
        "import sdyopt; from sdyopt.dialects import REGISTRY; assert REGISTRY.operation('shape.const_shape')\n"
        "sdyopt.parse('%0 = ub.poison : i32')\n"
        "print(sdyopt.parse('%0 = shape.const_shape [1, 2] : tensor<2xindex>'))\n"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed == "module {\n  %0 = shape.const_shape [1, 2] : tensor<2xindex>\n}\n\n"
