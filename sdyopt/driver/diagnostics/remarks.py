"""`-remarks`: what passes tell of their decisions, as diagnostics, or as JSON for programs."""

from __future__ import annotations

import re
import string
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from sdyopt.dialects.sdy import spelling
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, Sharding
from sdyopt.display.messages import written
from sdyopt.driver.diagnostics.rendering import messages
from sdyopt.driver.diagnostics.report import Report
from sdyopt.ir.attribute import Attribute, Location
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.ods.diagnostics import Diagnostic, Note
from sdyopt.ods.marks import expanded
from sdyopt.ods.quoting import symbol_token
from sdyopt.ods.source import Source
from sdyopt.ods.spelling import spell
from sdyopt.rewriting.remarks import RemarkArgument
from sdyopt.syntax.value_names import ValueNames

MOST_CHARACTERS = 256
"""Of longer texts, of meshes of very many devices say, a message shows the beginning; programs get all of them."""


class Remark(NamedTuple):
    """What a pass tells of one decision.

    The `kind` and the `arguments`, which are texts, numbers, None and lists of these, are what docs/remarks.md says.
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
        """What is reported of it."""
        return Diagnostic("remark", str(self), self.location, self.notes)


class RemarkReporter:
    """Reports to `hear` the remarks of passes whose names have one of `patterns` in them, on one module.

    Values have the names that they have in `source`, the text of the module, whatever passes do to the module
    afterwards; without a text those with which it is printed as it is now.
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
        self.names = ValueNames(module, source)
        self.names.settle()
        self.originals: dict[Value, Value] = {}
        """What values that passes have made stand for."""

    def of_pass(self, name: str) -> PassRemarks:
        """What the pass called `name` is to tell of its decisions, whether that is reported or not."""
        return PassRemarks(self, name, any(pattern.search(name) for pattern in self._patterns))

    def name_of(self, value: Value) -> str:
        """The name of `value` in the text; what it is if it has none there."""
        while value in self.originals:
            value = self.originals[value]
        name = self.names.get(value)
        if name is not None:
            return name
        if isinstance(value, OpResult):
            return f"a result of '{value.owner.name}'"
        owner = cast(BlockArgument, value).owner.parent_op
        return "an argument" if owner is None else f"an argument of '{owner.name}'"


class PassRemarks:
    """The remarks of one pass (`sdyopt.rewriting.remarks.Remarks`)."""

    def __init__(self, reporter: RemarkReporter, pass_name: str, are_wanted: bool) -> None:
        self._reporter = reporter
        self._pass_name = pass_name
        self.are_wanted = are_wanted

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

    def renames(self, new: Value, old: Value) -> None:
        self._reporter.originals[new] = old


class RemarkWriter:
    """Writes remarks to a report, in the `format` "text" or "json"; in that of its diagnostics if none is given."""

    def __init__(self, report: Report, format: str | None = None) -> None:
        self._report = report
        self._style = report.style(format)

    def __call__(self, remark: Remark) -> None:
        """Writes one remark. A program is told of pass and kind apart from the message."""
        if self._report.verify_diagnostics:
            self._report.add([remark.diagnostic])
            return
        (message,) = messages([remark.diagnostic], self._report.source)
        if self._style.as_json:
            details = {"pass": remark.pass_name, "kind": remark.kind, "arguments": remark.arguments}
            message = message._replace(text=remark.message, details=details)
        self._report.write(written([message], self._style))


class _Wording(string.Formatter):
    """Puts arguments into the text of a remark."""

    def __init__(self, reporter: RemarkReporter) -> None:
        self._reporter = reporter

    def format_field(self, value: Any, format_spec: str) -> str:
        """The text of an argument; of a count with `#`; or the one or the other word, as there is one or several."""
        if format_spec == "#":
            return str(value or "no")
        if format_spec:
            one, several = format_spec.split("|")
            return one if (value if isinstance(value, int) else len(value)) == 1 else several
        if isinstance(value, Operation):
            return f"'{value.name}'"
        plain = self.plain(value)
        if isinstance(plain, list):
            texts = [str(element) for element in plain]
            return " and ".join(filter(None, (", ".join(texts[:-1]), *texts[-1:])))
        text = str(plain)
        return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}…"

    def plain(self, argument: Any) -> Any:
        """An argument as JSON has it."""
        if argument is None or isinstance(argument, int):
            return argument
        if isinstance(argument, str):
            return argument.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        if isinstance(argument, Value):
            return self._reporter.name_of(argument)
        if isinstance(argument, Operation):
            return argument.name
        if isinstance(argument, Attribute):
            return _attribute_text(argument)
        return [self.plain(element) for element in argument]


_SHORT_FORMS: dict[type[Attribute], Callable[[Any], str]] = {
    Sharding: spelling.sharding,
    Mesh: spelling.mesh,
    AxisRef: spelling.axis_ref,
    SymbolRefAttr: lambda symbol: symbol_token(symbol.leaf),
}
"""How attributes are written that stand in the formats of operations."""


def _attribute_text(attribute: Attribute) -> str:
    short_form = _SHORT_FORMS.get(type(attribute))
    return expanded(spell(attribute)) if short_form is None else short_form(attribute)


def _location(at: Operation | Value) -> Location | int:
    """Where an operation is, or what defines a value."""
    if isinstance(at, OpResult):
        return at.owner.location
    return cast("Operation | BlockArgument", at).location


def compiled(texts: Sequence[str]) -> list[re.Pattern[str]]:
    """The patterns that are in `texts`. Raises ValueError for what is no regular expression."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what may mean something else in later versions of Python
        try:
            return [re.compile(text) for text in texts]
        except (re.error, OverflowError, RecursionError) as error:
            raise ValueError(f"invalid regular expression: {error}") from None
