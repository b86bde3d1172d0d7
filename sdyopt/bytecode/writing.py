"""From a module to MLIR bytecode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sdyopt.bytecode.container import (
    ATTRIBUTE_SIZES,
    ATTRIBUTES,
    DIALECTS,
    HAS_DIALECT_VERSIONS,
    HAS_OPTIONAL_LOCATIONS,
    HAS_PROPERTIES,
    HAS_SPARSE_SIZES,
    IR,
    MAGIC,
    NEWEST_VERSION,
    PROPERTIES,
    RESOURCE_SIZES,
    RESOURCES,
    STRINGS,
)
from sdyopt.bytecode.cursor import Output
from sdyopt.bytecode.numbering import Collection
from sdyopt.bytecode.operation_writing import OperationWriter
from sdyopt.bytecode.properties import NEWER_NAMES, encoded_names, needs_newer, segment_names
from sdyopt.bytecode.recognition import is_of_newer
from sdyopt.dialects.sdy.revision import revision
from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import BareProperties, DenseArrayAttr, DictionaryAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.resources import Resources
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import BlockArgument
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic

PRODUCER, NEWER_PRODUCER = "MLIR23.0.0git", "MLIR24.0.0git"
"""The names of the reference and of newer versions of it, which decide nothing."""

Locate = Callable[[Location | int], Location]
"""Returns the location of what has only an offset in a text."""


class WrittenForm:
    """What operations with a signature are written with: name, dictionary and properties.

    If it `is_newer`, the properties are those of newer versions of the dialects.
    """

    def __init__(self, signature: Signature, version: int, is_newer: bool = False) -> None:
        definition = signature.definition
        self.name = definition.name
        self.is_declared = isinstance(definition, OpDef) or definition.dialect == "vhlo"
        self.attributes = signature.attributes
        self.properties: list[Attribute | None] | None = None
        """The inherent attributes in their order, or None for those that are missing."""
        self.optional: list[bool] = []
        self.sizes: list[tuple[int, ...]] = []
        self.result_types = signature.result_types
        properties = signature.properties
        if isinstance(definition, OpDef):
            properties = definition.shown_properties(properties)
        if version < HAS_PROPERTIES:
            if self.is_declared and properties.entries:  # MLIR omits those of other operations.
                self.attributes = DictionaryAttr.of((*properties.items(), *signature.attributes.items()))
        elif isinstance(definition, OpDef):
            if is_newer:
                properties = self._moved(definition, properties)
            self._set_properties(definition, properties, version, is_newer)
        elif isinstance(properties, BareProperties):
            self.properties, self.optional = [properties.given], [False]
        elif definition.dialect == "vhlo":
            self.properties = [value for _, value in properties.items()]
            self.optional = [False] * len(self.properties)
        elif properties.entries:
            self.properties, self.optional = [properties], [False]

    def _moved(self, definition: OpDef, properties: DictionaryAttr) -> DictionaryAttr:
        """Returns the properties of newer versions: with attributes that are discardable in others, and defaults."""
        names = NEWER_NAMES.get(definition.name, ())
        for name in names:
            declared = definition.attributes_by_name.get(name)
            if name in self.attributes:
                properties = properties.with_entry(name, self.attributes[name])
            elif declared is not None and declared.is_shown and declared.default and name not in properties:
                properties = properties.with_entry(name, declared.default)
        self.attributes = self.attributes.without(*names)
        return properties

    def _set_properties(self, definition: OpDef, properties: DictionaryAttr, version: int, is_newer: bool) -> None:
        segments = segment_names(definition)
        if not definition.attributes and not segments:
            return
        names = encoded_names(definition, NEWER_NAMES.get(definition.name, ()) if is_newer else ())
        if version >= HAS_SPARSE_SIZES:
            for name in segments:
                value = properties.get(name)
                self.sizes.append(value.values if isinstance(value, DenseArrayAttr) else ())
        else:
            names = sorted(names + [(name, False) for name in segments])
        self.properties = [properties.get(name) for name, _ in names]
        self.optional = [is_optional for _, is_optional in names]

    def encoded_properties(self, collection: Collection) -> bytes | None:
        """Returns the properties as they are written; None if the operation has none."""
        if self.properties is None:
            return None
        out = Output()
        for value, is_optional in zip(self.properties, self.optional, strict=True):
            if is_optional:
                out.flagged(0 if value is None else collection.entry(value), value is not None)
            elif value is not None:
                out.varint(collection.entry(value))
        for sizes in self.sizes:
            out.sizes(sizes)
        return bytes(out.data)


class BytecodeWriter:
    """Writes one module."""

    def __init__(
        self, module: Operation, resources: Resources, version: int, locate: Locate, is_newer: bool = False
    ) -> None:
        self.module = module
        self.is_newer = is_newer
        """Whether it is for newer versions of the reference."""
        self.resources = resources
        self.version = version
        self.locate = locate
        self.collection = Collection()
        self.forms: dict[Signature, WrittenForm] = {}
        self._strings: dict[bytes, int] = {}
        self.properties: dict[bytes, int] = {}

    def form_of(self, op: Operation) -> WrittenForm:
        """Returns what an operation is written with."""
        found = self.forms.get(op.signature)
        if found is None:
            found = self.forms[op.signature] = WrittenForm(op.signature, self.version, self.is_newer)
        return found

    has_use_lists = True
    """Whether orders of uses are written."""

    @property
    def has_properties(self) -> bool:
        """Whether the format has properties apart from other attributes."""
        return self.version >= HAS_PROPERTIES

    def argument_type(self, argument: BlockArgument) -> Type:
        """Returns the type with which an argument is written."""
        return argument.type

    # What encodings refer to.

    def entry(self, attribute: Attribute) -> int:
        return self.collection.entry(attribute)

    def string(self, text: str) -> int:
        data = text.encode("utf-8", "surrogateescape")
        return self._strings.setdefault(data, len(self._strings))

    def resource(self, key: str) -> int:
        return self.collection.resources[key]

    # Sections.

    def write(self, producer: str) -> bytes:
        """Returns the file."""
        self._collect()
        out = Output()
        out.data += MAGIC
        out.varint(self.version)
        out.nul_string(producer.encode())
        names = self.collection.names.order()
        attributes, types = self.collection.attributes.order(), self.collection.types.order()
        out.section(DIALECTS, self._dialects(names))
        sizes, data = self._entries(attributes, types)
        out.section(ATTRIBUTE_SIZES, sizes)
        out.section(ATTRIBUTES, data)
        out.section(IR, OperationWriter(self).write())
        self._write_resources(out)
        out.section(STRINGS, self._string_section())
        if self.version >= HAS_PROPERTIES:
            out.section(PROPERTIES, self._properties())
        return bytes(out.data)

    def _collect(self) -> None:
        """Meets everything in MLIR's order: region by region, the last region of the last operation first."""
        self._collect_op(self.module)
        regions = list(self.module.regions)
        add = self.collection.add
        while regions:
            region = regions.pop()
            for block in region.blocks:
                for argument in block.arguments:
                    add(self.locate(argument.location))
                    add(self.argument_type(argument))
                for op in block.ops:
                    self._collect_op(op)
                    regions += op.regions

    def _collect_op(self, op: Operation) -> None:
        form = self.form_of(op)
        add = self.collection.add
        self.collection.name(form.name, form.is_declared)
        for type in form.result_types:
            add(type)
        if form.attributes.entries:
            add(form.attributes)
        for value in form.properties or ():
            if value is not None:
                add(value)
        add(self.locate(op.location))

    def _dialects(self, names: Sequence[tuple[str, bool]]) -> bytes:
        out = Output()
        dialects = self.collection.dialects
        out.varint(len(dialects))
        for namespace in dialects:
            number = self.string(namespace)
            if self.version >= HAS_DIALECT_VERSIONS:
                out.flagged(number, False)
            else:
                out.varint(number)
        if self.version >= HAS_OPTIONAL_LOCATIONS:
            out.varint(len(names))
        for dialect, group in _groups(names, self.collection.names.dialects.__getitem__):
            out.varint(dialect)
            out.varint(len(group))
            for name, is_declared in group:
                number = self.string(name.partition(".")[2])
                if self.version >= HAS_PROPERTIES:
                    out.flagged(number, is_declared)
                else:
                    out.varint(number)
        return bytes(out.data)

    def _entries(self, attributes: Sequence[Attribute], types: Sequence[Attribute]) -> tuple[bytes, bytes]:
        """Returns the sizes of attributes and types, and their data."""
        sizes, data = Output(), Output()
        sizes.varint(len(attributes))
        sizes.varint(len(types))
        for numbered, entries in ((self.collection.attributes, attributes), (self.collection.types, types)):
            for dialect, group in _groups(entries, numbered.dialects.__getitem__):
                sizes.varint(dialect)
                sizes.varint(len(group))
                for attribute in group:
                    start = len(data.data)
                    is_custom = self._write_entry(attribute, data)
                    sizes.flagged(len(data.data) - start, is_custom)
        return bytes(sizes.data), bytes(data.data)

    def _write_entry(self, attribute: Attribute, out: Output) -> bool:
        """Writes an attribute or type, and returns whether its dialect encodes it."""
        form = self.collection.encoded[attribute]
        if form.encoding is None:
            out.nul_string(form.text.encode("utf-8", "surrogateescape"))
            return False
        out.varint(form.encoding.code)
        for field, value in zip(form.encoding.fields, form.values, strict=True):
            field.write(value, out, self)
        return True

    def _write_resources(self, out: Output) -> None:
        """Writes the sections of resources, whose data is aligned in the whole file."""
        keys = self.collection.resources
        sizes, data = Output(), Output()
        sizes.varint(0)
        largest = 1
        if keys:
            sizes.varint(self.collection.dialect("builtin"))
            sizes.varint(len(keys))
        for key in keys:
            start = len(data.data)
            blob = self.resources.get(key)
            if blob is not None and blob.has_data:
                contents = blob.data
                data.varint(blob.alignment)
                data.varint(len(contents))
                data.align(blob.alignment)
                data.data += contents
                largest = max(largest, blob.alignment)
            sizes.varint(self.string(key))
            sizes.varint(len(data.data) - start)
            sizes.byte(0)
        out.section(RESOURCE_SIZES, bytes(sizes.data))
        out.aligned_section(RESOURCES, bytes(data.data), largest)

    def _string_section(self) -> bytes:
        out = Output()
        out.varint(len(self._strings))
        for text in reversed(self._strings):
            out.varint(len(text) + 1)
        for text in self._strings:
            out.nul_string(text)
        return bytes(out.data)

    def _properties(self) -> bytes:
        out = Output()
        out.varint(len(self.properties))
        for data in self.properties:
            out.blob(data)
        return bytes(out.data)


def _groups(values: Sequence[Any], dialect_of: Callable[[Any], int]) -> list[tuple[int, list[Any]]]:
    """Returns neighbours of the same dialect, with its number."""
    found: list[tuple[int, list[Any]]] = []
    for value in values:
        dialect = dialect_of(value)
        if not found or found[-1][0] != dialect:
            found.append((dialect, []))
        found[-1][1].append(value)
    return found


def write_module(
    module: Operation,
    resources: Resources,
    version: int | None = None,
    locate: Locate | None = None,
    origin: bytes | None = None,
) -> bytes:
    """Returns a module as bytecode of that version: see `bytecode.write`."""
    if version is None:
        version = NEWEST_VERSION
    if version > NEWEST_VERSION:
        message = f"unsupported version requested {version}, must be in range [0, {NEWEST_VERSION}]"
        raise CompilationError([Diagnostic("error", message, -1)])
    is_newer = revision().writes_newer_properties or (origin is not None and is_of_newer(origin))
    is_newer = is_newer or any(map(needs_newer, {op.signature for op in module.walk()}))
    writer = BytecodeWriter(module, resources, version, locate or located, is_newer)
    return writer.write(NEWER_PRODUCER if is_newer else PRODUCER)


def located(location: Location | int) -> Location:
    """Returns a location; an offset in an unknown text is unknown."""
    from sdyopt.mlir.diagnostics.source import Source

    return Source("").resolve(location)
