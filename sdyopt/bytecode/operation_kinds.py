"""What operations of a file share that have the same name, attributes and result types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sdyopt.bytecode.attributes import AttributeTable
from sdyopt.bytecode.container import (
    HAS_PROPERTIES,
    Container,
)
from sdyopt.bytecode.properties import PropertiesReader
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import NO_ATTRIBUTES, BareProperties, DictionaryAttr
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.mlir.declare.definition import OpDef, UnregisteredOp
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.declare.inherent import held
from sdyopt.mlir.write.attributes import text_of

(
    HAS_ATTRIBUTES,
    HAS_RESULTS,
    HAS_OPERANDS,
    HAS_SUCCESSORS,
    HAS_REGIONS,
    HAS_RESULT_USE_LISTS,
    HAS_OP_PROPERTIES,
) = (1 << bit for bit in range(7))
"""The bits of the byte that says what an operation has."""

_VERSIONED = "vhlo."
"""How the names of operations in portable artifacts begin."""


class OperationTemplate:
    """What operations with the same name, attributes and result types share."""

    __slots__ = ("attributes", "by_operands", "definition", "properties", "result_types")

    def __init__(
        self,
        definition: OpDefinition,
        properties: DictionaryAttr,
        attributes: DictionaryAttr,
        result_types: tuple[Type, ...],
    ) -> None:
        self.definition = definition
        self.properties = properties
        self.attributes = attributes
        self.result_types = result_types
        self.by_operands: dict[tuple[Type, ...], Signature] = {}

    def signature(self, operand_types: tuple[Type, ...]) -> Signature:
        """Returns the signature with these types of operands."""
        made = self.by_operands[operand_types] = Signature.of(
            self.definition, operand_types, self.result_types, self.properties, self.attributes
        )
        return made


class OperationKinds:
    """The kinds of operations of a file. Raises ValueError for what they cannot have.

    `is_versioned` says whether an operation of a portable artifact has been read.
    """

    def __init__(
        self, container: Container, table: AttributeTable, registry: Registry, allow_unregistered: bool
    ) -> None:
        self._container = container
        self._version = container.version or 0
        self._table = table
        self._registry = registry
        self._allow_unregistered = allow_unregistered
        self._properties = PropertiesReader(container, table)
        self._definitions: list[OpDefinition | None] = [None] * len(container.names)
        self.is_versioned = False

    def of(self, name: int, attributes: int, properties: int, result_types: Sequence[int]) -> OperationTemplate:
        """Returns what operations share that have these numbers."""
        types = tuple([self._table.type_at(index) for index in result_types])
        given = NO_ATTRIBUTES if attributes < 0 else self._table.attribute_at(attributes)
        if not isinstance(given, DictionaryAttr):
            raise ValueError(f"expected attribute of type: mlir::DictionaryAttr, but got: {text_of(given)}")
        if self._container.names[name].name.startswith(_VERSIONED):
            return self._versioned_kind(name, given, properties, types)
        definition = self._definition(name)
        was_registered = self._container.names[name].was_registered
        if not isinstance(definition, OpDef):
            return OperationTemplate(definition, self._undeclared(definition, properties, was_registered), given, types)
        inherent: dict[str, Any] = {}
        if self._version < HAS_PROPERTIES:
            names = definition.inherent_names
            mixed = {name: value for name, value in given.items() if name in names}
            if mixed:
                inherent = held(definition, mixed)
                given = given.without(*mixed)
        elif properties >= 0 and was_registered:
            inherent = self._properties.read(definition, properties)
            others = {name: inherent.pop(name) for name in inherent.keys() - definition.inherent_names}
            given = DictionaryAttr.of({**dict(given.items()), **others}) if others else given
        elif properties >= 0:
            bare = self._properties.read_undeclared(definition.name, properties)
            inherent = held(definition, dict(bare.items()) if isinstance(bare, DictionaryAttr) else {})
        inherent = {**definition.filled_in, **inherent}
        return OperationTemplate(definition, DictionaryAttr.of(inherent), given, types)

    def _versioned_kind(
        self, number: int, given: DictionaryAttr, properties: int, result_types: tuple[Type, ...]
    ) -> OperationTemplate:
        """Returns what operations share that an operation of VHLO stands for."""
        from sdyopt.bytecode.vhlo.operations import attribute_names, versioned_name
        from sdyopt.bytecode.vhlo.reading import counterpart

        self.is_versioned = True
        full_name = self._container.names[number].name
        name = versioned_name(full_name, self._registry)
        if name is None:
            raise ValueError(
                f"unregistered operation '{full_name}' found in dialect ('vhlo') that does not allow unknown operations"
            )
        definition = self._registry.operation(name.counterpart)
        assert definition is not None
        attributes = dict(given.items())
        if properties >= 0:
            attributes |= self._properties.read_all(attribute_names(name, definition), full_name, properties)
        inherent, discardable = counterpart(name, definition, attributes)
        return OperationTemplate(definition, DictionaryAttr.of(inherent), DictionaryAttr.of(discardable), result_types)

    def _undeclared(self, definition: OpDefinition, properties: int, was_registered: bool) -> DictionaryAttr:
        """Returns the properties of an operation that no dialect here declares."""
        if properties < 0:
            return NO_ATTRIBUTES
        if was_registered:
            name = definition.name
            raise ValueError(f"'{name}' has properties but missing BytecodeOpInterface for {name}")
        found = self._properties.read_undeclared(definition.name, properties)
        return found if isinstance(found, DictionaryAttr) and found.entries else BareProperties.holding(found)

    def _definition(self, index: int) -> OpDefinition:
        if index >= len(self._definitions):
            raise ValueError(f"invalid operation name index: {index}")
        found = self._definitions[index]
        if found is None:
            name = self._container.names[index].name
            found = self._registry.operation(name)
            if found is None:
                found = UnregisteredOp.named(name)
                if not self._allow_unregistered and self._registry.dialect(found.dialect) is None:
                    raise ValueError(
                        f"dialect '{found.dialect}' is unknown. If this is intended, please call "
                        "allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the "
                        "MLIR tool used."
                    )
            self._definitions[index] = found
        return found
