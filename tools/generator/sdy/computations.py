"""Random manual and named computations, and calls of functions that exist."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sdyopt.dialects.sdy import syntax as printing
from sdyopt.dialects.sdy.attributes import ManualAxes, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.shardings.slots import without_manual_axes
from sdyopt.ir.attribute import checked
from sdyopt.mlir.write.attributes import string_token
from tools.generator.builder import Block
from tools.generator.operations import Tensor, Type, Value, can_have_sharding, names_of, signature
from tools.generator.program import Recipe
from tools.generator.sdy import constants
from tools.generator.sdy.annotations import Annotated, is_static_tensor

COMPUTATION_NAMES = ("f", "g", "optimizer step", "h", "k", "main", "f_0", "")


def annotated(block: Block) -> Annotated:
    """Returns the policy of a program with random shardings."""
    return checked(Annotated, block.program.policy)


def some_values(block: Block, most: int = 3, wanted: Callable[[Value], bool] = can_have_sharding) -> list[Value]:
    """Returns some values that are `wanted`, perhaps none, or one of them twice; rather late ones."""
    count = block.random.choice((0, 1, 1, *range(1, most + 1)))
    return [block.find(wanted) or block.new_value() for _ in range(count)]


def begin(body: Block, types: Sequence[Type], seen: Sequence[Sharding | None]) -> None:
    """Adds arguments to an empty body, with the shardings that are seen inside; some get edges."""
    values = [body.argument(type, sharding) for type, sharding in zip(types, seen, strict=True)]
    for value, edge in zip(values, body.program.policy.edges(body, types, is_flow=True), strict=True):
        if edge is not None:
            body.forget([value])
            body.define([body.edge(value, edge)])


def sharding_list(shardings: Sequence[Sharding]) -> str:
    return printing.sharding_list(ShardingPerValue(tuple(shardings)))


def finish(
    block: Block, head: str, operands: Sequence[Value], body: Block, types: Sequence[Type], outs: Sequence[Sharding]
) -> None:
    """Writes an operation with this body, whose results have the shardings `outs`, and perhaps edges."""
    edges = block.program.policy.edges(block, types, is_flow=True)
    tail = f": {signature(operands, types)}"
    attributes = block.program.policy.remarks()
    block.op(f"{head} ({body.parameters}) {{\n{body.body}}}", tail, types, outs, attributes, edges)


def manual_computation(block: Block) -> None:
    """Writes a computation that is manual along some axes, perhaps none."""
    shardings, meshes = block.shardings, block.shardings.meshes
    reference = meshes.reference_with_axes()
    free = [axis.name for axis in meshes.mesh(reference).axes if axis.name not in block.manual]
    axes = block.random.sample(free, block.random.randint(0 if block.chance(0.2) else min(1, len(free)), len(free)))
    manual = frozenset(axes)
    if not (inputs := some_values(block)) and axes and block.chance(0.6):
        inputs = [block.any_value()]
    cuts = [shardings.cut(value.type, meshes.alike(reference), manual, block.manual, True) for value in inputs]
    body = block.child((), isolated=True)
    body.manual, body.computation = block.manual | manual, object()
    seen = [without_manual_axes(cut.sharding, ManualAxes(tuple(axes))) for cut in cuts]
    begin(body, [cut.type for cut in cuts], seen)
    body.fill_some()
    outputs = some_values(body)
    uncuts = [shardings.cut(value.type, meshes.alike(reference), manual, block.manual, False) for value in outputs]
    outs = [cut.sharding for cut in uncuts]
    body.leave(outputs, "sdy.return")
    head = (
        f"sdy.manual_computation({names_of(inputs)}) in_shardings={sharding_list([cut.sharding for cut in cuts])} "
        f"out_shardings={sharding_list(outs)} manual_axes={printing.manual_axes(ManualAxes(tuple(axes)))}"
    )
    finish(block, head, inputs, body, [cut.type for cut in uncuts], outs)


def named_computation(block: Block) -> None:
    """Writes a named computation, with shardings or without; some hold only constants."""
    inputs = some_values(block)
    types = [value.type for value in inputs]
    ins = block.program.policy.of_boundary(block, types)
    body = block.child((), isolated=True)
    begin(body, types, ins or [None] * len(types))
    if block.chance(0.3):
        constants.fill(body, 3)
    else:
        body.fill_some()
    outputs = some_values(body)
    types = [value.type for value in outputs]
    outs = block.program.policy.of_boundary(block, types)
    body.leave(outputs, "sdy.return")
    head = f"sdy.named_computation<{string_token(block.random.choice(COMPUTATION_NAMES))}>({names_of(inputs)})"
    head += f" in_shardings={sharding_list(ins)}" if ins else ""
    head += f" out_shardings={sharding_list(outs)}" if outs else ""
    finish(block, head, inputs, body, types, outs)


def call(block: Block) -> None:
    """Writes a call of a function that exists already."""
    if not block.program.functions:
        return
    policy = annotated(block)
    function = block.random.choice(block.program.functions)
    make = constants.constant if block.chance(0.4) else Block.value
    inputs = [
        make(block, type) if isinstance(type, Tensor) and is_static_tensor(type) else block.value(type)
        for type in function.inputs
    ]
    shardings, attributes, _ = policy.plan(block, inputs, function.results)
    edges = policy.edges(block, function.results)
    if block.chance(0.2) or policy.function_edge_share:
        edges = policy.function_edges(block, function.results)
    tail = f": {signature(inputs, function.results)}"
    block.op(f"func.call {function.name}({names_of(inputs)})", tail, function.results, shardings, attributes, edges)


STEPS: dict[Recipe, float] = {manual_computation: 3, named_computation: 3, call: 3}
