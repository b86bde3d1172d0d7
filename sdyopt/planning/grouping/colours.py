"""What groups of the same role in repeated layers have in common: their colours.

The colours are refined as in the algorithm of Weisfeiler and Leman for graphs, with sets in place of multisets, so
that the number of layers does not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b

from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.ir.operation import Operation
from sdyopt.planning.grouping.groups import DimensionGroups
from sdyopt.planning.grouping.heavy_uses import major_factors
from sdyopt.sharding.rules import sharding_rule_of

MOST_ROUNDS = 3
"""Rounds after which colours tell all roles apart that matter."""

Colours = Mapping[int, str]
"""The colours of groups."""


def colours_of(groups: DimensionGroups) -> list[Colours]:
    """Returns the colours of groups after 0, 1, … and `MOST_ROUNDS` rounds.

    A group starts with the sizes of its dimensions. In each round its colour becomes a hash of the one that it had and
    of the set of the operations that it takes part in: their names, its operands and dimensions with the kinds of
    their factors, and the colours of all of their factors.
    """
    sizes: dict[int, set[int]] = {}
    for group, members in groups.members().items():
        sizes[group] = {groups.size_of(value, number) for value, number in members}
    colours = {group: _hash(repr(sorted(found))) for group, found in sizes.items()}
    parts = _parts(groups)
    rounds: list[Colours] = [colours]
    for _ in range(MOST_ROUNDS):
        colours = {
            group: _hash(
                "\n".join(
                    [
                        colour,
                        *sorted(
                            {
                                f"{part} {' '.join([colours[each] if each is not None else '-' for each in factors])}"
                                for part, factors in parts.get(group, ())
                            }
                        ),
                    ]
                )
            )
            for group, colour in colours.items()
        }
        rounds.append(colours)
    return rounds


_Part = tuple[str, tuple[int | None, ...]]
"""A text of what a group is in an operation, and the groups of the factors of that."""


def _parts(groups: DimensionGroups) -> dict[int, set[_Part]]:
    found: dict[int, set[_Part]] = {}
    for op in groups.ops:
        rule = sharding_rule_of(op)
        assert rule is not None
        factors, places = _factors(op, rule, groups)
        for group, own in places.items():
            found.setdefault(group, set()).add((f"{op.name} {' '.join(own)}", factors))
    return found


def _factors(
    op: Operation, rule: OpShardingRule, groups: DimensionGroups
) -> tuple[tuple[int | None, ...], dict[int, list[str]]]:
    """Returns the group of each factor of an operation, and the places that each group has in it."""
    factors: list[int | None] = [None] * len(rule.factor_sizes)
    places: dict[int, list[str]] = {}
    for number, value in enumerate((*op.operands, *op.results)):
        of_value = groups.of(value)
        for dimension, factor in enumerate(major_factors(rule, number)):
            if factor is not None:
                group = of_value[dimension]
                factors[factor] = group
                places.setdefault(group, []).append(f"{number}.{dimension}{_kind(rule, factor)}")
    return tuple(factors), places


def _kind(rule: OpShardingRule, factor: int) -> str:
    if factor in rule.reduction:
        return "r"
    if factor in rule.need_replication:
        return "n"
    return "p" if factor in rule.permutation else ""


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()
