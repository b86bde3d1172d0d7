"""The op sharding rules of operations: those that they carry, and those that are built for them.

How a rule is built stands with the operation's declaration; custom calls may have rules of users as well.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.sdy.attributes import SHARDING_RULE, OpShardingRule
from sdyopt.dialects.stablehlo.ops import CUSTOM_CALL
from sdyopt.ir.attributes import NO_ATTRIBUTES
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered, remembered_table
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.mlir.declare.definition import NO_RULE, OpDef
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.sharding.rule_builder import NoRuleError, RuleBuilder
from sdyopt.sharding.unknown_ops import UnknownOps
from sdyopt.sharding.user_rules import guarded_rule, has_user_rule, known_custom_calls, rule_name, user_rule_of

if TYPE_CHECKING:
    from sdyopt.sharding.rule_patterns import RulePattern


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
    known = _CONSERVATIVE if is_conservative else _USUAL
    rule = known.get(signature, _UNKNOWN)
    if rule is not _UNKNOWN:
        return cast("OpShardingRule | None", rule)
    definition = signature.definition
    user_rule = user_rule_of(op)
    if user_rule is not None:
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
        known[signature] = _rule_of_package(op, definition, is_conservative)
        return known[signature]
    functions = _functions(definition)
    try:
        if functions.surroundings is not None:
            return _build(_bare(signature), is_conservative, functions.surroundings(op))
        rule = known[signature] = _build(_bare(signature), is_conservative, False)
    except NoRuleError as reason:
        raise CompilationError([Diagnostic("error", f"'{op.name}' op {reason}", op.location)]) from None
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


_USUAL: dict[Signature, OpShardingRule | None] = remembered_table()
_UNKNOWN: Any = object()
_CONSERVATIVE: dict[Signature, OpShardingRule | None] = remembered_table()
"""The rules that depend on signatures alone."""


class _Functions(NamedTuple):
    """What a declaration names: what builds the rule, and the surroundings that it depends on, if any."""

    build: Callable[[RuleBuilder], OpShardingRule | None]
    surroundings: Callable[[Operation], bool] | None


@cache
def _functions(definition: OpDef) -> _Functions:
    package = REGISTRY.dialects[definition.dialect].sharding_rules
    surroundings = definition.sharding_rule_surroundings
    return _Functions(
        _function(package, cast(str, definition.sharding_rule)),
        None if surroundings is None else _function(package, surroundings),
    )


def _function(package: str, name: str) -> Callable[..., Any]:
    """The function `name` in the module `package`, or `module.function` in a module inside it."""
    module, _, function = f"{package}.{name}".rpartition(".")
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found


@remembered
def _build(signature: Signature, is_conservative: bool, surroundings: bool) -> OpShardingRule | None:
    functions = _functions(cast(OpDef, signature.definition))
    return functions.build(RuleBuilder(signature, is_conservative, surroundings))


def _rule_of_package(op: Operation, definition: OpDef, is_conservative: bool) -> OpShardingRule | None:
    """The rule of an operation whose dialect is part of another package. It may be a pattern, too."""

    def build(op: Operation) -> OpShardingRule | RulePattern | None:
        builder = RuleBuilder(_bare(op.signature), is_conservative, False)
        return _function_of(definition)(builder)

    return guarded_rule(build, f"sharding rule of '{op.name}'", op)


def _function_of(definition: OpDef) -> Callable[[RuleBuilder], OpShardingRule | RulePattern | None]:
    REGISTRY.dialects[definition.dialect].part("sharding_rules")  # names the dialect if it cannot be imported
    return _functions(definition).build


def _bare(signature: Signature) -> Signature:
    """The signature without discardable attributes, on which rules do not depend."""
    return signature.with_attributes(NO_ATTRIBUTES) if signature.attributes is not NO_ATTRIBUTES else signature


def _custom_call_rule(op: Operation, is_conservative: bool, unknown: UnknownOps | None) -> OpShardingRule | None:
    """The built-in rule of a custom call."""
    known, target = known_custom_calls(), rule_name(op.signature)
    if target in known.RULES:
        functions = _functions(CUSTOM_CALL)
        assert functions.surroundings is not None
        return _build(_bare(op.signature), is_conservative, functions.surroundings(op))
    if unknown is not None and not known.is_known_without_rule(target):
        unknown.add_custom_call(op, target)
    return None
