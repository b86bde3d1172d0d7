"""The rewriter keeps a program well linked, knows whether it changed, and refuses what would break it."""

from __future__ import annotations

import pytest

import sdyopt
from sdyopt.dialects.sdy.ops import SHARDING_CONSTRAINT
from sdyopt.dialects.stablehlo.ops.control_flow import OPTIMIZATION_BARRIER
from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.symbols import SymbolTable, symbol_name
from sdyopt.ir.value import OpOperand
from sdyopt.mlir.diagnostics import Diagnostic
from sdyopt.mlir.rewrite.remarks import Decision, Listeners
from sdyopt.mlir.rewrite.rewriter import Analyses
from sdyopt.rewriting.rewriter import Rewriter

PROGRAM = """
sdy.mesh @mesh = <["a"=2]>
func.func @f(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 : tensor<8xf32>
  %1 = stablehlo.add %0, %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
"""


@pytest.fixture
def module() -> sdyopt.Module:
    return sdyopt.parse(PROGRAM)


def ops(module: sdyopt.Module) -> list[Operation]:
    """The operations of the function's body."""
    return list(module.functions["f"].regions[0].block.ops)


def lines(module: sdyopt.Module) -> list[str]:
    """The lines of the function's body."""
    module.verify()
    return [line.strip() for line in str(module).splitlines()[3:-2]]


def test_created_before_and_after(module: sdyopt.Module) -> None:
    absolute, addition, _ = ops(module)
    rewriter = Rewriter()
    properties = {"sharding": sdyopt.Sharding.of("mesh", [["a"]])}
    after = rewriter.create_after(
        absolute.result, SHARDING_CONSTRAINT, [absolute.result], [absolute.result.type], properties
    )
    assert rewriter.replace_uses(absolute.result, after.result, except_in=after) == 2
    rewriter.create_before(absolute, SHARDING_CONSTRAINT, absolute.operands, properties=properties)
    assert rewriter.has_changed
    assert lines(module) == [
        '%0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>',
        "%1 = stablehlo.abs %arg0 : tensor<8xf32>",
        '%2 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32>',
        "%3 = stablehlo.add %2, %2 : tensor<8xf32>",
        "return %3 : tensor<8xf32>",
    ]
    assert addition.operands == [after.result] * 2


def test_moved_to_the_end_of_a_block_and_back(module: sdyopt.Module) -> None:
    absolute, addition, terminator = ops(module)
    rewriter = Rewriter()
    block = terminator.parent
    assert block is not None
    rewriter.move(absolute, InsertionPoint.end_of(block))
    assert list(block.ops) == [addition, terminator, absolute]
    rewriter.move(absolute, InsertionPoint.start_of(block))
    assert list(block.ops) == [absolute, addition, terminator]


def test_some_uses_replaced(module: sdyopt.Module) -> None:
    absolute, addition, _ = ops(module)
    rewriter = Rewriter()
    assert rewriter.replace_uses(absolute.result, absolute.operands[0], where=lambda use: use.index == 1) == 1
    assert addition.operands == [absolute.result, absolute.operands[0]]


def test_what_is_used_cannot_be_erased(module: sdyopt.Module) -> None:
    absolute = ops(module)[0]
    rewriter = Rewriter()
    with pytest.raises(ValueError, match="whose results are used"):
        rewriter.erase(absolute)
    assert not rewriter.has_changed
    rewriter.replace(absolute, absolute.operands)
    assert lines(module)[0] == "%0 = stablehlo.add %arg0, %arg0 : tensor<8xf32>"


def test_what_changes_nothing_is_no_change(module: sdyopt.Module) -> None:
    absolute, addition, _ = ops(module)
    rewriter = Rewriter()
    rewriter.set_operand(OpOperand(addition, 0), absolute.result)
    rewriter.renew_uses(addition)
    rewriter.set_signature(addition, addition.signature)
    rewriter.remove_attribute(addition, "absent")
    rewriter.set_type(absolute.result, absolute.result.type)
    assert rewriter.replace_uses(addition.operands[0], absolute.result) == 0
    assert not rewriter.has_changed


def test_shardings_and_attributes_are_changes(module: sdyopt.Module) -> None:
    absolute, addition, _ = ops(module)
    for change in (
        lambda rewriter: rewriter.set_attribute(absolute, "note", StringAttr("x")),
        lambda rewriter: rewriter.remove_attribute(absolute, "note"),
        lambda rewriter: rewriter.set_sharding(addition.result, sdyopt.Sharding.of("mesh", [["a"]])),
    ):
        rewriter = Rewriter()
        change(rewriter)
        assert rewriter.has_changed
    assert sdyopt.sharding_of(addition.result) is sdyopt.Sharding.of("mesh", [["a"]])


def test_the_types_of_results_reach_their_users(module: sdyopt.Module) -> None:
    absolute, addition, _ = ops(module)
    type = sdyopt.parse_type("tensor<4xf32>")
    Rewriter().set_type(absolute.result, type)
    assert absolute.signature.result_types == (type,)
    assert addition.signature.operand_types == (type, type)


def test_symbols_get_names_of_their_own(module: sdyopt.Module) -> None:
    table = SymbolTable(module.operation)
    rewriter = Rewriter()
    names = [rewriter.insert_symbol(table, rewriter_clone(module)) for _ in range(2)]
    assert names == ["f_0", "f_1"]
    assert [symbol_name(op) for op in module.operation.regions[0].block.ops] == ["mesh", "f", *names]
    assert table.lookup("f_1") is not None
    module.verify()


def rewriter_clone(module: sdyopt.Module) -> Operation:
    from sdyopt.ir.clone import clone

    return clone(module.functions["f"], {})


class Noticed(Decision):
    """A decision for this test."""

    what: str

    def explain(self, remarks: sdyopt.Remarks) -> None:
        raise AssertionError


def test_decisions_are_not_made_unless_somebody_listens() -> None:
    heard: list[Decision] = []
    Rewriter().report(Noticed, "unheard")
    Rewriter(Listeners(explain=heard.append)).report(Noticed, "heard")
    assert [vars(decision) for decision in heard] == [{"what": "heard"}]


def test_operands_erased_renew_those_behind(module: sdyopt.Module) -> None:
    absolute, addition, _ = ops(module)
    rewriter = Rewriter()
    argument = absolute.operands[0]
    barrier = rewriter.create_before(
        addition,
        OPTIMIZATION_BARRIER,
        [argument, absolute.result, argument, absolute.result],
        [absolute.result.type] * 4,
    )
    assert [use.index for use in absolute.result.uses if use.owner is barrier] == [3, 1]
    rewriter.erase_operands(barrier, {1})
    assert barrier.operands == [argument, argument, absolute.result]
    assert barrier.signature.operand_types == (argument.type,) * 3
    assert [(use.owner, use.index) for use in argument.uses] == [(barrier, 1), (barrier, 0), (absolute, 0)]
    assert [use.owner for use in absolute.result.uses] == [barrier, addition, addition]


def test_operations_that_use_each_other_are_erased_together() -> None:
    module = sdyopt.parse("%0 = stablehlo.abs %1 : tensor<f32>\n%1 = stablehlo.abs %0 : tensor<f32>\n")
    first, second = module.operation.regions[0].block.ops
    Rewriter().erase_together([first, second])
    assert list(module.operation.regions[0].block.ops) == []


def test_branches_are_redirected_and_blocks_erased() -> None:
    text = """
    func.func @f() {
      "d.branch"()[^bb1, ^bb2] : () -> ()
    ^bb1:
      return
    ^bb2:
      return
    }
    """
    module = sdyopt.parse(text, allow_unregistered_dialect=True)
    region = module.functions["f"].regions[0]
    _, first, second = region.blocks
    rewriter = Rewriter()
    rewriter.redirect_branches(second, first)
    rewriter.erase_blocks([second])
    assert [len(region.blocks), *region.blocks[0].last.successors] == [2, first, first]  # type: ignore[union-attr]
    assert rewriter.has_changed


def test_errors_are_deferred_to_who_wants_them() -> None:
    heard: list[Diagnostic] = []
    Rewriter().defer_error(Diagnostic("error", "unheard", 0))
    Rewriter(Listeners(defer=heard.append)).defer_error(Diagnostic("error", "heard", 0))
    assert [diagnostic.message for diagnostic in heard] == ["heard"]


def test_passes_on_the_operations_of_a_parent_share_what_is_found_out_about_it(module: sdyopt.Module) -> None:
    asked: list[Operation] = []

    def analyze(parent: Operation) -> int:
        asked.append(parent)
        return len(asked)

    analyses: Analyses = {}
    for _ in range(2):
        assert Rewriter(analyses=analyses).analysis_around(module.functions["f"], analyze) == 1
    assert Rewriter().analysis_around(module.functions["f"], analyze) == 2
    assert asked == [module.operation, module.operation]
