"""Random modules with many reshards: `module(seed)`.

Sub-axes, also ones that cannot coexist; meshes with the same axes and other devices, with other axes, maximal and empty
ones; chains of reshards and propagation barriers; unreduced and replicated axes; dynamic sizes, and sizes that axes do
not divide.
"""

from __future__ import annotations

from math import prod
from random import Random

from sdyopt.dialects.sdy.attributes import Mesh, MeshAxis
from tools.generator.builder import Block
from tools.generator.functions import write
from tools.generator.operations import RandomLocations, Tensor
from tools.generator.passes import canonicalization
from tools.generator.passes.local_programs import use
from tools.generator.program import Program, Recipe
from tools.generator.sdy import computations, constraints
from tools.generator.sdy.annotations import Annotated
from tools.generator.sdy.meshes import Meshes, reordered
from tools.generator.sdy.shardings import Shardings
from tools.generator.sdy.tensors import of_stablehlo

PASS = "sdy-reshard-to-collectives"
KEEP = f"{PASS}{{keep-redundant-reshards=true}}"

SIZES_OF_AXES = (
    (2,),
    (2, 4),
    (2, 4, 8),
    (2, 2, 4, 16),
    (2, 3),
    (2, 3, 4, 6),
    (4, 12),
    (1, 2, 4),
    (1, 2, 3),
    (8, 16, 32),
)
"""From which the sizes of a mesh's axes come."""

NAMES = ("x", "y", "z", "a", "b", "w")
SIZES = (8, 8, 16, 16, 32, 64, 4, 2, 1, 12, 24, 6, 3, 5, 0)
MAX_DEVICES = 256
"""The most devices of a mesh that lists them."""

STEPS: dict[Recipe, float] = {
    constraints.reshard: 5,
    constraints.barrier: 1,
    **of_stablehlo(custom_call=1, optimization_barrier=0.3, **{"while": 1}),
    use: 1,
    computations.named_computation: 1,
    computations.manual_computation: 1,
    canonicalization.casts: 1,
    canonicalization.broadcasting: 5,
}


def new_meshes(random: Random) -> Meshes:
    """Returns meshes with the same axes and other devices, or meshes that reshards cannot always lead to."""
    main = new_mesh(random)
    named = {"m": main}
    if random.random() < 0.4 and prod([axis.size for axis in main.axes]) <= MAX_DEVICES:
        named |= {name: reordered(random, main) for name in ("n", "o")[: random.choice((1, 2))]}
    if random.random() < 0.15:
        named |= {"same": main, "other": new_mesh(random), "empty": Mesh(())}
        named |= {"max": Mesh((), (0,)), "max2": Mesh((), (1,))}
    return Meshes.of(random, named)


def new_mesh(random: Random) -> Mesh:
    sizes = random.choice(SIZES_OF_AXES)
    names = random.sample(NAMES, random.choice((1, 2, 2, 3, 3, 3, 4, 5)))
    return Mesh(tuple([MeshAxis(name, random.choice(sizes)) for name in names]))


def module(seed: int) -> str:
    """Returns a module, which is valid; the same for the same seed."""
    random = Random(f"resharding {seed}")
    meshes = new_meshes(random)
    shardings = Shardings(random, meshes, random.choice((0, 0.1, 0.2)), 0.05, closed_share=0.8)
    shardings.cut_share, shardings.axes_share = random.choice((0, 0.3, 0.7, 1)), random.choice((0.5, 0.8, 1))
    policy = Annotated(shardings)
    policy.share, policy.edge_share, policy.stray_edges = 0.8, 0, False
    locations = RandomLocations(random, random.choice((0, 0, 0, 0, 0.7)), 0)
    functions = []
    for number in range(random.choice((1, 1, 1, 2, 3))):
        program = Program(random, STEPS, policy, locations, shardings)
        program.symbols = 1000 * number
        program.has_fancy_names, program.names, program.reuse, program.argument_share = False, 0, 0.95, 0.2
        sizes = SIZES if random.random() < 0.3 else (512, 1024, 4096)
        program.shapes = [
            tuple([random.choice(sizes) for _ in range(random.choice((0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4)))])
            for _ in range(random.choice((1, 2)))
        ]
        program.types = [Tensor(shape) for shape in program.shapes]
        if random.random() < 0.1:
            program.types = [Tensor((None, *shape[1:])) for shape in program.shapes]
        program.looseness, program.following = random.choice((0, 0, 0, 1)), 0.8
        block = Block(program)
        for type in program.types:
            for _ in range(random.choice((1, 2))):
                block.argument(type, block.sharding(type) if random.random() < 0.8 else None)
        block.fill(random.choice((1, 2, 4, 8, 12)))
        functions += [write(block, f"@f{number}", ()), *program.declarations]
    return "\n".join([*meshes.definitions(), *functions, *locations.definitions(), ""])


def passes(random: Random) -> tuple[str, ...]:
    """Returns the pass, with or without its option, or with a canonicalization of the collectives after it."""
    return random.choice(((PASS,), (PASS,), (PASS,), (KEEP,), (PASS, "canonicalize")))
