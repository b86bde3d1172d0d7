"""The table of attributes and types of a file, each decoded when it is first needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from sdyopt.bytecode.container import HAS_PROPERTIES, HAS_SPARSE_SIZES, LENGTHS, BytecodeError, Container, Cursor
from sdyopt.bytecode.dialects import DIALECTS
from sdyopt.bytecode.encodings import Encoding
from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import (
    I32,
    NO_ATTRIBUTES,
    BareProperties,
    DenseArrayAttr,
    DictionaryAttr,
    StringAttr,
    TypeAttr,
)
from sdyopt.ir.locations import FileLineColRange
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.mlir.declare.constraints import held
from sdyopt.mlir.declare.definition import OpDef, UnregisteredOp
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.write.attributes import text_of

FILE_LOCATION = 11 << 1 | 1
"""How the code of a file location is written."""


def _by_code(namespace: str, is_type: bool) -> Mapping[int, Encoding] | None:
    """Returns the encodings of a dialect's attributes or types, or None if it has none."""
    if namespace == "vhlo":
        from sdyopt.bytecode.vhlo.encodings import VHLO

        return VHLO.by_code[is_type]
    dialect = DIALECTS.get(namespace)
    return None if dialect is None else dialect.by_code[is_type]


class _OpenEntry(NamedTuple):
    """An entry that is being decoded: what is written in it, and the places that it refers to."""

    place: int
    encoding: Encoding
    raw: list[Any]
    needed: Iterator[int]


class AttributeTable:
    """The attributes of a file, at the first places, and its types after them.

    `place` is that of the entry which is being read.
    """

    def __init__(self, container: Container, registry: Registry, allow_unregistered: bool) -> None:
        self._container = container
        self._registry = registry
        self._allow_unregistered = allow_unregistered
        self.starts = container.entry_starts
        self._data = container.data
        self.attribute_count = container.attribute_count
        self.known: list[Any] = [None] * len(container.entry_namespaces)
        self.place_sizes = container.place_sizes
        self.files = bytearray(256)
        """Whether a byte is the number of an attribute that is known to be the name of a file."""
        self.place = 0
        self.string = container.string
        self.resource = container.resource_key

    # Numbers that entries contain.

    def attribute(self, index: int) -> int:
        if index >= self.attribute_count:
            raise ValueError(f"invalid attribute index: {index}")
        return index

    def type(self, index: int) -> int:
        if index >= len(self.known) - self.attribute_count:
            raise ValueError(f"invalid type index: {index}")
        return self.attribute_count + index

    # Numbers that operations contain.

    def attribute_at(self, index: int) -> Attribute:
        """Returns the attribute with that number."""
        if index >= self.attribute_count:
            raise ValueError(f"invalid Attribute index: {index}")
        found: Attribute | None = self.known[index]
        return self._decoded(index) if found is None else found

    def type_at(self, index: int) -> Type:
        """Returns the type with that number."""
        place = self.attribute_count + index
        if place >= len(self.known):
            raise ValueError(f"invalid Type index: {index}")
        found: Type | None = self.known[place]
        if found is None:
            found = self._decoded(place)
        return found

    def location_at(self, index: int) -> Location:
        """Returns the location with that number."""
        found = self.known[index] if index < self.attribute_count else None
        if found is None and index < self.attribute_count and self.place_sizes[index]:
            start, end = self.starts[index], self.starts[index + 1]
            if self._data[start] == FILE_LOCATION and (made := self._file_location(start, end)) is not None:
                self.known[index] = made
                return made
        if found is None:
            found = self.attribute_at(index)
        if not isinstance(found, Location):
            raise ValueError(f"expected attribute of type: mlir::LocationAttr, but got: {text_of(found)}")
        return found

    def is_place(self, index: int) -> bool:
        """Whether a location is known to be a place in a file with short numbers, which `location_at` can make."""
        size = self.place_sizes[index] if index < self.attribute_count else 0
        if not size:
            return False
        data, start = self._data, self.starts[index]
        first = LENGTHS[data[start + 2]]
        is_whole = first + 2 < size and first + LENGTHS[data[start + 2 + first]] + 2 == size
        return is_whole and data[start] == FILE_LOCATION and bool(self.files[data[start + 1]])

    def _file_location(self, start: int, end: int) -> Location | None:
        """Returns the place in a file that these bytes are; None if the file is not known, or a number is long.

        Most operations have such a location of their own: this is faster than to decode it like other attributes.
        """
        file = self._data[start + 1]
        name = self.known[file >> 1] if file & 1 and file >> 1 < self.attribute_count else None
        if type(name) is not StringAttr:
            return None
        self.files[file] = 1
        number = int.from_bytes(self._data[start + 2 : end], "little")
        if number & 1:
            line, column, size = number >> 1 & 0x7F, number >> 8, end - start - 3
        elif number & 2:
            line, column, size = number >> 2 & 0x3FFF, number >> 16, end - start - 4
        elif number & 4:
            line, column, size = number >> 3 & 0x1FFFFF, number >> 24, end - start - 5
        else:
            return None
        if size == 1 and column & 1:
            column >>= 1
        elif size == 2 and column & 3 == 2:
            column >>= 2
        else:
            return None
        found: Location = FileLineColRange(name.value, line, column, None, None)
        return found

    # Decoding.

    def _decoded(self, place: int) -> Any:
        """Returns the value of an entry, after all that it refers to."""
        known = self.known
        opened: set[int] = set()
        work: list[_OpenEntry] = []
        following: int | None = place
        while following is not None or work:
            if following is not None:
                encoding, raw = self._read(following)
                needed = [
                    needed
                    for field, value in zip(encoding.fields, raw, strict=True)
                    for needed in field.places(value)
                    if known[needed] is None
                ]
                if not needed:
                    known[following] = self._made(following, encoding, raw)
                    following = None
                    continue
                opened.add(following)
                work.append(_OpenEntry(following, encoding, raw, iter(needed)))
            entry = work[-1]
            following = next((place for place in entry.needed if known[place] is None), None)
            if following is None:
                work.pop()
                opened.discard(entry.place)
                known[entry.place] = self._made(entry.place, entry.encoding, entry.raw)
            elif following in opened:
                raise self._failure(entry.place, "cyclic attribute")
        return known[place]

    def _read(self, place: int) -> tuple[Encoding, list[Any]]:
        """Reads the fields of an entry."""
        cursor = Cursor(self._container.data, self.starts[place], self.starts[place + 1])
        namespace = self._container.entry_namespaces[place]
        is_type = place >= self.attribute_count
        try:
            if not self._container.are_custom[place]:
                return Encoding(-1, Attribute, (), lambda: self._parsed(cursor, is_type)), []
            if (encodings := _by_code(namespace, is_type)) is None:
                raise ValueError(f"dialect '{namespace}' does not implement the bytecode interface")
            code = cursor.varint()
            if (encoding := encodings.get(code)) is None:
                dialect = DIALECTS.get(namespace)
                prefix = "vhlo " if dialect is None else dialect.type_prefix if is_type else dialect.attribute_prefix
                raise ValueError(f"unknown {prefix}{'type' if is_type else 'attribute'} code: {code}")
            self.place = place
            raw = [field.read(cursor, self) for field in encoding.fields]
            if cursor.left:
                raise cursor.error(f"unexpected trailing bytes after {'Type' if is_type else 'Attribute'} entry")
            return encoding, raw
        except BytecodeError:
            raise
        except ValueError as error:
            raise self._failure(place, str(error)) from None

    def _made(self, place: int, encoding: Encoding, raw: list[Any]) -> Any:
        """Returns the value of an entry, given what is written in it, all of which is known."""
        known = self.known
        fields = zip(encoding.fields, raw, strict=True)
        try:
            made = encoding.made([field.resolved(value, known) for field, value in fields])
        except CompilationError as error:
            raise self._failure(place, error.diagnostics[0].message) from None
        except BytecodeError as error:
            raise self._failure(place, error.message) from None
        except (ValueError, TypeError, AttributeError, KeyError) as error:
            raise self._failure(place, str(error)) from None
        is_type = place >= self.attribute_count
        if isinstance(made, Type) != is_type:
            raise self._failure(place, "expected a type" if is_type else "expected an attribute")
        return made

    def _parsed(self, cursor: Cursor, is_type: bool) -> Attribute:
        """Returns the attribute or type of an entry that is text."""
        from sdyopt.mlir.read.parser import parse_attribute

        text = cursor.nul_string().decode("utf-8", "surrogateescape")
        if cursor.left:
            raise cursor.error(f"unexpected trailing bytes after {'Type' if is_type else 'Attribute'} entry")
        found = parse_attribute(text, self._registry, self._allow_unregistered)
        if is_type:
            if not isinstance(found, TypeAttr):
                raise ValueError(f"expected a type: {text}")
            return found.type
        return found

    def _failure(self, place: int, message: str) -> BytecodeError:
        return BytecodeError(message, self.starts[place])


# The inherent attributes of operations: in an order of their own, apart from the discardable ones.

SEGMENTS = {"AttrSizedOperandSegments": "operandSegmentSizes", "AttrSizedResultSegments": "resultSegmentSizes"}
"""The properties that say how many values belong to each name of the declaration, by the traits that require them."""

NEWER_NAMES: dict[str, tuple[str, ...]] = {
    "stablehlo.custom_call": ("result_tilings",),
    "stablehlo.collective_broadcast": ("has_dynamic_root",),
    "chlo.top_k": ("is_stable",),
    "sdy.all_reduce": ("reduction_op",),
    "sdy.reduce_scatter": ("reduction_op",),
}
"""Optional attributes that newer versions of the dialects have, by the operations.

Other versions cannot read operations that have them, or lack them: what is written for newer versions has them all.
"""


def segment_names(definition: OpDef) -> list[str]:
    """Returns the names of the properties with the sizes of segments: of operands, then of results."""
    return [name for trait, name in SEGMENTS.items() if trait in definition.traits]


def encoded_names(definition: OpDef, more: Sequence[str] = ()) -> list[tuple[str, bool]]:
    """Returns the names of the properties in their order, and whether each is optional; of newer ones those `more`."""
    newer = NEWER_NAMES.get(definition.name, ())
    names = [(attr.name, attr.is_optional) for attr in definition.attributes if attr.name not in newer]
    return sorted(names + [(name, True) for name in more])


def needs_newer(signature: Signature) -> bool:
    """Whether an operation has a property that only newer versions of the dialect have, other than the default."""
    definition, properties = signature.definition, signature.properties
    newer = NEWER_NAMES.get(definition.name, ())
    return any(
        name in properties and properties[name] is not definition.attributes_by_name[name].default
        for name in newer
        if isinstance(definition, OpDef)
    )


class PropertiesReader(Record):
    """Reads the properties of operations of a file."""

    container: Container
    table: AttributeTable

    def read(self, definition: OpDef, index: int) -> dict[str, Attribute]:
        """Returns the properties with that number, as those of an operation. Raises BytecodeError."""
        newer = NEWER_NAMES.get(definition.name)
        if newer is not None:
            with suppress(ValueError), self._cursor(index, definition.name) as cursor:
                return self._read(definition, cursor, ())
        with self._cursor(index, definition.name) as cursor:
            return self._read(definition, cursor, newer or ())

    def read_all(self, names: Sequence[str], name: str, index: int) -> dict[str, Attribute]:
        """Returns the properties with that number, all of `names`, of the operation `name`. Raises BytecodeError."""
        with self._cursor(index, name) as cursor:
            found = {name: self.table.attribute_at(cursor.varint()) for name in names}
            if cursor.left:
                raise cursor.error(f"unexpected trailing bytes after the properties of '{name}'")
        return found

    def read_undeclared(self, name: str, index: int) -> Attribute:
        """Returns the properties with that number of an operation that was not registered: a single attribute."""
        with self._cursor(index, name) as cursor:
            return self.table.attribute_at(cursor.varint())

    @contextmanager
    def _cursor(self, index: int, name: str) -> Iterator[Cursor]:
        """Gives a cursor over the properties with that number; errors are at their beginning if no place is known."""
        if index >= len(self.container.properties):
            raise BytecodeError(f"Properties idx out-of-bound for {name}")
        start, end = self.container.properties[index]
        try:
            yield Cursor(self.container.data, start, end)
        except ValueError as error:
            if isinstance(error, BytecodeError) and error.offset is not None:
                raise
            raise BytecodeError(str(error), start) from None

    def _read(self, definition: OpDef, cursor: Cursor, more: Sequence[str]) -> dict[str, Attribute]:
        is_sparse = (self.container.version or 0) >= HAS_SPARSE_SIZES
        segments = segment_names(definition)
        names = encoded_names(definition, more)
        if not is_sparse:
            names = sorted(names + [(name, False) for name in segments])
        found: dict[str, Attribute] = {}
        for name, is_optional in names:
            index, is_given = cursor.flagged() if is_optional else (cursor.varint(), True)
            if is_given:
                found[name] = self.table.attribute_at(index)
        if is_sparse:
            for name in segments:
                declared = definition.operands if name == "operandSegmentSizes" else definition.results
                if len(sizes := cursor.sizes()) > len(declared):
                    raise cursor.error(f"{name} has {len(sizes)} sizes, expected {len(declared)}")
                found[name] = DenseArrayAttr(I32, (*sizes, *(0,) * (len(declared) - len(sizes))))
        if cursor.left:
            raise cursor.error(f"unexpected trailing bytes after the properties of '{definition.name}'")
        for name in definition.inherent_names.intersection(more):
            newer = definition.attributes_by_name[name]
            if newer.is_shown is None and found.get(name) is newer.default:
                found.pop(name, None)
        for attribute in definition.attributes:
            if (value := found.get(attribute.name)) is not None and not attribute.constraint.holds(value):
                raise cursor.error(
                    f"'{definition.name}': expected {attribute.constraint.summary} for '{attribute.name}', "
                    f"but got: {text_of(value)}"
                )
        return found


# What operations of a file share that have the same name, attributes and result types.

(HAS_ATTRIBUTES, HAS_RESULTS, HAS_OPERANDS, HAS_SUCCESSORS, HAS_REGIONS, HAS_RESULT_USE_LISTS, HAS_OP_PROPERTIES) = (
    1 << bit for bit in range(7)
)
"""The bits of the byte that says what an operation has."""

_VERSIONED = "vhlo."
"""How the names of operations in portable artifacts begin."""


class OperationTemplate(Record):
    """The name, attributes and result types that operations share."""

    definition: OpDefinition
    properties: DictionaryAttr
    attributes: DictionaryAttr
    result_types: tuple[Type, ...]

    def __post_init__(self) -> None:
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
            if mixed := {name: value for name, value in given.items() if name in names}:
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
        from sdyopt.bytecode.vhlo.conversion import counterpart
        from sdyopt.bytecode.vhlo.operations import attribute_names, versioned_name

        self.is_versioned = True
        full_name = self._container.names[number].name
        if (name := versioned_name(full_name, self._registry)) is None:
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
        if (found := self._definitions[index]) is None:
            name = self._container.names[index].name
            if (found := self._registry.operation(name)) is None:
                found = UnregisteredOp.named(name)
                if not self._allow_unregistered and self._registry.dialect(found.dialect) is None:
                    raise ValueError(
                        f"dialect '{found.dialect}' is unknown. If this is intended, please call "
                        "allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the "
                        "MLIR tool used."
                    )
            self._definitions[index] = found
        return found
