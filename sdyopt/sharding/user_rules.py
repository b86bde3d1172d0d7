"""Sharding rules that users define for operations, by their names, and for custom calls, by those of the targets.

A program registers a function with the decorator `sharding_rule`. An installed package declares one as an entry point
of the group `sdyopt.sharding_rules`:

    [project.entry-points."sdyopt.sharding_rules"]
    my_attention = "my_package:attention_rule"
    "vendor.attention" = "my_package:attention_rule"
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, TypeVar

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.dialects.sdy.verification.rules import check_rule
from sdyopt.dialects.stablehlo.ops import CUSTOM_CALL
from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import forget
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, did_you_mean
from sdyopt.mlir.installed import BrokenPackageError, declared, load, package_of, packages_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from sdyopt.sharding.rule_patterns import RulePattern

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
    none. A second function for the same name replaces the first. With `override` it is used in place of a built-in
    rule.

    Raises ValueError if no operation can have that name, or if there is a built-in rule and no `override`.
    """
    wrong = _cannot_match(name)
    if wrong is not None:
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
    function = _registered.get(name)
    if function is not None:
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
        wrong = _cannot_match(name)
        if wrong is not None:
            raise BrokenPackageError(f"sharding rule of '{name}' from {packages_of(points)} is wrong: {wrong}")
    return found


def rule_name(signature: Signature) -> str:
    """Returns the name by which rules are defined: that of the operation, or the target of a custom call."""
    if signature.definition is not CUSTOM_CALL:
        return signature.definition.name
    target = signature.properties.get("call_target_name")
    return target.value if isinstance(target, StringAttr) else ""


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
    from sdyopt.sharding.rule_patterns import RuleMismatchError, RulePattern

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
        _fail(op, f"{title} is neither a rule nor None, but {returned!r}")
    complaint = check_rule(returned, operand_types, result_types)
    if complaint is not None:
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
    raise CompilationError([Diagnostic("error", message, op.location)]) from cause
