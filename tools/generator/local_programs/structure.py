"""Computations with bodies, loops, branches and calls."""

from __future__ import annotations

from tools.generator.local_programs.program import Body, Factor
from tools.generator.writing import Axes, Part, Value, computation, count_of, tensor, while_loop

DEEPEST = 2

GRAPH = "t.graph"
"""The name of operations in whose region values may be used before they are defined."""

FAILING = (
    "scatter",
    "slice",
    "concatenate",
    "all_gather",
    "all_to_all",
    "reshard",
    "constraint",
    "group",
    "chlo.",
    "cast",
)
"""Operations for which errors may number values, which in a graph region counts casts that have gone in the end."""


def inner(body: Body, values: list[Value], manual: tuple[str, ...] = ()) -> Body:
    """Returns a body inside another one, with some operations."""
    found = Body(body.program, values, (*body.manual, *manual), body.depth + 1)
    body.program.write(found, body.program.random.choice((0, 1, 1, 2)))
    return found


def returned(body: Body, shape: tuple[int, ...], lists: Axes | None) -> Value:
    """A value of that shape, with that sharding if there is one, else a new one."""
    same = [value for value in body.values if value.shape == shape and value.element == "f32" and value.axes == lists]
    if same:
        return body.program.random.choice(same)
    text = f"stablehlo.custom_call @make(){body.attributes(lists)} : () -> {tensor(shape)}"
    return body.add(text, shape, axes=lists)


def named_computation(body: Body) -> None:
    if body.depth >= DEEPEST:
        return
    program = body.program
    factors, results = body.factors(2), body.factors(1)
    a = body.input(factors)
    shape, lists = body.result(results)
    has_shardings = program.chance(0.8) or a.axes is not None
    argument = Value(program.new_name(), a.shape, "f32", a.axes if has_shardings else None)
    if not has_shardings:
        lists = None
    elif lists is None:
        lists = ((),)
    region = inner(body, [argument])
    result = returned(region, shape, lists)
    shardings = ""
    if has_shardings:
        inside = program.sharding(a.axes if a.axes is not None else ((),) * len(a.shape))
        shardings = f" in_shardings=[{inside}] out_shardings=[{program.sharding(lists or ((),))}]"
    head = f'sdy.named_computation<"g">({a.name}){shardings}'
    types = f"({a.type}) -> {tensor(shape)}"
    body.add(computation(head, [argument], region.lines, result, types, body.attributes()), shape, axes=lists)


def manual_computation(body: Body) -> None:
    """A computation that is manual along an axis, which comes first in the dimensions."""
    program = body.program
    free = [(name, size) for name, size in program.axes if name not in body.manual]
    if body.depth >= DEEPEST or not free:
        return
    name, size = program.random.choice(free)
    part: Part = (name, 1, size)
    old, body.manual = body.manual, (*body.manual, name)
    factors = body.factors(2)
    results = body.factors(1)
    body.manual = old
    outer = [_with_axis(factor, part) if number == 0 else factor for number, factor in enumerate(factors)]
    outer_results = [_with_axis(factor, part) for factor in results]
    a = body.input(outer)
    b = body.input(factors)
    arguments = [
        Value(program.new_name(), tuple([factor.size for factor in factors]), "f32", _lists(factors)) for _ in range(2)
    ]
    region = inner(body, arguments, (name,))
    shape = tuple([factor.size for factor in outer_results])
    result = returned(region, tuple([factor.size for factor in results]), _lists(results))
    inside = ", ".join([program.sharding(_lists(each)) for each in (outer, factors)])
    head = (
        f"sdy.manual_computation({a.name}, {b.name}) in_shardings=[{inside}] "
        f'out_shardings=[{program.sharding(_lists(outer_results))}] manual_axes={{"{name}"}}'
    )
    types = f"({a.type}, {b.type}) -> {tensor(shape)}"
    text = computation(head, arguments, region.lines, result, types, body.attributes())
    body.add(text, shape, axes=_lists(outer_results))


def _with_axis(factor: Factor, part: Part) -> Factor:
    return Factor(factor.size * count_of([part]), (part, *factor.parts))


def _lists(factors: list[Factor]) -> Axes:
    return tuple([factor.parts for factor in factors])


def while_(body: Body) -> None:
    """A loop, whose values are not sharded, or seldom."""
    if body.depth >= DEEPEST:
        return
    program = body.program
    factors = body.factors(1, may_be_sharded=(program.chance(0.03),))
    a = body.input(factors)
    shape, lists = body.result(factors)
    argument = program.new_name()
    loop = inner(body, [*body.values, Value(argument, shape, "f32", None)])
    result = returned(loop, shape, lists)
    text = while_loop(program, argument, a.name, a.type, loop.lines, result.name, body.attributes(lists))
    body.add(text, shape, axes=lists)


def if_(body: Body) -> None:
    if body.depth >= DEEPEST:
        return
    p = body.input([], "i1")
    factors = body.factors(2)
    shape, lists = body.result(factors)
    texts = []
    for _ in range(2):
        branch = inner(body, body.values)
        result = returned(branch, shape, lists)
        texts.append("\n".join([*branch.lines, f"stablehlo.return {result.name} : {result.type}"]))
    text = f'"stablehlo.if"({p.name}) ({{\n{texts[0]}\n}}, {{\n{texts[1]}\n}}){body.attributes(lists)}'
    body.add(f"{text} : (tensor<i1>) -> {tensor(shape)}", shape, axes=lists)


def call(body: Body) -> None:
    """A call of a new function; its result is seldom sharded."""
    program = body.program
    factors = body.factors(2)
    a = body.input(factors)
    results = body.factors(1, may_be_sharded=(program.chance(0.1),))
    shape, lists = body.result(results)
    name = f"g{len(program.functions)}_{program.random.randrange(1000)}"
    argument = Value(program.new_name(), a.shape, "f32", a.axes)
    callee = Body(program, [argument], depth=DEEPEST)
    program.write(callee, program.random.choice((0, 1)))
    result = returned(callee, shape, lists)
    lines = "\n".join([*callee.lines, f"return {result.name} : {result.type}"])
    head = f"{argument.name}: {argument.type}{program.dictionary(argument)}"
    results_text = f"{tensor(shape)}{program.dictionary(result)}"
    program.functions.append(f"func.func private @{name}({head}) -> ({results_text}) {{\n{lines}\n}}")
    text = f"func.call @{name}({a.name}){body.attributes(lists)}"
    body.add(f"{text} : ({a.type}) -> {tensor(shape)}", shape, axes=lists)


def declaration(body: Body) -> None:
    program = body.program
    a = body.input(body.factors(1))
    name = f"d{len(program.functions)}_{program.random.randrange(1000)}"
    program.functions.append(f"func.func private @{name}({a.type}{program.dictionary(a)}) -> {tensor((4,))}")


def graph(body: Body) -> None:
    """A region in which values may be used before they are defined."""
    if body.depth >= DEEPEST:
        return
    region = inner(body, body.values)
    if not any(name in line for line in region.lines for name in FAILING):
        body.program.random.shuffle(region.lines)
    lines = "\n".join([*region.lines, '"t.end"() : () -> ()'])
    body.line(f'"{GRAPH}"() ({{\n{lines}\n}}){body.attributes()} : () -> ()')


KINDS = (graph, named_computation, manual_computation, while_, if_, call, declaration)
ILLEGAL = (while_,)
