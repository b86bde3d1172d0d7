"""What patterns use that replace an operation by simpler ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import DictionaryAttr
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.locations import fused
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.rewriting.folding.constants import constant_value
from sdyopt.rewriting.folding.values.materialization import constant_signature
from sdyopt.rewriting.patterns import PatternRewriter
from sdyopt.rewriting.replacements import simplified


class Simplifier:
    """Makes the operations that take the place of `root`.

    Their location is that of `root` and of `matched`, which are other operations of the pattern that is replaced.
    """

    def __init__(self, root: Operation, rewriter: PatternRewriter, matched: Iterable[Operation] = ()) -> None:
        self._root = root
        self._rewriter = rewriter
        self._location = fused([root.location, *[op.location for op in matched]])
        self._made: list[Value] = []

    def constant(self, value: Attribute, type: Type) -> Value:
        """Returns a new constant."""
        signature = constant_signature(self._root.definition.dialect, value, type)
        assert signature is not None
        at = InsertionPoint.before_op(self._root)
        return self._noted(self._rewriter.create_with(at, signature, [], self._location))

    def create(
        self,
        definition: OpDef,
        operands: Sequence[Value],
        type: Type,
        properties: Mapping[str, Attribute] | None = None,
    ) -> Value:
        """Returns the result of a new operation; `properties` may omit those with a default."""
        filled_in = DictionaryAttr.of({**definition.filled_in, **(properties or {})})
        at = InsertionPoint.before_op(self._root)
        return self._noted(self._rewriter.create(at, definition, operands, [type], filled_in, location=self._location))

    def _noted(self, op: Operation) -> Value:
        self._made.append(op.result)
        return op.result

    def replace_by(self, *values: Value) -> bool:
        """Makes `values` the results of the root, and returns True: the pattern applies."""
        self._rewriter.report(simplified, self._root)
        for value, result in zip(values, self._root.results, strict=True):
            if value in self._made and result.is_used:
                self._rewriter.renames(value, result)
        self._rewriter.replace(self._root, values)
        return True


def defining_constant(value: Value) -> tuple[Operation, Attribute] | None:
    """Returns the constant that defines `value`, and what it is; None if none does."""
    constant = constant_value(value)
    if constant is None:
        return None
    assert isinstance(value, OpResult)
    return value.owner, constant
