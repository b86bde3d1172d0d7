"""What the pass decides, as remarks."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.rewriting.decisions import Decision


class MeshFound(Decision):
    """The shardings of the module are over a mesh."""

    kind = "gspmd-mesh-found"
    text = "{shardings:#} GSPMD {shardings:sharding is|shardings are} over {name}, {mesh}"

    module: Operation
    mesh: Mesh
    name: SymbolRefAttr
    shardings: int


class ConstraintMade(Decision):
    """A custom call @Sharding becomes a sharding constraint."""

    kind = "gspmd-constraint-made"
    text = "{value} has a constraint with {sharding}"

    value: Value
    sharding: Sharding


class ComputationMade(Decision):
    """What is between @SPMDFullToShardShape and @SPMDShardToFullShape becomes a manual computation."""

    kind = "gspmd-computation-made"
    text = "a manual computation along {axes}"

    op: Operation
    axes: tuple[str, ...]
