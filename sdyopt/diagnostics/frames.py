"""The frames of a call stack that messages and tables show: `-frames` and `-skip-frames`."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path

from sdyopt.ir.attribute import remembered
from sdyopt.ir.locations import Frame
from sdyopt.ir.records import NamedTuple

# The regular expressions of options.


def compiled(texts: Sequence[str]) -> list[re.Pattern[str]]:
    """Returns the patterns in `texts`. Raises ValueError for an invalid regular expression."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about syntax whose meaning may change in later versions of Python
        try:
            return [re.compile(text) for text in texts]
        except (re.error, OverflowError, RecursionError) as error:
            raise ValueError(f"invalid regular expression: {error}") from None


_LIBRARIES = re.compile(r"(^|[/\\])(site-packages|dist-packages|lib[/\\]python3(\.\d+)?)[/\\]|^<frozen ")
"""Matches the files of installed packages and of Python's library."""

_OWN = f"{Path(__file__).resolve().parents[1]}{os.sep}"
"""The folder of this package, which lowers functions: also where it is not installed."""

_SEPARATOR = re.compile(r"[/\\]")

_OUTERMOST = "<module>"
"""The function of a frame that no function of the user's has called."""


FRAMES = ("user", "innermost", "all")


class FrameChoice:
    """A choice of frames: the value of `-frames`, and the patterns of `-skip-frames`.

    A pattern matches a frame if it is found in the name of its file or of its function. Raises ValueError for an
    invalid pattern.
    """

    def __init__(self, choice: str = "user", skip: Sequence[str] = ()) -> None:
        self._choice = choice
        self._skip = compiled(skip)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FrameChoice) and (self._choice, self._skip) == (other._choice, other._skip)

    def __hash__(self) -> int:
        return hash((self._choice, *self._skip))

    def is_of_the_user(self, frame: Frame) -> bool:
        """Returns whether a frame is neither in an installed package nor skipped."""
        if _LIBRARIES.search(frame.file) or frame.file.startswith(_OWN):
            return False
        return not any(skip.search(frame.file) or skip.search(frame.function or "") for skip in self._skip)

    def cited(self, frames: Sequence[Frame]) -> Citation:
        """Returns the frames of a call stack, which is not empty, that are shown."""
        if self._choice == "innermost" or len(frames) == 1:
            return Citation(frames[0], (), ())
        if self._choice == "all":
            return Citation(frames[0], (), tuple(frames[1:]))
        number = next((number for number, frame in enumerate(frames) if self.is_of_the_user(frame)), 0)
        here = frames[number]._replace(column=0)
        outer = (
            frame
            for frame in frames[number + 1 :]
            if self.is_of_the_user(frame) and frame._replace(column=0) != here  # A call on the same line is the same.
        )
        caller = next((frame for frame in outer if frame.function != _OUTERMOST), None)
        return Citation(frames[number], tuple(frames[:number]), () if caller is None else (caller,))

    def callers(self, frames: Sequence[Frame]) -> Sequence[Frame]:
        """Returns the frames that follow an error at the innermost of `frames`, which is always shown."""
        if len(frames) < 2:
            return ()
        citation = self.cited(frames)
        shown = (citation.frame, *citation.callers) if citation.via else citation.callers
        return [frame for frame in shown if frame[:3] != frames[0][:3]]


class Citation(NamedTuple):
    """A place in the source of a program: a frame, those that it has called, innermost first, and its callers."""

    frame: Frame
    via: tuple[Frame, ...] = ()
    callers: tuple[Frame, ...] = ()

    def __str__(self) -> str:
        text, function = short_text(self.frame), self.frame.short_function
        if not (function or self.via or self.callers):
            return text
        if function and (function != _OUTERMOST or self.via):
            text += f" in {function}"
        ways = [("via", self.via[::-1]), ("from", self.callers)]
        shown = [f"{word} {', '.join(map(_named, frames))}" for word, frames in ways if frames]
        return f"{text} ({'; '.join(shown)})" if shown else text


def short_text(frame: Frame) -> str:
    """`model.py:22`, or `In[3]:22` in a cell of the notebook that is running."""
    cell = _cell(frame.file) if "IPython" in sys.modules else ""
    return f"{cell or _base_name(frame.file)}:{frame.line}"


def _cell(path: str) -> str:
    """Returns what IPython calls the cell that it has compiled under this name; empty for any other file."""
    shell = sys.modules["IPython"].get_ipython()
    found = None if shell is None else shell.compile.format_code_name(path)
    return found[1] if found else ""


@remembered
def _base_name(path: str) -> str:
    return _SEPARATOR.split(path)[-1]


def _named(frame: Frame) -> str:
    return f"{frame.short_function} {short_text(frame)}" if frame.function else short_text(frame)
