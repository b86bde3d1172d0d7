"""The collectives and sizes of programs that XLA has compiled, against XLA's figures and a count that reads no HLO."""

from __future__ import annotations

import re
from collections import Counter
from math import prod

import pytest

from sdyopt.hlo import KINDS, HloCollective, parse_hlo, totals
from tools.programs import compiled_texts

EXPECTED: dict[str, list[tuple[str, int, int, int, int | None, int]]] = {
    "data_parallel": [("all-reduce", 4100, 8, 1, 1, 7175)],
    "experts": [
        ("all-gather", 256, 4, 2, 1, 768),
        ("all-gather", 16, 4, 2, 1, 48),
        ("all-reduce", 1024, 4, 2, 1, 1536),
        ("all-gather", 1024, 2, 4, 1, 1024),
    ],
    "fully_sharded": [
        ("all-gather", 256, 8, 1, 1, 1792),
        ("all-gather", 256, 8, 1, 1, 1792),
        ("all-reduce", 4100, 8, 1, 1, 7175),
    ],
    "heads_for_sequence": [("all-to-all", 256, 4, 2, 1, 192)] * 4,
    "pipeline": [("collective-permute", 256, 4, 2, 9, 256)],
    "reduced_and_scattered": [
        ("all-reduce", 64, 8, 1, 1, 112),
        ("collective-permute", 64, 2, 2, 1, 64),
        ("all-to-all", 64, 4, 2, 1, 48),
        ("all-reduce", 128, 2, 4, 1, 128),
        ("all-gather", 64, 8, 1, 1, 448),
        ("reduce-scatter", 512, 4, 2, 1, 384),
    ],
    "ring": [("collective-permute", 512, 8, 1, 8, 512)] * 2,
    "rolled_pipeline": [
        ("collective-permute", 256, 4, 2, 6, 256),
        ("collective-permute", 256, 2, 2, 6, 256),
        ("all-reduce", 256, 4, 2, 6, 384),
    ],
    "scanned_layers": [("all-reduce", 256, 4, 2, 18, 384)],
    "split_both_ways": [
        ("all-gather", 256, 4, 2, 1, 768),
        ("all-gather", 256, 4, 2, 1, 768),
        ("all-reduce", 1024, 2, 4, 1, 1024),
        ("all-reduce", 2052, 4, 2, 1, 3078),
    ],
    "tensor_parallel": [("all-reduce", 1024, 4, 2, 1, 1536)],
    "uneven": [
        ("all-reduce", 28, 4, 2, 1, 42),
        ("all-gather", 84, 2, 4, 1, 84),
        ("all-gather", 28, 2, 4, 1, 28),
        ("all-to-all", 192, 4, 2, 1, 144),
        ("all-gather", 160, 4, 2, 1, 480),
    ],
    "until_it_converges": [
        ("all-gather", 16, 8, 1, None, 112),
        ("all-reduce", 4, 8, 1, None, 7),
        ("collective-permute", 16, 2, 4, 1, 16),
        ("all-reduce", 4, 8, 1, 1, 7),
    ],
}
"""Kind, bytes of the operands, size and number of groups, executions, and bytes that one device sends."""

NAMES = compiled_texts.names()


def test_every_text_is_expected() -> None:
    assert list(EXPECTED) == NAMES


def row(collective: HloCollective) -> tuple[str, int, int, int, int | None, int]:
    return (
        collective.kind,
        collective.operand_bytes,
        collective.group_size,
        collective.groups,
        collective.executions,
        collective.bytes_sent,
    )


@pytest.mark.parametrize("name", NAMES)
def test_collectives(name: str) -> None:
    """Each collective of the text, against numbers calculated without the program."""
    assert [row(collective) for collective in parse_hlo(compiled_texts.text(name)).collectives] == EXPECTED[name]


def counted(text: str) -> Counter[tuple[str, int]]:
    """How often each kind has results of so many bytes, by a regular expression for lines as XLA prints them."""
    found: Counter[tuple[str, int]] = Counter()
    widths = {"f32": 4, "bf16": 2, "s32": 4, "pred": 1, "u32": 4}
    for shapes, kind in re.findall(rf"= (\S.*) ({'|'.join(KINDS)})\(", text):
        arrays = re.findall(r"(\w+)\[([\d,]*)\]", shapes)
        sizes = [widths[element] * prod(map(int, filter(None, bounds.split(",")))) for element, bounds in arrays]
        found[kind, sum(sizes)] += 1
    return found


@pytest.mark.parametrize("name", NAMES)
def test_kinds_and_bytes_by_an_independent_count(name: str) -> None:
    text = compiled_texts.text(name)
    collectives = parse_hlo(text).collectives
    assert Counter([(collective.kind, collective.result_bytes) for collective in collectives]) == counted(text)


@pytest.mark.parametrize("name", NAMES)
def test_operands_and_results_fit_each_other(name: str) -> None:
    """A gather's result has one operand for each device of a group, a scatter's operand one result."""
    for collective in parse_hlo(compiled_texts.text(name)).collectives:
        times = {"all-gather": collective.group_size, "reduce-scatter": 1 / collective.group_size}
        assert collective.result_bytes == collective.operand_bytes * times.get(collective.kind, 1)
        assert not collective.asynchronous


@pytest.mark.parametrize("name", NAMES)
def test_sizes_are_those_that_xla_reports(name: str) -> None:
    """`memory_analysis` counts the pointers of a tuple among the results."""
    sizes, expected = parse_hlo(compiled_texts.text(name)).sizes, compiled_texts.sizes(name)
    assert sizes is not None
    assert sum(sizes.arguments) == expected["arguments"]
    assert sum(sizes.results) + sizes.tuple_table == expected["results"]
    assert sizes.donated == expected["donated"]
    assert sizes.after_donation == sum(sizes.arguments) + sum(sizes.results) - expected["donated"]


@pytest.mark.parametrize("name", NAMES)
def test_devices(name: str) -> None:
    """All programs are partitioned for eight devices, which all groups together have."""
    module = parse_hlo(compiled_texts.text(name))
    assert (module.replicas, module.partitions) == (1, 8)
    for collective in module.collectives:
        groups = collective.replica_groups.expanded()
        assert len(groups) == collective.groups
        assert max(map(len, groups)) == collective.group_size
        if collective.kind != "collective-permute":
            assert sorted([device for group in groups for device in group]) == list(range(8))


def test_places_are_lines_of_the_program() -> None:
    """The stack of calls begins where the value is made, and goes out to the function that compiled the program."""
    [collective] = parse_hlo(compiled_texts.text("scanned_layers")).collectives
    assert [frame.function for frame in collective.source] == [
        "scanned_layers.<locals>.layer",
        "scanned_layers.<locals>.f.<locals>.<lambda>",
        "scanned_layers.<locals>.f",
        "scanned_layers",
        "compile_program.<locals>.<lambda>",
        "on_its_own_stack.<locals>.answer",
    ]
    frame = collective.source[0]
    assert (frame.file, frame.line, frame.column) == ("/src/jax_programs/compiled.py", 127, 33)
    assert collective.op_name == "jit(f)/while/body/closed_call/while/body/closed_call/dot_general"


def test_branches_are_marked() -> None:
    """Of a branch the executions are given as if it were taken; what a loop without a counter does is not known."""
    collectives = parse_hlo(compiled_texts.text("until_it_converges")).collectives
    assert [collective.conditional for collective in collectives] == [False, False, True, False]


def test_totals_multiply_executions() -> None:
    found = totals(parse_hlo(compiled_texts.text("scanned_layers")).collectives)
    assert found.bytes_sent == 18 * 384
    assert found.by_kind == {"all-reduce": 18 * 384}
    assert found.unknown_executions == 0
    found = totals(parse_hlo(compiled_texts.text("until_it_converges")).collectives)
    assert (found.bytes_sent, found.by_kind) == (23, {"collective-permute": 16, "all-reduce": 7})
    assert found.unknown_executions == 2


@pytest.mark.parametrize("name", ["pipeline", "ring", "scanned_layers", "until_it_converges"])
def test_trip_counts_are_those_that_xla_notes(name: str) -> None:
    """Without XLA's notes, the conditions of the loops say the same."""
    text = compiled_texts.text(name)
    assert "while(" in text
    found = parse_hlo(text.replace("known_trip_count", "unknown")).collectives
    assert [row(collective) for collective in found] == EXPECTED[name]
