"""A plan as it is handed out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sdyopt.api.module import Module
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
        """
        specs = self.specs()
        if mesh is None:
            names, sizes = [name for name, _ in self.axes], [size for _, size in self.axes]
            mesh = jax.make_mesh(sizes, names, axis_types=(jax.sharding.AxisType.Auto,) * len(sizes))

        def sharding(name: str) -> Any:
            return jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(*specs.get(name, ())))

        keystr, map_with_path = jax.tree_util.keystr, jax.tree_util.tree_map_with_path
        return tuple(
            [
                map_with_path(lambda path, _, name=name: sharding(name + keystr(path)), tree)
                for name, tree in arguments.items()
            ]
        )

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
