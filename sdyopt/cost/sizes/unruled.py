"""Operations without a sharding rule at which shardings end, though they might have passed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.cost.origins.sources import Frames, frames_at
from sdyopt.cost.program.expansion import is_expanded
from sdyopt.cost.program.stages import Program, Stage
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.dialects.chlo.ops import ERF
from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.dialects.sdy.shardings.axes import overlaps_any
from sdyopt.dialects.sdy.shardings.data_flow import DATA_FLOW_OPS
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.types import ShapedType
from sdyopt.ir.value import Value
from sdyopt.sharding.rules import sharding_rule_of

_OF_PROGRAMS = ("sdy.", "func.", "builtin.")
"""Dialects whose operations pass shardings on in ways of their own."""


class Unruled(NamedTuple):
    """An operation without a sharding rule that has axes on one side only: on operands, or on results."""

    operation: str
    """`chlo.erf`; of a custom call with its target, `stablehlo.custom_call @target`."""
    function: str
    source: Frames
    axes: tuple[AxisRef, ...]
    """Those that do not pass, in the order in which operands and then results have them."""
    bytes: int | None
    """What a device holds of the operands or results that have none of these axes; None if that is not known."""
    also_in_xla: bool
    """Whether XLA is known to have no rule either, so that shardings end there, too."""


def unruled_ops(program: Program, sizes: LocalSizes) -> Iterator[Unruled]:
    """Yields the operations of a propagated program at which shardings end, in the order of the text."""
    if program.stage is not Stage.PROPAGATED:
        return
    for op in ops_without_rule(program.operation):
        operands, results = _tensors(op.operands), _tensors(op.results)
        before, after = _axes(operands), _axes(results)
        lost = [axis for axis in before if not overlaps_any(axis, after)]
        gained = [axis for axis in after if not overlaps_any(axis, before)]
        if not lost and not gained:
            continue
        whole = [*(results if lost else ()), *(operands if gained else ())]
        held = [sizes.of_value(value).bytes for value in whole]
        known = [size for size in held if size is not None]
        function = program.enclosing_scope.function(op)
        at = program.inlined_at(op.results[0])
        name = "" if function is None else symbol_name(function) or ""
        yield Unruled(
            operation=name_with_target(op),
            function=name if at is None else at.function,
            source=frames_at(op.location, program.source),
            axes=(*lost, *gained),
            bytes=sum(known) if len(known) == len(held) else None,
            also_in_xla=op.signature.definition is ERF,
        )


def ops_without_rule(root: Operation) -> Iterator[Operation]:
    """Yields the operations from tensors to tensors that have no sharding rule, in the order of the text."""
    for op in root.walk():
        if _tensors(op.operands) and _tensors(op.results) and lacks_rule(op):
            yield op


def lacks_rule(op: Operation) -> bool:
    """Whether propagation has no sharding rule for an operation, nor any other way to pass shardings on."""
    definition = op.signature.definition
    if definition in DATA_FLOW_OPS or "IsTerminator" in definition.traits or op.name.startswith(_OF_PROGRAMS):
        return False
    return not is_expanded(op) and sharding_rule_of(op) is None


def _tensors(values: Sequence[Value]) -> list[Value]:
    """Returns the tensors with dimensions among `values`, each once."""
    return list(
        dict.fromkeys(value for value in values if isinstance(value.type, ShapedType) and value.type.dimensions)
    )


def _axes(values: Sequence[Value]) -> list[AxisRef]:
    """Returns the axes that dimensions of `values` have."""
    shardings = [sharding for sharding in map(sharding_of, values) if sharding is not None]
    return list(dict.fromkeys(axis for each in shardings for dimension in each.dimensions for axis in dimension.axes))


def name_with_target(op: Operation) -> str:
    """Returns the name of an operation, of a custom call with its target: `stablehlo.custom_call @target`."""
    target = op.properties.get("call_target_name")
    return op.name if target is None else f"{op.name} @{getattr(target, 'value', target)}"
