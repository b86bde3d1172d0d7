"""Operations on single devices: their operands are resharded to the device, and their results from it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.ops import PROPAGATION_BARRIER
from sdyopt.dialects.sdy.shardings.data_flow import past_barriers
from sdyopt.dialects.sdy.shardings.mesh_symbols import global_mesh_op, sharding_mesh
from sdyopt.dialects.sdy.shardings.slots import rank_of, sharding_of, shardings_in, stored_shardings
from sdyopt.dialects.stablehlo.types import TokenType
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.types import RankedTensorType
from sdyopt.ir.value import OpResult
from sdyopt.mlir.declare.sharding_slots import ARGUMENT_ATTRIBUTES, RESULT_ATTRIBUTES
from sdyopt.passes.explicit_reshards.decisions import moved_from_device, moved_to_device
from sdyopt.passes.explicit_reshards.insertions import reshard_operand, use_instead
from sdyopt.passes.explicit_reshards.signatures import reshard_signature
from sdyopt.passes.explicit_reshards.uses import fail
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.function_shardings import fully_closed_on


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
                if self._is_on_device(sharding):
                    message = f"{kind} {number} cannot have a single-device (maximal) sharding attribute"
                    fail(function, f"'func.func' op function {message}")

    def candidates(self, signatures: Collection[Signature]) -> set[Signature]:
        """Returns those signatures whose operations may have results on a single device."""
        found = {
            signature
            for signature in signatures
            if any(self._is_on_device(sharding) for sharding, _, _ in shardings_in(signature))
        }
        barriers = {signature for signature in signatures if signature.definition is PROPAGATION_BARRIER}
        return found | barriers if found else found

    def place(self, op: Operation) -> bool:
        """Puts an operation between reshards, if any result is on a single device, and returns whether one is.

        Raises CompilationError if results are on different devices.
        """
        on_device = list(self._on_device(op))
        if not on_device:
            return False
        if len({mesh.device_ids for _, mesh in on_device}) > 1:
            fail(op, f"'{op.name}' op has conflicting single-device result shardings")
        if self._global_mesh is not None:
            place = on_device[-1][0].replace(dimensions=(), replicated=(), unreduced=())
            self._move_operands(op, place, self._global_mesh)
            self._move_results(op, place, self._global_mesh)
        return True

    def _on_device(self, op: Operation) -> Iterator[tuple[Sharding, Mesh]]:
        """Yields the shardings of the results that are on a single device."""
        for result in op.results:
            sharding = sharding_of(past_barriers(result))
            mesh = None if sharding is None else sharding_mesh(sharding, self._meshes)
            if sharding is not None and mesh is not None and mesh.is_maximal:
                yield sharding, mesh

    def _is_on_device(self, sharding: Sharding | None) -> bool:
        mesh = None if sharding is None else sharding_mesh(sharding, self._meshes)
        return mesh is not None and mesh.is_maximal

    def _move_operands(self, op: Operation, place: Sharding, global_mesh: str) -> None:
        for index, operand in enumerate(op.operands):
            if not isinstance(operand.type, RankedTensorType):
                continue
            everywhere = replicated_on(global_mesh, rank_of(operand.type))
            has = sharding_of(operand)
            if has is not None and has.mesh is place.mesh:
                continue
            self._rewriter.report(moved_to_device, op, operand, has, place)
            if has is not None and not (has.mesh is everywhere.mesh and is_replicated(has)):
                reshard_operand(op, index, everywhere, self._rewriter)
            reshard_operand(op, index, place, self._rewriter)

    def _move_results(self, op: Operation, place: Sharding, global_mesh: str) -> None:
        at = InsertionPoint.after_op(op)
        for result in op.results:
            if not isinstance(result.type, RankedTensorType):
                continue
            everywhere = replicated_on(global_mesh, rank_of(result.type))
            has = sharding_of(result)
            target = everywhere if has is None or self._is_on_device(has) else has
            self._rewriter.report(moved_from_device, result, place, target)
            self._reshard(result, everywhere, target, at)
        for result in op.results:
            if isinstance(result.type, RankedTensorType):
                self._rewriter.set_sharding(result, place)
            elif isinstance(result.type, TokenType):
                self._rewriter.set_sharding(result, replicated_on(global_mesh, 0))

    def _reshard(self, result: OpResult, everywhere: Sharding, target: Sharding, at: InsertionPoint) -> None:
        """Reshards a result for all its uses, first to where it is replicated."""
        resharded = use_instead(result, reshard_signature(everywhere, result.type), at, self._rewriter)
        if target is not everywhere:
            use_instead(resharded, reshard_signature(target, result.type), at, self._rewriter)


def replicated_on(mesh: str, rank: int) -> Sharding:
    """Returns the closed sharding of that rank without axes, on the mesh of that name."""
    return fully_closed_on(SymbolRefAttr((mesh,)), rank)


def is_replicated(sharding: Sharding) -> bool:
    """Whether no dimension has axes."""
    return not any(dimension.axes for dimension in sharding.dimensions)
