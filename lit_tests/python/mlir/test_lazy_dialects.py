"""Dialects that few programs name are imported when one does."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sdyopt.dialects import LAZY

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
