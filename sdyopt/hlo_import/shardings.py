"""Shardings of instructions, in the text that XLA prints for them."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from math import prod

from sdyopt.hlo_import.errors import fail
from sdyopt.sharding.gspmd.device_order import devices_of
from sdyopt.sharding.gspmd.model import Form, HloSharding, Iota
from sdyopt.sharding.gspmd.syntax import read_sharding

SHARDING = "mhlo.sharding"

_ORDER = {Form.MANUAL: 0, Form.UNREDUCED: 1, Form.REPLICATED: 2}
"""How XLA orders the last dimensions of tiles."""


def canonical_sharding(text: str, offset: int) -> str:
    """Returns a sharding as XLA prints it. Raises CompilationError, at `offset`, for what is not one."""
    if "mesh[" in text.replace(" ", ""):
        fail("shardings over named axes of meshes cannot be converted", offset)
    try:
        return _canonical(text)
    except ValueError as error:
        fail(f"invalid sharding: {error}", offset)


def element_shardings(text: str, count: int) -> list[str] | None:
    """Returns the shardings of the arrays in a tuple from a canonical text, or of one array.

    A sharding that is not one of a tuple is that of all. None if there are not as many.
    """
    if not text.startswith("{{") and text != "{}":
        return [text] * count
    elements = [_text(element) for element in read_sharding(text).elements]
    return elements if len(elements) == count else None


@lru_cache(maxsize=4096)
def _canonical(text: str) -> str:
    return _text(read_sharding(text))


def _text(sharding: HloSharding) -> str:
    if sharding.form is Form.TUPLE:
        return "{" + "".join([f"{_before(number)}{_text(each)}" for number, each in enumerate(sharding.elements)]) + "}"
    group = "" if sharding.group is None else f" {sharding.group.kind} {sharding.group.number}"
    if sharding.form is Form.MAXIMAL:
        return f"{{maximal device={_devices(sharding)[0]}{group}}}"
    if sharding.form is not Form.TILED:
        return f"{{{sharding.form.value}{group}}}"
    if sharding.device_count == 1:
        raise ValueError("one device cuts nothing into tiles")
    sharding = _with_ordered_subgroups(sharding)
    if not any(tile > 1 for tile in sharding.tiles[: sharding.rank]) and len(set(sharding.subgroups)) < 2:
        (form,) = set(sharding.subgroups) or {Form.REPLICATED}
        return f"{{{form.value}{group}}}"
    devices = sharding.devices
    listed = _iota_text(devices) if isinstance(devices, Iota) else ",".join(map(str, devices))
    return f"{{devices=[{','.join(map(str, sharding.tiles))}]{listed}{_subgroup_text(sharding)}{group}}}"


def _before(number: int) -> str:
    """Returns the text before an element of a tuple, each fifth of which has its number."""
    if number == 0:
        return ""
    return f", /*index={number}*/" if number % 5 == 0 else ", "


def _devices(sharding: HloSharding) -> tuple[int, ...]:
    assert not isinstance(sharding.devices, Iota)
    return sharding.devices


def _subgroup_text(sharding: HloSharding) -> str:
    if not sharding.subgroups:
        return ""
    if sharding.subgroups == (Form.REPLICATED,):
        return " last_tile_dim_replicate"
    return f" last_tile_dims={{{', '.join([form.value for form in sharding.subgroups])}}}"


def _with_ordered_subgroups(sharding: HloSharding) -> HloSharding:
    """Returns the sharding with subgroups in XLA's order, each form once, and none of one device."""
    rank = sharding.rank
    numbered = sorted(range(len(sharding.subgroups)), key=lambda number: _ORDER[sharding.subgroups[number]])
    devices = sharding.devices
    if numbered != list(range(len(numbered))):
        devices = _transposed(sharding, [*range(rank), *[rank + number for number in numbered]])
    tiles, subgroups = list(sharding.tiles[:rank]), []
    for form, members in groupby(numbered, lambda number: sharding.subgroups[number]):
        size = prod([sharding.tiles[rank + number] for number in members])
        if size > 1:
            tiles.append(size)
            subgroups.append(form)
    if not isinstance(devices, Iota) and subgroups and subgroups[-1] is Form.REPLICATED:
        size = tiles[-1]
        groups = [sorted(devices[start : start + size]) for start in range(0, len(devices), size)]
        devices = tuple([device for each in groups for device in each])
    return sharding._replace(tiles=tuple(tiles), devices=devices, subgroups=tuple(subgroups))


def _transposed(sharding: HloSharding, order: list[int]) -> Iota | tuple[int, ...]:
    """Returns the devices with the dimensions of the tiles in another order."""
    devices = sharding.devices
    if isinstance(devices, Iota) and len(devices.shape) == 1:
        return Iota(sharding.tiles, tuple(order))
    listed = devices_of(sharding)
    strides = [prod(sharding.tiles[number + 1 :]) for number in range(len(sharding.tiles))]
    places = [0]
    for number in order:
        places = [place + step * strides[number] for place in places for step in range(sharding.tiles[number])]
    return tuple([listed[place] for place in places])


def _iota_text(iota: Iota) -> str:
    """Returns `<=[8]` or `<=[2,4]T(1,0)`: without dimensions of one device, neighbours that stay so joined."""
    kept = [number for number in iota.order if iota.shape[number] > 1]
    runs: list[list[int]] = []
    before = -1
    numbering = {number: place for place, number in enumerate(sorted(kept))}
    for number in kept:
        if runs and numbering[number] == before + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
        before = numbering[number]
    in_shape = sorted(runs)
    sizes = [prod([iota.shape[number] for number in run]) for run in in_shape]
    order = [in_shape.index(run) for run in runs]
    transposed = f"T({','.join(map(str, order))})" if len(order) > 1 else ""
    return f"<=[{','.join(map(str, sizes))}]{transposed}"
