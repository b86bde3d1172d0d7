"""From a module to MLIR bytecode."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import groupby
from typing import Any, Generic, TypeVar

from sdyopt.bytecode.attributes import (
    HAS_ATTRIBUTES,
    HAS_OP_PROPERTIES,
    HAS_OPERANDS,
    HAS_REGIONS,
    HAS_RESULT_USE_LISTS,
    HAS_RESULTS,
    HAS_SUCCESSORS,
    NEWER_NAMES,
    encoded_names,
    needs_newer,
    segment_names,
)
from sdyopt.bytecode.container import (
    ATTRIBUTE_SIZES,
    ATTRIBUTES,
    DIALECTS,
    HAS_DIALECT_VERSIONS,
    HAS_LAZY_REGIONS,
    HAS_OPTIONAL_LOCATIONS,
    HAS_PROPERTIES,
    HAS_SPARSE_SIZES,
    HAS_USE_LISTS,
    IR,
    MAGIC,
    NEWEST_VERSION,
    PROPERTIES,
    RESOURCE_SIZES,
    RESOURCES,
    STRINGS,
    Output,
)
from sdyopt.bytecode.dialects import DIALECTS as DIALECT_ENCODINGS
from sdyopt.bytecode.encodings import Encoding, Field, by_class
from sdyopt.bytecode.exported import is_of_newer
from sdyopt.bytecode.use_lists import UseOrders, isolated_operations, value_numbers
from sdyopt.bytecode.vhlo.encodings import VHLO, VersionedAttr, VersionedType
from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import BareProperties, DenseArrayAttr, DictionaryAttr, OpaqueAttr, OpaqueType, Resources
from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.operation import Descent, Operation, descend
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import BlockArgument, Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.diagnostics import failure
from sdyopt.mlir.releases import NEWEST, OLDEST, since

# The numbers that a file gives to attributes, types, names and values: those that MLIR gives them.

_BY_CLASS = by_class(DIALECT_ENCODINGS.values())

T = TypeVar("T", bound=Hashable)


class Encoded(NamedTuple):
    """An attribute or type as it is written: the values of the fields of its encoding, or else its text."""

    namespace: str
    encoding: Encoding | None
    values: Sequence[Any]
    text: str = ""

    @property
    def _written(self) -> Iterable[tuple[Field, Any]]:
        return zip(() if self.encoding is None else self.encoding.fields, self.values, strict=True)

    def parts(self) -> list[Attribute]:
        """Returns the attributes and types that it refers to, in order."""
        return [part for field, value in self._written for part in field.parts(value)]

    def resource_keys(self) -> list[str]:
        """Returns the keys of the resources that it refers to."""
        return [key for field, value in self._written for key in field.keys(value)]


def encoded(attribute: Attribute) -> Encoded:
    """Returns the way in which an attribute or type is written."""
    if isinstance(attribute, VersionedAttr | VersionedType):
        encoding = VHLO.by_code[isinstance(attribute, Type)][attribute.code]
        return Encoded("vhlo", encoding, attribute.values)
    for namespace, encoding in _BY_CLASS.get(type(attribute), ()):
        if encoding.applies is None or encoding.applies(attribute):
            return Encoded(namespace, encoding, encoding.split(attribute))
    text = str(attribute)
    if isinstance(attribute, OpaqueAttr | OpaqueType):
        return Encoded(attribute.dialect, None, (), text)
    return Encoded(_namespace_of(text), None, (), text)


def _namespace_of(text: str) -> str:
    """Returns the dialect whose attribute or type has this text: `#arith.fastmath<none>`."""
    if not text.startswith(("#", "!")):
        return "builtin"
    end = min([place for place in (text.find("."), text.find("<")) if place > 0], default=len(text))
    return text[1:end]


class Numbered(Generic[T]):
    """Values in the order in which they were met, each with the number of its later uses and of its dialect."""

    def __init__(self) -> None:
        self.counts: dict[T, int] = {}
        self.dialects: dict[T, int] = {}
        self.numbers: dict[T, int] = {}

    def order(self) -> list[T]:
        """Gives each value its number, and returns the values in that order."""
        ordered = _ordered(self.counts, self.dialects.__getitem__)
        self.numbers = {value: number for number, value in enumerate(ordered)}
        return ordered


def _ordered(counts: dict[T, int], dialect_of: Callable[[T], int]) -> list[T]:
    """Returns values by falling use; of those whose numbers take as many bytes, those of a dialect stand together.

    The dialect that ends one such group begins the next.
    """
    values = sorted(counts, key=lambda value: -counts[value])
    ordered: list[T] = []
    first, size, bits = 0, 0, 0
    while len(ordered) < len(values):
        bits += 7
        size = (1 << bits) - size
        group = values[len(ordered) : len(ordered) + size]
        group.sort(key=lambda value: -1 if dialect_of(value) == first else dialect_of(value))
        ordered += group
        first = dialect_of(ordered[-1])
    return ordered


class Collection:
    """The parts of a program, in the order in which MLIR meets them."""

    def __init__(self) -> None:
        self.dialects: dict[str, int] = {}
        self.names: Numbered[tuple[str, bool]] = Numbered()
        self.attributes: Numbered[Attribute] = Numbered()
        self.types: Numbered[Attribute] = Numbered()
        self.encoded: dict[Attribute, Encoded] = {}
        self.resources: dict[str, int] = {}
        """The keys of resources, with their numbers."""

    def dialect(self, namespace: str) -> int:
        """Returns the number of a dialect, which gets one when it is first met."""
        return self.dialects.setdefault(namespace, len(self.dialects))

    def name(self, name: str, is_declared: bool) -> None:
        """Adds the name of an operation."""
        key = name, is_declared
        counts = self.names.counts
        if key in counts:
            counts[key] += 1
        else:
            counts[key] = 0
            self.names.dialects[key] = self.dialect(name.partition(".")[0])

    def add(self, root: Attribute) -> None:
        """Adds an attribute or type, and before others all that it refers to."""
        work: list[Attribute | str] = [root]
        while work:
            if isinstance(attribute := work.pop(), str):
                self.resources.setdefault(attribute, len(self.resources))
                continue
            numbered = self.types if isinstance(attribute, Type) else self.attributes
            if attribute in numbered.counts:
                numbered.counts[attribute] += 1
                continue
            numbered.counts[attribute] = 0
            form = self.encoded[attribute] = encoded(attribute)
            numbered.dialects[attribute] = self.dialect(form.namespace)
            work += form.resource_keys()  # which count after the parts
            work += reversed(form.parts())

    def entry(self, attribute: Attribute) -> int:
        """Returns the number of an attribute or type."""
        return (self.types if isinstance(attribute, Type) else self.attributes).numbers[attribute]


# The section of operations of a file.


class OperationWriter:
    """Writes the operations of a module."""

    def __init__(self, writer: BytecodeWriter) -> None:
        self._writer = writer
        self._version = writer.version
        self._isolated = isolated_operations(writer.module)
        self._values = value_numbers(writer.module, self._isolated)
        self._orders = UseOrders(writer.module)
        self._headers: dict[object, tuple[int, int, bytes]] = {}

    def write(self) -> bytes:
        """Returns the section: a block with the module."""
        out = Output()
        out.flagged(1, False)
        self._write_op(self._writer.module, out, {})
        descend(self._write_regions(self._writer.module, out))
        return bytes(out.data)

    def _orders_of(self, values: Sequence[Value]) -> list[tuple[int, list[int]]]:
        """Returns the orders of uses of values that are written."""
        if self._version < HAS_USE_LISTS or not self._writer.has_use_lists:
            return []
        return self._orders.of(values)

    def _write_regions(self, op: Operation, out: Output) -> Descent:
        """Writes the regions of an operation: in a section of their own if they use nothing from outside."""
        is_isolated = op in self._isolated
        out.flagged(len(op.regions), is_isolated)
        is_nested = is_isolated and self._version >= HAS_LAZY_REGIONS
        target = Output() if is_nested else out
        for region in op.regions:
            target.varint(len(region.blocks))
            if region.blocks:
                target.varint(_count_values(region))
                yield self._write_region(region, target)
        if is_nested:
            out.section(IR, bytes(target.data))

    def _write_region(self, region: Region, out: Output) -> Descent:
        numbers = {block: number for number, block in enumerate(region.blocks)}
        for block in region.blocks:
            self._write_block_header(block, out)
            for op in block.ops:
                self._write_op(op, out, numbers)
                if op.regions:
                    yield self._write_regions(op, out)

    def _write_block_header(self, block: Block, out: Output) -> None:
        entry, locate = self._writer.collection.entry, self._writer.locate
        out.flagged(sum([1 for _ in block.ops]), bool(block.arguments))
        if not block.arguments:
            return
        out.varint(len(block.arguments))
        for argument in block.arguments:
            location = locate(argument.location)
            type = self._writer.argument_type(argument)
            if self._version >= HAS_OPTIONAL_LOCATIONS:
                out.flagged(entry(type), location is not UNKNOWN)
                if location is not UNKNOWN:
                    out.varint(entry(location))
            else:
                out.varint(entry(type))
                out.varint(entry(location))
        if self._version >= HAS_USE_LISTS:
            orders = self._orders_of(block.arguments)
            out.byte(HAS_RESULT_USE_LISTS if orders else 0)
            if orders:
                self._orders.write(orders, len(block.arguments), out)

    def _write_op(self, op: Operation, out: Output, blocks: dict[Block, int]) -> None:
        """Writes an operation without its regions."""
        entry = self._writer.collection.entry
        if (known := self._headers.get(op.signature)) is None:
            known = self._headers[op.signature] = self._header(op)
        name, mask, rest = known
        orders = self._orders_of(op.results)
        mask |= (HAS_SUCCESSORS if op.successors else 0) | (HAS_REGIONS if op.regions else 0)
        mask |= HAS_RESULT_USE_LISTS if orders else 0
        out.varint(name)
        out.byte(mask)
        out.varint(entry(self._writer.locate(op.location)))
        out.data += rest
        if op.operands:
            out.varint(len(op.operands))
            for operand in op.operands:
                out.varint(self._values[operand])
        if op.successors:
            out.varint(len(op.successors))
            for block in op.successors:
                out.varint(blocks[block])
        if orders:
            self._orders.write(orders, len(op.results), out)

    def _header(self, op: Operation) -> tuple[int, int, bytes]:
        """Returns the number of an operation's name, its mask, and what follows the location up to the operands."""
        writer = self._writer
        form = writer.form_of(op)
        entry = writer.collection.entry
        mask = 0
        out = Output()
        if form.attributes.entries:
            mask |= HAS_ATTRIBUTES
            out.varint(entry(form.attributes))
        if (properties := form.encoded_properties(writer.collection)) is not None:
            mask |= HAS_OP_PROPERTIES
            out.varint(writer.properties.setdefault(properties, len(writer.properties)))
        if form.result_types:
            mask |= HAS_RESULTS
            out.varint(len(form.result_types))
            for type in form.result_types:
                out.varint(entry(type))
        if op.operands:
            mask |= HAS_OPERANDS
        return writer.collection.names.numbers[form.name, form.is_declared], mask, bytes(out.data)


def _count_values(region: Region) -> int:
    """Returns the number of values that a region defines itself."""
    return sum([len(block.arguments) + sum([len(op.results) for op in block.ops]) for block in region.blocks])


Locate = Callable[[Location | int], Location]
"""Returns the location of what has only an offset in a text."""


class WrittenForm:
    """The form in which operations with a signature are written: name, dictionary and properties.

    If it `is_newer`, the properties are those of newer versions of the dialects.
    """

    def __init__(self, signature: Signature, version: int, is_newer: bool = False) -> None:
        definition = signature.definition
        self.name = definition.name
        self.is_declared = isinstance(definition, OpDef) or definition.dialect == "vhlo"
        self.attributes = signature.attributes
        self.properties: list[tuple[Attribute | None, bool]] | None = None
        """The inherent attributes in their order, None for missing ones, and whether they may be missing."""
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
            self.properties = [(properties.given, False)]
        elif definition.dialect == "vhlo":
            self.properties = [(value, False) for _, value in properties.items()]
        elif properties.entries:
            self.properties = [(properties, False)]

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
        self.properties = [(properties.get(name), is_optional) for name, is_optional in names]

    def encoded_properties(self, collection: Collection) -> bytes | None:
        """Returns the properties as they are written; None if the operation has none."""
        if self.properties is None:
            return None
        out = Output()
        for value, is_optional in self.properties:
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
        self.entry = self.collection.entry
        self.resource = self.collection.resources.__getitem__
        self.forms: dict[Signature, WrittenForm] = {}
        self._strings: dict[bytes, int] = {}
        self.properties: dict[bytes, int] = {}

    def form_of(self, op: Operation) -> WrittenForm:
        """Returns what an operation is written with."""
        if (found := self.forms.get(op.signature)) is None:
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

    # The numbers of what encodings refer to.

    def string(self, text: str) -> int:
        data = text.encode("utf-8", "surrogateescape")
        return self._strings.setdefault(data, len(self._strings))

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
            for block in regions.pop().blocks:
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
        for value, _ in form.properties or ():
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
            if (blob := self.resources.get(key)) is not None and blob.has_data:
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
    return [(dialect, list(group)) for dialect, group in groupby(values, dialect_of)]


def write_module(
    module: Operation,
    resources: Resources,
    version: int | None = None,
    locate: Locate | None = None,
    origin: bytes | None = None,
    producer: str | None = None,
) -> bytes:
    """Returns a module as bytecode of that version: see `bytecode.write`."""
    if version is None:
        version = NEWEST_VERSION
    if version > NEWEST_VERSION:
        raise failure(f"unsupported version requested {version}, must be in range [0, {NEWEST_VERSION}]", -1)
    is_newer = since("0.11.0") or (origin is not None and is_of_newer(origin))
    is_newer = is_newer or any(map(needs_newer, {op.signature for op in module.walk()}))
    writer = BytecodeWriter(module, resources, version, locate or located, is_newer)
    return writer.write(producer or (NEWEST if is_newer else OLDEST).producer)


def located(location: Location | int) -> Location:
    """Returns a location; an offset in an unknown text is unknown."""
    from sdyopt.mlir.diagnostics import Source

    return Source("").resolve(location)
