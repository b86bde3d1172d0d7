"""Collectives, operations that are not converted, and regions, as steps of a block."""

from __future__ import annotations

from tools.generator.padding.blocks import SIZES, Body, Step
from tools.generator.writing import Part, Value, axes_text, computation, tensor, while_loop


def all_slice(body: Body) -> None:
    value = body.value(lambda each: bool(each.shape))
    if value is None:
        return
    program = body.program
    present = value.axes or ((),) * len(value.shape)
    used = {name for parts in present for name, _, _ in parts}
    added: list[list[Part]] = [[] for _ in value.shape]
    for part in program.parts():
        if part[0] not in used and program.chance(0.5):
            body.random.choice(added).append(part)
    if not any(added):
        return
    axes = tuple([(*old, *new) for old, new in zip(present, added, strict=True)])
    lists = ", ".join([f"{{{axes_text(parts, program.axes)}}}" for parts in added])
    text = f"sdy.all_slice [{lists}] {value.name} out_sharding={program.sharding(axes)} : {value.type}"
    body.add(text, value.shape, value.element, axes)


def all_gather(body: Body) -> None:
    value = body.value(lambda each: each.axes is not None and any(each.axes))
    if value is None or value.axes is None:
        return
    kept: list[tuple[Part, ...]] = []
    removed: list[tuple[Part, ...]] = []
    for parts in value.axes:
        count = body.random.randrange(len(parts) + 1) if body.program.chance(0.5) else 0
        kept.append(parts[:count])
        removed.append(parts[count:])
    if not any(removed):
        return
    lists = ", ".join([f"{{{axes_text(parts, body.program.axes)}}}" for parts in removed])
    text = f"sdy.all_gather [{lists}] {value.name} out_sharding={body.program.sharding(tuple(kept))} : {value.type}"
    body.add(text, value.shape, value.element, tuple(kept))


def reshard(body: Body) -> None:
    value = body.value()
    if value is not None:
        axes = body.program.random_axes(len(value.shape))
        body.add(
            f"sdy.reshard {value.name} {body.program.sharding(axes)} : {value.type}", value.shape, value.element, axes
        )


def custom_call(body: Body) -> None:
    """A call of something unknown, with one or two results."""
    operands = [each for each in (body.value(), body.value()) if each is not None][: body.random.choice((1, 2))]
    shapes = [tuple([body.random.choice(SIZES) for _ in range(2)]) for _ in range(body.random.choice((1, 1, 2)))]
    axes = [body.program.random_axes(2) for _ in shapes]
    shardings = body.program.per_value(*axes)
    names = [body.program.new_name() for _ in shapes]
    bound = names[0] + (f":{len(shapes)}" if len(shapes) > 1 else "")
    results = ", ".join([tensor(shape, "f32") for shape in shapes])
    types = ", ".join([operand.type for operand in operands])
    body.lines.append(
        f"{bound} = stablehlo.custom_call @f({', '.join([each.name for each in operands])}) {{{shardings}}} : "
        f"({types}) -> ({results})"
    )
    for index, (shape, each) in enumerate(zip(shapes, axes, strict=True)):
        body.values.append(Value(names[0] + (f"#{index}" if len(shapes) > 1 else ""), shape, "f32", each))


def call(body: Body) -> None:
    """A call of a function, which is not converted."""
    value = body.value()
    if value is None:
        return
    name = f"@callee{len(body.program.declarations)}"
    body.program.declarations.append(f"func.func private {name}({value.type}) -> {value.type}")
    axes = body.axes_for_result(value.axes)
    text = f"func.call {name}({value.name}){body.attributes(axes)} : ({value.type}) -> {value.type}"
    body.add(text, value.shape, value.element, axes)


def use(body: Body) -> None:
    """An operation that is not converted."""
    value = body.value()
    if value is None:
        return
    axes = body.axes_for_result(value.axes)
    match body.random.choice(("unregistered", "sdy", "chlo", "group", "cast", "constraint", "collective")):
        case "unregistered":
            head = f'"test.use"({value.name}, {value.name})'
            body.compute(head, [value, value], value.shape, value.element, axes)
        case "sdy":
            body.add(
                f"sdy.propagation_barrier {value.name} allowed_direction=NONE : {value.type}",
                value.shape,
                value.element,
                axes,
            )
        case "chlo" if value.element == "f32":
            body.add(
                f"chlo.tan {value.name}{body.attributes(axes)} : {value.type} -> {value.type}",
                value.shape,
                value.element,
                axes,
            )
        case "group":
            body.lines.append(f"sdy.sharding_group {value.name} group_id=0 : {value.type}")
        case "cast":
            body.add(
                f"builtin.unrealized_conversion_cast {value.name} : {value.type} to {value.type}"
                f"{body.attributes(axes)}",
                value.shape,
                value.element,
                axes,
            )
        case "constraint" if value.axes:
            body.add(
                f"sdy.sharding_constraint {value.name} {body.program.sharding(value.axes)} : {value.type}",
                value.shape,
                value.element,
                value.axes,
            )
        case "collective" if value.axes:
            text = (
                f"sdy.collective_permute {value.name} out_sharding={body.program.sharding(value.axes)} : {value.type}"
            )
            body.add(text, value.shape, value.element, value.axes)


def barrier(body: Body) -> None:
    """An optimization barrier, perhaps with an edge."""
    value = body.value()
    if value is None:
        return
    axes = body.axes_for_result(value.axes)
    edge = body.program.chance(0.3)
    made = body.add(
        f"stablehlo.optimization_barrier{body.attributes(axes)} {value.name} : {value.type}",
        value.shape,
        value.element,
        axes,
        keep=not edge,
    )
    if edge:
        axes = body.program.random_axes(len(value.shape)) if axes is None or body.program.is_faulty else axes
        body.add(
            f"sdy.data_flow_edge {made.name} sharding={body.program.sharding(axes)} : {made.type}",
            made.shape,
            made.element,
            axes,
        )


def region(body: Body) -> None:
    """A loop, a branch, or a computation."""
    value = body.value()
    if value is None or body.depth > 1:
        return
    program = body.program
    argument = program.new_name()
    axes = body.axes_for_result(value.axes)
    kind = body.random.choice(("while", "case", "named", "manual"))
    if kind == "case":
        argument = value.name
    inner = Body(
        program,
        [*body.values, Value(argument, value.shape, value.element, axes if kind != "case" else value.axes)],
        depth=body.depth + 1,
    )
    if kind in ("named", "manual"):
        inner.values = [Value(argument, value.shape, value.element, axes)]
    inner.write(body.random.choice((1, 2, 3)))
    last = next(each for each in reversed(inner.values) if (each.shape, each.element) == (value.shape, value.element))
    if kind == "while":
        text = while_loop(program, argument, value.name, value.type, inner.lines, last.name, body.attributes(axes))
    elif kind == "case":
        index = program.new_name()
        body.lines.append(f"{index} = stablehlo.constant dense<0> : tensor<i32>")
        lines = "\n".join(inner.lines)
        text = (
            f'"stablehlo.case"({index}) ({{\n{lines}\nstablehlo.return {last.name} : {last.type}\n}}, {{\n'
            f"stablehlo.return {value.name} : {value.type}\n}}){body.attributes(axes)} : (tensor<i32>) -> {value.type}"
        )
    else:
        if kind == "manual":
            axes = axes or ((),) * len(value.shape)
        sharding = "" if axes is None else program.sharding(axes)
        head = (
            f'sdy.named_computation<"g">({value.name})' if kind == "named" else f"sdy.manual_computation({value.name})"
        )
        head += f" in_shardings=[{sharding}] out_shardings=[{sharding}]" if axes is not None else ""
        head += " manual_axes={}" if kind == "manual" else ""
        parameter = Value(argument, value.shape, value.element)
        text = computation(head, [parameter], inner.lines, last, f"({value.type}) -> {value.type}")
    body.add(text, value.shape, value.element, axes)


STEPS: dict[Step, float] = {
    all_slice: 8,
    all_gather: 5,
    reshard: 0.3,
    custom_call: 2,
    call: 1,
    use: 2,
    barrier: 1,
    region: 1.5,
}
"""What may come next in a block, and how often."""
