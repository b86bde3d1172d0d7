"""Sharding rules written as patterns: `rule("b s h, b t h -> b s t", reduction="h")`.

A pattern names the factors of each dimension of each operand and result; their sizes follow from an operation's types.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import prod

from sdyopt.dialects.sdy.attributes import DimMapping, OpShardingRule, TensorMapping
from sdyopt.ir.attribute import Type
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.remembering import remembered
from sdyopt.ir.types import ShapedType

UNMAPPED = "_"
"""A dimension that takes no part: it is never sharded."""

ELLIPSIS = "..."
"""Any number of dimensions, the same in all tensors that have it."""

Dimension = str | tuple[str, ...]
"""The factors of a dimension, major to minor; or UNMAPPED, or ELLIPSIS."""

Tensor = tuple[Dimension, ...]

_TOKEN = re.compile(r"\s*(?:(\.\.\.)|(\()|(\))|([A-Za-z]\w*|_|1)(?!\w))")


class RuleMismatchError(ValueError):
    """A pattern does not fit the types of an operation."""


class RulePattern(NamedTuple):
    """The rule of operations of any sizes, made by `rule`."""

    text: str
    operands: tuple[Tensor, ...]
    results: tuple[Tensor, ...]
    reduction: tuple[str, ...]
    need_replication: tuple[str, ...]
    permutation: tuple[str, ...]
    blocked: tuple[str, ...]
    sizes: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return self.text

    def bind(self, operand_types: tuple[Type, ...], result_types: tuple[Type, ...]) -> OpShardingRule:
        """Returns the rule for values of these types. Raises RuleMismatchError if they do not fit."""
        return _bind(self, operand_types, result_types)


def rule(
    pattern: str,
    *,
    reduction: str = "",
    need_replication: str = "",
    permutation: str = "",
    blocked: str = "",
    sizes: Mapping[str, int] | None = None,
) -> RulePattern:
    """Returns a sharding rule written as in einops: `"b s h, b t h -> b s t"`.

    Before the arrow stand the operands, after it the results, separated by commas; each name is a factor. Dimensions
    that share a factor are sharded alike. A dimension `(a b)` consists of several factors, major to minor; `1` is one
    of size 1, `_` one that is never sharded, and `...` stands for any number of dimensions. A scalar is left empty.

    `reduction`, `need_replication`, `permutation` and `blocked` list factors, separated by spaces. `sizes` are those of
    factors in compound dimensions that do not follow from other dimensions. Raises ValueError for a pattern that no
    operation can have.
    """
    sides = pattern.split("->")
    if len(sides) != 2:
        raise ValueError(f"sharding rule '{pattern}' has no single '->'")
    operands, results = [tuple([_tensor(pattern, text) for text in side.split(",")]) for side in sides]
    found = RulePattern(
        pattern,
        operands,
        results,
        tuple(reduction.split()),
        tuple(need_replication.split()),
        tuple(permutation.split()),
        tuple(blocked.split()),
        tuple((sizes or {}).items()),
    )
    _check(found)
    return found


def _tensor(pattern: str, text: str) -> Tensor:
    """The dimensions of one operand or result."""
    dimensions: list[Dimension] = []
    group: list[str] | None = None
    end, text = 0, text.rstrip()
    while end < len(text):
        token = _TOKEN.match(text, end)
        if token is None:
            raise ValueError(f"sharding rule '{pattern}' has no factor at '{text[end:].lstrip()}'")
        end = token.end()
        ellipsis, opening, closing, name = token.groups()
        if (opening and group is not None) or (closing and group is None) or (ellipsis and group is not None):
            raise ValueError(f"sharding rule '{pattern}' has an unexpected '{token[0].strip()}'")
        if opening:
            group = []
        elif closing:
            dimensions.append(tuple(group or ()))
            group = None
        elif name == UNMAPPED and group is not None:
            raise ValueError(f"sharding rule '{pattern}' has '_' inside parentheses")
        elif ellipsis or name == UNMAPPED:
            dimensions.append(ellipsis or UNMAPPED)
        elif group is not None:
            group += [name] * (name != "1")
        else:
            dimensions.append(() if name == "1" else (name,))
    if group is not None:
        raise ValueError(f"sharding rule '{pattern}' lacks a ')'")
    return tuple(dimensions)


def _names(tensors: tuple[Tensor, ...]) -> Iterator[str]:
    for tensor in tensors:
        for dimension in tensor:
            if not isinstance(dimension, str):
                yield from dimension


def _check(pattern: RulePattern) -> None:
    """Raises ValueError if no operation can have such a rule."""
    title = f"sharding rule '{pattern}'"
    for tensor in (*pattern.operands, *pattern.results):
        names = list(_names((tensor,)))
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"{title} has factor '{name}' twice in one tensor")
        if tensor.count(ELLIPSIS) > 1:
            raise ValueError(f"{title} has '...' twice in one tensor")
    known = {*_names(pattern.operands), *_names(pattern.results)}
    kinds = (*pattern.reduction, *pattern.need_replication, *pattern.permutation)
    for name in (*kinds, *pattern.blocked, *[name for name, _ in pattern.sizes]):
        if name not in known:
            raise ValueError(f"{title} has no factor '{name}'")
    for name in kinds:
        if kinds.count(name) > 1:
            raise ValueError(f"{title} has factor '{name}' in more than one kind")
    for name in pattern.reduction:
        if name in set(_names(pattern.results)):
            raise ValueError(f"{title} reduces factor '{name}', which is in a result")


class _Dimension(NamedTuple):
    """A dimension of an operand or a result, with its factors."""

    place: str
    factors: tuple[str, ...] | None
    """None for a dimension that is never sharded."""
    size: int


@remembered
def _bind(pattern: RulePattern, operand_types: tuple[Type, ...], result_types: tuple[Type, ...]) -> OpShardingRule:
    operands = _tensors("operand", pattern.operands, operand_types)
    results = _tensors("result", pattern.results, result_types)
    sizes = _solve([dimension for tensor in (*operands, *results) for dimension in tensor], dict(pattern.sizes))
    numbers: dict[str, int] = {}
    factor_sizes: list[int] = []

    def mapping(dimension: _Dimension) -> DimMapping:
        factors = dimension.factors
        if factors is None:
            factors = (dimension.place,)  # a factor of its own, of size 1
        kept = [name for name in factors if sizes.get(name, 1) != 1] or [*factors[:1]] or [dimension.place]
        for name in kept:
            if name not in numbers:
                numbers[name] = len(factor_sizes)
                factor_sizes.append(sizes.get(name, 1))
        return DimMapping(tuple([numbers[name] for name in kept]))

    operand_mappings, result_mappings = [
        tuple([TensorMapping(tuple([mapping(dimension) for dimension in tensor])) for tensor in tensors])
        for tensors in (operands, results)
    ]
    reduction, need_replication, permutation, blocked = [
        tuple(sorted([numbers[name] for name in names if name in numbers]))
        for names in (pattern.reduction, pattern.need_replication, pattern.permutation, pattern.blocked)
    ]
    return OpShardingRule(
        tuple(factor_sizes), operand_mappings, result_mappings, reduction, need_replication, permutation, blocked
    )


def _tensors(kind: str, patterns: tuple[Tensor, ...], types: tuple[Type, ...]) -> list[list[_Dimension]]:
    """The dimensions of each operand or each result."""
    if len(patterns) != len(types):
        raise RuleMismatchError(f"the operation has {len(types)} {kind}{'s' * (len(types) != 1)}, not {len(patterns)}")
    return [
        list(_dimensions(f"{kind} {number}", pattern, type))
        for number, (pattern, type) in enumerate(zip(patterns, types, strict=True))
    ]


def _dimensions(value: str, pattern: Tensor, type: Type) -> Iterator[_Dimension]:
    """The dimensions of one value; those of an ellipsis are numbered from the right."""
    if not isinstance(type, ShapedType) or not type.has_static_shape:
        raise RuleMismatchError(f"{value} is not a tensor with a static shape: {type}")
    shape = type.dimensions or ()
    spare = len(shape) - len(pattern) + 1
    factors: list[Dimension] = []
    for dimension in pattern:
        factors += (
            [(f"{ELLIPSIS}{number}",) for number in range(spare, 0, -1)] if dimension == ELLIPSIS else [dimension]
        )
    if len(factors) != len(shape):
        raise RuleMismatchError(f"{value} has {len(shape)} dimensions, not {len(factors)}")
    for number, (names, size) in enumerate(zip(factors, shape, strict=True)):
        yield _Dimension(f"dimension {number} of {value}", None if isinstance(names, str) else names, size)


def _solve(dimensions: list[_Dimension], sizes: dict[str, int]) -> dict[str, int]:
    """The sizes of all factors. Raises RuleMismatchError if the dimensions contradict each other or do not suffice."""
    open_dimensions = [dimension for dimension in dimensions if dimension.factors is not None]
    while open_dimensions:
        left = [dimension for dimension in open_dimensions if not _solve_dimension(dimension, sizes)]
        if len(left) == len(open_dimensions):
            unknown = [name for name in left[0].factors or () if name not in sizes]
            names = " and ".join([f"'{name}'" for name in unknown])
            raise RuleMismatchError(
                f"the sizes of factors {names} in {left[0].place} do not follow: give them as `sizes`"
            )
        open_dimensions = left
    return sizes


def _solve_dimension(dimension: _Dimension, sizes: dict[str, int]) -> bool:
    """Finds the size of a dimension's last unknown factor; returns whether all of them are known then."""
    factors = dimension.factors or ()
    unknown = [name for name in factors if name not in sizes]
    known = prod([sizes[name] for name in factors if name in sizes])
    if len(unknown) > 1:
        return False
    if not unknown and known != dimension.size:
        what = f"factor '{factors[0]}' has" if len(factors) == 1 else "its factors have"
        raise RuleMismatchError(f"{dimension.place} has size {dimension.size}, but {what} {known}")
    if unknown:
        if known == 0 or dimension.size % known:
            raise RuleMismatchError(f"{dimension.place} has size {dimension.size}, which {known} does not divide")
        sizes[unknown[0]] = dimension.size // known
    return True
