"""Rewrite patterns: local changes at operations of one kind, and sets of them.

    @pattern(ALL_REDUCE, "AllReduceNoopPattern", label="sdy-collective")
    def all_reduce_noop(op: Operation, rewriter: PatternRewriter) -> bool:
        ...

A pattern returns whether it applies; it changes the program, through the rewriter alone, only if it does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.shardings.slots import meshes_by_name, sharding_mesh
from sdyopt.ir.clone import BlockOrder
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.signature import OpDefinition, definition_of
from sdyopt.rewriting.rewriter import Rewriter

O = TypeVar("O", bound=Operation)  # noqa: E741


class PatternRewriter(Rewriter):
    """The rewriter of patterns: knows which of two operations comes first, and what meshes there are.

    Meshes stay as they are meanwhile.
    """

    follows_changes = True

    def __init__(self, outer: Rewriter) -> None:
        super().__init__(outer.listeners)
        self.has_unvisited = False
        """Whether something has changed that a driver has not looked at."""
        self.order = BlockOrder()
        """Which of two operations comes first."""
        self.change_count = 0
        """The number of changes reported to the driver; results computed before the last one may be invalid."""
        self.findings: dict[object, Any] = {}
        self._meshes_of = cache(meshes_by_name)

    def on_inserted(self, op: Operation) -> None:
        self.change_count += 1

    def on_modified(self, op: Operation) -> None:
        self.change_count += 1

    def move(self, op: Operation, to: InsertionPoint) -> None:
        self.change_count += 1
        self.order.forget(op)
        super().move(op, to)

    @contextmanager
    def unvisited(self) -> Iterator[None]:
        """Marks what changes meanwhile for the next iteration of a driver only. Nothing may be erased."""
        self.has_unvisited = True
        yield

    def mesh_of(self, sharding: Sharding, op: Operation) -> Mesh | None:
        """Returns the mesh of a sharding of `op`; None if there is none of its name in the module around `op`."""
        if isinstance(sharding.mesh, Mesh):
            return sharding.mesh
        module: Operation | None = op
        while module is not None and "SymbolTable" not in module.signature.definition.traits:
            module = module.parent_op
        return None if module is None else sharding_mesh(sharding, self._meshes_of(module))


Apply = Callable[[Operation, PatternRewriter], bool]


class Pattern(NamedTuple):
    """A rewrite of operations that `root` defines. Those with more `benefit` are tried first."""

    root: OpDefinition
    name: str
    apply: Apply
    benefit: int = 1
    label: str = ""
    dialect: str = ""
    """The dialect that it belongs to, for options of passes; that of the root if empty."""


def pattern(
    root: OpDefinition | type[O], name: str, benefit: int = 1, label: str = "", dialect: str = ""
) -> Callable[[Callable[[O, PatternRewriter], bool]], Pattern]:
    """Makes a function a pattern of the operations of a kind: with a definition, or a class of `sdyopt.ops`.

    `name` is that of the reference; it and `label` enable and disable the pattern in options of passes. Patterns of
    Shardy's own operations are in a namespace that the name does not repeat. `dialect` is the one that the pattern
    belongs to, if not that of the root.
    """
    definition = definition_of(root)
    if definition.dialect == "sdy":
        name = f"mlir::sdy::(anonymous namespace)::{name}"

    def made(apply: Callable[..., bool]) -> Pattern:
        return Pattern(definition, name, apply, benefit, label, dialect)

    return made


PatternsOfDialect = Callable[[str], Iterable[Pattern]]
"""Returns the patterns of a dialect that is imported when a program names it."""


class PatternSet:
    """Patterns by what they rewrite, in the order in which they are tried.

    If names or labels are `enabled` no other patterns are in it; `disabled` ones never are.
    """

    def __init__(
        self,
        patterns: Iterable[Pattern],
        enabled: Collection[str] = (),
        disabled: Collection[str] = (),
        patterns_of_dialect: PatternsOfDialect | None = None,
    ) -> None:
        self._enabled = frozenset(enabled)
        self._disabled = frozenset(disabled)
        self._patterns_of_dialect = patterns_of_dialect
        self._dialects: set[str] = set()
        self._by_root: dict[OpDefinition, list[Pattern]] = {}
        self._add(patterns)

    def patterns_for(self, definition: OpDefinition) -> list[Pattern]:
        dialect = definition.dialect
        if self._patterns_of_dialect is not None and dialect not in self._dialects:
            self._dialects.add(dialect)
            self._add(self._patterns_of_dialect(dialect))
        return self._by_root.get(definition, [])

    def _add(self, patterns: Iterable[Pattern]) -> None:
        for one in sorted(filter(self._is_enabled, patterns), key=lambda one: -one.benefit):
            self._by_root.setdefault(one.root, []).append(one)

    def _is_enabled(self, one: Pattern) -> bool:
        names = {name for name in (one.name, one.label) if name}
        return not (names & self._disabled) and (not self._enabled or bool(names & self._enabled))
