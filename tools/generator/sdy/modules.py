"""Random modules with everything that SDY has: `module(seed)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from sdyopt.dialects.sdy import printing
from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.ir.attribute import Type
from sdyopt.ir.types import DYNAMIC, RankedTensorType
from sdyopt.mlir.write.attributes import text_of
from tools.generator.sdy import collectives, computations, constants, constraints, tensor_ops
from tools.generator.sdy.blocks import (
    BF16,
    F32,
    I32,
    SCALAR,
    SHAPES,
    TOKEN,
    Block,
    Edge,
    Function,
    Program,
    Value,
    dictionary,
    names_of,
    types_of,
)
from tools.generator.sdy.locations import Locations
from tools.generator.sdy.meshes import Meshes
from tools.generator.sdy.shardings import Shardings

Steps = Mapping[Callable[[Block], None], float]
"""What may come next in a block, and how often."""

STEP_TABLES: tuple[Steps, ...] = (
    tensor_ops.STEPS,
    constants.STEPS,
    constraints.STEPS,
    collectives.STEPS,
    computations.STEPS,
)
FUNCTION_NAMES = ("main", "f", "g", "mesh", "helper", "f_0")
ARGUMENT_ATTRIBUTES = ("mhlo.layout_mode", "jax.arg_info", "tf.aliasing_output", "stablehlo.note")


def module(seed: int) -> str:
    """The text of a valid module; the same for the same seed."""
    return module_of(Random(seed), STEP_TABLES)


def module_of(random: Random, tables: Sequence[Steps], record_share: float = 0) -> str:
    """The text of a module whose blocks are made of the steps in these tables."""
    meshes = Meshes(random)
    program = Program(
        random,
        Shardings(random, meshes),
        Locations(random),
        # What a module is about differs from one to the next.
        {
            step: share * weight
            for table in tables
            for weight in [random.choice((0.2, 1, 1, 3))]
            for step, share in table.items()
        },
        usual_types(random),
        random.choice((4, 8, 15, 25, 40, 60)),
        edge_share=random.choice((0, 0.1, 0.5)),
        groups_agree=random.random() < 0.85,
        record_share=record_share,
    )
    names = [name for name in FUNCTION_NAMES if name not in meshes.named]
    parts = functions(program, random.sample(names, random.choice((1, 1, 2, 3, 4))))
    if random.random() < 0.07:
        parts.append(nested_module(program))
    random.shuffle(parts)
    definitions = meshes.definitions()
    if random.random() < 0.15:
        parts += definitions
        random.shuffle(parts)
    else:
        parts = [*definitions, *parts]
    text = "\n".join(parts)
    if random.random() < 0.4:
        name = random.choice(("", " @jit_f"))
        attributes = random.choice(("", " attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32}"))
        text = f"module{name}{attributes} {{\n{text}\n}}{program.locations.suffix()}"
    return "\n".join([*program.aliases, text, *program.locations.definitions()]) + "\n"


def usual_types(random: Random) -> list[Type]:
    """The types that most values of a module have: few, so that values fit each other."""
    elements = random.choice(((F32,), (F32,), (F32, BF16), (F32, I32)))
    types: list[Type] = [RankedTensorType(shape, random.choice(elements)) for shape in random.sample(SHAPES, 3)]
    if random.random() < 0.15:
        types.append(RankedTensorType((DYNAMIC, 8), F32))
    if random.random() < 0.1:
        types.append(TOKEN)
    return types


def nested_module(program: Program) -> str:
    """A module within the module, with meshes of the same names."""
    outer, program.functions = program.functions, []
    parts = functions(program, ["main", "inner"])
    program.functions = outer
    text = "\n".join([*program.shardings.meshes.definitions(), *parts])
    return f"module @nested {{\n{text}\n}}{program.locations.suffix()}"


def functions(program: Program, names: Sequence[str]) -> list[str]:
    """Functions with these names; they may call those before them."""
    parts = []
    declared_share = 0.5 if program.chance(0.05) else 0  # The reference crashes in many passes over such functions.
    for index, name in enumerate(names):
        is_last = index == len(names) - 1
        size = program.size
        if not is_last:
            program.size = min(size, 8)
        parts.append(
            declaration(program, name)
            if not is_last and program.chance(declared_share)
            else function(program, name, 0.1 if is_last else 0.4)
        )
        if not is_last:
            program.size += size - min(size, 8)
    parts += program.declarations
    program.declarations.clear()
    return parts


def function(program: Program, name: str, constant_share: float, results: int = 3) -> str:
    """A function with a body, which may compute nothing but constants; it returns up to so many `results`."""
    is_constant = program.chance(constant_share)
    types = [program.random.choice((*program.types, SCALAR)) for _ in range(program.random.choice((0, 1, 2, 3, 4)))]
    block = Block(program)
    arguments = [Value(program.name(), type, argument_sharding(program, type)) for type in types]
    of_function = program.chance(0.5)
    edges = block.plan_edges(types, 0.05)
    if program.function_edge_share:
        edges = block.plan_function_edges(types)
    for value, edge in zip(arguments, edges, strict=True):
        if edge is None:
            block.values.append(value)
        else:
            block.values.append(block.edge(value, Edge(None, of_function=True) if of_function else edge))
    if is_constant:
        for _ in range(4):
            program.random.choice(constants.CONSTANT_STEPS)(block)
    else:
        while program.size > 0 and (not block.lines or program.chance(0.9)):
            block.fill(1)
    returned = computations.some_values(block, results)
    block.write(f"return {names_of(returned)} : {types_of(returned)}" if returned else "return")
    texts = [
        f"{value.name}: {text_of(value.type)}{head_attributes(program, value.sharding)}{program.locations.suffix()}"
        for value in arguments
    ]
    visibility = program.random.choice(("", "public ", "private ", "private "))
    program.functions.append(Function(name, tuple(types), tuple([value.type for value in returned])))
    attributes = ' attributes {mhlo.note = "text"}' if program.chance(0.05) else ""
    head = f"func.func {visibility}@{name}({', '.join(texts)}){result_text(program, [v.type for v in returned])}"
    return f"{head}{attributes} {{\n{block.text}}}{program.locations.suffix()}"


def declaration(program: Program, name: str) -> str:
    """A function without a body."""
    inputs, results = ([program.random.choice(program.types)] * program.random.choice((0, 1, 2)) for _ in range(2))
    program.functions.append(Function(name, tuple(inputs), tuple(results)))
    texts = [f"{text_of(type)}{head_attributes(program, argument_sharding(program, type))}" for type in inputs]
    text = f"func.func private @{name}({', '.join(texts)}){result_text(program, results)}"
    return text + program.locations.suffix()


def argument_sharding(program: Program, type: Type) -> Sharding | None:
    """The sharding of an argument or result of a function, if it is to have one."""
    return program.shardings.of(type) if program.chance(0.4) else None


def head_attributes(program: Program, sharding: Sharding | None) -> str:
    """The attributes of an argument or result of a function."""
    attributes = {} if sharding is None else {"sdy.sharding": f"#sdy.sharding{printing.sharding(sharding)}"}
    if program.chance(0.1):
        attributes[program.random.choice(ARGUMENT_ATTRIBUTES)] = program.random.choice(('"x"', "1 : i32"))
    if program.record_share and program.chance(program.record_share):
        attributes["sdy.sharding_origins"] = program.random.choice(('{a = "self"}', "{}"))
    return dictionary(attributes)


def result_text(program: Program, types: Sequence[Type]) -> str:
    """The results of a function, with attributes."""
    if not types:
        return ""
    texts = [f"{text_of(type)}{head_attributes(program, argument_sharding(program, type))}" for type in types]
    return f" -> ({', '.join(texts)})"
