"""Merging of neighbouring nested pipelines, which then run together on each operation, as in MLIR."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.driver.pipeline.model import PassInvocation, Pipeline
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.rewriting.passes import ANY


def adapted(
    elements: Sequence[PassInvocation | Pipeline], registry: Registry
) -> list[PassInvocation | tuple[Pipeline, ...]]:
    """Returns `elements` with neighbouring pipelines merged, where that does not change which of them run on what.

    On each nested operation the first of the merged pipelines that fits it runs.
    """
    found: list[PassInvocation | tuple[Pipeline, ...]] = []
    for element in elements:
        last = found[-1] if found else None
        if isinstance(element, PassInvocation):
            found.append(element)
        elif last is None or isinstance(last, PassInvocation) or not can_merge(last, element, registry):
            found.append((element,))
        else:
            found[-1] = _merged(last, element)
    return found


def can_run_on(pipeline: Pipeline, name: str, registry: Registry) -> bool:
    """Returns whether a pipeline runs on operations of a name: on ANY, if they are isolated and suit its passes."""
    if pipeline.anchor != ANY:
        return pipeline.anchor == name
    definition = registry.operation(name)
    if definition is None or "IsolatedFromAbove" not in definition.traits:
        return False
    anchors = [element.entry.anchor for element in pipeline.elements if isinstance(element, PassInvocation)]
    return all(anchor in (ANY, name) for anchor in anchors)


def can_merge(pipelines: Sequence[Pipeline], other: Pipeline, registry: Registry) -> bool:
    """Returns whether `other` and `pipelines` run on different operations."""
    general = [pipeline for pipeline in (*pipelines, other) if pipeline.anchor == ANY]
    if len(general) > 1:
        return False
    return not any(
        can_run_on(pipeline, special.anchor, registry)
        for pipeline in general
        for special in (*pipelines, other)
        if special.anchor != ANY
    )


def _merged(pipelines: tuple[Pipeline, ...], other: Pipeline) -> tuple[Pipeline, ...]:
    """Returns `pipelines` and `other`, which is appended to a pipeline of the same anchor, in MLIR's order: by name."""
    by_anchor = {pipeline.anchor: pipeline for pipeline in pipelines}
    before = by_anchor.get(other.anchor, Pipeline(other.anchor))
    by_anchor[other.anchor] = Pipeline(other.anchor, before.elements + other.elements)
    return tuple(sorted(by_anchor.values(), key=lambda pipeline: (pipeline.anchor == ANY, pipeline.anchor)))
