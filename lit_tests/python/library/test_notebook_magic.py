"""`%%sdy` in notebooks: what of a cell is shown, and for which arguments. IPython is replaced by a small shell."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import sdyopt
from sdyopt.view.collection import ProgramView

PROGRAM = """
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}
"""


class Jitted:
    """What `jax.jit(f)` returns."""

    def __init__(self) -> None:
        self.asked: Any = None

    def lower(self, *args: Any, **kwargs: Any) -> Any:
        self.asked = args, kwargs
        return SimpleNamespace(as_text=lambda debug_info=False: PROGRAM)


class Shell:
    """The part of IPython's shell that magics use."""

    def __init__(self) -> None:
        self.user_ns: dict[str, Any] = {"jit": Jitted, "x": 1}
        self.magics: dict[str, Any] = {}

    def run_cell(self, raw_cell: str) -> Any:
        try:
            exec(raw_cell, self.user_ns)
        except ZeroDivisionError:
            return SimpleNamespace(success=False)
        return SimpleNamespace(success=True)

    def ev(self, expr: str) -> Any:
        return eval(expr, self.user_ns)

    def register_magic_function(self, func: Any, magic_kind: str, magic_name: str) -> None:
        assert magic_kind == "cell"
        self.magics[magic_name] = func


@pytest.fixture
def shell() -> Shell:
    made = Shell()
    sdyopt.load_ipython_extension(made)
    return made


@pytest.mark.parametrize("cell", ["f = jit()", "y = 2\nf = jit()\nf", "f = jit(); f\n", "f: object = jit()"])
def test_the_last_value_of_a_cell_is_shown(shell: Shell, cell: str) -> None:
    """It is lowered for the arguments on the line, and shown as notebooks show views."""
    found = shell.magics["sdy"]("x, y=[2, 3]", cell)
    assert isinstance(found, ProgramView)
    assert shell.user_ns["f"].asked == ((1,), {"y": [2, 3]})
    assert "2 devices" in found._repr_html_()


def test_terminals_show_tables_as_text(shell: Shell) -> None:
    written: list[str] = []
    shell.magics["sdy"]("x", "jit()")._repr_pretty_(SimpleNamespace(text=written.append), False)
    heading, _, columns, *_ = written[0].split("\n")
    assert "2 devices" in heading
    assert columns.startswith("name")


def test_a_text_is_a_program_without_arguments(shell: Shell) -> None:
    shell.user_ns["program"] = PROGRAM
    assert shell.magics["sdy"]("", "program").devices == 2


def test_what_cannot_be_shown(shell: Shell) -> None:
    """A cell that fails has shown its traceback; one without a value is named as such."""
    assert shell.magics["sdy"]("", "f = jit(1 // 0)") is None
    for cell in ("", "import math", "f = g = 1\nfor f in []: pass"):
        with pytest.raises(ValueError, match="the last statement of the cell has no value"):
            shell.magics["sdy"]("", cell)
    with pytest.raises(SyntaxError):
        shell.magics["sdy"]("", "f = (")


def test_with_ipython() -> None:
    """The real shell finds the magic."""
    interactive = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell.instance()
    interactive.run_line_magic("load_ext", "sdyopt")
    interactive.user_ns["program"] = PROGRAM
    found = interactive.run_cell_magic("sdy", "", "program")
    assert found.devices == 2
    assert "\nname" in interactive.display_formatter.format(found)[0]["text/plain"]
