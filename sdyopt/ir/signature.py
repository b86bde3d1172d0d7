"""Signatures: all of an operation except its place, its operands and its regions."""

from __future__ import annotations

from typing import Any

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import NO_ATTRIBUTES, DictionaryAttr


class OpDefinition:
    """The kind of an operation. `ods.definition` adds what is declared about it."""

    __slots__ = ("dialect", "name", "traits")

    def __init__(self, name: str, traits: frozenset[str] = frozenset()) -> None:
        self.name = name
        self.dialect = name.partition(".")[0]
        self.traits = traits

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


class Signature:
    """The definition, attributes and types of an operation; interned.

    In a real program thousands of operations share one signature. What follows from it, such as whether they are valid
    and how they are printed, is computed once for all of them. `properties` are the attributes that belong to the
    definition (MLIR: inherent), `attributes` the discardable ones.
    """

    __slots__ = ("attributes", "definition", "operand_types", "properties", "result_types")

    _instances: dict[tuple[Any, ...], Signature] = {}  # noqa: RUF012 - the table of all signatures

    definition: OpDefinition
    properties: DictionaryAttr
    attributes: DictionaryAttr
    operand_types: tuple[Type, ...]
    result_types: tuple[Type, ...]

    @classmethod
    def of(
        cls,
        definition: OpDefinition,
        operand_types: tuple[Type, ...] = (),
        result_types: tuple[Type, ...] = (),
        properties: DictionaryAttr = NO_ATTRIBUTES,
        attributes: DictionaryAttr = NO_ATTRIBUTES,
    ) -> Signature:
        """Returns the one signature with these parts."""
        key = (definition, operand_types, result_types, properties, attributes)
        known = cls._instances.get(key)
        if known is None:
            known = cls._instances[key] = cls()
            known.definition = definition
            known.operand_types = operand_types
            known.result_types = result_types
            known.properties = properties
            known.attributes = attributes
        return known

    def with_attributes(self, attributes: DictionaryAttr) -> Signature:
        return Signature.of(self.definition, self.operand_types, self.result_types, self.properties, attributes)

    def with_properties(self, properties: DictionaryAttr) -> Signature:
        return Signature.of(self.definition, self.operand_types, self.result_types, properties, self.attributes)

    def with_operand_types(self, operand_types: tuple[Type, ...]) -> Signature:
        return Signature.of(self.definition, operand_types, self.result_types, self.properties, self.attributes)

    def with_result_types(self, result_types: tuple[Type, ...]) -> Signature:
        return Signature.of(self.definition, self.operand_types, result_types, self.properties, self.attributes)

    def attribute(self, name: str) -> Attribute | None:
        """Returns the attribute `name`, inherent or discardable."""
        return self.properties.get(name) or self.attributes.get(name)

    def __repr__(self) -> str:
        return f"<Signature {self.definition.name} {self.operand_types} -> {self.result_types}>"
