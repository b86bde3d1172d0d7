"""What the pass decides, as remarks."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.remarks import Remarks


class MeshFound(Decision):
    """The shardings of the module are over a mesh."""

    module: Operation
    mesh: Mesh
    name: SymbolRefAttr
    shardings: int

    def explain(self, remarks: Remarks) -> None:
        text = "{shardings:#} different GSPMD {shardings:sharding is|shardings are} over {name}, {mesh}"
        remarks.tell("gspmd-mesh-found", text, self.module, shardings=self.shardings, name=self.name, mesh=self.mesh)


class ConstraintMade(Decision):
    """A custom call @Sharding becomes a sharding constraint."""

    op: Operation

    def explain(self, remarks: Remarks) -> None:
        text = "{value} has a constraint with {sharding}"
        value, sharding = self.op.results[0], self.op.properties["sharding"]
        remarks.tell("gspmd-constraint-made", text, self.op, value=value, sharding=sharding)


class ComputationMade(Decision):
    """What is between @SPMDFullToShardShape and @SPMDShardToFullShape becomes a manual computation."""

    op: Operation

    def explain(self, remarks: Remarks) -> None:
        text = "a manual computation along {axes}"
        remarks.tell("gspmd-computation-made", text, self.op, axes=self.op.properties["manual_axes"])
