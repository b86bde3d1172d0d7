"""Changes of a copy of a program, and the texts of them: shardings of arguments and results, constraints, meshes."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

from sdyopt.api.module import Module
from sdyopt.cost import UnknownValueError, ViewError
from sdyopt.cost.collective_kinds import is_ragged, kind_of
from sdyopt.cost.origins.followers import frames_at, is_on_line, is_written, phase_of, shown_place
from sdyopt.cost.program.executions import EnclosingScope, is_private
from sdyopt.cost.program.inlining import make_synchronous
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.diagnostics.rendering import Error
from sdyopt.dialects import REGISTRY
from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, ManualAxes, Mesh, MeshAxis, Sharding
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, MESH, SHARDING_CONSTRAINT
from sdyopt.dialects.sdy.shardings.slots import free_mesh_name, function_type, set_mesh, shardings_in, with_shardings
from sdyopt.dialects.sdy.shardings.slots import mesh_of as defined_mesh
from sdyopt.dialects.stablehlo.ops.communication import PARTITION_ID
from sdyopt.display.wording import counted, suggested
from sdyopt.ir.attributes import I64, DenseElementsAttr, DictionaryAttr, IntegerAttr, RankedTensorType, SymbolRefAttr
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

# The options of variants: shardings in the words of PartitionSpec, and meshes.

AS_IT_IS = "-"
"""The alternative that changes nothing."""

_OPEN = "?"
_NAME = re.compile(r"[^\s,()\[\]{}'\"=;]+")


class SpecError(ViewError):
    """A text that is not a sharding, or not a mesh; the message says why."""


class Spec(NamedTuple):
    """A PartitionSpec: the axes of each dimension, or None for one that is open; others are not sharded."""

    dimensions: tuple[tuple[str, ...] | None, ...]

    @classmethod
    def of(cls, text: str) -> Spec:
        """Reads `None,tensor,(data,fsdp)`, `,tensor` or `P(None, 'tensor')`. Raises SpecError."""
        inner = text.strip()
        if inner.startswith(("P(", "PartitionSpec(")) and inner.endswith(")"):
            inner = inner.partition("(")[2][:-1]
        parts = [part.strip() for part in _split(inner, text)]
        return cls(()) if parts == [""] else cls(tuple([_dimension(part, text) for part in parts]))

    @classmethod
    def given(cls, value: Any) -> Spec:
        """Returns what a text, a PartitionSpec or a sequence of axes says; None is a replicated value."""
        if isinstance(value, str):
            return cls.of(value)
        entries = [] if value is None else list(value)
        return cls(tuple([(each,) if isinstance(each, str) else tuple(each or ()) for each in entries]))

    def axes(self) -> Iterator[str]:
        for dimension in self.dimensions:
            yield from dimension or ()

    def sharding(self, mesh_name: str, mesh: Mesh, rank: int, what: str) -> Sharding:
        """Returns the sharding of a value of `rank` dimensions, called `what`. Raises SpecError."""
        if len(self.dimensions) > rank:
            raise SpecError(f"{what} has {counted(rank, 'dimension')}, and '{self}' has {len(self.dimensions)}")
        seen: set[str] = set()
        for axis in self.axes():
            if axis not in mesh.axis_sizes:
                raise SpecError(f"{what}: the mesh has no axis '{axis}': it has {', '.join(mesh.axis_sizes)}")
            if axis in seen:
                raise SpecError(f"{what}: '{self}' has axis '{axis}' twice")
            seen.add(axis)
        padded = (*self.dimensions, *[()] * (rank - len(self.dimensions)))
        return Sharding(
            SymbolRefAttr((mesh_name,)),
            tuple([DimensionSharding(tuple(map(AxisRef, axes or ())), axes is not None) for axes in padded]),
        )

    def __str__(self) -> str:
        """`P(None, 'tensor', ('data', 'fsdp'))`."""
        return f"P({', '.join([_text(dimension) for dimension in self.dimensions])})"


def _text(dimension: tuple[str, ...] | None) -> str:
    if dimension is None:
        return _OPEN
    if not dimension:
        return "None"
    names = [f"'{name}'" for name in dimension]
    return names[0] if len(names) == 1 else f"({', '.join(names)})"


def _split(inner: str, text: str) -> list[str]:
    """Splits at commas that are not in parentheses."""
    parts, depth = [""], 0
    for character in inner:
        depth += (character == "(") - (character == ")")
        if depth not in (0, 1):
            raise SpecError(f"'{text}' is not a sharding: parentheses do not match")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    if depth:
        raise SpecError(f"'{text}' is not a sharding: parentheses do not match")
    return parts


def _dimension(part: str, text: str) -> tuple[str, ...] | None:
    if part == _OPEN:
        return None
    if part in ("", "None"):
        return ()
    inner = part[1:-1] if part.startswith("(") and part.endswith(")") else part
    names = [name.strip().strip("'\"") for name in inner.split(",") if name.strip()]
    if not names or any(_NAME.fullmatch(name) is None for name in names):
        raise SpecError(f"'{text}' is not a sharding: expected an axis, None or (axis, axis), not '{part}'")
    return tuple(names)


def mesh_of(given: Any) -> Mesh:
    """Returns a mesh: itself, a text of it, its axes with their sizes, or a `jax.sharding.Mesh` or `AbstractMesh`.

    Raises SpecError.
    """
    if isinstance(given, Mesh):
        return given
    if isinstance(given, str):
        return mesh_of_text(given)
    axes = given if isinstance(given, Mapping) else getattr(given, "shape", None)
    if not isinstance(axes, Mapping):
        raise SpecError(f"{given!r:.200} is not a mesh: a mesh is a text, AXIS=SIZE,…, a dictionary, or one of JAX")
    return mesh_of_text(",".join([f"{name}={size}" for name, size in axes.items()]))


def mesh_of_text(text: str) -> Mesh:
    """Reads `fsdp=8,tensor=32`, or with an order of devices `fsdp=2,tensor=2:0,2,1,3`. Raises SpecError."""
    sizes, colon, order = text.partition(":")
    axes: dict[str, int] = {}
    for part in sizes.split(","):
        name, _, size = part.strip().partition("=")
        name = name.strip().strip('"')
        if _NAME.fullmatch(name) is None or not _is_size(size.strip()):
            raise SpecError(f"'{text}' is not a mesh: '{part.strip()}' is not AXIS=SIZE with a size of at least 1")
        if name in axes:
            raise SpecError(f"'{text}' is not a mesh: duplicate axis name: \"{name}\"")
        axes[name] = int(size)
    mesh = Mesh(tuple([MeshAxis(name, size) for name, size in axes.items()]))
    if not colon:
        return mesh
    ids = tuple([int(part) for part in order.split(",") if part.strip().isascii() and part.strip().isdigit()])
    if len(ids) != mesh.device_count or sorted(ids) != list(range(len(ids))):
        raise SpecError(f"'{text}' is not a mesh: its devices are not 0 to {mesh.device_count - 1}, each once")
    return mesh if ids == tuple(range(len(ids))) else Mesh(mesh.axes, ids)


def _is_size(text: str) -> bool:
    return text.isascii() and text.isdigit() and 0 < len(text) <= 9 and int(text) > 0


def mesh_text(mesh: Mesh) -> str:
    """`fsdp=8,tensor=32`."""
    sizes = ",".join([f"{axis.name}={axis.size}" for axis in mesh.axes])
    return f"{sizes}:{','.join(map(str, mesh.device_ids))}" if mesh.device_ids else sizes


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
            Renumbering(old, new, axes).renumber(op, place(op))


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

    def renumber(self, op: Operation, place: str) -> None:
        """Numbers the devices of a collective. Raises SpecError, whose message begins with the place, if it cannot."""
        if op.signature.definition is PARTITION_ID:
            if self.strides(self.old) != self.strides(self.new):
                raise SpecError(f"{place}--mesh: the program computes with the number of a device, which changes")
            return
        config = op.properties.get("backend_config")
        holder = config if is_ragged(op.signature) and isinstance(config, DictionaryAttr) else op.properties
        for name in _DEVICES:
            given = holder.get(name)
            if not isinstance(given, DenseElementsAttr) or not elements_of(given):
                continue
            if (rows := self.rows(_rows(given), is_sorted=name == "replica_groups")) is None:
                what = f"the devices of '{op.name}' are not in equal groups along the axes that change"
                raise SpecError(f"{place}--mesh: {what}")
            found = dense_elements(str(rows), RankedTensorType((len(rows), len(rows[0])), I64))
            if holder is op.properties:
                op.set_property(name, found)
            else:
                op.set_property("backend_config", holder.with_entry(name, found))

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
        found = {symbol_name(op) or "": defined_mesh(op) for op in self.landmarks if op.signature.definition is MESH}
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


Edit = Shard | Constraint | NewMesh | DropShardings


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
    meshes = {symbol_name(op): defined_mesh(op) for op in copy.landmarks if op.signature.definition is MESH}
    for op in collect(copy.operation, lambda signature: bool(shardings_in(signature))):
        for sharding, _, _ in shardings_in(op.signature):
            mesh = sharding.mesh if isinstance(sharding.mesh, Mesh) else meshes.get(sharding.mesh.leaf)
            for axis in sharding.used_axes:
                if mesh is not None and axis.name not in mesh.axis_sizes:
                    raise SpecError(
                        f"{copy.place(op)}a sharding is along axis '{axis.name}', which the mesh {mesh_text(mesh)} "
                        "does not have: --drop-shardings removes those of the program"
                    )
