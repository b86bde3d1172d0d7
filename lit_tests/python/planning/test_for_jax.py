"""Plans applied in JAX: shardings of pytrees, and constraints at uses, as compiled programs have them."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import sdyopt
from sdyopt.cost.time.machine import Machine
from sdyopt.planning.records import PlanError, cost_of
from tools import corpus
from tools.chunks import mostly_long

ROOT = Path(__file__).resolve().parents[3]
MESH = "data=2,model=4"
MINE = SimpleNamespace(shape={"data": 2, "model": 4}, axis_types=(), update=lambda axis_types: MINE)
MLP = ROOT / "examples" / "gated_mlp.mlir"


def fake_jax() -> Any:
    """Returns what has the functions of JAX that plans call: pytrees are dictionaries, shardings tuples."""

    def mapped(function: Any, tree: Any, path: tuple[str, ...] = ()) -> Any:
        if isinstance(tree, dict):
            return {key: mapped(function, inner, (*path, key)) for key, inner in tree.items()}
        return function(path, tree)

    def leaves(tree: Any) -> list[Any]:
        return [leaf for inner in tree.values() for leaf in leaves(inner)] if isinstance(tree, dict) else [tree]

    sharding = SimpleNamespace(
        NamedSharding=lambda mesh, spec: (mesh, spec),
        PartitionSpec=lambda *entries: entries,
        AxisType=SimpleNamespace(Auto="auto", Explicit="explicit"),
    )
    return SimpleNamespace(
        sharding=sharding,
        make_mesh=lambda sizes, names, axis_types: (tuple(sizes), tuple(names), axis_types),
        tree_util=SimpleNamespace(
            keystr=lambda path: "".join([f"[{key!r}]" for key in path]),
            tree_leaves=leaves,
            tree_map=lambda function, tree: mapped(lambda _, leaf: function(leaf), tree),
            tree_map_with_path=mapped,
        ),
    )


def test_shardings_for_jax_have_the_form_of_the_arguments() -> None:
    """Arguments that the function does not use are replicated, and JAX is not imported."""
    text = """
func.func @main(%a: tensor<64x256xf32> loc("p['w']"), %x: tensor<8x64xf32> loc("x")) -> tensor<8x256xf32> {
  %0 = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0]
    : (tensor<8x64xf32>, tensor<64x256xf32>) -> tensor<8x256xf32>
  return %0 : tensor<8x256xf32>
}
"""
    plan = sdyopt.plan(sdyopt.parse(text), "data=2,model=4", memory="30KiB", why=False)
    arguments = {"p": {"w": 1.0, "unused": 2.0}, "x": 3.0}
    specs = plan.specs()
    assert specs["p['w']"]
    mesh = ((2, 4), ("data", "model"), ("auto", "auto"))
    expected = {"w": (mesh, specs["p['w']"]), "unused": (mesh, ())}, (mesh, specs["x"])
    assert plan.in_shardings(fake_jax(), arguments) == expected
    assert plan.in_shardings(fake_jax(), arguments, MINE)[1] == (MINE, specs["x"])
    explicit = SimpleNamespace(
        shape=MINE.shape,
        axis_types=("explicit", "manual"),
        update=lambda axis_types: SimpleNamespace(shape=MINE.shape, axis_types=axis_types),
    )
    assert plan.in_shardings(fake_jax(), arguments, explicit)[1][0].axis_types == ("auto", "manual")
    with pytest.raises(PlanError, match=r"^the plan is for a mesh with data=2, and this one has \{'model': 8\}$"):
        plan.in_shardings(fake_jax(), arguments, SimpleNamespace(shape={"model": 8}, axis_types=()))
    with pytest.raises(TypeError, match="the first argument is the module jax, not dict"):
        plan.in_shardings(arguments, MINE)
    with pytest.raises(TypeError, match=r"a mesh is a jax\.sharding\.Mesh or an AbstractMesh, not str"):
        plan.out_shardings(fake_jax(), arguments, MESH)
    with pytest.raises(TypeError, match="arguments are a dictionary by names of parameters, not list"):
        plan.in_shardings(fake_jax(), [arguments])  # type: ignore[arg-type]


def test_constraints_of_explicit_axes_are_noted_and_dropped() -> None:
    """What JAX lowers for a mesh of `jax.make_mesh`: each result has its type's sharding as a constraint."""
    text = """
sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func @main(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %0 = stablehlo.tanh %x : tensor<8x64xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}]> : tensor<8x64xf32>
  %2 = stablehlo.sine %1 : tensor<8x64xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{}, {}]> : tensor<8x64xf32>
  return %3 : tensor<8x64xf32>
}
"""
    few = text.replace("sdy.sharding_constraint %0 <@mesh, [{}, {}]>", "stablehlo.cosine %0")
    note = "2 values have constraints, as JAX writes them for a mesh with explicit axes"
    for program, drop, is_noted in ((text, False, True), (text, True, True), (text, "all", False), (few, False, False)):
        plan = sdyopt.plan(sdyopt.parse(program), MESH, drop=drop, memory="none", budget=1, why=False)
        assert any(each.startswith(note) for each in plan.notes) == is_noted


def test_names_that_no_argument_has_are_errors_of_shardings_for_jax() -> None:
    """If there are arguments that they may stand for; others are not used by the function."""
    plan = sdyopt.plan(sdyopt.parse(MLP), MESH, drop=True, memory="none", budget=1, why=False)
    jax, leaves = fake_jax(), {"a": 1.0, "b": 2.0}
    plan = replace(plan, classes=(plan.classes[0]._replace(names=("params['a']", "params['b']", "x")),))
    assert len(plan.in_shardings(jax, {"params": leaves, "x": 1.0, "unused": leaves})) == 3
    for arguments, problem in (
        ({"parms": leaves, "x": 1.0}, "no argument 'parms'; did you mean 'params'?"),
        ({"params": {"a": 1.0, "B": 2.0}, "x": 1.0}, "no argument 'params['B']'; did you mean \"params['b']\"?"),
        ({"params": leaves, "tokens": 1.0}, "no argument 'tokens': there are x"),
    ):
        with pytest.raises(PlanError, match=f"^{re.escape(problem)}$"):
            plan.in_shardings(jax, arguments)


def test_results_have_shardings_for_jax() -> None:
    """Those that are stored like arguments; others are left to the compiler."""
    plan = sdyopt.plan(sdyopt.parse(MLP), MESH, drop=True, memory="none", budget=20, why=False)
    each = plan.classes[0]._replace(storage=(("data",),), results=(1,), is_tied=True)
    plan = replace(plan, classes=(each,))
    assert plan.out_shardings(fake_jax(), {"loss": 1.0, "w": 2.0}, MINE) == {"loss": None, "w": (MINE, ("data",))}
    with pytest.raises(PlanError, match=r"^the plan shards result 1, and there are 1 result$"):
        plan.out_shardings(fake_jax(), {"loss": 1.0})


def test_what_the_program_shards_stays() -> None:
    """Of arguments that plans leave, and of results that are like no argument."""
    text = """
sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func @main(%w: tensor<64x256xf32> loc("w"),
                %x: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>} loc("x"))
    -> (tensor<8x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<8x64xf32>, tensor<64x256xf32>) -> tensor<8x256xf32>
  return %0 : tensor<8x256xf32>
}
"""
    plan = sdyopt.plan(sdyopt.parse(text), leave=["^x$"], budget=1, why=False)
    for each in (plan, sdyopt.Plan.from_json(plan.to_json())):
        assert each.specs()["x"] == ("data",)
        assert each.out_shardings(fake_jax(), 1.0, MINE) == (MINE, (None, "model"))


STEP = """
import os
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
from dataclasses import replace
import jax, jax.numpy as jnp, sdyopt
from sdyopt.view import view

def step(params, batch):
    def loss(params):
        layer = jax.checkpoint(lambda h, each: (jnp.tanh(h @ each["up"]) @ each["down"], None))
        return ((jax.lax.scan(layer, batch["x"] @ params["in"], params["layers"])[0] - batch["y"]) ** 2).mean()
    value, grads = jax.value_and_grad(loss)(params)
    return jax.tree.map(lambda param, grad: param - 0.1 * grad, params, grads), value

def of(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.float32)

params = {"in": of(256, 256), "layers": {"up": of(6, 256, 1024), "down": of(6, 1024, 256)}}
batch = {"x": of(2048, 256), "y": of(2048, 256)}
mesh = jax.sharding.AbstractMesh((2, 4), ("data", "model"))
plan = sdyopt.plan(jax.jit(step), mesh, args=(params, batch), memory=MEMORY, budget=30, why=False)
devices = jax.make_mesh((2, 4), ("data", "model"))  # whose axes are explicit

def lowered(plan, function):
    ins = plan.in_shardings(jax, {"params": params, "batch": batch}, devices)
    outs = plan.out_shardings(jax, jax.eval_shape(step, params, batch), devices)
    found = jax.jit(function, in_shardings=ins, out_shardings=outs).lower(params, batch)
    compiled = found.compile()
    for given, has in ((ins, compiled.input_shardings[0]), (outs, compiled.output_shardings)):
        pairs = zip(jax.tree.leaves(given, is_leaf=lambda each: each is None), jax.tree.leaves(has), strict=True)
        assert all(one is None or one.spec == other.spec for one, other in pairs), (given, has)
    return sdyopt.parse(found.as_text(debug_info=True))
"""

SEARCHED = """
assert plan.feasible and any(plan.specs().values()), plan.specs()
lowered(plan, step)
"""

AT_USE = """
stored = {"in": ((), ("data", "model")), "up": ((), ("data",), ("model",)), "down": ((), ("model",), ("data",))}
seen = {"in": ((), ()), "up": ((), (), ("model",)), "down": ((), ("model",), ())}
classes = [(each, each.names[0].split("'")[-2]) for each in plan.classes]
plan = replace(plan, classes=tuple(
    each._replace(storage=stored.get(name, (("data",), ())), at_use=seen.get(name)) for each, name in classes
))
assert [each.spec for each in plan.constraints] == [(), (None, "model"), (None, None, "model")], plan.constraints
written = plan.apply(sdyopt.parse(jax.jit(step), args=(params, batch)))
found = lowered(plan, plan.constrained(jax, step, devices))
assert [module.to_text().count("sdy.sharding_constraint") for module in (written, found)] == [6, 6]
assert [each.sent for each in view(written).collectives] == [each.sent for each in view(found).collectives]
try:
    plan.constrained(jax, lambda parms, batch: step(parms, batch), devices)(params, batch)
except sdyopt.PlanError as error:
    assert str(error) == "no argument 'parms'; did you mean 'params'?"
"""


@pytest.mark.long
@pytest.mark.skipif(find_spec("jax") is None, reason="JAX compiles")
@pytest.mark.parametrize(
    ("memory", "script"), [("12MiB", SEARCHED), ("none", AT_USE)], ids=["shardings", "constraints at uses"]
)
def test_what_a_plan_says_is_what_jax_compiles(memory: str, script: str) -> None:
    """Shardings of arguments and results, also without an edit of the function for its constraints at uses."""
    text = STEP.replace("MEMORY", repr(memory)) + script
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", mostly_long(["batched_jit", "jit_with_shardings"], ["jit_with_shardings"]))
def test_a_plan_leaves_results_to_propagation_where_that_is_faster(name: str) -> None:
    """Results of the programs are left to it; shardings of arguments on them cost more."""
    program = sdyopt.parse(corpus.text(name))
    plan = sdyopt.plan(program)
    assert plan.cost == plan.baselines.own
    assert plan.module is not None and cost_of(plan.module, Machine.of()) == plan.cost
    left = [index for each in plan.classes if not each.is_tied for index in each.results]
    assert left and not any(each.stored_results for each in plan.classes)
    applied = sdyopt.Plan.from_json(plan.to_json()).apply(program)
    shardings, planned = [
        [use.sharding for use in module.sharding_uses() if use.sharding.dimensions] for module in (applied, plan.module)
    ]
    assert shardings == planned
    assert [note for note in plan.notes if note.startswith(f"the plan leaves {len(left)} result")]
