"""Inputs and outputs: what a file has, the parts of an input, and files replaced as a whole."""

from __future__ import annotations

import errno
import os
import re
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, TextIO

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.sdy.attributes import DISCARDABLE
from sdyopt.ir.attribute import checked
from sdyopt.ir.locations import FileLineColRange
from sdyopt.ir.operation import Operation
from sdyopt.mlir.diagnostics import NO_POSITION, CompilationError, Diagnostic, Source, UnknownName, failure
from sdyopt.mlir.read.parser import ParsedText, parse

if TYPE_CHECKING:
    from sdyopt.driver.job import Options
    from sdyopt.ir.attributes import Resources


# Reading inputs and writing outputs.


STANDARD = "-"

MAX_INPUT = 1 << 31
"""The number of bytes that an input may have, which limits endless pipes."""

_CHUNK = 1 << 26
_OUTPUT_CHUNK = 1 << 19


def read_input(path: str) -> tuple[str, str]:
    """Returns the text of a file, or of standard input for `-`, and its name in diagnostics. Raises OSError.

    Bytes that are not UTF-8 become surrogates, so that they are written unchanged.
    """
    if path == STANDARD:
        standard = _opened(sys.stdin)
        if standard.isatty():
            sys.stderr.write("reading a program from the terminal, up to Ctrl-D; a file is the first argument\n")
        return _decode(_read(standard.buffer)) if hasattr(standard, "buffer") else standard.read(), "<stdin>"
    with open(path, "rb") as stream:
        return _decode(_read(stream)), path


def write_output(path: str, text: str) -> None:
    """Writes to a file, or to standard output for `-`. Raises OSError.

    A file is replaced as a whole, so that a failure leaves the old one.
    """
    if is_null_device(path):
        return
    chunks = _encoded(text)
    target = os.path.realpath(path)
    if path == STANDARD:
        stdout = _opened(sys.stdout)
        if hasattr(stdout, "buffer"):
            stdout.buffer.writelines(chunks)
        else:
            stdout.write(text)
        stdout.flush()
    elif (os.path.exists(path) and not os.path.isfile(path)) or os.path.islink(target):
        # A pipe, a device, a folder, or links in a circle cannot be replaced.
        with open(path, "wb") as stream:
            stream.writelines(chunks)
    else:
        replace_file(target, chunks)


def output_error(path: str, error: OSError) -> CompilationError:
    """Returns the error that an output which belongs to no place in the program could not be written."""
    return failure(file_problem("output", path, error), -1)


def is_null_device(path: str) -> bool:
    """Whether what is written to `path` is discarded: `/dev/null`, also on Windows, whose own name is `nul`."""
    return path in (os.devnull, "/dev/null")


def encode(text: str) -> bytes:
    """Returns `text` as the bytes that were read."""
    return text.encode("utf-8", "surrogateescape")


def _encoded(text: str) -> Iterator[bytes]:
    """Yields what `encode` returns in parts, so that long texts do not take twice their memory."""
    for start in range(0, len(text), _OUTPUT_CHUNK):
        yield encode(text[start : start + _OUTPUT_CHUNK])


def _decode(data: bytearray) -> str:
    return data.decode("utf-8-sig", "surrogateescape")


def _opened(stream: TextIO | None) -> TextIO:
    """Returns a standard stream. Raises OSError if it was closed when this process started."""
    if stream is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return stream


def _read(stream: BinaryIO) -> bytearray:
    """Returns the contents of a stream. Raises OSError if it is too long."""
    data = bytearray()
    while chunk := stream.read(_CHUNK):
        data += chunk
        if len(data) > MAX_INPUT:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return data


def file_problem(kind: str, path: str, error: OSError) -> str:
    """Returns the message that an `input` or `output` could not be opened, read or written."""
    done = "open" if error.filename is not None else "read" if kind == "input" else "write"
    return f"cannot {done} {kind} file '{path}': {error.strerror or error}"


# Atomic replacement of files: whatever happens, the result is either the old or the new file.

ENDING_SIGNALS = tuple([getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)])
"""The signals that ask a process to end."""


def replace_file(path: str, chunks: Iterable[bytes]) -> None:
    """Writes `chunks` of bytes to a file beside `path` and moves it there. Raises OSError.

    An existing file keeps its permissions; a new one gets the default ones. A read-only file stays as it is.
    """
    if os.path.exists(path) and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    mode = os.stat(path).st_mode & 0o7777 if os.path.exists(path) else None
    temporary = os.path.join(os.path.dirname(path), f".sdy-{os.urandom(8).hex()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with signals_held():  # so that no temporary file is left behind
        descriptor = os.open(temporary, flags, 0o666 if mode is None else mode)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.writelines(chunks)
            if mode is not None:
                os.chmod(temporary, mode)
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise


@contextmanager
def signals_held() -> Iterator[None]:
    """Delays the signals that ask this process to end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# Recognizes HLO text.

_WORD = re.compile(r"HloModule\b")
_SPACE = re.compile(r"\s*")
_COMMENTS = {"//": "\n", "/*": "*/"}
"""How comments begin, and how they end."""


def is_hlo(text: str) -> bool:
    """Whether a text begins like the HLO text of a module: with `HloModule`, after space and comments."""
    start = 0
    while True:
        start = _SPACE.match(text, start).end()  # type: ignore[union-attr]
        if (closing := _COMMENTS.get(text[start : start + 2])) is None:
            return _WORD.match(text, start) is not None
        end = text.find(closing, start + 2)
        if end < 0:
            return False
        start = end + len(closing)


_BEGINNINGS = ("ML\udcefR", "\x1f\udc8b", "PK\x03\x04")
"""How MLIR bytecode, gzip and zip files begin."""


def source_of(text: str, name: str) -> Source:
    """Returns the source of an input as it was read. Containers are opened, if they are valid."""
    if not (text.startswith(_BEGINNINGS) or "\0" in text[:4]):
        return text_source(text, name)
    from sdyopt.bytecode.exported import unpacked

    if (contents := unpacked(text.encode("utf-8", "surrogateescape"))) is None:
        return Source(text, name)
    return text_source(contents, name) if isinstance(contents, str) else Source("", name, data=contents)


def decompressed(text: str) -> str:
    """Returns the text in a gzip or zip file, as it was read, or `text` if it is neither. Raises ValueError."""
    if not text.startswith(_BEGINNINGS[1:]):
        return text
    from sdyopt.bytecode.exported import contents_of

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

        return read_hlo(checked(HloSource, source), complaints)
    if source.data is None:
        return parse(source.text, REGISTRY, allow_unregistered, complaints=complaints)
    from sdyopt import bytecode

    return bytecode.read(source.data, allow_unregistered, source if numbers_stay else None)


def binary_output(program: Operation, source: Source, resources: Resources, options: Options) -> str:
    """Returns a program in the binary form of the options, decoded like an input. Raises CompilationError."""
    from sdyopt import bytecode

    if options.stablehlo_serialize_target is not None:
        target = options.stablehlo_serialize_target
        data = bytecode.write_artifact(program, target, resources, source.resolve)
    else:
        version, producer = options.emit_bytecode_version, options.emit_bytecode_producer
        data = bytecode.write(program, resources, version, source.resolve, source.data, producer)
    return data.decode("utf-8", "surrogateescape")


# Inputs of several parts, and lines between them that are nearly separators.

SPLIT_MARKER = "// -----"
"""The default beginning of lines that separate parts."""

_MISSED = 2
"""The number of characters at the end of a marker that a reported line lacks."""


def split(text: str, name: str, marker: str = SPLIT_MARKER) -> list[Source]:
    """Returns the parts of `text` between lines that begin with `marker`."""
    chunks = []
    start, line = 0, 1
    for found in re.finditer(rf"^{re.escape(marker)}[^\n]*\n?", text, re.MULTILINE):
        chunks.append(text_source(text[start : found.start()], name, line))
        line += text.count("\n", start, found.end())
        start = found.end()
    chunks.append(text_source(text[start:], name, line))
    return chunks


def near_misses(text: str, marker: str) -> Iterator[Diagnostic]:
    """Yields a warning, with an offset in `text`, for each line that lacks only the last characters of `marker`."""
    beginning, rest = marker[:-_MISSED], marker[-_MISSED:]
    if beginning:
        for found in re.finditer(rf"^{re.escape(beginning)}(?!{re.escape(rest)})", text, re.MULTILINE):
            yield Diagnostic("warning", "near miss with file split marker", found.end())


# Inputs that are not MLIR text, recognized by how they begin.

_BYTECODE = "ML\udcefR"
"""The first four bytes of MLIR bytecode (https://mlir.llvm.org/docs/BytecodeFormat/), as `read_input` decodes them."""

_BEGINNING = 1024
"""The number of characters that are searched for what text does not contain."""

_PYTHON = re.compile(
    r'(?:\s*#[^\n]*\n)*\s*(?:import \w|from \S+ import|def \w+\(|class \w+[(:]|if __name__|"""|#!.*python)'
)


_FORMATS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(re.escape(_BYTECODE)), "this is MLIR bytecode: sdy-opt writes the program in it as text"),
    (
        re.compile(rf"[^\n]{{0,64}}\0.*{re.escape(_BYTECODE)}", re.DOTALL),
        "this is a file of jax.export: sdy-opt writes the program in it as text, unless the file is damaged or cut off",
    ),
    (re.compile("\x1f\udc8b"), "this is a gzip file: sdy-opt writes the program in it as text"),
    (re.compile("PK\x03\x04"), "this is a zip file: extract the program from it"),
    (
        re.compile(r"\udcff\udcfe|\udcfe\udcff|(?:[\x01-\x7f]\0){2}|(?:\0[\x01-\x7f]){2}"),
        "this is UTF-16 text: convert it to UTF-8, with iconv -f UTF-16 -t UTF-8",
    ),
    (re.compile(r"\s*HloModule\b"), "this is HLO text, not MLIR: sdy-opt writes the program in it as MLIR"),
    (
        _PYTHON,
        "this is Python source, not MLIR: jax.jit(f).lower(*arguments).as_text() returns the program of a function f",
    ),
    (
        re.compile(rf".{{0,16}}\0{{4}}|(?:.{{0,{_BEGINNING}}}?\0){{16}}", re.DOTALL),
        "this is binary data, not MLIR text",
    ),
)


def foreign_format(text: str) -> CompilationError | None:
    """Returns the error for a text that is not MLIR but something else that is known; None if it may be MLIR."""
    for beginning, message in _FORMATS:
        if beginning.match(text):
            is_text = "\0" not in text[:_BEGINNING] and "\udc8b" not in text[:2]
            return failure(message, 0 if is_text else -1)
    return None


# Inputs of a single operation, which is not wrapped in a module.


def only_operation(module: Operation, name: str) -> Operation:
    """Returns the only operation in the implicit module of the file `name`, or the module that the file contains.

    Raises CompilationError if there is not exactly one.
    """
    if module.location != NO_POSITION:
        return module
    (block,) = module.regions[0].blocks
    found = list(block.ops)
    if len(found) != 1:
        message = f"source must contain a single top-level operation, found: {len(found)}"
        raise failure(message, FileLineColRange(name, 0, 0))
    (operation,) = found
    operation.detach()
    return operation


# Warnings about attributes with the prefix of the SDY dialect that the dialect does not know, such as
# `sdy.shardin`.

OFF = "no-unknown-attributes"
"""The value of `-W` that switches these warnings off."""

_ASSIGNED = re.compile(r"sdy\.\w+(?=\s*=[^=])")

_BEFORE = " \t\n{,(<"
"""The characters before the name of an attribute."""


def unknown_attributes(text: str) -> list[Diagnostic]:
    """Returns a warning for each name, where it occurs first in the text of a valid module."""
    found: dict[str, int] = {}
    for match in _ASSIGNED.finditer(text):
        name, start = match[0], match.start()
        if name not in DISCARDABLE and text[start - 1 : start] in _BEFORE and not _is_in_comment(text, start):
            found.setdefault(name, start)
    return [
        Diagnostic(
            "warning",
            f"unknown attribute '{name}' of the SDY dialect",
            start,
            hint=UnknownName(name, lambda: DISCARDABLE),
        )
        for name, start in found.items()
    ]


def _is_in_comment(text: str, offset: int) -> bool:
    """Whether `//` precedes the offset on its line, perhaps in a string."""
    return text.find("//", text.rfind("\n", 0, offset) + 1, offset) >= 0
