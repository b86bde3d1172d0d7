"""`-remarks`: passes explain their decisions."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from sdyopt.dialects.sdy import printing
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, Sharding
from sdyopt.driver.diagnostics.patterns import compiled
from sdyopt.ir.attribute import Attribute, Location
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.diagnostics import Diagnostic, Note
from sdyopt.mlir.diagnostics.source import Source
from sdyopt.mlir.write.alias_placeholders import expanded
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.quoting import symbol_token
from sdyopt.mlir.write.value_names import ValueNames
from sdyopt.rewriting.decisions import Decision, Explanation
from sdyopt.rewriting.remarks import RemarkArgument

MOST_CHARACTERS = 256
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
        plain = self.plain(value)
        if isinstance(plain, list):
            texts = [str(element) for element in plain]
            return " and ".join(filter(None, (", ".join(texts[:-1]), *texts[-1:])))
        text = str(plain)
        return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}…"

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
            return _attribute_text(argument)
        return [self.plain(element) for element in argument]


_SHORT_FORMS: dict[type[Attribute], Callable[[Any], str]] = {
    Sharding: printing.sharding,
    Mesh: printing.mesh,
    AxisRef: printing.axis_ref,
    SymbolRefAttr: lambda symbol: symbol_token(symbol.leaf),
}
"""Returns how an attribute is written inside the format of an operation."""


def _attribute_text(attribute: Attribute) -> str:
    short_form = _SHORT_FORMS.get(type(attribute))
    return expanded(text_of(attribute)) if short_form is None else short_form(attribute)


def _location(at: Operation | Value) -> Location | int:
    """Returns the location of an operation, or of the definition of a value."""
    if isinstance(at, OpResult):
        return at.owner.location
    return cast("Operation | BlockArgument", at).location
