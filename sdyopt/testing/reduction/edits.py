"""Changes that make a program smaller: parts of it left out, and what used them given something else of the same type.

A change leaves what is often a valid program; the caller verifies it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import NO_ATTRIBUTES, ArrayAttr, DictionaryAttr, StringAttr, TypeAttr
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.region import Block
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.types import FunctionType
from sdyopt.ir.value import Value
from sdyopt.rewriting.functions.symbol_uses import references_in

_T = TypeVar("_T")

Change = Callable[[], bool]
"""Makes a change, and returns whether there was something to change."""

Edit = Callable[[Operation], list[Change]]
"""Returns the changes of one kind that can be made in a module, from which any may be chosen, in this order."""


def bodies(module: Operation) -> list[Change]:
    """Functions become declarations."""
    return [partial(_declare, op) for op in _functions(module) if op.regions[0].blocks]


def _declare(function: Operation) -> bool:
    for op in walk(function):
        op.drop_uses()
    function.regions[0].blocks.clear()
    function.set_property("sym_visibility", StringAttr("private"))
    return True


def symbols(module: Operation) -> list[Change]:
    """Functions, meshes and other symbols go that nothing refers to."""
    used = _referred_to(module)
    unused = [op for op in _top(module) if symbol_name(op) is not None and symbol_name(op) not in used]
    return [partial(_erase, op) for op in unused]


def _erase(op: Operation) -> bool:
    op.erase()
    return True


def results(module: Operation) -> list[Change]:
    """Functions that are not called return less."""
    return [
        partial(_return_less, function, index)
        for function in _uncalled(module)
        for index in reversed(range(len(_type_of(function).results)))
    ]


def _return_less(function: Operation, index: int) -> bool:
    for block in function.regions[0].blocks:
        end = block.last
        if end is not None and end.has_trait("ReturnLike"):
            end.set_operands(_without(end.operands, index))
    type = _type_of(function)
    _set_type(function, FunctionType(type.inputs, tuple(_without(type.results, index))))
    _drop_entry(function, "res_attrs", index)
    return True


def operations(module: Operation) -> list[Change]:
    """Operations go, the last ones first: other values of the same type take the place of their results."""
    uncalled = set(_uncalled(module))
    changes: list[Change] = []
    for top in _top(module):
        spare = top if top in uncalled else None
        inside = [op for op in walk(top) if op is not top and not op.has_trait("IsTerminator")]
        changes += [partial(_leave_out, op, spare) for op in reversed(inside)]
        if symbol_name(top) is None:
            changes.append(partial(_erase, top))
    return changes


def _leave_out(op: Operation, function: Operation | None) -> bool:
    if not _replace_results(op, function):
        return False
    op.erase()
    return True


def _replace_results(op: Operation, function: Operation | None) -> bool:
    """Gives users of results other values. Returns whether there are such values."""
    if op.parent is None:
        return False
    replacements = []
    for result in op.results:
        if result.users:
            replacement = _substitute(op, result.type, function)
            if replacement is None:
                return False
            replacements.append((result, replacement))
    for result, replacement in replacements:
        result.replace_all_uses_with(replacement)
    return True


def _substitute(op: Operation, type: Type, function: Operation | None) -> Value | None:
    """Returns a value of a type that an operation may use: an operand, an argument around it, or a new argument."""
    for value in op.operands:
        if value.type is type:
            return value
    block = op.parent
    while block is not None and (around := block.parent_op) is not None:
        for argument in block.arguments:
            if argument.type is type:
                return argument
        if around is function:
            return _new_argument(function, type)
        if around.has_trait("IsolatedFromAbove"):
            return None
        block = around.parent
    return None


def _new_argument(function: Operation, type: Type) -> Value:
    before = _type_of(function)
    _set_type(function, FunctionType((*before.inputs, type), before.results))
    attributes = function.properties.get("arg_attrs")
    if isinstance(attributes, ArrayAttr):
        function.set_property("arg_attrs", ArrayAttr((*attributes.elements, NO_ATTRIBUTES)))
    return function.regions[0].blocks[0].add_argument(type)


def regions(module: Operation) -> list[Change]:
    """What is in the regions of an operation takes its place."""
    uncalled = set(_uncalled(module))
    return [
        partial(_unwrap, op, top if top in uncalled else None)
        for top in _top(module)
        for op in walk(top)
        if op is not top and any(region.blocks for region in op.regions)
    ]


def _unwrap(op: Operation, function: Operation | None) -> bool:
    if op.parent is None or any(len(region.blocks) > 1 for region in op.regions):
        return False
    blocks = [region.blocks[0] for region in op.regions if region.blocks]
    for block in blocks:
        for argument in block.arguments:
            if argument.users:
                replacement = _substitute(op, argument.type, function)
                if replacement is None:
                    return False
                argument.replace_all_uses_with(replacement)
    last = _moved_out(blocks, op)
    for result in op.results:
        if last is not None and result.index < len(last.operands) and last.operands[result.index].type is result.type:
            result.replace_all_uses_with(last.operands[result.index])
    if last is not None:
        last.erase()
    return _leave_out(op, function)


def _moved_out(blocks: list[Block], op: Operation) -> Operation | None:
    """Moves the operations of blocks in front of `op`, except what ends them. Returns the last end, in no block."""
    end: Operation | None = None
    for block in blocks:
        for inner in list(block.ops):
            inner.detach()
            if inner.has_trait("IsTerminator"):
                if end is not None:
                    end.erase()
                end = inner
            else:
                inner.insert_before(op)
    return end


def arguments(module: Operation) -> list[Change]:
    """Functions that are not called have no arguments that they do not use."""
    return [
        partial(_drop_argument, function, index)
        for function in _uncalled(module)
        for index, argument in reversed(list(enumerate(function.regions[0].blocks[0].arguments)))
        if not argument.users
    ]


def _drop_argument(function: Operation, index: int) -> bool:
    type = _type_of(function)
    function.regions[0].blocks[0].erase_argument(index)
    _set_type(function, FunctionType(tuple(_without(type.inputs, index)), type.results))
    _drop_entry(function, "arg_attrs", index)
    return True


def attributes(module: Operation) -> list[Change]:
    """Attributes of operations, arguments and results go."""
    changes: list[Change] = []
    for op in walk(module):
        changes += [partial(_remove, op.remove_attribute, name) for name, _ in op.attributes.items()]
        if type(op.properties) is not DictionaryAttr:
            continue
        for name, value in op.properties.items():
            if name in ("arg_attrs", "res_attrs") and isinstance(value, ArrayAttr):
                changes += [
                    partial(_remove_entry, op, name, index, key)
                    for index, entry in enumerate(value.elements)
                    if isinstance(entry, DictionaryAttr)
                    for key, _ in entry.items()
                ]
            elif name not in ("sym_name", "function_type", "value"):
                changes.append(partial(_remove, op.remove_property, name))
    return changes


def _remove(remove: Callable[[str], None], name: str) -> bool:
    remove(name)
    return True


def _remove_entry(op: Operation, name: str, index: int, key: str) -> bool:
    value = op.properties.get(name)
    if not isinstance(value, ArrayAttr):
        return False
    elements: list[Attribute] = list(value.elements)
    entry = elements[index]
    assert isinstance(entry, DictionaryAttr)
    elements[index] = entry.without(key)
    op.set_property(name, ArrayAttr(tuple(elements)))
    return True


def _top(module: Operation) -> list[Operation]:
    return [op for region in module.regions for block in region.blocks for op in block.ops]


def _functions(module: Operation) -> Iterator[Operation]:
    """Yields the functions at the top; their type is a property."""
    for op in _top(module):
        type = op.properties.get("function_type")
        if op.regions and isinstance(type, TypeAttr) and isinstance(type.type, FunctionType):
            yield op


def _uncalled(module: Operation) -> list[Operation]:
    """Returns the functions with bodies that nothing refers to, whose signatures may change."""
    used = _referred_to(module)
    return [op for op in _functions(module) if op.regions[0].blocks and symbol_name(op) not in used]


def _referred_to(module: Operation) -> set[str]:
    """Returns the names of symbols that operations or shardings refer to."""
    return {reference.root for op in _top(module) for reference in references_in(op, may_be_unknown=True)}


def _type_of(function: Operation) -> FunctionType:
    attribute = function.properties.get("function_type")
    assert isinstance(attribute, TypeAttr)
    assert isinstance(attribute.type, FunctionType)
    return attribute.type


def _set_type(function: Operation, type: FunctionType) -> None:
    function.set_property("function_type", TypeAttr(type))


def _drop_entry(function: Operation, name: str, index: int) -> None:
    entries = function.properties.get(name)
    if isinstance(entries, ArrayAttr):
        function.set_property(name, ArrayAttr(tuple(_without(entries.elements, index))))


def _without(items: Sequence[_T], index: int) -> list[_T]:
    return [*items[:index], *items[index + 1 :]]
