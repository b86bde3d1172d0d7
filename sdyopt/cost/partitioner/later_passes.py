"""Passes of compilers over the collectives that XLA's partitioner has inserted, where they change the bytes sent.

Each pass is a function with the name of XLA's pass, and looks at the steps of one computation: a function, or the body
of a loop. Which of them run depends on the machine. Passes that only combine collectives of a kind, or start them
earlier, leave the bytes as they are, and are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from math import prod

from sdyopt.cost.collective_kinds import ALL_GATHER, ALL_REDUCE
from sdyopt.cost.partitioner.rounding import (
    BF16,
    CHOOSING,
    F32,
    MOVES,
    PRODUCTS,
    bits_of,
    conversion_of,
    is_default,
    is_only_multiplied,
)
from sdyopt.cost.partitioner.shards import LANES, ROWS, Collective, Groups, MadeStep, in_tiles, is_of_tiles, padded
from sdyopt.cost.partitioner.tilings import Tiled, joined_groups, tile_numbers
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers, DotDimensionNumbers
from sdyopt.dialects.stablehlo.ops import elementwise, shapes
from sdyopt.dialects.stablehlo.ops.communication import ALL_REDUCE as ALL_REDUCE_OP
from sdyopt.dialects.stablehlo.ops.reductions import REDUCE
from sdyopt.ir.attribute import checked
from sdyopt.ir.attributes import DenseElementsAttr, RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import Value

AFTER_LOOP = "after the loop"
"""The beginning of the keys of steps in which a value is summed after a loop."""


class Compiler(StrEnum):
    """The compilers of XLA, by the devices that they are for."""

    CPU = "cpu"
    GPU = "gpu"
    TPU = "tpu"

    @property
    def devices(self) -> str:
        """The devices as texts call them: `TPUs`."""
        return f"{self.value.upper()}s"


class SentCollective(NamedTuple):
    """A collective as passes leave it."""

    collective: Collective
    origin: MadeStep
    """The step in which the partitioner has inserted it, or the first one of several that have become one."""


class FoundSum(NamedTuple):
    """A sum over devices, as a step uses it."""

    step: MadeStep
    collective: Collective
    converts: tuple[Signature, ...]
    """The conversions to other element types between the sum and its use."""

    def is_like(self, other: FoundSum) -> bool:
        """Whether both may be one: of as many bytes, over the same devices, and converted in the same way."""
        one, two = self.collective, other.collective
        is_same = one.operand == two.operand and one.is_sliced is two.is_sliced and self.converts == other.converts
        return is_same and frozenset(one.groups) == frozenset(two.groups)


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
    def additions(self) -> Sequence[MadeStep]:
        """The steps that add two values up."""
        return [step for step in self.steps if len(step.operands) == 2 and _definition(step) is elementwise.ADD]

    @cached_property
    def _returned(self) -> Counter[MadeStep]:
        return Counter(self._needed)

    def uses(self, step: MadeStep) -> int:
        """Returns how often a step is used, the computation's results among them."""
        return len(self.users.get(step, ())) + self._returned.get(step, 0)

    def all_reduced(self, step: MadeStep, is_masked: bool = False) -> FoundSum | None:
        """Returns the sum over devices that a step is, in whatever form, and that nothing else uses.

        If it may be masked, zeros may be selected in its place.
        """
        path: list[MadeStep] = []
        while step not in self.sent:
            if self.uses(step) != 1:
                return None
            path.append(step)
            if is_masked and _definition(step) is elementwise.SELECT:
                before = [each for each in step.operands[1:] if not _is_zero(each)]
            else:
                before = list(step.operands) if _is_form(step) or _kind(step) == "sliced" else []
            if len(before) != 1:
                return None
            (step,) = before
        collective, origin = self.sent[step]
        is_alone = collective.kind == ALL_REDUCE and not collective.is_windowed and self.uses(step) == 1
        if not is_alone or not is_sum(self.ops[origin]):
            return None
        is_cut = any(_kind(each) == "sliced" for each in path)
        if is_cut is not (collective.is_sliced and step is origin):
            return None
        changes = tuple([each for each in path if _kind(each) not in _UNCHANGED])
        converts = [_signature(each) for each in changes if _definition(each) is elementwise.CONVERT]
        return FoundSum(step, collective, tuple([each for each in converts if each is not None]))


def is_sum(op: Operation) -> bool:
    """Whether what an operation reduces over devices is added: a reduction may be of another kind."""
    regions = op.regions if op.signature.definition in (ALL_REDUCE_OP, REDUCE, shapes.SCATTER) else ()
    return all(next(region.block.ops).signature.definition is elementwise.ADD for region in regions)


def _signature(step: MadeStep) -> Signature | None:
    """Returns the signature of the operation that a step computes, if its key ends with it."""
    last = step.key.parts[-1]
    return last if isinstance(last, Signature) else None


def _definition(step: MadeStep) -> OpDefinition | None:
    signature = _signature(step)
    return None if signature is None else signature.definition


_UNCHANGED = frozenset(("copied", "copy", "grouped", "ungrouped", "sliced"))
_FORMS = frozenset((*_UNCHANGED, "reshape", "transpose")) - {"sliced"}
_SAME_ELEMENTS = frozenset(
    (
        *_FORMS,
        "sliced",
        "slice",
        "dynamic slice",
        "broadcast",
        "pad",
        "concatenate",
        "reverse",
        "rotated",
        "wrap",
        "gather",
        "update",
        "dynamic update",
    )
)


def _kind(step: MadeStep) -> object:
    """Returns what a step does to its operand in the terms of its key, which begins with its tiling and its shape."""
    parts = step.key.parts
    return parts[2] if len(parts) > 2 and isinstance(parts[0], Tiled) else None


def _is_form(step: MadeStep) -> bool:
    """Whether a step gives its operand only another shape or element type, each device by itself."""
    if len(step.operands) != 1 or step.collective is not None:
        return False
    kind = _kind(step)
    if kind == "reduce":  # Of dimensions of size one it is a reshape.
        shapes = [each.key.parts[1:2] for each in (step, *step.operands) if isinstance(each.key.parts[0], Tiled)]
        return len(shapes) == 2 and prod(shapes[0][0]) == prod(shapes[1][0])
    return kind in _FORMS or _definition(step) is elementwise.CONVERT


def _is_zero(step: MadeStep) -> bool:
    """Whether all elements of what a step makes are zero."""
    while len(step.operands) == 1 and (_is_form(step) or _kind(step) in ("sliced", "broadcast")):
        (step,) = step.operands
    signature = _signature(step)
    value = None if signature is None else signature.properties.get("value")
    return isinstance(value, DenseElementsAttr) and value.splat_value == 0


_FAR = 100
"""The most operations that follow each other from the last use of what is gathered to where it is needed again."""

_DEPTHS: Mapping[OpDefinition | None, int] = {
    chlo.BESSEL_I1E: 57,
    chlo.DIGAMMA: 20,
    chlo.ERF_INV: 25,
    chlo.ERFC: 24,
    chlo.LGAMMA: 19,
    chlo.NEXT_AFTER: 10,
    chlo.POLYGAMMA: 58,
    chlo.ZETA: 55,
}
"""How many operations follow each other in XLA's form of operations, where it is more than one."""


def schedule_aware_collective_cse(
    computation: SentSteps, needed: Sequence[tuple[Operation, MadeStep, MadeStep]]
) -> Iterator[tuple[Operation, MadeStep]]:
    """Yields the operations that TPUs gather for again what they have gathered long before, since it is not held.

    `needed` are operations, what is gathered for each, and what each makes of that.
    """
    counts = Counter([step for _, step, _ in needed])
    needed = [each for each in needed if counts[each[1]] > 1]
    if not needed:
        return
    heights: dict[MadeStep, int] = {}
    for step in reversed(computation.steps):
        own = 0 if step.collective is None and _kind(step) in _UNCHANGED else _DEPTHS.get(_definition(step), 1)
        heights[step] = own + max([heights[user] for user in computation.users.get(step, ())], default=0)
    last: dict[MadeStep, int] = {}
    for op, step, made in sorted(needed, key=lambda each: -heights[each[2]]):
        height = heights[made]
        if step in last and last[step] - height > _FAR + 1:
            yield op, step
        last[step] = height


def all_gather_decomposer(computation: SentSteps) -> None:
    """Makes a sum with zeros, for TPUs, of what is gathered along one dimension in parts that are no whole lanes."""
    for step, (collective, origin) in list(computation.sent.items()):
        given, made = collective.shape or (), collective.made or ()
        may_be_padded = len(given) == 1 or "partial" in step.key.parts
        is_flat = (made and prod(made) == max(made)) or (may_be_padded and prod(given) == max(given, default=1))
        if collective.kind == ALL_GATHER and is_flat and prod(given) % LANES:
            summed = collective._replace(kind=ALL_REDUCE, operand=collective.result, shape=collective.made)
            computation.sent[step] = SentCollective(summed, origin)


def all_reduces_in_words(computation: SentSteps) -> None:
    """Packs bytes and flags in words of 32 bits to reduce them over TPUs: a scalar in one, others in whole tiles."""
    for step, (collective, origin) in list(computation.sent.items()):
        shape = collective.shape
        if collective.kind == ALL_REDUCE and shape is not None and collective.operand == prod(shape):
            *others, rows, lanes = 1, 1, *sorted([size for size in shape if size > 1])
            packed = prod(others) * padded(rows, 8 if rows > 4 else 4) * padded(lanes, LANES)
            if rows == 1:
                packed = 4 if lanes == 1 else padded(lanes, 4 * LANES)
            computation.sent[step] = SentCollective(collective._replace(operand=packed, result=packed), origin)


_MIN_WINDOWED = 4160
"""The operations of a product for each byte that is sent for it, above which TPUs send while they compute."""


def windowed_einsum(computation: SentSteps, devices: int) -> None:
    """Sends parts of what only one product gathers, or sums and slices, around its devices while they compute it."""
    for step, (collective, origin) in list(computation.sent.items()):
        op, size, is_gathered = computation.ops[origin], len(collective.groups[0]), collective.kind == ALL_GATHER
        products = computation.users.get(step, ()) if is_gathered else step.operands[: collective.is_sliced]
        if size < 8 or [_signature(each) for each in products] != [op.signature]:
            continue
        kind, *parts = products[0].key.parts
        tiles, used = (size, step) if is_gathered else (1, products[0])
        if kind != "product" or (parts[1].tiles, len(parts[1].devices), computation.uses(used)) != (tiles, size, 1):
            continue
        if _work(op) * size > _MIN_WINDOWED * collective.operand * tiles * devices:
            computation.sent[step] = SentCollective(collective._replace(is_windowed=True), origin)


def _work(op: Operation) -> int:
    """Returns the multiplications and additions of a product, without those of what is between rows."""
    left, right, result = [checked(RankedTensorType, each.type).shape for each in (*op.operands[:2], *op.results)]
    dims, kernel = op.properties.get("dot_dimension_numbers"), op.properties.get("dimension_numbers")
    if isinstance(kernel, ConvDimensionNumbers):
        rows = prod(getattr(op.properties.get("lhs_dilation"), "values", ()))
        return 2 * prod(result) * prod(right) // right[kernel.kernel_output_feature_dimension] // rows
    contracted = dims.lhs_contracting_dimensions if isinstance(dims, DotDimensionNumbers) else (-1,)
    return 2 * prod(result) * prod([left[each] for each in contracted])


WRITTEN = "written"
"""The end of the keys of steps that are sums over devices of the program itself."""

_APART = frozenset((WRITTEN, "sum over windows"))


def all_reduce_folder(computation: SentSteps, is_tpu: bool) -> None:
    """Makes one all-reduce of two of the same value over different axes; for TPUs not if one is over windows, or the
    program's own.
    """
    sent = computation.sent
    for step, (collective, _) in list(sent.items()):
        inner = sent.get(step.operands[0]) if collective.kind == ALL_REDUCE else None
        is_apart = is_tpu and not _APART.isdisjoint((*step.key.parts, *step.operands[0].key.parts))
        if inner is None or collective.is_sliced or inner.collective.is_sliced or is_apart:
            continue
        if inner.collective.kind != ALL_REDUCE or inner.collective.operand != collective.operand:
            continue
        groups = joined_groups(inner.collective.groups, collective.groups)
        if groups is not None and computation.uses(step.operands[0]) == 1:
            del sent[step.operands[0]]
            sent[step] = SentCollective(collective._replace(groups=groups), inner.origin)


def all_reduce_of_scatters(computation: SentSteps) -> None:
    """Sums once what is scattered into the sum of something else that was scattered, and that nothing else uses.

    Such a sum of two is not summed with a third one.
    """
    of_two: set[MadeStep] = set()
    for step, (collective, _) in list(computation.sent.items()):
        scattered = _scattered(step) if collective.kind == ALL_REDUCE else None
        before = None if scattered is None else scattered.operands[0]
        while before is not None and before not in computation.sent:
            before = before.operands[0] if _is_form(before) and computation.uses(before) == 1 else None
        if before is None or before in of_two or computation.uses(before) != 1 or _scattered(before) is None:
            continue
        if computation.sent[before].collective.groups == collective.groups:
            del computation.sent[before]
            of_two.add(step)


def _scattered(step: MadeStep) -> MadeStep | None:
    """Returns the scatter whose result is summed in a step; None if it sums something else."""
    while step.key.parts[0] != "scatter":
        if len(step.operands) != 1:
            return None
        (step,) = step.operands
    return step


def all_reduce_reassociate(computation: SentSteps, is_converted: bool) -> None:
    """Adds up first what is summed over the same devices and then added up: `all_reduce(x) + all_reduce(y)`.

    Sums may be converted to a wider type before they are added if `is_converted`, which GPUs' compiler allows.
    """
    sent = computation.sent
    for step in computation.additions:
        first = computation.all_reduced(step.operands[0])
        second = None if first is None else computation.all_reduced(step.operands[1])
        if first is None or second is None or not first.is_like(second):
            continue
        pairs = [conversion_of(each) for each in first.converts]
        are_wider = all(pair is not None and bits_of(pair[0]) < bits_of(pair[1]) for pair in pairs)
        if len(pairs) <= is_converted and are_wider:
            collective, origin = sent.pop(first.step)
            del sent[second.step]
            for before, after in filter(None, pairs):
                collective = collective.in_type(after, before)
            sent[step] = SentCollective(collective, origin)


def reduce_scatter_creator(computation: SentSteps, is_tiled: bool) -> None:
    """Makes a reduce-scatter of a sum of which devices only use their own parts, all of one size.

    For TPUs, whose memory `is_tiled`, these must be matrices of more than one tile.
    """
    for step, (collective, origin) in list(computation.sent.items()):
        before, after = step, step
        while computation.uses(after) == 1 and (users := computation.users.get(after)):
            before, (after,) = after, users
            if _kind(after) not in _FORMS:
                break
        if collective.kind != ALL_REDUCE or collective.is_windowed or _kind(after) is None:
            continue
        is_sliced, tiling, shape = collective.is_sliced, *after.key.parts[:2]
        if not is_sliced and _kind(after) == "sliced":
            whole = next((part for part in before.key.parts if isinstance(part, Tiled)), None)
            is_sliced = whole is not None and _is_scattering(collective.groups, whole, tiling)
        is_even = all(size % count == 0 for size, count in zip(shape, tiling.counts, strict=True))
        if is_tiled:
            bits = 8 * collective.result // max(1, prod(collective.made or ()))
            is_even = is_even and is_of_tiles(tiling.local(shape), tiling.counts, len(collective.groups[0]), bits)
        collective = collective._replace(is_sliced=is_sliced and is_even)
        # A product has the layout that fills most of each tile.
        if is_tiled and collective.is_sliced and step.operands[0].key.parts[0] != "product":
            collective = in_tiles(collective, tiling.local(shape), tiling.counts)
        computation.sent[step] = SentCollective(collective, origin)


def _is_scattering(groups: Groups, before: Tiled, after: Tiled) -> bool:
    """Whether a tiling splits each tile of another one along one dimension among the devices of a group."""
    size = len(groups[0])
    changed = [new for old, new in zip(before.counts, after.counts, strict=True) if old != new]
    if after.tiles != before.tiles * size or len(changed) != 1 or len(before.devices) != size * len(groups):
        return False
    old, new = _tiles(before), _tiles(after)
    return all(
        len({old[device] for device in group}) == 1 and len({new[device] for device in group}) == size
        for group in groups
    )


def all_gather_dynamic_slice_simplifier(computation: SentSteps) -> None:
    """Leaves out what is gathered if devices only use their own parts again."""
    for step, (collective, _) in list(computation.sent.items()):
        after, lanes = step, None
        while computation.uses(after) == 1 and (users := computation.users.get(after)):
            (after,) = users
            lanes = after.key.parts[3] if _kind(after) in ("grouped", "ungrouped") else lanes
            if _kind(after) not in _UNCHANGED or _kind(after) == "sliced":
                break
        own = next((part for part in step.operands[0].key.parts if isinstance(part, Tiled)), None)
        if collective.kind == ALL_GATHER and _kind(after) == "sliced" and own is not None:
            tiling, shape = after.key.parts[:2]
            if tiling.local(shape) == collective.shape and _tiles(tiling, lanes) == _tiles(own):
                del computation.sent[step]


def _tiles(tiling: Tiled, lanes: Groups | None = None) -> Mapping[int, int]:
    """Returns the numbers of the tiles that devices have, which are numbered in each of several groups."""
    numbers = tile_numbers(tiling)
    return {
        device: number for lane in lanes or (range(len(numbers)),) for device, number in zip(lane, numbers, strict=True)
    }


def all_gather_broadcast_reorder(computation: SentSteps) -> None:
    """Gathers before a broadcast what is gathered after it, and nothing along dimensions that the broadcast makes."""
    gathered = {step for step, each in computation.sent.items() if each.collective.kind == ALL_GATHER}
    for step, (collective, origin) in list(computation.sent.items()):
        source, given, made = step.operands[0], collective.shape or (), collective.made or ()
        while _kind(source) in ("copy", "copied") or source in gathered:
            source = source.operands[0]
        is_gathered = collective.kind == ALL_GATHER and _kind(source) == "broadcast" and all(given)
        if is_gathered and len(given) == len(made) == len(source.key.parts[1]):
            kept = source.key.parts[3]
            count = prod(given)
            operand = collective.operand // count * prod([given[number] for number in kept])
            if [number for number in kept if made[number] != given[number]]:
                result = operand * collective.result // collective.operand
                own = [tuple([sizes[number] for number in kept]) for sizes in (given, made)]
                found = collective._replace(operand=operand, result=result, shape=own[0], made=own[1])
                computation.sent[step] = SentCollective(found, origin)
            else:
                del computation.sent[step]


def all_gather_reverse_reorder(computation: SentSteps) -> None:
    """Gathers once what is gathered as it is and reversed, as the kernel of a convolution and its gradient is."""
    first: dict[object, MadeStep] = {}
    for step, (collective, _) in list(computation.sent.items()):
        source = step.operands[0]
        key = step.key, source.operands[0] if _kind(source) == "reverse" else source
        if collective.kind == ALL_GATHER and not collective.is_windowed and first.setdefault(key, step) is not step:
            del computation.sent[step]


def while_loop_all_reduce_code_motion(
    computation: SentSteps, carried: Mapping[int, tuple[MadeStep, MadeStep, int]], in_type_of_carry: bool
) -> Iterator[tuple[int, SentCollective]]:
    """Yields what a loop adds up in what it carries, and uses for nothing else, which is summed over devices after it.

    `carried` are the arguments of the body, what it returns for them, and their bytes, by their numbers. The sum is in
    the type of what is carried for TPUs, else in that of the sums in the loop. What has come out of a loop inside
    stays; TPUs move it on if that loop has begun with what this one carries.
    """
    for number, (argument, returned, size) in carried.items():
        step = returned
        while _is_form(step) and computation.uses(step) == 1:
            (step,) = step.operands
        if in_type_of_carry and step in computation.sent and _adds_up_to(computation, step, argument):
            yield number, computation.sent.pop(step)
        if _definition(step) is not elementwise.ADD or len(step.operands) != 2 or computation.uses(step) != 1:
            continue
        for carry, added in (step.operands, step.operands[::-1]):
            found = computation.all_reduced(added, is_masked=True)
            is_summed = found is not None and not found.collective.is_sliced
            if found is not None and is_summed and _only_use(computation, carry, argument):
                if computation.sent[found.step].origin.key.parts[0] != AFTER_LOOP:
                    collective, origin = computation.sent.pop(found.step)
                    if in_type_of_carry:
                        collective = collective._replace(operand=size, result=size)
                    yield number, SentCollective(collective, origin)
                break


def _adds_up_to(computation: SentSteps, step: MadeStep, argument: MadeStep) -> bool:
    """Whether a step is the sum after a loop inside that has begun with an argument of the computation, which nothing
    else uses.
    """
    if step.key.parts[0] != AFTER_LOOP or computation.uses(step) != 1:
        return False
    (loop,) = step.operands
    _, _, number, itself = loop.key.parts
    is_alone = all(user.key.parts[-1] is itself for user in computation.users[argument])
    return is_alone and loop.operands[number] is argument and loop.operands.count(argument) == 1


def _only_use(computation: SentSteps, step: MadeStep, argument: MadeStep) -> bool:
    """Whether a step is an argument of the computation, in whatever form, and nothing else uses that."""
    while step is not argument and _is_form(step) and computation.uses(step) == 1:
        (step,) = step.operands
    return step is argument and computation.uses(step) == 1


def collective_quantizer(computation: SentSteps) -> None:
    """Moves values in the narrower type if they are converted to it after, or from it before."""
    for step, (collective, origin) in list(computation.sent.items()):
        if collective.kind not in MOVES:
            continue
        after = step
        while len(users := computation.users.get(after, ())) == 1 and computation.uses(after) == 1:
            (after,) = users
            if not _is_form(after) or _definition(after) is elementwise.CONVERT:
                break
        before = step.operands[0]
        while _is_form(before) and _definition(before) is not elementwise.CONVERT:
            (before,) = before.operands
        for converted, is_after in ((after, True), (before, False)):
            signature = None if converted is step else _signature(converted)
            pair = None if signature is None else conversion_of(signature)
            wide, narrow = (pair if is_after else pair[::-1]) if pair is not None else (None, None)
            if wide is not None and narrow is not None and bits_of(narrow) < bits_of(wide):
                computation.sent[step] = SentCollective(collective.in_type(narrow, wide), origin)
                break


def operands_of_products_in_bf16(computation: SentSteps, carried: Mapping[MadeStep, Sequence[Value]]) -> None:
    """Moves values of f32 in bf16 if devices only compute products of them, in the default precision.

    `carried` are the values that a loop has of steps of its body: arguments and results.
    """
    for step, (collective, origin) in list(computation.sent.items()):
        is_f32 = collective.kind in MOVES and collective.element is None and not _is_narrow_layer(computation, step)
        if is_f32 and _is_rounded(computation, step, carried):
            computation.sent[step] = SentCollective(collective.in_type(BF16, F32), origin)


def _is_narrow_layer(computation: SentSteps, step: MadeStep) -> bool:
    """Whether the matrix of a layer is gathered for products of more dimensions in parts that fill tiles badly.

    The unit dimension of the layers then is the second one of the layout, in which f32 has rows of a tile of its own,
    so that the matrix is rounded after it has been gathered.
    """
    (collective, _), source = computation.sent[step], step.operands[0]
    if collective.kind != ALL_GATHER or len(collective.shape or ()) != 2 or _kind(source) != "reshape":
        return False
    rows, columns = collective.shape or ()
    is_narrow = rows < ROWS or (rows > ROWS and columns < LANES)
    before = next((part.counts for part in source.operands[0].key.parts if isinstance(part, Tiled)), ())
    products = [each.key.parts for each in computation.users.get(step, ()) if each.key.parts[0] == "product"]
    return is_narrow and before[:-2] == (1,) and any(len(parts[3]) > 2 for parts in products)


def _is_rounded(computation: SentSteps, step: MadeStep, carried: Mapping[MadeStep, Sequence[Value]]) -> bool:
    """Whether all that uses a step are products of f32 in the default precision."""
    users, values = computation.users.get(step, ()), carried.get(step, ())
    if computation.uses(step) > len(users) + len(values) // 2 or not (users or values):
        return False
    if values and not is_only_multiplied(values):
        return False
    for each in users:
        signature = _signature(each)
        if signature is None or signature.definition not in PRODUCTS:
            sent = computation.sent.get(each)
            is_moved = _takes_rounded(each, step) if sent is None else sent.collective.kind in MOVES
            if not is_moved or not _is_rounded(computation, each, carried):
                return False
        elif not is_default(signature) or _is_of_vector(each):
            return False
    return True


def _takes_rounded(user: MadeStep, step: MadeStep) -> bool:
    """Whether a step makes the same of the rounded elements of another one as if the result is rounded."""
    parts = user.key.parts
    kind = _kind(user) if isinstance(parts[0], Tiled) else parts[0]
    kind = kind[0] if isinstance(kind, tuple) else kind
    chosen = (1,) if kind == "gather" else () if kind in _SAME_ELEMENTS else CHOOSING.get(_definition(user))
    return chosen is not None and all(user.operands[number] is not step for number in chosen)


def _is_of_vector(step: MadeStep) -> bool:
    """Whether a device multiplies by a vector in a step, which is no product for compilers, but a sum."""
    kind, *parts = step.key.parts
    if kind != "product":
        return False
    dims, tiling, shape, *_ = parts
    result = tiling.local(shape)
    return any(prod([result[number] for _, number in kept]) == 1 for kept in (dims.left, dims.right))


def while_loop_invariant_code_motion(
    collectives: Sequence[MadeStep], captured: Container[MadeStep]
) -> Sequence[MadeStep]:
    """Returns the collectives in the body of a loop that depend only on what does not change, with all before them.

    `captured` are values from outside. Operands come first.
    """
    order: dict[MadeStep, bool] = {}
    pending = list(reversed(collectives))
    while pending:
        step = pending[-1]
        before = [] if step in captured else [each for each in step.operands if each not in order]
        if before:
            pending += before
            continue
        pending.pop()
        varies = step.key.parts[0] == "argument" or _has_indices(step)
        order[step] = step in captured or (not varies and all(order[each] for each in step.operands))
    return [step for step, is_invariant in order.items() if is_invariant]


def _has_indices(step: MadeStep) -> bool:
    """Whether a step depends on indices, which its key has, and which are not among its operands."""
    return any(isinstance(part, tuple) and any(isinstance(each, MadeStep) for each in part) for part in step.key.parts)
