"""What a GSPMD sharding says, as XLA's `HloSharding` does."""

from __future__ import annotations

from enum import StrEnum
from math import prod

from sdyopt.ir.named_tuple import NamedTuple


class Form(StrEnum):
    """What a sharding does with an array."""

    REPLICATED = "replicated"
    MAXIMAL = "maximal"
    """All of it is on one device."""
    MANUAL = "manual"
    """The program is that of each device."""
    UNKNOWN = "unknown"
    """It says nothing."""
    UNREDUCED = "unreduced"
    """Each device holds a summand."""
    TILED = "devices"
    TUPLE = "tuple"


class Iota(NamedTuple):
    """`<=[2,4]T(1,0)`: the devices 0, 1, 2, … in an array of that shape, with its dimensions in that order."""

    shape: tuple[int, ...]
    order: tuple[int, ...]


class GroupMember(NamedTuple):
    """`shard_as 3`, `shard_like 3`: a member of the group whose arrays have one sharding."""

    kind: str
    number: int


class HloSharding(NamedTuple):
    """The sharding of an array, or of each element of a tuple."""

    form: Form
    tiles: tuple[int, ...] = ()
    """Into how many parts each dimension is cut; then the sizes of `subgroups`."""
    devices: Iota | tuple[int, ...] = ()
    """Of one that is tiled, the devices of the tiles in row-major order; of a maximal one, the only device."""
    subgroups: tuple[Form, ...] = ()
    """What the last dimensions of `tiles` are: devices that hold the same part (replicated), and so on."""
    elements: tuple[HloSharding, ...] = ()
    group: GroupMember | None = None

    @property
    def rank(self) -> int:
        """The rank of the arrays that a tiled sharding is for."""
        return len(self.tiles) - len(self.subgroups)

    @property
    def device_count(self) -> int:
        return prod(self.tiles)

    @property
    def device(self) -> int:
        """The device of a maximal sharding."""
        return self.devices[0] if isinstance(self.devices, tuple) and self.devices else 0  # type: ignore[return-value]

    @property
    def is_manual(self) -> bool:
        """Whether the program is that of each device, along some axes at least."""
        return self.form is Form.MANUAL or Form.MANUAL in self.subgroups
