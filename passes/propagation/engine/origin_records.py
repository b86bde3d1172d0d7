"""Records of the origins of axes, which the option `debug-sharding-origins` writes to operations and functions."""

from __future__ import annotations

from sdyopt.passes.propagation.engine.observer import Visited
from sdyopt.passes.propagation.solve.new_axes import new_axes
from sdyopt.rewriting.sharding_origins import ShardingOrigins


class OriginRecords:
    """Follows the axes of a propagation from their origins."""

    def __init__(self, origins: ShardingOrigins) -> None:
        self._origins = origins

    def visited(self, visited: Visited) -> None:
        """Notes the origins of the axes that a visit has propagated."""
        values = visited.node.values
        if visited.updates:
            for axis, _, source, target in new_axes(visited.question):
                self._origins.note_propagation(axis, values[source], values[target])
