"""Atomic replacement of files: whatever happens, the result is either the old or the new file."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

ENDING_SIGNALS = tuple([getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)])
"""The signals that ask a process to end."""


def replace_file(path: str, chunks: Iterable[bytes]) -> None:
    """Writes `chunks` of bytes to a file beside `path` and moves it there. Raises OSError.

    An existing file keeps its permissions; a new one gets the default ones. A read-only file stays as it is.
    """
    if os.path.exists(path) and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    with signals_held():  # so that no temporary file is left behind
        mode = os.stat(path).st_mode & 0o7777 if os.path.exists(path) else None
        descriptor, temporary = _new_file(os.path.dirname(path), 0o666 if mode is None else 0o600)
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


def _new_file(folder: str, mode: int) -> tuple[int, str]:
    """Returns the descriptor and the path of a new file, whose permissions are `mode` without those of the umask.

    The umask itself can only be read by setting it, for all threads of the process.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    while True:
        path = os.path.join(folder, f".sdy-{os.urandom(8).hex()}")
        try:
            return os.open(path, flags, mode), path
        except FileExistsError:
            continue
