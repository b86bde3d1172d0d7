"""The texts that HLO has for shardings of SDY, in both of its forms.

The first form names devices: `{devices=[2,1,4]<=[8] last_tile_dim_replicate}`; it says neither which dimensions are
open nor priorities. The second form names the mesh and its axes: `{mesh['a'=2,'b'=4], [{'a'}, {?}], manual={'b'}}`; it
has no priorities.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import prod

from sdyopt.dialects.sdy.attributes import MAX, MIN, SUM, AxisRef, DimensionSharding, Mesh, MeshAxis, Sharding, SubAxis
from sdyopt.dialects.sdy.shardings.axes import atoms_of, sharded_size
from sdyopt.dialects.sdy.shardings.slots import fully_open
from sdyopt.ir.attribute import Type, remembered
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.releases import since
from sdyopt.sharding.gspmd import is_named
from sdyopt.sharding.gspmd.syntax import Form, TokenReader
from sdyopt.sharding.replica_groups import IotaDevices

# Writes both forms.

_INDEX_EVERY = 5
"""A text for several results has a comment with a number after this many of them."""


def hlo_text(shardings: Sequence[Sharding], meshes: Sequence[Mesh], manual: Sequence[str], is_named: bool) -> str:
    """Returns the text for shardings over `meshes`, one for each result, where the axes `manual` are manual.

    It is in the second form if `is_named`. One sharding has no braces around it.
    """
    write = named_text if is_named else devices_text
    written = [
        write(sharding, mesh, tuple(manual), since("0.11.1")) for sharding, mesh in zip(shardings, meshes, strict=True)
    ]
    return written[0] if len(written) == 1 else tuple_text(written)


def tuple_text(written: Sequence[str]) -> str:
    """Returns the text of a tuple of shardings."""
    numbered = [
        f"/*index={number}*/{text}" if number and number % _INDEX_EVERY == 0 else text
        for number, text in enumerate(written)
    ]
    return f"{{{', '.join(numbered)}}}"


@remembered
def devices_text(sharding: Sharding, mesh: Mesh, manual: tuple[str, ...], with_metadata: bool = False) -> str:
    """Returns the text in the first form, with the reduction of unreduced axes `with_metadata`."""
    if not mesh.axes:
        return f"{{maximal device={mesh.device_ids[0]}}}" if mesh.is_maximal else "{replicated}"
    if set(mesh.axis_sizes) <= set(manual):
        return "{manual}"
    order = [*sharding.axes]
    tiles = [sharded_size(dimension.axes, mesh) for dimension in sharding.dimensions]
    is_sharded = prod(tiles) > 1
    forms: list[Form] = []
    for form, axes in ((Form.MANUAL, [AxisRef(name) for name in manual]), (Form.UNREDUCED, [*sharding.unreduced])):
        order += axes
        if sharded_size(axes, mesh) > 1:
            tiles.append(sharded_size(axes, mesh))
            forms.append(form)
    parts = atoms_of([*order, *sharding.replicated], mesh)
    places = [parts.index(axis) for axis in order]
    shape = [sharded_size([part], mesh) for part in parts]
    others = [place for place in range(len(parts)) if place not in places]
    copies = prod(shape[place] for place in others)
    if copies > 1:
        tiles.append(copies)
        forms.append(Form.REPLICATED)
    metadata = ""
    if with_metadata and (Form.UNREDUCED in forms or sharding.reduction_op != SUM):
        metadata = f' metadata={{op_type="sdy::reduction_op" op_name="{sharding.reduction_op.upper()}"}}'
    if not is_sharded and (len(forms) == 0 or forms == [Form.REPLICATED]):
        return "{replicated}"
    if not is_sharded and len(forms) == 1:
        return f"{{{forms[0].value}{metadata}}}"
    listed = _listed(mesh, shape, [*places, *others], tiles[-1] if forms[-1:] == [Form.REPLICATED] else 1)
    suffix = ""
    if forms == [Form.REPLICATED]:
        suffix = " last_tile_dim_replicate"
    elif forms:
        suffix = f" last_tile_dims={{{', '.join(forms)}}}"
    return f"{{devices=[{','.join(map(str, tiles))}]{listed}{suffix}{metadata}}}"


def _listed(mesh: Mesh, shape: Sequence[int], order: Sequence[int], copies: int) -> str:
    """Returns the devices of a mesh of that shape with its dimensions in that order: `<=[2,4]T(1,0)`, or a list."""
    iota = IotaDevices(tuple(shape), tuple(order))
    if not mesh.device_ids:
        return str(iota)
    devices = [mesh.device_ids[number] for number in iota.expanded()]
    groups = [sorted(devices[start : start + copies]) for start in range(0, len(devices), copies)]
    return ",".join([str(device) for group in groups for device in group])


@remembered
def named_text(sharding: Sharding, mesh: Mesh, manual: tuple[str, ...], is_newer: bool = False) -> str:
    """Returns the text in the second form.

    In the one that `is_newer`, one device is a `single_device`, and a mesh with an order of devices is always written.
    """
    if mesh.is_maximal:
        name = "single_device" if is_newer else "maximal_mesh"
        return f"{{{name}[device_id={mesh.device_ids[0]}]}}"
    axes = ",".join([f"'{axis.name}'={axis.size}" for axis in mesh.axes])
    ids = f", device_ids=({','.join(map(str, mesh.device_ids))})" if mesh.device_ids else ""
    if mesh.axes and set(mesh.axis_sizes) <= set(manual):
        return f"{{mesh[{axes}]{ids}, manual}}"
    is_replicated = not any(dimension.axes or not dimension.is_closed for dimension in sharding.dimensions)
    has_order = is_newer and bool(mesh.device_ids)
    if is_replicated and not (sharding.replicated or sharding.unreduced or manual or has_order):
        return "{mesh[], replicated}"
    dimensions = ", ".join([_axes_text(dimension.axes, dimension.is_closed) for dimension in sharding.dimensions])
    text = f"mesh[{axes}]{ids}, [{dimensions}]"
    if sharding.replicated:
        text += f", replicated={_axes_text(sharding.replicated)}"
    if sharding.unreduced:
        operator = "" if sharding.reduction_op == SUM else sharding.reduction_op
        text += f", unreduced={operator}{_axes_text(sharding.unreduced)}"
    if manual:
        text += f", manual={_axes_text([AxisRef(name) for name in manual])}"
    return f"{{{text}}}"


def _axes_text(axes: Iterable[AxisRef], is_closed: bool = True) -> str:
    listed = [
        f"'{axis.name}'" + (f":({axis.sub_axis.pre_size}){axis.sub_axis.size}" if axis.sub_axis else "")
        for axis in axes
    ]
    return f"{{{', '.join(listed if is_closed else [*listed, '?'])}}}"


# Reads the second form.


class NamedSharding(NamedTuple):
    """A sharding in the second form."""

    mesh: Mesh
    dimensions: tuple[DimensionSharding, ...] | None
    """None if the text does not list them: all are closed and have no axes."""
    replicated: tuple[AxisRef, ...] = ()
    unreduced: tuple[AxisRef, ...] = ()
    reduction_op: str = SUM
    manual: tuple[str, ...] = ()

    def sharding(self, rank: int) -> Sharding:
        """Returns the sharding of SDY, over a mesh that is inlined, of a value of that rank."""
        dimensions = (DimensionSharding(()),) * rank if self.dimensions is None else self.dimensions
        if self.mesh.is_maximal:
            dimensions = ()
        return Sharding(self.mesh, dimensions, self.replicated, self.unreduced, self.reduction_op)

    def open(self, type: Type) -> Sharding:
        """Returns the sharding, over the same mesh, of a value of that type of which nothing is said."""
        return Sharding(self.mesh, ()) if self.mesh.is_maximal else fully_open(self.mesh, type)


_TOKEN = re.compile(r"(?:\s|/\*.*?\*/)*('[^']*'|[a-z_]+|\d+|.)", re.DOTALL)


@remembered
def read_named(text: str) -> tuple[NamedSharding | None, ...]:
    """Returns the sharding of each element of a tuple, or that of a text for one value.

    None is for one that is `{replicated}`, as the first form says it. Raises ValueError if the text is of another kind.
    """
    reader = _NamedFormReader([token for token in _TOKEN.findall(text) if token.strip()])
    reader.expect("{")
    if reader.token != "{":
        found = [reader.sharding()]
    else:
        found = []
        while reader.accept("{"):
            found.append(reader.sharding())
            reader.accept(",")
        reader.expect("}")
    if reader.token:
        raise ValueError(f"'{reader.token}' after the sharding")
    return tuple(found)


def meshes_named(text: str) -> list[Mesh]:
    """Returns the meshes with axes that a text of the second form names; none if it is of another kind."""
    try:
        found = read_named(text) if is_named(text) else ()
    except ValueError:
        return []
    return [each.mesh for each in found if each is not None and each.mesh.axes]


def in_devices(text: str) -> str:
    """Returns a text of the second form in the first one. Raises ValueError if it is of another kind."""
    written = [
        "{replicated}"
        if each is None
        else devices_text(each.sharding(len(each.dimensions or ())), each.mesh, each.manual)
        for each in read_named(text)
    ]
    return written[0] if len(written) == 1 else tuple_text(written)


class _NamedFormReader(TokenReader):
    """Reads the second form."""

    def sharding(self) -> NamedSharding | None:
        """Reads a sharding after its first brace."""
        if self.accept("replicated"):
            self.expect("}")
            return None
        if self.accept("maximal_mesh") or self.accept("single_device"):
            self.expect("[", "device_id", "=")
            device = self.number()
            self.expect("]", "}")
            return NamedSharding(Mesh((), (device,)), ())
        self.expect("mesh", "[")
        axes = []
        while not self.accept("]"):
            name = self._name()
            self.expect("=")
            axes.append(MeshAxis(name, self.number()))
            self.accept(",")
        found = NamedSharding(Mesh.of(tuple(axes), self._device_ids()), None)
        while self.accept(","):
            found = self._entry(found)
        self.expect("}")
        return found

    def _device_ids(self) -> tuple[int, ...]:
        """Reads the devices of a mesh if they are listed."""
        if self._tokens[self._next : self._next + 2] != [",", "device_ids"]:
            return ()
        self._next += 2
        self.expect("=", "(")
        ids = []
        while not self.accept(")"):
            ids.append(self.number())
            self.accept(",")
        return tuple(ids)

    def _entry(self, found: NamedSharding) -> NamedSharding:
        """Reads what follows a comma, and returns the sharding with it."""
        if self.accept("["):
            dimensions = []
            while not self.accept("]"):
                axes, is_closed = self._axes()
                dimensions.append(DimensionSharding(axes, is_closed))
                self.accept(",")
            return found._replace(dimensions=tuple(dimensions))
        word = self.take()
        if word == "manual" and self.token != "=":
            return found._replace(manual=tuple(found.mesh.axis_sizes))
        if word == "replicated" and self.token != "=":
            return found
        self.expect("=")
        if word == "unreduced":
            operator = next((each for each in (MAX, MIN) if self.accept(each)), SUM)
            return found._replace(unreduced=self._axes()[0], reduction_op=operator)
        if word == "replicated":
            return found._replace(replicated=self._axes()[0])
        if word == "manual":
            return found._replace(manual=tuple([axis.name for axis in self._axes()[0]]))
        raise ValueError(f"unknown entry '{word}'")

    def _axes(self) -> tuple[tuple[AxisRef, ...], bool]:
        """Reads axes in braces; returns whether no `?` is among them, too."""
        self.expect("{")
        axes, is_closed = [], True
        while not self.accept("}"):
            if self.accept("?"):
                is_closed = False
            else:
                name, part = self._name(), None
                if self.accept(":"):
                    self.expect("(")
                    pre_size = self.number()
                    self.expect(")")
                    part = SubAxis(pre_size, self.number())
                axes.append(AxisRef(name, part))
            self.accept(",")
        return tuple(axes), is_closed

    def _name(self) -> str:
        name = self.token
        if len(name) < 3 or name[0] != "'":
            raise ValueError(f"expected the name of an axis before '{name}'")
        self._next += 1
        return name[1:-1]
