"""Remarks: what passes report of their decisions, for those who ask why. A run without remarks needs none of this."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, ParamSpec, Protocol, TypeAlias

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import Diagnostic, Note

RemarkArgument: TypeAlias = Value | Operation | Attribute | str | int | float | None
"""The subject of a remark; an operation is written as its name."""


class Remarks(Protocol):
    """Where the remarks of a pass go."""

    def tell(
        self,
        kind: str,
        text: str,
        at: Operation | Value,
        /,
        *notes: tuple[str, Operation | Value],
        **arguments: RemarkArgument | Sequence[RemarkArgument],
    ) -> None:
        """Reports a decision on `at`; programs know its `kind`, people read the `text`, and `notes` on other places.

        `{value}` in the text is where the argument of that name stands. `{uses:#} {uses:use|uses}` is a count, `no` if
        it is 0, with the word for one or for several; that may be chosen by the length of a sequence, too.
        """
        ...

    def renames(self, new: Value, old: Value) -> None:
        """Notes that `new` is a copy of `old`, or took its place: remarks call it by the name that the reader knows."""
        ...


# Decisions of passes, as values that can be put into remarks.


class Decision(Record):
    """A decision of a pass. A subclass annotates its fields, which a decision is made with in their order."""

    kind: ClassVar[str]
    """The kind of the remark, for programs."""

    text: ClassVar[str]
    """The text of the remark. `{name}` stands for a field, or another attribute of the decision."""

    @property
    def details(self) -> dict[str, Any]:
        """The fields after the first one, by name."""
        return {name: getattr(self, name) for name in self.record_fields[1:]}

    def explain(self, remarks: Remarks) -> None:
        """Reports the decision: by default its text, on the operation or value in its first field."""
        self.report(remarks, self.kind, self.text, getattr(self, self.record_fields[0]))

    def report(
        self,
        remarks: Remarks,
        kind: str,
        text: str,
        at: Operation | Value,
        /,
        *notes: tuple[str, Operation | Value],
        **others: RemarkArgument | Sequence[RemarkArgument],
    ) -> None:
        """Reports a text on `at`, see `Remarks.tell`: `{name}` stands for one of the `others`, else as in `text`."""
        import string  # of which a run without remarks has no need

        texts = [text, *[note for note, _ in notes]]
        names = [name for each in texts for _, name, _, _ in string.Formatter().parse(each) if name is not None]
        arguments = {name: others[name] if name in others else getattr(self, name) for name in names}
        remarks.tell(kind, text, at, *notes, **{**arguments, **others})


class Explanation(NamedTuple):
    """The record of a decision of our own passes, which functions return: what `Remarks.tell` takes."""

    kind: str
    text: str
    place: Operation | Value
    values: Mapping[str, Any]
    notes: tuple[tuple[str, Operation | Value], ...] = ()

    def explain(self, remarks: Remarks) -> None:
        """Reports the decision."""
        remarks.tell(self.kind, self.text, self.place, *self.notes, **self.values)


class Explanations(Decision):
    """The explanations that a function yields; none of them is made unless somebody reads it."""

    explanations: Iterator[Explanation]

    def explain(self, remarks: Remarks) -> None:
        """Reports them one after another."""
        for each in self.explanations:
            each.explain(remarks)


def explained(
    kind: str,
    text: str,
    place: Operation | Value,
    /,
    *notes: tuple[str, Operation | Value],
    **values: RemarkArgument | Sequence[RemarkArgument],
) -> Explanation:
    """Returns the record of a decision."""
    return Explanation(kind, text, place, values, notes)


# What a pass may tell, and who listens.


class UnknownOps:
    """Reports the first operation, and the first custom call, that it is given; ignores all later ones.

    `describe` returns the text of an operation, for a note; without it there is no note. `reported` is the set of
    what has been reported; those of one run share it, so that each kind is reported once.
    """

    def __init__(
        self,
        report: Callable[[Diagnostic], object],
        describe: Callable[[Operation], str] | None = None,
        reported: set[str] | None = None,
    ) -> None:
        self._report = report
        self._describe = describe
        self._reported = set() if reported is None else reported

    def add_operation(self, op: Operation) -> None:
        """Reports `op` if it is the first operation without a known rule."""
        self._warn("operation", op, f"op '{op.name}'")

    def add_custom_call(self, op: Operation, target: str) -> None:
        """Reports `op`, a call of `target`, if it is the first custom call without a known rule."""
        self._warn("custom call", op, f"custom call @{target}")

    def _warn(self, kind: str, op: Operation, subject: str) -> None:
        if kind in self._reported:
            return
        self._reported.add(kind)
        notes: tuple[Note, ...] = ()
        if self._describe is not None:
            text = self._describe(op)
            notes = (Note(f"\n{text}" if "\n" in text else text, op.location),)
        message = f"{subject} is unknown to SDY sharding rule registry"
        self._report(Diagnostic("warning", message, op.location, notes).without_marks())


class Listeners(NamedTuple):
    """The functions that a rewriter calls; None where there is no listener."""

    explain: Callable[[Decision | Explanation], None] | None = None
    """Takes the decisions that a pass reports."""
    renamed: Callable[[Value, Value], None] | None = None
    """Takes a value, and the one whose name it has in remarks from now on."""
    emit: Callable[[Diagnostic], object] | None = None
    """Takes warnings."""
    defer: Callable[[Diagnostic], None] | None = None
    """Takes errors that are reported only if the run fails."""
    warned: set[str] | None = None
    """The warnings that were given, each only once in a run; None for a set of the rewriter's own."""
    unknown_ops: Callable[[], UnknownOps] | None = None
    """Returns what reports operations without a known sharding rule."""
    text: Callable[[Operation, bool], str] | None = None
    """Returns the text of an operation, for passes that show or write programs; without aliases on request."""
    describe: Callable[[Operation], str] | None = None
    """Returns the text of an operation for errors: in generic form, regions and large constants elided."""
    write: Callable[[str], object] | None = None
    """Writes whole lines to standard error, for passes that are there to show something."""
    run_pipeline: Callable[[str, Operation, bool], bool] | None = None
    """Runs other passes on an operation, verified before if it is new, and returns whether they may have changed it."""
    show: Callable[[Operation], str] | None = None
    """Returns the text of an operation for the notes of warnings."""
    warns_of: Callable[[str], bool] = bool
    """Whether warnings of that name are wanted that the reference does not have; all unless it says otherwise."""


class PassFollower(Remarks, Protocol):
    """Follows a pass: gets its decisions, if they `are_wanted`, and what it renames."""

    are_wanted: bool

    def explain(self, decision: Decision | Explanation) -> None:
        """Called with each decision that the pass reports."""
        ...


class RunFollower(Protocol):
    """Follows the passes of a run."""

    def of_pass(self, name: str) -> PassFollower:
        """Returns the follower of the pass of that name, which runs next."""
        ...


# What a pass reports while it runs: decisions, names, warnings, texts.

P = ParamSpec("P")

NOBODY = Listeners()


class Reporter:
    """Passes on to `listeners` what a pass reports."""

    def __init__(self, listeners: Listeners = NOBODY) -> None:
        self.listeners = listeners._replace(warned=set()) if listeners.warned is None else listeners
        self._explain = listeners.explain

    def report(
        self,
        decision: Callable[P, Decision | Explanation | Iterator[Explanation] | None],
        *fields: P.args,
        **named: P.kwargs,
    ) -> None:
        """Reports a decision of the pass: its class, or the function that explains it, and what that takes.

        It is only called if there is a listener; a function may return None, as there is nothing to say, or yield
        several explanations.
        """
        if self._explain is None or (decided := decision(*fields, **named)) is None:
            return
        self._explain(Explanations(decided) if isinstance(decided, Iterator) else decided)

    def tell(
        self,
        kind: str,
        text: str,
        place: Operation | Value,
        /,
        *notes: tuple[str, Operation | Value],
        **values: RemarkArgument | Sequence[RemarkArgument],
    ) -> None:
        """Reports a decision, if there is a listener: see `Remarks.tell`."""
        if self._explain is not None:
            self._explain(Explanation(kind, text, place, values, notes))

    @property
    def is_explaining(self) -> bool:
        """Whether decisions have a listener; a pass may check this before it computes the fields of one."""
        return self._explain is not None

    @property
    def is_renaming(self) -> bool:
        """Whether `renames` has a listener."""
        return self.listeners.renamed is not None

    def renames(self, new: Value, old: Value) -> None:
        """Notes that `new` is a copy of `old`, or took its place: remarks call it by the name that the reader knows."""
        if self.listeners.renamed is not None:
            self.listeners.renamed(new, old)

    def renames_copies(self, mapping: Mapping[Value, Value]) -> None:
        """Notes that values are copies of others, by which they are given."""
        if self.is_renaming:
            for old, new in mapping.items():
                self.renames(new, old)

    @cached_property
    def unknown_ops(self) -> UnknownOps | None:
        """Reports operations without a known sharding rule; None if there is no listener."""
        unknown_ops = self.listeners.unknown_ops
        return None if unknown_ops is None else unknown_ops()

    def emit(self, diagnostic: Diagnostic, once: str = "", shown: Operation | None = None) -> None:
        """Reports a warning, with which the pass goes on; a note may show an operation as it is now.

        Of all warnings with the same text for `once` only the first of a run is reported, over all chunks of the input.
        """
        emit, warned, show = self.listeners.emit, self.listeners.warned, self.listeners.show
        if emit is not None and warned is not None and once not in warned:
            if once:
                warned.add(once)
            if shown is not None and show is not None:
                text = show(shown)
                note = Note(f"\n{text}" if "\n" in text else text, shown.location)
                diagnostic = diagnostic._replace(notes=(*diagnostic.notes, note)).without_marks()
            emit(diagnostic)

    def warn(self, name: str, message: str, op: Operation) -> None:
        """Warns that the reference, and so this pass, makes another program of `op` than it was.

        `-Wno-NAME` is without it. The output is the same.
        """
        if self.listeners.emit is not None and self.listeners.warns_of(name):
            diagnostic = Diagnostic("warning", message, op.location, hint=f"-Wno-{name} is without this warning")
            self.listeners.emit(diagnostic)

    def text_of(self, op: Operation, in_place: bool = False) -> str:
        """Returns the text of `op` as it would be printed now, in generic form if it is not valid.

        If it is `in_place`, there are no aliases, and no resources after it. Where nothing prints, it is only the name.
        """
        text = self.listeners.text
        return op.name if text is None else text(op, in_place)

    def description_of(self, op: Operation) -> str:
        """Returns the text of `op` as errors show it: in generic form, regions and large constants elided.

        Where nothing prints, that is only its name.
        """
        describe = self.listeners.describe
        return op.name if describe is None else describe(op)

    def write(self, text: str) -> None:
        """Writes whole lines to standard error, which are what the pass is for."""
        if self.listeners.write is not None:
            self.listeners.write(text)

    def defer_error(self, diagnostic: Diagnostic) -> None:
        """Reports what went wrong without harm: an error that is reported only if the run fails after all."""
        if self.listeners.defer is not None:
            self.listeners.defer(diagnostic)
