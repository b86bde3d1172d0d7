"""Compiled programs in HLO text: what they send and which groups of devices."""

from __future__ import annotations

import pytest

from sdyopt.hlo import (
    HloCollective,
    IotaGroups,
    ListedGroups,
    MeshGroups,
    ReplicaGroups,
    collectives,
    mesh_axes,
    parse_hlo,
    totals,
)
from sdyopt.sharding.replica_groups import HloAxisRef, IotaDevices, bytes_sent, permuted_groups
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


def written(name: str) -> dict[str, HloCollective]:
    """The collectives of a module by their names."""
    return {collective.name: collective for collective in collectives(compiled_texts.written(name))}


# --- groups -----------------------------------------------------------------------------------------------------------

GROUPS = {
    "all-replicas": (2, 4),
    "replicas": (1, 8),
    "replicas-and-partitions": (4, 2),
    "flattened": (5, 2),
    "iota": (2, 4),
    "mesh": (4, 2),
    "mesh-of-devices": (2, 4),
    "sub-axis": (4, 2),
    "listed-devices": (2, 4),
    "partitions": (2, 4),
    "ragged": (4, 2),
    "kept": (1, 0),
    "moved": (3, 2),
    "given": (4, 2),
}
"""Size and number of the groups of a module for two replicas of four partitions."""


def test_groups_of_replicas_and_partitions() -> None:
    found = written("groups")
    assert {name: (each.group_size, each.groups) for name, each in found.items()} == GROUPS


def test_axes_are_those_of_the_text() -> None:
    found = written("groups")
    assert found["mesh"].axes == ("a",)
    assert found["sub-axis"].axes == ("a:(2)2", "b")
    assert found["iota"].axes == ()


def test_a_ragged_exchange_sends_its_first_operand() -> None:
    found = written("groups")["ragged"]
    assert (found.operand_bytes, found.bytes_sent) == (256, 192)


def test_devices_that_keep_their_data_send_nothing() -> None:
    found = written("groups")
    assert (found["kept"].operand_bytes, found["kept"].bytes_sent) == (256, 0)
    assert (found["moved"].operand_bytes, found["moved"].bytes_sent) == (256, 256)


EXPANDED = [
    (ListedGroups(((0, 1), (2, 3))), ((0, 1), (2, 3))),
    (IotaGroups(2, 4, IotaDevices((8,))), ((0, 1, 2, 3), (4, 5, 6, 7))),
    (IotaGroups(2, 4, IotaDevices((4, 2), (1, 0))), ((0, 2, 4, 6), (1, 3, 5, 7))),
    (IotaGroups(4, 2, IotaDevices((2, 2, 2), (0, 2, 1))), ((0, 2), (1, 3), (4, 6), (5, 7))),
    (MeshGroups((("a", 4), ("b", 2)), (HloAxisRef("a"),)), ((0, 2, 4, 6), (1, 3, 5, 7))),
    (MeshGroups((("a", 4), ("b", 2)), (HloAxisRef("b"),)), ((0, 1), (2, 3), (4, 5), (6, 7))),
    (
        MeshGroups((("a", 2), ("b", 4)), (HloAxisRef("a"),), IotaDevices((4, 2), (1, 0))),
        ((0, 1), (2, 3), (4, 5), (6, 7)),
    ),
    (MeshGroups((("a", 4),), (HloAxisRef("a", (1, 2)),)), ((0, 2), (1, 3))),
    (MeshGroups((("a", 4),), (HloAxisRef("a", (2, 2)),)), ((0, 1), (2, 3))),
    (MeshGroups((("a", 2), ("b", 2)), (HloAxisRef("b"), HloAxisRef("a"))), ((0, 2, 1, 3),)),
    (MeshGroups((("a", 2), ("b", 2)), (HloAxisRef("b"),), (3, 1, 2, 0)), ((3, 1), (2, 0))),
]


@pytest.mark.parametrize(("groups", "devices"), EXPANDED, ids=str)
def test_devices_of_groups(groups: ReplicaGroups, devices: tuple[tuple[int, ...], ...]) -> None:
    assert groups.expanded() == devices
    assert (groups.count, groups.size) == (len(devices), len(devices[0]))


@pytest.mark.parametrize(
    "make",
    [
        lambda: IotaDevices((4, 0)),
        lambda: IotaDevices((4, 2), (0, 0)),
        lambda: IotaGroups(2, 4, IotaDevices((9,))),
        lambda: MeshGroups((("a", 4),), (HloAxisRef("b"),)),
        lambda: MeshGroups((("a", 0),), (HloAxisRef("a"),)),
        lambda: MeshGroups((("a", 2), ("a", 2)), (HloAxisRef("a"),)),
        lambda: MeshGroups((("a", 6),), (HloAxisRef("a", (4, 2)),)),
        lambda: MeshGroups((("a", 8),), (HloAxisRef("a", (1, 4)), HloAxisRef("a", (2, 4)))),
        lambda: MeshGroups((("a", 2),), (HloAxisRef("a"), HloAxisRef("a"))),
        lambda: MeshGroups((("a", 2),), (HloAxisRef("a"),), (0, 1, 2)),
    ],
)
def test_groups_that_cannot_be(make: object) -> None:
    assert callable(make)
    with pytest.raises(ValueError, match=r"\w"):
        make()


def test_very_many_devices_are_not_listed() -> None:
    groups = IotaGroups(2**20, 2**40, IotaDevices((2**60,)))
    assert (groups.count, groups.size) == (2**20, 2**40)


def test_groups_of_pairs() -> None:
    """Chains and rings of devices, in whatever order they are listed."""
    assert permuted_groups([(0, 2), (1, 3), (2, 4), (5, 5)]).groups == ((0, 2, 4), (1, 3))
    assert permuted_groups([(3, 0), (7, 6), (0, 7), (1, 1)]).groups == ((0, 3, 6, 7),)
    assert permuted_groups([]).groups == ()


# --- bytes ------------------------------------------------------------------------------------------------------------

SENT = [
    ("all-gather", 100, 4, 300),
    ("all-reduce", 100, 4, 150),
    ("all-reduce", 4, 3, 6),
    ("all-to-all", 100, 4, 75),
    ("collective-broadcast", 100, 4, 100),
    ("collective-permute", 100, 4, 100),
    ("ragged-all-to-all", 100, 4, 75),
    ("reduce-scatter", 100, 4, 75),
]


@pytest.mark.parametrize(("kind", "operand", "size", "sent"), SENT)
def test_bytes_sent(kind: str, operand: int, size: int, sent: int) -> None:
    assert bytes_sent(kind, operand, size) == sent
    assert bytes_sent(kind, operand, 1) == 0
    assert bytes_sent(kind, 0, size) == 0


# --- the program's axes -----------------------------------------------------------------------------------------------

AXES = [
    ("tensor_parallel", (("data", 2), ("model", 4)), [("model",)]),
    ("data_parallel", (("data", 8),), [("data",)]),
    ("data_parallel", (("x", 1), ("data", 4), ("model", 2)), [("data", "model")]),
    ("experts", (("data", 2), ("expert", 4)), [("expert",), ("expert",), ("expert",), ("data",)]),
    ("pipeline", (("stage", 4), ("data", 2)), [("stage",)]),
    ("ring", (("sequence", 8),), [("sequence",), ("sequence",)]),
    ("ring", (("sequence", 2), ("other", 4)), [("sequence", "other")] * 2),
    ("scanned_layers", (("data", 4), ("model", 2)), [None]),
    ("scanned_layers", (("data", 2),), [None]),
    ("scanned_layers", tuple([(f"a{number}", 2) for number in range(11)]), [None]),
]


@pytest.mark.parametrize(("name", "mesh", "axes"), AXES)
def test_axes_of_a_mesh(name: str, mesh: tuple[tuple[str, int], ...], axes: list[tuple[str, ...] | None]) -> None:
    """The axes of the program, whose names XLA does not keep; none if groups are no groups of axes."""
    assert [mesh_axes(each, mesh) for each in collectives(compiled_texts.text(name))] == axes


def test_axes_of_a_mesh_for_devices_without_groups() -> None:
    found = written("groups")
    mesh = (("a", 4), ("b", 2))
    assert mesh_axes(found["kept"], mesh) == mesh_axes(found["replicas"], mesh) == ()
    assert mesh_axes(found["mesh"], mesh) == ("a",)
    assert mesh_axes(found["sub-axis"], mesh) is None
    assert mesh_axes(found["flattened"], mesh) is None
    assert mesh_axes(found["moved"], mesh) == ("a", "b")
