"""HLO text as XLA prints it on devices other than the CPU, and as older versions did: modules written by hand."""

from __future__ import annotations

import pytest

from sdyopt.hlo import (
    Collective,
    Frame,
    IotaGroups,
    ListedGroups,
    MeshGroups,
    bytes_sent,
    collectives,
    mesh_axes,
    parse_hlo,
    totals,
)
from sdyopt.hlo.quoting import unquoted
from sdyopt.hlo.replica_groups import AxisRef, Iota, permuted_groups
from tools import compiled_texts


def written(name: str) -> dict[str, Collective]:
    """The collectives of a module by their names."""
    return {collective.name: collective for collective in collectives(compiled_texts.written(name))}


# --- asynchronous collectives, tiles ----------------------------------------------------------------------------------


def test_a_start_and_its_done_are_one_collective() -> None:
    found = written("asynchronous")
    assert {name: (each.kind, each.operand_bytes, each.result_bytes) for name, each in found.items()} == {
        "broadcast": ("collective-broadcast", 512, 512),
        "gather-start": ("all-gather", 13 * 3 * 8 * 128 * 2, 100 * 3 * 8 * 128 * 2),
        "reduce-start": ("all-reduce", 512, 512),
        "reduces-start": ("all-reduce", 1024, 1024),
        "permute-start": ("collective-permute", 512, 512),
        "scatter-start": ("reduce-scatter", 512, 128),
        "exchange-start": ("all-to-all", 512, 512),
    }
    assert [each.asynchronous for each in found.values()] == [False, True, True, True, True, True, True]


def test_an_async_start_runs_what_it_calls_once() -> None:
    """An update and a done of the same call do not run it again."""
    assert written("asynchronous")["broadcast"].executions == 1


def test_shapes_are_printed_with_their_layouts() -> None:
    found = written("asynchronous")["gather-start"]
    assert [str(shape) for shape in found.operands] == ["bf16[100,300]{1,0:T(8,128)(2,1)}"]
    assert [str(shape) for shape in found.results] == ["bf16[800,300]{1,0:T(8,128)(2,1)}"]


def test_sizes_count_padding() -> None:
    sizes = parse_hlo(compiled_texts.written("asynchronous")).sizes
    assert sizes is not None
    assert (sizes.arguments, sizes.results, sizes.tuple_table) == ((79872, 512), (512,), 0)


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
    "moved": (3, 1),
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
    (IotaGroups(2, 4, Iota((8,))), ((0, 1, 2, 3), (4, 5, 6, 7))),
    (IotaGroups(2, 4, Iota((4, 2), (1, 0))), ((0, 2, 4, 6), (1, 3, 5, 7))),
    (IotaGroups(4, 2, Iota((2, 2, 2), (0, 2, 1))), ((0, 2), (1, 3), (4, 6), (5, 7))),
    (MeshGroups((("a", 4), ("b", 2)), (AxisRef("a"),)), ((0, 2, 4, 6), (1, 3, 5, 7))),
    (MeshGroups((("a", 4), ("b", 2)), (AxisRef("b"),)), ((0, 1), (2, 3), (4, 5), (6, 7))),
    (MeshGroups((("a", 2), ("b", 4)), (AxisRef("a"),), Iota((4, 2), (1, 0))), ((0, 1), (2, 3), (4, 5), (6, 7))),
    (MeshGroups((("a", 4),), (AxisRef("a", (1, 2)),)), ((0, 2), (1, 3))),
    (MeshGroups((("a", 4),), (AxisRef("a", (2, 2)),)), ((0, 1), (2, 3))),
    (MeshGroups((("a", 2), ("b", 2)), (AxisRef("b"), AxisRef("a"))), ((0, 2, 1, 3),)),
    (MeshGroups((("a", 2), ("b", 2)), (AxisRef("b"),), (3, 1, 2, 0)), ((3, 1), (2, 0))),
]


@pytest.mark.parametrize(("groups", "devices"), EXPANDED, ids=str)
def test_devices_of_groups(
    groups: ListedGroups | IotaGroups | MeshGroups, devices: tuple[tuple[int, ...], ...]
) -> None:
    assert groups.expanded() == devices
    assert (groups.count, groups.size) == (len(devices), len(devices[0]))


@pytest.mark.parametrize(
    "make",
    [
        lambda: Iota((4, 0)),
        lambda: Iota((4, 2), (0, 0)),
        lambda: IotaGroups(2, 4, Iota((9,))),
        lambda: MeshGroups((("a", 4),), (AxisRef("b"),)),
        lambda: MeshGroups((("a", 0),), (AxisRef("a"),)),
        lambda: MeshGroups((("a", 6),), (AxisRef("a", (4, 2)),)),
        lambda: MeshGroups((("a", 8),), (AxisRef("a", (1, 4)), AxisRef("a", (2, 4)))),
        lambda: MeshGroups((("a", 2),), (AxisRef("a"), AxisRef("a"))),
        lambda: MeshGroups((("a", 2),), (AxisRef("a"),), (0, 1, 2)),
    ],
)
def test_groups_that_cannot_be(make: object) -> None:
    assert callable(make)
    with pytest.raises(ValueError, match=r"\w"):
        make()


def test_very_many_devices_are_not_listed() -> None:
    groups = IotaGroups(2**20, 2**40, Iota((2**60,)))
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


# --- executions -------------------------------------------------------------------------------------------------------


def test_loops_and_calls_multiply() -> None:
    """A loop of four steps around one of three, whose body calls what is called once more outside of them."""
    found = written("loops")
    assert {name: each.executions for name, each in found.items()} == {
        "called": 4 * 3 + 1,
        "in-condition": 4 + 1,
        "in-unknown-loop": None,
        "in-noted-loop": 12,
        "in-branch": 1,
        "in-custom-call": None,
    }
    assert [name for name, each in found.items() if each.conditional] == ["in-branch"]
    assert totals(found.values()).unknown_executions == 2


COUNTED = [
    # start, step, comparison, trips
    (0, "add(%i, %one)", "%i, %bound), direction=LT", 10),
    (0, "add(%one, %i)", "%i, %bound), direction=LE", 11),
    (0, "add(%i, %one)", "%i, %bound), direction=NE", 10),
    (0, "add(%i, %one)", "%bound, %i), direction=GT", 10),
    (10, "add(%i, %one)", "%i, %bound), direction=EQ", 1),
    (0, "add(%i, %one)", "%i, %bound), direction=EQ", 0),
    (20, "add(%i, %one)", "%i, %bound), direction=LT", 0),
    (20, "subtract(%i, %one)", "%i, %bound), direction=GT", 10),
    (20, "subtract(%i, %one)", "%i, %bound), direction=GE", 11),
    (20, "subtract(%i, %one)", "%i, %bound), direction=NE", 10),
    (20, "add(%i, %one)", "%i, %bound), direction=NE", None),
    (20, "subtract(%one, %i)", "%i, %bound), direction=GT", None),
    (20, "add(%i, %one)", "%i, %bound), direction=GT", None),
    (0, "multiply(%i, %one)", "%i, %bound), direction=LT", None),
    (0, "copy(%i)", "%i, %bound), direction=LT", None),
    (0, "add(%i, %one)", "%i, %i), direction=LT", None),
    (0, "add(%i, %one)", "%bound, %bound), direction=LT", None),
    (2147483640, "add(%i, %one)", "%i, %most), direction=LE", None),
    (2147483640, "add(%i, %one)", "%i, %most), direction=LT", 7),
]


@pytest.mark.parametrize(("start", "step", "comparison", "trips"), COUNTED)
def test_trips_from_the_condition(start: int, step: str, comparison: str, trips: int | None) -> None:
    """The counter starts, steps and ends at constants; a loop that would go beyond its type has no known count."""
    text = f"""HloModule m, num_partitions=2
condition {{
  s = (s32[], f32[2]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  bound = s32[] constant(10)
  most = s32[] constant(2147483647)
  ROOT less = pred[] compare({comparison.replace("%", "")}
}}
body {{
  s = (s32[], f32[2]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  one = s32[] constant(1)
  v = f32[2] get-tuple-element(s), index=1
  next = s32[] {step.replace("%", "")}
  moved = f32[2] collective-permute(v), channel_id=1, source_target_pairs={{{{0,1}}}}
  ROOT t = (s32[], f32[2]) tuple(next, moved)
}}
ENTRY main {{
  first = s32[] constant({start})
  v = f32[2] parameter(0)
  t = (s32[], f32[2]) tuple(first, v)
  ROOT w = (s32[], f32[2]) while(t), condition=condition, body=body
}}
"""
    [collective] = collectives(text)
    assert collective.executions == trips


def test_what_nothing_calls_does_not_run() -> None:
    text = compiled_texts.written("loops").replace("), to_apply=%communicate", "), to_apply=%no_branch")
    found = {collective.name: collective.executions for collective in collectives(text)}
    assert found["called"] == 0


# --- older spellings --------------------------------------------------------------------------------------------------


def test_names_without_signs_and_operands_with_shapes() -> None:
    """Places in one frame, escapes of C in strings, and a backend configuration in quotes."""
    [found] = collectives(compiled_texts.written("older"))
    assert (found.kind, found.operand_bytes, found.group_size, found.executions) == ("all-reduce", 512, 4, 5)
    assert found.source == (Frame('/src/café "a".py', 7, 4, None),)
    assert found.op_name == 'jit(f)/jit(main)/"quoted"/dot_general'


def test_parents_of_frames_in_older_tables() -> None:
    """XLA prints the number of a frame's parent plus one; tables with a parent 0 have the number itself."""
    text = compiled_texts.text("tensor_parallel")
    start = text.index("StackFrames\n")
    lines = text[start : text.index("\n\n", start)].split("\n")
    older = "\n".join(map(_unshifted, lines))
    assert [each.source for each in collectives(text.replace("\n".join(lines), older))] == [
        each.source for each in collectives(text)
    ]


def _unshifted(line: str) -> str:
    head, mark, number = line.partition("parent_frame_id=")
    return f"{head}{mark}{int(number.rstrip('}')) - 1}}}" if mark else line


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ('"a"', "a"),
        ('"a\\"b\\\\c\\n"', 'a"b\\c\n'),
        ('"\\303\\251\\x41"', "éA"),
        ('"\\377"', "\ufffd"),
        ("a", "a"),
        ('"', '"'),
        ('"\\"', "\\"),
    ],
)
def test_quoted_strings(text: str, meaning: str) -> None:
    assert unquoted(text) == meaning


def test_lines_may_end_as_in_windows() -> None:
    text = compiled_texts.text("ring")
    assert [each.bytes_sent for each in collectives(text.replace("\n", "\r\n"))] == [512, 512]


def test_a_module_without_collectives() -> None:
    module = parse_hlo("// a comment\n\nHloModule m\n\nENTRY e {\n  ROOT c = f32[] constant(0)\n}\n")
    assert (module.name, module.collectives, module.sizes, module.partitions) == ("m", (), None, 1)


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
