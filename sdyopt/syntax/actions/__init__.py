"""What the grammar's rules do: for each rule the function of its name, with the parser and the rule's values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sdyopt.syntax.actions import attributes, locations, operations, resources, types


def _actions_of(module: Any) -> dict[str, Callable[..., Any]]:
    return {name: getattr(module, name) for name in module.ACTIONS}


ACTIONS: dict[str, Callable[..., Any]] = {
    **_actions_of(attributes),
    **_actions_of(types),
    **_actions_of(locations),
    **_actions_of(operations),
    **_actions_of(resources),
}
