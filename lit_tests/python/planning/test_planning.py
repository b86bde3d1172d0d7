"""Plans: what is sharded alike, that the search finds the best, that plans written out cost what was said."""

from __future__ import annotations

import gzip
import json
import os
import pickle
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache, partial
from hashlib import blake2b
from itertools import product
from math import inf, prod
from multiprocessing import get_context
from pathlib import Path
from time import sleep
from types import SimpleNamespace
from typing import Any

import pytest

import sdyopt
from sdyopt.api.module import Module
from sdyopt.cost import ViewError
from sdyopt.cost.time.machine import Machine
from sdyopt.dialects.sdy.attributes import Mesh, MeshAxis
from sdyopt.mlir.releases import following
from sdyopt.planning.choices import Choices, ClassChoice, Space
from sdyopt.planning.evaluation import drop_shardings
from sdyopt.planning.grouping import classes_of
from sdyopt.planning.plan_command import _progress
from sdyopt.planning.planned import Progress, parted, plans, shapes
from sdyopt.planning.planner import Planning
from sdyopt.planning.records import (
    DEFAULT_MARGIN,
    Cost,
    ImpossibleError,
    PlanError,
    PlanOptions,
    PlanVerification,
    VerifiedPlan,
    cost_of,
)
from sdyopt.planning.render import details, python_of
from sdyopt.planning.search import Bounds, PlanSearch
from sdyopt.planning.target import Patterns, PlanTarget, PreparedProgram, patterns_of_classes
from sdyopt.view.render.amounts import margin_of
from sdyopt.view.variants.edits import mesh_of, on_mesh
from tools.chunks import mostly_long, sampled

PROGRAMS = Path(__file__).resolve().parents[2] / "plans"
MESH = "data=2,model=4"


def program(name: str) -> Module:
    return sdyopt.parse(gzip.decompress((PROGRAMS / f"{name}.mlir.gz").read_bytes()).decode(), name=f"{name}.mlir")


def layers(count: int, batch: int = 64) -> str:
    """Layers of two products each, with a residual stream and a step of gradient descent that is not one."""
    arguments = [f'%x: tensor<{batch}x256xf32> loc("x")']
    for layer in range(count):
        arguments += [f"%a{layer}: tensor<256x1024xf32> loc(\"p[{layer}]['a']\")"]
        arguments += [f"%b{layer}: tensor<1024x256xf32> loc(\"p[{layer}]['b']\")"]
    lines = []
    before = "%x"
    wide, narrow = f"tensor<{batch}x1024xf32>", f"tensor<{batch}x256xf32>"
    for layer in range(count):
        lines.append(f"%h{layer} = func.call @hidden({before}, %a{layer}) : ({narrow}, tensor<256x1024xf32>) -> {wide}")
        lines.append(
            f"%o{layer} = stablehlo.dot_general %h{layer}, %b{layer}, contracting_dims = [1] x [0] : "
            f"({wide}, tensor<1024x256xf32>) -> {narrow}"
        )
        lines.append(f"%r{layer} = stablehlo.add {before}, %o{layer} : {narrow}")
        before = f"%r{layer}"
    body = "\n  ".join(lines)
    return f"""
func.func public @main({", ".join(arguments)}) -> {narrow} {{
  {body}
  return {before} : {narrow}
}}
func.func private @hidden(%x: {narrow}, %w: tensor<256x1024xf32>) -> {wide} {{
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : ({narrow}, tensor<256x1024xf32>) -> {wide}
  %1 = stablehlo.tanh %0 : {wide}
  return %1 : {wide}
}}
"""


def prepared(text: str, **sizes: int) -> PreparedProgram:
    module = sdyopt.parse(text)
    target = PlanTarget("main", "mesh", Mesh(tuple([MeshAxis(name, size) for name, size in sizes.items()])))
    on_mesh(module.operation, target.mesh_name, target.mesh)
    return PreparedProgram(module, target)


@pytest.mark.parametrize(("count", "batch"), [(2, 64), (2, 128), (5, 64)])
def test_layers_share_classes(count: int, batch: int) -> None:
    classes = classes_of(prepared(layers(count, batch), data=2)).searched
    assert [len(each.members) for each in classes] == [1, count, count]
    x, a, b = classes
    assert (x.colours[1], a.colours[1]) == (a.colours[0], b.colours[0])
    assert b.colours[1] == x.colours[1] != x.colours[0]
    assert [len(each.uses) for each in (a, b)] == [count, count]


def test_a_result_is_tied_to_the_argument_whose_memory_it_takes() -> None:
    """Else to that of its type and groups. Rules join no dimensions of size 1: XLA wants one sharding for both."""
    x, *weights = classes_of(prepared(layers(2), data=2)).searched
    assert x.results == (0,) and x.is_state and not any(each.is_state for each in weights)
    module = """
func.func public @main(
    %a: tensor<64x1xf32>, %b: tensor<64x1xf32> {tf.aliasing_output = 0 : i32}, %c: tensor<64x1xf32>
) -> (tensor<64x1xf32>, tensor<64x1xf32>) {
  %0 = stablehlo.add %a, %a : tensor<64x1xf32>
  %1 = stablehlo.add %c, %c : tensor<64x1xf32>
  return %0, %1 : tensor<64x1xf32>, tensor<64x1xf32>
}
"""
    found = classes_of(prepared(module, data=2)).searched
    assert {member: each.results for each in found for member in each.members} == {0: (), 1: (0,), 2: (1,)}


def test_a_train_step_has_few_classes() -> None:
    """The moments of Adam are two of each: in bf16 one decays by 0.999, which is 1, so that XLA does not multiply."""
    module = program("train2")
    planning = Planning(module, None, PlanOptions(drop=True))
    assert [len(planning.program.arguments), len(planning.space.classes)] == [66, 29]
    assert sum([len(each.results) for each in planning.space.classes]) == 63


def test_a_slice_of_stacked_weights_in_a_loop_is_a_heavy_use() -> None:
    text = """
func.func public @main(%w: tensor<4x64x64xf32> loc("w"), %x: tensor<8x64xf32> loc("x")) -> tensor<8x64xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %ws = %w, %y = %x) : tensor<i32>, tensor<4x64x64xf32>, tensor<8x64xf32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %c = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %s = stablehlo.dynamic_slice %ws, %i, %z, %z, sizes = [1, 64, 64]
      : (tensor<4x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32>
    %r = stablehlo.reshape %s : (tensor<1x64x64xf32>) -> tensor<64x64xf32>
    %d = stablehlo.dot_general %y, %r, contracting_dims = [1] x [0]
      : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n, %ws, %d : tensor<i32>, tensor<4x64x64xf32>, tensor<8x64xf32>
  }
  return %0#2 : tensor<8x64xf32>
}
"""
    weights, _ = classes_of(prepared(text, data=2)).searched
    assert [(use.operand, use.dimensions) for use in weights.uses] == [(1, (1, 2))]
    plan = sdyopt.plan(sdyopt.parse(text), "data=8", memory="none")
    assert cost_of(module_of(plan), Machine.of()) == plan.cost


def test_patterns_have_stars_where_numbers_differ() -> None:
    patterns = Patterns(["p['layers'][0]['w']", "p['layers'][1]['w']", "opt[0].mu", "conv_1", "conv_2"])
    found = [patterns.of(name) for name in ("p['layers'][1]['w']", "opt[0].mu", "conv_2", "x")]
    assert found == ["p['layers'][*]['w']", "opt[0].mu", "conv_*", "x"]


def test_patterns_tell_classes_apart() -> None:
    """Two caches, layers of which each second is another class, and a class of names that no pattern has alone."""
    even, odd = [[f"p[{layer}]['w']" for layer in range(first, 6, 2)] for first in (0, 1)]
    classes = [["cache[0]"], ["cache[1]"], even, odd, ["a[0].b[0]", "a[0].b[1]"], ["a[1].b[0]"], ["q[0]", "q[1]"]]
    found = patterns_of_classes(classes, [name for names in classes for name in names] + ["q[left]"])
    assert found == [("cache[0]",), ("cache[1]",), tuple(even), tuple(odd), ("a[0].b[*]",), ("a[1].b[0]",), ("q[*]",)]
    assert patterns_of_classes([["q[0]", "q[1]"]], ["q[0]", "q[1]", "q[2]"]) == [("q[0]", "q[1]")]


def module_of(plan: sdyopt.Plan) -> Module:
    assert plan.module is not None
    return plan.module


# The search.


def planning_of(name: str, mesh: str | None = None, **options: object) -> Planning:
    return Planning(program(name), None if mesh is None else mesh_of(mesh), PlanOptions(drop=True, **options))  # type: ignore[arg-type]


CASES = product(["mlp", "moe", "gqa", "vocab"], [0.6, 0.8, 1.0, inf])


@pytest.mark.parametrize("case", sampled(CASES, one_in=8), ids=str)
def test_the_search_finds_the_best_way_to_store(case: tuple[str, float]) -> None:
    """Among all ways to store arguments none is better than the plan, under limits of shares of its peak."""
    name, share = case
    planning = planning_of(name, "x=8" if name == "vocab" or name == "gqa" else None)
    every = list(planning.space.all_plans())
    costs = dict(zip(every, map(planning.evaluator.of, every), strict=True))
    limit = share * max(cost.peak_bytes for cost in costs.values() if cost.seconds < inf) / 2
    fitting = [cost.seconds for cost in costs.values() if cost.peak_bytes <= limit]
    search = PlanSearch(planning.space, partial(map, planning.evaluator.of), Bounds(limit, 300, 8))
    search.space.plans_without_at_use = lambda: 10**9  # type: ignore[method-assign]
    search.run()
    if fitting:
        assert search.is_feasible
        assert search.seen[search.best].seconds <= min(fitting) * 1.01
    elif search.is_feasible:
        assert any(choice.at_use is not None for choice in search.best)


@pytest.mark.parametrize("name", mostly_long(["mlp", "moe", "conv"], ["mlp"]))
def test_a_plan_is_no_worse_than_those_that_it_is_compared_with(name: str) -> None:
    plan = sdyopt.plan(program(name), drop=True, memory="none", why=False)
    baselines = plan.baselines
    assert baselines.own is not None
    others = [baselines.replicated, baselines.data_parallel, baselines.own]
    assert plan.cost.seconds <= min([cost.seconds for cost in others])
    assert baselines.fsdp is not None and baselines.tensor_parallel is not None
    usual = [cost.seconds for cost in baselines[3:] if cost is not None]
    assert plan.cost.seconds <= min(usual) * (1 + 1e-6)


@pytest.mark.long
@pytest.mark.parametrize("name", sampled(["decode", "gqa", "vocab", "train2"], one_in=2))
def test_a_large_plan_is_no_worse_than_the_experts(name: str) -> None:
    """Also if it may hold no more than that of the expert. A limit makes no plan faster than the fastest."""
    free = sdyopt.plan(program(name), drop=True, memory="none", why=False, time_margin=0)
    assert free.baselines.own is not None
    limit = free.baselines.own.peak_bytes
    bound = sdyopt.plan(program(name), drop=True, memory=limit, margin="0%", why=False)
    assert free.cost.seconds <= bound.cost.seconds * (1 + 1e-6)
    assert bound.feasible and bound.cost.peak_bytes <= limit
    assert bound.cost.seconds <= free.baselines.own.seconds


@pytest.mark.long
def test_batches_have_an_axis_and_heads_another() -> None:
    """The expert's shardings of a decode step, which are found without them, and nothing slower without a limit."""
    module = program("grouped_decode")
    own = cost_of(module, Machine.of())
    drop_shardings(module, "main", with_body=True)
    plan = sdyopt.plan(module, memory=own.peak_bytes, margin="0%", why=False)
    assert plan.cost == own
    free = sdyopt.plan(module, memory="none", why=False)
    assert free.cost.seconds <= own.seconds


FROZEN = """sdy.mesh @mesh = <["x"=4]>
func.func @main(%tokens: tensor<8xi32>, %table: tensor<64x16xf32>, %base: tensor<16x16xf32>, %part: tensor<16x16xf32>)
    -> (tensor<16x16xf32>, tensor<8x16xf32>) {
  %0 = "stablehlo.gather"(%table, %tokens) <{dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 16>}> : (tensor<64x16xf32>, tensor<8xi32>) -> tensor<8x16xf32>
  %1 = stablehlo.add %base, %part : tensor<16x16xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0]
    : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  return %part, %2 : tensor<16x16xf32>, tensor<8x16xf32>
}
"""


def test_fsdp_has_axes_on_frozen_weights() -> None:
    """On tables, and on weights to which others are added, as in low-rank adaptation; not on data."""
    space = Planning(sdyopt.parse(FROZEN), None, PlanOptions()).space
    data = next(plan for plan in space.single_colours() if any(plan[0].storage))
    for plan, has_data in ((space.usual(data)["fsdp"][0], True), (space.zero(space.start, space.axes, True), False)):
        names = [each.names[0] for each, choice in zip(space.classes, plan, strict=True) if any(choice.storage)]
        assert names == [*["%tokens"][:has_data], "%table", "%base", "%part"]


def test_what_is_in_memory_at_the_peak_gets_axes() -> None:
    """Values count by the colours of their dimensions, less if they have some axes, and not at all if they have all."""
    planning = planning_of("mlp")
    space = planning.space
    none, some = planning.saved_at_peak(space.nothing), planning.saved_at_peak(space.single_colours()[0])
    assert set(none) <= set(planning.classes.colours.values()) and 0 < sum(some.values()) < sum(none.values())
    first = next(iter(space.smaller(space.nothing, none)))
    largest = max([colour for colour in space.colours() if colour in none], key=none.__getitem__)
    assert first[0] == space.act(space.nothing, (largest, space.axes))


def test_a_limit_is_met_first() -> None:
    """A plan that fits is found before the budget is spent on fast plans that do not."""
    planning = planning_of("mlp")
    free = PlanSearch(planning.space, partial(map, planning.evaluator.of), Bounds(inf, 300, 8))
    free.run()
    limit = int(1.05 * min([cost.peak_bytes for cost in free.seen.values()]))
    bounds = Bounds(limit, 60, 8)
    search = PlanSearch(
        planning.space, partial(map, planning.evaluator.of), bounds, memory={}, saved=planning.saved_at_peak
    )
    search.run()
    assert search.is_feasible


def drawn_costs(space: Space) -> Callable[[Sequence[Choices]], Iterator[Cost]]:
    """Costs in which axes save memory, and each costs or wins time by its colour and its class."""

    def drawn(*key: object) -> float:
        return int.from_bytes(blake2b(repr((7, *key)).encode(), digest_size=4).digest()) / 2**32

    def of(plan: Choices) -> Cost:
        seconds, held = 1.0, 0.0
        for number, (each, choice) in enumerate(zip(space.classes, plan, strict=True)):
            held += each.bytes / prod([space.sizes[axis] for axes in choice.storage for axis in axes])
            for dimension, axes in enumerate(choice.storage):
                for axis in axes:
                    seconds += drawn(each.colours[dimension], axis) - 0.4 + 0.3 * drawn(number, dimension, axis)
            if choice.at_use is not None and choice.at_use != choice.storage:
                seconds += 0.1 * drawn(number, "use")
        return Cost(max(seconds, 0.01), held)

    return lambda plans: map(of, plans)


def test_a_price_on_memory_and_repair_find_faster_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without either the search ends with a slower plan under this limit, of the program as 0.10.2 propagates it."""
    with following("0.10.2"):
        space = planning_of("grouped_decode").space
    limit = sum([each.bytes for each in space.classes]) / 6

    def found() -> float:
        search = PlanSearch(space, drawn_costs(space), Bounds(limit, 300, 8))
        search.run()
        assert search.is_feasible
        return search.seen[search.best].seconds

    best = found()
    with monkeypatch.context() as without:
        without.setattr("sdyopt.planning.search._MULTIPLIERS", ())
        assert best < 0.9 * found()
    with monkeypatch.context() as without:
        without.setattr(PlanSearch, "_repair", lambda search: None)
        assert best < 0.9 * found()


def test_the_search_ends_when_it_is_told_to() -> None:
    """Nothing more is evaluated then, and notes say what is left out."""
    plan = sdyopt.plan(program("mlp"), drop=True, on_progress=lambda progress: progress.evaluations < 7)
    assert plan.evaluations == 7 and plan.notes[0].startswith("interrupted: what each line saves")
    assert not any(each.without for each in plan.classes) and not plan.live
    shaped = sdyopt.plan(program("mlp"), 8, on_progress=lambda progress: progress.evaluations < 7)
    assert (shaped.evaluations, len(shaped.meshes)) == (7, 1)


def test_the_second_interrupt_ends_the_command_and_its_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    statuses: list[int] = []
    monkeypatch.setattr(os, "_exit", statuses.append)
    (worker := get_context("fork").Process(target=sleep, args=(60,))).start()
    with _progress() as show:
        progress = Progress(1, 300, 1.0, 1.0, feasible=True)
        assert show(progress)
        signal.raise_signal(signal.SIGINT)
        assert not show(progress) and not statuses
        signal.raise_signal(signal.SIGINT)
    worker.join(10)
    assert statuses == [130] and worker.exitcode == -signal.SIGKILL


# Results.


@pytest.mark.parametrize("name", sampled(["mlp", "gqa", "moe"], ["mlp"]))
def test_a_plan_costs_what_it_says_when_it_is_written(name: str) -> None:
    plan = sdyopt.plan(program(name), drop=True, memory="80%", why=False)
    again = sdyopt.parse(module_of(plan).to_text(debug_info=True))
    assert cost_of(again, Machine.of()) == plan.cost
    own = sdyopt.plan(again, budget=1, why=False)
    assert own.cost == plan.cost == own.before


@cache
def plan_with_half_the_memory() -> sdyopt.Plan:
    return sdyopt.plan(program("grouped_decode"), drop=True, memory="50%")


@pytest.mark.long
def test_a_plan_with_other_shardings_at_uses_is_written() -> None:
    """Weights that are stored in parts, and whole where products see them: a constraint says so."""
    found = json.loads(plan_with_half_the_memory().to_json())
    for each in found["classes"]:
        if each["type"].startswith("bf16[2048"):
            each["at_use"] = [[] for _ in each["storage"]]
    applied = sdyopt.Plan.from_json(json.dumps(found)).apply(program("grouped_decode"))
    assert str(applied).count("sdy.sharding_constraint") >= 4
    assert cost_of(applied, Machine.of()).bytes_sent > plan_with_half_the_memory().cost.bytes_sent


@pytest.mark.long
def test_a_plan_of_few_layers_is_one_of_many() -> None:
    small = sdyopt.plan(sdyopt.parse(layers(2)), MESH, memory="none")
    large = sdyopt.plan(sdyopt.parse(layers(8)), MESH, memory="none", start=small, budget=1, why=False)
    assert [each.storage for each in large.classes] == [each.storage for each in small.classes]
    assert large.evaluations == 1
    searched = sdyopt.plan(sdyopt.parse(layers(8)), MESH, memory="none", why=False)
    assert large.cost.seconds <= searched.cost.seconds * 1.01
    applied = small.apply(sdyopt.parse(layers(8)))
    assert cost_of(applied, Machine.of()) == large.cost


def test_json_is_read_again() -> None:
    plan = sdyopt.plan(program("mlp"), drop=True, memory="50%", why=False)
    text = plan.to_json()
    again = sdyopt.Plan.from_json(text)
    assert [each.spec for each in again.classes] == [each.spec for each in plan.classes]
    assert again.cost == plan.cost
    assert json.loads(text)["front"][0]["plan"]
    assert pickle.loads(pickle.dumps(plan)) == plan


def keys(value: object, path: str = "") -> set[str]:
    """Returns the keys of a plan as JSON: `classes[].type`, those of costs as `cost.seconds`, maps as one."""
    if path in ("before", "after") or path.startswith("baselines."):
        return {path} | (set() if value is None else keys(value, "cost"))
    if isinstance(value, dict) and not path.endswith((".by_kind", ".bytes_sent")):
        inner = set().union(*[keys(each, f"{path}.{key}".lstrip(".")) for key, each in value.items()])
        return inner | ({path} if path == "classes[].without" else set())
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return set().union(*[keys(each, f"{path}[]") for each in value])
    return {path}


@pytest.mark.long
def test_the_page_describes_the_json() -> None:
    page = (Path(sdyopt.__file__).parents[1] / "docs" / "planning.md").read_text(encoding="utf-8")
    tables = page.partition("## As JSON")[2].partition("\n## ")[0].split("A cost has these keys:")
    described = []
    for table, prefix in zip(tables, ("", "cost."), strict=True):
        rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
        described += [prefix + key for row in rows for key in re.findall(r"`([^`]+)`", row)]
    plan = sdyopt.plan(program("mlp"), 8, drop=True, memory="450MiB", budget=10, alternatives=["x"])
    tied = sdyopt.plan(sdyopt.parse(layers(2)), "data=2", budget=1)
    one = VerifiedPlan("the plan", (plan.classes[0].spec,), 1.0, 1, 1.0)
    verified = replace(plan, verification=PlanVerification("cpu:8", "jaxlib 0.10.2", True, True, 1, (one,)))
    written: set[str] = set().union(*[keys(json.loads(each.to_json())) for each in (plan, tied, verified)])
    lists = {key[: at.start()] for key in written for at in re.finditer(r"\[\]", key)}
    assert len(described) == len(set(described))
    assert set(described) == written - lists


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"file": 1}'])
def test_another_text_is_not_a_plan(text: str) -> None:
    with pytest.raises(PlanError, match="not a plan"):
        sdyopt.Plan.from_json(text)


@pytest.mark.long
def test_a_limit_has_the_default_margin_where_nothing_verifies() -> None:
    """If no plan fits with it, the one that takes least is taken, and what it leaves is said."""
    options: dict[str, Any] = {"drop": True, "budget": 60, "why": False}
    plan = sdyopt.plan(program("mlp"), memory="700MiB", **options)
    assert plan.margin == DEFAULT_MARGIN and plan.feasible
    assert plan.cost.peak_bytes <= plan.limit_bytes == int((700 << 20) / (1 + margin_of(DEFAULT_MARGIN)))
    assert sdyopt.plan(program("mlp"), memory="none", **options).margin is None
    assert PlanOptions.of({"verify": "gpu"}).limits(Machine.of().device, "700MiB").margin is None
    tight = sdyopt.plan(program("mlp"), memory="405MiB", **options)
    assert tight.feasible and tight.margin is None
    assert tight.cost.peak_bytes == min([each.peak_bytes for each in tight.front])
    assert any("no plan fits with a margin of" in note and note.endswith("leaves 5%") for note in tight.notes)


def test_a_long_front_shows_a_plan_as_good_as_each_row() -> None:
    """Of nine plans six are shown that spread over them, and the one that a row needs."""
    plan = sdyopt.plan(program("mlp"), MESH, budget=1, why=False)
    peaks = [peak << 20 for peak in range(1, 10)]
    front = tuple([plan.front[0]._replace(peak_bytes=peak, seconds=1e-3 - peak / 1e12) for peak in peaks])
    row = plan.cost._replace(peak_bytes=front[1].peak_bytes, seconds=front[1].seconds)
    found = replace(plan, front=front, baselines=plan.baselines._replace(fsdp=row))
    (line,) = [line for line in details(found) if line.startswith("memory against time")]
    assert [text.split()[0] for text in line.split(": ")[1].split(" · ")] == ["1", "2", "3", "4", "6", "7", "9"]


def test_a_margin_is_added_to_peaks() -> None:
    """In percent; a number is what earlier versions called so, with a warning. The mesh is like one of JAX."""
    mesh = SimpleNamespace(shape={"data": 2, "model": 4}, axis_names=("data", "model"))
    plan = sdyopt.plan(program("mlp"), mesh, memory=1_150_000_000, margin="15%", budget=1, why=False)
    assert plan.axes == (("data", 2), ("model", 4))
    assert (plan.limit_bytes, plan.margin, plan.profile) == (1_000_000_000, "15%", "tpu")
    assert sdyopt.Plan.from_json(plan.to_json()).margin == "15%"
    with pytest.warns(DeprecationWarning, match="that of the time of collectives is time_margin"):
        assert sdyopt.plan(program("mlp"), MESH, margin=0, budget=1, why=False).margin is None


def test_specs_are_nested_like_arguments() -> None:
    """In lists where JAX counts; by number where one is missing, whose argument the function does not use."""
    plan = sdyopt.plan(sdyopt.parse(layers(2)), MESH, memory="none", budget=1, why=False)
    weights = {"a": (), "b": ()}
    for old, nested in (("p[9]", [weights] * 2), ("p[1]", {0: weights, 7: weights})):
        classes = [
            each._replace(names=tuple([name.replace(old, "p[7]") for name in each.names]), storage=())
            for each in plan.classes
        ]
        code = python_of(replace(plan, classes=tuple(classes))).replace("from jax.sharding import", "#")
        found: dict[str, Any] = {"P": lambda *axes: axes}
        exec(code, found)
        assert found["in_shardings"] == {"x": (), "p": nested}


@pytest.mark.long
def test_an_executor_and_processes_find_the_same() -> None:
    usual = sdyopt.plan(program("moe"), drop=True, budget=60)
    with ThreadPoolExecutor(2) as executor:
        other = sdyopt.plan(program("moe"), drop=True, budget=60, executor=executor)
    assert replace(other, seconds=0.0) == replace(usual, seconds=0.0)
    other = sdyopt.plan(program("moe"), drop=True, budget=60, jobs=2)
    assert replace(other, seconds=0.0) == replace(usual, seconds=0.0)
    distributed = pytest.importorskip("distributed")
    with distributed.Client(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as client:
        other = sdyopt.plan(program("moe"), drop=True, budget=60, executor=client.get_executor())
    assert replace(other, seconds=0.0) == replace(usual, seconds=0.0)


@pytest.mark.long
def test_hashes_do_not_matter() -> None:
    script = (
        "import gzip, sys, sdyopt; from dataclasses import replace; "
        "plan = sdyopt.plan(sdyopt.parse(gzip.open(sys.argv[1], 'rt').read()), drop=True, budget=60); "
        "print(replace(plan, seconds=0.0).to_json())"
    )
    command = [sys.executable, "-c", script, str(PROGRAMS / "decode.mlir.gz")]
    outputs = [
        subprocess.run(command, capture_output=True, check=True, env={"PYTHONHASHSEED": seed}).stdout for seed in "12"
    ]
    assert outputs[0] == outputs[1]


@pytest.mark.long
def test_what_fits_nowhere_says_what_is_in_memory() -> None:
    plan = sdyopt.plan(program("mlp"), drop=True, memory="200MiB", budget=100)
    assert not plan.feasible and plan.live[0].bytes


def test_axes_stand_in_mesh_order() -> None:
    space = planning_of("mlp").space
    assert space.added(0, ((1,), (), ()), 0, 0) == ((0, 1), (), ())
    assert space.added(0, ((0,), (), ()), 1, 0) is None
    assert space.moves(0, ClassChoice(((0,), (), ())))


def test_shapes_of_meshes() -> None:
    torus, switch = Machine.of("tpu-v5p").device, Machine.of("h100").device
    assert [tuple(axis.size for axis in mesh.axes) for mesh in shapes(8, torus)] == [(8,), (2, 4), (2, 2, 2)]
    assert len(shapes(8, switch)) == 4
    assert len(shapes(2**20, torus)) <= 40


def test_axes_that_are_alike_give_one_plan() -> None:
    """As long as plans use only some of them; not if the program names one, or if others stand between them."""
    space = planning_of("mlp", "x=2,y=2,z=2").space
    x, y, z = [space.act(space.start, (space.colours()[0], (axis,))) for axis in range(3)]
    assert x and y and z and space.canonical(x) == space.canonical(y) == space.canonical(z) == x
    yz, xy = [space.act(space.start, (space.colours()[1], axes)) for axes in ((1, 2), (0, 1))]
    assert yz and xy and space.canonical(yz) == xy
    search = PlanSearch(space, partial(map, planning_of("mlp", "x=2,y=2,z=2").evaluator.of), Bounds())
    search._look_at([z, y, yz])
    assert search.evaluations == 2 and search.seen[z] == search.seen[y]
    mixed = planning_of("mlp", "x=2,y=4,z=2").space
    plan = mixed.act(mixed.start, (mixed.colours()[1], (1, 2)))
    assert plan and mixed.canonical(plan) == plan
    own = Planning(program("mlp"), None, PlanOptions()).space
    assert [own.canonical(plan) for plan in own.single_colours()] == own.single_colours()


@pytest.mark.long
@pytest.mark.parametrize("name", ["gqa", "moe"])
def test_axes_that_are_alike_cost_the_same(name: str) -> None:
    """Whatever is sharded: plans over the last two of three axes, and over one, on up to two colours."""
    planning = planning_of(name, "x=2,y=2,z=2")
    space = planning.space
    starts = [space.start, *[space.act(space.start, (colour, (1,))) for colour in space.colours()[:3]]]
    plans = [plan and space.act(plan, (colour, (2,))) for plan in starts for colour in space.colours()[:4]]
    for plan in [plan for plan in plans if plan is not None and space.canonical(plan) != plan]:
        assert planning.evaluator.of(plan) == planning.evaluator.of(space.canonical(plan))


def test_axes_are_products_of_others() -> None:
    assert parted([2, 4], [2, 2, 2]) == [[0], [1, 2]]
    assert parted([4, 2], [2, 2, 2]) == [[0, 1], [2]]
    assert parted([6, 4], [2, 2, 6]) == [[2], [0, 1]]
    assert parted([2, 8], [4, 4]) is None


@pytest.mark.long
def test_a_shape_of_more_axes_is_no_worse() -> None:
    """Plans for few axes begin the search on more axes, whose products are these: a dimension may have all of them."""
    plan = sdyopt.plan(program("moe"), 8, drop=True, memory="none", budget=40, why=False)
    times = {len(each.axes): each.seconds for each in plan.meshes}
    assert times[3] <= times[2] <= times[1]
    assert (plan.meshes[0].seconds, plan.meshes[0].axes) == (plan.cost.seconds, plan.axes)
    meshes = "x=2,y=4", "x=2,y=2,z=2"
    coarse, fine = [
        sdyopt.plan(program("moe"), mesh, drop=True, memory="none", budget=40, why=False) for mesh in meshes
    ]
    assert fine.cost.seconds <= coarse.cost.seconds
    alone = sdyopt.plan(program("gqa"), "x=2,y=2,z=2", drop=True, memory="none", budget=15, why=False)
    assert any(len(axes) == 3 for each in alone.classes for axes in each.storage)


RINGS = (Path(__file__).parent / "Inputs" / "planning.rings.txt").read_text(encoding="utf-8")


def wide(batch: int) -> Module:
    """A layer whose weights take 512 MiB. With an odd batch it sends whatever the sharding is."""
    return sdyopt.parse(layers(1, batch).replace("1024", "16384").replace("256", "4096"))


@pytest.mark.long
@pytest.mark.parametrize(("batch", "memory"), [(4095, "none"), (4096, "300MiB")])
def test_three_rings_send_faster_than_two_and_one(tmp_path: Path, batch: int, memory: str) -> None:
    """Of two devices, too. Where these are a line, two such axes have the links of a ring of four."""
    times: dict[int, list[tuple[int, float]]] = {}
    for ring_of in (1, 4):
        path = tmp_path / f"rings{ring_of}.toml"
        path.write_text(RINGS.format(ring_of=ring_of), encoding="utf-8")
        plan = sdyopt.plan(wide(batch), 8, device=str(path), memory=memory, budget=12, why=False, time_margin=0)
        times[ring_of] = [(len(each.axes), each.seconds) for each in plan.meshes]
    assert [axes for axes, _ in times[1]] == [3, 2, 1] and times[1][0][1] < times[1][1][1] < times[1][2][1]
    assert [axes for axes, _ in times[4]] == [2, 3, 1] and times[4][0][1] == pytest.approx(times[4][1][1])


@pytest.mark.long
@pytest.mark.parametrize(
    ("make", "mesh", "memory", "budgets"),
    [
        (lambda: program("mlp"), None, "700MiB", (5, 40, 200)),
        pytest.param(lambda: wide(4096), 8, "300MiB", (3, 30, 46, 55), marks=pytest.mark.exhaustive),
    ],
)
def test_a_larger_budget_is_never_worse(
    make: Callable[[], Module], mesh: int | None, memory: str, budgets: Sequence[int]
) -> None:
    """Each shape gets as many plans at first whatever the budget is, and the order of shapes is that of plans."""
    found = [sdyopt.plan(make(), mesh, drop=True, memory=memory, budget=budget, why=False) for budget in budgets]
    times = [plan.cost.seconds_with(1.0) if plan.feasible else inf for plan in found]
    assert times == sorted(times, reverse=True) and times[-1] < inf


@pytest.mark.long
def test_loops_of_unknown_length_run_as_often_as_is_assumed() -> None:
    path = Path(__file__).resolve().parents[2] / "planning" / "unknown_runs.mlir"
    options = [{}, {"assume_runs": 64}, {"assume_runs": {"unknown_runs.mlir:11": 64}}]
    once, everywhere, there = [sdyopt.plan(path, **each) for each in options]  # type: ignore[arg-type]
    assert everywhere.cost == there.cost
    assert everywhere.cost.seconds == pytest.approx(64 * once.cost.seconds)
    assert (once.cost.unknown_executions, there.cost.unknown_executions) == (3, 0)
    with pytest.raises(PlanError, match=r"no loop of unknown length at 'a:1': such loops are at unknown_runs\.mlir:11"):
        sdyopt.plan(path, assume_runs={"a:1": 64})


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"memry": 3}, TypeError, "no option 'memry'"),
        ({"drop": "everything"}, PlanError, "drop is True, False, 'arguments' or 'all', and not 'everything'"),
        ({"margin": "15"}, PlanError, "'15' is not a margin in percent, as in 15%"),
        ({"profile": "cpus"}, ViewError, r"no profile is called 'cpus'; did you mean 'cpu'\?"),
        ({"alternatives": ["y"]}, PlanError, "no argument 'y'"),
        ({"memory": "40MiB"}, ImpossibleError, "arguments alone need at least 64 MiB"),
        *[({"mesh": mesh}, PlanError, "is not a mesh") for mesh in (3.5, {"x": 0}, {}, "data=2,data=4")],
        ({"mesh": SimpleNamespace(shape=(2, 4))}, PlanError, "is not a mesh"),
    ],
)
def test_wrong_options_are_errors(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        sdyopt.plan(program("mlp"), **{"drop": True, "budget": 1, **options})


def test_collectives_count_with_a_margin() -> None:
    """Reduce-scatters as all-reduces; no plan is slower than what it is compared with, and the fastest one is known."""
    planning = planning_of("mlp")
    space = planning.space
    fast, less, slow = [space.act(space.start, action) for action in space.actions()[-1][:3]]
    assert fast is not None and less is not None and slow is not None
    kinds = (("reduce-scatter", 50), ("all-gather", 50))
    costs = {
        fast: Cost(1.0, 10, communication_seconds=0.4, bytes_sent=100, by_kind=kinds),
        less: Cost(1.04, 10, communication_seconds=0.3, bytes_sent=100, by_kind=(("all-gather", 100),)),
        slow: Cost(1.2, 10),
    }
    for margin, expected in ((0.0, fast), (0.1, fast), (0.25, less), (1.0, slow)):
        search = PlanSearch(space, partial(map, planning.evaluator.of), Bounds(inf, 300, 8, margin), memory=dict(costs))
        search._look_at(costs)
        assert search.best == expected and search.fastest == fast
        search.settle([less])
        assert search.best == (less if margin == 1.0 else expected)


@pytest.mark.long
def test_a_larger_budget_looks_at_the_same_plans_first() -> None:
    """So the time with the margin is never longer, under a limit, too, which the search gets below by and by."""
    planning = planning_of("mlp", memory="370MiB", margin="0%")
    seen: list[Choices] = []
    best = inf
    for budget in (1, 9, 40, 120, 300):
        search = PlanSearch(planning.space, partial(map, planning.evaluator.of), Bounds(planning.limit, budget, 8, 1.0))
        search.run()
        assert list(search.seen)[: len(seen)] == seen
        seen = list(search.seen)
        time = search.seen[search.best].seconds_with(1.0) if search.is_feasible else inf
        assert time <= best
        best = time
    assert best < inf


@pytest.mark.long
def test_several_limits_share_evaluations() -> None:
    limits = ["none", "400MiB", "700MiB"]
    found = plans(program("mlp"), limits, drop=True, margin="0%", why=False)
    assert [each.limit_bytes for each in found] == [inf, 400 * 2**20, 700 * 2**20]
    assert found[0].cost.seconds <= found[2].cost.seconds <= found[1].cost.seconds
    assert all(each.feasible for each in found)
    apart = sum(
        [sdyopt.plan(program("mlp"), memory=limit, drop=True, margin="0%", why=False).evaluations for limit in limits]
    )
    assert sum([each.evaluations for each in found]) < apart


def test_other_choices_of_a_class_are_listed() -> None:
    plan = sdyopt.plan(program("mlp"), drop=True, alternatives=["*"], budget=20)
    rows = [each for each in plan.alternatives if each.pattern == plan.classes[0].pattern]
    assert (plan.classes[0].storage, plan.cost.seconds) in [(each.storage, each.seconds) for each in rows]
    assert [each.seconds for each in rows] == sorted([each.seconds for each in rows])
