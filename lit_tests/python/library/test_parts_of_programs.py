"""Operations, values, blocks and regions as Python objects: their texts, copies and walks."""

from __future__ import annotations

import copy
import pickle

import pytest

import sdyopt

PROGRAM = """\
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
    return sdyopt.parse(PROGRAM)


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
    text = "^bb0(%arg0: tensor<4xf32>):\n" + "".join([line[2:] + "\n" for line in PROGRAM.splitlines()[2:5]])
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
        assert str(copied) == PROGRAM
        copied.run("canonicalize")
        copied.functions["f"].set_attribute("x", sdyopt.attribute(1))
        assert str(module) == PROGRAM
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
    function = module.functions["f"]
    assert module.to_text(of=add) == "%1 = stablehlo.add %0#1, %arg0 : tensor<4xf32>\n"
    assert module.to_text(value_users=True).splitlines()[4].endswith("// user: %3")
    assert module.to_text(of=function, skip_regions=True) == (
        "func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {...}\n"
    )
    assert 'loc("-":4:10)' in module.to_text(debug_info=True, local_scope=True)
    assert '"stablehlo.add"(%0#1, %arg0)' in module.to_text(generic=True, unique_ssa_ids=True)


def test_all_errors_have_one_base() -> None:
    module = sdyopt.parse(PROGRAM)
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
