"""The calls of the functions of a module, in the order in which propagation goes over them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sdyopt.dialects.func.ops import CALL
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.rewriting.functions.call_graph import Functions, callee_name


class Calls:
    """The functions right inside a module by name, and the operations among `ops` that call them."""

    def __init__(self, module: Operation, ops: Iterable[Operation]) -> None:
        self.functions = Functions(module)
        self._calls: dict[Operation, list[Operation]] = {}
        regions = _RegionsWithCalls(ops)
        for function in self.functions.by_name.values():
            for call in regions.calls_in(function):
                callee = self.callee(call)
                if callee is not None:
                    self._calls.setdefault(callee, []).append(call)

    def callee(self, call: Operation) -> Operation | None:
        """Returns the function that `call` calls; None if the module has no such function."""
        return self.functions.by_name.get(callee_name(call))

    def of(self, function: Operation) -> list[Operation]:
        """Returns the calls of `function`, in the order of the functions that they are in."""
        return self._calls.get(function, [])


class _RegionsWithCalls:
    """The regions that calls are in, each with its calls and the regions in it that have calls."""

    def __init__(self, ops: Iterable[Operation]) -> None:
        self._calls: dict[Region, list[Operation]] = {}
        self._inner: dict[Region | None, dict[Region, None]] = {}
        for op in ops:
            if op.signature.definition is CALL:
                region = _region_of(op)
                assert region is not None
                self._calls.setdefault(region, []).append(op)
                self._add(region)

    def _add(self, region: Region) -> None:
        around = None if region.parent is None else _region_of(region.parent)
        while region not in self._inner.setdefault(around, {}):
            self._inner[around][region] = None
            if around is None:
                return
            region, around = around, None if around.parent is None else _region_of(around.parent)

    def calls_in(self, function: Operation) -> Iterator[Operation]:
        """Yields the calls of a region before those of the regions in it, of which the last comes first."""
        regions = list(function.regions)
        while regions:
            region = regions.pop()
            yield from self._calls.get(region, ())
            regions += self._inner.get(region, ())


def _region_of(op: Operation) -> Region | None:
    return None if op.parent is None else op.parent.parent
