"""Atomic replacement of files: whatever happens, the result is either the old or the new file."""

from __future__ import annotations

import errno
import os
import signal
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

ENDING_SIGNALS = tuple([getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)])
"""The signals that ask a process to end."""


def replace_file(path: str, chunks: Iterable[bytes]) -> None:
    """Writes `chunks` of bytes to a file beside `path` and moves it there. Raises OSError.

    An existing file keeps its permissions; a new one gets the default ones. A read-only file stays as it is.
    """
    if os.path.exists(path) and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    with signals_held():  # so that no temporary file is left behind
        descriptor, temporary = tempfile.mkstemp(prefix=".sdy-", dir=os.path.dirname(path))
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
