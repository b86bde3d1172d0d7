"""What is known of devices: operations a second, memory, links. The table is `devices.toml` beside this file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any

from sdyopt.cost.program.errors import ViewError
from sdyopt.ir.named_tuple import NamedTuple

DEFAULT_DEVICE = "tpu-v5p"

TORUS, SWITCH = "torus", "switch"

_FIGURES: dict[str, tuple[str, ...]] = {
    TORUS: ("memory", "memory_bandwidth", "link_bandwidth", "hop_latency", "outside"),
    SWITCH: ("memory", "memory_bandwidth", "inside", "outside", "hop_latency"),
}
_COUNTS: dict[str, tuple[str, ...]] = {TORUS: ("axes", "ring_of"), SWITCH: ("domain",)}

_SHARE_OF_BF16 = {"bf16": 1.0, "f16": 1.0, "f32": 1 / 2, "f64": 1 / 32, "c64": 1 / 2, "c128": 1 / 32}
"""The share of the operations on bf16 for other types that a table does not have."""


class DeviceError(ViewError):
    """A device that is not known, or a file of devices that is not one; the message says why."""


class Figure(NamedTuple):
    """A number with its source."""

    value: float
    source: str
    checked: bool
    """Whether it was compared with what the vendor publishes."""


class Device(NamedTuple):
    """A kind of chip. Rates are a second; bandwidths are what one chip sends in one direction."""

    name: str
    network: str
    """`torus` or `switch`."""
    figures: tuple[tuple[str, Figure], ...]
    """By name, as in the table: `flops.bf16`, `memory`."""
    counts: tuple[tuple[str, int], ...]
    """`axes` and `ring_of` of a torus, `domain` of a switch."""

    def figure(self, name: str) -> float:
        """Returns a number of the table; that name must be one of its kind of network."""
        return dict(self.figures)[name].value

    def count_of(self, name: str) -> int:
        """Returns one of `counts`."""
        return dict(self.counts)[name]

    def flops(self, element_type: str) -> float:
        """Returns the operations a second on elements of a type in XLA's spelling: `bf16`, `s8`, `f8e4m3fn`.

        Types that the table does not have are as fast as bf16, f32 half as fast, f64 a 32nd.
        """
        known = {name.partition(".")[2]: figure.value for name, figure in self.figures if name.startswith("flops.")}
        if element_type in known:
            return known[element_type]
        if element_type.startswith("f8") and "fp8" in known:
            return known["fp8"]
        if element_type in ("s8", "u8", "s4", "u4") and "int8" in known:
            return known["int8"]
        return known["bf16"] * _SHARE_OF_BF16.get(element_type, 1.0)

    def is_ring(self, chips: int) -> bool:
        """Whether an axis of a torus of so many chips has links from the last one to the first."""
        return chips > 1 and chips % self.count_of("ring_of") == 0


def device_named(name: str) -> Device:
    """Returns the device of that name in the table, or the one in that file (`my-device.toml`).

    Raises DeviceError if there is none, or if the file is not as `devices.toml` is.
    """
    if name.endswith(".toml"):
        found = _devices_of(Path(name))
        if len(found) != 1:
            raise DeviceError(f"{name}: describes {len(found)} devices: {', '.join(found)}; expected one")
        return next(iter(found.values()))
    table = known_devices()
    if name not in table:
        near = get_close_matches(name, table, 1)
        hint = f"; did you mean '{near[0]}'?" if near else f": known are {', '.join(table)}, or a file NAME.toml"
        raise DeviceError(f"no device is called '{name}'{hint}")
    return table[name]


@cache
def known_devices() -> Mapping[str, Device]:
    """Returns the devices of the table by name."""
    return _devices_of(Path(__file__).with_name("devices.toml"))


def _devices_of(path: Path) -> dict[str, Device]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DeviceError(f"{path}: {error.strerror}") from None
    except ValueError as error:  # TOML that cannot be decoded or read
        raise DeviceError(f"{path}: {error}") from None
    sources = table.pop("sources", {})
    found = {}
    for name, entry in table.items():
        if not isinstance(entry, dict):
            raise DeviceError(f"{path}: '{name}' is not a table: a device is [{name}] with its figures")
        found[name] = _device(f"{path}: [{name}]", name, entry, sources if isinstance(sources, dict) else {})
    return found


def _device(where: str, name: str, entry: dict[str, Any], sources: dict[str, Any]) -> Device:
    network = entry.get("network")
    if network not in _FIGURES:
        raise DeviceError(f"{where}: 'network' is {network!r}, expected '{TORUS}' or '{SWITCH}'")
    flops = entry.get("flops")
    if not isinstance(flops, dict) or "bf16" not in flops:
        raise DeviceError(f"{where}: lacks 'flops.bf16'")
    for key in entry:
        if key not in (*_FIGURES[network], *_COUNTS[network], "network", "flops"):
            raise DeviceError(f"{where}: a {network} has no '{key}'")
    numbers = {f"flops.{key}": value for key, value in flops.items()}
    numbers |= {key: entry[key] for key in _FIGURES[network] if key in entry}
    for key in (*_FIGURES[network], *_COUNTS[network]):
        if key not in entry:
            raise DeviceError(f"{where}: lacks '{key}'")
    figures = tuple([(key, _figure(f"{where}: '{key}'", value, sources)) for key, value in numbers.items()])
    counts = []
    for key in _COUNTS[network]:
        count = entry[key]
        if isinstance(count, bool) or not isinstance(count, int) or count < 1:
            raise DeviceError(f"{where}: '{key}' is {count!r}, expected a positive integer")
        counts.append((key, count))
    return Device(name, network, figures, tuple(counts))


def _figure(where: str, entry: Any, sources: dict[str, Any]) -> Figure:
    given = entry if isinstance(entry, dict) else {"value": entry}
    value, source = given.get("value"), given.get("source", "")
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value) or value <= 0:
        raise DeviceError(f"{where} is {value!r}, expected a positive number")
    return Figure(float(value), str(sources.get(source, source)), given.get("checked") is True)
