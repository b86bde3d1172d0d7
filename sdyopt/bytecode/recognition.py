"""Files that are not text, recognized by their first bytes, and what is in containers."""

from __future__ import annotations

import re
import zlib

from sdyopt.bytecode.container import MAGIC

GZIP = b"\x1f\x8b"
ZIP = b"PK\x03\x04"

MAX_SIZE = 1 << 30
"""The number of bytes that a container may have once it is decompressed."""


def unpacked(data: bytes) -> bytes | str | None:
    """Returns the text of a program, or its bytes in binary form; None for what is not a program in binary form.

    A container is opened if it is valid; otherwise its own bytes are returned.
    """
    from sdyopt.bytecode.exported import module_of

    if data.startswith((GZIP, ZIP)):
        try:
            contents = contents_of(data)
        except ValueError:
            return data
        if contents.startswith(MAGIC) or module_of(contents) is not None:
            return contents
        return contents.decode("utf-8-sig", "surrogateescape")
    return data if data.startswith(MAGIC) or module_of(data) is not None else None


def is_of_newer(data: bytes) -> bool:
    """Whether bytecode, an artifact or a file of `jax.export` was written by a newer version than the reference."""
    from sdyopt.bytecode.exported import module_of

    return _NEWER_PRODUCER.match(module_of(data) or data) is not None


_NEWER_PRODUCER = re.compile(rb"ML\xefR[\x01-\xff](?:MLIR(?:2[4-9]|[3-9]\d)\.|StableHLO_v1\.(?:1[89]|[2-9]\d)\.)")


def contents_of(data: bytes) -> bytes:
    """Returns what is in a container. Raises ValueError."""
    return _decompressed(data) if data.startswith(GZIP) else _member(data)


def _decompressed(data: bytes) -> bytes:
    """Returns the contents of a gzip file."""
    found = bytearray()
    while data:
        stream = zlib.decompressobj(16 + zlib.MAX_WBITS)
        try:
            found += stream.decompress(data, MAX_SIZE - len(found) + 1)
        except zlib.error as error:
            raise ValueError(f"invalid gzip file: {error}") from None
        if len(found) > MAX_SIZE:
            raise ValueError(f"a gzip file of more than {MAX_SIZE} bytes")
        if not stream.eof:
            raise ValueError("invalid gzip file: it ends early")
        data = stream.unused_data.lstrip(b"\0")
        if not data.startswith(GZIP):
            break
    return bytes(found)


def _member(data: bytes) -> bytes:
    """Returns the only member of a zip file that is a program."""
    import io
    import zipfile

    from sdyopt.bytecode.exported import module_of

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [info for info in archive.infolist() if not info.is_dir()]
            if sum([info.file_size for info in names]) > MAX_SIZE:
                raise ValueError(f"a zip file of more than {MAX_SIZE} bytes")
            found: list[bytes] = []
            for info in names:
                with archive.open(info) as member:
                    contents = member.read(info.file_size)
                is_text = info.filename.endswith(".mlir")
                if is_text or contents.startswith(MAGIC) or module_of(contents) is not None:
                    found.append(contents)
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError) as error:
        raise ValueError(f"invalid zip file: {error}") from None
    if len(found) != 1:
        listed = ", ".join([info.filename for info in names[:20]])
        raise ValueError(f"a zip file with {len(found) or 'no'} programs among its {len(names)} files: {listed}")
    return found[0]
