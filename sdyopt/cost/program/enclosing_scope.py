"""The scope of an operation: its function, and the manual computations in which its values are local.

A function that is called from manual computations alone, all over the same axes, is part of these: JAX puts what a
`shard_map` calls in functions of their own.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import cast

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION
from sdyopt.dialects.sdy.shardings.mesh_symbols import meshes_by_name, sharding_mesh
from sdyopt.ir.attributes import StringAttr, SymbolRefAttr
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbols


class Manual(NamedTuple):
    """The axes of manual computations, the outermost first, and the mesh of the innermost; None if that is empty."""

    axes: tuple[str, ...] = ()
    mesh: Mesh | None = None


NOT_MANUAL = Manual()


class EnclosingScope:
    """The scopes of the operations of `module`."""

    def __init__(self, module: Operation) -> None:
        self.module = module
        self._meshes_in = cache(meshes_by_name)
        self._known: dict[Operation, tuple[Operation | None, Manual]] = {}
        """The function and the manual computations around operations, which a view does not change."""
        self._manual: dict[Operation | None, Manual] = {}

    def function(self, op: Operation | None) -> Operation | None:
        """The function that `op` is, or is in."""
        return None if op is None else self._around(op)[0]

    def manual(self, op: Operation | None) -> Manual:
        """The manual computations that `op` is, or is in, and those that call its function."""
        known = self._manual.get(op)
        if known is None:
            within = self._within(op)
            function = self.function(op)
            outside = NOT_MANUAL if function is None else self._callers.get(function, NOT_MANUAL)
            known = self._manual[op] = Manual(outside.axes + within.axes, within.mesh or outside.mesh)
        return known

    def mesh(self, sharding: Sharding, op: Operation | None) -> Mesh | None:
        """The mesh of `sharding` where `op` stands; None for an empty one."""
        module = self._module_around(op)
        mesh = sharding_mesh(sharding, {} if module is None else self._meshes_in(module))
        return None if mesh is None or mesh.is_empty else mesh

    def named_mesh(self, name: str, op: Operation) -> Mesh | None:
        """The mesh of that name where `op` stands; None if there is none."""
        module = self._module_around(op)
        return None if module is None else self._meshes_in(module).get(name)

    def _within(self, op: Operation | None) -> Manual:
        """The manual computations of its function that `op` is, or is in."""
        return NOT_MANUAL if op is None else self._around(op)[1]

    def _module_around(self, op: Operation | None) -> Operation | None:
        while op is not None and op.name != "builtin.module":
            op = op.parent_op
        return op

    def _around(self, op: Operation) -> tuple[Operation | None, Manual]:
        """The function that `op` is, or is in, and the manual computations of that, the outermost first."""
        path: list[Operation] = []
        current: Operation | None = op
        while current is not None and current not in self._known and current.signature.definition is not FUNC:
            path.append(current)
            current = current.parent_op
        function, manual = current, NOT_MANUAL
        if current is not None and current in self._known:
            function, manual = self._known[current]
        for inner in reversed(path):
            if inner.signature.definition is MANUAL_COMPUTATION:
                axes = cast(ManualAxes, inner.properties["manual_axes"]).axes
                manual = Manual(manual.axes + tuple(axes), self._mesh_of(inner) or manual.mesh)
            self._known[inner] = function, manual
        return function, manual

    def _mesh_of(self, computation: Operation) -> Mesh | None:
        """The mesh of the shardings of a manual computation."""
        for name in ("in_shardings", "out_shardings"):
            for sharding in cast(ShardingPerValue, computation.properties[name]).shardings:
                mesh = self.mesh(sharding, computation)
                if mesh is not None:
                    return mesh
        return None

    @cached_property
    def _callers(self) -> dict[Operation, Manual]:
        """For functions that are called from manual computations alone, and always the same ones, these."""
        calls: dict[Operation, list[tuple[Operation, Manual]]] = {}
        waiting: dict[Operation, int] = {}
        ops = collect_kind(self.module, MANUAL_COMPUTATION, CALL, FUNC)
        if not any(op.signature.definition is MANUAL_COMPUTATION for op in ops):
            return {}
        tables = cache(symbols)
        for op in ops:
            caller = self.function(op) if op.signature.definition is CALL else None
            table = None if caller is None else caller.parent_op
            if caller is None or table is None:
                continue
            callee = tables(table).get(cast(SymbolRefAttr, op.properties["callee"]).root)
            if callee is not None:
                calls.setdefault(caller, []).append((callee, self._within(op)))
                waiting[callee] = waiting.get(callee, 0) + 1
        found: dict[Operation, set[Manual]] = {}
        result: dict[Operation, Manual] = {}
        ready = [op for op in ops if op.signature.definition is FUNC and op not in waiting]
        while ready:
            caller = ready.pop()
            around = found.get(caller, {NOT_MANUAL})
            if len(around) == 1 and is_private(caller):
                (result[caller],) = around
            outside = result.get(caller, NOT_MANUAL)
            for callee, within in calls.get(caller, ()):
                manual = Manual(outside.axes + within.axes, within.mesh or outside.mesh)
                found.setdefault(callee, set()).add(manual)
                waiting[callee] -= 1
                if not waiting[callee]:
                    ready.append(callee)
        return result


def is_private(function: Operation) -> bool:
    """Whether nothing outside the module can call a function."""
    visibility = function.properties.get("sym_visibility")
    return isinstance(visibility, StringAttr) and visibility.value == "private"
