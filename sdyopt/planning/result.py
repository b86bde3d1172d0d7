"""A plan as it is handed out."""

from __future__ import annotations

from dataclasses import dataclass, replace

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

    def apply(self, module: Module) -> Module:
        """Returns a copy of a program with the mesh and the shardings of this plan.

        It may be another program whose arguments have such names, with more layers. Raises PlanError if none has.
        """
        return applied(self, module)

    def at(self, point: FrontPlan) -> Plan:
        """Returns the plan that has the shardings of one of the front."""
        pairs = zip(self.classes, point.classes, strict=True)
        classes = tuple([each._replace(storage=storage, at_use=at_use) for each, (storage, at_use) in pairs])
        return replace(self, classes=classes, module=None)

    def to_json(self) -> str:
        """Returns the plan as JSON."""
        return json_form.text_of(self)

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """Returns the plan that `to_json` has written, without its front and program. Raises PlanError."""
        return cls(**json_form.fields_from_text(text))
