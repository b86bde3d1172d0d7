"""The calls of the functions of a module, in the order in which propagation goes over them."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name


class Calls:
    """The functions right inside a module by name, and the operations that call them."""

    def __init__(self, module: Operation, has_calls: bool = True) -> None:
        self.functions: dict[str, Operation] = {}
        self._calls: dict[Operation, list[Operation]] = {}
        for op in module.regions[0].block.ops:
            name = symbol_name(op)
            if name is not None and op.signature.definition is FUNC:
                self.functions.setdefault(name, op)
        for function in self.functions.values() if has_calls else ():
            for call in _calls_in(function):
                callee = self.callee(call)
                if callee is not None:
                    self._calls.setdefault(callee, []).append(call)

    def callee(self, call: Operation) -> Operation | None:
        """Returns the function that `call` calls; None if the module has no such function."""
        return self.functions.get(cast(SymbolRefAttr, call.properties["callee"]).leaf)

    def of(self, function: Operation) -> list[Operation]:
        """Returns the calls of `function`, in the order of the functions that they are in."""
        return self._calls.get(function, [])


def _calls_in(function: Operation) -> list[Operation]:
    """The calls in a function: those of a region before those of the regions in it, of which the last comes first."""
    found = []
    regions = list(function.regions)
    while regions:
        for block in regions.pop().blocks:
            for op in block.ops:
                if op.signature.definition is CALL:
                    found.append(op)
                regions += op.regions
    return found
