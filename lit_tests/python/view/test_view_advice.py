"""What views advise against involuntary full rematerializations."""

from __future__ import annotations

import pickle
from random import Random

import pytest

import sdyopt
from sdyopt.cost.partitioner.tilings import axes_of_tiling, tiling_of
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, MeshAxis, SubAxis
from sdyopt.view import view
from tools.judges.partitioner_cases import random_split

AXES = "abc"
SIZES = (2, 4, 2)
MESH = Mesh(tuple([MeshAxis(name, size) for name, size in zip(AXES, SIZES, strict=True)]))
TYPE = "tensor<48x32x16xf32>"


def sharding(dimensions: list[str]) -> str:
    """Returns the text of a sharding of the letters of each dimension."""
    return "[" + ", ".join(["{" + ", ".join([f'"{axis}"' for axis in axes]) + "}" for axes in dimensions]) + "]"


def moved(*splits: list[str]) -> str:
    """Returns a program in which a value gets from each of these shardings to the next one."""
    lines = [
        f"%{number} = sdy.sharding_constraint %{number - 1} <@mesh, {sharding(split)}> : {TYPE}"
        for number, split in enumerate(splits[1:], 1)
    ]
    mesh = ", ".join([f'"{axis.name}"={axis.size}' for axis in MESH.axes])
    given = f"{{sdy.sharding = #sdy.sharding<@mesh, {sharding(splits[0])}>}}"
    body = "\n".join([f"%0 = stablehlo.tanh %a : {TYPE}", *lines])
    last = len(splits) - 1
    result = f"%r = stablehlo.negate %{last} : {TYPE}\nreturn %r : {TYPE}"
    return f"sdy.mesh @mesh = <[{mesh}]>\nfunc.func @main(%a: {TYPE} {given}) -> {TYPE} {{\n{body}\n{result}\n}}"


def split_of(constraint: str, rank: int) -> list[str]:
    """Returns the letters of each dimension of a PartitionSpec."""
    entries = eval(constraint, {"P": lambda *entries: entries})
    return ["".join(entry or "") for entry in entries] + [""] * (rank - len(entries))


@pytest.mark.parametrize("seed", range(4))
def test_the_program_with_the_constraint_sends_what_the_advice_says(seed: int) -> None:
    random, advised = Random(seed), 0
    while advised < 3:
        before, after = [random_split(random, 3, SIZES) for _ in range(2)]
        given = view(moved(before, after))
        for each in given.rematerializations:
            assert each.advice is not None
            assert (each.before, each.after) == (sharding(before), sharding(after))
            then = view(moved(before, split_of(each.advice.constraint, 3), after))
            assert then.totals.bytes_sent == each.advice.bytes_sent == given.totals.bytes_sent - each.advice.saved
            assert then.rematerializations == ()
            advised += 1


def test_axes_of_a_tiling_make_it_again() -> None:
    random = Random(0)
    for _ in range(50):
        wanted = tiling_of([tuple(map(AxisRef, axes)) for axes in random_split(random, 3, SIZES)], MESH)
        found = axes_of_tiling(wanted, MESH)
        assert found is not None
        assert tiling_of([tuple(map(AxisRef, axes)) for axes in found], MESH) is wanted


def test_parts_of_axes_are_no_axes() -> None:
    part = tiling_of([(AxisRef("b", SubAxis(1, 2)),), ()], MESH)
    assert axes_of_tiling(part, MESH) is None


def test_what_is_found_once_stays() -> None:
    found = view(moved(["b", "", ""], ["", "a", ""]))
    assert found.rematerializations is found.rematerializations


def test_a_pickled_view_finds_the_same() -> None:
    found = view(moved(["b", "", ""], ["", "a", ""]))
    (each,), (again,) = found.rematerializations, pickle.loads(pickle.dumps(found)).rematerializations
    assert each.advice is not None
    assert again.advice == each.advice


def test_a_program_without_rematerializations_finds_nothing() -> None:
    found = view(moved(["b", "", ""], ["", "b", ""]))
    assert found.find_rematerializations is None
    assert found.rematerializations == ()


@pytest.mark.parametrize(
    ("line", "value", "where"),
    [
        ("sharding_constraint", "value of the constraint", "after it in the forward pass"),
        ("tanh", "operand 0 of tanh", "before it in the backward pass"),
    ],
)
def test_in_a_backward_pass_constraints_are_in_reverse_order(line: str, value: str, where: str) -> None:
    text = moved(["b", "", ""], ["", "a", ""])
    if line == "sharding_constraint":  # Nothing is computed before it.
        text = text.replace(f"%0 = stablehlo.tanh %a : {TYPE}\n", "").replace("%0", "%a")
    name = 'loc("jit(f)/transpose(jvp())/mul"("model.py":7:3))'
    text = "\n".join([f"{each} {name}" if line in each and "=" in each else each for each in text.splitlines()])
    found = view(sdyopt.parse(text))
    (each,) = found.rematerializations
    assert each.is_backward
    assert f", model.py:7, because x ({value}) goes from" in each.text(found.frames)
    assert f"with_sharding_constraint(x, P('b', 'a')) {where} sends" in each.text(found.frames)
