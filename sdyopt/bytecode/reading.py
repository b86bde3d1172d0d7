"""The operations of a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sdyopt.bytecode.attributes import (
    FILE_LOCATION,
    HAS_ATTRIBUTES,
    HAS_OP_PROPERTIES,
    HAS_OPERANDS,
    HAS_REGIONS,
    HAS_RESULT_USE_LISTS,
    HAS_RESULTS,
    HAS_SUCCESSORS,
    AttributeTable,
    OperationKinds,
    OperationTemplate,
)
from sdyopt.bytecode.container import (
    HAS_LAZY_REGIONS,
    HAS_OPTIONAL_LOCATIONS,
    HAS_USE_LISTS,
    IR,
    LENGTHS,
    MAGIC,
    BytecodeError,
    Container,
    Cursor,
)
from sdyopt.bytecode.exported import GZIP, ZIP, contents_of, module_of
from sdyopt.bytecode.use_lists import UseList, order_uses, read_use_lists, sort_uses
from sdyopt.dialects import REGISTRY
from sdyopt.ir.attribute import Location, Type, forget_if_grown
from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import NO_POSITION, CompilationError, Note, Source, failure
from sdyopt.mlir.read.families import RegionTemplate, region_template_of
from sdyopt.mlir.read.parser import MODULE_NAME, ParsedText
from sdyopt.mlir.write.attributes import MAX_NESTING

# Regions that are written like one before: which bytes they are, and how to make them again.

_UNTEMPLATED = HAS_SUCCESSORS | HAS_REGIONS | HAS_RESULT_USE_LISTS
"""The parts that no operation of a remembered region has."""

LONGEST = 200
"""The number of bytes of the longest region that is remembered."""


class WrittenRegion(NamedTuple):
    """A region in which everything has the location of its operation, and how it is written."""

    parts: tuple[bytes, ...]
    """The contents of its section, without the number of the location between any two."""
    template: RegionTemplate

    def is_written(self, data: bytes, location: bytes) -> bool:
        """Whether a section with this content is such a region, where an operation's location has this number."""
        return location.join(self.parts) == data


def written_region(op: Operation, data: bytes) -> WrittenRegion | None:
    """Returns how to read further regions like that of `op`, whose section contains `data`; None if it is unusual."""
    if (template := region_template_of(op.regions[0], op.location)) is None:
        return None
    if not (places := _locations(Cursor(data))):
        return None
    number = data[slice(*places[0])]
    parts: list[bytes] = []
    position = 0
    for start, end in places:
        if data[start:end] != number:
            return None
        parts.append(data[position:start])
        position = end
    return WrittenRegion((*parts, data[position:]), template)


def _locations(cursor: Cursor) -> list[tuple[int, int]] | None:
    """Returns where the numbers of locations are in a section of a region of one block; None if it is unusual."""
    if cursor.varint() != 1:
        return None
    cursor.varint()
    left, has_arguments = cursor.flagged()
    found: list[tuple[int, int]] = []

    def location() -> None:
        start = cursor.position
        cursor.varint()
        found.append((start, cursor.position))

    if has_arguments:
        for _ in range(cursor.varint()):
            _, has_location = cursor.flagged()
            if not has_location:
                return None
            location()
        if cursor.byte():
            return None
    for _ in range(left):
        cursor.varint()
        mask = cursor.byte()
        if mask & _UNTEMPLATED:
            return None
        location()
        for has in (HAS_ATTRIBUTES, HAS_OP_PROPERTIES):
            if mask & has:
                cursor.varint()
        for has in (HAS_RESULTS, HAS_OPERANDS):
            if mask & has:
                for _ in range(cursor.varint()):
                    cursor.varint()
    return found


# What is known while a region is read.

_NO_TYPE: Any = None


class UnreadValue(Value):
    """Stands for a value that is used before its definition has been read."""

    __slots__ = ()

    def __init__(self) -> None:
        self.type = _NO_TYPE
        self._uses = ()


class RegionScope:
    """A region that is being read, and where to go on after it.

    `values` are those that its operations may use; its own are from `base` to `limit`, the next of which is `next`.
    """

    __slots__ = ("base", "block", "blocks", "end", "following", "left", "limit", "next", "number", "start", "values")

    block: Block

    def __init__(
        self, values: list[Value | None], blocks: list[Block], count: int, following: Sequence[Region]
    ) -> None:
        self.values = values
        self.blocks = blocks
        self.base = self.next = len(values)
        self.limit = self.base + count
        self.following = following
        self.number = -1
        self.left = 0
        self.start = 0
        self.end: int | None = None
        """Where the section starts and ends that the regions of the operation are in, if they are in one."""
        values += [None] * count


_MORE = HAS_SUCCESSORS | HAS_RESULT_USE_LISTS
"""The parts that few operations have."""

_ONE = 1 << 1 | 1
"""How the number 1 is written."""

_ONE_ISOLATED_REGION = (1 << 1 | 1) << 1 | 1
"""How it is written that an operation has a region which uses nothing from outside."""

_MAX_REGIONS = 8
"""The number of regions that are remembered for operations with one signature."""


class OperationReader:
    """Reads operations into `top`, which is a block. Raises BytecodeError.

    If `numbers_stay`, places in files are numbers instead of locations, as `Source.numbered` describes.
    `is_rewired` says whether operations may use values that are not visible to them.
    """

    def __init__(
        self,
        container: Container,
        contents: Cursor,
        table: AttributeTable,
        registry: Registry,
        allow_unregistered: bool,
        numbers_stay: bool = False,
    ) -> None:
        self._container = container
        self._version = container.version or 0
        self._cursor = contents
        self._table = table
        self._made = OperationKinds(container, table, registry, allow_unregistered)
        self._numbers_stay = numbers_stay
        self._kinds: dict[tuple[int, int, bytes], OperationTemplate] = {}
        self._regions: dict[Signature, list[WrittenRegion]] = {}
        self._forward: dict[tuple[int, int], UnreadValue] = {}
        self._used_early: list[Value] = []
        self._use_lists: list[UseList] = []
        self.is_rewired = False
        self.top = Block()

    def read(self) -> Block:
        """Returns the block with all operations."""
        cursor = self._cursor
        try:
            self._read_all()
            self._finish()
        except IndexError:
            raise BytecodeError("attempting to parse a byte at the end of the bytecode", cursor.end) from None
        except BytecodeError as error:
            raise error if error.offset is not None else cursor.error(error.message) from None
        except ValueError as error:
            raise cursor.error(str(error)) from None
        return self.top

    def _finish(self) -> None:
        """Orders uses, and makes operations of VHLO those that they stand for."""
        if self._cursor.left:
            raise self._cursor.error("unexpected trailing bytes in the IR section")
        if self._forward:
            raise self._cursor.error("not all forward unresolved forward operand references")
        if self._used_early:
            sort_uses(self.top, self._used_early)
        for order in self._use_lists:
            order_uses(order)
        if self._made.is_versioned:
            from sdyopt.bytecode.vhlo.conversion import finish

            finish(list(self.top.ops))

    def _read_all(self) -> None:
        """Reads block after block, region after region, without recursion."""
        cursor = self._cursor
        scopes: list[RegionScope] = []
        scope = RegionScope([], [self.top], 0, ())
        if self._block_header(scope):
            raise cursor.error("a block with arguments at the top level")
        while True:
            if scope.left:
                if (op := self._read_operations(scope)) is not None:
                    if len(scopes) == MAX_NESTING:
                        raise cursor.error(f"nesting is limited to {MAX_NESTING} levels")
                    scopes.append(scope)
                    scope = self._first_region(op, scope)
            elif scope.number + 1 < len(scope.blocks):
                self._block_header(scope)
            else:
                self._leave(scope)
                if scope.following:
                    end = scope.end
                    scope = self._region(scope.following, scope.values)
                    scope.end = end
                    continue
                if not scopes:
                    return
                if scope.end is not None and cursor.position != scope.end:
                    raise cursor.error("unexpected trailing bytes in an IR section")
                if scope.end is not None and self._version >= HAS_OPTIONAL_LOCATIONS:
                    self._remember_region(scope)
                scope = scopes.pop()

    def _leave(self, scope: RegionScope) -> None:
        """Forgets the values of a region."""
        if self._forward:
            for place in range(scope.base, len(scope.values)):
                if (id(scope.values), place) in self._forward:
                    raise self._cursor.error("not all forward unresolved forward operand references")
        del scope.values[scope.base :]

    def _first_region(self, op: Operation, around: RegionScope) -> RegionScope:
        """Goes into the regions of an operation, of which there is one at least."""
        cursor = self._cursor
        count, is_isolated = cursor.flagged()
        if not 0 < count <= cursor.left:
            raise cursor.error(f"invalid number of regions: {count}")
        op.regions = [Region() for _ in range(count)]
        for region in op.regions:
            region.parent = op
        start, end = 0, None
        if is_isolated and self._version >= HAS_LAZY_REGIONS:
            id, contents = cursor.section()
            if id != IR:
                raise cursor.error("expected IR section for region")
            cursor.position, end = start, _ = contents.position, contents.end
        elif not is_isolated and "IsolatedFromAbove" in op.definition.traits:
            self.is_rewired = True
        scope = self._region(op.regions, [] if is_isolated else around.values)
        scope.start, scope.end = start, end
        return scope

    def _region(self, regions: Sequence[Region], values: list[Value | None]) -> RegionScope:
        """Reads the header of the first of `regions`."""
        cursor = self._cursor
        blocks = cursor.count()
        count = cursor.varint() if blocks else 0
        if count > 2 * cursor.left + len(values):
            raise cursor.error(f"a region with {count} values in {cursor.left} bytes")
        if blocks > 1:
            self.is_rewired = True
        region = regions[0]
        for _ in range(blocks):
            region.add_block()
        return RegionScope(values, region.blocks, count, regions[1:])

    def _block_header(self, scope: RegionScope) -> int:
        """Reads the header of the next block, and returns the number of its arguments."""
        cursor = self._cursor
        scope.number += 1
        scope.block = block = scope.blocks[scope.number]
        scope.left, has_arguments = cursor.flagged()
        if scope.left > cursor.left:
            raise cursor.error(f"{scope.left} operations in {cursor.left} bytes")
        if not has_arguments:
            return 0
        count = cursor.count()
        has_optional = self._version >= HAS_OPTIONAL_LOCATIONS
        for _ in range(count):
            index, has_location = cursor.flagged() if has_optional else (cursor.varint(), True)
            type = self._table.type_at(index)
            location = self._location(cursor.varint()) if has_location else UNKNOWN
            self._define(scope, block.add_argument(type, location))
        if self._version >= HAS_USE_LISTS and cursor.byte():
            self._use_lists += read_use_lists(cursor, block.arguments)
        return count

    def _location(self, number: int) -> Location | int:
        """Returns a location; its number, if that may stay."""
        return -2 - number if self._numbers_stay and self._table.is_place(number) else self._table.location_at(number)

    def _define(self, scope: RegionScope, value: Value) -> None:
        """Gives a value the next number."""
        if (place := scope.next) >= scope.limit:
            raise self._cursor.error(
                "value index range was outside of the expected range for the parent region, got "
                f"[{place}, {place + 1}), but the maximum index was {scope.limit - 1}"
            )
        scope.values[place] = value
        scope.next = place + 1
        if self._forward and (forward := self._forward.pop((id(scope.values), place), None)) is not None:
            forward.replace_all_uses_with(value)
            self._used_early.append(value)

    def _use(self, values: list[Value | None], index: int) -> Value:
        """Returns the value with that number, which has not been read yet."""
        if index >= len(values):
            raise ValueError(f"invalid value index: {index}")
        key = id(values), index
        if (found := self._forward.get(key)) is None:
            found = self._forward[key] = UnreadValue()
            self.is_rewired = True
        return found

    def _read_operations(self, scope: RegionScope) -> Operation | None:
        """Reads operations of a block, up to one with regions, which is returned, or to the end of the block.

        Most numbers take one byte to three; these are read without a call.
        """
        cursor = self._cursor
        data, position = cursor.data, cursor.position
        values, block, kinds = scope.values, scope.block, self._kinds
        count_of_values = len(values)
        table = self._table
        varint, files, starts = cursor.varint, table.files, table.starts
        place_sizes = table.place_sizes if self._numbers_stay else b""
        may_stay = len(place_sizes)
        left, place, limit, end = scope.left, scope.next, scope.limit, cursor.end
        forward = self._forward
        while left:
            left -= 1
            name = data[position]
            if name & 1:
                name >>= 1
                position += 1
            else:
                cursor.position = position
                name = varint()
                position = cursor.position
            mask = data[position]
            at = position + 1
            number = data[at]
            if number & 1:
                number >>= 1
                position += 2
            elif number & 2:
                number = (number | data[position + 2] << 8) >> 2
                position += 3
            elif number & 4:
                number = (number | data[position + 2] << 8 | data[position + 3] << 16) >> 3
                position += 4
            else:
                cursor.position = at
                number = varint()
                position = cursor.position
            location: Location | int
            size = place_sizes[number] if number < may_stay else 0
            if size:  # Is it "file":line:column, with no number too long?
                start = starts[number] + 2
                first = LENGTHS[data[start]]
                if (
                    first + 2 < size
                    and first + LENGTHS[data[start + first]] + 2 == size
                    and data[start - 2] == FILE_LOCATION
                    and files[data[start - 1]]
                ):
                    location = -2 - number
                else:
                    cursor.position = position
                    location = table.location_at(number)
            else:
                cursor.position = position
                location = table.location_at(number)
            head = position
            if mask & HAS_ATTRIBUTES:
                position += LENGTHS[data[position]]
            if mask & HAS_OP_PROPERTIES:
                position += LENGTHS[data[position]]
            if mask & HAS_RESULTS:
                if data[position] == _ONE:
                    position += 1 + LENGTHS[data[position + 1]]
                else:
                    cursor.position = position
                    for _ in range(cursor.count()):
                        varint()
                    position = cursor.position
            key = name, mask, data[head:position]
            if (kind := kinds.get(key)) is None:
                kind = kinds[key] = self._kind(name, mask, head, position)
            operands: list[Value] = []
            types: list[Type] = []
            if mask & HAS_OPERANDS:
                count = data[position]
                if count & 1:
                    count >>= 1
                    position += 1
                else:
                    cursor.position = position
                    count = cursor.count()
                    position = cursor.position
                for _ in range(count):
                    number = data[position]
                    if number & 1:
                        number >>= 1
                        position += 1
                    elif number & 2:
                        number = (number | data[position + 1] << 8) >> 2
                        position += 2
                    elif number & 4:
                        number = (number | data[position + 1] << 8 | data[position + 2] << 16) >> 3
                        position += 3
                    else:
                        cursor.position = position
                        number = varint()
                        position = cursor.position
                    value = values[number] if number < count_of_values else None
                    if value is None:
                        cursor.position = position
                        value = self._use(values, number)
                    operands.append(value)
                    types.append(value.type)
            operand_types = tuple(types)
            if (signature := kind.by_operands.get(operand_types)) is None:
                cursor.position = position
                signature = kind.signature(operand_types)
            op = Operation(signature, operands, location)
            op.parent = block
            last = op.previous = block.last
            if last is None:
                block.first = op
            else:
                last.next = op
            block.last = op
            cursor.position = position
            if mask & _MORE:
                if mask & HAS_SUCCESSORS:
                    op.successors = self._successors(scope)
                if mask & HAS_RESULT_USE_LISTS and self._version >= HAS_USE_LISTS:
                    self._use_lists += read_use_lists(cursor, op.results)
                position = cursor.position
            if len(results := op.results) == 1 and not forward and place < limit:
                values[place] = results[0]
                place += 1
            elif results:
                scope.next = place
                for result in results:
                    self._define(scope, result)
                place = scope.next
            if position > end:
                raise IndexError
            if mask & HAS_REGIONS:
                if signature not in self._regions or not self._has_known_region(op, at):
                    scope.left, scope.next = left, place
                    return op
                position = cursor.position
        scope.left, scope.next = 0, place
        return None

    def _kind(self, name: int, mask: int, start: int, end: int) -> OperationTemplate:
        """Returns what operations share whose attributes, properties and types of results are written like these."""
        numbers = Cursor(self._cursor.data, start, min(end, self._cursor.end))
        attributes = numbers.varint() if mask & HAS_ATTRIBUTES else -1
        properties = numbers.varint() if mask & HAS_OP_PROPERTIES else -1
        results = [numbers.varint() for _ in range(numbers.varint())] if mask & HAS_RESULTS else []
        self._cursor.position = numbers.position
        return self._made.of(name, attributes, properties, results)

    def _has_known_region(self, op: Operation, at: int) -> bool:
        """Whether the region of an operation, the number of whose location is at `at`, is like one before. It is made.

        Otherwise the region has not been read.
        """
        cursor = self._cursor
        before = cursor.position
        if cursor.data[before] != _ONE_ISOLATED_REGION or cursor.data[before + 1] != IR:
            return False
        location = cursor.data[at : at + LENGTHS[cursor.data[at]]]
        cursor.position += 2
        contents = cursor.take(cursor.varint())
        for known in self._regions[op.signature]:
            if known.is_written(contents, location):
                region = known.template.make(op.location)
                region.parent = op
                op.regions = [region]
                return True
        cursor.position = before
        return False

    def _remember_region(self, scope: RegionScope) -> None:
        """Remembers how the region is written that has just been read."""
        op = scope.blocks[0].parent_op if scope.blocks else None
        if op is None or len(op.regions) != 1 or scope.end is None or scope.end - scope.start > LONGEST:
            return
        if len(regions := self._regions.setdefault(op.signature, [])) < _MAX_REGIONS:
            written = written_region(op, self._cursor.data[scope.start : scope.end])
            if written is not None:
                regions.append(written)

    def _successors(self, scope: RegionScope) -> list[Block]:
        found = []
        for _ in range(self._cursor.count()):
            if (number := self._cursor.varint()) >= len(scope.blocks):
                raise ValueError(f"invalid successor index: {number}")
            found.append(scope.blocks[number])
        return found


# Files of every kind that is recognized, and the programs in them.


def read_program(data: bytes, allow_unregistered: bool, source: Source | None = None) -> ParsedText:
    """Returns the program in a file. `source` is as in `bytecode.read`. Raises CompilationError."""
    if data.startswith((GZIP, ZIP)):
        try:
            data = contents_of(data)
        except ValueError as error:
            raise failure(str(error), NO_POSITION) from None
    return read_bytecode(module_of(data) or data, allow_unregistered, source)


def read_bytecode(data: bytes, allow_unregistered: bool, source: Source | None = None) -> ParsedText:
    """Returns the module in MLIR bytecode, a portable artifact included. Raises CompilationError."""
    forget_if_grown()
    container = Container(data)
    try:
        if not data.startswith(MAGIC):
            raise BytecodeError("input buffer is not an MLIR bytecode file", 0)
        contents = container.read()
        table = AttributeTable(container, REGISTRY, allow_unregistered)
        reader = OperationReader(container, contents, table, REGISTRY, allow_unregistered, source is not None)
        module = _module_around(reader.read())
    except BytecodeError as error:
        raise _failure(error, container) from None
    if source is not None:
        source.numbered = table.location_at
    return ParsedText(module, container.resources, reader.is_rewired)


def _failure(error: BytecodeError, container: Container) -> CompilationError:
    """Returns the error for data that is invalid."""
    message = error.message if error.offset is None else f"{error.message}, at offset {error.offset}"
    notes = []
    if container.version is not None:
        produced = f"in bytecode version {container.version} produced by: {container.producer}"
        notes.append(Note(produced, NO_POSITION))
    return failure(message, NO_POSITION, tuple(notes))


def _module_around(block: Block) -> Operation:
    """Returns the only module in a block, or a new one with everything that is in it."""
    first = block.first
    if first is not None and first.next is None and first.name == MODULE_NAME:
        first.detach()
        return first
    return Operation(Signature.of(REGISTRY.operations[MODULE_NAME]), [], NO_POSITION, [Region([block])])
