"""Printing plans of operations that differ in the shapes of tensors alone, and of constants.

The text of such operations is the same except for their types. It is written once with *stand-ins*: tensors that have
an element type and a text, and no shape. A format that looks at shapes fails on these, and gets a plan for each
signature. That of constants is the same up to the value.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import attrgetter
from typing import Any

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import DenseElementsAttr, RankedTensorType
from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import Signature
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.write.attributes import OTHER_TEXTS, text_of

Plan = tuple[str, tuple[int, ...] | None, str | None]
"""A format string for the part after `=`; the operands whose names go into it (None: all in order); what an operation
in generic form mentions, if that has aliases."""

_STAND_IN = "\ud803"
"""Comes before and after the number of a stand-in: a surrogate, which no text has."""

_element_type = attrgetter("element_type")
_set_element_type = vars(RankedTensorType)["element_type"].__set__
_set_text = vars(Attribute)["printed"].__set__


class _Class:
    """The text of the operations of one class, with the numbers of types in it, and the rest of their plan."""

    __slots__ = ("parts", "places", "rest")

    def __init__(self, plan: Plan) -> None:
        parts = plan[0].split(_STAND_IN)
        self.places = [int(part) for part in parts[1::2]]
        self.parts = parts
        self.rest = plan[1:]

    def plan(self, types: tuple[Type, ...]) -> Plan | None:
        """Returns the plan of an operation with these types."""
        parts = self.parts
        parts[1::2] = texts = [
            (not OTHER_TEXTS and types[place].printed) or text_of(types[place]) for place in self.places
        ]
        return None if "%" in "".join(texts) else ("".join(parts), *self.rest)


class PlansByClass:
    """The classes that one printer has met. `make` returns the plan of an operation by its signature alone."""

    def __init__(self, make: Callable[[Operation, str], Plan | None]) -> None:
        self._make = make
        self._seen: set[Hashable] = set()
        """The classes of which one plan has been made: many classes have one member only, as each constant has."""
        self._classes: dict[Hashable, _Class | None] = {}
        self._before_value: dict[Hashable, str] = {}
        """The text of constants before their value, by what they are besides that."""

    def plan(self, op: Operation, default_dialect: str, implied: Hashable = None) -> Plan | None:
        """Returns the plan of `op` where this is the default dialect.

        `implied` is all that may be read from the regions of the operation. None is returned if there is no plan.
        """
        signature = op.signature
        types = signature.operand_types + signature.result_types
        if isinstance(signature.definition, OpDef) and signature.definition.is_constant:
            return self._of_constant(op, default_dialect)
        if not types or {*map(type, types)} != {RankedTensorType}:
            return self._make(op, default_dialect)
        key = (
            *(signature.definition, signature.properties, signature.attributes, len(signature.operand_types)),
            *(default_dialect, implied, *map(types.index, types)),
            *[_element_type(type) for type in types],
        )
        if key not in self._seen:
            self._seen.add(key)
            return self._make(op, default_dialect)
        if key not in self._classes:
            made = self._make(op, default_dialect)
            of_class = None if made is None else self._class_of(op, default_dialect)
            is_right = of_class is not None and of_class.plan(types) == made
            self._classes[key] = of_class if is_right else None
            return made
        known = self._classes[key]
        plan = None if known is None else known.plan(types)
        return self._make(op, default_dialect) if plan is None else plan

    def _of_constant(self, op: Operation, default_dialect: str) -> Plan | None:
        """Returns the plan of a constant, whose text ends in its value."""
        signature = op.signature
        value = signature.properties["value"]
        if not isinstance(value, DenseElementsAttr) or value.type is not signature.result_types[0]:
            return self._make(op, default_dialect)
        text = (not OTHER_TEXTS and value.printed) or text_of(value)
        if "%" in text or len(signature.properties) > 1:
            return self._make(op, default_dialect)
        key = signature.definition, signature.attributes, default_dialect
        before = self._before_value.get(key)
        if before is None:
            made = self._make(op, default_dialect)
            if made is not None:
                self._before_value[key] = made[0].removesuffix(text)
            return made
        return before + text, None, None

    def _class_of(self, op: Operation, default_dialect: str) -> _Class | None:
        """Returns the class of an operation; None if its format looks at shapes."""
        try:
            plan = self._make(_with_stand_ins(op), default_dialect)
        except AttributeError:
            return None
        return None if plan is None else _Class(plan)


def _with_stand_ins(op: Operation) -> Operation:
    """Returns an operation like `op`, for printing only, with a stand-in for each type."""
    signature = op.signature
    types: list[Any] = [*signature.operand_types, *signature.result_types]
    stand_ins: dict[Any, Any] = {}
    for number, type in enumerate(types):
        if type not in stand_ins:
            stand_ins[type] = stand_in = RankedTensorType.__new__(RankedTensorType)
            _set_element_type(stand_in, type.element_type)
            _set_text(stand_in, f"{_STAND_IN}{number}{_STAND_IN}")
    like = Signature()
    like.definition, like.properties, like.attributes = signature.definition, signature.properties, signature.attributes
    like.operand_types = tuple([stand_ins[type] for type in signature.operand_types])
    like.result_types = tuple([stand_ins[type] for type in signature.result_types])
    like.nameless, like.symbol = like, None
    block = Block()
    operands: list[Any] = [block.add_argument(type, UNKNOWN) for type in like.operand_types]
    made = Operation(like, operands)
    made.regions = op.regions
    return made


def implied_region(op: Operation) -> Hashable:
    """Returns all there is in the only region of `op`, if that is one operation on its arguments, and its return."""
    if len(op.regions) != 1 or op.successors:
        return None
    region = op.regions[0]
    if type(region) is not Region or len(region.blocks) != 1:
        return None
    block = region.blocks[0]
    first, last = block.first, block.last
    if first is None or last is None or first.next is not last or first.regions or last.regions or first.successors:
        return None
    if first.operands != block.arguments or last.operands != [*first.results] or last.results or last.successors:
        return None
    return first.signature, last.signature
