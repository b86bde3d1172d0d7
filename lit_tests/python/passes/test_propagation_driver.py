"""Propagation: which operations are visited, and what holds of programs after it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

import sdyopt
from sdyopt.cli.main import run
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy import syntax as printing
from sdyopt.dialects.sdy.attributes import (
    AxisRef,
    DimensionSharding,
    DimMapping,
    Mesh,
    OpShardingRule,
    Sharding,
    TensorMapping,
)
from sdyopt.dialects.sdy.shardings.slots import Slot, meshes_by_name, sharding_mesh, slot_of
from sdyopt.dialects.sdy.shardings.spans import is_strict_prefix, overlaps
from sdyopt.passes.propagation.engine.driver import Worklist, watchers
from sdyopt.passes.propagation.engine.nodes import Calls, Node, Tensors
from sdyopt.passes.propagation.engine.profiles import DirectionClass, directions_of, factors_of
from sdyopt.passes.propagation.engine.session import UserPriorities
from sdyopt.sharding.projections import Direction, MeshAxes
from tools.corpus import PART_END
from tools.generator.passes import propagation
from tools.generator.passes.propagation import PASSES

NONE, FORWARD, BACKWARD, BOTH = Direction.NONE, Direction.FORWARD, Direction.BACKWARD, Direction.BOTH


def marked(module: sdyopt.Module) -> dict[str, sdyopt.Operation]:
    """The operations of a module by their attribute `n`, which is a name."""
    found = {op.attributes["n"]: op for op in module.walk() if "n" in op.attributes}
    return {name.value: op for name, op in found.items() if isinstance(name, sdyopt.StringAttr)}


def names(ops: Sequence[sdyopt.Operation]) -> list[str]:
    return [str(getattr(op.attributes.get("n"), "value", op.name)) for op in ops]


# Watchers.

INPUTS = Path(__file__).parent / "Inputs"
USES = (INPUTS / "propagation_driver.uses.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("first", ["first", "inside", "second"]),  # through the call, the newest use first
        ("inside", ["inside", "third"]),  # what a function returns is what its calls give
        ("third", ["third", "edge"]),  # the edge, in place of the barrier that the value flows into
        ("edge", ["edge", "fourth"]),
        ("fourth", ["fourth", "func.func"]),  # the main function, in place of its return
    ],
)
def test_watchers_of_a_result(name: str, expected: list[str]) -> None:
    """First the operation that defines it, then the operations that its uses lead to."""
    module = sdyopt.parse(USES)
    calls = Calls(module.operation)
    assert names(list(watchers(marked(module)[name].result, calls))) == expected


# Levels.

# The factors of the rule: passed through, summed over, to be gathered, exchanged, blocked.
RULE = OpShardingRule(
    (5,) * 5,
    (TensorMapping(tuple(DimMapping((factor,)) for factor in range(5))),) * 1,
    (TensorMapping((DimMapping((0,)),)),),
    reduction=(1,),
    need_replication=(2,),
    permutation=(3,),
    blocked_propagation=(4,),
)
ONLY_PASS_THROUGH = [BOTH, NONE, NONE, NONE, NONE]
ALL = [BOTH, BOTH, BOTH, BOTH, NONE]


@pytest.mark.parametrize(
    ("direction_class", "levels"),
    [
        (DirectionClass.PASS_THROUGH, [ALL, ALL, ALL, ALL, ALL]),
        (
            DirectionClass.DYNAMIC_SLICE,
            [
                [FORWARD, FORWARD, FORWARD, FORWARD, NONE],
                [FORWARD, FORWARD, FORWARD, FORWARD, NONE],
                [BOTH, FORWARD, FORWARD, FORWARD, NONE],
                ALL,
                ALL,
            ],
        ),
        (
            DirectionClass.BROADCAST,
            [
                [NONE] * 5,
                [NONE] * 5,
                [BACKWARD, NONE, NONE, NONE, NONE],
                [BACKWARD, BACKWARD, BACKWARD, BACKWARD, NONE],
                ALL,
            ],
        ),
        (DirectionClass.OTHER, [[NONE] * 5, [NONE] * 5, ONLY_PASS_THROUGH, ALL, ALL]),
        (DirectionClass.NO_BARRIER, [[NONE] * 5] * 5),
        (DirectionClass.FORWARD_BARRIER, [[FORWARD, FORWARD, FORWARD, FORWARD, NONE]] * 5),
        (DirectionClass.BACKWARD_BARRIER, [[BACKWARD, BACKWARD, BACKWARD, BACKWARD, NONE]] * 5),
    ],
)
def test_directions_at_each_level(direction_class: DirectionClass, levels: list[list[Direction]]) -> None:
    assert [list(directions_of(factors_of(RULE), direction_class, level)) for level in range(5)] == levels


def test_directions_without_levels() -> None:
    """All factors that are not blocked; only barriers have their own direction."""
    assert list(directions_of(factors_of(RULE), DirectionClass.BROADCAST, None)) == ALL
    assert list(directions_of(factors_of(RULE), DirectionClass.NO_BARRIER, None)) == [NONE] * 5


# User priorities.

PRIORITIES = """
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}p2, {"a", ?}p1], replicated={"c"}>},
                %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  return
}
"""


def test_shardings_are_held_back_until_their_priority() -> None:
    """Until then dimensions are closed and empty, and the axes replicated; priorities themselves are gone."""
    module = sdyopt.parse(PRIORITIES)
    ops = list(module.walk())
    tensors = Tensors(ops)
    first, second = (tensors.key_of(argument) for argument in module.functions["main"].regions[0].blocks[0].arguments)
    priorities = UserPriorities(ops, tensors, module.meshes)
    assert priorities.priorities == [1, 2]
    states = [printing.sharding(tensors.shardings[first])]
    for priority in priorities.priorities:
        assert set(priorities.release(priority)) == {first}
        states.append(printing.sharding(tensors.shardings[first]))
    assert states == [
        '<@mesh, [{}, {}], replicated={"a", "b", "c"}>',
        '<@mesh, [{}, {"a", ?}], replicated={"b", "c"}>',
        '<@mesh, [{"b"}, {"a", ?}], replicated={"c"}>',
    ]
    assert printing.sharding(tensors.shardings[second]) == '<@mesh, [{"a"}]>'


# The worklist.

LINES = """
func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 {n = "first"} : tensor<8xf32>
  %1 = "stablehlo.case"(%arg1) ({
    %3 = stablehlo.abs %0 {n = "inner"} : tensor<8xf32>
    "stablehlo.return"(%3) {n = "return"} : (tensor<8xf32>) -> ()
  }) {n = "case"} : (tensor<i32>) -> tensor<8xf32>
  %2 = stablehlo.tanh %1 {n = "last"} : tensor<8xf32>
  return %2 : tensor<8xf32>
}
"""


def visited(pushed: dict[str, list[str]]) -> list[str]:
    """The order of a run in which, at the first visit of an operation, others are put on the worklist."""
    module = sdyopt.parse(LINES)
    worklist = Worklist(module.operation, list(module.walk()))
    nodes = {name: worklist.nodes[op] for name, op in marked(module).items()}
    pushes = dict(pushed)
    order: list[Node] = []

    def visit(node: Node) -> None:
        order.append(node)
        wanted = pushes.pop(names([node.op])[0], [])
        worklist.push([nodes[name] for name in wanted], node)

    for node in worklist.nodes_of_run(0):
        visit(node)
        while worklist.stack:
            again = worklist.stack.pop()
            again.is_queued = False
            visit(again)
    return [name for name in names([node.op for node in order]) if name != "func.return"]


def test_a_run_goes_through_all_operations_in_their_order() -> None:
    """Outer ones before inner ones; functions are not visited."""
    assert visited({}) == ["first", "case", "inner", "return", "last"]


def test_what_was_pushed_last_is_visited_first() -> None:
    """Before the rest of the run; what is still to come stays where it is, and an operation does not push itself."""
    assert visited({"last": ["first", "case", "last"]})[-3:] == ["last", "case", "first"]
    assert visited({"first": ["last", "inner"]}) == visited({})


def test_operations_around_are_visited_as_well() -> None:
    assert visited({"last": ["inner"]})[-3:] == ["last", "case", "inner"]


FOLDER = Path(__file__).resolve().parents[2] / "passes" / "propagation_of_bad_input"
PARTS = [
    (file.stem, part) for file in sorted(FOLDER.glob("*.mlir")) for part in PART_END.split(file.read_text("utf-8"))
]
EMPTY = [("empty", ""), ("blank", "\n \n"), ("zero", "\0"), ("module", "module"), ("bytes", "\udcff\udcfe")]


@pytest.mark.parametrize("name", PASSES)
@pytest.mark.parametrize("text", [text for _, text in PARTS + EMPTY], ids=[stem for stem, _ in PARTS + EMPTY])
def test_errors_are_messages(text: str, name: str) -> None:
    status, output, errors = run(["-", f"-{name}"], stdin=text.encode("utf-8", "surrogateescape"))
    messages = errors.decode("utf-8", "surrogateescape")
    assert "Traceback" not in messages
    assert bool(output) == (status == 0)
    assert bool(re.search(r"^<stdin>:(\d+:\d+:)? error: .", messages, re.MULTILINE)) == (status != 0)


SEEDS = range(4001, 4071)
"""Not 4000: its product of a value with itself, along other dimensions, needs a second run in the reference as well."""

passes = pytest.mark.parametrize("name", propagation.PASSES[1:])

OPEN = DimensionSharding((), False)


@cache
def texts() -> list[str]:
    """Modules whose operations have no rules: those would be propagated by their own in a second run."""
    modules = [propagation.module(seed) for seed in SEEDS]
    return [text for text in modules if "sdy.sharding_rule" not in text]


def shardings(module: sdyopt.Module) -> dict[Slot, Sharding | None]:
    """The shardings of results and of arguments of functions, by where they are."""
    slots: list[Slot | None] = []
    for op in module.walk():
        slots += map(slot_of, op.results)
        if op.signature.definition is FUNC:
            slots += [slot_of(argument) for block in op.regions[0].blocks for argument in block.arguments]
    return {slot: slot.sharding for slot in slots if slot is not None}


def propagated(name: str) -> Iterator[tuple[dict[str, Mesh], Sharding, Sharding]]:
    """The shardings of tensors before and after a pass, with the meshes; what had none was open everywhere."""
    for text in texts():
        module = sdyopt.parse(text)
        before = shardings(module)
        try:
            module.run(name)
        except sdyopt.Error:
            continue  # The pass refuses dynamic shapes and tuples, and edges of manual computations without shardings.
        after = shardings(module)
        meshes = dict(meshes_by_name(module.operation))
        for slot, old in before.items():
            new = after.get(slot)
            if new is not None:
                yield meshes, old or Sharding(new.mesh, (OPEN,) * new.rank), new


@passes
def test_what_is_closed_stays_as_it_is(name: str) -> None:
    for _, old, new in propagated(name):
        for was, dimension in zip(old.dimensions, new.dimensions, strict=True):
            if was.is_closed:
                assert (dimension.is_closed, dimension.axes) == (True, was.axes)


@passes
def test_axes_are_only_added_behind_those_that_are_there(name: str) -> None:
    changed = 0
    for meshes, old, new in propagated(name):
        mesh = sharding_mesh(new, meshes)
        assert mesh is not None
        before = sharding_mesh(old, meshes)
        assert before is not None
        assert before is mesh or not before.axes
        changed += old.dimensions != new.dimensions
        spans = MeshAxes.of(mesh).spans
        for was, dimension in zip(old.dimensions, new.dimensions, strict=True):
            assert dimension.axes == was.axes or is_strict_prefix(spans(was.axes), spans(dimension.axes))
        assert (new.replicated, new.unreduced) == (old.replicated, old.unreduced)
    assert changed > 30


@passes
def test_no_axis_is_used_twice(name: str) -> None:
    for meshes, _, new in propagated(name):
        mesh = sharding_mesh(new, meshes)
        assert mesh is not None
        axes: list[AxisRef] = [axis for dimension in new.dimensions for axis in dimension.axes]
        spans = MeshAxes.of(mesh).spans((*axes, *new.replicated, *new.unreduced))
        assert not any(overlaps(first, second) for first, second in combinations(spans, 2))


@passes
def test_a_second_run_changes_nothing(name: str) -> None:
    for text in texts():
        try:
            module = sdyopt.parse(text).run(name)
        except sdyopt.Error:
            continue
        once = str(module)
        assert str(module.run(name)) == once
