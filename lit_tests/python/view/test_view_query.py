"""The options of `view` are the fields of one record."""

from __future__ import annotations

import re
from inspect import signature
from types import SimpleNamespace
from typing import Any

import pytest

import sdyopt
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.view import ViewError, view
from sdyopt.view.model import Query, Request
from sdyopt.view.page.notebook import compiled_view
from tools.programs import compiled_texts

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
    with pytest.raises(TypeError, match="peek"):
        view(PROGRAM, peek=True)  # type: ignore[call-overload]


def test_a_query_is_changed_on_a_copy() -> None:
    query = Query(most=3, kinds=["value"])
    assert (query.but(kinds=None).kinds, query.but(kinds=None).most, query.kinds) == (None, 3, ["value"])


def test_options_may_be_texts() -> None:
    """One name in place of several, and those of profiles, machines and tiles."""
    module = sdyopt.parse(PROGRAM)
    options: Any = {"why": "result 0", "kinds": "value", "functions": "main", "profile": "cpu", "tiles": "T(8,128)"}
    found = view(module, "%arg0", **options)
    assert [each.name for each in found.tensors] == ["%arg0", "result 0"]
    assert [each.name for each in found.why] == ["result 0"]
    assert (found.peak is not None and found.peak.profile, found.tiles) == (Compiler.CPU, "T(8,128)")
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
