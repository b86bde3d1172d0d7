"""Blocks under construction: operations are appended, tuples made and taken apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from sdyopt.dialects import REGISTRY
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import I32, NO_ATTRIBUTES, DictionaryAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.types import TupleType
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import OpDef

TUPLE, ELEMENT = "stablehlo.tuple", "stablehlo.get_tuple_element"


@lru_cache(maxsize=512)
def definition(name: str) -> OpDef:
    """Returns the declaration of an operation."""
    found = REGISTRY.operation(name)
    assert found is not None, name
    return found


class BlockBuilder:
    """Appends operations to a block."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self._tuples: list[Operation] = []
        """The operations that make tuples, or take an element out of one, in their order."""

    def create(
        self,
        name: str,
        operands: Sequence[Value],
        types: Sequence[Type],
        properties: DictionaryAttr,
        attributes: DictionaryAttr,
        location: int,
        regions: Sequence[Region] = (),
    ) -> Operation:
        """Appends an operation, and returns it."""
        op = Operation.create(definition(name), operands, types, properties, attributes, regions, location)
        self.block.append(op)
        if name in (TUPLE, ELEMENT):
            self._tuples.append(op)
        return op

    def element(self, value: Value, index: int, location: int, attributes: DictionaryAttr = NO_ATTRIBUTES) -> OpResult:
        """Returns an element of a tuple."""
        assert isinstance(value.type, TupleType)
        properties = DictionaryAttr((("index", IntegerAttr(index, I32)),))
        return self.create(ELEMENT, [value], [value.type.types[index]], properties, attributes, location).result

    def flattened(self, value: Value, location: int) -> list[Value]:
        """Returns the parts of a value that are not tuples, from left to right."""
        if not isinstance(value.type, TupleType):
            return [value]
        found: list[Value] = []
        for index in range(len(value.type.types)):
            found += self.flattened(self.element(value, index, location), location)
        return found

    def tupled(self, values: Sequence[Value], type: Type, location: int) -> Value:
        """Returns a value of a type, of which `values` are the parts that are not tuples."""
        return self._tupled(iter(values), type, location)

    def _tupled(self, values: Iterator[Value], type: Type, location: int) -> Value:
        if not isinstance(type, TupleType):
            return next(values)
        elements = [self._tupled(values, element, location) for element in type.types]
        return self.create(TUPLE, elements, [type], NO_ATTRIBUTES, NO_ATTRIBUTES, location).result

    def clean_up(self) -> bool:
        """Takes tuples apart that were made in the program, as XLA does; returns whether any operation has changed.

        XLA does it again until the last element of a tuple cannot be simplified, so that unused tuples may be left.
        """
        has_changed, goes_on = False, True
        while goes_on:
            goes_on = False
            erased: list[Operation] = []
            for op in self._tuples:
                if op.name == ELEMENT:
                    found = _made_of(op)
                    goes_on = found is not None
                    if found is not None:
                        op.result.replace_all_uses_with(found)
                        erased.append(op)
                elif not op.result.is_used:
                    goes_on = True
                    erased.append(op)
            for op in erased:
                op.erase()
            dropped = set(map(id, erased))
            self._tuples = [op for op in self._tuples if id(op) not in dropped]
            has_changed |= bool(erased)
        return has_changed


def _made_of(op: Operation) -> Value | None:
    """Returns what a tuple has been made of at the index of `op`, which takes an element; None if it is unknown."""
    (operand,) = op.operands
    if not isinstance(operand, OpResult) or operand.owner.name != TUPLE:
        return None
    index = op.attribute_named("index", IntegerAttr).value
    return operand.owner.operands[index]
