"""-sdy-insert-explicit-reshards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from sdyopt.dialects.func.ops import CALL, RETURN
from sdyopt.dialects.sdy.ops import RESHARD
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.value import OpOperand
from sdyopt.rewriting.explicit_reshards.operations import Operations
from sdyopt.rewriting.explicit_reshards.targets import CallTargets, edge_targets
from sdyopt.rewriting.explicit_reshards.uses import Uses
from sdyopt.rewriting.passes import FunctionPass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.data_flow import DATA_FLOW_OPS
from sdyopt.sharding.mesh_symbols import meshes_by_name
from sdyopt.sharding.slots import function_result_sharding


@register_pass("sdy-insert-explicit-reshards")
@dataclass(frozen=True)
class InsertExplicitReshards(FunctionPass):
    """Inserts reshards so that each operation can be partitioned as its operands and results are sharded.

    Unless the full version is enabled, only the operands of calls and the tensors of concatenations are resharded, and
    results of dot products where that makes an all-reduce a reduce-scatter. In both versions values with unreduced axes
    are summed where the axes end, and axes become unreduced where a sharding begins to have them.
    """

    enable_full_version: bool = option(False, "Makes every operation fit its sharding rule")

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        if not function.regions[0].blocks:
            return
        module = cast(Operation, function.parent_op)
        meshes = meshes_by_name(module)
        uses = Uses(meshes, self.enable_full_version, rewriter)
        operations = Operations(meshes, self.enable_full_version, uses, rewriter)
        calls = CallTargets(module, meshes)
        for op in list(walk_post(function)):
            definition = op.signature.definition
            if op is function or "IsTerminator" in definition.traits:
                continue
            if definition in DATA_FLOW_OPS:
                for use, target in edge_targets(op):
                    uses.change(use, target)
            elif definition is CALL:
                for index, target in enumerate(calls.of(op)):
                    uses.change(OpOperand(op, index), target, with_reshards=True)
            elif definition is not RESHARD or not uses.replace_reshard(op):
                operations.change(op)
        self._change_returned(function, uses)

    def _change_returned(self, function: Operation, uses: Uses) -> None:
        """Gives what the function returns the shardings of its results."""
        op = cast(Operation, function.regions[0].blocks[0].last)
        if op.signature.definition is RETURN:
            for index in range(len(op.operands)):
                target = function_result_sharding(function, index)
                uses.change(OpOperand(op, index), target, InsertionPoint.before_op(op))
