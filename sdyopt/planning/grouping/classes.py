"""Classes of arguments that are sharded alike: those of the same role in repeated layers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from sdyopt.cost.held.donation import NOT_DONATED
from sdyopt.cost.sizes.memory import element_bits, plain_bytes
from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.dialects.sdy.shardings.slots import function_result_sharding, sharding_of
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC, RankedTensorType
from sdyopt.ir.value import BlockArgument, Value
from sdyopt.planning.costs import donation
from sdyopt.planning.grouping.colours import Colours, colours_of
from sdyopt.planning.grouping.groups import DimensionGroups
from sdyopt.planning.grouping.heavy_uses import HeavyUse
from sdyopt.planning.prepared import PreparedProgram

MOST_CLASSES = 40
"""Classes that are searched."""


class FixedDimension(NamedTuple):
    """What the program says of a dimension: the axes that it has by number in the mesh, and whether it gets others."""

    axes: tuple[int, ...] = ()
    is_closed: bool = False


class ArgumentClass(NamedTuple):
    """Arguments that get the same sharding."""

    members: tuple[int, ...]
    """The numbers of the arguments."""
    names: tuple[str, ...]
    type: RankedTensorType
    colours: tuple[str, ...]
    """Those of the groups of the dimensions."""
    results: tuple[int, ...]
    """The numbers of the results that are tied to members."""
    uses: tuple[HeavyUse, ...]
    """The uses by products and convolutions that may have a sharding of their own."""
    fixed: tuple[FixedDimension, ...]
    bytes: int
    """Of all members together, unsharded."""

    @property
    def is_state(self) -> bool:
        """Whether a step returns what it is handed, changed."""
        return bool(self.results)

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of the dimensions."""
        return self.type.shape


class Classes(NamedTuple):
    """The classes of a program, in the order of their first arguments."""

    searched: tuple[ArgumentClass, ...]
    left: tuple[int, ...]
    """The numbers of the arguments that stay as they are, of scalars, too."""
    rounds: int
    """The rounds of refinement that tell these classes apart."""
    groups: DimensionGroups
    colours: Colours


def classes_of(program: PreparedProgram, left: frozenset[int] = frozenset(), is_apart: bool = False) -> Classes:
    """Returns the classes of the arguments of a program; those with the numbers `left` are in none.

    If arguments are to be apart, each is a class of its own, however many there are.
    """
    groups = DimensionGroups(program.operation)
    rounds = colours_of(groups)
    tied = tied_results(program, groups)
    uses = consistent_uses(program)
    free = [argument for argument in program.arguments if argument.index not in left and _is_free(argument, program)]
    for number in range(len(rounds) - 1, -1, -1):
        found = list(_classes(program, free, groups, rounds[number], tied, uses, is_apart))
        if is_apart or len(found) <= MOST_CLASSES:
            break
    most = len(found) if is_apart else MOST_CLASSES
    largest = sorted(found, key=lambda each: (-each.bytes, each.members))[:most]
    searched = tuple(sorted(largest, key=lambda each: each.members))
    inside = {member for each in searched for member in each.members}
    others = tuple([argument.index for argument in program.arguments if argument.index not in inside])
    return Classes(searched, others, number, groups, rounds[number])


def _classes(
    program: PreparedProgram,
    arguments: Sequence[BlockArgument],
    groups: DimensionGroups,
    colours: Colours,
    tied: dict[int, list[int]],
    uses: Sequence[HeavyUse],
    is_apart: bool,
) -> Iterator[ArgumentClass]:
    of_argument: dict[int, list[HeavyUse]] = {}
    for use in uses:
        of_argument.setdefault(use.argument, []).append(use)
    alike: dict[object, list[BlockArgument]] = {}
    for argument in arguments:
        of_dimensions = tuple([colours[group] for group in groups.of(argument)])
        users = frozenset([user.name for user in argument.users])
        places = frozenset([use.dimensions for use in of_argument.get(argument.index, ())])
        key = argument.type, of_dimensions, places, users, _fixed(argument, program), bool(tied.get(argument.index))
        alike.setdefault(argument.index if is_apart else key, []).append(argument)
    for members in alike.values():
        type = members[0].type
        assert isinstance(type, RankedTensorType)
        bits = element_bits(type.element_type) or 0
        fixed = _fixed(members[0], program)
        assert fixed is not None
        yield ArgumentClass(
            members=tuple([each.index for each in members]),
            names=tuple([program.names[each.index] for each in members]),
            type=type,
            colours=tuple([colours[group] for group in groups.of(members[0])]),
            results=tuple([result for each in members for result in tied.get(each.index, ())]),
            uses=tuple([use for each in members for use in of_argument.get(each.index, ())]),
            fixed=fixed,
            bytes=plain_bytes(type.shape, bits) * len(members),
        )


def _is_free(argument: BlockArgument, program: PreparedProgram) -> bool:
    """Whether an argument can be sharded: a ranked static tensor, not a scalar, whose sharding is on the mesh."""
    type = argument.type
    if not isinstance(type, RankedTensorType) or not type.shape or DYNAMIC in type.shape or not prod(type.shape):
        return False
    return _fixed(argument, program) is not None


def _fixed(argument: BlockArgument, program: PreparedProgram) -> tuple[FixedDimension, ...] | None:
    """Returns what the program says of the dimensions of an argument; None if plans cannot say it."""
    sharding = sharding_of(argument)
    if sharding is None:
        assert isinstance(argument.type, RankedTensorType)
        return (FixedDimension(),) * len(argument.type.shape)
    axes = axes_of(sharding, program)
    if axes is None:
        return None
    pairs = zip(axes, sharding.dimensions, strict=True)
    return tuple([FixedDimension(each, dimension.is_closed) for each, dimension in pairs])


def axes_of(sharding: Sharding, program: PreparedProgram) -> tuple[tuple[int, ...], ...] | None:
    """Returns the axes of the dimensions of a sharding, by number in the mesh of a program.

    None for one over another mesh, with parts of axes, or with replicated or unreduced axes.
    """
    places = program.target.mesh.axis_places
    is_plain = not sharding.replicated and not sharding.unreduced
    is_here = sharding.mesh is program.target.mesh or sharding.mesh_name == program.target.mesh_name
    refs = [axis for dimension in sharding.dimensions for axis in dimension.axes]
    if not is_plain or not is_here or any(ref.sub_axis is not None or ref.name not in places for ref in refs):
        return None
    return tuple([tuple([places[axis.name] for axis in dimension.axes]) for dimension in sharding.dimensions])


def consistent_uses(program: PreparedProgram) -> list[HeavyUse]:
    """Returns the heavy uses of arguments that constraints can be written for.

    A function that is called several times has one constraint for all calls, which must be of arguments of one kind:
    here of the same type, dimension by dimension.
    """
    copies: dict[tuple[Operation, int], list[HeavyUse]] = {}
    for use in program.heavy_uses:
        written = program.written(use.op)
        if written is not None:
            copies.setdefault((written, use.operand), []).append(use)
    counts: dict[Operation, int] = {}
    for op in program.heavy_ops:
        written = program.written(op)
        if written is not None:
            counts[written] = counts.get(written, 0) + 1
    arguments = program.arguments
    kept: list[HeavyUse] = []
    for (written, _), uses in copies.items():
        kinds = {(arguments[use.argument].type, use.dimensions) for use in uses}
        if len(kinds) == 1 and len({use.op for use in uses}) == counts[written]:
            kept += uses
    order = {use: number for number, use in enumerate(program.heavy_uses)}
    return sorted(kept, key=lambda use: order[use])


def tied_results(program: PreparedProgram, groups: DimensionGroups) -> dict[int, list[int]]:
    """Returns the results that have the shardings of arguments, by the numbers of both.

    A result is tied to the argument of its type whose memory it takes, for which XLA wants one sharding; else to one
    whose dimensions are in the same groups: a donated one, or the first that no other result is tied to. One with a
    sharding of its own is not.
    """
    arguments = program.arguments
    donated = {argument.index: donation(program.function, argument.index) for argument in arguments}
    tied: dict[int, list[int]] = {}
    for number, value in enumerate(program.returned):
        if not groups.of(value) or function_result_sharding(program.function, number) is not None:
            continue
        alike = [each for each in arguments if each.type is value.type]
        fitting = [
            each.index
            for each in alike
            if donated[each.index] == number or _in_groups(each, groups) == _in_groups(value, groups)
        ]
        if fitting:

            def order(argument: int, number: int = number) -> tuple[bool, bool, bool, int]:
                gift = donated[argument]
                return gift != number, argument in tied, gift == NOT_DONATED, argument

            tied.setdefault(min(fitting, key=order), []).append(number)
    return tied


def _in_groups(value: Value, groups: DimensionGroups) -> list[int | None]:
    """Returns the groups of the dimensions of a tensor; rules join no dimensions of size 1."""
    type = value.type
    assert isinstance(type, RankedTensorType)
    return [None if size == 1 else group for size, group in zip(type.shape, groups.of(value), strict=True)]
