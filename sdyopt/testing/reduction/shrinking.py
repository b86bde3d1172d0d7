"""A program is made smaller, change by change, while it shows what it showed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from sdyopt.api.module import Module, parse
from sdyopt.diagnostics.rendering import Error
from sdyopt.ir.attribute import Attribute, Type, checked
from sdyopt.ir.attributes import NO_ATTRIBUTES, ArrayAttr, DictionaryAttr, FunctionType, StringAttr, TypeAttr
from sdyopt.ir.clone import clone
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.region import Block
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import Value
from sdyopt.rewriting.functions import references_in

# Changes that make a program smaller: parts of it left out, and what used them given something else of the same
# type.

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
        if (end := block.last) is not None and end.has_trait("ReturnLike"):
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
            if (replacement := _substitute(op, result.type, function)) is None:
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
    if isinstance(attributes := function.properties.get("arg_attrs"), ArrayAttr):
        function.set_property("arg_attrs", ArrayAttr((*attributes.elements, NO_ATTRIBUTES)))
    return function.regions[0].blocks[0].add_argument(type)


def regions(module: Operation) -> list[Change]:
    """Puts what is in the regions of an operation in its place."""
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
                if (replacement := _substitute(op, argument.type, function)) is None:
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
    if not isinstance(value := op.properties.get(name), ArrayAttr):
        return False
    elements: list[Attribute] = list(value.elements)
    entry = checked(DictionaryAttr, elements[index])
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
    attribute = function.properties.find(TypeAttr)
    assert isinstance(attribute.type, FunctionType)
    return attribute.type


def _set_type(function: Operation, type: FunctionType) -> None:
    function.set_property("function_type", TypeAttr(type))


def _drop_entry(function: Operation, name: str, index: int) -> None:
    if isinstance(entries := function.properties.get(name), ArrayAttr):
        function.set_property(name, ArrayAttr(tuple(_without(entries.elements, index))))


def _without(items: Sequence[_T], index: int) -> list[_T]:
    return [*items[:index], *items[index + 1 :]]


EDITS: tuple[Edit, ...] = (bodies, symbols, results, operations, regions, symbols, arguments, attributes)

_SIZE = re.compile(r"(?:(?<=tensor<)|(?<=x))(\d+)(?=x)")
_NUMBER = re.compile(r"(?<![\w%#@!.\"])\d+(?![\w.\"])")


class Shrinking:
    """The smallest program so far for which `shows` holds; `on_smaller` is called with each one.

    Raises Error if the program cannot be read.
    """

    def __init__(
        self,
        text: str,
        name: str,
        shows: Callable[[str], bool],
        on_smaller: Callable[[Shrinking], object] = lambda _: None,
        allow_unregistered_dialect: bool = False,
    ) -> None:
        self.text = text
        self.tries = 0
        self._shows = shows
        self._name = name
        self._on_smaller = on_smaller
        self._allow_unregistered_dialect = allow_unregistered_dialect
        self._with_locations = True
        self._module = self._parsed(text)
        self.operations = _operations(self._module)
        """How many operations the program has, without the module."""

    def run(self) -> None:
        """Makes the program as small as the changes allow: no single one of them leads further."""
        if not self._keep(self._module, self._module.to_text()):
            self._keep(self._module, self._module.to_text(debug_info=True))
        size = -1
        while size != len(self.text):
            size = len(self.text)
            for edit in EDITS:
                self._without_runs(edit)
            self._smaller_shapes()

    def _parsed(self, text: str) -> Module:
        return parse(text, self._allow_unregistered_dialect, self._name)

    def _without_runs(self, edit: Edit) -> None:
        """Makes changes of one kind: all at once, then half of them, …, then single ones."""
        size = count = len(edit(self._module.operation))
        while size:
            start = 0
            while start < count:
                if self._changed(edit, start, start + size):
                    count = len(edit(self._module.operation))
                else:
                    start += size
            size = min(size, count) // 2

    def _changed(self, edit: Edit, start: int, stop: int) -> bool:
        """Returns whether the program is smaller after those changes, and still shows what it showed."""
        module = Module(clone(self._module.operation, {}), self._module.source, self._module.resources)
        try:
            made = [change() for change in edit(module.operation)[start:stop]]
            if not any(made):
                return False
            module.verify()
        except (Error, ValueError):
            return False
        text = module.to_text(debug_info=self._with_locations)
        is_smaller = (_operations(module), len(text)) < (self.operations, len(self.text))
        return is_smaller and self._keep(module, text)

    def _keep(self, module: Module, text: str) -> bool:
        """Makes a module the smallest so far if it shows what the program showed; returns whether it does."""
        self.tries += 1
        if not self._shows(text):
            return False
        self._with_locations = self._with_locations and "loc(" in text
        self.text = text
        self._module = module
        self.operations = _operations(module)
        self._on_smaller(self)
        return True

    def _smaller_shapes(self) -> None:
        """Makes sizes of dimensions smaller, everywhere in the program; the largest first."""
        for size in sorted({int(size) for size in _SIZE.findall(self.text)}, reverse=True):
            for smaller in (1, 2, 4, 8, size // 2):
                if 0 < smaller < size and any(self._resized(pattern, size, smaller) for pattern in (_SIZE, _NUMBER)):
                    break

    def _resized(self, pattern: re.Pattern[str], size: int, smaller: int) -> bool:
        sizes = _SIZE.sub(lambda found: str(smaller) if int(found[0]) == size else found[0], self.text)
        text = pattern.sub(lambda found: str(smaller) if int(found[0]) == size else found[0], sizes)
        if text == self.text:
            return False
        try:
            module = self._parsed(text)
        except Error:
            return False
        return self._keep(module, module.to_text(debug_info=self._with_locations))


def _operations(module: Module) -> int:
    return sum([1 for _ in module.walk()]) - 1


# Reduction of texts: removes lines, bracketed groups of lines and tokens while a property holds.

TOKEN = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|%[\w#]+|[@#!^][\w.$-]+|->|[A-Za-z_][\w.$]*|-?\d+(?:\.\d+(?:[eE][+-]?\d+)?)?|\S'
)

"""A rough idea of MLIR's tokens."""

OPENING, CLOSING = "([{", ")]}"


def reduced(text: str, shows: Callable[[str], bool], budget: int = 2000) -> str:
    """Returns a part of `text` for which `shows` still holds, with at most `budget` calls."""
    asked = 0

    def asks(parts: Sequence[str]) -> bool:
        nonlocal asked
        asked += 1
        return bool(parts) and asked <= budget and shows("".join(parts))

    size = len(text) + 1
    while len(text) < size and asked < budget:
        size = len(text)
        lines = _without_runs(text.splitlines(keepends=True), asks)
        lines = _without_groups(lines, asks)
        text = "".join(_without_runs(_tokens("".join(lines)), asks))
    return text


def _without_runs(parts: Sequence[str], shows: Callable[[Sequence[str]], bool]) -> Sequence[str]:
    """Returns `parts` without removable runs: of half the length, of a quarter, …, and single parts."""
    size = len(parts) // 2
    while size:
        start = 0
        while start < len(parts):
            rest = [*parts[:start], *parts[start + size :]]
            if shows(rest):
                parts = rest
            else:
                start += size
        size //= 2
    return parts


def _without_groups(lines: Sequence[str], shows: Callable[[Sequence[str]], bool]) -> Sequence[str]:
    """Returns `lines` without removable groups between brackets, and removable brackets around groups."""
    progress = True
    while progress:
        progress = False
        for start, stop in _groups(lines):
            without = [*lines[:start], *lines[stop:]]
            unwrapped = [*lines[:start], *lines[start + 1 : stop - 1], *lines[stop:]]
            smaller = next((rest for rest in (without, unwrapped) if shows(rest)), None)
            if smaller is not None:
                lines, progress = smaller, True
                break
    return lines


def _groups(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Returns the ranges from lines that open brackets to those that close them; inner ones first."""
    open_at: list[int] = []
    for number, line in enumerate(lines):
        for token in TOKEN.finditer(line):
            if token[0] in OPENING:
                open_at.append(number)
            elif token[0] in CLOSING and open_at and (start := open_at.pop()) < number:
                yield start, number + 1


def _tokens(text: str) -> list[str]:
    """Returns the tokens, each with the text up to the next."""
    starts = [token.start() for token in TOKEN.finditer(text)]
    return [text[start:stop] for start, stop in zip([0, *starts[1:]], [*starts[1:], len(text)], strict=True)]
