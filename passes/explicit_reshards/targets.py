"""The shardings that data-flow operations and calls need of the values that flow into them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.shardings.data_flow import argument_owners, edge_source_uses
from sdyopt.dialects.sdy.shardings.manual_axes import without_manual_axes
from sdyopt.dialects.sdy.shardings.mesh_symbols import sharding_mesh
from sdyopt.dialects.sdy.shardings.slots import rank_of, result_sharding, sharding_of
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbols
from sdyopt.ir.value import OpOperand
from sdyopt.rewriting.functions.call_graph import callee_name
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.function_shardings import FunctionShardings, fully_closed_on


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


class CallTargets:
    """The shardings that calls in a function need of their operands."""

    def __init__(self, function: Operation, meshes: Mapping[str, Mesh], rewriter: Rewriter) -> None:
        self._function = function
        self._meshes = meshes
        self._rewriter = rewriter

    def _callee(self, call: Operation) -> Operation | None:
        function = self._rewriter.analysis_around(self._function, symbols).get(callee_name(call))
        return function if function is not None and function.signature.definition is FUNC else None

    def callees(self, ops: Iterable[Operation]) -> Iterator[Signature]:
        """Yields the signatures of the functions that are called by `ops`."""
        for op in ops:
            if op.signature.definition is CALL:
                function = self._callee(op)
                if function is not None:
                    yield function.signature

    def of(self, call: Operation) -> Sequence[Sharding]:
        """Returns the sharding that each operand of a call needs; none at all if no value is sharded.

        Where the function has no shardings these are closed and without axes, on the mesh of the first operand that has
        one.
        """
        function = self._callee(call)
        if function is None:
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
