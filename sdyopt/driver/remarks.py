"""`-remarks`: passes explain their decisions."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sdyopt.diagnostics.frames import compiled
from sdyopt.diagnostics.rendering import messages
from sdyopt.dialects.sdy import syntax as printing
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, Sharding
from sdyopt.display.messages import Style, written
from sdyopt.driver.input_output import encode, output_error
from sdyopt.driver.report import Report, Write
from sdyopt.ir.attribute import Attribute, Location
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.diagnostics import Diagnostic, Note, Source, expanded
from sdyopt.mlir.rewrite.remarks import Decision, Explanation, RemarkArgument
from sdyopt.mlir.write.attributes import symbol_token, text_of
from sdyopt.mlir.write.names import ValueNames

MAX_CHARACTERS = 256
"""The length of arguments in messages; longer ones, such as large meshes, are cut there, but not in JSON."""


class Remark(NamedTuple):
    """The explanation of a decision of a pass.

    docs/remarks.md lists each `kind` with its `arguments`, which are texts, numbers, None and lists of these.
    """

    pass_name: str
    kind: str
    message: str
    location: Location | int
    notes: tuple[Note, ...]
    arguments: Mapping[str, Any]

    def __str__(self) -> str:
        return f"[{self.pass_name}] {self.message}"

    @property
    def diagnostic(self) -> Diagnostic:
        """The diagnostic that is reported."""
        return Diagnostic("remark", str(self), self.location, self.notes)


class RemarkReporter:
    """Calls `hear` with the remarks of passes whose names match one of `patterns`, on one module.

    Values have their names in `source`, the text of the module, whatever passes change afterwards. Without a text they
    have the names with which the module is printed at the beginning.
    """

    def __init__(
        self,
        module: Operation,
        source: Source | None,
        hear: Callable[[Remark], object],
        patterns: Sequence[str] = ("",),
    ) -> None:
        self.hear = hear
        self._patterns = compiled(patterns)
        self._unmatched = [pattern for pattern in self._patterns if pattern.pattern]
        self.names = ValueNames(module, source)
        self.names.settle()
        self.originals: dict[Value, Value] = {}
        """The values whose names new values take."""

    def of_pass(self, name: str) -> PassRemarks:
        """Returns the remarks of the pass `name`, which may or may not be reported."""
        self._unmatched = [pattern for pattern in self._unmatched if not pattern.search(name)]
        return PassRemarks(self, name, any(pattern.search(name) for pattern in self._patterns))

    @property
    def unmatched(self) -> list[str]:
        """The patterns that have matched no pass so far."""
        return [pattern.pattern for pattern in self._unmatched]

    def name_of(self, value: Value) -> str:
        """Returns the name of `value` in the text, or a description if it has none there."""
        while value in self.originals:
            value = self.originals[value]
        if (name := self.names.get(value)) is not None:
            return name
        if isinstance(value, OpResult):
            return f"a result of '{value.owner.name}'"
        owner = value.owner_op
        return "an argument" if owner is None else f"an argument of '{owner.name}'"


class PassRemarks(Record):
    """The remarks of one pass (`sdyopt.mlir.rewrite.remarks.Remarks`)."""

    _reporter: RemarkReporter
    _pass_name: str
    are_wanted: bool

    def tell(
        self,
        kind: str,
        text: str,
        at: Operation | Value,
        /,
        *notes: tuple[str, Operation | Value],
        **arguments: RemarkArgument | Sequence[RemarkArgument],
    ) -> None:
        if not self.are_wanted:
            return
        wording = _Wording(self._reporter)
        message = wording.format(text, **arguments)
        plain = {name: wording.plain(argument) for name, argument in arguments.items()}
        said_elsewhere = tuple([Note(wording.format(note, **arguments), _location(place)) for note, place in notes])
        self._reporter.hear(Remark(self._pass_name, kind, message, _location(at), said_elsewhere, plain))

    def explain(self, decision: Decision | Explanation) -> None:
        """Reports a decision."""
        decision.explain(self)

    def renames(self, new: Value, old: Value) -> None:
        self._reporter.originals[new] = old


class _Wording(string.Formatter):
    """Formats the text of a remark with its arguments."""

    def __init__(self, reporter: RemarkReporter) -> None:
        self._reporter = reporter

    def format_field(self, value: Any, format_spec: str) -> str:
        """Returns the text of an argument; with `#` that of a count; with `one|many` a word, depending on the count."""
        if format_spec == "#":
            return str(value or "no")
        if format_spec:
            one, several = format_spec.split("|")
            return one if (value if isinstance(value, int) else len(value)) == 1 else several
        if isinstance(value, Operation):
            return f"'{value.name}'"
        if isinstance(plain := self.plain(value), list):
            texts = [str(element) for element in plain]
            return " and ".join(filter(None, (", ".join(texts[:-1]), *texts[-1:])))
        text = str(plain)
        return text if len(text) <= MAX_CHARACTERS else f"{text[:MAX_CHARACTERS]}…"

    def plain(self, argument: Any) -> Any:
        """Returns an argument in the form for JSON."""
        if argument is None or isinstance(argument, int | float):
            return argument
        if isinstance(argument, str):
            return argument.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        if isinstance(argument, Value):
            return self._reporter.name_of(argument)
        if isinstance(argument, Operation):
            return argument.name
        if isinstance(argument, Attribute):
            short_form = _SHORT_FORMS.get(type(argument))
            return expanded(text_of(argument)) if short_form is None else short_form(argument)
        return [self.plain(element) for element in argument]


_SHORT_FORMS: dict[type[Attribute], Callable[[Any], str]] = {
    Sharding: printing.sharding,
    Mesh: printing.mesh,
    AxisRef: printing.axis_ref,
    SymbolRefAttr: lambda symbol: symbol_token(symbol.leaf),
}
"""Returns how an attribute is written inside the format of an operation."""


def _location(at: Operation | Value) -> Location | int:
    return at.definition_location if isinstance(at, Value) else at.location


# How remarks are written: in diagnostics, in JSON for programs, or counted by kind.

MAX_IN_TEXT = 300
"""How many remarks about one program are written as text to standard error."""


class RemarkWriter:
    """Writes the remarks about one program to a report, or to a file."""

    def __init__(self, report: Report, form: str | None, path: str | None) -> None:
        """`form` is "text", "json", "summary", or else that of diagnostics."""
        self._report = report
        self._counts_only = form == "summary"
        self._style = report.style(form) if path is None else Style(as_json=form == "json")
        self._write = report.write if path is None else _writing_to(path)
        self._is_verified = report.verify_diagnostics is not None and path is None
        self._is_limited = not (path or self._style.as_json or self._is_verified)
        self._shown = 0
        self._left_out = Counter[tuple[str, str]]()
        """How many remarks were not written, by kind and pass."""

    def __call__(self, remark: Remark) -> None:
        """Writes one remark. In JSON, pass and kind are separate from the message."""
        if self._counts_only or (self._is_limited and self._shown == MAX_IN_TEXT):
            self._left_out[remark.kind, remark.pass_name] += 1
            return
        self._shown += 1
        if self._is_verified:
            self._report.add([remark.diagnostic])
            return
        (message,) = messages([remark.diagnostic], self._report.source, self._report.frames)
        if self._style.as_json:
            details = {**message.details, "pass": remark.pass_name, "kind": remark.kind, "arguments": remark.arguments}
            message = message._replace(text=remark.message, details=details)
        self._write(written([message], self._style))

    def finish(self) -> None:
        """Writes how many remarks were counted only."""
        counts = self._left_out
        if self._counts_only:
            self._write("".join([f"{count:9,}  {kind}  {name}\n" for (kind, name), count in counts.most_common()]))
        elif counts:
            text = f"{counts.total():,} further remarks are left out: --remarks-output-file has all"
            self._report.add([Diagnostic("remark", text, -1)])


def _writing_to(path: str) -> Write:
    """Returns what adds text to a file. Raises CompilationError if it cannot be written."""

    def append(text: str) -> None:
        try:
            with open(path, "ab") as file:
                file.write(encode(text))
        except OSError as error:
            raise output_error(path, error) from None

    return append
