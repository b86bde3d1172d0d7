"""The parts of reading HLO text, one by one: strings, sizes, groups, source places, axes, and where errors are."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sdyopt.hlo import HloError, HloFrame, parse_hlo
from sdyopt.hlo.attributes import SourcePlaces, bytes_of
from sdyopt.hlo.module import totals
from sdyopt.hlo.text import scan, unquoted
from sdyopt.layout import parse_shape
from sdyopt.sharding.replica_groups import IotaDevices, IotaGroups

TABLES: dict[str, dict[int, str]] = {"FileNames": {}, "FunctionNames": {}, "FileLocations": {}, "StackFrames": {}}

INPUTS = Path(__file__).parent / "Inputs"
MODULE = (INPUTS / "hlo_parts.module.txt").read_text(encoding="utf-8")


def test_a_letter_after_a_backslash_that_begins_no_number_is_itself() -> None:
    assert unquoted(r'"a\xg\q"') == "axgq"
    assert unquoted(r'"\x41\n"') == "A\n"


def test_opaque_values_take_no_memory() -> None:
    assert bytes_of(parse_shape("(f32[4]{0}, opaque[])")) == 16


@pytest.mark.parametrize(("count", "size"), [(0, 4), (4, 0), (-2, -2), (-4, -1), (3, 1), (2, 3)])
def test_groups_have_all_devices(count: int, size: int) -> None:
    with pytest.raises(ValueError, match="does not have as many devices"):
        IotaGroups(count, size, IotaDevices((4,)))


def test_an_error_is_at_the_first_name_after_a_text() -> None:
    module = scan(MODULE)
    line = MODULE.splitlines().index("  ROOT %b = f32[4]{0} add(%a, %a)")
    start = MODULE.index("  ROOT")
    assert module.error("wrong", line, "a", "add(%a").offset - start == MODULE[start:].index("%a)") + 1
    assert module.error("wrong", line, "a", "nowhere").offset - start == MODULE[start:].index("%a,") + 1
    assert module.error("wrong", line, "c").offset - start == 2


def test_a_wrong_layout_is_marked() -> None:
    with pytest.raises(HloError) as caught:
        _ = scan(MODULE).instruction(MODULE.splitlines().index("  %bad = f32[4]{0,0} add(%a, %a)")).shape
    assert caught.value.end is not None
    assert MODULE[caught.value.offset : caught.value.end] == "f32[4]{0,0}"


@pytest.mark.parametrize(
    ("metadata", "frame"),
    [
        ({"source_file": "a.py"}, HloFrame("a.py", None, None, None)),
        ({"source_line": "7"}, HloFrame(None, 7, None, None)),
        ({"source_file": "a.py", "source_line": "1" * 18}, HloFrame("a.py", int("1" * 18), None, None)),
        ({"source_file": "a.py", "source_line": "1" * 19}, HloFrame("a.py", None, None, None)),
        ({"source_file": "a.py", "source_line": "-1"}, HloFrame("a.py", None, None, None)),
    ],
)
def test_a_place_without_a_stack(metadata: dict[str, str], frame: HloFrame) -> None:
    assert SourcePlaces(TABLES).frames(metadata) == (frame,)
    assert SourcePlaces(TABLES).frames({"op_name": "f"}) == ()


def collective(**given: Any) -> Any:
    return SimpleNamespace(**{"kind": "all-reduce", "executions": 2, "bytes_sent": 3, "source": ()} | given)


def test_bytes_belong_to_the_innermost_line() -> None:
    frames = HloFrame("a.py", 1, None, None), HloFrame("b.py", 2, None, None)
    found = totals([collective(source=frames), collective(), collective(executions=None)])
    assert found.by_line == {"a.py:1": 6, "": 6}
    assert (found.bytes_sent, found.unknown_executions) == (12, 1)


def peak(body: str, computations: str = "") -> int:
    layout = "entry_computation_layout={(f32[256]{0})->f32[1]{0}}"
    entry = f"ENTRY %main (a: f32[256]) -> f32[1] {{\n{body}\n}}\n"
    text = f"HloModule m, is_scheduled=true, {layout}\n\n{computations}{entry}"
    found = parse_hlo(text, with_peak=True).peak
    assert found is not None
    return found.temporaries


@pytest.mark.parametrize("line", ["%b = f32[256]{0} add(%a, %a", "%b = f32[256]{0}", "%b = (f32[256]{0} add(%a, %a)"])
def test_what_is_not_an_instruction_is_an_error(line: str) -> None:
    with pytest.raises(HloError) as caught:
        peak(f"  %a = f32[256]{{0}} parameter(0)\n  {line}\n  ROOT %c = f32[1]{{0}} slice(%a), slice={{[0:1]}}")
    assert caught.value.line == 5


# --- memory -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("index", [2, 3, 99])
def test_elements_that_a_tuple_does_not_have(index: int) -> None:
    body = f"""  %a = f32[256]{{0}} parameter(0)
  %t = (f32[256]{{0}}, f32[256]{{0}}) tuple(%a, %a)
  %g = f32[256]{{0}} get-tuple-element(%t), index={index}
  ROOT %d = f32[1]{{0}} custom-call(%g), custom_call_target="g\""""
    with pytest.raises(HloError, match="there is no such element of the tuple"):
        peak(body)


BRANCHES = (INPUTS / "hlo_parts.branches.txt").read_text(encoding="utf-8")


def test_branches_keep_what_they_are_given() -> None:
    """While one of them runs, the operands of the others are in memory, too."""
    body = """  %a = f32[256]{0} parameter(0)
  %i = pred[] constant(true)
  %b = f32[256]{0} custom-call(%a), custom_call_target="f"
  %c = f32[256]{0} custom-call(%a), custom_call_target="f"
  ROOT %d = f32[1]{0} conditional(%i, %b, %c), true_computation=%long, false_computation=%long"""
    assert peak(body, BRANCHES) == 1024 + 1024 + 1024 + 2048
    once = body.replace("%i, %b, %c", "%i, %b, %b")
    assert peak(once.replace('  %c = f32[256]{0} custom-call(%a), custom_call_target="f"\n', ""), BRANCHES) == 4096


# --- trip counts ------------------------------------------------------------------------------------------------------


def trips(more: str = "", bound: str = "%bound", direction: str = "LT", step: int = 1) -> int | None:
    """Returns how often a loop runs that counts to 10."""
    text = f"""HloModule m, num_partitions=2
%condition (s: (s32[], f32[2])) -> pred[] {{
  %s = (s32[], f32[2]) parameter(0)
  %i = s32[] get-tuple-element(%s), index=0
  %bound = s32[] constant(10)
  %none = s32[] constant(0)
{more}
  ROOT %less = pred[] compare(%i, {bound}), direction={direction}
}}
%body (s: (s32[], f32[2])) -> (s32[], f32[2]) {{
  %s = (s32[], f32[2]) parameter(0)
  %i = s32[] get-tuple-element(%s), index=0
  %one = s32[] constant({step})
  %v = f32[2] get-tuple-element(%s), index=1
  %next = s32[] add(%i, %one)
  %moved = f32[2] collective-permute(%v), channel_id=1, source_target_pairs={{{{0,1}}}}
  ROOT %t = (s32[], f32[2]) tuple(%next, %moved)
}}
ENTRY %main (v: f32[2]) -> (s32[], f32[2]) {{
  %first = s32[] constant(0)
  %v = f32[2] parameter(0)
  %t = (s32[], f32[2]) tuple(%first, %v)
  ROOT %w = (s32[], f32[2]) while(%t), condition=%condition, body=%body
}}
"""
    (found,) = parse_hlo(text).collectives
    return found.executions


def test_a_bound_is_computed_by_as_many_instructions_as_it_takes_up_to_fifty() -> None:
    """Of thousands it is not known."""

    def chain(length: int) -> tuple[str, str]:
        names = ["%bound", *[f"%c{number}" for number in range(length)]]
        steps = [f"  {name} = s32[] add({before}, %none)" for before, name in pairwise(names)]
        return "\n".join(steps), names[-1]

    assert [trips(*chain(length)) for length in (0, 1, 40, 5000)] == [10, 10, 10, None]


def test_a_bound_on_a_line_that_cannot_be_read_is_not_known() -> None:
    assert trips("  %wrong = s32[]{0} add(%bound, %none)", "%wrong") is None
    assert trips("  %wrong = s32[]{0} add(%bound, %none)") == 10


@pytest.mark.parametrize(
    ("step", "found"), [(1, 10), (2, 5), (3, None), (4, None), (5, 2), (10, 1), (-1, None), (0, None)]
)
def test_a_counter_that_misses_its_end_has_no_known_count(step: int, found: int | None) -> None:
    assert trips(direction="NE", step=step) == found


# --- memory of custom calls -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("aliasing", "temporaries"),
    [("{{}: (0, {})}", 1024), ("{{0}: (0, {})}", 1024), ("{{}: (1, {})}", 2048), ("{}", 2048)],
)
def test_a_custom_call_may_write_where_its_operand_is(aliasing: str, temporaries: int) -> None:
    """If it has such an operand."""
    body = f"""  %a = f32[256]{{0}} parameter(0)
  %b = f32[256]{{0}} reverse(%a), dimensions={{0}}
  %c = f32[256]{{0}} custom-call(%b), custom_call_target="f", output_to_operand_aliasing={aliasing}
  ROOT %d = f32[1]{{0}} custom-call(%c), custom_call_target="g"
"""
    assert peak(body) == temporaries
