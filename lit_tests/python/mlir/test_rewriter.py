"""Rewriting: the rewriter, and the order of the greedy driver."""

from __future__ import annotations

import pytest

import sdyopt
from sdyopt.dialects.sdy.ops import SHARDING_CONSTRAINT
from sdyopt.dialects.stablehlo.ops.control_flow import OPTIMIZATION_BARRIER
from sdyopt.dialects.stablehlo.ops.elementwise import ABS, NEGATE
from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import OpOperand
from sdyopt.mlir.rewrite.rewriter import Analyses
from sdyopt.rewriting.greedy import GreedyOptions, rewrite_greedily
from sdyopt.rewriting.patterns import Pattern, PatternRewriter, PatternSet, pattern
from sdyopt.rewriting.rewriter import Rewriter

# The rewriter keeps a program well linked, knows whether it changed, and refuses what would break it.


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


# The greedy driver visits operations in MLIR's order, and again what a change touches.


GREEDY_PROGRAM = """
func.func @f(%x: tensor<8xf32>, %i: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.abs %x {n = 0} : tensor<8xf32>
  %1 = "stablehlo.case"(%i) ({
    %3 = stablehlo.abs %0 {n = 1} : tensor<8xf32>
    stablehlo.return %3 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  %2 = stablehlo.abs %1 {n = 2} : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
"""


def number(op: Operation) -> int:
    """The attribute `n`."""
    return int(str(op.attributes["n"]).partition(" ")[0])


def run(text: str, *patterns: Pattern, options: GreedyOptions = GreedyOptions()) -> tuple[sdyopt.Module, bool, bool]:  # noqa: B008
    """The module afterwards, whether the rewriting came to an end, and whether it changed anything."""
    module = sdyopt.parse(text)
    rewriter = Rewriter()
    converged = rewrite_greedily(module.operation, PatternSet(patterns), rewriter, options)
    module.verify()
    return module, converged, rewriter.has_changed


def visits(options: GreedyOptions) -> list[int]:
    """In which order the operations are visited."""
    seen: list[int] = []

    @pattern(ABS, "Visit")
    def visit(op: Operation, rewriter: PatternRewriter) -> bool:
        seen.append(number(op))
        return False

    _, converged, has_changed = run(GREEDY_PROGRAM, visit, options=options)
    assert converged
    assert not has_changed
    return seen


def test_top_down_is_the_order_of_the_text() -> None:
    assert visits(GreedyOptions(top_down=True)) == [0, 1, 2]


def test_bottom_up_is_the_reverse_order() -> None:
    assert visits(GreedyOptions(top_down=False)) == [2, 1, 0]


@pattern(ABS, "Negate")
def negate(op: Operation, rewriter: PatternRewriter) -> bool:
    """Puts a negation in the place of an absolute value."""
    new = rewriter.create_before(op, NEGATE, op.operands, [op.result.type])
    rewriter.replace(op, new.results)
    return True


def test_patterns_apply_until_nothing_changes() -> None:
    module, converged, has_changed = run(GREEDY_PROGRAM, negate)
    assert converged
    assert has_changed
    assert "stablehlo.abs" not in str(module)
    assert str(module).count("stablehlo.negate") == 3


def test_rewrites_and_iterations_are_limited() -> None:
    module, converged, _ = run(GREEDY_PROGRAM, negate, options=GreedyOptions(max_rewrites=1, max_iterations=2))
    assert not converged
    assert str(module).count("stablehlo.negate") == 2


def test_users_of_what_is_replaced_are_visited_again() -> None:
    seen: list[str] = []

    @pattern(NEGATE, "Visit")
    def visit(op: Operation, rewriter: PatternRewriter) -> bool:
        seen.append(op.name)
        return False

    @pattern(ABS, "ReplaceFirst")
    def replace_first(op: Operation, rewriter: PatternRewriter) -> bool:
        if number(op) != 0:
            return False
        rewriter.replace(op, op.operands)
        return True

    text = """
    func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.abs %x {n = 0} : tensor<8xf32>
      %1 = stablehlo.abs %0 {n = 1} : tensor<8xf32>
      %2 = stablehlo.negate %0 : tensor<8xf32>
      %3 = stablehlo.add %1, %2 : tensor<8xf32>
      return %3 : tensor<8xf32>
    }
    """
    run(text, visit, replace_first, options=GreedyOptions(top_down=False, max_iterations=1))
    assert seen == ["stablehlo.negate"] * 2


def test_what_defines_operands_of_a_dead_operation_is_dead() -> None:
    text = """
    func.func @f(%x: tensor<8xf32>) {
      %0 = stablehlo.abs %x : tensor<8xf32>
      %1 = stablehlo.negate %0 : tensor<8xf32>
      %2 = stablehlo.add %1, %1 : tensor<8xf32>
      return
    }
    """
    module, converged, _ = run(text, options=GreedyOptions(max_iterations=2))
    assert converged
    assert "stablehlo" not in str(module)


def test_dead_operations_that_use_each_other_go_in_a_graph_region() -> None:
    text = """
    %0 = stablehlo.abs %1 : tensor<8xf32>
    %1 = stablehlo.negate %0 : tensor<8xf32>
    """
    assert "stablehlo" not in str(run(text)[0])
    assert "stablehlo" in str(run(text, options=GreedyOptions(region_simplification="disabled"))[0])


def test_moving_constants_is_a_change_of_the_program_but_none_to_go_on_for() -> None:
    text = """
    func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.abs %x : tensor<8xf32>
      %cst = stablehlo.constant dense<0.0> : tensor<8xf32>
      %1 = stablehlo.add %0, %cst : tensor<8xf32>
      return %1 : tensor<8xf32>
    }
    """
    module, converged, has_changed = run(text, options=GreedyOptions(max_iterations=1))
    assert converged
    assert has_changed
    assert str(module).index("constant") < str(module).index("abs")


def test_patterns_with_more_benefit_come_first_and_only_one_applies() -> None:
    applied: list[str] = []

    def marking(name: str, benefit: int) -> Pattern:
        @pattern(ABS, name, benefit=benefit)
        def apply(op: Operation, rewriter: PatternRewriter) -> bool:
            applied.append(name)
            return negate.apply(op, rewriter)

        return apply

    run(GREEDY_PROGRAM, marking("one", 1), marking("also one", 1), marking("two", 2))
    assert applied == ["two"] * 3


def test_deep_nesting() -> None:
    """Nothing recurses."""
    levels = 1000
    text = "func.func @f(%x: tensor<8xf32>, %i: tensor<i32>) {\n"
    text += "".join([f'%v{level} = "stablehlo.case"(%i) ({{\n' for level in range(levels)])
    text += f"%v{levels} = stablehlo.abs %x : tensor<8xf32>\n"
    for level in reversed(range(levels)):
        text += f"stablehlo.return %v{level + 1} : tensor<8xf32>\n}}) : (tensor<i32>) -> tensor<8xf32>\n"
    for options in (GreedyOptions(), GreedyOptions(top_down=False, cse_between_iterations=True)):
        module, _, _ = run(f"{text}return\n}}\n", options=options)
        assert "stablehlo" not in str(module)
