"""Random modules with everything that SDY has: `module(seed)`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tools.generator import functions
from tools.generator.builder import Block
from tools.generator.operations import TOKEN, Edge, RandomLocations, Tensor, Type
from tools.generator.program import Function, Program
from tools.generator.sdy import collectives, computations, constants, constraints, tensors
from tools.generator.sdy.annotations import Annotated
from tools.generator.sdy.meshes import Meshes
from tools.generator.sdy.shardings import Shardings
from tools.generator.sdy.tensors import Steps

SHAPES = ((8,), (16,), (8, 8), (16, 8), (8, 16), (4, 8, 2), (12, 4), (1, 8), (7,), (16, 16))
STEP_TABLES: tuple[Steps, ...] = (
    tensors.STEPS,
    constants.STEPS,
    constraints.STEPS,
    collectives.STEPS,
    {**computations.STEPS, **tensors.FLOWS},
)
FUNCTION_NAMES = ("main", "f", "g", "mesh", "helper", "f_0")


def module(seed: int) -> str:
    """Returns a valid module, the same for the same seed."""
    return module_of(Random(seed), STEP_TABLES)


def new_program(
    random: Random, meshes: Meshes, tables: Sequence[Steps], weights: Sequence[float] | None = None
) -> Program:
    """Returns a program with random shardings; what it is about differs from one to the next."""
    shardings = Shardings(random, meshes)
    steps = {
        step: share * weight * random.choice((0.2, 1, 1, 3) if weights else (1,))
        for table, weight in zip(tables, weights or [random.choice((0.2, 1, 1, 3)) for _ in tables], strict=True)
        for step, share in table.items()
    }
    locations = RandomLocations(random, random.choice((0, 0, 0.3, 1)))
    program = Program(random, steps, Annotated(shardings), locations, shardings)
    program.has_fancy_names = False
    program.reuse, program.argument_share, program.following = 0.95, 0.5, 0.8
    program.has_constants = random.random() < 0.6
    program.bodiless_share = 0.015  # Over functions without bodies the reference crashes in many passes.
    program.fillings = (0, 1, 2, 4, 6)
    program.types = usual_types(random)
    program.preferred = {type.element for type in program.types if isinstance(type, Tensor)}
    program.shapes = [type.sizes for type in program.types if isinstance(type, Tensor) and type.is_static]
    program.sizes = (2, 4, 8, 16)
    program.size = random.choice((4, 8, 15, 25, 40, 60))
    return program


def module_of(random: Random, tables: Sequence[Steps], record_share: float = 0, decorated: float = 0) -> str:
    """Returns a module whose blocks are made of the steps in these tables."""
    meshes = Meshes(random)
    program = new_program(random, meshes, tables)
    program.groups_agree = random.random() < 0.85
    program.looseness = 0.2  # Most passes refuse unknown sizes.
    if decorated:
        program.decorated, program.has_fancy_names = decorated, True
    policy = computations.annotated(Block(program))
    policy.edge_share, policy.record_share = random.choice((0, 0.1, 0.5)), record_share
    names = [name for name in FUNCTION_NAMES if name not in meshes.named]
    parts = all_functions(program, random.sample(names, random.choice((1, 1, 2, 3, 4))))
    if random.random() < 0.07:
        parts.append(nested_module(program))
    random.shuffle(parts)
    definitions = meshes.definitions()
    if random.random() < 0.15:
        parts += definitions
        random.shuffle(parts)
    else:
        parts = [*definitions, *parts]
    return functions.module_text(program, parts)


def usual_types(random: Random) -> list[Type]:
    """Returns the types that most values of a module have: few, so that values fit each other."""
    elements = random.choice((("f32",), ("f32",), ("f32", "bf16"), ("f32", "i32")))
    types: list[Type] = [Tensor(shape, random.choice(elements)) for shape in random.sample(SHAPES, 3)]
    if random.random() < 0.15:
        types.append(Tensor((None, 8)))
    if random.random() < 0.1:
        types.append(TOKEN)
    return types


def nested_module(program: Program) -> str:
    """Returns a module within the module, with meshes of the same names."""
    outer, program.functions = program.functions, []
    assert program.shardings is not None
    text = "\n".join([*program.shardings.meshes.definitions(), *all_functions(program, ["main", "inner"])])
    program.functions = outer
    return f"module @nested {{\n{text}\n}}{program.location()}"


def all_functions(program: Program, names: Sequence[str]) -> list[str]:
    """Returns functions with these names; they may call those before them."""
    parts = []
    declared_share = 0.5 if program.chance(0.05) else 0
    for index, name in enumerate(names):
        is_last = index == len(names) - 1
        size = program.size
        if not is_last:
            program.size = min(size, 8)
        is_declared = not is_last and program.chance(declared_share)
        parts.append(declaration(program, name) if is_declared else function(program, name, 0.1 if is_last else 0.4))
        if not is_last:
            program.size += size - min(size, 8)
    parts += program.declarations
    program.declarations.clear()
    return parts


def function(program: Program, name: str, constant_share: float, results: int = 3) -> str:
    """Returns a function with a body, which may compute only constants; it returns at most `results` values."""
    block = Block(program)
    policy = computations.annotated(block)
    types = [program.random.choice((*program.types, Tensor(()))) for _ in range(program.random.choice((0, 1, 2, 3, 4)))]
    values = [block.argument(type, policy.of_argument(block, type)) for type in types]
    of_function = program.chance(0.5)
    edges = policy.edges(block, types)
    if policy.function_edge_share:
        edges, of_function = policy.function_edges(block, types), True
    for value, edge in zip(values, edges, strict=True):
        if edge is not None:
            block.forget([value])
            block.define([block.edge(value, Edge(None, of_function=True) if of_function else edge)])
    if program.chance(constant_share):
        constants.fill(block, 4)
    else:
        while program.size > 0 and (not block.lines or program.chance(0.9)):
            block.fill(1)
    return functions.function(block, f"@{name}", computations.some_values(block, results))


def declaration(program: Program, name: str) -> str:
    """Returns a function without a body."""
    inputs, results = ([program.random.choice(program.types)] * program.random.choice((0, 1, 2)) for _ in range(2))
    program.functions.append(Function(f"@{name}", inputs, results))
    return functions.declaration(program, program.functions[-1])
