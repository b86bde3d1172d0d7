"""-sdy-insert-explicit-reshards."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto
from functools import cache
from typing import cast

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.ops import RESHARD
from sdyopt.dialects.sdy.revision import revision
from sdyopt.dialects.sdy.shardings.data_flow import DATA_FLOW_OPS
from sdyopt.dialects.sdy.shardings.mesh_symbols import meshes_by_name
from sdyopt.dialects.sdy.shardings.slots import shardings_in, stored_shardings
from sdyopt.ir.collecting import collect_post
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import OpOperand
from sdyopt.mlir.declare.sharding_slots import RESULT_ATTRIBUTES
from sdyopt.passes.explicit_reshards.operations import InsertionOperations
from sdyopt.passes.explicit_reshards.single_devices import DevicePlacement
from sdyopt.passes.explicit_reshards.targets import CallTargets, edge_targets
from sdyopt.passes.explicit_reshards.uses import Uses
from sdyopt.rewriting.passes import FunctionPass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-insert-explicit-reshards")
class InsertExplicitReshards(FunctionPass):
    """Inserts reshards so that each operation can be partitioned as its operands and results are sharded.

    Unless the full version is enabled, only the operands of calls and the tensors of concatenations are resharded, and
    results of dot products where that makes an all-reduce a reduce-scatter. In both versions values with unreduced axes
    are summed where the axes end, and axes become unreduced where a sharding begins to have them. With -shardy=2026-08
    the tensors of operations on single devices are resharded to and from these.
    """

    enable_full_version: bool = option(default=False, help="Makes every operation fit its sharding rule")

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        if not function.regions[0].blocks:
            return
        is_full, meshes = self.enable_full_version, rewriter.analysis_around(function, meshes_by_name)
        ops = collect_post(function, lambda _: True)
        kinds = {signature: kind_of(signature.definition) for signature in {op.signature for op in ops}}
        calls = CallTargets(function, meshes, rewriter)
        called = calls.callees(ops) if OperationKind.CALL in kinds.values() else ()
        has_unreduced = any_unreduced(kinds) or any_unreduced(called)
        uses = Uses(meshes, is_full, rewriter)
        operations = InsertionOperations(function, meshes, is_full, has_unreduced, uses, rewriter)
        devices, on_devices = DevicePlacement(function, meshes, rewriter), set[Signature]()
        if revision().reshards_single_devices:
            devices.check(function)
            on_devices = devices.candidates(kinds)

        def place(op: Operation) -> bool:
            if op.signature not in on_devices:
                return False
            operations.reduce_operands(op)
            return devices.place(op)

        def visit(op: Operation) -> None:
            match kinds[op.signature]:
                case OperationKind.DATA_FLOW if is_full or has_unreduced:
                    for use, target in edge_targets(op):
                        uses.change(use, target)
                case OperationKind.CALL:
                    for index, target in enumerate(calls.of(op)):
                        uses.change(OpOperand(op, index), target, with_reshards=True)
                case OperationKind.RESHARD if has_unreduced and uses.replace_reshard(op):
                    pass
                case OperationKind.RESHARD | OperationKind.OTHER if not place(op):
                    operations.change(op)

        special = {signature for signature, kind in kinds.items() if kind is not OperationKind.OTHER} | on_devices
        operations.change_all(ops, special, visit)
        self._change_returned(function, uses)

    def _change_returned(self, function: Operation, uses: Uses) -> None:
        """Gives what the function returns the shardings of its results.

        As in the reference, that is what the first block ends with; a branch may have more operands than there are
        results.
        """
        op = cast(Operation, function.regions[0].blocks[0].last)
        targets = stored_shardings(function.signature, RESULT_ATTRIBUTES)
        for index in range(len(op.operands)):
            target = targets[index] if index < len(targets) else None
            uses.change(OpOperand(op, index), target, InsertionPoint.before_op(op))


class OperationKind(Enum):
    """What kind of operation an operation is to this pass."""

    UNCHANGED = auto()
    DATA_FLOW = auto()
    CALL = auto()
    RESHARD = auto()
    OTHER = auto()


@cache
def kind_of(definition: OpDefinition) -> OperationKind:
    """Returns the kind of the operations of a definition."""
    if definition is FUNC or "IsTerminator" in definition.traits:
        return OperationKind.UNCHANGED
    if definition in DATA_FLOW_OPS:
        return OperationKind.DATA_FLOW
    if definition is CALL:
        return OperationKind.CALL
    return OperationKind.RESHARD if definition is RESHARD else OperationKind.OTHER


def any_unreduced(signatures: Iterable[Signature]) -> bool:
    """Whether any of the shardings that operations with these signatures have has unreduced axes."""
    return any(has_unreduced(signature) for signature in signatures)


@remembered
def has_unreduced(signature: Signature) -> bool:
    """Whether any sharding of operations with that signature has unreduced axes."""
    return any(sharding.unreduced for sharding, _, _ in shardings_in(signature))
