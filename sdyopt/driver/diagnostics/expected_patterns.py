"""Regular expressions of an input, which are searched for a limited time."""

from __future__ import annotations

import re
import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

SECONDS = 2.0
"""The processor time that a search may take; nested repetitions may need exponential time."""


class PatternError(Exception):
    """An invalid regular expression."""


def compiled(text: str) -> re.Pattern[str]:
    """Compiles a text in which `{{…}}` encloses regular expressions; the rest is plain. Raises PatternError."""
    parts = []
    start = 0
    while (opening := text.find("{{", start)) >= 0 and (closing := text.find("}}", opening + 2)) >= 0:
        parts += [re.escape(text[start:opening]), text[opening + 2 : closing]]
        start = closing + 2
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about syntax whose meaning may change in later versions of Python
            return re.compile("".join([*parts, re.escape(text[start:])]))
    except RecursionError:
        raise PatternError("nested too deeply") from None
    except (re.error, OverflowError) as error:
        raise PatternError(str(error)) from None


def occurs(pattern: re.Pattern[str], text: str) -> bool:
    """Returns whether `pattern` occurs in `text`. Raises PatternError if the search takes too long."""
    with _timed():
        return pattern.search(text) is not None


@contextmanager
def _timed() -> Iterator[None]:
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _too_long(*_: Any) -> NoReturn:
    raise PatternError("it takes too long")
