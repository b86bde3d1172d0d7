"""The options of `sdy-view` that say which machine a program is timed for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from sdyopt.cli.flags import Flag, ValueFlag

if TYPE_CHECKING:
    from sdyopt.cost.time.machine import Machine

_TOPOLOGY = re.compile(r"[1-9]\d{0,8}(x[1-9]\d{0,8})*")

_FUSIONS = ("kernels", "full")


def _topology(ctx: click.Context, param: click.Parameter, text: str | None) -> tuple[int, ...]:
    """`4x8x8`."""
    if text is None:
        return ()
    if _TOPOLOGY.fullmatch(text) is None:
        raise click.BadParameter(f"'{text}' is not of the form 4x8x8", ctx, param)
    return tuple(map(int, text.split("x")))


def _axes(ctx: click.Context, param: click.Parameter, texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """`tensor=x,y`."""
    found = {}
    for text in texts:
        name, equals, along = text.rpartition("=")
        parts = tuple([part.strip() for part in along.split(",")])
        if not equals or not name or not all(parts):
            raise click.BadParameter(f"'{text}' is not of the form AXIS=x,y or AXIS=dcn", ctx, param)
        found[name.strip('"')] = parts
    return found


TIME_FLAGS = (
    Flag("time", "Estimate how long a step takes: by operation and by line, and what bounds it."),
    ValueFlag(
        "device",
        "Estimate times for this device: tpu-v5p (the default), another of the table, or a file NAME.toml.",
        "NAME",
    ),
    ValueFlag("topology", "The torus of chips, of one slice: 4x8x8.", "SIZES", callback=_topology),
    ValueFlag(
        "axis",
        "Along which axes of the torus (x, y, z) an axis of the mesh is, or dcn between slices: tensor=x,y.",
        "AXIS=x,y",
        multiple=True,
        callback=_axes,
    ),
    ValueFlag(
        "slices",
        "The number of slices of a torus, which are connected by a slower network.",
        "N",
        type=click.IntRange(min=1),
    ),
    ValueFlag(
        "overlap",
        "How much of what could overlap with independent operations collectives hide, from 0 (the default) to 1.",
        "SHARE",
        type=click.FloatRange(0, 1),
    ),
    ValueFlag(
        "fusion",
        "Count the memory traffic of element-wise operations in fused kernels (the default), or not at all (full).",
        "|".join(_FUSIONS),
        type=click.Choice(_FUSIONS),
    ),
)
"""The options."""


_NAMES = ("time", "device", "topology", "axis", "slices", "overlap", "fusion")


def machine_of(given: Mapping[str, Any], bandwidths: Mapping[str, float]) -> Machine | None:
    """Returns the machine that options say, which are by name in `given`; None if there is none of them.

    Raises UsageError for a device that is not known.
    """
    if not any(given[name] for name in _NAMES):
        return None
    from sdyopt.cost.time.devices import DEFAULT_DEVICE, DeviceError
    from sdyopt.cost.time.fusion import Fusion
    from sdyopt.cost.time.machine import Machine
    from sdyopt.cost.time.network import Placement

    placement = Placement(
        topology=given["topology"],
        axes=tuple(given["axis"].items()),
        slices=given["slices"] or 1,
        bandwidths=tuple(bandwidths.items()),
    )
    try:
        machine = Machine.of(given["device"] or DEFAULT_DEVICE, placement, given["overlap"] or 0.0)
    except DeviceError as error:
        raise click.UsageError(f"--device: {error}") from None
    return machine._replace(fusion=Fusion(given["fusion"] or Fusion.KERNELS))


def default_machine(bandwidths: Mapping[str, float]) -> Machine:
    """Returns the machine for which times are estimated if no option says it."""
    from sdyopt.cost.time.machine import Machine
    from sdyopt.cost.time.network import Placement

    return Machine.of(placement=Placement(bandwidths=tuple(bandwidths.items())))
