"""Reshapes of sharded tensors: devices exchange the elements that move, or the tensors are resharded."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.printing import axes_text
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC
from sdyopt.passes.explicit_reshards.choose.tensors import is_sharded
from sdyopt.passes.explicit_reshards.signatures import reshard_signature
from sdyopt.passes.local_program.errors import fail
from sdyopt.passes.permutation_factors import tensor_ops
from sdyopt.passes.permutation_factors.decisions import ReshapeExchanged, ReshapeResharded
from sdyopt.passes.permutation_factors.exchange.reshapes import (
    DifferentAxes,
    Replication,
    SplitExchange,
    resolved_reshape,
)
from sdyopt.passes.permutation_factors.exchanges import Communication, Exchange
from sdyopt.passes.permutation_factors.meshes import Meshes
from sdyopt.passes.local_program.emission import tensor_type
from sdyopt.rewriting.rewriter import Rewriter


class Reshapes(NamedTuple):
    """Computes reshapes in manual computations, if they `may_exchange` elements, or between reshards."""

    meshes: Meshes
    communication: Communication
    may_exchange: bool
    rewriter: Rewriter

    def resolve(self, op: Operation) -> None:
        """Changes a reshape unless it leaves every element on its device.

        Raises CompilationError if only one of its tensors is sharded, or they have different axes.
        """
        sharding, result_sharding = sharding_of(op.operands[0]), sharding_of(op.results[0])
        if sharding is None or result_sharding is None:
            present = sharding or result_sharding
            if present is not None and is_sharded(present):
                kind = "result" if sharding is None else "operand"
                fail(op, f"is sharded at its {kind} only: reshards have to be inserted first")
            return
        mesh = self.meshes.of(sharding)
        shape, result_shape = tensor_type(op.operands[0]).shape, tensor_type(op.results[0]).shape
        ranks = sharding.rank, result_sharding.rank
        if mesh is None or DYNAMIC in (*shape, *result_shape) or ranks != (len(shape), len(result_shape)):
            return
        found = resolved_reshape(sharding, shape, result_sharding, result_shape, mesh, self.may_exchange)
        match found:
            case DifferentAxes(axes, result_axes):
                lists = f"{axes_text(axes)} and {axes_text(result_axes)}"
                fail(op, f"has an operand and a result that are sharded along different axes: {lists}")
            case SplitExchange():
                self.rewriter.report(ReshapeExchanged, op, found)
                self._exchange(op, mesh, found)
            case Replication():
                self.rewriter.report(ReshapeResharded, op, found)
                self._reshard(op, mesh, found, result_sharding)

    def _exchange(self, op: Operation, mesh: Mesh, found: SplitExchange) -> None:
        exchange, frame = Exchange(op, mesh, self.communication, self.rewriter), found.frame
        zero = exchange.zero()
        padded = exchange.padded(op.operands[0], frame.padded, frame.sharding)
        body = exchange.computation(frame, [padded, zero])
        for halo in found.halos:
            body.exchange(halo)
        type = tensor_type(body.value)
        reshape = tensor_ops.reshape(type, frame.result_local, frame.result_local_sharding)
        body.value = body.emitter.emit(reshape, [body.value])
        exchange.replace(body.finish(), frame.result_sharding)

    def _reshard(self, op: Operation, mesh: Mesh, found: Replication, result_sharding: Sharding) -> None:
        exchange, operand = Exchange(op, mesh, self.communication, self.rewriter), op.operands[0]
        value = exchange.emit(reshard_signature(found.sharding, operand.type), [operand])
        self.rewriter.renames(value, operand)
        shape = tensor_type(op.results[0]).shape
        value = exchange.emit(tensor_ops.reshape(tensor_type(operand), shape, found.result_sharding), [value])
        value = exchange.emit(reshard_signature(result_sharding, value.type), [value])
        exchange.replace(value, result_sharding)
