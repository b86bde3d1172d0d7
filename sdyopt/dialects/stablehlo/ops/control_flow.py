"""Loops, branches, calls, tuples, tokens: operations around values rather than on their elements."""

from __future__ import annotations

from sdyopt.dialects.stablehlo import kinds
from sdyopt.dialects.stablehlo.verification import control_flow
from sdyopt.ir.attributes import FALSE, ArrayAttr, DictionaryAttr, IntegerAttr, IntegerType, StringAttr
from sdyopt.ir.signature import Signature
from sdyopt.mlir.declare import attr_kinds as builtin
from sdyopt.mlir.declare.constraints import Attr, Operand, RegionDef, Result
from sdyopt.mlir.declare.definition import NO_RULE, OpDef, pure_op

_I32 = IntegerType(32)
_FUNCTIONAL = "attr-dict `:` functional-type(operands, results)"


RETURN = OpDef(
    "stablehlo.return",
    operands=[Operand("results", kinds.LOOP_VALUE, "*")],
    traits=["IsTerminator", "Pure"],
    format="$results attr-dict (`:` type($results)^)?",
)
"""Ends a region of a StableHLO operation and gives its results."""

WHILE = OpDef(
    "stablehlo.while",
    operands=[Operand("operand", kinds.LOOP_VALUE, "*")],
    results=[Result("result", kinds.LOOP_VALUE, "*")],
    regions=[RegionDef("cond", max_blocks=1), RegionDef("body", max_blocks=1)],
    traits=["SingleBlock", "SingleBlockImplicitTerminator<stablehlo.return>", "RecursiveMemoryEffects"],
    format="`` custom<WhileOp>",
    argument_names=lambda op, block: ["iterArg"] * len(block.arguments),
    verifiers=[control_flow.while_loop],
    sharding_rule=NO_RULE,
)
"""A loop: as long as the condition gives true, the body turns the values into those of the next round."""

CASE = OpDef(
    "stablehlo.case",
    operands=[Operand("index", kinds.I32_TENSOR)],
    results=[Result("result", kinds.BRANCH_RESULT, "*")],
    regions=[RegionDef("branches", "*", max_blocks=1)],
    traits=["SingleBlock", "SingleBlockImplicitTerminator<stablehlo.return>", "RecursiveMemoryEffects"],
    verifiers=[control_flow.branches],
    sharding_rule=NO_RULE,
)
"""Runs the branch with the number that is given; the last one if there is none with that number."""

IF = OpDef(
    "stablehlo.if",
    operands=[Operand("pred", kinds.PREDICATE)],
    results=[Result("result", kinds.BRANCH_RESULT, "*")],
    regions=[RegionDef("true_branch", max_blocks=1), RegionDef("false_branch", max_blocks=1)],
    traits=["SingleBlock", "SingleBlockImplicitTerminator<stablehlo.return>", "RecursiveMemoryEffects"],
    verifiers=[control_flow.branches],
)
"""Runs one of two branches, as the predicate says."""

OPTIMIZATION_BARRIER = pure_op(
    "stablehlo.optimization_barrier",
    partitioning="moved",
    operands=[Operand("operand", kinds.TENSOR_OR_TOKEN, "*")],
    results=[Result("result", kinds.TENSOR_OR_TOKEN, "*")],
    format="attr-dict `` custom<PairwiseOp>($operand, $result)",
    verifiers=[control_flow.same_operands_and_results],
    sharding_rule=NO_RULE,
)
"""Gives its operands as they are; what produces them is computed before anything that uses the results."""

CUSTOM_CALL = OpDef(
    "stablehlo.custom_call",
    partitioning="custom_call",
    operands=[Operand("inputs", kinds.CUSTOM_CALL_VALUE, "*")],
    results=[Result("result", kinds.CUSTOM_CALL_VALUE, "*")],
    attributes=[
        Attr("call_target_name", kinds.CALL_TARGET_NAME),
        Attr("has_side_effect", builtin.BOOL, default=FALSE),
        Attr("backend_config", kinds.BACKEND_CONFIG, optional=True),
        Attr("api_version", kinds.API_VERSION, default=IntegerAttr(1, _I32)),
        Attr("called_computations", kinds.FLAT_SYMBOL_REFS, default=ArrayAttr(())),
        Attr("operand_layouts", kinds.LAYOUTS, optional=True),
        Attr("result_layouts", kinds.LAYOUTS, optional=True),
        Attr("result_tilings", kinds.TILINGS, optional=True, since="0.11.0"),
        Attr("output_operand_aliases", kinds.OUTPUT_OPERAND_ALIASES, default=ArrayAttr(())),
    ],
    format=f"$call_target_name `(` $inputs `)` {_FUNCTIONAL}",
    verifiers=[control_flow.custom_call],
    sharding_rule="custom_calls.custom_call",
    sharding_rule_surroundings="custom_calls.feeds_random_bits",
    effect_attribute="has_side_effect",
)
"""Calls something that the compiler's target provides under a name; what it means is that one's affair."""


def target_of(signature: Signature) -> str:
    """Returns the name of the function that custom calls call; "" for other operations."""
    target = signature.properties.get("call_target_name") if signature.definition is CUSTOM_CALL else None
    return target.value if isinstance(target, StringAttr) else ""


COMPOSITE = OpDef(
    "stablehlo.composite",
    operands=[Operand("inputs", kinds.TENSOR_TOKEN_OR_TUPLE, "*")],
    results=[Result("result", kinds.TENSOR_TOKEN_OR_TUPLE, "*")],
    attributes=[
        Attr("composite_attributes", builtin.DICTIONARY, default=DictionaryAttr(())),
        Attr("decomposition", builtin.FLAT_SYMBOL_REF),
        Attr("name", builtin.STRING),
        Attr("version", builtin.I32, default=IntegerAttr(0, _I32)),
    ],
    regions=[RegionDef("composite_regions", "*")],
    format=f"$name $inputs (` ` `(` $composite_regions^ `)`)? {_FUNCTIONAL}",
    context_verifiers=[control_flow.composite],
)
"""An operation made of others: its decomposition, a function, says what it means, for those who do not know its
name."""

ASYNC_START = OpDef(
    "stablehlo.async_start",
    operands=[Operand("operands", kinds.TENSOR, "*")],
    results=[Result("result", kinds.FUTURE)],
    regions=[RegionDef("body", max_blocks=1)],
    traits=["IsolatedFromAbove", "SingleBlock", "SingleBlockImplicitTerminator<stablehlo.return>"],
    verifiers=[control_flow.async_start],
)
"""Starts the operation in its body, and gives a future of its result."""

ASYNC_DONE = OpDef(
    "stablehlo.async_done",
    operands=[Operand("operand", kinds.FUTURE)],
    results=[Result("result", kinds.TENSOR)],
    verifiers=[control_flow.async_done],
)
"""Waits for what an `async_start` has begun, and gives its result."""

TUPLE = pure_op(
    "stablehlo.tuple",
    operands=[Operand("val", kinds.TUPLE_ELEMENT, "*")],
    results=[Result("result", kinds.TUPLE)],
    format="$val attr-dict `:` custom<TupleOpType>(type($val), type($result))",
    verifiers=[control_flow.tuple_of_operands],
)
"""Puts values into a tuple."""

GET_TUPLE_ELEMENT = pure_op(
    "stablehlo.get_tuple_element",
    operands=[Operand("operand", kinds.TUPLE)],
    results=[Result("result", kinds.TUPLE_ELEMENT)],
    attributes=[Attr("index", kinds.I32_NON_NEGATIVE)],
    format=f"$operand `[` $index `]` {_FUNCTIONAL}",
    verifiers=[control_flow.get_tuple_element],
    sharding_rule=NO_RULE,
)
"""The element of a tuple at a place."""

AFTER_ALL = pure_op(
    "stablehlo.after_all",
    operands=[Operand("inputs", kinds.TOKEN, "*")],
    results=[Result("result", kinds.TOKEN)],
    format="$inputs attr-dict `:` custom<SameOperandsAndResultType>(type($inputs), type($result))",
    sharding_rule=NO_RULE,
)
"""A token that is there once all tokens given are."""

CREATE_TOKEN = pure_op(
    "stablehlo.create_token",
    results=[Result("output", kinds.TOKEN)],
    format="attr-dict `:` type(results)",
    sharding_rule=NO_RULE,
)
"""A token that is there from the start."""
