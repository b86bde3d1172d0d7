"""The splitter of constants copes with what is deep, wide or called in circles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from sdyopt.dialects.builtin import MODULE
from sdyopt.dialects.func.ops import CALL, FUNC, RETURN
from sdyopt.dialects.sdy.ops import CONSTANT, NAMED_COMPUTATION
from sdyopt.dialects.sdy.ops import RETURN as SDY_RETURN
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import (
    DenseElementsAttr,
    DictionaryAttr,
    FloatType,
    FunctionType,
    RankedTensorType,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
)
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.symbols import symbols
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.passes.importing.constant_or_scalar_splitter import ConstantOrScalarSplitter
from sdyopt.rewriting.rewriter import Rewriter

TENSOR = RankedTensorType((8,), FloatType("f32"))
TEST = OpDefinition("test.op")
DEPTH = 5000


def holding(ops: Iterable[Operation]) -> list[Region]:
    region = Region()
    block = region.add_block()
    for op in ops:
        block.append(op)
    return [region]


def properties(**entries: Attribute) -> DictionaryAttr:
    return DictionaryAttr.of(entries)


def constant() -> Operation:
    return Operation.create(CONSTANT, [], [TENSOR], properties(value=DenseElementsAttr("1.0", TENSOR)))


def use(*values: Value) -> Operation:
    return Operation.create(TEST, values)


def function(name: str, ops: Sequence[Operation], *returned: Value) -> Operation:
    type = TypeAttr(FunctionType((), (TENSOR,) * len(returned)))
    body = holding([*ops, Operation.create(RETURN, returned)])
    return Operation.create(FUNC, properties=properties(sym_name=StringAttr(name), function_type=type), regions=body)


def call(name: str) -> Operation:
    return Operation.create(CALL, [], [TENSOR], properties(callee=SymbolRefAttr((name,))))


def split(*functions: Operation) -> Operation:
    module = Operation.create(MODULE, regions=holding(functions))
    ConstantOrScalarSplitter().run(module, Rewriter())
    return module


def count(module: Operation, definition: OpDefinition) -> int:
    return sum(op.signature.definition is definition for op in module.walk())


def test_uses_in_deep_regions() -> None:
    shared = constant()
    nested = use(shared.result)
    for _ in range(DEPTH):
        nested = Operation.create(TEST, regions=holding([use(shared.result), nested]))
    assert count(split(function("f", [shared, nested])), CONSTANT) == DEPTH + 1


def test_deeply_nested_named_computations() -> None:
    inner = constant()
    for _ in range(DEPTH):
        body = holding([inner, Operation.create(SDY_RETURN, [inner.result])])
        inner = Operation.create(NAMED_COMPUTATION, [], [TENSOR], properties(name=StringAttr("n")), regions=body)
    module = split(function("f", [inner, use(inner.result), use(inner.result)]))
    assert count(module, NAMED_COMPUTATION) == 2 * DEPTH


def test_a_long_constant_expression() -> None:
    chain = [constant()]
    for _ in range(DEPTH):
        body = holding([Operation.create(SDY_RETURN)])
        operand = chain[-1].result
        body[0].block.add_argument(TENSOR)
        chain.append(
            Operation.create(NAMED_COMPUTATION, [operand], [TENSOR], properties(name=StringAttr("n")), regions=body)
        )
    last = chain[-1].result
    assert count(split(function("f", [*chain, use(last), use(last)])), NAMED_COMPUTATION) == 2 * DEPTH


def test_a_wide_terminator() -> None:
    shared = constant()
    others = [constant() for _ in range(DEPTH)]
    returned = [shared.result] * DEPTH + [other.result for other in others]
    module = split(function("f", [shared, *others], *returned))
    terminator = symbols(module)["f"].regions[0].block.last
    assert terminator is not None
    assert len(set(terminator.operands)) == 2 * DEPTH
    assert count(module, CONSTANT) == 2 * DEPTH


def test_a_function_that_calls_itself() -> None:
    """It cannot be copied with all that it calls; the reference goes on copying until its stack is full."""
    again = call("loop")
    with pytest.raises(CompilationError, match="cannot copy function @loop for this call"):
        split(function("loop", [again, use(again.result)], again.result))
