"""Which remarks are written, and how: in diagnostics, in JSON for programs, or counted by kind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from sdyopt.display.messages import Extent, Style, written
from sdyopt.driver.diagnostics.patterns import compiled
from sdyopt.driver.diagnostics.remarks import Remark
from sdyopt.driver.diagnostics.rendering import messages
from sdyopt.driver.diagnostics.report import Report, Write
from sdyopt.driver.io.files import encode, output_error
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.diagnostics import Diagnostic

MOST_IN_TEXT = 300
"""How many remarks about one program are written as text to standard error, unless another number is given."""


class RemarkOptions(NamedTuple):
    """The values of the options whose names begin with `remarks-`."""

    format: str | None = None
    """"text", "json" or "summary"; None is the format of diagnostics."""
    output_file: str | None = None
    kinds: Sequence[str] = ()
    """Regular expressions: one must match the whole kind of a remark."""
    values: Sequence[str] = ()
    """Names of values, with or without %: a remark must be about one of them."""
    lines: Sequence[str] = ()
    """Places `12` or `FILE:12`: a remark must be at one of them."""
    limit: int | None = None
    """The number of remarks after which further ones are only counted; 0 for no limit."""

    def has_line(self, place: Extent) -> bool:
        """Returns whether a place is one of the lines."""
        found = f"{place.file}:{place.line}"
        return not self.lines or any(re.fullmatch(rf"(?:.*[:/])?{re.escape(line)}", found) for line in self.lines)

    @property
    def text(self) -> str:
        """The choice, as options."""
        chosen = ("kind", self.kinds), ("value", self.values), ("line", self.lines)
        return " ".join([f"-remarks-{name}={each}" for name, given in chosen for each in given])


def _names(remark: Remark) -> set[str]:
    """Returns the names of values among the arguments of a remark, without %."""

    def texts(argument: Any) -> Iterable[str]:
        if isinstance(argument, str):
            yield argument
        elif isinstance(argument, list):
            for each in argument:
                yield from texts(each)

    found = [text for argument in remark.arguments.values() for text in texts(argument)]
    return {text.removeprefix("%") for text in found if text.startswith("%")}


class RemarkWriter:
    """Writes the remarks about one program to a report, or to a file."""

    def __init__(self, report: Report, options: RemarkOptions) -> None:
        path, is_json = options.output_file, options.format == "json"
        self._report = report
        self._options = options
        self._style = report.style(options.format) if path is None else Style(as_json=is_json)
        self._write = report.write if path is None else _writing_to(path)
        self._is_verified = report.verify_diagnostics is not None and path is None
        limit = options.limit
        if limit is None:
            limit = 0 if path or self._style.as_json or self._is_verified else MOST_IN_TEXT
        self._limit = limit
        self._patterns = compiled(options.kinds)
        self._values = {value.removeprefix("%") for value in options.values}
        self._shown = 0
        self._kinds: set[str] = set()
        self._left_out = Counter[tuple[str, str]]()
        """How many remarks were not written, by pass and kind."""

    def __call__(self, remark: Remark) -> None:
        """Writes one remark. In JSON, pass and kind are separate from the message."""
        options = self._options
        self._kinds.add(remark.kind)
        if self._patterns and not any(pattern.fullmatch(remark.kind) for pattern in self._patterns):
            return
        if self._values and self._values.isdisjoint(_names(remark)):
            return
        is_left_out = options.format == "summary" or 0 < self._limit <= self._shown
        if options.lines or not is_left_out:
            (message,) = messages([remark.diagnostic], self._report.source, self._report.frames)
            if not options.has_line(message.extent):
                return
        if is_left_out:
            self._left_out[remark.pass_name, remark.kind] += 1
            return
        self._shown += 1
        if self._is_verified:
            self._report.add([remark.diagnostic])
            return
        if self._style.as_json:
            details = {**message.details, "pass": remark.pass_name, "kind": remark.kind, "arguments": remark.arguments}
            message = message._replace(text=remark.message, details=details)
        self._write(written([message], self._style))

    def finish(self) -> None:
        """Writes how many remarks were left out, and warns if all were."""
        counts = self._left_out
        if self._options.format == "summary":
            self._write("".join([f"{count:9,}  {kind}  {name}\n" for (name, kind), count in counts.most_common()]))
        elif counts:
            by_kind = Counter[str]()
            for (_, kind), count in counts.items():
                by_kind[kind] += count
            listed = ", ".join([f"{count:,} {kind}" for kind, count in by_kind.most_common()])
            text = (
                f"{counts.total():,} further remarks are left out, those after -remarks-limit={self._limit}: {listed}"
            )
            self._report.add([Diagnostic("remark", text, -1)])
        if not self._shown and not counts and self._kinds and self._options.text:
            kinds = ", ".join(sorted(self._kinds))
            text = f"no remarks: {self._options.text} matches none of them, whose kinds are {kinds}"
            self._report.add([Diagnostic("warning", text, -1)])


def _writing_to(path: str) -> Write:
    """Returns what adds text to a file. Raises CompilationError if it cannot be written."""

    def append(text: str) -> None:
        try:
            with open(path, "ab") as file:
                file.write(encode(text))
        except OSError as error:
            raise output_error(path, error) from None

    return append
