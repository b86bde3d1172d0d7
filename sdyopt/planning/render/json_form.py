"""Plans as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import inf, isinf
from typing import Any

from sdyopt.cost.held.profiles import DEFAULT_PROFILE, Profile
from sdyopt.display.wording import file_hint
from sdyopt.planning.costs import Cost
from sdyopt.planning.errors import PlanError
from sdyopt.planning.records import Baselines, ClassSpec, PlannedClass, PlanRecord, Spec

_NOT_A_PLAN = "not a plan: sdy-plan --json writes one"


def text_of(plan: PlanRecord) -> str:
    """Returns a plan as JSON, with a newline at the end."""
    return json.dumps(object_of(plan), indent=2, ensure_ascii=False) + "\n"


def object_of(plan: PlanRecord) -> dict[str, Any]:
    """Returns a plan as an object of lists and dictionaries. Infinite numbers are null."""
    return {
        "file": plan.file,
        "function": plan.function,
        "mesh": {"axes": [list(axis) for axis in plan.axes], "proposed": bool(plan.meshes)},
        "device": plan.device,
        "limit_bytes": _number(plan.limit_bytes),
        "margin": plan.margin,
        "profile": plan.profile.value,
        "feasible": plan.feasible,
        "optimal": plan.is_optimal,
        "evaluations": plan.evaluations,
        "budget": plan.budget,
        "seed": plan.seed,
        "seconds": plan.seconds,
        "least_bytes": plan.least_bytes,
        "classes": [_class(each) for each in plan.classes],
        "results": [
            {"index": index, "sharding": _spec(each.storage)}
            for index, each in sorted([(index, each) for each in plan.classes for index in each.stored_results])
        ],
        "before": _cost(plan.before),
        "after": _cost(plan.cost),
        "baselines": {
            "replicated": _cost(plan.baselines.replicated),
            "data_parallel": _cost(plan.baselines.data_parallel),
            "own": None if plan.baselines.own is None else _cost(plan.baselines.own),
        },
        **_alternatives(plan),
        "alternatives": [
            {
                "pattern": each.pattern,
                "storage": _spec(each.storage),
                "at_use": None if each.at_use is None else _spec(each.at_use),
                "seconds": _number(each.seconds),
                "peak_bytes": _number(each.peak_bytes),
            }
            for each in plan.alternatives
        ],
        "live": [each._asdict() for each in plan.live],
        "steps": [
            {**each._asdict(), "seconds": _number(each.seconds), "peak_bytes": _number(each.peak_bytes)}
            for each in plan.steps
        ],
        "notes": list(plan.notes),
    }


def _alternatives(plan: PlanRecord) -> dict[str, Any]:
    """Returns the entries about other plans, dimensions and shapes of the mesh."""
    return {
        "front": [
            {
                "peak_bytes": _number(each.peak_bytes),
                "seconds": _number(each.seconds),
                "plan": [_class_spec(spec) for spec in each.classes],
            }
            for each in plan.front
        ],
        "groups": [
            {
                "name": each.name,
                "size": each.size,
                "members": list(each.members),
                "conflicts": list(each.conflicts),
            }
            for each in plan.dimensions
        ],
        "meshes": [
            {
                "axes": [list(axis) for axis in each.axes],
                "seconds": _number(each.seconds),
                "peak_bytes": _number(each.peak_bytes),
                "feasible": each.feasible,
                "evaluations": each.evaluations,
            }
            for each in plan.meshes
        ],
    }


def _class(each: PlannedClass) -> dict[str, Any]:
    without = each.without
    return {
        "arguments": list(each.names),
        "pattern": each.pattern,
        "type": each.type,
        "before": None if each.before is None else _spec(each.before),
        **_class_spec(each.spec),
        "places": list(each.places),
        "results": list(each.results),
        "without": None
        if without is None
        else {
            "seconds": _number(without.seconds),
            "peak_bytes": _number(without.peak_bytes),
            "bytes_sent": dict(without.by_kind),
        },
    }


def _class_spec(spec: ClassSpec) -> dict[str, Any]:
    at_use = None if spec.at_use is None else _spec(spec.at_use)
    return {"storage": _spec(spec.storage), "at_use": at_use, "tied": spec.is_tied}


def _cost(cost: Cost) -> dict[str, Any]:
    found = cost._asdict()
    found["by_kind"] = dict(cost.by_kind)
    return {name: _number(value) if isinstance(value, float) else value for name, value in found.items()}


def _spec(spec: Spec) -> list[list[str]]:
    return [list(axes) for axes in spec]


def _number(value: float) -> float | None:
    if isinf(value) or value != value:
        return None
    return int(value) if value == int(value) and abs(value) >= 1 else value


def fields_from_text(text: str) -> dict[str, Any]:
    """Returns the fields of the plan in a text: what is needed to start from it, or to apply it. Raises PlanError."""
    try:
        return _fields(json.loads(text))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        hint = file_hint(text, "pathlib.Path({}).read_text()")
        raise PlanError(f"{_NOT_A_PLAN}{hint and '; '}{hint}") from None


def _fields(given: dict[str, Any]) -> dict[str, Any]:
    costs = given["baselines"]
    own = costs["own"]
    return {
        "file": str(given["file"]),
        "function": str(given["function"]),
        "axes": tuple([(str(name), int(size)) for name, size in given["mesh"]["axes"]]),
        "device": str(given["device"]),
        "limit_bytes": _read_number(given["limit_bytes"]),
        "feasible": bool(given["feasible"]),
        "classes": tuple([_read_class(each) for each in given["classes"]]),
        "cost": _read_cost(given["after"]),
        "before": _read_cost(given["before"]),
        "baselines": Baselines(
            _read_cost(costs["replicated"]),
            _read_cost(costs["data_parallel"]),
            None if own is None else _read_cost(own),
        ),
        "front": (),
        "evaluations": int(given["evaluations"]),
        "budget": int(given["budget"]),
        "seed": int(given["seed"]),
        "seconds": float(given["seconds"]),
        "notes": tuple([str(note) for note in given["notes"]]),
        "least_bytes": int(given["least_bytes"]),
        "margin": given.get("margin"),
        "profile": Profile(given.get("profile", DEFAULT_PROFILE)),
        "is_optimal": bool(given["optimal"]),
    }


def _read_class(given: dict[str, Any]) -> PlannedClass:
    return PlannedClass(
        names=tuple(map(str, given["arguments"])),
        pattern=str(given["pattern"]),
        patterns=(str(given["pattern"]),),
        type=str(given["type"]),
        before=None if given["before"] is None else _read_spec(given["before"]),
        storage=_read_spec(given["storage"]),
        at_use=None if given["at_use"] is None else _read_spec(given["at_use"]),
        is_tied=bool(given.get("tied", True)),
        places=tuple(map(str, given["places"])),
        results=tuple(map(int, given["results"])),
        without=None,
    )


def _read_spec(given: Sequence[Sequence[str]]) -> Spec:
    return tuple([tuple(map(str, axes)) for axes in given])


def _read_cost(given: dict[str, Any]) -> Cost:
    fields = {name: given[name] for name in Cost._fields if name in given}
    fields["by_kind"] = tuple(sorted(given["by_kind"].items()))
    fields["seconds"], fields["peak_bytes"] = _read_number(given["seconds"]), _read_number(given["peak_bytes"])
    return Cost(**fields)


def _read_number(value: float | None) -> float:
    return inf if value is None else float(value)
