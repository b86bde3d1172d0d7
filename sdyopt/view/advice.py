"""Advice on involuntary full rematerializations: values that XLA makes whole on each device to reshard them.

XLA warns of them without saying what helps. Often it is a sharding in between: a constraint on the value makes XLA go
there first, and on from there, each in a way that sends less. Such shardings are tried with the model of the
partitioner, first on the value alone, then in the program, which is partitioned again with the constraint.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sdyopt.api.module import Module
from sdyopt.cost import ViewError
from sdyopt.cost.collectives.found import CollectiveView, collectives_of
from sdyopt.cost.collectives.inserted import InsertedCollectives, row_of
from sdyopt.cost.origins.followers import Frames, line_text, moved_cause, phase_of
from sdyopt.cost.partitioner.programs import item_of
from sdyopt.cost.partitioner.reshards import reshard
from sdyopt.cost.partitioner.shards import Collective, Rematerialization, Steps, argument, in_room_of_all, steps_behind
from sdyopt.cost.partitioner.tilings import Split, Tiled, axes_of_tiling, tiling_of
from sdyopt.cost.program.stages import Program
from sdyopt.cost.sizes.local_sizes import LocalSizes, unruled_ops
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.diagnostics.rendering import Error
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh
from sdyopt.dialects.sdy.ops import RESHARD, SHARDING_CONSTRAINT
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.clone import clone
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.value import OpResult, Value
from sdyopt.view.render.amounts import short
from sdyopt.view.variants.edits import ProgramCopy, Spec, constrain

if TYPE_CHECKING:
    from sdyopt.sharding.executions import Runs
    from sdyopt.view.collection import Analysis

_Place = tuple[Value, tuple[Operation, int] | None]
"""A value of the program as it was given, and the use of it that is moved, as an operand; None for all uses."""

_CONSTRAINED = "value of the constraint"

_MAX_SHOWN = 3
"""Rematerializations that are looked at: those that send most."""

_MAX_CONFIRMED = 2
"""Constraints for each of them with which the program is partitioned again."""

_MAX_TRIED = 1 << 20
"""Devices of all tilings that are tried for one of them."""


class AdviceView(NamedTuple):
    """A sharding constraint that makes the program send less."""

    constraint: str
    """In the words of JAX: `P(None, ('x', 'y'))`."""
    bytes_sent: int
    """The bytes that one device sends in one run of the program with the constraint."""
    saved: int
    """How much less that is, or in a loop whose number of runs is unknown, how much less one iteration sends."""


class RematerializationView(NamedTuple):
    """A value that XLA gathers whole on each device, to then take other parts of it."""

    source: Frames
    """Where the operation is that needs the value in another sharding."""
    value: str
    """The value that is moved: `operand 0 of tanh`."""
    is_result: bool
    """Whether it is a result that is moved after it has been computed."""
    is_backward: bool
    """Whether it is in a backward pass: that of a constraint has the constraints of the source in reverse order."""
    bytes_sent: int
    """By one device in one execution of each of the operations; if `sent` is None, in one iteration of its loop."""
    sent: int | None
    """By one device in one run of the program; None if executions are not known."""
    before: str | None
    """The sharding that devices have: `[{"x"}, {}]`; None if it is not one along whole axes."""
    after: str | None
    """The one that they need."""
    advice: AdviceView | None
    """None if no constraint is known to help."""

    def text(self, choice: FrameChoice) -> str:
        """`XLA will warn of an involuntary full rematerialization: 46 MiB, model.py:14, because x (…) goes from …`."""
        size = f"{short(self.bytes_sent)} in each iteration" if self.sent is None else short(self.sent)
        place = line_text(self.source, choice)
        said = ", ".join(filter(None, [f"XLA will warn of an involuntary full rematerialization: {size}", place]))
        if self.before is None or self.after is None:
            return f"{said}, because of x ({self.value})"
        said += f", because x ({self.value}) goes from {self.before} to {self.after}"
        if self.advice is None:
            return said
        left = (self.bytes_sent if self.sent is None else self.sent) - self.advice.saved
        how = f"sends {short(left)} instead" if left >= 0 else f"saves {short(self.advice.saved)}"
        where = "after it" if self.is_result else "before it"
        if self.is_backward:
            where = "after it in the forward pass" if self.value == _CONSTRAINED else f"{where} in the backward pass"
        return f"{said}; with_sharding_constraint(x, {self.advice.constraint}) {where} {how}"


class _Moved(NamedTuple):
    """A collective of a full rematerialization."""

    op: Operation
    operand: int | None
    """The number of the operand that is moved; None for the result."""
    full: Rematerialization
    place: _Place | None
    row: CollectiveView


class Advisor:
    """Finds the full rematerializations of a propagated program, and constraints against them."""

    def __init__(self, module: Module | None, analysis: Analysis) -> None:
        """`analysis` is that of a copy of `module`, or of the module itself if that is None."""
        assert analysis.inserted is not None
        self._module, self._program, self._inserted = module, analysis.program, analysis.inserted
        self._sizes, self._frames = analysis.sizes, analysis.view.frames
        self._shorter: dict[object, list[Split]] = {}
        """The results of `_cheaper`: the layers of a model have the same rematerializations."""
        self._originals = {copy: value for value, copy in analysis.program.copies.items()}

    def views(self) -> tuple[RematerializationView, ...]:
        """Returns the rematerializations that send most, what sends most first."""
        moved: dict[tuple[object, ...], list[_Moved]] = {}
        for op, sent in self._inserted.in_order():
            insertion = sent.insertion
            if insertion is not None and insertion.collective.rematerialized is not None:
                row = row_of(op, sent, self._program, self._sizes, self._frames)
                op, number, full = insertion.source or op, insertion.operand, insertion.collective.rematerialized
                place = self._place(op, number)
                key = (op if place is None else place), number, full
                moved.setdefault(key, []).append(_Moved(op, number, full, place, row))
        groups = sorted(
            moved.values(), key=lambda group: -sum([each.row.sent or each.row.bytes_sent or 0 for each in group])
        )
        return tuple([self._view(group[0], [each.row for each in group]) for group in groups[:_MAX_SHOWN]])

    def _view(self, moved: _Moved, rows: Sequence[CollectiveView]) -> RematerializationView:
        op, number, full, place, row = moved
        mesh = self._inserted.mesh_around(op)
        before, after = axes_of_tiling(full.source, mesh), axes_of_tiling(full.target, mesh)
        sent = [each.sent for each in rows if each.sent is not None]
        is_known, advice = len(sent) == len(rows), None
        if before is not None and after is not None and place is not None:
            advice = self._advice(op, number, full, place, (before, after), mesh, is_known)
        return RematerializationView(
            source=row.source,
            value=_CONSTRAINED if _kind(op) is SHARDING_CONSTRAINT else moved_cause(op, number, "", ()).subject,
            is_result=number is None,
            is_backward=phase_of(op) == "backward",
            bytes_sent=sum([(each.bytes_sent or 0) * (1 if is_known else each.runs.each) for each in rows]),
            sent=sum(sent) if is_known else None,
            before=None if before is None else _text(before),
            after=None if after is None else _text(after),
            advice=advice,
        )

    # Constraints that may help: on the value alone, then in the program.

    def _advice(
        self,
        op: Operation,
        number: int | None,
        full: Rematerialization,
        place: _Place,
        ends: tuple[Split, Split],
        mesh: Mesh,
        is_known: bool,
    ) -> AdviceView | None:
        value = op.results[0] if number is None else op.operands[number]
        if not isinstance(value.type, RankedTensorType) or tuple(value.type.shape) != full.shape:
            return None
        key = full, mesh, item_of(value)
        if key not in self._shorter:
            self._shorter[key] = self._cheaper(full, ends, mesh, item_of(value))
        for split in self._shorter[key][:_MAX_CONFIRMED]:
            spec = Spec(split[: max([number + 1 for number, axes in enumerate(split) if axes], default=0)])
            if (found := self._with_constraint(place, spec, len(split))) is not None:
                saved = [old - new for old, new in zip(self._given, found, strict=True)]
                if saved[not is_known] > 0 and min(saved) >= 0:
                    return AdviceView(str(spec), found[0], saved[not is_known])
        return None

    def _cheaper(self, full: Rematerialization, ends: tuple[Split, Split], mesh: Mesh, item: int) -> list[Split]:
        """Returns shardings by way of which a value gets to another tiling without a rematerialization, the cheapest
        first.
        """
        found: list[tuple[float, Split]] = []
        most = sum([each.sent for each in _sent_by([full.source, full.target], full.shape, item)])
        tried = _near(*ends, max(1, _MAX_TRIED // mesh.device_count))
        for split in tried:
            middle = tiling_of([tuple(map(AxisRef, axes)) for axes in split], mesh)
            sent = _sent_by([full.source, middle, full.target], full.shape, item)
            size = sum([each.sent for each in sent])
            if size < most and all(each.rematerialized is None for each in sent):
                found.append((size, split))
        return [split for _, split in sorted(found, key=lambda each: each[0])]

    def _place(self, op: Operation, number: int | None) -> _Place | None:
        """Returns the value of the module that is moved, and the operation with the number of the operand, if a
        constraint is for that alone; None if the module does not have the value.
        """
        value = self._original(op.results[0] if number is None else op.operands[number])
        if number is None or not op.results:
            return None if value is None else (value, None)
        own = self._original(op.results[0])
        if isinstance(own, OpResult) and number < len(own.owner.operands):
            is_same = _kind(own.owner) is _kind(op)
            moved = own.owner.operands[number]
            if is_same and moved.type is op.operands[number].type:
                return moved, (own.owner, number)
        return None if value is None else (value, None)

    def _original(self, value: Value) -> Value | None:
        """Returns the value of the module that one of the partitioned program comes from; None if there is none."""
        follower = self._program.follower
        return None if follower is None else self._originals.get(follower.source(value))

    @cached_property
    def _given(self) -> tuple[int, int, int]:
        return self._amounts(self._program, self._inserted)

    def _amounts(self, program: Program, inserted: InsertedCollectives) -> tuple[int, int, int]:
        """Returns the bytes that are known, those of collectives whose number of runs is not, and what else is unknown.

        They are what `totals_of` has of rows, which would take as long as the partition.
        """
        collectives = collectives_of(program, inserted.sizes, self._frames, inserted.compiler, inserted.replaced)
        sent: list[tuple[int | None, Runs[Any]]] = [(each.bytes_sent, each.runs) for each in collectives]
        sent += [(each.bytes, program.executions.of(op)) for op, each in inserted.in_order()]
        known = in_loops = 0
        unknown = sum([not each.also_in_xla for each in unruled_ops(program, inserted.sizes)])
        for size, runs in sent:
            if runs.times == 0:
                continue
            if size is None:
                unknown += 1
            elif runs.times is None:
                in_loops += size * runs.each
            else:
                known += size * runs.times
        return known, in_loops, unknown

    def _with_constraint(self, place: _Place, spec: Spec, rank: int) -> tuple[int, int, int] | None:
        """Returns the amounts of the program with a constraint; None if there cannot be one."""
        assert self._module is not None
        value, use = place
        mapping: dict[Value, Value] = {}
        copy = ProgramCopy(clone(self._module.operation, mapping), self._module, self._frames)
        try:
            sharding = spec.sharding(*copy.mesh(), rank, "the value")
            copied = mapping[use[0].results[0]] if use is not None else None
            assert copied is None or isinstance(copied, OpResult)
            at = None if copied is None or use is None else (copied.owner, use[1])
            constrain(mapping[value], sharding, at)
            compiler = self._inserted.compiler
            program = Program(copy.module(), self._program.stage, is_owned=True, compiler=compiler)
            program.assumed = self._program.assumed
            sizes = LocalSizes(program.enclosing_scope, self._sizes.whole)
            return self._amounts(program, InsertedCollectives(sizes, compiler))
        except (Error, ViewError):
            return None


def _kind(op: Operation) -> object:
    """Returns the definition of an operation; propagation makes constraints reshards."""
    definition = op.signature.definition
    return SHARDING_CONSTRAINT if definition is RESHARD else definition


def _sent_by(tilings: Sequence[Tiled], shape: tuple[int, ...], item: int) -> list[Collective]:
    """Returns the collectives that bring a value from each of these tilings to the next one."""
    steps = Steps()
    value = argument(in_room_of_all(len(tilings[0].devices), steps), shape, item, tilings[0], "value")
    for number, (_, target) in enumerate(pairwise(tilings)):
        value = reshard(value, target).made(target, "constraint", number)
    made = [step.collective for step in steps_behind([value.step])]
    steps.resharded.clear()
    return [each for each in made if each is not None]


def _near(before: Split, after: Split, most: int) -> list[Split]:
    """Returns at most `most` shardings in which one axis, or two, are elsewhere than before, or new, or nowhere."""
    known = sorted({axis for axes in after for axis in axes})
    found, last = {before: None}, [before]
    for _ in range(2):
        new = dict.fromkeys([split for each in last for split in _moves(each, known) if split not in found])
        last = list(new)[: max(0, most - len(found))]
        found.update(dict.fromkeys(last))
    return list(found)[1:]


def _moves(split: Split, known: Sequence[str]) -> Iterator[Split]:
    """Yields the sharding with each of its axes, or of those `known`, in other places, and without it."""
    for axis in dict.fromkeys([*[axis for axes in split for axis in axes], *known]):
        rest = tuple([tuple([each for each in axes if each != axis]) for axes in split])
        yield rest
        for to, others in enumerate(rest):
            for place in reversed(range(len(others) + 1)):
                yield (*rest[:to], (*others[:place], axis, *others[place:]), *rest[to + 1 :])


def _text(split: Split) -> str:
    """`[{"x"}, {}]`."""
    return "[" + ", ".join(["{" + ", ".join([f'"{axis}"' for axis in axes]) + "}" for axes in split]) + "]"
