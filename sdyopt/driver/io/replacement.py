"""Files replaced as a whole: whatever happens, what is there is the old one or the new one, and nothing else."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

ENDING_SIGNALS = tuple([getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)])
"""What asks a process to end."""


def replace_file(path: str, data: bytes) -> None:
    """Writes `data` to a file beside `path` and moves it there. Raises OSError.

    An old file's permissions stay; a new one gets the usual ones.
    """
    with signals_held():  # so that no temporary file stays behind
        descriptor, temporary = tempfile.mkstemp(prefix=".sdy-", dir=os.path.dirname(path))
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(data)
            os.chmod(temporary, _permissions(path))
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise


@contextmanager
def signals_held() -> Iterator[None]:
    """What asks this process to end has to wait."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _permissions(path: str) -> int:
    """Those of the file at `path`, or if there is none those that a new file gets."""
    if os.path.exists(path):
        return os.stat(path).st_mode & 0o7777
    mask = os.umask(0)  # Asking for it means setting it for a moment.
    os.umask(mask)
    return 0o666 & ~mask
