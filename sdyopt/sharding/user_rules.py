"""Sharding rules that users define for operations, by their names, and for custom calls, by those of the targets.

A program registers a function with the decorator `sharding_rule`. An installed package declares one as an entry point
of the group `sdyopt.sharding_rules`:

    [project.entry-points."sdyopt.sharding_rules"]
    my_attention = "my_package:attention_rule"
    "vendor.attention" = "my_package:attention_rule"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from math import prod
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, TypeVar

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.sdy.attributes import DimMapping, OpShardingRule, TensorMapping
from sdyopt.dialects.sdy.verification.shardings import check_rule
from sdyopt.dialects.stablehlo.ops.control_flow import CUSTOM_CALL, target_of
from sdyopt.ir.attribute import Type, forget, remembered
from sdyopt.ir.attributes import ShapedType
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.mlir.diagnostics import CompilationError, did_you_mean, failure
from sdyopt.mlir.installed import BrokenPackageError, declared, load, package_of, packages_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


GROUP = "sdyopt.sharding_rules"

RuleFunction: TypeAlias = "Callable[[Operation], OpShardingRule | RulePattern | None]"
"""Returns the rule of an operation, None if it has none."""

_Function = TypeVar("_Function", bound="RuleFunction")

_registered: dict[str, RuleFunction] = {}
_overriding: set[str] = set()


def sharding_rule(name: str, *, override: bool = False) -> Callable[[_Function], _Function]:
    """Registers the decorated function as what returns the sharding rules of operations called `name`.

    `name` is the name of an operation, `dialect.mnemonic`, which no dialect need declare, or the target of custom
    calls. The function takes the operation and returns a pattern, see `rule`, an `OpShardingRule`, or None if there is
    none; a pattern can stand in its place, `sharding_rule("scale")(rule("... -> ..."))`. A second function for the same
    name replaces the first. With `override` it is used in place of a built-in rule.

    Raises ValueError if no operation can have that name, or if there is a built-in rule and no `override`.
    """
    if (wrong := _cannot_match(name)) is not None:
        raise ValueError(wrong)
    if not override and (built_in := _built_in(name)) is not None:
        raise ValueError(f"{built_in} has a built-in sharding rule, which only override=True replaces")

    def register(function: _Function) -> _Function:
        _registered[name] = function
        (_overriding.add if override else _overriding.discard)(name)
        forget()
        return function

    return register


def user_rule_of(op: Operation) -> Callable[[Operation], OpShardingRule | None] | None:
    """Returns what builds the rules of operations like `op`, if the program or an installed package has defined that.

    Where there is a built-in rule, only functions that override it count. Raises CompilationError at `op` if a package
    declares one that does not.
    """
    name = rule_name(op.signature)
    if (function := _registered.get(name)) is not None:
        return partial(_checked, function, _title(name, op))
    try:
        points = _declared().get(name)
    except BrokenPackageError as error:
        raise error.at(op.location) from error
    return None if points is None else partial(_installed, points)


def has_user_rule(definition: OpDefinition) -> bool:
    """Returns whether users have defined rules for operations of this kind, other than custom calls."""
    return definition.name in _registered or definition.name in _declared()


@cache
def _declared() -> dict[str, list[EntryPoint]]:
    """The rules that packages declare. Raises BrokenPackageError for a name that no operation with a rule can have."""
    found = declared(GROUP)
    for name, points in found.items():
        if (wrong := _cannot_match(name)) is not None:
            raise BrokenPackageError(f"sharding rule of '{name}' from {packages_of(points)} is wrong: {wrong}")
    return found


def rule_name(signature: Signature) -> str:
    """Returns the name by which rules are defined: that of the operation, or the target of a custom call."""
    return target_of(signature) if signature.definition is CUSTOM_CALL else signature.definition.name


def known_custom_calls() -> ModuleType:
    """Returns the module with the targets of custom calls that have a rule, and of those that are known to have none.

    Like all rules of a dialect, it is imported by its name: rules are built with what is declared here.
    """
    return import_module(f"{REGISTRY.dialects['stablehlo'].sharding_rules}.custom_calls")


def _cannot_match(name: str) -> str | None:
    """Returns why no operation that could have a rule is called so; None if one may be."""
    namespace, _, mnemonic = name.partition(".")
    if not mnemonic:
        return None if name else "a sharding rule needs the name of an operation, or of the target of custom calls"
    if namespace not in REGISTRY.dialects and namespace not in REGISTRY.lazy:
        return None
    dialect, definition = REGISTRY.dialect(namespace), REGISTRY.operation(name)
    if definition is None:
        if dialect is None or dialect.allows_unknown_operations:
            return None
        from difflib import get_close_matches

        known = [other.partition(".")[2] for other in dialect.operation_named]
        similar = [f"{namespace}.{other}" for other in get_close_matches(mnemonic, known)]
        hint = f": {did_you_mean(similar)}" if similar else ""
        return f"dialect '{namespace}' has no operation '{name}'{hint}"
    if definition is CUSTOM_CALL:
        return f"rules of '{name}' are defined by the names of the targets"
    if "IsTerminator" in definition.traits or not (definition.operands or definition.results):
        return f"operations '{name}' have no sharding rules"
    return None


def _built_in(name: str) -> str | None:
    """Returns what has a built-in rule by that name, for messages."""
    if name in known_custom_calls().RULES:
        return f"custom call @{name}"
    namespace = name.partition(".")[0]
    known = namespace in REGISTRY.dialects or namespace in REGISTRY.lazy
    definition = REGISTRY.operation(name) if known else None
    return f"operation '{name}'" if definition is not None and definition.sharding_rule else None


def _installed(points: list[EntryPoint], op: Operation) -> OpShardingRule | None:
    """The rule of an installed package; whatever is wrong with that is an error at the operation."""
    point = points[0]
    title = f"{_title(point.name, op)} from {package_of(point)}"
    try:
        function: Any = load(points, _title(point.name, op))
    except BrokenPackageError as error:
        raise error.at(op.location) from error
    if point.name not in _overriding and (built_in := _built_in(point.name)) is not None:
        _fail(op, f"{title} is wrong: {built_in} has a built-in one, which only override=True replaces")
    return guarded_rule(function, title, op)


def guarded_rule(function: RuleFunction, title: str, op: Operation) -> OpShardingRule | None:
    """Returns the rule that a function of another package returns for `op`.

    Raises CompilationError at `op` if it fails, or if the rule does not fit. `title` begins the message.
    """
    try:
        return _checked(function, title, op)
    except CompilationError:
        raise
    except Exception as error:
        _fail(op, f"{title} failed: {type(error).__name__}: {error}", error)


def _title(name: str, op: Operation) -> str:
    return f"sharding rule of {f'@{name}' if op.definition is CUSTOM_CALL else repr(name)}"


def _checked(function: RuleFunction, title: str, op: Operation) -> OpShardingRule | None:
    """The rule that a function returns for `op`. Raises CompilationError if it does not fit."""
    returned = function(op)
    operand_types, result_types = op.signature.operand_types, op.signature.result_types
    if isinstance(returned, RulePattern):
        title = f"{title}, '{returned}',"
        try:
            returned = returned.bind(operand_types, result_types)
        except RuleMismatchError as error:
            _fail(op, f"{title} does not fit {_description(op)}: {error}", error)
    if returned is None:
        return None
    if not isinstance(returned, OpShardingRule):
        hint = "; sdyopt.rule makes a rule of a pattern" if isinstance(returned, str) else ""
        _fail(op, f"{title} is neither a rule nor None, but {returned!r}{hint}")
    if (complaint := check_rule(returned, operand_types, result_types)) is not None:
        _fail(op, f"{title} does not fit {_description(op)}: {complaint}")
    return returned


def _description(op: Operation) -> str:
    """`@target : (tensor<4xf32>) -> tensor<4xf32>`, or the name of the operation in place of the target."""
    operands, results = [
        ", ".join(map(str, types)) for types in (op.signature.operand_types, op.signature.result_types)
    ]
    name = rule_name(op.signature)
    called = f"@{name}" if op.definition is CUSTOM_CALL else f"'{name}'"
    return f"{called} : ({operands}) -> {results if len(op.results) == 1 else f'({results})'}"


def _fail(op: Operation, message: str, cause: Exception | None = None) -> NoReturn:
    raise failure(message, op.location) from cause


# Sharding rules written as patterns: `rule("b s h, b t h -> b s t", reduction="h")`.

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

    def __call__(self, op: Operation) -> RulePattern:
        """Returns itself: a pattern can stand wherever a function returns the rules of operations."""
        return self

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
    of size 1, and `...` stands for any number of dimensions. A dimension `_` is never sharded: it has a factor of its
    own that needs replication. A scalar is left empty.

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
        if (token := _TOKEN.match(text, end)) is None:
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
    unmapped: list[str] = []

    def mapping(dimension: _Dimension) -> DimMapping:
        factors = dimension.factors
        if factors is None:
            factors = (dimension.place,)
            sizes[dimension.place] = dimension.size
            unmapped.extend(factors * (dimension.size != 1))
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
        for names in (
            *(pattern.reduction, (*pattern.need_replication, *unmapped)),
            *(pattern.permutation, pattern.blocked),
        )
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
