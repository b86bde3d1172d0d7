"""Random ops with regions, and calls: manual and named computations, loops, branches and optimization barriers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sdyopt.dialects.sdy import printing
from sdyopt.dialects.sdy.attributes import ManualAxes, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.shardings.manual_axes import without_manual_axes
from sdyopt.ir.attribute import Type
from sdyopt.ir.types import RankedTensorType, TupleType
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.quoting import string_token
from tools.generator.sdy import constants
from tools.generator.sdy.blocks import (
    INDEX,
    PREDICATE,
    Block,
    Edge,
    Value,
    can_have_sharding,
    names_of,
    signature_text,
    types_of,
)
from tools.generator.sdy.discardable import decoration

COMPUTATION_NAMES = ("f", "g", "optimizer step", "h")
MAX_DEPTH = 3


def is_static_tensor(type: Type) -> bool:
    return isinstance(type, RankedTensorType) and type.has_static_shape


def is_no_tuple(value: Value) -> bool:
    return not isinstance(value.type, TupleType)


def some_values(block: Block, most: int = 3, wanted: Callable[[Value], bool] = can_have_sharding) -> list[Value]:
    """Some values that are `wanted`, perhaps none, perhaps one of them twice; late ones rather than early ones."""
    count = block.random.choice((0, 1, 1, *range(1, most + 1)))
    return [block.find(wanted) or block.value(block.type()) for _ in range(count)]


def fill_some(block: Block) -> None:
    """Adds some ops to a body, if there is room."""
    if block.depth <= MAX_DEPTH and block.program.size > 0:
        block.fill(block.random.choice((0, 1, 2, 4, 6)))


def begin(body: Block, types: Sequence[Type], seen: Sequence[Sharding | None]) -> list[Value]:
    """The arguments of an empty body, with the shardings that are seen inside; some get edges."""
    arguments = [Value(body.program.name(), type, sharding) for type, sharding in zip(types, seen, strict=True)]
    for value, edge in zip(arguments, body.plan_edges(types), strict=True):
        body.values.append(value if edge is None else body.edge(value, edge))
    return arguments


def declared(block: Block, arguments: Sequence[Value]) -> str:
    """The arguments of a body with their types."""
    locations = block.program.locations
    return ", ".join([f"{value.name}: {text_of(value.type)}{locations.suffix()}" for value in arguments])


def sharding_list(shardings: Sequence[Sharding]) -> str:
    return printing.sharding_list(ShardingPerValue(tuple(shardings)))


def manual_computation(block: Block) -> None:
    """A computation that is manual along some axes, perhaps none."""
    shardings = block.program.shardings
    meshes = shardings.meshes
    reference = meshes.reference_with_axes()
    free = [axis.name for axis in meshes.mesh(reference).axes if axis.name not in block.manual]
    axes = block.random.sample(free, block.random.randint(0 if block.chance(0.2) else min(1, len(free)), len(free)))
    manual = frozenset(axes)
    inputs = some_values(block)
    if not inputs and axes and block.chance(0.6):
        inputs = [block.any_value()]
    cuts = [shardings.cut(value.type, meshes.alike(reference), manual, block.manual) for value in inputs]
    seen = [without_manual_axes(cut.sharding, ManualAxes(tuple(axes))) for cut in cuts]
    body = block.isolated(manual, object())
    arguments = begin(body, [cut.type for cut in cuts], seen)
    fill_some(body)
    outputs = some_values(body)
    uncuts = [shardings.uncut(value.type, meshes.alike(reference), manual, block.manual) for value in outputs]
    returned_types = [cut.type for cut in uncuts]
    outs = [cut.sharding for cut in uncuts]
    end = f"sdy.return {names_of(outputs)} : {types_of(outputs)}" if outputs else "sdy.return"
    body.write(end)
    head = (
        f"sdy.manual_computation({names_of(inputs)}) in_shardings={sharding_list([cut.sharding for cut in cuts])} "
        f"out_shardings={sharding_list(outs)} manual_axes={printing.manual_axes(ManualAxes(tuple(axes)))} "
        f"({declared(block, arguments)}) {{\n{body.text}}}"
    )
    block.op(
        head,
        f": {signature_text(inputs, returned_types)}",
        returned_types,
        outs,
        edges=block.plan_edges(returned_types),
    )


def named_computation(block: Block) -> None:
    """A named computation, with shardings or without; some hold nothing but constants."""
    is_constant = block.chance(0.3)
    inputs = some_values(block)
    types = [value.type for value in inputs]
    ins = [block.sharding(type) for type in types] if block.chance(0.4) and inputs else []
    body = block.isolated()
    arguments = begin(body, types, ins or [None] * len(types))
    if is_constant:
        for _ in range(3):
            block.random.choice(constants.CONSTANT_STEPS)(body)
    else:
        fill_some(body)
    outputs = some_values(body)
    result_types = [value.type for value in outputs]
    outs = [block.sharding(type) for type in result_types] if block.chance(0.4) and outputs else []
    body.write(f"sdy.return {names_of(outputs)} : {types_of(outputs)}" if outputs else "sdy.return")
    name = string_token(block.random.choice(COMPUTATION_NAMES))
    head = f"sdy.named_computation<{name}>({names_of(inputs)})"
    head += f" in_shardings={sharding_list(ins)}" if ins else ""
    head += f" out_shardings={sharding_list(outs)}" if outs else ""
    head += f" ({declared(block, arguments)}) {{\n{body.text}}}"
    given: Sequence[Sharding | None] = outs or [None] * len(outputs)
    block.op(
        head,
        f": {signature_text(inputs, result_types)}",
        result_types,
        given,
        edges=block.plan_edges(result_types),
    )


def while_loop(block: Block) -> None:
    inputs = some_values(block, 4, is_no_tuple)
    types = [value.type for value in inputs]
    shardings, attributes = decoration(block, (), types)
    edges = block.plan_edges(types)
    seen = [given if edge is None else edge.sharding for given, edge in zip(shardings, edges, strict=True)]
    arguments = [Value(block.program.name(), type, sharding) for type, sharding in zip(types, seen, strict=True)]
    condition = block.inner(arguments)
    if block.chance(0.3):
        fill_some(condition)
    condition.write(f"stablehlo.return {condition.value(PREDICATE).name} : {text_of(PREDICATE)}")
    body = loop_body(block, arguments)
    carried = ", ".join([f"{a.name} = {value.name}" for a, value in zip(arguments, inputs, strict=True)])
    head = f"stablehlo.while({carried})" + (f" : {types_of(inputs)}" if inputs else "")
    tail = f"\ncond {{\n{condition.text}}} do {{\n{body.text}}}"
    attributes.pop("sdy.sharding_rule", None)
    if block.chance(0.1):
        attributes["sdy.result_propagation_edges"] = "[]"
    block.op(head, tail, types, shardings, attributes, edges, keyword="attributes ")


def loop_body(block: Block, arguments: Sequence[Value]) -> Block:
    """A body that returns values of the types of its `arguments`."""
    body = block.inner(arguments)
    fill_some(body)
    return_values(body, [value.type for value in arguments])
    return body


def return_values(body: Block, types: Sequence[Type]) -> None:
    """Ends a region of StableHLO that returns values of these types."""
    values = [body.value(type) for type in types]
    body.write(f"stablehlo.return {names_of(values)} : {types_of(values)}" if values else "stablehlo.return")


def case(block: Block) -> None:
    index = block.value(INDEX)
    types = [value.type for value in some_values(block)]
    branches = []
    for _ in range(block.random.choice((1, 2, 2, 3))):
        body = block.inner()
        fill_some(body)
        return_values(body, types)
        branches.append(f"{{\n{body.text}}}")
    shardings, attributes = decoration(block, [index], types)
    attributes.pop("sdy.sharding_rule", None)
    head = f'"stablehlo.case"({index.name}) ({", ".join(branches)})'
    edges = block.plan_edges(types)
    block.op(head, f": {signature_text([index], types)}", types, shardings, attributes, edges)


def optimization_barrier(block: Block) -> None:
    inputs = some_values(block, wanted=is_no_tuple) or [block.value(block.type())]
    types = [value.type for value in inputs]
    shardings, attributes = decoration(block, inputs, types)
    edges = block.plan_edges(types)
    block.op(
        "stablehlo.optimization_barrier",
        f"{names_of(inputs)} : {types_of(inputs)}",
        types,
        shardings,
        attributes,
        edges,
    )


def call(block: Block) -> None:
    """A call of a function that is there already."""
    if not block.program.functions:
        return
    function = block.random.choice(block.program.functions)
    make = constants.constant if block.chance(0.4) else Block.value
    inputs = [make(block, type) if is_static_tensor(type) else block.value(type) for type in function.inputs]
    shardings, attributes = decoration(block, inputs, function.results)
    edges = block.plan_edges(function.results, 0.1)
    if block.chance(0.2):
        edges = [None if edge is None else Edge(None, of_function=True) for edge in edges]
    if block.program.function_edge_share:
        edges = block.plan_function_edges(function.results)
    head = f"func.call @{function.name}({names_of(inputs)})"
    block.op(head, f": {signature_text(inputs, function.results)}", function.results, shardings, attributes, edges)


STEPS: dict[Callable[[Block], None], float] = {
    manual_computation: 3,
    named_computation: 3,
    while_loop: 2,
    case: 1.5,
    optimization_barrier: 2,
    call: 3,
}
"""What may come next in a block, and how often."""
