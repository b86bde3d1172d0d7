"""The table of programs, their inputs, and the devices that they are for: eight, or one."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from tools.jax_programs.lowering import Devices, Spec, plain


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


PROGRAMS: dict[str, PartitionedProgram] = {}
"""The programs by name."""

TOPICS = ("dense", "attention", "windows", "indexing", "control", "shapes", "uneven", "manual")


def partitioned(*inputs: Input, **mesh: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Enters a function in PROGRAMS, with its inputs and the axes of its mesh."""

    def entered(function: Callable[..., Any]) -> Callable[..., Any]:
        PROGRAMS[function.__name__] = PartitionedProgram(function, mesh, inputs)
        return function

    return entered


def programs() -> dict[str, PartitionedProgram]:
    """Returns all programs by name, in the order of their topics."""
    for topic in TOPICS:
        import_module(f"tools.jax_programs.partitioned.{topic}")
    return PROGRAMS
