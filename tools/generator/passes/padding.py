"""Random modules of tensors that their shardings do not divide: `module(seed)`.

Most are chains of all-slices, operations that compute on what these return, and all-gathers. Others are modules of
other generators, in which operations get random shardings.
"""

from __future__ import annotations

from random import Random

import sdyopt
from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.dialects.sdy.shardings.slots import meshes_by_name, set_sharding
from sdyopt.dialects.stablehlo.ops.shapes import RNG
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.operation import Operation
from tools.generator import mixed, sharded, stablehlo
from tools.generator.builder import Block
from tools.generator.functions import write
from tools.generator.operations import (
    Edge,
    Op,
    RandomLocations,
    Tensor,
    Type,
    Value,
    axes_of,
    can_have_sharding,
    is_static,
    tensor_of,
)
from tools.generator.passes import exporting, propagation
from tools.generator.passes.incompatible_shardings import is_in_manual_computation
from tools.generator.program import Program, Recipe
from tools.generator.sdy import collectives, computations, constraints, tensors
from tools.generator.sdy.annotations import per_value
from tools.generator.sdy.meshes import Meshes
from tools.generator.sdy.shardings import Shardings
from tools.generator.sdy.tensors import of_stablehlo
from tools.generator.stablehlo import control

PASS = "sdy-pad-for-divisibility"

SIZES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17)
AXIS_SIZES = (2, 2, 3, 3, 4, 5, 6)


class Uneven(sharded.Sharded):
    """The policy in which axes need not divide sizes; those of functions' arguments do, and results have none."""

    def made(self, block: Block, type: Type) -> Value | None:
        is_sliced = isinstance(type, Tensor) and type.is_static and any(map(axes_of, type.sizes))
        return sharded.sliced(block, self, type) if isinstance(type, Tensor) and is_sliced else None

    def may_be_argument(self, type: Type) -> bool:
        sizes = type.sizes if isinstance(type, Tensor) and type.is_static else ()
        return all(size % self.pieces(axes_of(size)) == 0 for size in sizes) or self.random.random() < 0.03

    def of_result(self, value: Value) -> Sharding | None:
        is_sharded = can_have_sharding(value) and self.random.random() < 0.02
        return self.shardings.of_type(value.type, reference=self.reference) if is_sharded else None


def use(block: Block) -> None:
    """Writes an operation that is not converted."""
    value = block.find(is_static) or block.new_value()
    name, type = block.random.choice(("test.use", "chlo.tan", "cast")), tensor_of(value)
    if name == "cast":
        op = Op("builtin.unrealized_conversion_cast", [value], [type])
        op.own = lambda entries: f" {value.name} : {type} to {type}{entries}"
    elif name == "chlo.tan" and type.is_float:
        op = Op(name, [value], [type]).in_form(value.name, types=f"{type} -> {type}")
    else:
        op = Op("test.use", [value, value], [type])
    block.add(op)


def barrier(block: Block) -> None:
    """Writes an optimization barrier, perhaps with an edge."""
    value = block.find(is_static) or block.new_value()
    head, tail = "stablehlo.optimization_barrier", f"{value.name} : {value.type}"
    edge = block.random.choice((None, None, Edge(value.sharding)))
    block.op(head, tail, [value.type], [value.sharding], per_value([value.sharding]), [edge])


STEPS: dict[Recipe, float] = {
    collectives.all_slice: 8,
    collectives.all_gather: 5,
    constraints.reshard: 0.15,
    constraints.constraint: 0.3,
    constraints.barrier: 0.3,
    constraints.group: 0.3,
    collectives.collective_permute: 0.6,
    use: 0.8,
    barrier: 1,
    computations.named_computation: 0.4,
    lambda block: sharded.manual_computation(block, is_manual=False): 0.4,
    tensors.unary: 5,
    tensors.binary: 6,
    **of_stablehlo(convert=0.6, compare=0.7, select=0.7, transpose=2, reduce=2, dot=1, dot_general=5, slice=2),
    **of_stablehlo(concatenate=1, broadcast_in_dim=1, reshape=1, iota=0.8, constant=0.1, pad=1, custom_call=2),
    **of_stablehlo(dynamic_update_slice=0.5),
    control.call: 1,
    **of_stablehlo(**{"while": 0.4, "case": 0.4}),
}

OTHERS = (*[stablehlo.module] * 6, mixed.module, propagation.module, exporting.module)


def passes(random: Random) -> tuple[str, ...]:
    """The pass, in some cases with one that makes collectives before it, or one that simplifies the result."""
    return random.choice(
        (
            *[(PASS,)] * 8,
            ("sdy-reshard-to-collectives", PASS),
            (PASS, "canonicalize"),
            (PASS, PASS),
            ("sdy-insert-explicit-reshards", "sdy-reshard-to-collectives", PASS),
        )
    )


def module(seed: int) -> str:
    """The text of a module; the same for the same seed."""
    random = Random(f"padding {seed}")
    return chains(random) if random.random() < 0.7 else sharded_program(random)


def chains(random: Random) -> str:
    """Returns a module of operations between all-slices and all-gathers."""
    names = random.sample("xyzabw", random.choice((1, 2, 2, 3, 3, 4)))
    meshes = sharded.one_mesh(random, [(name, random.choice(AXIS_SIZES)) for name in names], has_order=False)
    shardings = Shardings(random, meshes, 0, priority_share=0, closed_share=1)
    shardings.split_share, shardings.empty_share = 0, 0.05
    policy = Uneven(shardings, is_divided=False)
    policy.strange_share = random.choice((0, 0, 0, 0, 0, 0, 0.2))
    program = Program(random, STEPS, policy, RandomLocations(random, random.choice((0, 0, 0, 0, 0.7)), 0), shardings)
    program.sizes, program.preferred, program.has_fancy_names = SIZES, ("f32", "i32"), False
    program.has_constants, program.cast_share = random.random() < 0.6, 0
    program.following, program.looseness, program.reuse, program.argument_share = 0.8, 0.05, 0.95, 0.5
    functions = []
    for name in ("@main", "@other")[: random.choice((1, 1, 1, 2))]:
        block = Block(program)
        for _ in range(random.choice((1, 2, 3))):
            block.argument(Tensor(tuple([random.choice(SIZES) for _ in range(random.choice((1, 2, 2, 2, 3)))])))
        collectives.all_slice(block)
        block.fill(random.choice((2, 4, 6, 10, 14)))
        results = random.sample(block.values, min(len(block.values), random.choice((0, 1, 1, 2))))
        functions.append(write(block, name, results))
    return "\n".join([*meshes.definitions(), *functions, *program.declarations, ""])


def sharded_program(random: Random) -> str:
    """A module of another generator whose operations have random shardings."""
    text = random.choice(OTHERS)(random.randrange(10**9))
    try:
        program = sdyopt.parse(text)
        if not meshes_by_name(program.operation):
            lines = program.to_text().split("\n")
            start = next(number for number, line in enumerate(lines) if line.startswith("module"))
            lines[start + 1 : start + 1] = Meshes(random, inlined_share=0).definitions()
            program = sdyopt.parse("\n".join(lines))
    except sdyopt.Error:
        return text
    named = meshes_by_name(program.operation)
    if any(mesh.axes for mesh in named.values()):
        shard(program.operation, random, Meshes.of(random, named))
    return program.to_text()


def shard(module: Operation, random: Random, meshes: Meshes) -> None:
    """Gives results of operations of StableHLO random shardings on the main mesh.

    Not so shapes of random numbers: if these are padded the reference reads sizes from memory that is not its own.
    """
    shardings, main = Shardings(random, meshes, 0, priority_share=0), meshes.reference_with_axes()
    share = random.choice((0.05, 0.2, 0.5))
    for op in module.walk():
        if op.signature.definition.dialect == "stablehlo" and not is_in_manual_computation(op):
            for result in op.results:
                is_shape = any(user.signature.definition is RNG for user in result.users)
                if isinstance(result.type, RankedTensorType) and not is_shape and random.random() < share:
                    set_sharding(result, shardings.of(result.type, reference=main))
