"""Groups of dimensions that are sharded together, their colours, and classes of arguments."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from math import prod

from sdyopt.cost.memory_model.graph import NOT_DONATED, donated_to
from sdyopt.cost.sizes.partition import element_bits, plain_bytes
from sdyopt.cost.time.operations import dimensions
from sdyopt.dialects.func.ops import CALL
from sdyopt.dialects.sdy.attributes import OpShardingRule, Sharding
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, FUNC_DATA_FLOW_EDGE
from sdyopt.dialects.sdy.shardings.slots import (
    DATA_FLOW_OPS,
    edge_owners,
    edge_sources,
    function_result_sharding,
    other_targets,
    sharding_of,
)
from sdyopt.ir.attribute import checked, remembered
from sdyopt.ir.attributes import DYNAMIC, RankedTensorType
from sdyopt.ir.collecting import Listing, grouped
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.value import BlockArgument, Value
from sdyopt.planning.target import HeavyUse, PreparedProgram, major_factors
from sdyopt.rewriting.functions import CallGraph, argument_attributes, returned_values
from sdyopt.sharding.rules import sharding_rule_of

# Which dimensions of which values belong together: the groups that sharding rules, loops and edges join.


class DimensionGroups:
    """The groups of (value, dimension) pairs in a module, numbered in the order of the text.

    All pairs of an operation whose dimensions have the same major factor in its sharding rule are in one group, unless
    the factor is blocked. Values that flow into each other through edges of loops, branches, manual and named
    computations are joined dimension by dimension, and so are what calls take and return.
    """

    def __init__(self, module: Operation) -> None:
        self._first: dict[Value, int] = {}
        """The number of the pair of a value's dimension 0."""
        self._parents: list[int] = []
        self.ops: list[Operation] = []
        """The operations that have sharding rules, in the order of the text."""
        for op in module.walk():
            for region in op.regions:
                for block in region.blocks:
                    self._add(block.arguments)
            self._add(op.results)
        for op in module.walk():
            self._join_op(op)
        for call, callee in CallGraph(Listing(module)).callee_of.items():
            body = callee.regions[0].blocks[0]
            for operand, argument in zip(call.operands, body.arguments, strict=False):
                self._join_values(operand, argument)
            for value, result in zip(returned_values(callee), call.results, strict=False):
                self._join_values(value, result)
        self._found = [self._find(pair) for pair in range(len(self._parents))]

    def of(self, value: Value) -> list[int]:
        """Returns the group of each dimension of a value."""
        first = self._first[value]
        return self._found[first : first + rank_of(value)]

    def members(self) -> dict[int, list[tuple[Value, int]]]:
        """Returns the pairs of each group, in the order of the text."""
        pairs = [(value, number, group) for value in self._first for number, group in enumerate(self.of(value))]
        return grouped((group, (value, number)) for value, number, group in pairs)

    def conflicts(self) -> Iterator[tuple[int, Value]]:
        """Yields the values that have a group on two of their dimensions, with the group."""
        for value in self._first:
            groups = self.of(value)
            if len(set(groups)) < len(groups):
                yield from [(group, value) for group in dict.fromkeys(groups) if groups.count(group) > 1]

    def _add(self, values: Sequence[Value]) -> None:
        for value in values:
            self._first[value] = len(self._parents)
            self._parents += range(len(self._parents), len(self._parents) + rank_of(value))

    def _join_op(self, op: Operation) -> None:
        if (definition := op.signature.definition) is DATA_FLOW_EDGE or definition is FUNC_DATA_FLOW_EDGE:
            self._join_values(op.operands[0], op.results[0])
            return
        if definition in DATA_FLOW_OPS:
            for owner in edge_owners(op):
                for value in (*edge_sources(owner), *other_targets(owner)):
                    self._join_values(owner, value)
            return
        rule = None if definition is CALL else sharding_rule_of(op)
        if rule is None:
            return
        self.ops.append(op)
        places: dict[int, int] = {}
        for value, factors in zip((*op.operands, *op.results), _placed_factors(rule), strict=True):
            first = self._first[value]
            for dimension, factor, _ in factors:
                if factor not in rule.blocked_propagation:
                    self._join(places.setdefault(factor, first + dimension), first + dimension)

    def _join_values(self, one: Value, other: Value) -> None:
        if (rank := rank_of(one)) == rank_of(other):
            for number in range(rank):
                self._join(self._first[one] + number, self._first[other] + number)

    def _join(self, one: int, other: int) -> None:
        one, other = self._find(one), self._find(other)
        if one != other:
            self._parents[max(one, other)] = min(one, other)

    def _find(self, pair: int) -> int:
        parents = self._parents
        while parents[pair] != pair:
            parents[pair] = pair = parents[parents[pair]]
        return pair


def rank_of(value: Value) -> int:
    """Returns the number of dimensions of a tensor; 0 of what cannot be sharded."""
    return len(dimensions(value))


# What groups of the same role in repeated layers have in common: their colours.

MAX_ROUNDS = 3
"""Rounds after which colours tell all roles apart that matter."""

Colours = Mapping[int, str]
"""The colours of groups."""


def colours_of(groups: DimensionGroups) -> list[Colours]:
    """Returns the colours of groups after 0, 1, … and `MAX_ROUNDS` rounds.

    A group starts with the sizes of its dimensions. In each round its colour becomes a hash of the one that it had and
    of the set of the operations that it takes part in: their names, its operands and dimensions with the kinds of
    their factors, and the colours of all of their factors.
    """
    sizes = grouped((group, dimensions(value)[at]) for group, found in groups.members().items() for value, at in found)
    colours = {group: _hash(repr(sorted(set(found)))) for group, found in sizes.items()}
    parts = _parts(groups)
    rounds: list[Colours] = [colours]
    for _ in range(MAX_ROUNDS):
        before, colours = colours, {}
        for group, colour in before.items():
            pairs = [(part, [before[each] if each is not None else "-" for each in of]) for part, of in parts[group]]
            colours[group] = _hash("\n".join([colour, *sorted({f"{part} {' '.join(of)}" for part, of in pairs})]))
        rounds.append(colours)
    return rounds


def _parts(groups: DimensionGroups) -> Mapping[int, set[tuple[str, tuple[int | None, ...]]]]:
    """Returns texts of what each group is in operations, with the groups of the factors of these."""
    found: dict[int, set[tuple[str, tuple[int | None, ...]]]] = defaultdict(set)
    for op in groups.ops:
        rule = sharding_rule_of(op)
        assert rule is not None
        factors: list[int | None] = [None] * len(rule.factor_sizes)
        places: dict[int, list[str]] = {}
        for value, placed in zip((*op.operands, *op.results), _placed_factors(rule), strict=True):
            of_value = groups.of(value)
            for dimension, factor, text in placed:
                factors[factor] = of_value[dimension]
                places.setdefault(of_value[dimension], []).append(text)
        for group, own in places.items():
            found[group].add((f"{op.name} {' '.join(own)}", tuple(factors)))
    return found


@remembered
def _placed_factors(rule: OpShardingRule) -> tuple[tuple[tuple[int, int, str], ...], ...]:
    """Returns for each operand and result its dimensions with major factors, and texts of their places and kinds."""
    kinds = dict.fromkeys(rule.permutation, "p") | dict.fromkeys(rule.need_replication, "n")
    kinds |= dict.fromkeys(rule.reduction, "r")
    found = []
    for number in range(len(rule.operand_mappings) + len(rule.result_mappings)):
        pairs = [(at, factor) for at, factor in enumerate(major_factors(rule, number)) if factor is not None]
        found.append(tuple([(at, factor, f"{number}.{at}{kinds.get(factor, '')}") for at, factor in pairs]))
    return tuple(found)


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


# Classes of arguments that are sharded alike: those of the same role in repeated layers.

MAX_CLASSES = 40
"""Classes that are searched."""


class FixedDimension(NamedTuple):
    """The sharding of a dimension in the program: its axes by number in the mesh, and whether it gets others."""

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
        return self.type.shape


class Classes(NamedTuple):
    """The classes of a program, in the order of their first arguments."""

    searched: tuple[ArgumentClass, ...]
    left: tuple[int, ...]
    """The numbers of the arguments that stay as they are, of scalars, too."""
    left_results: tuple[tuple[int, ...], ...]
    """The numbers of the results that are tied to each of these."""
    groups: DimensionGroups
    colours: Colours


def classes_of(program: PreparedProgram, left: frozenset[int] = frozenset(), is_apart: bool = False) -> Classes:
    """Returns the classes of the arguments of a program; those with the numbers `left` are in none.

    Of too many the largest are searched, and those of data, which may be small. If arguments are to be apart, each is a
    class of its own, however many there are.
    """
    groups = DimensionGroups(program.operation)
    rounds = colours_of(groups)
    tied = tied_results(program, groups)
    uses = consistent_uses(program)
    free = [argument for argument in program.arguments if argument.index not in left and _is_free(argument, program)]
    for number in range(len(rounds) - 1, -1, -1):
        found = list(_classes(program, free, groups, rounds[number], tied, uses, is_apart))
        if is_apart or len(found) <= MAX_CLASSES:
            break
    most = len(found) if is_apart else MAX_CLASSES
    largest = sorted(found, key=lambda each: (each.is_state, -each.bytes, each.members))[:most]
    searched = tuple(sorted(largest, key=lambda each: each.members))
    inside = {member for each in searched for member in each.members}
    others = tuple([argument.index for argument in program.arguments if argument.index not in inside])
    results = tuple([tuple(tied.get(argument, ())) for argument in others])
    return Classes(searched, others, results, groups, rounds[number])


def _classes(
    program: PreparedProgram,
    arguments: Sequence[BlockArgument],
    groups: DimensionGroups,
    colours: Colours,
    tied: dict[int, list[int]],
    uses: Sequence[HeavyUse],
    is_apart: bool,
) -> Iterator[ArgumentClass]:
    of_argument = grouped((use.argument, use) for use in uses)
    alike: dict[object, list[BlockArgument]] = {}
    for argument in arguments:
        of_dimensions = tuple([colours[group] for group in groups.of(argument)])
        users = frozenset([user.name for user in argument.users])
        places = frozenset([use.dimensions for use in of_argument.get(argument.index, ())])
        key = argument.type, of_dimensions, places, users, _fixed(argument, program), bool(tied.get(argument.index))
        alike.setdefault(argument.index if is_apart else key, []).append(argument)
    for members in alike.values():
        type = checked(RankedTensorType, members[0].type)
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
    if (sharding := sharding_of(argument)) is None:
        assert isinstance(argument.type, RankedTensorType)
        return (FixedDimension(),) * len(argument.type.shape)
    if (axes := axes_of(sharding, program)) is None:
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
    uses_written = [(program.written(use.op), use) for use in program.heavy_uses]
    copies = grouped(((written, use.operand), use) for written, use in uses_written if written is not None)
    counts = Counter(map(program.written, program.heavy_ops))
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
    donated = list(map(donated_to, argument_attributes(program.function.signature)))
    takers = grouped((donated[each.index], each.index) for each in arguments)
    alike = grouped(((each.type, *_in_groups(each, groups)), each.index) for each in arguments)
    tied: dict[int, list[int]] = {}
    for number, value in enumerate(program.returned):
        if not groups.of(value) or function_result_sharding(program.function, number) is not None:
            continue
        fitting = [each for each in takers.get(number, ()) if arguments[each].type is value.type]
        fitting += alike.get((value.type, *_in_groups(value, groups)), ())
        if fitting:

            def order(argument: int, number: int = number) -> tuple[bool, bool, bool, int]:
                gift = donated[argument]
                return gift != number, argument in tied, gift == NOT_DONATED, argument

            tied.setdefault(min(fitting, key=order), []).append(number)
    return tied


def _in_groups(value: Value, groups: DimensionGroups) -> list[int | None]:
    """Returns the groups of the dimensions of a tensor; rules join no dimensions of size 1."""
    return [None if size == 1 else group for size, group in zip(dimensions(value), groups.of(value), strict=True)]
