"""`sdyopt.view` in Python programs: its options, what it accepts, rows as plain dictionaries."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from inspect import signature
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import sdyopt
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.planning import plan_command
from sdyopt.view import ViewError, view
from sdyopt.view.model import Query, Request
from sdyopt.view.page.static import compiled_view
from tools import browser
from tools.programs import compiled_texts

# `sdyopt.view` in Python programs: what it accepts, what notebooks show, rows as plain dictionaries.


EXAMPLES = Path(__file__).resolve().parents[3] / "examples"

LOCATED = """
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<f32> {
  %cst = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0, 1]
    : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32> loc("model.py":7:1)
  return %0 : tensor<f32>
}
"""


class Lowered:
    """As JAX's, which prints locations if it is to."""

    def as_text(self, dialect: str | None = None, *, debug_info: bool = False) -> str:
        assert dialect is None
        return LOCATED if debug_info else LOCATED.replace(' loc("model.py":7:1)', "")


class OldLowered:
    def as_text(self) -> str:
        return LOCATED


class BoundOperation:
    def get_asm(self, *, enable_debug_info: bool = False) -> str:
        return LOCATED if enable_debug_info else ""


class BoundModule:
    operation = BoundOperation()


@pytest.mark.parametrize("program", [LOCATED, Lowered(), OldLowered(), BoundModule(), "path"])
def test_what_programs_are_read_from(program: Any, tmp_path: Path) -> None:
    """A text, a path, what has `as_text`, and what has `operation.get_asm`: with locations, by both functions."""
    if program == "path":
        program = tmp_path / "program.mlir"
        program.write_text(LOCATED)
    for seen in (view(program), view(sdyopt.parse(program))):
        (collective,) = seen.collectives
        assert collective.source[0][:2] == ("model.py", 7)
    assert view(program, as_written=True).collectives == ()


def test_what_is_no_program_is_an_error() -> None:
    """The type is wrong, or the text: one that is HLO is named as what it is."""

    class Nothing:
        def as_text(self) -> None: ...

    with pytest.raises(sdyopt.Error, match="this is HLO text"):
        view("HloModule jit_f, is_scheduled=true\n")
    for wrong in (3, None, Nothing()):
        with pytest.raises(TypeError):
            view(wrong)  # type: ignore[arg-type]


def test_programs_of_jax_are_read() -> None:
    jax = pytest.importorskip("jax")
    mesh = jax.sharding.Mesh(jax.devices()[:1], ("x",))
    sharding = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("x"))
    lowered = jax.jit(lambda a: a + 1, in_shardings=sharding).lower(jax.numpy.ones((8, 16)))
    rows = [view(program).rows() for program in (lowered, lowered.compiler_ir(), lowered.as_text())]
    assert [row["type"] for row in rows[0]] == [row["type"] for row in rows[1]] == [row["type"] for row in rows[2]]
    assert rows[0][0]["sharding"] is not None
    assert view(lowered.compile()).devices == 1


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.found.add(tag)
        assert all(name in ("class", "scope", "style") for name, _ in attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_notebooks_show_answers_and_tables() -> None:
    """Views and plans, without scripts, whatever names a program has."""
    evil = "</style><script>hit()</script>"
    hostile = f"""
sdy.mesh @"{evil}" = <["{evil}"=2]>
func.func @"@{evil}"(%a: tensor<8xf32> {{sdy.sharding = #sdy.sharding<@"{evil}", [{{"{evil}"}}]>}} loc("{evil}")) {{
  return
}}
"""
    programs = (EXAMPLES / "decoder.mlir", EXAMPLES / "moe.mlir", hostile, "module {}")
    for answer in (*map(view, programs), sdyopt.plan(hostile)):
        tags = _Tags()
        shown = answer._repr_html_()
        tags.feed(shown)
        assert tags.open == []
        assert tags.found <= {"div", "style", "p", "b", "table", "caption", "thead", "tbody", "tr", "th", "td", "span"}
        assert "url(" not in shown
    decoder = view(EXAMPLES / "decoder.mlir")._repr_html_()
    assert "decoder.mlir, propagated, partitioned by XLA for TPUs: 512 devices" in decoder
    assert "2,097,152,000 (1.9 GiB)" in decoder
    assert "67,108,864,000 (62.5 GiB)" in decoder
    assert "peak a device: about 68.5 GiB (profile tpu) in @main" in decoder


@pytest.mark.long
def test_a_plan_prints_the_tables_of_the_command() -> None:
    file = EXAMPLES / "gated_mlp.mlir"
    _, out, _ = plan_command.run([str(file), "--drop"])
    assert f"{sdyopt.plan(file, drop=True)}\n" == out.decode()


@pytest.mark.skipif(browser.program() is None, reason="there is no Chromium to open pages in")
def test_what_notebooks_show_draws_itself(tmp_path: Path) -> None:
    """Sizes have bars beside them."""
    file = tmp_path / "cell.html"
    file.write_text(f"<!doctype html><meta charset=utf-8>{view(EXAMPLES / 'matmul.mlir')._repr_html_()}")
    with browser.Browser() as page:
        page.open(file)
        assert page.run("document.querySelectorAll('.bar').length") > 3
        assert page.complaints == []


# The options of `view` are the fields of one record.


PROGRAM = """sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
"""


def test_view_has_the_fields_of_a_request_as_parameters() -> None:
    assert list(signature(view).parameters) == ["program", *Request.record_fields]


def test_options_are_given_in_order_or_by_name() -> None:
    module = sdyopt.parse(PROGRAM)
    assert view(module, ["%arg0"], kinds=["value"]).tensors == view(module, values=["%arg0"], kinds=["value"]).tensors
    assert view(module, with_peak=False).peak is None


def test_an_option_that_does_not_exist_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Request\.__init__\(\) got an unexpected keyword argument .peek."):
        view(PROGRAM, peek=True)  # type: ignore[call-overload]


def test_a_query_is_changed_on_a_copy() -> None:
    query = Query(most=3, kinds=["value"])
    assert (query.but(kinds=None).kinds, query.but(kinds=None).most, query.kinds) == (None, 3, ["value"])


def test_options_may_be_texts() -> None:
    """One name in place of several, and those of profiles and machines."""
    module = sdyopt.parse(PROGRAM)
    options: Any = {"why": "result 0", "kinds": "value", "functions": "main", "profile": "cpu"}
    found = view(module, "%arg0", **options)
    assert [each.name for each in found.tensors] == ["%arg0", "result 0"]
    assert [each.name for each in found.why] == ["result 0"]
    assert found.peak is not None and found.peak.profile == Compiler.CPU
    options = {"machine": "h100", "assumed": 3}
    timed = view(module, **options)
    assert timed.time is not None
    assert timed.time.machine.device.name == "h100"


def test_replicated_values_may_be_all() -> None:
    """True is no number of them."""
    text = PROGRAM.replace("%arg0: tensor", "%b: tensor<2xf32>, %c: tensor<2xf32>, %arg0: tensor")
    assert len(view(sdyopt.parse(text), replicated=True).replicated) == 1  # Both are in it, as they are alike.
    assert view(sdyopt.parse(text), replicated=True).replicated[0].alike == 2


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"profile": "cpus"}, "no profile is called 'cpus'; did you mean 'cpu'?"),
        ({"kinds": "arguments"}, "no kind of tensor is called 'arguments'; did you mean 'argument'?"),
        ({"machine": "h10"}, "no device is called 'h10'; did you mean 'h100'?"),
        ({"why": "result 7"}, "no value 'result 7'; did you mean 'result 0'?"),
    ],
)
def test_wrong_texts_are_refused_at_once(options: Any, problem: str) -> None:
    with pytest.raises(ViewError, match=re.escape(problem)):
        view(sdyopt.parse(PROGRAM), **options)


def test_a_view_is_printed_as_its_tables() -> None:
    found = view(sdyopt.parse(PROGRAM))
    assert str(found).startswith("<string>, propagated")
    assert "%arg0" in str(found)
    compiled = compiled_view(compiled_texts.text("ring"), "ring.txt")
    assert str(compiled).startswith("ring.txt")


def test_a_mesh_of_another_program_may_be_that_of_jax() -> None:
    mesh = SimpleNamespace(shape={"x": 4}, axis_names=("x",))
    assert view(sdyopt.parse(PROGRAM)).with_sharding(mesh=mesh).meshes[0].axes == (("x", 4),)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"partitioner": "shardi"},
            "no partitioner is called 'shardi'; did you mean 'shardy'?; there are xla, shardy, jaxlib",
        ),
        (
            {"frames": "outermost"},
            "no choice of frames is called 'outermost'; did you mean 'innermost'?; there are user, innermost, all",
        ),
    ],
)
def test_errors_name_the_choices(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ViewError, match=re.escape(message)):
        Query(**options)


def test_frames_may_be_a_text() -> None:
    assert Query(**{"frames": "innermost"}).frames == FrameChoice("innermost")
