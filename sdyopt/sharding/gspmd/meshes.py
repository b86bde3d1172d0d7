"""The mesh of a program with GSPMD shardings, and the SDY shardings over it.

A mesh is found from the digits of all shardings: the strides of its axes are theirs. XLA names such axes `_axis_0`,
`_axis_1`, …, from major to minor, as device numbers say nothing of names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, permutations, product
from math import prod

from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, MeshAxis, Sharding, SubAxis
from sdyopt.dialects.sdy.shardings.axes import merged
from sdyopt.dialects.sdy.shardings.slots import mesh_ops, new_mesh_op
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.collecting import collect
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.sharding.gspmd import gspmd_texts, has_gspmd_sharding, xla_form
from sdyopt.sharding.gspmd.syntax import Form, HloSharding, read_sharding
from sdyopt.sharding.replica_groups import IotaDevices

# The order of a sharding's devices as digits: device = sum of digit * stride, as in a mixed-radix number.


class Digit(NamedTuple):
    """A digit of device numbers: `device // stride % size`."""

    size: int
    stride: int


Digits = tuple[tuple[Digit, ...], ...]
"""The digits of each dimension of a sharding's tiles, major to minor."""


def digits_of(sharding: HloSharding, places: Sequence[int] | None = None) -> Digits | None:
    """Returns the digits that each dimension of a tiled sharding is cut by; None if its order has none.

    Digits are those of device numbers, or of the place that `places` gives to each device.
    """
    if isinstance(sharding.devices, IotaDevices) and places is None:
        shape, order = sharding.devices.dimensions, sharding.devices.permutation
        return _split(sharding.tiles, [Digit(shape[number], prod(shape[number + 1 :])) for number in order])
    listed = list(devices_of(sharding))
    if places is not None:
        listed = [places[device] for device in listed]
    return _found(sharding.tiles, _with_sorted_copies(sharding, listed))


def devices_of(sharding: HloSharding) -> Sequence[int]:
    """Returns the devices of a tiled sharding in the row-major order of its tiles."""
    return sharding.devices.expanded() if isinstance(sharding.devices, IotaDevices) else sharding.devices


def _split(tiles: Sequence[int], digits: Sequence[Digit]) -> Digits | None:
    """Returns the digits of each dimension; None if a dimension would have a part of a digit that is not a digit."""
    pending = [digit for digit in reversed(digits) if digit.size > 1]
    found = []
    for left in tiles:
        own = []
        while left > 1:
            size, stride = pending.pop()
            if left % size == 0:
                own.append(Digit(size, stride))
                left //= size
            elif size % left == 0:
                rest = size // left
                own.append(Digit(left, stride * rest))
                pending.append(Digit(rest, stride))
                left = 1
            else:
                return None
        found.append(tuple(own))
    return tuple(found)


def _with_sorted_copies(sharding: HloSharding, places: list[int]) -> list[int]:
    """Returns the places with those of devices that hold the same part in ascending order.

    Their order has no meaning, and XLA does not keep it.
    """
    if sharding.subgroups[-1:] != (Form.REPLICATED,):
        return places
    size = sharding.tiles[-1]
    return [place for start in range(0, len(places), size) for place in sorted(places[start : start + size])]


def _found(tiles: Sequence[int], places: Sequence[int]) -> Digits | None:
    """Returns the digits of places that are listed in the row-major order of tiles."""
    if places[0] != 0:
        return None
    found = []
    for number, size in enumerate(tiles):
        step = prod(tiles[number + 1 :])
        digits = _digits_along([places[index * step] for index in range(size)])
        if digits is None:
            return None
        found.append(digits)
    ranges = [range(0, digit.size * digit.stride, digit.stride) for digits in found for digit in digits]
    return tuple(found) if [sum(parts) for parts in product(*ranges)] == list(places) else None


def _digits_along(places: Sequence[int]) -> tuple[Digit, ...] | None:
    """Returns the digits of the places along one dimension; the first place is 0."""
    digits: list[Digit] = []
    while len(places) > 1:
        stride = places[1]
        size = next((index for index, place in enumerate(places) if place != index * stride), len(places))
        if stride <= 0 or len(places) % size:
            return None
        digits.append(Digit(size, stride))
        places = places[::size]
    return tuple(reversed(digits))


AXIS_PREFIX = "_axis_"

_MAX_PERMUTED = 6
"""Axes of a mesh of which all orders are tried."""

_MAX_ORDERS = 16
"""Orders of devices that are tried as that of the mesh."""

NOT_OVER_MESH = "no axes of the mesh {mesh} lie so"


class FoundMesh(NamedTuple):
    """A mesh, with the place in it of each device; None where that is the device's number."""

    mesh: Mesh
    places: tuple[int, ...] | None = None

    def axes(self, digits: Iterable[Digit]) -> tuple[AxisRef, ...] | None:
        """Returns the axes, or parts of axes, that digits are, major to minor; None if there are none."""
        found: list[AxisRef] = []
        for digit in digits:
            if (covered := _covered(digit, self.mesh)) is None:
                return None
            found += covered
        return merged(found, self.mesh)


def find_mesh(
    shardings: Mapping[HloSharding, int], devices: int | None, known: Collection[Mesh] = ()
) -> FoundMesh | None:
    """Returns the mesh over which most of the `shardings` are, each counted as often as it occurs.

    It has the number of `devices`, or if that is None, those of most shardings. It is one of the `known` meshes, if all
    that a new one has can be said over that. None if nothing says how many devices there are.
    """
    tiled = Counter({each: count for each, count in shardings.items() if each.form is Form.TILED})
    counts: Counter[int] = Counter()
    for each, count in tiled.items():
        counts[each.device_count] += count
    if devices is None or (counts and devices not in counts):
        devices = max(counts, key=lambda size: counts[size], default=devices)
    if devices is None:
        return None
    digits, places = _digits_of_all(tiled, devices)
    ids = _inverse(places)
    for mesh in known:
        if mesh.device_count == devices and mesh.device_ids == ids:
            found = FoundMesh(mesh, places)
            if all(found.axes([digit]) is not None for digit in digits):
                return found
    sizes = [digit.size for digit in reversed(digits)] or [devices]
    axes = tuple([MeshAxis(f"{AXIS_PREFIX}{number}", size) for number, size in enumerate(sizes)])
    return FoundMesh(Mesh.of(axes, ids), places)


def _digits_of_all(tiled: Mapping[HloSharding, int], devices: int) -> tuple[list[Digit], tuple[int, ...] | None]:
    """Returns the digits of most of the shardings of that many devices, minor to major, and the places of devices."""
    of_mesh = {each: count for each, count in tiled.items() if each.device_count == devices}
    tried = [_chained(of_mesh, places, devices) for places in _orders(of_mesh)]
    _, strides, places = max(tried, key=lambda each: each[0])
    return [Digit(high // low, low) for low, high in pairwise(strides)], places


def _inverse(places: tuple[int, ...] | None) -> tuple[int, ...]:
    """Returns the devices in the order of their places; nothing for the order of their numbers."""
    return () if places is None else tuple(sorted(range(len(places)), key=lambda device: places[device]))


def mesh_with_axes(shardings: Mapping[HloSharding, int], mesh: Mesh) -> Mesh | None:
    """Returns the axes of a mesh in the order in which the `shardings` number devices along them.

    None if they have no such order, or if shardings would cut axes into parts.
    """
    tiled = {each: count for each, count in shardings.items() if each.form is Form.TILED}
    digits, places = _digits_of_all(tiled, mesh.device_count)
    ids = _inverse(places)
    if not any(each.device_count == mesh.device_count for each in tiled) or mesh.device_ids not in ((), ids):
        return None
    for axes in permutations(mesh.axes) if len(mesh.axes) <= _MAX_PERMUTED else [mesh.axes]:
        found = FoundMesh(Mesh.of(axes, ids), places)
        parts = [found.axes([digit]) for digit in digits]
        if all(part is not None and all(axis.sub_axis is None for axis in part) for part in parts):
            return found.mesh
    return None


def _orders(shardings: Iterable[HloSharding]) -> Iterator[tuple[int, ...] | None]:
    """Yields the places that devices may have in the mesh: their numbers, or those in the order of a sharding."""
    yield None
    seen: set[tuple[int, ...]] = set()
    for sharding in shardings:
        if isinstance(sharding.devices, tuple) and len(seen) < _MAX_ORDERS and digits_of(sharding) is None:
            order = tuple(devices_of(sharding))
            if order not in seen:
                seen.add(order)
                places = [0] * len(order)
                for place, device in enumerate(order):
                    places[device] = place
                yield tuple(places)


def _chained(
    shardings: Mapping[HloSharding, int], places: tuple[int, ...] | None, devices: int
) -> tuple[int, list[int], tuple[int, ...] | None]:
    """Returns how many shardings are over the mesh with the strides that come next, and the order that was given.

    Each stride divides the following one. What occurs most has its way.
    """
    strides, covered = {1, devices}, 0
    for sharding, count in sorted(shardings.items(), key=lambda pair: -pair[1]):
        if (digits := digits_of(sharding, places)) is None:
            continue
        own = {end for dimension in digits for digit in dimension for end in (digit.stride, digit.stride * digit.size)}
        together = sorted(strides | own)
        if all(high % low == 0 for low, high in pairwise(together)):
            strides |= own
            covered += count
    return covered, sorted(strides), places


def _covered(digit: Digit, mesh: Mesh) -> list[AxisRef] | None:
    """Returns the axes of a mesh that a digit consists of, major to minor."""
    found: list[AxisRef] = []
    first, end = digit.stride, digit.stride * digit.size
    top = mesh.device_count
    for axis in mesh.axes:
        high, low = top, top // axis.size
        top = low
        upper, lower = min(high, end), max(low, first)
        if upper <= lower:
            continue
        if high % upper or upper % lower or lower % low:
            return None
        is_whole = (upper, lower) == (high, low)
        found.append(AxisRef(axis.name, None if is_whole else SubAxis(high // upper, upper // lower)))
    return found


class Axes(NamedTuple):
    """A tiled sharding in axes: those of each dimension, and those of its subgroups."""

    dimensions: tuple[tuple[AxisRef, ...], ...]
    manual: tuple[AxisRef, ...]
    unreduced: tuple[AxisRef, ...]


def in_axes(sharding: HloSharding, found: FoundMesh) -> Axes:
    """Returns a sharding in axes of the mesh. Raises ValueError with the reason if it cannot be said so."""
    if sharding.form is not Form.TILED:
        whole = tuple([AxisRef(axis.name) for axis in found.mesh.axes])
        manual, unreduced = [whole if sharding.form is form else () for form in (Form.MANUAL, Form.UNREDUCED)]
        return Axes((), manual, unreduced)
    if sharding.device_count != found.mesh.device_count:
        raise ValueError(f"it is for {sharding.device_count:,} devices, and the mesh has {found.mesh.device_count:,}")
    digits = digits_of(sharding, found.places)
    axes = None if digits is None else [found.axes(each) for each in digits]
    if axes is None or any(each is None for each in axes):
        raise ValueError(NOT_OVER_MESH.format(mesh=found.mesh))
    known = [each for each in axes if each is not None]

    in_order = {axis.name: number for number, axis in enumerate(found.mesh.axes)}
    subgroups = list(zip(sharding.subgroups, known[sharding.rank :], strict=True))

    def of(form: Form) -> tuple[AxisRef, ...]:
        of_form = [axis for kind, own in subgroups if kind is form for axis in own]
        places = [(in_order[axis.name], axis.sub_axis.pre_size if axis.sub_axis else 0) for axis in of_form]
        return tuple([axis for _, axis in sorted(zip(places, of_form, strict=True), key=lambda pair: pair[0])])

    return Axes(tuple(known[: sharding.rank]), of(Form.MANUAL), of(Form.UNREDUCED))


def sdy_sharding(
    sharding: HloSharding,
    found: FoundMesh,
    symbol: SymbolRefAttr,
    rank: int,
    open_dimensions: Collection[int] = (),
    maximal: Callable[[int], SymbolRefAttr] | None = None,
) -> Sharding:
    """Returns the SDY sharding, over the mesh of that name, that a sharding is of an array of that rank.

    Those dimensions are open, the others closed. `maximal` gives the name of the mesh of one device. Axes along which
    a program is manual are not part of it. Raises ValueError with the reason if it cannot be said so.
    """
    if sharding.form is Form.MAXIMAL:
        if maximal is None:
            raise ValueError("all of it is on one device")
        return Sharding(maximal(sharding.device), ())
    if sharding.form in (Form.UNKNOWN, Form.TUPLE):
        raise ValueError("it is for a tuple" if sharding.form is Form.TUPLE else "it is unknown")
    axes = in_axes(sharding, found)
    dimensions = axes.dimensions if sharding.form is Form.TILED else ((),) * rank
    if len(dimensions) != rank:
        raise ValueError(f"it is for {len(dimensions)} dimensions, and the type has {rank}")
    closed = [DimensionSharding(each, number not in open_dimensions) for number, each in enumerate(dimensions)]
    return Sharding(symbol, tuple(closed), (), axes.unreduced, sharding.reduction_op)


def name_axes(module: Operation, mesh: Mesh) -> bool:
    """Adds the mesh over which the shardings of a module are that list devices only; returns whether it has such.

    The axes are matched by their sizes and by the order in which the shardings number devices. Raises ValueError if
    the shardings are not over them.
    """
    ops = collect(module, has_gspmd_sharding)
    if not ops or xla_form(module) is not None or any(True for _ in mesh_ops(module)):
        return False
    counts: Counter[HloSharding] = Counter()
    for text in [text for op in ops for text in gspmd_texts(op.signature)]:
        try:
            sharding = read_sharding(text)
        except ValueError:
            continue
        counts.update(sharding.elements or [sharding])
    if (found := mesh_with_axes(counts, mesh)) is None:
        own = find_mesh(counts, None)
        sizes = [] if own is None else [str(axis.size) for axis in own.mesh.axes]
        are_over = f"number devices along axes of sizes {' x '.join(sizes)}" if sizes else "list no devices"
        given = ",".join([f"{axis.name}={axis.size}" for axis in mesh.axes])
        raise ValueError(f"the shardings of the program {are_over}: {given} has none that are these")
    module.regions[0].block.prepend(new_mesh_op("mesh", found, module.location))
    return True
