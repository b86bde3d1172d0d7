"""Random modules whose shardings can be propagated: `module(seed)`.

They have the operations of the SDY and StableHLO generators, but nothing that the propagation of the reference does not
survive: meshes have names, no value is in two groups, there is a main function, and no size is dynamic. Values are
rather used than dead, and most functions call each other.
"""

from __future__ import annotations

from random import Random

from tools.generator import functions, mixed, sdy
from tools.generator.builder import Block
from tools.generator.operations import Tensor, is_ranked
from tools.generator.sdy import collectives, computations, constants, constraints, tensors
from tools.generator.sdy.meshes import Meshes
from tools.generator.sdy.tensors import Steps, of_stablehlo


def group(block: Block) -> None:
    """Writes a membership in a sharding group, of a value that is in none."""
    grouped = [line.split()[1] for line in block.lines if line.startswith("sdy.sharding_group ")]
    value = block.find(lambda value: is_ranked(value) and value.name not in grouped)
    if value is not None:
        constraints.group(block.alone(value))


STEPS: Steps = {
    **of_stablehlo(dot_general=8, reshape=5, dynamic_slice=1.5, dynamic_update_slice=1.5),
    group: 2,
    mixed.recipe: 4,
    computations.call: 4,
    computations.manual_computation: 2,
}
"""The recipes that may come next in a block besides those of the SDY generator, or more often than there."""

LEFT_OUT = (constraints.group, constraints.groups, *of_stablehlo(tuple=1, get_tuple_element=1))

TABLES = (
    tensors.STEPS,
    constants.STEPS,
    constraints.STEPS,
    collectives.STEPS,
    {**computations.STEPS, **tensors.FLOWS},
    STEPS,
)
WEIGHTS = (2, 0.3, 1, 0.2, 1, 2)
"""How often the steps of each table come."""


def module(seed: int) -> str:
    """Returns a module, which is nearly always valid."""
    random = Random(f"propagation {seed}")
    meshes = Meshes(random, inlined_share=0)
    tables = [{step: share for step, share in table.items() if step not in LEFT_OUT} for table in TABLES]
    program = sdy.new_program(random, meshes, tables, WEIGHTS)
    program.looseness, program.has_constants, program.following = 0, random.random() < 0.2, 0.9
    program.types = [Tensor(shape, random.choice(("f32", "f32", "f32", "bf16"))) for shape in program.shapes]
    policy = computations.annotated(Block(program))
    policy.edge_share, policy.stray_edges = random.choice((0, 0, 0.3)), False
    policy.function_edge_share = random.choice((0, 0, 0.5))
    helpers = random.sample(("f", "g", "helper"), random.choice((0, 0, 1, 2)))
    parts = [sdy.function(program, name, 0.1) for name in helpers]
    parts.append(sdy.function(program, "main" if helpers else random.choice(("main", "only")), 0, results=6))
    parts += program.declarations
    random.shuffle(parts)
    return functions.module_text(program, [*meshes.definitions(), *parts])


PREPARATIONS = ("sdy-add-data-flow-edges", "sdy-apply-sharding-constraints")
PROPAGATIONS = ("basic", "aggressive", "op-priority", "user-priority")
PASSES = ("sdy-populate-op-sharding-rules", *[f"sdy-{kind}-propagate" for kind in PROPAGATIONS])
STRATEGIES = ("basic", "aggressive", "basic-then-aggressive")


def pipeline(random: Random, name: str) -> tuple[str, ...]:
    """The pass of that name, one of PASSES, with any options, and what may run before it."""
    prepared = [other for other in PREPARATIONS if random.random() < 0.4]
    return ("sdy-lift-inlined-meshes", *prepared, with_options(random, name))


def with_options(random: Random, name: str) -> str:
    """The pass of that name, one of PASSES, with any of its options."""
    shares = {"conservative-propagation": 0.25}
    if name in PASSES[1:]:
        shares |= {"keep-sharding-rules": 0.25, "debug-propagation-edge-sharding": 0.3, "debug-sharding-origins": 0.1}
    options = [f"{option}=true" for option, share in shares.items() if random.random() < share]
    if name in PASSES[2:] and random.random() < 0.4:
        options.append(f"propagation-strategy={random.choice(STRATEGIES)}")
    if name in PASSES[3:] and random.random() < 0.2:
        options.append("run-op-priority-propagation=false")
    return f"{name}{{{' '.join(options)}}}" if options else name
