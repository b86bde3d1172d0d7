"""A plan as it is handed out."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sdyopt.api.module import Module
from sdyopt.display.wording import counted
from sdyopt.planning.errors import PlanError, unknown
from sdyopt.planning.planner import applied
from sdyopt.planning.records import FrontPlan, PlanRecord, entries
from sdyopt.planning.render import json_form


@dataclass(frozen=True)
class Plan(PlanRecord):
    """Shardings for the arguments of a program, and what is known of them."""

    def specs(self) -> dict[str, tuple[str | tuple[str, ...] | None, ...]]:
        """Returns the entries of a `jax.sharding.PartitionSpec` for each argument, by name."""
        return {name: entries(each.storage) for each in self.classes for name in each.names}

    def in_shardings(self, jax: Any, arguments: Mapping[str, Any], mesh: Any = None) -> tuple[Any, ...]:
        """Returns what `jax.jit(in_shardings=…)` takes: for each argument a pytree of `jax.sharding.NamedSharding`.

        `jax` is the module, which is not imported here. `arguments` are pytrees, of abstract arrays as well, by the
        names of the parameters of the function, without static ones. Leaves that the plan does not know, of arguments
        that the function does not use, are replicated. The mesh is by default that of the plan, of automatic axes.

        Raises PlanError for names that the plan does not know, if it has others that are not among `arguments`.
        """
        specs, mesh = self.specs(), self._mesh(jax, mesh)
        asked: list[str] = []

        def sharding(name: str) -> Any:
            asked.append(name)
            return jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(*specs.get(name, ())))

        keystr, map_with_path = jax.tree_util.keystr, jax.tree_util.tree_map_with_path
        found = tuple(
            [
                map_with_path(lambda path, _, name=name: sharding(name + keystr(path)), tree)
                for name, tree in arguments.items()
            ]
        )
        _check_names(asked, specs)
        return found

    def out_shardings(self, jax: Any, results: Any, mesh: Any = None) -> Any:
        """Returns what `jax.jit(out_shardings=…)` takes: a pytree like `results`, as `jax.eval_shape` returns them.

        Results that the plan leaves to propagation have None, with which JAX leaves them to the compiler. The mesh is
        that of `in_shardings`. Raises PlanError if the plan shards more results than there are.
        """
        specs = {number: entries(each.storage) for each in self.classes for number in each.stored_results}
        mesh, count = self._mesh(jax, mesh), 0

        def sharding(path: Any, leaf: Any) -> Any:
            nonlocal count
            spec = specs.get(count)
            count += 1
            return None if spec is None else jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(*spec))

        found = jax.tree_util.tree_map_with_path(sharding, results)
        if max(specs, default=-1) >= count:
            raise PlanError(f"the plan shards result {max(specs)}, and there are {counted(count, 'result')}")
        return found

    def _mesh(self, jax: Any, mesh: Any) -> Any:
        """Returns a mesh of JAX: the given one, or one like that of the plan."""
        if mesh is not None:
            return mesh
        names, sizes = [name for name, _ in self.axes], [size for _, size in self.axes]
        return jax.make_mesh(sizes, names, axis_types=(jax.sharding.AxisType.Auto,) * len(sizes))

    def apply(self, module: Module) -> Module:
        """Returns a copy of a program with the mesh and the shardings of this plan.

        It may be another program whose arguments have such names, with more layers. Raises PlanError if none has.
        """
        return applied(self, module)

    def at(self, point: FrontPlan) -> Plan:
        """Returns the plan that has the shardings of one of the front."""
        pairs = zip(self.classes, point.classes, strict=True)
        classes = tuple([each._replace(**spec._asdict()) for each, spec in pairs])
        return replace(self, classes=classes, module=None)

    def to_json(self) -> str:
        """Returns the plan as JSON."""
        return json_form.text_of(self)

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """Returns the plan that `to_json` has written, without its front and program. Raises PlanError."""
        return cls(**json_form.fields_from_text(text))


_PARAMETER = re.compile(r"[^\[.]+")


def _parameter(name: str) -> str:
    """Returns the parameter that an argument is a leaf of: of `p['w']`, `p`."""
    match = _PARAMETER.match(name)
    return name if match is None else match[0]


def _check_names(asked: Sequence[str], known: Collection[str]) -> None:
    """Raises PlanError for a leaf that is not known, if another one is known that it may stand for."""
    missing = [name for name in known if name not in set(asked)]
    parameters = {_parameter(name) for name in known}
    for name in asked:
        if name not in known:
            is_parameter = _parameter(name) not in parameters
            others = [
                _parameter(each) if is_parameter else each
                for each in missing
                if is_parameter or _parameter(each) == _parameter(name)
            ]
            if others:
                raise unknown("argument", _parameter(name) if is_parameter else name, dict.fromkeys(others))
