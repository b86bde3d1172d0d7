"""Reading inputs and writing outputs."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO, TextIO

from sdyopt.mlir.diagnostics import CompilationError, Diagnostic

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
        return _decode(_read(_opened(sys.stdin).buffer)), "<stdin>"
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
        stream = _opened(sys.stdout).buffer
        stream.writelines(chunks)
        stream.flush()
    elif (os.path.exists(path) and not os.path.isfile(path)) or os.path.islink(target):
        # A pipe, a device, a folder, or links in a circle cannot be replaced.
        with open(path, "wb") as stream:
            stream.writelines(chunks)
    else:
        replace_file(target, chunks)


def output_error(path: str, error: OSError) -> CompilationError:
    """Returns the error that an output which belongs to no place in the program could not be written."""
    return CompilationError([Diagnostic("error", file_problem("output", path, error), -1)])


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
    from tempfile import mkstemp

    with signals_held():  # so that no temporary file is left behind
        descriptor, temporary = mkstemp(prefix=".sdy-", dir=os.path.dirname(path))
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.writelines(chunks)
            os.chmod(temporary, _permissions(path))
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


def _permissions(path: str) -> int:
    """Returns the permissions of the file at `path`, or those of a new file."""
    if os.path.exists(path):
        return os.stat(path).st_mode & 0o7777
    return 0o666 & ~_umask()


def _umask() -> int:
    """Returns the mask of permissions. It can only be read by setting it, which other threads would notice.

    Where there are some, Linux says what it is.
    """
    threading = sys.modules.get("threading")
    if threading is not None and threading.active_count() > 1:
        with suppress(OSError), open("/proc/self/status", encoding="utf-8") as status:
            for line in status:
                if line.startswith("Umask:"):
                    return int(line.split()[1], 8)
    mask = os.umask(0)
    os.umask(mask)
    return mask
