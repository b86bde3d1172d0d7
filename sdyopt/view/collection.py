"""From a program to its `ProgramView`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from heapq import nlargest
from inspect import Signature, signature
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, overload

from sdyopt.api.module import CompiledProgram, Module, ProgramInput, parse_given, read_program
from sdyopt.cost import UnknownValueError, ViewError
from sdyopt.cost.collectives.found import collectives_of, totals_of
from sdyopt.cost.collectives.inserted import InsertedCollectives, inserted_in, rows_of
from sdyopt.cost.memory_model.graph import NOT_DONATED, Donation, shared_bytes
from sdyopt.cost.memory_model.peak import PeakAnalysis, lives_in, peak_view
from sdyopt.cost.origins.followers import shown_place
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.program.executions import is_private
from sdyopt.cost.program.stages import Program, Stage, collected_value, stage_of
from sdyopt.cost.sizes.local_sizes import LocalSizes, Share, unruled_ops, whole_mesh
from sdyopt.cost.time.machine import Machine
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.sdy.ops import MESH, RESHARD
from sdyopt.dialects.sdy.shardings.slots import mesh_of
from sdyopt.dialects.stablehlo.ops.shapes import DYNAMIC_UPDATE_SLICE
from sdyopt.ir.collecting import grouped
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.releases import following_unless_chosen
from sdyopt.view.model import FunctionView, MeshView, ModuleView, Query, Request, TensorKind, TensorView, sums_of
from sdyopt.view.rows import FoundRow, FoundRows, Row, Selection, WhyRequest, is_on_devices, name_of, unknown_function

if TYPE_CHECKING:
    from sdyopt.view.advice import RematerializationView
    from sdyopt.view.page.static import CompiledView
    from sdyopt.view.why.replicated import ReplicatedView
    from sdyopt.view.why.why_views import WhyView


# The view that programs in Python get: with its tensors as plain rows, and shown by notebooks.


@dataclass(frozen=True, slots=True)
class ProgramView(ModuleView):
    """The view of a whole program."""

    compiled: tuple[CompiledView, ...] = ()
    """The programs that XLA compiles, for each requested machine."""
    module: Module | None = field(default=None, compare=False, repr=False)
    """The program as it was given to `view`."""
    of_other: Callable[[Module], ProgramView] | None = field(default=None, compare=False, repr=False)
    """Returns the view of another module, for the same query."""

    def with_sharding(
        self,
        shardings: Mapping[str, Any] | None = None,
        *,
        constraints: Mapping[str, Any] | None = None,
        mesh: Any = None,
        drop: bool = False,
    ) -> ProgramView:
        """Returns the view of the program with other shardings: of arguments and results by name, label or pattern.

        Shardings are a PartitionSpec, a sequence of its entries, or a text: `None,tensor`. `constraints` are by place,
        `decoder.py:13` or `%4`; `mesh` is a text, `fsdp=8,tensor=32`, a dictionary or a `jax.sharding.Mesh`; and with
        `drop` the shardings of the program are removed first. The view has what this one was asked for: its machine,
        its profile of the peak, its values.

        Raises ViewError if changes do not fit the program, or if this view is not one that `view` has returned, and
        Error if the program is invalid on another mesh.
        """
        from sdyopt.view.variants.measuring import resharded

        if self.module is None or self.of_other is None:
            raise ViewError("this view does not have its program: `sdyopt.view.view` returns one that does")
        return self.of_other(resharded(self.module, self.frames, shardings or {}, constraints or {}, mesh, drop))

    def rows(self) -> list[dict[str, Any]]:
        """Returns the tensors as plain dictionaries, with the same keys in each; what is not known is None."""
        from sdyopt.view.columns.collectives import TENSOR, Forms, ViewListing

        return TENSOR.objects(self.tensors, ViewListing(self), Forms.ROWS)

    def __str__(self) -> str:
        from sdyopt.view.page.static import notebook_text

        return notebook_text(self)

    def _repr_html_(self) -> str:
        """Returns what notebooks show: tables, without scripts."""
        from sdyopt.view.page.static import notebook

        return notebook(self)

    def _repr_pretty_(self, printer: Any, is_cyclic: bool) -> None:
        """Writes what IPython shows in a terminal: the tables as text."""
        printer.text(str(self))


_NOT_EXPLAINED = (
    "reasons of shardings are known only of a program with shardings that is shown as the partitioner leaves it, and "
    "this one is shown {stage}"
)

_MAX_UPSTREAM = 512
"""Dimensions that are looked at for where an axis ended on its way to one."""

_NOT_ASKED = "jaxlib's partitioner is not asked: the program is shown without what a partitioner inserts"

_FILE = re.compile(r"[^%@\[']+\.\w+")
_ERASED = "'{name}' is erased: nothing uses it in the program as the partitioner leaves it; --as-written lists it"


_VALUE = TensorKind.VALUE
"""Python looks up members of enumerations slowly."""

_Options = ParamSpec("_Options")


class _View(Protocol[_Options]):
    @overload
    def __call__(  # type: ignore[overload-overlap]
        self, program: CompiledProgram, *, frames: FrameChoice = ...
    ) -> CompiledView: ...

    @overload
    def __call__(
        self, program: Module | ProgramInput, *query: _Options.args, **options: _Options.kwargs
    ) -> ProgramView: ...


def _taking(
    request: Callable[_Options, Request],
) -> Callable[[Callable[[Module | ProgramInput, Request], ProgramView | CompiledView]], _View[_Options]]:
    """Lets a function take the fields of `request` as parameters in place of one."""

    def decorated(function: Callable[[Module | ProgramInput, Request], ProgramView | CompiledView]) -> Any:
        @wraps(function)
        def view(program: Module | ProgramInput, *query: _Options.args, **options: _Options.kwargs) -> Any:
            return function(program, request(*query, **options))

        first = next(iter(signature(function).parameters.values()))
        setattr(view, "__signature__", Signature([first, *signature(request).parameters.values()]))  # noqa: B010
        return view

    return decorated


@_taking(Request)
def view(program: Module | ProgramInput, request: Request) -> ProgramView | CompiledView:
    """Returns what the shardings in a program mean, and what running it costs: a module, or what `parse` accepts.

    The options are the fields of `Request`. A jitted function of JAX is lowered for `args` and `kwargs`. Of what JAX
    has compiled, the view is one of XLA's program: its collectives, sums, and peak. Only `frames` is looked at then.

    A module that has shardings, but has not been partitioned, is propagated and partitioned on a copy unless it is to
    be seen `as_written`. A program of each device, with shardings and collectives of StableHLO, has the types of what
    one device holds; `is_local` says so of one without collectives. Listed are all tensors that `functions`, `kinds`,
    `only_public`, `with_undecided` and `most` leave, and those of `values`.

    Raises UnknownValueError for a name that no value has, ViewError for a mesh of more devices than there can be, or
    one that shardings without names are not over, and Error if the program cannot be read or propagated.
    """
    if not isinstance(program, Module):
        given = read_program(program, request.args, request.kwargs)
        if given.is_live and given.is_compiled:
            from sdyopt.view.page.static import compiled_view

            return compiled_view(given.text, given.name(None, "<string>"), request.frames)
        module = parse_given(given, is_text=isinstance(program, str))
    else:
        module = program
    if request.mesh is not None:
        module = _with_named_axes(module, request.mesh)
    machine = request.machine or Machine.of()
    return _seen(request.but(args=(), kwargs=None, mesh=None, machine=machine), module)


def _with_named_axes(module: Module, mesh: Any) -> Module:
    """Returns a copy of a module whose shardings list devices, over the axes of a mesh. Raises ViewError."""
    from sdyopt.sharding.gspmd.meshes import name_axes
    from sdyopt.view.variants.edits import mesh_of

    copy = module.copy()
    try:
        if name_axes(copy.operation, mesh_of(mesh)):
            return copy
    except ValueError as error:
        raise ViewError(str(error)) from None
    raise ViewError("the shardings of the program name axes: with_sharding(mesh=…) shows it on another mesh")


def _seen(query: Query, module: Module) -> ProgramView:
    """Returns the view of a module, which can make views of other modules for the same query."""
    with following_unless_chosen(module.shardy):
        found = replace(analyze(module, query).view, module=module, of_other=partial(_seen, query))
    return replace(found, compiled=tuple(_compiled(found, module, query))) if query.compile else found


def _compiled(found: ProgramView, module: Module, query: Query) -> Iterator[CompiledView]:
    """Yields what XLA compiles a program to, for each machine. Raises ViewError."""
    from sdyopt.view.jaxlib import compile_options, compiled_for, printed
    from sdyopt.view.page.static import CompiledView

    options, program = compile_options(query.jax_python), printed(module)
    for machine in query.compile:
        yield CompiledView(*compiled_for(machine, program, found, options, query))


class Analysis(NamedTuple):
    view: ProgramView
    program: Program
    sizes: LocalSizes
    lives: PeakAnalysis | None
    """The values that are alive in the function that needs most memory; None if no function has a body."""
    rows: dict[int, Row]
    """The rows of the tensors of the view, by their numbers."""
    inserted: InsertedCollectives | None
    """The collectives that XLA inserts, the last rows of the view's collectives; None for another partitioner."""


def analyze(module: Module, query: Query, is_owned: bool = False, given: bytes | None = None) -> Analysis:
    """Returns what `view` returns, with the program as it was looked at. Raises the same errors.

    If the module `is_owned`, it may be propagated itself, which is faster than a copy. `given` is the program for other
    processes, if it is not the module's text.
    """
    stage = stage_of(module, query.partitioner)
    if query.is_local:
        stage = Stage.LOCAL
    elif query.as_written and stage.is_propagated:
        stage = Stage.AS_WRITTEN
    is_explained = bool(query.why or query.replicated)
    if is_explained and not stage.is_propagated:
        raise ViewError(_NOT_EXPLAINED.format(stage=stage.value))
    is_asked = query.partitioner == "jaxlib" and stage is Stage.PARTITIONED_BY_XLA
    text = given or b""
    if is_asked and given is None:
        from sdyopt.view.jaxlib import printed

        text = printed(module)
    compiler = None if is_asked else query.compiler  # A jaxlib partitions the program as all compilers import it.
    program = Program(module, stage, is_explained or query.explained, is_owned, compiler=compiler)
    program.assumed = query.assumed.of
    found = _Collector(program, query).analysis()
    if found.inserted is not None and found.inserted.rematerializes:
        find = _Finder(None if is_owned else module, query, found)
        found = found._replace(view=replace(found.view, find_rematerializations=find))
    if is_asked:
        from sdyopt.view.jaxlib import partitioned_by_jaxlib

        found = partitioned_by_jaxlib(found, text, query)
    elif query.partitioner == "jaxlib":
        found = found._replace(view=replace(found.view, notes=(*found.view.notes, _NOT_ASKED)))
    if query.machine is None:
        return found
    from sdyopt.view.timing import time_view

    inserted = None
    if found.inserted is not None and query.compiler is not Compiler.CPU:
        inserted = copy(found.inserted)
        inserted.is_at_most = False
    time = time_view(found.program, found.sizes, query.machine, query.frames, inserted, query.in_brief)
    return found._replace(view=replace(found.view, time=time))


class _Finder:
    """Finds the full rematerializations of a module, and constraints against them, when it is called first."""

    def __init__(self, module: Module | None, query: Query, analysis: Analysis | None = None) -> None:
        """Without an analysis the module is analyzed again; without a module there is no advice."""
        self._module, self._query, self._analysis = module, query, analysis
        self._found: tuple[RematerializationView, ...] | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return _Finder, (self._module, self._query)

    def __call__(self) -> tuple[RematerializationView, ...]:
        if self._found is None:
            from sdyopt.view.advice import Advisor

            if self._analysis is None:
                assert self._module is not None
                changes = self._query.but(values=(), why=(), replicated=0, partitioner="xla", explained=False)
                self._analysis = analyze(self._module, changes.but(kinds=("argument",), most=0, with_peak=False))
            self._found = Advisor(self._module, self._analysis).views()
            self._analysis = None
        return self._found


class _Collector(FoundRows):
    def __init__(self, program: Program, query: Query) -> None:
        super().__init__(program, query.frames)
        self.query = query
        self._shares: dict[Hashable, tuple[Operation | None, Share]] = {}
        """The functions and shares of tensors that are alike."""

    def analysis(self) -> Analysis:
        query, most = self.query, self.query.most
        requests = [WhyRequest.of(text) for text in query.why]
        wanted = [*[Selection.of(text) for text in query.values], *[each.selection for each in requests]]
        named = {
            value
            for value, name in (self.program.names() if wanted else iter(()))
            if any(selection.names(name) for selection in wanted)
        }
        is_propagated = self.program.stage.is_propagated and self.enclosing_scope.listing.has_kind(MESH)
        if is_propagated or self.program.stage is Stage.LOCAL:
            query = query.but(with_undecided=True)
        with_values = query.kinds is None or TensorKind.VALUE in query.kinds or query.replicated > 0 or bool(query.why)
        rows = list(self.rows(named, with_values, query.with_undecided))
        used = {row.sharding: row.around for row in rows if row.sharding is not None}
        whole = whole_mesh(self.enclosing_scope, used)
        sizes = LocalSizes(self.enclosing_scope, whole, self.program.stage is Stage.LOCAL)
        found = [self._found(number, row, sizes) for number, row in enumerate(rows)]
        asked = [self._asked(request, found) for request in requests]
        of_names = [self._picked(selection, found) for selection in wanted[: len(query.values)]]
        picked = {each.number for rows in (*of_names, *[each for _, each in asked]) for each in rows}
        shown = self._passing(found, query)
        left_out = 0
        if most is not None and len(shown) > most:
            groups = grouped((self.folds_with(each) if query.folds else each.number, each) for each in shown)
            from sdyopt.view.why.replicated import made_of_constants

            constants = made_of_constants(self.program.operation)
            largest = nlargest(
                most,
                groups.values(),
                key=lambda group: (
                    _is_stored(group[0], constants),
                    sum([-1 if each.share.bytes is None else each.share.bytes for each in group]),
                ),
            )
            left_out = len(shown) - sum(map(len, largest))
            shown = [each for group in largest for each in group]
        listed = sorted({*[each.number for each in shown], *picked})
        listing = self.enclosing_scope.listing
        donated: dict[Operation, frozenset[int]] = {}
        by_function = grouped((each.function, each) for each in found if each.row.kind is not _VALUE)
        functions = listing.collect_kind(FUNC)
        views = tuple([self._function(op, by_function.get(op, ()), whole, donated) for op in functions])
        is_brief = query.in_brief and query.partitioner == "xla"
        inserted = inserted_in(self.program.stage, sizes, query.compiler)
        changed = (None, ()) if inserted is None else (inserted.compiler, inserted.replaced)
        collectives = tuple(collectives_of(self.program, sizes, self.frames, *changed))
        if inserted is not None:
            collectives += tuple(rows_of(self.program, inserted, self.frames, is_brief))
        lives: PeakAnalysis | None = None
        most_held: int | None = None
        if query.with_peak:
            least = {op: view.after_donation for op, view in zip(functions, views, strict=True)}
            vmem = (query.machine or Machine.of()).device.vmem
            lives = lives_in(sizes, donated, least, inserted, query.compiler, vmem)
            if inserted is not None and inserted.has_unknown:
                inserted.is_at_most = True
                whole_lives = lives_in(sizes, donated, least, inserted, query.compiler, vmem)
                if whole_lives is not None:  # What is gathered may be held twice, and all of it at the same time.
                    most_held = whole_lives.shown.bytes + sum([each.most or 0 for each in collectives])
        reshards = len(listing.collect_kind(RESHARD)) if inserted is None else 0
        only_largest = self.frames if query.in_brief else None
        is_least = most_held is not None or any(each.bytes_sent is None for each in collectives)
        unruled = tuple(unruled_ops(self.program, sizes))
        found_view = ProgramView(
            file=self.program.source.name,
            stage=self.program.stage,
            compiler=None if inserted is None else query.compiler,
            devices=whole.device_count,
            meshes=tuple(sorted(map(_mesh, listing.collect_kind(MESH)), key=lambda mesh: not mesh.axes)),
            functions=views,
            tensors=tuple(_with_copies([self._tensor(found[number]) for number in listed])),
            left_out=left_out - len(picked - {each.number for each in shown}) if left_out else 0,
            collectives=collectives,
            totals=totals_of(collectives, reshards, self.frames, unruled),
            peak=None if lives is None else peak_view(self.program, lives, sizes, most_held, is_least, only_largest),
            why=tuple(dict.fromkeys(self._why(asked))) if asked else (),
            replicated=tuple(self._replicated(found, query)) if query.replicated else (),
            frames=self.frames,
            notes=self.program.notes,
            unruled=unruled,
            calls_left=self.program.calls_left,
        )
        listed_rows = {number: found[number].row for number in listed}
        return Analysis(found_view, self.program, sizes, lives, listed_rows, inserted)

    def _passing(self, found: Sequence[FoundRow], query: Query) -> list[FoundRow]:
        """Returns the rows that a query lists."""
        of_functions = {each.function for each in found}
        if query.functions is not None:
            known = list(self.program.function_locations)
            for name in query.functions:
                if name not in known:
                    raise unknown_function(name, known)
            found = [each for each in found if self.function_of(each) in query.functions]
        elif query.only_public and any(op is not None and not is_private(op) for op in of_functions):
            of_functions = {op for op in of_functions if op is None or not is_private(op)}
        is_undecided = is_on_devices if query.with_undecided else lambda _: False
        return [
            each
            for each in found
            if each.function in of_functions
            and (query.kinds is None or each.row.kind.value in query.kinds)
            and (each.row.sharding is not None or each.row.kind is not TensorKind.VALUE or is_undecided(each.row.value))
        ]

    def _found(self, number: int, row: Row, sizes: LocalSizes) -> FoundRow:
        key = row.around, row.type, row.sharding, row.is_held
        known = self._shares.get(key)
        if known is None:
            manual = self.enclosing_scope.manual(row.around)
            share = sizes.share(row.type, row.sharding, row.around, manual)
            if not row.is_held:
                share = share._replace(bytes=0)
            known = self._shares[key] = self.enclosing_scope.function(row.around), share
        return FoundRow(number, row, *known)

    def _picked(self, selection: Selection, found: Sequence[FoundRow]) -> list[FoundRow]:
        """Returns the rows that are selected by name. Raises UnknownValueError."""
        if rows := list(self.picked_by(selection, found)):
            return rows
        if any(selection.names(name) for name in self.program.erased()):
            raise UnknownValueError(_ERASED.format(name=selection.text))
        raise selection.unknown(self.all_names(found))

    def _asked(self, asked: WhyRequest, found: Sequence[FoundRow]) -> tuple[WhyRequest, list[FoundRow]]:
        """Returns a request with its rows, by name or else by line. Raises UnknownValueError."""
        name, number = asked.selection.text, asked.dimension
        try:
            return asked, self._picked(asked.selection, found)
        except UnknownValueError as error:
            line = name if number is None else f"{name}:{number}"
            for text, dimension in ((line, None), (name, number)):
                if rows := self.last_on_line(text, found):
                    return asked._replace(dimension=dimension), rows
            if number is None or str(error) == _ERASED.format(name=name):
                raise
            if _FILE.fullmatch(name):
                raise UnknownValueError(f"no value is at '{line}'") from None
            raise asked.selection._replace(text=line).unknown(self.all_names(found)) from None

    def _why(self, asked: Iterable[tuple[WhyRequest, list[FoundRow]]]) -> Iterator[WhyView]:
        """Yields why values have their shardings. Raises ViewError for a dimension that none of a name has."""
        from sdyopt.view.why.why_views import Reasons, no_dimension, rank_of

        reasons = Reasons(self.program)
        for (selection, number), rows in asked:
            picked = self.main_alone(rows)
            ranks = [rank_of(each.row.type) for each in picked]
            if number is not None and number >= max(ranks):
                raise no_dimension(number, selection.text, max(ranks))
            for each, rank in zip(picked, ranks, strict=True):
                if number is None or number < rank:
                    yield reasons.why(number, each.row, self.name(each.row), name_of(each.function))

    def _replicated(self, found: Sequence[FoundRow], query: Query) -> Iterator[ReplicatedView]:
        """Yields the values that are whole on several devices, those that take most first: one of each type, sharding
        and function whose axes ended at such operations, and of these first what has lost an axis.
        """
        from sdyopt.view.why.replicated import AxisStops, ReplicatedView, is_replicated, made_of_constants
        from sdyopt.view.why.why_views import Reasons

        constants = made_of_constants(self.program.operation)
        of_share = grouped(
            ((each.function, id(each.share)), each)
            for each in self._passing(found, query.but(kinds=None, only_public=False))
            if is_replicated(each.row, each.share) and each.row.value not in constants
        )
        ends = AxisStops(Reasons(self.program), _MAX_UPSTREAM)
        left = query.replicated
        for rows in nlargest(
            left, of_share.values(), key=lambda rows: (rows[0].share.bytes or 0) * rows[0].share.copies
        ):
            with_ends = [(each, tuple(ends.of(each.row, each.share, name_of(each.function)))) for each in rows]
            alike = grouped((tuple([end.where for end in ended]), (each, ended)) for each, ended in with_ends)
            for same in sorted(alike.values(), key=lambda same: all(end.stop is None for end in same[0][1]))[:left]:
                first, ended = same[0]
                source = self.source(first)
                yield ReplicatedView(
                    function=name_of(first.function),
                    name=self.name(first.row),
                    label=first.row.label,
                    kind=first.row.kind,
                    source=source,
                    place=shown_place(source, self.frames),
                    share=first.share,
                    alike=len(same),
                    ends=ended,
                )
            left -= len(alike)
            if left <= 0:
                return

    def _tensor(self, found: FoundRow) -> TensorView:
        source = self.source(found)
        return TensorView(
            number=found.number,
            function=name_of(found.function),
            name=self.name(found.row),
            label=found.row.label,
            kind=found.row.kind,
            source=source,
            place=shown_place(source, self.frames),
            donated=found.row.donated_to != NOT_DONATED,
            share=found.share,
            is_held=found.row.is_held,
        )

    def _function(
        self, op: Operation, own: Sequence[FoundRow], whole: Mesh, donated: dict[Operation, frozenset[int]]
    ) -> FunctionView:
        arguments = [each for each in own if each.row.kind is TensorKind.ARGUMENT]
        results = [each for each in own if each.row.kind is TensorKind.RESULT]
        summed = [*arguments, *results]
        summands = [
            (each.share, each.row.kind is TensorKind.ARGUMENT, each.row.donated_to != NOT_DONATED) for each in summed
        ]
        donations = {
            each.row.number: Donation(each.share.bytes, each.row.donated_to)
            for each in arguments
            if each.row.donated_to != NOT_DONATED and each.share.only_device is None
        }
        places = [each.share.bytes if each.share.only_device is None else None for each in results]
        shared = shared_bytes(donations, places)
        donated[op] = frozenset([number for number, size in shared.items() if size])
        return FunctionView(
            name=name_of(op),
            place=self.function_place(op),
            arguments=len(arguments),
            results=len(results),
            constraints=sum([each.row.kind is TensorKind.CONSTRAINT for each in own]),
            is_public=not is_private(op),
            sums=sums_of(summands, whole.device_count),
            unknown=sum([each.share.bytes is None for each in summed]),
            shared=sum(shared.values()),
        )


def _with_copies(tensors: Sequence[TensorView]) -> Iterator[TensorView]:
    """Yields the tensors with the numbers of those that share their name and place."""

    def key(tensor: TensorView) -> object:
        return tensor.function, tensor.kind, tensor.name, tensor.place

    counts = Counter(map(key, tensors))
    numbers: Counter[object] = Counter()
    for tensor in tensors:
        count = counts[key(tensor)]
        numbers[key(tensor)] += 1
        yield tensor if count == 1 else tensor._replace(copy=(numbers[key(tensor)], count))


def _mesh(op: Operation) -> MeshView:
    mesh = mesh_of(op)
    axes = tuple([(axis.name, axis.size) for axis in mesh.axes])
    return MeshView(name_of(op), axes, mesh.device_ids, mesh.device_count)


def _is_stored(found: FoundRow, constants: Collection[Value]) -> bool:
    """Whether a tensor has memory of its own: what is made of constants has none, and a loop collects in one place."""
    value = found.row.value
    is_update = isinstance(value, OpResult) and value.owner.signature.definition is DYNAMIC_UPDATE_SLICE
    return value is None or (value not in constants and not (is_update and collected_value(value) is not value))
