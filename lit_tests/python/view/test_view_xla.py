"""XLA's compiled program as a view, beside that of the program."""

from __future__ import annotations

import json
import re

import pytest

import sdyopt
from sdyopt.cost.collectives.found import BufferView, CollectiveView
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.hlo import HloError
from sdyopt.ir.locations import Frame
from sdyopt.mlir.releases import following
from sdyopt.sharding.executions import Runs
from sdyopt.view import view
from sdyopt.view.model import ModuleView
from sdyopt.view.render.cost_tables import difference_notes, pair_text
from sdyopt.view.xla import XlaView, beside, side_by_side, xla_object, xla_view
from tools.programs import compiled_texts

MESH = (("data", 2), ("model", 4))


def test_the_object_has_what_that_of_a_program_has() -> None:
    found = xla_view(compiled_texts.text("tensor_parallel"), "step.txt", MESH)
    described = json.loads(json.dumps(xla_object(found)))
    [collective] = described.pop("collectives")
    assert described == {
        "partitioner": "xla",
        "file": "step.txt",
        "module": "jit_f",
        "devices": 8,
        "totals": {
            "bytes_sent": 1536,
            "by_kind": {"all-reduce": 1536},
            "by_axis": {"model": 1536},
            "unknown_executions": 0,
            "is_lower_bound": False,
            "unknown": [],
        },
        "arguments_bytes": 5120,
        "results_bytes": 1024,
        "after_donation_bytes": 6144,
        "peak": None,
        "allocated_bytes": None,
        "estimated_cycles": [],
    }
    frames = collective.pop("source")
    assert frames[0]["function"] == "tensor_parallel.<locals>.f"
    assert collective == {
        "kind": "all-reduce",
        "function": "jit_f",
        "axes": ["model"],
        "group_size": 4,
        "groups": 2,
        "operand": {"type": "f32[8,32]{1,0}", "bytes": 1024},
        "result": {"type": "f32[8,32]{1,0}", "bytes": 1024},
        "bytes_sent": 1536,
        "executions": 1,
        "assumed": False,
        "sent": 1536,
        "cause": "jit(f)/dot_general",
    }


def test_without_a_mesh_axes_are_those_of_the_shardings_that_xla_has_kept() -> None:
    """Without shardings, or with some that are over other devices than the program's, there are none."""
    text = compiled_texts.text("tensor_parallel")
    assert dict(xla_view(text, "step.txt").totals.by_axis) == {"_axis_1": 1536}
    for other in (re.sub(r", sharding=\{[^}]*\}", "", text), text.replace("num_partitions=8", "num_partitions=16")):
        found = xla_view(other, "step.txt")
        assert found.collectives[0].axes == ()
        assert dict(found.totals.by_axis) == {"other": 1536}


BOTH: dict[str, list[tuple[str, str, int, int, tuple[int, int]]]] = {
    "data_parallel": [("all-reduce", "data", 3, 1, (7175, 7175))],
    "experts": [
        ("all-gather", "expert", 2, 2, (816, 816)),
        ("all-reduce", "expert", 1, 1, (1536, 1536)),
        ("all-gather", "data", 1, 1, (1024, 1024)),
    ],
    "fully_sharded": [("all-gather", "fsdp", 2, 2, (3584, 3584)), ("all-reduce", "fsdp", 3, 1, (7175, 7175))],
    "heads_for_sequence": [("all-to-all", "model", 4, 4, (768, 768))],
    "pipeline": [("collective-permute", "stage", 1, 1, (2304, 2304))],
    "reduced_and_scattered": [
        ("all-gather", "x,y", 1, 1, (224, 448)),
        ("reduce-scatter", "x", 1, 1, (192, 384)),
        ("all-reduce", "y", 2, 1, (96, 128)),
        ("all-reduce", "x,y", 1, 1, (112, 112)),
        ("collective-permute", "x", 1, 1, (64, 64)),
        ("all-to-all", "x", 1, 1, (48, 48)),
    ],
    "ring": [("collective-permute", "sequence", 2, 2, (8192, 8192))],
    "rolled_pipeline": [
        ("collective-permute", "stage", 2, 2, (3072, 3072)),
        ("all-reduce", "stage", 1, 1, (2304, 2304)),
    ],
    "scanned_layers": [("all-reduce", "model", 1, 1, (6912, 6912))],
    "split_both_ways": [
        ("all-gather", "fsdp", 2, 2, (1536, 1536)),
        ("all-reduce", "model", 1, 1, (1024, 1024)),
        ("all-reduce", "fsdp", 3, 1, (3078, 3078)),
    ],
    "tensor_parallel": [("all-reduce", "model", 1, 1, (1536, 1536))],
    "uneven": [
        ("all-gather", "y", 2, 2, (112, 112)),
        ("all-to-all", "x", 1, 1, (144, 144)),
        ("all-reduce", "x", 1, 1, (42, 42)),
        ("all-gather", "x", 1, 1, (480, 480)),
    ],
    "until_it_converges": [
        ("all-reduce", "x", 2, 2, (7, 7)),
        ("all-gather", "x", 1, 1, (0, 0)),
        ("collective-permute", "x", 1, 1, (16, 16)),
    ],
}
"""Kind and axes, how many collectives the view and XLA's compiled program have, and what one device sends in each."""

SHARDY: dict[str, list[tuple[str, str, int, int, tuple[int, int]]]] = {
    **BOTH,
    "experts": [
        ("all-gather", "expert", 2, 2, (816, 816)),
        ("reduce-scatter", "expert", 1, 0, (768, 0)),
        ("all-reduce", "expert", 0, 1, (0, 1536)),
        ("all-gather", "data", 0, 1, (0, 1024)),
    ],
    "rolled_pipeline": [("collective-permute", "stage", 0, 2, (0, 3072)), ("all-reduce", "stage", 0, 1, (0, 2304))],
    "split_both_ways": [
        ("all-gather", "fsdp", 3, 2, (2304, 1536)),
        ("all-reduce", "model", 1, 1, (1024, 1024)),
        ("all-reduce", "fsdp", 1, 1, (6, 3078)),
        ("reduce-scatter", "fsdp", 2, 0, (1536, 0)),
    ],
    "until_it_converges": [
        ("all-reduce", "x", 2, 2, (7, 7)),
        ("all-gather", "x", 1, 1, (0, 0)),
        ("collective-permute", "x", 0, 1, (0, 16)),
    ],
    "uneven": [
        ("all-reduce", "x", 1, 1, (42, 42)),
        ("all-gather", "y", 1, 2, (28, 112)),
        ("all-gather", "x,y", 1, 0, (588, 0)),
        ("all-to-all", "x", 0, 1, (0, 144)),
        ("all-gather", "x", 0, 1, (0, 480)),
    ],
}
"""The same with the collectives that Shardy's partitioner inserts in place of the view's."""


def both(name: str, partitioner: str = "xla") -> tuple[ModuleView, XlaView]:
    """A program as a partitioner leaves it, and as XLA has compiled it."""
    with following("0.10.2"):  # which has compiled it
        found = view(sdyopt.parse(compiled_texts.lowered(name)), profile=Compiler.CPU, partitioner=partitioner)
    mesh = max(found.meshes, key=lambda mesh: mesh.devices)
    return found, xla_view(compiled_texts.text(name), name, mesh.axes)


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize(("partitioner", "expected"), [("xla", BOTH), ("shardy", SHARDY)])
def test_both_partitioners(
    name: str, partitioner: str, expected: dict[str, list[tuple[str, str, int, int, tuple[int, int]]]]
) -> None:
    """XLA combines collectives, so that the counts may differ where the bytes do not. On the processor it has `f32` for
    `bf16`.
    """
    program, xla = both(name, partitioner)
    found = [
        (each.kind, each.axes, len(each.shardy), len(each.xla), each.sent)
        for each in beside(program.collectives, xla.collectives)
    ]
    assert found == expected[name]
    assert sum([sent for *_, (sent, _) in expected[name]]) == program.totals.bytes_sent
    assert sum([sent for *_, (_, sent) in expected[name]]) == xla.totals.bytes_sent


@pytest.mark.parametrize("name", BOTH)
def test_arguments_and_results_are_those_of_the_compiled_program(name: str) -> None:
    """To the byte, and also what donation saves."""
    shardy, xla = both(name)
    [main] = [function for function in shardy.functions if function.is_public]
    assert main.most is not None
    assert (main.most.argument_bytes, main.most.result_bytes, main.after_donation) == (
        xla.arguments,
        xla.results,
        xla.after_donation,
    )


def test_what_only_one_has_is_marked() -> None:
    shardy, xla = both("experts", "shardy")
    found = [each.only_in for each in beside(shardy.collectives, xla.collectives)]
    assert found == ["", "shardy", "xla", "xla"]


def test_operations_that_move_data_themselves_have_collectives() -> None:
    """A slice of a sharded dimension has none in Shardy's program, where XLA permutes."""
    shardy, _ = both("rolled_pipeline", "shardy")
    assert shardy.totals.bytes_sent == 0
    found, xla = both("rolled_pipeline")
    assert found.totals.bytes_sent == xla.totals.bytes_sent
    assert list(difference_notes(found, xla)) == []


def test_collectives_stand_side_by_side() -> None:
    """Of each kind and axes the largest first; XLA has combined two sums."""
    shardy, xla = both("fully_sharded")
    found = [
        (pair.group.kind, pair.shardy and pair.shardy.sent, pair.xla and pair.xla.sent)
        for pair in side_by_side(shardy.collectives, xla.collectives)
    ]
    assert found == [
        ("all-gather", 1792, 1792),
        ("all-gather", 1792, 1792),
        ("all-reduce", 3584, 7175),
        ("all-reduce", 3584, None),
        ("all-reduce", 7, None),
    ]


def collective(axes: str, line: int, sent: int, kind: str = "all-reduce") -> CollectiveView:
    """One of a program: along these axes, on that line, for which a device sends so much."""
    buffer = BufferView("f32[]", sent)
    source = (Frame("model.py", line, 1),)
    names = tuple([AxisRef(name) for name in axes.split(",") if name])
    return CollectiveView(kind, "main", source, names, 2, 1, buffer, buffer, sent, Runs(1), "")


def pairs(shardy: list[CollectiveView], xla: list[CollectiveView]) -> list[tuple[int | None, int | None, str]]:
    """The lines of both, and what is said about them."""
    return [
        (pair.shardy and pair.shardy.source[0].line, pair.xla and pair.xla.source[0].line, pair_text(pair, "Shardy"))
        for pair in side_by_side(shardy, xla)
    ]


def test_pairs_are_of_one_source_line() -> None:
    """Not the largest of both: the one on line 3 sends least in Shardy's program and most in XLA's."""
    shardy = [collective("x", line, sent) for line, sent in ((1, 300), (2, 200), (3, 100))]
    xla = [collective("x", line, sent) for line, sent in ((3, 300), (2, 200), (4, 100))]
    assert pairs(shardy, xla) == [(1, 4, ""), (2, 2, ""), (3, 3, "")]


def test_pairs_of_one_line_prefer_the_same_axes() -> None:
    shardy = [collective("x", 7, 300), collective("y", 7, 200)]
    xla = [collective("y", 7, 300), collective("x", 7, 200)]
    assert pairs(shardy, xla) == [(7, 7, ""), (7, 7, "")]
    assert pairs(shardy[:1], xla[:1]) == [(7, 7, 'XLA: over "y"')]


def test_what_xla_reduces_along_one_axis_after_the_other_is_one() -> None:
    shardy = [collective("x,y", 1, 300), collective("x,z", 5, 100)]
    xla = [collective("x", 2, 200), collective("y", 3, 100)]
    assert pairs(shardy, xla) == [
        (1, 2, 'XLA: over "x"'),
        (5, None, "only Shardy"),
        (None, 3, 'part of that of Shardy over "x", "y"'),
    ]
    found = [(each.axes, each.together, each.only_in) for each in beside(shardy, xla)]
    assert found == [("x,y", ("x", "y"), ""), ("x,z", (), "shardy"), ("x", ("x,y",), ""), ("y", ("x,y",), "")]


def test_other_text_is_an_error() -> None:
    with pytest.raises(HloError):
        xla_view(compiled_texts.lowered("ring"), "step.mlir")
