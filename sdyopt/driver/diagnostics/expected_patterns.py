"""Regular expressions that an input brings along: whatever is in them, they are over in time, or said to be wrong."""

from __future__ import annotations

import re
import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

SECONDS = 2.0
"""So much of the processor's time one search may take. Nested repetitions may take longer than anyone waits."""


class PatternError(Exception):
    """What is wrong with a regular expression."""


def compiled(text: str) -> re.Pattern[str]:
    """What stands between `{{` and `}}` is a regular expression, the rest is plain text. Raises PatternError."""
    parts = []
    start = 0
    while (opening := text.find("{{", start)) >= 0 and (closing := text.find("}}", opening + 2)) >= 0:
        parts += [re.escape(text[start:opening]), text[opening + 2 : closing]]
        start = closing + 2
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what may mean something else in later versions of Python
            return re.compile("".join([*parts, re.escape(text[start:])]))
    except RecursionError:
        raise PatternError("nested too deeply") from None
    except (re.error, OverflowError) as error:
        raise PatternError(str(error)) from None


def occurs(pattern: re.Pattern[str], text: str) -> bool:
    """Whether something in `text` is as `pattern` says. Raises PatternError if that takes too long to find out."""
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
