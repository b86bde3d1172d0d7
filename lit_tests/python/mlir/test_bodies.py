"""Bodies of functions that are parsed once, and lines that are copied."""

from __future__ import annotations

import random
from pathlib import Path
from random import Random

import pytest

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.stablehlo.ops.control_flow import CREATE_TOKEN
from sdyopt.driver import input_output as binary
from sdyopt.driver import job
from sdyopt.driver.job import Options, Outcome
from sdyopt.ir.attributes import IntegerType
from sdyopt.ir.bodies import CopiedRegion, content_of, copied_content, relocated, rewritten
from sdyopt.ir.clone import BlockOrder, clone
from sdyopt.ir.collecting import Listing, collect_kind, collect_kind_post
from sdyopt.ir.operation import Operation, walk, walk_post
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.symbols import SymbolNames
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import CompilationError, Source
from sdyopt.mlir.read import parser as reading
from sdyopt.mlir.read.parser import parse
from sdyopt.mlir.write.builtin import PrintOptions
from sdyopt.mlir.write.printer import print_operation
from sdyopt.pipeline.model import PassInvocation, Pipeline
from sdyopt.pipeline.registry import find_pass
from tools import corpus
from tools.chunks import chunks, sampled
from tools.fuzzing.mutation import mutate

# Operations in blocks: copies of bodies, their order, their uses, and the symbols of new ones.


SMALL = [name for name in corpus.names() if name != "transformer_deep"]

INPUTS = Path(__file__).parent / "Inputs"
TWO_FUNCTIONS = (INPUTS / "bodies.two_functions.txt").read_text(encoding="utf-8")


def functions(text: str) -> list[Operation]:
    """The functions in a module."""
    return collect_kind(parse(text, REGISTRY, allow_unregistered=True).module, FUNC)


def copy(function: Operation) -> Operation:
    """A function with a copy of the body of another."""
    content = content_of(function.regions[0])
    assert content is not None
    return Operation(function.signature, [], function.location, [CopiedRegion(content.cloned())])


def uses(op: Operation) -> list[list[tuple[int, int]]]:
    """For each value in an operation its uses, the newest first: the number of the owner, and that of the operand."""
    numbers = {inner: number for number, inner in enumerate(op.walk())}
    values: list[Value] = []
    for inner in op.walk():
        values += inner.results
        values += [argument for region in inner.regions for block in region.blocks for argument in block.arguments]
    return [[(numbers[use.owner], use.index) for use in value.uses] for value in values]


@pytest.mark.parametrize("name", sampled(SMALL, corpus.QUICK, 4))
def test_a_copy_is_a_clone(name: str) -> None:
    """With the same operations, locations and use lists, for each function of a program."""
    text = corpus.text(name)
    options = PrintOptions(generic=True, debug_info=True)
    for function in functions(text):
        cloned = clone(function, {})
        copied = copy(function)
        assert type(copied.regions[0]) is CopiedRegion
        source = Source(text, "-")
        assert print_operation(copied, source, options) == print_operation(cloned, source, options)
        assert type(copied.regions[0]) is Region
        assert uses(copied) == uses(cloned)


def test_bodies_are_the_same_wherever_they_are() -> None:
    first, second = [content_of(function.regions[0]) for function in functions(TWO_FUNCTIONS)]
    assert first is not None and second is not None
    assert first.body is second.body
    assert first.locations != second.locations


def test_a_body_keeps_the_order_of_uses() -> None:
    """Which a clone does not have."""
    function = functions(TWO_FUNCTIONS)[0]
    (argument,) = function.regions[0].block.arguments
    argument.reverse_uses()
    content = content_of(function.regions[0])
    assert content is not None
    kept = Operation(function.signature, [], function.location, [CopiedRegion(content)])
    assert uses(kept) == uses(function)
    assert uses(copy(function)) == uses(clone(function, {})) != uses(kept)


@pytest.mark.parametrize("name", SMALL)
def test_operations_are_listed_in_the_orders_of_walks(name: str) -> None:
    module = parse(corpus.text(name), REGISTRY).module
    for kinds in [(CALL,), (FUNC, CALL), {op.definition for op in module.walk() if op.regions}]:
        assert collect_kind(module, *kinds) == [op for op in walk(module) if op.definition in kinds]
        assert collect_kind_post(module, *kinds) == [op for op in walk_post(module) if op.definition in kinds]
    assert Listing(module).collect_post(has_one_result) == [op for op in walk_post(module) if len(op.results) == 1]


def has_one_result(signature: Signature) -> bool:
    return len(signature.result_types) == 1


def test_what_a_rewrite_makes_has_the_locations_of_each_copy() -> None:
    first, second = [content_of(function.regions[0]) for function in functions(TWO_FUNCTIONS)]
    assert first is not None and second is not None

    def without_first(region: Region) -> str:
        op = region.block.first
        assert op is not None
        op.result.replace_all_uses_with(op.operands[0])
        op.erase()
        return op.name

    name, after = rewritten(first.body, without_first)
    assert name == "stablehlo.add"
    assert after is not None
    argument, _, *others = second.locations
    assert relocated(after, second.locations).locations == (argument, *others)


@pytest.mark.parametrize(
    "body",
    [
        '"a.br"()[^bb1] : () -> ()\n^bb1:\n  return %0 : i1',
        '%1 = "a.op"(%2) : (i1) -> i1\n  %2 = "a.op"(%1) : (i1) -> i1\n  return %2 : i1',
    ],
)
def test_branches_and_uses_before_definitions_are_no_body(body: str) -> None:
    (function,) = functions(f"func.func @f(%0: i1) -> i1 {{\n  {body}\n}}")
    assert content_of(function.regions[0]) is None


def test_order_agrees_with_the_block() -> None:
    random = Random(0)
    block = Block()
    order = BlockOrder()
    for _ in range(2000):
        ops = list(block.ops)
        kind = random.random()
        if kind < 0.5 or len(ops) < 2:
            new = Operation.create(CREATE_TOKEN)
            if ops and random.random() < 0.9:
                new.insert_before(random.choice(ops[:3]))
            else:
                block.append(new)
        elif kind < 0.6:
            random.choice(ops).erase()
        elif kind < 0.65:
            moved = random.choice(ops)
            order.forget(moved)
            moved.detach()
            block.prepend(moved)
        else:
            first, second = random.choices(ops, k=2)
            assert order.is_before(first, second) == (ops.index(first) < ops.index(second))


TEST = OpDefinition("test.op")
I64 = IntegerType(64)


def new_values(count: int) -> list[Value]:
    return list(Operation.create(TEST, result_types=[I64] * count).results)


def user(*operands: Value) -> Operation:
    return Operation.create(TEST, operands)


def test_the_newest_use_comes_first() -> None:
    (value,) = new_values(1)
    first, second = user(value, value), user(value)
    assert value.uses == [(second, 0), (first, 1), (first, 0)]
    assert [use.value for use in value.uses] == [value] * 3
    assert value.users == [first, second]
    assert (value.use_count, value.is_used, value.has_one_use, value.only_user) == (3, True, False, None)


def test_replacing_reverses_the_order() -> None:
    old, new = new_values(2)
    users = [user(old, old), user(old), user(new)]
    old.replace_all_uses_with(new)
    assert new.uses == [(users[0], 0), (users[0], 1), (users[1], 0), (users[2], 0)]
    assert not old.is_used
    assert users[0].operands == [new, new]


def test_operands_can_become_more_or_fewer() -> None:
    first, second = new_values(2)
    op = user(first, second)
    op.set_operands([second, second, first])
    assert op.operands == [second, second, first]
    assert (first.uses, second.uses) == ([(op, 2)], [(op, 1), (op, 0)])
    op.set_operands([])
    assert not first.is_used and not second.is_used
    assert op.signature.operand_types == ()


def test_handing_uses_over_is_replacing_them_by_a_value_without_uses() -> None:
    for excepted in (None, 1):
        lists = []
        for replace in (Value.hand_uses_to, Value.replace_all_uses_with):
            old, new = new_values(2)
            users = [user(old, old), user(old), user(old)]
            replace(old, new, None if excepted is None else users[excepted])
            numbers = {op: number for number, op in enumerate(users)}
            lists.append([[(numbers[owner], index) for owner, index in value.uses] for value in (old, new)])
            assert all(use.value is new for use in new.uses)
        assert lists[0] == lists[1]


def test_numbered_names_that_are_taken_are_passed_over_for_good() -> None:
    names = SymbolNames(["mesh", "mesh_0", "mesh_2"])
    assert [names.claim("mesh"), names.claim("mesh")] == ["mesh_1", "mesh_3"]


# Isolated operations with the same lines share a body; what is printed and reported is as if each had been parsed.


TYPE = "tensor<8xf32>"
PASSES = ((), ("sdy-add-data-flow-edges", "sdy-basic-propagate"), ("sdy-export-named-computations",))
FORMS = (Options(), Options(print_op_generic=True), Options(print_debuginfo=True))


def _module(rng: random.Random) -> str:
    """A function of computations that hold the same, or nearly, and other computations."""
    lines = [f"func.func @main(%arg0: {TYPE}, %arg1: {TYPE}) -> {TYPE} {{"]
    value = "%arg0"
    for number in range(12):
        depth = rng.choice((0, 0, 1, 2))
        result = rng.choice((f"%{number}", f"%r{number}", f"%r.{number}"))
        lines += _computation(rng, result, value, depth, "  ")
        value = result
    lines += [f"  return {value} : {TYPE}", "}"]
    return "\n".join(lines) + "\n"


def _computation(rng: random.Random, result: str, operand: str, depth: int, indent: str) -> list[str]:
    argument, constant, total, nested = rng.choice((("%a", "%c", "%t", "%i"), ("%b1", "%c", "%long_name", "%inner")))
    argument, constant, total, nested = [f"{each}.{depth}" for each in (argument, constant, total, nested)]
    name = rng.choice(("f", "g.1", "a b", ""))
    value = rng.choice(("1.0", "1.0", "2.0"))
    body = [
        f"{constant} = stablehlo.constant dense<{value}> : {TYPE}",
        f"{total} = stablehlo.add {argument}, {constant} : {TYPE}",
    ]
    inner = [f"{indent}  {line}" for line in body]
    returned = total
    if depth:
        inner += _computation(rng, nested, total, depth - 1, f"{indent}  ")
        returned = nested
    comment = rng.choice(("", "", " // %a"))
    return [
        f'{indent}{result} = sdy.named_computation<"{name}">({operand}) ({argument}: {TYPE}) {{',
        *inner,
        f"{indent}  sdy.return {returned} : {TYPE}{comment}",
        f"{indent}}} : ({TYPE}) -> {TYPE}",
    ]


def _run(text: str, seed: int, use_templates: bool, patch: pytest.MonkeyPatch) -> tuple[Outcome, list[str]]:

    def parse(*args: object, **kwargs: object) -> reading.ParsedText:
        return reading.parse(*args, **{**kwargs, "use_templates": use_templates})  # type: ignore[arg-type]

    said: list[str] = []
    passes = [PassInvocation(find_pass(name)) for name in PASSES[seed % 3]]
    with patch.context() as inside:
        inside.setattr(binary, "parse", parse)
        outcome = job.process(text, "program.mlir", Pipeline.of(passes), FORMS[seed // 3 % 3], said.append)
    return outcome, said


def _copies(text: str) -> int:
    """How many operations are copies right after their text has been read."""
    try:
        module = reading.parse(text, REGISTRY).module
    except CompilationError:
        return 0
    work: list[Operation] = [module]
    found = 0
    while work:
        op = work.pop()
        if copied_content(op) is not None:
            found += 1
            continue
        work += [inner for region in op.regions for block in region.blocks for inner in block.ops]
    return found


@pytest.mark.parametrize("start", chunks(120, 15))
def test_generated_computations_come_out_the_same(start: int, monkeypatch: pytest.MonkeyPatch) -> None:
    copies = 0
    for seed in range(start, start + 15):
        text = _module(random.Random(seed))
        assert _run(text, seed, True, monkeypatch) == _run(text, seed, False, monkeypatch), seed
        copies += _copies(text)
    assert copies > 15


@pytest.mark.parametrize("start", chunks(240, 30))
def test_mistakes_are_reported_in_the_same_places(start: int, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = 0
    for seed in range(start, start + 30):
        rng = random.Random(seed)
        text = mutate(_module(rng), rng)
        quick = _run(text, seed, True, monkeypatch)
        assert quick == _run(text, seed, False, monkeypatch), seed
        refused += not quick[0].succeeded
    assert refused > 10


HEAD = f"""
func.func @main(%arg0: {TYPE}) -> {TYPE} {{
  %0:2 = stablehlo.optimization_barrier %arg0, %arg0 : {TYPE}, {TYPE}
  %1 = sdy.named_computation<"f">(%0#1) (%a: {TYPE}) {{
    sdy.return %a : {TYPE}
  }} : ({TYPE}) -> {TYPE}
  %2 = sdy.named_computation<"f">(%1) (%a: {TYPE}) {{
    sdy.return %a : {TYPE}
  }} : ({TYPE}) -> {TYPE}
"""

LAST = f"""  %3 = sdy.named_computation<"g">(%0#1) (%b: {TYPE}) {{
    sdy.return %b : {TYPE}
  }} : ({TYPE}) -> {TYPE}
  return %3 : {TYPE}
}}
"""


def test_a_copy_is_taken() -> None:
    """The second one is read, as is the first, and becomes a copy, too."""
    assert _copies(HEAD + LAST) == 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("%3 =", "%2 ="),
        ("(%b:", "(%1:"),
        ("(%0#1)", "(%0#2)"),
        ("(%0#1)", "(%5)"),
        ("(%0#1)", "(%3)"),
        ("%b", "%b#0"),
        ("%3 =", "%3#0 ="),
        ("return %b", "return %arg0"),
        ('"g"', '"g'),
        ("\n  return", '\n  loc("there")\n  return'),
        ("\n  return", " // %b\n  return"),
        ("(%0#1)", "(%c)"),
        ("{\n", "{\n\n"),
    ],
)
def test_what_is_like_no_other_is_left_to_the_parser(old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEAD.replace("  %0:2", "  %c = stablehlo.constant dense<1> : tensor<i32>\n  %0:2") + LAST.replace(old, new)
    for seed in range(0, 9, 3):
        assert _run(text, seed, True, monkeypatch) == _run(text, seed, False, monkeypatch)
