"""Reads the form in which XLA keeps SDY's shardings in HLO and in StableHLO: as texts in frontend attributes.

%0 = custom_call @xla.sdy.GlobalToLocalShape(%x)        the shardings of operands, and the manual axes
%1 = call @xla.sdy.manual_computation_body(%0)
%2 = custom_call @xla.sdy.LocalToGlobalShape(%1)        the shardings of results
%3 = custom_call @Sharding(%2)                          a constraint
%4 = custom_call @xla.sdy.FuncResultSharding(%3)        the sharding of a result of the function
return %4

GSPMD shardings, which such a program has as well, say less: they are dropped.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import (
    PROPAGATION_DIRECTIONS,
    DimensionSharding,
    ManualAxes,
    Mesh,
    OpShardingRule,
    Sharding,
    ShardingPerValue,
)
from sdyopt.dialects.sdy.ops import (
    MANUAL_COMPUTATION,
    PROPAGATION_BARRIER,
    RETURN,
    SHARDING_CONSTRAINT,
    SHARDING_GROUP,
)
from sdyopt.dialects.sdy.shardings.slots import meshes_by_name, new_mesh_op
from sdyopt.dialects.stablehlo.ops.communication import RECV, SEND
from sdyopt.dialects.stablehlo.ops.control_flow import AFTER_ALL, CUSTOM_CALL, GET_TUPLE_ELEMENT
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr, SymbolRefAttr, TupleType
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.symbols import SymbolTable, symbols
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.read.parser import parse_attribute
from sdyopt.rewriting.functions import callee_name
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.gspmd import FRONTEND_ATTRIBUTES, GSPMD_SHARDING, XLA_MESHES

A = TypeVar("A", bound=Attribute)

_SHARDING, _RULE, _MANUAL_AXES = "xla.sdy.sharding", "xla.sdy.sharding_rule", "xla.sdy.manual_axes"
_GLOBAL_TO_LOCAL, _LOCAL_TO_GLOBAL = "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape"
_BODY = "xla.sdy.manual_computation_body"
_RESULT = "xla.sdy.FuncResultSharding"
_RULE_ATTRIBUTE = "sdy.sharding_rule"

_KEEPS_SHARDING = frozenset((AFTER_ALL, RECV, SEND))
_CALLBACKS = frozenset(
    [f"xla_{name}_{device}_callback" for name in ("python", "ffi_python") for device in ("cpu", "gpu")]
)
_UNSPECIFIED = re.compile(r"unspecified_dims=\[([\d,\s]*)\]")


def target(op: Operation) -> str:
    """Returns the name of what a custom call calls; "" for others."""
    name = op.properties.get("call_target_name") if op.signature.definition is CUSTOM_CALL else None
    return name.value if isinstance(name, StringAttr) else ""


def take_tuples_apart(module: Operation, rewriter: Rewriter) -> None:
    """Gives custom calls with a tuple as their result several results, if only its elements are used."""
    for call in collect_kind(module, CUSTOM_CALL):
        if len(call.results) != 1 or not isinstance(call.result.type, TupleType):
            continue
        types = call.result.type.types
        users = [use.owner for use in call.result.uses]
        is_nested = any(isinstance(type, TupleType) for type in types)
        if is_nested or any(user.signature.definition is not GET_TUPLE_ELEMENT for user in users):
            continue
        signature = call.signature
        made = rewriter.create_before(
            call, CUSTOM_CALL, call.operands, types, signature.properties, signature.attributes, location=call.location
        )
        for user in users:
            index = user.properties["index"]
            assert isinstance(index, IntegerAttr)
            rewriter.renames(made.results[index.value], user.result)
            rewriter.replace(user, [made.results[index.value]])
        rewriter.erase(call)


class XlaForm:
    """Reads the shardings of a module."""

    def __init__(self, module: Operation, rewriter: Rewriter) -> None:
        self._module = module
        self._rewriter = rewriter
        self._names: dict[str, SymbolRefAttr] = {}
        """The names of the meshes in this module, by those in the texts."""

    def read(self) -> None:
        """Makes shardings of SDY of those in the texts. Raises CompilationError for a text that is none."""
        module, rewriter = self._module, self._rewriter
        # XLA leaves functions that nothing calls, with calls of bodies, and reshapes that nothing uses.
        rewriter.run_pipeline("builtin.module(symbol-dce,func.func(trivial-dce))", module)
        self._add_meshes()
        for function in collect_kind(module, FUNC):
            self._read_function(function)
        for call in [op for op in collect_kind(module, CALL) if _BODY in callee_name(op)]:
            self._make_computation(call)
        for op in list(module.walk()):
            if op.signature.definition not in (FUNC, CALL) and op is not module:
                self._read_operation(op)
        for call in collect_kind(module, CALL):
            rewriter.remove_attribute(call, GSPMD_SHARDING)
            self._set_texts(call, _texts(call).without(_SHARDING))

    # Meshes, functions.

    def _add_meshes(self) -> None:
        texts = _texts(self._module)
        listed = self._parsed(texts, XLA_MESHES, DictionaryAttr, self._module)
        known = meshes_by_name(self._module)
        table = SymbolTable(self._module)
        at = InsertionPoint.start_of(self._module.regions[0].block)
        for name, mesh in sorted(listed.items(), key=lambda entry: entry[0]):
            if not isinstance(mesh, Mesh):
                raise self._error(f"{XLA_MESHES} has something else than meshes", self._module)
            if known.get(name) != mesh:
                op = new_mesh_op(name, mesh, self._module.location)
                self._names[name] = SymbolRefAttr((self._rewriter.insert_symbol(table, op, at),))
        self._set_texts(self._module, texts.without(XLA_MESHES))

    def _read_function(self, function: Operation) -> None:
        for slots in ("arg_attrs", "res_attrs"):
            given = function.properties.get(slots)
            if isinstance(given, ArrayAttr):
                entries = tuple([self._entry(entry, slots, function) for entry in given.elements])
                self._rewriter.set_property(function, slots, ArrayAttr(entries))

    def _entry(self, entry: Attribute, slots: str, function: Operation) -> DictionaryAttr:
        """Returns the attributes of an argument or result; results have their shardings elsewhere."""
        assert isinstance(entry, DictionaryAttr)
        texts = entry.get(FRONTEND_ATTRIBUTES)
        found = entry.without(GSPMD_SHARDING)
        if not isinstance(texts, DictionaryAttr) or _SHARDING not in texts:
            return found
        if slots == "arg_attrs":
            found = found.with_entry(SHARDING, self._renamed(self._parsed(texts, _SHARDING, Sharding, function)))
        left = texts.without(_SHARDING)
        return found.with_entry(FRONTEND_ATTRIBUTES, left) if left.entries else found.without(FRONTEND_ATTRIBUTES)

    # Operations.

    def _read_operation(self, op: Operation) -> None:
        name, texts = target(op), _texts(op)
        read = _READERS.get(name)
        if read is not None and (_SHARDING in texts or name not in ("Sharding", _RESULT)):
            read(self, op, texts)
            return
        if op.attributes.get(GSPMD_SHARDING) is not None and name not in ("Sharding", "infeed", "outfeed"):
            self._rewriter.remove_attribute(op, GSPMD_SHARDING)
        if _RULE in texts:
            self._rewriter.set_attribute(op, _RULE_ATTRIBUTE, self._parsed(texts, _RULE, OpShardingRule, op))
        if _SHARDING in texts and (op.signature.definition in _KEEPS_SHARDING or name in _CALLBACKS):
            self._rewriter.set_attribute(op, SHARDING, self._per_value(texts, _SHARDING, op))
        self._set_texts(op, texts.without(_SHARDING).without(_RULE))

    def _read_constraint(self, op: Operation, texts: DictionaryAttr) -> None:
        sharding = self._only(texts, op)
        config = op.properties.get("backend_config")
        match = _UNSPECIFIED.search(config.value) if isinstance(config, StringAttr) else None
        opened = set(map(int, re.findall(r"\d{1,9}", match[1]))) if match else set()
        self._constrain(op, _opened(sharding, lambda number: number in opened))

    def _constrain(self, op: Operation, sharding: Sharding) -> None:
        made = self._rewriter.create_before(
            op, SHARDING_CONSTRAINT, op.operands, properties={"sharding": sharding}, location=op.location
        )
        self._rewriter.renames(made.result, op.result)
        self._rewriter.replace(op, made.results)

    def _read_result(self, op: Operation, texts: DictionaryAttr) -> None:
        """Gives a result of the function its sharding; for other users the value has a constraint that is open."""
        sharding = self._only(texts, op)
        (operand,) = op.operands
        source: Value = op.result
        if not source.is_used and isinstance(operand, OpResult):
            source = operand
        uses = [(use.owner, use.index) for use in source.uses]
        returned = [(user, index) for user, index in uses if user.name == "func.return"]
        for user, index in returned:
            self._set_result(user.parent_op, index, sharding)
        if any(user.name != "func.return" and user is not op for user, _ in uses) and source is op.result:
            self._constrain(op, _opened(sharding, lambda _: True))
        else:
            self._rewriter.replace(op, op.operands)

    def _set_result(self, function: Operation | None, index: int, sharding: Sharding) -> None:
        assert function is not None
        given = function.properties.get("res_attrs")
        count = len(function.regions[0].block.last.operands)  # type: ignore[union-attr]
        entries = list(given.elements) if isinstance(given, ArrayAttr) else [DictionaryAttr(())] * count
        entry = entries[index]
        assert isinstance(entry, DictionaryAttr)
        entries[index] = entry.with_entry(SHARDING, sharding)
        self._rewriter.set_property(function, "res_attrs", ArrayAttr(tuple(entries)))

    def _read_group(self, op: Operation, texts: DictionaryAttr) -> None:
        number = self._parsed(texts, "xla.sdy.sharding_group_id", IntegerAttr, op)
        self._rewriter.create_before(op, SHARDING_GROUP, op.operands, [], {"group_id": number}, location=op.location)
        self._rewriter.erase(op)

    def _read_barrier(self, op: Operation, texts: DictionaryAttr) -> None:
        direction = self._parsed(texts, "xla.sdy.allowed_direction", IntegerAttr, op)
        if not 0 <= direction.value < len(PROPAGATION_DIRECTIONS):
            raise self._error(f"xla.sdy.allowed_direction is {direction.value}", op)
        properties = {"allowed_direction": direction}
        made = self._rewriter.create_before(
            op, PROPAGATION_BARRIER, op.operands, [op.result.type], properties, location=op.location
        )
        self._rewriter.renames(made.result, op.result)
        self._rewriter.replace(op, made.results)

    def _erase_border(self, op: Operation, texts: DictionaryAttr) -> None:
        """Erases a border that belongs to no manual computation, if nothing needs it."""
        if not any(result.is_used for result in op.results):
            self._rewriter.erase(op)

    # Manual computations.

    def _make_computation(self, call: Operation) -> None:
        """Makes a manual computation of a call of its body. Raises CompilationError if it is not whole."""
        rewriter, name = self._rewriter, callee_name(call)
        function = symbols(self._module).get(name)
        calls = Counter(callee_name(op) for op in collect_kind(self._module, CALL))
        if function is None or calls[name] != 1:
            raise self._error(
                "expected a unique FuncOp per @xla.sdy.manual_computation_body call. Were functions maybe somehow "
                "shared/de-duped between two ManualComputations?",
                call,
            )
        if call.results and not any(result.is_used for result in call.results):
            rewriter.erase(call)
            rewriter.erase(function)
            return
        before = next((op for value in call.operands if (op := _maker(value)) and target(op) == _GLOBAL_TO_LOCAL), None)
        if call.operands and before is None:
            message = f"expected at least one operand of @{name} to be produced by a {_GLOBAL_TO_LOCAL} CustomCallOp"
            raise self._error(message, call)
        users = [use.owner for result in call.results for use in result.uses]
        after = next((user for user in users if target(user) == _LOCAL_TO_GLOBAL), None)
        if call.results and (after is None or any(user is not after for user in users)):
            message = f"expected the first use of @{name} to be by a {_LOCAL_TO_GLOBAL} CustomCallOp"
            raise self._error(message, call)
        border = before or after
        properties: dict[str, Attribute] = {
            "in_shardings": self._at_border(before, "xla.sdy.in_shardings"),
            "out_shardings": self._at_border(after, "xla.sdy.out_shardings"),
            "manual_axes": ManualAxes(()),
        }
        border = before or after
        if border is not None:
            properties["manual_axes"] = self._parsed(_texts(border), _MANUAL_AXES, ManualAxes, border)
        block = function.regions[0].block
        self._take_inputs(call, before, function)
        last = block.last
        assert last is not None
        returned: dict[Value, Value] = dict(zip(call.results, last.operands, strict=True))
        results = [] if after is None else [returned[value] for value in after.operands]
        rewriter.create_before(last, RETURN, results, location=last.location)
        rewriter.erase(last)
        made = rewriter.create_before(
            call,
            MANUAL_COMPUTATION,
            [] if before is None else before.operands,
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
            rewriter.erase(before)
        rewriter.erase(function)

    def _take_inputs(self, call: Operation, before: Operation | None, function: Operation) -> None:
        """Makes the arguments of the body those of the results of the border; constants are copied into it."""
        block = function.regions[0].block
        given = () if before is None else before.results
        if tuple(call.operands) == tuple(given):
            return
        arguments = list(block.arguments)
        inside = {result: block.add_argument(result.type, call.location) for result in given}
        for argument, value in zip(arguments, call.operands, strict=True):
            maker = _maker(value)
            if value in inside:
                self._rewriter.replace_uses(argument, inside[value])
            elif maker is not None and not maker.operands and not maker.regions:
                copy = self._rewriter.clone(maker, {}, InsertionPoint.start_of(block))
                self._rewriter.replace_uses(argument, copy.results[maker.results.index(value)])
            else:
                raise self._error(f"an operand of @{callee_name(call)} is not one of {_GLOBAL_TO_LOCAL}", call)
        for argument in reversed(arguments):
            self._rewriter.erase_block_argument(argument)

    # Texts.

    def _parsed(self, texts: DictionaryAttr, name: str, kind: type[A], op: Operation) -> A:
        """Returns the attribute in a text. Raises CompilationError if it is none of that kind."""
        text = texts.get(name)
        try:
            found = parse_attribute(text.value, REGISTRY) if isinstance(text, StringAttr) else None
        except CompilationError as error:
            raise self._error(f"{name}: {error.diagnostics[0].message}", op) from None
        if not isinstance(found, kind):
            raise self._error(f"expected the text of an attribute as {name}", op)
        return found

    def _per_value(self, texts: DictionaryAttr, name: str, op: Operation) -> ShardingPerValue:
        found = self._parsed(texts, name, ShardingPerValue, op)
        return ShardingPerValue(tuple(map(self._renamed, found.shardings)))

    def _at_border(self, border: Operation | None, name: str) -> ShardingPerValue:
        """Returns the shardings of the operands or results of a manual computation; none without a border."""
        return ShardingPerValue(()) if border is None else self._per_value(_texts(border), name, border)

    def _only(self, texts: DictionaryAttr, op: Operation) -> Sharding:
        """Returns the sharding of an operation with one result."""
        found = self._per_value(texts, _SHARDING, op).shardings
        if len(found) != 1 or len(op.results) != 1 or len(op.operands) != 1:
            raise self._error("expected CustomCallOp with exactly one result", op)
        return found[0]

    def _renamed(self, sharding: Sharding) -> Sharding:
        mesh = sharding.mesh
        if isinstance(mesh, SymbolRefAttr) and mesh.root in self._names:
            return sharding.replace(mesh=self._names[mesh.root])
        return sharding

    def _set_texts(self, op: Operation, texts: DictionaryAttr) -> None:
        """Gives an operation the frontend attributes that are left."""
        if op.attributes.get(FRONTEND_ATTRIBUTES) is None or texts is op.attributes.get(FRONTEND_ATTRIBUTES):
            return
        if texts.entries:
            self._rewriter.set_attribute(op, FRONTEND_ATTRIBUTES, texts)
        else:
            self._rewriter.remove_attribute(op, FRONTEND_ATTRIBUTES)

    def _error(self, message: str, op: Operation) -> CompilationError:
        return CompilationError([Diagnostic("error", message, op.location)])


_READERS: dict[str, Callable[[XlaForm, Operation, DictionaryAttr], None]] = {
    "Sharding": XlaForm._read_constraint,
    _RESULT: XlaForm._read_result,
    "xla.sdy.ShardingGroup": XlaForm._read_group,
    "xla.sdy.PropagationBarrier": XlaForm._read_barrier,
    _GLOBAL_TO_LOCAL: XlaForm._erase_border,
    _LOCAL_TO_GLOBAL: XlaForm._erase_border,
}
"""What is done with custom calls, by their targets."""


def _texts(op: Operation) -> DictionaryAttr:
    found = op.attributes.get(FRONTEND_ATTRIBUTES)
    return found if isinstance(found, DictionaryAttr) else DictionaryAttr(())


def _opened(sharding: Sharding, is_open: Callable[[int], bool]) -> Sharding:
    """Returns a sharding with more open dimensions."""
    dimensions = [
        DimensionSharding(each.axes, each.is_closed and not is_open(number), each.priority)
        for number, each in enumerate(sharding.dimensions)
    ]
    return sharding.replace(dimensions=tuple(dimensions))


def _maker(value: Value) -> Operation | None:
    return value.owner if isinstance(value, OpResult) else None
