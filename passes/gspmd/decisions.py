"""What the pass decides, as remarks."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.rewriting.decisions import Explanation, explained


def gspmd_mesh_found(module: Operation, mesh: Mesh, name: SymbolRefAttr, shardings: int) -> Explanation:
    """The shardings of the module are over a mesh."""
    text = "{shardings:#} GSPMD {shardings:sharding is|shardings are} over {name}, {mesh}"
    return explained("gspmd-mesh-found", text, module, shardings=shardings, name=name, mesh=mesh)


def gspmd_constraint_made(value: Value, sharding: Sharding) -> Explanation:
    """A custom call @Sharding becomes a sharding constraint."""
    text = "{value} has a constraint with {sharding}"
    return explained("gspmd-constraint-made", text, value, value=value, sharding=sharding)


def gspmd_computation_made(op: Operation, axes: tuple[str, ...]) -> Explanation:
    """What is between @SPMDFullToShardShape and @SPMDShardToFullShape becomes a manual computation."""
    text = "a manual computation along {axes}"
    return explained("gspmd-computation-made", text, op, axes=axes)
