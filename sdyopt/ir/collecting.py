"""Lists of the operations of some kind in a program, which cost less than a walk that visits all operations."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.ir.bodies import Body, CopiedRegion
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition, Signature


def collect(root: Operation, holds: Callable[[Signature], bool]) -> list[Operation]:
    """Returns `root` and the operations inside it for whose signature `holds` is true, in the order of `walk`.

    `holds` is a function of the signature: its answers are remembered.
    """
    return _collect(root, _Answers(holds))


def every_op(root: Operation) -> list[Operation]:
    """Returns `root` and all operations inside it, in the order of `walk`."""
    return collect(root, lambda _: True)


def _collect(root: Operation, answers: _Answers) -> list[Operation]:
    found: list[Operation] = []
    if answers[root.signature]:
        found.append(root)
    pending = _first_ops(root, answers)
    while pending:
        op = pending.pop()
        while op is not None:
            if answers[op.signature]:
                found.append(op)
            if op.regions:
                pending.append(op.next)
                pending += _first_ops(op, answers)
                break
            op = op.next
    return found


def collect_post(root: Operation, holds: Callable[[Signature], bool]) -> list[Operation]:
    """Returns the same operations in the order of `walk_post`: inner before outer ones."""
    answers = _Answers(holds)
    found: list[Operation] = []
    pending: list[tuple[Operation | None, Operation | None]] = [(root, None)]
    pending += [(None, op) for op in _first_ops(root, answers)]
    while pending:
        left, op = pending.pop()
        if left is not None and answers[left.signature]:
            found.append(left)
        while op is not None:
            if op.regions:
                pending.append((op, op.next))
                pending += [(None, inner) for inner in _first_ops(op, answers)]
                break
            if answers[op.signature]:
                found.append(op)
            op = op.next
    return found


def collect_kind(root: Operation, *definitions: OpDefinition) -> list[Operation]:
    """Returns `root` and the operations inside it of these kinds, in the order of `walk`."""
    return collect(root, lambda signature: signature.definition in definitions)


def collect_kind_post(root: Operation, *definitions: OpDefinition) -> list[Operation]:
    """Returns the same operations in the order of `walk_post`: inner before outer ones."""
    return collect_post(root, lambda signature: signature.definition in definitions)


class _Answers(dict[Signature, bool]):
    """The answers of `holds`, each computed when it is first looked up."""

    def __init__(self, holds: Callable[[Signature], bool]) -> None:
        self._holds = holds
        self._of_bodies: dict[Body, bool] = {}

    def __missing__(self, signature: Signature) -> bool:
        answer = self[signature] = self._holds(signature)
        return answer

    def any_in(self, body: Body) -> bool:
        """Returns whether `holds` is true for any operation in a body."""
        answer = self._of_bodies.get(body)
        if answer is None:
            answer = self._of_bodies[body] = any(self[signature] for signature in body.signatures)
        return answer


class _AllButCopies(_Answers):
    """Answers with which everything is found but what is in copied regions, which stay copies."""

    def __init__(self) -> None:
        super().__init__(lambda _: True)
        self.bodies: set[Body] = set()
        """Those of the copied regions."""

    def any_in(self, body: Body) -> bool:
        self.bodies.add(body)
        return False


def _first_ops(op: Operation, answers: _Answers) -> list[Operation | None]:
    """Returns the first operation of each block of `op`, the last block first.

    A copied region is omitted if no operation in it is to be found.
    """
    regions = op.regions
    if len(regions) == 1:
        region = regions[0]
        if type(region) is CopiedRegion and not answers.any_in(region.content.body):
            return []
        if len(region.blocks) == 1:
            return [region.blocks[0].first]
    return [block.first for region in reversed(regions) for block in reversed(region.blocks)]


class Listing:
    """The operations of a program that does not change: it finds what `collect` finds, in a tenth of the time."""

    def __init__(self, root: Operation) -> None:
        self.root = root
        answers = _AllButCopies()
        self._ops = _collect(root, answers)
        self._bodies = answers.bodies
        self.signatures = frozenset(answers).union(*[body.signatures for body in answers.bodies])
        """Those of all operations."""
        self._definitions = frozenset([signature.definition for signature in self.signatures])

    @property
    def every_op(self) -> list[Operation]:
        """The root and all operations inside it, in the order of `walk`."""
        return every_op(self.root) if self._bodies else self._ops

    def has_kind(self, *definitions: OpDefinition) -> bool:
        """Whether there are operations of these kinds."""
        return not self._definitions.isdisjoint(definitions)

    def collect(self, holds: Callable[[Signature], bool]) -> list[Operation]:
        """Returns what `collect` returns for the root."""
        answers = _Answers(holds)
        if not any(map(answers.__getitem__, self.signatures)):
            return []
        if any(map(answers.any_in, self._bodies)):
            return _collect(self.root, answers)
        return [op for op in self._ops if answers[op.signature]]

    def collect_post(self, holds: Callable[[Signature], bool]) -> list[Operation]:
        """Returns what `collect_post` returns for the root."""
        found = self.collect(holds)
        return found if len(found) < 2 else collect_post(self.root, holds)

    def collect_kind(self, *definitions: OpDefinition) -> list[Operation]:
        """Returns what `collect_kind` returns for the root."""
        if not self.has_kind(*definitions):
            return []
        return self.collect(lambda signature: signature.definition in definitions)

    def collect_kind_post(self, *definitions: OpDefinition) -> list[Operation]:
        """Returns what `collect_kind_post` returns for the root."""
        return collect_kind_post(self.root, *definitions) if self.has_kind(*definitions) else []
