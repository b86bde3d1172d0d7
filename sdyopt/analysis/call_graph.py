"""The call graph: which function calls which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import cast

from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbols


def callee_name(call: Operation) -> str:
    """Returns the name of the function that a call names."""
    return cast(SymbolRefAttr, call.signature.properties["callee"]).leaf


def callees_first(calls: Mapping[Operation, Iterable[Operation]]) -> Iterator[Operation]:
    """Yields functions in post-order of the call graph: each after those that it calls, as far as there is no cycle.

    `calls` are the calls in each function. A call in a nested module means a function there; one of something else
    means nothing.
    """
    by_name = cache(symbols)
    visited: set[Operation] = set()
    for root in calls:
        path = [(root, iter(calls[root]))] if root not in visited else []
        while path:
            function, remaining = path[-1]
            visited.add(function)
            names = by_name(cast(Operation, function.parent_op))
            for call in remaining:
                callee = names.get(callee_name(call))
                if callee in calls and callee not in visited:
                    assert callee is not None
                    path.append((callee, iter(calls[callee])))
                    break
            else:
                path.pop()
                yield function
