"""Collectives that XLA's partitioner inserts into a whole program: one walk over a propagated program.

What two operations need alike is made once in a computation, which is a function or a region of an operation, and what
nothing uses in the end is not sent.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from math import prod

from sdyopt.cost.collective_kinds import ALL_GATHER, ALL_REDUCE
from sdyopt.cost.partitioner import later_passes
from sdyopt.cost.partitioner.operations import OperationProblem, looked_through, partitioned, scattering
from sdyopt.cost.partitioner.recipes import RECIPES, recipe_of
from sdyopt.cost.partitioner.reshards import reshard
from sdyopt.cost.partitioner.shards import (
    Collective,
    Groups,
    Held,
    HeldValue,
    MadeStep,
    Shapes,
    Steps,
    argument,
    in_room_of_all,
    local_shapes,
    steps_behind,
    steps_between,
)
from sdyopt.cost.partitioner.tilings import Tiled, tiling_of, whole
from sdyopt.cost.program.executions import EnclosingScope
from sdyopt.cost.sizes.partition import element_bits
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.sdy.attributes import ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.sdy.shardings.slots import function_result_sharding, sharding_of, without_manual_axes
from sdyopt.dialects.stablehlo.ops import shapes
from sdyopt.dialects.stablehlo.ops.communication import OUTFEED, SEND
from sdyopt.dialects.stablehlo.ops.control_flow import CASE, CUSTOM_CALL, WHILE
from sdyopt.dialects.stablehlo.ops.linear_algebra import FFT
from sdyopt.dialects.stablehlo.ops.reductions import REDUCE
from sdyopt.ir.attribute import remembered_table
from sdyopt.ir.attributes import DYNAMIC, RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.rewrite.rewriter import is_free_of_effects
from sdyopt.rewriting.functions import callee_name

_WITH_COMPUTATIONS = frozenset((WHILE, CASE, sdy.MANUAL_COMPUTATION, sdy.NAMED_COMPUTATION))
"""Operations whose regions are partitioned. Those of others compute elements."""


MAX_DEVICES = 1 << 16
"""Of more devices tilings are not written out, and it is not known what is inserted."""


class Insertion(NamedTuple):
    """A collective that is inserted for an operation."""

    collective: Collective
    operand: int | None
    """The number of the operand that it moves, of the operation or its source; None for the result."""
    is_first: bool
    """Whether it is sent for this operation: none before has needed the same, and no pass has done without it."""
    source: Operation | None = None
    """The operation in a loop that it was inserted for, if it is sent for the loop in its place."""
    result: int = 0
    """The number of the result of the loop that it sums after it."""

    @property
    def is_of_result(self) -> bool:
        """Whether it moves a result, or is sent for a loop."""
        return self.operand is None or self.source is not None


_Place = tuple[Operation, int | None]
"""The place for which a step is inserted: an operation, and the number of the operand; None for the result."""

_WITH_EFFECTS = frozenset((CUSTOM_CALL, SEND, OUTFEED))
"""Operations that others outside of the program may see."""

_EACH_OF_ITS_OWN = frozenset(
    (
        *_WITH_COMPUTATIONS,
        CALL,
        *(shapes.CONCATENATE, shapes.SLICE, shapes.DYNAMIC_SLICE, shapes.DYNAMIC_UPDATE_SLICE),
        chlo.TOP_K,
    )
)
"""Operations that depend on more than their signatures and the tilings of operands."""


_UNRULED_ON_GPUS = (chlo.ACOS, chlo.ACOSH, chlo.ASIN, chlo.ASINH, chlo.ATANH, chlo.COSH, chlo.SINH)
"""Operations that the compiler for GPUs does not break up, so that shardings are not propagated through them: what has
another sharding then is not known.
"""


_SURROUNDINGS: dict[tuple[object, ...], object] = remembered_table()
"""An object for each meaning that signatures have in a computation: by the compiler, the devices and the meshes."""


class ProgramPartition:
    """A propagated program as XLA partitions it, for the devices of a mesh."""

    def __init__(
        self,
        scope: EnclosingScope,
        mesh: Mesh,
        compiler: later_passes.Compiler | None = None,
        written: Mapping[Operation, Groups] | None = None,
    ) -> None:
        """Partitions the program; without a compiler, passes that come after the partitioner are left out.

        `written` are the sums over devices of the program itself that such passes may change, with their groups.
        """
        self.scope, self.mesh, self.compiler, self.written = scope, mesh, compiler, written or {}
        self.replaced: set[Operation] = set()
        """Those of `written` that are not sent as they are: another sum has their values, or they are inserted."""
        self.functions = {symbol_name(op): op for op in scope.listing.collect_kind(FUNC)}
        self.inserted: dict[Operation, list[Insertion]] = {}
        """By the operations that need what is moved."""
        self.local: dict[Operation, Shapes] = {}
        """The shapes on a device of what operations for which something is moved compute: of operands and results."""
        self.unknown: set[Operation] = set()
        """The operations of which it is not known what XLA does."""
        self.has_maximal = any(op.properties.find(Mesh).is_maximal for op in scope.listing.collect_kind(sdy.MESH))
        """Whether one device computes some operations."""
        for op in self.functions.values():
            if op.regions[0].blocks:
                _PartitionedBlock(self, op.regions[0].blocks[0], None).partition()
        if compiler is later_passes.Compiler.TPU:  # Programs of XLA's own send, whatever dimension is split.
            self.unknown.update(scope.listing.collect_kind(FFT))
        for definition in _UNRULED_ON_GPUS if compiler is later_passes.Compiler.GPU else ():
            for op in scope.listing.collect_kind(definition):
                sharding = sharding_of(op.results[0])
                if sharding is not None and sharding.used_axes:
                    self.unknown.add(op)


class _PartitionedBlock:
    """A function, or a region of an operation in one."""

    def __init__(self, program: ProgramPartition, block: Block, outside: _PartitionedBlock | None) -> None:
        self.program, self._block, self._outside, self._last = program, block, outside, block.last
        owner = block.parent_op
        assert owner is not None
        self._owner = owner
        manual = program.scope.manual(owner)
        sizes = program.mesh.axis_sizes if manual.mesh is None else manual.mesh.axis_sizes
        self._manual = frozenset(manual.axes)
        self.steps = Steps()
        devices = program.mesh.device_count // prod([sizes.get(axis, 1) for axis in self._manual])
        self._is_too_large = devices > MAX_DEVICES
        self.room = in_room_of_all(1 if self._is_too_large else devices, self.steps)
        meaning = program.compiler, devices, self._manual, *program.scope.meshes(owner).items()
        self._surroundings = _SURROUNDINGS.setdefault(meaning, object())
        self._values: dict[Value, HeldValue | None] = {}
        self._tilings: dict[tuple[object, int], Tiled | None] = {}
        self._needed: list[MadeStep] = []
        """The steps that are used in the end."""
        self._made: set[MadeStep] = set()
        """The steps that operations have made."""
        self._scalars: dict[MadeStep, list[MadeStep]] = {}
        """How the scalars were made that results depend on: initial values, indices."""
        self._moving: list[tuple[Operation, MadeStep, int | None]] = []
        """The steps that send, or whose bytes are not known, each with the operation and the number of the operand."""
        self._returned: dict[int, MadeStep] = {}
        """The steps that are returned, by the numbers of the results."""
        self.after_loop: dict[int, tuple[Collective, _Place]] = {}
        """The values that are summed after the loop whose body this is, by the numbers of its results."""
        self._sources: dict[MadeStep, _Place] = {}
        """Where steps before or after loops were inserted in these."""
        self._again: set[tuple[Operation, MadeStep]] = set()
        """The steps that are gathered again for operations far from those that they have been gathered for."""
        self._captured: dict[MadeStep, Value] = {}
        """The values from outside."""
        self._on_one_device: dict[Value, HeldValue] = {}
        """The values of maximal meshes, before the other devices get them."""

    def partition(self) -> None:
        """Partitions the operations, and says what is inserted for which of them."""
        if self._is_too_large:
            for op in self._block.ops:
                if op.signature.definition not in _WITH_COMPUTATIONS:
                    self.program.unknown.add(op)
                for region in op.regions if op.signature.definition in _WITH_COMPUTATIONS else ():
                    _PartitionedBlock(self.program, region.blocks[0], None).partition()
            return
        for op in self._block.ops:
            self._partition(op)
        alive, seen = set(steps_behind(self._needed, beside=self._scalars)), set[MadeStep]()
        moving = [each for each in self._moving if each[1] in alive]
        sent = self._sent(alive, moving)
        for op, step, number in moving:
            if step.is_doubtful:
                self.program.unknown.add(op)
            if step.collective is not None:
                is_first = step in sent and (step not in seen or (op, step) in self._again)
                collective = sent.get(step, step.collective)
                source, place = self._sources.get(step, (None, number))
                if op in self.program.written and step.key.parts[-1] is later_passes.WRITTEN:
                    if is_first and collective == step.collective:
                        continue
                    self.program.replaced.add(op)
                is_after = step.key.parts[0] == later_passes.AFTER_LOOP
                result = step.operands[0].key.parts[2] if is_after else 0
                self.program.inserted.setdefault(op, []).append(Insertion(collective, place, is_first, source, result))
                seen.add(step)
        self.steps.second_forms.clear()
        self.steps.resharded.clear()  # They know the steps, too: a circle.

    def _sent(
        self, alive: Container[MadeStep], moving: Sequence[tuple[Operation, MadeStep, int | None]]
    ) -> Mapping[MadeStep, Collective]:
        """Returns the collectives as passes after the partitioner leave them, by the steps that have made them."""
        collectives = {step: step.collective for _, step, _ in moving if step.collective is not None}
        compiler = self.program.compiler
        if compiler is None or not collectives:
            return collectives
        places = {step: self._sources.get(step, (op, number)) for op, step, number in moving}
        if compiler is later_passes.Compiler.CPU:
            if self._owner.signature.definition is WHILE:
                self._hoist(collectives, places)
            return collectives
        is_tpu = compiler is later_passes.Compiler.TPU
        ops = {step: op for step, (op, _) in places.items()}
        computation = later_passes.SentSteps(
            [step for step in self.steps.known.values() if step in alive], self._needed, ops
        )
        if is_tpu:
            later_passes.windowed_einsum(computation, self.room.size)
        later_passes.all_reduce_folder(computation, is_tpu)
        later_passes.all_reduce_of_scatters(computation)
        later_passes.all_reduce_reassociate(computation, is_converted=not is_tpu)
        later_passes.reduce_scatter_creator(computation, is_tpu)
        later_passes.all_reduce_reassociate(computation, is_converted=not is_tpu)
        later_passes.all_gather_dynamic_slice_simplifier(computation)
        later_passes.all_gather_broadcast_reorder(computation)
        if is_tpu:
            later_passes.all_gather_reverse_reorder(computation)
        if self._owner.signature.definition is WHILE:
            for number, found in later_passes.while_loop_all_reduce_code_motion(computation, self._carried(), is_tpu):
                self.after_loop[number] = found.collective, places[found.origin]
        later_passes.collective_quantizer(computation)
        if is_tpu:
            needed = [(op, step, self._values[op.results[0]]) for op, step, _ in moving if op.results]
            gathered = [
                (op, step, value.step)
                for op, step, value in needed
                if value is not None
                and value.step in alive
                and collectives.get(step)
                and collectives[step].kind == ALL_GATHER
            ]
            self._again.update(later_passes.schedule_aware_collective_cse(computation, gathered))
            later_passes.operands_of_products_in_bf16(computation, self._values_of_loop())
            later_passes.all_gather_decomposer(computation)
            later_passes.all_reduces_in_words(computation)
        return {origin: collective for collective, origin in computation.sent.values()}

    def _hoist(self, collectives: dict[MadeStep, Collective], places: Mapping[MadeStep, _Place]) -> None:
        """Moves collectives of what does not change in a loop before it."""
        outside = self._outside
        assert outside is not None
        steps = later_passes.while_loop_invariant_code_motion(list(collectives), self._captured)
        made: dict[MadeStep, MadeStep] = {}
        for step in steps:
            if step in self._captured:
                held = outside.value(self._captured[step])
                assert held is not None
                made[step] = held.step
            else:
                operands = tuple([made[each] for each in step.operands])
                made[step] = outside.steps.step(step.key.parts, operands, step.collective, step.is_doubtful)
        for step in [each for each in collectives if each in made]:
            del collectives[step]
            outside._needed.append(made[step])
            outside._moving.append((self._owner, made[step], None))
            outside._sources.setdefault(made[step], places[step])

    def _carried(self) -> dict[int, tuple[MadeStep, MadeStep, int]]:
        """Returns what a loop carries and its condition does not use: the arguments of its body, what it returns for
        them, and their bytes.
        """
        arguments, condition = self._block.arguments, self._owner.regions[0].block
        held = {number: self._values.get(arguments[number]) for number in self._returned}
        return {
            number: (value.step, self._returned[number], value.bytes)
            for number, value in held.items()
            if value is not None and not condition.arguments[number].is_used
        }

    def _values_of_loop(self) -> Mapping[MadeStep, Sequence[Value]]:
        """Returns the arguments of the body of a loop, and its results, by the steps that are returned for them."""
        found: dict[MadeStep, list[Value]] = {}
        for number, step in self._returned.items() if self._owner.signature.definition is WHILE else ():
            if not self._owner.regions[0].block.arguments[number].is_used:
                found.setdefault(step, []).extend([self._block.arguments[number], self._owner.results[number]])
        return found

    def _partition(self, op: Operation) -> None:
        values, signature = self._values, op.signature
        operands = [values.get(operand) or self.value(operand) for operand in op.operands]
        itself = self.steps.itself = object()  # Keys outlive the program: nothing of it.
        self.steps.operation = itself if op.regions else signature
        if op is self._last:
            self._note(op, operands, self._return(op, operands))
            return
        if op in self.program.written:
            values[op.results[0]] = self._written(op, operands)
            return
        taken = self._on_one(op, operands) if self.program.has_maximal else None
        if signature.definition in _WITH_EFFECTS and not is_free_of_effects(op):
            self._needed += [each.step for each in taken or operands if each is not None]
        if taken is not None:
            return
        is_tpu = self.program.compiler is later_passes.Compiler.TPU
        sources = looked_through(op, self.program.compiler)
        taken = [*operands, *[self.value(each) for source in sources for each in source.operands]]
        forms: list[object] = []
        steps: list[MadeStep] = []
        scalars: list[MadeStep] = []
        second_forms = self.steps.second_forms
        for each in taken:
            if each is None:
                continue
            _, shape, _, tiling, step, is_filled = each
            second = second_forms.get(step)
            forms.append((tiling, is_filled, second) if second else (tiling,) if is_filled else tiling)
            steps.append(step)
            if not shape and step.operands:
                scalars.append(step)
        key: tuple[object, ...] = (self._surroundings, signature, *forms)
        count = len(steps)
        if count > 1 and len(set(steps)) < count:  # What is the same value twice is moved once.
            key = (*key, *map(steps.index, steps))
        for source in sources:
            key = (*key, source.signature, op.operands.index(source.results[0]))
        for source in (op, *sources):
            if source.signature.definition is shapes.SCATTER:
                key = (*key, scattering(source))
        recipe = RECIPES.get(key)
        results: Held
        if recipe is None:
            results = self._by_rule(op, operands, taken, key)
        else:
            results, steps = recipe.repeated(self.room, steps, itself)
            if recipe.moving:
                self._moving += [(op, steps[number], operand) for number, operand in recipe.moving]
                self.program.local[op] = recipe.local
        for result, value in zip(op.results, results, strict=True):
            if value is not None:
                step = value.step
                if not is_tpu and step in self._made and step not in steps[:count]:
                    # The compiler for TPUs makes equal operations one before.
                    step = self._of_its_own(op, step, itself)
                    value = value._replace(step=step)
                self._made.add(step)
                if scalars:
                    self._scalars[step] = scalars
            values[result] = value

    def _on_one(self, op: Operation, operands: Held) -> Held | None:
        """Returns the operands, whole on each device, of an operation that one device computes; None for others.

        It is a custom call, gets a value that is resharded, or reduces such a value. What it makes is summed with zeros
        of the other devices, where these need it.
        """
        held = [self._on_one_device.get(*each) for each in zip(op.operands, operands, strict=True)]
        given = op.attributes.get(SHARDING) or op.properties.get("sharding")
        shardings = given.shardings if isinstance(given, ShardingPerValue) else [given]
        meshes = [self.program.scope.mesh(each, self._owner) for each in shardings if isinstance(each, Sharding)]
        if not any(mesh is not None and mesh.is_maximal for mesh in meshes):
            if held == operands or op.signature.definition not in (REDUCE, sdy.RESHARD):
                return None
            if any(each is None or not each.is_whole for each in map(self.wanted, op.results)):
                return None
        everywhere = whole(0, self.room.size).devices
        taken = [each and reshard(each, whole(len(each.shape), self.room.size)) for each in held]
        made = [each.step for each in taken if each is not None]
        for number, result in enumerate(op.results):
            shape = _shape(result)
            found = None if shape is None else self.made(result, taken, whole(len(shape), self.room.size), number)
            if found is not None:
                self._on_one_device[result] = found
                found = found.sent(ALL_REDUCE, (everywhere,), found.bytes, found.bytes, found.tiling, "maximal")
                made.append(found.step)
            self._values[result] = found
        self._note(op, held, made)
        return taken

    def _written(self, op: Operation, operands: Held) -> HeldValue | None:
        """Returns the result of a sum over devices of the program itself, as if it were inserted."""
        (held,), wanted = operands, self.wanted(op.results[0])
        if held is None or wanted is None:
            return self.in_doubt(op, operands, [wanted])[0]
        moved = reshard(held, wanted)
        self._note(op, operands, [moved.step])
        found = moved.sent(ALL_REDUCE, self.program.written[op], moved.bytes, moved.bytes, wanted, later_passes.WRITTEN)
        self._moving.append((op, found.step, None))
        self._made.add(found.step)
        return found

    def _of_its_own(self, op: Operation, step: MadeStep, itself: object) -> MadeStep:
        """Returns a step like that of an equal operation before: what they send is not one, as channels differ."""
        found = self.steps.step((*step.key.parts, itself), step.operands, step.collective, step.is_doubtful)
        self._moving += [(op, found, None)] if step.collective is not None or step.is_doubtful else []
        return found

    def _by_rule(self, op: Operation, operands: Held, taken: Held, key: tuple[object, ...]) -> Held:
        """Returns the results of an operation, and keeps how others like it are partitioned."""
        known = [each for each in taken if each is not None]
        found = self._results(op, operands, [self.wanted(result) for result in op.results])
        made = [each for each in found if each is not None]
        self._note(op, operands, [each.step for each in made])
        self.program.local[op] = local_shapes(made)
        is_known = len(known) == len(taken) and len(made) == len(found) > 0
        is_like_others = is_known and op.signature.definition not in _EACH_OF_ITS_OWN
        if is_like_others and (recipe := recipe_of(known, len(operands), made)) is not None:
            RECIPES[key] = recipe
        return found

    def _note(self, op: Operation, operands: Held, made: Sequence[MadeStep]) -> None:
        """Notes what is sent, or is not known, between the operands of an operation and what it makes."""
        self._moving += [(op, step, number) for step, number in steps_between(operands, made, self._made)]

    def _results(self, op: Operation, operands: Held, wanted: Sequence[Tiled | None]) -> Held:
        definition = op.signature.definition
        if definition in _WITH_COMPUTATIONS:
            return _control_flow(self, op, operands, wanted)
        if definition is CALL:
            return _call(self, op, operands, wanted)
        known, tilings = [each for each in operands if each is not None], [each for each in wanted if each is not None]
        if len(known) < len(operands) or len(tilings) < len(wanted):
            return self.in_doubt(op, operands, wanted)
        shapes, items = [_shape(each) or () for each in op.results], [item_of(each) for each in op.results]
        unreduced = self._unreduced(op.results[0]) if op.results else 1
        facts = op, self.value, self.steps.operation, self.room, known, tilings, shapes, items, unreduced
        return partitioned(OperationProblem(*facts, self.program.compiler))

    def _unreduced(self, value: Value) -> int:
        """Returns how many devices hold parts of the sum that a value is."""
        sharding = sharding_of(value)
        mesh = None if sharding is None else self.program.scope.mesh(sharding, self._owner)
        return 1 if sharding is None or mesh is None else sharded_size(sharding.unreduced, mesh)

    def value(self, value: Value) -> HeldValue | None:
        """Returns what devices hold of a value, which may be one of a computation around."""
        if value in self._values:
            return self._values[value]
        shape, tiling = _shape(value), self.wanted(value)
        held = None
        if shape is not None and tiling is not None:
            held = argument(self.room, shape, item_of(value), tiling, object())
            if self._outside is not None and (not isinstance(value, BlockArgument) or value.owner is not self._block):
                found = self._outside.value(value)
                if found is not None:
                    self._outside._needed.append(found.step)
                    held = held._replace(tiling=found.tiling, is_filled=found.is_filled)
                    self._captured[held.step] = value
        self._values[value] = held
        return held

    def wanted(self, value: Value) -> Tiled | None:
        """Returns the tiling that propagation has given a value; None if it is no tensor of known size."""
        if not isinstance(value, OpResult):
            return self.tiling(value, sharding_of(value))
        key = value.owner.signature, value.index
        if value.owner.signature.definition in _WITH_COMPUTATIONS or key not in self._tilings:
            self._tilings[key] = self.tiling(value, sharding_of(value))
        return self._tilings[key]

    def tiling(self, value: Value, sharding: Sharding | None) -> Tiled | None:
        """Returns the tiling of a sharding of a value; None if the value is no tensor of known size, or not split over
        all devices.
        """
        shape = _shape(value)
        if shape is None:
            return None
        mesh = None if sharding is None else self.program.scope.mesh(sharding, self._owner)
        if sharding is None or mesh is None:
            return whole(len(shape), self.room.size)
        if self._manual:
            mesh = Mesh(tuple([axis for axis in mesh.axes if axis.name not in self._manual]))
        if mesh.device_count != self.room.size:
            return None
        return tiling_of(tuple([each.axes for each in sharding.dimensions]), mesh)

    def made(self, value: Value, operands: Held, tiling: Tiled | None, *key: object) -> HeldValue | None:
        """Returns a result that devices make of what they hold of the operands."""
        shape = _shape(value)
        if tiling is None or shape is None:
            return None
        steps = [each.step for each in operands if each is not None]
        step = self.steps.step((tiling, shape, *key, self.steps.operation), steps)
        return HeldValue(self.room, shape, item_of(value), tiling, step)

    def summed(self, value: HeldValue, collective: Collective, source: _Place) -> HeldValue:
        """Returns a result of a loop that is summed over devices after it, for an operation in the loop."""
        step = self.steps.step((later_passes.AFTER_LOOP, collective.groups), (value.step,), collective)
        self._sources[step] = source
        return value._replace(step=step)

    def in_doubt(self, op: Operation, operands: Held, wanted: Sequence[Tiled | None]) -> Held:
        """Returns results that XLA makes in a way that is not known."""
        found = [self.made(result, operands, tiling) for result, tiling in zip(op.results, wanted, strict=True)]
        if None in found:
            self.program.unknown.add(op)
        return [None if each is None else each.in_doubt() for each in found]

    def _return(self, op: Operation, operands: Held) -> list[MadeStep]:
        """Brings what is returned to the tilings that the function, or the operation around, has for it."""
        found: list[MadeStep] = []
        definition = self._owner.signature.definition
        for number, (value, operand) in enumerate(zip(op.operands, operands, strict=True)):
            if operand is None:
                continue
            if definition is FUNC:
                target = self.tiling(value, function_result_sharding(self._owner, number))
            elif definition is WHILE and self._block is self._owner.regions[0].block:
                target = whole(0, self.room.size)
            else:
                sharding = sharding_of(self._owner.results[number])
                if sharding is not None and definition is sdy.MANUAL_COMPUTATION:
                    sharding = without_manual_axes(sharding, self._owner.properties.find(ManualAxes))
                target = self.tiling(value, sharding)
            found.append((operand if target is None else reshard(operand, target)).step)
            self._returned[number] = found[-1]
        self._needed += found
        return found


def _shape(value: Value) -> tuple[int, ...] | None:
    type = value.type
    if not isinstance(type, RankedTensorType) or DYNAMIC in type.shape or element_bits(type.element_type) is None:
        return None
    return tuple(type.shape)


def item_of(value: Value) -> int:
    """Returns the bytes of an element; 1 if they are not known."""
    bits = element_bits(value.type.element_type) if isinstance(value.type, RankedTensorType) else None
    return -(-(bits or _BITS) // _BITS)


_BITS = 8
"""Those of a byte."""


# Operations with computations of their own.


def _moved(operands: Held, tilings: Sequence[Tiled | None]) -> Held:
    return [
        operand if operand is None or target is None else reshard(operand, target)
        for operand, target in zip(operands, tilings, strict=True)
    ]


def _control_flow(within: _PartitionedBlock, op: Operation, operands: Held, wanted: Sequence[Tiled | None]) -> Held:
    """Operands are brought to the tilings of the arguments of the regions, which are partitioned."""
    definition = op.signature.definition
    if definition is WHILE:
        moved = _moved(operands, wanted)
    elif definition is CASE:
        moved = [each and reshard(each, whole(0, within.room.size)) for each in operands]
    else:
        shardings = op.properties.find(ShardingPerValue, "in_shardings").shardings
        targets = [within.tiling(*each) for each in zip(op.operands, shardings, strict=True)]
        moved = _moved(operands, targets)
    summed: dict[int, tuple[Collective, _Place]] = {}
    for region in op.regions:
        block = _PartitionedBlock(within.program, region.blocks[0], within)
        block.partition()
        summed = block.after_loop
    pairs = zip(op.results, wanted, strict=True)
    found = [within.made(result, moved, tiling, number) for number, (result, tiling) in enumerate(pairs)]
    return [
        each if each is None or number not in summed else within.summed(each, *summed[number])
        for number, each in enumerate(found)
    ]


def _call(within: _PartitionedBlock, op: Operation, operands: Held, wanted: Sequence[Tiled | None]) -> Held:
    """Operands and results of a call that stays have the tilings of the function's."""
    function = within.program.functions.get(callee_name(op))
    if function is None or not function.regions[0].blocks:
        return within.in_doubt(op, operands, wanted)
    arguments = function.regions[0].blocks[0].arguments
    moved = _moved(operands, [within.tiling(each, sharding_of(each)) for each in arguments])
    found = [
        within.made(result, moved, within.tiling(result, function_result_sharding(function, number)), number)
        for number, result in enumerate(op.results)
    ]
    return _moved(found, wanted)
