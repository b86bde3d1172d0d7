"""Modules, operations, values, blocks and regions as Python objects."""

from __future__ import annotations

import copy
import functools
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sdyopt
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.clone import clone
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from tools.chunks import mostly_long
from tools.generator import mixed, sdy
from tools.generator.passes.pipelines import IN_A_ROW

# Modules as Python objects: read, built operation by operation, and printed.


SEEDS = range(2000, 2001)

passes = pytest.mark.parametrize("name", mostly_long(IN_A_ROW, IN_A_ROW[::4]))


@functools.cache
def texts() -> list[str]:
    """Those modules of the generators that are valid."""
    return [
        text
        for text in [generator.module(seed) for generator in (sdy, mixed) for seed in SEEDS]
        if "unregistered" not in text and is_valid(text)
    ]


def is_valid(text: str) -> bool:
    try:
        sdyopt.parse(text)
    except sdyopt.Error:
        return False
    return True


def outcome(module: sdyopt.Module, name: str) -> str:
    try:
        return module.run(name).to_text(debug_info=True)
    except sdyopt.Error as error:
        return str(error)


def parts(root: Operation) -> Iterator[object]:
    """Every object of a module that can change."""
    for op in root.walk():
        yield op
        yield op.operands
        yield from op.results
        for region in op.regions:
            yield region
            for block in region.blocks:
                yield block
                yield from block.arguments


def attributes_in(value: object) -> Iterator[Attribute]:
    """An attribute and all that it is made of."""
    if isinstance(value, Attribute):
        yield value
        for field in type(value).fields:
            yield from attributes_in(getattr(value, field))
    elif isinstance(value, tuple | frozenset):
        for element in value:
            yield from attributes_in(element)


def attributes_of(root: Operation) -> set[Attribute]:
    """All attributes and types that the operations of a module have."""
    found: set[Attribute] = set()
    for op in root.walk():
        signature = op.signature
        held = (*signature.operand_types, *signature.result_types, signature.properties, signature.attributes)
        found.update(attribute for value in held for attribute in attributes_in(value))
    return found


@passes
def test_modules_of_one_text_share_nothing_that_can_change(name: str) -> None:
    """A pass over one leaves the other as it was, and does the same to it later."""
    for text in texts():
        first, second = sdyopt.parse(text), sdyopt.parse(text)
        before = second.to_text(debug_info=True)
        after = outcome(first, name)
        assert {id(part) for part in parts(first.operation)}.isdisjoint(id(part) for part in parts(second.operation))
        assert second.to_text(debug_info=True) == before
        assert outcome(second, name) == after


@passes
def test_a_pass_over_a_copy_leaves_the_original_as_it_was(name: str) -> None:
    for text in texts():
        module = sdyopt.parse(text)
        before = module.to_text(debug_info=True)
        copy = sdyopt.Module(clone(module.operation, {}), module.source)
        after = outcome(copy, name)
        assert {id(part) for part in parts(module.operation)}.isdisjoint(id(part) for part in parts(copy.operation))
        assert module.to_text(debug_info=True) == before
        assert outcome(module, name) == after


@passes
def test_attributes_are_after_a_pass_what_they_were_before(name: str) -> None:
    """Passes make new ones instead; nobody can change one, and what one is made of cannot change either."""
    for text in texts():
        module = sdyopt.parse(text)
        before = {
            attribute: tuple([getattr(attribute, field) for field in type(attribute).fields])
            for attribute in attributes_of(module.operation)
        }
        outcome(module, name)
        for attribute, values in before.items():
            assert tuple([getattr(attribute, field) for field in type(attribute).fields]) == values
            assert type(attribute)(*values) is attribute
            hash(values)
            for field in type(attribute).fields:
                with pytest.raises(AttributeError, match="is immutable"):
                    setattr(attribute, field, None)


@passes
def test_a_module_is_well_linked_after_a_pass(name: str) -> None:
    """Operations are where they say they are; values know their users: those in the module, and no others."""
    for text in texts():
        module = sdyopt.parse(text)
        outcome(module, name)
        ops = list(module.walk())
        inside = set(ops)
        defined: set[Value] = set()
        for op in ops:
            defined.update(op.results)
            assert all(result.owner is op and result.index == index for index, result in enumerate(op.results))
            assert op.signature.operand_types == tuple([operand.type for operand in op.operands])
            for region in op.regions:
                assert region.parent is op
                for block in region.blocks:
                    assert block.parent is region
                    defined.update(block.arguments)
                    held = list(block.ops)
                    assert all(inner.parent is block for inner in held)
                    assert [inner.previous for inner in held] == [None, *held][: len(held)]
        for op in ops:
            assert defined.issuperset(op.operands)
            assert all(op in operand.users for operand in op.operands)
        for value in defined:
            assert all(user in inside and value in user.operands for user in value.users)


MATRIX, SCALAR = sdyopt.parse_type("tensor<4x8xf32>"), sdyopt.parse_type("tensor<f32>")

INPUTS = Path(__file__).parent / "Inputs"
BUILT = (INPUTS / "module_builder.built.txt").read_text(encoding="utf-8")


def built() -> sdyopt.ModuleBuilder:
    build = sdyopt.ModuleBuilder()
    build.mesh("mesh", {"x": 2, "y": 4})
    with build.function("main", [MATRIX, MATRIX]) as (x, y):
        total = build("stablehlo.add", x, y)
        total = build("sdy.sharding_constraint", total, sharding='<@mesh, [{"x"}, {}]>')
        less = build("stablehlo.compare", total, build.constant(1.5, MATRIX), comparison_direction="LT")
        turned = build("stablehlo.transpose", less, permutation=[1, 0])
        zero = build.constant(0, SCALAR)
        with build.region([SCALAR, SCALAR]) as (body, (a, b)):
            build("stablehlo.return", build("stablehlo.maximum", a, b))
        largest = build("stablehlo.reduce", total, zero, dimensions=[0, 1], regions=[body])
        build("func.return", largest, turned)
    with build.function("declared", [], [], "private", {"x.y": [1, "a"]}):
        build("func.return")
    return build


def test_a_program_is_built() -> None:
    """Result types are inferred, attributes are what the operation declares, and the function returns what it does."""
    module = built().module
    module.verify()
    assert str(module) == BUILT
    assert str(sdyopt.parse(BUILT)) == BUILT


def test_a_program_is_extended_anywhere() -> None:
    """At an insertion point, or at the end of a block."""
    module = sdyopt.parse(BUILT)
    build = sdyopt.ModuleBuilder(module)
    (add,) = module.walk("stablehlo.add")
    with build.inserting(sdyopt.InsertionPoint.after_op(add)):
        tanh = build("stablehlo.tanh", add, result_types=[MATRIX])
        assert build("stablehlo.negate", tanh, result_types=[MATRIX]).previous is tanh
    assert tanh.previous is add
    assert build("sdy.mesh", sym_name="other", mesh='<["z"=3]>').parent is module.operation.regions[0].block
    module.verify()
    with build.inserting(module.functions["declared"].regions[0].block), pytest.raises(RuntimeError):
        raise RuntimeError
    assert build.at.block is module.operation.regions[0].block


def test_an_empty_module() -> None:
    assert str(sdyopt.Module()) == "module {\n}\n"


@pytest.mark.parametrize(
    ("name", "properties", "error", "message"),
    [
        ("stablehlo.transpose", {"permutation": "x"}, TypeError, "'permutation': expected i64 dense array attribute"),
        ("stablehlo.transpose", {"perm": [1]}, TypeError, "declares no attribute 'perm': it has permutation"),
        ("stablehlo.tanh", {"x": 1}, TypeError, "'stablehlo.tanh' declares no attribute 'x': it has result_accuracy"),
        ("stablehlo.concatenate", {"dimension": 1.5}, TypeError, "'dimension': expected 64-bit signless integer"),
        ("stablehlo.compare", {"comparison_direction": "LESS"}, TypeError, "got 'LESS'"),
        ("stablehlo.ad", {}, KeyError, "did you mean"),
    ],
)
def test_what_an_operation_cannot_have(
    name: str, properties: dict[str, Any], error: type[Exception], message: str
) -> None:
    build = sdyopt.ModuleBuilder()
    with build.function("f", [MATRIX]) as (x,), pytest.raises(error, match=message):
        build(name, x, result_types=[MATRIX], **properties)


@pytest.mark.parametrize(
    ("value", "type", "text"),
    [
        (None, None, "unit"),
        (True, None, "true"),
        (-3, None, "-3 : i64"),
        (1.5, None, "1.500000e+00 : f64"),
        ("a", None, '"a"'),
        ([1, ["b"]], None, '[1, ["b"]]'),
        ({"b": 1.0, "a": None}, None, "{a, b = 1.000000e+00 : f64}"),
        (SCALAR, None, "tensor<f32>"),
        (7, "i8", "7 : i8"),
        (1, "i1", "true"),
        (7, "index", "7 : index"),
        (1, "bf16", "1.000000e+00 : bf16"),
        (float("nan"), "bf16", "0x7FC0 : bf16"),
        (2, "tensor<3x4xf16>", "dense<2.000000e+00> : tensor<3x4xf16>"),
        ([[1, -1], [127, -128]], "tensor<2x2xi8>", "dense<[[1, -1], [127, -128]]> : tensor<2x2xi8>"),
        ([255], "tensor<1xui8>", "dense<255> : tensor<1xui8>"),
        ([True, False], "tensor<2xi1>", "dense<[true, false]> : tensor<2xi1>"),
        ([1 + 2j], "tensor<1xcomplex<f32>>", "dense<(1.000000e+00,2.000000e+00)> : tensor<1xcomplex<f32>>"),
        (float("nan"), "tensor<f8E4M3FN>", "dense<0x7F> : tensor<f8E4M3FN>"),
        ([], "tensor<0xf32>", "dense<> : tensor<0xf32>"),
        ((1, 2), "vector<2xindex>", "dense<[1, 2]> : vector<2xindex>"),
    ],
)
def test_attributes_of_values(value: object, type: str | None, text: str) -> None:
    """Each is what the parser makes of its text."""
    made = sdyopt.attribute(value, None if type is None else sdyopt.parse_type(type))
    assert str(made) == text
    assert made is sdyopt.parse_attribute(text)


@pytest.mark.parametrize(
    ("value", "type", "error", "message"),
    [
        (300, "tensor<i8>", ValueError, "300 does not fit into i8"),
        (-1, "ui8", ValueError, "-1 does not fit into ui8"),
        ([1, 2], "tensor<3xi8>", ValueError, "there are 2 elements where the type has 3"),
        ([1.5], "tensor<1xi8>", TypeError, "'float' object cannot be interpreted as an integer"),
        (1, "tensor<?xi8>", ValueError, "static shape"),
        (1, "none", TypeError, "not numbers"),
        (object(), None, TypeError, "cannot be interpreted"),
    ],
)
def test_values_that_do_not_fit(value: object, type: str | None, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        sdyopt.attribute(value, None if type is None else sdyopt.parse_type(type))


def test_arrays_of_numpy_are_elements() -> None:
    numpy = pytest.importorskip("numpy")
    made = sdyopt.attribute(numpy.arange(6.0).reshape(2, 3), sdyopt.parse_type("tensor<2x3xf32>"))
    assert isinstance(made, sdyopt.DenseElementsAttr) and made.values == (0.0, 1.0, 2.0, 3.0, 4.0, 5.0)
    assert sdyopt.attribute(numpy.int32(5), sdyopt.parse_type("i32")) is sdyopt.parse_attribute("5 : i32")


PROGRAM = """
func.func @main(%arg0: tensor<8x4xf32>, %arg1: tensor<8x4xf32>, %arg2: tensor<4x16xf32>, %arg3: tensor<i32>) {
  return
}
"""


@pytest.fixture
def values() -> list[Value]:
    module = sdyopt.parse(PROGRAM)
    (function,) = [op for op in module.operation.walk() if op.name == "func.func"]
    return list(function.regions[0].block.arguments)


def _attributes(**texts: str) -> dict[str, Attribute]:
    return {name: sdyopt.parse_attribute(text) for name, text in texts.items()}


@pytest.mark.parametrize(
    ("name", "operands", "properties", "expected"),
    [
        ("stablehlo.add", (0, 1), {}, ["tensor<8x4xf32>"]),
        (
            "stablehlo.compare",
            (0, 1),
            {"comparison_direction": "#stablehlo<comparison_direction LT>"},
            ["tensor<8x4xi1>"],
        ),
        ("stablehlo.transpose", (0,), {"permutation": "array<i64: 1, 0>"}, ["tensor<4x8xf32>"]),
        ("stablehlo.concatenate", (0, 1), {"dimension": "0 : i64"}, ["tensor<16x4xf32>"]),
        ("stablehlo.constant", (), {"value": "dense<1> : tensor<3xi8>"}, ["tensor<3xi8>"]),
        ("stablehlo.dynamic_slice", (0, 3, 3), {"slice_sizes": "array<i64: 2, 2>"}, ["tensor<2x2xf32>"]),
        ("stablehlo.tuple", (0, 3), {}, ["tuple<tensor<8x4xf32>, tensor<i32>>"]),
        ("chlo.broadcast_add", (0, 1), {}, ["tensor<8x4xf32>"]),
        ("sdy.sharding_constraint", (0,), {"sharding": '#sdy.sharding<@mesh, [{"x"}, {}]>'}, ["tensor<8x4xf32>"]),
        ("shape.from_extents", (), {}, ["!shape.shape"]),
        ("func.return", (), {}, []),
    ],
)
def test_results_are_inferred(
    values: list[Value], name: str, operands: tuple[int, ...], properties: dict[str, str], expected: list[str]
) -> None:
    op = sdyopt.create(name, [values[index] for index in operands], properties=_attributes(**properties))
    assert [str(result.type) for result in op.results] == expected


def test_operands_that_do_not_fit_are_an_error(values: list[Value]) -> None:
    with pytest.raises(sdyopt.Error, match="do not match rank"):
        sdyopt.create("stablehlo.concatenate", [values[0], values[3]], properties=_attributes(dimension="0 : i64"))


def test_types_that_do_not_follow_have_to_be_given(values: list[Value]) -> None:
    with pytest.raises(TypeError, match="do not follow from its operands"):
        sdyopt.create("stablehlo.reshape", [values[0]])


# Operations, values, blocks and regions as Python objects: their texts, copies and walks.


PARTS = """\
module {
  func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0:2 = stablehlo.optimization_barrier %arg0, %arg0 : tensor<4xf32>, tensor<4xf32>
    %1 = stablehlo.add %0#1, %arg0 : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
"""


@pytest.fixture
def module() -> sdyopt.Module:
    return sdyopt.parse(PARTS)


@pytest.fixture
def add(module: sdyopt.Module) -> sdyopt.Operation:
    (add,) = module.walk("stablehlo.add")
    return add


def test_values_have_the_names_of_the_text(add: sdyopt.Operation) -> None:
    assert [str(value) for value in (*add.operands, add.result)] == ["%0#1", "%arg0", "%1"]
    assert repr(add.result) == "<OpResult 0 of stablehlo.add: tensor<4xf32>>"
    assert repr(add.operands[1]) == "<BlockArgument 0: tensor<4xf32>>"


def test_blocks_and_regions_have_a_text(module: sdyopt.Module) -> None:
    region = module.functions["f"].regions[0]
    text = "^bb0(%arg0: tensor<4xf32>):\n" + "".join([line[2:] + "\n" for line in PARTS.splitlines()[2:5]])
    assert f"{region.block}\n" == f"{region}\n" == text
    assert repr(region.block) == "<Block: 1 arguments, 3 operations>"
    assert repr(region) == "<Region: 1 blocks>"
    block = sdyopt.Region().add_block()
    argument = block.add_argument(sdyopt.parse_type("i32"))
    assert (str(block), str(argument)) == ("<Block: 1 arguments, 0 operations>", "<<UNKNOWN SSA VALUE>>")


def test_whatever_the_state_of_an_operation_is_it_has_a_text(add: sdyopt.Operation) -> None:
    """In generic form if its own has nothing to print; values from elsewhere have no name."""
    copied = add.clone()
    assert str(copied) == "%0 = stablehlo.add <<UNKNOWN SSA VALUE>>, <<UNKNOWN SSA VALUE>> : tensor<4xf32>"
    block = add.parent
    add.operands.clear()
    generic = '%1 = "stablehlo.add"() : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>'
    assert str(add) == generic
    assert generic in str(block)


def test_operations_are_cloned(module: sdyopt.Module, add: sdyopt.Operation) -> None:
    """With regions, into the mapping of values."""
    mapping: dict[sdyopt.Value, sdyopt.Value] = {add.operands[0]: add.operands[1]}
    copied = add.clone(mapping)
    assert copied.operands == [add.operands[1], add.operands[1]] and copied.parent is None
    assert mapping[add.result] is copied.result
    function = module.functions["f"]
    twin = function.clone()
    assert [op.name for op in twin.walk()] == [op.name for op in function.walk()]
    assert not {*twin.walk()} & {*function.walk()}


def test_modules_are_copied(module: sdyopt.Module) -> None:
    for copied in (module.copy(), copy.copy(module), copy.deepcopy(module), pickle.loads(pickle.dumps(module))):
        assert str(copied) == PARTS
        copied.run("canonicalize")
        copied.functions["f"].set_attribute("x", sdyopt.attribute(1))
        assert str(module) == PARTS
    (op,) = module.copy().walk("stablehlo.add")
    assert module.place_of(op) == module.place_of(next(module.walk("stablehlo.add")))


def test_attributes_and_types_are_their_own_copies(add: sdyopt.Operation) -> None:
    for value in (add.result.type, add.signature, sdyopt.attribute([1, "a"])):
        assert copy.copy(value) is value and copy.deepcopy(value) is value
    assert pickle.loads(pickle.dumps(add.result.type)) is add.result.type


def test_parts_of_programs_are_not_pickled(add: sdyopt.Operation) -> None:
    """The error says what to do instead."""
    assert add.parent is not None
    for part in (add, add.result, add.parent, add.parent.parent):
        for function in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="is part of a program and cannot be pickled or copied alone: use its"):
                function(part)
    with pytest.raises(TypeError, match="a signature is part of a program and cannot be pickled alone"):
        pickle.dumps(add.signature)


def test_walks_are_filtered(module: sdyopt.Module) -> None:
    names = ("stablehlo.add", "func.func")
    assert [op.name for op in module.walk(*names)] == ["func.func", "stablehlo.add"]
    assert [op.name for op in module.walk(*names, post_order=True)] == ["stablehlo.add", "func.func"]
    assert [op.name for op in module.functions["f"].walk(post_order=True)][-1] == "func.func"
    assert list(module.walk("func.call")) == []


def test_texts_have_the_options_of_commands(module: sdyopt.Module, add: sdyopt.Operation) -> None:
    assert module.to_text(of=add) == "%1 = stablehlo.add %0#1, %arg0 : tensor<4xf32>\n"
    assert module.to_text(value_users=True).splitlines()[4].endswith("// user: %3")
    assert 'loc("-":4:10)' in module.to_text(debug_info=True, local_scope=True)
    assert '"stablehlo.add"(%0#1, %arg0)' in module.to_text(generic=True)


def test_all_errors_have_one_base() -> None:
    module = sdyopt.parse(PARTS)
    for attempt in (
        lambda: sdyopt.parse("wrong"),
        lambda: module.run("no-such-pass"),
        lambda: sdyopt.process_files(["a/x.mlir", "b/x.mlir", "a/x.mlir"], "builtin.module()", "out"),
    ):
        with pytest.raises(sdyopt.SdyOptError):
            attempt()
    for error in (
        sdyopt.Error, sdyopt.CompilationError, sdyopt.PipelineError, sdyopt.BrokenPassError, sdyopt.RunError,
        sdyopt.PlanError,
    ):  # fmt: skip
        assert issubclass(error, sdyopt.SdyOptError)


class Log(sdyopt.Instrument):
    """Notes what happens."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def before_pass(self, step: sdyopt.PassInvocation, operation: sdyopt.Operation) -> None:
        self.lines.append(f"before {step.name} on {operation.name}")

    def after_pass(self, step: sdyopt.PassInvocation, operation: sdyopt.Operation, changed: bool) -> None:
        self.lines.append(f"after {step.name}: {changed}")


def test_passes_are_observed(module: sdyopt.Module) -> None:
    """By an instrument of one's own, and by those that print and measure."""
    log, timing, printed = Log(), sdyopt.Timing(), []
    printing = sdyopt.print_ir(before=["cse"], after=True, only_changes=True, write=printed.append)
    (op,) = module.walk("stablehlo.add")
    sdyopt.create("stablehlo.add", op.operands).insert_after(op)  # which nothing uses
    module.run("cse", "canonicalize", "sdy-close-shardings", instruments=[log, timing, printing])
    assert log.lines == [
        "before cse on builtin.module", "after cse: True",
        "before canonicalize on builtin.module", "after canonicalize: False",
        "before sdy-close-shardings on builtin.module", "after sdy-close-shardings: False",
    ]  # fmt: skip
    assert [text.splitlines()[0] for text in printed] == [
        "// -----// IR Dump Before CSEPass: cse //----- //",
        "// -----// IR Dump After CSEPass: cse //----- //",
    ]
    assert "CSEPass" in timing.report()


def test_operations_that_are_not_inserted_do_not_count_as_users() -> None:
    """Neither in the comments of users nor in the order of uses that bytecode has."""
    module = sdyopt.parse("func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  return %0 : i32\n}")
    before, users = str(module), module.to_text(value_users=True)
    (op,) = module.walk("arith.addi")
    clone, other = op.clone(), sdyopt.create("arith.addi", [op.result, op.result])
    assert module.to_text(value_users=True) == users
    assert str(sdyopt.parse(module.to_bytecode())) == before
    assert clone.operands == op.operands and other.operands[0] is op.result
