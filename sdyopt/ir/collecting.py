"""Lists of the operations of some kind in a program, which cost less than a walk that visits all operations; groups."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cached_property, partial
from typing import TypeVar

from sdyopt.ir.bodies import Body, first_in_blocks, listed
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition, Signature


def collect(root: Operation, holds: Callable[[Signature], bool]) -> list[Operation]:
    """Returns `root` and the operations inside it for whose signature `holds` is true, in the order of `walk`.

    `holds` is a function of the signature: it is called once for each.
    """
    return Listing(root).collect(holds)


def every_op(root: Operation) -> list[Operation]:
    """Returns `root` and all operations inside it, in the order of `walk`."""
    return listed(root, partial(first_in_blocks, enters=bool))


def collect_kind(root: Operation, *definitions: OpDefinition) -> list[Operation]:
    """Returns `root` and the operations inside it of these kinds, in the order of `walk`."""
    return Listing(root).collect_kind(*definitions)


def collect_kind_post(root: Operation, *definitions: OpDefinition) -> list[Operation]:
    """Returns the same operations in the order of `walk_post`: inner before outer ones."""
    return Listing(root).collect_kind_post(*definitions)


class Listing:
    """The operations of a program that does not change: it finds what `collect` finds, in a tenth of the time."""

    def __init__(self, root: Operation) -> None:
        self.root = root
        self._bodies: set[Body] = set()
        """Those of the copied regions, which stay copies."""
        self.ops = listed(root, partial(first_in_blocks, enters=self._bodies.add))

    @cached_property
    def signatures(self) -> Collection[Signature]:
        """Those of all operations."""
        found = dict.fromkeys([op.signature for op in self.ops])
        for body in self._bodies:
            found.update(dict.fromkeys(body.signatures))
        return found.keys()

    @cached_property
    def _definitions(self) -> frozenset[OpDefinition]:
        return frozenset([signature.definition for signature in self.signatures])

    @property
    def every_op(self) -> list[Operation]:
        """The root and all operations inside it, in the order of `walk`."""
        return every_op(self.root) if self._bodies else self.ops

    def has_kind(self, *definitions: OpDefinition) -> bool:
        """Whether there are operations of these kinds."""
        return not self._definitions.isdisjoint(definitions)

    def collect(self, holds: Callable[[Signature], bool]) -> list[Operation]:
        """Returns what `collect` returns for the root."""
        if not (held := set(filter(holds, self.signatures))):
            return []
        return [op for op in self._ops_with(lambda body: not held.isdisjoint(body.signatures)) if op.signature in held]

    def collect_post(self, holds: Callable[[Signature], bool]) -> list[Operation]:
        """Returns what `collect_post` returns for the root."""
        return _inner_first(self.collect(holds))

    def collect_kind(self, *definitions: OpDefinition) -> list[Operation]:
        """Returns what `collect_kind` returns for the root."""
        ops = self._ops_with(lambda body: not body.definitions.isdisjoint(definitions))
        return [op for op in ops if op.signature.definition in definitions]

    def collect_kind_post(self, *definitions: OpDefinition) -> list[Operation]:
        """Returns what `collect_kind_post` returns for the root."""
        return _inner_first(self.collect_kind(*definitions))

    def _ops_with(self, has_some: Callable[[Body], bool]) -> list[Operation]:
        """Returns all operations but those in copied regions, unless some of these are wanted."""
        if not any(map(has_some, self._bodies)):
            return self.ops
        return listed(self.root, partial(first_in_blocks, enters=has_some))


def _inner_first(found: list[Operation]) -> list[Operation]:
    """Returns operations in the order of `walk_post`, which are given in that of `walk`."""
    after: list[Operation] = []
    around: list[Operation] = []
    for op in found:
        while around and not is_inside(op, around[-1]):
            after.append(around.pop())
        (around if op.regions else after).append(op)
    return after + around[::-1]


def is_inside(op: Operation | None, outer: Operation) -> bool:
    """Whether an operation is `outer`, or inside it."""
    while op is not None and op is not outer:
        op = op.parent_op
    return op is not None


K = TypeVar("K")
Number = TypeVar("Number", int, float)
V = TypeVar("V")


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Returns the values of each key; keys and values are in the order of `pairs`."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def summed(pairs: Iterable[tuple[K, Number]]) -> dict[K, Number]:
    """Returns the sum of the numbers of each key; keys are in the order of `pairs`."""
    found: dict[K, Number] = {}
    for key, number in pairs:
        found[key] = found[key] + number if key in found else number
    return found
