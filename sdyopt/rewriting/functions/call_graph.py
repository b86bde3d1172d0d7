"""The call graph: which function calls which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import cast

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.discardable import ORIGINAL_FUNC_NAME
from sdyopt.ir.attributes import StringAttr, SymbolRefAttr
from sdyopt.ir.collecting import collect, collect_kind
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.symbols import symbol_name, symbols
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic


def original_name(function: Operation) -> str:
    """Returns the name of the function that `function` is a copy of; its own name if it is none."""
    name = function.attributes.get(ORIGINAL_FUNC_NAME)
    return name.value if isinstance(name, StringAttr) else cast(str, symbol_name(function))


class CallGraph:
    """The functions of a module that have a body, nested modules included, and the calls in each.

    Functions and calls are in the order of the text. Those of other dialects than func are part of it if wanted.
    """

    def __init__(self, module: Operation, with_other_dialects: bool = False) -> None:
        self.calls: dict[Operation, list[Operation]] = {}
        is_node = is_function if with_other_dialects else (lambda definition: definition is FUNC)
        for op in collect(module, lambda signature: signature.definition is CALL or is_node(signature.definition)):
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
        return resolved(self.calls)

    @cached_property
    def callee_of(self) -> dict[Operation, Operation]:
        """The function of each call of one that has a body."""
        by_name = cache(symbols)
        found: dict[Operation, Operation] = {}
        for call in [call for calls in self.calls.values() for call in calls]:
            callee = by_name(symbol_table_around(call)).get(callee_name(call))
            if callee is not None and callee in self.calls:
                found[call] = callee
        return found

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
    callee = call.signature.symbol or call.signature.properties["callee"]
    return cast(SymbolRefAttr, callee).path[-1]


def resolved(calls: Mapping[Operation, Iterable[Operation]]) -> dict[Operation, list[Operation]]:
    """Returns the functions that are called in each function, where `calls` are the calls in each.

    A call means a function in the nearest symbol table around it; one of something else than those in `calls` means
    nothing.
    """
    by_name = cache(symbols)
    callees: dict[Operation, list[Operation]] = {}
    for function, inner in calls.items():
        found = (by_name(symbol_table_around(call)).get(callee_name(call)) for call in inner)
        callees[function] = [callee for callee in found if callee is not None and callee in calls]
    return callees


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


def symbol_table_around(op: Operation) -> Operation:
    table = cast(Operation, op.parent_op)
    while "SymbolTable" not in table.signature.definition.traits:
        table = cast(Operation, table.parent_op)
    return table


class Functions:
    """The functions right inside a module: those that passes mean by a name, also in calls in nested modules."""

    def __init__(self, module: Operation) -> None:
        self.module = module
        self.by_name = {name: op for name, op in symbols(module).items() if op.signature.definition is FUNC}

    def called_by(self, call: Operation) -> Operation:
        """Returns the function of a call. Raises CompilationError if the module has none of the name."""
        function = self.by_name.get(callee_name(call))
        if function is None:
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
    return CompilationError([Diagnostic("error", f"Failed to lookup function: {name}", op.location, hint=hint)])
