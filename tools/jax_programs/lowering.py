"""What programs are made of: eight simulated devices, arguments without data, and the table of programs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

# Read by JAX when it starts its first backend.
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import AxisType, NamedSharding, PartitionSpec

Spec = Sequence[Any]
"""For each dimension: the name of a mesh axis, a tuple of names, or None."""


class Devices:
    """The eight devices as a mesh, and what is laid out on it."""

    axis_type = AxisType.Auto

    def __init__(self, **axes: int) -> None:
        types = (self.axis_type,) * len(axes)
        self.mesh = jax.make_mesh(tuple(axes.values()), tuple(axes), axis_types=types)

    def sharding(self, spec: Spec) -> Any:
        return NamedSharding(self.mesh, PartitionSpec(*spec))

    def input(self, shape: Sequence[int], spec: Spec = (), dtype: Any = jnp.float32) -> Any:
        """An argument of a program: no data, its shape and sharding."""
        return jax.ShapeDtypeStruct(tuple(shape), dtype, sharding=self.sharding(spec))

    def named(self, text: str, dtype: Any = jnp.float32) -> dict[str, Any]:
        """Returns arguments by name, for a text like `up:64x256@,model scale:256@data+model`: names, sizes and axes."""
        found = {}
        for entry in text.split():
            name, sizes, axes = re.fullmatch(r"(\w+):([\dx]+)@?([\w,+]*)", entry).groups()  # type: ignore[union-attr]
            spec = [tuple(each.split("+")) if each else None for each in axes.split(",")]
            found[name] = self.input([int(size) for size in sizes.split("x")], spec, dtype)
        return found

    def constrain(self, array: Any, *spec: Any) -> Any:
        return lax.with_sharding_constraint(array, self.sharding(spec))

    def shard_map(self, function: Any, in_specs: Any, out_specs: Any, **options: Any) -> Any:
        return jax.shard_map(function, mesh=self.mesh, in_specs=in_specs, out_specs=out_specs, **options)


def plain(shape: Sequence[int] = (), dtype: Any = jnp.float32) -> Any:
    """An argument that has no sharding."""
    return jax.ShapeDtypeStruct(tuple(shape), dtype)


# Programs that are lowered for eight devices, and for one.


class Input(NamedTuple):
    """An argument of a program."""

    shape: tuple[int, ...]
    spec: Spec = ()
    below: int | None = None
    """If given, the elements are integers from 0 to below this number, else floats between -1 and 1."""
    dtype: Any = None

    @property
    def element_type(self) -> Any:
        return self.dtype or (jnp.float32 if self.below is None else jnp.int32)


class EightDevices(Devices):
    """Eight devices as a mesh."""

    def manual(self, local: Any, whole: Any, in_specs: Any, out_specs: Any, **options: Any) -> Any:
        """Returns what `local` computes on each device, which is what `whole` computes on one."""
        return self.shard_map(local, in_specs, out_specs, check_vma=False, **options)


class OneDevice:
    """The same with one device, on which nothing is sharded."""

    def constrain(self, array: Any, *spec: Any) -> Any:
        return array

    def manual(self, local: Any, whole: Any, in_specs: Any, out_specs: Any, **options: Any) -> Any:
        return whole


class PartitionedProgram(NamedTuple):
    """A function of devices and arrays, its mesh and its inputs."""

    function: Callable[..., Any]
    mesh: dict[str, int]
    inputs: tuple[Input, ...]
    topic: str

    def partitioned(self) -> str:
        """Returns the program for eight devices."""
        devices = EightDevices(**self.mesh)
        return self._lowered(devices, [devices.input(each.shape, each.spec, each.element_type) for each in self.inputs])

    def whole(self) -> str:
        """Returns the program for one device."""
        return self._lowered(OneDevice(), [plain(each.shape, each.element_type) for each in self.inputs])

    def _lowered(self, devices: Any, arguments: list[Any]) -> str:
        def program(*arrays: Any) -> Any:
            return self.function(devices, *arrays)

        return str(jax.jit(program).lower(*arguments).as_text())
