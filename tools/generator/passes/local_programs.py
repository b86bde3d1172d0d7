"""Random sharded programs whose operations have local forms, most of them: `module(seed)`."""

from __future__ import annotations

from math import prod
from random import Random

from sdyopt.dialects.sdy import syntax as printing
from sdyopt.ir.attribute import checked
from tools.generator.builder import Block
from tools.generator.functions import write
from tools.generator.operations import TOKEN, Op, OpPlan, RandomLocations, Tensor, Tuple, can_have_sharding, tensor_of
from tools.generator.passes import canonicalization, sharding_rules
from tools.generator.program import Program, Recipe
from tools.generator.sdy import collectives, computations, constraints, tensors
from tools.generator.sdy.shardings import Shardings
from tools.generator.sdy.tensors import of_stablehlo
from tools.generator.sharded import Sharded, manual_computation, one_mesh, unsharded
from tools.generator.stablehlo import chlo, control, devices, shapes
from tools.generator.stablehlo.computations import reduction

PASS = "sdy-convert-global-to-local"

OPTIONS = ("per-dim-all-gather=true", "combine-multi-dimension-reduce-scatter=true", "enable-rgv3=true")

SIZES_OF_AXES = (
    *((2, 2), (2, 2), (2, 4), (4, 2), (2, 2, 2), (2, 3), (3, 2), (4, 4), (8,), (1, 2, 2), (2, 2, 4), (6,), (5,)),
)
"""The sizes of the axes of a mesh."""

ELEMENTS = ("f32", "i32", "i64", "bf16", "i1", "ui8", "f64", "complex<f32>")

GRAPH = "t.graph"
"""The name of operations in whose region values may be used before they are defined."""

FAILING = (
    "scatter",
    "slice",
    "concatenate",
    "all_gather",
    "all_to_all",
    "reshard",
    "constraint",
    "group",
    "chlo.",
    "cast",
)
"""Operations for which errors may number values, which in a graph region counts casts that have gone in the end."""


def chain(block: Block) -> None:
    """Writes collectives one after the other, which lead from one sharding to the next."""
    policy = checked(Sharded, block.program.policy)
    factors = (1, policy.mesh.device_count, policy.mesh.device_count)
    shape = tuple([policy.like(size, size * block.random.choice(factors)) for size in block.shape(1, 4)])
    inner = block.alone(block.value(Tensor(shape, block.pick("f32", "f32", "i32", "i1", "complex<f32>"))))
    for _ in range(block.random.choice((1, 2, 3, 5))):
        adding = (collectives.all_slice, collectives.reduce_scatter, collectives.all_reduce)
        block.random.choice(list(collectives.STEPS) if collectives.sharded_value(inner) else adding)(inner)
        inner.forget(inner.own_values[:-1])
        while inner.own_values and (sharding := inner.own_values[-1].sharding) is not None:
            if policy.shardings.meshes.mesh(sharding.mesh) == policy.mesh:
                break
            collectives.collective_permute(inner)
            inner.forget(inner.own_values[:-1])
    block.define(inner.own_values)


def constant(block: Block) -> None:
    """Writes a constant: of SDY if it is sharded, with few exceptions."""
    if block.chance():
        shapes.constant(block, "sdy.constant")
    else:
        unsharded(shapes.constant)(block)


def all_reduce(block: Block) -> None:
    """Writes a collective of StableHLO, which has a channel already."""
    policy = checked(Sharded, block.program.policy)
    value = block.value(Tensor(block.shape(1, 1)))
    devices_ = policy.mesh.device_count
    properties = {
        "channel_handle": devices.channel(block, 1),
        "replica_groups": f"dense<[{list(range(devices_))}]> : tensor<1x{devices_}xi64>",
        "use_global_device_ids": "unit",
    }
    op = Op("stablehlo.all_reduce", [value], [value.type], properties, [reduction(block, ["f32"]).text()])
    block.add(op, policy.plan(block, [value], [value.type]))


def use(block: Block) -> None:
    """Writes an operation without results."""
    if (value := block.find(can_have_sharding)) is not None:
        channel = "channel_handle = #stablehlo.channel_handle<handle = 30, type = 0>"
        attributes = f" {{{channel}}}" if block.chance(0.05) else ""
        block.line(f"stablehlo.custom_call @use({value.name}){attributes} : ({value.type}) -> ()")


def token(block: Block) -> None:
    """Writes values that are not tensors."""
    if block.chance(0.95):
        unsharded(lambda block: None, 1)(block)
    value = block.value(Tensor(block.shape(1, 1)))
    control.create_token(block)
    token = block.value(TOKEN)
    (pair,) = block.op(
        f"stablehlo.tuple {value.name}, {token.name}", f": tuple<{value.type}, {TOKEN}>", [Tuple((value.type, TOKEN))]
    )
    block.op(f"stablehlo.get_tuple_element {pair.name}[1]", f": ({pair.type}) -> {TOKEN}", [TOKEN])


def unregistered(block: Block) -> None:
    """Writes an operation of no known dialect."""
    type = Tensor(block.shape(1, 1))
    block.add(Op("t.op", [block.value(type)], [type]))


def cast(block: Block) -> None:
    """Writes a cast, mostly one that changes nothing."""
    value = block.value(Tensor(block.shape(1, 1)))
    other = value.type if block.chance(0.9) else Tensor((*tensor_of(value).sizes, 1))
    (made,) = block.op(f"builtin.unrealized_conversion_cast {value.name} : {value.type}", f"to {other}", [other])
    if block.chance(0.1):
        use(block.alone(made))


def call(block: Block) -> None:
    """Writes a call of a new function; its result is seldom sharded."""
    program, policy = block.program, checked(Sharded, block.program.policy)
    argument = block.value(Tensor(block.shape(2, 2)))
    name = program.symbol("g")
    callee = Block(program)
    callee.makes_arguments, callee.depth = False, 9
    callee.argument(argument.type, argument.sharding)
    callee.fill(program.random.choice((0, 1)))
    if block.chance(0.9):
        policy.pool = []
    type = Tensor(block.shape(1, 1))
    program.declarations.append(write(callee, name, [callee.value(type)], "private "))
    head = f"func.call {name}({argument.name})"
    shardings, attributes, _ = policy.plan(block, [argument], [type])
    block.op(head, f": ({argument.type}) -> {type}", [type], shardings, attributes)


def declaration(block: Block) -> None:
    """Writes a function without a body."""
    program, type = block.program, Tensor(block.shape(1, 1))
    sharding = program.policy.of_argument(block, type)
    attribute = "" if sharding is None else f" {{sdy.sharding = #sdy.sharding{printing.sharding(sharding)}}}"
    program.declarations.append(f"func.func private {program.symbol('d')}({type}{attribute}) -> tensor<4xf32>")


def graph(block: Block) -> None:
    """Writes a region in which values may be used before they are defined."""
    inner = block.child(())
    inner.fill_some()
    if not any(name in line for line in inner.lines for name in FAILING):
        inner.random.shuffle(inner.lines)
    inner.lines.append('"t.end"() : () -> ()')
    block.add(Op(GRAPH, regions=[inner.text(labelled=False)]), OpPlan())


def reshard(block: Block) -> None:
    """Writes a reshard or a constraint that changes nothing, which both are illegal."""
    policy, value = checked(Sharded, block.program.policy), block.value(Tensor(block.shape(1, 2)))
    sharding = printing.sharding(policy.given(policy.axes(value.type), block.manual))
    name = block.random.choice(("reshard", "sharding_constraint"))
    block.op(f"sdy.{name} {value.name} {sharding}", f": {value.type}", [value.type], [value.sharding])


STEPS: dict[Recipe, float] = {
    chain: 8,
    sharding_rules.scatter: 3,
    **of_stablehlo(gather=3, convolution=2, reduce_window=1, select_and_scatter=1, dot=2, dot_general=4, pad=4),
    tensors.unary: 4,
    tensors.binary: 10,
    **of_stablehlo(convert=0.5, compare=0.5, select=0.5, reduce=2, transpose=2, reshape=2, broadcast_in_dim=2),
    **of_stablehlo(concatenate=4, slice=4, iota=4, optimization_barrier=2, custom_call=2, sort=2),
    token: 2,
    unsharded(shapes.RECIPES["stablehlo.dynamic_slice"]): 2,
    shapes.RECIPES["stablehlo.dynamic_update_slice"]: 2,
    constant: 4,
    all_reduce: 2,
    use: 2,
    unregistered: 2,
    cast: 2,
    chlo.constant_like: 2,
    graph: 1,
    computations.named_computation: 2,
    manual_computation: 1,
    unsharded(control.while_): 2,
    unsharded(control.RECIPES["stablehlo.if"], 0.5): 1,
    call: 1,
    declaration: 1,
}

ILLEGAL: dict[Recipe, float] = {
    reshard: 2,
    constraints.group: 1,
    constraints.barrier: 1,
    chlo.RECIPES["chlo.tan"]: 2,
    chlo.RECIPES["chlo.broadcast_add"]: 2,
    chlo.RECIPES["chlo.constant"]: 2,
    canonicalization.broadcasting: 1,
    control.RECIPES["stablehlo.case"]: 1,
}
"""The operations that have no local form, and come seldom."""


def module(seed: int) -> str:
    """Returns a module, the same for the same seed."""
    random = Random(f"local program {seed}")
    axes = list(zip(("x", "y", "z"), random.choice(SIZES_OF_AXES), strict=False))
    has_order = random.random() < 0.3 and prod([size for _, size in axes]) > 1
    meshes = one_mesh(random, axes, has_order, other_share=0.5 if has_order else 0)
    shardings = Shardings(random, meshes, 0, priority_share=0, closed_share=0.95)
    shardings.empty_share = 0.05
    policy = Sharded(shardings, is_divided=True)
    if random.random() < 0.05:
        meshes.references.append(policy.mesh)
    illegal_share = random.choice((0, 0, 0, 0, 0, 0.1))
    steps = {**STEPS, **{recipe: share * 10 * illegal_share for recipe, share in ILLEGAL.items()}}
    program = Program(random, steps, policy, RandomLocations(random, random.choice((0, 0, 0, 0, 0, 0.7)), 0), shardings)
    program.sizes, program.preferred, program.has_fancy_names = (1, 2, 3, 4), ELEMENTS, False
    program.following, program.looseness, program.argument_share = 0.3, 0.02, 0.7
    program.cast_share = 0
    functions = []
    for number in range(random.choice((1, 1, 1, 2, 3))):
        block = Block(program)
        block.fill(random.choice((1, 1, 2, 3, 5, 8)))
        functions.append(write(block, f"@f{number}", [value for value in block.values if block.chance(0.2)]))
    return "\n".join([*meshes.definitions(), *functions, *program.declarations, ""])


def passes(random: Random) -> tuple[str, ...]:
    """Returns the pass with random options."""
    chosen = [option for option in OPTIONS if random.random() < 0.3]
    options = f"{{{' '.join(chosen)}}}" if chosen else ""
    return (PASS + options,)
