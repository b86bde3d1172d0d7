"""The figures of views of programs, against XLA's for eight devices."""

from __future__ import annotations

from collections import Counter

import pytest

import sdyopt
from sdyopt.hlo import parse_hlo
from sdyopt.view import ModuleView, view
from sdyopt.view.render.json_form import view_object
from tools.programs import compiled_texts

Row = tuple[str, int, int, int, int | None]

SAME = ("heads_for_sequence", "pipeline", "ring", "scanned_layers", "tensor_parallel")
"""The programs for which both partitioners choose the same collectives, and XLA combines none of them."""


def seen(name: str) -> ModuleView:
    """The view of the program before XLA has compiled it for CPUs."""
    return view(sdyopt.parse(compiled_texts.lowered(name)), profile="cpu")


def sent(found: ModuleView) -> list[Row]:
    """The collectives that send anything: kind, bytes of the operand, size and number of groups, executions."""
    return [
        (each.kind, each.operand.bytes or 0, each.group_size, each.groups, each.executions)
        for each in found.collectives
        if each.bytes_sent
    ]


def sent_by_xla(name: str) -> list[Row]:
    """The same of the compiled program."""
    compiled = parse_hlo(compiled_texts.text(name)).collectives
    return [(each.kind, each.operand_bytes, each.group_size, each.groups, each.executions) for each in compiled]


@pytest.mark.parametrize("name", compiled_texts.names())
def test_arguments_and_results_take_what_xla_reports(name: str) -> None:
    """To the byte, and so do donated arguments that results take the place of."""
    found = seen(name)
    (main,) = [function for function in view_object(found, ())["functions"] if function["name"] == "main"]
    arguments, results = main["arguments_bytes"], main["results_bytes"]
    shared = arguments + results - main["after_donation_bytes"]
    assert {"arguments": arguments, "results": results, "donated": shared} == compiled_texts.sizes(name)


@pytest.mark.parametrize("name", SAME)
def test_collectives_are_those_of_xla(name: str) -> None:
    """Kinds, bytes, groups and executions are the same."""
    assert Counter(sent(seen(name))) == Counter(sent_by_xla(name))


def test_combined_collectives_send_the_same() -> None:
    """XLA makes one all-reduce of the three of data-parallel training, of the same bytes over the same devices."""
    rows = sent(seen("data_parallel"))
    assert {(kind, size, count, runs) for kind, _, size, count, runs in rows} == {("all-reduce", 8, 1, 1)}
    assert [("all-reduce", sum([row[1] for row in rows]), 8, 1, 1)] == sent_by_xla("data_parallel")


@pytest.mark.parametrize("name", compiled_texts.names())
def test_the_peak_holds_arguments_and_results(name: str) -> None:
    """At the peak there is at least what is there all the time, and what is alive adds up to it."""
    found = seen(name)
    sizes = compiled_texts.sizes(name)
    assert found.peak is not None
    assert found.peak.bytes >= max(sizes["arguments"], sizes["results"])
    assert sum([value.bytes for value in found.peak.live]) == found.peak.bytes
    assert found.peak.live[0].bytes == max([value.bytes for value in found.peak.live])
