"""XLA's compiled programs, read from HLO text: the collectives, how many bytes they send, and the sizes of arguments.

`parse_hlo(jax.jit(f).lower(...).compile().as_text())` returns an `HloModule`.
"""

from sdyopt.hlo.attributes import EntrySizes, HloFrame
from sdyopt.hlo.collectives import HloCollective, mesh_axes
from sdyopt.hlo.module import HloModule, HloTotals, collectives, parse_hlo, totals
from sdyopt.hlo.peak import HloPeak, LiveBuffer
from sdyopt.hlo.text import HloError
from sdyopt.sharding.replica_groups import KINDS, IotaGroups, ListedGroups, MeshGroups, ReplicaGroups, bytes_sent

__all__ = [
    "KINDS",
    "EntrySizes",
    "HloCollective",
    "HloError",
    "HloFrame",
    "HloModule",
    "HloPeak",
    "HloTotals",
    "IotaGroups",
    "ListedGroups",
    "LiveBuffer",
    "MeshGroups",
    "ReplicaGroups",
    "bytes_sent",
    "collectives",
    "mesh_axes",
    "parse_hlo",
    "totals",
]
