"""Costs of programs of many layers and of other forms, and the recorded table of plans."""

from __future__ import annotations

from typing import cast

import pytest

import sdyopt
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.time.machine import Machine
from sdyopt.planning.choices import Choices
from sdyopt.planning.layers import Extrapolation, Stretch, _is_alike, is_close, layers_of, stretches
from sdyopt.planning.planner import Planning
from sdyopt.planning.records import Cost, Meter, PlanOptions, cost_of
from sdyopt.view.variants.edits import mesh_of
from tools.bench.transformer import transformer
from tools.recorded.planned_table import PAGE, entries, families

MESH = "data=4,model=2"


def step_of(layers: int) -> str:
    """A forward pass of layers that are one after the other, and an update of their weights."""
    weight, row = "tensor<64x64xf32>", "tensor<32x64xf32>"
    arguments = [f"%x: {row}", *[f"%w{number}: {weight}" for number in range(layers)]]
    lines = []
    for number in range(layers):
        before = f"%r{number - 1}" if number else "%x"
        product = f"stablehlo.dot_general {before}, %w{number}, contracting_dims = [1] x [0]"
        lines += [f"%d{number} = {product} : ({row}, {weight}) -> {row}"]
        lines += [f"%t{number} = stablehlo.tanh %d{number} : {row}"]
        lines += [f"%r{number} = stablehlo.add {before}, %t{number} : {row}"]
    lines += [f"%n{number} = stablehlo.add %w{number}, %w{number} : {weight}" for number in range(layers)]
    results = [f"%r{layers - 1}", *[f"%n{number}" for number in range(layers)]]
    types = ", ".join([row, *[weight] * layers])
    body = "\n  ".join(lines)
    head = f"func.func public @main({', '.join(arguments)}) -> ({types}) {{"
    return f"{head}\n  {body}\n  return {', '.join(results)} : {types}\n}}"


def planning_of(text: str, **options: object) -> Planning:
    return Planning(sdyopt.parse(text), mesh_of(MESH), PlanOptions(drop=True, **options))  # type: ignore[arg-type]


def test_what_repeats_is_found() -> None:
    assert stretches("abxyzxyzxyzxq", 3) == [Stretch(2, 12, 3)]
    assert stretches("abxyzxyzq", 3) == []
    assert stretches("aaaa" + "xyxyxy" + "b", 3) == [Stretch(0, 4, 1), Stretch(4, 10, 2)]


def test_layers_are_found_forwards_backwards_and_where_they_are_updated() -> None:
    planning = planning_of(transformer(5))
    layers = layers_of(planning.program, planning.classes, 5)
    assert layers is not None and layers.count == 5
    assert layers_of(planning.program, planning.classes, 6) is None


@pytest.mark.long
def test_a_program_without_some_layers_is_that_of_fewer() -> None:
    """It costs what the program costs that has as many from the start, whatever the plan."""
    deep, few = planning_of(transformer(5)), planning_of(transformer(3))
    layers = layers_of(deep.program, deep.classes, 5)
    assert layers is not None
    cut = layers.fewer(3)
    assert cut is not None
    program, classes = cut.program, cut.classes
    meter = Meter(Machine.of())
    assert [each.type for each in program.arguments] == [each.type for each in few.program.arguments]
    assert [each.members for each in classes.searched] == [each.members for each in few.classes.searched]
    assert [each.results for each in classes.searched] == [each.results for each in few.classes.searched]
    for plan in some_plans(few):
        evaluator = type(deep.evaluator)(program, classes, meter)
        assert evaluator.of(plan) == few.evaluator.of(plan)


def some_plans(planning: Planning) -> list[Choices]:
    space = planning.space
    single = space.single_colours()
    return list(dict.fromkeys([space.start, single[0], single[1], space.zero(single[0], space.axes, True)]))


@pytest.mark.long
@pytest.mark.parametrize("profile", [Compiler.GPU, Compiler.TPU])
@pytest.mark.parametrize("text", [step_of(40), transformer(18)], ids=["step", "transformer"])
def test_many_layers_cost_what_follows_from_few(profile: Compiler, text: str) -> None:
    """Two and three layers are enough. The peak may be among the collectives at the return, one for each result."""
    planning = planning_of(text, profile=profile)
    quick = planning.quick
    assert isinstance(quick, Extrapolation)
    for plan in some_plans(planning):
        two, three, found = quick._measured(plan, 2), quick._measured(plan, 3), quick.extended(plan)
        assert two is not None and three is not None and found is not None and _is_alike(two, three)
        assert is_close(found, planning.evaluator.of(plan))


def test_few_layers_are_evaluated_as_they_are() -> None:
    planning = planning_of(step_of(8))
    assert planning.quick is planning.evaluator


@pytest.mark.long
def test_a_search_that_was_wrong_is_repeated_on_the_whole_program(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sdyopt.parse(step_of(40))
    usual = sdyopt.plan(module, MESH, drop=True, budget=3, why=False)
    wrong: list[Choices] = []

    def extended(self: Extrapolation, plan: Choices, count: int | None = None) -> Cost:
        wrong.append(plan)
        return Cost(float(len(wrong)), 1)

    monkeypatch.setattr(Extrapolation, "extended", extended)
    plan = sdyopt.plan(module, MESH, drop=True, budget=3, why=False)
    assert len(wrong) > 2
    assert [each.storage for each in plan.classes] == [each.storage for each in usual.classes]
    assert cost_of(cast(sdyopt.Module, plan.module), Machine.of()) == plan.cost
    assert is_close(plan.cost, usual.cost)


def test_the_table_is_that_of_the_record() -> None:
    """Of twenty programs of ten families, whose plans keep the estimated peak of the shardings that they replace."""
    assert PAGE.renewed() == PAGE.text
    assert len(entries()) >= 20 and len(families()) == 10
    assert not [name for name, each in entries().items() if each["planned"]["peak"] > each["expert"]["peak"]]


@pytest.mark.long
def test_programs_of_other_forms_are_planned() -> None:
    nothing = """
    func.func @main(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
      %0 = stablehlo.optimization_barrier %a : tensor<8x8xf32>
      return %0 : tensor<8x8xf32>
    }
    """
    branching = """
    func.func @main(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
      cf.br ^bb1(%a : tensor<8x8xf32>)
    ^bb1(%b: tensor<8x8xf32>):
      %0 = stablehlo.add %b, %b : tensor<8x8xf32>
      return %0 : tensor<8x8xf32>
    }
    """
    endless = """
    func.func @main(%a: tensor<8x8xf32>) {
      cf.br ^bb1(%a : tensor<8x8xf32>)
    ^bb1(%b: tensor<8x8xf32>):
      cf.br ^bb1(%b : tensor<8x8xf32>)
    }
    """
    vector = """
    func.func @main(%a: tensor<8x8xf32>, %b: vector<4xf32>) -> (tensor<8x8xf32>, vector<4xf32>) {
      return %a, %b : tensor<8x8xf32>, vector<4xf32>
    }
    """
    named = """
    func.func @mesh(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
      return %a : tensor<8x8xf32>
    }
    """
    for text in (nothing, branching, endless, vector, named):
        assert sdyopt.plan(sdyopt.parse(text), {"x": 2, "y": 4}, budget=40).specs
