"""Programs that are objects of JAX, and programs in notebooks."""

from __future__ import annotations

import linecache
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import sdyopt
from sdyopt.view import view

HLO = Path(__file__).resolve().parents[2] / "hlo" / "compiled"

TEXT = """module @jit_f {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
    %0 = stablehlo.tanh %arg0 : tensor<8x8xf32> loc("model.py":7:3)
    return %0 : tensor<8x8xf32> loc("model.py":5:1)
  } loc(unknown)
}
"""


class Lowered:
    """The result of `jax.jit(f).lower(…)`."""

    def as_text(self, *, debug_info: bool = False) -> str:
        return TEXT


class Traced:
    """The result of `jax.jit(f).trace(…)`."""

    def lower(self) -> Lowered:
        return Lowered()


class Jitted:
    """The result of `jax.jit(f)`: a callable that is lowered for arguments."""

    def __call__(self, x: object) -> object:
        return x

    def trace(self, x: object) -> Traced:
        return Traced()

    def lower(self, x: object) -> Lowered:
        return Lowered()


class Exported:
    """The result of `jax.export.export(jax.jit(f))(…)`."""

    mlir_module_serialized = b""

    def mlir_module(self) -> str:
        return TEXT


class Compiled:
    """The result of `jax.jit(f).lower(…).compile()`."""

    def as_text(self) -> str:
        return (HLO / "scanned_layers.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("program", [Lowered(), Traced(), Exported()], ids=lambda program: type(program).__name__)
def test_objects_are_programs(program: Any) -> None:
    assert str(sdyopt.parse(program)) == str(sdyopt.parse(TEXT))
    assert view(program).meshes[0].devices == 4


def test_a_jitted_function_needs_its_arguments() -> None:
    assert str(sdyopt.parse(Jitted(), args=[1.0])) == str(sdyopt.parse(TEXT))
    assert sdyopt.plan(Jitted(), args=[1.0], budget=1).specs() == sdyopt.plan(TEXT, budget=1).specs()
    with pytest.raises(TypeError, match="a jitted function is lowered for its arguments, args="):
        sdyopt.parse(Jitted())
    with pytest.raises(TypeError, match="arguments are for jitted functions"):
        sdyopt.parse(TEXT, args=[1.0])


def test_messages_have_the_name_of_the_module() -> None:
    class Broken(Lowered):
        def as_text(self, *, debug_info: bool = False) -> str:
            return TEXT.replace("tanh", "tan_h")

    with pytest.raises(sdyopt.Error, match=r"^jit_f:4:10: error: custom op 'stablehlo.tan_h' is unknown"):
        sdyopt.parse(Broken())


def test_a_function_has_the_place_of_its_end() -> None:
    assert (module := sdyopt.parse(Lowered())).place_of(module.functions["main"]) == sdyopt.Place("model.py", 5, 1)


def test_a_function_that_is_not_jitted_is_no_program() -> None:
    with pytest.raises(TypeError, match=r"a program is .*; jax\.jit\(f\) makes one of a function f"):
        sdyopt.parse(lambda x: x)  # type: ignore[arg-type]


def test_a_compiled_function_is_shown_as_xla_has_made_it() -> None:
    """Its collectives are along the axes of the shardings that the text has kept; notebooks show it."""
    found = view(Compiled())
    assert (found.file, found.module, found.devices) == ("jit_f", "jit_f", 8)
    assert [[axis.name for axis in each.axes] for each in found.collectives] == [["_axis_1"]]
    assert found.peak is not None
    assert "compiled by XLA: 8 devices" in found._repr_html_()
    with pytest.raises(sdyopt.Error, match="this is HLO text") as error:
        sdyopt.parse(Compiled())
    assert error.value.__notes__ == ["hint: sdyopt.view.view shows what XLA has compiled"]


PROGRAM = """
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}
"""


class JittedInNotebook:
    """The result of `jax.jit(f)`."""

    asked: Any = None

    def lower(self, *args: Any, **kwargs: Any) -> Any:
        self.asked = args, kwargs
        return SimpleNamespace(as_text=lambda debug_info=False: PROGRAM)


class Shell:
    """The part of IPython's shell that magics use."""

    def __init__(self) -> None:
        self.user_ns: dict[str, Any] = {"jit": JittedInNotebook, "program": PROGRAM, "x": 1}
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
    assert shell.user_ns["f"].asked == ((1,), {"y": [2, 3]})
    assert "2 devices" in found._repr_html_()


def test_terminals_show_tables_as_text(shell: Shell) -> None:
    written: list[str] = []
    shell.magics["sdy"]("x", "jit()")._repr_pretty_(SimpleNamespace(text=written.append), False)
    heading, peak, sent, _, columns, *_ = written[0].split("\n")
    assert "2 devices" in heading
    assert (peak[:6], sent[:6], columns[:4]) == ("peak a", "sent a", "name")


@pytest.mark.parametrize(
    "line",
    ["--collectives x, y=[2, 3]", " --device=h100 --peak x, y=[2, 3]", '--sort bytes --kind "argument" x, y=[2, 3]'],
)
def test_options_of_the_command_come_before_the_arguments(
    shell: Shell, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    """The cell prints what the command prints then."""
    assert shell.magics["sdy"](line, "f = jit()") is None
    assert shell.user_ns["f"].asked == ((1,), {"y": [2, 3]})
    expected = {"--coll": "no collectives", " --dev": "(profile gpu)", "--sort": "%a"}[line[:6]]
    assert expected in capsys.readouterr().out


def test_options_are_read_before_the_cell_runs(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown one is an error of the command, and `--help` is its help."""
    for line, said in (("--colectives x", "--collectives"), ("--help", "Usage: sdy-view")):
        assert shell.magics["sdy"](line, "y = 2\njit()") is None
        assert said in "".join(capsys.readouterr())
    assert "y" not in shell.user_ns


def test_a_view_shows_the_source_of_its_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is in Python's cache of lines, and not on disk."""
    monkeypatch.setitem(linecache.cache, "model.py", (0, None, [*["\n"] * 6, "y = jnp.tanh(x)\n"], "model.py"))
    assert "│ 7 y = jnp.tanh(x)</pre>" in view(Lowered())._repr_html_()


def test_cells_have_the_names_of_ipython(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not those of the files that it compiles them as; other files keep theirs."""
    names = SimpleNamespace(format_code_name={"model.py": ("Cell", "In[3]")}.get)
    for shell, said in ((SimpleNamespace(compile=names), "In[3]:7"), (None, "model.py:7")):
        monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda found=shell: found))
        assert said in str(view(Lowered()))


def test_a_text_is_a_program_without_arguments(shell: Shell) -> None:
    assert shell.magics["sdy"]("", "program").devices == 2


def test_what_cannot_be_shown(shell: Shell) -> None:
    """A cell that fails has shown its traceback; one without a value is named as such."""
    for options in ("", "--peak"):
        assert shell.magics["sdy"](options, "f = jit(1 // 0)") is None
    no_value, other = "the last statement of the cell has no value", "the cell ends in 42, not in a program"
    wrong = {
        "": no_value,
        "import math": no_value,
        "f = g = 1\nfor f in []: pass": no_value,
        "n = 42": other,
        "len": "len",
    }
    for cell, said in wrong.items():
        with pytest.raises(ValueError, match=said) as caught:
            shell.magics["sdy"]("--peak" if said == other else "", cell)
        assert caught.value._render_traceback_() == [f"%%sdy: error: {caught.value}"]
    with pytest.raises(SyntaxError):
        shell.magics["sdy"]("", "f = (")


def test_with_ipython() -> None:
    """The real shell finds the magic."""
    interactive = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell.instance()
    interactive.run_line_magic("load_ext", "sdyopt")
    shown = interactive.display_formatter.format(interactive.run_cell_magic("sdy", "", repr(PROGRAM)))
    assert "\nname" in shown[0]["text/plain"]
