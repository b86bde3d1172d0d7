"""Reading inputs and writing outputs."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

STANDARD = "-"


def read_input(path: str) -> tuple[str, str]:
    """The text of a file, or of standard input for `-`, and the name it goes by in diagnostics. Raises OSError.

    Bytes that are no UTF-8 become surrogates, so that they are written again as they were.
    """
    data = sys.stdin.buffer.read() if path == STANDARD else Path(path).read_bytes()
    return data.decode("utf-8-sig", "surrogateescape"), "<stdin>" if path == STANDARD else path


def encode(text: str) -> bytes:
    """`text` as bytes again."""
    return text.encode("utf-8", "surrogateescape")


def write_output(path: str, text: str) -> None:
    """Writes to a file, or to standard output for `-`. Raises OSError.

    A file is written beside its place and moved there when it is whole, so that a failure leaves the old one.
    """
    if path == STANDARD:
        sys.stdout.buffer.write(encode(text))
        sys.stdout.buffer.flush()
        return
    target = Path(path)
    if target.exists() and not target.is_file():
        with target.open("wb") as stream:
            stream.write(encode(text))
        return
    target = target.resolve()
    descriptor, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(encode(text))
        os.chmod(temporary, target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask())
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    """The permissions that new files do not get; asking for them means setting them for a moment."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
