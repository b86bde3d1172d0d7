"""Random modules with much to canonicalize: `module(seed)`.

Reshards of one value, through reshapes and transposes too, collectives that undo each other or can be fused, equal
constants at all depths, dead operations, casts and CHLO operations that fold, computations over one device, branches
that a constant chooses; among them what the SDY generator writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import prod
from random import Random

from sdyopt.dialects.sdy import printing
from sdyopt.dialects.sdy.attributes import AxisRef, ManualAxes, Sharding
from sdyopt.dialects.sdy.shardings.axes import Axes, merged, ordered
from sdyopt.ir.attribute import Type
from sdyopt.ir.types import FloatType, IntegerType, RankedTensorType
from sdyopt.mlir.write.attributes import text_of
from tools.generator.sdy import collectives, computations, constants, constraints, modules, tensor_ops
from tools.generator.sdy.blocks import F32, I32, INDEX, Block, Value, names_of, signature_text, types_of
from tools.generator.sdy.computations import begin, declared, fill_some, return_values, sharding_list, some_values

Step = Callable[[Block], None]


def is_tensor(value: Value) -> bool:
    """Whether a value is a tensor of static shape."""
    return isinstance(value.type, RankedTensorType) and value.type.has_static_shape


# Reshards.


def reshard(block: Block, value: Value, sharding: Sharding) -> Value:
    """A reshard of `value`."""
    attributes = {"mhlo.note": "1 : i32"} if block.chance(0.1) else {}
    head = f"sdy.reshard {value.name} {printing.sharding(sharding)}"
    (made,) = block.op(head, f": {text_of(value.type)}", [value.type], [sharding], attributes)
    return made


def reshard_chain(block: Block) -> None:
    """Reshards of which each takes the result of the one before; some are used otherwise, too."""
    value = block.tensor()
    for _ in range(block.random.choice((2, 2, 3, 4))):
        value = reshard(block, value, block.sharding(value.type))
        if block.chance(0.6):
            block.values.remove(value)
    if value not in block.values:
        block.values.append(value)


def equal_reshards(block: Block) -> None:
    """Reshards of one value, some to shardings that differ in details only; some through other shapes."""
    value = block.tensor()
    sharding = block.sharding(value.type)
    for _ in range(block.random.choice((2, 3, 4))):
        kind = block.random.random()
        if kind < 0.3:
            sharding = block.program.shardings.with_other_details(sharding)
        elif kind < 0.4:
            sharding = block.sharding(value.type)
        if block.chance(0.35):
            _rearranged_reshard(block, value, sharding)
        else:
            reshard(block, value, sharding)
        if block.chance(0.2):
            block.fill(1)


def _rearranged_reshard(block: Block, value: Value, sharding: Sharding) -> None:
    """A reshard of a transpose or reshape of `value`, mostly with a sharding that is the same in the new shape."""
    for _ in range(block.random.choice((1, 1, 2))):
        assert isinstance(value.type, RankedTensorType)
        rank = len(value.type.shape)
        dimensions = list(sharding.dimensions) if sharding.rank == rank else None
        if rank and block.chance(0.5):
            order = block.random.sample(range(rank), rank)
            type = RankedTensorType(tuple([value.type.shape[number] for number in order]), value.type.element_type)
            head = f"stablehlo.transpose {value.name}, dims = {order}"
            if dimensions is not None:
                dimensions = [dimensions[number] for number in order]
        else:
            type = RankedTensorType(_other_shape(block, value.type.shape), value.type.element_type)
            head = f"stablehlo.reshape {value.name}"
            if len(type.shape) != rank:
                dimensions = None
        (value,) = block.op(head, f": {signature_text([value], [type])}", [type])
        sharding = block.sharding(type) if dimensions is None else sharding.replace(dimensions=tuple(dimensions))
    reshard(block, value, sharding)


def _other_shape(block: Block, shape: tuple[int, ...]) -> tuple[int, ...]:
    """The shape with two neighbours merged, one dimension split, an additional one of size 1, or as it is."""
    sizes = list(shape)
    kind = block.random.randrange(4)
    if kind == 0 and len(sizes) > 1:
        at = block.random.randrange(len(sizes) - 1)
        sizes[at : at + 2] = [prod(sizes[at : at + 2])]
    elif kind == 1 and sizes:
        at = block.random.randrange(len(sizes))
        part = block.random.choice([size for size in (1, 2, 3, 4, 8) if sizes[at] % size == 0])
        sizes[at : at + 1] = [part, sizes[at] // part]
    elif kind == 2:
        sizes.insert(block.random.randint(0, len(sizes)), 1)
    return tuple(sizes)


# Collectives.


def gather_and_slice(block: Block) -> None:
    """An all_gather, and all_slices of its result; mostly along the same axes."""
    value, sharding = collectives.sharded_operand(block)
    mesh = collectives.mesh_of(block, sharding)
    cuts = [collectives.cut_end(block, dimension.axes, mesh) for dimension in sharding.dimensions]
    axes = [removed for _, removed in cuts]
    between = collectives.with_axes(sharding, [kept for kept, _ in cuts])
    gathered = _made(block, "all_gather", collectives.lists_text(axes), value, between)
    if gathered is not None:
        for _ in range(block.random.choice((1, 1, 2))):
            _made(block, "all_slice", collectives.lists_text(axes), gathered, sharding)


def _made(block: Block, name: str, axes: str, value: Value, result: Sharding) -> Value | None:
    """A collective, if it is valid."""
    before = len(block.values)
    collectives.collective(block, name, axes, value, result, result.mesh)
    return block.values[-1] if len(block.values) > before else None


def unreduced_and_reduced(block: Block) -> None:
    """Axes become unreduced, and are reduced along."""
    block.random.choice((collectives.sharded_to_unreduced, collectives.replicated_to_unreduced))(block)
    value = block.values[-1]
    if value.sharding is None or not value.sharding.unreduced or not is_tensor(value):
        return
    mesh = collectives.mesh_of(block, value.sharding)
    axes = value.sharding.unreduced
    if block.chance(0.2):
        axes = merged(ordered([axis for axis in axes if block.chance(0.7)], mesh), mesh)
    unreduced = tuple([axis for axis in value.sharding.unreduced if axis not in axes])
    text = printing.axes_text(axes)
    _made(block, "all_reduce", text, value, value.sharding.replace(unreduced=unreduced))


def reduce_and_slice(block: Block) -> None:
    """An all_reduce, and all_slices of its result along its axes, and perhaps others."""
    value, sharding = collectives.any_operand(block)
    mesh = collectives.mesh_of(block, sharding)
    free = [*block.program.shardings.unused_parts(sharding, block.manual), *sharding.unreduced]
    chosen = [axis for axis in free if block.chance(0.7)]
    axes = ordered(chosen, mesh)
    if merged(axes, mesh) != axes:
        return
    rest = tuple([axis for axis in sharding.unreduced if axis not in axes])
    reduced = _made(block, "all_reduce", printing.axes_text(axes), value, sharding.replace(unreduced=rest))
    if reduced is None or reduced.sharding is None or not sharding.dimensions:
        return
    others = [axis for axis in free if axis not in axes and axis not in rest and block.chance(0.4)]
    slicing = [*axes, *others]
    if block.chance(0.3):
        block.random.shuffle(slicing)
    added: list[list[AxisRef]] = [[] for _ in sharding.dimensions]
    for axis in slicing:
        block.random.choice(added).append(axis)
    lists: list[Axes] = [tuple(axes) for axes in added]
    if any(merged(axes, mesh) != axes for axes in lists):
        return
    pairs = zip(reduced.sharding.dimensions, lists, strict=True)
    result = collectives.with_axes(reduced.sharding, [merged((*before.axes, *axes), mesh) for before, axes in pairs])
    for _ in range(block.random.choice((1, 1, 2, 3))):
        if block.chance(0.15):
            block.fill(1)
        _made(block, "all_slice", collectives.lists_text(lists), reduced, result)


def all_to_all_chain(block: Block) -> None:
    """all_to_alls of which each takes the result of the one before."""
    for _ in range(block.random.choice((2, 3))):
        collectives.all_to_all(block)
    if block.chance(0.3) and block.values:
        block.values.pop()


def collective_without_axes(block: Block) -> None:
    """A collective along no axes."""
    value, sharding = collectives.sharded_operand(block)
    name = block.random.choice(("all_gather", "all_slice", "all_reduce", "reduce_scatter", "collective_permute"))
    lists = f"[{', '.join(['{}'] * sharding.rank)}]"
    axes = {"all_reduce": "{}", "collective_permute": ""}.get(name, lists)
    _made(block, name, axes, value, sharding)


# What folds.


def equal_constants(block: Block) -> None:
    """Constants with the same value, and with other attributes."""
    type = block.random.choice((INDEX, RankedTensorType((), F32), block.tensor_type()))
    for _ in range(block.random.choice((1, 2, 3))):
        _constant(block, type)


def _constant(block: Block, type: RankedTensorType, number: int | None = None) -> Value:
    """A constant of one of two values."""
    text = str(block.random.randrange(2) if number is None else number)
    if isinstance(type.element_type, FloatType):
        text += ".0"
    elif type.element_type is IntegerType(1):
        text = "true" if text == "1" else "false"
    dialect = block.random.choice(("stablehlo", "stablehlo", "chlo", "sdy"))
    attributes = {"mhlo.note": "1 : i32"} if block.chance(0.2) else {}
    if dialect == "chlo":
        (made,) = block.op("chlo.constant", f"dense<{text}> : {text_of(type)}", [type], attributes=attributes)
    else:
        (made,) = block.op(f"{dialect}.constant", f"dense<{text}> : {text_of(type)}", [type], attributes=attributes)
    return made


COMMUTATIVE = ("add", "and", "or", "xor", "maximum", "minimum", "multiply")


def broadcasting(block: Block) -> None:
    """A commutative operation of CHLO on a constant and another value, in some order."""
    type = RankedTensorType(block.tensor_type().shape, I32)
    operands = [_constant(block, type), block.value(type)]
    if block.chance(0.4):
        block.random.shuffle(operands)
    if block.chance(0.2):
        operands = [block.value(type), _constant_like(block, type)]
        block.random.shuffle(operands)
    head = f"chlo.broadcast_{block.random.choice((*COMMUTATIVE, 'subtract'))} {names_of(operands)}"
    tail = f": ({types_of(operands)}) -> {text_of(type)}"
    block.op(head, tail, [type])


def _constant_like(block: Block, type: RankedTensorType) -> Value:
    """A `chlo.constant_like`."""
    text = "1.5 : f32" if type.element_type is F32 else "1 : i32"
    operand = block.value(type)
    head = f'"chlo.constant_like"({operand.name}) <{{value = {text}}}>'
    (made,) = block.op(head, f": {signature_text([operand], [type])}", [type])
    return made


def constant_like(block: Block) -> None:
    """A constant of the shape of another value."""
    _constant_like(block, RankedTensorType(block.tensor_type().shape, block.random.choice((F32, I32))))


def casts(block: Block) -> None:
    """Casts to another type and back."""
    values = [block.tensor() for _ in range(block.random.choice((1, 1, 2)))]
    for _ in range(block.random.choice((1, 2, 3))):
        types: list[Type] = [
            RankedTensorType(value.type.shape, block.random.choice((F32, I32)))  # type: ignore[attr-defined]
            for value in values
        ]
        if block.chance(0.2):
            types.reverse()
        head = f"builtin.unrealized_conversion_cast {names_of(values)} : {types_of(values)}"
        values = block.op(head, f"to {', '.join([text_of(type) for type in types])}", types)


def dead(block: Block) -> None:
    """Operations that only each other use."""
    before = len(block.values)
    block.fill(block.random.choice((1, 2, 3)))
    del block.values[before + block.random.choice((0, 0, 1)) :]


def repeated(block: Block) -> None:
    """Operations twice, with other names."""
    program = block.program
    lines, values, names = len(block.lines), len(block.values), program.values
    block.fill(block.random.choice((1, 1, 2)))
    new = {f"%v{number}": program.name() for number in range(names + 1, program.values + 1)}

    def renamed(text: str) -> str:
        return re.sub(r"%v\d+", lambda name: new.get(name[0], name[0]), text)

    block.lines += [renamed(line) for line in block.lines[lines:]]
    block.values += [value._replace(name=renamed(value.name)) for value in block.values[values:]]


# Operations with regions.


def constant_case(block: Block) -> None:
    """A case whose index is a constant, which may be out of range."""
    branches = block.random.choice((1, 2, 2, 3))
    index = _constant(block, INDEX, block.random.choice((-1, *range(branches), *range(branches), branches)))
    types = [value.type for value in some_values(block)]
    bodies = []
    for _ in range(branches):
        body = block.inner()
        fill_some(body)
        return_values(body, types)
        bodies.append(f"{{\n{body.text}}}")
    head = f'"stablehlo.case"({index.name}) ({", ".join(bodies)})'
    block.op(head, f": {signature_text([index], types)}", types)


def computation_on_one_device(block: Block) -> None:
    """A manual computation along no axes, or along axes of size 1; some inputs are not used."""
    meshes = block.program.shardings.meshes
    reference = meshes.reference_with_axes()
    single = [axis.name for axis in meshes.mesh(reference).axes if axis.size == 1 and axis.name not in block.manual]
    manual = ManualAxes(tuple([name for name in single if block.chance(0.7)]))
    inputs = some_values(block, 4, is_tensor)
    ins = [block.program.shardings.of(value.type, block.manual, reference) for value in inputs]
    ins = [Sharding(one.mesh, tuple([dim.replace(axes=()) for dim in one.dimensions])) for one in ins]
    ins = [block.program.shardings.with_other_details(one) for one in ins]
    body = block.isolated(frozenset(manual.axes), object())
    arguments = begin(body, [value.type for value in inputs], ins)
    if block.chance(0.8):
        fill_some(body)
    outputs = some_values(body, wanted=is_tensor)
    outs = [block.program.shardings.of(value.type, block.manual | set(manual.axes), reference) for value in outputs]
    if not inputs and not outs:
        manual = ManualAxes(())
    types = [value.type for value in outputs]
    body.write(f"sdy.return {names_of(outputs)} : {types_of(outputs)}" if outputs else "sdy.return")
    head = (
        f"sdy.manual_computation({names_of(inputs)}) in_shardings={sharding_list(ins)} "
        f"out_shardings={sharding_list(outs)} manual_axes={printing.manual_axes(manual)} "
        f"({declared(block, arguments)}) {{\n{body.text}}}"
    )
    block.op(head, f": {signature_text(inputs, types)}", types, outs)


def indirect_call(block: Block) -> None:
    """A call of a function that is a value."""
    if not block.program.functions:
        return
    function = block.random.choice(block.program.functions)
    inputs = [block.value(type) for type in function.inputs]
    results = f"({', '.join([text_of(type) for type in function.results])})"
    type = f"({types_of(inputs)}) -> {results}"
    name = block.program.name()
    block.write(f"{name} = func.constant @{function.name} : {type}")
    block.op(f"func.call_indirect {name}({names_of(inputs)})", f": {type}", function.results)


STEPS: modules.Steps = {
    reshard_chain: 3,
    equal_reshards: 4,
    gather_and_slice: 2,
    unreduced_and_reduced: 2,
    reduce_and_slice: 3,
    all_to_all_chain: 2,
    collective_without_axes: 1.5,
    equal_constants: 3,
    broadcasting: 2,
    constant_like: 1.5,
    casts: 1.5,
    dead: 2,
    repeated: 2,
    constant_case: 2,
    computation_on_one_device: 3,
    indirect_call: 1,
}
"""What may come next in a block, and how often."""

OTHERS: list[modules.Steps] = [
    {step: 0.3 * share for step, share in table.items()}
    for table in (tensor_ops.STEPS, constants.STEPS, constraints.STEPS, collectives.STEPS, computations.STEPS)
]


def module(seed: int) -> str:
    """The text of a valid module; the same for the same seed."""
    return modules.module_of(Random(f"canonicalization {seed}"), (STEPS, *OTHERS))


OPTIONS = (
    "",
    "",
    "top-down=false",
    "region-simplify=aggressive top-down=false enable-patterns={sdy-collective}",
    "region-simplify=aggressive top-down=false enable-patterns={sdy-reshard}",
    "disable-patterns={sdy-reshard,mlir::stablehlo::FoldConstantCaseOp}",
    "region-simplify=disabled",
    "cse-between-iterations=true",
    "max-iterations=1",
    "max-iterations=2 max-num-rewrites=2",
)
"""Options of `canonicalize`; among them those of Shardy's export pipeline."""


def passes(random: Random) -> tuple[str, ...]:
    """Passes to run over a module: mostly `canonicalize`, with some options."""
    kind = random.random()
    if kind < 0.12:
        return ("cse",)
    if kind < 0.15:
        return ("symbol-dce",)
    options = random.choice(OPTIONS)
    chosen = f"canonicalize{{{options}}}" if options else "canonicalize"
    return (chosen, "cse", "canonicalize") if kind > 0.95 else (chosen,)
