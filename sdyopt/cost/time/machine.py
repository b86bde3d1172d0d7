"""What a program is timed for: devices, how they are arranged, and what is assumed of the compiler."""

from __future__ import annotations

from functools import cache

from sdyopt.cost.time.devices import DEFAULT_DEVICE, Device, device_named
from sdyopt.cost.time.fusion import Fusion
from sdyopt.cost.time.network import Network, Placement, network_of
from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.ir.named_tuple import NamedTuple


class Machine(NamedTuple):
    """Devices and how a program runs on them."""

    device: Device
    placement: Placement = Placement()
    overlap: float = 0.0
    """The part, from 0 to 1, of what could overlap with independent operations that collectives hide.

    By default they hide nothing: how much a compiler hides depends on its scheduler and on memory, and a time without
    overlap is at most twice the one with all of it (https://jax-ml.github.io/scaling-book/roofline).
    """
    fusion: Fusion = Fusion.KERNELS

    @classmethod
    def of(cls, device: str = DEFAULT_DEVICE, placement: Placement | None = None, overlap: float = 0.0) -> Machine:
        """Returns a machine of devices of that name or file. Raises DeviceError."""
        return cls(device_named(device), placement or Placement(), overlap)

    def network(self, mesh: Mesh) -> Network:
        """Returns the network of a mesh of these devices. Raises PlacementError."""
        return _network(self.device, mesh, self.placement)


_network = cache(network_of)
