"""The call stacks of locations, and the frames of them that are shown."""

from __future__ import annotations

import pytest

from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.ir.attribute import Location
from sdyopt.ir.locations import UNKNOWN, CallSiteLoc, FileLineColRange, Frame, FusedLoc, NameLoc, frames_of

WSC = Frame("project/layers.py", 10, 3, "wsc")
BLOCK = Frame("project/model.py", 22, 7, "train.<locals>.block")
JAX = Frame("/venv/lib/python3.11/site-packages/jax/api.py", 5, 1, "jit")
MAIN = Frame("project/train.py", 40, 1, "<module>")


def _location(frame: Frame) -> Location:
    file = FileLineColRange(frame.file, frame.line, frame.column)
    return file if frame.function is None else NameLoc(frame.function, file)


def _stack(*frames: Frame) -> Location:
    inner, *outer = frames
    return CallSiteLoc(_location(inner), _stack(*outer)) if outer else _location(inner)


def test_frames_of_this_package_are_none_of_the_user() -> None:
    """Also in a checkout: `sdyopt.parse` lowers functions of JAX itself."""
    own = Frame(frames_of.__code__.co_filename, 1, 1, "lowered")
    assert not FrameChoice().is_of_the_user(own)
    assert FrameChoice().cited([WSC, BLOCK, own, MAIN]) == FrameChoice().cited([WSC, BLOCK, MAIN])


def test_frames_come_innermost_first() -> None:
    location = NameLoc("jit(main)/add", _stack(WSC, BLOCK, MAIN))
    assert tuple(frames_of(location)) == (WSC, BLOCK, MAIN)


def test_a_name_around_a_single_position_is_that_of_the_operation() -> None:
    file = FileLineColRange("a.py", 1, 2)
    assert list(frames_of(NameLoc("x", file))) == [Frame("a.py", 1, 2)]
    assert list(frames_of(NameLoc("jit(f)/add", NameLoc("f", file)))) == [Frame("a.py", 1, 2, "f")]


def test_the_first_position_of_a_fused_location_counts() -> None:
    assert list(frames_of(FusedLoc((UNKNOWN, _stack(WSC, MAIN), _stack(BLOCK))))) == [WSC, MAIN]


@pytest.mark.parametrize("location", [UNKNOWN, 7, NameLoc("x", None), FusedLoc((UNKNOWN,))])
def test_a_location_without_a_position_has_no_frames(location: Location | int) -> None:
    assert not list(frames_of(location))


def test_a_stack_of_ten_thousand_calls() -> None:
    location: Location = _location(MAIN)
    for _ in range(10_000):
        location = CallSiteLoc(_location(WSC), location)
    assert sum(1 for _ in frames_of(location)) == 10_001


@pytest.mark.parametrize(
    ("choice", "cited"),
    [
        (FrameChoice(), "layers.py:10 in wsc (from block model.py:22)"),
        (FrameChoice("innermost"), "layers.py:10 in wsc"),
        (
            FrameChoice("all"),
            "layers.py:10 in wsc (from block model.py:22, jit api.py:5, <module> train.py:40)",
        ),
        (FrameChoice(skip=["^wsc$"]), "model.py:22 in block (via wsc layers.py:10)"),
        (FrameChoice(skip=["project/"]), "layers.py:10 in wsc"),
        (
            FrameChoice(skip=["layers", "block"]),
            "train.py:40 in <module> (via jit api.py:5, block model.py:22, wsc layers.py:10)",
        ),
    ],
)
def test_what_a_choice_cites(choice: FrameChoice, cited: str) -> None:
    assert str(choice.cited((WSC, BLOCK, JAX, MAIN))) == cited


def test_frames_of_packages_are_not_the_users() -> None:
    assert str(FrameChoice().cited((JAX, BLOCK))) == "model.py:22 in block (via jit api.py:5)"
    assert FrameChoice().callers((JAX, BLOCK, MAIN)) == [BLOCK]


def test_a_caller_on_the_same_line_of_the_same_function_is_the_same_place() -> None:
    again, other = WSC._replace(column=9), WSC._replace(function="other")
    assert str(FrameChoice().cited((WSC, again))) == "layers.py:10 in wsc"
    assert str(FrameChoice().cited((WSC, again, BLOCK, MAIN))) == "layers.py:10 in wsc (from block model.py:22)"
    assert str(FrameChoice().cited((WSC, other))) == "layers.py:10 in wsc (from other layers.py:10)"


def test_one_frame_is_all_there_is_to_cite() -> None:
    assert str(FrameChoice().cited((MAIN,))) == "train.py:40"
    assert str(FrameChoice().cited((Frame("C:\\me\\a.py", 3, 1),))) == "a.py:3"
    assert not FrameChoice("all").callers((WSC,))


def test_parts_that_occur_many_times() -> None:
    """Each counts once; and of alternatives in alternatives one counts."""
    doubled: Location = _location(WSC)
    for _ in range(100):
        doubled = CallSiteLoc(doubled, doubled)
    assert set(frames_of(doubled)) == {WSC}
    unknown: Location = UNKNOWN
    for _ in range(100):
        unknown = FusedLoc((unknown, NameLoc("x", unknown)))
    assert not list(frames_of(unknown))
    nested = FusedLoc((FusedLoc((UNKNOWN, _location(WSC), _location(MAIN))), _location(BLOCK)))
    assert [frame.line for frame in frames_of(CallSiteLoc(nested, _location(MAIN)))] == [10, 40]
    assert not FrameChoice("all").callers((WSC, WSC))


def test_an_invalid_pattern_is_refused() -> None:
    with pytest.raises(ValueError, match="invalid regular expression"):
        FrameChoice(skip=["("])
