"""The meaning of a text: its program, the values of it, and the result of their propagation."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from sdyopt.cost.program.stages import Program, Stage, stage_of
from sdyopt.cost.sizes.local_sizes import LocalSizes, whole_mesh
from sdyopt.diagnostics.rendering import USER_FRAMES, Error, Search, end_of_span, hints, named_span, offset_of
from sdyopt.dialects import REGISTRY
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.shardings.slots import function_type, sharding_of
from sdyopt.driver.input_output import foreign_format, unknown_attributes
from sdyopt.editor.language.scanning import BRACKETS, Structure, line_span, open_brackets, without_locations
from sdyopt.ir.attribute import Location, checked
from sdyopt.ir.collecting import grouped
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, Source, UnknownName
from sdyopt.mlir.read.parser import ParsedText, Span, Spans, parse
from sdyopt.mlir.tokens import VALUE_ID
from sdyopt.mlir.verify.verifier import Verifier
from sdyopt.mlir.write.printer import describe_operation
from sdyopt.sharding.uses import sharding_uses

if TYPE_CHECKING:
    from sdyopt.api.module import Module
    from sdyopt.cost.program.stages import Program
    from sdyopt.cost.sizes.local_sizes import LocalSizes, Share
    from sdyopt.dialects.sdy.attributes import Sharding
    from sdyopt.view.collection import ProgramView
    from sdyopt.view.rows import Row
    from sdyopt.view.why.why_views import Reasons


# A valid program from a broken text: the lines above an error, as if the function ended there.

MISSING = "sdyopt.missing"
"""The operation that stands for the rest of a program with an error."""
_MISSING = f'"{MISSING}"() : () -> ()'

_DEFINITION = OpDefinition(MISSING)

_MAX_ATTEMPTS = 6


def parse_above(structure: Structure, text: str, offset: int, verify: Callable[[Operation], None]) -> ParsedText | None:
    """Returns the program above an error in `text`, which has the structure of `structure`; None if there is none.

    The function with the error ends before it, and returns values that nothing computes. Functions below it are kept
    if possible. Offsets are those in `text`.
    """
    for repaired in _repaired(structure, text, offset):
        try:
            parsed = parse(repaired, REGISTRY, allow_unregistered=True)
            _complete(parsed.module)
            verify(parsed.module)
        except Exception:  # What is cut off somewhere need not be a program, nor anything like one.
            continue
        return parsed
    return None


def _repaired(structure: Structure, text: str, offset: int) -> Iterator[str]:
    """Yields texts that may be valid, those first that lose least."""
    offset = min(max(offset, 0), len(text))
    scope = structure.scope(offset)
    limit = line_span(text, offset).start
    for _ in range(_MAX_ATTEMPTS):
        if (cut := _end_of_operations(text, scope.start, limit)) is None:
            break
        place, outside = cut
        ending = f"\n{_MISSING}\n}}\n"
        room = scope.end - place - len(ending)
        if scope.end < len(text) and room >= 0:
            yield f"{text[:place]}{ending}{' ' * room}{text[scope.end :]}"
        yield f"{text[:place]}{ending}{'}' * outside}"
        limit = line_span(text, place - 1).start if place else 0
    outside = len(open_brackets(text, 0, scope.start, "{"))
    yield text[: scope.start] + "}" * outside


def _end_of_operations(text: str, start: int, limit: int) -> tuple[int, int] | None:
    """Returns where the operations end that stand right in the function at `start`, before the line at `limit`.

    Also the number of braces around the function. None if its region does not begin before that line.
    """
    outside = len(open_brackets(text, 0, start, "{"))
    opened: list[str] = []
    end = None
    at = start
    for found in BRACKETS.finditer(text, start, limit):
        bracket = found[0]
        if opened == ["{"] and end is not None:
            end = max(end, text.rfind("\n", at, found.start()) + 1)
        if bracket in ("(", "[", "{"):
            is_region = (
                bracket == "{" and not opened and not text[start : found.start()].rstrip().endswith("attributes")
            )
            opened.append(bracket)
            if is_region and end is None:
                end = found.end()
        elif bracket in (")", "]", "}") and opened:
            opened.pop()
        at = found.end()
    if end is None:
        return None
    if opened == ["{"]:
        end = max(end, text.rfind("\n", at, limit) + 1)
    return end, outside


def _values_in(block: Block) -> list[Value]:
    return [*block.arguments, *[result for op in block.ops for result in op.results]]


def _complete(module: Operation) -> None:
    """Gives functions that have been cut off a terminator, and what it returns."""
    for function in [op for op in module.walk() if op.signature.definition is FUNC]:
        for block in function.regions[0].blocks:
            if (last := block.last) is None or last.name != MISSING:
                continue
            type = function_type(function.signature)
            unused = [value for value in _values_in(block) if not value.uses]  # which would be dead code
            missing = Operation.create(_DEFINITION, unused, type.results, location=last.location)
            returned = Operation.create(REGISTRY.operations["func.return"], missing.results, location=last.location)
            missing.insert_after(last)
            returned.insert_after(missing)
            last.erase()


# Diagnostics of a text, with their extents, and the edits that their hints suggest.

_MAX_FIXES = 8
"""The number of known names up to which each is suggested if none resembles the unknown one."""

_WRITE = re.compile(r"write (?P<text>(?P<kind>\w+)=\{.*\})")
_SUGGESTED = re.compile(r"did you mean (?P<text>[^\s?,]+)\?")


class Fix(NamedTuple):
    """An edit that a hint suggests: `text` in place of what is in `span`."""

    title: str
    span: Span
    text: str


class Related(NamedTuple):
    """A note, and the place that it is about."""

    message: str
    span: Span


class Problem(NamedTuple):
    """An error or a warning about a text."""

    severity: str
    """`error` or `warning`."""
    message: str
    span: Span
    hint: str = ""
    notes: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()


class Checked(NamedTuple):
    """The result of checking a text: the program if it is valid, and the problems."""

    parsed: ParsedText | None
    problems: tuple[Problem, ...]


def check(text: str, allow_unregistered_dialect: bool, plain_text: str) -> Checked:
    """Parses and verifies a text, and returns the program and its problems, those that `sdy-opt` reports.

    `plain_text` is the same text without the locations of operations: from it the program is parsed, and there errors
    of verification have their places.
    """
    complaints: list[Diagnostic] = []
    try:
        if plain_text is not text:
            parse(text, REGISTRY, allow_unregistered_dialect, complaints=complaints)
            complaints.clear()
        parsed = parse(plain_text, REGISTRY, allow_unregistered_dialect, complaints=complaints)
        complaints += Verifier(REGISTRY, describe_operation).verify(parsed.module)
    except CompilationError as error:
        found = foreign_format(text) or error
        return Checked(None, tuple(_problems([*complaints, *found.diagnostics], text)))
    except RecursionError:
        nested = Diagnostic("error", "the program is nested too deeply", 0)
        return Checked(None, tuple(_problems([nested], text)))
    return Checked(parsed, tuple(_problems([*complaints, *unknown_attributes(text)], text)))


def _problems(diagnostics: Sequence[Diagnostic], text: str) -> Iterator[Problem]:
    for diagnostic, hint in zip(diagnostics, hints(diagnostics), strict=True):
        span = _span(diagnostic.location, diagnostic.message, text)
        notes = tuple([Related(note.message, _span(note.location, note.message, text)) for note in diagnostic.notes])
        fixes = tuple(_fixes(diagnostic, hint, span, text))
        yield Problem(diagnostic.severity, diagnostic.message, span, hint, notes, fixes)


def _span(location: Location | int, message: str, text: str) -> Span:
    """Returns the extent of a diagnostic: of the token at its place, or of what its message names."""
    if (offset := offset_of(location)) is None or offset < 0:
        return line_span(text, 0)
    offset = min(offset, len(text))
    if (named := named_span(text, offset, message)) is not None:
        return named
    end = end_of_span(text, offset)
    return Span(offset, min(offset + 1, line_span(text, offset).end) if end is None else end)


def _fixes(diagnostic: Diagnostic, hint: str, span: Span, text: str) -> Iterator[Fix]:
    """Yields the edits that a hint suggests, if it is plain where in the text they belong."""
    if isinstance(unknown := diagnostic.hint, UnknownName):
        if not hint:
            return
        names = list(islice(unknown.among(), 1000))
        near = Search().nearest(unknown.name, names)
        if not near and len(names) <= _MAX_FIXES and unknown.listing:
            near = names
        if (place := _mention(text, span, unknown.quote(unknown.name))) is not None:
            for name in near:
                yield Fix(f"Replace with {unknown.quote(name)}", place, unknown.quote(name))
        return
    if (written := _WRITE.fullmatch(hint)) is not None:
        line = line_span(text, span.start)
        found = list(re.finditer(rf"\b{written['kind']}=\{{[^{{}}]*\}}", text[line.start : line.end]))
        if len(found) == 1:
            place = Span(line.start + found[0].start(), line.start + found[0].end())
            yield Fix(f"Replace with {written['text']}", place, written["text"])
    suggested = _SUGGESTED.fullmatch(hint)
    word = None if suggested is None else re.compile(r"[\w.$-]+").match(text, span.start)
    if suggested is not None and word is not None:
        yield Fix(f"Replace with {suggested['text']}", Span(*word.span()), suggested["text"])


def _mention(text: str, span: Span, mention: str) -> Span | None:
    """Returns where a name stands that an error is about: in its extent, or once in the rest of its operation."""
    found = text.find(mention, span.start, max(span.end, span.start + len(mention)))
    if found < 0:
        end = line_span(text, span.end).end
        found = text.find(mention, span.end, end)
        if found >= 0 and text.find(mention, found + 1, end) >= 0:
            return None
    return Span(found, found + len(mention)) if found >= 0 else None


_TO_OPERATION = re.compile(rf"{VALUE_ID}(?:\s*:\s*\d+)?(?:\s*,\s*{VALUE_ID}(?:\s*:\s*\d+)?)*\s*=\s*")
"""From the first of the names of results to the name of their operation."""

_WORD = re.compile(r"[\w.$]+")
"""The name of an operation, after which some have their location."""

_GROUP = re.compile(rf"({VALUE_ID})(?:\s*:\s*(\d+))?")


_MAX_UPSTREAM = 1000
"""The dimensions of other values in which is looked for what keeps axes away, so that an answer takes no time."""


class PropagatedValue(NamedTuple):
    """A value as the program has it once shardings are propagated."""

    row: Row
    share: Share


class ShardingHint(NamedTuple):
    """The sharding that propagation gives to the value whose name ends at an offset."""

    offset: int
    sharding: Sharding


class DocumentAnalysis:
    """The analyses of a text. Those that take long are computed when they are first needed, and kept."""

    def __init__(self, text: str, name: str, allow_unregistered_dialect: bool = False) -> None:
        self.text = text
        self.structure = Structure(text)
        self.name = name
        self._allow_unregistered_dialect = allow_unregistered_dialect
        self.is_complete = False
        """Whether everything has been computed without which an answer would take long."""

    def propagate(self) -> None:
        """Computes what answers need: the program, its propagation, and where its values are."""
        self._places, self._by_original, self._sizes  # noqa: B018 (they are computed when they are first read)
        self.is_complete = True

    def complete(self) -> None:
        """Computes what makes later answers quick and exact, too."""
        self.propagate()
        self.view, self._hints  # noqa: B018
        if self.is_valid:
            spans = Spans()
            parse(self.text, REGISTRY, allow_unregistered=True, spans=spans)
            self.structure.spans = spans

    @cached_property
    def _plain_text(self) -> str:
        return without_locations(self.text)

    @cached_property
    def _checked(self) -> Checked:
        return check(self.text, self._allow_unregistered_dialect, self._plain_text)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Returns what is to be reported about the text, the first error first."""
        return self._checked.problems

    @cached_property
    def module(self) -> Module | None:
        """The program, or what is above the first error in it. Its locations are offsets in the text."""
        from sdyopt.api.module import Module

        if (parsed := self._checked.parsed) is None:
            errors = [problem.span.start for problem in self.problems if problem.severity == "error"]
            parsed = parse_above(self.structure, self._plain_text, min(errors, default=0), _verify)
        return None if parsed is None else Module(parsed.module, Source(self._plain_text, self.name), parsed.resources)

    @property
    def is_valid(self) -> bool:
        return self._checked.parsed is not None

    # Values.

    @cached_property
    def _places(self) -> tuple[dict[int, Operation], dict[int, Value]]:
        """The operations and the block arguments by their offsets."""
        operations: dict[int, Operation] = {}
        arguments: dict[int, Value] = {}
        for op in () if self.module is None else self.module.walk():
            if isinstance(op.location, int):
                operations.setdefault(op.location, op)
            for region in op.regions:
                for block in region.blocks:
                    for argument in block.arguments:
                        if isinstance(argument.location, int):
                            arguments[argument.location] = argument
        return operations, arguments

    def value_at(self, definition: int, number: int = 0) -> Value | None:
        """Returns the value whose name is defined at an offset, the result with that number of several; or None."""
        operations, arguments = self._places
        if (argument := arguments.get(definition)) is not None:
            return argument
        line_start = self.text.rfind("\n", 0, definition) + 1
        if (names := _TO_OPERATION.search(self.text, line_start)) is None:
            return None
        word = _WORD.match(self.text, names.end())
        op = operations.get(names.end()) or (None if word is None else operations.get(word.end()))
        if op is None:
            return None
        index = number
        for found in _GROUP.finditer(self.text, names.start(), names.end()):
            if found.start() == definition:
                return op.results[index] if index < len(op.results) else None
            index += int(found[2] or 1)
        return None

    # What propagation makes of them.

    @cached_property
    def _propagated(self) -> Program | None:
        """The program as partitioning leaves it, or as it is written if that cannot be computed."""
        if self.module is None:
            return None
        try:
            return Program(self.module, stage_of(self.module), with_reasons=True, keeps_calls=True)
        except Exception:  # A pass need not be able to run on every valid program.
            return self._as_written

    @cached_property
    def _as_written(self) -> Program | None:
        """The program as it is written; None if it is in XLA's form, and not valid in that."""
        try:
            return None if self.module is None else Program(self.module, Stage.AS_WRITTEN)
        except Error:
            return None

    @cached_property
    def _by_original(self) -> dict[Value, list[Value]]:
        """The values of the propagated program by those of the text."""
        program = self._propagated
        values: list[Value] = []
        for op in () if program is None else program.operation.walk():
            values += op.results
            values += [argument for region in op.regions for block in region.blocks for argument in block.arguments]
        if program is None or (follower := program.follower) is None:
            return {value: [value] for value in values}
        return grouped((follower.original(value), value) for value in values if follower.is_original(value))

    @cached_property
    def _sizes(self) -> LocalSizes | None:
        return None if self._propagated is None else _sizes_in(self._propagated)

    @cached_property
    def _written_sizes(self) -> LocalSizes | None:
        """Those of values that propagation does not see: of dead code, and of functions that are never called."""
        return None if self.module is None else _sizes_in(Program(self.module, Stage.AS_WRITTEN))

    @cached_property
    def _reasons(self) -> Reasons | None:
        from sdyopt.view.why.why_views import Reasons

        program = self._propagated
        return None if program is None or program.written is None else Reasons(program, _MAX_UPSTREAM)

    def tensors(self, value: Value) -> list[PropagatedValue]:
        """Returns what a value is in the propagated program, once for each sharding that a copy of it has."""
        from sdyopt.view.rows import value_row

        program, sizes = self._propagated, self._sizes
        if program is None or sizes is None:
            return []
        copies = self._by_original.get(program.copies.get(value, value))
        if not copies:
            copies, sizes = [value], self._written_sizes
        rows = [value_row(copy) for copy in copies]
        by_sharding = {row.sharding: row for row in reversed(rows)}
        assert sizes is not None
        return [
            PropagatedValue(row, sizes.of_value(checked(Value, row.value))) for row in reversed(by_sharding.values())
        ]

    def hints_between(self, start: int, end: int) -> list[ShardingHint]:
        """Returns the shardings that propagation gives to values whose names end in a part of the text."""
        known: list[ShardingHint] | None = self.__dict__.get("_hints")
        if known is None:
            return list(self._hints_in(Span(start, end)))
        low, high = (bisect_left(known, offset, key=lambda hint: hint.offset) for offset in (start, end))
        return known[low:high]

    @cached_property
    def _hints(self) -> list[ShardingHint]:
        return list(self._hints_in(Span(0, len(self.text))))

    def _hints_in(self, lines: Span) -> Iterator[ShardingHint]:
        """Yields the shardings that propagation gives to values and that the text does not say, in its order."""
        for span in self.structure.definitions_in(lines):
            value = self.value_at(span.start)
            tensors = [] if value is None else self.tensors(value)
            sharding = tensors[0].row.sharding if tensors else None
            if value is None or sharding is None or not _is_sharded(sharding):
                continue
            written = self.written_sharding(value)
            if written is None or _axes(written) != _axes(sharding):
                yield ShardingHint(span.end, sharding)

    @cached_property
    def view(self) -> ProgramView | None:
        """Returns what `sdy-view --collectives` shows of the program, with calls inlined as XLA partitions it."""
        from sdyopt.view.collection import analyze
        from sdyopt.view.model import Query

        if self.module is None:
            return None
        query = Query(kinds=(), with_peak=False)
        try:
            return analyze(self.module, query).view
        except Exception:  # A pass need not be able to run on every valid program.
            return analyze(self.module, query.but(as_written=True)).view

    def written_sharding(self, value: Value) -> Sharding | None:
        return sharding_of(value)

    def why(self, tensor: PropagatedValue, name: str, function: str) -> list[str]:
        """Returns a line for each reason why a value is sharded as it is; empty if shardings are not propagated."""
        from sdyopt.view.why.replicated import lines_of

        if self._reasons is None or tensor.row.sharding is None:
            return []
        return list(lines_of([self._reasons.why(None, tensor.row, name, function)], USER_FRAMES))


def _sizes_in(program: Program) -> LocalSizes:
    used: dict[Sharding, Operation | None] = {use.sharding: use.op for use in sharding_uses(program.operation)}
    return LocalSizes(program.enclosing_scope, whole_mesh(program.enclosing_scope, used))


def _is_sharded(sharding: Sharding) -> bool:
    return bool(sharding.unreduced) or any(dimension.axes for dimension in sharding.dimensions)


def _axes(sharding: Sharding) -> object:
    """Returns what remains of a sharding without open dimensions and priorities."""
    return [dimension.axes for dimension in sharding.dimensions], sharding.unreduced


def _verify(module: Operation) -> None:
    Verifier(REGISTRY, describe_operation).verify(module)
