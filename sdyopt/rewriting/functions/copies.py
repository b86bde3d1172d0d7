"""Copies of functions, for calls that are to have one of their own."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.discardable import ORIGINAL_FUNC_NAME
from sdyopt.ir.attributes import StringAttr, SymbolRefAttr
from sdyopt.ir.bodies import CopiedRegion
from sdyopt.ir.body_reading import content_of
from sdyopt.ir.clone import clone
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import SymbolTable, symbol_name
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.rewriting.decisions import Explanation, explained
from sdyopt.rewriting.functions.call_graph import callee_name, calls_in, lookup_failure, original_name
from sdyopt.rewriting.rewriter import Rewriter

ENDLESS = "cannot copy function @{} for this call: it leads to a function that calls itself"


class FunctionCopies:
    """The functions right inside a module, by name, and copies of them, which are added to it."""

    def __init__(self, module: Operation, rewriter: Rewriter) -> None:
        self._table = SymbolTable(module)
        self._rewriter = rewriter
        self._originals: dict[Operation, _Original] = {}
        self.functions = {name: op for name, op in self._table.symbols.items() if op.signature.definition is FUNC}

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
                    raise CompilationError([Diagnostic("error", ENDLESS.format(original), call.location)])
                open_names.add(callee)
                path.append(self._copy(inner))
                break
            else:
                path.pop()
                open_names.remove(copy.name)
                self._add(copy)
                count += 1
        self._rewriter.report(function_copied, call, original, callee_name(call), count - 1)

    def called_by(self, call: Operation) -> Operation:
        """Returns the function of a call. Raises CompilationError if the module has none of the name."""
        function = self.functions.get(callee_name(call))
        if function is None:
            raise lookup_failure(callee_name(call), call)
        return function

    def _copy(self, call: Operation) -> _Copy:
        """Returns a copy of the function of a call."""
        function = self.called_by(call)
        original = self._originals.get(function)
        if original is None:
            original = self._originals[function] = _Original(function)
        return _Copy(original, call, self._rewriter)

    def _add(self, copy: _Copy) -> None:
        """Puts a copy into the module, under a new name, and makes the call for which it was made call it."""
        name = self._rewriter.insert_symbol(self._table, copy.op)
        self.functions[name] = copy.op
        self._rewriter.set_property(copy.caller, "callee", SymbolRefAttr((name,)))


class _Original:
    """A function with copies."""

    def __init__(self, function: Operation) -> None:
        self.function = function
        self.name = cast(str, symbol_name(function))
        name = StringAttr(original_name(function))
        attributes = function.attributes
        if attributes.get(ORIGINAL_FUNC_NAME) is not name:
            attributes = attributes.with_entry(ORIGINAL_FUNC_NAME, name)
        self.signature = function.signature.with_attributes(attributes)
        """That of copies, with the name of the original."""
        content = content_of(function.regions[0])
        self.content = None if content is None or CALL in content.body.definitions else content.cloned()
        """What it holds, if it calls nothing: then it stays as it is."""


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
            if rewriter.is_renaming:
                for old, new in mapping.items():
                    rewriter.renames(new, old)
            self.calls = iter(calls_in(self.op))
            self.op.signature = original.signature
        else:
            self.op = Operation(original.signature, [], function.location, [CopiedRegion(content)])
            self.calls = iter(())


def function_copied(call: Operation, function: str, copy: str, others: int) -> Explanation:
    """A call has a copy of its function to call, which leads to so many `others`."""
    text = "this call of @{function} has a copy of its own to call, @{copy}"
    if others:
        text += ", which has {others} {others:copy|copies} of {others:a function|functions} to call"
    return explained("function-copied", text, call, function=function, copy=copy, others=others)
