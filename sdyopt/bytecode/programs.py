"""Files of every kind that is recognized, and the programs in them."""

from __future__ import annotations

from sdyopt.bytecode.attributes import AttributeTable
from sdyopt.bytecode.container import MAGIC, Container
from sdyopt.bytecode.cursor import BytecodeError
from sdyopt.bytecode.exported import module_of
from sdyopt.bytecode.operations import OperationReader
from sdyopt.bytecode.recognition import GZIP, ZIP, contents_of
from sdyopt.dialects import REGISTRY
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.remembering import forget_if_grown
from sdyopt.ir.signature import Signature
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, Note
from sdyopt.mlir.diagnostics.source import NO_POSITION, Source
from sdyopt.mlir.read.reading import MODULE_NAME, ParsedText


def read_program(data: bytes, allow_unregistered: bool, source: Source | None = None) -> ParsedText:
    """Returns the program in a file. `source` is as in `bytecode.read`. Raises CompilationError."""
    if data.startswith((GZIP, ZIP)):
        try:
            data = contents_of(data)
        except ValueError as error:
            raise CompilationError([Diagnostic("error", str(error), NO_POSITION)]) from None
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
    return CompilationError([Diagnostic("error", message, NO_POSITION, tuple(notes))])


def _module_around(block: Block) -> Operation:
    """Returns the only module in a block, or a new one with everything that is in it."""
    first = block.first
    if first is not None and first.next is None and first.name == MODULE_NAME:
        first.detach()
        return first
    return Operation(Signature.of(REGISTRY.operations[MODULE_NAME]), [], NO_POSITION, [Region([block])])
