"""Random modules of tensors that their shardings do not divide: `module(seed)`.

Most are chains of all-slices, operations that compute on what these return, and all-gathers. Others are modules of
other generators, in which operations get random shardings.
"""

from __future__ import annotations

from random import Random

import sdyopt
from sdyopt.dialects.sdy.shardings.mesh_symbols import meshes_by_name
from sdyopt.dialects.sdy.shardings.slots import set_sharding
from sdyopt.dialects.stablehlo.ops.indexing import RNG
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import RankedTensorType
from tools.generator import exporting, mixed, propagation, stablehlo
from tools.generator.incompatible_shardings import is_in_manual_computation, without_priorities
from tools.generator.padding import computations, surroundings
from tools.generator.padding.blocks import Module
from tools.generator.sdy.meshes import Meshes
from tools.generator.sdy.shardings import Shardings

PASS = "sdy-pad-for-divisibility"

STEPS = {**surroundings.STEPS, **computations.STEPS}

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
    return Module(random, STEPS, surroundings.all_slice).text() if random.random() < 0.7 else sharded(random)


def sharded(random: Random) -> str:
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
    shardings, main = Shardings(random, meshes, 0), meshes.reference_with_axes()
    share = random.choice((0.05, 0.2, 0.5))
    for op in module.walk():
        if op.signature.definition.dialect == "stablehlo" and not is_in_manual_computation(op):
            for result in op.results:
                is_shape = any(user.signature.definition is RNG for user in result.users)
                if isinstance(result.type, RankedTensorType) and not is_shape and random.random() < share:
                    set_sharding(result, without_priorities(shardings.of(result.type, reference=main)))
