"""Plans as Python: PartitionSpecs that `jax.jit` takes, in the nesting of the arguments' names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sdyopt.planning.records import PlannedClass, PlanRecord, spec_text

_STEP = re.compile(r"\[(?:'((?:[^'\\]|\\.)*)'|(\d+))\]|\.(\w+)")

_HEADING = '''"""PartitionSpecs of {file} on the mesh {mesh}: found by sdy-plan."""

from jax.sharding import PartitionSpec as P

in_shardings = {specs}
'''


def python_of(plan: PlanRecord) -> str:
    """Returns a Python module with the PartitionSpecs of a plan: `in_shardings`, by the names of arguments.

    What JAX names with brackets is nested in dictionaries, by strings, and in lists, by numbers, if all are there:
    names do not tell lists from tuples. Fields of named tuples are strings.
    Results that are stored like arguments, and constraints at uses, are listed in comments.
    """
    tree: dict[Any, Any] = {}
    for each in plan.classes:
        for name in each.names:
            _put(tree, name, spec_text(each.storage))
    mesh = ", ".join([f"{name}={size}" for name, size in plan.axes])
    text = _HEADING.format(file=plan.file, mesh=mesh, specs=_literal(tree, 0))
    lines = [*_results(plan), *[line for each in plan.classes for line in constraint_lines(each)]]
    return text + "".join([f"\n# {line}" for line in lines]) + ("\n" if lines else "")


def constraint_lines(each: PlannedClass) -> Iterator[str]:
    """Yields the lines of Python that give a class another sharding at its uses."""
    if each.at_use is not None:
        where = f"  # at {', '.join(each.places)}" if each.places else ""
        call = f"jax.lax.with_sharding_constraint({each.pattern}, {spec_text(each.at_use)})"
        yield f"{_local(each.pattern)} = {call}{where}"


def _local(pattern: str) -> str:
    """Returns a name for a local variable: the last part of a pattern."""
    words = re.findall(r"[A-Za-z_]\w*", pattern)
    return words[-1] if words else "value"


def _results(plan: PlanRecord) -> Iterator[str]:
    pairs = sorted([(index, each) for each in plan.classes for index in each.results])
    for index, each in pairs:
        yield f"result {index}: {spec_text(each.storage) if each.is_tied else 'left to propagation'}"


def _put(tree: dict[Any, Any], name: str, spec: str) -> None:
    first = re.match(r"[^\[.]+", name)
    head = first.group() if first else name
    keys: list[Any] = [head]
    place = len(head)
    while place < len(name):
        step = _STEP.match(name, place)
        if step is None:
            keys = [name]
            break
        text, number, attribute = step.groups()
        keys.append(int(number) if number is not None else attribute if attribute is not None else text)
        place = step.end()
    for key in keys[:-1]:
        inner = tree.setdefault(key, {})
        if not isinstance(inner, dict):
            return
        tree = inner
    tree[keys[-1]] = spec


def _literal(tree: dict[Any, Any] | str, depth: int) -> str:
    if isinstance(tree, str):
        return tree
    inner = "    " * (depth + 1)
    end = "    " * depth
    if sorted(tree, key=str) == sorted(range(len(tree)), key=str):
        return "[\n" + "".join([f"{inner}{_literal(tree[at], depth + 1)},\n" for at in range(len(tree))]) + f"{end}]"
    lines = [f"{inner}{key!r}: {_literal(value, depth + 1)},\n" for key, value in tree.items()]
    return "{\n" + "".join(lines) + f"{end}}}"
