"""Sharding rules that users define for custom calls, by the names of the targets.

A program registers a function with the decorator `sharding_rule`. An installed package declares one as an entry point
of the group `sdyopt.sharding_rules`:

    [project.entry-points."sdyopt.sharding_rules"]
    my_attention = "my_package:attention_rule"

Packages are searched only if a program has a custom call whose rule is not known.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from typing import NoReturn, TypeVar

from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.dialects.sdy.verification.rules import check_rule
from sdyopt.dialects.stablehlo.sharding_rules.custom_calls import RULES, target_of
from sdyopt.ir.operation import Operation
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, listed
from sdyopt.sharding.rule_patterns import RuleMismatchError, RulePattern

GROUP = "sdyopt.sharding_rules"

RuleFunction = Callable[[Operation], OpShardingRule | RulePattern | None]
"""Returns the rule of a custom call, None if it has none."""

_Function = TypeVar("_Function", bound=RuleFunction)

_registered: dict[str, RuleFunction] = {}


def sharding_rule(target: str) -> Callable[[_Function], _Function]:
    """Registers the decorated function as what returns the sharding rules of custom calls of `target`.

    It takes the operation and returns a pattern, see `rule`, an `OpShardingRule`, or None if there is none. A second
    function for the same target replaces the first. Raises ValueError if the target has a built-in rule.
    """
    if target in RULES:
        raise ValueError(f"custom call @{target} has a built-in sharding rule")

    def register(function: _Function) -> _Function:
        _registered[target] = function
        return function

    return register


def registered_rule(target: str) -> Callable[[Operation], OpShardingRule | None] | None:
    """Returns what builds the rules of custom calls of `target`, if the program has registered that."""
    function = _registered.get(target)
    return None if function is None else partial(_checked, function, f"sharding rule of @{target}")


@cache
def installed_rule(target: str) -> Callable[[Operation], OpShardingRule | None] | None:
    """Returns what builds the rules of custom calls of `target`, if an installed package declares that."""
    points = _declared().get(target, [])
    return partial(_installed, points) if points else None


@cache
def _declared() -> dict[str, list[EntryPoint]]:
    declared: dict[str, list[EntryPoint]] = {}
    for point in sorted(entry_points(group=GROUP), key=_package):
        declared.setdefault(point.name, []).append(point)
    return declared


def _package(point: EntryPoint) -> str:
    return "an unnamed package" if point.dist is None else f"{point.dist.name} {point.dist.version}"


def _installed(points: list[EntryPoint], op: Operation) -> OpShardingRule | None:
    """The rule of an installed package; whatever is wrong with that is an error at the operation."""
    point = points[0]
    title = f"sharding rule of @{point.name} from {_package(point)}"
    if len(points) > 1:
        packages = listed([_package(point) for point in points], "and")
        _fail(op, f"sharding rule of @{point.name} is declared by {packages}: there can be only one")
    try:
        function = point.load()
    except Exception as error:
        _fail(op, f"{title} cannot be imported: {type(error).__name__}: {error}", error)
    try:
        return _checked(function, title, op)
    except CompilationError:
        raise
    except Exception as error:
        _fail(op, f"{title} failed: {type(error).__name__}: {error}", error)


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
        _fail(op, f"{title} is neither a rule nor None, but {returned!r}")
    complaint = check_rule(returned, operand_types, result_types)
    if complaint is not None:
        _fail(op, f"{title} does not fit {_description(op)}: {complaint}")
    return returned


def _description(op: Operation) -> str:
    """`@target : (tensor<4xf32>) -> tensor<4xf32>`."""
    operands, results = [
        ", ".join(map(str, types)) for types in (op.signature.operand_types, op.signature.result_types)
    ]
    return f"@{target_of(op.signature)} : ({operands}) -> {results if len(op.results) == 1 else f'({results})'}"


def _fail(op: Operation, message: str, cause: Exception | None = None) -> NoReturn:
    raise CompilationError([Diagnostic("error", message, op.location)]) from cause
