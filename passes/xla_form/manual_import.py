"""-xla-sdy-round-trip-shard-map-import."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sdyopt.dialects.func.ops import CALL
from sdyopt.dialects.sdy.attributes import ORIGINAL_FUNC_NAME, ManualAxes, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, RETURN
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import StringAttr, SymbolRefAttr
from sdyopt.ir.clone import clone
from sdyopt.ir.collecting import Listing, collect_kind
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.symbols import SymbolTable, symbol_name, symbols
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.passes.xla_form.attributes import named_shardings, parsed
from sdyopt.rewriting.functions import CallGraph, callee_name
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.gspmd import (
    BODY,
    BORDERS,
    CONSTRAINT,
    GLOBAL_TO_LOCAL,
    GSPMD_SHARDING,
    IN_SHARDINGS,
    LOCAL_TO_GLOBAL,
    MANUAL_AXES,
    OUT_SHARDINGS,
    target,
    texts_of,
)


@register_pass("xla-sdy-round-trip-shard-map-import")
class ShardMapImport(Pass):
    """Makes manual computations of calls of their bodies.

    `@xla.sdy.GlobalToLocalShape` before such a call has the shardings of operands and the manual axes, and
    `@xla.sdy.LocalToGlobalShape` after it the shardings of results. The function, whose name contains
    `xla.sdy.manual_computation_body`, becomes the body. Calls of other functions in bodies get copies of these.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        _copy_callees(module, rewriter)
        for function in CallGraph(Listing(module)).callers_first():
            pending = [function] if function.parent is not None else []
            while pending:
                for call in [op for op in collect_kind(pending.pop(), CALL) if BODY in callee_name(op)]:
                    pending += _import_body(module, call, rewriter)
        for op in [op for op in module.walk() if target(op) in BORDERS]:
            if not any(result.is_used for result in op.results):
                rewriter.erase(op)


def manual_computation_imported(op: Operation, name: str, axes: tuple[str, ...]) -> Explanation:
    """The call of a body becomes a manual computation."""
    return explained("manual-computation-imported", "@{name} is manual along {axes}", op, name=name, axes=axes)


def _copy_callees(module: Operation, rewriter: Rewriter) -> None:
    """Gives each call in the body of a manual computation a function of its own."""
    table = SymbolTable(module)
    for function in list(symbols(module).values()):
        for call in collect_kind(function, CALL) if BODY in (symbol_name(function) or "") else ():
            callee = table.lookup(callee_name(call))
            if callee is None or BODY in callee_name(call):
                continue
            copy = clone(callee, {})
            copy.signature = copy.signature.with_attributes(
                copy.attributes.with_entry(ORIGINAL_FUNC_NAME, StringAttr(callee_name(call)))
            )
            name = rewriter.insert_symbol(table, copy)
            rewriter.set_property(call, "callee", SymbolRefAttr((name,)))


def _import_body(module: Operation, call: Operation, rewriter: Rewriter) -> list[Operation]:
    """Makes a manual computation of a call, and returns it; none if nothing uses the results.

    Raises CompilationError if one of its parts is missing.
    """
    name = callee_name(call)
    function = symbols(module).get(name)
    calls = Counter(callee_name(op) for op in collect_kind(module, CALL))
    if function is None or calls[name] != 1 or len(function.regions[0].blocks) != 1:
        raise _error(
            "expected a unique FuncOp per @xla.sdy.manual_computation_body call. Were functions maybe somehow "
            "shared/de-duped between two ManualComputations?",
            call,
        )
    before = next((op for value in call.operands if (op := _maker(value)) and target(op) == GLOBAL_TO_LOCAL), None)
    if call.operands and before is None:
        message = f"expected at least one operand of @{name} to be produced by a {GLOBAL_TO_LOCAL} CustomCallOp"
        raise _error(message, call)
    if call.results and not any(result.is_used for result in call.results):
        rewriter.erase(call)
        rewriter.erase(function)
        return []
    users = [use.owner for result in call.results for use in result.uses]
    after = next((user for user in users if target(user) == LOCAL_TO_GLOBAL), None)
    if call.results and (after is None or any(user is not after for user in users)):
        raise _error(f"expected the first use of @{name} to be by a {LOCAL_TO_GLOBAL} CustomCallOp", call)
    operands, ins = _inputs(before)
    axes = _manual_axes(before or after, call)
    properties: dict[str, Attribute] = {
        "in_shardings": ShardingPerValue(tuple(ins)),
        "out_shardings": ShardingPerValue(tuple(_at_border(after, OUT_SHARDINGS))),
        "manual_axes": ManualAxes(axes),
    }
    _take_inputs(call, before, function, rewriter)
    last = function.regions[0].block.last
    assert last is not None
    returned: dict[Value, Value] = dict(zip(call.results, last.operands, strict=True))
    results = [] if after is None else [returned[value] for value in after.operands]
    rewriter.create_before(last, RETURN, results, location=last.location)
    rewriter.erase(last)
    made = rewriter.create_before(
        call,
        MANUAL_COMPUTATION,
        operands,
        [] if after is None else [result.type for result in after.results],
        properties,
        regions=[rewriter.take_region(function)],
        location=call.location,
    )
    if after is not None:
        for new, old in zip(made.results, after.results, strict=True):
            rewriter.renames(new, old)
        rewriter.replace(after, made.results)
    rewriter.erase(call)
    if before is not None and not any(result.is_used for result in before.results):
        makers = [_maker(value) for value in before.operands]
        rewriter.erase(before)
        for maker in dict.fromkeys(makers):
            if maker is not None and _is_input(maker) and not maker.result.is_used:
                rewriter.erase(maker)
    rewriter.erase(function)
    rewriter.report(manual_computation_imported, made, name, axes)
    return [made]


def _inputs(before: Operation | None) -> tuple[Sequence[Value], Sequence[Sharding]]:
    """Returns the operands of a manual computation, and their shardings.

    In the second form a `@Sharding` before the border has the sharding of an operand.
    """
    if before is None:
        return (), ()
    if IN_SHARDINGS in texts_of(before):
        return before.operands, _at_border(before, IN_SHARDINGS)
    operands, shardings = [], []
    for maker in [_maker(value) for value in before.operands]:
        given = maker.attributes.get(SHARDING) if maker is not None and _is_input(maker) else None
        if maker is None or not isinstance(given, ShardingPerValue):
            raise _error("expected each operand to be produced by a Sharding CustomCallOp", before)
        operands.append(maker.operands[0])
        shardings.append(given.shardings[0])
    return operands, shardings


def _is_input(op: Operation) -> bool:
    return target(op) == CONSTRAINT and len(op.operands) == 1


def _at_border(border: Operation | None, name: str) -> Sequence[Sharding]:
    """Returns the shardings that a border lists; none without one."""
    if border is None:
        return ()
    found = parsed(texts_of(border), name, ShardingPerValue)
    if found is not None:
        return found.shardings
    named = named_shardings(border.attributes.get(GSPMD_SHARDING))
    if named is None or None in named or len(named) != len(border.results):
        raise _error(f"expected CustomCallOp with {name}", border)
    ranks = [len(getattr(result.type, "shape", ())) for result in border.results]
    return [each.sharding(rank) for each, rank in zip(named, ranks, strict=True) if each is not None]


def _manual_axes(border: Operation | None, call: Operation) -> tuple[str, ...]:
    """Returns the manual axes that a border names, without those of the computation around."""
    if border is None:
        return ()
    found = parsed(texts_of(border), MANUAL_AXES, ManualAxes)
    if found is not None:
        return found.axes
    # In the second form what is local says it: the results of the first border, those of the call for the second.
    local = border if target(border) == GLOBAL_TO_LOCAL else call
    named = [each for each in named_shardings(local.attributes.get(GSPMD_SHARDING)) or () if each is not None]
    around: set[str] = set()
    parent = call.parent_op
    while parent is not None:
        axes = parent.properties.get("manual_axes")
        around.update(axes.axes if isinstance(axes, ManualAxes) else ())
        parent = parent.parent_op
    return tuple([axis for axis in (named[0].manual if named else ()) if axis not in around])


def _take_inputs(call: Operation, before: Operation | None, function: Operation, rewriter: Rewriter) -> None:
    """Makes the arguments of the body those of the results of the border; constants are copied into it."""
    block = function.regions[0].block
    given = () if before is None else before.results
    if tuple(call.operands) == tuple(given):
        return
    arguments = list(block.arguments)
    inside = {result: block.add_argument(result.type, call.location) for result in given}
    for argument, value in zip(arguments, call.operands, strict=True):
        maker = _maker(value)
        if isinstance(value, OpResult) and value in inside:
            rewriter.replace_uses(argument, inside[value])
        elif maker is not None and not maker.operands and not maker.regions:
            copy = rewriter.clone(maker, {}, InsertionPoint.start_of(block))
            rewriter.replace_uses(argument, copy.results[maker.results.index(value)])
        else:
            raise _error(f"an operand of @{callee_name(call)} is not one of {GLOBAL_TO_LOCAL}", call)
    for argument in reversed(arguments):
        rewriter.erase_block_argument(argument)


def _maker(value: Value) -> Operation | None:
    return value.owner if isinstance(value, OpResult) else None


def _error(message: str, op: Operation) -> CompilationError:
    failed = f"failed to legalize operation '{op.name}'"
    return CompilationError([Diagnostic("error", message, op.location), Diagnostic("error", failed, op.location)])
