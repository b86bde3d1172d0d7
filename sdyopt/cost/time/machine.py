"""The machine that a program is timed for: devices, how they are arranged, and assumptions about the compiler."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import isfinite, prod
from pathlib import Path
from typing import Any

from sdyopt.cost import ViewError
from sdyopt.cost.collective_kinds import (
    ALL_GATHER,
    ALL_REDUCE,
    ALL_TO_ALL,
    COLLECTIVE_BROADCAST,
    COLLECTIVE_PERMUTE,
    RAGGED_ALL_TO_ALL,
    REDUCE_SCATTER,
)
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh
from sdyopt.display.wording import suggested
from sdyopt.ir.attribute import remembered
from sdyopt.ir.records import NamedTuple
from sdyopt.sharding.replica_groups import part_sent

# What is known of devices: operations a second, memory, links. The table is `devices.toml` beside this file.

DEFAULT_DEVICE = "tpu-v5p"
DEVICE_VARIABLE = "SDY_DEVICE"
"""The variable of the environment with the device that numbers are for if nothing else says it."""

TORUS, SWITCH = "torus", "switch"

_FIGURES: dict[str, tuple[str, ...]] = {
    TORUS: ("memory", "memory_bandwidth", "link_bandwidth", "hop_latency", "outside"),
    SWITCH: ("memory", "memory_bandwidth", "inside", "outside", "hop_latency"),
}
_OPTIONAL = {TORUS: ("vmem",), SWITCH: ()}
_COUNTS: dict[str, tuple[str, ...]] = {TORUS: ("axes", "ring_of"), SWITCH: ("domain",)}

_SHARE_OF_BF16 = {"bf16": 1.0, "f16": 1.0, "f32": 1 / 2, "f64": 1 / 32, "c64": 1 / 2, "c128": 1 / 32}
"""The share of the operations on bf16 for other types that a table does not have."""


class DeviceError(ViewError):
    """A device that is not known, or a file of devices that is not one; the message says why."""


class Figure(NamedTuple):
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

    @property
    def vmem(self) -> int:
        """The bytes of VMEM in which XLA keeps values of a program; 0 if it keeps none there."""
        return int(next((figure.value for name, figure in self.figures if name == "vmem"), 0))

    def count_of(self, name: str) -> int:
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


def default_device() -> str:
    """Returns the device that numbers are for if nothing else says it: the user's, or DEFAULT_DEVICE."""
    return os.environ.get(DEVICE_VARIABLE) or DEFAULT_DEVICE


def device_named(name: str) -> Device:
    """Returns the device of that name in the table, or the one in that file (`my-device.toml`).

    Raises DeviceError if there is none, or if the file is not as `devices.toml` is.
    """
    if name.endswith(".toml"):
        if len(found := _devices_of(Path(name))) != 1:
            raise DeviceError(f"{name}: describes {len(found)} devices: {', '.join(found)}; expected one")
        return next(iter(found.values()))
    found = _devices_of(_TABLE, name)  # The whole table takes several milliseconds.
    if not found:
        table = known_devices()
        hint = suggested(name, table) or f": known are {', '.join(table)}, or a file NAME.toml"
        where = f" ({DEVICE_VARIABLE})" if name == os.environ.get(DEVICE_VARIABLE) else ""
        raise DeviceError(f"no device is called '{name}'{where}{hint}")
    return found[name]


_TABLE = Path(__file__).with_name("devices.toml")


@cache
def known_devices() -> Mapping[str, Device]:
    return _devices_of(_TABLE)


def _devices_of(path: Path, name: str | None = None) -> dict[str, Device]:
    """Returns the devices of a file, or only the one of that name, whose table begins with a line `[name]`."""
    from tomllib import loads

    try:
        text = path.read_text(encoding="utf-8")
        if name is not None:
            kept = "[sources]\n", f"[{name}]\n"
            text = "".join([part for part in re.split(r"^(?=\[)", text, flags=re.MULTILINE) if part.startswith(kept)])
        table = loads(text)
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
    if (network := entry.get("network")) not in _FIGURES:
        raise DeviceError(f"{where}: 'network' is {network!r}, expected '{TORUS}' or '{SWITCH}'")
    if not isinstance(flops := entry.get("flops"), dict) or "bf16" not in flops:
        raise DeviceError(f"{where}: lacks 'flops.bf16'")
    for key in entry:
        if key not in (*_FIGURES[network], *_OPTIONAL[network], *_COUNTS[network], "network", "flops"):
            raise DeviceError(f"{where}: a {network} has no '{key}'")
    numbers = {f"flops.{key}": value for key, value in flops.items()}
    numbers |= {key: entry[key] for key in (*_FIGURES[network], *_OPTIONAL[network]) if key in entry}
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


# How long collectives take on the links between devices: tori, switches, and what connects slices.

OUTSIDE = "dcn"
"""The name in `--axis` of the network between slices, or between domains of a switch."""

_PHYSICAL = "xyzuvw"
"""The axes of a torus, in the order of `--topology`."""

_GIGA = 10**9


class PlacementError(ViewError):
    """A mesh that does not fit on devices as they are arranged; the message says why."""


class Segment(NamedTuple):
    """Devices that follow each other along one axis of the network."""

    size: int
    rate: float
    """Bytes a second that a device sends to the next one, in one direction."""
    directions: int
    """2 for a ring, along which a device sends in both directions at once, 1 for a line or a switch."""
    is_switch: bool = False
    hop: float = 0.0
    """Seconds from one device to the next."""

    @property
    def steps(self) -> int:
        """The number of steps after which each device has what the farthest one sent."""
        return self.size // 2 if self.directions == 2 else self.size - 1

    @property
    def both(self) -> float:
        """Bytes a second in all directions."""
        return self.rate * self.directions

    def part(self, stride: int, size: int, is_major: bool) -> Segment:
        """Returns every `stride`-th of its devices, `size` of them: all the way around if they are the major part.

        They share the links with the devices between them, and are a ring only if they go all the way around.
        """
        directions = self.directions if is_major else 1
        return self._replace(size=size, rate=self.rate / (1 if self.is_switch else stride), directions=directions)


class Route(NamedTuple):
    """The way along an axis of a mesh, from the most major part on: outside of slices or domains, then inside."""

    outside: int
    """How many slices or domains it leads to."""
    inside: tuple[Segment, ...]

    @property
    def size(self) -> int:
        return self.outside * prod([segment.size for segment in self.inside])


class Network(NamedTuple):
    routes: tuple[tuple[str, Route], ...]
    """By axis."""
    outside: float
    """Bytes a second that a device sends to other slices or domains."""
    hop: float
    """Seconds from one device to another one outside."""

    @property
    def without_latency(self) -> Network:
        """The same links, over which the first byte takes no time."""
        routes = [
            (name, route._replace(inside=tuple([segment._replace(hop=0.0) for segment in route.inside])))
            for name, route in self.routes
        ]
        return Network(tuple(routes), self.outside, 0.0)

    def seconds(self, kind: str, operand_bytes: float, axes: Sequence[AxisRef], devices: int) -> float:
        """Returns how long a collective over axes takes, if nothing else is sent meanwhile.

        One of so many devices that are not along axes is taken to use the slowest links. Kinds that send nothing take
        no time.
        """
        way = self._way(axes) if axes else self._slowest(devices)
        if way.size <= 1:
            return 0.0
        outside, inside = way.outside, [segment for segment in way.inside if segment.size > 1]
        near = prod([segment.size for segment in inside])
        if kind == ALL_GATHER:
            return self._across(kind, operand_bytes, outside) + self._gathered(inside, operand_bytes * outside)
        if kind in (REDUCE_SCATTER, ALL_REDUCE):
            part = operand_bytes / near
            once = self._gathered(inside, part) + self._across(REDUCE_SCATTER, part, outside)
            return once if kind == REDUCE_SCATTER else 2 * once
        if kind in (ALL_TO_ALL, RAGGED_ALL_TO_ALL):
            far = self._across(kind, operand_bytes, outside)
            return max(far, *[self._exchanged(segment, operand_bytes) for segment in inside], 0.0)
        if kind == COLLECTIVE_PERMUTE:
            slowest = self.outside if outside > 1 else min([segment.rate for segment in inside])
            hop = self.hop if outside > 1 else max([segment.hop for segment in inside])
            return max(hop, operand_bytes / slowest)
        if kind == COLLECTIVE_BROADCAST:
            return self._across(kind, operand_bytes, outside) + self._gathered(inside, operand_bytes / near)
        return 0.0

    def _gathered(self, inside: Sequence[Segment], size: float) -> float:
        """Returns how long it takes until each device has `size` bytes of each other one.

        Around a ring each part goes half of the way in both directions; along several axes all links are used at once.
        """
        if not inside:
            return 0.0
        latency = sum([segment.hop * segment.steps for segment in inside])
        if len(inside) == 1:
            return max(latency, size * inside[0].steps / inside[0].rate)
        whole = size * prod([segment.size for segment in inside])
        return max(latency, whole / sum([segment.both for segment in inside]))

    def _exchanged(self, segment: Segment, size: float) -> float:
        """Returns how long an all-to-all takes along a segment.

        The links in the middle of a line carry a quarter of everything, in each direction; those of a ring half of it.
        """
        n = segment.size
        sent = part_sent(ALL_TO_ALL, size, n) / segment.rate if segment.is_switch else size * n / 4 / segment.both
        return max(segment.hop * segment.steps, sent)

    def _across(self, kind: str, size: float, outside: int) -> float:
        return 0.0 if outside == 1 else max(self.hop, part_sent(kind, size, outside) / self.outside)

    def _way(self, axes: Sequence[AxisRef]) -> Route:
        routes = dict(self.routes)
        parts = [_part(routes[axis.name], axis) for axis in axes if axis.name in routes]
        inside = tuple([segment for part in parts for segment in part.inside])
        return Route(prod([part.outside for part in parts]), inside)

    def _slowest(self, devices: int) -> Route:
        segments = [segment for _, route in self.routes for segment in route.inside if segment.size > 1]
        if any(route.outside > 1 for _, route in self.routes) or not segments:
            return Route(devices, ())
        return Route(1, (min(segments, key=lambda segment: segment.both)._replace(size=devices),))


def _part(route: Route, axis: AxisRef) -> Route:
    """Returns the part of a route that a sub-axis is."""
    sub = axis.sub_axis
    return route if sub is None else _digits(route, sub.pre_size, sub.size)


def _digits(route: Route, start: int, size: int) -> Route:
    """Returns the part of a route whose `size` devices follow after parts of `start` devices in all."""
    stop = start * size
    outside, before = max(1, min(stop, route.outside) // start), route.outside
    inside = []
    for segment in route.inside:
        first, last = max(start, before), min(stop, before * segment.size)
        if first < last:
            inside.append(segment.part(before * segment.size // last, last // first, first == before))
        before *= segment.size
    return Route(outside, tuple(inside))


class Placement(NamedTuple):
    """Where the devices of meshes are; without a topology, each axis of a mesh has links of its own."""

    topology: tuple[int, ...] = ()
    """The sizes of a torus, of one slice."""
    axes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The axes of the torus, or OUTSIDE, along which axes of the mesh are; the most major first."""
    slices: int = 1
    bandwidths: tuple[tuple[str, float], ...] = ()
    """Of axes, in gigabytes a second that a device sends in all directions, in place of the device's."""


def network_of(device: Device, mesh: Mesh, placement: Placement) -> Network:
    """Returns the network of a mesh of devices. Raises PlacementError."""
    sizes = {axis.name: axis.size for axis in mesh.axes}
    given = dict(placement.axes)
    for name, size in placement.axes:
        if name not in sizes:
            raise PlacementError(f"the mesh has no axis '{name}': it has {', '.join(sizes) or 'none'}")
        if len(set(size)) != len(size):
            raise PlacementError(f"axis '{name}' is along {','.join(size)}: each may be there once")
    routes = (
        _switched(device, sizes, given, placement)
        if device.network != TORUS
        else _torus(device, sizes, given, placement)
    )
    for name, rate in placement.bandwidths:
        if name in routes:
            inside = [each._replace(rate=rate * _GIGA / each.directions) for each in routes[name].inside]
            routes[name] = routes[name]._replace(inside=tuple(inside))
    hop = device.figure("hop_latency")
    for name, route in routes.items():
        routes[name] = route._replace(inside=tuple([segment._replace(hop=hop) for segment in route.inside]))
    return Network(tuple(routes.items()), device.figure("outside"), hop)


def _switched(
    device: Device, sizes: Mapping[str, int], given: Mapping[str, tuple[str, ...]], placement: Placement
) -> dict[str, Route]:
    """Returns the routes through switches: axes are inside of a domain from the most minor on, while they fit."""
    if placement.topology:
        raise PlacementError(f"--topology is of a torus, and {device.name} has switches")
    for name, along in given.items():
        if along != (OUTSIDE,):
            raise PlacementError(f"axis '{name}' is along {','.join(along)}: {device.name} has only {OUTSIDE}")
    room, routes = device.count_of("domain"), {}
    for name, size in reversed(list(sizes.items())):
        inside = size if room % size == 0 else room if size % room == 0 else 1
        if name in given:
            inside = 1
        room //= inside
        segments = (Segment(inside, device.figure("inside"), 1, True),) if inside > 1 else ()
        routes[name] = Route(size // inside, segments)
    return {name: routes[name] for name in sizes}


def _torus(
    device: Device, sizes: Mapping[str, int], given: Mapping[str, tuple[str, ...]], placement: Placement
) -> dict[str, Route]:
    outside = _slices(sizes, given, placement)
    inside = {name: size // outside.get(name, 1) for name, size in sizes.items()}
    rate = device.figure("link_bandwidth")
    if not placement.topology:
        for name, along in given.items():
            if along != (OUTSIDE,):
                raise PlacementError(f"axis '{name}' is along {','.join(along)}: give the sizes with --topology")
        used = sum([size > 1 for size in inside.values()])
        rate /= max(1.0, used / device.count_of("axes"))
        segments = {name: (_segment(device, size, rate),) for name, size in inside.items()}
        return {name: Route(outside.get(name, 1), segments[name]) for name in sizes}
    torus = dict(zip(_PHYSICAL, placement.topology, strict=False))
    if len(placement.topology) > device.count_of("axes"):
        raise PlacementError(f"{_text(placement.topology)} has more axes than {device.name}: {device.count_of('axes')}")
    if prod(torus.values()) != prod(inside.values()):
        devices = f"{prod(inside.values())} devices" + (" a slice" if outside else "")
        chips = f"{prod(torus.values())} chips"
        raise PlacementError(f"a torus of {_text(placement.topology)} has {chips}, and the mesh {devices}")
    assigned = _assigned(inside, torus, given)
    return {
        name: Route(outside.get(name, 1), tuple(_segments(device, name, inside, torus, assigned, rate)))
        for name in sizes
    }


def _segment(device: Device, size: int, rate: float) -> Segment:
    return Segment(size, rate, 2 if device.is_ring(size) else 1)


def _slices(sizes: Mapping[str, int], given: Mapping[str, tuple[str, ...]], placement: Placement) -> dict[str, int]:
    """Returns how many slices axes lead to, those that lead to more than one."""
    names = [name for name, along in given.items() if OUTSIDE in along]
    torus = dict(zip(_PHYSICAL, placement.topology, strict=False))
    found = {}
    for name in names:
        beside = prod([torus.get(axis, 1) for axis in given[name] if axis != OUTSIDE])
        if sizes[name] % beside:
            raise PlacementError(f"axis '{name}' of {sizes[name]} devices is not a multiple of {beside}")
        found[name] = sizes[name] // beside
    if names:
        if placement.slices not in (1, count := prod(found.values())):
            raise PlacementError(f"{count} slices follow from {', '.join(names)}, not {placement.slices}")
        return found
    if placement.slices == 1:
        return {}
    for name, size in sizes.items():
        if size % placement.slices == 0 and name not in given:
            return {name: placement.slices}
    raise PlacementError(
        f"no axis of the mesh is a multiple of {placement.slices} slices: give one with --axis NAME={OUTSIDE}"
    )


def _assigned(
    inside: Mapping[str, int], torus: Mapping[str, int], given: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Returns the axes of the torus along which axes of the mesh are.

    Axes that are not given take, from the most minor on, the most axes of the torus that are of their size together, as
    `jax.experimental.mesh_utils` does. What is left shares an axis that is left.
    """
    found = {name: tuple([axis for axis in along if axis != OUTSIDE]) for name, along in given.items()}
    for name, along in found.items():
        for axis in along:
            if axis not in torus:
                raise PlacementError(f"axis '{name}' is along '{axis}', and the torus has {', '.join(torus)}")
    free = [axis for axis in torus if not any(axis in along for along in found.values())]
    waiting: list[str] = []
    for name in reversed(list(inside)):
        if name not in found and inside[name] > 1:
            if (chosen := next(_of_size(inside[name], free, torus), None)) is None:
                waiting.append(name)
            else:
                found[name] = chosen
                free = [axis for axis in free if axis not in chosen]
    left = [axis for axis in free if torus[axis] > 1]
    for name in waiting:
        if len(left) != 1:
            raise PlacementError(
                f"axis '{name}' of {inside[name]} devices fits along no axes of {_text(tuple(torus.values()))}: give "
                f"them, as in --axis {name}={','.join(list(torus)[:2])}"
            )
        found[name] = (left[0],)
    for name, along in found.items():
        shared = [other for other, others in found.items() if set(others) & set(along)]
        if len(shared) > 1 and len({found[other] for other in shared}) > 1:
            raise PlacementError(f"axes {', '.join(shared)} share links along {','.join(along)} in part")
        if prod([inside[other] for other in shared or [name]]) != prod([torus[axis] for axis in along]):
            raise PlacementError(
                f"axis '{name}' of {inside[name]} devices is along {','.join(along) or OUTSIDE}, where there are "
                f"{prod([torus[axis] for axis in along])}"
            )
    return found


def _of_size(size: int, free: Sequence[str], torus: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    for count in range(len(free), 0, -1):
        for along in combinations(free, count):
            if prod([torus[axis] for axis in along]) == size:
                yield along


def _segments(
    device: Device,
    name: str,
    inside: Mapping[str, int],
    torus: Mapping[str, int],
    along: Mapping[str, tuple[str, ...]],
    rate: float,
) -> Iterator[Segment]:
    """Yields the segments of an axis of the mesh, which may share those of the torus with axes beside it."""
    own = along.get(name, ())
    sharing = [other for other in inside if own and along.get(other) == own]
    whole = Route(1, tuple([_segment(device, torus[axis], rate) for axis in own]))
    if len(sharing) <= 1:
        yield from whole.inside
        return
    before = prod([inside[other] for other in sharing[: sharing.index(name)]])
    yield from _digits(whole, before, inside[name]).inside


def _text(topology: tuple[int, ...]) -> str:
    return "x".join(map(str, topology))


class Machine(NamedTuple):
    """Devices and how a program runs on them."""

    device: Device
    placement: Placement = Placement()
    overlap: float = 0.0
    """The part, from 0 to 1, of what could overlap with independent operations that collectives hide.

    By default they hide nothing: how much a compiler hides depends on its scheduler and on memory, and a time without
    overlap is at most twice the one with all of it (https://jax-ml.github.io/scaling-book/roofline).
    """

    @classmethod
    def of(cls, device: str | None = None, placement: Placement | None = None, overlap: float = 0.0) -> Machine:
        """Returns a machine of devices of that name or file. Raises DeviceError."""
        return cls(device_named(device or default_device()), placement or Placement(), overlap)

    @property
    def compiler(self) -> Compiler:
        """The compiler of XLA for the device."""
        return Compiler.TPU if self.device.network == TORUS else Compiler.GPU

    def network(self, mesh: Mesh) -> Network:
        """Returns the network of a mesh of these devices. Raises PlacementError."""
        return _network(self.device, mesh, self.placement)


_network = remembered(network_of)
