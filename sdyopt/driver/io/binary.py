"""Inputs in binary form, recognized by their first bytes; `read_input` decodes these like text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdyopt.dialects import REGISTRY
from sdyopt.hlo_import.recognition import is_hlo
from sdyopt.mlir.diagnostics.source import Source
from sdyopt.mlir.read.reading import ParsedText, parse

if TYPE_CHECKING:
    from sdyopt.driver.job import Options
    from sdyopt.ir.operation import Operation
    from sdyopt.ir.resources import Resources
    from sdyopt.mlir.diagnostics import Diagnostic

_BEGINNINGS = ("ML\udcefR", "\x1f\udc8b", "PK\x03\x04")
"""How MLIR bytecode, gzip and zip files begin."""


def source_of(text: str, name: str) -> Source:
    """Returns the source of an input as it was read. Containers are opened, if they are valid."""
    if not (text.startswith(_BEGINNINGS) or "\0" in text[:4]):
        return text_source(text, name)
    from sdyopt.bytecode.recognition import unpacked

    data = text.encode("utf-8", "surrogateescape")
    contents = unpacked(data)
    if contents is None:
        return Source(text, name)
    return text_source(contents, name) if isinstance(contents, str) else Source("", name, data=contents)


def decompressed(text: str) -> str:
    """Returns the text in a gzip or zip file, as it was read, or `text` if it is neither. Raises ValueError."""
    if not text.startswith(_BEGINNINGS[1:]):
        return text
    from sdyopt.bytecode.recognition import contents_of

    return contents_of(text.encode("utf-8", "surrogateescape")).decode("utf-8-sig", "surrogateescape")


def text_source(text: str, name: str, first_line: int = 1) -> Source:
    """Returns the source of a text, of MLIR or of HLO."""
    if is_hlo(text):
        from sdyopt.hlo_import.source import HloSource

        return HloSource(text, name, first_line)
    return Source(text, name, first_line)


def read_source(
    source: Source,
    allow_unregistered: bool = False,
    complaints: list[Diagnostic] | None = None,
    numbers_stay: bool = False,
) -> ParsedText:
    """Returns the program in a source. Raises CompilationError. `complaints` are as in `parse`.

    If `numbers_stay`, places in files may be numbers that `source` knows: see `Source.numbered`.
    """
    if is_hlo(source.text):
        from sdyopt.hlo_import.source import HloSource, read_hlo

        assert isinstance(source, HloSource)
        return read_hlo(source, complaints)
    if source.data is None:
        return parse(source.text, REGISTRY, allow_unregistered, complaints=complaints)
    from sdyopt import bytecode

    return bytecode.read(source.data, allow_unregistered, source if numbers_stay else None)


def binary_output(program: Operation, source: Source, resources: Resources, options: Options) -> str:
    """Returns a program in the binary form of the options, decoded like an input. Raises CompilationError."""
    from sdyopt import bytecode

    if options.elide_resource_data_from_bytecode:
        resources = {}
    if options.stablehlo_serialize_target is not None:
        target = options.stablehlo_serialize_target
        data = bytecode.write_artifact(program, target, resources, source.resolve)
    else:
        data = bytecode.write(program, resources, options.emit_bytecode_version, source.resolve, source.data)
    return data.decode("utf-8", "surrogateescape")
