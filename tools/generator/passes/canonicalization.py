"""Random modules with much to canonicalize: `module(seed)`.

Reshards of one value, through reshapes and transposes too, collectives that undo each other or can be fused, equal
constants at all depths, dead operations, casts and CHLO operations that fold, computations over one device, branches
that a constant chooses; among them what the SDY generator writes.
"""

from __future__ import annotations

import re
from random import Random

from sdyopt.dialects.sdy import syntax as printing
from sdyopt.dialects.sdy.attributes import AxisRef, ManualAxes, Sharding
from sdyopt.dialects.sdy.shardings.axes import Axes, merged, ordered
from tools.generator import sdy
from tools.generator.builder import Block
from tools.generator.operations import Op, Tensor, Type, Value, is_static, names_of, signature, tensor_of, types_of
from tools.generator.sdy import collectives, constants
from tools.generator.sdy.computations import begin, finish, sharding_list, some_values
from tools.generator.sdy.constraints import constrain
from tools.generator.sdy.tensors import Steps
from tools.generator.stablehlo import control
from tools.generator.stablehlo.shapes import regrouped

INDEX = Tensor((), "i32")


# Reshards.


def reshard_chain(block: Block) -> None:
    """Reshards of which each takes the result of the one before; some are used otherwise, too."""
    value = block.tensor()
    for _ in range(block.random.choice((2, 2, 3, 4))):
        value = constrain(block, value, block.sharding(value.type), "reshard", 0.1)
        if block.chance(0.6):
            block.forget([value])
    if value not in block.own_values:
        block.define([value])


def equal_reshards(block: Block) -> None:
    """Reshards of one value, some to shardings that differ in details only; some through other shapes."""
    value = block.tensor()
    sharding = block.sharding(value.type)
    for _ in range(block.random.choice((2, 3, 4))):
        if (kind := block.random.random()) < 0.3:
            sharding = block.shardings.with_other_details(sharding)
        elif kind < 0.4:
            sharding = block.sharding(value.type)
        if block.chance(0.35):
            _rearranged_reshard(block, value, sharding)
        else:
            constrain(block, value, sharding, "reshard", 0.1)
        if block.chance(0.2):
            block.fill(1)


def _rearranged_reshard(block: Block, value: Value, sharding: Sharding) -> None:
    """A reshard of a transpose or reshape of `value`, mostly with a sharding that is the same in the new shape."""
    for _ in range(block.random.choice((1, 1, 2))):
        type = tensor_of(value)
        rank = len(type.sizes)
        dimensions = list(sharding.dimensions) if sharding.rank == rank else None
        if rank and block.chance(0.5):
            order = block.random.sample(range(rank), rank)
            type = type._replace(shape=tuple([type.sizes[number] for number in order]))
            head = f"stablehlo.transpose {value.name}, dims = {order}"
            if dimensions is not None:
                dimensions = [dimensions[number] for number in order]
        else:
            type = type._replace(shape=regrouped(block, type.sizes))
            head = f"stablehlo.reshape {value.name}"
            if len(type.sizes) != rank:
                dimensions = None
        (value,) = block.op(head, f": {signature([value], [type])}", [type])
        sharding = block.sharding(type) if dimensions is None else sharding.replace(dimensions=tuple(dimensions))
    constrain(block, value, sharding, "reshard", 0.1)


# Collectives.


def gather_and_slice(block: Block) -> None:
    """An all_gather, and all_slices of its result; mostly along the same axes."""
    value, sharding = collectives.sharded_operand(block)
    mesh = collectives.mesh_of(block, sharding)
    cuts = [collectives.cut_end(block, dimension.axes, mesh) for dimension in sharding.dimensions]
    axes = [removed for _, removed in cuts]
    between = collectives.with_axes(sharding, [kept for kept, _ in cuts])
    if (gathered := _made(block, "all_gather", collectives.lists_text(axes), value, between)) is not None:
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
    if value.sharding is None or not value.sharding.unreduced or not is_static(value):
        return
    mesh = collectives.mesh_of(block, value.sharding)
    axes = value.sharding.unreduced
    if block.chance(0.2):
        axes = merged(ordered([axis for axis in axes if block.chance(0.7)], mesh), mesh)
    unreduced = tuple([axis for axis in value.sharding.unreduced if axis not in axes])
    _made(block, "all_reduce", printing.axes_text(axes), value, value.sharding.replace(unreduced=unreduced))


def reduce_and_slice(block: Block) -> None:
    """An all_reduce, and all_slices of its result along its axes, and perhaps others."""
    value, sharding = collectives.any_operand(block)
    mesh = collectives.mesh_of(block, sharding)
    free = [*block.shardings.unused_parts(sharding, block.manual), *sharding.unreduced]
    axes = ordered([axis for axis in free if block.chance(0.7)], mesh)
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
    _made(block, name, {"all_reduce": "{}", "collective_permute": ""}.get(name, lists), value, sharding)


# What folds.


def equal_constants(block: Block) -> None:
    """Writes constants with the same value, and with other attributes."""
    type = block.random.choice((INDEX, Tensor(()), block.tensor_type()))
    for _ in range(block.random.choice((1, 2, 3))):
        _constant(block, type)


def _constant(block: Block, type: Tensor) -> Value:
    """Returns a constant of one of two values."""
    notes = {"mhlo.note": "1 : i32"} if block.chance(0.2) else {}
    return constants.constant(block, type, ("stablehlo", "stablehlo", "chlo", "sdy"), 2, notes)


COMMUTATIVE = ("add", "and", "or", "xor", "maximum", "minimum", "multiply")


def broadcasting(block: Block) -> None:
    """Writes a commutative operation of CHLO on a constant and another value, in some order."""
    type = block.tensor_type()._replace(element="i32")
    operands = [_constant(block, type), block.value(type)]
    if block.chance(0.4):
        block.random.shuffle(operands)
    if block.chance(0.2):
        operands = [block.value(type), _constant_like(block, type)]
        block.random.shuffle(operands)
    op = Op(f"chlo.broadcast_{block.random.choice((*COMMUTATIVE, 'subtract'))}", operands, [type])
    block.add(op.in_form(op.uses))


def _constant_like(block: Block, type: Tensor) -> Value:
    """Returns a `chlo.constant_like`."""
    text = "1.5 : f32" if type.element == "f32" else "1 : i32"
    (made,) = block.add(Op("chlo.constant_like", [block.value(type)], [type], {"value": text}))
    return made


def constant_like(block: Block) -> None:
    """Writes a constant of the shape of another value."""
    _constant_like(block, block.tensor_type()._replace(element=block.random.choice(("f32", "i32"))))


def casts(block: Block) -> None:
    """Writes casts to another type and back."""
    values = [block.tensor() for _ in range(block.random.choice((1, 1, 2)))]
    for _ in range(block.random.choice((1, 2, 3))):
        types: list[Type] = [tensor_of(value)._replace(element=block.random.choice(("f32", "i32"))) for value in values]
        if block.chance(0.2):
            types.reverse()
        head = f"builtin.unrealized_conversion_cast {names_of(values)} : {types_of(values)}"
        values = block.op(head, f"to {', '.join(map(str, types))}", types)


def dead(block: Block) -> None:
    """Operations that only each other use."""
    before = len(block.own_values)
    block.fill(block.random.choice((1, 2, 3)))
    block.forget(block.own_values[before + block.random.choice((0, 0, 1)) :])


def repeated(block: Block) -> None:
    """Writes operations twice, with other names."""
    program = block.program
    lines, values, names = len(block.lines), len(block.own_values), program.names
    block.fill(block.random.choice((1, 1, 2)))
    arguments = {value.name for value in block.root.arguments}
    made = {f"%v{number}" for number in range(names + 1, program.names + 1)} - arguments
    new = {name: program.name() for name in sorted(made)}

    def renamed(text: str) -> str:
        return re.sub(r"%v\d+", lambda name: new.get(name[0], name[0]), text)

    block.lines += [renamed(line) for line in block.lines[lines:]]
    again = [value._replace(name=renamed(value.name)) for value in block.own_values[values:]]
    block.define([value for value in again if value not in block.own_values])


# Operations with regions.


def constant_case(block: Block) -> None:
    """A case whose index is a constant, which may be out of range."""
    branches = block.random.choice((1, 2, 2, 3))
    number = block.random.choice((-1, *range(branches), *range(branches), branches))
    index = constants.given_constant(block, INDEX, str(number), block.random.choice(("stablehlo", "chlo", "sdy")))
    types = [value.type for value in some_values(block)]
    block.add(Op("stablehlo.case", [index], types, regions=[control.branch(block, types) for _ in range(branches)]))


def computation_on_one_device(block: Block) -> None:
    """A manual computation along no axes, or along axes of size 1; some inputs are not used."""
    meshes = block.shardings.meshes
    reference = meshes.reference_with_axes()
    single = [axis.name for axis in meshes.mesh(reference).axes if axis.size == 1 and axis.name not in block.manual]
    manual = ManualAxes(tuple([name for name in single if block.chance(0.7)]))
    inputs = some_values(block, 4, is_static)
    ins = [block.shardings.of_type(value.type, block.manual, reference) for value in inputs]
    ins = [Sharding(one.mesh, tuple([dim.replace(axes=()) for dim in one.dimensions])) for one in ins]
    ins = [block.shardings.with_other_details(one) for one in ins]
    body = block.child((), isolated=True)
    body.manual, body.computation = block.manual | set(manual.axes), object()
    begin(body, [value.type for value in inputs], ins)
    if block.chance(0.8):
        body.fill_some()
    outputs = some_values(body, wanted=is_static)
    outs = [block.shardings.of_type(value.type, block.manual | set(manual.axes), reference) for value in outputs]
    if not inputs and not outs:
        manual = ManualAxes(())
    body.leave(outputs, "sdy.return")
    head = (
        f"sdy.manual_computation({names_of(inputs)}) in_shardings={sharding_list(ins)} "
        f"out_shardings={sharding_list(outs)} manual_axes={printing.manual_axes(manual)}"
    )
    finish(block, head, inputs, body, [value.type for value in outputs], outs)


def indirect_call(block: Block) -> None:
    """Writes a call of a function that is a value."""
    if not block.program.functions:
        return
    function = block.random.choice(block.program.functions)
    inputs = [block.value(type) for type in function.inputs]
    type = f"({types_of(inputs)}) -> ({', '.join(map(str, function.results))})"
    name = block.program.name()
    block.line(f"{name} = func.constant {function.name} : {type}")
    block.op(f"func.call_indirect {name}({names_of(inputs)})", f": {type}", function.results)


STEPS: Steps = {
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

OTHERS: list[Steps] = [{step: 0.3 * share for step, share in table.items()} for table in sdy.STEP_TABLES]


def module(seed: int) -> str:
    """The text of a valid module; the same for the same seed."""
    return sdy.module_of(Random(f"canonicalization {seed}"), (STEPS, *OTHERS))


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
    if (kind := random.random()) < 0.12:
        return ("cse",)
    if kind < 0.15:
        return ("symbol-dce",)
    options = random.choice(OPTIONS)
    chosen = f"canonicalize{{{options}}}" if options else "canonicalize"
    return (chosen, "cse", "canonicalize") if kind > 0.95 else (chosen,)
