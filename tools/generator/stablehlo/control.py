"""StableHLO's loops, branches, calls, tuples and tokens; calls of functions and casts from other dialects."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tools.generator import attributes
from tools.generator.builder import Block
from tools.generator.literals import ELEMENTS, i64_list, string
from tools.generator.operations import TOKEN, Op, OpPlan, Tensor, Tuple, Type, function_type
from tools.generator.program import recipes
from tools.generator.stablehlo.devices import RECIPES as DEVICE_RECIPES
from tools.generator.stablehlo.shapes import RECIPES as SHAPE_RECIPES

PREDICATE = Tensor((), "i1")


def tensor(block: Block) -> Tensor:
    """Any tensor type with a rank."""
    return Tensor(block.loosened(block.shape()), block.pick(*ELEMENTS))


def value_type(block: Block) -> Type:
    """A type that loops and branches may have."""
    return TOKEN if block.chance(0.1) else tensor(block)


def while_(block: Block) -> None:
    types = [value_type(block) for _ in range(block.random.choice([0, 1, 1, 2, 3]))]
    inits = [block.value(type) for type in types]
    plan = flow_plan(block, types)
    condition, body = block.child(types, seen=plan.seen(types)), block.child(())
    body.arguments = list(condition.arguments)
    body.define(body.arguments)
    condition.fill_some()
    condition.leave([condition.value(PREDICATE)])
    body.fill_some()
    body.leave([body.value(type) for type in types])
    op = Op("stablehlo.while", inits, types, regions=[condition.text(), body.text()])
    pairs = [f"{argument.name} = {init.name}" for argument, init in zip(condition.arguments, inits, strict=True)]
    listed = ", ".join(map(str, types))
    head = f"({', '.join(pairs)})" + (f" : {listed}" if types else "")
    op.own = lambda entries: (
        f"{head}{f' attributes{entries}' if entries else ''}{block.pick(' ', chr(10))}"
        f"cond {condition.text(labelled=False)} do {body.text(labelled=False)}"
    )
    block.add(op, plan)


def flow_plan(block: Block, types: Sequence[Type]) -> OpPlan:
    """Returns the attributes of an operation that passes values of these types on from outside to inside."""
    return block.program.policy.plan(block, (), types, is_flow=True)


def branch(block: Block, types: Sequence[Type]) -> str:
    """Returns a region that returns values of these types."""
    inner = block.child(())
    inner.fill_some()
    inner.leave([inner.value(type) for type in types])
    return inner.text()


def branches(block: Block, name: str, selector: Type, count: int) -> None:
    types = [value_type(block) for _ in range(block.random.choice([0, 1, 1, 2]))]
    regions = [branch(block, types) for _ in range(count)]
    block.add(Op(name, [block.value(selector)], types, regions=regions), flow_plan(block, types))


def case(block: Block) -> None:
    branches(block, "stablehlo.case", Tensor((), "i32"), block.random.randint(1, 3))


def if_(block: Block) -> None:
    branches(block, "stablehlo.if", PREDICATE, 2)


def optimization_barrier(block: Block) -> None:
    types = [value_type(block) for _ in range(block.random.choice([0, 1, 1, 2, 3]))]
    op = Op("stablehlo.optimization_barrier", [block.value(type) for type in types], types)
    listed = ", ".join(map(str, types))
    op.own = lambda entries: f"{entries} {f'{op.uses} : {listed}' if types else '()'}"
    block.add(op, flow_plan(block, types))


# Tuples and tokens.


def tuple_element(block: Block) -> Type:
    return Tuple((value_type(block),)) if block.chance(0.1) else value_type(block)


def tuple_(block: Block) -> None:
    types = [tuple_element(block) for _ in range(block.random.randrange(4))]
    result = Tuple(tuple(types))
    op = Op("stablehlo.tuple", [block.value(type) for type in types], [result])
    block.add(op.in_form(op.uses, types=result))


def get_tuple_element(block: Block) -> None:
    types = [tuple_element(block) for _ in range(block.random.randint(1, 3))]
    index = block.random.randrange(len(types))
    op = Op(
        "stablehlo.get_tuple_element", [block.value(Tuple(tuple(types)))], [types[index]], {"index": f"{index} : i32"}
    )
    block.add(op.in_form(f"{op.uses}[{index}]", "index"))


def create_token(block: Block) -> None:
    op = Op("stablehlo.create_token", (), [TOKEN])
    op.own = lambda entries: f"{entries} : {block.pick(TOKEN, '!stablehlo<token>')}"
    block.add(op)


def after_all(block: Block) -> None:
    op = Op("stablehlo.after_all", [block.value(TOKEN) for _ in range(block.random.randrange(4))], [TOKEN])
    block.add(op.in_form(op.uses, types=TOKEN if block.chance(0.8) else None))


# Calls.


def _may_have_layout(type: Type) -> bool:
    """Not so tuples, nor tensors whose rank is not known."""
    return type.shape is not None if isinstance(type, Tensor) else isinstance(type, str)


def _layouts(block: Block, types: Sequence[Type]) -> str:
    layouts = []
    for type in types:
        rank = len(type.shape or ()) if isinstance(type, Tensor) else 0
        order = block.random.sample(range(rank), rank)
        layouts.append(f"dense<{i64_list(order) if rank else ''}> : tensor<{rank}xindex>")
    return f"[{', '.join(layouts)}]"


def _output_operand_aliases(block: Block, inputs: Sequence[Type], results: Sequence[Type]) -> str:
    aliases = []
    for position, result in enumerate(results):
        for index, input in enumerate(inputs):
            if input == result and block.chance(0.8):
                outputs = [] if len(results) == 1 else [position]
                aliases.append(
                    f"#stablehlo.output_operand_alias<output_tuple_indices = {i64_list(outputs)}, "
                    f"operand_index = {index}, operand_tuple_indices = []>"
                )
                break
    return f"[{', '.join(aliases)}]"


def custom_call(block: Block) -> None:
    kinds: list[Callable[[], Type]] = [
        lambda: tensor(block),
        lambda: tensor(block),
        lambda: TOKEN,
        lambda: Tensor(None, block.pick(*ELEMENTS)),
        lambda: Tuple((tensor(block), TOKEN)),
        lambda: f"!stablehlo.future<{tensor(block)}>",
    ]
    types = [block.random.choice(kinds)() for _ in range(block.random.randrange(4))]
    results = [block.random.choice([*types, tensor(block)]) for _ in range(block.random.randrange(3))]
    target = block.pick("@foo", '@"foo bar"', "@Sharding", "@xla.sdy.X", r'@"a\22b"', "@_x$1")
    name = target[1:] if target[1] == '"' else f'"{target[1:]}"'
    version = block.random.choice([None, 0, 1, 2, 3, 4])
    properties = {"call_target_name": name}
    if version is not None:
        properties["api_version"] = f"{version} : i32"
    if block.chance(0.4):
        config = attributes.dictionary(block.random, 2) if version == 4 else string(block.random)
        properties["backend_config"] = config
    if block.chance(0.3):
        properties["has_side_effect"] = block.pick("true", "false")
    if block.chance(0.3):
        symbols = [block.program.declare([tensor(block)], [PREDICATE]) for _ in range(block.random.randrange(3))]
        properties["called_computations"] = f"[{', '.join(symbols)}]"
    if block.chance(0.3) and all(map(_may_have_layout, (*types, *results))):
        properties["operand_layouts"] = _layouts(block, types)
        properties["result_layouts"] = _layouts(block, results)
    if block.chance(0.3):
        properties["output_operand_aliases"] = _output_operand_aliases(block, types, results)
    op = Op("stablehlo.custom_call", [block.value(type) for type in types], results, properties)
    block.add(op.in_form(f"{target}({op.uses})", "call_target_name"))


def composite(block: Block) -> None:
    types = [value_type(block) for _ in range(block.random.randrange(3))]
    results = [value_type(block) for _ in range(block.random.randrange(3))]
    name = block.pick('"my.op"', '"chlo.top_k"', '"a.b.c$"', '"n_1.x_2"')
    properties = {"name": name, "decomposition": block.program.declare(types, results)}
    if block.chance():
        properties["composite_attributes"] = attributes.dictionary(block.random, 3)
    if block.chance():
        properties["version"] = f"{block.random.randrange(3)} : i32"
    op = Op("stablehlo.composite", [block.value(type) for type in types], results, properties)
    block.add(op.in_form(f"{name} {op.uses}", "name"))


_ASYNCHRONOUS = ("all_gather", "collective_broadcast", "collective_permute", "slice", "dynamic_update_slice")


def async_start(block: Block) -> None:
    """Starts one operation on values that the region has as arguments."""
    name = f"stablehlo.{block.pick(*_ASYNCHRONOUS)}"
    while True:
        inner = block.child((), isolated=True)
        inner.makes_arguments = True
        (DEVICE_RECIPES | SHAPE_RECIPES)[name](inner)
        if len(results := inner.own_values[len(inner.arguments) :]) == 1 and len(inner.lines) == 1:
            break
    inner.leave(results)
    future = f"!stablehlo.future<{results[0].type}>"
    operands = [block.value(argument.type) for argument in inner.arguments]
    block.add(Op("stablehlo.async_start", operands, [future], regions=[inner.text()]))


def async_done(block: Block) -> None:
    type = tensor(block)
    block.add(Op("stablehlo.async_done", [block.value(f"!stablehlo.future<{type}>")], [type]))


def call(block: Block) -> None:
    types = [value_type(block) for _ in range(block.random.randrange(3))]
    results = [value_type(block) for _ in range(block.random.randrange(3))]
    callee = block.program.declare(types, results)
    op = Op("func.call", [block.value(type) for type in types], results, {"callee": callee})
    if block.chance(0.1):
        op.properties = {"callee": callee, "no_inline": "unit"}
    op.in_form(f"{callee}({op.uses})", "callee")
    if block.parent is None and not block.program.all_generic and block.chance(0.7):
        op.alias = "call"
    block.add(op)


def call_indirect(block: Block) -> None:
    """A function as a value, and its call."""
    types = [value_type(block) for _ in range(block.random.randrange(3))]
    results = [value_type(block) for _ in range(block.random.randrange(3))]
    kind = function_type(types, results)
    symbol = block.program.declare(types, results)
    constant = Op("func.constant", (), [kind], {"value": symbol}, shown=["value"])
    constant.own = lambda entries: f"{entries} {symbol} : {kind}"
    (callee,) = block.add(constant, named=True)
    op = Op("func.call_indirect", [callee, *[block.value(type) for type in types]], results)
    uses = ", ".join([value.name for value in op.operands[1:]])
    block.add(op.in_form(f"{callee.name}({uses})", types=kind))


def cast(block: Block) -> None:
    types = [value_type(block) for _ in range(block.random.randrange(3))]
    results = [
        block.pick("i32", "index", "vector<4xf32>", "memref<2xf32>", "f32", "() -> ()")
        for _ in range(block.random.choice([1, 1, 2]))
    ]
    op = Op("builtin.unrealized_conversion_cast", [block.value(type) for type in types], results)
    listed = ", ".join(map(str, types))
    head = f" {op.uses} : {listed}" if types else ""
    op.own = lambda entries: f"{head} to {', '.join(results)}{entries}"
    block.add(op)


RECIPES = {"builtin.unrealized_conversion_cast": cast, **recipes(globals(), "func", "stablehlo")}
