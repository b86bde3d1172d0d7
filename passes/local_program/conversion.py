"""The walk over the operations of a program.

Most operations stay, and get local types. What replaces the others stands in front of them; they are erased when all
has been visited. So an operation that has not been visited yet has the operands and the signature that it was written
with, from which shardings and global types are known, and its operands have their local types already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from sdyopt.dialects.builtin import MODULE, UNREALIZED_CONVERSION_CAST
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import OUTPUT_SHARDINGS, PARAMETERS_SHARDINGS, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, MESH
from sdyopt.dialects.sdy.shardings.axes import Axes, merged
from sdyopt.dialects.sdy.shardings.slots import meshes_by_name, sharding_mesh, sharding_of, stored_shardings, types_at
from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.ops import communication
from sdyopt.dialects.stablehlo.ops.elementwise import ADD
from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import UNIT, RankedTensorType
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.region import Block, InsertionPoint, Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.symbols import symbols
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.declare.definition import ARGUMENT_ATTRIBUTES, RESULT_ATTRIBUTES, OpDef
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.releases import since
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.conversion import not_legalized, operations_to_convert
from sdyopt.rewriting.folding import constant_value, fold_unconverted, is_commutative
from sdyopt.rewriting.local_emission import (
    Channels,
    Emitter,
    NoGroupsError,
    TooManyDevicesError,
    replica_groups,
    tensor_type,
)
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding import local_signatures as signatures
from sdyopt.sharding.local_signatures import OriginalShardings, fail
from sdyopt.sharding.uses import fully_closed_on

if TYPE_CHECKING:
    from sdyopt.passes.local_program.convert_global_to_local import ConvertGlobalToLocal

Convert: TypeAlias = "Callable[[Operation, LocalProgram], None]"
"""Converts an operation. Raises CompilationError if it cannot be converted."""


class LocalProgram(OriginalShardings):
    """A program that is being converted to the one that each device runs."""

    def __init__(self, module: Operation, options: ConvertGlobalToLocal, rewriter: Rewriter) -> None:
        super().__init__(module)
        self.options = options
        self.rewriter = rewriter
        self._operations: list[Operation] = []
        self._erased: list[Operation] = []
        self._skipped: set[Operation] = set()
        """Operations that have gone before their turn came."""
        self.kept: set[Operation] = set()
        """Operations that have a local form already."""
        self._changed_bodies: set[Operation | None] = set()
        """Operations with a body whose arguments have other types now."""
        self._values: dict[Value, Value] = {}
        """The replacements of values; they may be replaced in turn."""
        self._global_types: dict[Value, Type] = {}
        """The types that values of the program were written with which are used instead of others."""
        self._casts: dict[tuple[Value, Type], OpResult] = {}
        self._first_users: dict[OpResult, Operation] = {}
        """For which operations casts have been created."""
        self._late_casts: dict[OpResult, None] = {}
        """Casts back to the global type of a value, which MLIR creates after all other operations."""
        self._local: dict[tuple[Signature, Signature, tuple[Type, ...]], Signature] = {}
        """The local form of operations that stay: by their signature, the one with the attributes they keep, and the
        local types of operands."""
        self.channels = Channels(module)
        self._is_heard = rewriter.is_explaining or rewriter.is_renaming

    def convert(self, conversion_of: Callable[[OpDefinition], Convert]) -> None:
        """Converts every operation. Raises CompilationError at the first that cannot be converted."""
        self._operations = operations_to_convert(self._module)
        metadata: dict[str, ShardingPerValue] = {}
        if since("0.12.0.1"):
            metadata = sharding_metadata(self._module)
            for op in self._operations:
                if is_commutative(op.signature.definition):
                    fold_unconverted(op, constant_value, self.rewriter)
        blocks = [block for op in self._operations for region in op.regions for block in region.blocks[1:]]
        visited = {*self._operations} if blocks else set()
        unreached = [op for block in blocks if block.first not in visited for op in block.ops]
        for op in self._operations:
            definition = op.signature.definition
            if definition is MESH or op in self._skipped:
                continue
            if definition is FUNC:
                self.enter_function(op)
            elif definition is MODULE or (op.regions and not isinstance(definition, OpDef)):
                self._set_types_early(op)
                if definition is MODULE:
                    continue
            try:
                conversion_of(definition)(op, self)
            except TooManyDevicesError as error:
                fail(op, f"cannot be local: {error}")
        self._finish(unreached)
        for name, shardings in metadata.items():
            self.rewriter.set_attribute(self._module, name, shardings)

    def _set_types_early(self, op: Operation) -> None:
        """Gives results in a graph region, where they may be used before they are defined, their local types.

        Where there are none, the operation itself is refused later, for what is wrong with it first.
        """
        for region in op.regions:
            for block in region.blocks:
                for inner in block.ops:
                    with suppress(CompilationError):
                        for result, type in zip(inner.results, self.local_result_types(inner), strict=True):
                            result.type = type

    def _finish(self, unreached: Iterable[Operation]) -> None:
        """Erases what has been replaced.

        Operations that have not been converted, as no block leads to them, get values of their global types.
        """
        for op in unreached:
            for inner in walk(op):
                for index, type in enumerate(inner.signature.operand_types):
                    operand = inner.operands[index]
                    value = self._last(operand)
                    if value.type is not type:
                        value = self._late_cast(value, type, operand)
                    if value is not operand:
                        inner.set_operand(index, value)
        for cast in self._late_casts:
            self.rewriter.renew_uses(cast.owner)
        gone = {*self._erased}
        for op in self._erased:
            for result in op.results:
                if any(user not in gone for user in result.users):  # In a graph region uses may come first.
                    self.rewriter.replace_uses(result, self._last(result))
        self.rewriter.erase_together(self._erased)

    # The values that take the place of others.

    def values(self, op: Operation) -> list[Value]:
        """Returns the local values of the operands of an operation, as a list that must not be changed."""
        operands = op.operands
        if self._values.keys().isdisjoint(operands):
            return operands
        replaced = self._values
        return [self._local_value(operand, op) if operand in replaced else operand for operand in operands]

    def _local_value(self, operand: Value, user: Operation) -> Value:
        """Returns the local value of an operand, cast to its local type if it has another one."""
        type = operand.owner.signature.result_types[operand.index] if isinstance(operand, OpResult) else operand.type
        expected = self.local_type(user, type, self.sharding(operand))
        found, original = operand, operand if type is expected else None
        while found in self._values:
            found = self._values[found]
            if self._global_types.get(found) is expected:
                original = found
        if found.type is expected:
            return found
        text = "{value} cast from {type} to {local}, which is its type on each device by its sharding"
        self.rewriter.tell("cast-inserted", text, user, value=operand, type=found.type, local=expected)
        if original is not None:
            return self._late_cast(found, expected, original)
        cast = self._cast(found, expected, user.location)
        self._first_users.setdefault(cast, user)
        return cast

    def _last(self, value: Value) -> Value:
        while value in self._values:
            value = self._values[value]
        return value

    def _late_cast(self, value: Value, type: Type, original: Value) -> Value:
        """Returns a value as one of the global type of the `original` that it has become."""
        cast = self._cast(value, type, original.definition_location)
        self._late_casts[cast] = None
        return cast

    def _cast(self, value: Value, type: Type, location: Location | int) -> OpResult:
        """Returns a value as one of another type; the cast is inserted after its definition, once for all uses."""
        if (known := self._casts.get((value, type))) is None:
            known = self._casts[value, type] = self.rewriter.create(
                InsertionPoint.after_value(value), UNREALIZED_CONVERSION_CAST, [value], [type], location=location
            ).result
        return known

    # Changes.

    def emitter(self, op: Operation) -> LocalEmitter:
        """Returns what creates operations in front of `op`."""
        return LocalEmitter(op, self)

    def localize(self, op: Operation, signature: Signature | None = None) -> None:
        """Gives an operation local operands and types; a `signature` has other attributes."""
        before = op.signature if signature is None else signature
        operands = self.values(op)
        key = op.signature, before, tuple([operand.type for operand in operands])
        if (known := self._local.get(key)) is None:
            known = self._local[key] = self.local_signature(op, operands, before)
        if self._is_heard:
            self._explain_types(op, known.result_types)
        self.rewriter.convert(op, known, operands)

    def local_signature(self, op: Operation, operands: Sequence[Value], signature: Signature) -> Signature:
        """Returns a signature with the types of `operands`, and the local types of the results of `op`."""
        types = tuple([operand.type for operand in operands])
        results = self.local_result_types(op)
        return Signature.of(signature.definition, types, results, signature.properties, signature.attributes)

    def replace(self, op: Operation, values: Sequence[Value]) -> None:
        """Uses new `values` instead of the results of `op`, which is erased in the end."""
        if self._is_heard:
            for result, value in zip(op.results, values, strict=True):
                self.rewriter.renames(value, result)
            self._explain_types(op, [value.type for value in values])
        self._values.update(zip(op.results, values, strict=True))
        self._erased.append(op)

    def substitute(self, op: Operation, values: Sequence[Value], types: Sequence[Type]) -> None:
        """Uses values of the program, which was written with them as of these `types`, instead of the results of `op`.

        They may be converted later.
        """
        self._values.update(zip(op.results, values, strict=True))
        self._global_types.update(zip(values, types, strict=True))
        self._erased.append(op)

    def enter(self, block: Block, values: Sequence[Value]) -> None:
        """Uses `values` instead of the arguments of a block."""
        self._values.update(zip(block.arguments, values, strict=True))

    def skip(self, op: Operation) -> None:
        """Erases an operation without results that has not been visited yet."""
        self._skipped.add(op)
        self._erased.append(op)

    def set_type(self, argument: BlockArgument, local: Type) -> None:
        """Gives an argument its local type, before the operations that use it are converted."""
        if local is not argument.type:
            self._changed_bodies.add(argument.owner.parent_op)
            self._explain_type(argument, argument.type, local)
            argument.type = local

    def _explain_types(self, op: Operation, types: Sequence[Type]) -> None:
        for result, type, local in zip(op.results, op.signature.result_types, types, strict=True):
            if local is not type:
                self._explain_type(result, type, local)

    def _explain_type(self, value: Value, type: Type, local: Type) -> None:
        text = "{value} is {local} on each device, a part of {type}"
        self.rewriter.tell("local-type", text, value, value=value, local=local, type=type)

    # Errors.

    def not_legalized(self, op: Operation, message: str = "") -> NoReturn:
        """Raises the error at an operation that has to be converted and cannot be, after a `message` of its own.

        The program is shown as MLIR has it then: with the original of each operation that has been changed in place,
        and without casts that are created later. Arguments that have other types now are none of the program any more.
        """
        for cast in self._casts.values():
            if cast in self._late_casts or self._first_users.get(cast) is op:
                cast.owner.detach()
        replaced = {*self._erased, *self.kept}
        originals: dict[Value, Value] = {}
        for each in self._operations[: self._operations.index(op)]:
            if each.results and each not in replaced and each.parent is not None:
                original = Operation(each.signature, [], each.location)
                original.insert_after(each)
                originals.update(zip(each.results, original.results, strict=True))
        for index, operand in enumerate(op.operands):
            if isinstance(operand, BlockArgument):
                body = operand.owner.parent_op
                if body is None or body.signature.definition is MANUAL_COMPUTATION or body in self._changed_bodies:
                    op.operands[index] = BlockArgument(operand.type, Block(), 0, operand.location)
            else:
                op.operands[index] = originals.get(operand, operand)
        own = [Diagnostic("error", message, op.location)] if message else []
        raise CompilationError([*own, *not_legalized(op, self.rewriter).diagnostics])

    def refuse(self, op: Operation, message: str) -> NoReturn:
        """Raises the error at an operation that has no local form, and why."""
        self.not_legalized(op, f"'{op.name}' op {message}")


class LocalEmitter(Emitter):
    """Creates operations in front of one that is converted, collectives among them."""

    def __init__(self, op: Operation, program: LocalProgram) -> None:
        has_replicas = program.options.replica_count > 1
        super().__init__(op, program.rewriter, signatures.REPLICA if has_replicas else signatures.PARTITION)
        self._program = program

    def collective(
        self,
        definition: OpDefinition,
        value: Value,
        axes: Axes,
        sharding: Sharding,
        type: Type | None = None,
        regions: Sequence[Region] = (),
        **properties: Attribute,
    ) -> Value:
        """Creates a collective between the groups of devices along `axes` of a sharding's mesh.

        Its result has the type of the value, or `type`.
        """
        properties["channel_handle"] = self._program.channels.next()
        properties["replica_groups"] = self._groups(axes, sharding)
        if definition is not communication.ALL_TO_ALL:
            properties["use_global_device_ids"] = UNIT
        mesh = self._program.mesh(sharding)
        self._program.rewriter.report(collective_created, self._op, definition.name, axes, mesh)
        return self.apply(definition, [value], type or value.type, tuple(sorted(properties.items())), regions)

    def combined(self, value: Value, axes: Axes, sharding: Sharding, body: Region) -> Value:
        """Creates an all-reduce of what devices along `axes` have, which combines by `body`."""
        return self.collective(communication.ALL_REDUCE, value, axes, sharding, regions=[body])

    def summed(self, value: Value, axes: Axes, sharding: Sharding) -> Value:
        """Creates the sum of what devices along `axes` have."""
        return self.combined(value, axes, sharding, self.reduction_body(tensor_type(value).element_type, ADD))

    def _groups(self, axes: Axes, sharding: Sharding) -> Attribute:
        """Returns the groups of devices along axes, as axes or as numbers."""
        mesh = self._program.mesh(sharding)
        if self._program.options.enable_rgv3:
            refs: Sequence[Attribute] = axes
            if since("0.11.1"):
                parts = [(axis.name, axis.sub_axis) for axis in merged(axes, mesh)]
                refs = [
                    s.AxisRef(name, None if part is None else s.SubAxisInfo(part.pre_size, part.size))
                    for name, part in parts
                ]
            return s.ReplicaGroupMeshAxes(sharding.mesh, tuple(refs))
        try:
            return signatures.table(replica_groups(axes, mesh))
        except NoGroupsError:
            fail(self._op, "has parts of an axis whose sizes do not divide each other, so that there are no groups")


def collective_created(op: Operation, collective: str, axes: Axes, mesh: Mesh) -> Explanation:
    """A collective becomes one between groups of devices along axes."""
    try:
        groups = tuple([str([*group]) for group in replica_groups(axes, mesh)])
    except (NoGroupsError, TooManyDevicesError):
        groups = ("unknown",)
    text = "{op} becomes '{collective}' along {axes} among devices {groups}"
    return explained(
        "collective-created", text, op, op=op, collective=collective, axes=axes or "no axes", groups=groups
    )


def sharding_metadata(module: Operation) -> dict[str, ShardingPerValue]:
    """Returns the shardings of the arguments and results of the function called main, with their meshes in place.

    A result without a sharding has that of the value that is returned. Values without any are replicated on the first
    mesh, or on an empty one.
    """
    if (main := symbols(module).get("main")) is None or main.signature.definition is not FUNC:
        return {}
    meshes = meshes_by_name(module)
    first = next(iter(meshes.values()), Mesh(()))
    found: dict[str, ShardingPerValue] = {}
    for name, slots in ((OUTPUT_SHARDINGS, RESULT_ATTRIBUTES), (PARAMETERS_SHARDINGS, ARGUMENT_ATTRIBUTES)):
        stored = stored_shardings(main.signature, slots)
        last = main.regions[0].blocks[-1].last if name == OUTPUT_SHARDINGS and main.regions[0].blocks else None
        if last is not None and len(last.operands) == len(stored):
            stored = tuple([each or sharding_of(value) for each, value in zip(stored, last.operands, strict=True)])
        types = types_at(main.signature, slots.role)
        ranks = [len(type.shape) if isinstance(type, RankedTensorType) else 0 for type in types]
        filled = [sharding or fully_closed_on(first, rank) for rank, sharding in zip(ranks, stored, strict=True)]
        inlined = [each.replace(mesh=sharding_mesh(each, meshes) or each.mesh) for each in filled]
        found[name] = ShardingPerValue(tuple(inlined))
    return found
