"""The first changes by XLA to a program from HLO: constants, tuples, and the values that loops keep."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import cast

from sdyopt.dialects.sdy.ops import CONSTANT as SDY_CONSTANT
from sdyopt.dialects.sdy.ops import SHARDING_CONSTRAINT
from sdyopt.dialects.sdy.shardings.slots import fully_open, sharding_of
from sdyopt.dialects.stablehlo.ops.control_flow import CUSTOM_CALL, GET_TUPLE_ELEMENT, TUPLE, WHILE
from sdyopt.dialects.stablehlo.ops.shapes import BROADCAST_IN_DIM, CONSTANT, RESHAPE, TRANSPOSE
from sdyopt.dialects.stablehlo.verification.quantized import is_quantized
from sdyopt.ir.attribute import Attribute, Type, checked
from sdyopt.ir.attributes import (
    I32,
    NO_ATTRIBUTES,
    DenseArrayAttr,
    DenseElementsAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    RankedTensorType,
    TupleType,
    TypeAttr,
    i64_array,
)
from sdyopt.ir.collecting import collect_kind, collect_kind_post
from sdyopt.ir.operation import Operation, walk, walk_post
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.value import OpOperand, Value
from sdyopt.mlir.rewrite.rewriter import is_trivially_dead
from sdyopt.rewriting.passes import FunctionPass, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.gspmd import GSPMD_SHARDING

# -stablehlo-ext-prepare-for-hlo-export.

_LARGE_SPLAT = 32
"""Constants with fewer elements are left whole."""

_COPIES_CONSTANTS = frozenset(
    (
        "stablehlo.all_reduce",
        "stablehlo.reduce",
        "stablehlo.reduce_scatter",
        "stablehlo.reduce_window",
        "stablehlo.scatter",
        "stablehlo.select_and_scatter",
        "stablehlo.sort",
    )
)
"""Operations whose regions have constants of their own."""


@register_pass("stablehlo-ext-prepare-for-hlo-export")
class PrepareForHloExport(FunctionPass):
    """Writes constants and broadcasts as HLO has them.

    A constant of 32 or more equal elements becomes a broadcast of a scalar, a broadcast with dimensions in another
    order one of a transposed operand, and a computation that uses constants from outside, for example that of a
    reduction, gets copies of them.
    """

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        for op in list(walk_post(function)):
            if op.signature.definition is CONSTANT:
                _split_splat(op, rewriter)
            elif op.signature.definition is BROADCAST_IN_DIM:
                _sort_dimensions(op, rewriter)
            elif op.name in _COPIES_CONSTANTS:
                _copy_constants(op, rewriter)


def _split_splat(op: Operation, rewriter: Rewriter) -> None:
    """Puts the broadcast of a scalar in place of a constant whose many elements are equal."""
    value, type = op.properties["value"], op.result.type
    if not isinstance(value, DenseElementsAttr) or not isinstance(type, RankedTensorType):
        return
    if prod(type.shape) < _LARGE_SPLAT or value.text.startswith(("[", '"')):
        return
    scalar = RankedTensorType((), type.element_type)
    held = RankedTensorType((), cast(RankedTensorType, value.type).element_type)
    sharding = op.attributes.get(GSPMD_SHARDING)
    attributes = NO_ATTRIBUTES if sharding is None else DictionaryAttr.of({GSPMD_SHARDING: sharding})
    properties: dict[str, Attribute] = {"value": DenseElementsAttr(value.text, held)}
    constant = rewriter.create_before(op, CONSTANT, (), [scalar], properties, attributes, location=op.location)
    properties = {"broadcast_dimensions": i64_array(())}
    rewriter.replace_by(op, BROADCAST_IN_DIM, constant.results, [type], properties, attributes)


def _sort_dimensions(op: Operation, rewriter: Rewriter) -> None:
    """Transposes the operand of a broadcast so that its dimensions are in ascending order."""
    dimensions = op.attribute_named("broadcast_dimensions", DenseArrayAttr).values
    order = sorted(range(len(dimensions)), key=lambda number: dimensions[number])
    type = op.operands[0].type
    if order == list(range(len(dimensions))) or not isinstance(type, RankedTensorType):
        return
    transposed = rewriter.create_before(
        op,
        TRANSPOSE,
        op.operands,
        [RankedTensorType(tuple([type.shape[number] for number in order]), type.element_type)],
        {"permutation": i64_array(order)},
        location=op.location,
    )
    rewriter.set_operands(op, transposed.results)
    rewriter.set_property(op, "broadcast_dimensions", i64_array(sorted(dimensions)))


def _copy_constants(op: Operation, rewriter: Rewriter) -> None:
    """Gives the regions of an operation copies of the constants from outside that they use."""
    for region in op.regions:
        inside = dict.fromkeys([inner for block in region.blocks for each in block.ops for inner in walk(each)])
        copies: dict[Value, Value] = {}
        for inner in inside:
            for index, value in enumerate(inner.operands):
                maker = value.defined_by(CONSTANT)
                if maker is None or maker in inside:
                    continue
                if value not in copies:
                    copy = rewriter.clone(maker, {}, InsertionPoint.start_of(region.blocks[0]))
                    copies[value] = copy.result
                rewriter.set_operand(OpOperand(inner, index), copies[value])


# -xla-sdy-import-constants.


@register_pass("xla-sdy-import-constants")
class ImportConstants(FunctionPass):
    """Makes constants of StableHLO those of SDY, which folding leaves alone."""

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        for op in collect_kind(function, CONSTANT):
            if isinstance(type := op.result.type, RankedTensorType) and not is_quantized(type):
                rewriter.become(op, op.signature.with_definition(SDY_CONSTANT))


# -stablehlo-ext-canonicalize-from-hlo-import.


@register_pass("stablehlo-ext-canonicalize-from-hlo-import")
class CanonicalizeFromHloImport(FunctionPass):
    """Removes what HLO needs and StableHLO does not.

    Functions and custom calls have several results in place of a tuple, loops lose the values that each round leaves as
    they are, and reshapes to the same shape and operations without effects that nothing uses are erased.
    """

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        _flatten_function(function, rewriter)
        for call in collect_kind(function, CUSTOM_CALL):
            if any(isinstance(operand.type, TupleType) for operand in call.operands):
                operands = [each for value in call.operands for each in _spread(value, call, rewriter)]
                rewriter.set_operands(call, operands)
            if len(call.results) == 1 and isinstance(call.result.type, TupleType):
                _flatten_results(call, call.result.type.types, rewriter)
        changed = True
        while changed:
            changed = _erase_dead(function, rewriter)
            for element in collect_kind(function, GET_TUPLE_ELEMENT):
                if (maker := element.operands[0].defined_by(TUPLE)) is not None:
                    index = element.attribute_named("index", IntegerAttr).value
                    rewriter.replace(element, [maker.operands[index]])
                    changed = True
            for reshape in collect_kind(function, RESHAPE):
                if reshape.operands[0].type is reshape.result.type:
                    rewriter.replace(reshape, reshape.operands)
                    changed = True
            for loop in collect_kind_post(function, WHILE):
                changed |= _drop_kept_values(loop, rewriter)


def _erase_dead(function: Operation, rewriter: Rewriter) -> bool:
    """Erases operations that nothing uses, the last first; returns whether there were any."""
    found = False
    for op in list(walk_post(function))[::-1]:
        if op is not function and op.parent is not None and is_trivially_dead(op):
            rewriter.tell("dead", "{op} erased: it has no effects and nothing uses it", op, op=op)
            rewriter.erase(op)
            found = True
    return found


def _flatten_function(function: Operation, rewriter: Rewriter) -> None:
    """Makes several arguments of one that is a tuple, and several results of a result that is one."""
    type = checked(FunctionType, function.properties.find(TypeAttr, "function_type").type)
    if len(function.regions[0].blocks) != 1:
        return
    block = function.regions[0].block
    last = block.terminator
    inputs, results = _elements(type.inputs), _elements(type.results)
    if inputs != list(type.inputs):
        for argument in list(block.arguments):
            made: list[Value] = [block.add_argument(each, argument.location) for each in _elements([argument.type])]
            if isinstance(argument.type, TupleType):
                at = InsertionPoint.start_of(block)
                made = [*rewriter.create(at, TUPLE, made, [argument.type], location=function.location).results]
            rewriter.replace_uses(argument, made[0])
        for argument in list(block.arguments)[: len(type.inputs)][::-1]:
            rewriter.erase_block_argument(argument)
        rewriter.remove_property(function, "arg_attrs")
    if results != list(type.results):
        returned = [each for value in last.operands for each in _spread(value, last, rewriter)]
        rewriter.set_operands(last, returned)
        rewriter.remove_property(function, "res_attrs")
    rewriter.set_property(function, "function_type", TypeAttr(FunctionType(tuple(inputs), tuple(results))))


def _elements(types: Sequence[Type]) -> list[Type]:
    return [each for type in types for each in (type.types if isinstance(type, TupleType) else [type])]


def _spread(value: Value, before: Operation, rewriter: Rewriter) -> Sequence[Value]:
    """Returns the elements of a value that is a tuple, else the value."""
    if not isinstance(value.type, TupleType):
        return [value]
    if (maker := value.defined_by(TUPLE)) is not None:
        return list(maker.operands)
    return [
        rewriter.create_before(
            before, GET_TUPLE_ELEMENT, [value], [type], {"index": IntegerAttr(index, I32)}, location=before.location
        ).result
        for index, type in enumerate(value.type.types)
    ]


def _flatten_results(call: Operation, types: Sequence[Type], rewriter: Rewriter) -> None:
    """Gives a custom call the elements of its tuple as results, if only these are used."""
    users = [use.owner for use in call.result.uses]
    if any(isinstance(type, TupleType) for type in types):
        return
    signature = call.signature
    made = rewriter.create_before(
        call, CUSTOM_CALL, call.operands, types, signature.properties, signature.attributes, location=call.location
    )
    if any(user.signature.definition is not GET_TUPLE_ELEMENT for user in users):
        whole = rewriter.create_before(call, TUPLE, made.results, [call.result.type], location=call.location)
        rewriter.replace(call, whole.results)
        return
    for user in users:
        rewriter.replace_renaming(user, [made.results[user.attribute_named("index", IntegerAttr).value]])
    rewriter.erase(call)


def _drop_kept_values(loop: Operation, rewriter: Rewriter) -> bool:
    """Drops the values of a loop that each round leaves as they are; returns whether there were any."""
    body = loop.regions[1].block
    last = body.terminator
    kept = [
        index
        for index, value in enumerate(last.operands)
        if value is body.arguments[index] or value is loop.operands[index]
    ]
    if not kept:
        return False
    for index in kept:
        for value in (loop.results[index], *[region.block.arguments[index] for region in loop.regions]):
            rewriter.replace_uses(value, loop.operands[index])
    rewriter.erase_operands(last, kept)
    for region in loop.regions:
        for index in reversed(kept):
            rewriter.erase_block_argument(region.block.arguments[index])
    others = [index for index in range(len(loop.operands)) if index not in kept]
    made = rewriter.create_before(
        loop,
        WHILE,
        [loop.operands[index] for index in others],
        [loop.results[index].type for index in others],
        loop.properties,
        loop.attributes,
        [rewriter.take_region(loop, number) for number in range(2)],
        loop.location,
    )
    for index, result in zip(others, made.results, strict=True):
        rewriter.renames(result, loop.results[index])
        rewriter.replace_uses(loop.results[index], result)
    rewriter.erase(loop)
    return True


# -xla-sdy-open-while-free-vars-sharding.


@register_pass("xla-sdy-open-while-free-vars-sharding")
class OpenWhileFreeVarsSharding(FunctionPass):
    """Gives values that loops use from outside a constraint with open dimensions, before the loop.

    So the loop may shard them in another way than the rest of the program. Scalars, values without a sharding and those
    whose sharding is open already need none.
    """

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        for loop in collect_kind_post(function, WHILE):
            inside = set(walk(loop))
            free: dict[Value, list[OpOperand]] = {}
            for op in walk(loop):
                for index, value in enumerate(op.operands if op is not loop else ()):
                    if value.owner_op not in inside:
                        free.setdefault(value, []).append(OpOperand(op, index))
            for value, uses in free.items():
                sharding = sharding_of(value)
                if sharding is None or not sharding.rank or sharding is fully_open(sharding.mesh, value.type):
                    continue
                made = rewriter.create_before(
                    loop,
                    SHARDING_CONSTRAINT,
                    [value],
                    properties={"sharding": fully_open(sharding.mesh, value.type)},
                    location=value.definition_location,
                )
                rewriter.renames(made.result, value)
                for use in uses:
                    rewriter.set_operand(use, made.result)
