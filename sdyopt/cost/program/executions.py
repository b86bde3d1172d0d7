"""How often operations run in one run of the program: loops and calls multiplied."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING

from sdyopt.cost.collective_kinds import SDY_COLLECTIVES
from sdyopt.cost.origins.followers import Frames, frames_at, line_text, shown_frame
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.diagnostics.rendering import USER_FRAMES
from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.sdy.attributes import ManualAxes, Mesh, Sharding
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION
from sdyopt.dialects.sdy.shardings.slots import boundary_shardings, meshes_by_name, sharding_mesh
from sdyopt.dialects.stablehlo.attributes import ComparisonDirection
from sdyopt.dialects.stablehlo.ops.control_flow import OPTIMIZATION_BARRIER, WHILE
from sdyopt.dialects.stablehlo.ops.elementwise import ADD, COMPARE, CONVERT, MULTIPLY, SUBTRACT
from sdyopt.dialects.stablehlo.ops.shapes import BROADCAST_IN_DIM, CONSTANT, RESHAPE
from sdyopt.ir.attribute import Attribute, checked, remembered
from sdyopt.ir.attributes import DenseElementsAttr, IntegerType, RankedTensorType, StringAttr
from sdyopt.ir.collecting import Listing, collect_kind
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.ir.symbols import module_around, symbols
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.literals.attributes import element_format
from sdyopt.mlir.literals.dense import elements
from sdyopt.rewriting.functions import CallGraph, callee_name
from sdyopt.sharding.executions import Carried, Known, Runs, computed, trips

if TYPE_CHECKING:
    from sdyopt.cost.program.stages import ParsedProgram, Program


# How often the body of a `stablehlo.while` runs, where constants say so.

_CONSTANTS = frozenset((CONSTANT, sdy.CONSTANT))

_NAMES = sdy.PROPAGATION_BARRIER, sdy.RESHARD, sdy.SHARDING_CONSTRAINT, *SDY_COLLECTIVES
_PASSING = frozenset((BROADCAST_IN_DIM, CONVERT, OPTIMIZATION_BARRIER, RESHAPE, *_NAMES))
"""Operations whose result is the operand of the same number, for a scalar integer."""

_MAX_STEPS = 64
"""Operations that are followed from a value to its constant."""

_ARITHMETIC = {ADD: "add", SUBTRACT: "subtract", MULTIPLY: "multiply"}


def trip_count(loop: Operation) -> int | None:
    """Returns how often the body of a loop runs; None if constants do not say it."""
    condition, body = loop.regions
    if len(condition.blocks) != 1 or len(body.blocks) != 1:
        return None
    returned, stepped = _last(condition.block.last), _last(body.block.last)
    comparison = None if returned is None else _strip_identity_ops(returned.operands[0])
    if not isinstance(comparison, OpResult) or comparison.owner.signature.definition is not COMPARE or stepped is None:
        return None
    direction = comparison.owner.properties.find(ComparisonDirection).value
    left, right = [_known(operand, condition.block) for operand in comparison.owner.operands]

    def first(number: int) -> Known:
        return constant(loop.operands[number])

    def after(number: int) -> Known:
        return _known(stepped.operands[number], body.block) if number < len(stepped.operands) else None

    limits = [_limits(operand) for operand in comparison.owner.operands[:1]]
    carried = [side.number for side in (left, right) if isinstance(side, Carried)]
    limits += [_limits(loop.operands[number]) for number in carried]
    return trips(direction, left, right, min(limits, key=lambda each: each.stop - each.start), first, after)


def constant(value: Value) -> int | None:
    """Returns the integer that a value always is; None if constants do not say it."""
    found = _known(value, None)
    return found if isinstance(found, int) else None


def is_zero(value: Value) -> bool:
    """Whether all elements of a value are zero, as constants say."""
    op = _strip_identity_ops(value).defining_op
    number = op.properties.get("value") if op is not None and op.signature.definition in _CONSTANTS else None
    return isinstance(number, DenseElementsAttr) and number.splat_value == 0


def _known(value: Value, block: Block | None) -> Known:
    """Returns what is known of an integer: what constants say, or which argument of `block` it is."""
    left = _MAX_STEPS

    def known(value: Value) -> Known:
        nonlocal left
        left -= 1
        value = _strip_identity_ops(value)
        if left < 0:
            return None
        if isinstance(value, BlockArgument):
            outside = None if value.owner is block else _invariant(value)
            return Carried(value.index) if value.owner is block else None if outside is None else known(outside)
        op = checked(Operation, value.defining_op)
        if (definition := op.signature.definition) in _ARITHMETIC:
            one, other = map(known, op.operands)
            return computed(_ARITHMETIC[definition], one, other, _limits(value))
        return _number(op.properties.get("value")) if definition in _CONSTANTS else None

    return known(value)


def _strip_identity_ops(value: Value) -> Value:
    """Returns the value that operations, which do not change a number, pass on to `value`."""
    for _ in range(_MAX_STEPS):
        if not isinstance(value, OpResult) or value.owner.signature.definition not in _PASSING:
            break
        if value.owner.signature.definition is CONVERT and not _widens(value.owner):
            break
        if value.index >= len(value.owner.operands):
            break
        value = value.owner.operands[value.index]
    return value


def _widens(convert: Operation) -> bool:
    """Whether a conversion leaves each integer as it is; others wrap."""
    before, after = _integer(convert.operands[0]), _integer(convert.results[0])
    if before is None or after is None or before.width == 1:
        return False
    if _is_unsigned(before) == _is_unsigned(after):
        return before.width <= after.width
    return _is_unsigned(before) and before.width < after.width


def _limits(value: Value) -> range:
    """Returns the numbers that the type of a value has; a counter that leaves them wraps."""
    if (type := _integer(value)) is None:
        return range(0)
    return range(1 << type.width) if _is_unsigned(type) else range(-(1 << (type.width - 1)), 1 << (type.width - 1))


def _integer(value: Value) -> IntegerType | None:
    type = value.type.element_type if isinstance(value.type, RankedTensorType) else None
    return type if isinstance(type, IntegerType) else None


def _is_unsigned(type: IntegerType) -> bool:
    return type.signedness == "u"


def is_invariant(loop: Operation, index: int) -> bool:
    """Whether each run of a loop's body returns the value of that number as it was."""
    block = loop.regions[1].blocks[0] if loop.regions[1].blocks else None
    last = None if block is None else _last(block.last)
    if block is None or last is None or index >= min(len(last.operands), len(block.arguments)):
        return False
    return _strip_identity_ops(last.operands[index]) is block.arguments[index]


def _invariant(argument: BlockArgument) -> Value | None:
    """Returns the value from outside that an argument of a region always is; None if it may change."""
    op = argument.owner.parent_op
    definition = None if op is None else op.signature.definition
    if op is None or argument.index >= len(op.operands):
        return None
    if definition is WHILE:
        if not is_invariant(op, argument.index):
            return None
    elif definition not in (sdy.MANUAL_COMPUTATION, sdy.NAMED_COMPUTATION):
        return None
    return op.operands[argument.index]


def _last(op: Operation | None) -> Operation | None:
    """Returns what a block ends with, if it returns anything."""
    return op if op is not None and op.operands else None


@remembered
def _number(attribute: Attribute | None) -> int | None:
    """Returns the integer that all elements of an attribute are."""
    if not isinstance(attribute, DenseElementsAttr) or not isinstance(attribute.type, RankedTensorType):
        return None
    type = attribute.type
    if not isinstance(type.element_type, IntegerType) or any(size != 1 for size in type.shape):
        return None
    (number,) = elements(attribute.text, type.shape, element_format(type.element_type))
    return int(number)


# How often the user says that loops run whose length constants do not say.


class AssumedRuns(NamedTuple):
    """The number of iterations of loops without a known number."""

    everywhere: int | None = None
    """Of loops that `places` does not have; None if nothing is assumed of them."""
    places: tuple[tuple[str, int], ...] = ()
    """By place in the source, `model.py:39`; the file may have its folder."""
    frames: FrameChoice = USER_FRAMES
    """Which frame of a call stack is the place of a loop."""

    @classmethod
    def given(cls, runs: int | Mapping[str, int] | AssumedRuns) -> AssumedRuns:
        """Returns what is assumed: of all loops a number, or of those at places: `{"model.py:39": 32}`."""
        if isinstance(runs, AssumedRuns):
            return runs
        return cls(runs) if isinstance(runs, int) else cls(places=tuple(runs.items()))

    def of(self, loop: Frames) -> int | None:
        """Returns how often the body of a loop runs; None if nothing is assumed."""
        names = _names(loop, self.frames) if self.places else ()
        return next((count for place, count in self.places if place in names), self.everywhere)

    def problems(self, loops: Sequence[Frames]) -> Iterator[str]:
        """Yields a message for each place at which none of these loops is."""
        found = {name for loop in loops for name in _names(loop, self.frames)}
        for place, _ in self.places:
            if place not in found:
                known = ", ".join(dict.fromkeys(filter(None, [line_text(loop, self.frames) for loop in loops])))
                there = f"such loops are at {known}" if known else "the program has no such loop"
                yield f"no loop of unknown length at '{place}': {there}"


NOTHING_ASSUMED = AssumedRuns()


def loops_of_unknown_length(program: Program | ParsedProgram) -> list[Frames]:
    """Returns where the loops of a program are whose length constants do not say, in the order of the text."""
    loops = collect_kind(program.operation, WHILE)
    return [frames_at(loop.location, program.source) for loop in loops if trip_count(loop) is None]


def _names(loop: Frames, choice: FrameChoice) -> Sequence[str]:
    frame = shown_frame(loop, choice)
    return () if frame is None else (line_text(loop, choice), f"{frame.file}:{frame.line}")


# The scope of an operation: its function, and the manual computations in which its values are local.


class Manual(NamedTuple):
    """The axes of manual computations, the outermost first, and the mesh of the innermost; None if that is empty."""

    axes: tuple[str, ...] = ()
    mesh: Mesh | None = None


NOT_MANUAL = Manual()


class EnclosingScope:
    """The scopes of the operations of `module`."""

    def __init__(self, module: Operation) -> None:
        self.module = module
        self._meshes_in = cache(meshes_by_name)
        self._known: dict[Operation, tuple[Operation | None, Manual]] = {}
        """The function and the manual computations around operations, which a view does not change."""
        self._manual: dict[Operation | None, Manual] = {}
        self._meshes: dict[tuple[Sharding, Block | Operation | None], Mesh | None] = {}
        """Those of shardings in blocks, and in operations that are in none."""

    def function(self, op: Operation | None) -> Operation | None:
        """The function that `op` is, or is in."""
        return self._around(op)[0]

    def manual(self, op: Operation | None) -> Manual:
        """The manual computations that `op` is, or is in, and those that call its function."""
        if (known := self._manual.get(op)) is None:
            function, within = self._around(op)
            outside = NOT_MANUAL if function is None else self._callers.get(function, NOT_MANUAL)
            known = self._manual[op] = Manual(outside.axes + within.axes, within.mesh or outside.mesh)
        return known

    def mesh(self, sharding: Sharding, op: Operation | None) -> Mesh | None:
        """The mesh of `sharding` where `op` stands; None for an empty one."""
        key = sharding, None if op is None else op.parent or op
        if key not in self._meshes:
            mesh = sharding_mesh(sharding, self.meshes(op))
            self._meshes[key] = None if mesh is None or mesh.is_empty else mesh
        return self._meshes[key]

    def meshes(self, op: Operation | None) -> Mapping[str, Mesh]:
        """The meshes by name where `op` stands."""
        module = op if op is None or op.name == "builtin.module" else module_around(op)
        return {} if module is None else self._meshes_in(module)

    def _around(self, op: Operation | None) -> tuple[Operation | None, Manual]:
        """The function that `op` is, or is in, and the manual computations of that, the outermost first."""
        path: list[Operation] = []
        current = op
        while current is not None and current not in self._known and current.signature.definition is not FUNC:
            path.append(current)
            current = current.parent_op
        function, manual = current, NOT_MANUAL
        if current is not None and current in self._known:
            function, manual = self._known[current]
        for inner in reversed(path):
            if inner.signature.definition is MANUAL_COMPUTATION:
                axes = inner.properties.find(ManualAxes).axes
                manual = Manual(manual.axes + tuple(axes), self._mesh_of(inner) or manual.mesh)
            self._known[inner] = function, manual
        return function, manual

    def _mesh_of(self, computation: Operation) -> Mesh | None:
        """The mesh of the shardings of a manual computation."""
        meshes = [self.mesh(sharding, computation) for sharding in boundary_shardings(computation)]
        return next(filter(None, meshes), None)

    @cached_property
    def listing(self) -> Listing:
        """The operations of the module, which a view does not change."""
        return Listing(self.module)

    @cached_property
    def _callers(self) -> dict[Operation, Manual]:
        """For functions that are called from manual computations alone, and always the same ones, these."""
        calls: dict[Operation, list[tuple[Operation, Manual]]] = {}
        waiting: dict[Operation, int] = {}
        if not self.listing.has_kind(MANUAL_COMPUTATION):
            return {}
        ops = self.listing.collect_kind(CALL, FUNC)
        tables = cache(symbols)
        for op in ops:
            caller = self.function(op) if op.signature.definition is CALL else None
            table = None if caller is None else caller.parent_op
            if caller is None or table is None:
                continue
            if (callee := tables(table).get(callee_name(op))) is not None:
                calls.setdefault(caller, []).append((callee, self._around(op)[1]))
                waiting[callee] = waiting.get(callee, 0) + 1
        found: dict[Operation, set[Manual]] = {}
        result: dict[Operation, Manual] = {}
        ready = [op for op in ops if op.signature.definition is FUNC and op not in waiting]
        while ready:
            caller = ready.pop()
            if len(around := found.get(caller, {NOT_MANUAL})) == 1 and is_private(caller):
                (result[caller],) = around
            outside = result.get(caller, NOT_MANUAL)
            for callee, within in calls.get(caller, ()):
                manual = Manual(outside.axes + within.axes, within.mesh or outside.mesh)
                found.setdefault(callee, set()).add(manual)
                waiting[callee] -= 1
                if not waiting[callee]:
                    ready.append(callee)
        return result


def is_private(function: Operation) -> bool:
    """Whether nothing outside the module can call a function."""
    visibility = function.properties.get("sym_visibility")
    return isinstance(visibility, StringAttr) and visibility.value == "private"


OpRuns = Runs[Operation]

AssumedTrips = Callable[[Operation], int | None]
"""How often the body of a loop is assumed to run that constants do not bound; None if nothing is assumed."""


class Executions:
    """How often the operations of a module run.

    The program starts at the public functions that no other function calls, each once. A function runs as often as its
    calls. Of a branch it is assumed that it is taken.
    """

    def __init__(self, module: Listing, assumed: AssumedTrips = lambda _: None) -> None:
        self._assumed = assumed
        self._trip_count = cache(trip_count)
        self._of_functions: dict[Operation, OpRuns] = {}
        self._count(CallGraph(module))

    def of(self, op: Operation) -> OpRuns:
        """Returns how often `op` runs."""
        loops: list[tuple[int | None, Operation | None]] = []
        while op.signature.definition is not FUNC:
            if (around := op.parent_op) is None:
                break
            if around.signature.definition is WHILE:
                known = self._trip_count(around)
                times = self._assumed(around) if known is None else known
                if op.parent is around.regions[0].blocks[0] and times is not None:
                    times += 1
                loops.append((times, around if known is None else None))
            op = around
        found = self._of_functions.get(op, Runs(1))
        for times, loop in reversed(loops):
            found = found.inside(times, loop)
        return found

    def _count(self, graph: CallGraph) -> None:
        """Counts the runs of functions, each after its callers; those that call themselves are not known."""
        counts, callee_of = self._of_functions, graph.callee_of
        called = set(callee_of.values())
        roots = [function for function in graph.calls if function not in called]
        public = [function for function in roots if not is_private(function)]
        counts.update(dict.fromkeys(graph.calls, Runs(0, 0)))
        counts.update(dict.fromkeys(public or roots, Runs(1)))
        for component in reversed(list(graph.components())):
            calls = [
                (call, callee_of[call]) for function in component for call in graph.calls[function] if call in callee_of
            ]
            if any(callee in component for _, callee in calls):
                counts.update(dict.fromkeys(component, Runs(None)))
            for call, callee in calls:
                counts[callee] += self.of(call)
