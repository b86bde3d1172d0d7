"""Changes of a copy of a program: shardings of arguments and results, constraints, meshes."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import product
from math import prod
from typing import Protocol

from sdyopt.api.module import Module
from sdyopt.cost import UnknownValueError
from sdyopt.cost.collective_kinds import is_ragged, kind_of
from sdyopt.cost.origins.followers import frames_at, is_on_line, is_written, phase_of, shown_place
from sdyopt.cost.program.executions import EnclosingScope, is_private
from sdyopt.cost.program.inlining import make_synchronous
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.diagnostics.rendering import Error
from sdyopt.dialects import REGISTRY
from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import ManualAxes, Mesh, Sharding
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, MESH, SHARDING_CONSTRAINT
from sdyopt.dialects.sdy.shardings.slots import (
    free_mesh_name,
    function_type,
    mesh_of,
    set_mesh,
    shardings_in,
    with_shardings,
)
from sdyopt.dialects.stablehlo.ops.communication import PARTITION_ID
from sdyopt.display.wording import counted, suggested
from sdyopt.ir.attributes import I64, DenseElementsAttr, DictionaryAttr, IntegerAttr, RankedTensorType
from sdyopt.ir.collecting import collect, collect_kind, grouped
from sdyopt.ir.locations import frames_of, label_of
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import ARGUMENT_ATTRIBUTES, RESULT_ATTRIBUTES, ShardingSlots
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.literals.attributes import dense_elements, elements_of
from sdyopt.mlir.verify.verifier import Verifier
from sdyopt.mlir.write.names import ValueNames
from sdyopt.mlir.write.printer import describe_operation
from sdyopt.passes.exporting.after_propagation import without_shardings
from sdyopt.rewriting.functions import callee_name, result_attributes
from sdyopt.rewriting.reshards import constraint_on
from sdyopt.view.rows import result_label
from sdyopt.view.variants.specs import Spec, SpecError, mesh_text

# Another mesh for manual computations: their types are local to some axes, and collectives in them number devices.

_DEVICES = ("replica_groups", "source_target_pairs")
"""The attributes of collectives that are matrices of devices."""


def fit_to_mesh(module: Operation, old: Mesh, new: Mesh, place: Callable[[Operation], str]) -> None:
    """Numbers devices in manual computations, which are over the mesh `old`, as on the mesh `new`.

    `place` returns the prefix of messages about an operation. Raises SpecError where `new` has not as many
    devices along a manual axis, and for collectives that are not alike on all devices along other axes.
    """
    make_synchronous(module)
    scope = EnclosingScope(module)
    for op in list(module.walk()):
        if op.signature.definition is MANUAL_COMPUTATION:
            for axis in op.properties.find(ManualAxes).axes:
                if (size := old.axis_sizes.get(axis)) != new.axis_sizes.get(axis):
                    raise SpecError(
                        f"{place(op)}--mesh: a manual computation has the types of what one of {size} devices along "
                        f"'{axis}' holds: {mesh_text(new)} must keep {axis}={size}, or lower the program again"
                    )
        axes = scope.manual(op).axes
        if axes and (op.signature.definition is PARTITION_ID or kind_of(op.signature) is not None):
            _renumber(op, Renumbering(old, new, axes), place)


def _renumber(op: Operation, renumbering: Renumbering, place: Callable[[Operation], str]) -> None:
    if op.signature.definition is PARTITION_ID:
        if renumbering.strides(renumbering.old) != renumbering.strides(renumbering.new):
            raise SpecError(f"{place(op)}--mesh: the program computes with the number of a device, which changes")
        return
    config = op.properties.get("backend_config")
    holder = config if is_ragged(op.signature) and isinstance(config, DictionaryAttr) else op.properties
    for name in _DEVICES:
        given = holder.get(name)
        if not isinstance(given, DenseElementsAttr) or not elements_of(given):
            continue
        if (rows := renumbering.rows(_rows(given), is_sorted=name == "replica_groups")) is None:
            raise SpecError(
                f"{place(op)}--mesh: the devices of '{op.name}' are not in equal groups along the axes that change"
            )
        found = dense_elements(str(rows), RankedTensorType((len(rows), len(rows[0])), I64))
        if holder is op.properties:
            op.set_property(name, found)
        else:
            op.set_property("backend_config", holder.with_entry(name, found))


def _rows(attribute: DenseElementsAttr) -> list[list[int]]:
    numbers = elements_of(attribute)
    width = attribute.shape[-1]
    numbers *= 1 if len(numbers) > 1 else attribute.shape[0] * width
    return [numbers[start : start + width] for start in range(0, len(numbers), width)]


class Renumbering:
    """The numbers of devices on another mesh, which has the same `manual` axes."""

    def __init__(self, old: Mesh, new: Mesh, manual: Sequence[str]) -> None:
        self.old = old
        self.new = new
        self._manual = frozenset(manual)

    def strides(self, mesh: Mesh) -> dict[str, tuple[int, int]]:
        """Returns how far devices that are neighbours along a manual axis are apart, and how many there are."""
        found: dict[str, tuple[int, int]] = {}
        stride = 1
        for axis in reversed(mesh.axes):
            if axis.name in self._manual:
                found[axis.name] = stride, axis.size
            stride *= axis.size
        return found

    def rows(self, rows: Sequence[Sequence[int]], is_sorted: bool) -> list[list[int]] | None:
        """Returns rows of devices on the new mesh; None if they differ along the axes that are not manual."""
        strides = self.strides(self.old)
        patterns: dict[int, list[list[tuple[int, ...]]]] = {}
        """The rows by what other axes add to the numbers of their devices."""
        for row in rows:
            places = [tuple([device // stride % size for stride, size in strides.values()]) for device in row]
            bases = {
                device - sum([at * stride for at, (stride, _) in zip(place, strides.values(), strict=True)])
                for device, place in zip(row, places, strict=True)
            }
            if len(bases) != 1 or min(row) < 0:
                return None
            patterns.setdefault(bases.pop(), []).append(places)
        others = self.old.device_count // max(1, prod([size for _, size in strides.values()]))
        pattern, *rest = patterns.values()
        if len(patterns) != others or any(sorted(each) != sorted(pattern) for each in rest):
            return None
        new_strides = self.strides(self.new)
        order = [new_strides[name][0] for name in strides]
        found = [
            [base + sum([at * stride for at, stride in zip(place, order, strict=True)]) for place in row]
            for base in self._bases()
            for row in pattern
        ]
        return sorted(found) if is_sorted else found

    def _bases(self) -> list[int]:
        """Returns what axes that are not manual add to the numbers of devices on the new mesh."""
        stride = 1
        added: list[range] = []
        for axis in reversed(self.new.axes):
            if axis.name not in self._manual:
                added.append(range(0, axis.size * stride, stride))
            stride *= axis.size
        return [sum(each) for each in product(*reversed(added))]


_PATH = re.compile(r"[^\[\]'\"./]+")
_PARTITIONS = "mhlo.num_partitions"


class Edit(Protocol):
    """A change of a program."""

    def apply(self, copy: ProgramCopy) -> None:
        """Changes a copy. Raises ViewError if that cannot be done."""

    def __str__(self) -> str: ...


class FunctionSlot(NamedTuple):
    """An argument or a result of a public function, by its names."""

    function: Operation
    number: int
    is_result: bool
    name: str
    """`%arg0`, `result 0`."""
    label: str
    """Its name in JAX; empty if that is not known."""
    rank: int | None


class ProgramCopy:
    """A copy of a program that a variant changes."""

    def __init__(
        self,
        operation: Operation,
        original: Module,
        frames: FrameChoice,
        name: Callable[[Value], str | None] | None = None,
    ) -> None:
        """Changes `operation`, a copy of `original`; `name` returns the names of values if they are not in it."""
        self.operation = operation
        self.frames = frames
        self._original = original
        self._name = name

    def module(self) -> Module:
        module = Module(self.operation, self._original.source, self._original.resources)
        module.is_as_written = self._original.is_as_written
        return module

    @cached_property
    def names(self) -> ValueNames:
        return ValueNames(self.operation, self._original.source if self._original.is_as_written else None)

    @cached_property
    def landmarks(self) -> list[Operation]:
        """The meshes, functions and manual computations; whoever adds one deletes this list."""
        return collect_kind(self.operation, MESH, FUNC, MANUAL_COMPUTATION)

    def mesh(self) -> tuple[str, Mesh]:
        """Returns the mesh of the program, and its name. Raises SpecError if there is none, or several with axes."""
        found = {symbol_name(op) or "": mesh_of(op) for op in self.landmarks if op.signature.definition is MESH}
        found = {name: mesh for name, mesh in found.items() if mesh.axes and not mesh.is_maximal} or found
        if len(found) != 1:
            names = f"several: {', '.join([f'@{name}' for name in found])}" if found else "none: give one with --mesh"
            raise SpecError(f"the program must have one mesh, and has {names}")
        return next(iter(found.items()))

    def place(self, op: Operation) -> str:
        """Returns where an operation stands, as messages begin: `decoder.py:13: `; empty if that is not known."""
        place = shown_place(frames_at(op.location, self._original.source), self.frames)
        return "" if place is None else f"{place.file}:{place.line}: "

    @cached_property
    def calls(self) -> dict[str, Operation]:
        """Returns the first call of each function, by its name."""
        return {callee_name(op): op for op in reversed(collect_kind(self.operation, CALL))}

    def slots(self) -> Iterator[FunctionSlot]:
        """Yields the arguments and results of public functions."""
        for function in self.landmarks:
            if function.signature.definition is not FUNC or is_private(function) or not function.regions[0].blocks:
                continue
            type = function_type(function.signature)
            for argument in function.regions[0].blocks[0].arguments:
                label = label_of(argument.location)
                given_name = self.names.get(argument) if self._name is None else self._name(argument)
                name = given_name or f"%arg{argument.index}"
                yield FunctionSlot(function, argument.index, False, name, label, _rank(argument.type))
            labels = map(result_label, result_attributes(function.signature))
            for number, (result, label) in enumerate(zip(type.results, labels, strict=True)):
                yield FunctionSlot(function, number, True, f"result {number}", label, _rank(result))


def _rank(type: object) -> int | None:
    return len(type.shape) if isinstance(type, RankedTensorType) else None


class Shard(NamedTuple):
    """Gives arguments or results another sharding: those of a name, a label, a number, or a pattern of labels."""

    name: str
    spec: Spec

    def apply(self, copy: ProgramCopy) -> None:
        """Raises UnknownValueError if nothing has the name, and SpecError if the sharding does not fit."""
        mesh_name, mesh = copy.mesh()
        slots = list(copy.slots())
        picked = [slot for slot in slots if _picks(self.name, slot)]
        if not picked:
            known = [text for slot in slots for text in (slot.name, slot.label) if text]
            raise UnknownValueError(f"no argument or result is called '{self.name}'{suggested(self.name, known, 3)}")
        by_function: dict[tuple[Operation, ShardingSlots], dict[int, Sharding]] = {}
        for slot in picked:
            what = slot.label or slot.name
            if slot.rank is None:
                raise SpecError(f"{what} is not a ranked tensor")
            sharding = self.spec.sharding(mesh_name, mesh, slot.rank, what)
            slots_of = RESULT_ATTRIBUTES if slot.is_result else ARGUMENT_ATTRIBUTES
            by_function.setdefault((slot.function, slots_of), {})[slot.number] = sharding
        for (function, slots_of), shardings in by_function.items():
            function.signature = with_shardings(function.signature, slots_of, shardings)

    def __str__(self) -> str:
        return f"{self.name}={self.spec}"


def pattern_of(name: str) -> re.Pattern[str]:
    """Returns an expression that matches the names that a pattern with `*` means."""
    return re.compile(".*".join(map(re.escape, name.split("*"))))


def _picks(name: str, slot: FunctionSlot) -> bool:
    if name in (slot.name, slot.label) or f"%{name}" == slot.name or (not slot.is_result and name == str(slot.number)):
        return True
    if "*" in name and pattern_of(name).fullmatch(slot.label):
        return True
    path = _PATH.findall(name)
    if not (label := _PATH.findall(slot.label)) or len(path) != len(label):
        return False
    return all(fnmatchcase(part, pattern) for part, pattern in zip(label, path, strict=True))


class Constraint(NamedTuple):
    """Puts a sharding constraint on a value, or on what a line computes last; a constraint there gets the sharding."""

    place: str
    """`%4`, `@f:%4`, or `decoder.py:13`."""
    spec: Spec

    def apply(self, copy: ProgramCopy) -> None:
        """Raises UnknownValueError if nothing is at the place, and SpecError if the sharding does not fit."""
        mesh_name, mesh = copy.mesh()
        if not (values := self._values(copy)):
            raise UnknownValueError(f"no value is at '{self.place}': expected %NAME or FILE:LINE of a ranked tensor")
        constraints = [value.defined_by(SHARDING_CONSTRAINT) for value in values]
        for value, constraint in zip(values, constraints, strict=True):
            if (rank := _rank(value.type)) is None:
                raise SpecError(f"{self.place} is not a ranked tensor")
            sharding = self.spec.sharding(mesh_name, mesh, rank, self.place)
            if constraint is not None and None not in constraints:
                constraint.set_property("sharding", sharding)
            else:
                constrain(value, sharding)

    def _values(self, copy: ProgramCopy) -> list[Value]:
        if not self.place.startswith(("%", "@")):
            return self._on_line(copy)
        function, _, wanted = self.place.rpartition(":")
        scope, found = EnclosingScope(copy.operation), [value for value, name in copy.names if name == wanted]
        around = [(value, op) for value in found if (op := scope.function(value.owner_op)) is not None]
        if function:
            return [value for value, op in around if f"@{symbol_name(op)}" == function]
        return [value for value, op in around if not is_private(op)] or found

    def _on_line(self, copy: ProgramCopy) -> list[Value]:
        """Returns the constraints on a line, or else what it computes last for others in each layer, and its gradients.

        These are what JAX constrains if the line ends with a call of `with_sharding_constraint`.
        """
        source, rank = copy.module().source, len(self.spec.dimensions)
        stacks = {op: frames_at(op.location, source) for op in copy.operation.walk() if op.results and op.parent}
        ops = [op for op, stack in stacks.items() if is_on_line(self.place, shown_place(stack, copy.frames))]
        ranks = {op: _rank(op.results[0].type) for op in ops if len(op.results) == 1}
        fitting = [op for op, found in ranks.items() if found is not None and found >= rank]
        if ops and not fitting:
            raise SpecError(f"no value of {self.place} has {counted(rank, 'dimension')}, as '{self.spec}'")
        constraints = [op for op in fitting if op.signature.definition is SHARDING_CONSTRAINT]
        if found := [op.results[0] for op in constraints if is_written(label_of(op.location))]:
            return list(found)
        phases = {op: phase_of(op, copy.calls) for op in ops}
        layers = _layers([op for op in fitting if phases[op] != "backward"], phases)
        if not layers:
            return [each[-1].results[0] for each in _layers(fitting, phases)]

        def is_result(op: Operation) -> bool:
            users = [user for user in op.results[0].users if user.results and user not in phases]
            return any(phase_of(user, copy.calls) != "backward" for user in users)

        last: list[Value] = [next(filter(is_result, reversed(each)), each[-1]).results[0] for each in layers]
        types = {value.type for value in last}
        for layer in _layers([op for op in ops if phases[op] == "backward"], phases):
            read = [each for op in layer for each in op.operands if each.type in types and each not in last]
            made = [(each, each.defining_op) for each in read if each.defining_op not in phases]
            last += [value for value, op in made if op and phase_of(op, copy.calls) == "backward"][:1]
        return last

    def __str__(self) -> str:
        return f"{self.place}={self.spec}"


def _layers(ops: Sequence[Operation], phases: Mapping[Operation, str]) -> list[Sequence[Operation]]:
    """Returns operations by region and phase, in runs that repeat kinds and places as often as possible."""
    found: list[Sequence[Operation]] = []
    for run in grouped([((op.parent_op, phases[op]), op) for op in ops]).values():
        at = [(op.signature.definition, *frames_of(op.location)) for op in run]
        sizes = [size for size in range(1, len(run) + 1) if len(run) % size == 0]
        size = next(size for size in sizes if at == at[:size] * (len(run) // size))
        found += [run[start : start + size] for start in range(0, len(run), size)]
    return found


def constrain(value: Value, sharding: Sharding, use: tuple[Operation, int] | None = None) -> None:
    """Puts a constraint on a value for all its uses, or for one: an operand, by its number."""
    constraint = constraint_on(value, sharding, value.definition_location)
    if use is not None:
        constraint.insert_before(use[0])
        use[0].set_operand(use[1], constraint.result)
        return
    if isinstance(value, OpResult):
        constraint.insert_after(value.owner)
    else:
        assert value.block is not None
        value.block.prepend(constraint)
    value.replace_all_uses_with(constraint.result, constraint)


def on_mesh(module: Operation, name: str, mesh: Mesh) -> None:
    """Gives a module another mesh of that name; a module that counts its devices counts those of the mesh."""
    set_mesh(module, name, mesh)
    if isinstance(given := module.attributes.get(_PARTITIONS), IntegerAttr):
        module.set_attribute(_PARTITIONS, IntegerAttr(mesh.device_count, given.type))


class NewMesh(NamedTuple):
    """Gives the program's mesh other sizes, axes, or another order of devices."""

    mesh: Mesh

    def apply(self, copy: ProgramCopy) -> None:
        """Raises SpecError if the program has several meshes, or manual computations that do not fit the mesh."""
        definitions = {op.signature.definition for op in copy.landmarks}
        name = copy.mesh()[0] if MESH in definitions else free_mesh_name(copy.operation)
        if MANUAL_COMPUTATION in definitions:
            fit_to_mesh(copy.operation, copy.mesh()[1], self.mesh, copy.place)
        on_mesh(copy.operation, name, self.mesh)
        del copy.landmarks
        for op in copy.landmarks:
            is_mesh = op.signature.definition is MESH and symbol_name(op) == name
            if is_mesh and op.attributes.get("stablehlo.mesh") is not None:
                op.remove_attribute("stablehlo.mesh")

    def __str__(self) -> str:
        return f"mesh {mesh_text(self.mesh)}"


class DropShardings(NamedTuple):
    """Removes all shardings of arguments and results, and all constraints; manual computations keep theirs."""

    def apply(self, copy: ProgramCopy) -> None:
        for op in list(copy.operation.walk()):
            if (definition := op.signature.definition) is SHARDING_CONSTRAINT:
                op.result.replace_all_uses_with(op.operands[0])
                op.erase()
            elif definition is not MANUAL_COMPUTATION:
                op.signature = without_shardings(op.signature)

    def __str__(self) -> str:
        return "without shardings"


def apply_all(edits: Sequence[Edit], copy: ProgramCopy, is_verified: bool = False) -> None:
    """Applies edits: what drops shardings first, then meshes, shardings and constraints.

    With `is_verified` edits of the same things, to the same mesh, have left a valid program before. Raises ViewError if
    edits cannot be applied, and Error if the program is invalid on another mesh.
    """
    order = (DropShardings, NewMesh, Shard, Constraint)
    for edit in sorted(edits, key=lambda edit: order.index(type(edit))):
        edit.apply(copy)
    if any(isinstance(edit, NewMesh) for edit in edits):
        _check_axes(copy)
        if not is_verified:
            _verify(copy)


def subjects(edits: Sequence[Edit]) -> Hashable:
    """Returns what edits change, and to which mesh: programs are valid alike after other edits of the same."""
    return tuple([edit if isinstance(edit, NewMesh) else (type(edit), getattr(edit, "name", "")) for edit in edits])


def _verify(copy: ProgramCopy) -> None:
    """Raises Error if the program is invalid. Its operations read the same values as before, or a copy of one."""
    module = copy.module()
    try:
        Verifier(REGISTRY, describe_operation).verify(module.operation, is_rewired=False)
    except CompilationError as error:
        raise Error(error.diagnostics, module.source) from None


def _check_axes(copy: ProgramCopy) -> None:
    """Raises SpecError for a sharding along an axis that its mesh does not have."""
    meshes = {symbol_name(op): mesh_of(op) for op in copy.landmarks if op.signature.definition is MESH}
    for op in collect(copy.operation, lambda signature: bool(shardings_in(signature))):
        for sharding, _, _ in shardings_in(op.signature):
            mesh = sharding.mesh if isinstance(sharding.mesh, Mesh) else meshes.get(sharding.mesh.leaf)
            for axis in sharding.used_axes:
                if mesh is not None and axis.name not in mesh.axis_sizes:
                    raise SpecError(
                        f"{copy.place(op)}a sharding is along axis '{axis.name}', which the mesh {mesh_text(mesh)} "
                        "does not have: --drop-shardings removes those of the program"
                    )
