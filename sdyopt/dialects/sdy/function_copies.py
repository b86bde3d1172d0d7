"""Copies of functions, for calls that are to have one of their own."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.ir.attributes import StringAttr, SymbolRefAttr
from sdyopt.ir.clone import clone
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbol_names import SymbolNames
from sdyopt.ir.symbols import SYMBOL_NAME, symbol_name, symbols

ORIGINAL_NAME = "sdy.original_func_name"
"""The discardable attribute of a copied function that tells what it is a copy of."""


class FunctionCopies:
    """The functions right inside a module, by name, and copies of them, which are added to it."""

    def __init__(self, module: Operation) -> None:
        found = symbols(module)
        self.functions = {name: op for name, op in found.items() if op.signature.definition is FUNC}
        self._module = module
        self._names = SymbolNames(found)

    def give_own_callee(self, call: Operation) -> None:
        """Makes `call` call a new copy of its function, added at the end of the module.

        What that function calls is copied before it, unless it is being copied already: such calls stay as they are.
        """
        path = [_Copy(self.functions[callee_name(call)], call)]
        open_names = {callee_name(call)}
        while path:
            copy = path[-1]
            for inner in copy.calls:
                callee = callee_name(inner)
                if callee not in open_names:
                    open_names.add(callee)
                    path.append(_Copy(self.functions[callee], inner))
                    break
            else:
                path.pop()
                open_names.remove(copy.original_name)
                self._add(copy)

    def _add(self, copy: _Copy) -> None:
        """Puts a copy into the module, under a new name, and makes the call for which it was made call it."""
        name = self._names.claim(copy.original_name)
        copy.op.set_property(SYMBOL_NAME, StringAttr(name))
        self._module.regions[0].block.append(copy.op)
        self.functions[name] = copy.op
        copy.caller.set_property("callee", SymbolRefAttr((name,)))


class _Copy:
    """A copy of a function that is being made for `caller`; it has still the name of the original."""

    def __init__(self, original: Operation, caller: Operation) -> None:
        self.op = clone(original, {})
        self.caller = caller
        self.original_name = cast(str, symbol_name(original))
        self.calls = iter([op for op in self.op.walk() if op.signature.definition is CALL])
        if ORIGINAL_NAME not in self.op.attributes:
            self.op.set_attribute(ORIGINAL_NAME, StringAttr(self.original_name))


def callee_name(call: Operation) -> str:
    """The name of the function that a call names."""
    return cast(SymbolRefAttr, call.signature.properties["callee"]).leaf
