"""Signatures: all of an operation except its place, its operands and its regions."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import LOCK, Attribute, Type, interned
from sdyopt.ir.attributes import NO_ATTRIBUTES, UNIT, DictionaryAttr, StringAttr, SymbolRefAttr
from sdyopt.ir.records import Record

if TYPE_CHECKING:
    from sdyopt.ir.operation import Operation


class OpDefinition(Record):
    """The kind of an operation. `mlir.declare.definition` adds what is declared about it."""

    name: str
    traits: Collection[str] = ()
    effect_attribute: str | None = None
    """The name of the attribute that is true if an operation has effects; None if the traits say that."""

    elementwise: bool = False
    """Whether it is elementwise though its traits do not say it."""

    @cached_property
    def is_elementwise(self) -> bool:
        """Whether each element of a result comes from an element of each operand, or from a scalar."""
        return self.elementwise or not {"Elementwise", "BroadcastingElementwise"}.isdisjoint(self.traits)

    @cached_property
    def dialect(self) -> str:
        """The namespace of its dialect."""
        return self.name.partition(".")[0]

    @cached_property
    def symbol_property(self) -> tuple[str, type[Attribute]] | None:
        """The property that holds the name of the operation as a symbol, or that of another, and its class."""
        return None

    def operand_range(self, op: Operation, name: str) -> tuple[int, int]:
        """Returns start and stop of the operands of `op` with a declared name. Raises KeyError if none has it."""
        raise KeyError(f"'{self.name}' is not declared, so that its operands have no names")

    def result_range(self, op: Operation, name: str) -> tuple[int, int]:
        """Returns start and stop of the results of `op` with a declared name. Raises KeyError if none has it."""
        raise KeyError(f"'{self.name}' is not declared, so that its results have no names")

    def default_of(self, name: str) -> Attribute | None:
        """Returns the default of an attribute with a declared name. Raises KeyError if none has it."""
        raise KeyError(f"'{self.name}' is not declared, so that its attributes have no names")

    def part_named(self, op: Operation, name: str) -> object:
        """Returns what `op` declares as `name`: an operand, a result, a region, or an attribute or its default.

        It is None where an optional one is missing, and a list where there may be any number. Raises KeyError if the
        declaration has nothing of that name, or if there is no declaration.
        """
        raise KeyError(f"'{self.name}' is not declared, so that its parts have no names")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


def definition_of(kind: OpDefinition | type[Operation]) -> OpDefinition:
    """Returns the definition of a class of `sdyopt.ops`; a definition as it is."""
    return kind if isinstance(kind, OpDefinition) else kind.definition  # type: ignore[return-value]


class Signature:
    """The definition, attributes and types of an operation; interned.

    In a real program thousands of operations share one signature. What follows from it, such as whether they are valid
    and how they are printed, is computed once for all of them. `properties` are the attributes that belong to the
    definition (MLIR: inherent), `attributes` the discardable ones.

    Signatures that differ only in a symbol name, as those of functions and calls, have one `nameless` signature, which
    knows them by their names. Their properties are only created when they are read.
    """

    __slots__ = (
        "_named",
        "attributes",
        "definition",
        "nameless",
        "operand_types",
        "properties",
        "result_types",
        "symbol",
    )

    _instances: dict[tuple[Any, ...], Signature] = {}  # noqa: RUF012 - the table of all signatures with properties

    definition: OpDefinition
    properties: DictionaryAttr
    attributes: DictionaryAttr
    operand_types: tuple[Type, ...]
    result_types: tuple[Type, ...]
    nameless: Signature
    """The signature with a mark in place of the symbol name, or this one if there is no name.

    What is checked and printed of an operation besides the name follows from it.
    """
    symbol: StringAttr | SymbolRefAttr | None
    """The symbol name, if there is one."""
    _named: dict[StringAttr | SymbolRefAttr, Signature]
    """Of a nameless signature, those that differ from it in the name."""

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
        if (known := cls._instances.get(key)) is None:
            held = definition.symbol_property
            symbol = None if held is None else properties.get(held[0])
            if held is not None and _is_symbol_name(symbol, held[1]):
                nameless = cls.of(
                    definition, operand_types, result_types, properties.with_entry(held[0], UNIT), attributes
                )
                known = nameless.named(symbol)  # type: ignore[arg-type]
            else:
                known = cls()
                known.definition = definition
                known.operand_types = operand_types
                known.result_types = result_types
                known.attributes = attributes
                known.nameless = known
                known.symbol = None
                known._named = {}
            known.properties = properties
            with LOCK:
                return cls._instances.setdefault(key, known)  # Another thread may have added it meanwhile.
        return known

    def named(self, symbol: StringAttr | SymbolRefAttr) -> Signature:
        """Returns the signature with that symbol name in place of the mark of this one, which is nameless."""
        if (known := self._named.get(symbol)) is None:
            known = Signature()
            known.definition = self.definition
            known.operand_types = self.operand_types
            known.result_types = self.result_types
            known.attributes = self.attributes
            known.nameless = self
            known.symbol = symbol
            with LOCK:
                return self._named.setdefault(symbol, known)  # Another thread may have added it meanwhile.
        return known

    def __getattr__(self, name: str) -> Any:
        """Creates the properties of a signature with a symbol name when they are first read."""
        symbol_property = self.definition.symbol_property
        if name != "properties" or symbol_property is None or self.symbol is None:
            raise AttributeError(f"a signature has no {name}")
        self.properties = self.nameless.properties.with_entry(symbol_property[0], self.symbol)
        return self.properties

    def with_property(self, name: str, value: Attribute) -> Signature:
        """Returns the signature with `value` as that property."""
        if self.symbol is not None:
            held = self.definition.symbol_property
            if held is not None and held[0] == name and _is_symbol_name(value, held[1]):
                return self.nameless.named(value)  # type: ignore[arg-type]
        return self.with_properties(self.properties.with_entry(name, value))

    def with_definition(self, definition: OpDefinition) -> Signature:
        """Returns that of another operation with the same types, properties and attributes."""
        return Signature.of(definition, self.operand_types, self.result_types, self.properties, self.attributes)

    def with_attributes(self, attributes: DictionaryAttr) -> Signature:
        if attributes is self.attributes:
            return self
        if self.symbol is not None:
            return self.nameless.with_attributes(attributes).named(self.symbol)
        return Signature.of(self.definition, self.operand_types, self.result_types, self.properties, attributes)

    def with_properties(self, properties: DictionaryAttr) -> Signature:
        return Signature.of(self.definition, self.operand_types, self.result_types, properties, self.attributes)

    def with_operand_types(self, operand_types: tuple[Type, ...]) -> Signature:
        if self.symbol is not None:
            return self.nameless.with_operand_types(operand_types).named(self.symbol)
        return Signature.of(self.definition, operand_types, self.result_types, self.properties, self.attributes)

    def with_result_types(self, result_types: tuple[Type, ...]) -> Signature:
        if self.symbol is not None:
            return self.nameless.with_result_types(result_types).named(self.symbol)
        return Signature.of(self.definition, self.operand_types, result_types, self.properties, self.attributes)

    def attribute(self, name: str) -> Attribute | None:
        """Returns the attribute `name`, inherent or discardable."""
        return self.properties.get(name) or self.attributes.get(name)

    def __copy__(self) -> Signature:
        return self

    def __deepcopy__(self, memo: object) -> Signature:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a signature is part of a program and cannot be pickled alone: use its Module")

    def __repr__(self) -> str:
        return f"<Signature {self.definition.name} {self.operand_types} -> {self.result_types}>"


def _tables_of_named() -> list[dict[Any, Any]]:
    """Returns the tables of nameless signatures. One with a symbol name is only in such a table then."""
    instances = Signature._instances
    for key, signature in list(instances.items()):
        if signature.symbol is not None:
            del instances[key]
    return [signature._named for signature in instances.values() if signature._named]


interned([Signature._instances], _tables_of_named)


def _is_symbol_name(value: Attribute | None, kind: type[Attribute]) -> bool:
    """Whether `value` is a name of that class: a string without a type, or a reference of one step."""
    if type(value) is not kind:
        return False
    return value.type is None if isinstance(value, StringAttr) else len(getattr(value, "path", ())) == 1
