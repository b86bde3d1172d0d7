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
    answers = _Answers(holds)
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
