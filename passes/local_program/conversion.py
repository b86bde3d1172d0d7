"""The walk over the operations of a program.

Most operations stay, and get local types. What replaces the others stands in front of them; they are erased when all
has been visited. So an operation that has not been visited yet has the operands and the signature that it was written
with, from which shardings and global types are known, and its operands have their local types already.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NoReturn, cast

from sdyopt.dialects.builtin import MODULE, UNREALIZED_CONVERSION_CAST
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import OUTPUT_SHARDINGS, PARAMETERS_SHARDINGS, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, MESH
from sdyopt.dialects.sdy.shardings.axes import Axes
from sdyopt.dialects.sdy.shardings.slots import meshes_by_name, sharding_mesh, sharding_of, stored_shardings, types_at
from sdyopt.dialects.stablehlo.attributes import ChannelHandle
from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block, InsertionPoint
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.symbols import symbols
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.declare.definition import ARGUMENT_ATTRIBUTES, RESULT_ATTRIBUTES, OpDef
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.releases import since
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.conversion import not_legalized, operations_to_convert
from sdyopt.rewriting.folding import constant_value
from sdyopt.rewriting.local_emission import (
    Emitter,
    NoGroupsError,
    TooManyDevicesError,
    last_channel,
    replica_groups,
    wrapped,
)
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding import local_signatures as signatures
from sdyopt.sharding.local_signatures import OriginalShardings, fail
from sdyopt.sharding.uses import fully_closed_on

# The values that take the place of others in the local program.


class LocalValues:
    """What replaces values, and what that is cast to where it has another type than the local one of the value."""

    def __init__(self, shardings: OriginalShardings, rewriter: Rewriter) -> None:
        self._shardings = shardings
        self._rewriter = rewriter
        self._values: dict[Value, Value] = {}
        """What replaces values; that may be replaced in turn."""
        self._global_types: dict[Value, Type] = {}
        """The types that values of the program were written with which are used instead of others."""
        self._casts: dict[tuple[Value, Type], OpResult] = {}
        self._first_users: dict[OpResult, Operation] = {}
        """For which operations casts have been created."""
        self._late_casts: dict[OpResult, None] = {}
        """Casts back to the global type of a value, which MLIR creates after all other operations."""

    def operands(self, op: Operation) -> list[Value]:
        """Returns the local values of the operands of an operation, as a list that must not be changed."""
        operands = op.operands
        if self._values.keys().isdisjoint(operands):
            return operands
        replaced = self._values
        return [self.local(operand, op) if operand in replaced else operand for operand in operands]

    def local(self, operand: Value, user: Operation) -> Value:
        """Returns the local value of an operand, cast to its local type if it has another one."""
        found, written_type = operand, global_type(operand)
        expected = self._shardings.local_type(user, written_type, self._shardings.of(operand))
        original = operand if written_type is expected else None
        while found in self._values:
            found = self._values[found]
            if self._global_types.get(found) is expected:
                original = found
        if found.type is expected:
            return found
        self._rewriter.report(cast_inserted, user, operand, found.type, expected)
        if original is not None:
            return self._late_cast(found, expected, original)
        cast = self._cast(found, expected, user.location)
        self._first_users.setdefault(cast, user)
        return cast

    def replace(self, values: Iterable[Value], replacements: Sequence[Value]) -> None:
        """Uses `replacements` instead of `values`."""
        self._values.update(zip(values, replacements, strict=True))

    def substitute(self, op: Operation, values: Sequence[Value], types: Sequence[Type]) -> None:
        """Uses values of the program, which was written with them as of these `types`, instead of the results of `op`.

        They may be converted later.
        """
        self._values.update(zip(op.results, values, strict=True))
        self._global_types.update(zip(values, types, strict=True))

    def hide_casts(self, failed: Operation) -> None:
        """Takes casts out of the program that MLIR does not have when `failed` cannot be converted."""
        for value in self._casts.values():
            if value in self._late_casts or self._first_users.get(value) is failed:
                value.owner.detach()

    def finish(self, erased: Sequence[Operation], unreached: Iterable[Operation]) -> None:
        """Erases what has been replaced.

        Operations that have not been converted, as no block leads to them, get values of their global types.
        """
        for op in unreached:
            for inner in walk(op):
                for index, (operand, type) in enumerate(
                    zip(inner.operands, inner.signature.operand_types, strict=True)
                ):
                    value = self._last(operand)
                    if value.type is not type:
                        value = self._late_cast(value, type, operand)
                    if value is not operand:
                        inner.set_operand(index, value)
        for value in self._late_casts:
            self._rewriter.renew_uses(value.owner)
        gone = {*erased}
        for op in erased:
            for result in op.results:
                if any(user not in gone for user in result.users):  # In a graph region uses may come first.
                    self._rewriter.replace_uses(result, self._last(result))
        self._rewriter.erase_together(erased)

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
        """Returns a value as one of another type; the cast stands after its definition, once for all uses."""
        known = self._casts.get((value, type))
        if known is None:
            known = self._casts[value, type] = self._rewriter.create(
                InsertionPoint.after_value(value), UNREALIZED_CONVERSION_CAST, [value], [type], location=location
            ).result
        return known


def global_type(value: Value) -> Type:
    """Returns the type with which a value was written whose operation, or block, is replaced."""
    return value.owner.signature.result_types[value.index] if isinstance(value, OpResult) else value.type


def show_originals(
    visited: Iterable[Operation],
    replaced: Collection[Operation],
    changed_bodies: Collection[Operation],
    failed: Operation,
) -> None:
    """Puts operations where `visited` ones, which have been changed in place, would still be.

    Those that are `replaced` are there still. The operands of the operation that has `failed` become those that it was
    written with; arguments that have other types now are none of the program any more, which is of no use then.
    """
    originals: dict[Value, Value] = {}
    for op in visited:
        if op.results and op not in replaced and op.parent is not None and op.signature.definition is not MODULE:
            original = Operation(op.signature, [], op.location)
            original.insert_after(op)
            originals.update(zip(op.results, original.results, strict=True))
    for index, operand in enumerate(failed.operands):
        if isinstance(operand, BlockArgument):
            if _is_replaced(operand.owner, changed_bodies):
                failed.operands[index] = BlockArgument(operand.type, Block(), 0, operand.location)
        else:
            failed.operands[index] = originals.get(operand, operand)


def _is_replaced(block: Block, changed_bodies: Collection[Operation]) -> bool:
    """Whether the arguments of a block are others now, or have other types."""
    op = block.parent_op
    return op is None or op.signature.definition is MANUAL_COMPUTATION or op in changed_bodies


def sharding_metadata(module: Operation) -> dict[str, ShardingPerValue]:
    """Returns the shardings of the arguments and results of the function called main, with their meshes in place.

    A result without a sharding has that of the value that is returned. Values without any are replicated on the first
    mesh, or on an empty one.
    """
    main = symbols(module).get("main")
    if main is None or main.signature.definition is not FUNC:
        return {}
    meshes = meshes_by_name(module)
    first = next(iter(meshes.values()), Mesh(()))
    found: dict[str, ShardingPerValue] = {}
    for name, slots in ((OUTPUT_SHARDINGS, RESULT_ATTRIBUTES), (PARAMETERS_SHARDINGS, ARGUMENT_ATTRIBUTES)):
        stored = stored_shardings(main.signature, slots)
        last = main.regions[0].blocks[-1].last if name == OUTPUT_SHARDINGS and main.regions[0].blocks else None
        if last is not None and len(last.operands) == len(stored):
            stored = tuple([each or sharding_of(value) for each, value in zip(stored, last.operands, strict=True)])
        given = zip(types_at(main.signature, slots.role), stored, strict=True)
        filled = [sharding or fully_closed_on(first, rank_of(type)) for type, sharding in given]
        inlined = [each.replace(mesh=sharding_mesh(each, meshes) or each.mesh) for each in filled]
        found[name] = ShardingPerValue(tuple(inlined))
    return found


def rank_of(type: Type) -> int:
    """Returns the number of dimensions of a type, 0 for one that is no ranked tensor."""
    return len(type.shape) if isinstance(type, RankedTensorType) else 0


Convert = Callable[[Operation, "LocalProgram"], None]
"""Converts an operation. Raises CompilationError if it cannot be converted."""


class ConversionOptions(NamedTuple):
    """The options of the conversion."""

    per_dim_all_gather: bool = False
    combine_multi_dimension_reduce_scatter: bool = False
    enable_rgv3: bool = False
    has_replicas: bool = False
    """Whether devices are replicas, and not partitions."""


class LocalProgram:
    """A program that is being converted to the one that each device runs."""

    def __init__(self, module: Operation, options: ConversionOptions, rewriter: Rewriter) -> None:
        self.options = options
        self.rewriter = rewriter
        self._module = module
        self._shardings = OriginalShardings(module)
        self._values = LocalValues(self._shardings, rewriter)
        self._operations: list[Operation] = []
        self._erased: list[Operation] = []
        self._skipped: set[Operation] = set()
        """Operations that have gone before their turn came."""
        self._kept: set[Operation] = set()
        """Operations that have a local form already."""
        self._new_constants: set[Operation] = set()
        """Constants that were none in the program as it was written."""
        self._changed_bodies: set[Operation] = set()
        """Operations with a body whose arguments have other types now."""
        self._local: dict[tuple[Signature, Signature, tuple[Type, ...]], Signature] = {}
        """What becomes of operations that stay: by their signature, the one with the attributes that they keep, and the
        local types of operands."""
        self._last_channel = last_channel(module)
        self._is_heard = rewriter.is_explaining or rewriter.is_renaming

    def convert(self, conversion_of: Callable[[OpDefinition], Convert]) -> None:
        """Converts every operation. Raises CompilationError at the first that cannot be converted."""
        self._operations = operations_to_convert(self._module)
        metadata = sharding_metadata(self._module) if since("0.12.0.1") else {}
        unreached = self._unreached()
        for op in self._operations:
            definition = op.signature.definition
            if definition is MESH or op in self._skipped:
                continue
            if definition is FUNC:
                self._shardings.enter_function(op)
            elif definition is MODULE or (op.regions and not isinstance(definition, OpDef)):
                self._set_types_early(op)
                if definition is MODULE:
                    continue
            try:
                conversion_of(definition)(op, self)
            except TooManyDevicesError as error:
                fail(op, f"cannot be local: {error}")
        self._values.finish(self._erased, unreached)
        for name, shardings in metadata.items():
            self.rewriter.set_attribute(self._module, name, shardings)

    def _set_types_early(self, op: Operation) -> None:
        """Gives results in a graph region, where they may be used before they are defined, their local types."""
        for region in op.regions:
            for block in region.blocks:
                for inner in block.ops:
                    if inner.results:
                        for result, type in zip(inner.results, self.local_result_types(inner), strict=True):
                            result.type = type

    def _unreached(self) -> list[Operation]:
        """Returns the operations in blocks that nothing leads to, which are not converted."""
        blocks = [block for op in self._operations for region in op.regions for block in region.blocks[1:]]
        visited = {*self._operations} if blocks else set()
        return [op for block in blocks if block.first not in visited for op in block.ops]

    # OriginalShardings and types.

    def mesh(self, sharding: Sharding) -> Mesh:
        """Returns the mesh of a sharding. Raises CompilationError if there is no such mesh."""
        return self._shardings.mesh(sharding)

    def sharding(self, value: Value) -> Sharding | None:
        """Returns the sharding of a value of the program as it was written; one on a single device counts as none."""
        return self._shardings.of(value)

    def note_sharding(self, argument: BlockArgument, sharding: Sharding | None) -> None:
        """Notes the sharding of an argument of a loop."""
        self._shardings.arguments[argument] = sharding

    def local_type(self, op: Operation, type: Type, sharding: Sharding | None) -> Type:
        """Returns what a device holds of a value. Raises CompilationError at `op` where axes do not divide it."""
        return self._shardings.local_type(op, type, sharding)

    def local_result_types(self, op: Operation) -> tuple[Type, ...]:
        """Returns the local types of the results of an operation that has not been converted yet."""
        return self._shardings.local_result_types(op)

    def values(self, op: Operation) -> list[Value]:
        """Returns the local values of the operands of an operation, as a list that must not be changed."""
        return self._values.operands(op)

    def next_channel(self) -> ChannelHandle:
        """Returns a channel that no collective has yet, between devices."""
        self._last_channel += 1
        return ChannelHandle(wrapped(self._last_channel), 1)

    # Changes.

    def emitter(self, op: Operation) -> Emitter:
        """Returns what creates operations in front of `op`."""
        return Emitter(op, self.rewriter, signatures.REPLICA if self.options.has_replicas else signatures.PARTITION)

    def move_before(self, op: Operation, moved: Operation) -> None:
        """Puts an operation right in front of `op`."""
        self.rewriter.move(moved, InsertionPoint.before_op(op))

    def keep(self, op: Operation) -> None:
        """Leaves an operation without operands as it is."""
        self._kept.add(op)

    def localize(self, op: Operation, signature: Signature | None = None) -> None:
        """Gives an operation local operands and types; a `signature` has other attributes."""
        written = op.signature
        before = written if signature is None else signature
        operands = self.values(op)
        types = tuple([operand.type for operand in operands])
        key = written, before, types
        known = self._local.get(key)
        if known is None:
            results = self.local_result_types(op)
            known = Signature.of(before.definition, types, results, before.properties, before.attributes)
            self._local[key] = known
        if self._is_heard:
            self._explain_types(op, known.result_types)
        self.rewriter.convert(op, known, operands)

    def localize_constant(self, op: Operation, signature: Signature) -> None:
        """Makes an operation, which does not count as a constant, one of StableHLO."""
        self._new_constants.add(op)
        self.localize(op, signature)

    def constant_value(self, value: Value) -> Attribute | None:
        """Returns what `value` is, if a constant of the program as it was written defines it."""
        is_new = isinstance(value, OpResult) and value.owner in self._new_constants
        return None if is_new else constant_value(value)

    def replace(self, op: Operation, values: Sequence[Value]) -> None:
        """Uses new `values` instead of the results of `op`, which is erased in the end."""
        if self._is_heard:
            for result, value in zip(op.results, values, strict=True):
                self.rewriter.renames(value, result)
            self._explain_types(op, [value.type for value in values])
        self._values.replace(op.results, values)
        self._erased.append(op)

    def substitute(self, op: Operation, values: Sequence[Value], types: Sequence[Type]) -> None:
        """Uses values of the program, which was written with them as of these `types`, instead of the results of `op`.

        They may be converted later.
        """
        self._values.substitute(op, values, types)
        self._erased.append(op)

    def enter(self, block: Block, values: Sequence[Value]) -> None:
        """Uses `values` instead of the arguments of a block."""
        self._values.replace(block.arguments, values)

    def skip(self, op: Operation) -> None:
        """Erases an operation without results that has not been visited yet."""
        self._skipped.add(op)
        self._erased.append(op)

    def set_type(self, argument: BlockArgument, local: Type) -> None:
        """Gives an argument its local type, before the operations that use it are converted."""
        if local is not argument.type:
            self._changed_bodies.add(cast(Operation, argument.owner.parent_op))
            self.rewriter.report(local_type, argument, argument.type, local)
            argument.type = local

    def _explain_types(self, op: Operation, types: Sequence[Type]) -> None:
        for result, type, local in zip(op.results, op.signature.result_types, types, strict=True):
            if local is not type:
                self.rewriter.report(local_type, result, type, local)

    # Errors.

    def not_legalized(self, op: Operation, message: str = "") -> NoReturn:
        """Raises the error at an operation that has to be converted and cannot be, after a `message` of its own."""
        visited = self._operations[: self._operations.index(op)]
        self._values.hide_casts(op)
        show_originals(visited, {*self._erased, *self._kept}, self._changed_bodies, op)
        error = not_legalized(op, self.rewriter)
        own = [Diagnostic("error", message, op.location)] if message else []
        raise CompilationError([*own, *error.diagnostics])


# What the pass reports.


def local_type(value: Value, type: Type, local: Type) -> Explanation:
    """Each device holds a part of a value."""
    text = "{value} is {local} on each device, a part of {type}"
    return explained("local-type", text, value, value=value, local=local, type=type)


def collective_created(op: Operation, collective: str, axes: Axes, mesh: Mesh) -> Explanation:
    """A collective becomes one between groups of devices along axes."""
    try:
        groups = tuple([str([*group]) for group in replica_groups(axes, mesh)])
    except (NoGroupsError, TooManyDevicesError):
        groups = ("unknown",)
    return explained(
        "collective-created",
        "{op} becomes '{collective}' along {axes} among devices {groups}",
        op,
        op=op,
        collective=collective,
        axes=axes or "no axes",
        groups=groups,
    )


def parts_permuted(op: Operation, pairs: Sequence[tuple[int, int]]) -> Explanation:
    """Devices exchange their parts."""
    moved = tuple([f"{source} to {target}" for source, target in pairs if source != target])
    return explained(
        "parts-permuted",
        "{op} moves parts from device {pairs}; {kept:#} {kept:device keeps its part|devices keep their parts}",
        op,
        op=op,
        pairs=moved or ("none to another",),
        kept=len(pairs) - len(moved),
    )


def part_sliced(op: Operation) -> Explanation:
    """Each device slices its part out of a value that it has as a whole."""
    text = "each device slices its part of {value} out of what it has"
    return explained("part-sliced", text, op, value=op.results[0])


def body_inlined(op: Operation, axes: Sequence[str]) -> Explanation:
    """The body of a manual computation takes its place."""
    text = "body of {op} takes its place, as it is local along {axes} already"
    axes = tuple(axes) or ("no axes",)
    return explained("body-inlined", text, op, op=op, axes=axes)


def cast_inserted(user: Operation, value: Value, type: Type, local: Type) -> Explanation:
    """A value is used as one of another type."""
    text = "{value} cast from {type} to {local}, which is its type on each device by its sharding"
    return explained("cast-inserted", text, user, value=value, type=type, local=local)


def arguments_dropped(function: Operation, name: str) -> Explanation:
    """A function without a body loses its arguments."""
    text = "@{name} loses its arguments: it has no body"
    return explained("arguments-dropped", text, function, name=name)


def gather_masked(op: Operation, dimensions: Sequence[int]) -> Explanation:
    """Each device gathers from its part of the operand."""
    return explained(
        "gather-masked",
        "each device gathers from its part of {operand} along {dimensions:dimension|dimensions} {dimensions}, and "
        "zeros for other parts",
        op,
        operand=op.operands[0],
        dimensions=tuple(dimensions),
    )


def scatter_shifted(op: Operation, dimensions: Sequence[int]) -> Explanation:
    """Each device scatters into its part of the operand."""
    return explained(
        "scatter-shifted",
        "indices made relative to the part of {operand} that a device has along {dimensions:dimension|dimensions} "
        "{dimensions}",
        op,
        operand=op.operands[0],
        dimensions=tuple(dimensions),
    )


def scatter_divided(op: Operation, axes: Axes, identity: str) -> Explanation:
    """Devices scatter parts of the updates, and one of them begins with the operand."""
    return explained(
        "scatter-divided",
        "updates are sharded along {axes}: the first device along these begins with {operand}, others with {identity}",
        op,
        axes=axes,
        operand=op.operands[0],
        identity=identity,
    )


def pad_shifted(op: Operation, padded: Type) -> Explanation:
    """Parts of a padded value start at different places on devices."""
    text = "all devices pad to {padded}, and each slices its part of {value} out of that"
    return explained("pad-shifted", text, op, value=op.results[0], padded=padded)


def groups_divided(op: Operation, name: str, count: int, local: int) -> Explanation:
    """A convolution has fewer groups on a device."""
    text = "{name} is {local} instead of {count}: each device has some of the groups"
    return explained("groups-divided", text, op, name=name, local=local, count=count)
