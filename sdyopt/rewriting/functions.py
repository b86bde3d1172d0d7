"""Functions and their callers: the call graph, copies, attributes, uses of symbols."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, cached_property

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import ORIGINAL_FUNC_NAME
from sdyopt.dialects.sdy.shardings.slots import dictionaries_of, function_type
from sdyopt.ir.attribute import Type, checked
from sdyopt.ir.attributes import NO_ATTRIBUTES, ArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr
from sdyopt.ir.bodies import CopiedRegion, content_of
from sdyopt.ir.clone import clone
from sdyopt.ir.collecting import Listing, collect_kind
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.symbols import (
    PRIVATE,
    SymbolTable,
    is_symbol,
    is_symbol_table,
    references_of,
    symbol_name,
    symbols,
    visibility,
)
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.diagnostics import CompilationError, failure
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.rewriter import Rewriter

# Attributes of the arguments and results of functions.

_ATTRIBUTES = {"arg_attrs": "argument", "res_attrs": "result"}


def value_attributes(signature: Signature) -> Iterator[tuple[str, DictionaryAttr]]:
    """Yields the attributes of each argument and result of a function that has some, with what messages call it.

    There are none if the signature is that of another operation.
    """
    if signature.definition is FUNC:
        for name, kind in _ATTRIBUTES.items():
            for number, dictionary in enumerate(dictionaries_of(signature.properties.get(name))):
                yield f"{kind} {number}", dictionary


def argument_attributes(signature: Signature) -> tuple[DictionaryAttr, ...]:
    """Returns the attributes of each argument of a function, which may be empty."""
    count = len(function_type(signature).inputs)
    return dictionaries_of(signature.properties.get("arg_attrs")) or (NO_ATTRIBUTES,) * count


def result_attributes(signature: Signature) -> tuple[DictionaryAttr, ...]:
    """Returns the attributes of each result of a function, which may be empty."""
    count = len(function_type(signature).results)
    return dictionaries_of(signature.properties.get("res_attrs")) or (NO_ATTRIBUTES,) * count


def without_value_attributes(signature: Signature, names: Collection[str]) -> Signature:
    """Returns the signature of a function without the attributes `names` of its arguments and results.

    Where no attributes remain, there is no list of them any more. That of another operation is returned as it is.
    """
    if signature.definition is FUNC:
        for attribute in _ATTRIBUTES:
            stored = signature.properties.get(attribute)
            left = tuple([entries.without(*names) for entries in dictionaries_of(stored)])
            if stored is not None and ArrayAttr(left) is not stored:
                properties = signature.properties.without(attribute)
                if any(entries.entries for entries in left):
                    properties = properties.with_entry(attribute, ArrayAttr(left))
                signature = signature.with_properties(properties)
    return signature


def change_value_attributes(
    function: Operation,
    change: Callable[[DictionaryAttr, Type, bool], DictionaryAttr],
    rewriter: Rewriter,
    is_for_all: bool = False,
) -> None:
    """Changes the attributes of each argument and result of a function, or only of those that have a list of them.

    `change` gets the attributes, the type, and whether it is an argument. Where no attributes remain, there is no list.
    """
    type = function_type(function.signature)
    properties = function.properties
    for name, types in zip(_ATTRIBUTES, (type.inputs, type.results), strict=True):
        if isinstance(stored := properties.get(name), ArrayAttr) or is_for_all:
            given = dictionaries_of(stored) or [NO_ATTRIBUTES] * len(types)
            entries = [change(entry, each, name == "arg_attrs") for entry, each in zip(given, types, strict=True)]
            properties = properties.without(name)
            if any(entry.entries for entry in entries):
                properties = properties.with_entry(name, ArrayAttr(tuple(entries)))
    rewriter.set_signature(function, function.signature.with_properties(properties))


# The call graph: which function calls which.


def original_name(function: Operation) -> str:
    """Returns the name of the function that `function` is a copy of; its own name if it is none."""
    name = function.attributes.get(ORIGINAL_FUNC_NAME)
    return name.value if isinstance(name, StringAttr) else checked(str, symbol_name(function))


class CallGraph:
    """The functions of a module that have a body, nested modules included, and the calls in each.

    Functions and calls are in the order of the text. Those of other dialects than func are part of it if wanted.
    """

    def __init__(self, module: Listing, with_other_dialects: bool = False) -> None:
        self.calls: dict[Operation, list[Operation]] = {}
        is_node = is_function if with_other_dialects else (lambda definition: definition is FUNC)
        for op in module.collect(lambda signature: signature.definition is CALL or is_node(signature.definition)):
            if op.signature.definition is not CALL:
                if op.regions[0].blocks:
                    self.calls[op] = []
                continue
            function = op.parent_op
            while function is not None and function not in self.calls:
                function = function.parent_op
            if function is not None:
                self.calls[function].append(op)

    @cached_property
    def callees(self) -> dict[Operation, list[Operation]]:
        """The functions that each function calls, one for each call of one that has a body."""
        callee_of = self.callee_of
        return {
            function: [callee_of[call] for call in calls if call in callee_of] for function, calls in self.calls.items()
        }

    @cached_property
    def callee_of(self) -> dict[Operation, Operation]:
        """The function of each call of one that has a body."""
        by_name = cache(symbols)
        return {
            call: callee
            for calls in self.calls.values()
            for call in calls
            if (callee := by_name(symbol_table_around(call)).get(callee_name(call))) in self.calls
        }

    def callees_first(self) -> list[Operation]:
        """Returns the functions in post-order: each after those that it calls, as far as there is no cycle."""
        return list(callees_first(self.callees))

    def callers_first(self) -> list[Operation]:
        """Returns the functions in pre-order, which is the reverse of the post-order."""
        return self.callees_first()[::-1]

    def components(self) -> Iterator[list[Operation]]:
        """Yields the strongly connected components: functions that call each other, after those that they call."""
        return strongly_connected(self.callees)


def calls_in(op: Operation) -> list[Operation]:
    """Returns all calls inside `op`, in the order of the text."""
    return collect_kind(op, CALL)


def callee_name(call: Operation) -> str:
    """Returns the name of the function that a call names."""
    return checked(SymbolRefAttr, call.signature.symbol or call.signature.properties["callee"]).leaf


def callees_first(callees: Mapping[Operation, Iterable[Operation]]) -> Iterator[Operation]:
    """Yields functions in post-order: each after its `callees`, as far as there is no cycle."""
    visited: set[Operation] = set()
    for root in callees:
        path = [(root, iter(callees[root]))] if root not in visited else []
        while path:
            function, remaining = path[-1]
            visited.add(function)
            for callee in remaining:
                if callee not in visited:
                    path.append((callee, iter(callees[callee])))
                    break
            else:
                path.pop()
                yield function


def strongly_connected(callees: Mapping[Operation, Iterable[Operation]]) -> Iterator[list[Operation]]:
    """Yields the strongly connected components of a graph in post-order, by Tarjan's algorithm."""
    index: dict[Operation, int] = {}
    lowest: dict[Operation, int] = {}
    unassigned: dict[Operation, None] = {}
    for root in callees:
        path = [(root, iter(callees[root]))] if root not in index else []
        while path:
            function, remaining = path[-1]
            if function not in index:
                index[function] = lowest[function] = len(index)
                unassigned[function] = None
            for callee in remaining:
                if callee not in index:
                    path.append((callee, iter(callees[callee])))
                    break
                if callee in unassigned:
                    lowest[function] = min(lowest[function], index[callee])
            else:
                path.pop()
                if path:
                    caller = path[-1][0]
                    lowest[caller] = min(lowest[caller], lowest[function])
                if lowest[function] == index[function]:
                    component = [other for other in unassigned if index[other] >= index[function]]
                    for other in component:
                        del unassigned[other]
                    yield component


def is_function(definition: OpDefinition) -> bool:
    """Whether operations with this definition are functions, of func or of another dialect."""
    return definition is FUNC or "FunctionOpInterface" in definition.traits


def returned_values(function: Operation) -> tuple[Value, ...]:
    """Returns the operands of the first return of a function; none if it has no body, or does not end."""
    ends = [block.last for block in function.regions[0].blocks]
    return next((tuple(end.operands) for end in ends if end is not None and not end.successors), ())


def symbol_table_around(op: Operation) -> Operation:
    table = checked(Operation, op.parent_op)
    while "SymbolTable" not in table.signature.definition.traits:
        table = checked(Operation, table.parent_op)
    return table


class Functions:
    """The functions right inside a module: those that passes mean by a name, also in calls in nested modules."""

    def __init__(self, module: Operation) -> None:
        self.module = module
        self.by_name = {name: op for name, op in symbols(module).items() if op.signature.definition is FUNC}

    def called_by(self, call: Operation) -> Operation:
        """Returns the function of a call. Raises CompilationError if the module has none of the name."""
        if (function := self.by_name.get(callee_name(call))) is None:
            raise lookup_failure(callee_name(call), call)
        return function

    def find_main(self) -> Operation:
        """Returns the only function, or that named `main`. Raises CompilationError if there is none."""
        if len(self.by_name) == 1:
            (function,) = self.by_name.values()
            return function
        if "main" not in self.by_name:
            there = (
                f"of the {len(self.by_name)} in the module none is called @main" if self.by_name else "there is none"
            )
            raise lookup_failure(
                "main", self.module, f"{{pass}} needs the function that the program begins with: {there}"
            )
        return self.by_name["main"]


def lookup_failure(name: str, op: Operation, hint: str = "") -> CompilationError:
    """Returns the error, at `op`, that the module has no function of that name."""
    return failure(f"Failed to lookup function: {name}", op.location, hint=hint)


# Copies of functions, for calls that are to have one of their own.

ENDLESS = "cannot copy function @{} for this call: it leads to a function that calls itself"


class FunctionCopies:
    """The functions right inside a module, by name, and copies of them, which are added to it."""

    def __init__(self, module: Operation, rewriter: Rewriter) -> None:
        self._table = SymbolTable(module)
        self._rewriter = rewriter
        self._original = cache(_Original)
        self.functions = Functions(module)
        self.called_by = self.functions.called_by

    def give_own_callee(self, call: Operation) -> None:
        """Makes `call` call a new copy of its function, added at the end of the module.

        What that function calls is copied before it. Raises CompilationError if the module has no such function, or if
        the copies would never end.
        """
        original = callee_name(call)
        path = [self._copy(call)]
        open_names = {original}
        count = 0
        while path:
            copy = path[-1]
            for inner in copy.calls:
                callee = callee_name(inner)
                if callee in open_names:
                    raise failure(ENDLESS.format(original), call.location)
                open_names.add(callee)
                path.append(self._copy(inner))
                break
            else:
                path.pop()
                open_names.remove(copy.name)
                self._add(copy)
                count += 1
        self._rewriter.report(function_copied, call, original, callee_name(call), count - 1)

    def _copy(self, call: Operation) -> _Copy:
        return _Copy(self._original(self.called_by(call)), call, self._rewriter)

    def _add(self, copy: _Copy) -> None:
        """Puts a copy into the module, under a new name, and makes the call for which it was made call it."""
        name = self._rewriter.insert_symbol(self._table, copy.op)
        self.functions.by_name[name] = copy.op
        self._rewriter.set_property(copy.caller, "callee", SymbolRefAttr((name,)))


class _Original:
    """A function with copies."""

    def __init__(self, function: Operation) -> None:
        self.function = function
        self.name = checked(str, symbol_name(function))
        name = StringAttr(original_name(function))
        attributes = function.attributes
        if attributes.get(ORIGINAL_FUNC_NAME) is not name:
            attributes = attributes.with_entry(ORIGINAL_FUNC_NAME, name)
        self.signature = function.signature.with_attributes(attributes)
        """That of copies, with the name of the original."""
        content = content_of(function.regions[0])
        self.content = None if content is None or CALL in content.body.definitions else content.cloned()
        """Its content, if it calls nothing: then it stays as it is."""


class _Copy:
    """A copy of a function that is being made for `caller`; it has still the name of the original.

    Its operations are only created if calls are among them.
    """

    def __init__(self, original: _Original, caller: Operation, rewriter: Rewriter) -> None:
        function, content = original.function, original.content
        self.caller = caller
        self.name = original.name
        if content is None or rewriter.is_renaming:
            mapping: dict[Value, Value] = {}
            self.op = clone(function, mapping)
            rewriter.renames_copies(mapping)
            self.calls = iter(calls_in(self.op))
            self.op.signature = original.signature
        else:
            self.op = Operation(original.signature, [], function.location, [CopiedRegion(content)])
            self.calls = iter(())


def function_copied(call: Operation, function: str, copy: str, others: int) -> Explanation:
    """A call has a copy of its function to call, which leads to `others` more."""
    text = "this call of @{function} has a copy of its own to call, @{copy}"
    if others:
        text += ", which has {others} {others:copy|copies} of {others:a function|functions} to call"
    return explained("function-copied", text, call, function=function, copy=copy, others=others)


# Uses of symbols: what operations refer to, looked up as MLIR does.

UNKNOWN_TABLE = (
    "operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses"
)


def references_in(op: Operation, may_be_unknown: bool = False) -> set[SymbolRefAttr]:
    """Returns what `op` and the operations inside refer to; not what other tables hold.

    Raises CompilationError for an operation that may be a table, as its dialect is not known; with `may_be_unknown` it
    counts as none.
    """
    seen: set[Signature] = set()
    work = [op]
    while work:
        outer = work.pop()
        if not may_be_unknown and len(outer.regions) == 1 and not isinstance(outer.definition, OpDef):
            raise failure(UNKNOWN_TABLE, op.location)
        seen.add(outer.signature)
        if is_symbol_table(outer):
            continue
        for block in [block for region in outer.regions for block in region.blocks]:
            inner = block.first
            while inner is not None:
                seen.add(inner.signature)
                if inner.regions:
                    work.append(inner)
                inner = inner.next
    return {reference for signature in seen for reference in references_of(signature)}


def resolved(
    reference: SymbolRefAttr, table: Operation, tables: dict[Operation, dict[str, Operation]], in_full: bool = True
) -> list[Operation]:
    """Returns the symbols that the parts of a reference name.

    If one of them is not known, there are none, or with `in_full` false those before it. `tables` remembers the symbols
    of tables.
    """
    found: list[Operation] = []
    for name in reference.path:
        if table not in tables:
            tables[table] = symbols(table) if is_symbol_table(table) else {}
        if (symbol := tables[table].get(name)) is None:
            return [] if in_full else found
        found.append(symbol)
        table = symbol
    return found


def is_hidden(table: Operation) -> bool:
    """Returns whether nothing outside refers to the symbols in `table`, as far as is seen from the table alone."""
    return not is_symbol(table) or visibility(table) == PRIVATE


def symbol_tables(root: Operation) -> Iterator[tuple[Operation, bool]]:
    """Yields the tables in `root`, itself included, each with whether nothing outside refers to its symbols."""
    work = [(root, root.parent_op is None)]
    while work:
        op, hidden = work.pop()
        if is_symbol_table(op):
            hidden = hidden or is_hidden(op)
            yield op, hidden
        else:
            hidden = True
        work += [(inner, hidden) for region in op.regions for block in region.blocks for inner in block.ops]
