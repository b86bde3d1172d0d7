"""What compilers do with the collectives that XLA's partitioner has inserted, where it changes what is sent.

Each pass is a function with the name of XLA's pass, and looks at the steps of one computation: a function, or the body
of a loop. Which of them run depends on the machine. Passes that only combine collectives of a kind, or start them
earlier, leave the bytes as they are, and are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from math import prod
from typing import cast

from sdyopt.cost.collective_kinds import ALL_GATHER, ALL_REDUCE, ALL_TO_ALL, COLLECTIVE_PERMUTE
from sdyopt.cost.partitioner.shards import Collective, Groups, MadeStep
from sdyopt.cost.partitioner.tilings import Devices, Tiled
from sdyopt.cost.sizes.partition import element_bits
from sdyopt.dialects.stablehlo.ops import elementwise
from sdyopt.dialects.stablehlo.ops.reductions import REDUCE
from sdyopt.dialects.stablehlo.ops.shapes import SCATTER
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import OpDefinition, Signature


class Compiler(StrEnum):
    """The compilers of XLA, by the devices that they are for."""

    CPU = "CPUs"
    GPU = "GPUs"
    TPU = "TPUs"


class SentCollective(NamedTuple):
    """A collective as passes leave it."""

    collective: Collective
    origin: MadeStep
    """The step in which the partitioner has inserted it, or the first one of several that have become one."""


class SentSteps:
    """The collectives of a computation, by the steps whose results they make."""

    def __init__(
        self, steps: Sequence[MadeStep], needed: Sequence[MadeStep], ops: Mapping[MadeStep, Operation]
    ) -> None:
        """Looks at the steps that something uses, each after its operands, of which the computation returns `needed`.

        `ops` are the operations that collectives were inserted for.
        """
        self.steps, self._needed, self.ops = steps, needed, ops
        self.sent = {step: SentCollective(step.collective, step) for step in steps if step.collective is not None}

    @cached_property
    def users(self) -> Mapping[MadeStep, Sequence[MadeStep]]:
        """The users of each step, as often as they use it."""
        found: dict[MadeStep, list[MadeStep]] = {}
        for step in self.steps:
            for each in step.operands:
                found.setdefault(each, []).append(step)
        return found

    @cached_property
    def _returned(self) -> Counter[MadeStep]:
        return Counter(self._needed)

    def uses(self, step: MadeStep) -> int:
        """Returns how often a step is used, the computation's results among them."""
        return len(self.users.get(step, ())) + self._returned[step]

    def all_reduced(self, step: MadeStep) -> MadeStep | None:
        """Returns the sum over devices that a step is, converted or in another shape, and that nothing else uses."""
        while step not in self.sent:
            if not _is_form(step) or self.uses(step) != 1:
                return None
            (step,) = step.operands
        collective, origin = self.sent[step]
        is_candidate = collective.kind == ALL_REDUCE and not collective.is_sliced and self.uses(step) == 1
        return step if is_candidate and _is_sum(self.ops[origin]) else None

    def is_scattered(self, step: MadeStep) -> bool:
        """Whether what is sent in a step is a sum of what has just been scattered."""
        return self.sent[step].origin is step and self.ops[step].signature.definition is SCATTER


def _is_sum(op: Operation) -> bool:
    """Whether what an operation reduces over devices is added: a reduction may be of another kind."""
    regions = op.regions if op.signature.definition in (REDUCE, SCATTER) else ()
    return all(next(region.block.ops).signature.definition is elementwise.ADD for region in regions)


def _signature(step: MadeStep) -> Signature | None:
    """Returns the signature of the operation that a step computes, if its key ends with it."""
    last = step.key.parts[-1]
    return last if isinstance(last, Signature) else None


def _definition(step: MadeStep) -> OpDefinition | None:
    signature = _signature(step)
    return None if signature is None else signature.definition


_FORMS = frozenset(("result", "copy", "reshape", "transpose", "grouped", "ungrouped"))


def _is_form(step: MadeStep) -> bool:
    """Whether a step gives its operand only another shape or element type, each device by itself."""
    if len(step.operands) != 1 or step.collective is not None:
        return False
    parts = step.key.parts
    kind = parts[2] if len(parts) > 2 and isinstance(parts[0], Tiled) else None
    if kind == "reduce":  # Of dimensions of size one it is a reshape.
        shapes = [each.key.parts[1:2] for each in (step, *step.operands) if isinstance(each.key.parts[0], Tiled)]
        return len(shapes) == 2 and prod(cast(Devices, shapes[0][0])) == prod(cast(Devices, shapes[1][0]))
    return kind in _FORMS or _definition(step) is elementwise.CONVERT


def all_reduce_folder(computation: SentSteps) -> None:
    """Makes one all-reduce of two of the same value over different axes."""
    sent = computation.sent
    for step, (collective, _) in list(sent.items()):
        inner = sent.get(step.operands[0]) if collective.kind == ALL_REDUCE else None
        if inner is None or collective.is_sliced or inner.collective.is_sliced:
            continue
        if inner.collective.kind != ALL_REDUCE or inner.collective.operand != collective.operand:
            continue
        groups = _joined(inner.collective.groups, collective.groups)
        if groups is not None and computation.uses(step.operands[0]) == 1:
            del sent[step.operands[0]]
            sent[step] = SentCollective(collective._replace(groups=groups), inner.origin)


def _joined(first: Groups, second: Groups) -> Groups | None:
    """Returns groups of which each is all combinations of groups of two kinds; None if there are none."""
    group_of = {device: number for number, group in enumerate(second) for device in group}
    found: dict[frozenset[int], list[int]] = {}
    for group in first:
        found.setdefault(frozenset([group_of[device] for device in group]), []).extend(group)
    size = len(first[0]) * len(second[0])
    groups = tuple([tuple(group) for group in found.values()])
    return groups if all(len(group) == size for group in groups) else None


def all_reduce_reassociate(computation: SentSteps) -> None:
    """Adds up first what is summed over the same devices and then added up: `all_reduce(x) + all_reduce(y)`.

    A sum with what is scattered has been made a scatter into the other addend before.
    """
    sent = computation.sent
    for step in computation.steps:
        if _definition(step) is not elementwise.ADD or len(step.operands) != 2:
            continue
        first, second = [computation.all_reduced(each) for each in step.operands]
        if first is None or second is None:
            continue
        one, other = sent[first].collective, sent[second].collective
        if one.operand == other.operand and frozenset(one.groups) == frozenset(other.groups):
            is_scattered = [computation.is_scattered(each) for each in (first, second)]
            if not any(is_scattered) or all(is_scattered):
                sent[step] = sent.pop(first)
                del sent[second]
            else:
                sent[step] = sent.pop(first if is_scattered[0] else second)


def while_loop_all_reduce_code_motion(
    computation: SentSteps, carried: Mapping[int, tuple[MadeStep, MadeStep, int]]
) -> Iterator[tuple[int, SentCollective]]:
    """Yields what a loop adds up in what it carries, and uses for nothing else, which is summed over devices after it.

    `carried` are the arguments of the body, what it returns for them, and their bytes, by their numbers.
    """
    for number, (argument, returned, size) in carried.items():
        step = returned
        while _is_form(step) and computation.uses(step) == 1:
            (step,) = step.operands
        if _definition(step) is not elementwise.ADD or len(step.operands) != 2 or computation.uses(step) != 1:
            continue
        for carry, added in (step.operands, step.operands[::-1]):
            found = computation.all_reduced(added)
            if found is not None and _only_use(computation, carry, argument):
                collective, origin = computation.sent.pop(found)
                yield number, SentCollective(collective._replace(operand=size, result=size), origin)
                break


def _only_use(computation: SentSteps, step: MadeStep, argument: MadeStep) -> bool:
    """Whether a step is an argument of the computation, in whatever form, and nothing else uses that."""
    while step is not argument and _is_form(step) and computation.uses(step) == 1:
        (step,) = step.operands
    return step is argument and computation.uses(step) == 1


def collective_quantizer(computation: SentSteps) -> None:
    """Moves values in the narrower type if they are converted to it after, or from it before."""
    for step, (collective, origin) in list(computation.sent.items()):
        if collective.kind not in (ALL_GATHER, ALL_TO_ALL, COLLECTIVE_PERMUTE):
            continue
        after = step
        while len(users := computation.users.get(after, ())) == 1 and computation.uses(after) == 1:
            (after,) = users
            if not _is_form(after) or _definition(after) is elementwise.CONVERT:
                break
        before = step.operands[0]
        while _is_form(before) and _definition(before) is not elementwise.CONVERT:
            (before,) = before.operands
        for converted, is_narrowing in ((after, True), (before, False)):
            narrow = _narrower(converted, is_narrowing) if converted is not step else None
            if narrow is not None:
                computation.sent[step] = SentCollective(in_type(collective, *narrow), origin)
                break


def _narrower(step: MadeStep, is_narrowing: bool) -> tuple[Type, int, int] | None:
    """Returns the narrower type of a conversion to or from it, and the bits of both; None for other steps."""
    signature = _signature(step)
    if signature is None or signature.definition is not elementwise.CONVERT:
        return None
    types = [*signature.operand_types, *signature.result_types]
    elements = [each.element_type for each in types if isinstance(each, RankedTensorType)]
    bits = [element_bits(each) for each in elements]
    if len(bits) != 2 or bits[0] is None or bits[1] is None or (bits[0] > bits[1]) is not is_narrowing:
        return None
    return (elements[1], bits[1], bits[0]) if is_narrowing else (elements[0], bits[0], bits[1])


def in_type(collective: Collective, element: Type, bits: int, before: int) -> Collective:
    """Returns a collective of elements of another type, of so many bits, and of so many before."""
    sizes = [size * bits // before for size in (collective.operand, collective.result)]
    return collective._replace(operand=sizes[0], result=sizes[1], element=element)
