"""One operation in a module of its own, and the manual computation that takes its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sdyopt.dialects.builtin import MODULE
from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.func.ops import RETURN as FUNC_RETURN
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.sdy.attributes import ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, RESHARD, RETURN
from sdyopt.dialects.sdy.shardings.slots import (
    mesh_of,
    mesh_ops,
    meshes_by_name,
    new_mesh_op,
    rank_of,
    set_sharding,
    sharding_mesh,
    sharding_of,
)
from sdyopt.dialects.stablehlo.ops.control_flow import target_of
from sdyopt.dialects.stablehlo.ops.shapes import CONSTANT, PAD, SLICE
from sdyopt.dialects.stablehlo.verification.reading import integers
from sdyopt.ir.attribute import Attribute, Type, checked
from sdyopt.ir.attributes import (
    ArrayAttr,
    DenseElementsAttr,
    DictionaryAttr,
    FunctionType,
    RankedTensorType,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    i64_array,
)
from sdyopt.ir.clone import clone
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block, InsertionPoint, Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.symbols import PUBLIC, SymbolTable, symbol_name, symbols, visibility
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.releases import since
from sdyopt.rewriting.functions import callee_name
from sdyopt.rewriting.local_emission import Emitter, tensor_type
from sdyopt.rewriting.passes import Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.local_signatures import fail
from sdyopt.sharding.padding import extended, padded_type
from sdyopt.sharding.uses import fully_closed_on

OUTLINED = "outlined_op"

CONSTANTS = CONSTANT, sdy.CONSTANT
ADAPTED = *CONSTANTS, RESHARD
"""The operations that compute on padded tensors in each release: a reshard on the larger ones of both sides."""

_SIZED: dict[OpDefinition, str] = {SLICE: "limit_indices", PAD: "edge_padding_high"}
"""The attribute that grows with the result."""


class Boundary(NamedTuple):
    """The shardings of an operation's operands and results, all on one mesh, and their types when padded."""

    in_shardings: tuple[Sharding, ...]
    out_shardings: tuple[Sharding, ...]
    operand_types: tuple[Type, ...]
    result_types: tuple[Type, ...]

    manual_axes: ManualAxes
    """The axes of the mesh; before jaxlib 0.11.2 those that the shardings mention, in the order of first mentions."""


def boundary_of(op: Operation, module: Operation, meshes: Mapping[str, Mesh], rewriter: Rewriter) -> Boundary:
    """Returns the boundary of an operation; inlined meshes get names. Raises CompilationError if meshes differ."""
    operands = inputs_of(op)
    known = [each for value in (*operands, *op.results) if (each := sharding_of(value)) is not None]
    mesh = common_mesh(known, meshes)
    if mesh is None:
        fail(op, "has operands and results without a common mesh")
    reference = next(each.mesh for each in known if sharding_mesh(each, meshes) is mesh)
    name = reference if isinstance(reference, SymbolRefAttr) else _name_of(mesh, module, rewriter)
    inside = tuple([_named(sharding_of(each), each, name) for each in operands])
    outside = tuple([_named(sharding_of(each), each, name).replace(mesh=name) for each in op.results])
    axes = [axis.name for axis in mesh.axes]
    if not since("0.11.2"):
        outside = tuple([each.replace(unreduced=()) for each in outside])
        axes = [axis.name for sharding in (*inside, *outside) for axis in sharding.used_axes]
    operand_types = [padded_type(value.type, each, mesh) for value, each in zip(operands, inside, strict=True)]
    result_types = [padded_type(*each, mesh) for each in zip(op.signature.result_types, outside, strict=True)]
    if op.signature.definition is RESHARD:
        while operand_types != result_types:  # Until both shardings divide the same sizes.
            operand_types = [padded_type(result_types[0], inside[0], mesh)]
            result_types = [padded_type(operand_types[0], outside[0], mesh)]
    manual_axes = ManualAxes(tuple(dict.fromkeys(axes)))
    return Boundary(inside, outside, tuple(operand_types), tuple(result_types), manual_axes)


def inputs_of(op: Operation) -> list[Value]:
    """Returns the operands of an operation, and then the values from outside that its regions use."""
    inner = [each for each in walk(op) if each is not op]
    blocks = [block for each in walk(op) for region in each.regions for block in region.blocks]
    own: set[Value] = {value for each in inner for value in each.results}
    own.update(argument for block in blocks for argument in block.arguments)
    used = dict.fromkeys(operand for each in inner for operand in each.operands if operand not in own)
    return [*op.operands, *[value for value in used if value not in op.operands]]


def common_mesh(shardings: Sequence[Sharding], meshes: Mapping[str, Mesh]) -> Mesh | None:
    """Returns the mesh that all shardings are on, with the same device ids; None if they are not on one.

    Empty meshes only count if all are empty.
    """
    found = {sharding_mesh(sharding, meshes) for sharding in shardings}
    if len(found) > 1:
        found = {mesh for mesh in found if mesh is None or not mesh.is_empty}
    return found.pop() if len(found) == 1 else None


def _named(sharding: Sharding | None, value: Value, name: SymbolRefAttr) -> Sharding:
    if sharding is None:
        return fully_closed_on(name, rank_of(value.type))
    return sharding if isinstance(sharding.mesh, SymbolRefAttr) else sharding.replace(mesh=name)


def _name_of(mesh: Mesh, module: Operation, rewriter: Rewriter) -> SymbolRefAttr:
    """Returns the name of a mesh, a new one if the module has none; the first mesh with axes comes before others."""
    named = sorted(mesh_ops(module), key=lambda op: not mesh_of(op).axes)
    known = next((op for op in named if mesh_of(op) is mesh), None)
    if known is not None:
        return SymbolRefAttr((symbol_name(known) or "",))
    at = InsertionPoint.start_of(module.regions[0].block)
    new = new_mesh_op("mesh", mesh, module.location)
    return SymbolRefAttr((rewriter.insert_symbol(SymbolTable(module), new, at),))


def outlined(op: Operation, boundary: Boundary, module: Operation, rewriter: Rewriter) -> Operation:
    """Returns a module with the meshes of `module`, and a function that does what `op` does, on padded tensors.

    Copies of the functions that are called follow. Since jaxlib 0.12 most operations take slices of what is padded, and
    their results are padded.
    """
    block = Block()
    arguments: list[Value] = [block.add_argument(type, op.location) for type in boundary.operand_types]
    emitter = Emitter(op, rewriter, at=InsertionPoint.end_of(block))
    is_whole = since("0.12.0.1") and op.signature.definition not in ADAPTED
    if is_whole:
        inputs = zip(arguments, inputs_of(op), boundary.in_shardings, strict=True)
        arguments = [sliced(each, old.type, sharding, emitter) for each, old, sharding in inputs]
    copy = clone(op, dict(zip(inputs_of(op), arguments, strict=True)))
    for index, argument in enumerate(arguments[: len(op.operands)]):
        copy.set_operand(index, argument)
    _adapt(copy, op, boundary, is_whole)
    block.append(copy)
    results: list[Value] = list(copy.results)
    if is_whole:
        outputs = zip(results, boundary.result_types, boundary.out_shardings, strict=True)
        results = [padded(*each, emitter, Emitter(op, rewriter, at=InsertionPoint.start_of(block))) for each in outputs]
    block.append(Operation(Signature.of(FUNC_RETURN, boundary.result_types), results, op.location))
    properties: dict[str, Attribute] = {
        "sym_name": StringAttr(OUTLINED),
        "sym_visibility": StringAttr("private"),
        "function_type": TypeAttr(FunctionType(boundary.operand_types, boundary.result_types)),
    }
    for name, shardings in (("arg_attrs", boundary.in_shardings), ("res_attrs", boundary.out_shardings)):
        if shardings:
            properties[name] = ArrayAttr(tuple([DictionaryAttr(((SHARDING, each),)) for each in shardings]))
    function = Operation(Signature.of(FUNC, (), (), DictionaryAttr.of(properties)), [], op.location, [Region([block])])
    body = Block()
    for mesh_op in mesh_ops(module):
        body.append(clone(mesh_op, {}))
    body.append(function)
    for callee in _called(op, symbols(module)):
        body.append(clone(callee, {}))
    return Operation(Signature.of(MODULE), [], op.location, [Region([body])])


def sliced(value: Value, type: Type, sharding: Sharding, emitter: Emitter) -> Value:
    """Returns the beginning of a value that has the given type: the value itself if it is of that type."""
    if value.type is type:
        return value
    limits = checked(RankedTensorType, type).shape
    return emitter.slice(value, (0,) * len(limits), limits, (1,) * len(limits), type, sharding)


def padded(value: Value, type: Type, sharding: Sharding, emitter: Emitter, first: Emitter) -> Value:
    """Returns a value padded to a type with zeros, which `first` emits: the value itself if it is of that type."""
    if value.type is type:
        return value
    before, after = tensor_type(value), checked(RankedTensorType, type)
    none, high = (0,) * len(after.shape), tuple(map(int.__sub__, after.shape, before.shape))
    zero = first.zeros(RankedTensorType((), before.element_type))
    return emitter.pad(value, zero, (none, high, none), after, sharding)


def _called(op: Operation, functions: Mapping[str, Operation]) -> list[Operation]:
    """Returns the functions that `op` calls, then those that these call, and so on."""
    found: dict[Operation, None] = {}
    work = [op]
    for caller in work:
        for each in walk(caller):
            callee = functions.get(callee_name(each)) if each.signature.definition is CALL else None
            if callee is not None and callee not in found:
                found[callee] = None
                work.append(callee)
    return list(found)


def _adapt(copy: Operation, op: Operation, boundary: Boundary, is_whole: bool) -> None:
    """Gives a copy names of inlined meshes, and unless it `is_whole` the padded types.

    A slice takes more, a pad adds more, and a constant has zeros more, if its result is larger.
    """
    before = op.signature.result_types
    after = before if is_whole else boundary.result_types
    types = copy.signature.operand_types if is_whole else boundary.operand_types[: len(op.operands)]
    signature = Signature.of(
        copy.signature.definition, types, after, copy.signature.properties, copy.signature.attributes
    )
    if (attribute := _SIZED.get(op.signature.definition)) is not None and before != after:
        sizes = [checked(RankedTensorType, types[0]).shape for types in (before, after)]
        grown = [number + padded - size for number, size, padded in zip(integers(op, attribute), *sizes, strict=True)]
        signature = signature.with_property(attribute, i64_array(grown))
    value = copy.properties.get("value")
    if op.signature.definition in CONSTANTS and before != after and isinstance(value, DenseElementsAttr):
        signature = signature.with_property("value", extended(value, after[0]))
    copy.signature = signature
    for result, type, outside in zip(copy.results, after, boundary.out_shardings, strict=True):
        result.type = type
        if (sharding := sharding_of(result)) is not None and isinstance(sharding.mesh, Mesh):
            set_sharding(result, sharding.replace(mesh=outside.mesh))


# Which operations are partitioned: those that can be, by their numbers and names.

COLLECTIVES: frozenset[OpDefinition] = frozenset(
    {*(sdy.ALL_GATHER, sdy.ALL_REDUCE, sdy.ALL_SLICE, sdy.ALL_TO_ALL, sdy.COLLECTIVE_PERMUTE, sdy.REDUCE_SCATTER)}
)
"""The operations that are partitioned on their own since jaxlib 0.11.2."""

EXCLUDED: frozenset[OpDefinition] = frozenset(
    {
        *(sdy.DATA_FLOW_EDGE, sdy.MANUAL_COMPUTATION, sdy.PROPAGATION_BARRIER),
        *(sdy.REPLICATED_TO_UNREDUCED, sdy.SHARDED_TO_UNREDUCED, sdy.SHARDING_CONSTRAINT, sdy.SHARDING_GROUP),
    }
)
"""The operations that are never partitioned on their own."""

SHARDING_CALLS = ("Sharding", "mhlo.sharding")
"""The custom calls that say how a value is sharded."""


def candidates(module: Operation) -> Iterator[Operation]:
    """Yields the operations of a module that can be partitioned, in order: right inside of functions, and sharded.

    Since jaxlib 0.12 they are those of `main`, or of the first public function if there is none.
    """
    functions = [each for each in module.regions[0].block.ops if each.signature.definition is FUNC]
    if since("0.12.0.1"):
        main = [each for each in functions if symbol_name(each) == "main"]
        functions = (main or [each for each in functions if visibility(each) == PUBLIC])[:1]
    for function in functions:
        for block in function.regions[0].blocks:
            yield from (op for op in block.ops if is_candidate(op))


def is_candidate(op: Operation) -> bool:
    """Returns whether an operation can be partitioned on its own."""
    definition = op.signature.definition
    if definition in EXCLUDED or "IsTerminator" in definition.traits or target_of(op.signature) in SHARDING_CALLS:
        return False
    if definition in COLLECTIVES and not since("0.11.2"):
        return False
    shardings = [sharding_of(value) for value in (*op.operands, *op.results)]
    return any(dimension.axes for sharding in shardings if sharding for dimension in sharding.dimensions)


class OpSelection(NamedTuple):
    """The numbers of candidates, from `low` to `high`, and parts of names, of which one must occur if there are any."""

    low: int | None = None
    high: int | None = None
    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str) -> OpSelection:
        """Returns the selection that a text is, such as `dot,selectLow=2,selectHigh=7`; it may stand in quotes.

        A bound that is not a number is ignored.
        """
        if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
            text = text[1:-1]
        bounds: dict[str, int] = {}
        names: list[str] = []
        for token in filter(None, map(str.strip, text.split(","))):
            bound, equals, number = token.partition("=")
            if equals and bound in ("selectLow", "selectHigh"):
                if number.isascii() and number.removeprefix("-").isdigit():
                    bounds[bound] = int(number)
            else:
                names.append(token)
        return cls(bounds.get("selectLow"), bounds.get("selectHigh"), tuple(names))

    def has(self, number: int, name: str) -> bool:
        """Returns whether the candidate with that number and name is selected."""
        if (self.low is not None and number < self.low) or (self.high is not None and number > self.high):
            return False
        return not self.names or any(part in name for part in self.names)


# -sdy-per-instruction-partitioning.


@register_pass("sdy-per-instruction-partitioning")
class PerInstructionPartitioning(Pass):
    """Partitions single operations: each becomes a manual computation that holds its local program.

    This helps to find the operation that is partitioned wrongly, by bisection. A filter selects operations by parts of
    their names and by a range of numbers, such as `dot,selectLow=2,selectHigh=7`; operations that can be partitioned
    are numbered from 0. Where shardings do not divide tensors, operands are padded before and results sliced after it.
    """

    enable_halo_exchange: bool = option(default=True, help="Reverses sharded dimensions by the order of devices")
    filter: str = option(
        default="", help="Parts of the names of operations, selectLow=N and selectHigh=N; all if empty"
    )
    replica_count: int = option(default=1, help="Number of replicas; if above 1, devices are replicas")
    partition_count: int = option(default=1, help="Number of partitions, which devices are otherwise")

    rng_bit_generator_unsafe: bool = option(
        default=True, help="Each device generates its own part of random bits", since="0.12.0.1"
    )

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        selection = OpSelection.of(self.filter)
        found = [op for number, op in enumerate(candidates(module)) if selection.has(number, op.name)]
        for op in found:
            boundary = boundary_of(op, module, meshes_by_name(module), rewriter)
            alone = outlined(op, boundary, module, rewriter)
            rewriter.run_pipeline(self._pipeline(), alone, is_new=True)
            function, *callees = [each for each in alone.regions[0].block.ops if each.signature.definition is FUNC]
            add_functions(callees, [function, *callees], module, rewriter)
            replace(op, boundary, rewriter.take_region(function), rewriter)

    def _pipeline(self) -> str:
        """Returns the passes that make a local program of one operation."""
        given = [("partition-count", self.partition_count), ("replica-count", self.replica_count)]
        counts = " ".join([f"{name}={count}" for name, count in given if count != 1])
        halo = "" if self.enable_halo_exchange else "enable-halo-exchange=false"
        unsafe = "" if self.rng_bit_generator_unsafe else "rng-bit-generator-unsafe=false"
        collectives = (
            "func.func(sdy-reshard-to-collectives,sdy-optimize-collectives),sdy-pad-for-divisibility"
            if since("0.11.2")
            else "func.func(sdy-insert-explicit-reshards{enable-full-version=true},sdy-reshard-to-collectives,"
            "sdy-pad-for-divisibility)"
        )
        return (
            f"builtin.module(sdy-resolve-permutation-factors{{{halo} {counts} {unsafe}}},"
            f"{collectives},sdy-convert-global-to-local{{{counts}}},sdy-drop-sharding-and-mesh)"
        )


def add_functions(
    functions: Sequence[Operation], callers: Sequence[Operation], module: Operation, rewriter: Rewriter
) -> None:
    """Moves functions to the end of `module`, under new names, which their callers use then."""
    table = SymbolTable(module)
    names: dict[str, str] = {}
    for function in functions:
        function.detach()
        name = symbol_name(function) or ""
        names[name] = rewriter.insert_symbol(table, function)  # Which may be another name.
    for call in [op for caller in callers for op in walk(caller) if op.signature.definition is CALL]:
        if (callee := names.get(callee_name(call))) is not None:
            call.set_property("callee", SymbolRefAttr((callee,)))


def _before_slice(value: Value, type: Type) -> Value:
    """Returns the value of `type` whose beginning a value is, since jaxlib 0.11.2; else the value itself."""
    cut = value.defined_by(SLICE) if since("0.11.2") else None
    if cut is None or any(integers(cut, "start_indices")) or {*integers(cut, "strides")} != {1}:
        return value
    return cut.operands[0] if cut.operands[0].type is type else value


def replace(op: Operation, boundary: Boundary, body: Region, rewriter: Rewriter) -> None:
    """Replaces an operation by a manual computation with that body, the operands of which are padded."""
    emitter = Emitter(op, rewriter)
    inputs = zip(inputs_of(op), boundary.operand_types, boundary.in_shardings, strict=True)
    operands = [padded(_before_slice(old, type), type, sharding, emitter, emitter) for old, type, sharding in inputs]
    last = body.block.terminator
    rewriter.create_before(last, RETURN, last.operands, location=last.location)
    rewriter.erase(last)
    computation = rewriter.create_before(
        op,
        MANUAL_COMPUTATION,
        operands,
        boundary.result_types,
        {
            "in_shardings": ShardingPerValue(boundary.in_shardings),
            "out_shardings": ShardingPerValue(boundary.out_shardings),
            "manual_axes": boundary.manual_axes,
        },
        regions=[body],
        location=op.location,
    )
    rewriter.tell("partitioned-alone", "{op} is partitioned on its own", op, op=op)
    results = zip(op.results, computation.results, boundary.out_shardings, strict=True)
    rewriter.replace_renaming(op, [sliced(new, old.type, sharding, emitter) for old, new, sharding in results])
