"""The tensors of a program that a view may list."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from sdyopt.cost import UnknownValueError
from sdyopt.cost.memory_model.graph import NOT_DONATED, donated_to
from sdyopt.cost.origins.followers import Frames, frames_at, is_on_line, is_written, phase_of, shown_place, source_text
from sdyopt.cost.program.executions import is_private
from sdyopt.cost.program.stages import Program, collected_value
from sdyopt.cost.sizes.local_sizes import Share
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.diagnostics.rendering import Place, place_in_text, place_of
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import DimensionSharding, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, SHARDING_CONSTRAINT
from sdyopt.dialects.sdy.shardings.slots import MAY_FLOW, function_type, sharding_of, shardings_in
from sdyopt.display.wording import suggested
from sdyopt.ir.attribute import Location, Type, remembered
from sdyopt.ir.attributes import DictionaryAttr, RankedTensorType, StringAttr
from sdyopt.ir.collecting import grouped
from sdyopt.ir.locations import Frame, label_of
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.rewriting.functions import argument_attributes, result_attributes
from sdyopt.view.model import TensorKind, layer_pattern, short_label

if TYPE_CHECKING:
    from sdyopt.cost.origins.followers import ErasedConstraint
    from sdyopt.view.model import TensorView


_LABEL = "jax.result_info"
_VALUE = TensorKind.VALUE
"""Python looks up members of enumerations slowly."""
_NO_ARGUMENT = (0, NOT_DONATED, None, True)
"""The last fields of the row of a value."""
_new = tuple.__new__


class Row(NamedTuple):
    """A tensor that may be listed."""

    kind: TensorKind
    around: Operation | None
    """The operation in whose region it is, or the function that has it as an argument or result."""
    type: Type
    sharding: Sharding | None
    location: Location | int | None
    """None for that of the function."""
    label: str = ""
    value: Value | None = None
    """None for results of functions, and for arguments of those without a body."""
    number: int = 0
    """That of an argument or a result of a function."""
    donated_to: int = NOT_DONATED
    """The number of the result that takes the place of an argument, or ANY_RESULT."""
    computation: Operation | None = None
    """The manual computation that the value is an operand of, if this is the row of the operand."""
    is_held: bool = True
    """Whether devices hold it; not so for a constraint whose reshard the partitioner has removed."""


class Rows:
    """The arguments, results, constraints, manual computations and values of a program.

    What the partitioner has inserted is left out.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        constraints = () if program.follower is None else program.follower.constraints
        self._constraints = grouped((constraint.operand, constraint) for constraint in constraints)
        self._listed: dict[Hashable, Value] = {}
        """The values that are listed in the function, by what they are copies of and their shardings."""
        self._calls: dict[Value, set[int]] = {}
        """The calls in whose place there are equal copies, by the value that is listed."""
        self._shardings: dict[Signature, Sequence[Sharding | None]] = {}
        """Those of the results of operations, unless edges may have them."""
        self._held: tuple[Operation | None, bool] = None, False
        """An operation, and whether the values inside of it are in memory."""

    def __call__(
        self, named: Collection[Value] = (), with_values: bool = True, with_undecided: bool = True
    ) -> Iterator[Row]:
        """Yields the rows in the order of the text, among them all `named` values.

        Without `with_values`, of the results of operations only constraints and those of manual computations; without
        `with_undecided` no values that have no sharding. Of what functions compute element by element, such as the
        body of a reduction, only what has a sharding is listed.
        """
        for op in self._program.enclosing_scope.listing.every_op:
            definition = op.signature.definition
            if definition is FUNC:
                self._listed.clear()
                yield from _signature(op)
                for block in op.regions[0].blocks[:1]:
                    yield from self._behind(block.arguments)
            elif definition is MANUAL_COMPUTATION:
                yield from self._manual(op)
            elif op.results and (with_values or named or definition is SHARDING_CONSTRAINT):
                yield from self._results(op, named, with_values and with_undecided)
            if named and definition is not FUNC:
                for block in [block for region in op.regions for block in region.blocks]:
                    yield from (value_row(value) for value in block.arguments if value in named)
            if self._constraints and not self._constraints.keys().isdisjoint(op.results):
                yield from self._behind(op.results)
        for left in list(self._constraints.values()):
            yield from map(self._constraint, left)

    def calls(self, value: Value) -> int:
        """Returns in place of how many calls there is what the row of a value stands for."""
        return len(self._calls.get(value, ()))

    def _results(self, op: Operation, named: Collection[Value], with_undecided: bool) -> Sequence[Row]:
        """Returns the rows of results, except those with a listed copy that has the same sharding."""
        signature = op.signature
        if signature.definition is SHARDING_CONSTRAINT:
            return [value_row(op.result)._replace(kind=TensorKind.CONSTRAINT)]
        may_flow = signature.definition in MAY_FLOW
        if not (may_flow or named or with_undecided or _has_shardings(signature)):
            return ()
        follower, found = self._program.follower, []
        location, around = op.location, op.parent_op
        label = label_of(location)
        if around is not self._held[0]:
            self._held = around, _holds_values(around)
        with_undecided = with_undecided and self._held[1]
        shardings = None if may_flow else self._shardings.get(signature)
        if shardings is None:
            shardings = [sharding_of(result) for result in op.results]
            if not may_flow:
                self._shardings[signature] = shardings
        for result, sharding in zip(op.results, shardings, strict=True):
            if follower is not None and not follower.is_original(result):
                continue
            type = result.type
            if sharding or (with_undecided and isinstance(type, RankedTensorType)) or result in named:
                if follower is not None:
                    source, at = follower.origin(result)
                    listed = self._listed.setdefault((source, sharding), result)
                    if at is not None:
                        self._calls.setdefault(listed, set()).add(at.number)
                    if listed is not result:
                        continue
                # There are very many: a named tuple is made more quickly of all its fields.
                found.append(_new(Row, (_VALUE, around, type, sharding, location, label, result, *_NO_ARGUMENT)))
        return found

    def _is_copy(self, key: Hashable, value: Value) -> bool:
        """Whether an equal copy of a value is listed in the function; if not, the value is from now on."""
        listed = self._listed.setdefault(key, value)
        if (at := self._program.inlined_at(value)) is not None:
            self._calls.setdefault(listed, set()).add(at.number)
        return listed is not value

    def _manual(self, op: Operation) -> Iterator[Row]:
        """Yields the rows of a manual computation, unless those of an equal copy are listed."""
        if (follower := self._program.follower) is not None and op.results:
            key = tuple(map(follower.source, op.results)), op.signature.properties
            if self._is_copy(key, op.results[0]):
                return
        yield from _manual(op)

    def _behind(self, values: Sequence[Value]) -> Iterator[Row]:
        """Yields the constraints that `values` had, and those that these had."""
        work = list(values)
        while self._constraints and work:
            for constraint in self._constraints.pop(work.pop(0), ()):
                assert self._program.follower is not None
                source, is_held = self._program.follower.source(constraint.result), self._program.is_held(constraint)
                if not self._is_copy(("constraint", source, is_held, constraint.sharding), constraint.result):
                    yield self._constraint(constraint)
                work.append(constraint.result)

    def _constraint(self, constraint: ErasedConstraint) -> Row:
        result, _, location, around, sharding = constraint
        of = (around, result.type, closed(sharding), location, label_of(location), result)
        return Row(TensorKind.CONSTRAINT, *of, is_held=self._program.is_held(constraint))


def is_on_devices(value: Value | None) -> bool:
    """Whether a value is a tensor that devices hold; not so in the bodies of reductions, sorts and the like."""
    if not isinstance(value, OpResult) or not isinstance(value.type, RankedTensorType):
        return False
    return _holds_values(value.owner.parent_op)


def _holds_values(op: Operation | None) -> bool:
    """Whether the values inside of an operation are in memory."""
    definition = None if op is None else op.signature.definition
    return definition is FUNC or definition in MAY_FLOW


@remembered
def _has_shardings(signature: Signature) -> bool:
    return bool(shardings_in(signature))


def _signature(function: Operation) -> Iterator[Row]:
    """Yields the arguments and the results of a function, which may have no body."""
    type = function_type(function.signature)
    blocks = function.regions[0].blocks
    for number, attributes in enumerate(argument_attributes(function.signature)):
        argument = blocks[0].arguments[number] if blocks else None
        location = None if argument is None else argument.location
        of = (
            _sharding(attributes.get(SHARDING)),
            location,
            label_of(location),
            argument,
            number,
            donated_to(attributes),
        )
        yield Row(TensorKind.ARGUMENT, function, type.inputs[number], *of)
    for number, attributes in enumerate(result_attributes(function.signature)):
        sharding, label = _sharding(attributes.get(SHARDING)), result_label(attributes)
        yield Row(TensorKind.RESULT, function, type.results[number], sharding, None, label, None, number)


def result_label(attributes: DictionaryAttr) -> str:
    """Returns what JAX calls a result with these attributes; empty if that is not known."""
    label = attributes.get(_LABEL)
    return label.value if isinstance(label, StringAttr) else ""


def _manual(op: Operation) -> Iterator[Row]:
    """Yields the operands and the results of a manual computation, as they are outside of it."""
    around, location, find = op.parent_op, op.location, op.properties.find
    for operand, sharding in zip(op.operands, find(ShardingPerValue, "in_shardings").shardings, strict=False):
        yield Row(TensorKind.MANUAL, around, operand.type, sharding, location, value=operand, computation=op)
    for result, sharding in zip(op.results, find(ShardingPerValue, "out_shardings").shardings, strict=False):
        yield Row(TensorKind.MANUAL, around, result.type, sharding, location, label_of(location), result)


def value_row(value: Value) -> Row:
    """Returns the row of a value where it is defined."""
    around = None if value.block is None else value.block.parent_op
    location = value.definition_location
    return Row(TensorKind.VALUE, around, value.type, sharding_of(value), location, label_of(location), value)


def closed(sharding: Sharding) -> Sharding:
    """Returns the sharding with closed dimensions without priorities."""
    dimensions = tuple([DimensionSharding(dimension.axes) for dimension in sharding.dimensions])
    return sharding.replace(dimensions=dimensions)


def _sharding(attribute: object) -> Sharding | None:
    return attribute if isinstance(attribute, Sharding) else None


# Tensors picked by the names that tables show.

_MAX_NEAR, _NEAR = 3, 0.5
"""How many names an error suggests, and how near they must be."""

_FORM = re.compile(r"(?:@(?P<function>.*?):)?(?:(?P<line>[0-9]{1,9}):)?(?P<name>.*)", re.DOTALL)

_DIMENSION = re.compile(r"(?P<name>.+):(?P<number>[0-9]{1,9})", re.DOTALL)

_INLINED = re.compile(
    r"@(?P<function>.+?):(?P<name>(?:%|a result of |an argument).*?)(?: at .*| \([0-9,]+ calls\))?", re.DOTALL
)
"""The name of a value that has been inlined: `@f:%4 at line 12`, `@f:%4 (8 calls)`."""


class Selection(NamedTuple):
    """Which values a text picks: those of that name, in that function and on that line if it says so.

    The name of a group of results, `%3`, picks all of them: `%3#0`, `%3#1`, ….
    """

    text: str
    function: str | None
    line: int | None
    name: str

    @classmethod
    def of(cls, text: str) -> Selection:
        match = _FORM.fullmatch(text.strip())
        assert match is not None
        return cls(text, match["function"], int(match["line"]) if match["line"] else None, match["name"])

    def names(self, name: str, label: str = "") -> bool:
        """Whether it picks a value of that name, or with that label, somewhere."""
        wanted = self.name
        _, name = _without_call("", name)
        if wanted in (name, f"{name} {label}", f"{name} {short_label(label)}") or wanted == name.partition("#")[0]:
            return True
        return wanted == label != "" or (not wanted.startswith("%") and f"%{wanted}" in (name, name.partition("#")[0]))

    def picks(self, function: str, name: str, label: str, line: int | None) -> bool:
        """Whether it picks the value of that name and label, which is defined there."""
        if self.text == name:
            return True
        function, _ = _without_call(function, name)
        return self.names(name, label) and self.function in (None, function) and self.line in (None, line)

    def picks_tensor(self, tensor: TensorView) -> bool:
        return self.picks(tensor.function, tensor.name, tensor.label, tensor.place.line if tensor.place else None)

    def unknown(self, names: Iterable[tuple[str, str]]) -> UnknownValueError:
        """The error if it picks nothing among `names`, which stand with their functions."""
        known = sorted({f"@{function}:{name}" if self.function else name for function, name in names})
        asked = f"@{self.function}:{self.name}" if self.function else self.name
        if asked in known:
            return UnknownValueError(f"no value '{self.text}': there is '{asked}' on other lines")
        return UnknownValueError(f"no value '{self.text}'{suggested(asked, known, _MAX_NEAR, _NEAR)}")


class WhyRequest(NamedTuple):
    """The request: `NAME` or `NAME:DIM`."""

    selection: Selection
    dimension: int | None

    @classmethod
    def of(cls, text: str) -> WhyRequest:
        if (match := _DIMENSION.fullmatch(text.strip())) is None:
            return cls(Selection.of(text), None)
        return cls(Selection.of(match["name"]), int(match["number"]))


def _without_call(function: str, name: str) -> tuple[str, str]:
    """Returns the function and the name of a value, of an inlined one those of which it is a copy."""
    match = _INLINED.fullmatch(name) if name.startswith("@") else None
    return (match["function"].strip('"'), match["name"]) if match else (function, name)


def unknown_function(name: str, names: Iterable[str]) -> UnknownValueError:
    """Returns the error for the name of no function; `names` are those of all."""
    near = suggested(f"@{name}", [f"@{each}" for each in names], _MAX_NEAR, _NEAR)
    return UnknownValueError(f"no function '@{name}'{near}")


# The rows of a program's tensors with their names and places, by which users select them.


class FoundRow(NamedTuple):
    """A row with its share, and the name of its function."""

    number: int
    row: Row
    function: Operation | None
    share: Share


class FoundRows:
    """Names, selects and locates the rows of a program."""

    def __init__(self, program: Program, frames: FrameChoice) -> None:
        self.program = program
        self.frames = frames
        self.enclosing_scope = program.enclosing_scope
        self.rows = Rows(program)
        self._places: dict[Operation, Place | None] = {}
        self._sources: dict[Location | int | None, str] = {}

    def folds_with(self, found: FoundRow) -> Hashable:
        """Returns the same for tensors that differ in the layer alone."""
        row = found.row
        if row.label in ("", "result"):
            return found.number
        if (source := self._sources.get(row.location)) is None:
            source = self._sources[row.location] = source_text(self.source(found), self.frames)
        name = layer_pattern(short_label(row.label))
        return name, row.kind, found.function, row.type, row.sharding, source, row.is_held, row.donated_to

    def main_alone(self, picked: list[FoundRow]) -> list[FoundRow]:
        """Returns the rows of public functions, if there are some that no inlined function has."""
        own = [
            each
            for each in picked
            if each.function is not None
            and not is_private(each.function)
            and (each.row.value is None or self.program.inlined_at(each.row.value) is None)
        ]
        return own or picked

    def picked_by(self, selection: Selection, found: Sequence[FoundRow]) -> Iterator[FoundRow]:
        """Yields the rows that are selected by name; if there is none, those of what an inlined function calls so."""
        is_found = False
        for each in found:
            if self._picks(selection, each, self.name(each.row)):
                is_found = True
                yield each
        for each in () if is_found else found:
            others = () if each.row.value is None else self.program.other_names(each.row.value)
            if any(self._picks(selection, each, name) for name in others):
                yield each

    def last_on_line(self, line: str, found: Sequence[FoundRow]) -> list[FoundRow]:
        """Returns the constraints on a line, `decoder.py:13`, or else the last row of each region and phase.

        Rows of gradients are left out if there are others.
        """
        rows = [each for each in found if is_on_line(line, shown_place(self.source(each), self.frames))]
        constraints = [each for each in rows if each.row.kind is TensorKind.CONSTRAINT and is_written(each.row.label)]
        if constraints:
            return constraints
        last = {
            (each.row.around, phase_of(each.row.value.defining_op if each.row.value else None)): each for each in rows
        }
        return [last[key] for key in last if key[1] != "backward"] or list(last.values())

    def _picks(self, selection: Selection, found: FoundRow, name: str) -> bool:
        label = found.row.label
        if not selection.names(name, label):
            return False
        place = shown_place(self.source(found), self.frames)
        return selection.picks(name_of(found.function), name, label, place.line if place else None)

    def all_names(self, found: Sequence[FoundRow]) -> Iterator[tuple[str, str]]:
        """Yields the names and labels that can be selected, each after the name of its function."""
        for each in found:
            if each.row.kind is TensorKind.RESULT:
                yield name_of(each.function), self.name(each.row)
            if each.row.kind is TensorKind.ARGUMENT and each.row.label:
                yield name_of(each.function), each.row.label
            if each.row.computation is not None:
                yield name_of(each.function), self.name(each.row)
        for value, name in self.program.names():
            block = value.block
            yield name_of(self.enclosing_scope.function(None if block is None else block.parent_op)), name

    def name(self, row: Row) -> str:
        if row.kind is TensorKind.RESULT:
            return f"result {row.number}"
        if row.value is None:
            return f"%arg{row.number}"
        at = self.program.inlined_at(row.value)
        name = self.program.name_in_function(row.value)
        named = row.value
        if row.computation is not None and not row.computation.results:
            return f"{self.program.name(row.value)} in manual_computation"
        if row.computation is not None:
            named = row.computation.results[0]
            around, at = at, self.program.inlined_at(named)
            if around != at:
                name = self.program.name(row.value)
            name = f"{name} in {self.program.name_in_function(named).partition('#')[0]}"
            if around != at:
                return name
        return name if at is None else at.name(name, self.program.source, self.rows.calls(named))

    def function_of(self, found: FoundRow) -> str:
        """Returns the name of the function of the input that a row is from."""
        at = None if found.row.value is None else self.program.inlined_at(found.row.value)
        return name_of(found.function) if at is None else at.function

    def source(self, found: FoundRow) -> Frames:
        location, function = self._location(found.row), found.function
        frames = () if location is None else frames_at(location, self.program.source)
        if not frames and function is not None and found.row.kind in (TensorKind.ARGUMENT, TensorKind.RESULT):
            place = self.function_place(function)
            return () if place is None else (Frame(place.file, place.line, place.column),)
        return frames

    def _location(self, row: Row) -> Location | int | None:
        """Returns where a row is from: in a text without locations, where a value has its name.

        What a loop collects is from where an iteration computes its part.
        """
        if row.value is not None and row.kind is TensorKind.VALUE:
            part = collected_value(row.value)
            if part is not row.value:
                return self.program.written_at(part)
        if row.value is not None and isinstance(row.location, int) and row.kind is TensorKind.VALUE:
            return self.program.written_at(row.value)
        return row.location

    def function_place(self, function: Operation) -> Place | None:
        """Returns the place of a function in the input; one with a location of its own is looked for by its name."""
        location = self.program.function_locations.get(name_of(function), function.location)
        if isinstance(location, int):
            return place_of(location, self.program.source)
        if function not in self._places:
            self._places[function] = place_in_text(function, self.program.source)
        return self._places[function]


def name_of(op: Operation | None) -> str:
    return "" if op is None else symbol_name(op) or ""
