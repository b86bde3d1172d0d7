"""The op sharding rules of operations: those that they carry, and those that are built for them.

How a rule is built stands with the operation's declaration; custom calls may have rules of users as well.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from enum import IntEnum, auto
from functools import cache
from importlib import import_module
from typing import Any, TypeVar
from warnings import warn

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.sdy.attributes import SHARDING_RULE, DimMapping, OpShardingRule, TensorMapping
from sdyopt.dialects.stablehlo.ops.control_flow import CUSTOM_CALL
from sdyopt.ir.attribute import Type, checked, remembered, remembered_table
from sdyopt.ir.attributes import DYNAMIC, NO_ATTRIBUTES, ShapedType
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.mlir.declare.definition import NO_RULE, OpDef
from sdyopt.mlir.diagnostics import failure
from sdyopt.mlir.releases import Release, followed
from sdyopt.mlir.rewrite.remarks import UnknownOps
from sdyopt.mlir.verify.checks import sizes_in
from sdyopt.sharding.user_rules import (
    RuleFunction,
    guarded_rule,
    has_user_rule,
    known_custom_calls,
    rule_name,
    user_rule_of,
)

# The sizes of dimensions as sharding rules have them.

MLIR_DYNAMIC = -(2**63)
"""The factor size that MLIR uses for a dynamic dimension. The verifier rejects rules of operations that have one."""

Shape = tuple[int, ...]

BuildRule = TypeVar("BuildRule", bound=Callable[..., object])


def shape_of(type: Type) -> Shape:
    """Returns the sizes of the dimensions of `type`, MLIR_DYNAMIC for dynamic ones; () if it has no dimensions."""
    dimensions = type.dimensions if isinstance(type, ShapedType) else None
    if dimensions is None:
        return ()
    if DYNAMIC in dimensions:
        return tuple([MLIR_DYNAMIC if size == DYNAMIC else size for size in dimensions])
    return dimensions


# Builds op sharding rules: which factors the dimensions of an operation's operands and results consist of.

Dimensions = Sequence[int | None]
"""A dimension for each operand or result, None for those that a factor is not added to; the rest may be omitted."""


class FactorType(IntEnum):
    """How a factor behaves when it is sharded."""

    PASS_THROUGH = auto()
    REDUCTION = auto()
    NEED_REPLICATION = auto()
    PERMUTATION = auto()


class NoRuleError(Exception):
    """An operation is valid, but propagation has no rule for its types; the message says why."""


class RuleBuilder:
    """Collects the factors of the rule of one kind of operation, in the order of their numbers.

    `is_conservative` asks for a rule with which propagation does not shard dimensions that would need communication.
    `surroundings` is what the rule depends on besides the signature, for the few operations that declare such a thing.
    """

    def __init__(self, signature: Signature, is_conservative: bool = False, surroundings: bool = False) -> None:
        self.definition = signature.definition
        self._signature = signature
        self.has_read_signature = False
        self.is_conservative = is_conservative
        self.surroundings = surroundings
        self.operand_shapes = [shape_of(type) for type in signature.operand_types]
        self.result_shapes = [shape_of(type) for type in signature.result_types]
        self._operands: list[list[list[int]]] = [[[] for _ in shape] for shape in self.operand_shapes]
        self._results: list[list[list[int]]] = [[[] for _ in shape] for shape in self.result_shapes]
        self._sizes: list[int] = []
        self._special: dict[FactorType, list[int]] = {}
        self._blocked: list[int] = []

    @property
    def signature(self) -> Signature:
        """The signature of the operation."""
        self.has_read_signature = True
        return self._signature

    def add_factor(
        self,
        size: int,
        operands: Dimensions = (),
        results: Dimensions = (),
        type: FactorType = FactorType.PASS_THROUGH,
        is_blocked: bool = False,
    ) -> None:
        """Adds a factor to a dimension of each operand and result for which one is listed.

        A factor of size 1 is not added to a dimension that has factors already.
        """
        factor = self._new_factor(size, type, is_blocked)
        for mappings, dimensions in ((self._operands, operands), (self._results, results)):
            for mapping, dimension in zip(mappings, dimensions, strict=False):
                if dimension is not None and (size != 1 or not mapping[dimension]):
                    mapping[dimension].append(factor)

    def add_everywhere(
        self, dimension: int, size: int, type: FactorType = FactorType.PASS_THROUGH, is_blocked: bool = False
    ) -> None:
        """Adds a factor to `dimension` of every operand and result that has any dimension."""
        self.add_factor(
            size,
            [dimension if mapping else None for mapping in self._operands],
            [dimension if mapping else None for mapping in self._results],
            type,
            is_blocked,
        )

    def add_shape(self, shape: Iterable[int]) -> None:
        """Adds a pass-through factor for each dimension of `shape`, everywhere."""
        for dimension, size in enumerate(shape):
            self.add_everywhere(dimension, size)

    def add_matching_dimensions(
        self, operand: Shape, result: Shape, mismatch: FactorType, is_mismatch_blocked: bool
    ) -> None:
        """Adds a factor of the operand's size for each dimension, everywhere.

        Where operand and result differ in size it has the type `mismatch` and may be blocked.
        """
        for dimension, size in enumerate(operand):
            if size == result[dimension]:
                self.add_everywhere(dimension, size)
            else:
                self.add_everywhere(dimension, size, mismatch, is_mismatch_blocked)

    def build(self) -> OpShardingRule:
        """Returns the rule, in which each dimension without factors has one of size 1 of its own."""
        for mappings in (self._operands, self._results):
            for mapping in mappings:
                for factors in mapping:
                    if not factors:
                        factors.append(self._new_factor(1, FactorType.PASS_THROUGH, False))
        return OpShardingRule(
            tuple(self._sizes),
            tuple([_tensor_mapping(tuple(map(tuple, factors))) for factors in self._operands]),
            tuple([_tensor_mapping(tuple(map(tuple, factors))) for factors in self._results]),
            tuple(self._special.get(FactorType.REDUCTION, ())),
            tuple(self._special.get(FactorType.NEED_REPLICATION, ())),
            tuple(self._special.get(FactorType.PERMUTATION, ())),
            tuple(self._blocked),
        )

    def _new_factor(self, size: int, type: FactorType, is_blocked: bool) -> int:
        factor = len(self._sizes)
        self._sizes.append(size)
        self._special.setdefault(type, []).append(factor)
        if is_blocked:
            self._blocked.append(factor)
        return factor


@remembered
def _tensor_mapping(factors: tuple[tuple[int, ...], ...]) -> TensorMapping:
    return TensorMapping(tuple(map(DimMapping, factors)))


def sharding_rule_of(
    op: Operation, is_conservative: bool = False, unknown: UnknownOps | None = None
) -> OpShardingRule | None:
    """Returns the rule that `op` carries, or else the one that `build_sharding_rule` builds."""
    rule = op.signature.attributes.get(SHARDING_RULE)
    return rule if isinstance(rule, OpShardingRule) else build_sharding_rule(op, is_conservative, unknown)


def build_sharding_rule(
    op: Operation, is_conservative: bool = False, unknown: UnknownOps | None = None
) -> OpShardingRule | None:
    """Returns the rule of an operation like `op`, None if it has none.

    A conservative rule does not let propagation shard dimensions that would need communication. Operations of which it
    is not known whether they have a rule are reported to `unknown`. Raises CompilationError if its types allow none.
    """
    signature = op.signature
    release = followed()
    known = _RULES.setdefault((release, is_conservative), {})
    rule: OpShardingRule | None = known.get(signature, _UNKNOWN)
    if rule is not _UNKNOWN:
        return rule
    definition = signature.definition
    if (user_rule := user_rule_of(op)) is not None:
        return user_rule(op)
    if definition is CUSTOM_CALL:
        return _custom_call_rule(op, is_conservative, unknown)
    if not isinstance(definition, OpDef) or definition.sharding_rule is None:
        if "IsTerminator" not in definition.traits and unknown is not None:
            unknown.add_operation(op)
        return None
    if definition.sharding_rule is NO_RULE:
        return None
    if not REGISTRY.is_shipped(definition.dialect):
        rule = known[signature] = guarded_rule(_rule_of_package(definition), f"sharding rule of '{op.name}'", op)
        return rule
    surroundings = _functions(definition).surroundings
    try:
        counts = surroundings is not None and surroundings(op)
        rule = _build(signature.with_attributes(NO_ATTRIBUTES), is_conservative, counts, release)
    except NoRuleError as reason:
        raise failure(f"'{op.name}' op {reason}", op.location) from None
    if surroundings is None:
        known[signature] = rule
    return rule


def has_rule(signature: Signature) -> bool:
    """Returns whether operations with this signature carry a rule."""
    return isinstance(signature.attributes.get(SHARDING_RULE), OpShardingRule)


@remembered
def with_rule(signature: Signature, rule: OpShardingRule) -> Signature:
    """Returns the signature of operations that carry this rule."""
    return signature.with_attributes(signature.attributes.with_entry(SHARDING_RULE, rule))


@remembered
def without_rule(signature: Signature) -> Signature:
    """Returns the signature without its rule, unless that is custom."""
    rule = signature.attributes.get(SHARDING_RULE)
    if not isinstance(rule, OpShardingRule) or rule.is_custom:
        return signature
    return signature.with_attributes(signature.attributes.without(SHARDING_RULE))


def depends_on_signature(definition: OpDefinition) -> bool:
    """Whether the rules of operations of this kind follow from their signatures."""
    if definition is CUSTOM_CALL or has_user_rule(definition):
        return False
    return not isinstance(definition, OpDef) or definition.sharding_rule_surroundings is None


_UNKNOWN: Any = object()
_RULES: dict[tuple[Release, bool], dict[Signature, OpShardingRule | None]] = remembered_table()
"""The rules that depend on signatures alone, in each release, usual and conservative ones."""


class _Functions(NamedTuple):
    """The functions that a declaration names: the builder of the rule, and the test of its surroundings, if any."""

    build: Callable[..., OpShardingRule | None]
    surroundings: Callable[[Operation], bool] | None


@cache
def _functions(definition: OpDef) -> _Functions:
    package = REGISTRY.dialects[definition.dialect].sharding_rules
    surroundings = definition.sharding_rule_surroundings
    return _Functions(
        _function(package, checked(str, definition.sharding_rule)),
        None if surroundings is None else _function(package, surroundings),
    )


def _function(package: str, name: str) -> Callable[..., Any]:
    """The function `name` in the module `package`, or `module.function` in a module inside it."""
    module, _, function = f"{package}.{name}".rpartition(".")
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found


@remembered
def _build(signature: Signature, is_conservative: bool, surroundings: bool, release: Release) -> OpShardingRule | None:
    """Returns the rule in the `release`, which is the one that is followed."""
    definition = checked(OpDef, signature.definition)
    build = _functions(definition).build
    sizes = sizes_in(signature.operand_types + signature.result_types) if build in _COMPARES_SIZES else None
    if sizes is None:
        return build(RuleBuilder(signature, is_conservative, surroundings))
    key = definition, tuple(map(sizes.index, sizes)), is_conservative, surroundings, release
    similar = _SIMILAR.get(key) or _SIMILAR.get((key, signature.properties))
    if similar is None:
        builder = RuleBuilder(signature, is_conservative, surroundings)
        if (rule := build(builder)) is None:
            return None
        _, *rest = [getattr(rule, field) for field in OpShardingRule.fields]
        similar = tuple(map(sizes.index, rule.factor_sizes)), rest
        _SIMILAR[(key, signature.properties) if builder.has_read_signature else key] = similar
    numbers, rest = similar
    found: OpShardingRule = OpShardingRule(tuple([sizes[number] for number in numbers]), *rest)
    return found


_COMPARES_SIZES: set[Callable[..., object]] = set()
_SIMILAR: dict[Hashable, tuple[tuple[int, ...], list[Any]]] = remembered_table()
"""For signatures that differ in sizes alone, where these are equal in the same places: the positions among the sizes of
those of the factors, and the other fields of the rules."""


def compares_sizes(build: BuildRule) -> BuildRule:
    """Marks a function that makes sizes, or 1, those of factors, and otherwise only compares them: see `_SIMILAR`."""
    _COMPARES_SIZES.add(build)
    return build


def _rule_of_package(definition: OpDef) -> RuleFunction:
    """Returns what gives the rules of the operations of a kind whose dialect is part of another package."""
    declared: Any = definition.sharding_rule

    def named(op: Operation) -> Any:
        message = f"'{op.name}': its sharding_rule should be a pattern, or a function of the operation"
        warn(message, DeprecationWarning, stacklevel=1)
        REGISTRY.dialects[op.definition.dialect].part("sharding_rules")  # names the dialect if it cannot be imported
        return _functions(definition).build(RuleBuilder(op.signature.with_attributes(NO_ATTRIBUTES)))

    return named if isinstance(declared, str) else declared


def _custom_call_rule(op: Operation, is_conservative: bool, unknown: UnknownOps | None) -> OpShardingRule | None:
    """The built-in rule of a custom call."""
    known, target = known_custom_calls(), rule_name(op.signature)
    if target in known.RULES:
        counts = _functions(CUSTOM_CALL).surroundings(op)  # type: ignore[misc]
        return _build(op.signature.with_attributes(NO_ATTRIBUTES), is_conservative, counts, followed())
    if unknown is not None and not known.is_known_without_rule(target):
        unknown.add_custom_call(op, target)
    return None


# Rules in which the dimensions of all values correspond: those of identities and of pointwise operations.


@remembered
def identity_rule(type: ShapedType, operand_count: int = 1) -> OpShardingRule:
    """Returns the rule of an operation whose operands and result are all of this `type` and share its dimensions.

    Data-flow edges have one with an operand for each source of the edge.
    """
    sizes = shape_of(type)
    mapping = _leading_factors(len(sizes))
    return OpShardingRule(sizes, (mapping,) * operand_count, (mapping,))


def pointwise_rule(signature: Signature) -> OpShardingRule | None:
    """Returns the rule with a factor for each dimension of the first result, None if that has no shape.

    Dimension d of every operand and result maps to factor d. The verifier rejects a rule of an operation of which
    another tensor has more dimensions than the first result.
    """
    first = signature.result_types[0] if signature.result_types else None
    if not isinstance(first, ShapedType):
        return None
    return OpShardingRule(shape_of(first), _mappings(signature.operand_types), _mappings(signature.result_types))


def _mappings(types: tuple[Type, ...]) -> tuple[TensorMapping, ...]:
    return tuple([_leading_factors(len(shape_of(type))) for type in types])


def _leading_factors(rank: int) -> TensorMapping:
    return _tensor_mapping(tuple([(factor,) for factor in range(rank)]))
