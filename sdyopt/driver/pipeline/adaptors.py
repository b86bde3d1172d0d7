"""Which pipelines inside of a pipeline run in one go, operation after operation, as MLIR merges them."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.driver.pipeline.entries import ANY
from sdyopt.driver.pipeline.model import PassInvocation, Pipeline
from sdyopt.ods.dialect import Registry


def adapted(
    elements: Sequence[PassInvocation | Pipeline], registry: Registry
) -> list[PassInvocation | tuple[Pipeline, ...]]:
    """`elements`, with pipelines that follow each other merged where that cannot change which of them runs where.

    Of merged pipelines each operation inside gets the first that fits it.
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
    """Whether a pipeline runs on operations of a name: one on ANY needs isolated ones that all its passes take."""
    if pipeline.anchor != ANY:
        return pipeline.anchor == name
    definition = registry.operations.get(name)
    if definition is None or "IsolatedFromAbove" not in definition.traits:
        return False
    anchors = [element.entry.anchor for element in pipeline.elements if isinstance(element, PassInvocation)]
    return all(anchor in (ANY, name) for anchor in anchors)


def can_merge(pipelines: Sequence[Pipeline], other: Pipeline, registry: Registry) -> bool:
    """Whether no operation that runs one of `pipelines` would run `other` instead, or the other way round."""
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
    """`pipelines` and `other`, with which that of the same anchor goes on."""
    by_anchor = {pipeline.anchor: pipeline for pipeline in pipelines}
    before = by_anchor.get(other.anchor, Pipeline(other.anchor))
    by_anchor[other.anchor] = Pipeline(other.anchor, before.elements + other.elements)
    return tuple(by_anchor.values())
