"""The walk over the operations of a program, and the values that take the place of others in the local one.

Most operations stay, and get local types. What replaces the others stands in front of them; they are erased when all
has been visited. So an operation that has not been visited yet has the operands and the signature that it was written
with, from which shardings and global types are known, and its operands have their local types already.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, NoReturn, cast

from sdyopt.dialects.builtin.ops import MODULE, UNREALIZED_CONVERSION_CAST
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, MESH, NAMED_COMPUTATION
from sdyopt.dialects.stablehlo.attributes import ChannelHandle
from sdyopt.ir.attribute import Location, Type
from sdyopt.ir.attributes import TypeAttr
from sdyopt.ir.collecting import collect
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.types import FunctionType
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.ods.diagnostics import CompilationError, Diagnostic
from sdyopt.ods.sharding_slots import ARGUMENT_ATTRIBUTES, IN_SHARDINGS
from sdyopt.rewriting.conversion import not_legalized, operations_to_convert
from sdyopt.rewriting.local_program.decisions import CastInserted, Localized
from sdyopt.rewriting.local_program.emission import Emitter
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.local_programs.local_types import NotDivisibleError, local_type
from sdyopt.sharding.mesh_symbols import meshes_by_name, sharding_mesh
from sdyopt.sharding.slots import Slot, result_sharding

Convert = Callable[[Operation, "LocalProgram"], None]
"""Converts an operation. Raises CompilationError if it cannot be converted."""

ENTERED = frozenset({MANUAL_COMPUTATION, NAMED_COMPUTATION})
"""Operations whose body has arguments with shardings of their own."""


class Options(NamedTuple):
    """The options of the conversion."""

    per_dim_all_gather: bool = False
    combine_multi_dimension_reduce_scatter: bool = False
    enable_rgv3: bool = False


class LocalProgram:
    """A program that is being converted to the one that each device runs."""

    def __init__(self, module: Operation, options: Options, rewriter: Rewriter) -> None:
        self.options = options
        self.rewriter = rewriter
        self._module = module
        self._meshes = meshes_by_name(module)
        self._mesh_of: dict[Sharding, Mesh] = {}
        self._values: dict[Value, Value] = {}
        """What replaces values; that may be replaced in turn."""
        self._global_types: dict[Value, Type] = {}
        """The types that values of the program were written with which are used instead of others."""
        self._casts: dict[tuple[Value, Type], OpResult] = {}
        self._late_casts: dict[OpResult, None] = {}
        """Casts back to the global type of a value, which MLIR creates after all other operations."""
        self._erased: list[Operation] = []
        self._skipped: set[Operation] = set()
        """Operations that have gone before their turn came."""
        self._kept: set[Operation] = set()
        """Operations that have a local form already."""
        self._changed_functions: set[Operation] = set()
        """Functions of which arguments have other types now."""
        self._last_channel = last_channel(module)
        self._operations: list[Operation] = []
        self._local: dict[tuple[Signature, Signature, tuple[Type, ...]], Signature] = {}
        """What becomes of operations that stay: by their signature, the one with the attributes that they keep, and the
        local types of operands."""
        self._result_types: dict[Signature, tuple[Type, ...]] = {}
        self._is_heard = rewriter.is_explaining or rewriter.is_renaming

    def convert(self, conversions: Mapping[OpDefinition, Convert], default: Convert) -> None:
        """Converts every operation. Raises CompilationError at the first that cannot be converted."""
        self._operations = operations_to_convert(self._module)
        for op in self._operations:
            definition = op.signature.definition
            if definition is not MESH and definition is not MODULE and op not in self._skipped:
                conversions.get(definition, default)(op, self)
        for late in self._late_casts:
            self.rewriter.renew_uses(late.owner)
            late.reverse_uses()
        self.rewriter.erase_together(self._erased)

    # Meshes, shardings and types.

    def mesh(self, sharding: Sharding) -> Mesh:
        """Returns the mesh of a sharding. Raises CompilationError if there is no such mesh."""
        known = self._mesh_of.get(sharding)
        if known is None:
            mesh = sharding_mesh(sharding, self._meshes)
            if mesh is None:
                message = f"unknown mesh: @{sharding.mesh_name}"
                raise CompilationError([Diagnostic("error", message, self._module.location)])
            known = self._mesh_of[sharding] = mesh
        return known

    def sharding(self, value: Value) -> Sharding | None:
        """Returns the sharding of a value of the program as it was written; arguments of most bodies have none."""
        if isinstance(value, OpResult):
            return result_sharding(value.owner.signature, value.index)
        argument = cast(BlockArgument, value)
        op = argument.owner.parent_op
        if op is None:
            return None
        definition = op.signature.definition
        if definition in ENTERED:
            return Slot(op, IN_SHARDINGS, argument.index).sharding
        if definition is FUNC and argument.index < len(function_type(op.signature).inputs):
            return Slot(op, ARGUMENT_ATTRIBUTES, argument.index).sharding
        return None

    def local_type(self, op: Operation, type: Type, sharding: Sharding | None) -> Type:
        """Returns what a device holds of a value. Raises CompilationError at `op` where axes do not divide it."""
        if sharding is None:
            return type
        try:
            return local_type(type, sharding, self.mesh(sharding))
        except NotDivisibleError as error:
            fail(op, f"cannot be local: {error}")

    def local_result_types(self, op: Operation) -> tuple[Type, ...]:
        """Returns the local types of the results of an operation that has not been converted yet."""
        signature = op.signature
        known = self._result_types.get(signature)
        if known is None:
            known = self._result_types[signature] = tuple(
                [
                    self.local_type(op, type, result_sharding(signature, number))
                    for number, type in enumerate(signature.result_types)
                ]
            )
        return known

    def next_channel(self) -> ChannelHandle:
        """Returns a channel that no collective has yet, between devices."""
        self._last_channel += 1
        return ChannelHandle(self._last_channel, 1)

    # Values.

    def values(self, op: Operation) -> list[Value]:
        """Returns the local values of the operands of an operation, as a list that must not be changed."""
        operands = op.operands
        if self._values.keys().isdisjoint(operands):
            return operands
        replaced = self._values
        return [self.value(operand, op) if operand in replaced else operand for operand in operands]

    def value(self, operand: Value, user: Operation) -> Value:
        """Returns the local value of an operand, cast to its local type if it has another one."""
        found = operand
        expected = self.local_type(user, operand.type, self.sharding(operand))
        original: Value | None = None
        while found in self._values:
            found = self._values[found]
            if self._global_types.get(found) is expected:
                original = found
        if found.type is expected:
            return found
        self.rewriter.report(CastInserted, user, operand, found.type, expected)
        if original is not None:
            cast = self._cast(found, expected, original.definition_location)
            self._late_casts[cast] = None
            return cast
        return self._cast(found, expected, operand.location if isinstance(operand, BlockArgument) else user.location)

    def _cast(self, value: Value, type: Type, location: Location | int) -> OpResult:
        """Returns a value as one of another type; the cast stands behind its definition, once for all uses."""
        known = self._casts.get((value, type))
        if known is None:
            known = self._casts[value, type] = self.rewriter.create(
                InsertionPoint.after_value(value), UNREALIZED_CONVERSION_CAST, [value], [type], location=location
            ).result
        return known

    # Changes.

    def emitter(self, op: Operation) -> Emitter:
        """Returns what creates operations in front of `op`."""
        return Emitter(op, self.rewriter)

    def move_before(self, op: Operation, moved: Operation) -> None:
        """Puts an operation right in front of `op`."""
        self.rewriter.move(moved, InsertionPoint.before_op(op))

    def keep(self, op: Operation) -> None:
        """Leaves an operation without operands as it is."""
        self._kept.add(op)

    def localize(self, op: Operation, signature: Signature | None = None) -> None:
        """Gives an operation local operands and types; a `signature` has other attributes."""
        before = op.signature if signature is None else signature
        operands = self.values(op)
        types = tuple([operand.type for operand in operands])
        key = op.signature, before, types
        known = self._local.get(key)
        if known is None:
            results = self.local_result_types(op)
            known = Signature.of(before.definition, types, results, before.properties, before.attributes)
            self._local[key] = known
        if self._is_heard:
            for result, type in zip(op.results, known.result_types, strict=True):
                self.explain_type(result, type)
        self.rewriter.convert(op, known, operands)

    def set_type(self, argument: BlockArgument, local: Type) -> None:
        """Gives an argument its local type, before the operations that use it are converted."""
        self.explain_type(argument, local)
        argument.type = local

    def explain_type(self, value: Value, local: Type) -> None:
        """Reports the local type that a value is about to get, if it is another one."""
        if local is not value.type:
            self.rewriter.report(Localized, value, value.type, local)

    def replace(self, op: Operation, values: Sequence[Value]) -> None:
        """Uses new `values` instead of the results of `op`, which is erased in the end."""
        if self._is_heard:
            for result, value in zip(op.results, values, strict=True):
                self.rewriter.renames(value, result)
                self.explain_type(result, value.type)
        self._values.update(zip(op.results, values, strict=True))
        self._erased.append(op)

    def substitute(self, op: Operation, user: Operation) -> None:
        """Uses the operands of `user`, which may be converted later, instead of the results of `op`."""
        self._values.update(zip(op.results, user.operands, strict=True))
        self._global_types.update(zip(user.operands, user.signature.operand_types, strict=True))
        self._erased.append(op)

    def enter(self, block: Block, values: Sequence[Value]) -> None:
        """Uses `values` instead of the arguments of a block."""
        for argument, value in zip(block.arguments, values, strict=True):
            self._values[argument] = value

    def skip(self, op: Operation) -> None:
        """Erases an operation without results that has not been visited yet."""
        self._skipped.add(op)
        self._erased.append(op)

    # Errors.

    def not_legalized(self, op: Operation, message: str = "") -> NoReturn:
        """Raises the error at an operation that has to be converted and cannot be, behind a `message` of its own."""
        self._show_originals(op)
        error = not_legalized(op, self.rewriter)
        own = [Diagnostic("error", message, op.location)] if message else []
        raise CompilationError([*own, *error.diagnostics])

    def _show_originals(self, failed: Operation) -> None:
        """Puts the operations that were converted behind those that they have become, as errors number values.

        The program is of no use then.
        """
        replaced = {*self._erased} | self._kept
        originals: dict[Value, Value] = {}
        visited = self._operations[: self._operations.index(failed)]
        for op in visited:
            if op.results and op not in replaced and op.parent is not None and op.signature.definition is not MODULE:
                original = Operation(op.signature, [], op.location)
                original.insert_after(op)
                originals.update(zip(op.results, original.results, strict=True))
        for index, operand in enumerate(failed.operands):
            if isinstance(operand, BlockArgument):
                if self._is_replaced(operand.owner):
                    failed.operands[index] = BlockArgument(operand.type, Block(), 0, operand.location)
            else:
                failed.operands[index] = originals.get(operand, operand)

    def _is_replaced(self, block: Block) -> bool:
        """Whether the arguments of a block are others now, or have other types."""
        op = block.parent_op
        if op is None or op.signature.definition in ENTERED:
            return True
        if op.signature.definition is not FUNC:
            return False
        return op in self._changed_functions

    def note_changed_function(self, function: Operation) -> None:
        """Notes that arguments of a function have other types now."""
        self._changed_functions.add(function)


def fail(op: Operation, message: str) -> NoReturn:
    """Raises an error at `op`."""
    raise CompilationError([Diagnostic("error", f"'{op.name}' op {message}", op.location)])


def is_replicated(sharding: Sharding | None) -> bool:
    """Whether no dimension has axes; a missing sharding is replicated."""
    return sharding is None or not any(dimension.axes for dimension in sharding.dimensions)


def function_type(signature: Signature) -> FunctionType:
    """Returns the type of a function."""
    return cast(FunctionType, cast(TypeAttr, signature.properties["function_type"]).type)


def last_channel(module: Operation) -> int:
    """Returns the largest handle of a channel that the program has, at least 0."""
    handles = [0]

    def note(signature: Signature) -> bool:
        handle = signature.attribute("channel_handle")
        if isinstance(handle, ChannelHandle):
            handles.append(handle.handle)
        return False

    collect(module, note)
    return max(handles)
