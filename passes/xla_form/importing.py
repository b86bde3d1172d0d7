"""Shardings, operations and manual computations of SDY in a program that XLA has made of HLO."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, TypeVar

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import (
    ORIGINAL_FUNC_NAME,
    SHARDING_RULE,
    DimensionSharding,
    ManualAxes,
    Mesh,
    OpShardingRule,
    Sharding,
    ShardingPerValue,
)
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, PROPAGATION_BARRIER, RETURN, SHARDING_CONSTRAINT, SHARDING_GROUP
from sdyopt.dialects.sdy.shardings.slots import function_result_slot, function_type, new_mesh_op, rank_of
from sdyopt.dialects.sdy.verification.shardings import manual_axes_around
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import DictionaryAttr, IntegerAttr, StringAttr, SymbolRefAttr
from sdyopt.ir.clone import clone
from sdyopt.ir.collecting import Listing, collect_kind
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.symbols import SymbolTable, symbol_name, symbols
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, failure
from sdyopt.mlir.read.parser import parse_attribute
from sdyopt.rewriting.functions import CallGraph, callee_name, change_value_attributes
from sdyopt.rewriting.passes import FunctionPass, Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding import gspmd as form
from sdyopt.sharding.gspmd import (
    BODY,
    BORDERS,
    CONSTRAINT,
    FRONTEND_ATTRIBUTES,
    GLOBAL_TO_LOCAL,
    GSPMD_SHARDING,
    IN_SHARDINGS,
    LOCAL_TO_GLOBAL,
    MANUAL_AXES,
    OUT_SHARDINGS,
    XLA_MESHES,
    open_dimensions,
    set_texts,
    target,
    texts_of,
)
from sdyopt.sharding.gspmd.texts import NamedSharding, read_named

A = TypeVar("A", bound=Attribute)

_TUPLE_ARGUMENTS, _TUPLE_RESULTS = "xla.sdy.tuple_args_shardings", "xla.sdy.tuple_results_shardings"


def parsed(texts: DictionaryAttr, name: str, kind: type[A]) -> A | None:
    """Returns the attribute that a frontend attribute is the text of; None if it is no text of that kind."""
    if not isinstance(text := texts.get(name), StringAttr):
        return None
    try:
        found = parse_attribute(text.value, REGISTRY)
    except CompilationError:
        return None
    return found if isinstance(found, kind) else None


# -xla-sdy-round-trip-import-shardy-attrs.


@register_pass("xla-sdy-round-trip-import-shardy-attrs")
class ImportShardyAttrs(Pass):
    """Makes shardings of SDY out of the texts in frontend attributes, and drops GSPMD's.

    Meshes come from `xla.sdy.meshes`, shardings of arguments, and of custom calls that keep theirs, from
    `xla.sdy.sharding`, rules from `xla.sdy.sharding_rule`. A custom call `@xla.sdy.FuncResultSharding` gives a result
    of the function its sharding, and other users of the value a constraint with open dimensions. Texts of another kind
    are left where they are.

    In `-xla-sdy-round-trip-import-pipeline=enable-hlo-sharding-v3` shardings are read from `mhlo.sharding`, which names
    the mesh and the axes then.
    """

    class_name: ClassVar[str] = "xla::sdy::(anonymous namespace)::SdyRoundTripImportShardyAttrsPass"

    enable_hlo_sharding_v3: bool = False
    """Whether texts name the mesh and its axes; only pipelines say so."""

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        is_named = self.enable_hlo_sharding_v3
        if not is_named:
            _read_module(module, rewriter)
        for function in [op for op in module.regions[0].block.ops if op.signature.definition is FUNC]:
            change_value_attributes(function, _named_entry if is_named else _entry, rewriter)
            for op in list(walk_post(function)):
                if op is not function:
                    _read_operation(op, is_named, rewriter)


_FEEDS = "infeed", "outfeed"


def _read_operation(op: Operation, is_named: bool, rewriter: Rewriter) -> None:
    """Reads the attributes of an operation; the text of HLO goes, unless it is of a manual computation."""
    name, texts = target(op), texts_of(op)
    shardings = None
    if form.keeps_sharding(op):
        shardings = parsed(texts, form.SHARDING, ShardingPerValue)
        if is_named:
            shardings = _named(op.attributes.get(GSPMD_SHARDING), [result.type for result in op.results])
    is_border = name in BORDERS or (op.definition is CALL and BODY in callee_name(op))
    if not (is_named and is_border) and name not in _FEEDS and op.name.removeprefix("stablehlo.") not in _FEEDS:
        rewriter.remove_attribute(op, GSPMD_SHARDING)
    if (rule := parsed(texts, form.RULE, OpShardingRule)) is not None:
        rewriter.set_attribute(op, SHARDING_RULE, rule)
        texts = texts.without(form.RULE)
    if name == form.FUNC_RESULT:
        _read_result(op, parsed(texts, form.SHARDING, ShardingPerValue), rewriter)
        return
    if shardings is not None:
        rewriter.set_attribute(op, SHARDING, shardings)
    set_texts(op, texts.without(form.SHARDING), rewriter)


def _read_result(op: Operation, shardings: ShardingPerValue | None, rewriter: Rewriter) -> None:
    """Gives results of the function their sharding; other users of the value get a constraint that is open."""
    if shardings is None or not shardings.shardings:
        return
    sharding = shardings.shardings[0]
    sources: list[Value] = [op.results[0]]
    combined = _combined(op)
    if combined is not None:
        rewriter.set_attribute(combined, SHARDING, ShardingPerValue((sharding,)))
        sources = list(combined.results)
    elif not any(result.is_used for result in op.results) and isinstance(op.operands[0], OpResult):
        sources = [op.operands[0]]
    uses = [(use.owner, use.index) for source in sources for use in source.uses]
    for user, index in uses:
        if user.name == "func.return" and user.parent_op is not None:
            function_result_slot(user.parent_op, index).set(sharding)
            rewriter.has_changed = True
            rewriter.tell(
                "result-sharding-read",
                "result {number} has {sharding}, from @xla.sdy.FuncResultSharding",
                user.parent_op,
                number=index,
                sharding=sharding,
            )
    if combined is None and any(user.name != "func.return" and user is not op for user, _ in uses):
        constrain(op, opened(sharding), rewriter)
    else:
        rewriter.replace(op, op.operands)


def _combined(op: Operation) -> Operation | None:
    """Returns the `@X64Combine` that uses both results of an operation, and nothing else does; None without one."""
    if len(op.results) != 2:
        return None
    users = {user for result in op.results for user in result.users}
    user = users.pop() if len(users) == 1 else None
    is_used_once = all(result.has_one_use for result in op.results)
    return user if user is not None and is_used_once and target(user) == "X64Combine" else None


def opened(sharding: Sharding, is_open: Callable[[int], bool] = lambda _: True) -> Sharding:
    """Returns a sharding whose dimensions, or those for which `is_open` holds, are open."""
    dimensions = [
        DimensionSharding(each.axes, each.is_closed and not is_open(number), each.priority)
        for number, each in enumerate(sharding.dimensions)
    ]
    return sharding.replace(dimensions=tuple(dimensions))


def constrain(op: Operation, sharding: Sharding, rewriter: Rewriter) -> None:
    """Puts a sharding constraint in place of a custom call with one operand and one result."""
    rewriter.replace_by(op, SHARDING_CONSTRAINT, op.operands, properties={"sharding": sharding})


def _read_module(module: Operation, rewriter: Rewriter) -> None:
    """Reads the meshes of a module, and the shardings of the tuples that `main` takes and gives."""
    texts = texts_of(module)
    if (meshes := parsed(texts, XLA_MESHES, DictionaryAttr)) is not None:
        table, at = SymbolTable(module), InsertionPoint.start_of(module.regions[0].block)
        for name, mesh in sorted(meshes.items(), key=lambda entry: entry[0]):
            if isinstance(mesh, Mesh):
                rewriter.insert_symbol(table, new_mesh_op(name, mesh, module.location), at)
        texts = texts.without(XLA_MESHES)
    if (main := symbols(module).get("main")) is not None and main.signature.definition is FUNC:
        texts = _read_tuples(module, main, texts, rewriter)
    set_texts(module, texts, rewriter)


def _read_tuples(module: Operation, main: Operation, texts: DictionaryAttr, rewriter: Rewriter) -> DictionaryAttr:
    """Gives the arguments and results of `main` the shardings that the module lists; returns the other texts."""
    type = function_type(main.signature)
    listed: dict[bool, Iterator[Sharding]] = {}
    for name, types in ((_TUPLE_ARGUMENTS, type.inputs), (_TUPLE_RESULTS, type.results)):
        if name in texts:
            shardings = parsed(texts, name, ShardingPerValue)
            found = shardings.shardings if shardings is not None else ()
            if len(found) != len(types):
                message = (
                    f"Number of actual shardings ({len(found)}) does not match number of expected shardings "
                    f"({len(types)}for {name}) for function."
                )
                raise failure(message, module.location)
            listed[name == _TUPLE_ARGUMENTS] = iter(found)

    def change(entry: DictionaryAttr, _: Type, is_argument: bool) -> DictionaryAttr:
        return entry.with_entry(SHARDING, next(listed[is_argument])) if is_argument in listed else entry

    change_value_attributes(main, change, rewriter, bool(listed))
    return texts.without(_TUPLE_ARGUMENTS, _TUPLE_RESULTS)


def _entry(entry: DictionaryAttr, _: Type, is_argument: bool) -> DictionaryAttr:
    """Returns the attributes of an argument or result, with the sharding that a text in them has."""
    texts, found = entry.get(FRONTEND_ATTRIBUTES), entry.without(GSPMD_SHARDING)
    sharding = parsed(texts, form.SHARDING, Sharding) if is_argument and isinstance(texts, DictionaryAttr) else None
    if not isinstance(texts, DictionaryAttr) or sharding is None:
        return found
    left = texts.without(form.SHARDING)
    found = found.with_entry(FRONTEND_ATTRIBUTES, left) if left.entries else found.without(FRONTEND_ATTRIBUTES)
    return found.with_entry(SHARDING, sharding)


def _named_entry(entry: DictionaryAttr, type: Type, _: bool) -> DictionaryAttr:
    """Returns the same in the second form, whose text names a mesh and its axes."""
    if named_shardings(entry.get(GSPMD_SHARDING)) is None:
        return entry
    shardings, found = _named(entry.get(GSPMD_SHARDING), [type]), entry.without(GSPMD_SHARDING)
    return found if shardings is None else found.with_entry(SHARDING, shardings.shardings[0])


def _named(text: Attribute | None, types: Sequence[Type]) -> ShardingPerValue | None:
    """Returns the shardings in a text of the second form, of values of those types; None if it has none."""
    if (found := named_shardings(text)) is None or len(found) not in (1, len(types)):
        return None
    first = next((each for each in found if each is not None), None)
    if first is None:
        return None
    if not types:
        return ShardingPerValue((first.sharding(0),))
    listed = [
        first.open(type) if each is None else each.sharding(rank_of(type))
        for each, type in zip(found * (len(types) // len(found)), types, strict=True)
    ]
    return ShardingPerValue(tuple(listed))


def named_shardings(text: Attribute | None) -> tuple[NamedSharding | None, ...] | None:
    """Returns what a text of the second form says of each value; None if it is of another kind."""
    if not isinstance(text, StringAttr):
        return None
    try:
        return read_named(text.value)
    except ValueError:
        return None


# -xla-sdy-import-sdy-custom-calls.


@register_pass("xla-sdy-import-sdy-custom-calls")
class ImportSdyCustomCalls(FunctionPass):
    """Makes operations of SDY of the custom calls that stand for them.

    `@Sharding` becomes a sharding constraint, whose dimensions are open where its `backend_config` says so,
    `@xla.sdy.ShardingGroup` a sharding group, and `@xla.sdy.PropagationBarrier` a barrier.
    """

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        for op in [op for op in function.walk() if target(op) in _CONVERTED]:
            _CONVERTED[target(op)](op, rewriter)


def _to_constraint(op: Operation, rewriter: Rewriter) -> None:
    if len(op.results) != 1:
        raise failure("expected CustomCallOp with exactly one result", op.location)
    shardings = op.attributes.get(SHARDING)
    if not isinstance(shardings, ShardingPerValue) or len(shardings.shardings) != 1:
        raise failure("expected CustomCallOp with a sharding attribute", op.location)
    constrain(op, opened(shardings.shardings[0], open_dimensions(op).__contains__), rewriter)


def _to_group(op: Operation, rewriter: Rewriter) -> None:
    if any(result.is_used for result in op.results):
        raise failure("xla.sdy.ShardingGroup CustomCallOp should have no uses.", op.location)
    if (number := parsed(texts_of(op), form.GROUP_ID, IntegerAttr)) is None:
        raise failure("expected CustomCallOp with a sharding group id.", op.location)
    rewriter.create_before(op, SHARDING_GROUP, op.operands, [], {"group_id": number}, location=op.location)
    rewriter.erase(op)


def _to_barrier(op: Operation, rewriter: Rewriter) -> None:
    if len(op.results) != 1 or len(op.operands) != 1:
        raise failure("expected CustomCallOp with exactly one result", op.location)
    direction = parsed(texts_of(op), form.DIRECTION, IntegerAttr)
    if direction is None or not 0 <= direction.value <= 3:
        raise failure("expected CustomCallOp with an allowed direction.", op.location)
    rewriter.replace_by(op, PROPAGATION_BARRIER, op.operands, [op.result.type], {"allowed_direction": direction})


_CONVERTED: dict[str, Callable[[Operation, Rewriter], None]] = {
    form.CONSTRAINT: _to_constraint,
    form.GROUP: _to_group,
    form.BARRIER: _to_barrier,
}
"""The replacements of custom calls, by their targets."""


# -xla-sdy-round-trip-shard-map-import.


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


def _copy_callees(module: Operation, rewriter: Rewriter) -> None:
    """Gives each call in the body of a manual computation a function of its own."""
    table = SymbolTable(module)
    for function in list(symbols(module).values()):
        for call in collect_kind(function, CALL) if BODY in (symbol_name(function) or "") else ():
            if (callee := table.lookup(callee_name(call))) is None or BODY in callee_name(call):
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
        raise _failure(
            "expected a unique FuncOp per @xla.sdy.manual_computation_body call. Were functions maybe somehow "
            "shared/de-duped between two ManualComputations?",
            call,
        )
    before = next((op for value in call.operands if (op := value.defining_op) and target(op) == GLOBAL_TO_LOCAL), None)
    if call.operands and before is None:
        message = f"expected at least one operand of @{name} to be produced by a {GLOBAL_TO_LOCAL} CustomCallOp"
        raise _failure(message, call)
    if call.results and not any(result.is_used for result in call.results):
        rewriter.erase(call)
        rewriter.erase(function)
        return []
    users = [use.owner for result in call.results for use in result.uses]
    after = next((user for user in users if target(user) == LOCAL_TO_GLOBAL), None)
    if call.results and (after is None or any(user is not after for user in users)):
        raise _failure(f"expected the first use of @{name} to be by a {LOCAL_TO_GLOBAL} CustomCallOp", call)
    operands, ins = _inputs(before)
    axes = _manual_axes(before or after, call)
    properties: dict[str, Attribute] = {
        "in_shardings": ShardingPerValue(tuple(ins)),
        "out_shardings": ShardingPerValue(tuple(_at_border(after, OUT_SHARDINGS))),
        "manual_axes": ManualAxes(axes),
    }
    _take_inputs(call, before, function, rewriter)
    last = function.regions[0].block.terminator
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
        rewriter.replace_renaming(after, made.results)
    rewriter.erase(call)
    if before is not None and not any(result.is_used for result in before.results):
        makers = [value.defining_op for value in before.operands]
        rewriter.erase(before)
        for maker in dict.fromkeys(makers):
            if maker is not None and _is_input(maker) and not maker.result.is_used:
                rewriter.erase(maker)
    rewriter.erase(function)
    rewriter.tell("manual-computation-imported", "@{name} is manual along {axes}", made, name=name, axes=axes)
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
    for maker in [value.defining_op for value in before.operands]:
        given = maker.attributes.get(SHARDING) if maker is not None and _is_input(maker) else None
        if maker is None or not isinstance(given, ShardingPerValue):
            raise _failure("expected each operand to be produced by a Sharding CustomCallOp", before)
        operands.append(maker.operands[0])
        shardings.append(given.shardings[0])
    return operands, shardings


def _is_input(op: Operation) -> bool:
    return target(op) == CONSTRAINT and len(op.operands) == 1


def _at_border(border: Operation | None, name: str) -> Sequence[Sharding]:
    """Returns the shardings that a border lists; none without one."""
    if border is None:
        return ()
    if (found := parsed(texts_of(border), name, ShardingPerValue)) is not None:
        return found.shardings
    named = named_shardings(border.attributes.get(GSPMD_SHARDING))
    if named is None or None in named or len(named) != len(border.results):
        raise _failure(f"expected CustomCallOp with {name}", border)
    ranks = [len(getattr(result.type, "shape", ())) for result in border.results]
    return [each.sharding(rank) for each, rank in zip(named, ranks, strict=True) if each is not None]


def _manual_axes(border: Operation | None, call: Operation) -> tuple[str, ...]:
    """Returns the manual axes that a border names, without those of the computation around."""
    if border is None:
        return ()
    if (found := parsed(texts_of(border), MANUAL_AXES, ManualAxes)) is not None:
        return found.axes
    # In the second form what is local says it: the results of the first border, those of the call for the second.
    local = border if target(border) == GLOBAL_TO_LOCAL else call
    named = [each for each in named_shardings(local.attributes.get(GSPMD_SHARDING)) or () if each is not None]
    around = manual_axes_around(call)
    return tuple([axis for axis in (named[0].manual if named else ()) if axis not in around])


def _take_inputs(call: Operation, before: Operation | None, function: Operation, rewriter: Rewriter) -> None:
    """Makes the arguments of the body those of the results of the border; constants are copied into it."""
    block = function.regions[0].block
    given = () if before is None else before.results
    if tuple(call.operands) == tuple(given):
        return
    arguments = list(block.arguments)
    inside: dict[Value, Value] = {result: block.add_argument(result.type, call.location) for result in given}
    for argument, value in zip(arguments, call.operands, strict=True):
        maker = value.defining_op
        if value in inside:
            rewriter.replace_uses(argument, inside[value])
        elif maker is not None and not maker.operands and not maker.regions:
            copy = rewriter.clone(maker, {}, InsertionPoint.start_of(block))
            rewriter.replace_uses(argument, copy.results[maker.results.index(value)])
        else:
            raise _failure(f"an operand of @{callee_name(call)} is not one of {GLOBAL_TO_LOCAL}", call)
    for argument in reversed(arguments):
        rewriter.erase_block_argument(argument)


def _failure(message: str, op: Operation) -> CompilationError:
    failed = f"failed to legalize operation '{op.name}'"
    return CompilationError([Diagnostic("error", message, op.location), Diagnostic("error", failed, op.location)])
