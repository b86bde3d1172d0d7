"""-sdy-insert-explicit-reshards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import SHARDING_RULE, ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import PROPAGATION_BARRIER, RESHARD
from sdyopt.dialects.sdy.shardings.slots import (
    DATA_FLOW_OPS,
    argument_owners,
    device_of,
    edge_source_uses,
    global_mesh_op,
    meshes_by_name,
    past_barriers,
    rank_of,
    result_sharding,
    sharding_mesh,
    sharding_of,
    shardings_in,
    stored_shardings,
    without_manual_axes,
)
from sdyopt.dialects.stablehlo.verification.reading import fail
from sdyopt.ir.attributes import RankedTensorType, SymbolRefAttr
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.records import Record
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbol_name, symbols
from sdyopt.ir.value import OpOperand, OpResult
from sdyopt.mlir.declare.definition import ARGUMENT_ATTRIBUTES, RESULT_ATTRIBUTES
from sdyopt.mlir.releases import since
from sdyopt.passes.explicit_reshards.decisions import resharded
from sdyopt.passes.explicit_reshards.operations import SPECIAL, InsertionOperations, ReshardPlan, Uses
from sdyopt.rewriting.functions import callee_name
from sdyopt.rewriting.passes import FunctionPass, option, register_pass
from sdyopt.rewriting.reshards import reshard_operand, reshard_signature, use_instead
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.projections import Shardings
from sdyopt.sharding.rules import depends_on_signature, sharding_rule_of
from sdyopt.sharding.uses import FunctionShardings, fully_closed_on, has_unreduced_axes

# The shardings that data-flow operations and calls need of the values that flow into them.


def edge_targets(op: Operation) -> Iterator[tuple[OpOperand, Sharding | None]]:
    """Yields the uses of what flows into the edges of a data-flow operation: of all results, then of all arguments.

    With each comes the sharding that the operation has for it.
    """
    signature = op.signature
    manual_axes = signature.properties.get("manual_axes")
    for number, result in enumerate(op.results):
        sharding = result_sharding(signature, number)
        if sharding is not None and isinstance(manual_axes, ManualAxes):
            sharding = without_manual_axes(sharding, manual_axes)
        for use in edge_source_uses(result):
            yield use, sharding
    in_shardings = signature.properties.get("in_shardings")
    for argument in argument_owners(op):
        sharding = in_shardings.shardings[argument.index] if isinstance(in_shardings, ShardingPerValue) else None
        for use in edge_source_uses(argument):
            yield use, sharding


class CallTargets(Record):
    """The shardings that calls in a function need of their operands."""

    _function: Operation
    _meshes: Mapping[str, Mesh]
    _rewriter: Rewriter

    def _callee(self, call: Operation) -> Operation | None:
        function = self._rewriter.analysis_around(self._function, symbols).get(callee_name(call))
        return function if function is not None and function.signature.definition is FUNC else None

    def callees(self, ops: Iterable[Operation]) -> Iterator[Signature]:
        for op in ops:
            if op.signature.definition is CALL and (function := self._callee(op)) is not None:
                yield function.signature

    def of(self, call: Operation) -> Sequence[Sharding]:
        """Returns the sharding that each operand of a call needs; none at all if no value is sharded.

        Where the function has no shardings these are closed and without axes, on the mesh of the first operand that has
        one.
        """
        if (function := self._callee(call)) is None:
            return ()
        listed = self._rewriter.analysis_around(self._function, FunctionShardings).of_arguments(function)
        if listed is not None:
            return listed.shardings
        for operand in call.operands:
            sharding = sharding_of(operand)
            mesh = None if sharding is None else sharding_mesh(sharding, self._meshes)
            if sharding is not None and mesh is not None and not mesh.is_maximal:
                return [fully_closed_on(sharding.mesh, rank_of(each.type)) for each in call.operands]
        return ()


# Operations on single devices: their operands are resharded to the device, and their results from it.


class DevicePlacement:
    """Puts operations that have results on a single device between reshards, from and to the global mesh.

    That is the first mesh of the module that has axes; without one operations stay as they are.
    """

    def __init__(self, function: Operation, meshes: Mapping[str, Mesh], rewriter: Rewriter) -> None:
        self._meshes = meshes
        self._rewriter = rewriter
        global_mesh = rewriter.analysis_around(function, global_mesh_op)
        self._global_mesh = None if global_mesh is None else symbol_name(global_mesh)

    def check(self, function: Operation) -> None:
        """Raises CompilationError if an argument or result of the function is on a single device."""
        for kind, slots in (("argument", ARGUMENT_ATTRIBUTES), ("result", RESULT_ATTRIBUTES)):
            for number, sharding in enumerate(stored_shardings(function.signature, slots)):
                if device_of(sharding, self._meshes) is not None:
                    device = "single-device" if since("0.12.0.1") else "single-device (maximal)"
                    message = f"{kind} {number} cannot have a {device} sharding attribute"
                    fail(function, f"'func.func' op function {message}")

    def candidates(self, signatures: Collection[Signature]) -> set[Signature]:
        """Returns those signatures whose operations may have results on a single device."""
        found = {
            signature
            for signature in signatures
            if any(device_of(sharding, self._meshes) is not None for sharding, _, _ in shardings_in(signature))
        }
        barriers = {signature for signature in signatures if signature.definition is PROPAGATION_BARRIER}
        return found | barriers if found else found

    def place(self, op: Operation) -> bool:
        """Puts an operation between reshards, if any result is on a single device, and returns whether one is.

        Raises CompilationError if results are on different devices.
        """
        shardings = [sharding for result in op.results if (sharding := sharding_of(past_barriers(result))) is not None]
        on_device = [each for each in shardings if device_of(each, self._meshes) is not None]
        if not on_device:
            return False
        if len({device_of(each, self._meshes) for each in on_device}) > 1:
            fail(op, f"'{op.name}' op has conflicting single-device result shardings")
        if self._global_mesh is not None:
            place = on_device[-1].replace(dimensions=(), replicated=(), unreduced=())
            self._move_operands(op, place, self._global_mesh)
            self._move_results(op, place, self._global_mesh)
        return True

    def _move_operands(self, op: Operation, place: Sharding, global_mesh: str) -> None:
        for index, operand in enumerate(op.operands):
            if not isinstance(operand.type, RankedTensorType):
                continue
            everywhere = replicated_on(global_mesh, rank_of(operand.type))
            if (has := sharding_of(operand)) is not None and has.mesh is place.mesh:
                continue
            text = f"operand {resharded(has)}, a single device, for {{user}}"
            self._rewriter.tell("moved-to-device", text, op, value=operand, has=has, sharding=place, user=op)
            if has is not None and not (has.mesh is everywhere.mesh and not has.is_sharded):
                reshard_operand(op, index, everywhere, self._rewriter)
            reshard_operand(op, index, place, self._rewriter)

    def _move_results(self, op: Operation, place: Sharding, global_mesh: str) -> None:
        at = InsertionPoint.after_op(op)
        for result in op.results:
            if not isinstance(result.type, RankedTensorType):
                continue
            everywhere = replicated_on(global_mesh, rank_of(result.type))
            has = sharding_of(result)
            target = has if has is not None and device_of(has, self._meshes) is None else everywhere
            text = "{value} computed as {place}, on a single device, and resharded to {sharding}"
            self._rewriter.tell("moved-from-device", text, result, value=result, place=place, sharding=target)
            self._reshard(result, everywhere, target, at)
        for result in op.results:
            if isinstance(result.type, RankedTensorType):
                self._rewriter.set_sharding(result, place)

    def _reshard(self, result: OpResult, everywhere: Sharding, target: Sharding, at: InsertionPoint) -> None:
        """Reshards a result for all its uses, first to where it is replicated."""
        resharded = use_instead(result, reshard_signature(everywhere, result.type), at, self._rewriter)
        if target is not everywhere:
            use_instead(resharded, reshard_signature(target, result.type), at, self._rewriter)


def replicated_on(mesh: str, rank: int) -> Sharding:
    """Returns the closed sharding of that rank without axes, on the mesh of that name."""
    return fully_closed_on(SymbolRefAttr((mesh,)), rank)


@register_pass("sdy-insert-explicit-reshards")
class InsertExplicitReshards(FunctionPass):
    """Inserts reshards so that each operation can be partitioned as its operands and results are sharded.

    Unless the full version is enabled, only the operands of calls and the tensors of concatenations are resharded, and
    results of dot products where that makes an all-reduce a reduce-scatter. In both versions values with unreduced axes
    are summed where the axes end, and axes become unreduced where a sharding begins to have them. Since jaxlib
    0.11.2 the tensors of operations on single devices are resharded to and from these.
    """

    enable_full_version: bool = option(default=False, help="Makes every operation fit its sharding rule")
    mark_partial_result_with_unreduced_axes: bool = option(
        default=False, help="Results that are summed have unreduced axes before that", since="0.11.2"
    )

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        if not function.regions[0].blocks:
            return
        is_full, meshes = self.enable_full_version, rewriter.analysis_around(function, meshes_by_name)
        is_marking = is_full and self.mark_partial_result_with_unreduced_axes
        ops = list(walk_post(function))
        signatures = {op.signature for op in ops}
        calls, uses = CallTargets(function, meshes, rewriter), Uses(meshes, is_full, rewriter)
        has_unreduced = any(map(has_unreduced_axes, (*signatures, *calls.callees(ops))))
        operations = InsertionOperations(meshes, is_full, is_marking, uses, rewriter)
        devices, on_devices = DevicePlacement(function, meshes, rewriter), set[Signature]()
        if since("0.11.2"):
            devices.check(function)
            on_devices = devices.candidates(signatures)
        has_barriers = any(signature.definition is PROPAGATION_BARRIER for signature in signatures)
        without_plan: set[Signature] = set()
        plans: dict[Signature, dict[Shardings, ReshardPlan | None]] = {}
        for op in ops:
            signature = op.signature
            if signature in without_plan:
                continue
            if signature in plans:
                shardings = tuple(map(sharding_of, op.operands))
                if shardings in plans[signature]:
                    plan = plans[signature][shardings]
                    if plan is not None:
                        operations.apply(op, plan)
                    continue
            definition = signature.definition
            if "IsTerminator" in definition.traits or definition is FUNC:
                without_plan.add(signature)
                continue
            if definition in DATA_FLOW_OPS:
                if is_full or has_unreduced:
                    for use, target in edge_targets(op):
                        uses.change(use, target)
                continue
            if definition is CALL:
                for index, needed in enumerate(calls.of(op)):
                    uses.change(OpOperand(op, index), needed, with_reshards=True)
                continue
            if has_unreduced:
                if definition is RESHARD and uses.replace_reshard(op):
                    continue
                operations.reduce_operands(op)
            if signature in on_devices and devices.place(op):
                continue
            if not is_full and not has_unreduced and definition not in SPECIAL:
                sharding_rule_of(op, False, rewriter.unknown_ops)  # It warns of operations that it does not know.
                if signature not in on_devices:
                    without_plan.add(signature)
                continue
            shardings, plan = tuple(map(sharding_of, op.operands)), operations.plan(op)
            if (
                not has_barriers
                and not has_unreduced
                and (SHARDING_RULE in signature.attributes or depends_on_signature(signature.definition))
                and signature not in on_devices
            ):
                plans.setdefault(signature, {})[shardings] = plan
            if plan is not None:
                operations.apply(op, plan)
        self._change_returned(function, uses)

    def _change_returned(self, function: Operation, uses: Uses) -> None:
        """Gives what the function returns the shardings of its results.

        As in the reference, that is what the first block ends with; a branch may have more operands than there are
        results.
        """
        op = function.regions[0].blocks[0].terminator
        targets = stored_shardings(function.signature, RESULT_ATTRIBUTES)
        for index in range(len(op.operands)):
            target = targets[index] if index < len(targets) else None
            uses.change(OpOperand(op, index), target, InsertionPoint.before_op(op))
