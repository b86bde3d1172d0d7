"""Constants: each is there once, at the start of the region that is isolated from above.

What is folded to a constant becomes one of the operations that its dialect names for that.
"""

from __future__ import annotations

from functools import cache

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.func import ops as func
from sdyopt.dialects.stablehlo.ops import shapes
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import (
    BoolAttr,
    DenseElementsAttr,
    DenseResourceAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    SparseElementsAttr,
)
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.types import IntegerType
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.remarks import Remarks
from sdyopt.rewriting.rewriter import Rewriter

CONSTANTS: frozenset[OpDefinition] = frozenset((shapes.CONSTANT, chlo.CONSTANT, func.CONSTANT))
"""What counts as a constant here in the dialects that every run knows.

An `sdy.constant` does not: each of its uses may be sharded in another way.
"""


@cache
def is_constant(definition: OpDefinition) -> bool:
    """Whether operations with this definition are constants here."""
    return definition in CONSTANTS or ("ConstantLike" in definition.traits and definition.dialect != "sdy")


def constant_value(value: Value) -> Attribute | None:
    """Returns what `value` is, if a constant defines it."""
    if isinstance(value, OpResult) and is_constant(value.owner.signature.definition):
        signature = value.owner.signature
        return signature.properties.get(_VALUE_NAMES.get(signature.definition.name, "value"))
    return None


@remembered
def constant_signature(dialect: str, value: Attribute, type: Type) -> Signature | None:
    """Returns the constant that a dialect makes of a value for results of that type; None if it has none for it."""
    declared = REGISTRY.dialects.get(dialect)
    names = () if declared is None else declared.constants
    name = next((name for name in names if _can_be(name, value, type)), None)
    if name is None:
        return None
    definition = REGISTRY.operation(name)
    assert definition is not None
    return Signature.of(definition, (), (type,), DictionaryAttr(((_VALUE_NAMES.get(name, "value"), value),)))


def _can_be(constant: str, value: Attribute, type: Type) -> bool:
    """Whether constants of that name can have that value and type: numbers or elements, none of them signed integers.

    Those of StableHLO and CHLO are any elements.
    """
    if constant in ("stablehlo.constant", "chlo.constant"):
        return isinstance(value, _ELEMENTS)
    if isinstance(value, BoolAttr):
        return isinstance(type, IntegerType) and type.width == 1 and not type.signedness
    if not isinstance(value, (IntegerAttr, FloatAttr, *_ELEMENTS)) or value.type is not type:
        return False
    element_type = getattr(type, "element_type", type)
    return not (isinstance(element_type, IntegerType) and element_type.signedness)


_ELEMENTS = (DenseElementsAttr, DenseResourceAttr, SparseElementsAttr)
_VALUE_NAMES = {"shape.const_shape": "shape", "shape.const_witness": "passing"}
"""The attributes that hold the value of constants where that is not `value`."""


class UniqueConstants:
    """The constants that have been met. Equal ones are merged; each moves to the start of its home.

    Home is the entry block of the nearest region around it that sees no values from outside. Attributes beside the
    value do not count; they are lost where a constant is merged into another.
    """

    def __init__(self, rewriter: Rewriter) -> None:
        self._rewriter = rewriter
        self._known: dict[tuple[Block, str, Attribute | None, Type], Operation] = {}
        self._kept: set[Operation] = set()
        self._homes: dict[Block, Block] = {}

    def add(self, op: Operation) -> bool:
        """Moves or merges the constant `op`; returns whether it is still there."""
        block = op.parent
        assert block is not None
        home = self._homes.get(block)
        if home is None:
            home = self._homes[block] = home_of_constants(block)
        signature = op.signature
        value_name = _VALUE_NAMES.get(signature.definition.name, "value")
        value = signature.properties.get(value_name, signature.properties)
        key = (home, signature.definition.dialect, value, signature.result_types[0])
        known = self._known.setdefault(key, op)
        if known is not op:
            self._rewriter.report(ConstantMerged, op, known)
            self._rewriter.replace(op, known.results)
            known.location = UNKNOWN
            return False
        self._kept.add(op)
        if block is not home:
            self._rewriter.report(ConstantHoisted, op)
            self._rewriter.move(op, InsertionPoint.start_of(home))
            op.location = UNKNOWN
        elif op.previous is not None and op.previous not in self._kept:
            self._rewriter.move(op, InsertionPoint.start_of(home))
        return True


def home_of_constants(block: Block) -> Block:
    """Returns the block to which the constants of `block` move."""
    while True:
        region = block.parent
        assert region is not None
        holder = region.parent
        if holder is None or holder.parent is None or not _sees_outside(holder):
            return region.blocks[0]
        block = holder.parent


def _sees_outside(op: Operation) -> bool:
    """Whether the regions of `op` may use values from outside; unregistered operations count as isolated."""
    definition = op.signature.definition
    return isinstance(definition, OpDef) and "IsolatedFromAbove" not in definition.traits


class ConstantMerged(Decision):
    """A constant is merged into an equal one, `known`, that comes earlier."""

    op: Operation
    known: Operation

    def explain(self, remarks: Remarks) -> None:
        remarks.tell(
            "constant-merged",
            "{value} is the same constant as {known}, which replaces it",
            self.op,
            ("see the constant that stays", self.known),
            value=self.op.results[0],
            known=self.known.results[0],
        )


class ConstantHoisted(Decision):
    """A constant moves out of a region."""

    op: Operation

    def explain(self, remarks: Remarks) -> None:
        text = "{value} moved to the start of the function or computation around it"
        remarks.tell("constant-hoisted", text, self.op, value=self.op.results[0])
